"""NVIDIA's PTX instruction set as data: availability, checks and execution of PTX without a GPU or CUDA.

    import ptxisa
    ptxisa.available("add.u16x2", target="sm_80")          # false, with the reason
    ptxisa.check_module(text)                              # diagnostics of a PTX module
    ptxisa.execute("add.sat.s32 d, a, b;", {"a": a, "b": b})
    ptxisa.prove("mul.lo.u32 d, x, 8;", "shl.b32 d, x, 3;")

Questions
    available         availability of an opcode or a statement on a target in a PTX version
    forms             forms that a target has in a PTX version
    database          the records: objects by name, search, SQL
    occupancy         blocks of a kernel on an SM, and what limits them
Checks
    check_module      diagnostics of a PTX module
    check_statement   diagnostics of one statement or block
    check_nvvm        diagnostics of a module of NVVM IR
Trees and text
    parse             syntax tree of a module
    parse_statement   syntax tree of a statement
    print_module, print_statement     text of a tree
    rewrite           text of a module after transformers of its tree, with comments and spaces kept
    same_tree         equality of trees without their places
    emit              text of a statement from a form, modifiers and operands
Execution
    execute           register values after statements
    launch            run of a kernel with all findings; arguments: Buffer, Multimem, TensorMap, Texture
    sweep             runs of a kernel with every combination of options
    inline            values of inline assembly, for other interpreters
    litmus            verdict of a litmus test
    prove             equality of two snippets for all inputs; smtlib writes the formula
    holds             truth of a condition after a snippet for all inputs
    cheapest          one or two instructions that do the same as a snippet
Matrices
    layout            which thread or address has which element
    descriptor        encoding and decoding of matrix and instruction descriptors

Results are Availability, Cheapest, Database, Descriptor, Diagnostic, Occupancy and Proof. Errors are DescriptorError,
EmitError, LitmusError, OccupancyError, ProofError, PtxError, UnknownCapability, UnknownDescriptor, UnknownLayout,
UnknownOpcode, UnknownRelease, UnknownTarget, UnknownToolkit and UnknownVersion. `help(ptxisa.execute)` describes a
name.

Each public name is loaded from its module when it is first used, so that importing the package is fast.
"""

from __future__ import annotations

import os
import sys


def _interrupted_at_start(number: int, frame: object) -> None:
    """End the process without a traceback; imports take longer than a quick Ctrl-C."""
    os.write(2, b"ptxisa: interrupted\n")
    os._exit(130)


if sys.orig_argv[1:3] == ["-m", "ptxisa"] or (sys.argv and sys.argv[0].replace(os.sep, "/").endswith("/ptxisa")):
    # This process is the command; `main` reports interruptions itself once everything is imported. Importing `signal`
    # takes milliseconds, in which an interruption would print a traceback; its C module is built in.
    _signal = __import__("_signal")
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        # A terminal interrupts the processes of the command, too, which the command stops: only one line is printed.
        _worker = "--multiprocessing-fork" in sys.orig_argv
        _signal.signal(_signal.SIGINT, _signal.SIG_IGN if _worker else _interrupted_at_start)

import importlib  # noqa: E402

# Type checkers assume that this is true; importing `typing` for it would take longer than the rest of this module.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptxisa.check.available import available as available
    from ptxisa.check.emit import EmitError as EmitError
    from ptxisa.check.emit import emit as emit
    from ptxisa.check.module import check_module as check_module
    from ptxisa.check.statement import check_statement as check_statement
    from ptxisa.isa.capabilities import UnknownCapability as UnknownCapability
    from ptxisa.isa.deviations import UnknownRelease as UnknownRelease
    from ptxisa.isa.diagnostics import Diagnostic as Diagnostic
    from ptxisa.isa.diagnostics import PtxError as PtxError
    from ptxisa.isa.targets import UnknownTarget as UnknownTarget
    from ptxisa.isa.toolkits import UnknownToolkit as UnknownToolkit
    from ptxisa.isa.versions import UnknownVersion as UnknownVersion
    from ptxisa.machine.arguments import Buffer as Buffer
    from ptxisa.machine.devices import Multimem as Multimem
    from ptxisa.machine.launch import launch as launch
    from ptxisa.machine.sweep import sweep as sweep
    from ptxisa.machine.tensors import TensorMap as TensorMap
    from ptxisa.machine.textures import Texture as Texture
    from ptxisa.memory_model import LitmusError as LitmusError
    from ptxisa.memory_model import litmus as litmus
    from ptxisa.nvvm.checker import check_nvvm as check_nvvm
    from ptxisa.objects.descriptor_fields import DescriptorError as DescriptorError
    from ptxisa.objects.descriptors import Descriptor as Descriptor
    from ptxisa.objects.descriptors import UnknownDescriptor as UnknownDescriptor
    from ptxisa.objects.descriptors import descriptor as descriptor
    from ptxisa.objects.layouts import UnknownLayout as UnknownLayout
    from ptxisa.objects.layouts import layout as layout
    from ptxisa.objects.occupancy import Occupancy as Occupancy
    from ptxisa.objects.occupancy import OccupancyError as OccupancyError
    from ptxisa.objects.occupancy import occupancy as occupancy
    from ptxisa.proofs.cheapest import Cheapest as Cheapest
    from ptxisa.proofs.cheapest import cheapest as cheapest
    from ptxisa.proofs.equality import Proof as Proof
    from ptxisa.proofs.equality import prove as prove
    from ptxisa.proofs.equality import smtlib as smtlib
    from ptxisa.proofs.facts import holds as holds
    from ptxisa.proofs.inputs import ProofError as ProofError
    from ptxisa.query.availability import Availability as Availability
    from ptxisa.query.availability import UnknownOpcode as UnknownOpcode
    from ptxisa.query.database import Database as Database
    from ptxisa.query.database import database as database
    from ptxisa.query.forms import forms as forms
    from ptxisa.run.execute import execute as execute
    from ptxisa.sources.inline import inline as inline
    from ptxisa.syntax.parser import parse_module
    from ptxisa.syntax.printer import print_module as print_module
    from ptxisa.syntax.printer import print_statement as print_statement
    from ptxisa.syntax.rewriter import rewrite as rewrite
    from ptxisa.syntax.statements import parse_statement as parse_statement
    from ptxisa.syntax.tree import same_tree as same_tree

    parse = parse_module

__version__ = "0.1.0"

_EXPORTS = {
    "same_tree": "ptxisa.syntax.tree:same_tree",
    "print_statement": "ptxisa.syntax.printer:print_statement",
    "parse_statement": "ptxisa.syntax.statements:parse_statement",
    "forms": "ptxisa.query.forms:forms",
    "emit": "ptxisa.check.emit:emit",
    "EmitError": "ptxisa.check.emit:EmitError",
    "Availability": "ptxisa.query.availability:Availability",
    "Buffer": "ptxisa.machine.arguments:Buffer",
    "Cheapest": "ptxisa.proofs.cheapest:Cheapest",
    "Database": "ptxisa.query.database:Database",
    "Descriptor": "ptxisa.objects.descriptors:Descriptor",
    "DescriptorError": "ptxisa.objects.descriptor_fields:DescriptorError",
    "Diagnostic": "ptxisa.isa.diagnostics:Diagnostic",
    "LitmusError": "ptxisa.memory_model:LitmusError",
    "Occupancy": "ptxisa.objects.occupancy:Occupancy",
    "OccupancyError": "ptxisa.objects.occupancy:OccupancyError",
    "Proof": "ptxisa.proofs.equality:Proof",
    "ProofError": "ptxisa.proofs.inputs:ProofError",
    "PtxError": "ptxisa.isa.diagnostics:PtxError",
    "Multimem": "ptxisa.machine.devices:Multimem",
    "TensorMap": "ptxisa.machine.tensors:TensorMap",
    "Texture": "ptxisa.machine.textures:Texture",
    "UnknownCapability": "ptxisa.isa.capabilities:UnknownCapability",
    "UnknownDescriptor": "ptxisa.objects.descriptors:UnknownDescriptor",
    "UnknownLayout": "ptxisa.objects.layouts:UnknownLayout",
    "UnknownOpcode": "ptxisa.query.availability:UnknownOpcode",
    "UnknownRelease": "ptxisa.isa.deviations:UnknownRelease",
    "UnknownTarget": "ptxisa.isa.targets:UnknownTarget",
    "UnknownToolkit": "ptxisa.isa.toolkits:UnknownToolkit",
    "UnknownVersion": "ptxisa.isa.versions:UnknownVersion",
    "available": "ptxisa.check.available:available",
    "cheapest": "ptxisa.proofs.cheapest:cheapest",
    "check_module": "ptxisa.check.module:check_module",
    "check_nvvm": "ptxisa.nvvm.checker:check_nvvm",
    "check_statement": "ptxisa.check.statement:check_statement",
    "database": "ptxisa.query.database:database",
    "descriptor": "ptxisa.objects.descriptors:descriptor",
    "execute": "ptxisa.run.execute:execute",
    "holds": "ptxisa.proofs.facts:holds",
    "inline": "ptxisa.sources.inline:inline",
    "launch": "ptxisa.machine.launch:launch",
    "litmus": "ptxisa.memory_model:litmus",
    "layout": "ptxisa.objects.layouts:layout",
    "occupancy": "ptxisa.objects.occupancy:occupancy",
    "parse": "ptxisa.syntax.parser:parse_module",
    "print_module": "ptxisa.syntax.printer:print_module",
    "prove": "ptxisa.proofs.equality:prove",
    "rewrite": "ptxisa.syntax.rewriter:rewrite",
    "sweep": "ptxisa.machine.sweep:sweep",
    "smtlib": "ptxisa.proofs.equality:smtlib",
}
"""Module and attribute of each public name."""

if not TYPE_CHECKING:

    def __getattr__(name):
        if name not in _EXPORTS:
            raise AttributeError(f"module 'ptxisa' has no attribute {name!r}")
        module, _, attribute = _EXPORTS[name].partition(":")
        value = globals()[name] = getattr(importlib.import_module(module), attribute)
        return value

    # PEP 562: called for names that the module does not have yet. There is no `__all__`, because `help` would print
    # every class and function in full, some 2,000 lines.
    def __dir__():
        return ["__version__", *_EXPORTS]
