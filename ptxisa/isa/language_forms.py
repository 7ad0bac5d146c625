"""Special registers, directives, types, state spaces, attributes and pragmas as forms without slots or operands.

Their availability is computed as that of instructions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ptxisa.isa.forms import Form

_NAME = re.compile(
    r"""( % [A-Za-z_] [\w$]* (?: \. \w+ )?                # a register, perhaps an element
        | \. [A-Za-z_] \w* (?: :: \w+ | \[ \w+ \] )*      # a directive, type, state space or attribute
        | @@ [A-Za-z] \w*
        | " [^"\s]+ )                                       # a pragma
        (?: [\s;("] | \Z )""",
    re.VERBOSE,
)
_BANK = re.compile(r"\[\w+\]\Z")


def name_in(text: str) -> str | None:
    """Return the name at the start of a text, None for an instruction.

    The name of a pragma is its string with the opening quote: `"nounroll`.
    """
    match = _NAME.match(text)
    return match[1] if match else None


def forms_of(name: str) -> list[Form]:
    """Return a form for everything of that name: `.param` is a directive and a state space."""
    forms = []
    for kind, key, known in _tables(name):
        if key in known:
            entry = known[key]
            record = getattr(entry, "record", entry.name).removeprefix(".")
            ends = (getattr(entry, "deprecated", ()), getattr(entry, "removed", ()))
            forms.append(Form(f"{kind}/{record}", f"{kind}/{record}", name, (), (), entry.availability, (), (), *ends))
    return forms


def names_like(name: str) -> list[str]:
    """Return names that begin like this one, for suggestions."""
    start = name[:1]
    prefix = "" if start in "%@" else start
    return [f"{prefix}{key.removeprefix('.')}" for _, _, known in _tables(name) for key in known]


def _tables(name: str) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Yield kind, key and table of everything that the name may be."""
    from ptxisa.isa import language, types

    bare = name[1:]
    if name.startswith("%"):
        # An element of a register, such as `%tid.x`, is available as the register is.
        registers = language.special_registers()
        whole, _, element = name.partition(".")
        has_element = whole in registers and (not element or element in registers[whole].elements)
        yield "special_register", whole if has_element else name, registers
    elif name.startswith('"'):
        yield "pragma", bare, language.pragmas()
    else:
        yield "directive", name, language.directives()
    if name.startswith("."):
        yield "type", bare, types.known()
        yield "state_space", _BANK.sub("[bank]", bare), language.state_spaces()
        yield "attribute", bare, language.attributes()
