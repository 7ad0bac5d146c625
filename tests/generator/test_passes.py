"""The passes: their order, and what each makes of `popc` as a golden sample.

After a change that is meant, write the samples anew with `python -m tests.generator.test_passes`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple, cast

import pytest

from generator import build, passes
from generator.records.isa import Isa
from generator.records.yaml_reader import Located

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "passes"
SHOWN = [one.name for one in passes.PASSES if one.dump]


@pytest.mark.parametrize("name", SHOWN)
def test_a_pass_makes_its_golden_sample(name: str) -> None:
    assert (GOLDEN / f"{name}_popc.txt").read_text(encoding="utf-8") == passes.dump(name, "popc") + "\n"


class Pair(NamedTuple):
    left: object
    place: tuple[int, int]
    right: object


@dataclass
class Node:
    place: tuple[int, int]
    items: Mapping[str, object]


def test_an_outline_has_a_node_a_line_and_no_places() -> None:
    tree = Pair(Node((3, 4), {"one": 1, "none": ()}), (1, 2), ("a", Pair(0, (5, 6), None)))
    assert passes._outline(tree).splitlines() == [
        "Pair",
        "  left: Node",
        "    items:",
        "      one: 1",
        "      none: ()",
        "  right:",
        "    'a'",
        "    Pair",
        "      left: 0",
        "      right: None",
    ]


def test_only_a_name_without_records_is_refused() -> None:
    passes._demand([object()], "popc", ["popc"])
    with pytest.raises(passes.UnknownDump, match="no record 'pocp'; did you mean popc"):
        passes._demand([], "pocp", ["popc"])


def test_data_of_records_is_indented_by_two_spaces() -> None:
    record = Located(Path("isa/x.yaml"), {"name": "x", "forms": [1]}, {})
    loaded = SimpleNamespace(loaded=SimpleNamespace(by_kind={"instruction": [record]}))
    assert passes._read(cast(Isa, loaded), "x").splitlines() == [
        "# isa/x.yaml",
        "{",
        '  "name": "x",',
        '  "forms": [',
        "    1",
        "  ]",
        "}",
    ]


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
    assert listed == [one.name for one in passes.PASSES]


if __name__ == "__main__":
    for each in SHOWN:
        (GOLDEN / f"{each}_popc.txt").write_text(passes.dump(each, "popc") + "\n", encoding="utf-8")
