"""The domain `ptx` of another project: roles that link to the site through intersphinx, and a directive for a form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from sphinx import addnodes
from sphinx.domains import Domain, ObjType
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from ptxisa.isa.facts import Row
from ptxisa.isa.forms import ABSENT, Form
from ptxisa.isa.instructions import forms_of
from ptxisa.isa.targets import terms
from ptxisa.sphinx.names import UnknownRecord, find, roles

if TYPE_CHECKING:
    from docutils.nodes import Element, Node
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

logger = logging.getLogger(__name__)


class PtxRole(XRefRole):
    """Role such as ``:ptx:form:`add.packed` ``: a link to a record; an unknown name is a warning."""

    def process_link(
        self, env: BuildEnvironment, refnode: Element, has_explicit_title: bool, title: str, target: str
    ) -> tuple[str, str]:
        """Return title and target of the link; warn of an unknown name."""
        role = self.reftype
        record = find(role, target)
        if isinstance(record, UnknownRecord):
            hint = f"; {record.hint}" if record.hint else ""
            logger.warning("ptxisa has no %s %r%s", role.replace("_", " "), target, hint, location=self.get_location())
            return title, target
        return title, record


class FormDirective(SphinxDirective):
    """Directive `.. ptx:form:: add.packed`: the syntax of a form and a table of its availability."""

    required_arguments = 1

    def run(self) -> list[Node]:
        """Return the nodes of the syntax and of the table."""
        identity = self.arguments[0]
        form = next((form for form in forms_of(identity.partition(".")[0]) if form.id == identity), None)
        if form is None:
            record = find("form", identity)
            hint = f"; {record.hint}" if isinstance(record, UnknownRecord) and record.hint else ""
            raise self.error(f"ptxisa has no form {identity!r}{hint}")
        syntax = nodes.literal_block(form.syntax, form.syntax, language="ptx-isa", classes=["ptx-syntax"])
        return [syntax, availability_table(form, self.env.docname)]


def availability_table(form: Form, docname: str) -> Element:
    """Return a table with a row for each clause: its condition, PTX version and targets, both links."""
    group = nodes.tgroup("", *(nodes.colspec(colwidth=1) for _ in range(3)), cols=3)
    group += nodes.thead("", nodes.row("", *(_entry(nodes.Text(head)) for head in ("What", "Since", "Target"))))
    rows = []
    for clause in form.clauses:
        targets: list[Node] = []
        for term in terms(clause.target):
            targets += [nodes.Text(" or ")] if targets else []
            targets.append(_reference("target", term.name, f"{term.name}{'+' * term.onwards}", docname))
        version = _reference("version", clause.ptx, f"PTX {clause.ptx}", docname)
        rows.append(nodes.row("", _entry(nodes.Text(words(clause.when))), _entry(version), _entry(*targets)))
    group += nodes.tbody("", *rows)
    return nodes.table("", group, classes=["ptx-floors", "colwidths-auto"])


def words(when: Row) -> str:
    """Return a condition on modifiers as a phrase: `with .relu, .{type} is .f16x2`."""
    phrases = []
    for slot, values in when.items():
        if isinstance(values, bool):
            phrases.append(f"{'with' if values else 'without'} {slot}")
        else:
            phrases.append(f"{slot}: {' or '.join('none' if value == ABSENT else f'.{value}' for value in values)}")
    return ", ".join(phrases) or "all modifiers"


def _entry(*children: Node) -> Element:
    """Return a cell of a table."""
    return nodes.entry("", nodes.paragraph("", "", *children))


def _reference(role: str, target: str, text: str, docname: str) -> Element:
    """Return a link to a record, which intersphinx resolves."""
    reference = addnodes.pending_xref(
        "", refdomain="ptx", reftype=role, reftarget=target, refexplicit=True, refwarn=False, refdoc=docname
    )
    reference += nodes.literal("", text, classes=["xref", "ptx"])
    return reference


class PtxDomain(Domain):
    """Roles for every kind of record of the installed package."""

    name = "ptx"
    label = "PTX"
    directives: ClassVar = {"form": FormDirective}

    def __init__(self, env: BuildEnvironment) -> None:
        self.object_types = {role: ObjType(role.replace("_", " "), role) for role in roles()}  # type: ignore[misc]
        self.roles = {role: PtxRole(warn_dangling=False) for role in roles()}  # type: ignore[misc]
        super().__init__(env)

    def merge_domaindata(self, docnames: Any, otherdata: dict[str, Any]) -> None:
        """Do nothing: the domain keeps no data of pages. Sphinx requires the method for parallel builds."""


def leave_unlinked(app: Sphinx, env: BuildEnvironment, node: Element, contnode: Element) -> Element | None:
    """Return the name as text where intersphinx has no link for it, which is not an error."""
    return contnode if node.get("refdomain") == "ptx" else None
