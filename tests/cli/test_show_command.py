"""`ptxisa show`: the content of a record on a terminal of 80 columns."""

from __future__ import annotations

import json

import pytest

import ptxisa
from ptxisa.cli.main import main
from ptxisa.cli.output import plain_text
from ptxisa.cli.show_record import show, show_grid, show_pattern
from ptxisa.isa.facts import COMMON, Fact, FactTable, NumberPattern, grid, parts, words

RECORDS = ptxisa.database().sql("SELECT DISTINCT kind, name FROM record ORDER BY kind, name")
LANGUAGE = [(kind, name) for kind, name in RECORDS if kind not in ("document", "evidence", "instruction", "version")]


def shown(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str) -> str:
    monkeypatch.setenv("COLUMNS", "80")
    assert main(("show", name)) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("%tid", ["%tid (special register)", "Type: u32", "since PTX 1.0 on sm_10 or later"]),
        (".maxntid", [".maxntid (directive)", ".maxntid nx{, ny{, nz}}", "Excludes: reqntid"]),
        (".global", [".global (state space)", "Sharing: context"]),
        ("%", ["% (operator)", "-7 % 4", "level"]),
        ("nounroll", ["nounroll (pragma)"]),
        (".managed", [".managed (attribute)", "since PTX 4.0 on sm_30 or later"]),
        ("nearest", ["filter_mode (enumeration)", "linear"]),
        ("WARP_SZ", ["predefined_identifiers (reserved words)"]),
        ("generic_initializer", ["(rule)", "accepted", "rejected", "[undeclared-name]"]),
        (".u16x2", [".u16x2 (type)", "Element: u16", "since PTX 8.0"]),
        ("addc-16-bit", ["(erratum)", "Records follow"]),
        ("operand-type", ["operand-type (diagnostic)", "wrong", "right"]),
    ],
)
def test_show_prints_the_facts_of_every_kind_of_record(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str, texts: list[str]
) -> None:
    output = shown(capsys, monkeypatch, name)
    for text in texts:
        assert text.lower() in output.lower()


def test_examples_are_indented(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    text = shown(capsys, monkeypatch, "prmt")
    assert "\n\n  // Reverse the byte order of a 32-bit word.\n  prmt.b32 d, a, b, 0x0123;\n\n" in text
    assert "\n\nexamples\n  // " in text


def test_an_erratum_of_two_records_with_one_name_is_shown_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert shown(capsys, monkeypatch, "sm_90a").count("erratum target-suffixes-ignored") == 1


def test_the_lines_of_an_item_are_aligned_after_its_bullet(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "\n  • clarified: The metadata values 0b0000, 0b0101, 0b1010 and 0b1111 of mma.sp\n    are invalid" in shown(
        capsys, monkeypatch, "8.5"
    )


@pytest.mark.parametrize(("kind", "name"), LANGUAGE)
def test_prose_and_tables_fit_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, kind: str, name: str
) -> None:
    """Code and single long words are not wrapped."""
    for line in shown(capsys, monkeypatch, name).splitlines():
        assert len(line) <= 80 or line.startswith("  ") or len(line.split()) < 3


@pytest.mark.parametrize(("kind", "name"), LANGUAGE)
def test_no_key_of_a_record_is_left_out(kind: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    for record in ptxisa.database().record(kind, name):
        text = " ".join("\n".join(show(record)).split())
        for value in texts_in({key: value for key, value in record.items() if key not in ("kind", "sources", "probe")}):
            assert " ".join(plain_text(value).split()) in text


UNSAID = ("id", "registers", "probe", "target", "ptx")
"""Keys that are shown under another name, or not at all."""


def texts_in(value: object) -> list[str]:
    """Yield every sentence in a value."""
    if isinstance(value, dict):
        return [text for key, number in value.items() if key not in UNSAID for text in texts_in(number)]
    if isinstance(value, list):
        return [text for number in value for text in texts_in(number)]
    return [value] if isinstance(value, str) and " " in value and "\n" not in value.strip() else []


def test_json_of_a_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("show", "operand-type", "--json")) == 0
    (actual,) = json.loads(capsys.readouterr().out)
    assert actual["meaning"]


class TestFacts:
    RECORD = {
        "kind": "thing",
        "name": "n",
        "summary": "s",
        "level": 3,
        "words": ["a", "b"],
        "span": {"least": 1, "most": 2},
        "rows": [{"summary": "One.", "id": 1, "probe": "ret;"}, {"summary": "Two.", "more": True}],
        "none": [],
        "pattern": [[0, 1], [1, 0]],
        "deep": {
            "size": 2,
            "inner": [{"a": 1}],
            "said": "A sentence that is too long to stand in one line with others.",
        },
    }

    def test_values_tables_and_patterns_are_distinguished(self) -> None:
        assert list(parts(self.RECORD, ("deep",))) == [
            Fact(("level",), 3),
            Fact(("words",), ["a", "b"]),
            Fact(("span",), {"least": 1, "most": 2}),
            FactTable(("rows",), ("id", "more", "summary"), ((1, None, "One."), (None, True, "Two."))),
            Fact(("none",), []),
            NumberPattern(("pattern",), ((0, 1), (1, 0))),
        ]
        assert not COMMON & {part.steps[0] for part in parts(self.RECORD)}

    def test_an_object_that_is_not_short_is_shown_entry_by_entry(self) -> None:
        actual = list(parts({"deep": self.RECORD["deep"]}))
        assert [part.steps for part in actual] == [("deep", "size"), ("deep", "inner"), ("deep", "said")]
        assert [part.label for part in actual] == ["Deep size", "Deep inner", "Deep said"]

    def test_rows_that_do_not_fit_become_paragraphs(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", "40")
        rows = grid(("rows",), [{"name": "n", "what": "w" * 30, "summary": "Says something."}])
        assert "\n".join(show_grid(rows)) == f"  n: Says something.\n    what {'w' * 30}"

    def test_patterns_are_printed_in_columns(self) -> None:
        assert list(show_pattern(NumberPattern(("p",), ((0, 10), (1, 0))))) == ["   0 10", "   1  0"]

    @pytest.mark.parametrize(
        ("value", "text"),
        [
            (None, ""),
            (True, "yes"),
            (0, "0"),
            (["a", 1], "a, 1"),
            ({"first_one": 1, "last": [2, 3]}, "first one 1, last 2, 3"),
            ([{"a": 1}, {"b": False}], "a 1; b no"),
        ],
    )
    def test_values_in_words(self, value: object, text: str) -> None:
        assert words(value) == text

    def test_labels(self) -> None:
        assert grid(("applies_to",), [{"a": 1}]).label == "Applies to"


@pytest.mark.parametrize(
    ("name", "first", "absent"),
    [
        ("mma", "mma (matrix)", "reserved words)\nInstruction keywords"),
        ("add.sat.s32 d,a,b;", "add.sat.s32 (integer-arithmetic)", "add.packed"),
        ("__clz", "clz (integer-arithmetic)", "see also"),
        ("%tid.x", "%tid (special register)", "%ntid (special register)\nNumber"),
        ("wgmma", "wgmma: 5 records", "since PTX"),
    ],
)
def test_only_what_was_named_is_shown_in_full(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str, first: str, absent: str
) -> None:
    output = shown(capsys, monkeypatch, name)
    assert output.startswith(first)
    assert absent not in output


def test_other_records_are_summed_up_with_an_indent(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    instruction = "  add.cc: Add two integers and set the carry flag. [add.cc]"
    modifier = "  reduction-operation (modifier): The reduction operation."
    assert f"\n\nsee also\n{instruction}\n{modifier}\n" in shown(capsys, monkeypatch, "add")


@pytest.mark.parametrize("name", sorted({name for kind, name in RECORDS if kind == "instruction"}))
def test_instructions_fit_80_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    assert [line for line in shown(capsys, monkeypatch, name).splitlines() if len(line) > 80] == []


def test_a_missing_modifier_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "mul.u32"]) == 2
    assert "mul.u32 needs one of .lo, .hi" in capsys.readouterr().err


def test_a_part_of_an_opcode_shows_the_forms_that_begin_with_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "fence.proxy"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("fence.proxy: part of ")
    assert "needs one of .alias, .async, .tensormap::generic" in out
    assert "fence.proxy.async{.{space}}    [fence.proxy.async]" in out
    assert main(["show", "tcgen05.ld.sync.aligned", "--json"]) == 0
    assert {form["record"] for form in json.loads(capsys.readouterr().out)} == {"matrix/tcgen05.ld"}
    assert main(["show", "wgmma.mma_async.m64n8k16", "--json"]) == 0
    nearest = json.loads(capsys.readouterr().out)[0]
    assert nearest["form"] == "wgmma.mma_async.half"
