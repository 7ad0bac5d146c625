"""The kinds of records around the instructions: how the domain calls them, and what their indexes show."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from generator.records.load import FOLDERS

Data = Mapping[str, Any]


class Kind(NamedTuple):
    """Kind of record.

    `role` is its object type and role; `columns` are keys that its index has a column for; records are in
    sections of the index by the key `group`. `literal` says that names are set as code. The keys `drawn` are shown by
    a part of the page that is for this kind alone, the template `part_<kind>`. `about` is the page that lists the
    kind: language, devices or nvvm.
    """

    kind: str
    role: str
    label: str
    title: str
    intro: str
    columns: tuple[str, ...] = ()
    group: str = ""
    literal: bool = True
    drawn: tuple[str, ...] = ()
    about: str = "language"

    @property
    def folder(self) -> str:
        """Folder of its records, and of its pages."""
        return next(folder for folder, kind in FOLDERS.items() if kind == self.kind)


_LISTED = (
    Kind(
        "special_register",
        "register",
        "special register",
        "Special registers",
        "Predefined read-only registers: the position of a thread, and counters.",
        ("type", "elements"),
    ),
    Kind(
        "directive",
        "directive",
        "directive",
        "Directives",
        "Everything in a module that is neither an instruction nor a label.",
        ("places",),
        group="category",
    ),
    Kind(
        "state_space",
        "state_space",
        "state space",
        "State spaces",
        "Memories of variables: their speed, lifetime and visibility.",
        ("addressable", "initializable", "access", "sharing"),
    ),
    Kind(
        "attribute",
        "attribute",
        "attribute",
        "Attributes",
        "Properties of variables and functions, set with ``.attribute``.",
        ("applies_to", "spaces"),
    ),
    Kind("pragma", "pragma", "pragma", "Pragmas", "Strings for ``.pragma``: hints to assemblers.", ("places",)),
    Kind(
        "operator",
        "operator",
        "operator",
        "Operators",
        "Operators of constant expressions. Level 1 has the highest precedence.",
        ("level", "arity", "associativity"),
    ),
    Kind(
        "assembler_message",
        "assembler_message",
        "assembler message",
        "Messages of ptxas",
        "Messages of ptxas with their meaning and how to fix the cause, as ``ptxisa explain`` prints them.",
        literal=False,
        drawn=("messages",),
    ),
    Kind("enumeration", "enumeration", "enumeration", "Enumerations", "Named values of fields.", literal=False),
    Kind(
        "reserved_words",
        "reserved_words",
        "reserved words",
        "Reserved words",
        "Words with a special meaning, which programs cannot always use as names.",
        literal=False,
    ),
    Kind(
        "rule",
        "rule",
        "rule",
        "Rules",
        "Conditions beyond the grammar. Each rule has programs that satisfy it and programs that violate it; all were "
        "tested with an assembler.",
        group="topic",
        literal=False,
    ),
    Kind(
        "memory_model",
        "memory_model",
        "part of the memory model",
        "Memory model",
        "Sets, relations, orders and axioms of the memory consistency model, which ``ptxisa litmus`` evaluates.",
        group="class",
    ),
    Kind(
        "conversion",
        "conversion",
        "conversion",
        "Conversions",
        "Conversions of a value between two types.",
        ("instructions", "operands"),
        literal=False,
        drawn=("cells", "rows", "columns", "entries"),
    ),
    Kind(
        "matrix_layout",
        "matrix_layout",
        "matrix layout",
        "Matrix layouts",
        "Places of the elements of matrices in registers, shared memory and tensor memory.",
        group="category",
        literal=False,
        drawn=("parameters",),
    ),
    Kind(
        "descriptor",
        "descriptor",
        "descriptor",
        "Descriptors",
        "Bit fields that describe matrices, shapes and types to ``wgmma`` and ``tcgen05``.",
        ("width",),
        drawn=("width", "operand", "fields", "reserved", "rules", "shapes"),
    ),
    Kind(
        "function",
        "function",
        "function",
        "Functions",
        "Functions that the semantics of several instructions call.",
        ("parameters",),
    ),
    Kind(
        "tensor_mode",
        "tensor_mode",
        "tensor mode",
        "Tensor modes",
        "Access patterns of tensor copies.",
        ("dimensions",),
        literal=False,
    ),
    Kind(
        "tensor_layout",
        "tensor_layout",
        "tensor layout",
        "Tensor layouts",
        "Arrangements of the elements of a tensor in memory.",
        group="category",
        literal=False,
    ),
    Kind(
        "compute_capability",
        "compute_capability",
        "compute capability",
        "Compute capabilities",
        "Limits and features of the devices of each generation.",
        literal=False,
        drawn=("facts", "version", "targets"),
        about="devices",
    ),
    Kind(
        "property_group",
        "property_group",
        "property group",
        "Properties of compute capabilities",
        "Meaning and unit of each property of a compute capability, and the device attribute that reports it.",
        ("title",),
        literal=False,
        about="devices",
    ),
    Kind(
        "device_behavior",
        "device_behavior",
        "device behavior",
        "Device behavior",
        "How devices calculate, issue instructions and access memory, by compute capability.",
        literal=False,
        drawn=("statements",),
        about="devices",
    ),
    Kind(
        "toolkit",
        "toolkit",
        "CUDA release",
        "CUDA releases",
        "Drivers, PTX version and targets of each release since 7.0.",
        literal=False,
        drawn=("release", "assembles"),
        about="devices",
    ),
    Kind(
        "nvvm_intrinsic",
        "nvvm_intrinsic",
        "family of NVVM intrinsics",
        "Intrinsics",
        "Families of intrinsics, with the PTX that each intrinsic compiles to.",
        group="group",
        literal=False,
        drawn=("group", "axes", "encodings", "members"),
        about="nvvm",
    ),
    Kind(
        "nvvm_construct",
        "nvvm_construct",
        "NVVM construct",
        "Constructs",
        "Parts of modules, types, constants and instructions: supported, ignored, and the rules.",
        group="category",
        literal=False,
        about="nvvm",
    ),
    Kind(
        "nvvm_address_space",
        "nvvm_address_space",
        "NVVM address space",
        "Address spaces",
        "Numbers of address spaces, and the corresponding state spaces of PTX.",
        ("numbers", "state_space"),
        literal=False,
        about="nvvm",
    ),
    Kind(
        "nvvm_data_layout",
        "nvvm_data_layout",
        "NVVM data layout",
        "Data layouts",
        "Data layouts of modules with their target triples.",
        ("bits", "triple"),
        literal=False,
        about="nvvm",
    ),
    Kind(
        "nvvm_annotation",
        "nvvm_annotation",
        "NVVM annotation",
        "Annotations",
        "Properties of kernels, functions and variables in ``!nvvm.annotations``.",
        ("properties", "entity"),
        literal=False,
        about="nvvm",
    ),
    Kind(
        "nvvm_version",
        "nvvm_version",
        "NVVM IR version",
        "Versions",
        "Changes of each version of NVVM IR.",
        ("llvm", "cuda"),
        literal=False,
        about="nvvm",
    ),
)
LANGUAGE: Mapping[str, Kind] = {kind.kind: kind for kind in _LISTED if kind.kind in FOLDERS.values()}
"""By kind of record."""

ROLES: Mapping[str, str] = {
    **{kind: kind for kind in ("instruction", "type", "modifier", "target", "version", "erratum")},
    "target_note": "target",
    **{kind.kind: kind.role for kind in LANGUAGE.values()},
}
"""The role that links to a record of each kind."""


def spelling(data: Data) -> str:
    """Return the spelling of a record's subject in programs, or its name in words."""
    if data.get("kind") == "toolkit":
        return f"CUDA {data['release']}"
    if data.get("kind") == "compute_capability":
        return f"Compute capability {data['version']}"
    return str(data.get("spelling") or data.get("symbol") or data["name"])


def slug(name: str) -> str:
    """Return a name for file names and anchors, without `%`, which begins an escape in a URL."""
    return re.sub(r"[%@]+", "", name)
