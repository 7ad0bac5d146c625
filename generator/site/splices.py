"""Directives that splice facts into hand-written pages: counts, tables, help and output of commands, signatures.

Each fact is read when the pages are built, so that no page states a figure or a name that the records do not have.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import importlib.util
import inspect
import io
import re
import shlex
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole

import ptxisa
from generator.records.load import FOLDERS
from generator.records.model import clauses
from generator.semantics.table import FUNCTIONS, RESULTS, SORTS, LanguageParameter
from generator.site.cells import named_link
from generator.site.domain import site_of
from generator.site.kinds import LANGUAGE, Kind
from generator.site.rst import Cells, list_table
from generator.site.site import Data, Site
from generator.site.wording import CLASSES, joined, short_clause
from ptxisa.isa import variants
from ptxisa.isa.facts import label
from ptxisa.query.schema import SchemaTable, tables

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
    "executable": lambda site: sum(
        bool(instruction.semantics or form.operation) for _, form, instruction in site.forms.values()
    ),
    **{kind: lambda site, kind=kind: len(site.isa.records(kind)) for kind in FOLDERS.values()},  # type: ignore[misc]
}


class Count(SphinxRole):
    """``:ptx:count:`form` ``: how many there are."""

    def run(self) -> tuple[list[Node], list[system_message]]:
        """Return the spliced nodes."""
        if self.text not in COUNTS:
            logger.warning("cannot count %r; known are %s", self.text, ", ".join(COUNTS), location=self.get_location())
            return [], []
        return [nodes.Text(f"{COUNTS[self.text](site_of(self.env)):,}")], []


def instructions(site: Site) -> Iterator[Cells]:
    """Yield a row for each instruction."""
    yield "Instruction", "Family", "Meaning"
    for family, members in site.families.items():
        for member in members:
            yield f":ptx:instruction:`{member.identity}`", family.replace("-", " "), member.summary


def types(site: Site) -> Iterator[Cells]:
    """Yield a row for each type."""
    yield "Type", "Bits", "Class", "Meaning"
    for type_ in sorted(
        site.isa.types.values(), key=lambda type_: (list(CLASSES).index(type_.kind), type_.bits, type_.name)
    ):
        yield f":ptx:type:`{type_.name}`", str(type_.bits), CLASSES[type_.kind], type_.summary


def modifiers(site: Site) -> Iterator[Cells]:
    """Yield a row for each group of modifiers."""
    yield "Group", "Values", "Meaning"
    for record in site.isa.records("modifier"):
        values = " ".join(f":ptx:modifier:`{record.data['name']}.{value['value']}`" for value in record.data["values"])
        yield f":ptx:modifier:`{record.data['name']}`", values, record.data["summary"]


def targets(site: Site) -> Iterator[Cells]:
    """Yield a row for each target."""
    yield "Target", "Kind", "Architecture", "Capability", "Since", "Meaning"
    for target in site.targets.values():
        since = f":ptx:version:`{target.introduced}`"
        yield (
            f":ptx:target:`{target.name}`",
            target.variant,
            target.architecture,
            target.compute_capability,
            since,
            target.summary,
        )


def versions(site: Site) -> Iterator[Cells]:
    """Yield a row for each PTX version."""
    yield "Version", "CUDA", "Driver", "New targets", "Meaning"
    for version in reversed(list(site.versions.values())):
        new = " ".join(f":ptx:target:`{target.name}`" for target in site.new_targets(version.name))
        yield (
            f":ptx:version:`{version.name}`",
            ", ".join(version.cuda),
            ", ".join(version.drivers),
            new,
            version.summary,
        )


def errata(site: Site) -> Iterator[Cells]:
    """Yield a row for each erratum."""
    yield "Erratum", "About", "The records follow the"
    for record in site.isa.records("erratum"):
        about = ", ".join(f"``{name}``" for name in record.data["about"])
        summary = record.data["summary"].rstrip(".")
        yield f":ptx:erratum:`{summary} <{record.data['name']}>`", about, record.data["records_follow"]


def kinds(site: Site) -> Iterator[Cells]:
    """Yield a row for each kind of record."""
    yield "Kind", "Folder", "Schema", "Records"
    for folder, kind in FOLDERS.items():
        yield kind, f"``isa/{folder}/``", f"``schema/{kind}.schema.json``", f"{len(site.isa.records(kind)):,}"


def schema_overview(site: Site) -> Iterator[Cells]:
    """Yield one row for each table, with a link to its columns."""
    yield "Name", "Is a", "What it has"
    for table in described():
        yield f":ref:`{table.name} <sql-{table.name}>`", table.sort, table.meaning


def commands(site: Site) -> Iterator[Cells]:
    """Yield a row for each command."""
    from ptxisa.cli.parsers import COMMANDS

    yield "Command", "What it answers"
    for name, summary in COMMANDS.items():
        end = "" if summary.endswith("…") else "."
        yield f"``ptxisa {name}``", f"{summary[0].upper()}{summary[1:]}{end}"


def diagnostics(site: Site) -> Iterator[Cells]:
    """Yield a row for each diagnostic."""
    from ptxisa.isa.diagnostics import CATALOGUE

    yield "Code", "Meaning"
    for name, code in CATALOGUE.items():
        yield f":ptx:code:`{name}`", code.meaning


def tree_nodes(site: Site) -> Iterator[Cells]:
    """Yield the classes of the syntax tree, in the order of their module."""
    from ptxisa.syntax import tree

    yield "Class", "Fields", "What it is"
    for class_ in sorted(get_args(tree.Node), key=lambda node: list(vars(tree)).index(node.__name__)):
        summary = " ".join((class_.__doc__ or "").partition("\n\n")[0].split())
        fields = ", ".join(f"``{field}``" for field in class_._fields if field not in tree.POSITIONS)
        yield f"``{class_.__name__}``", fields, _CODE.sub(r"``\1``", summary)


def precedence(site: Site) -> Iterator[Cells]:
    """Yield the operators by level, the tightest first."""
    yield "Level", "Operators", "Associativity"
    levels: dict[int, list[Data]] = {}
    for record in site.isa.records("operator"):
        levels.setdefault(record.data["level"], []).append(record.data)
    for level, members in sorted(levels.items()):
        links = ", ".join(f":ptx:operator:`{member['name']}`" for member in members)
        yield str(level), links, joined(list(dict.fromkeys(member["associativity"] for member in members)))


def of_kind(kind: Kind, site: Site, group: str | None = None) -> Iterator[Cells]:
    """Yield the records of a kind around the instructions, all or one group of them."""
    every = [record.data for record in site.isa.records(kind.kind)]
    dated = any("availability" in data for data in every)
    yield kind.label.capitalize(), *(label(column) for column in kind.columns), *(["Since"] * dated), "Meaning"
    cells = site.cells(kind.kind)
    for data in every:
        if group is None or data[kind.group] == group:
            shown = [cells.show(data.get(column), column) for column in kind.columns]
            since = "; ".join(short_clause(clause) for clause in clauses(data))
            yield name_cell(site, kind, data), *shown, *([since] * dated), data.get("summary", "")


def memory_model(site: Site, group: str | None = None) -> Iterator[Cells]:
    """Yield the definitions of the memory model of one class, or its ambiguities with both readings."""
    kind = LANGUAGE["memory_model"]
    if group in (None, "model"):
        yield from of_kind(kind, site, group)
        return
    records = [record.data for record in site.isa.records("memory_model") if record.data["class"] == group]
    if group == "ambiguity":
        yield "Ambiguity", "Reading a", "Reading b"
        for data in records:
            yield name_cell(site, kind, data), data["readings"]["a"], data["readings"]["b"]
        return
    yield "Name", "Meaning", "Definition"
    for data in records:
        if not data.get("given"):
            yield name_cell(site, kind, data), data["summary"], f"``{_definition(data)}``"


def _definition(data: Data) -> str:
    """Return the expressions of a definition, without the ids of its terms."""
    for key, mark in (("any", " | "), ("all", " & ")):
        if key in data:
            return mark.join(f"({_definition(part)})" if mark == " & " else _definition(part) for part in data[key])
    tests = ("expression", "empty", "irreflexive", "acyclic", "total")
    name = next(key for key in tests if key in data)
    text = _definition(data["total"]) if name == "total" else data[name]
    return text if name == "expression" else f"{name} {text}"


def name_cell(site: Site, kind: Kind, data: Data) -> str:
    """Return a link to a record; of a family of registers the last one is named as well."""
    members = site.members(data) if kind.kind == "special_register" else ()
    link = f":ptx:{kind.role}:`{data['name']}`"
    return f"{link} to ``{members[-1]}``" if len(members) > 1 else link


def functions(site: Site, category: str | None = None) -> Iterator[Cells]:
    """Yield the functions of the semantics language, all or those of one category."""
    yield "Function", "Arguments", "Result", "Meaning"
    for row in FUNCTIONS.values():
        if category in (None, row.category):
            calls = ", ".join(f"``{call}``" for call in row.signatures())
            yield calls, ", ".join(map(argument, row.parameters)), RESULTS[row.result], row.meaning


def argument(parameter: LanguageParameter) -> str:
    """Return a parameter with what it takes."""
    taken = " or ".join(f"``{name}``" for name in parameter.formats) or SORTS[parameter.sort]
    return f"*{parameter.name}* {taken}"


TABLES: dict[str, Callable[..., Iterator[Cells]]] = {
    "semantics": functions,
    "instructions": instructions,
    "types": types,
    "modifiers": modifiers,
    "targets": targets,
    "versions": versions,
    "errata": errata,
    "kinds": kinds,
    "sql": schema_overview,
    "commands": commands,
    "diagnostics": diagnostics,
    "nodes": tree_nodes,
    "precedence": precedence,
    **{kind.folder: partial(of_kind, kind) for kind in LANGUAGE.values()},
    "memory_model": memory_model,
}


class Glossary(SphinxDirective):
    """`.. ptx:glossary::`: every term with its definition, other words for it, and the records that it is about."""

    def run(self) -> list[Node]:
        """Return the list of terms."""
        lines = [".. glossary::", "   :sorted:", ""]
        for record in site_of(self.env).isa.records("term"):
            data = record.data
            lines += [f"   {data['title']}", f"      {' '.join(data['summary'].split())}"]
            if "see" in data:
                lines += ["", f"      See {', '.join(named_link(name) for name in data['see'])}."]
            lines.append("")
        container = nodes.Element()
        self.state.nested_parse(StringList(lines, source="glossary"), self.content_offset, container)
        return container.children


class RecordTable(SphinxDirective):
    """`.. ptx:table:: targets`: a row for each record; `.. ptx:table:: directives linking`: those of one group."""

    required_arguments = 1
    optional_arguments = 1

    def run(self) -> list[Node]:
        """Return the spliced nodes."""
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
        """Return the spliced nodes."""
        path = PACKAGE / self.arguments[0]
        if not path.is_file():
            raise self.error(f"the package has no file {self.arguments[0]!r}")
        text = path.read_text(encoding="utf-8")
        return [nodes.literal_block(text, text, language=path.suffix.removeprefix("."))]


class Command(SphinxDirective):
    """`.. ptx:command:: show`: the help of a command, as the command prints it."""

    required_arguments = 1

    def run(self) -> list[Node]:
        """Return the spliced nodes."""
        name = self.arguments[0]
        text = command_help(name)
        if text is None:
            raise self.error(f"no command {name!r}")
        return [nodes.literal_block(text, text, language="none")]


def command_help(name: str) -> str | None:
    """Return the output of `ptxisa NAME --help` in 78 columns, or None for an unknown command."""
    module = f"ptxisa.cli.{name.replace('-', '_')}_command"
    if importlib.util.find_spec(module) is None:
        return None
    command = importlib.import_module(module)
    parser = argparse.ArgumentParser(
        prog=f"ptxisa {name}",
        description=command.__doc__,
        formatter_class=lambda prog: argparse.RawDescriptionHelpFormatter(prog, width=78),
    )
    command.add_arguments(parser)
    return parser.format_help().strip()


class CommandRun(SphinxDirective):
    """`.. ptx:run:: available add.u16x2 --target sm_80`: a command line and what it prints."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[Node]:
        """Return the spliced nodes."""
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
    """Return status and standard output of a command line; no output without the generated package."""
    if importlib.util.find_spec("ptxisa._generated") is None:
        return 0, None
    from ptxisa.cli.main import main

    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        status = main(arguments)
    return status, output.getvalue()


SCHEMA = Path(__file__).parents[1] / "backends" / "database.sql"


def described() -> list[SchemaTable]:
    """Return the tables and views, as SQLite itself reads the schema."""
    connection = sqlite3.connect(":memory:")
    try:
        connection.executescript(SCHEMA.read_text(encoding="utf-8"))
        return tables(connection)
    finally:
        connection.close()


def schema_columns(table: SchemaTable) -> Iterator[Cells]:
    """Yield one row for each column."""
    yield "Column", "Type", "Meaning"
    for column in table.columns:
        marks = ["key"] * column.key
        marks += [f"refers to :ref:`{column.references} <sql-{column.references}>`"] * bool(column.references)
        meaning = f"{column.meaning} ({', '.join(marks)})" if marks else column.meaning
        yield f"``{column.name}``", column.type.lower(), meaning


def schema_lines() -> Iterator[str]:
    """Yield the whole schema as reStructuredText."""
    for table in described():
        yield from (
            f".. _sql-{table.name}:",
            "",
            f".. rubric:: {table.name}",
            "",
            f"A {table.sort}. {table.meaning}",
            "",
        )
        head, *rows = schema_columns(table)
        yield from (*list_table(head, rows), "")


class Schema(SphinxDirective):
    """`.. ptx:schema::`: the columns of every table and view."""

    def run(self) -> list[Node]:
        """Return the spliced nodes."""
        container = nodes.container()
        self.state.nested_parse(StringList(list(schema_lines()), source="schema"), self.content_offset, container)
        return container.children


WIDTH = 60


class Api(SphinxDirective):
    """A function, or a class with its methods."""

    required_arguments = 1

    def run(self) -> list[Node]:
        """Return the spliced nodes."""
        name = self.arguments[0]
        package, _, own = f"ptxisa.{name}".rpartition(".")
        try:
            home = importlib.import_module(package)
            if own not in getattr(home, "__all__", dir(home)):
                raise self.error(f"{package} has no public name {own!r}")
            value = getattr(home, own)
        except ImportError as error:
            raise self.error(f"ptxisa.{name} cannot be imported: {error}") from None
        shown = [_api_code(f"ptxisa.{name}{signature(value)}", f"api-{name}"), *_explained(value)]
        # The public methods of a class that have a docstring, in the order of the source.
        for method_name, method in (vars(value) if inspect.isclass(value) else {}).items():
            if inspect.isfunction(method) and not method_name.startswith("_") and method.__doc__:
                code = _api_code(f"{method_name}{signature(method)}")
                shown.append(nodes.container("", code, *_explained(method), classes=["ptx-api-method"]))
        return shown


class ApiList(SphinxDirective):
    """`.. ptx:api-list:: api/checks`: the names that a page documents, each with a link and its first sentence."""

    required_arguments = 1

    def run(self) -> list[Node]:
        """Return a definition list."""
        page = self.arguments[0]
        path = Path(self.env.srcdir, f"{page}.rst")
        names = re.findall(r"^\.\. ptx:api:: (\S+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        self.env.note_dependency(str(path))
        terms = []
        for name in names:
            first = (inspect.getdoc(getattr(ptxisa, name)) or "").partition("\n\n")[0]
            link = nodes.reference("", "", nodes.literal(name, name), refuri=f"{page}.html#api-{name}", internal=True)
            term = nodes.term("", "", link, ids=[f"api-{name}"])
            about = nodes.definition("", nodes.paragraph("", "", *_docstring_inline(" ".join(first.split()))))
            terms.append(nodes.definition_list_item("", term, about))
        return [nodes.definition_list("", *terms, classes=["ptx-api-list"])]


def _api_code(text: str, *ids: str) -> Node:
    return nodes.literal_block(text, text, language="python", ids=list(ids), classes=["ptx-api"])


def _explained(value: Any) -> Iterator[Node]:
    yield nodes.container("", *docstring_nodes(inspect.getdoc(value) or ""), classes=["ptx-api-text"])


class _Bare(str):
    """An annotation that shows as it is written; `inspect` would put quotes around it."""

    def __repr__(self) -> str:
        return str(self)


def signature(value: Callable[..., Any]) -> str:
    """Return parameters and result of a function, one per line if there are many; empty for a class."""
    if not inspect.isfunction(value):
        return ""
    full = inspect.signature(value)
    bares: list[inspect.Parameter] = []
    for name, parameter in full.parameters.items():
        if name != "self":
            if parameter.annotation is inspect.Parameter.empty:
                bares.append(parameter)
                continue
            bares.append(parameter.replace(annotation=_Bare(parameter.annotation)))
    shown = full.replace(
        parameters=bares,
        return_annotation=_Bare(full.return_annotation),
    )
    if len(str(shown)) <= WIDTH:
        return str(shown)
    lines = "".join(f"    {parameter},\n" for parameter in shown.parameters.values())
    return f"(\n{lines}) -> {shown.return_annotation}"


_SECTION = re.compile(r"(Args|Attributes|Raises|Returns|Yields):\n")


def docstring_nodes(text: str) -> Iterator[Node]:
    """Yield paragraphs with `code`, indented code, and sections of the Google convention."""
    for block in re.split(r"\n{2,}", text.strip()):
        if section := _SECTION.match(block):
            yield from _section(section[1], inspect.cleandoc(block[section.end() :]))
        elif block.startswith("    "):
            yield _api_code(inspect.cleandoc(block))
        else:
            yield nodes.paragraph("", "", *_docstring_inline(" ".join(block.split())))


def _section(title: str, text: str) -> Iterator[Node]:
    """Yield a title, then a list of `name: text`, or one paragraph for a result."""
    yield nodes.rubric(title, title)
    if title in ("Returns", "Yields"):
        yield nodes.paragraph("", "", *_docstring_inline(" ".join(text.split())))
        return
    items = []
    for entry in re.split(r"\n(?=\S)", text):
        name, _, meaning = entry.partition(":")
        paragraph = nodes.paragraph("", "", *_docstring_inline(" ".join(meaning.split())))
        term = nodes.term("", "", nodes.literal(name, name))
        items.append(nodes.definition_list_item("", term, nodes.definition("", paragraph)))
    yield nodes.definition_list("", *items)


def _docstring_inline(text: str) -> Iterator[Node]:
    for index, part in enumerate(re.split(r"`+([^`]+)`+", text)):
        if part:
            yield nodes.literal("", part) if index % 2 else nodes.Text(part)
