"""Facts spliced into hand-written pages: counts, tables, command help, command output and signatures.

Each is read when the docs are built, so that no page states a figure or a name that the records have left behind.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import importlib.util
import io
import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole

import ptxisa
from generator.records.load import FOLDERS
from generator.records.model import clauses
from generator.semantics.table import FUNCTIONS, RESULTS, SORTS, Parameter
from generator.site import database
from generator.site.domain import site_of
from generator.site.kinds import LANGUAGE, Kind
from generator.site.rst import Cells, list_table
from generator.site.site import Data, Site
from generator.site.wording import CLASSES, joined, short_clause
from ptxisa.isa import variants
from ptxisa.isa.facts import label

if TYPE_CHECKING:
    from docutils.nodes import Node, system_message

PACKAGE = Path(ptxisa.__file__).parent

_CODE = re.compile(r"`+([^`]+)`+")
"""Code in docstrings, with single backquotes."""

logger = logging.getLogger(__name__)

COUNTS: dict[str, Callable[[Site], int]] = {
    "record": lambda site: sum(site.isa.loaded.counts().values()),
    "form": lambda site: len(site.forms),
    "variant": lambda site: sum(variants.count(form) for _, form, _ in site.forms.values()),
    "clause": lambda site: sum(len(form.clauses) for _, form, _ in site.forms.values()),
    "value": lambda site: sum(len(values) for values in site.isa.modifiers.values()),
    "family": lambda site: len(site.families),
    "executable": lambda site: sum(bool(one.semantics or form.operation) for _, form, one in site.forms.values()),
    **{kind: lambda site, kind=kind: len(site.isa.records(kind)) for kind in FOLDERS.values()},  # type: ignore[misc]
}


class Count(SphinxRole):
    """``:ptx:count:`form` ``: how many there are."""

    def run(self) -> tuple[list[Node], list[system_message]]:
        if self.text not in COUNTS:
            logger.warning("cannot count %r; known are %s", self.text, ", ".join(COUNTS), location=self.get_location())
            return [], []
        return [nodes.Text(f"{COUNTS[self.text](site_of(self.env)):,}")], []


def _instructions(site: Site) -> Iterator[Cells]:
    yield "Instruction", "Family", "Meaning"
    for family, members in site.families.items():
        for one in members:
            yield f":ptx:instruction:`{one.identity}`", family.replace("-", " "), one.summary


def _types(site: Site) -> Iterator[Cells]:
    yield "Type", "Bits", "Class", "Meaning"
    for one in sorted(site.isa.types.values(), key=lambda one: (list(CLASSES).index(one.kind), one.bits, one.name)):
        yield f":ptx:type:`{one.name}`", str(one.bits), CLASSES[one.kind], one.summary


def _modifiers(site: Site) -> Iterator[Cells]:
    yield "Group", "Values", "Meaning"
    for record in site.isa.records("modifier"):
        values = " ".join(f":ptx:modifier:`{record.data['name']}.{one['value']}`" for one in record.data["values"])
        yield f":ptx:modifier:`{record.data['name']}`", values, record.data["summary"]


def _targets(site: Site) -> Iterator[Cells]:
    yield "Target", "Kind", "Architecture", "Capability", "Since", "Meaning"
    for one in site.targets.values():
        since = f":ptx:version:`{one.introduced}`"
        yield f":ptx:target:`{one.name}`", one.variant, one.architecture, one.compute_capability, since, one.summary


def _versions(site: Site) -> Iterator[Cells]:
    yield "Version", "CUDA", "Driver", "New targets", "Meaning"
    for one in reversed(list(site.versions.values())):
        new = " ".join(f":ptx:target:`{target.name}`" for target in site.new_targets(one.name))
        yield f":ptx:version:`{one.name}`", ", ".join(one.cuda), ", ".join(one.drivers), new, one.summary


def _errata(site: Site) -> Iterator[Cells]:
    yield "Erratum", "About", "The records follow the"
    for record in site.isa.records("erratum"):
        about = ", ".join(f"``{name}``" for name in record.data["about"])
        summary = record.data["summary"].rstrip(".")
        yield f":ptx:erratum:`{summary} <{record.data['name']}>`", about, record.data["records_follow"]


def _kinds(site: Site) -> Iterator[Cells]:
    yield "Kind", "Folder", "Schema", "Records"
    for folder, kind in FOLDERS.items():
        yield kind, f"``isa/{folder}/``", f"``schema/{kind}.schema.json``", f"{len(site.isa.records(kind)):,}"


def _sql(site: Site) -> Iterator[Cells]:
    return database.overview()


def _commands(site: Site) -> Iterator[Cells]:
    from ptxisa.cli.parsers import COMMANDS

    yield "Command", "What it answers"
    for name, summary in COMMANDS.items():
        end = "" if summary.endswith("…") else "."
        yield f"``ptxisa {name}``", f"{summary[0].upper()}{summary[1:]}{end}"


def _diagnostics(site: Site) -> Iterator[Cells]:
    from ptxisa.isa.diagnostics import CATALOGUE

    yield "Code", "Meaning"
    for name, code in CATALOGUE.items():
        yield f":ptx:code:`{name}`", code.meaning


def _nodes(site: Site) -> Iterator[Cells]:
    """Classes of the syntax tree, in the order in which its module defines them."""
    from ptxisa.syntax import tree

    yield "Class", "Fields", "What it is"
    for one in sorted(get_args(tree.Node), key=lambda one: list(vars(tree)).index(one.__name__)):
        said = " ".join((one.__doc__ or "").partition("\n\n")[0].split())
        fields = ", ".join(f"``{field}``" for field in one._fields if field not in tree.POSITIONS)
        yield f"``{one.__name__}``", fields, _CODE.sub(r"``\1``", said)


def _precedence(site: Site) -> Iterator[Cells]:
    """Operators by level, the tightest first."""
    yield "Level", "Operators", "Associativity"
    levels: dict[int, list[Data]] = {}
    for record in site.isa.records("operator"):
        levels.setdefault(record.data["level"], []).append(record.data)
    for level, members in sorted(levels.items()):
        links = ", ".join(f":ptx:operator:`{one['name']}`" for one in members)
        yield str(level), links, joined(list(dict.fromkeys(one["associativity"] for one in members)))


def _of_kind(kind: Kind, site: Site, group: str | None = None) -> Iterator[Cells]:
    """The records of a kind around the instructions, all or one group of them."""
    every = [record.data for record in site.isa.records(kind.kind)]
    dated = any("availability" in data for data in every)
    yield kind.label.capitalize(), *(label(column) for column in kind.columns), *(["Since"] * dated), "Meaning"
    cells = site.cells(kind.kind)
    for data in every:
        if group is None or data[kind.group] == group:
            shown = [cells.show(data.get(column), column) for column in kind.columns]
            since = "; ".join(short_clause(clause) for clause in clauses(data))
            yield name_cell(site, kind, data), *shown, *([since] * dated), data.get("summary", "")


def name_cell(site: Site, kind: Kind, data: Data) -> str:
    """A link to a record; of a family of registers the last one is named as well."""
    members = site.members(data) if kind.kind == "special_register" else ()
    link = f":ptx:{kind.role}:`{data['name']}`"
    return f"{link} to ``{members[-1]}``" if len(members) > 1 else link


def _functions(site: Site, category: str | None = None) -> Iterator[Cells]:
    """Functions of the semantics language, all or those of one category."""
    yield "Function", "Arguments", "Result", "Meaning"
    for row in FUNCTIONS.values():
        if category in (None, row.category):
            calls = ", ".join(f"``{call}``" for call in row.signatures())
            yield calls, ", ".join(map(_argument, row.parameters)), RESULTS[row.result], row.meaning


def _argument(parameter: Parameter) -> str:
    """A parameter with what it takes."""
    taken = " or ".join(f"``{name}``" for name in parameter.formats) or SORTS[parameter.sort]
    return f"*{parameter.name}* {taken}"


TABLES: dict[str, Callable[..., Iterator[Cells]]] = {
    "semantics": _functions,
    "instructions": _instructions,
    "types": _types,
    "modifiers": _modifiers,
    "targets": _targets,
    "versions": _versions,
    "errata": _errata,
    "kinds": _kinds,
    "sql": _sql,
    "commands": _commands,
    "diagnostics": _diagnostics,
    "nodes": _nodes,
    "precedence": _precedence,
    **{kind.folder: partial(_of_kind, kind) for kind in LANGUAGE.values()},
}


class Table(SphinxDirective):
    """`.. ptx:table:: targets`: one row a record; `.. ptx:table:: directives linking`: those of one group."""

    required_arguments = 1
    optional_arguments = 1

    def run(self) -> list[Node]:
        name = self.arguments[0]
        if name not in TABLES:
            raise self.error(f"unknown table {name!r}; known are {', '.join(TABLES)}")
        heads, *rows = TABLES[name](site_of(self.env), *self.arguments[1:])
        container = nodes.container()
        lines = StringList(list_table(heads, rows), source=f"table {name}")
        self.state.nested_parse(lines, self.content_offset, container)
        return container.children


class PackageFile(SphinxDirective):
    """`.. ptx:file:: check/findings.schema.json`: a file of the package as it is."""

    required_arguments = 1

    def run(self) -> list[Node]:
        path = PACKAGE / self.arguments[0]
        if not path.is_file():
            raise self.error(f"the package has no file {self.arguments[0]!r}")
        text = path.read_text(encoding="utf-8")
        return [nodes.literal_block(text, text, language=path.suffix.removeprefix("."))]


class Command(SphinxDirective):
    """`.. ptx:command:: show`: the help of a command, as the command prints it."""

    required_arguments = 1

    def run(self) -> list[Node]:
        name = self.arguments[0]
        text = command_help(name)
        if text is None:
            raise self.error(f"no command {name!r}")
        return [nodes.literal_block(text, text, language="none")]


def command_help(name: str, width: int = 78) -> str | None:
    """What `ptxisa NAME --help` prints, for a terminal of that width; None when there is no such command."""
    module = f"ptxisa.cli.{name.replace('-', '_')}_command"
    if importlib.util.find_spec(module) is None:
        return None
    command = importlib.import_module(module)
    parser = argparse.ArgumentParser(
        prog=f"ptxisa {name}",
        description=command.__doc__,
        formatter_class=lambda prog: argparse.RawDescriptionHelpFormatter(prog, width=width),
    )
    command.add_arguments(parser)
    return parser.format_help().strip()


class Run(SphinxDirective):
    """`.. ptx:run:: available add.u16x2 --target sm_80`: a command line and what it prints."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[Node]:
        line = f"$ ptxisa {self.arguments[0]}"
        status, output = command_output(shlex.split(self.arguments[0]))
        if status == FAILED:
            raise self.error(f"`{line}` failed")
        if output is None:
            logger.info("the package is not built: `%s` is shown without its output", line)
            output = "(the output appears here when the package is built before the documentation)"
        text = f"{line}\n{output}".rstrip()
        return [nodes.literal_block(text, text, language="none", classes=["ptx-run"])]


FAILED = 2


def command_output(arguments: Sequence[str]) -> tuple[int, str | None]:
    """Status and standard output of a command line; no output when the generated package is not there to run it."""
    if importlib.util.find_spec("ptxisa._generated") is None:
        return 0, None
    from ptxisa.cli.main import main

    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        status = main(arguments)
    return status, output.getvalue()
