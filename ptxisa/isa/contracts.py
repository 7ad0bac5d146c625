"""Contracts of approximations in words, for terminals and documentation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Data = Mapping[str, Any]
FUNCTIONS = {
    "divide": "the quotient",
    "reciprocal": "the reciprocal",
    "root": "the square root",
    "reciprocal_root": "the reciprocal of the square root",
    "sine": "the sine",
    "cosine": "the cosine",
    "tanh": "the hyperbolic tangent",
    "log2": "the logarithm to base 2",
    "exp2": "the power of 2",
}
"""Results of the functions of contracts."""
_CLASSES = {
    "nan": "a NaN",
    "inf": "an infinity",
    "+inf": "+inf",
    "-inf": "-inf",
    "zero": "a zero",
    "+zero": "+0",
    "-zero": "-0",
    **{
        f"{sign}{size}": f"a {word}{size} number"
        for sign, word in (("", ""), ("+", "positive "), ("-", "negative "))
        for size in ("normal", "subnormal")
    },
}


def rows(contract: Data) -> Iterator[tuple[str, str]]:
    """Yield the condition and the promise of each row."""
    for row in contract["rows"]:
        yield (
            "; ".join([*_modifiers(row.get("when", {})), *_operands(row.get("operands", {}))]) or "otherwise",
            promise_in_words(row),
        )


def about(contract: Data) -> str:
    """Return a sentence about the exact function and about operands that are changed first."""
    words = f"Of {FUNCTIONS[contract['function']]}; the first row that fits decides."
    if "upper_bits" in contract:
        words += f" The upper {contract['upper_bits']} bits of an operand count."
    if "flush" in contract:
        where = "" if contract["flush"] == "always" else f" {' and '.join(_modifiers(contract['flush']))}"
        words += f" Subnormal operands and results count as zeros of their sign{where}."
    return words


def promise_in_words(row: Data) -> str:
    """Return the promise of a row."""
    if "result" in row:
        return _CLASSES.get(row["result"]) or str(row["result"])
    if "ulp" in row:
        return f"at most {row['ulp']} ulp from the correctly rounded result"
    kind = "relative" if "relative" in row else "absolute"
    return f"{kind} error of at most {row[kind]}"


def _modifiers(condition: Data) -> Iterator[str]:
    for slot, wanted in condition.items():
        if isinstance(wanted, bool):
            yield f"{'with' if wanted else 'without'} .{slot}"
        else:
            yield f"with {' or '.join(f'.{value}' for value in wanted)}"


def _operands(given: Data) -> Iterator[str]:
    for operand, wanted in given.items():
        if isinstance(wanted, str) and wanted not in _CLASSES:
            yield f"{operand} in {wanted}"
        else:
            classes = [wanted] if isinstance(wanted, str) else wanted
            yield f"{operand} is {' or '.join(_CLASSES[name] for name in classes)}"
