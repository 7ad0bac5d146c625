"""Rules of NVVM IR: what records allow, and where libNVVM answers otherwise.

Checks report two sorts of things: a rule `record/id` that is broken (`broken`), or the use of a part of the language,
such as a linkage type or an instruction, which records list as supported, ignored or unsupported (`check_use`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from ptxisa.isa.deviations import UnknownRelease
from ptxisa.isa.diagnostics import Diagnostic, Span, Stretch, error
from ptxisa.isa.errata import disputed_severity
from ptxisa.isa.nvvm import (
    AddressSpace,
    ConstructRule,
    LibraryDeviation,
    address_spaces,
    constructs,
    deviations,
    property_kinds,
)
from ptxisa.isa.targets import Target, admits
from ptxisa.isa.versions import order
from ptxisa.nvvm.lexer import ADDRESS_SPACES, unquote, words

UNSUPPORTED = "unsupported"
MEMORY = "nvvm-memory-instructions"
LLVM_SYNTAX = "nvvm-dialects/llvm-subset"
"""Rule of errors of LLVM's parser."""
NEWEST_WORDS = "nvvm-dialects/newest-words"
_EVERYWHERE = (LLVM_SYNTAX, NEWEST_WORDS, "nvvm-dialects/modern")
"""Rules of the text as a whole, which definitions break that the module does not need."""
UNREACHABLE = "nvvm-linkage/unreachable"
"""Rule of errata about anything in a definition that the module does not need."""
SILENT = "silent"
"""Severity of a diagnostic that breaks no rule of the specification: it counts only where libNVVM rejects."""

_ITEMS = "nvvm-module-items"
_TERMINATORS = words("indirectbr invoke callbr resume catchswitch catchret cleanupret")
_CLAUSES = {
    "function-alignment": "align",
    "function-section": "section",
    "garbage-collector": "gc",
    "prefix-data": "prefix",
    "prologue-data": "prologue",
    "personality": "personality",
}
"""Parts that are clauses of a function, with the names of their entries."""
_RECORDS = {
    "linkage": "nvvm-linkage",
    "visibility": "nvvm-visibility",
    "dll-storage": _ITEMS,
    "preemption": _ITEMS,
    "thread-local": _ITEMS,
    "comdat": _ITEMS,
    "module-item": _ITEMS,
    "debug-record": "nvvm-debug-information",
    "calling-convention": "nvvm-calls",
    "parameter-attribute": "nvvm-parameter-attributes",
    "function-attribute": "nvvm-function-attributes",
    "type": "nvvm-types",
    "declared-type": "nvvm-types",
    "constant": "nvvm-constants",
    "global": "nvvm-intrinsic-variables",
    **dict.fromkeys(_CLAUSES, "nvvm-functions"),
}
"""Record that lists the entries of each part of the language."""
_SORTS = {
    "linkage": "linkage ",
    "type": "type ",
    "declared-type": "type ",
    "function-attribute": "function attribute ",
    "parameter-attribute": "parameter attribute ",
}
"""Words before the name of an entry in messages."""


class Ruling(NamedTuple):
    """Support of an entry, the rule as `record/entry`, its meaning, and its targets."""

    support: str
    rule: str
    meaning: str = ""
    target: str = ""


def broken(
    rule: str,
    message: str,
    stretch: Stretch,
    hint: str = "",
    *,
    code: str = "nvvm-restriction",
    severity: str = "error",
    subject: str = "",
) -> Diagnostic:
    """Return the diagnostic for a rule `record/id` that is broken.

    Args:
        rule: The rule, which the diagnostic cites, and by which errata refer to it.
        message: What is wrong.
        stretch: The place.
        hint: What to do, or why.
        code: Code of the diagnostic.
        severity: "error", "warning" or `SILENT`.
        subject: The word that it is about, which errata may name.
    """
    diagnostic = error(code, message, stretch, hint)
    return diagnostic._replace(severity=severity, rule=rule, subject=subject)


def rule_named(rule: str) -> ConstructRule:
    """Return a rule of a construct by `record/id`."""
    record, _, name = rule.partition("/")
    return constructs()[record].rules[name]


def check_use(part: str, name: str, stretch: Stretch, target: Target | None) -> Iterator[Diagnostic]:
    """Report the use of a part of the language that is unsupported, or that the target does not have.

    Args:
        part: The part: "linkage", "instruction", "address-space" and so on.
        name: The entry that is used: "weak", "fence", "3".
        stretch: The place.
        target: The compute target, None for any.
    """
    ruling = ruling_on(part, name)
    shown = f"address space {name}" if part == "address-space" else _SORTS.get(part, "") + quoted(name)
    if ruling.support == UNSUPPORTED:
        subject = f"declared {name}" if part == "declared-type" else name
        hint = ruling.meaning.removesuffix(".")
        yield broken(ruling.rule, f"{shown} is not supported", stretch, hint, code="nvvm-unsupported", subject=subject)
    elif ruling.target and target and not admits(ruling.target, target):
        yield broken(ruling.rule, f"{quoted(name)} needs {compute(ruling.target)}", stretch, code="nvvm-target")


@lru_cache(maxsize=4096)
def ruling_on(part: str, name: str) -> Ruling:
    """Return what the records say about an entry of a part of the language."""
    if part == "address-space":
        space = address_space(name)
        if space is None:
            return Ruling(UNSUPPORTED, "nvvm-address-spaces/others")
        return Ruling("supported" if space.pointers else UNSUPPORTED, f"nvvm-{space.name}", space.summary)
    if part != "instruction":
        return _entry(_RECORDS[part], _CLAUSES.get(part, unquote(name) if name.startswith('"') else name))
    if name in ("uselistorder", "uselistorder_bb"):
        return _entry(_ITEMS, "uselistorder")
    if name == "atomicrmw":
        # Its operations are entries of their own; see `operation`.
        return Ruling("supported", MEMORY)
    record = _instruction_records().get(name)
    if record is None:
        others = "nvvm-other-instructions"
        record = "nvvm-terminators" if name in _TERMINATORS else MEMORY if "atomic" in name else others
    return _entry(record, name)


def operation(name: str) -> Ruling:
    """Return what the records say about an operation of atomicrmw."""
    return _entry(MEMORY, f"atomicrmw {name}")


def _entry(record: str, name: str) -> Ruling:
    construct = constructs()[record]
    entry = construct.entries.get(name)
    if entry is None:
        return Ruling(construct.others or construct.support or UNSUPPORTED, f"{record}/others")
    return Ruling(entry.support, f"{record}/{name}", entry.meaning, entry.target)


@cache
def _instruction_records() -> dict[str, str]:
    """Return the record that lists each instruction."""
    return {
        entry.split()[0] if entry.startswith("atomicrmw") else entry: construct.name
        for construct in constructs().values()
        if construct.category == "instructions"
        for entry in construct.entries
    }


def address_space(number: str) -> AddressSpace | None:
    """Return the address space with a number, the generic one for 0; None if there is none."""
    if not number.isdecimal() or len(number) > 10:
        return None
    value = int(number) % ADDRESS_SPACES
    for space in address_spaces().values():
        if space.name != "code" and (value in space.numbers or (space.onwards is not None and value >= space.onwards)):
            return space
    return None


def space_of(type_: tuple[str, ...]) -> str:
    """Return the number of the address space of a pointer or of a vector of pointers: `ptr addrspace(3)`."""
    if type_[:1] == ("<",) and type_[2:3] == ("x",):
        type_ = type_[3:-1]
    pointer = type_[:-1] if type_[-1:] == ("*",) else type_
    number = pointer[-2] if pointer[-4:-3] == ("addrspace",) else "0"
    return str(int(number) % ADDRESS_SPACES) if 7 < len(number) <= 10 and number.isdecimal() else number


def compute(target: str) -> str:
    """Return a target expression with libNVVM's names of targets: `compute_90 or later`."""
    return target.replace("sm_", "compute_").replace("+", " or later").replace("|", "or")


def type_text(compact: str) -> str:
    """Return a type without white space as LLVM prints it: `i32 addrspace(1)*`, `[4 x i32]`, `{i32, i8*}`."""
    spaced = re.sub(r"(?<=[\w)\]}>*])addrspace\(", " addrspace(", compact)
    return re.sub(r"(?<=[\[<])(\d+)x", r"\1 x ", spaced).replace(",", ", ")


def quoted(name: str) -> str:
    """Return a name of the text for a message: short, in one line."""
    return f"`{name[:40]}`" if name.isprintable() else repr(name[:40])


class LibraryErrata:
    """Errata of libNVVM: how diagnostics are reported where it answers otherwise than the specification.

    Without a release, an erratum counts if the newest measured release shows it.
    """

    _VERBS = {
        "accepts": ("accepts it", "accept it"),
        "rejects": ("rejects it", "reject it"),
        "unchecked": ("does not check it and may crash", "do not check it and may crash"),
        "varies": ("may accept it", "may accept it"),
    }

    def __init__(self, strict: bool, release: str | None) -> None:
        if release and release not in releases():
            message = f"libNVVM {release[:20]} was not measured; measured releases are {', '.join(releases())}"
            raise UnknownRelease(message)
        self.strict = strict
        self.release = release or None

    def apply(
        self, diagnostics: Iterable[Diagnostic], dialect: str, unreachable: Sequence[Span] = ()
    ) -> Iterator[Diagnostic]:
        """Yield the diagnostics with their severities by errata.

        Args:
            diagnostics: Diagnostics by the specification.
            dialect: Dialect of the module.
            unreachable: Places of definitions that the module does not need, in ascending order.
        """
        starts = [span.start for span in unreachable]
        for diagnostic in diagnostics:
            index = bisect_right(starts, diagnostic.span.start) - 1
            erratum = None
            inside = index >= 0 and diagnostic.span.start < unreachable[index].end
            if inside and diagnostic.rule not in _EVERYWHERE and diagnostic.severity in ("error", SILENT):
                erratum = self.erratum_for(diagnostic._replace(rule=UNREACHABLE, severity="error"), dialect)
                if erratum is not None and diagnostic.severity == SILENT:
                    continue
            erratum = erratum or self.erratum_for(diagnostic, dialect)
            if erratum is None:
                if diagnostic.severity != SILENT:
                    yield diagnostic
                continue
            severity = diagnostic.severity
            if erratum.verdict != "unchecked":
                # A release that accepts only some cases does not decide.
                selected = self.release is not None and erratum.verdict != "varies"
                accepts = erratum.verdict == "accepts"
                severity = disputed_severity(accepts=accepts, selected=selected, strict=self.strict)
            verb = self._VERBS[erratum.verdict][len(erratum.releases) > 1]
            hint = f"libNVVM {', '.join(erratum.releases)} {verb} (erratum {erratum.erratum})"
            yield diagnostic._replace(
                severity=severity,
                hint=f"{diagnostic.hint}; {hint}" if diagnostic.hint else hint,
                erratum=erratum.erratum,
            )

    def erratum_for(self, diagnostic: Diagnostic, dialect: str) -> LibraryDeviation | None:
        """Return the erratum of a rule that is about the subject of a diagnostic, None if there is none."""
        for erratum in deviations().get(diagnostic.rule or "", ()):
            rejects = diagnostic.severity != SILENT or erratum.verdict == "rejects"
            about = not erratum.names or any(
                re.fullmatch(name, diagnostic.subject, re.DOTALL) for name in erratum.names
            )
            shown = (self.release or releases()[-1]) in erratum.releases
            if rejects and about and shown and erratum.dialect in ("", dialect):
                return erratum
        return None


@cache
def releases() -> tuple[str, ...]:
    """Return the releases of libNVVM that were measured, oldest first."""
    measured = {release for errata in deviations().values() for erratum in errata for release in erratum.releases}
    return tuple(sorted(measured, key=order))


def records_about(word: str) -> list[tuple[str, str]]:
    """Return kind and name of the records that have an entry or property, such as "linkonce" or "maxntidx"."""
    constructed = [
        ("nvvm_construct", construct.name)
        for construct in constructs().values()
        if any(word in (entry, entry.partition(" ")[0]) for entry in construct.entries)
    ]
    annotated = [
        ("nvvm_annotation", annotation.name)
        for annotation in property_kinds().values()
        if word in annotation.properties
    ]
    return constructed + annotated


def entry_words() -> list[str]:
    """Return the names of all entries and properties."""
    entries = (entry for construct in constructs().values() for entry in construct.entries)
    return [*entries, *(name for annotation in property_kinds().values() for name in annotation.properties)]
