"""The SQLite database: every record whole, and the tables that queries join over."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from generator.backends import capabilities, tables, text
from generator.backends.language import special_registers
from generator.backends.search_words import distinct, words
from generator.records import model as records
from generator.records import nvvm
from generator.records.isa import Isa
from generator.records.load import ROOT
from generator.records.yaml_reader import Located
from generator.semantics.functions import functions_of
from ptxisa.check.sarif import shown
from ptxisa.isa.diagnostics import CATALOGUE
from ptxisa.isa.targets import admits
from ptxisa.isa.variants import count
from ptxisa.oracle.evidence import device_of

Row = tuple[Any, ...]
FIRST_CODE = 1_000_000
"""The id of the first diagnostic, which full-text search finds beside the records; more than records have."""

SCHEMA = Path(__file__).with_name("database.sql")


def write(isa: Isa, path: Path) -> None:
    """Write the database to `path`, replacing what is there."""
    path.unlink(missing_ok=True)
    connection = sqlite3.connect(path)
    try:
        connection.executescript(SCHEMA.read_text(encoding="utf-8"))
        for table, rows in _rows(isa):
            values = list(rows)
            if values:
                connection.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values[0]))})", values)
        # Fill the full-text index, with the words of each body.
        bodies = {number: words(record.data) for number, record in enumerate(_all(isa), 1)}
        bodies |= {number: " ".join(distinct(examples)) for _, _, *examples, number in diagnostic_rows()}
        rows = connection.execute("SELECT id, kind, name, summary, keywords FROM searched").fetchall()
        connection.executemany(
            "INSERT INTO search(rowid, kind, name, summary, keywords, body) VALUES (?, ?, ?, ?, ?, ?)",
            ((*row, bodies[row[0]]) for row in rows),
        )
        connection.execute("INSERT INTO search(search) VALUES ('optimize')")
        connection.commit()
        connection.execute("VACUUM")
    finally:
        connection.close()


def _rows(isa: Isa) -> Iterator[tuple[str, Iterable[Row]]]:
    """Yield every table with its rows, in record order."""
    yield "record", record_rows(isa)
    yield "alias", alias_rows(isa)
    yield "instruction", instruction_rows(isa)
    yield "form", form_rows(isa)
    yield "slot", slot_rows(isa)
    yield "operand", operand_rows(isa)
    yield "clause", clause_rows(isa)
    yield "form_end", form_end_rows(isa)
    yield "inclusion", inclusion_rows(isa)
    yield "promise", promise_rows(isa)
    yield "record_clause", record_clause_rows(isa)
    yield "record_end", record_end_rows(isa)
    yield "type", ((t.name, t.kind, t.bits, t.element, t.elements, t.declarable, t.summary) for t in isa.types.values())
    yield "modifier", ((v.group, v.value, v.summary, v.repeatable) for group in isa.modifiers.values() for v in group)
    yield "target", target_rows(isa)
    yield "version", version_rows(isa)
    yield from capability_tables(isa)
    yield "version_target", ((r.data["name"], target) for r in isa.records("version") for target in r.data["targets"])
    yield "change", change_rows(isa)
    yield "change_form", _named(isa, "forms")
    yield "change_record", ((*row[:2], *row[2].split("/", 1)) for row in _named(isa, "records"))
    yield "change_target", _named(isa, "targets")
    yield "erratum_about", ((r.data["name"], about) for r in isa.records("erratum") for about in r.data["about"])
    yield "rule_code", rule_code_rows(isa)
    yield "diagnostic", diagnostic_rows()
    yield "tool", ((r.data["name"], r.data["tool"], r.data["release"]) for r in _with_clauses(isa))
    yield "finding", finding_rows(isa)
    yield "measurement", measurement_rows(isa)
    yield "nvvm_lowering", lowering_rows(isa)
    yield "source", source_rows(isa)


def _all(isa: Isa) -> Iterator[Located]:
    for kind in isa.loaded.by_kind:
        yield from isa.records(kind)


def _path(record: Located) -> str:
    """Return the path as a reader finds it in the repository."""
    path = record.path
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name


def record_rows(isa: Isa) -> Iterator[Row]:
    """Yield every record with its number, by which the full-text index finds it."""
    for number, record in enumerate(_all(isa), 1):
        data = record.data
        yield data["kind"], data["name"], _path(record), data.get("summary", ""), _json(data), number


def _json(value: object) -> str:
    """Return JSON without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def alias_rows(isa: Isa) -> Iterator[Row]:
    """Yield other names of records, without the initial dot of spellings."""
    for record in _all(isa):
        data = record.data
        names = [data.get(key, "").removeprefix(".") for key in ("spelling", "symbol")]
        names += [data["title"], *data.get("also", ())] if data["kind"] == "term" else []
        names += data["cuda"] if isinstance(data.get("cuda"), list) else []
        names += [*data.get("words", ())] if data["kind"] == "reserved_words" else []
        names += [value["name"] for value in data["values"]] if data["kind"] == "enumeration" else []
        yield from ((alias, data["kind"], data["name"]) for alias in names if alias not in ("", data["name"]))
    yield from (
        (name, "special_register", register.record)
        for name, register in special_registers(isa)
        if name != register.record
    )


def rule_code_rows(isa: Isa) -> Iterator[Row]:
    """Yield the diagnostics that report violations of the rules of the language."""
    for record in isa.records("rule"):
        codes = dict.fromkeys(example["code"] for example in record.data.get("invalid", ()))
        yield from ((record.data["name"], code) for code in codes)


def diagnostic_rows() -> Iterator[Row]:
    """Yield the diagnostics of the checker, with examples that any text file can hold."""
    for number, (name, code) in enumerate(CATALOGUE.items(), FIRST_CODE):
        yield name, code.meaning, shown(code.wrong), shown(code.right), number


def instruction_rows(isa: Isa) -> Iterator[Row]:
    """Yield the instructions with the number of their record."""
    described = ((number, record.data) for number, record in enumerate(_all(isa), 1))
    numbers = {(data["family"], data["name"]): number for number, data in described if data["kind"] == "instruction"}
    for instruction in isa.instructions:
        yield (
            instruction.identity,
            instruction.name,
            instruction.family,
            instruction.mnemonic,
            instruction.summary,
            numbers[instruction.family, instruction.name],
        )


def form_rows(isa: Isa) -> Iterator[Row]:
    """Yield every form with its instruction and what its record states about execution."""
    functions = functions_of(isa)
    for number, (instruction, form, program) in enumerate(isa.forms(), 1):
        position = instruction.forms.index(form)
        pseudocode = text.render(form, program, functions) if program.semantics else None
        texts = (program.semantics, pseudocode, program.no_semantics)
        summary = " ".join(instruction.data["forms"][position].get("summary", "").split())
        yield (
            form.id,
            instruction.identity,
            position,
            summary,
            form.syntax,
            count(form),
            *texts,
            _json(form.effects),
            number,
        )


def slot_rows(isa: Isa) -> Iterator[Row]:
    """Yield the slots of every form with their values."""
    for _, form, _ in isa.forms():
        for position, slot in enumerate(form.slots):
            default = isa.default(slot)
            yield form.id, position, slot.name, slot.group, slot.optional, slot.in_mnemonic, default, _json(slot.values)


def operand_rows(isa: Isa) -> Iterator[Row]:
    """Yield the operands of every form."""
    for _, form, _ in isa.forms():
        for position, operand in enumerate(form.operands):
            type_ = (
                operand.type
                if isinstance(operand.type, str)
                else json.dumps([[dict(c.when), c.value] for c in operand.type])
            )
            yield (
                form.id,
                position,
                operand.name,
                operand.access,
                type_,
                operand.kind,
                operand.immediate,
                operand.summary,
            )


def clause_rows(isa: Isa) -> Iterator[Row]:
    """Yield the clauses and requirements of every form."""
    for _, form, _ in isa.forms():
        for clause in form.clauses:
            role = "way" if clause in form.availability else "need"
            yield form.id, clause.id, clause.ptx, clause.target, json.dumps(dict(clause.when)), role


def form_end_rows(isa: Isa) -> Iterator[Row]:
    """Yield the versions and targets at which forms are deprecated or removed."""
    for _, form, _ in isa.forms():
        for change, ends in (("deprecated", form.deprecated), ("removed", form.removed)):
            for end in ends:
                yield form.id, change, end.ptx, end.target, json.dumps(dict(end.when)), end.note


def inclusion_rows(isa: Isa) -> Iterator[Row]:
    """Yield each target expression of a clause or an end, with each target that it includes."""
    every = tables.targets(isa)
    floors = {floor.target for _, form, _ in isa.forms() for floor in form.clauses}
    ends = {end.target for _, form, _ in isa.forms() for end in (*form.deprecated, *form.removed)}
    others = {row[4] for row in (*record_clause_rows(isa), *record_end_rows(isa))}
    for expression in sorted(filter(None, floors | ends | others)):
        yield from ((expression, name) for name, target in every.items() if admits(expression, target, every))


def promise_rows(isa: Isa) -> Iterator[Row]:
    """Yield the rows of contracts."""
    for _, form, _ in isa.forms():
        if form.contract:
            for position, promise in enumerate(form.contract.promises):
                condition, operands = (json.dumps(dict(part)) for part in (promise.when, promise.operands))
                yield form.id, position, form.contract.function, condition, operands, promise.kind, promise.value


def record_clause_rows(isa: Isa) -> Iterator[Row]:
    """Yield the availability of records other than instructions."""
    for record in _all(isa):
        for clause in records.clauses(record.data):
            key = record.data["kind"], record.data["name"]
            yield *key, clause.id, clause.ptx, clause.target, json.dumps(dict(clause.when))


def record_end_rows(isa: Isa) -> Iterator[Row]:
    """Yield the versions and targets at which other records are deprecated or removed."""
    for record in _all(isa):
        for change in ("deprecated", "removed"):
            for end in records.ends(record.data, change):
                key = record.data["kind"], record.data["name"]
                yield *key, change, end.ptx, end.target, json.dumps(dict(end.when)), end.note


def target_rows(isa: Isa) -> Iterator[Row]:
    """Yield every target."""
    for position, target in enumerate(tables.targets(isa).values()):
        yield (
            target.name, position, target.variant, target.family, target.introduced, target.compute_capability,
            target.architecture, target.renamed, target.documented, target.summary,
        )  # fmt: skip


def version_rows(isa: Isa) -> Iterator[Row]:
    """Yield every PTX version."""
    for position, version in enumerate(tables.versions(isa).values()):
        yield version.name, position, ", ".join(version.cuda), ", ".join(version.drivers), version.summary


def capability_tables(isa: Isa) -> Iterator[tuple[str, Iterable[Row]]]:
    """Yield the tables of compute capabilities, their values by source, and CUDA releases."""
    known = capabilities.capabilities(isa)
    properties = capabilities.properties(isa)
    yield "property", ((*property_, number) for number, property_ in enumerate(properties.values(), 1))
    yield (
        "compute_capability",
        (
            (capability.version, at, capability.architecture, capability.summary)
            for at, capability in enumerate(known.values())
        ),
    )
    yield (
        "capability_target",
        ((capability.version, target) for capability in known.values() for target in capability.targets),
    )
    yield (
        "capability_value",  # A value as JSON, once for each source.
        (
            (capability.version, name, json.dumps(capability.values[name]), source)
            for capability in known.values()
            for name, sources in capability.sources.items()
            for source in sources
        ),
    )
    toolkits = capabilities.toolkits(isa)
    yield (
        "toolkit",
        (
            (toolkit.release, at, toolkit.ptx, toolkit.branch, toolkit.runs_from)
            for at, toolkit in enumerate(toolkits.values())
        ),
    )
    yield "toolkit_driver", ((toolkit.release, *update) for toolkit in toolkits.values() for update in toolkit.drivers)
    yield "toolkit_target", ((toolkit.release, target) for toolkit in toolkits.values() for target in toolkit.targets)


def change_rows(isa: Isa) -> Iterator[Row]:
    """Yield the changes of every version."""
    for record in isa.records("version"):
        for position, change in enumerate(record.data.get("changes", ())):
            pending, unannounced = change.get("pending"), change.get("unannounced", False)
            yield record.data["name"], position, change["change"], change["summary"], pending, unannounced


def _named(isa: Isa, key: str) -> Iterator[Row]:
    """Yield the names under one key of each change."""
    for record in isa.records("version"):
        for position, change in enumerate(record.data.get("changes", ())):
            yield from ((record.data["name"], position, name) for name in change.get(key, ()))


def _with_clauses(isa: Isa) -> Iterator[Located]:
    """Yield the records of evidence on clauses."""
    return (record for record in isa.records("evidence") if record.data.get("clauses"))


def finding_rows(isa: Isa) -> Iterator[Row]:
    """Yield the findings about each clause, with the runs that agree."""
    by_row: dict[Row, list[str]] = {}
    for record in _with_clauses(isa):
        for form, statuses in record.data["clauses"].items():
            for clause, status in statuses.items():
                row = form, clause, status["floor"], status["below_version"], status["below_target"]
                by_row.setdefault(row, []).append(record.data["name"])
    yield from ((*row, _json(sources)) for row, sources in by_row.items())


def measurement_rows(isa: Isa) -> Iterator[Row]:
    """Yield the results of GPUs for each form."""
    for record in isa.records("evidence"):
        data = record.data
        for form, counts in data.get("forms", {}).items():
            where = data["name"], data.get("target"), device_of(data, form)
            yield *where, form, counts["run"], counts["agreed"], counts.get("unspecified", 0)


def lowering_rows(isa: Isa) -> Iterator[Row]:
    """Yield the PTX of each intrinsic of NVVM IR."""
    for family in nvvm.families(isa).values():
        for member in family.members:
            for lowering in member.lowerings:
                condition, dialects = json.dumps(dict(lowering.when)), " ".join(lowering.dialects)
                place = lowering.form or None, lowering.opcode, lowering.register, condition
                yield family.name, member.name, *place, dialects, " ".join(lowering.cuda)


def source_rows(isa: Isa) -> Iterator[Row]:
    """Yield the sections that records cite, each once."""
    for record in _all(isa):
        sections = ((source["document"], source["section"]) for source in records.sources(record.data))
        yield from ((_path(record), *section) for section in dict.fromkeys(sections))
