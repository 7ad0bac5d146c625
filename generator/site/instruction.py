"""What the page of an instruction shows: its forms at a glance, families of forms, named conditions of availability."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.records.model import Instruction
from generator.site.rst import block, flat, list_table
from generator.site.site import Site
from generator.site.wording import condition_name, evidence, short_targets
from ptxisa.isa.facts import Row, grouped
from ptxisa.isa.forms import Clause, Form
from ptxisa.isa.versions import order

MOST_AT_A_GLANCE = 16
"""Of more forms the table opens family by family."""
MOST_FORMS = 8
"""With more forms than that, each family of forms has a page of its own."""
MOST_ROWS = 150
"""With more rows of legal combinations than that, too."""


class Family(NamedTuple):
    """Forms whose ids share the word after the name of the instruction; the word is empty where the id ends."""

    word: str
    forms: tuple[Form, ...]


def families(one: Instruction) -> tuple[Family, ...]:
    """The families of the forms of an instruction, in the order of their first forms."""
    found: dict[str, list[Form]] = {}
    for form in one.forms:
        found.setdefault(_word(one, form), []).append(form)
    return tuple(Family(word, tuple(forms)) for word, forms in found.items())


def _word(one: Instruction, form: Form) -> str:
    """`f16x2` of cvt.f16x2.f32.rs."""
    return form.id.removeprefix(one.name).strip(".").partition(".")[0]


def split(one: Instruction) -> bool:
    """Whether the forms are too many or too long for one page."""
    rows = sum(len(rule.rows) for form in one.forms for rule in form.rules)
    return len(one.forms) > 1 and (len(one.forms) > MOST_FORMS or rows > MOST_ROWS)


def pages(one: Instruction) -> tuple[Family, ...]:
    """The families that have pages of their own; none where all forms are on the page of the instruction."""
    return families(one) if split(one) else ()


def page_name(one: Instruction, family: Family) -> str:
    """The file of a family, below the page of its instruction."""
    return family.word or one.name


def opcode(form: Form) -> str:
    """The syntax without operands."""
    return form.syntax.partition(" ")[0]


def overview(site: Site, one: Instruction) -> str:
    """The table of forms: opcode, what it does, and where it begins to be available; a long one family by family."""
    if not folded(one):
        return _glance(site, one, one.forms)
    return "\n\n".join(_folded(site, one, family) for family in families(one))


def folded(one: Instruction) -> bool:
    """Whether the table of forms would be longer than a screen, and opens family by family."""
    return len(one.forms) > MOST_AT_A_GLANCE and bool(pages(one))


def _folded(site: Site, one: Instruction, family: Family) -> str:
    """A line that opens to the forms of a family and the link to its page."""
    name = f"{one.name}.{family.word}" if family.word else one.name
    number = len(family.forms)
    page = f":doc:`{name} in full <{one.name}/{page_name(one, family)}>`"
    inside = block(f"{_glance(site, one, family.forms)}\n\n{page}")
    return f".. ptx:fold:: {name}: {number} form{'' if number == 1 else 's'}\n\n{inside}"


def _glance(site: Site, one: Instruction, forms: Sequence[Form]) -> str:
    shared = _shared(one)
    rows = [[f":ptx:form:`{opcode(form)} <{form.id}>`", does(site, one, form, shared), *_since(form)] for form in forms]
    return "\n".join(list_table(["Form", "What it does", "Since PTX", "Since target"], rows, "ptx-forms"))


def does(site: Site, one: Instruction, form: Form, shared: set[tuple[str, str]]) -> str:
    """What sets a form apart from the others of its instruction: its own modifiers and operands, in words."""
    if len(one.forms) == 1:
        return flat(one.summary)
    own = [(kind, words) for kind, name, words in _parts(site, form) if (kind, name) not in shared and words]
    modifiers = [words for kind, words in own if kind == "slot"]
    operands = [words for kind, words in own if kind == "operand"]
    return " ".join(dict.fromkeys(modifiers + operands[:1])) or flat(one.summary)


def _shared(one: Instruction) -> set[tuple[str, str]]:
    """The modifiers and operands that every form has."""
    return set.intersection(*({(kind, name) for kind, name in _names(form)} for form in one.forms))


def _names(form: Form) -> Iterator[tuple[str, str]]:
    for slot in form.slots:
        yield ("slot", slot.values[0] if slot.literal else slot.name)
    for operand in form.operands:
        yield ("operand", f"{operand.name}: {operand.summary}")


def _parts(site: Site, form: Form) -> Iterator[tuple[str, str, str]]:
    """Literal modifiers with their meaning; then the operands, of which the first that differs says enough."""
    for slot in form.slots:
        if slot.literal and slot.group != "type" and not slot.optional:
            yield "slot", slot.values[0], flat(_meaning(site, slot.group, slot.values[0]))
    for operand in form.operands:
        if operand.present_when is None:
            yield "operand", f"{operand.name}: {operand.summary}", flat(operand.summary)


def _meaning(site: Site, group: str, value: str) -> str:
    return next((one.summary for one in site.isa.modifiers.get(group, ()) if one.value == value), "")


def _since(form: Form) -> tuple[str, str]:
    """The first way to be available; later ones are on the form."""
    ways = sorted(form.availability, key=lambda clause: order(clause.ptx))
    needs = [clause for clause in form.requirements if not clause.when]
    first = max([ways[0], *needs], key=lambda clause: order(clause.ptx))
    more = len({(clause.ptx, clause.target) for clause in form.clauses}) > 1
    return f":ptx:version:`{first.ptx} <{first.ptx}>`{', parts later' if more else ''}", short_targets(first.target)


class Named(NamedTuple):
    """A named condition: what is there from a PTX version on, on which targets, and by which clauses."""

    name: str
    ptx: str
    target: str
    clauses: tuple[Clause, ...]


def conditions(site: Site, form: Form) -> list[Named]:
    """The conditions of availability of a form, found once; several clauses with the same floor are one."""
    if form.id not in site.named:
        site.named[form.id] = _conditions(form)
    return site.named[form.id]


def _conditions(form: Form) -> list[Named]:
    ways = [
        Named(_name(form, group.rows), floor.ptx, floor.target, group.clauses)
        for group in grouped(form.availability)
        for floor in group.floors
    ]
    return ways + _needs(form)


def _needs(form: Form) -> list[Named]:
    """What else must hold, where its condition does."""
    return [Named(_needed(form, one), one.ptx, one.target, (one,)) for one in form.requirements]


def _name(form: Form, rows: Sequence[Row]) -> str:
    """What the rows of a group admit; a form with one clause, or a record, is meant as a whole."""
    if any(rows):
        return "; or ".join(condition_name(form, row) for row in rows)
    if "/" in form.id:
        return "all of it"
    return "this form" if len(form.availability) == 1 else "all modifiers"


def _needed(form: Form, clause: Clause) -> str:
    return condition_name(form, clause.when) if clause.when else "always"


def _measured(site: Site, form: Form, clauses: Sequence[Clause]) -> str:
    """What releases said of the clauses, each sentence once."""
    return "; ".join(dict.fromkeys(evidence(site.measured(form.id, clause.id)) for clause in clauses))


def availability(site: Site, form: Form) -> str:
    """The table of named conditions."""
    return _table(site, form, conditions(site, form))


def needs(site: Site, form: Form) -> str:
    """The conditions that must hold besides one of a table of combinations."""
    return _table(site, form, _needs(form))


def _table(site: Site, form: Form, named: Sequence[Named]) -> str:
    rows = [
        [
            one.name,
            f":ptx:version:`PTX {one.ptx} <{one.ptx}>`",
            short_targets(one.target),
            _measured(site, form, one.clauses),
        ]
        for one in named
    ]
    return "\n".join(list_table(["What", "Since", "Target", "Confirmed by"], rows, "ptx-floors"))
