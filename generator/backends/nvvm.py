"""NVVM IR as Python values: `ptxisa/_generated/nvvm.py`. Families of intrinsics stay tables."""

from __future__ import annotations

from typing import Any

from generator.backends.python_source import header, source
from generator.records import nvvm
from generator.records.isa import Isa
from ptxisa.isa.nvvm import (
    AddressSpace,
    Annotation,
    Code,
    Construct,
    DataLayout,
    Deviation,
    Entry,
    Family,
    Field,
    Lowering,
    Member,
    Parameter,
    Rule,
)

VALUES = (
    *(AddressSpace, Annotation, Code, Construct, DataLayout, Entry, Family, Field, Lowering, Member, Parameter),
    *(Deviation, Rule),
)
"""The classes of which the tables are made."""
ORIGINS = [
    *(f"isa/nvvm_{kind}/" for kind in ("address_spaces", "annotations", "constructs", "data_layouts", "intrinsics")),
    "isa/errata/",
]


def emit(isa: Isa) -> str:
    """Source of `ptxisa/_generated/nvvm.py`."""
    tables: dict[str, dict[str, Any]] = {
        "FAMILIES: dict[str, Family]": nvvm.families(isa),
        "CONSTRUCTS: dict[str, Construct]": nvvm.constructs(isa),
        "ADDRESS_SPACES: dict[str, AddressSpace]": nvvm.address_spaces(isa),
        "DATA_LAYOUTS: dict[str, DataLayout]": nvvm.data_layouts(isa),
        "ANNOTATIONS: dict[str, Annotation]": nvvm.property_kinds(isa),
        "DEVIATIONS: dict[str, tuple[Deviation, ...]]": nvvm.deviations(isa),
    }
    body = [f"{name} = {source(table)}" for name, table in tables.items()]
    imports = ["from ptxisa.isa.nvvm import (", *(f"    {value.__name__}," for value in VALUES), ")"]
    return "\n".join([header("NVVM IR.", ORIGINS), *imports, "", *body, ""])
