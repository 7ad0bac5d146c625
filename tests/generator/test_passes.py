"""The passes: their order, and what each makes of `popc` as a golden sample.

After a change that is meant, write the samples anew with `python -m tests.generator.test_passes`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from generator import build, passes

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "passes"
SHOWN = [pass_.name for pass_ in passes.PASSES if pass_.dump]


@pytest.mark.parametrize("name", SHOWN)
def test_a_pass_makes_its_golden_sample(name: str) -> None:
    assert (GOLDEN / f"{name}_popc.txt").read_text(encoding="utf-8") == passes.dump(name, "popc") + "\n"


def test_the_build_dumps_a_pass(capsys: pytest.CaptureFixture[str]) -> None:
    assert build.main(["--dump", "resolve", "popc"]) == 0
    assert capsys.readouterr().out == (GOLDEN / "resolve_popc.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "record", "message"),
    [
        (
            "resolv",
            "popc",
            "no dump of pass 'resolv': choose one of read, resolve, compile, emit; did you mean resolve?",
        ),
        ("prove", "popc", "no dump of pass 'prove'"),
        ("resolve", "pocp", "no record 'pocp'; did you mean popc?"),
    ],
)
def test_an_unknown_pass_or_record_is_named(
    name: str, record: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        build.main(["--dump", name, record])
    assert stopped.value.code == 2
    assert message in capsys.readouterr().err


def test_the_help_lists_every_pass_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        build.main(["--help"])
    lines = capsys.readouterr().out.splitlines()
    listed = [line.split()[0] for line in lines[lines.index("passes:") + 1 :] if line.startswith("  ")]
    assert listed == [pass_.name for pass_ in passes.PASSES]


if __name__ == "__main__":
    for each in SHOWN:
        (GOLDEN / f"{each}_popc.txt").write_text(passes.dump(each, "popc") + "\n", encoding="utf-8")
