"""`.. ptx:syntax:: add.int`: the syntax of a form as a code block in which every name is a link."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from generator.site.builder import GENERATED
from generator.site.domain import reference, site_of
from generator.site.rst import flat
from generator.site.scripts import plain
from generator.site.site import Site
from generator.site.wording import ACCESS
from ptxisa.isa.forms import Form, Operand, Slot
from ptxisa.syntax.template import parse_template

if TYPE_CHECKING:
    from docutils.nodes import Element, Node

MOST_NAMED, MOST_EXPLAINED = 12, 6
"""Most values of a slot that its tooltip names, and most values that it explains."""
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
            # Only the page of the form has rows of its slots and operands. Links from another page go to the form.
            for jump in list(block.findall(nodes.reference)):
                link = reference("form", form.id, self.env.docname)
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
        if modifier.optional:
            yield nodes.Text("{")
        if slot.literal:
            optional = "optional: " if slot.optional else ""
            link = value_reference(slot.group, slot.values[0], f".{slot.values[0]}", docname)
            link["reftitle"] = optional + meanings.value(slot.group, slot.values[0])
            yield link
        else:
            yield nodes.Text(".")
            name = nodes.inline("", f"{{{slot.name}}}", classes=["nv"])
            yield _jump(f"slot-{form.id}-{slot.name}", name, meanings.slot(slot))
        if modifier.optional:
            yield nodes.Text("}")
    # Operands follow the first space, as they are written.
    space = form.syntax.find(" ")
    known = {operand.name: operand for operand in form.operands}
    for word in _WORD.findall(form.syntax[(len(form.syntax) if space < 0 else space) :]):
        operand_name = word.replace("-", "_").lower()
        if operand_name in known:
            meaning = meanings.operand(known[operand_name])
            yield _jump(f"operand-{form.id}-{operand_name}", nodes.Text(word), meaning)
        else:
            yield nodes.Text(word)


def value_reference(group: str, value: str, text: str, docname: str) -> Element:
    """Return a link to a type or a modifier value."""
    if group == "type":
        return reference("type", value, docname, text, classes=["kt"])
    return reference("modifier", f"{group}.{value}", docname, text, classes=["nd"])


def _jump(anchor: str, inside: Node, meaning: str) -> Element:
    """Return a link to a row of the page, with the meaning as its tooltip."""
    return nodes.reference("", "", inside, refid=anchor, internal=True, reftitle=meaning)
