"""Loading: every fixture under tests/invalid fails where and as its first line says, and the schemas are tight."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from generator.records.load import FOLDERS, MEASURED, ROOT, load, load_file
from generator.records.problems import Problem, RecordError, near
from tests.generator.record_trees import HERE, LANGUAGE, VALID, Edit, edited, marked, problems, write

INVALID = ROOT / "tests" / "invalid"
FIXTURES = sorted(INVALID.rglob("*.yaml"))
SCHEMAS = sorted((ROOT / "schema").glob("*.schema.json"))
KINDS = sorted(FOLDERS.values())

EXPECT = re.compile(r"# expect: (\d+):(\d+): (.+)\n")
PATH = re.compile(r"# path: (\S+)\n")
PLACES = {
    "assembler_message": "assembler_messages/ptxas-syntax.yaml",
    "attribute": "attributes/managed.yaml",
    "compute_capability": "compute_capabilities/cc_8.0.yaml",
    "conversion": "conversions/agreement.yaml",
    "descriptor": "descriptors/matrix.yaml",
    "device_behavior": "device_behaviors/caches.yaml",
    "directive": "directives/maxntid.yaml",
    "document": "documents/manual.yaml",
    "enumeration": "enumerations/filter_mode.yaml",
    "erratum": "errata/difference.yaml",
    "evidence": "evidence/ptxas.yaml",
    "function": "functions/low_half.yaml",
    "instruction": "instructions/integer-arithmetic/add.yaml",
    "matrix_model": "matrix_models/hopper.yaml",
    "measurement": "measurements/sums.yaml",
    "memory_model": "memory_model/writes.yaml",
    "matrix_layout": "matrix/pairs.yaml",
    "modifier": "modifiers/rounding.yaml",
    "nvvm_address_space": "nvvm_address_spaces/nvvm-generic.yaml",
    "nvvm_annotation": "nvvm_annotations/nvvm-kernel.yaml",
    "nvvm_construct": "nvvm_constructs/nvvm-linkage.yaml",
    "nvvm_data_layout": "nvvm_data_layouts/nvvm-64.yaml",
    "nvvm_intrinsic": "nvvm_intrinsics/nvvm-add.yaml",
    "nvvm_version": "nvvm_versions/nvvm-1.0.yaml",
    "operator": "operators/remainder.yaml",
    "pragma": "pragmas/nounroll.yaml",
    "property_group": "property_groups/limits.yaml",
    "reserved_words": "reserved_words/predefined_identifiers.yaml",
    "rule": "rules/generic_initializer.yaml",
    "special_register": "special_registers/%tid.yaml",
    "state_space": "state_spaces/global.yaml",
    "target": "targets/sm_90.yaml",
    "target_note": "target_notes/sm_90.yaml",
    "tensor_layout": "tensor_layouts/swizzle-64b.yaml",
    "tensor_mode": "tensor_modes/tile.yaml",
    "term": "terms/warp.yaml",
    "toolkit": "toolkits/cuda-11.0.yaml",
    "type": "types/s32.yaml",
    "version": "versions/8.0.yaml",
}


class Expectation(NamedTuple):
    """Expected problem of a fixture: its place, and a part of its message."""

    line: int
    column: int
    fragment: str


class Fixture(NamedTuple):
    """The header of a fixture: its problems, and the path of the record that it replaces."""

    problems: tuple[Expectation, ...]
    path: str


def header(file: Path) -> Fixture:
    """Read the first lines of a fixture; one without an expectation is an error of the fixture."""
    text = file.read_bytes()[:2000].decode("utf-8", errors="replace")
    expectations = []
    while match := EXPECT.match(text):
        expectations.append(Expectation(int(match[1]), int(match[2]), match[3]))
        text = text[match.end() :]
    assert expectations, f"{file} must start with `# expect: LINE:COLUMN: message fragment`"
    path = PATH.match(text)
    return Fixture(tuple(expectations), path[1] if path else PLACES[file.parent.name])


def failures(file: Path, folder: Path) -> list[Problem]:
    """Load the fixture as the record that it replaces; return its problems."""
    record = folder / header(file).path
    record.parent.mkdir(parents=True, exist_ok=True)
    record.write_bytes(file.read_bytes())
    with pytest.raises(RecordError) as caught:
        load_file(record, folder)
    assert {problem.path for problem in caught.value.problems} == {record}
    return caught.value.problems


@pytest.mark.parametrize("file", FIXTURES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_invalid_record_is_rejected_at_the_mistake(file: Path, tmp_path: Path) -> None:
    expected = header(file).problems
    reported = failures(file, tmp_path)
    assert [problem[:2] for problem in expected] == [(problem.line, problem.column) for problem in reported]
    for expectation, problem in zip(expected, reported, strict=True):
        assert expectation.fragment in problem.message


def test_every_schema_has_fixtures_that_must_fail() -> None:
    counts = Counter(fixture.parent.name for fixture in FIXTURES)
    assert set(counts) == set(KINDS)
    assert min(counts.values()) >= 3, counts


def test_every_file_below_invalid_is_a_fixture() -> None:
    files = sorted(path for path in INVALID.rglob("*") if path.is_file())
    assert files == FIXTURES
    assert all(fixture.relative_to(INVALID).parts[:-1] in {(kind,) for kind in KINDS} for fixture in files)


def test_invalid_fixtures_have_distinct_errors() -> None:
    bodies = Counter(
        (header(file).path, EXPECT.sub("", file.read_bytes().decode(errors="replace"))) for file in FIXTURES
    )
    assert [body for body, count in bodies.items() if count > 1] == []


@pytest.mark.parametrize("change", ["# expect: 1:1:", "# expect: 5:2:", "expect: 5:1:"])
def test_fixture_with_another_expected_error_is_noticed(change: str, tmp_path: Path) -> None:
    """The check of the fixtures must itself be able to fail."""
    text = (INVALID / "type" / "bits-zero.yaml").read_text(encoding="utf-8")
    assert text.startswith("# expect: 5:1: bits: 0 is less")
    wrong = tmp_path / "type" / "wrong.yaml"
    wrong.parent.mkdir()
    wrong.write_text(text.replace("# expect: 5:1:", change), encoding="utf-8")
    with pytest.raises(AssertionError):
        test_invalid_record_is_rejected_at_the_mistake(wrong, tmp_path / "isa")


# The loader.


def test_valid_tree_loads_and_counts(tmp_path: Path) -> None:
    loaded = load(write(tmp_path, VALID))
    assert loaded.counts() == {
        **dict.fromkeys((FOLDERS[path.split("/")[0]] for path in LANGUAGE), 1),
        "document": 1,
        "erratum": 1,
        "function": 1,
        "instruction": 2,
        "modifier": 2,
        "target": 2,
        "target_note": 1,
        "type": 2,
        "version": 2,
    }
    assert [record.path.name for record in loaded.by_kind["instruction"]] == ["add.yaml", "sub.yaml"]


@pytest.mark.parametrize("folder", [folder for folder, kind in FOLDERS.items() if kind not in MEASURED])
def test_kind_without_a_record_is_an_error(folder: str, tmp_path: Path) -> None:
    write(tmp_path, {path: text for path, text in VALID.items() if not path.startswith(f"{folder}/")})
    with pytest.raises(RecordError) as caught:
        load(tmp_path)
    (problem,) = caught.value.problems
    assert problem.path == tmp_path / folder
    assert problem.message == f"schema {FOLDERS[folder]!r} matched no file; remove the schema or restore the records"


def test_empty_folder_is_not_a_valid_tree(tmp_path: Path) -> None:
    with pytest.raises(RecordError) as caught:
        load(tmp_path)
    assert len(caught.value.problems) == len(FOLDERS) - len(MEASURED)


def test_missing_folder_is_not_a_valid_tree(tmp_path: Path) -> None:
    with pytest.raises(RecordError):
        load(tmp_path / "nowhere")


def test_stray_file_is_an_error_not_a_record_left_out(tmp_path: Path) -> None:
    write(tmp_path, {**VALID, "types/s32.yaml.orig": VALID["types/s32.yaml"]})
    (problem,) = problems(tmp_path)
    assert problem[:3] == ("types/s32.yaml.orig", 1, 1)
    assert problem.message.startswith(
        "not a record: isa/<kind>/….yaml with one of assembler_messages, attributes, compute_capabilities, conversions,"
    )


def test_problems_of_all_files_are_reported_at_once(tmp_path: Path) -> None:
    texts = edited(
        [
            Edit("types/b32.yaml", "bits: 32", "bits: none"),
            Edit("modifiers/clamp.yaml", "summary: Whether", "sumary: Whether"),
        ]
    )
    reported = problems(write(tmp_path, texts))
    assert [(problem.path, problem.line, problem.column, problem.message) for problem in reported] == [
        ("modifiers/clamp.yaml", 1, 1, "record: 'summary' is a required property"),
        ("modifiers/clamp.yaml", 3, 1, "unknown key 'sumary'; did you mean summary?"),
        ("types/b32.yaml", 4, 1, "bits: 'none' is not of type 'integer'"),
    ]


def test_position_is_that_of_the_value_in_a_flow_mapping(tmp_path: Path) -> None:
    texts = edited([Edit("types/b32.yaml", "target: sm_80+", f"{HERE}target: sm_80 +")])
    (problem,) = problems(write(tmp_path, texts))
    assert problem == marked(texts, problem.message)
    assert problem.message.startswith("availability/0/target: 'sm_80 +' does not match ")


def test_long_values_are_shortened_in_messages(tmp_path: Path) -> None:
    texts = edited([Edit("types/b32.yaml", "class: bits", f"class: {'x' * 5000}")])
    (problem,) = problems(write(tmp_path, texts))
    assert len(problem.message) < 350
    assert problem.message.endswith("…")


def test_problem_reads_as_path_line_column_message() -> None:
    assert str(Problem(Path("isa/types/s32.yaml"), 4, 1, "wrong")) == "isa/types/s32.yaml:4:1: wrong"


def test_errors_are_sorted_and_reported_once() -> None:
    later, earlier = Problem(Path("a"), 2, 1, "second"), Problem(Path("a"), 1, 9, "first")
    assert RecordError([later, earlier, later]).problems == [earlier, later]
    assert str(RecordError([later, earlier])) == "a:1:9: first\na:2:1: second"


@pytest.mark.parametrize(
    ("name", "hint"),
    [("summry", "; did you mean summary?"), ("Summary", "; did you mean summary?"), ("zzz", ""), ("", "")],
)
def test_near_names(name: str, hint: str) -> None:
    assert near(name, ["summary", "kind"]) == hint
