"""NVVM IR as values: families of intrinsics, constructs with their support, address spaces, layouts, annotations.

The generator prints these tables from the records. A family is a table: `ptxisa.nvvm` makes single intrinsics of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ptxisa.isa.brief import bounded_repr

Property = str | int | tuple[str, ...]
"""The text of a value of an axis in templates; a tuple makes several parameters or types."""
Condition = Mapping[str, tuple[str, ...]]
"""Axes, or fields of constant operands, with the values that they may have; all entries must hold."""

DIALECTS = ("llvm7", "modern")
"""The dialects of NVVM IR: that of LLVM 7.0.1, and that of LLVM 18.1.8 for compute_100 and later."""


class Code(NamedTuple):
    """A value of a field; `target` is where it is supported, everywhere if empty."""

    value: int
    name: str
    summary: str
    target: str = ""


class Field(NamedTuple):
    """The bits `high` to `low` of a constant operand; values that are not among `codes` are reserved."""

    name: str
    high: int
    low: int
    codes: tuple[Code, ...]


class Parameter(NamedTuple):
    """A parameter of a family, or several; `name` and `type` are templates.

    A name that is a property with several names makes as many parameters; a `number` of them makes `a0`, `a1` and so
    on.
    `fields` are what a constant operand encodes, `value` is the only value that a constant operand may have.
    """

    name: str
    type: str
    summary: str = ""
    number: str = ""
    constant: bool = False
    fields: tuple[str, ...] = ()
    value: int | None = None


class Lowering(NamedTuple):
    """PTX that an intrinsic becomes: an opcode of a form, or a special register that is read.

    Of an intrinsic with a constant operand, `when` says for which values, `dialects` in which dialects; `cuda` are the
    functions of CUDA C++ that become this.
    """

    form: str = ""
    opcode: str = ""
    register: str = ""
    when: Condition = {}
    dialects: tuple[str, ...] = DIALECTS
    cuda: tuple[str, ...] = ()


class Member(NamedTuple):
    """Intrinsics of a family that differ by values of axes: `rows` are the legal combinations, all if there are none.

    `vectors` is an axis of scalar types of which there are vectors too, of any length. `support` is "supported",
    "ignored" or "unsupported"; `until` is the version of NVVM IR before which it was supported.
    """

    id: str
    name: str
    summary: str
    returns: tuple[str, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    rows: tuple[Condition, ...] = ()
    vectors: str = ""
    support: str = "supported"
    target: str = ""
    dialects: tuple[str, ...] = DIALECTS
    obsolete: str = ""
    until: str = ""
    lowerings: tuple[Lowering, ...] = ()
    cuda: tuple[str, ...] = ()


@bounded_repr
class Family(NamedTuple):
    """A family of intrinsics; `axes` are the values of each axis with their properties."""

    name: str
    group: str
    summary: str
    axes: Mapping[str, Mapping[str, Mapping[str, Property]]]
    fields: Mapping[str, Field]
    members: tuple[Member, ...]


class Entry(NamedTuple):
    """What a construct has, by name: an instruction, an attribute, a type, a constraint and so on.

    `support` is "supported", "ignored" or "unsupported"; `directives` are the linking directives that it may become.
    """

    name: str
    support: str = "supported"
    target: str = ""
    dialects: tuple[str, ...] = DIALECTS
    type: str = ""
    value: int | None = None
    directives: tuple[str, ...] = ()
    meaning: str = ""


class Rule(NamedTuple):
    """A rule of a construct; `about` are the entries that it is about, all if empty.

    `types` and `spaces` are the only ones that it allows, `maximum` is the largest number, `default` what holds where
    a module says nothing.
    """

    id: str
    why: str
    about: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    target: str = ""
    dialects: tuple[str, ...] = DIALECTS
    spaces: tuple[str, ...] = ()
    maximum: int | None = None
    default: str = ""


class Construct(NamedTuple):
    """A part of the language; `others` is the support of what `entries` do not name, "" if that is unsaid.

    `pattern` and `reserved` are regular expressions of names.
    """

    name: str
    category: str
    summary: str
    support: str = ""
    entries: Mapping[str, Entry] = {}
    others: str = ""
    rules: Mapping[str, Rule] = {}
    pattern: str = ""
    reserved: tuple[str, ...] = ()

    def support_of(self, name: str) -> str:
        """The support of an entry or of what is none; "" if that is unsaid."""
        return self.entries[name].support if name in self.entries else self.others


class AddressSpace(NamedTuple):
    """An address space with its numbers; `onwards` is the first of further numbers without end, if any."""

    name: str
    numbers: tuple[int, ...]
    onwards: int | None
    variables: bool
    pointers: bool
    converts_to: tuple[str, ...]
    state_space: str
    summary: str


class DataLayout(NamedTuple):
    """A data layout with the target triple that belongs to it, in which an asterisk is any name."""

    name: str
    bits: int
    layout: str
    triple: str
    obsolete: str


class Annotation(NamedTuple):
    """A property of `!nvvm.annotations`, or one for each dimension.

    `entity` is "kernel", "function" or "variable", `type` is "i32" or "metadata"; `rules` are reasons by id.
    """

    name: str
    properties: tuple[str, ...]
    entity: str
    type: str
    minimum: int | None
    maximum: int | None
    target: str
    since: str
    directive: str
    attribute: str
    rules: Mapping[str, str]
    summary: str


def families() -> dict[str, Family]:
    """Every family of intrinsics by name."""
    from ptxisa._generated.nvvm import FAMILIES

    return FAMILIES


def constructs() -> dict[str, Construct]:
    """Every construct by name, such as "nvvm-linkage"."""
    from ptxisa._generated.nvvm import CONSTRUCTS

    return CONSTRUCTS


def address_spaces() -> dict[str, AddressSpace]:
    """Every address space by name: "generic", "global" and so on."""
    from ptxisa._generated.nvvm import ADDRESS_SPACES

    return ADDRESS_SPACES


def data_layouts() -> dict[str, DataLayout]:
    """Every data layout by name, such as "nvvm-64"."""
    from ptxisa._generated.nvvm import DATA_LAYOUTS

    return DATA_LAYOUTS


def property_kinds() -> dict[str, Annotation]:
    """Every annotation by name, such as "nvvm-maxntid"."""
    from ptxisa._generated.nvvm import ANNOTATIONS

    return ANNOTATIONS


class Deviation(NamedTuple):
    """A rule that releases of libNVVM judge otherwise than the specification, in one dialect, or both if it is "".

    `verdict` is "accepts", "rejects", "unchecked" (accepted, or it crashes) or "varies" (accepts some). `names` are
    regular expressions of what it is about, everything if empty.
    """

    erratum: str
    verdict: str
    releases: tuple[str, ...]
    dialect: str = ""
    names: tuple[str, ...] = ()


def deviations() -> dict[str, tuple[Deviation, ...]]:
    """What libNVVM judges otherwise, by rule, `record/id`."""
    from ptxisa._generated.nvvm import DEVIATIONS

    return DEVIATIONS
