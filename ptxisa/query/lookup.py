"""What a person calls something: names, spellings, CUDA C++ names, opcodes, statements, versions and targets.

`ptxisa show` and `ptxisa search` take the same names. A lookup is exact; `ptxisa.query.search` finds words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from ptxisa.isa.brief import bounded_repr

Data = Mapping[str, Any]

_COUNTED = (
    (re.compile(r"ptx(?:\s+isa)?(?:\s+version)?\s*v?(\d+\.\d+)", re.IGNORECASE), "version", ""),
    (re.compile(r"cuda(?:\s+toolkit)?(?:\s+version)?\s*v?(\d+\.\d+)", re.IGNORECASE), "toolkit", "cuda-"),
    (re.compile(r"(?:cc|compute[\s_]+capability)[\s_]*(\d+\.\d+)", re.IGNORECASE), "compute_capability", "cc_"),
    (re.compile(r"(\d+\.\d+)"), "compute_capability", "cc_"),
    (re.compile(r"(\d+\.\d+)"), "toolkit", "cuda-"),
)
"""Numbers, with the word that says what they count, the kind of their records, and how the names of these begin."""
_CALL = re.compile(r"([A-Za-z_][\w:.]*)\s*[(<].*", re.DOTALL)
"""A name with arguments, as in `__clz(x)`."""
_STATEMENT = re.compile(r"[;,\[%@]|\w\.\w")
"""What statements have and phrases have not."""
_PRAGMA = re.compile(r'(?:\.pragma\s+)?"(\w+)[^"]*"?\s*;?')
_SPELLED = re.compile(r"(\.[a-z_]+|@@[A-Za-z]+)\s.*", re.DOTALL)
"""A directive with its arguments."""


class Records(Protocol):
    """What a lookup asks of `ptxisa.query.database.Database`."""

    def find(self, name: str) -> list[dict[str, Any]]: ...
    def record(self, kind: str, name: str) -> list[dict[str, Any]]: ...
    def instruction_record(self, identity: str) -> list[dict[str, Any]]: ...
    def spelled(self, name: str) -> str | None: ...


@bounded_repr
class Found(NamedTuple):
    """The records that a name means; `opcode` and its `forms` narrow instructions to the variant that was named."""

    records: tuple[Data, ...] = ()
    opcode: str = ""
    forms: tuple[str, ...] = ()


def lookup(database: Records, text: str) -> Found:
    """What is called `text`; nothing if nothing is."""
    found = (way(database, text.strip()) for way in _WAYS)
    return next((one for one in found if one.records), Found())


def _named(database: Records, name: str) -> Found:
    name = name.removesuffix(";").rstrip()
    return Found((*database.find(name), *database.record("evidence", name)))


def _counted(database: Records, name: str) -> Found:
    """`PTX 8.5`, `CUDA 12.6`, `compute capability 9.0`, or a number alone."""
    matches = ((kind, start, pattern.fullmatch(name)) for pattern, kind, start in _COUNTED)
    return _every(database.record(kind, start + match[1]) for kind, start, match in matches if match)


def _target(database: Records, name: str) -> Found:
    """Another spelling of a target, such as compute_90a or 90a."""
    from ptxisa.isa import targets

    try:
        return Found(tuple(database.find(targets.target(name).name)))
    except targets.UnknownTarget:
        return Found()


def _pragma(database: Records, name: str) -> Found:
    match = _PRAGMA.fullmatch(name)
    return Found(tuple(database.record("pragma", match[1]))) if match else Found()


def _shorter(database: Records, name: str) -> Found:
    """An element of a register (`%tid.x`, `threadIdx.x`), a call (`__clz(x)`), a directive with its arguments."""
    whole = _CALL.sub(r"\1", _SPELLED.sub(r"\1", name))
    element = name.rpartition(".")[0]
    shorter = [one for one in (whole, element) if one and one != name and " " not in one]
    return next((found for one in shorter if (found := _element(database, one)).records), Found())


def _element(database: Records, name: str) -> Found:
    """Modifiers are no elements: `add.nonsense` is not `add`."""
    found = database.find(name)
    called = name.startswith((".", "@", "%", "_")) or not any(one["kind"] == "instruction" for one in found)
    cuda = any(name in one.get("cuda", ()) for one in found)
    return Found(tuple(found)) if called or cuda else Found()


def _opcode(database: Records, name: str) -> Found:
    """An opcode with modifiers, or a statement; "add with carry" is neither."""
    from ptxisa.query.availability import UnknownOpcode, candidates, opcode_of

    if " " in name and not _STATEMENT.search(name):
        return Found()
    try:
        opcode = opcode_of(name)
        found = candidates(opcode) if opcode[:1].isalpha() else []
    except UnknownOpcode:
        return Found()
    identities = dict.fromkeys(one.form.record for one in found)
    records = _every(database.instruction_record(identity) for identity in identities).records
    narrowed = any(one.complete for one in found)
    return Found(records, opcode, tuple(one.form.id for one in found)) if narrowed else Found(records)


def _any_case(database: Records, name: str) -> Found:
    """`atomicadd`, `THREADIDX`."""
    return Found(tuple(database.find(spelled))) if (spelled := database.spelled(name)) else Found()


def _every(records: Iterable[Iterable[Data]]) -> Found:
    return Found(tuple(one for some in records for one in some))


_WAYS: tuple[Callable[[Records, str], Found], ...] = (
    _named, _counted, _target, _pragma, _opcode, _shorter, _any_case,
)  # fmt: skip
