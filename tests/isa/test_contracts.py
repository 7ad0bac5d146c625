"""Contracts in words."""

from ptxisa.isa import contracts
from ptxisa.numbers.enclosures import ARITY

ONE = {
    "function": "divide",
    "flush": {"ftz": True},
    "upper_bits": 32,
    "rows": [
        {"when": {"ftz": False, "rnd": ["rn", "rz"]}, "operands": {"a": ["+inf", "nan"]}, "result": "-zero"},
        {"operands": {"|b|": "[2^-126, 2^126]", "a": "-subnormal"}, "ulp": 2},
        {"operands": {"b": "(-2pi, 1)"}, "absolute": "2^-20.5"},
        {"operands": {"b": "zero"}, "result": "0x7fff"},
        {"relative": "2^-9.9"},
    ],
}


def test_rows() -> None:
    assert list(contracts.rows(ONE)) == [
        ("without .ftz; with .rn or .rz; a is +inf or a NaN", "-0"),
        ("|b| in [2^-126, 2^126]; a is a negative subnormal number", "at most 2 ulp from the correctly rounded result"),
        ("b in (-2pi, 1)", "absolute error of at most 2^-20.5"),
        ("b is a zero", "0x7fff"),
        ("otherwise", "relative error of at most 2^-9.9"),
    ]


def test_sentence_about_all_rows() -> None:
    assert contracts.about(ONE) == (
        "Of the quotient; the first row that fits decides. The upper 32 bits of an operand count."
        " Subnormal operands and results count as zeros of their sign with .ftz."
    )
    assert contracts.about({"function": "sine", "flush": "always", "rows": []}) == (
        "Of the sine; the first row that fits decides. Subnormal operands and results count as zeros of their sign."
    )


def test_every_function_has_words() -> None:
    assert set(contracts.FUNCTIONS) == set(ARITY)
