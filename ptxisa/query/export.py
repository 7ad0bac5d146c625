"""The records for programs that are not written in Python: one JSON document, or a C++ header.

    as_json()           # {"form": [{"id": "abs.bf16", "effects": [], …}, …], "slot": […], "target": […], …}
    as_cpp()            # enumerations and constant tables for C++17

Both are made from the database, so `ptxisa sql --schema` describes their columns.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from ptxisa.isa.effects import EFFECTS
from ptxisa.isa.forms import Form
from ptxisa.isa.instructions import every_form
from ptxisa.query.database import database

_VERSIONS = """SELECT form, target, min(version.position), max(version.position) FROM available
JOIN version ON version.name = available.ptx GROUP BY form, target"""
"""Positions of the first and the last PTX version with a form, by form and target."""
_RESERVED = frozenset(
    word
    for line in (
        "alignas alignof and asm auto bitand bitor bool break case catch char class compl const continue default",
        "delete do double else enum explicit export extern false float for friend goto if inline int long mutable",
        "namespace new not operator or private protected public register return short signed sizeof static struct",
        "switch template this throw true try typedef typename union unsigned using virtual void volatile while xor",
    )
    for word in line.split()
)
"""Keywords of C++ that are words of PTX or may become words of PTX."""


def as_json() -> dict[str, list[dict[str, Any]]]:
    """Return the rows of every table by its name; conditions, lists and whole records are JSON values, not text."""

    def parsed(value: Any) -> Any:
        if isinstance(value, str) and value[:1] in ("{", "["):
            try:
                return json.loads(value)
            except ValueError:
                pass  # Text that begins with a bracket.
        return value

    tables = {}
    for table in database().schema():
        if table.sort == "table":
            columns, rows = database().table(f'SELECT * FROM "{table.name}"')
            tables[table.name] = [dict(zip(columns, map(parsed, row), strict=True)) for row in rows]
    return tables


def as_cpp() -> str:
    """Return a C++17 header in namespace ptx with enumerations of names, and tables of forms, modifiers and operands.

    `ptx::available(form, target, version)` is true if some variant of the form is available there.
    """
    db = database()
    forms = tuple(every_form())
    targets = [name for (name,) in db.sql("SELECT name FROM target ORDER BY position")]
    versions = [name for (name,) in db.sql("SELECT name FROM version ORDER BY position")]
    groups: dict[str, dict[str, None]] = {}
    for form in forms:
        for slot in form.slots:
            groups.setdefault(slot.group or "type", {}).update(dict.fromkeys(slot.values))
    effects = "".join(
        f"  {_camel(name)} = {1 << position},  ///< {meaning}\n"
        for position, (name, meaning) in enumerate(EFFECTS.items())
    )
    known = {(form, target): (first, last) for form, target, first, last in db.sql(_VERSIONS)}
    parts = [
        _HEAD,
        _enumeration("Mnemonic", dict.fromkeys(form.id.split(".")[0] for form in forms), "Mnemonics."),
        _enumeration("Form", (form.id for form in forms), "Forms of instructions by their ids."),
        _enumeration("Target", targets, "Targets, in the order of their release."),
        _enumeration("Version", (f"v{name}" for name in versions), "PTX versions."),
        *(
            _enumeration(_camel(name), values, f"Values of the modifier group {name}.")
            for name, values in sorted(groups.items())
            if values
        ),
        f"/// Effects of a form besides its results, as bits.\nenum Effect : std::uint16_t {{\n{effects}}};\n",
        _tables(forms),
    ]
    rows = []
    for form in forms:
        # The first and the last version counted from 1, or zeros: availability is one span of versions, since no
        # form came back after its removal.
        spans = [known.get((form.id, target), (-1, -1)) for target in targets]
        rows.append("{" + ", ".join(f"{{{first + 1}, {last + 1}}}" for first, last in spans) + "}")
    parts.append(_TAIL % {"targets": len(targets), "rows": ",\n".join(rows)})
    return "\n".join(parts)


def _enumeration(name: str, values: Iterable[str], comment: str) -> str:
    """Return an enumeration with a value for each name."""
    members = "".join(f"  {_identifier(value)},  // {value}\n" for value in values)
    return f"/// {comment}\nenum class {name} : std::uint16_t {{\n{members}}};\n"


def _tables(forms: Sequence[Form]) -> str:
    """Return the tables of forms, modifiers, values and operands; rows of a form are adjacent."""
    entries: list[str] = []
    modifiers: list[str] = []
    values: list[str] = []
    operands: list[str] = []
    for form in forms:
        first_modifier, first_operand = len(modifiers), len(operands)
        for slot in form.slots:
            begin = len(values)
            values += [_quoted(value) for value in slot.values]
            optional = "true" if slot.optional else "false"
            modifiers.append(
                f"{{{_quoted(slot.name)}, {_quoted(slot.group or 'type')}, {optional}, {begin}, {len(values)}}}"
            )
        for operand in form.operands:
            kind = operand.type if isinstance(operand.type, str) else ""
            texts = (operand.name, operand.kind, operand.access, kind)
            operands.append("{" + ", ".join(map(_quoted, texts)) + "}")
        effects = " | ".join(_camel(effect) for effect in form.effects) or "0"
        entries.append(
            f"{{{_quoted(form.id)}, {_quoted(form.syntax)}, Mnemonic::{_identifier(form.id.split('.')[0])}, {effects}, "
            f"{first_modifier}, {len(modifiers)}, {first_operand}, {len(operands)}}}"
        )
    return _STRUCTS % {
        "forms": ",\n  ".join(entries),
        "modifiers": ",\n  ".join(modifiers),
        "values": ", ".join(values),
        "operands": ",\n  ".join(operands),
    }


def _identifier(name: str) -> str:
    """Return a C++ identifier for a name of PTX."""
    identifier = re.sub(r"\W+", "_", name.lstrip("."))
    # C++ reserves names with an underscore before an upper-case letter ([lex.name]), such as _8X.
    if identifier[:1].isdigit():
        identifier = f"_{identifier}" if not identifier[1:2].isupper() else f"x{identifier}"
    return f"{identifier}_" if identifier in _RESERVED else identifier


def _camel(name: str) -> str:
    """Return a name such as memory-semantics as MemorySemantics."""
    return "".join(word[:1].upper() + word[1:] for word in re.split(r"\W|_", name))


def _quoted(text: str) -> str:
    return json.dumps(text)


_HEAD = """// NVIDIA PTX as tables. Generated by `ptxisa export --cpp`.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ptx {
"""
_STRUCTS = """/// Modifier of a form: its values are Values[first_value] to Values[last_value - 1].
struct Modifier {
  std::string_view name;
  std::string_view group;
  bool optional;
  std::size_t first_value, last_value;
};

/// Operand of a form; `type` is a type, $NAME for the type of that modifier, or empty if it depends on modifiers.
struct Operand {
  std::string_view name, kind, access, type;
};

/// Form: one line of syntax. Its modifiers and operands are rows first to last - 1 of the tables.
struct FormEntry {
  std::string_view id, syntax;
  Mnemonic mnemonic;
  std::uint16_t effects;
  std::size_t first_modifier, last_modifier, first_operand, last_operand;
};

inline constexpr std::string_view Values[] = {%(values)s};
inline constexpr Modifier Modifiers[] = {
  %(modifiers)s
};
inline constexpr Operand Operands[] = {
  %(operands)s
};
/// Forms in the order of the enumeration Form.
inline constexpr FormEntry Forms[] = {
  %(forms)s
};
"""
_TAIL = """/// First and last version of each form on each target, counted from 1; 0 if there is none.
inline constexpr std::uint8_t Availability[][%(targets)d][2] = {
%(rows)s
};

/// Returns the entry of a form.
constexpr const FormEntry &entry(Form form) { return Forms[static_cast<std::size_t>(form)]; }

/// Returns whether some variant of a form is available on a target at a PTX version.
constexpr bool available(Form form, Target target, Version version) {
  const auto &span = Availability[static_cast<std::size_t>(form)][static_cast<std::size_t>(target)];
  const auto at = static_cast<unsigned>(version) + 1;
  return span[0] != 0 && span[0] <= at && at <= span[1];
}

}  // namespace ptx
"""
