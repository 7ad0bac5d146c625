"""Records by the names that people use: spellings, CUDA C++ names, opcodes, statements, versions and targets.

`ptxisa show` and `ptxisa search` accept the same names. A lookup is exact; `ptxisa.query.search` finds words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from ptxisa.isa.representation import bounded_repr
from ptxisa.isa.targets import UnknownTarget, target
from ptxisa.query.availability import UnknownOpcode, candidates, opcode_of

Data = Mapping[str, Any]

_NUMBERED = (
    (re.compile(r"ptx(?:\s+isa)?(?:\s+version)?\s*v?(\d+\.\d+)", re.IGNORECASE), "version", ""),
    (re.compile(r"cuda(?:\s+toolkit)?(?:\s+version)?\s*v?(\d+\.\d+)", re.IGNORECASE), "toolkit", "cuda-"),
    (re.compile(r"(?:cc|compute[\s_]+capability)[\s_]*(\d+\.\d+)", re.IGNORECASE), "compute_capability", "cc_"),
    (re.compile(r"(\d+\.\d+)"), "compute_capability", "cc_"),
    (re.compile(r"(\d+\.\d+)"), "toolkit", "cuda-"),
)
"""Patterns of numbers of versions, with the kind of their records and the prefix of their names."""
_CALL = re.compile(r"([A-Za-z_][\w:.]*)\s*[(<].*", re.DOTALL)
"""A name with arguments: `__clz(x)`."""
_STATEMENT = re.compile(r"[;,\[%@]|\w\.\w")
"""Characters that statements have and phrases do not."""
_PRAGMA = re.compile(r'(?:\.pragma\s+)?"(\w+)[^"]*"?\s*;?')
_DIRECTIVE = re.compile(r"(\.[a-z_]+|@@[A-Za-z]+)\s.*", re.DOTALL)
"""A directive with its arguments."""


class RecordSource(Protocol):
    """Methods of `ptxisa.query.database.Database` that lookup and search call."""

    def find(self, name: str) -> list[dict[str, Any]]:
        """Return the records with a name or spelling."""

    def record(self, kind: str, name: str) -> list[dict[str, Any]]:
        """Return the records of a kind with a name."""

    def instruction_record(self, identity: str) -> list[dict[str, Any]]:
        """Return the record of an instruction in a list."""

    def sql(self, query: str, parameters: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of a SELECT statement."""


@bounded_repr
class LookupResult(NamedTuple):
    """Records that a name means; for an opcode or statement with modifiers also its variant.

    `opcode` and the ids of its `forms` are empty if the name has no modifiers.
    """

    records: tuple[Data, ...] = ()
    opcode: str = ""
    forms: tuple[str, ...] = ()


def lookup(database: RecordSource, text: str) -> LookupResult:
    """Return the records named `text`, if there are any."""
    name = text.strip()
    try:
        name.encode()
    except UnicodeEncodeError:  # Half of a surrogate pair, which SQLite cannot compare.
        return LookupResult()
    bare = name.removesuffix(";").rstrip()
    records: tuple[Data, ...]
    # From the most exact to the most lenient reading: the first reading with a record decides.
    if records := (*database.find(bare), *database.record("evidence", bare)):
        return LookupResult(records)
    # `PTX 8.5`, `CUDA 12.6`, `compute capability 9.0`, or a number alone.
    numbers = ((kind, prefix, pattern.fullmatch(name)) for pattern, kind, prefix in _NUMBERED)
    if records := tuple(
        record for kind, prefix, match in numbers if match for record in database.record(kind, prefix + match[1])
    ):
        return LookupResult(records)
    try:
        # Another spelling of a target, such as compute_90a or 90a.
        if records := tuple(database.find(target(name).name)):
            return LookupResult(records)
    except UnknownTarget:
        pass
    pragma = _PRAGMA.fullmatch(name)
    if pragma and (records := tuple(database.record("pragma", pragma[1]))):
        return LookupResult(records)
    if (result := _by_opcode(database, name)).records:
        return result
    # A call (`__clz(x)`), a directive with arguments, or an element of a register (`%tid.x`, `threadIdx.x`).
    for part in (_CALL.sub(r"\1", _DIRECTIVE.sub(r"\1", name)), name.rpartition(".")[0]):
        if part and part != name and " " not in part:
            records = tuple(database.find(part))
            # Modifiers are not elements: `add.nonsense` must not find `add`.
            instruction = any(record["kind"] == "instruction" for record in records)
            cuda = any(part in record.get("cuda", ()) for record in records)
            if records and (cuda or not instruction or part.startswith((".", "@", "%", "_"))):
                return LookupResult(records)
    # A name or spelling that differs only in upper and lower case: `atomicadd`, `THREADIDX`.
    rows = database.sql(
        "SELECT name FROM record WHERE name = :name COLLATE NOCASE"
        " UNION ALL SELECT alias FROM alias WHERE alias = :name COLLATE NOCASE OR alias LIKE '%::' || :end ESCAPE '\\'"
        " LIMIT 1",
        {"name": name, "end": bare.replace("_", "\\_").replace("%", "\\%")},
    )
    # A name of a family, such as SM100_TMEM_LOAD_*; the longest prefix counts.
    rows = rows or database.sql(
        "SELECT alias FROM alias WHERE alias LIKE '_______%*'"
        " AND lower(substr(?, 1, length(alias) - 1)) || '*' = lower(alias) ORDER BY length(alias) DESC LIMIT 1",
        (name,),
    )
    return LookupResult(tuple(database.find(rows[0][0])) if rows else ())


def is_named_in_cuda(record: Data, name: str) -> bool:
    """Return True if a name is one of CUDA C++ for a record, perhaps without namespaces, or begins as a family does."""
    called = name.lower()
    for known in map(str.lower, record.get("cuda", ())):
        if called in (known, known.rpartition("::")[2]) or (known[-1] == "*" and called.startswith(known[:-1])):
            return True
    return False


def _by_opcode(database: RecordSource, name: str) -> LookupResult:
    """Find an opcode with modifiers, or a statement, but not a phrase such as "add with carry"."""
    if " " in name and not _STATEMENT.search(name):
        return LookupResult()
    try:
        opcode = opcode_of(name)
        matches = candidates(opcode) if opcode[:1].isalpha() else []
    except UnknownOpcode:
        return LookupResult()
    identities = dict.fromkeys(match.form.record for match in matches)
    records = tuple(record for identity in identities for record in database.instruction_record(identity))
    if not any(match.complete for match in matches):
        return LookupResult(records)
    return LookupResult(records, opcode, tuple(match.form.id for match in matches))
