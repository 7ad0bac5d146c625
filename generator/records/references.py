"""Check references between records: every name that a record mentions has a record.

The table lists the places of names of records, as paths with `*` for every item of a list or mapping. Keys that a
record chooses itself, such as those of operands and registers, are never taken for references.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any

from generator.records.deviations import deviation_problems
from generator.records.isa import Isa
from generator.records.own_names import own_name_problems
from generator.records.problems import Problem, near
from generator.records.special_registers import special_register_problems
from generator.records.yaml_reader import Steps
from ptxisa.isa.diagnostics import CATALOGUE


def _floors(path: str) -> dict[str, str]:
    return {f"{path}.*.ptx": "PTX version", f"{path}.*.target": "target expression"}


SOURCES = {"sources.*": "source"}
ENDS = {**_floors("availability"), **_floors("deprecated"), **_floors("removed")}
PATHS: Mapping[str, Mapping[str, str]] = {
    "assembler_message": {"messages.*.codes.*": "diagnostic code"},
    "attribute": {**SOURCES, **ENDS, "spaces.*": "state space"},
    "compute_capability": {"targets.*": "target", "facts.*.source": "fact source", "facts.*.values": "properties"},
    "conversion": {**SOURCES, "instructions.*": "instruction"},
    "descriptor": {
        **SOURCES,
        **_floors("availability"),
        **{
            f"{place}.since.{key}": what
            for place in ("variants.*", "fields.*", "fields.*.widened", "fields.*.values.*")
            for key, what in (("ptx", "PTX version"), ("target", "target expression"))
        },
    },
    "device_behavior": {"statements.*.capabilities.*": "compute capability", "statements.*.sources.*": "source"},
    "directive": {
        **SOURCES,
        **ENDS,
        **_floors("features.*.availability"),
        "features.*.lends.types.*": "type",
        "features.*.lends.target": "target",
        "features.*.lends.without.*": "modifier value",
        "requires.*": "directive",
        "excludes.*": "directive",
        "ignored_without.*": "directive",
        "linkage.spaces.*": "state space",
    },
    "document": {},
    "enumeration": SOURCES,
    "erratum": {
        "about.*": "record or form",
        "document.source": "source",
        "other.source": "source",
        "measured.releases.*": "release or target",
        "nvvm.*.releases.*": "release",
        "nvvm.*.rules.*": "rule of NVVM IR",
        "rules.*.forms.*": "form",
        "rules.*.except_forms.*": "form",
        "rules.*.instructions.*": "instruction",
        "rules.*.records.*": "record",
        "rules.*.releases.*": "release",
        "rules.*.operand_types.*": "type",
        "rules.*.operand_spaces.*": "state space of an address",
        "rules.*.ptx": "PTX version",
        "rules.*.target": "target expression",
    },
    "evidence": {"runs.*.target": "target"},
    "function": SOURCES,
    "instruction": {
        **SOURCES,
        **_floors("forms.*.availability"),
        **_floors("forms.*.requirements"),
        **_floors("forms.*.deprecated"),
        **_floors("forms.*.removed"),
        "forms.*.advisories.*.except_target": "target expression",
        **_floors("tables.*.availability.*"),
        "forms.*.models.*.target": "target expression",
        "forms.*.models.*.until": "PTX version",
        "examples.*.registers.*": "type",
        "elsewhere.*": "instruction",
        "see_also.*": "instruction",
    },
    "matrix_layout": {
        **SOURCES,
        "swizzle": "tensor layout",
        "uses.*.types.*": "type",
        "uses.*.instructions.*": "opcode of a layout",
        "unspecified.*.instruction": "opcode of a layout",
    },
    "matrix_model": {
        **SOURCES,
        "targets.*": "target",
        "measured": "measurement",
        "rows.*.shapes.*": "modifier value",
        **{f"rows.*.{operand}.*": "type" for operand in "abcd"},
    },
    "memory_model": SOURCES,
    "measurement": {"expected.*.forms.*": "form"},
    "modifier": {**SOURCES, "values.*.meanings.*.instructions.*": "instruction"},
    "nvvm_address_space": {**SOURCES, "state_space": "state space"},
    "nvvm_annotation": {
        **SOURCES,
        "target": "target expression",
        "since": "version of NVVM IR",
        "directive": "directive",
        "attribute": "attribute",
    },
    "nvvm_construct": {
        **SOURCES,
        "entries.*.target": "target expression",
        "entries.*.ptx.*.directive": "directive",
        "entries.*.ptx.*.types.*": "type with a dot",
        "rules.*.target": "target expression",
    },
    "nvvm_data_layout": SOURCES,
    "nvvm_version": {**SOURCES, "changes.*.records.*": "record", "incompatible.*": "version of NVVM IR"},
    "nvvm_intrinsic": {
        **SOURCES,
        "encodings.*.values.*.target": "target expression",
        "members.*.target": "target expression",
        "members.*.ptx.*.form": "form",
        "members.*.until": "version of NVVM IR",
    },
    "operator": SOURCES,
    "pragma": {**SOURCES, **ENDS},
    "property_group": SOURCES,
    "reserved_words": SOURCES,
    "rule": {**SOURCES, **_floors("availability"), "invalid.*.code": "diagnostic code"},
    "special_register": {
        **SOURCES,
        **ENDS,
        "type": "type",
        "directive": "directive with a dot",
        "earlier.*.until": "PTX version",
        "earlier.*.type": "type",
        "limits.*.target": "target expression",
        "multiples.*.target": "target expression",
        "examples.*.registers.*": "type",
    },
    "state_space": {
        **SOURCES,
        **ENDS,
        **_floors("declares.*.availability"),
        **_floors("declares.*.removed"),
        **_floors("declares.*.limits"),
        "within": "state space",
        "default": "state space",
        "declares.*.types.*": "type",
    },
    "target": {**SOURCES, "family": "target", "introduced": "PTX version", "renamed": "target"},
    "target_note": {**SOURCES, "name": "target"},
    "tensor_layout": {
        **SOURCES,
        **_floors("availability"),
        "element.type": "element type",
        "element.rounds": "type",
        "element.swizzles.*": "tensor layout",
        "excludes.*": "tensor mode or layout",
    },
    "tensor_mode": {
        **SOURCES,
        **_floors("availability"),
        **_floors("uses.*.availability"),
        "like": "tensor mode",
        "uses.*.instruction": "instruction",
        "information.*.type": "type",
    },
    "term": {"see.*": "record"},
    "toolkit": {**SOURCES, "assembles.targets.*": "target"},
    "type": {
        **SOURCES,
        **_floors("availability"),
        "registers.*": "type",
        "element": "type",
        "declared.*.space": "state space",
        "fields.*.enumeration": "enumeration",
        **_floors("fields.*.availability"),
    },
    "version": {**SOURCES, "releases.*.without.*": "target"},
}
"""Kind of the names at each place of a kind of record."""


def references(isa: Isa) -> Iterator[Problem]:
    """Yield a problem for every reference without a record."""
    checks = _checks(isa)
    unknown = [
        (record, (*steps, *place), text, hint)
        for kind, paths in PATHS.items()
        for record in isa.records(kind)
        for path, what in paths.items()
        for steps, value in values(record.data, path.split("."))
        for place, text, hint in checks[what](value)
    ]
    # A name that is unknown in several places was removed rather than mistyped: do not suggest another name.
    places = Counter(text for _, _, text, _ in unknown)
    for record, steps, text, hint in unknown:
        yield record.problem(steps, text + hint if places[text] == 1 else text)
    yield from own_name_problems(isa)
    yield from special_register_problems(isa)
    yield from deviation_problems(isa)
    yield from evidence_problems(isa, clause_ids(isa))


def values(data: Any, path: list[str], steps: Steps = ()) -> Iterator[tuple[Steps, Any]]:
    """Yield every value at a path, with its place."""
    if not path:
        yield steps, data
        return
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, value in items:
        if path[0] in ("*", step):
            yield from values(value, path[1:], (*steps, step))


Check = Callable[[Any], Iterator[tuple[Steps, str, str]]]
"""Function that yields problems of a value: the place in the value, the message, and a hint with a similar name."""


def _checks(isa: Isa) -> dict[str, Check]:
    # The problems of records that are not valid are reported already.
    broken = isa.loaded.broken
    names = {kind: {record.data["name"] for record in isa.records(kind)} | broken for kind in PATHS}
    forms = {form.id for _, form, _ in isa.forms()} | broken
    types, spaces = names["type"], names["state_space"]
    values = {value["value"] for record in isa.records("modifier") for value in record.data["values"]} | broken
    mnemonics = {name.split(".")[0] for name in names["instruction"]}
    # CUDA releases that records name: those of toolkits, of versions, and of assemblers that accept targets.
    releases = {record.data["release"] for record in isa.records("toolkit")} | broken
    releases |= {
        item["cuda"] for record in isa.records("version") for item in record.data["releases"] if "cuda" in item
    }
    releases |= {
        name for record in isa.records("target") for listed in record.data["assemblers"].values() for name in listed
    }
    of_nvvm = set(RULES_OF_CODE).union(*(known for kind, known in names.items() if kind.startswith("nvvm_")))
    nvvm_record = _member(of_nvvm, "record of NVVM IR")
    target = _member(names["target"], "target")
    known = {property_["name"] for record in isa.records("property_group") for property_ in record.data["properties"]}
    named_property = _member(known | broken, "property")
    subjects = forms.union(*(known for kind, known in names.items() if kind not in ("erratum", "evidence")))
    return {
        "PTX version": _member(names["version"], "PTX version"),
        "target": target,
        "target expression": lambda text: chain.from_iterable(map(target, re.findall(r"sm_[0-9]+[af]?", text))),
        "form": _member(forms, "form"),
        "instruction": _member(names["instruction"], "instruction"),
        "type": _member(types, "type"),
        "type with a dot": _member({f".{name}" for name in types}, "type"),
        "element type": lambda name: _member(types, "type")(name.removesuffix(".ftz")),
        "directive": _member(names["directive"], "directive"),
        "directive with a dot": _member({f".{name}" for name in names["directive"]}, "directive"),
        "modifier value": _member(values, "modifier value"),
        "opcode of a layout": lambda opcode: _member(mnemonics, "instruction")(opcode.split(".")[0]),
        "release": _member(releases, "release"),
        "release or target": _member(releases | names["target"], "release or target"),
        "diagnostic code": _member(set(CATALOGUE), "code of a diagnostic"),
        "rule of NVVM IR": lambda rule: nvvm_record(rule.split("/")[0]),  # Such as nvvm-linkage/weak.
        "attribute": _member(names["attribute"], "attribute"),
        "version of NVVM IR": _member(
            {r.data["version"] for r in isa.records("nvvm_version")} | broken, "version of NVVM IR"
        ),
        "state space": _member(spaces, "state space"),
        "state space of an address": _member(
            {r.data["spelling"].removeprefix(".") for r in isa.records("state_space") if "spelling" in r.data}
            | {"generic"}
            | broken,
            "state space",
        ),
        "measurement": _member(names["measurement"], "measurement"),
        "tensor layout": _member(names["tensor_layout"], "tensor layout"),
        "tensor mode": _member(names["tensor_mode"], "tensor mode"),
        "tensor mode or layout": _member(names["tensor_mode"] | names["tensor_layout"], "tensor mode or layout"),
        "enumeration": _member(names["enumeration"], "enumeration"),
        "compute capability": _member(
            {r.data["version"] for r in isa.records("compute_capability")} | broken, "compute capability"
        ),
        "fact source": _fact_source(_sections(isa), names["measurement"], broken),
        "properties": lambda values: (
            ((name,), text, hint) for name in values for _, text, hint in named_property(name)
        ),
        "record": _member({f"{kind}/{name}" for kind, known in names.items() for name in known} | broken, "record"),
        "record or form": _member(subjects, "record or form"),
        "source": _source(_sections(isa), broken),
    }


def _member(known: set[str], what: str) -> Check:
    def check(name: str) -> Iterator[tuple[Steps, str, str]]:
        if name not in known:
            yield (), f"unknown {what} {name!r}", near(name, known)

    return check


RULES_OF_CODE = frozenset({"nvvm-intrinsics", "nvvm-data-layout", "nvvm-target-triple", "nvvm-address-spaces"})
"""Rules of NVVM IR that the checker has without a record of this name."""


def _source(sections: Mapping[str, set[str]], broken: frozenset[str]) -> Check:
    def check(source: Mapping[str, str]) -> Iterator[tuple[Steps, str, str]]:
        document, section = source["document"], source["section"]
        if document not in sections:
            if document not in broken:
                yield ("document",), f"unknown document {document!r}", near(document, sections)
        elif section not in sections[document]:
            yield ("section",), f"document {document} has no section {section}", ""

    return check


def _sections(isa: Isa) -> Mapping[str, set[str]]:
    return {r.data["name"]: {s["number"] for s in r.data["sections"]} for r in isa.records("document")}


def _fact_source(sections: Mapping[str, set[str]], measurements: set[str], broken: frozenset[str]) -> Check:
    """Check that a fact comes from a section of a document or from a measurement."""
    source, measurement = _source(sections, broken), _member(measurements, "measurement")

    def check(origin: Mapping[str, str]) -> Iterator[tuple[Steps, str, str]]:
        if "measurement" in origin:
            yield from ((("measurement",), text, hint) for _, text, hint in measurement(origin["measurement"]))
        else:
            yield from source(origin)

    return check


def clause_ids(isa: Isa) -> dict[str, set[str]]:
    """Return the clauses that evidence may be about: those of forms by id, of other records and their parts by key."""
    ids = {form.id: {clause.id for clause in form.clauses} for _, form, _ in isa.forms()}
    for kind in PATHS:
        for record in isa.records(kind) if kind not in ("instruction", "evidence") else ():
            ids.update(_parts(f"{kind}/{record.data['name']}", record.data))
    return ids


def _parts(key: str, data: Mapping[str, Any]) -> Iterator[tuple[str, set[str]]]:
    """Yield a record and its named parts, such as `directive/target/texmode_unified`, as far as they have clauses."""
    if "availability" in data:
        yield key, {clause["id"] for clause in data["availability"]}
    for parts in data.values():
        for part in parts if isinstance(parts, list) else ():
            if isinstance(part, dict) and "name" in part:
                yield from _parts(f"{key}/{part['name']}", part)


def evidence_problems(isa: Isa, clauses: Mapping[str, set[str]]) -> Iterator[Problem]:
    """Yield every name in a table that no record has, and counts that exceed the number of runs."""
    known: dict[str, set[str]] = {
        "erratum": {record.data["name"] for record in isa.records("erratum")},
        "family": {record.data["name"] for record in isa.records("nvvm_intrinsic")},
        "target": {record.data["name"] for record in isa.records("target")},
        "form": {form.id for _, form, _ in isa.forms()},
        "subject": set(clauses),
    }
    known = {column: names | isa.loaded.broken for column, names in known.items()}
    # Tools write tables, so that an unknown name is one that was removed: each is reported once, without a hint.
    for rows in isa.loaded.tables:
        reported: set[tuple[str, str]] = set()
        for index, row in enumerate(rows.cells):
            named: dict[str, Any] = dict(zip(rows.table.columns, row, strict=True))
            for column in named.keys() & known.keys():
                name = named[column]
                if name not in known[column] and (column, name) not in reported:
                    reported.add((column, name))
                    noun = column if column != "subject" else "record" if "/" in name else "form"
                    yield rows.problem(index, column, f"unknown {noun} {name!r}")
            subject, clause = named.get("subject", ""), named.get("clause", "")
            if clause and clause not in clauses.get(subject, {clause}) and (subject, clause) not in reported:
                reported.add((subject, clause))
                yield rows.problem(index, "clause", f"{subject} has no clause {clause!r}")
            total = named.get("run", named.get("modules"))
            if total and named.get("agreed") and int(named["agreed"]) > int(total):
                yield rows.problem(index, "agreed", f"{named['agreed']} of {total} results agree")
