"""Tables of NVVM IR: families of intrinsics, constructs with their support, address spaces, layouts and annotations.

The generator prints the tables from the records. `ptxisa.nvvm` makes single intrinsics from families.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ptxisa.isa.representation import bounded_repr

PropertyValue = str | int | tuple[str, ...]
"""Text in place of a property in templates; a tuple makes several parameters or types."""
Condition = Mapping[str, tuple[str, ...]]
"""Axes, or fields of constant operands, with their allowed values; all entries must hold."""

DIALECTS = ("llvm7", "modern")
"""Dialects of NVVM IR: that of LLVM 7.0.1, and that of LLVM 18.1.8 for compute_100 and later."""


class OperandCode(NamedTuple):
    """A value of a bit field; `target` is a target expression, empty if every target supports it."""

    value: int
    name: str
    summary: str
    target: str = ""


class OperandField(NamedTuple):
    """Bits `high` to `low` of a constant operand; values other than those of `codes` are reserved."""

    name: str
    high: int
    low: int
    codes: tuple[OperandCode, ...]


class IntrinsicParameter(NamedTuple):
    """One or several parameters of a family; `name` and `type` are templates.

    A name that is a property with several names makes a parameter for each; a `number` makes `a0`, `a1` and so on.
    `fields` are the bit fields of a constant operand, `value` is its only allowed value, if there is one.
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

    `when` is the condition on axes and on fields of constant operands; `cuda` are the functions of CUDA C++ that become
    this PTX.
    """

    form: str = ""
    opcode: str = ""
    register: str = ""
    when: Condition = {}
    dialects: tuple[str, ...] = DIALECTS
    cuda: tuple[str, ...] = ()


class Member(NamedTuple):
    """Intrinsics of a family that differ by values of axes: `rows` are the legal combinations, all if empty.

    `vectors` is an axis of scalar types that may also be vectors, of any length. `support` is "supported", "ignored" or
    "unsupported"; `until` is the version of NVVM IR before which it was supported.
    """

    id: str
    name: str
    summary: str
    returns: tuple[str, ...] = ()
    parameters: tuple[IntrinsicParameter, ...] = ()
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
    axes: Mapping[str, Mapping[str, Mapping[str, PropertyValue]]]
    fields: Mapping[str, OperandField]
    members: tuple[Member, ...]


class ConstructEntry(NamedTuple):
    """An entry of a construct: an instruction, an attribute, a type, a constraint and so on.

    `support` is "supported", "ignored" or "unsupported"; `directives` are the linking directives that it may become;
    `llvm` is the release of LLVM that added it, if it is newer than the dialects.
    """

    name: str
    support: str = "supported"
    target: str = ""
    dialects: tuple[str, ...] = DIALECTS
    type: str = ""
    value: int | None = None
    directives: tuple[str, ...] = ()
    meaning: str = ""
    llvm: str = ""


class ConstructRule(NamedTuple):
    """A rule of a construct; `about` are its entries, all if empty.

    `types` and `spaces` are the allowed ones, `maximum` is the largest number, `default` the value if a module has
    none.
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
    """A part of the language; `others` is the support of names without an entry, "" if it is not specified.

    `pattern` and `reserved` are regular expressions of names.
    """

    name: str
    category: str
    summary: str
    support: str = ""
    entries: Mapping[str, ConstructEntry] = {}
    others: str = ""
    rules: Mapping[str, ConstructRule] = {}
    pattern: str = ""
    reserved: tuple[str, ...] = ()

    def support_of(self, name: str) -> str:
        """Return the support of an entry, or of a name without one; "" if it is not specified."""
        return self.entries[name].support if name in self.entries else self.others


class AddressSpace(NamedTuple):
    """An address space with its numbers; from `onwards`, if given, all numbers belong to it."""

    name: str
    numbers: tuple[int, ...]
    onwards: int | None
    variables: bool
    pointers: bool
    converts_to: tuple[str, ...]
    state_space: str
    summary: str


class DataLayout(NamedTuple):
    """A data layout with its target triple, in which an asterisk matches any name."""

    name: str
    bits: int
    layout: str
    triple: str
    obsolete: str


class Annotation(NamedTuple):
    """A property of `!nvvm.annotations`, or a property for each dimension.

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
    """Return every family of intrinsics, by name."""
    from ptxisa._generated.nvvm import FAMILIES

    return FAMILIES


def constructs() -> dict[str, Construct]:
    """Return every construct by name, such as "nvvm-linkage"."""
    from ptxisa._generated.nvvm import CONSTRUCTS

    return CONSTRUCTS


def address_spaces() -> dict[str, AddressSpace]:
    """Return every address space by name: "generic", "global" and so on."""
    from ptxisa._generated.nvvm import ADDRESS_SPACES

    return ADDRESS_SPACES


def data_layouts() -> dict[str, DataLayout]:
    """Return every data layout by name, such as "nvvm-64"."""
    from ptxisa._generated.nvvm import DATA_LAYOUTS

    return DATA_LAYOUTS


def property_kinds() -> dict[str, Annotation]:
    """Return every annotation by name, such as "nvvm-maxntid"."""
    from ptxisa._generated.nvvm import ANNOTATIONS

    return ANNOTATIONS


class LibraryDeviation(NamedTuple):
    """A rule on which releases of libNVVM differ from the specification, in one dialect, or in both if it is "".

    `verdict` is "accepts", "rejects", "unchecked" (accepts or crashes) or "varies" (accepts some cases). `names` are
    regular expressions of the subjects of diagnostics, any if empty.
    """

    erratum: str
    verdict: str
    releases: tuple[str, ...]
    dialect: str = ""
    names: tuple[str, ...] = ()


def deviations() -> dict[str, tuple[LibraryDeviation, ...]]:
    """Return the errata of libNVVM by rule, `record/id`."""
    from ptxisa._generated.nvvm import DEVIATIONS

    return DEVIATIONS
