"""The lint of English: it finds wordings, ignores code, and the repository is clean."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.records.load import FOLDERS, ROOT
from generator.wording.__main__ import main
from generator.wording.banned import ABBREVIATIONS, BANNED, Banned
from generator.wording.lint import EXEMPT, MOST_WORDS, check, findings, python_findings, texts
from generator.wording.texts import EnglishText, of_catalogue, of_page, of_python, of_record, of_schema, plain

PLAIN = "Subnormal operands and results are preserved."


def messages(words: str, tmp_path: Path) -> list[str]:
    """Return the messages of the lint for one text."""
    path = tmp_path / "text.txt"
    path.write_text(words, encoding="utf-8")
    return [problem.message for problem in findings(EnglishText(path, 1, words))]


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_the_repository_is_clean() -> None:
    assert [str(problem) for problem in check()] == []


def test_every_folder_and_sort_of_file_is_read() -> None:
    paths = {text.path for text in texts()}
    folders = {f"isa/{path.relative_to(ROOT / 'isa').parts[0]}" for path in paths if path.is_relative_to(ROOT / "isa")}
    assert folders == {f"isa/{folder}" for folder in FOLDERS} - {*EXEMPT, "isa/evidence"}
    others = {path.relative_to(ROOT).parts[0] for path in paths} - {"isa"}
    assert others > {"schema", "docs", "README.md", "CONTRIBUTING.md", "ptxisa"}
    assert len(paths) > 700


def test_exempt_folders_exist() -> None:
    assert all((ROOT / folder).is_dir() for folder in EXEMPT)


@pytest.mark.parametrize("banned", BANNED, ids=lambda banned: banned.pattern)
def test_banned_wording_is_reported_with_a_better_one(banned: Banned, tmp_path: Path) -> None:
    assert any(banned.better in message for message in messages(banned.example, tmp_path))


@pytest.mark.parametrize(
    "words",
    [
        PLAIN,
        "There is no sign bit.",
        "The standard understands it.",
        "The result is no longer exact.",
        "``.stands`` and :ptx:form:`stand` are code; so is `behind`.",
        "Accepted from PTX 7.8 on sm_90.",
        "An exact single-precision value is returned.",
        "``mov.u32 d,  a`` has two spaces in code.",
        "CTAs of a GPU run PTX.",
    ],
)
def test_plain_english_passes(words: str, tmp_path: Path) -> None:
    assert messages(words, tmp_path) == []


def test_a_long_sentence_is_found(tmp_path: Path) -> None:
    words = " ".join(["word"] * (MOST_WORDS + 1))
    assert messages(f"{words}.", tmp_path)[0].startswith(f"a sentence of {MOST_WORDS + 1} words; at most {MOST_WORDS}")
    assert messages(words.replace("word word", "word. word", 1), tmp_path) == []


def test_code_does_not_make_a_sentence_long(tmp_path: Path) -> None:
    assert messages(f"Shapes {', '.join(['``.m8n8``', '.m16n8k8', '%tid', 'sm_90'] * 10)}.", tmp_path) == []


def test_two_spaces_are_found(tmp_path: Path) -> None:
    assert messages("A register  holds a value.", tmp_path) == ["two spaces in a row; write one"]


def test_an_unknown_abbreviation_is_found(tmp_path: Path) -> None:
    (message,) = messages("The QZX holds a value.", tmp_path)
    assert message.startswith("unknown abbreviation 'QZX'")


def test_known_abbreviations_are_capitals() -> None:
    assert all(name.isupper() for name in ABBREVIATIONS)


def test_tokens_of_code_are_not_words() -> None:
    assert plain("(.f32, sm_90a) of ld.global.nc, d[3] and 0x7f: done.") == "·, ·) of ·, · and ·: done."


def test_the_line_of_the_wording_is_named(tmp_path: Path) -> None:
    record = "kind: type\nname: t\nsummary: >-\n  A value in a register that is read\n  stands alone.\nbits: 8\n"
    path = write(tmp_path / "isa/types/t.yaml", record)
    (problem,) = check(tmp_path, ())
    assert (problem.path, problem.line, problem.column) == (path, 5, 3)


def test_prose_of_records_is_read_and_data_is_not(tmp_path: Path) -> None:
    record = (
        "kind: rule\nname: r\nstatement: The rule in full.\nsummary: A short summary.\nnotes:\n  - One note.\n"
        "  - {why: A reason here.}\nvalid:\n  - ptx: some code here\n"
    )
    prose = [text.words for text in of_record(write(tmp_path / "r.yaml", record))]
    assert prose == ["The rule in full.", "A short summary.", "One note.", "A reason here."]


def test_a_statement_is_prose_only_in_rules(tmp_path: Path) -> None:
    path = write(
        tmp_path / "e.yaml", "kind: erratum\nmeasured:\n  statement: add.u32 d, a, b;\n  says: It is accepted.\n"
    )
    assert [text.words for text in of_record(path)] == ["It is accepted."]


def test_exempt_folders_are_not_read(tmp_path: Path) -> None:
    write(tmp_path / "isa/types/t.yaml", "kind: type\nsummary: It stands alone.\n")
    assert len(check(tmp_path, ())) == 1
    assert check(tmp_path, ("isa/types",)) == []


def test_descriptions_of_schemas_are_read(tmp_path: Path) -> None:
    path = write(tmp_path / "schema/a.json", '{\n  "description": "Say \\"it\\" plainly.",\n  "title": "T"\n}\n')
    assert list(of_schema(path)) == [EnglishText(path, 2, 'Say "it" plainly.')]


def test_meanings_of_codes_are_read(tmp_path: Path) -> None:
    path = write(tmp_path / "diagnostics.py", 'X = {\n    "a": Code("It goes with b.", "wrong", "right"),\n}\n')
    assert list(of_catalogue(path)) == [EnglishText(path, 2, "It goes with b.")]


PYTHON = '''"""Numbers that stand for names."""

SIZE = 1
"""How many names there are."""


def f():
    """What a number is called."""
    # A name lies in a table.
    return "stands", 1  # noqa: F401


def g():
    """Return the name of a number."""
'''


def test_docstrings_and_comments_of_python_are_checked(tmp_path: Path) -> None:
    prose = list(of_python(write(tmp_path / "a.py", PYTHON)))
    assert sorted((text.line, text.words) for text in prose) == [
        (1, "Numbers that stand for names."),
        (4, "How many names there are."),
        (8, "What a number is called."),
        (9, "A name lies in a table."),
        (14, "Return the name of a number."),
    ]
    problems = sorted((problem.line, problem.message.split()[0]) for text in prose for problem in python_findings(text))
    assert problems == [(1, "'stand'"), (4, "'How'"), (8, "'What'"), (9, "'lies'")]


PAGE = """Title stands
============

A paragraph
of two lines.

* First item
  with a second line.
* Second item.

An example::

   code that stands

.. code-block:: python

   behind = 1

.. note::

   A note here.

Term
   Its own definition.
"""


def test_paragraphs_of_a_page_are_read_and_code_is_not(tmp_path: Path) -> None:
    prose = [(text.line, text.words) for text in of_page(write(tmp_path / "page.rst", PAGE))]
    assert prose == [
        (1, "Title stands"),
        (4, "A paragraph of two lines."),
        (7, "First item with a second line."),
        (9, "Second item."),
        (11, "An example::"),
        (21, "A note here."),
        (24, "Its own definition."),
    ]


MARKDOWN = """# Head line

Text here
and there.

```sh
rm behind here
```

- One item.
- Two items.

| a cell | one more |
"""


def test_markdown_is_read_without_fences(tmp_path: Path) -> None:
    prose = [(text.line, text.words) for text in of_page(write(tmp_path / "README.md", MARKDOWN))]
    assert prose == [
        (3, "Text here and there."),
        (10, "One item."),
        (11, "Two items."),
        (13, "a cell"),
        (13, "one more"),
    ]


def test_pages_that_people_write_are_found_in_every_folder(tmp_path: Path) -> None:
    for name in ("index.rst", "decisions/0001-a.md", "_generated/made.rst", "_build/html/made.rst"):
        write(tmp_path / "docs" / name, "It stands alone.\n")
    assert [problem.path.name for problem in check(tmp_path)] == ["0001-a.md", "index.rst"]


def test_the_command_reports_findings(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    problems = list(findings(EnglishText(ROOT / "README.md", 1, "It stands alone.")))
    monkeypatch.setattr("generator.wording.__main__.check", lambda: problems)
    assert main() == 1
    shown = capsys.readouterr()
    assert "README.md:1:1: 'stands' is not plain technical English" in shown.out
    assert shown.err == "1 problem\n"


def test_the_command_reports_a_record_that_cannot_be_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = write(tmp_path / "isa/types/t.yaml", "kind: type\nkind: type\n")
    monkeypatch.setattr("generator.wording.__main__.check", lambda: check(tmp_path))
    assert main() == 1
    assert capsys.readouterr().out.startswith(f"{path}:2:1: key 'kind'")
