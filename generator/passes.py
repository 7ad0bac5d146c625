"""Every pass of the generator in order, and the result of a pass for one record as text.

python -m generator.build --dump resolve popc
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, NamedTuple

from generator.backends import forms
from generator.backends.coverage import uncovered
from generator.backends.python_source import source
from generator.records.isa import Isa
from generator.records.load import ROOT, load_valid
from generator.records.model import RecordedInstruction
from generator.records.problems import Problem, RecordError, near
from generator.records.proofs import PROOFS
from generator.records.resolve import resolve_names
from generator.records.yaml_reader import Located
from generator.semantics.functions import functions_of


class Pass(NamedTuple):
    """Pass of the generator: name, description in one line, and its result for a record (None if it only checks)."""

    name: str
    does: str
    dump: Callable[[Isa, str], str] | None = None


class UnknownDump(Exception):
    """Pass without a result to print, or unknown record; the message names the alternatives."""


def front_end(folder: Path = ROOT / "isa") -> Isa:
    """Read, resolve and prove the records of a folder; raise `RecordError` with the problems of all passes."""
    isa, problems = examine(folder)
    if isa is None or problems:
        raise RecordError(problems)
    return isa


def examine(
    folder: Path = ROOT / "isa", log: Callable[[str], None] = lambda line: None
) -> tuple[Isa | None, list[Problem]]:
    """Return the records of a folder and the problems of every pass but the compilation of semantics.

    Args:
        folder: Folder of the records.
        log: Called with a line before each pass.

    Returns:
        The records, None if they cannot be resolved, and all problems. A pass runs on the records that the passes
        before found valid, so that one run reports everything.
    """
    log("reading records")
    loaded, problems = load_valid(folder)
    log("resolving names")
    isa: Isa | None = None
    try:
        isa, unresolved = resolve_names(loaded)
        problems += unresolved
    except RecordError as error:
        problems += error.problems
    except CONSEQUENCES:
        if not problems:
            raise
    if isa is None:
        return None, problems
    log("comparing facts of several records")
    checks: list[Callable[[Isa], Iterable[Problem]]] = [*PROOFS, check_functions]
    if not loaded.broken:  # A section may be covered by a record that is not valid.
        checks.append(uncovered)
    for check in checks:
        earlier = len(problems)
        try:
            problems.extend(check(isa))
        except RecordError as error:
            problems += error.problems
        except CONSEQUENCES:
            if not earlier:
                raise
    return isa, problems


def check_functions(isa: Isa) -> tuple[()]:
    """Compile the functions that records define; raise `RecordError` with all problems."""
    functions_of(isa)
    return ()


CONSEQUENCES = (LookupError, ValueError, TypeError, AttributeError)
"""Exceptions of a pass whose records have problems that an earlier pass reported, such as unknown names."""


def dump(name: str, record: str) -> str:
    """Return the result of the pass `name` for the record `record` as text."""
    made = {pass_.name: pass_.dump for pass_ in PASSES if pass_.dump}
    if name not in made:
        raise UnknownDump(f"no dump of pass {name!r}: choose one of {', '.join(made)}{near(name, list(made))}")
    return made[name](front_end(), record)


def dump_read(isa: Isa, name: str) -> str:
    """Return the data of the records of this name as JSON, each value as YAML gave it."""
    records = [record for files in isa.loaded.by_kind.values() for record in files if record.data["name"] == name]
    _demand(records, name, [record.data["name"] for files in isa.loaded.by_kind.values() for record in files])
    return "\n".join(f"# {_path(record)}\n{json.dumps(record.data, indent=2)}" for record in records)


def dump_resolved(isa: Isa, name: str) -> str:
    """Return the forms of an instruction, as every back end reads them."""
    return "\n".join(
        f"# {_path(instruction.located)}\n" + "\n".join(source(form) for form in instruction.forms)
        for instruction in _instructions(isa, name)
    )


def dump_compiled(isa: Isa, name: str) -> str:
    """Return the typed program of each text and variant of an instruction."""
    from generator.semantics.compile import compile_entries

    functions = functions_of(isa)
    chosen = _instructions(isa, name)
    compiled = compile_entries([entry for entry in isa.forms() if entry[0] in chosen], isa.types, functions)
    return "\n".join(
        "\n".join(
            [
                f"# {program.form.id}, {program.target or 'contract'}, {dict(variant.values)}",
                *_lines(variant.routine, ""),
            ]
        )
        for program in compiled
        for variant in program.variants
    )


def dump_emitted(isa: Isa, name: str) -> str:
    """Return the module of the forms of a mnemonic."""
    return forms.emit(name, _instructions(isa, name))


def _instructions(isa: Isa, name: str) -> Sequence[RecordedInstruction]:
    named = [
        instruction
        for instruction in isa.instructions
        if name in (instruction.name, instruction.identity, instruction.mnemonic)
    ]
    _demand(named, name, [instruction.name for instruction in isa.instructions])
    return named


def _demand(records: Sequence[object], name: str, known: Sequence[str]) -> None:
    if not records:
        raise UnknownDump(f"no record {name!r}{near(name, known)}")


def _path(record: Located) -> str:
    return str(record.path.relative_to(ROOT) if record.path.is_relative_to(ROOT) else record.path)


def _lines(value: Any, indent: str, label: str = "") -> Iterator[str]:
    """Yield a tree of named tuples and dataclasses, one node per line, without places in the text."""
    attributes = [field.name for field in fields(value)] if is_dataclass(value) else getattr(value, "_fields", ())
    names = [name for name in attributes if name != "place"]
    if not names and not (isinstance(value, (tuple, Mapping)) and value):
        yield f"{indent}{label}{value!r}"
        return
    yield f"{indent}{label}{type(value).__name__ if names else ''}".rstrip()
    if names:
        for name in names:
            yield from _lines(getattr(value, name), indent + "  ", f"{name}: ")
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _lines(item, indent + "  ", f"{key}: ")
    else:
        for item in value:
            yield from _lines(item, indent + "  ")


PASSES = (
    Pass("read", "YAML text to plain data whose every value knows its line and column", dump_read),
    Pass("validate", "data against the JSON Schema of its kind, path against name"),
    Pass("resolve", "names to values: types, modifiers, slots, operands, forms; every reference exists", dump_resolved),
    Pass(
        "prove",
        "facts that two records state agree: release notes, target notes, availability; every section is covered",
    ),
    Pass("compile", "text of semantics to one typed program for each variant that differs", dump_compiled),
    Pass("emit", "values and programs to Python modules, the database, and pages (generator/site)", dump_emitted),
)
