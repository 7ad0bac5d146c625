"""What is wrong with PTX: diagnostics, the catalogue of their codes, and three ways to show them.

A diagnostic has a stable code (`syntax-error`, `unknown-modifier`), which tools may filter on; `CATALOGUE`
says what each code means. `render_text` is for people, `to_json` and `to_sarif` are for programs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

Position = tuple[int, int]
"""Line and column, both counted from 1; columns count characters."""


class Diagnostic(NamedTuple):
    """One finding.

    `severity` is "error", "warning" or "note"; `line`, `column` and `end` (just past the last character)
    give its place; `form` is the instruction form it speaks of; `hint` says what to do, "" if nothing.
    """

    code: str
    severity: str
    message: str
    line: int
    column: int
    end: Position
    form: str | None = None
    hint: str = ""

    def __str__(self) -> str:
        text = f"{self.line}:{self.column}: {self.severity}[{self.code}]: {self.message}"
        return f"{text} ({self.hint})" if self.hint else text


class PtxError(Exception):
    """PTX that does not stand; carries every diagnostic found, not only the first."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join(str(diagnostic) for diagnostic in self.diagnostics))


class Code(NamedTuple):
    """What a code stands for, with PTX that earns it and the same PTX put right."""

    meaning: str
    wrong: str
    right: str


CATALOGUE: Mapping[str, Code] = {
    # The text as such.
    "undecodable-byte": Code("A byte that is no UTF-8.", "// caf\\xe9", "// cafe"),
    "non-ascii-character": Code(
        "PTX is ASCII; in comments some assemblers put up with other characters, elsewhere they refuse them.",
        "add.u32 größe, a, b;",
        "add.u32 size, a, b;",
    ),
    "stray-character": Code("A character that begins nothing in PTX.", "add.u32 a, b, `c;", "add.u32 a, b, c;"),
    "unterminated-comment": Code("/* has no */.", "ret; /* done", "ret; /* done */"),
    "unterminated-string": Code('A string has no closing ".', '.pragma "nounroll;', '.pragma "nounroll";'),
    "malformed-number": Code("A digit begins something that is no constant.", "mov.u32 a, 08;", "mov.u32 a, 8;"),
    "preprocessor-directive": Code(
        "Of the preprocessor's lines only line markers may be left.", "#define N 4", '# 1 "kernel.ptx"'
    ),
    # Grammar.
    "syntax-error": Code("Something else is expected here.", "add.u32 a b, c;", "add.u32 a, b, c;"),
    "missing-semicolon": Code("A statement ends without its semicolon.", "ret", "ret;"),
    "unclosed-brace": Code("A { has no }.", ".entry k() { ret;", ".entry k() { ret; }"),
    "unmatched-brace": Code("A } has no {.", ".entry k() { ret; } }", ".entry k() { ret; }"),
    "nesting-too-deep": Code("Blocks or expressions nest deeper than this parser follows.", "{{{{ … }}}}", "{ … }"),
    "too-many-errors": Code("The parser gave up; what follows was not read.", "", ""),
    "missing-version": Code("A module begins with .version.", ".target sm_90", ".version 8.7\n.target sm_90"),
    "missing-target": Code(".target follows .version.", ".version 8.7", ".version 8.7\n.target sm_90"),
    "unknown-version": Code("No PTX version has this number.", ".version 7.9", ".version 7.8"),
    "unknown-target": Code("No target has this name.", ".target sm_91", ".target sm_90"),
    "unknown-directive": Code("No directive has this name.", ".entri k() { }", ".entry k() { }"),
    "misplaced-directive": Code(
        "The directive exists, but not at this place.",
        '.entry k() { .file 1 "k.cu" }',
        '.file 1 "k.cu"\n.entry k() { }',
    ),
    "missing-label": Code(
        "A list of targets or a prototype needs the label that calls and branches name.",
        ".callprototype _ ();",
        "prototype: .callprototype _ ();",
    ),
    "missing-state-space": Code("A variable needs a state space.", ".align 4 .u32 x;", ".global .align 4 .u32 x;"),
    "repeated-state-space": Code("A variable lives in one state space.", ".global .shared .u32 x;", ".global .u32 x;"),
    "empty-declaration": Code("The declaration names no variable.", ".global .u32 ;", ".global .u32 x;"),
    # Constants.
    "constant-overflow": Code(
        "The constant does not fit: integers have 64 bits, floating-point constants are normal doubles.",
        "mov.u64 a, 0x10000000000000000;",
        "mov.u64 a, 0xffffffffffffffff;",
    ),
    "constant-type": Code(
        "Constant expressions do not mix integers and floating-point numbers.",
        "mov.f64 a, 1.5 + 2;",
        "mov.f64 a, 1.5 + 2.0;",
    ),
    "division-by-zero": Code("A constant expression divides by zero.", "mov.u32 a, 1 / 0;", "mov.u32 a, 0;"),
    # Instructions.
    "unknown-mnemonic": Code("No instruction has this name.", "ad.u32 a, b, c;", "add.u32 a, b, c;"),
    "unknown-modifier": Code("The instruction has no such modifier.", "add.u33 a, b, c;", "add.u32 a, b, c;"),
    "missing-modifier": Code("The instruction lacks a modifier.", "add a, b, c;", "add.u32 a, b, c;"),
    "modifier-order": Code(
        "The right modifiers stand in an order that assemblers refuse.", "mul.s32.lo a, b, c;", "mul.lo.s32 a, b, c;"
    ),
    "modifier-combination": Code(
        "Each modifier exists, but no form has them together.", "add.sat.u32 a, b, c;", "add.sat.s32 a, b, c;"
    ),
    "unusual-spelling": Code(
        "Assemblers accept this order of modifiers; manuals write another.",
        "add.s32.sat a, b, c;",
        "add.sat.s32 a, b, c;",
    ),
    "unrecorded-instruction": Code(
        "The instruction exists, but no record covers it yet: nothing about it was checked.", "bar.sync 0;", ""
    ),
    "operand-count": Code("Too few or too many operands.", "add.u32 a, b;", "add.u32 a, b, c;"),
    "operand-kind": Code(
        "The operand is of the wrong kind, such as a constant where a result goes.",
        "add.u32 1, a, b;",
        "add.u32 a, b, 1;",
    ),
    "operand-type": Code(
        "The operand's type does not go with the instruction's.", "add.u32 a, f, b;", "add.u32 a, c, b;"
    ),
    "operand-range": Code("A constant operand is out of range.", "bar.sync 16;", "bar.sync 15;"),
    "vector-size": Code("A vector has the wrong number of elements.", "ld.v2.u32 {a}, [p];", "ld.v2.u32 {a, b}, [p];"),
    # Names.
    "undeclared-name": Code("Nothing declares this name.", "add.u32 a, b, z;", ".reg .u32 z;\nadd.u32 a, b, z;"),
    "redeclared-name": Code("The name is declared twice in one scope.", ".reg .u32 a, a;", ".reg .u32 a, b;"),
    # Availability.
    "unavailable-target": Code(
        "The target does not have this.", ".target sm_70\nadd.bf16 a, b, c;", ".target sm_90\nadd.bf16 a, b, c;"
    ),
    "unavailable-version": Code(
        "The PTX version does not have this.", ".version 7.0\nadd.bf16 a, b, c;", ".version 7.8\nadd.bf16 a, b, c;"
    ),
    # Execution.
    "not-executable": Code("The statement cannot be executed on its own.", "{ ret; }", "add.u32 a, b, c;"),
    "register-value": Code("A value given for a register does not fit it.", "", ""),
    "deprecated": Code("This is on its way out.", "vote.all.pred p, q;", "vote.sync.all.pred p, q, mask;"),
}
"""Every code, with its meaning. A code keeps its name and its meaning once it is released."""

_COLOURS = {"error": "\x1b[1;31m", "warning": "\x1b[1;35m", "note": "\x1b[1;36m", "hint": "\x1b[1;32m"}
_RESET = "\x1b[0m"


def render_text(diagnostics: Iterable[Diagnostic], source: str, file: str, *, colour: bool = False) -> str:
    """`file:line:column: error[code]: message`, the source line with a marker below, and the hint."""
    lines = source.split("\n")
    return "\n".join(_render_one(diagnostic, lines, file, colour) for diagnostic in diagnostics)


def to_json(diagnostic: Diagnostic, file: str) -> dict[str, Any]:
    """A diagnostic as a JSON-ready dict, with the file that it is in."""
    end_line, end_column = diagnostic.end
    return {
        "file": file,
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        "line": diagnostic.line,
        "column": diagnostic.column,
        "end_line": end_line,
        "end_column": end_column,
        "form": diagnostic.form,
        "hint": diagnostic.hint,
    }


def to_sarif(files: Mapping[str, Sequence[Diagnostic]], *, version: str) -> dict[str, Any]:
    """A SARIF 2.1.0 log of the diagnostics of each file; `version` is the version of this tool."""
    codes = sorted({diagnostic.code for found in files.values() for diagnostic in found})
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {"name": "ptxisa", "version": version, "rules": [_sarif_rule(code) for code in codes]}
                },
                "columnKind": "unicodeCodePoints",
                "artifacts": [{"location": {"uri": _uri(file)}} for file in files],
                "results": [
                    _sarif_result(diagnostic, file, codes) for file, found in files.items() for diagnostic in found
                ],
            }
        ],
    }


def _render_one(diagnostic: Diagnostic, lines: Sequence[str], file: str, colour: bool) -> str:
    severity = _paint(f"{diagnostic.severity}[{diagnostic.code}]", diagnostic.severity, colour)
    rendered = [f"{file}:{diagnostic.line}:{diagnostic.column}: {severity}: {diagnostic.message}"]
    if diagnostic.line <= len(lines):
        line = lines[diagnostic.line - 1].rstrip("\r")
        rendered += [_printable(line), _paint(_marker(diagnostic, line), diagnostic.severity, colour)]
    if diagnostic.hint:
        rendered.append(f"{_paint('hint', 'hint', colour)}: {diagnostic.hint}")
    return "\n".join(rendered)


def _paint(text: str, style: str, colour: bool) -> str:
    return f"{_COLOURS[style]}{text}{_RESET}" if colour else text


def _printable(line: str) -> str:
    """The line as a terminal can show it: control characters and undecodable bytes become U+FFFD."""
    return "".join(character if character.isprintable() or character == "\t" else "\ufffd" for character in line)


def _marker(diagnostic: Diagnostic, line: str) -> str:
    """`^~~~` below the range, to the end of the line when the range runs on; tabs keep their width."""
    start = diagnostic.column - 1
    end_line, end_column = diagnostic.end
    end = end_column - 1 if end_line == diagnostic.line else len(line)
    indent = "".join("\t" if character == "\t" else " " for character in line[:start].ljust(start))
    return f"{indent}^{'~' * (end - start - 1)}"


def _sarif_rule(code: str) -> dict[str, Any]:
    return {"id": code, "shortDescription": {"text": CATALOGUE[code].meaning}} if code in CATALOGUE else {"id": code}


def _sarif_result(diagnostic: Diagnostic, file: str, codes: Sequence[str]) -> dict[str, Any]:
    end_line, end_column = diagnostic.end
    region = {
        "startLine": diagnostic.line,
        "startColumn": diagnostic.column,
        "endLine": end_line,
        "endColumn": end_column,
    }
    message = f"{diagnostic.message} ({diagnostic.hint})" if diagnostic.hint else diagnostic.message
    result: dict[str, Any] = {
        "ruleId": diagnostic.code,
        "ruleIndex": codes.index(diagnostic.code),
        "level": diagnostic.severity,
        "message": {"text": message},
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": _uri(file)}, "region": region}}],
    }
    if diagnostic.form:
        result["properties"] = {"form": diagnostic.form}
    return result


def _uri(file: str) -> str:
    """A file name as the URI reference that SARIF asks for."""
    from urllib.parse import quote

    return quote(file.replace("\\", "/"), safe="/:", errors="surrogateescape")
