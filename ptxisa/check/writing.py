"""Write statements: operands in their places, as the syntax of a form has them; `binding` is the inverse."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ptxisa.syntax.template import OperandTemplate

_SHAPES = {
    "address": ("[", ", ", "]"),
    "list": ("(", ", ", ")"),
    "vector": ("{", ", ", "}"),
}
"""What opens, joins and closes the operands of a place."""
_PAIR = ("", "|", "")


def write_statement(opcode: str, places: Iterable[OperandTemplate], texts: Mapping[str, str]) -> str:
    """A statement with these operands by name; a place whose first operand has no text is left out."""
    operands = [write_place(place, texts) for place in places if place.names[0] in texts]
    return f"{opcode} {', '.join(operands)};" if operands else f"{opcode};"


def write_place(place: OperandTemplate, texts: Mapping[str, str]) -> str:
    """The operands of one place: `d|p`, `[a]`, `{x, y}` or a plain one; those without a text are left out."""
    opening, joint, closing = _SHAPES.get(place.shape, _PAIR)
    written = joint.join(text for name in place.names if (text := texts.get(name)))
    return f"{opening}{written}{closing}{'.' if place.suffix else ''}{place.suffix}"
