"""Annotated statement: the meaning of each part of the opcode and of each operand, and the result."""

from __future__ import annotations

from typing import Any, NamedTuple

from generator.records.model import RecordedInstruction
from generator.site.pictures.canvas import Canvas, Figure, Link
from generator.site.rst import flat
from generator.site.site import Site
from ptxisa.isa.facts import lowest_floors
from ptxisa.isa.forms import Form

CHARACTER, ROW, TOP, LETTER = 11, 24, 34, 6.3
"""Pixels: width of a character of the statement, height of a line and of the statement, width of a letter of text."""
VALUES = {"a": "1.5", "b": "-2.25", "c": "0.5"}
"""Values of the operands of the example, by name."""


class StatementPart(NamedTuple):
    """Piece of a statement: where it starts, its text and its meaning, which may be empty."""

    start: int
    text: str
    meaning: str


def figure(site: Site, statement: str, link: Link) -> Figure:
    """Draw a statement such as `fma.rn.f32 d, a, b, c;`; below each part is a line to its meaning."""
    instruction, form, parts = _parts(site, statement)
    named = [part for part in parts if part.meaning]
    width = max(CHARACTER * (part.start + len(part.text) / 2) + 22 + LETTER * len(part.meaning) for part in named)
    canvas = Canvas(max(width, CHARACTER * len(statement)), TOP + ROW * len(named) + 6)
    for number, part in enumerate(reversed(named)):
        x, y = CHARACTER * (part.start + len(part.text) / 2), TOP + ROW * (number + 1)
        canvas.line((x, TOP), (x, y - 4))
        canvas.line((x, y - 4), (x + 10, y - 4))
        canvas.text(x + 15, y, part.meaning)
    for number, part in enumerate(parts):
        kind = f"color-{named.index(part) % 8}" if part.meaning else "bare"
        if part.meaning:
            # Operands have room around them, modifiers have none.
            pad = 4 if part.text.isidentifier() and number else 0
            x, length = CHARACTER * part.start, CHARACTER * len(part.text)
            canvas.box(x - pad, 4, length + 2 * pad - 1.5, TOP - 4, "", kind)
        size = f'textLength="{CHARACTER * len(part.text) - 3:g}" lengthAdjust="spacingAndGlyphs"'
        text = f'<text class="statement" x="{CHARACTER * part.start + 1:g}" y="25" {size}>{part.text}</text>'
        canvas.parts.append(f'<a href="{link(instruction.identity)}">{text}</a>' if number == 0 else text)
    floors = " or ".join(
        f"PTX {floor.ptx} on {floor.target.replace(' | ', ' or ')}" for floor in lowest_floors(form, site.targets)
    )
    caption = f"{flat(instruction.summary)} Available since {floors}. {_result(statement)}"
    return Figure(
        "An annotated statement", canvas, caption, ["Part", "Meaning"], [[part.text, part.meaning] for part in named]
    )


def _parts(site: Site, statement: str) -> tuple[RecordedInstruction, Form, list[StatementPart]]:
    """Return the record, the form and the parts of a statement."""
    from ptxisa.check.instruction import match_opcode

    opcode, _, operands = statement.rstrip(";").partition(" ")
    mnemonic, *modifiers = opcode.split(".")
    (match, *_) = match_opcode(mnemonic, tuple(modifiers))
    instruction, form, _ = site.forms[match.form.id]
    meanings = {value: (slot.group, value) for slot in form.slots if (value := match.values[slot.name]) is not None}
    parts, start = [StatementPart(0, mnemonic, flat(instruction.summary).rstrip("."))], len(mnemonic)
    for modifier in modifiers:
        group, value = meanings[modifier]
        values = site.isa.modifiers.get(group, ())
        summary = (
            site.isa.types[value].summary
            if group == "type"
            else next(candidate.summary for candidate in values if candidate.value == value)
        )
        parts.append(StatementPart(start, f".{modifier}", flat(summary).replace("``", "").rstrip(".")))
        start += len(modifier) + 1
    by_name = {operand.name: flat(operand.summary).rstrip(".") for operand in form.operands}
    for name in operands.split(", "):
        place = statement.index(name, start)
        parts.append(StatementPart(place, name, by_name[name]))
        start = place + len(name)
    return instruction, form, parts


def _result(statement: str) -> str:
    """Return the result of the statement for the values of `VALUES`, computed."""
    from ptxisa.isa.types import known
    from ptxisa.numbers.notation import parse, show
    from ptxisa.numbers.patterns import array_of, integers
    from ptxisa.run.execute import execute
    from ptxisa.run.program import compile_statements

    program = compile_statements(statement, None, None)
    given: dict[str, Any] = {
        name: array_of([parse(VALUES[name], program.types[name])], known()[program.types[name]].bits)
        for name in program.needs
    }
    words = " and ".join(f"{name} = {VALUES[name]}" for name in program.needs)
    results = []
    for name, patterns in execute(statement, given).items():
        (pattern,), type_ = integers(patterns), program.types[name]
        shown = "" if ":" in show(pattern, type_) else f" ({show(pattern, type_)})"
        results.append(f"{name} is {pattern:#0{known()[type_].bits // 4 + 2}x}{shown}")
    return f"With {words}, {', '.join(results)}."
