"""Names that roles can link to: the kinds of records and every record of the installed package."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ptxisa.isa.names import suggestion
from ptxisa.query.database import database

ROLES = {"special_register": "register"}
"""Roles whose name differs from that of the kind."""
UNLINKED = ("evidence", "measurement", "benchmark", "document", "target_note")
"""Kinds of records without objects of the site."""
PARTS = {
    "form": "SELECT id, id FROM form",
    "clause": "SELECT form || '/' || id, form || '/' || id FROM clause",
    "code": "SELECT code, code FROM diagnostic",
    "section": "SELECT document || '/' || number, document || '/' || number FROM section",
}
"""Objects without a record: their names as users write them, and as the site writes them."""
FURTHER = {
    "instruction": "SELECT identity, identity FROM instruction",
    "modifier": "SELECT \"group\" || '.' || value, \"group\" || '.' || value FROM modifier"
    " UNION SELECT value, \"group\" || '.' || value FROM modifier GROUP BY value HAVING count(*) = 1",
}
"""Further names of records."""


class UnknownRecord(NamedTuple):
    """Error of a name without a record; `hint` may contain the name that was meant."""

    hint: str


@cache
def roles() -> tuple[str, ...]:
    """Return every role, in alphabetical order."""
    kinds = (ROLES.get(kind, kind) for kind in database().kinds() if kind not in UNLINKED)
    return tuple(sorted({*kinds, *PARTS}))


@cache
def names(role: str) -> dict[str, str]:
    """Return every name of a role with the name of the object in the inventory of the site."""
    if role in PARTS:
        return dict(database().sql(PARTS[role]))
    kind = next((kind for kind, name in ROLES.items() if name == role), role)
    records = {name: name for name in database().names(kind)}
    aliases = database().sql("SELECT alias, name FROM alias WHERE kind = ?", (kind,))
    further = database().sql(FURTHER[role]) if role in FURTHER else []
    return {**dict(further), **dict(aliases), **records}


def find(role: str, target: str) -> str | UnknownRecord:
    """Return the name in the inventory for a name in a role, with or without the dot before it."""
    known = names(role)
    name = known.get(target) or known.get(target.removeprefix("."))
    return name or UnknownRecord(suggestion(target, known))
