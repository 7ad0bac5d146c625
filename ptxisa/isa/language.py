"""The language around the instructions, as values: special registers, directives, state spaces, pragmas …

The generator prints these tables from the records; the parser and the checker read them.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ptxisa.isa.forms import Clause, End


class SpecialRegister(NamedTuple):
    """One predefined register. `elements` are the selectors of a vector, empty for a scalar.

    `read_as` are the types of a `mov` that may read the register, or each element, in any version; `earlier` are
    pairs of the last PTX version and the type that the register had up to it. `directive` is the directive that a
    kernel must have if it reads the register, empty if none.
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


class Argument(NamedTuple):
    """One argument of a directive, or a list of `least` to `most` of them (None: any number).

    `values` are all that it may be, unless empty; `default` is what it is where it is left out, "" if nothing.
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
    """What an option gives: instructions of `types` as they are available on `target`, but `without` some modifiers."""

    types: tuple[str, ...]
    target: str
    without: tuple[str, ...] = ()


class Feature(NamedTuple):
    """An option or a part of a directive that is not available wherever the directive is."""

    name: str
    excludes: tuple[str, ...]
    availability: tuple[Clause, ...]
    lends: Loan | None = None


class Linkage(NamedTuple):
    """What a symbol may be and have whose declaration begins with this directive; no `spaces` are any."""

    spaces: tuple[str, ...] = ()
    opaque: bool = True
    initializer: bool = True
    body: bool = True


class Directive(NamedTuple):
    """One directive: where it may stand, what it takes, and what it goes with.

    `repeats` says which hold of several at one place: "never" (there must not be several), "last-holds" or
    "all-hold". Without one of `ignored_without` it has no effect. `requires`, `excludes` and `ignored_without`
    name directives without their dots.
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
    linkage: Linkage
    features: tuple[Feature, ...]
    availability: tuple[Clause, ...]
    deprecated: tuple[End, ...]
    removed: tuple[End, ...]

    def argument(self, name: str) -> Argument:
        """The argument called `name`."""
        return next(argument for argument in self.arguments if argument.name == name)

    def feature(self, name: str) -> Feature:
        """The feature called `name`."""
        return next(feature for feature in self.features if feature.name == name)


class Limit(NamedTuple):
    """The most bytes of something, from a PTX version on, on what a target expression admits."""

    ptx: str
    target: str
    bytes: int


class Home(NamedTuple):
    """A place where variables of a state space may be declared, and what holds for them there.

    `place` is "module", "function", "kernel-parameter" or "function-parameter"; `types` are those that a
    variable may have, any if empty; `vectors` is about variables that are no arrays; `alignment` is the largest in
    bytes, None where any will do; `limits` are those of all variables of the place together.
    """

    place: str
    types: tuple[str, ...]
    vectors: bool
    arrays: bool
    alignment: int | None
    limits: tuple[Limit, ...]
    availability: tuple[Clause, ...]
    removed: tuple[End, ...]


class Banks(NamedTuple):
    """Numbers of constant banks; all but `sized` hold external arrays without a size."""

    first: int
    last: int
    sized: int


class StateSpace(NamedTuple):
    """One state space; `within` is the space that it is a part of, "" for a whole one.

    `name` is its spelling without the dot; several entries of `homes` for one place are alternatives.
    """

    name: str
    within: str
    addressable: str
    initializable: str
    access: str
    sharing: str
    homes: tuple[Home, ...]
    banks: Banks | None
    availability: tuple[Clause, ...]
    deprecated: tuple[End, ...]
    removed: tuple[End, ...]


class Pragma(NamedTuple):
    """A string that `.pragma` takes; `name` is its first word, and the other words are its arguments."""

    name: str
    syntax: str
    places: tuple[str, ...]
    arguments: tuple[Argument, ...]
    availability: tuple[Clause, ...]
    deprecated: tuple[End, ...]
    removed: tuple[End, ...]


class Attribute(NamedTuple):
    """An attribute of `.attribute (…)`, and what may have it."""

    name: str
    applies_to: tuple[str, ...]
    spaces: tuple[str, ...]
    arguments: tuple[Argument, ...]
    availability: tuple[Clause, ...]


class Conversion(NamedTuple):
    """A table of what becomes of a value where two types meet, or a type and a constant.

    `instructions` are the mnemonics that it is for, none for all that no other table is for; `operands` is "read",
    "written" or "any"; `cells` are the outcomes by row and column, and what assemblers refuse has no cell.
    """

    name: str
    instructions: tuple[str, ...]
    operands: str
    cells: dict[str, dict[str, str]]


def special_registers() -> dict[str, SpecialRegister]:
    """Every special register by name; a family such as %pm0 to %pm7 has an entry a register."""
    from ptxisa._generated.language import SPECIAL_REGISTERS

    return SPECIAL_REGISTERS


@cache
def asked_for() -> frozenset[str]:
    """The directives that a kernel must have if it reads some special register."""
    return frozenset(one.directive for one in special_registers().values() if one.directive)


def directives() -> dict[str, Directive]:
    """Every directive by its spelling, such as ".maxntid"."""
    from ptxisa._generated.language import DIRECTIVES

    return DIRECTIVES


def state_spaces() -> dict[str, StateSpace]:
    """Every state space by name, such as "shared::cta"."""
    from ptxisa._generated.language import STATE_SPACES

    return STATE_SPACES


def pragmas() -> dict[str, Pragma]:
    """Every pragma by the first word of its string."""
    from ptxisa._generated.language import PRAGMAS

    return PRAGMAS


def attributes() -> dict[str, Attribute]:
    """Every attribute by name."""
    from ptxisa._generated.language import ATTRIBUTES

    return ATTRIBUTES


def conversions() -> dict[str, Conversion]:
    """Every table of conversions by name."""
    from ptxisa._generated.language import CONVERSIONS

    return CONVERSIONS


def features() -> dict[str, tuple[Clause, ...]]:
    """Where what a rule speaks of exists, by the name of the rule; rules of what has always existed are left out."""
    from ptxisa._generated.language import FEATURES

    return FEATURES


def reserved_words() -> dict[str, tuple[str, ...]]:
    """Words that may not name everything, with what they may not name: "register", "variable", "label" …"""
    from ptxisa._generated.language import RESERVED_WORDS

    return RESERVED_WORDS
