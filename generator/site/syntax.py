"""`.. ptx:syntax:: add.int`: the syntax of a form as a code block in which every name is a link."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective

from generator.site.domain import site_of
from ptxisa.isa.forms import Form, Slot
from ptxisa.syntax.template import ModifierTemplate, parse_template

if TYPE_CHECKING:
    from docutils.nodes import Element, Node

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*|[^A-Za-z_]+")


class SyntaxBlock(SphinxDirective):
    """The canonical syntax template of a form."""

    required_arguments = 1

    def run(self) -> list[Node]:
        _, form, _ = site_of(self.env).forms[self.arguments[0]]
        # A source that differs from the text keeps Sphinx from highlighting the block over the links.
        block = nodes.literal_block(self.block_text, "", classes=["ptx-syntax"])
        block += list(syntax_nodes(form, self.env.docname))
        return [block]


def syntax_nodes(form: Form, docname: str) -> Iterator[Node]:
    """The template token by token: modifiers and types link to their records, slots and operands to their rows."""
    template = parse_template(form.syntax)
    yield nodes.inline("", template.mnemonic, classes=["nf"])
    for modifier, slot in zip(template.modifiers, form.slots, strict=True):
        yield from _modifier(form, modifier, slot, docname)
    yield from _operands(form, form.syntax[_operand_start(form.syntax) :])


def _operand_start(syntax: str) -> int:
    """Operands follow the first space."""
    found = syntax.find(" ")
    return len(syntax) if found < 0 else found


def _modifier(form: Form, modifier: ModifierTemplate, slot: Slot, docname: str) -> Iterator[Node]:
    opening, closing = ("{", "}") if modifier.optional else ("", "")
    yield from _punctuation(opening)
    if slot.literal:
        yield value_reference(slot.group, slot.values[0], f".{slot.values[0]}", docname)
    else:
        yield from _punctuation(".")
        yield _jump(f"slot-{form.id}-{slot.name}", f"{{{slot.name}}}", "nv")
    yield from _punctuation(closing)


def value_reference(group: str, value: str, text: str, docname: str) -> Element:
    """A link to a type or a modifier value."""
    kind, target = ("type", value) if group == "type" else ("modifier", f"{group}.{value}")
    reference = addnodes.pending_xref(
        "", refdomain="ptx", reftype=kind, reftarget=target, refexplicit=True, refwarn=True, refdoc=docname
    )
    reference += nodes.inline("", text, classes=["kt" if group == "type" else "nd"])
    return reference


def _operands(form: Form, text: str) -> Iterator[Node]:
    """The operand part as it is written, each operand a link to its row."""
    known = {operand.name for operand in form.operands}
    for word in _WORD.findall(text):
        name = word.replace("-", "_").lower()
        if name in known:
            yield _jump(f"operand-{form.id}-{name}", word, "n")
        else:
            yield from _punctuation(word)


def _jump(anchor: str, text: str, token: str) -> Element:
    return nodes.reference("", "", nodes.inline("", text, classes=[token]), refid=anchor, internal=True)


def _punctuation(text: str) -> Iterator[Node]:
    if text:
        yield nodes.inline("", text, classes=["p"])
