"""Markdown about instructions, names and numbers, for hovers and completion."""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from ptxisa.check.place import Place
from ptxisa.isa.diagnostics import CATALOGUE
from ptxisa.isa.forms import Form, Operand, Values, choose, is_present, type_of
from ptxisa.isa.instructions import forms_of
from ptxisa.isa.names import counted
from ptxisa.isa.opcode import ResolvedInstruction
from ptxisa.isa.requirements import Requirement
from ptxisa.query.availability import UnknownOpcode, availability_of, joined
from ptxisa.query.availability import candidates as availability_candidates
from ptxisa.query.database import database
from ptxisa.sources.regions import AsmOperand

Data = Mapping[str, Any]
_FOLDERS = {
    "attribute": "attributes",
    "directive": "directives",
    "modifier": "modifiers",
    "pragma": "pragmas",
    "special_register": "special_registers",
    "state_space": "state_spaces",
    "target": "targets",
    "type": "types",
    "version": "versions",
}
"""Folder of the pages of each kind that hovers link to."""
_MOST_FORMS = 8
_MOST_NOTES = 3


def link(documentation: str, record: Data, identity: str = "") -> str:
    """Return a line with a link to the page of a record; "" without documentation."""
    if not documentation:
        return ""
    folder = "instructions" if record["kind"] == "instruction" else _FOLDERS.get(record["kind"])
    if folder is None:
        return ""
    name = identity or re.sub(r"[%@]+", "", record["name"])
    return f"[{record['name']} in the documentation]({documentation.rstrip('/')}/_generated/{folder}/{name}.html)"


def code_page(documentation: str, code: str) -> str:
    """Return the address of the page of a diagnostic code; "" without documentation."""
    known = documentation and code in CATALOGUE
    return f"{documentation.rstrip('/')}/_generated/codes/{code}.html" if known else ""


@lru_cache(maxsize=256)
def record_of(identity: str) -> Data:
    """Return the record of an instruction."""
    return database().instruction_record(identity)[0]


def instruction(candidates: Sequence[ResolvedInstruction], opcode: str, place: Place, documentation: str = "") -> str:
    """Return everything about a statement or an opcode whose forms are known, the best one first."""
    best = candidates[0]
    record = record_of(best.form.record)
    stated = next(form for form in record["forms"] if form["id"] == best.form.id)
    parts = [f"**{opcode}**: {plain(record['summary'])}"]
    if "summary" in stated:
        parts.append(plain(stated["summary"]))
    parts.append(code_block(best.form.syntax))
    parts.append(availability(candidates, place))
    parts.append(operand_table(best.form, best.known_values))
    values = best.modifiers if best.complete else {}
    parts += [f"- {meaning}" for meaning in modifier_meanings(best.form, values)]
    if record.get("notes"):
        parts += [plain(note) for note in record["notes"][:_MOST_NOTES]]
    others = len({candidate.form.id for candidate in candidates}) - 1
    if others:
        parts.append(f"{counted(others, 'other form')} with these modifiers")
    parts.append(link(documentation, record, best.form.record))
    return _joined(parts)


def mnemonic(name: str, place: Place, documentation: str = "") -> str:
    """Return what the instructions of a mnemonic do; "" if there is none."""
    forms = forms_of(name)
    records = {form.record: record_of(form.record) for form in forms}
    if not records:
        return ""
    parts = []
    for identity, record in records.items():
        own = [form for form in forms if form.record == identity]
        parts.append(f"**{record['name']}**: {plain(record['summary'])}")
        parts.append(code_block("\n".join(form.syntax for form in own[:_MOST_FORMS])))
        if len(own) > _MOST_FORMS:
            parts.append(f"and {counted(len(own) - _MOST_FORMS, 'other form')}")
        parts.append(link(documentation, record, identity))
    parts.append(availability([ResolvedInstruction(form, {}, name, complete=False) for form in forms], place))
    return _joined(parts)


def availability(candidates: Sequence[ResolvedInstruction], place: Place) -> str:
    """Return where forms are available, and whether they are at the place."""
    requirements, lack = availability_of(list(candidates), place.target, place.version)
    since = f"Available since {joined(requirements)}" if requirements else "Available on no target"
    if place.anywhere:
        return f"{since}."
    here = f"not on {place}: {lack.reason}" if lack else f"available on {place}"
    return f"{since}; **{here}**." if lack else f"{since}; {here}."


def floor(requirements: Sequence[Requirement]) -> str:
    """Return the lowest floor as it is shown beside a word: `PTX 7.8, sm_90`; "" without requirements."""
    if not requirements:
        return ""
    first = requirements[0]
    return f"PTX {first.ptx}, {first.target.replace('+', '')}"


def operand_numbers(form: Form) -> tuple[int, ...]:
    """Return the number of commas before each operand of a form, those in vectors left out: `q` of `p|q, a` has 0."""
    return _operand_numbers(form.syntax.partition(" ")[2], tuple(operand.name for operand in form.operands))


@lru_cache(maxsize=1024)
def _operand_numbers(text: str, names: tuple[str, ...]) -> tuple[int, ...]:
    numbers, position = [], 0
    for operand in names:
        name = re.compile(rf"(?<![\w-]){operand.replace('_', '[-_]')}(?![\w-])", re.IGNORECASE)
        match = name.search(text, position)
        position = match.end() if match else position
        # Optional operands are `{, e}` in a template: the comma is one of the statement, the brace is not.
        before = re.sub(r"\{\s*,", ",", text[:position])
        depth = number = 0
        for character in before:
            depth += {"[": 1, "(": 1, "{": 1, "]": -1, ")": -1, "}": -1}.get(character, 0)
            number += character == "," and depth <= 0
        numbers.append(number)
    return tuple(numbers)


def operand_table(form: Form, values: Values | None) -> str:
    """Return the operands of a form as a table; with values, only those that are present."""
    rows = []
    for operand in form.operands:
        if values is not None and not is_present(operand, values):
            continue
        access = {"read": "in", "write": "out"}.get(operand.access, "in, out")
        rows.append(f"| `{operand.name}` | {access} | {operand_type(operand, values)} | {plain(operand.summary)} |")
    return "\n".join(["| operand | | type | |", "|---|---|---|---|", *rows]) if rows else ""


def operand_type(operand: Operand, values: Values | None) -> str:
    """Return the type of an operand as it is written, with what else limits it."""
    if values is None or any(name[1:] not in values for name in [str(operand.type)] if name.startswith("$")):
        type_ = operand.type if isinstance(operand.type, str) else "by modifiers"
        type_ = f"{{{type_[1:]}}}" if type_.startswith("$") else type_
    else:
        type_ = type_of(operand, values)
    text = f"`.{type_}`" if type_ and type_ != "by modifiers" and type_[0] != "{" else type_
    kind = {"register": "", "address": "address of ", "variable": "name of "}.get(operand.kind, f"{operand.kind} ")
    count = choose(operand.vector, values) if values is not None else None
    vector = f"{count} x " if count else ""
    limits = []
    if operand.immediate == "required":
        limits.append("constant")
    elif operand.immediate == "forbidden":
        limits.append("no constant")
    low, high = ("" if limit is None else str(limit) for limit in (operand.minimum, operand.maximum))
    if low or high:
        limits.append(f"{low}..{high}")
    return f"{kind}{vector}{text}{', ' if limits and text else ''}{', '.join(limits)}"


def modifier_meanings(form: Form, values: Values) -> list[str]:
    """Return what each written modifier means, apart from types."""
    meanings = []
    for slot in form.slots:
        value = values.get(slot.name)
        if value is None or slot.group == "type":
            continue
        summary = modifier_summary(slot.group, value)
        if summary:
            meanings.append(f"`.{value}`: {summary}")
    return meanings


@lru_cache(maxsize=2048)
def modifier_summary(group: str, value: str) -> str:
    """Return the summary of a value of a modifier group, or of a type; "" if there is none."""
    if group == "type":
        records = database().record("type", value)
        return plain(records[0].get("summary", "")) if records else ""
    for record in database().record("modifier", group):
        for entry in record.get("values", ()):
            if entry["value"] == value:
                return plain(entry.get("summary", ""))
    return ""


def named_record(name: str, place: Place, documentation: str = "") -> str:
    """Return a special register, directive, type, state space, target or pragma; "" if nothing has the name."""
    kinds = ("special_register", "directive", "state_space", "type", "modifier", "target", "attribute", "pragma")
    records = [record for record in database().find(name) if record["kind"] in kinds]
    if not records:
        return ""
    # A word may be several things, for example `.shared`: the kind that is first in the list is shown.
    record = min(records, key=lambda entry: kinds.index(entry["kind"]))
    parts = [f"**{record.get('spelling', name)}**: {plain(record.get('summary', ''))}"]
    syntax = record.get("syntax")
    if syntax:
        parts.append(code_block("\n".join([syntax] if isinstance(syntax, str) else syntax)))
    if "type" in record and record["kind"] == "special_register":
        parts.append(f"Type `.{record['type']}`")
    if record["kind"] == "modifier":
        value = next((entry for entry in record.get("values", ()) if f".{entry['value']}" == name), None)
        if value is not None:
            parts.append(plain(value.get("summary", "")))
    if record.get("availability"):
        parts.append(language_availability(name, place))
    parts += [plain(note) for note in record.get("notes", ())[:_MOST_NOTES]]
    if record.get("cuda"):
        parts.append("CUDA C++: " + ", ".join(f"`{cuda}`" for cuda in record["cuda"][:4]))
    parts.append(link(documentation, record))
    return _joined(parts)


def language_availability(name: str, place: Place) -> str:
    """Return where a special register or a directive is available; "" for names without availability."""
    try:
        return availability(availability_candidates(name), place)
    except UnknownOpcode:
        return ""


_HEXADECIMAL = re.compile(r"0[fF]([0-9a-fA-F]{8})|0[dD]([0-9a-fA-F]{16})")


def number(text: str) -> str:
    """Return a number in other notations; "" for other text."""
    match = _HEXADECIMAL.fullmatch(text)
    if match:
        single = match[1] is not None
        (value,) = struct.unpack(">f" if single else ">d", bytes.fromhex(match[1] or match[2]))
        return f"`{text}`: {'single' if single else 'double'} {value!r}"
    # A leading 0 means octal in PTX, which Python rejects.
    digits = text.rstrip("U")
    octal = re.fullmatch(r"0[0-7]+", digits)
    try:
        value = int(digits, 8) if octal else int(digits, 0)
    except ValueError:
        return ""
    notations = dict.fromkeys((f"{value:,}", f"{value:#x}", f"{value:#b}" if value < 1 << 16 else ""))
    return f"`{text}`: {' = '.join(filter(None, notations))}"


_CONSTRAINTS = {
    "h": "a 16-bit register",
    "r": "a 32-bit register",
    "l": "a 64-bit register",
    "q": "a 128-bit register",
    "f": "a 32-bit floating-point register",
    "d": "a 64-bit floating-point register",
    "b": "a predicate",
    "c": "a 16-bit register",
    "n": "a constant",
    "i": "a constant",
    "C": "a string of the compiler",
    "reg16": "a 16-bit register",
    "reg32": "a 32-bit register",
    "reg64": "a 64-bit register",
    "const": "a constant",
}
"""Meanings of constraints: letters of CUDA C++ (and of LLVM, which MLIR and Julia use), names of Rust's `asm!`."""


def operand(node: AsmOperand) -> str:
    """Return what an operand of inline assembly is: access, constraint, type and expression."""
    letters = node.constraint.lstrip("=+&%")
    access = {"=": "output", "+": "input and output"}.get(node.constraint[:1], "input")
    meaning = _CONSTRAINTS.get(letters) or (f"the same register as operand {letters}" if letters.isdecimal() else "")
    about = f'{access} `"{node.constraint}"`: {meaning}' if meaning else node.constraint or "operand"
    kind = f", declared `.{node.type}`" if node.type not in (None, "any") else ""
    parts = [f"**{node.written}**: {about}{kind}"]
    if node.expression:
        parts.append(code_block(node.expression, ""))
    if node.value is not None:
        parts.append(f"value {number(node.value) or node.value}")
    return _joined(parts)


def code_block(text: str, language: str = "ptx") -> str:
    """Return a block of code, in PTX if no other language is named."""
    return f"```{language}\n{text}\n```"


def plain(text: str) -> str:
    """Return a text of a record with the marks of Markdown for code."""
    return text.replace("``", "`")


def _joined(parts: Sequence[str]) -> str:
    return "\n\n".join(part for part in parts if part)
