"""`.. ptx:matrix:: form add.int`: the targets by the PTX versions in which something changes, as a coloured table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective

from generator.site.domain import site_of
from generator.site.reach import Cell, Matrix, Row, matrix
from generator.site.site import Site
from ptxisa.isa.forms import Form

if TYPE_CHECKING:
    from docutils.nodes import Element, Node


class MatrixTable(SphinxDirective):
    """Where a form, or an instruction as a whole, is available."""

    required_arguments = 2

    def run(self) -> list[Node]:
        site = site_of(self.env)
        return [table(matrix(forms(site, *self.arguments), site.targets, site.shares), self.env.docname)]


def forms(site: Site, kind: str, name: str) -> list[Form]:
    """One form, or every form of an instruction record."""
    if kind == "form":
        return [site.form(name)]
    return [form for instruction in site.isa.instructions if instruction.identity == name for form in instruction.forms]


def table(content: Matrix, docname: str) -> Element:
    """Targets down, versions across."""
    group = nodes.tgroup("", cols=1 + len(content.versions))
    group += [nodes.colspec(colwidth=1) for _ in range(1 + len(content.versions))]
    heads = [_reference("version", version, version, docname) for version in content.versions]
    group += nodes.thead("", _line([_entry([nodes.Text("PTX")]), *(_entry([head]) for head in heads)]))
    group += nodes.tbody("", *(_row(row, docname) for row in content.rows))
    return nodes.table("", group, classes=["ptx-matrix", "colwidths-auto"])


def _row(row: Row, docname: str) -> Element:
    return _line([_entry(_targets(row, docname), "targets"), *(_cell(cell) for cell in row.cells)])


def _targets(row: Row, docname: str) -> Iterator[Node]:
    """The first and the last of a run of targets."""
    names = [target.name for target in row.targets]
    yield _reference("target", names[0], names[0], docname)
    if len(names) > 1:
        yield nodes.Text(" … " if len(names) > 2 else ", ")
        yield _reference("target", names[-1], names[-1], docname)


def _cell(cell: Cell | None) -> Element:
    if cell is None:
        return _entry([], "none")
    text = "partly" if cell.state == "some" else cell.state
    note = ", deprecated" if cell.deprecated else ""
    return _entry([nodes.Text(text + note)], cell.state + (" deprecated" if cell.deprecated else ""))


def _entry(children: Iterable[Node], classes: str = "") -> Element:
    return nodes.entry("", nodes.paragraph("", "", *children), classes=classes.split())


def _line(entries: Iterable[Element]) -> Element:
    return nodes.row("", *entries)


def _reference(kind: str, target: str, text: str, docname: str) -> Element:
    reference = addnodes.pending_xref(
        "", refdomain="ptx", reftype=kind, reftarget=target, refexplicit=True, refwarn=True, refdoc=docname
    )
    reference += nodes.inline("", text)
    return reference
