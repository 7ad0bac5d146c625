"""The language around the instructions: special registers, directives, state spaces, pragmas.

The generator prints these tables from the records; the parser and the checker read them.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ptxisa.isa.forms import Clause, End


class SpecialRegister(NamedTuple):
    """A predefined register. `elements` are the selectors of a vector, empty for a scalar.

    `read_as` are the types of a `mov` that may read the register, or each element, in any version; `earlier` are
    pairs of a PTX version and the type of the register up to it. `directive` is the one that a kernel must have if it
    reads the register, empty if none. A register that is one `half` ("low" or "high") of a wider one has its name in
    `whole`; otherwise both are empty.
    """

    name: str
    type: str
    elements: tuple[str, ...]
    read_as: tuple[str, ...]
    earlier: tuple[tuple[str, str], ...]
    record: str
    availability: tuple[Clause, ...]
    deprecated: tuple[End, ...]
    removed: tuple[End, ...]
    directive: str = ""
    whole: str = ""
    half: str = ""


class Argument(NamedTuple):
    """An argument of a directive, or a list of `least` to `most` arguments (None: any number).

    `values` are the allowed ones, any if empty; `default` is the value of an argument that is left out, "" without one.
    """

    name: str
    kind: str
    least: int
    most: int | None
    minimum: int | None
    maximum: int | None
    values: tuple[str, ...]
    default: str = ""


class Loan(NamedTuple):
    """Instructions that an option makes available: those of `types` on `target`, but `without` some modifiers."""

    types: tuple[str, ...]
    target: str
    without: tuple[str, ...] = ()


class Feature(NamedTuple):
    """An option or a part of a directive with an availability of its own."""

    name: str
    excludes: tuple[str, ...]
    availability: tuple[Clause, ...]
    lends: Loan | None = None


class LinkageLimits(NamedTuple):
    """Symbols whose declaration may begin with a linking directive; `spaces` are any if empty.

    `optional_for` are functions that ptxas accepts without the directive and without a body, as patterns.
    """

    spaces: tuple[str, ...] = ()
    opaque: bool = True
    initializer: bool = True
    body: bool = True
    optional_for: tuple[str, ...] = ()


class Directive(NamedTuple):
    """A directive: its places, its arguments, and the directives that it requires or excludes.

    `repeats` is "never" if a place may have only one, "last-applies" if the last one counts, or "all-apply". Without
    one of `ignored_without` it has no effect. `requires`, `excludes` and `ignored_without` name directives without
    their dots.
    """

    name: str
    category: str
    places: tuple[str, ...]
    repeats: str
    arguments: tuple[Argument, ...]
    requires: tuple[str, ...]
    excludes: tuple[str, ...]
    ignored_without: tuple[str, ...]
    no_results: bool
    linkage: LinkageLimits
    features: tuple[Feature, ...]
    availability: tuple[Clause, ...]
    deprecated: tuple[End, ...]
    removed: tuple[End, ...]

    def argument(self, name: str) -> Argument:
        """Return the argument named `name`."""
        return next(argument for argument in self.arguments if argument.name == name)

    def feature(self, name: str) -> Feature:
        """Return the feature named `name`."""
        return next(feature for feature in self.features if feature.name == name)


class SizeLimit(NamedTuple):
    """A largest size in bytes, from a PTX version on, for the targets of an expression."""

    ptx: str
    target: str
    bytes: int


class VariableHome(NamedTuple):
    """A place where variables of a state space may be declared, with restrictions.

    `place` is "module", "function", "kernel-parameter" or "function-parameter"; `types` are the allowed
    types, any if empty; `vectors` allows vectors that are not arrays; `alignment` is the largest one in bytes, None for
    any; `limits` are for all variables of the place together.
    """

    place: str
    types: tuple[str, ...]
    vectors: bool
    arrays: bool
    alignment: int | None
    limits: tuple[SizeLimit, ...]
    availability: tuple[Clause, ...]
    removed: tuple[End, ...]


class Banks(NamedTuple):
    """Numbers of constant banks; external arrays without a size are in all banks but `sized`."""

    first: int
    last: int
    sized: int


class StateSpace(NamedTuple):
    """A state space; `within` is the space of which it is a part, "" for a whole one.

    `name` is its spelling without the dot; several entries of `homes` for one place are alternatives.
    """

    name: str
    within: str
    addressable: str
    initializable: str
    access: str
    sharing: str
    homes: tuple[VariableHome, ...]
    banks: Banks | None
    availability: tuple[Clause, ...]
    deprecated: tuple[End, ...]
    removed: tuple[End, ...]


class PragmaRecord(NamedTuple):
    """A string of `.pragma`; `name` is its first word, and the other words are its arguments."""

    name: str
    syntax: str
    places: tuple[str, ...]
    arguments: tuple[Argument, ...]
    availability: tuple[Clause, ...]
    deprecated: tuple[End, ...]
    removed: tuple[End, ...]


class Attribute(NamedTuple):
    """An attribute of `.attribute (…)`, and the symbols that may have it."""

    name: str
    applies_to: tuple[str, ...]
    spaces: tuple[str, ...]
    arguments: tuple[Argument, ...]
    availability: tuple[Clause, ...]


class Conversion(NamedTuple):
    """A table of implicit conversions between two types, or of a constant to a type.

    `instructions` are the mnemonics that it is for, empty for all without a table of their own; `operands` is "read",
    "written" or "any"; `cells` are the conversions by row and column, without those that assemblers reject.
    """

    name: str
    instructions: tuple[str, ...]
    operands: str
    cells: dict[str, dict[str, str]]


@cache
def special_registers() -> dict[str, SpecialRegister]:
    """Return every special register by name; a family such as %pm0 to %pm7 has an entry for each register."""
    from ptxisa._generated.language import SPECIAL_REGISTERS

    return SPECIAL_REGISTERS


def built_ins() -> dict[str, str]:
    """Return the special register for each built-in variable or function of CUDA C++, such as `threadIdx`."""
    from ptxisa._generated.language import BUILT_INS

    return BUILT_INS


@cache
def required_directives() -> frozenset[str]:
    """Return the directives that a kernel must have if it reads some special register."""
    return frozenset(register.directive for register in special_registers().values() if register.directive)


def directives() -> dict[str, Directive]:
    """Return every directive by its spelling, such as ".maxntid"."""
    from ptxisa._generated.language import DIRECTIVES

    return DIRECTIVES


def state_spaces() -> dict[str, StateSpace]:
    """Return every state space by name, such as "shared::cta"."""
    from ptxisa._generated.language import STATE_SPACES

    return STATE_SPACES


def pragmas() -> dict[str, PragmaRecord]:
    """Return every pragma by the first word of its string."""
    from ptxisa._generated.language import PRAGMAS

    return PRAGMAS


def attributes() -> dict[str, Attribute]:
    """Return every attribute by name."""
    from ptxisa._generated.language import ATTRIBUTES

    return ATTRIBUTES


def conversions() -> dict[str, Conversion]:
    """Return every table of conversions by name."""
    from ptxisa._generated.language import CONVERSIONS

    return CONVERSIONS


def features() -> dict[str, tuple[Clause, ...]]:
    """Return the availability of the subjects of rules, by name of the rule, unless they have always existed."""
    from ptxisa._generated.language import FEATURES

    return FEATURES


def reserved_words() -> dict[str, tuple[str, ...]]:
    """Return reserved words, with the sorts of things that they cannot name: "register", "variable", "label"."""
    from ptxisa._generated.language import RESERVED_WORDS

    return RESERVED_WORDS
