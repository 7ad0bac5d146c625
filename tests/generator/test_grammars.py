"""Grammars of editors have the words of the records."""

from __future__ import annotations

import ctypes
import json
import os
import re
import shutil
import subprocess
import textwrap
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from generator import grammars
from generator.grammars import EDITORS, stale, words
from ptxisa.lsp.settings import settings_of
from tests.check.test_session import MODULE
from tools.editing import examples

FOLDER = EDITORS / "tree-sitter-ptx"
needs_tree_sitter = pytest.mark.skipif(shutil.which("tree-sitter") is None, reason="tree-sitter is not installed")


def test_generated_files_match_the_records() -> None:
    assert list(stale()) == []


def test_a_check_names_stale_files_and_writes_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert grammars.main(["--check"]) == 0
    assert capsys.readouterr().out == ""
    monkeypatch.setattr(grammars, "EDITORS", tmp_path)
    assert grammars.main(["--check"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith(" is stale; run python -m generator.grammars")
    assert list(tmp_path.iterdir()) == []
    assert grammars.main([]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(lines)
    assert grammars.main(["--check"]) == 0
    changed = next(path for path in tmp_path.rglob("*") if path.is_file())
    changed.write_text("changed", encoding="utf-8")
    assert grammars.main(["--check"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"editors/{changed.relative_to(tmp_path)} is stale; run python -m generator.grammars"
    ]


def test_words_are_of_their_sort() -> None:
    spellings = words()
    assert "add" in spellings.mnemonics
    assert "maxntid" in spellings.directives
    assert "shared" in spellings.state_spaces
    assert "u32" in spellings.types
    assert "u32" not in spellings.modifiers
    assert "tid" in spellings.special_registers


def scopes(line: str) -> list[tuple[str, str]]:
    """Return the text and the scope of each match of the TextMate grammar; captures count, not the whole match."""
    grammar = json.loads((EDITORS / "vscode/syntaxes/ptx.tmLanguage.json").read_text(encoding="utf-8"))
    rules = []
    for pattern in grammar["patterns"]:
        rule = grammar["repository"][pattern["include"][1:]]
        rules += [candidate for candidate in rule.get("patterns", [rule]) if "match" in candidate]
    scopes_, place = [], 0
    while place < len(line):
        matches = [(match, rule) for rule in rules if (match := re.compile(rule["match"]).search(line, place))]
        matches = [(match, rule) for match, rule in matches if match[0]]
        if not matches:
            break
        match, rule = min(matches, key=lambda pair: pair[0].start())
        if "name" in rule:
            scopes_.append((match[0], rule["name"]))
        for number, capture in rule.get("captures", {}).items():
            if match[int(number)] and "name" in capture:
                scopes_.append((match[int(number)], capture["name"]))
        place = match.end()
    return scopes_


def test_textmate_scopes_of_an_instruction() -> None:
    assert scopes("    @%p1 add.sat.s32 %r1, %tid.x, 0x10; // sum") == [
        ("%p1", "variable.other.register.ptx"),
        ("add", "keyword.mnemonic.ptx"),
        ("%r1", "variable.other.register.ptx"),
        ("%tid", "variable.language.ptx"),
        (".x", "support.constant.modifier.ptx"),
        ("0x10", "constant.numeric.ptx"),
        ("// sum", "comment.line.double-slash.ptx"),
    ]


def test_textmate_scopes_of_declarations() -> None:
    scope_of = dict(scopes(".visible .entry scale(.param .u64 p)"))
    assert scope_of["scale"] == "entity.name.function.ptx"
    assert scope_of[".visible"] == "keyword.control.directive.ptx"
    assert scope_of[".u64"] == "storage.type.ptx"
    assert scope_of[".param"] == "storage.modifier.ptx"


def test_the_definition_for_kate_is_xml_whose_styles_and_contexts_exist() -> None:
    root = ElementTree.parse(EDITORS / "kate/ptx.xml").getroot()
    assert (root.get("name"), root.get("extensions")) == ("PTX", "*.ptx")
    assert {item.text for item in root.iter("item")} == set(words().mnemonics)
    styles = {item.get("name") for item in root.iter("itemData")}
    contexts = {item.get("name") for item in root.iter("context")} | {"#stay", "#pop"}
    for rule in root.iterfind("highlighting/contexts/*/*"):
        assert rule.get("attribute", "Text") in styles
        assert rule.get("context", "#stay") in contexts
        assert re.compile(rule.get("String", ""))


@pytest.mark.skipif(shutil.which("kate-syntax-highlighter") is None, reason="KSyntaxHighlighting is not installed")
def test_kate_highlights_a_module(tmp_path: Path) -> None:
    folder = tmp_path / "org.kde.syntax-highlighting" / "syntax"
    folder.mkdir(parents=True)
    shutil.copy(EDITORS / "kate/ptx.xml", folder)
    file = tmp_path / "module.ptx"
    file.write_text("DONE: @%p1 add.s32 %r1, %tid.x, 0x10; // sum\n.reg .u32 added;\n", encoding="utf-8")
    done = subprocess.run(
        ["kate-syntax-highlighter", "--output-format", "html", file],
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert not done.stderr
    colored = re.findall(r"<span[^>]*>([^<]*)</span>", done.stdout)
    for part in ("DONE:", "%p1", "add", ".s32", "%r1", "%tid", ".x", "0x10", "// sum", ".reg", ".u32"):
        assert part in colored, colored
    assert "added" not in colored


@pytest.fixture(scope="module")
def language(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return the grammar, which a C compiler makes; tree-sitter's own command is not needed."""
    tree_sitter = pytest.importorskip("tree_sitter")
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("no C compiler is installed")
    library = tmp_path_factory.mktemp("grammar") / "ptx.so"
    source = FOLDER / "src"
    subprocess.run([compiler, "-shared", "-fPIC", "-I", source, source / "parser.c", "-o", library], check=True)
    language = ctypes.CDLL(str(library)).tree_sitter_ptx
    language.restype = ctypes.c_void_p
    capsule = ctypes.pythonapi.PyCapsule_New
    capsule.restype, capsule.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
    return tree_sitter.Language(capsule(language(), b"tree_sitter.Language", None))


@pytest.fixture
def parser(language: Any) -> Any:
    return pytest.importorskip("tree_sitter").Parser(language)


def expression(node: Any) -> str:
    """Return a node as the corpus writes it."""
    children = (
        (node.field_name_for_child(number), child) for number, child in enumerate(node.children) if child.is_named
    )
    parts = (f" {f'{field}: ' if field else ''}{expression(child)}" for field, child in children)
    return f"({node.type}{''.join(parts)})"


def test_the_library_parses_the_corpus(parser: Any) -> None:
    corpus = (FOLDER / "test" / "corpus" / "module.txt").read_text(encoding="utf-8")
    cases = re.findall(r"=+\n([^\n]+)\n=+\n(.*?)\n---\n(.*?)(?=\n=====|\Z)", corpus, re.DOTALL)
    assert len(cases) > 4
    for name, text, expected in cases:
        parsed = expression(parser.parse(text.encode()).root_node)
        wanted = " ".join(expected.split()).replace(" )", ")")
        assert parsed == wanted or re.sub(r"\w+: ", "", parsed) == wanted, name


@pytest.mark.parametrize("query", ["highlights", "folds", "locals"])
def test_the_library_accepts_the_queries(query: str, language: Any, parser: Any) -> None:
    tree_sitter = pytest.importorskip("tree_sitter")
    text = (FOLDER / "queries" / f"{query}.scm").read_text(encoding="utf-8")
    cursor = tree_sitter.QueryCursor(tree_sitter.Query(language, text))
    captures = cursor.captures(parser.parse(MODULE.encode()).root_node)
    wanted = {"highlights": "keyword", "folds": "fold", "locals": "local.definition"}
    assert any(name.startswith(wanted[query]) for name in captures)


def test_the_library_finds_no_error_in_modules(parser: Any) -> None:
    for text in (MODULE, *examples()):
        assert not parser.parse(text.encode()).root_node.has_error, text


@needs_tree_sitter
def test_tree_sitter_corpus() -> None:
    done = subprocess.run(["tree-sitter", "test"], cwd=FOLDER, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@needs_tree_sitter
def test_tree_sitter_has_no_error_in_a_module(tmp_path: Path) -> None:
    file = tmp_path / "module.ptx"
    file.write_text(MODULE, encoding="utf-8")
    done = subprocess.run(["tree-sitter", "parse", file], cwd=FOLDER, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "ERROR" not in done.stdout
    assert "(mnemonic" in done.stdout


@needs_tree_sitter
@pytest.mark.parametrize("query", ["highlights", "folds", "locals"])
def test_tree_sitter_queries_are_valid(query: str, tmp_path: Path) -> None:
    file = tmp_path / "module.ptx"
    file.write_text(MODULE, encoding="utf-8")
    command = ["tree-sitter", "query", f"queries/{query}.scm", str(file)]
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "capture" in done.stdout


def test_the_extension_lists_the_settings_of_the_server() -> None:
    from ptxisa.lsp.settings import Settings

    package = json.loads((EDITORS / "vscode/package.json").read_text(encoding="utf-8"))
    properties = {name.removeprefix("ptxisa.") for name in package["contributes"]["configuration"]["properties"]}
    assert properties - {"command", "languages"} == set(Settings._fields)


def blocks_of_page(language: str) -> list[str]:
    """Return the code blocks of the page of editors in a language."""
    page = (EDITORS.parent / "docs/editors.rst").read_text(encoding="utf-8")
    blocks = re.findall(rf"\.\. code-block:: {language}\n\n((?:   .*\n|\n)+)", page)
    return [textwrap.dedent(block) for block in blocks]


def test_settings_on_the_page_of_editors_are_read_by_their_formats() -> None:
    sublime, kate = map(json.loads, blocks_of_page("json"))
    assert sublime["clients"]["ptxisa"]["command"] == kate["servers"]["ptx"]["command"] == ["ptxisa", "lsp"]
    name = ElementTree.parse(EDITORS / "kate/ptx.xml").getroot().get("name", "")
    assert re.fullmatch(kate["servers"]["ptx"]["highlightingModeRegex"], name)
    tomllib = pytest.importorskip("tomllib")
    helix, extension, language = map(tomllib.loads, blocks_of_page("toml"))
    assert helix["language-server"]["ptxisa"]["command"] == "ptxisa"
    assert {language["name"] for language in helix["language"]} == {"ptx", "python"}
    assert extension["language_servers"]["ptxisa"]["languages"] == [language["name"]]
    assert language["grammar"] in extension["grammars"]
    for options in (sublime["clients"]["ptxisa"], kate["servers"]["ptx"]):
        assert settings_of(options["initializationOptions"])[1] == []
