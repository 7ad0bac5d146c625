"""NVVM IR as Python values: `ptxisa/_generated/nvvm.py`. Families of intrinsics stay tables."""

from __future__ import annotations

from typing import Any

from generator.backends.python_module import module
from generator.records import nvvm
from generator.records.isa import Isa

ORIGINS = [
    *(f"isa/nvvm_{kind}/" for kind in ("address_spaces", "annotations", "constructs", "data_layouts", "intrinsics")),
    "isa/errata/",
]


def emit(isa: Isa) -> str:
    """Return the source of `ptxisa/_generated/nvvm.py`."""
    tables: dict[str, dict[str, Any]] = {
        "FAMILIES: dict[str, Family]": nvvm.families(isa),
        "CONSTRUCTS: dict[str, Construct]": nvvm.constructs(isa),
        "ADDRESS_SPACES: dict[str, AddressSpace]": nvvm.address_spaces(isa),
        "DATA_LAYOUTS: dict[str, DataLayout]": nvvm.data_layouts(isa),
        "ANNOTATIONS: dict[str, Annotation]": nvvm.property_kinds(isa),
        "DEVIATIONS: dict[str, tuple[LibraryDeviation, ...]]": nvvm.deviations(isa),
    }
    return module("NVVM IR.", ORIGINS, tables)
