"""Find the record files, check each against the schema of its kind, and count what was checked.

A folder under `isa/` is a kind; a schema that matches no file is an error, since a guard that
passes on nothing guards nothing.
"""

from __future__ import annotations

import functools
import json
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import referencing
import referencing.jsonschema

from generator.records.combinations import with_lists
from generator.records.evidence import EvidenceRows, read_evidence
from generator.records.facets import misplaced
from generator.records.problems import Problem, RecordError, near
from generator.records.schema_check import Check, compiled
from generator.records.schema_errors import StrictValidator, explain
from generator.records.shared import expand
from generator.records.yaml_reader import Located, read
from ptxisa.oracle.evidence import TABLES

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = {
    "assembler_messages": "assembler_message",
    "attributes": "attribute",
    "compute_capabilities": "compute_capability",
    "conversions": "conversion",
    "descriptors": "descriptor",
    "device_behaviors": "device_behavior",
    "directives": "directive",
    "documents": "document",
    "enumerations": "enumeration",
    "errata": "erratum",
    "evidence": "evidence",
    "functions": "function",
    "instructions": "instruction",
    "matrix": "matrix_layout",
    "matrix_models": "matrix_model",
    "measurements": "measurement",
    "memory_model": "memory_model",
    "modifiers": "modifier",
    "nvvm_address_spaces": "nvvm_address_space",
    "nvvm_annotations": "nvvm_annotation",
    "nvvm_constructs": "nvvm_construct",
    "nvvm_data_layouts": "nvvm_data_layout",
    "nvvm_intrinsics": "nvvm_intrinsic",
    "nvvm_versions": "nvvm_version",
    "operators": "operator",
    "pragmas": "pragma",
    "property_groups": "property_group",
    "reserved_words": "reserved_words",
    "rules": "rule",
    "special_registers": "special_register",
    "state_spaces": "state_space",
    "target_notes": "target_note",
    "targets": "target",
    "tensor_layouts": "tensor_layout",
    "tensor_modes": "tensor_mode",
    "terms": "term",
    "toolkits": "toolkit",
    "types": "type",
    "versions": "version",
}
MEASURED = ("evidence", "measurement")
"""Kinds that may have no file: tools write them, and need the other records first."""


@dataclass(frozen=True)
class Loaded:
    """Every record file by kind, in path order, each valid against its schema."""

    by_kind: dict[str, list[Located]]
    tables: tuple[EvidenceRows, ...] = ()
    """The tables of evidence, whose rows the records of evidence have as data."""
    broken: frozenset[str] = frozenset()
    """Names of records that are not valid, of their forms and of themselves: other records may refer to these."""

    def counts(self) -> dict[str, int]:
        """Return the number of records of each kind."""
        return {kind: len(files) for kind, files in self.by_kind.items()}


def load(isa: Path = ROOT / "isa", schemas: Path = ROOT / "schema") -> Loaded:
    """Read and validate every record below `isa`; raise `RecordError` with all problems found."""
    loaded, problems = load_valid(isa, schemas)
    if problems:
        raise RecordError(problems)
    return loaded


def load_valid(isa: Path = ROOT / "isa", schemas: Path = ROOT / "schema") -> tuple[Loaded, list[Problem]]:
    """Return the records below `isa` that are valid against their schemas, and the problems of the others."""
    problems: list[Problem] = []
    by_kind: dict[str, list[Located]] = defaultdict(list)
    tables: list[EvidenceRows] = []
    broken: set[str] = set()
    # The heads of evidence read these tables.
    evidence = {isa / "evidence" / f"{table.file}.csv" for tables_ in TABLES.values() for table in tables_}
    for path in sorted(isa.rglob("*")):
        if not path.is_file() or path in evidence:
            continue
        try:
            record = load_file(path, isa, schemas)
            if record.data["kind"] == "evidence":
                records, rows = read_evidence(record)
                by_kind["evidence"] += records
                tables += rows
            else:
                by_kind[record.data["kind"]].append(record)
        except RecordError as error:
            problems.extend(error.problems)
            broken.update(_names(path, isa))
    if not problems:
        problems = [
            Problem(isa / folder, 1, 1, f"schema {kind!r} matched no file; remove the schema or restore the records")
            for folder, kind in FOLDERS.items()
            if kind not in MEASURED and not by_kind.get(kind)
        ]
    return Loaded({kind: by_kind[kind] for kind in sorted(by_kind)}, tuple(tables), frozenset(broken)), problems


def _names(path: Path, isa: Path) -> Iterator[str]:
    """Yield the names by which other records may refer to a record that is not valid."""
    yield path.stem
    yield f"{FOLDERS.get(path.relative_to(isa).parts[0], '')}/{path.stem}"
    with suppress(RecordError):
        data = read(path).data
        for value in data.values() if isinstance(data, dict) else ():
            yield str(value)
            parts = [part for part in value if isinstance(part, dict)] if isinstance(value, list) else []
            yield from (str(part[key]) for part in parts for key in ("id", "name") if key in part)


def load_file(path: Path, isa: Path, schemas: Path = ROOT / "schema") -> Located:
    """Read one record file, check it against the schema of its folder, and complete its forms."""
    folder = path.relative_to(isa).parts[0]
    if folder not in FOLDERS or path.suffix != ".yaml":
        known = ", ".join(FOLDERS)
        raise RecordError(
            [Problem(path, 1, 1, f"not a record: isa/<kind>/….yaml with one of {known}{near(folder, FOLDERS)}")]
        )
    kind = FOLDERS[folder]
    record = read(path)
    problems = validate(record, kind, schemas)
    if not problems:
        registry = _registry(schemas)
        schema, common = registry.contents(f"{kind}.schema.json"), registry.contents("common.schema.json")
        problems = [*_check_identity(record, isa), *misplaced(record, schema, common)]
    if problems:
        raise RecordError(problems)
    whole = with_lists(expand(record))
    problems = validate(whole, kind, schemas) if whole is not record else []
    if problems:
        raise RecordError(problems)
    return whole


def validate(record: Located, kind: str, schemas: Path = ROOT / "schema") -> list[Problem]:
    """Return the problems of one record against `schema/<kind>.schema.json`, each at the offending value."""
    if check(kind, schemas)(record.data):
        return []
    errors = validator(kind, schemas).iter_errors(record.data)
    return list(dict.fromkeys(problem for error in errors for problem in explain(record, error)))


def _check_identity(record: Located, isa: Path) -> Iterator[Problem]:
    """Check that the file is named after the record, and its folder after the family."""
    data, path = record.data, record.path
    if path.stem != data["name"]:
        yield record.problem(("name",), f"name {data['name']!r} does not match the file name {path.name!r}")
    instruction = data["kind"] == "instruction"
    if instruction and path.parent.name != data["family"]:
        yield record.problem(("family",), f"family {data['family']!r} does not match the folder {path.parent.name!r}")
    elif len(path.relative_to(isa).parts) != (3 if instruction else 2):
        expected = "isa/instructions/<family>/" if instruction else f"isa/{path.relative_to(isa).parts[0]}/"
        yield record.problem((), f"a record of this kind belongs in {expected} itself")


@functools.cache
def check(kind: str, schemas: Path = ROOT / "schema") -> Check:
    """Return the fast check of a kind; `validator` explains what is wrong."""
    return compiled(f"{kind}.schema.json", _documents(schemas))


@functools.cache
def validator(kind: str, schemas: Path = ROOT / "schema") -> Any:
    """Return the validator of a kind, which explains every error."""
    registry = _registry(schemas)
    return StrictValidator(registry.contents(f"{kind}.schema.json"), registry=registry)


@functools.cache
def _registry(schemas: Path) -> referencing.Registry[Any]:
    specification = referencing.jsonschema.DRAFT202012
    registry: referencing.Registry[Any] = referencing.Registry()
    for name, schema in _documents(schemas).items():
        registry = registry.with_resource(name, specification.create_resource(schema))
    return registry


@functools.cache
def _documents(schemas: Path) -> dict[str, Any]:
    """Return every schema by the name of its file."""
    paths = sorted(schemas.glob("*.schema.json"))
    return {path.name: json.loads(path.read_text(encoding="utf-8")) for path in paths}
