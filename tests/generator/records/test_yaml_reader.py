"""Reading YAML: texts that are rejected before anything is built, the data, and the places of values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import hypothesis
import hypothesis.strategies as st
import pytest
import yaml

from generator.records import yaml_reader
from generator.records.problems import Problem, RecordError
from generator.records.yaml_reader import MAX_BYTES, MAX_DEPTH, Steps, read

LOADERS = [yaml.SafeLoader, *([yaml.CSafeLoader] if yaml.__with_libyaml__ else [])]


@pytest.fixture(params=LOADERS, ids=lambda loader: str(loader.__name__), autouse=True)
def loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Read with and without libyaml: the reader must be equally strict."""
    monkeypatch.setattr(yaml_reader, "Loader", request.param)
    return request.param


def text_file(folder: Path, text: str | bytes) -> Path:
    path = folder / "record.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return path


def rejection(path: Path) -> Problem:
    """Return the one problem for which `path` is rejected."""
    with pytest.raises(RecordError) as caught:
        read(path)
    (problem,) = caught.value.problems
    assert problem.path == path
    return problem


def forbidden(*_: object, **__: object) -> None:
    raise AssertionError("must not be reached")


# Attacks.


def test_file_of_100_megabytes_is_rejected_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "record.yaml"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    monkeypatch.setattr(Path, "read_bytes", forbidden)
    monkeypatch.setattr(Path, "read_text", forbidden)
    problem = rejection(path)
    assert (problem.line, problem.column) == (1, 1)
    assert problem.message == "the file has 100000000 bytes; a record has at most 2000000"


def test_size_limit_is_exact(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MAX_BYTES == 2_000_000
    monkeypatch.setattr(yaml_reader, "MAX_BYTES", 9)
    assert read(text_file(tmp_path, "a: 123456")).data == {"a": 123456}
    assert rejection(text_file(tmp_path, "a: 1234567")).message == "the file has 10 bytes; a record has at most 9"


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("[" * 1_000_000, 41, "nested deeper than 40 levels"),
        ("{" * 1_000_000, 2, "a key must be text"),
        ("- " * 500_000, 81, "nested deeper than 40 levels"),
        ("? " * 500_000, 3, "a key must be text"),
        ("[{a: " * 200_000, 101, "nested deeper than 40 levels"),
    ],
    ids=["brackets", "braces", "dashes", "questions", "mixed"],
)
def test_million_levels_are_rejected_before_anything_is_built(
    text: str, column: int, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(yaml.constructor.SafeConstructor, "construct_document", forbidden)
    problem = rejection(text_file(tmp_path, text))
    # libyaml of PyYAML 6.0.4 looks a thousand brackets ahead, and then rejects them itself.
    looked_ahead = (1, 1001, "not YAML: exceeded maximum nesting depth")
    assert (problem.line, problem.column, problem.message) in ((1, column, message), looked_ahead)


def test_depth_limit_is_exact(tmp_path: Path) -> None:
    assert read(text_file(tmp_path, "[" * MAX_DEPTH + "]" * MAX_DEPTH)).data is not None
    assert rejection(text_file(tmp_path, "[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1))).column == MAX_DEPTH + 1


def test_depth_is_counted_down_again(tmp_path: Path) -> None:
    assert read(text_file(tmp_path, "- [[]]\n" * 100)).data == [[[]]] * 100


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("a: &x 1\nb: *x\n", 1, 4, "anchors and aliases are not allowed in records"),
        ("a: x\nb: *x\n", 2, 4, "anchors and aliases are not allowed in records"),
        ("a: &x\n  b: 1\n", 1, 4, "anchors and aliases are not allowed in records"),
        ("&x a: 1\n", 1, 1, "anchors and aliases are not allowed in records"),
        ("a: {b: *x}\n", 1, 8, "anchors and aliases are not allowed in records"),
        ("a: !!str 8.0\n", 1, 4, "YAML tags are not allowed in records: tag:yaml.org,2002:str"),
        ("a: !!int '8'\n", 1, 4, "YAML tags are not allowed in records: tag:yaml.org,2002:int"),
        ("a: !!binary aGk=\n", 1, 4, "YAML tags are not allowed in records: tag:yaml.org,2002:binary"),
        ("a: !x [1]\n", 1, 4, "YAML tags are not allowed in records: !x"),
        ("a: ! 8.0\n", 1, 4, "YAML tags are not allowed in records: !"),
        ("!!map {a: 1}\n", 1, 1, "YAML tags are not allowed in records: tag:yaml.org,2002:map"),
        ("%TAG ! tag:x,1:\n---\na: !y 1\n", 3, 4, "YAML tags are not allowed in records: tag:x,1:y"),
        (
            "a: !!python/object/new:os.system [x]\n",
            1,
            4,
            "YAML tags are not allowed in records: tag:yaml.org,2002:python/object/new:os.system",
        ),
    ],
)
def test_unsafe_feature_is_rejected_before_anything_is_built(
    text: str, line: int, column: int, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(yaml.constructor.SafeConstructor, "construct_document", forbidden)
    path = text_file(tmp_path, text)
    assert rejection(path) == Problem(path, line, column, message)


def test_alias_bomb_is_rejected_at_its_first_anchor(tmp_path: Path) -> None:
    lines = ["a: &a [x, x, x, x, x, x, x, x, x, x]"]
    lines += [
        f"{name}: &{name} [{', '.join([f'*{before}'] * 10)}]"
        for before, name in zip("abcdefghi", "bcdefghij", strict=True)
    ]
    path = text_file(tmp_path, "\n".join(lines))
    assert rejection(path) == Problem(path, 1, 4, "anchors and aliases are not allowed in records")


# What is not a record.


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        (b"", 1, 1, "the file is empty; a record starts with `kind:`"),
        (b"\n\n", 1, 1, "the file is empty; a record starts with `kind:`"),
        (b"# nothing\n", 1, 1, "the file is empty; a record starts with `kind:`"),
        (b"a: \xff\n", 1, 1, "not UTF-8 text: invalid start byte at byte 3"),
        (b"\x89PNG\r\n\x1a\n", 1, 1, "not UTF-8 text: invalid start byte at byte 0"),
        (b"a: \xc3", 1, 1, "not UTF-8 text: unexpected end of data at byte 3"),
        (b"a: \xed\xa0\x80\n", 1, 1, "not UTF-8 text: invalid continuation byte at byte 3"),
        (b"a: 1\nb: 2\na: 3\n", 3, 1, "key 'a' is repeated"),
        (b"x: {a: 1, b: {c: 1, c: 2}}\n", 1, 21, "key 'c' is repeated"),
        (b"- {a: 1}\n- {b: 1, b: 1}\n", 2, 10, "key 'b' is repeated"),
        (b"a: 1\n'a': 2\n", 2, 1, "key 'a' is repeated"),
    ],
)
def test_files_that_are_not_records_are_rejected(
    text: bytes, line: int, column: int, message: str, tmp_path: Path
) -> None:
    path = text_file(tmp_path, text)
    assert rejection(path) == Problem(path, line, column, message)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("a: 1\n\tb: 2\n", 2, 1),
        ("a:\n  b: 1\n\tc: 2\n", 3, 1),
        ("a: b: c\n", 1, 5),
        ("a: [1\nb: 2\n", 2, 2),
        ("a: 'x\n", 2, 1),
        ("a: `x`\n", 1, 4),
        ("a: @x\n", 1, 4),
        ("a:\n   b: 1\n  c: 2\n", 3, 3),
        ("a: 1\n---\nb: 1\n", 2, 1),
        ("a: 1\n}\n", 2, 1),
        ("a: \0\n", 1, 4),
        ("a: \x07\n", 1, 4),
        ("a: 1\nb: x\x07\n", 2, 5),
    ],
)
def test_text_that_is_not_yaml_is_rejected(text: str, line: int, column: int, tmp_path: Path) -> None:
    problem = rejection(text_file(tmp_path, text))
    assert (problem.line, problem.column) == (line, column)
    assert problem.message.startswith("not YAML: ")
    assert "\n" not in problem.message


# What comes out.


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("a: text\n", {"a": "text"}),
        ('a: "8.0"\n', {"a": "8.0"}),
        ("a: 8.0\n", {"a": 8.0}),
        ("a: 9.7.1\n", {"a": "9.7.1"}),
        ("a: 32\n", {"a": 32}),
        ("a: true\n", {"a": True}),
        ("a:\n", {"a": None}),
        ("a: |\n  d = a\n  e = b\n", {"a": "d = a\ne = b\n"}),
        ("a: >-\n  one\n  two\n", {"a": "one two"}),
        ("a: [x, {b: 1}]\n", {"a": ["x", {"b": 1}]}),
        ("a: é ü ✓ 𝄞\n", {"a": "é ü ✓ 𝄞"}),
        ("\ufeffa: 1\n", {"a": 1}),
        ("a: 1\r\nb: 2\r\n", {"a": 1, "b": 2}),
        ("--- \na: 1\n...\n", {"a": 1}),
    ],
)
def test_plain_data_comes_out(text: str, data: object, tmp_path: Path) -> None:
    assert read(text_file(tmp_path, text)).data == data


# Places of values.

PLACED = """\
kind: x
list:
  - one
  -   two
map: {a: 1, b: [2, {c: 3}]}
folded: >-
  text
"""


@pytest.mark.parametrize(
    ("steps", "place"),
    [
        ((), (1, 1)),
        (("kind",), (1, 1)),
        (("list",), (2, 1)),
        (("list", 0), (3, 5)),
        (("list", 1), (4, 7)),
        (("map", "a"), (5, 7)),
        (("map", "b"), (5, 13)),
        (("map", "b", 0), (5, 17)),
        (("map", "b", 1), (5, 20)),
        (("map", "b", 1, "c"), (5, 21)),
        (("folded",), (6, 1)),
        (("map", "b", 1, "c", "deeper"), (5, 21)),
        (("map", "missing", "more"), (5, 1)),
        (("list", 7), (2, 1)),
        (("missing",), (1, 1)),
    ],
)
def test_place_is_that_of_the_key_or_of_the_nearest_parent(
    steps: Steps, place: tuple[int, int], tmp_path: Path
) -> None:
    record = read(text_file(tmp_path, PLACED))
    assert record.place(steps) == place
    assert record.problem(steps, "wrong") == Problem(record.path, *place, "wrong")


def test_columns_count_characters_not_bytes(tmp_path: Path) -> None:
    record = read(text_file(tmp_path, "a: {é𝄞: 1, b: 2}\n"))
    assert record.place(("a", "b")) == (1, 12)


def test_comments_and_blank_lines_count(tmp_path: Path) -> None:
    assert read(text_file(tmp_path, "# one\n\n# two\na: 1\n")).place(("a",)) == (4, 1)


class PlainDumper(yaml.SafeDumper):
    """Repeats equal objects instead of using aliases, which records may not have."""

    def ignore_aliases(self, data: object) -> bool:
        return True


KEYS = st.from_regex(r"[a-z][a-z_]{0,6}", fullmatch=True).filter(lambda key: key not in yaml_words())
VALUES = st.recursive(
    KEYS | st.integers() | st.booleans(),
    lambda children: st.lists(children, max_size=4) | st.dictionaries(KEYS, children, max_size=4),
    max_leaves=20,
)


def yaml_words() -> set[str]:
    """Return the words that YAML 1.1 reads as booleans or null."""
    return {"y", "n", "yes", "no", "on", "off", "true", "false", "null"}


@hypothesis.settings(max_examples=60, suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture])
@hypothesis.given(data=st.dictionaries(KEYS, VALUES, min_size=1, max_size=5), flow=st.booleans())
def test_every_place_shows_the_available_variants(data: dict[str, object], flow: bool, tmp_path: Path) -> None:
    text = yaml.dump(data, Dumper=PlainDumper, default_flow_style=flow, width=10**6)
    record = read(text_file(tmp_path, text))
    assert record.data == data
    lines = text.splitlines()
    for steps, (line, column) in record.places.items():
        if steps and isinstance(steps[-1], str):
            assert lines[line - 1][column - 1 :].startswith(f"{steps[-1]}:")


def outcome(path: Path) -> list[Problem]:
    """Return the problems of a file."""
    try:
        read(path)
    except RecordError as error:
        return error.problems
    return []


@hypothesis.settings(max_examples=400, suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture])
@hypothesis.given(text=st.text(alphabet="ab:-?[]{}&*!|>'\"%@`#,0.~< \n\t\\é\0", max_size=40) | st.text(max_size=30))
def test_any_text_is_read_or_rejected(text: str, tmp_path: Path) -> None:
    path = text_file(tmp_path, text)
    for problem in outcome(path):
        assert problem.path == path
        assert problem.line >= 1
        assert problem.column >= 1


@hypothesis.settings(max_examples=200, suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture])
@hypothesis.given(content=st.binary(max_size=60))
def test_any_bytes_are_read_or_rejected(content: bytes, tmp_path: Path) -> None:
    assert len(outcome(text_file(tmp_path, content))) <= 1


# Values that are not what they look like.


@pytest.mark.parametrize("text", ["? [a]\n: 1\n", "[a]: 1\n", "{{a: b}: c}\n"])
def test_key_that_is_a_collection_is_rejected(text: str, tmp_path: Path) -> None:
    problem = rejection(text_file(tmp_path, text))
    assert (problem.line, problem.message) == (1, "a key must be text")


@pytest.mark.parametrize("key", ["<<", "yes", "true", "1", "0x1", "~", "null", "8.0", "2026-01-31"])
def test_key_that_yaml_does_not_read_as_text_is_rejected(key: str, tmp_path: Path) -> None:
    """Two keys cannot be equal in another spelling, and a merge key cannot hide the source of a value."""
    path = text_file(tmp_path, f"a: 1\n{key}: {{b: 1}}\n")
    assert rejection(path) == Problem(path, 2, 1, f"a key must be text; quote {key}")
    assert read(text_file(tmp_path, f"a: 1\n'{key}': 2\n")).data == {"a": 1, key: 2}


@pytest.mark.parametrize("text", ["a: 1\nb: 2026-13-01\n", f"a: 1\nb: {'9' * 5000}\n"])
def test_impossible_value_is_reported_at_its_place(text: str, tmp_path: Path) -> None:
    problem = rejection(text_file(tmp_path, text))
    assert (problem.line, problem.column) == (2, 4)
    assert problem.message.startswith("not a plain value: ")


@pytest.mark.parametrize("number", ["040", "1:20", "1:20.5", "0b11", "1_000"])
def test_number_in_another_base_is_rejected(number: str, tmp_path: Path) -> None:
    path = text_file(tmp_path, f"bits: {number}\n")
    assert rejection(path) == Problem(path, 1, 7, f"{number} is not a decimal number; quote it if it is text")


def test_number_may_be_hexadecimal(tmp_path: Path) -> None:
    assert read(text_file(tmp_path, "a: 0xFF\nb: -12\nc: 0\n")).data == {"a": 255, "b": -12, "c": 0}


def test_half_of_a_surrogate_pair_is_rejected(tmp_path: Path) -> None:
    assert rejection(text_file(tmp_path, 'a: "\\ud800"\n')).message.startswith("not YAML: ")
