"""Files of rewrite rules: instances, expressions, verdicts and errors."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from ptxisa import ProofError
from ptxisa.cli.main import main
from ptxisa.proofs.rules import read
from ptxisa.proofs.solvers import installed

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples" / "prove" / "rules.yaml"


def rule(**changes: object) -> dict[str, object]:
    return {"name": "rule", "from": "mov.b32 d, x;", "to": "add.u32 d, x, 0;", **changes}


@pytest.mark.skipif(not installed(), reason="no solver is installed")
def test_every_fifth_example_has_the_expected_answer() -> None:
    rules = read(yaml.safe_load(EXAMPLES.read_text(encoding="utf-8")))
    assert len(rules) > 100
    assert sum(rule_.expect == "different" for rule_ in rules) > 25
    for rule_ in rules[::5]:
        for instance in list(rule_.instances())[:2]:
            assert instance.proof(timeout=5).answer == rule_.expect, (rule_.name, instance.title)


def test_texts_have_types_and_expressions() -> None:
    (rule_,) = read(
        [rule(types={"T": ["u32", "u64"]}, constants={"C": "1..2"}, to="shl.b{T.bits} {a, b}, x, {(1 << C) - T.bits};")]
    )
    assert [instance.text(rule_.after) for instance in rule_.instances()] == [
        "shl.b32 {a, b}, x, -30;",
        "shl.b32 {a, b}, x, -28;",
        "shl.b64 {a, b}, x, -62;",
        "shl.b64 {a, b}, x, -60;",
    ]
    assert next(instance.title for instance in rule_.instances()) == "T=u32 C=1"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("text", "list of rules"),
        ([], "list of rules"),
        ([3], "not a mapping"),
        ([{"name": "n"}], "from must be a snippet"),
        ([rule(form="x")], "did you mean from"),
        ([rule(types={"T": ["u33"]})], "u33 is not a type"),
        ([rule(types=["u32"])], "types must be a mapping"),
        ([rule(constants={"C": "9..1"})], "not a range"),
        ([rule(constants={"C": [1.5]})], "constants are integers"),
        ([rule(constants={"A": "0..99", "B": "0..99"})], "10,000 instances"),
        ([rule(open="no")], "open is"),
        ([rule(expect="yes")], "expect is"),
        ([rule(outputs="d")], "outputs must be a list"),
    ],
)
def test_invalid_rules_are_errors(data: object, message: str) -> None:
    with pytest.raises(ProofError, match=message):
        read(data)


@pytest.mark.parametrize("text", ["{C // 0}", "{C << 1000}", "{C.bits}", "{C()}", "{C ** 9}"])
def test_invalid_expressions_are_errors(text: str) -> None:
    (rule_,) = read([rule(constants={"C": 1}, to=f"add.u32 d, x, {text};")])
    with pytest.raises(ProofError, match="rule"):
        next(rule_.instances()).proof()


def test_the_command_returns_1_for_an_unexpected_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "rules.json"
    file.write_text('[{"name": "a", "from": "mov.b32 d, x;", "to": "add.u32 d, x, 1;"}]')
    assert main(["prove", "--rules", str(file)]) == 1
    assert capsys.readouterr().out == "a                different: x = 0  (expected: equal)\n"
    file.write_text('[{"name": "a", "from": "mov.b32 d, x;", "to": "add.u32 d, x, 1;", "expect": "different"}]')
    assert main(["prove", "--rules", str(file)]) == 0


@pytest.mark.parametrize("text", ["", "{", "- - -", "a: [", "\x00", "[[[[", "&a [*a]"])
def test_files_that_are_no_rules_are_errors(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "rules.yaml"
    file.write_text(text)
    assert main(["prove", "--rules", str(file)]) == 2
    assert capsys.readouterr().err.startswith("ptxisa")
