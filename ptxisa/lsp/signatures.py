"""Signature help: the operands of the instruction, or the parameters of the function, that is being written."""

from __future__ import annotations

from typing import NamedTuple

from ptxisa.isa.forms import is_present
from ptxisa.lsp import texts
from ptxisa.lsp.documents import Checked, View
from ptxisa.lsp.hovers import candidates_at
from ptxisa.lsp.statements import Spot
from ptxisa.syntax import tree
from ptxisa.syntax.printer import print_parameter

_MOST_FORMS = 10


class SignatureText(NamedTuple):
    """Syntax of a form.

    `parameters` are pairs of the text of an operand in it and Markdown about the operand; `active` is the number of the
    parameter at the offset.
    """

    label: str
    documentation: str
    parameters: tuple[tuple[str, str], ...]
    active: int


def signatures(view: View) -> list[SignatureText]:
    """Return the signatures at a place, the best match first; none outside of operands."""
    spot = view.spot
    if spot.part != "operand" or not spot.opcode or spot.head is None or view.offset <= spot.head.end:
        return []
    if spot.opcode.partition(".")[0] == "call":
        return _of_call(spot, view.checked, view.checked_offset)
    shown = []
    for candidate in candidates_at(view, spot)[:_MOST_FORMS]:
        form, values = candidate.form, candidate.known_values
        numbered = zip(form.operands, texts.operand_numbers(form), strict=True)
        operands = [(operand, number) for operand, number in numbered if values is None or is_present(operand, values)]
        parameters = tuple(
            (
                operand.name.replace("_", "-") if operand.name not in form.syntax else operand.name,
                f"{texts.operand_type(operand, values)}: {texts.plain(operand.summary)}",
            )
            for operand, _ in operands
        )
        active = next((index for index, (_, number) in enumerate(operands) if number == spot.operand), len(operands))
        label = f"{candidate.opcode} {form.syntax.partition(' ')[2]}"
        summary = texts.plain(texts.record_of(form.record)["summary"])
        shown.append(SignatureText(label, summary, parameters, active))
    return list(dict.fromkeys(shown))


def _of_call(spot: Spot, checked: Checked, checked_offset: int) -> list[SignatureText]:
    """Return the parameters of the function that a call names."""
    for word in spot.words:
        declared = checked.names.resolve(word.text, checked_offset) if word.kind == "word" else None
        if declared is None or not isinstance(declared.node, tree.Function):
            continue
        function = declared.node
        results = tuple((print_parameter(part), "result") for part in function.returns or ())
        parameters = tuple((print_parameter(part), "argument") for part in function.parameters or ())
        label = f"call ({', '.join(text for text, _ in results)}), {declared.name}, ("
        label += f"{', '.join(text for text, _ in parameters)})"
        # The operands of call are up to three lists: results, the function, arguments. Commas count from the last
        # parenthesis that is open, and the list before the name of the function is that of the results.
        brackets = sum({"(": 1, ")": -1}.get(part.text, 0) for part in spot.words if part.start < spot.offset)
        opened = [part.start for part in spot.words if part.text == "(" and part.start < spot.offset]
        start = max(opened, default=spot.offset)
        number = sum(part.text == "," for part in spot.words if start < part.start < spot.offset) if brackets else 0
        past = len(results) if start > word.start else 0
        return [SignatureText(label, "", (*results, *parameters), past + number)]
    return []
