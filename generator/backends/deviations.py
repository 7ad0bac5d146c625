"""The rules of errata that are about instructions, by mnemonic, as the second opinion of the checker reads them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from generator.backends.python_module import module
from generator.backends.python_source import flat
from generator.records.isa import Isa
from ptxisa.isa.deviations import Deviation
from ptxisa.isa.names import module_name

Data = Mapping[str, Any]
FIRST = ("1.0", "sm_10+")
"""Version and targets of a rule that names only one of them."""
_LISTS = (
    *("extra_modifiers", "omitted_modifiers", "repeated_modifiers", "overrides", "operands", "operand_types"),
    *("written_as", "others_written_as", "operand_counts", "operand_spaces", "except_forms"),
)
_TITLE = "Where releases of ptxas judge statements otherwise than the manual."
_ORIGINS = ["isa/errata/", "isa/evidence/"]


def emit(isa: Isa) -> Iterator[tuple[str, str]]:
    """Yield the name and the source of each module of `ptxisa/_generated/deviations/`.

    The rules about a mnemonic have a module of their own: all of them take longer to load than a small check.
    """
    listed = list(deviations(isa))
    of_mnemonics = by_mnemonic(isa, listed)
    of_records = by_record(isa)
    named = {rule.erratum for rule in (*listed, *chain.from_iterable(of_records.values()))}
    summaries = {
        record.data["name"]: record.data["summary"].replace("``", "")
        for record in isa.records("erratum")
        if record.data["name"] in named
    }
    tables = {
        "RELEASES: tuple[str, ...]": releases(isa),
        "MNEMONICS: tuple[str, ...]": tuple(of_mnemonics),
        "EVERYWHERE: tuple[Deviation, ...]": tuple(rule for rule in listed if not rule.forms),
        "RECORDS: dict[str, tuple[Deviation, ...]]": of_records,
        "SUMMARIES: dict[str, str]": summaries,
    }
    yield "__init__", module(_TITLE, _ORIGINS, tables)
    for mnemonic, rules in of_mnemonics.items():
        yield module_name(mnemonic), module(_TITLE, _ORIGINS, {"DEVIATIONS: tuple[Deviation, ...]": rules})


def releases(isa: Isa) -> tuple[str, ...]:
    """Return the releases of ptxas that the evidence is about, oldest first."""
    names = {record.data["release"] for record in isa.records("evidence") if record.data["tool"] == "ptxas"}
    return tuple(sorted(names, key=lambda release: tuple(map(int, release.split(".")))))


def rejected(isa: Isa) -> frozenset[str]:
    """Return the forms of which ptxas rejects statements that the manual lists, or ignores their guards."""
    return frozenset(form for deviation in deviations(isa) if not deviation.accepts for form in deviation.forms)


def by_mnemonic(isa: Isa, rules: list[Deviation]) -> dict[str, tuple[Deviation, ...]]:
    """Return the deviations of some forms by mnemonic, each with the forms of that mnemonic only."""
    tables: dict[str, list[Deviation]] = {}
    mnemonics = {form.id: form.mnemonic for _, form, _ in isa.forms()}
    for rule in rules:
        split: dict[str, list[str]] = {}
        for form in rule.forms:
            split.setdefault(mnemonics[form], []).append(form)
        for mnemonic, forms in split.items():
            tables.setdefault(mnemonic, []).append(rule._replace(forms=tuple(forms)))
    return {mnemonic: joined(tables[mnemonic]) for mnemonic in sorted(tables)}


def joined(rules: Sequence[Deviation]) -> tuple[Deviation, ...]:
    """Join deviations that differ only in their forms, operands or kinds of operand text.

    Forms are joined in any, since a statement is of one form. A deviation that rejects reports one operand, so that
    only those that accept are joined otherwise.
    """
    for key in ("forms", "operands", "written_as"):
        groups: dict[object, list[Deviation]] = {}
        for number, rule in enumerate(rules):
            fits = getattr(rule, key) and (
                key == "forms"
                or (
                    rule.accepts
                    and rule.concerns_operands
                    and not (rule.changes_opcode or rule.others_written_as or rule.operand_counts)
                )
            )
            same: object = flat(_with(rule, key, ())) if fits else number
            groups.setdefault(same, []).append(rule)
        rules = [
            _with(group[0], key, chain.from_iterable(getattr(rule, key) for rule in group)) for group in groups.values()
        ]
    return tuple(rules)


def _with(rule: Deviation, key: str, listed: Iterable[str]) -> Deviation:
    """Return a deviation with other texts in a field, each once."""
    fields: dict[str, Any] = {key: tuple(dict.fromkeys(listed))}
    return rule._replace(**fields)


def by_record(isa: Isa) -> dict[str, tuple[Deviation, ...]]:
    """Return the deviations about records other than instructions, by kind/name."""
    tables: dict[str, list[Deviation]] = {}
    for erratum, rule in _rules(isa):
        for key in rule.get("records", ()):
            tables.setdefault(key, []).append(_deviation(erratum, rule, {}))
    return {key: tuple(tables[key]) for key in sorted(tables)}


def deviations(isa: Isa) -> Iterator[Deviation]:
    """Yield every rule of an erratum about instructions."""
    of_record = isa.forms_by_instruction()
    yield from (_deviation(erratum, rule, of_record) for erratum, rule in _rules(isa) if "records" not in rule)


def _rules(isa: Isa) -> Iterator[tuple[Data, Data]]:
    return ((record.data, rule) for record in isa.records("erratum") for rule in record.data.get("rules", ()))


def _deviation(erratum: Data, rule: Data, of_record: Mapping[str, list[str]]) -> Deviation:
    named = [form for name in rule.get("instructions", ()) for form in of_record[name]]
    since = ((rule.get("ptx", FIRST[0]), rule.get("target", FIRST[1])),) if {"ptx", "target"} & rule.keys() else ()
    return Deviation(
        erratum["name"],
        tuple(rule.get("releases", erratum["measured"]["releases"])),
        rule["ptxas"],
        tuple(dict.fromkeys((*rule.get("forms", ()), *named))),
        {name: wanted if isinstance(wanted, bool) else tuple(wanted) for name, wanted in rule.get("when", {}).items()},
        since,
        extra_values={slot: tuple(values) for slot, values in rule.get("extra_values", {}).items()},
        measured=tuple(erratum["measured"]["releases"]) if "releases" in rule else (),
        body=rule.get("body", ""),
        extra_count=rule.get("extra_count", 1),
        extra_last=rule.get("extra_last", False),
        stage=rule.get("stage", ""),
        **{key: tuple(rule.get(key, ())) for key in _LISTS},
    )
