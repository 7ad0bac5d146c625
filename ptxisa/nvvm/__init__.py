"""NVVM IR: intrinsics by name, what the language has, and what becomes of it in PTX.

from ptxisa import nvvm
nvvm.intrinsic("llvm.nvvm.shfl.sync.i32").declaration()
"""

from __future__ import annotations

import importlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

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

_TABLES = ("address_spaces", "constructs", "data_layouts", "families", "property_kinds")
_INTRINSICS = ("Intrinsic", "IntrinsicArgument", "UnknownIntrinsic", "intrinsic", "intrinsics", "names", "reaching")
_HOMES = {**dict.fromkeys(_TABLES, "ptxisa.isa.nvvm"), **dict.fromkeys(_INTRINSICS, "ptxisa.nvvm.intrinsics")}

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


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'ptxisa.nvvm' has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
