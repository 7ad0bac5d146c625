"""Bind the operands of a statement to those of a form, without a check of their types; and write statements.

`bind` pairs the nodes of a statement with the operands of a form; `write_statement` is its inverse.

    bound = bind(candidate, node, scope.lookup)
    bound.operands  # (BoundOperand(d, Name("r1")), …), or () if `bound.problem` is a diagnostic
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

from ptxisa.check.scope import Lookup, anything
from ptxisa.isa import selectors
from ptxisa.isa.diagnostics import Diagnostic, Span, error
from ptxisa.isa.forms import Form, Operand, Values, holds
from ptxisa.isa.names import listing
from ptxisa.isa.opcode import BoundOperand, ResolvedInstruction
from ptxisa.isa.selectors import looks_like_selector
from ptxisa.syntax import tree
from ptxisa.syntax.template import OperandTemplate, Template, parse_template

SELECTORS = "xyzw"
_REGISTERS = ("register", "special")
_IN_BRACKETS = ("texture", "sampler", "surface")
"""Kinds of operands that are only written in brackets, where the syntax has brackets."""
"""A position of the syntax with the node that is written there."""


@lru_cache(maxsize=4096)
def template_of(syntax: str) -> Template:
    """Return the parsed template of a form."""
    return parse_template(syntax)


def positions(form: Form, values: Values) -> tuple[OperandTemplate, ...]:
    """Return the places for operands that a form has with these modifiers; some operands depend on modifiers."""
    every = template_of(form.syntax).operands
    if not any(place.optional for place in every):
        return every
    conditions = [form.operand(place.names[0]).present_when for place in every]
    return tuple(
        place if condition is None else place._replace(optional=False)
        for place, condition in zip(every, conditions, strict=True)
        if condition is None or holds(condition, values)
    )


def bind(
    candidate: ResolvedInstruction, node: tree.Instruction, lookup: Lookup = anything, *, counted: bool = True
) -> ResolvedInstruction:
    """Pair the operands of a statement with those of the form; `problem` of the result is why that is impossible.

    Args:
        candidate: The form and its modifiers, as matched with the opcode of the statement.
        node: The statement.
        lookup: Symbols of the names in the statement.
        counted: If False, either may have more operands than the other; the extra ones remain unpaired.
    """
    form = candidate.form
    wanted = positions(form, candidate.modifiers)
    places = tuple(zip(_filled_places(wanted, node.operands), node.operands, strict=False))
    problem = _check_count(form, node, candidate.modifiers, wanted) if counted else None
    written: dict[str, BoundOperand] = {}
    for place, part in places if problem is None else ():
        unpacked = _unpack(form, place, part, lookup)
        if isinstance(unpacked, Diagnostic):
            problem = unpacked
            break
        written.update((bound.operand.name, bound) for bound in unpacked)
    if problem is not None:
        return candidate._replace(node=node, operands=(), places=places, kinds={}, problem=problem, diagnostics=())
    operands = tuple(written.get(operand.name) or BoundOperand(operand, None) for operand in form.operands)
    kinds: dict[str, str | None] = {}
    for bound in operands if form.condition_operands else ():
        if bound.operand.name in form.condition_operands:
            symbol = lookup(bound.node.text) if isinstance(bound.node, tree.Name) else None
            kind = "other" if symbol is None else "register"
            if symbol is not None and symbol.kind in ("variable", "parameter"):
                kind = "variable"
            kinds[bound.operand.name] = kind if bound.node is not None else None
    return candidate._replace(node=node, operands=operands, places=places, kinds=kinds, problem=None, diagnostics=())


def _filled_places(places: Sequence[OperandTemplate], given: Sequence[Any]) -> Sequence[OperandTemplate]:
    """Return the places that operands fill; of the optional ones, those that put brackets where the form has them."""
    if len(given) == len(places):
        return places
    # A form has few optional places, so that all ways to fill some of them can be tried. Brackets decide which places
    # are meant; types are checked afterwards, so that a wrong type is not reported as a wrong number of operands.
    optional = [number for number, place in enumerate(places) if place.optional]
    spare = max(len(given) - len(places) + len(optional), 0)
    left_out = (set(optional).difference(some) for some in combinations(optional, min(spare, len(optional))))
    ways = ([place for number, place in enumerate(places) if number not in out] for out in left_out)
    first = next(ways)
    if _bracketed(first, given):
        return first
    return next((way for way in ways if _bracketed(way, given)), first)


def _bracketed(places: Sequence[OperandTemplate], given: Sequence[Any]) -> bool:
    """Return True if brackets are written where the form has them and nowhere else."""
    pairs = zip(places, given, strict=False)
    return all((place.shape == "address") is isinstance(node, tree.Address) for place, node in pairs)


def _check_count(
    form: Form, statement: tree.Instruction, values: Values, wanted: Sequence[OperandTemplate]
) -> Diagnostic | None:
    """Return the diagnostic for a wrong number of operands, or None.

    The message names the operand that is missing or too many, if modifiers or brackets decide which one it is.
    """
    given, required = statement.operands, [place for place in wanted if not place.optional]
    count, least, most = len(given), len(required), len(wanted)
    if least <= count <= most:
        return None
    message = ""
    absent = [operand for operand in form.operands if operand.present_when and not holds(operand.present_when, values)]
    if count > most and len(absent) == count - most:
        slots = {slot.name: slot for slot in form.slots}
        causes = [listing(f".{value}" for value in slots[name].values) for name in absent[0].present_when or ()]
        message = f"operand {absent[0].name} is only written with {' and '.join(causes)}"
    elif 0 < count < least:
        conditions = {place.names[0]: form.operand(place.names[0]).present_when for place in wanted}
        conditional = [name for name, condition in conditions.items() if condition]
        without = [[other for other in required if other is not place] for place in required]
        fitting = [
            place
            for place, rest in zip(required, without, strict=True)
            if count == least - 1 and len(rest) == count and _bracketed(rest, given)
        ]
        if len(conditional) == least - count:
            name = conditional[0]
            causes = [f".{values[slot]}" for slot in conditions[name] or () if values.get(slot)]
            needed = f": {' and '.join(causes)} needs it" if causes else ""
            message = f"operand {name} is missing{needed}"
        elif len(fitting) == 1:
            message = f"operand {write_place(fitting[0], {name: name for name in fitting[0].names})} is missing"
    if not message:
        number = f"{most or 'no'}" if least == most else f"{least} to {most}"
        names = form.syntax.partition(" ")[2]
        takes = f"{number} operand{'s' * (most != 1)}{f' ({names})' if names else ''}"
        message = f"{form.instruction} takes {takes}; {count} given"
    return error("operand-count", message, Span(statement.opcode_start, statement.end), f"the form is {form.syntax}")


def _unpack(form: Form, wanted: OperandTemplate, node: Any, lookup: Lookup) -> list[BoundOperand] | Diagnostic:
    """Return the operands inside one position: `d|p`, `[a, b]` or `{a, b}`."""
    operands = [form.operand(name) for name in wanted.names]
    first = operands[0]
    if wanted.shape == "plain" and not first.negated and first.selector is None and isinstance(node, tree.Name):
        return [BoundOperand(first, node)]
    name, usage = first.name, f"the form is {form.syntax}"
    if wanted.shape == "pair":
        if isinstance(node, tree.Pair):
            return [BoundOperand(operands[0], node.first), BoundOperand(operands[1], node.second)]
        if wanted.optional_second:
            return [BoundOperand(operands[0], node), BoundOperand(operands[1], None)]
        second = operands[1].name
        return error("operand-kind", f"operand {second} is missing: write {name}|{second}", node, usage)
    if isinstance(node, tree.Pair):
        return error("operand-kind", f"{name} is one operand, not a pair", node, form.syntax)
    if (wanted.shape == "list") is not isinstance(node, tree.Arguments):
        message = f"({name}) is a list in parentheses" if wanted.shape == "list" else "a list is not allowed here"
        return error("operand-kind", message, node, usage)
    if wanted.shape == "vector":
        elements = elements_of(node, len(operands), lookup)
        if len(elements) == len(operands):
            return [BoundOperand(operand, element) for operand, element in zip(operands, elements, strict=True)]
        names = ", ".join(wanted.names)
        message = f"a vector of {len(operands)} elements {{{names}}} is expected"
        return error("vector-size", message, node, usage)._replace(operands=tuple(wanted.names))
    if wanted.shape == "address" and isinstance(node, tree.Address):
        return _unpack_address(form, wanted, operands, node)
    if wanted.shape == "address" and operands[0].kind in _IN_BRACKETS:
        return error("operand-kind", f"operand {name} is written in brackets", node, usage)
    # One operand, without the minus sign and the selector that the form has there.
    if operands[0].negated:
        if not isinstance(node, tree.Opposite) or node.operator != "-":
            return error("operand-kind", f"operand {name} is negated: -{name}", node, usage)
        node = node.operand
    selector = operands[0].selector
    if selector is None:
        return [BoundOperand(operands[0], node)]
    takes = f"operand {name} takes {listing(f'.{value}' for value in selector.values)}"
    # A suffix of another sort selects an element of a vector register.
    if isinstance(node, tree.Select) and looks_like_selector(node.selector):
        if selectors.takes(selector, node.selector):
            return [BoundOperand(operands[0], node.name, node.selector)]
        return error("operand-kind", f"{takes}, not .{node.selector}", node)
    return [BoundOperand(operands[0], node)] if selector.optional else error("operand-kind", f"{takes} after it", node)


def _unpack_address(
    form: Form, wanted: OperandTemplate, operands: list[Operand], node: tree.Address
) -> list[BoundOperand] | Diagnostic:
    """Bind the parts of brackets: an address or the name of an opaque variable, then the operands after a comma."""
    given = f".{node.suffix}" if node.suffix else "nothing"
    if node.suffix != wanted.suffix:
        message = f"{'.' + wanted.suffix if wanted.suffix else 'nothing'} must follow these brackets, not {given}"
        return error("operand-kind", message, node, f"the form is {form.syntax}")
    if len(node.rest) + 1 != len(operands):
        names = ", ".join(operand.name for operand in operands)
        return error("operand-count", f"[{names}] is expected", node, f"the form is {form.syntax}")
    in_memory = operands[0].kind == "address"
    if node.offset is not None and not in_memory:
        message = f"operand {operands[0].name} takes no offset: it has no address"
        return error("operand-kind", message, node.offset, f"the form is {form.syntax}")
    first = node._replace(rest=()) if in_memory else node.base
    return [BoundOperand(operand, part) for operand, part in zip(operands, (first, *node.rest), strict=True)]


def elements_of(node: Any, length: int, lookup: Lookup) -> Sequence[Any]:
    """Return the elements in braces, or those of a vector register of the right length."""
    if isinstance(node, tree.Vector):
        return node.elements
    symbol = lookup(node.text) if isinstance(node, tree.Name) else None
    if symbol is None or (symbol.kind != "any" and (symbol.vector != length or symbol.kind not in _REGISTERS)):
        return ()
    return [tree.Select(node, selector, node.start, node.end) for selector in SELECTORS[:length]]


_SHAPES = {
    "address": ("[", ", ", "]"),
    "list": ("(", ", ", ")"),
    "vector": ("{", ", ", "}"),
}
"""Text before, between and after the operands of a place."""
_PAIR = ("", "|", "")


def write_statement(opcode: str, places: Iterable[OperandTemplate], texts: Mapping[str, str]) -> str:
    """Return a statement with the texts of operands by name, without places whose first operand has no text."""
    operands = [write_place(place, texts) for place in places if place.names[0] in texts]
    return f"{opcode} {', '.join(operands)};" if operands else f"{opcode};"


def write_place(place: OperandTemplate, texts: Mapping[str, str]) -> str:
    """Return the operands of one place: `d|p`, `[a]`, `{x, y}` or a plain one; operands without a text are left out."""
    opening, joint, closing = _SHAPES.get(place.shape, _PAIR)
    written = joint.join(text for name in place.names if (text := texts.get(name)))
    return f"{opening}{written}{closing}{'.' if place.suffix else ''}{place.suffix}"
