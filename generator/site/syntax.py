"""`.. ptx:syntax:: add.int`: the syntax of a form as a code block in which every name is a link."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective

from generator.site.builder import GENERATED
from generator.site.domain import site_of
from generator.site.rst import flat
from generator.site.scripts import plain
from generator.site.site import Site
from generator.site.wording import ACCESS
from ptxisa.isa.forms import Form, Operand, Slot
from ptxisa.syntax.template import parse_template

if TYPE_CHECKING:
    from docutils.nodes import Element, Node

MOST_NAMED, MOST_EXPLAINED = 12, 6
"""Modifiers of a slot that its meaning names, and of which it says what each means."""
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*|[^A-Za-z_]+")


class SyntaxBlock(SphinxDirective):
    """The canonical syntax template of a form."""

    required_arguments = 1

    def run(self) -> list[Node]:
        """Return the syntax with links from slots and operands to their rows."""
        site = site_of(self.env)
        _, form, _ = site.forms[self.arguments[0]]
        # A source that differs from the text keeps Sphinx from highlighting the block over the links.
        block = nodes.literal_block(self.block_text, "", classes=["ptx-syntax"])
        block += list(syntax_nodes(form, self.env.docname, Meanings(site)))
        if not self.env.docname.startswith(GENERATED):
            # Only the page of the form has rows of its slots and operands: links from another page go to the
            # form.
            for jump in list(block.findall(nodes.reference)):
                link = _reference("form", form.id, self.env.docname)
                link += jump.children
                link["reftitle"] = jump["reftitle"]
                jump.replace_self(link)
        return [block]


class Meanings:
    """Tooltips of the parts of a syntax."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def value(self, group: str, value: str) -> str:
        """Return the meaning of a modifier or type."""
        if group == "type":
            return plain(flat(self.site.isa.types[value].summary)) if value in self.site.isa.types else ""
        summaries = (modifier.summary for modifier in self.site.isa.modifiers.get(group, ()) if modifier.value == value)
        return plain(flat(next(summaries, "")))

    def slot(self, slot: Slot) -> str:
        """Return the values of a slot, with their meanings if there are few."""
        optional = "optional, " if slot.optional else ""
        named = ", ".join(f".{value}" for value in slot.values[:MOST_NAMED])
        more = f" and {len(slot.values) - MOST_NAMED} more" if len(slot.values) > MOST_NAMED else ""
        if slot.group == "type" or len(slot.values) > MOST_EXPLAINED:
            return f"{optional}one of {named}{more}"
        return optional + "; ".join(f".{value}: {self.value(slot.group, value)}" for value in slot.values)

    def operand(self, operand: Operand) -> str:
        """Return access and meaning of an operand."""
        return f"{ACCESS[operand.access]}: {plain(flat(operand.summary))}"


def syntax_nodes(form: Form, docname: str, meanings: Meanings) -> Iterator[Node]:
    """Yield the template: modifiers and types link to their records, slots and operands to their rows."""
    template = parse_template(form.syntax)
    yield nodes.inline("", template.mnemonic, classes=["nf"])
    for modifier, slot in zip(template.modifiers, form.slots, strict=True):
        opening, closing = ("{", "}") if modifier.optional else ("", "")
        yield from _punctuation(opening)
        if slot.literal:
            optional = "optional: " if slot.optional else ""
            reference = value_reference(slot.group, slot.values[0], f".{slot.values[0]}", docname)
            reference["reftitle"] = optional + meanings.value(slot.group, slot.values[0])
            yield reference
        else:
            yield from _punctuation(".")
            name = nodes.inline("", f"{{{slot.name}}}", classes=["nv"])
            yield _jump(f"slot-{form.id}-{slot.name}", name, meanings.slot(slot))
        yield from _punctuation(closing)
    # Operands follow the first space.
    space = form.syntax.find(" ")
    yield from _operands(form, form.syntax[(len(form.syntax) if space < 0 else space) :], meanings)


def value_reference(group: str, value: str, text: str, docname: str) -> Element:
    """Return a link to a type or a modifier value."""
    kind, target = ("type", value) if group == "type" else ("modifier", f"{group}.{value}")
    reference = _reference(kind, target, docname)
    reference += nodes.inline("", text, classes=["kt" if group == "type" else "nd"])
    return reference


def _reference(kind: str, target: str, docname: str) -> Element:
    return addnodes.pending_xref(
        "", refdomain="ptx", reftype=kind, reftarget=target, refexplicit=True, refwarn=True, refdoc=docname
    )


def _operands(form: Form, text: str, meanings: Meanings) -> Iterator[Node]:
    """Yield the operand part as it is written, each operand a link to its row."""
    known = {operand.name: operand for operand in form.operands}
    for word in _WORD.findall(text):
        name = word.replace("-", "_").lower()
        if name in known:
            yield _jump(f"operand-{form.id}-{name}", nodes.Text(word), meanings.operand(known[name]))
        else:
            yield from _punctuation(word)


def _jump(anchor: str, inside: Node, meaning: str) -> Element:
    return nodes.reference("", "", inside, refid=anchor, internal=True, reftitle=meaning)


def _punctuation(text: str) -> Iterator[Node]:
    if text:
        yield nodes.Text(text)
