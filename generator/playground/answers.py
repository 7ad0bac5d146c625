"""Answers of the playground about the text in its editor, as JSON. It runs in the browser."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from ptxisa import PtxError, UnknownOpcode, available, check_module, check_statement, database
from ptxisa.check.instruction import resolve
from ptxisa.check.operands import GENERIC
from ptxisa.check.place import Place
from ptxisa.check.scope import anything
from ptxisa.isa import targets, versions
from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.isa.instructions import MANUAL
from ptxisa.isa.types import known
from ptxisa.numbers.notation import NotAValue, parse, show
from ptxisa.numbers.patterns import array_of, integers
from ptxisa.run.binding import Program
from ptxisa.run.execute import execute
from ptxisa.run.launch import SUPPLIED
from ptxisa.run.program import compile_statements
from ptxisa.syntax import tree
from ptxisa.syntax.parser import parse_statements

DEFAULT_TARGET = "sm_90"
"""The target of declarations and statements that are checked as a kernel, where none is chosen."""
MOST_STATEMENTS = 40
"""Statements whose availability and semantics are shown."""
MOST_ROWS = 200
MOST_CHARACTERS = 200
"""Characters of a cell of a query."""
MOST_THREADS = 32
MEMORY = 64
"""Bytes of each state space; byte i is i."""
ADDRESSES = "0, 16"
SAMPLES: Mapping[str, tuple[str, ...]] = {
    "float": ("1.5", "-2.25", "0.1", "3"),
    "signed": ("7", "-3", "100", "-128"),
    "unsigned": ("7", "3", "100", "255"),
    "bits": ("0x12345678", "0x80000001", "0xff", "0x0f0f0f0f"),
    "predicate": ("1", "0", "1", "1"),
}
"""Values that registers have before anyone gives them others, by kind of type."""
_WHOLE = re.compile(r"^\s*\.(version|target|address_size)\b", re.MULTILINE)
_DECLARATION = re.compile(r"(?:(?<=[;{}])|^)\s*\.(?:reg|local|shared|param|const|global|pragma|loc)\b[^;]*;", re.M)
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


def answer(request: str) -> str:
    """Return the answer to a request, both as JSON: `{"code", "target", "ptx", "values"}`, or `{"sql"}`."""
    asked = json.loads(request)
    answer = sql(asked["sql"]) if "sql" in asked else about(asked)
    return json.dumps(answer, ensure_ascii=False)


def about(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the diagnostics, availability, semantics and results of a text."""
    code, target, ptx = asked["code"], asked.get("target") or None, asked.get("ptx") or None
    plain = _blanked(code, _COMMENT)
    whole = bool(_WHOLE.search(plain))
    if whole:
        findings = check_module(code)
    elif _DECLARATION.search(plain):
        findings = _checked_body(code, target or DEFAULT_TARGET, ptx or newest())
    else:
        findings = check_statement(code, target, ptx)
    diagnostics = [
        {
            "code": finding.code,
            "severity": finding.severity,
            "message": finding.message,
            "hint": finding.hint,
            "start": [finding.line, finding.column],
            "end": list(finding.end),
        }
        for finding in findings
    ]
    if whole:
        return {"module": True, "diagnostics": diagnostics, "statements": [], "run": {}}
    statements = list(_statements(code, target, ptx))
    run = _run(code, target, ptx, asked.get("values") or {})
    return {"module": False, "diagnostics": diagnostics, "statements": statements, "run": run}


def _blanked(code: str, pattern: re.Pattern[str]) -> str:
    """Return the text with spaces where a pattern matches, so that positions do not change."""
    return pattern.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), code)


def _instructions(code: str) -> str:
    """Return the text without its declarations and comments."""
    return _blanked(_blanked(code, _COMMENT), _DECLARATION)


def newest() -> str:
    """Return the newest PTX version whose manual the records describe."""
    return [name for name, version in versions.known().items() if version.documented][-1]


def _checked_body(code: str, target: str, ptx: str) -> list[Diagnostic]:
    """Return the diagnostics of a kernel with this body, without those of the lines around the text."""
    head = f".version {ptx} .target {target} .address_size 64 .visible .entry playground() {{\n"
    last, behind = code.count("\n") + 1, len(code) - code.rfind("\n")
    shown = []
    for finding in check_module(f"{head}{code}\n}}"):
        if finding.line - 1 > last:  # A finding at the closing brace is shown at the end of the text.
            shown.append(finding._replace(line=last, column=behind, end=(last, behind)))
        elif finding.line > 1:
            line, column = finding.end
            shown.append(finding._replace(line=finding.line - 1, end=(line - 1, column)))
    return shown


def _statements(code: str, target: str | None, ptx: str | None) -> Iterator[dict[str, Any]]:
    """Return the opcodes of the text, each once, with their availability and semantics."""
    place = Place(targets.target(target) if target else None, versions.version(ptx) if ptx else None, assembler=MANUAL)
    nodes = {
        ".".join([one.opcode.mnemonic, *one.opcode.modifiers]): one
        for one in reversed(
            [
                statement
                for statement in parse_statements(_instructions(code)).statements
                if isinstance(statement, tree.Instruction)
            ]
        )
    }
    for opcode, node in [*reversed(nodes.items())][:MOST_STATEMENTS]:
        try:
            answer = available(opcode, target, ptx)
        except UnknownOpcode as reason:
            yield {"opcode": opcode, "available": None, "reason": str(reason), "forms": []}
            continue
        forms: list[dict[str, Any]] = []
        for match in resolve(node, place, anything):
            form, query = match.form.id, "SELECT syntax, pseudocode, no_semantics FROM form WHERE id = ?"
            ((syntax, pseudocode, without),) = database().sql(query, (form,))
            forms.append({"id": form, "syntax": syntax, "semantics": pseudocode or "", "without": without or ""})
        yield {"opcode": opcode, "available": answer.available, "reason": answer.reason, "forms": forms}


def _run(code: str, target: str | None, ptx: str | None, values: Mapping[str, str]) -> dict[str, Any]:
    """Return the registers that statements read, with their values, and the registers that they write."""
    statements = _instructions(code)
    if not statements.strip():
        return {}
    try:
        program = compile_statements(statements, target, ptx)
    except PtxError as error:
        return {"problem": _first(error)}
    inputs: list[dict[str, str]] = []
    for place, name in enumerate(_needed(program)):
        type_, sample = program.types.get(name, "u64"), ADDRESSES
        if name in program.types:  # Samples for two threads, cut to the width of the type.
            kind, mask = known()[type_].kind, (1 << known()[type_].bits) - 1
            texts = SAMPLES.get(kind, ("0", "1"))
            chosen = (texts[(place + lane) % len(texts)] for lane in range(2))
            sample = ", ".join(hex(int(text, 16) & mask) if text.startswith("0x") else text for text in chosen)
        inputs.append({"name": name, "type": type_, "value": values.get(name, "").strip() or sample})
    try:
        given = {input_["name"]: _numbers(input_) for input_ in inputs}
        count = max(map(len, given.values()), default=1)
        # A short list continues with its last value.
        registers = {
            name: array_of([*numbers, *[numbers[-1]] * (count - len(numbers))], known()[type_].bits)
            for (name, numbers), type_ in zip(given.items(), (input_["type"] for input_ in inputs), strict=True)
        }
        accesses = [access.space for step in program.steps for part in step.parts for access in part.accesses]
        spaces = dict.fromkeys("global" if space == GENERIC else space.partition("::")[0] for space in accesses)
        memory = {space: np.arange(MEMORY, dtype=np.uint8) for space in spaces}
        written = execute(statements, registers, memory=memory, target=target, ptx=ptx, threads=count)
    except NotAValue as error:
        return {"inputs": inputs, "problem": str(error)}
    except PtxError as error:
        return {"inputs": inputs, "problem": _first(error)}
    results = [_result(name, integers(patterns), program.types[name]) for name, patterns in written.items()]
    left = [{"space": name, "bytes": array.tobytes().hex(" ", 4)} for name, array in memory.items()]
    return {"inputs": inputs, "results": results, "memory": left, "threads": count}


def _first(error: PtxError) -> str:
    return error.diagnostics[0].message


def _needed(program: Program) -> list[str]:
    """Return the registers that need values; a result under a guard keeps its old value."""
    guarded = {
        write.register
        for step in program.steps
        if step.guard
        for part in step.parts
        for write in part.writes
        if write.register in program.types
    }
    read = [name for name in program.needs if name not in SUPPLIED]
    return [*read, *sorted(str(name) for name in guarded - set(read))]


def _numbers(register: Mapping[str, str]) -> list[int]:
    """Return the patterns of comma-separated values."""
    parts = [part.strip() for part in register["value"].split(",") if part.strip()]
    if len(parts) > MOST_THREADS:
        raise NotAValue(f"{register['name']} has values for {len(parts)} threads; at most {MOST_THREADS}")
    try:
        return [parse(part, register["type"]) for part in parts]
    except NotAValue as error:
        raise NotAValue(f"{register['name']}: {error}") from None


def _result(name: str, patterns: list[int], type_: str) -> dict[str, Any]:
    digits = known()[type_].bits // 4
    return {
        "name": name,
        "type": type_,
        "values": [show(pattern, type_) for pattern in patterns],
        "bits": [f"0x{pattern:0{digits}x}" for pattern in patterns],
    }


def sql(query: str) -> dict[str, Any]:
    """Return the columns and first rows of a query over the records."""
    try:
        columns, rows = database().table(query)
    except (sqlite3.Error, sqlite3.Warning, ValueError) as error:
        return {"problem": str(error)}
    shown = [["" if cell is None else str(cell)[:MOST_CHARACTERS] for cell in row] for row in rows[:MOST_ROWS]]
    return {"columns": columns, "rows": shown, "count": len(rows)}
