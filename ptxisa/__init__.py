"""NVIDIA's PTX as a database that runs.

    import ptxisa
    ptxisa.available("add.u16x2", target="sm_80")          # false, and why
    ptxisa.check_module(text)                              # diagnostics of a PTX module
    ptxisa.execute("add.sat.s32 d, a, b;", {"a": a, "b": b})
    ptxisa.database().instruction("lop3").forms

Importing this package loads nothing but this file; each name below is loaded when it is first used.
"""

from __future__ import annotations

import importlib

# Type checkers take this name as true; importing `typing` for it would take longer than all the rest.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ptxisa.check.instruction import check_statement
    from ptxisa.check.module import check_module
    from ptxisa.isa.capabilities import UnknownCapability
    from ptxisa.isa.deviations import UnknownRelease
    from ptxisa.isa.diagnostics import Diagnostic, PtxError
    from ptxisa.isa.targets import UnknownTarget
    from ptxisa.isa.toolkits import UnknownToolkit
    from ptxisa.isa.versions import UnknownVersion
    from ptxisa.nvvm.checker import check_nvvm
    from ptxisa.objects.descriptor_fields import DescriptorError
    from ptxisa.objects.descriptors import Descriptor, UnknownDescriptor, descriptor
    from ptxisa.objects.layouts import UnknownLayout, layout
    from ptxisa.objects.occupancy import Occupancy, OccupancyError, occupancy
    from ptxisa.query.availability import Availability, UnknownOpcode, available
    from ptxisa.query.database import Database, database
    from ptxisa.run.execute import execute
    from ptxisa.syntax.parser import parse_module as parse
    from ptxisa.syntax.printer import print_module
    from ptxisa.syntax.rewriter import rewrite

__version__ = "0.1.0"

__all__ = [
    "Availability",
    "Database",
    "Descriptor",
    "DescriptorError",
    "Diagnostic",
    "Occupancy",
    "OccupancyError",
    "PtxError",
    "UnknownCapability",
    "UnknownDescriptor",
    "UnknownLayout",
    "UnknownOpcode",
    "UnknownRelease",
    "UnknownTarget",
    "UnknownToolkit",
    "UnknownVersion",
    "__version__",
    "available",
    "check_module",
    "check_nvvm",
    "check_statement",
    "database",
    "descriptor",
    "execute",
    "layout",
    "occupancy",
    "parse",
    "print_module",
    "rewrite",
]

_HOMES = {
    "Availability": "ptxisa.query.availability",
    "Database": "ptxisa.query.database",
    "Descriptor": "ptxisa.objects.descriptors",
    "DescriptorError": "ptxisa.objects.descriptor_fields",
    "Diagnostic": "ptxisa.isa.diagnostics",
    "Occupancy": "ptxisa.objects.occupancy",
    "OccupancyError": "ptxisa.objects.occupancy",
    "PtxError": "ptxisa.isa.diagnostics",
    "UnknownCapability": "ptxisa.isa.capabilities",
    "UnknownLayout": "ptxisa.objects.layouts",
    "UnknownDescriptor": "ptxisa.objects.descriptors",
    "UnknownOpcode": "ptxisa.query.availability",
    "UnknownRelease": "ptxisa.isa.deviations",
    "UnknownTarget": "ptxisa.isa.targets",
    "UnknownToolkit": "ptxisa.isa.toolkits",
    "UnknownVersion": "ptxisa.isa.versions",
    "available": "ptxisa.query.availability",
    "check_module": "ptxisa.check.module",
    "check_nvvm": "ptxisa.nvvm.checker",
    "check_statement": "ptxisa.check.instruction",
    "database": "ptxisa.query.database",
    "descriptor": "ptxisa.objects.descriptors",
    "execute": "ptxisa.run.execute",
    "layout": "ptxisa.objects.layouts",
    "occupancy": "ptxisa.objects.occupancy",
    "parse": "ptxisa.syntax.parser",
    "print_module": "ptxisa.syntax.printer",
    "rewrite": "ptxisa.syntax.rewriter",
}

# `ptxisa.parse` gives the module or raises; `ptxisa.syntax.parser.parse` gives it with its diagnostics.
_OWN_NAMES = {"parse": "parse_module"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'ptxisa' has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOMES[name]), _OWN_NAMES.get(name, name))
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
