"""Write the words of editor grammars from the records: queries of tree-sitter, a TextMate grammar, and one for Kate.

    python -m generator.grammars            # writes the files below editors
    python -m generator.grammars --check    # fails if a file is not what the records give

The structure of the tree-sitter grammar is written by hand in `editors/tree-sitter-ptx/grammar.js`, and needs no words.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from ptxisa.isa.instructions import every_form, mnemonics
from ptxisa.isa.language import directives, special_registers
from ptxisa.isa.types import known as types

EDITORS = Path(__file__).resolve().parent.parent / "editors"
_COLUMNS = 100


class GrammarWords(NamedTuple):
    """Words of PTX by sort; spellings are without the dot or percent sign that all words of a sort begin with."""

    mnemonics: tuple[str, ...]
    directives: tuple[str, ...]
    state_spaces: tuple[str, ...]
    types: tuple[str, ...]
    modifiers: tuple[str, ...]
    special_registers: tuple[str, ...]


def words() -> GrammarWords:
    """Return the words that the records have."""
    dotted = {spelling[1:]: directive for spelling, directive in directives().items() if spelling.startswith(".")}
    spaces = {name for name, word in dotted.items() if word.category == "state-space"}
    values = {value for form in every_form() for slot in form.slots for value in slot.values}
    return GrammarWords(
        tuple(sorted(mnemonics())),
        tuple(sorted(set(dotted) - spaces)),
        tuple(sorted(spaces)),
        tuple(sorted(types())),
        tuple(sorted(values - set(types()))),
        tuple(sorted(name[1:] for name in special_registers())),
    )


def products() -> dict[Path, str]:
    """Return the text of each file by its path below `editors`."""
    vocabulary = words()
    return {
        Path("tree-sitter-ptx/queries/highlights.scm"): highlights(vocabulary),
        Path("vscode/syntaxes/ptx.tmLanguage.json"): json.dumps(textmate(vocabulary), indent=2) + "\n",
        Path("kate/ptx.xml"): kate(vocabulary),
    }


# Queries of tree-sitter


def highlights(vocabulary: GrammarWords) -> str:
    """Return the highlighting query of tree-sitter; of several matches of a node, the last one counts."""
    parts = [
        "; Generated from the records of ptxisa by `python -m generator.grammars`.",
        _HIGHLIGHTS,
        _any_of("((mnemonic) @function.builtin", "function.builtin", vocabulary.mnemonics),
        _any_of("((modifier) @type.builtin", "type.builtin", [f".{type_}" for type_ in vocabulary.types]),
        _any_of("((type) @type.builtin", "type.builtin", [f".{spelling}" for spelling in vocabulary.types]),
        _any_of(
            "((identifier) @variable.builtin",
            "variable.builtin",
            [f"%{register}" for register in vocabulary.special_registers],
        ),
    ]
    return "\n\n".join(parts) + "\n"


_HIGHLIGHTS = """\
(comment) @comment
(line_marker) @comment
(dwarf_line) @comment
(string) @string
[(integer) (decimal) (exact) (version)] @number
["+" "-" "*" "/" "%" "&" "|" "^" "~" "!" "<<" ">>" "<" ">" "<=" ">=" "==" "!=" "&&" "||" "?" "=" "@"] @operator
["," ";" ":"] @punctuation.delimiter
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
(identifier) @variable
(discard) @variable.builtin
(parameter name: (identifier) @variable.parameter)
(function name: (identifier) @function)
(label name: (identifier) @label)
(target_directive (identifier) @constant)
(mnemonic) @function.call
(modifier) @attribute
(type) @attribute
(section_name) @module
[(linkage) (state_space)] @keyword.modifier
[
  ".version" ".target" ".address_size" ".file" ".loc" ".loc_intermediate" ".section" ".entry" ".func" ".align"
  ".attribute" ".branchtargets" ".calltargets" ".callprototype" ".alias" ".pragma" "function_name" "inlined_at"
] @keyword
(function_directive name: (type) @keyword)"""


def _any_of(pattern: str, name: str, spellings: Iterable[str]) -> str:
    """Return a query for the nodes with one of several spellings."""
    lines, line = [], "  (#any-of? @" + name
    for spelling in spellings:
        word = f' "{spelling}"'
        if len(line) + len(word) > _COLUMNS:
            lines.append(line)
            line = "   "
        line += word
    return "\n".join([pattern, *lines, f"{line}))"])


# TextMate


def textmate(vocabulary: GrammarWords) -> dict[str, Any]:
    """Return the TextMate grammar, which editors without tree-sitter use."""
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "comment": "Generated from the records of ptxisa by `python -m generator.grammars`.",
        "name": "PTX",
        "scopeName": "source.ptx",
        "fileTypes": ["ptx"],
        "patterns": [{"include": f"#{name}"} for name in _repository(vocabulary)],
        "repository": _repository(vocabulary),
    }


def _repository(vocabulary: GrammarWords) -> dict[str, Any]:
    end = r"(?![\w$])"
    return {
        "comments": {
            "patterns": [
                {"name": "comment.line.double-slash.ptx", "match": r"//.*$"},
                {"name": "comment.block.ptx", "begin": r"/\*", "end": r"\*/"},
                {"name": "comment.line.number-sign.ptx", "match": r"^\s*#.*$"},
                {"name": "comment.line.dwarf.ptx", "match": r"@@DWARF\b.*$"},
            ]
        },
        "strings": {"name": "string.quoted.double.ptx", "begin": '"', "end": '"'},
        "labels": {
            "match": r"^\s*((?:[A-Za-z]|[_$%][\w$])[\w$]*)\s*(:)(?!:)",
            "captures": {"1": {"name": "entity.name.label.ptx"}},
        },
        "functions": {
            "match": rf"(\.(?:entry|func)){end}\s*(?:\([^()]*\)\s*)?([A-Za-z_$%][\w$]*)?",
            "captures": {"1": {"name": "keyword.declaration.ptx"}, "2": {"name": "entity.name.function.ptx"}},
        },
        "instructions": {
            "match": rf"(?<![\w$%.])({_alternatives(vocabulary.mnemonics)})((?:\.[\w$:]+)*)(?=[\s;])",
            "captures": {
                "1": {"name": "keyword.mnemonic.ptx"},
                "2": {"patterns": [{"include": "#types"}, {"include": "#modifiers"}]},
            },
        },
        "special-registers": {
            "name": "variable.language.ptx",
            "match": rf"%(?:{_alternatives(vocabulary.special_registers)}){end}",
        },
        "registers": {"name": "variable.other.register.ptx", "match": r"%[\w$]+"},
        "state-spaces": {
            "name": "storage.modifier.ptx",
            "match": rf"\.(?:{_alternatives(vocabulary.state_spaces)}){end}",
        },
        "types": {"name": "storage.type.ptx", "match": rf"\.(?:{_alternatives(vocabulary.types)}){end}"},
        "directives": {
            "name": "keyword.control.directive.ptx",
            "match": rf"\.(?:{_alternatives(vocabulary.directives)}){end}",
        },
        "modifiers": {"name": "support.constant.modifier.ptx", "match": r"\.[A-Za-z0-9_][\w$]*(?:::\w+)*(?::\w+)?"},
        "numbers": {
            "name": "constant.numeric.ptx",
            "match": r"(?<![\w$%.])(?:0[fF][0-9a-fA-F]{8}|0[dD][0-9a-fA-F]{16}|0[xX][0-9a-fA-F]+U?|0[bB][01]+U?"
            r"|[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?U?)",
        },
    }


def _alternatives(spellings: Iterable[str]) -> str:
    """Return a pattern for several spellings, the longest first."""
    return "|".join(sorted(map(re.escape, spellings), key=lambda spelling: (-len(spelling), spelling)))


# Kate


_KATE_STYLES = {
    "Text": "dsNormal",
    "Instruction": "dsKeyword",
    "Directive": "dsControlFlow",
    "State Space": "dsAttribute",
    "Type": "dsDataType",
    "Modifier": "dsOthers",
    "Label": "dsFunction",
    "Register": "dsVariable",
    "Special Register": "dsBuiltIn",
    "Number": "dsDecVal",
    "String": "dsString",
    "Comment": "dsComment",
    "Line Marker": "dsPreprocessor",
}
"""Styles of KSyntaxHighlighting by the names that Kate shows."""


def kate(vocabulary: GrammarWords) -> str:
    """Return the syntax definition of KSyntaxHighlighting, without which Kate starts no server for a file."""
    end = r"(?![\w$])"
    rules = [
        ("Line Marker", r"#.*$", ' firstNonSpace="true"'),
        ("Line Marker", r"@@DWARF\b.*$", ""),
        ("Label", r"(?:[A-Za-z]|[_$%][\w$])[\w$]*\s*:(?!:)", ' firstNonSpace="true"'),
        ("Special Register", rf"%(?:{_alternatives(vocabulary.special_registers)}){end}", ""),
        ("Register", r"%[\w$]+", ""),
        ("State Space", rf"\.(?:{_alternatives(vocabulary.state_spaces)}){end}", ""),
        ("Type", rf"\.(?:{_alternatives(vocabulary.types)}){end}", ""),
        ("Directive", rf"\.(?:{_alternatives(vocabulary.directives)}){end}", ""),
        ("Modifier", r"\.[A-Za-z0-9_][\w$]*(?:::\w+)*", ""),
        ("Number", r"\b(?:0[fF][0-9a-fA-F]{8}|0[dD][0-9a-fA-F]{16}|0[xX][0-9a-fA-F]+U?|[0-9]+(?:\.[0-9]*)?U?)\b", ""),
    ]
    patterns = "\n".join(
        f'<RegExpr attribute="{style}" context="#stay" String="{escape(pattern)}"{more}/>'
        for style, pattern, more in rules
    )
    return _KATE.format(
        mnemonics="\n".join(f"<item>{mnemonic}</item>" for mnemonic in vocabulary.mnemonics),
        patterns=patterns,
        styles="\n".join(f'<itemData name="{name}" defStyleNum="{style}"/>' for name, style in _KATE_STYLES.items()),
    )


_KATE = """\
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE language>
<!-- Generated from the records of ptxisa by `python -m generator.grammars`. -->
<language name="PTX" version="1" kateversion="5.62" section="Assembler" extensions="*.ptx" mimetype=""
 author="ptxisa" license="Apache-2.0" casesensitive="1">
<highlighting>
<list name="mnemonics">
{mnemonics}
</list>
<contexts>
<context name="Module" attribute="Text" lineEndContext="#stay">
<DetectSpaces/>
<Detect2Chars attribute="Comment" context="Line" char="/" char1="/"/>
<Detect2Chars attribute="Comment" context="Block" char="/" char1="*" beginRegion="comment"/>
<DetectChar attribute="String" context="String" char="&quot;"/>
<DetectChar attribute="Text" context="#stay" char="{{" beginRegion="block"/>
<DetectChar attribute="Text" context="#stay" char="}}" endRegion="block"/>
{patterns}
<keyword attribute="Instruction" context="#stay" String="mnemonics"/>
<DetectIdentifier/>
</context>
<context name="Line" attribute="Comment" lineEndContext="#pop"/>
<context name="Block" attribute="Comment" lineEndContext="#stay">
<Detect2Chars attribute="Comment" context="#pop" char="*" char1="/" endRegion="comment"/>
</context>
<context name="String" attribute="String" lineEndContext="#stay">
<DetectChar attribute="String" context="#pop" char="&quot;"/>
</context>
</contexts>
<itemDatas>
{styles}
</itemDatas>
</highlighting>
<general>
<comments>
<comment name="singleLine" start="//"/>
<comment name="multiLine" start="/*" end="*/" region="comment"/>
</comments>
<keywords casesensitive="1"/>
</general>
</language>
"""


def stale() -> Iterator[Path]:
    """Yield the files that are not what the records give."""
    for path, text in products().items():
        file = EDITORS / path
        if not file.is_file() or file.read_text(encoding="utf-8") != text:
            yield path


def main(arguments: list[str]) -> int:
    """Write the files, or report those that are stale."""
    if arguments == ["--check"]:
        old = list(stale())
        for path in old:
            print(f"editors/{path} is stale; run python -m generator.grammars")
        return 1 if old else 0
    for path, text in products().items():
        (EDITORS / path).parent.mkdir(parents=True, exist_ok=True)
        (EDITORS / path).write_text(text, encoding="utf-8")
        print(f"Wrote editors/{path}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
