"""Answers of the playground about the text in its editor, as JSON. It runs in the browser.

A text is a litmus test if it has a question, a module if it has `.version`, the body of a kernel if it declares
registers, and statements otherwise. Statements run in a few threads, in a warp or in a warpgroup, as they need.
"""

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
from ptxisa.machine.arguments import ArgumentError, argument_value
from ptxisa.machine.image import Image, ModuleText, Procedure, Variable
from ptxisa.machine.launch import launch
from ptxisa.memory_model import LitmusError, MemoryModel, decide, parse_litmus
from ptxisa.memory_model.pictures import picture
from ptxisa.numbers.notation import NotAValue, parse, show
from ptxisa.numbers.patterns import array_of, integers
from ptxisa.run.binding import Program
from ptxisa.run.execute import execute
from ptxisa.run.groups import MatrixStep
from ptxisa.run.launch import SUPPLIED
from ptxisa.run.program import compile_statements
from ptxisa.run.steps import WarpStep
from ptxisa.syntax import tree
from ptxisa.syntax.parser import parse_statements

DEFAULT_TARGET = "sm_90"
"""The target of declarations and statements that are checked as a kernel, where none is chosen."""
MOST_STATEMENTS = 40
"""Statements whose availability and semantics are shown."""
MOST_ROWS = 200
MOST_CHARACTERS = 200
"""Characters of a cell of a query."""
MOST_THREADS = 128
WARP, FEW = 32, 2
"""Threads of statements that exchange values between lanes, and of other statements."""
MEMORY, GROUP_MEMORY = 64, 2048
"""Bytes of each state space, and with statements of whole warps; byte i is the lowest byte of i."""
MOST_STEPS = 200_000
"""Instructions of all threads after which a kernel is stopped."""
MOST_ARGUMENT = 1 << 20
"""Bytes of the largest array for a kernel."""
MOST_ELEMENTS = 64
"""Elements of an array that are shown after a run."""
MOST_UNROLL = 2
"""Iterations of a loop of a litmus test."""
_LITMUS = re.compile(r"^//!|\APTX\b", re.MULTILINE)
SAMPLES: Mapping[str, tuple[str, ...]] = {
    "float": ("1.5", "-2.25", "0.1", "3", "-0.5", "7.75", "100", "-0"),
    "signed": ("7", "-3", "100", "-128", "0", "1", "-1", "42"),
    "unsigned": ("7", "3", "100", "255", "0", "1", "9", "42"),
    "bits": ("0x12345678", "0x80000001", "0xff", "0x0f0f0f0f", "0", "1", "0xf0", "0xdeadbeef"),
    "predicate": ("1", "0", "1", "1", "0", "0", "1", "0"),
}
"""Initial values of registers, by kind of type; pages use them for the results of examples as well."""
_WHOLE = re.compile(r"^\s*\.(version|target|address_size)\b", re.MULTILINE)
_DECLARATION = re.compile(r"(?:(?<=[;{}])|^)\s*\.(?:reg|local|shared|param|const|global|pragma|loc)\b[^;]*;", re.M)
_ELEMENTS = re.compile(r"\.(f16|bf16|tf32|e4m3|e5m2|s8|u8)\b(?=[.\w]*\s)")
"""The type of the elements of A and B, in the opcode of a matrix instruction."""
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


def answer(text: str) -> str:
    """Return the answer to a request, both as JSON: `{"code", "target", "ptx", "values"}`, or `{"sql"}`."""
    request = json.loads(text)
    return json.dumps(sql(request["sql"]) if "sql" in request else about(request), ensure_ascii=False)


def about(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the diagnostics, availability, semantics and results of a text."""
    code, target, ptx = request["code"], request.get("target") or None, request.get("ptx") or None
    plain = _blanked(code, _COMMENT)
    whole = bool(_WHOLE.search(plain))
    if _LITMUS.search(code):
        return {"module": True, "diagnostics": [], "statements": [], "run": {}, "litmus": _litmus(code)}
    if whole:
        findings = check_module(code)
    elif _DECLARATION.search(plain):
        findings = _checked_body(code, target or DEFAULT_TARGET, ptx or newest())
    else:
        findings = check_statement(code, target, ptx)
    diagnostics = [_shown(finding) for finding in findings]
    if whole:
        run: dict[str, Any] = {}
        if not any(finding.severity == "error" for finding in findings):
            run, errors = _launch(code, request.get("values") or {})
            diagnostics += [_shown(finding) for finding in errors]
        return {"module": True, "diagnostics": diagnostics, "statements": [], "run": run}
    statements = list(_statements(code, target, ptx))
    run = _run(code, target, ptx, request.get("values") or {})
    return {"module": False, "diagnostics": diagnostics, "statements": statements, "run": run}


def _shown(finding: Diagnostic) -> dict[str, Any]:
    """Return a finding as the page shows it."""
    return {
        "code": finding.code,
        "severity": finding.severity,
        "message": finding.message,
        "hint": finding.hint,
        "start": [finding.line, finding.column],
        "end": list(finding.end),
    }


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
    last, end_column = code.count("\n") + 1, len(code) - code.rfind("\n")
    shown = []
    for finding in check_module(f"{head}{code}\n}}"):
        if finding.line - 1 > last:  # A finding at the closing brace is shown at the end of the text.
            shown.append(finding._replace(line=last, column=end_column, end=(last, end_column)))
        elif finding.line > 1:
            line, column = finding.end
            shown.append(finding._replace(line=finding.line - 1, end=(line - 1, column)))
    return shown


def _statements(code: str, target: str | None, ptx: str | None) -> Iterator[dict[str, Any]]:
    """Yield the opcodes of the text, each once, with their availability and semantics."""
    place = Place(targets.target(target) if target else None, versions.version(ptx) if ptx else None, assembler=MANUAL)
    nodes: dict[str, tree.Instruction] = {}
    for node in parse_statements(_instructions(code)).statements:
        if isinstance(node, tree.Instruction):
            nodes.setdefault(".".join([node.opcode.mnemonic, *node.opcode.modifiers]), node)
    for opcode, node in list(nodes.items())[:MOST_STATEMENTS]:
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
        # Without declarations, a name may be a register or an address; forms that compute explain more than the others.
        computing = [form for form in forms if form["semantics"]]
        yield {
            "opcode": opcode,
            "available": answer.available,
            "reason": answer.reason,
            "forms": computing or forms[:1],
        }


def _run(code: str, target: str | None, ptx: str | None, values: Mapping[str, str]) -> dict[str, Any]:
    """Return the registers that statements read, with their values, and the registers that they write."""
    statements = _instructions(code)
    if not statements.strip():
        return {}
    try:
        program = compile_statements(statements, target, ptx)
    except PtxError as error:
        return {"problem": _first(error)}
    # Statements of matrices need a warp or a warpgroup, exchanges between lanes a warp, and others only a few threads.
    groups = [step.operation.threads for step in program.steps if isinstance(step, MatrixStep)]
    lanes = any(isinstance(step, WarpStep) for step in program.steps) or any(name in SUPPLIED for name in program.needs)
    threads = max(groups, default=WARP if lanes else FEW)
    matrix = _ELEMENTS.search(statements) if "mma" in statements else None
    inputs: list[dict[str, str]] = []
    for place, name in enumerate(_needed(program)):
        type_ = program.types.get(name, "u64")
        if name in program.types:
            sample = _sample(place, type_, threads, matrix[1] if matrix else "")
        else:  # A register without a type is an address: one for each thread, 16 bytes apart.
            sample = ", ".join(str(16 * lane) for lane in range(threads if threads <= WARP else 1))
        inputs.append({"name": name, "type": type_, "value": values.get(name, "").strip() or sample})
    try:
        values_by_name = {input_["name"]: _numbers(input_) for input_ in inputs}
        count = max([threads if threads > FEW else 1, *map(len, values_by_name.values())])
        # A short list continues with its last value.
        registers = {
            name: array_of([*numbers, *[numbers[-1]] * (count - len(numbers))], known()[type_].bits)
            for (name, numbers), type_ in zip(
                values_by_name.items(), (input_["type"] for input_ in inputs), strict=True
            )
        }
        accesses = [access.space for step in program.steps for part in step.parts for access in part.accesses]
        spaces = dict.fromkeys("global" if space == GENERIC else space.partition("::")[0] for space in accesses)
        size = MEMORY if threads == FEW else GROUP_MEMORY
        memory = {space: np.arange(size, dtype=np.uint64).astype(np.uint8) for space in spaces}
        written = execute(statements, registers, memory=memory, target=target, ptx=ptx, threads=count)
    except NotAValue as error:
        return {"inputs": inputs, "problem": str(error)}
    except PtxError as error:
        return {"inputs": inputs, "problem": _first(error)}
    results = [
        {
            "name": name,
            "type": program.types[name],
            "values": [show(pattern, program.types[name]) for pattern in integers(patterns)],
            "bits": [f"0x{pattern:0{known()[program.types[name]].bits // 4}x}" for pattern in integers(patterns)],
        }
        for name, patterns in written.items()
    ]
    left = [{"space": name, "bytes": array.tobytes().hex(" ", 4)} for name, array in memory.items()]
    return {"inputs": inputs, "results": results, "memory": left, "threads": count}


def _sample(place: int, type_: str, threads: int, elements: str) -> str:
    """Return values for a register: two that differ, or for warps the number of the lane or packed ones."""
    bits, kind = known()[type_].bits, known()[type_].kind
    if threads > FEW:
        if elements and (kind == "bits" or type_.startswith(elements)):
            width = known()[elements].bits
            pattern = parse("1", elements)
            return hex(sum(pattern << shift for shift in range(0, bits, width)))
        if kind == "predicate":
            return ", ".join(str(lane % 3 % 2) for lane in range(WARP))
        return ", ".join(map(str, range(WARP))) if threads == WARP and not elements else "0"
    texts = SAMPLES.get(kind, ("0", "1"))
    chosen = (texts[(place + lane) % len(texts)] for lane in range(FEW))
    return ", ".join(hex(int(text, 16) & (1 << bits) - 1) if text.startswith("0x") else text for text in chosen)


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


def _launch(code: str, values: Mapping[str, str]) -> tuple[dict[str, Any], list[Diagnostic]]:
    """Run the kernel of a module for the target of the module.

    Returns:
        Sizes and parameters with their values, the arrays after the run, and the findings.
    """
    try:
        image = Image((ModuleText("module", code),))
        names = [procedure.name for procedure in image.procedures if procedure.kernel]
        if not names:
            return {"problem": "the module has no kernel"}, []
        kernel = image.kernel(values.get("kernel") if values.get("kernel") in names else names[0])
    except PtxError as error:
        return {"problem": _first(error)}, []
    block = ",".join(map(str, kernel.directive("reqntid") or (WARP,)))
    inputs = [{"name": "kernel", "type": "entry", "value": kernel.name}] if len(names) > 1 else []
    inputs += [
        {"name": name, "type": type_, "value": values.get(name, "").strip() or default}
        for name, type_, default in (("grid", "CTAs", "1"), ("block", "threads", block), *_parameters(kernel))
    ]
    texts = {input_["name"]: input_["value"] for input_ in inputs}
    try:
        ctas, threads = (
            tuple(int(part) for part in texts[name].replace("x", ",").split(",")) for name in ("grid", "block")
        )
        arguments = [argument_value(name, texts[name], MOST_ARGUMENT) for name, *_ in _parameters(kernel)]
        result = launch(code, kernel.name, ctas, threads, arguments, steps=MOST_STEPS)
    except PtxError as error:
        return {"inputs": inputs, "problem": _first(error)}, []
    except (ArgumentError, ValueError, TypeError) as error:
        return {"inputs": inputs, "problem": str(error)}, []
    arrays = []
    for (name, *_), argument in zip(_parameters(kernel), arguments, strict=True):
        array = getattr(argument, "array", argument)
        if isinstance(array, np.ndarray):
            shown = ", ".join(str(value) for value in array.ravel()[:MOST_ELEMENTS].tolist())
            arrays.append({"name": name, "type": f"{array.dtype}, {array.size} elements", "values": shown})
    notes = [f"{result.counts.instructions:,} instructions", *(f"not modeled: {reason}" for reason in result.unmodeled)]
    return {"inputs": inputs, "arrays": arrays, "printed": result.printed, "notes": notes}, list(result.findings)


def _parameters(kernel: Procedure) -> Iterator[tuple[str, str, str]]:
    """Yield name, type and default value of each parameter; a parameter of 64 bits is an array by default."""
    for parameter in kernel.parameters:
        if isinstance(parameter, Variable):
            type_ = known()[parameter.type]
            if parameter.size != type_.bits // 8:
                default = f"hex:{'00' * parameter.size}"
            elif type_.bits == 64 and type_.kind != "float":
                default = f"range:u32:{WARP}"
            else:
                default = "1.0" if type_.kind == "float" else str(WARP)
            yield parameter.name, parameter.type, default


def _litmus(code: str) -> dict[str, Any]:
    """Return the verdict of a litmus test, its outcomes and races, and a picture of an execution."""
    model = MemoryModel.of("8.7")
    try:
        test = parse_litmus(code, "playground")
        report = decide(test, model, MOST_UNROLL)
        drawn = picture(report, model, MOST_UNROLL)
    except LitmusError as error:
        return {"problem": str(error)}
    return {
        "verdict": report.verdict,
        "question": str(test.question),
        "executions": report.executions,
        "outcomes": [dict(outcome) for outcome in sorted(report.outcomes)],
        "races": [f"{race.first} and {race.second} ({race.kind})" for race in report.races],
        "picture": drawn,
    }


def sql(query: str) -> dict[str, Any]:
    """Return the columns and first rows of a query over the records."""
    try:
        columns, rows = database().table(query)
    except (sqlite3.Error, sqlite3.Warning, ValueError) as error:
        return {"problem": str(error)}
    shown = [["" if cell is None else str(cell)[:MOST_CHARACTERS] for cell in row] for row in rows[:MOST_ROWS]]
    return {"columns": columns, "rows": shown, "count": len(rows)}
