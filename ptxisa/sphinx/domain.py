"""The domain `ptx` of another project: roles that link to the site through intersphinx, and a directive for a form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from sphinx import addnodes
from sphinx.domains import Domain, ObjType
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from ptxisa.isa.facts import Row
from ptxisa.isa.forms import ABSENT, Clause, Form
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
        found = find(role, target)
        if isinstance(found, UnknownRecord):
            hint = f"; {found.hint}" if found.hint else ""
            logger.warning(
                "ptxisa knows no %s %r%s", role.replace("_", " "), target, hint, location=self.get_location()
            )
            return title, target
        return title, found


class FormDirective(SphinxDirective):
    """Directive `.. ptx:form:: add.packed`: the syntax of a form and a table of its availability."""

    required_arguments = 1

    def run(self) -> list[Node]:
        """Return the nodes of the syntax and of the table."""
        form = _form(self.arguments[0])
        if form is None:
            found = find("form", self.arguments[0])
            hint = f"; {found.hint}" if isinstance(found, UnknownRecord) and found.hint else ""
            raise self.error(f"ptxisa knows no form {self.arguments[0]!r}{hint}")
        syntax = nodes.literal_block(form.syntax, form.syntax, language="ptx-isa", classes=["ptx-syntax"])
        return [syntax, _table(form, self.env.docname)]


def _form(identity: str) -> Form | None:
    mnemonic = identity.partition(".")[0]
    found = (form for form in forms_of(mnemonic) if form.id == identity)
    return next(found, None)


def _table(form: Form, docname: str) -> Element:
    """Return a table with a row for each clause: its condition, PTX version and targets, both links."""
    group = nodes.tgroup("", *(nodes.colspec(colwidth=1) for _ in range(3)), cols=3)
    group += nodes.thead("", nodes.row("", *(_entry(nodes.Text(head)) for head in ("What", "Since", "Target"))))
    group += nodes.tbody("", *(_row(clause, docname) for clause in form.clauses))
    return nodes.table("", group, classes=["ptx-floors", "colwidths-auto"])


def _row(clause: Clause, docname: str) -> Element:
    version = _reference("version", clause.ptx, f"PTX {clause.ptx}", docname)
    return nodes.row(
        "", _entry(nodes.Text(words(clause.when))), _entry(version), _entry(*_targets(clause.target, docname))
    )


def words(when: Row) -> str:
    """Return a condition on modifiers as a phrase: `with .relu, .{type} is .f16x2`."""
    return ", ".join(_words(slot, wanted) for slot, wanted in when.items()) or "all modifiers"


def _words(slot: str, wanted: bool | tuple[str, ...]) -> str:
    if isinstance(wanted, bool):
        return f"{'with' if wanted else 'without'} {slot}"
    return f"{slot}: {' or '.join('none' if one == ABSENT else f'.{one}' for one in wanted)}"


def _targets(expression: str, docname: str) -> Iterator[Node]:
    for place, term in enumerate(terms(expression)):
        if place:
            yield nodes.Text(" or ")
        yield _reference("target", term.name, f"{term.name}{'+' * term.onwards}", docname)


def _entry(*children: Node) -> Element:
    return nodes.entry("", nodes.paragraph("", "", *children))


def _reference(role: str, target: str, text: str, docname: str) -> Element:
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
        """Nothing is kept between pages."""


def leave_unlinked(app: Sphinx, env: BuildEnvironment, node: Element, contnode: Element) -> Element | None:
    """Without the site in `intersphinx_mapping`, a name is shown and not linked."""
    return contnode if node.get("refdomain") == "ptx" else None
