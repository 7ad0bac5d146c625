"""NVVM IR: intrinsics by name, tables of the language, and a checker (`ptxisa.check_nvvm`).

from ptxisa import nvvm
nvvm.intrinsic("llvm.nvvm.shfl.sync.i32").declaration()
"""

from ptxisa.isa.nvvm import address_spaces, constructs, data_layouts, families, property_kinds
from ptxisa.nvvm.intrinsics import (
    Intrinsic,
    IntrinsicArgument,
    UnknownIntrinsic,
    intrinsic,
    intrinsics,
    names,
    reaching,
)

__all__ = [
    "Intrinsic",
    "IntrinsicArgument",
    "UnknownIntrinsic",
    "address_spaces",
    "constructs",
    "data_layouts",
    "families",
    "intrinsic",
    "intrinsics",
    "names",
    "property_kinds",
    "reaching",
]
