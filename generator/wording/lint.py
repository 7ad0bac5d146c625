"""Check English: banned wordings, headless docstrings, long sentences, doubled spaces, unknown abbreviations.

Records, schemas, pages and messages are checked for all of these; docstrings and comments of Python for banned wordings
and headless openings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from generator.records.load import FOLDERS, ROOT
from generator.records.problems import Problem
from generator.wording.banned import ABBREVIATIONS, BANNED, HEADLESS
from generator.wording.texts import EnglishText, of_catalogue, of_page, of_python, of_record, of_schema, plain, unquoted

EXEMPT: tuple[str, ...] = ()
"""Folders of records that are not checked yet."""
PYTHON = ("benchmarks", "generator", "ptxisa", "tests", "tools")
"""Folders of Python files."""

MOST_WORDS = 30
SENTENCE_END = re.compile(r"(?<=[.!?])[\"')]*\s+")
WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*")
ABBREVIATION = re.compile(r"\b[A-Z]{2,}s?\b")
PATTERNS = [(re.compile(banned.pattern, re.IGNORECASE), banned.better) for banned in BANNED]


def check(root: Path = ROOT, exempt: Iterable[str] = EXEMPT) -> list[Problem]:
    """Return every finding in a repository in order of place."""
    problems = set(chain.from_iterable(findings(text) for text in texts(root, exempt)))
    problems.update(chain.from_iterable(python_findings(text) for text in python_texts(root)))
    return sorted(problems)


def texts(root: Path = ROOT, exempt: Iterable[str] = EXEMPT) -> Iterator[EnglishText]:
    """Yield the texts of records, schemas, pages and messages that are not in an exempt folder."""
    for folder in FOLDERS:
        yield from records(root / "isa" / folder) if f"isa/{folder}" not in exempt else ()
    for path in sorted((root / "schema").glob("*.json")):
        yield from of_schema(path)
    for path in [*pages(root / "docs"), *sorted(root.glob("*.md"))]:
        yield from of_page(path)
    for path in sorted((root / "ptxisa" / "isa").glob("diagnostics.py")):
        yield from of_catalogue(path)


def python_texts(root: Path = ROOT) -> Iterator[EnglishText]:
    """Yield the docstrings and comments of every Python file that is written by hand."""
    for folder in PYTHON:
        for path in sorted((root / folder).rglob("*.py")):
            name = path.relative_to(root).as_posix()
            if "_generated" not in path.parts and not name.startswith("tests/golden/"):
                yield from of_python(path)


def python_findings(text: EnglishText) -> Iterator[Problem]:
    """Yield the banned wordings of a docstring or comment, and a headless opening of a docstring."""
    yield from _banned(text)
    if text.docstring and (match := HEADLESS.match(text.words)):
        message = f"{match[0]!r} opens a docstring without a subject; name the thing, or begin with an imperative verb"
        yield Problem(text.path, text.line, 1, message)


def records(folder: Path) -> Iterator[EnglishText]:
    """Yield the prose of the records of one folder."""
    for path in sorted(folder.rglob("*.yaml")):
        yield from of_record(path)


def pages(docs: Path) -> list[Path]:
    """Return the pages that people write, without the folders of Sphinx, whose names begin with an underscore."""
    paths = sorted([*docs.rglob("*.rst"), *docs.rglob("*.md")])
    return [path for path in paths if not any(part.startswith("_") for part in path.relative_to(docs).parts)]


def findings(text: EnglishText) -> Iterator[Problem]:
    """Yield the problems of one text."""
    yield from _banned(text)
    for sentence in SENTENCE_END.split(plain(text.words)):
        words = len(WORD.findall(sentence))
        if words > MOST_WORDS:
            yield _problem(text, "", f"a sentence of {words} words; at most {MOST_WORDS}: {sentence[:60]}…")
    for match in ABBREVIATION.finditer(plain(text.words)):
        if match[0] not in ABBREVIATIONS and match[0].rstrip("s") not in ABBREVIATIONS:
            message = f"unknown abbreviation {match[0]!r}; spell it out, or add it to generator/wording/banned.py"
            yield _problem(text, match[0], message)
    for match in re.finditer(r"\S+ {2,}(?=\S)", unquoted(text.words)):
        yield _problem(text, match[0], "two spaces in a row; write one")


def _banned(text: EnglishText) -> Iterator[Problem]:
    for pattern, better in PATTERNS:
        for match in pattern.finditer(unquoted(text.words)):
            yield _problem(text, match[0], f"{match[0]!r} is not plain technical English; better: {better}")


def _problem(text: EnglishText, wording: str, message: str) -> Problem:
    """Return a problem on the line of the wording, or on the first line of the text if it spans lines."""
    lines = text.path.read_text(encoding="utf-8").splitlines()
    end = text.line + len(text.words) // 40 + 3
    for number in range(text.line, min(end, len(lines)) + 1):
        column = lines[number - 1].find(wording)
        if wording and column >= 0:
            return Problem(text.path, number, column + 1, message)
    return Problem(text.path, text.line, 1, message)
