"""What is found in a module: uses of parts of NVVM IR, and rules that it breaks."""

from __future__ import annotations

from typing import NamedTuple

from ptxisa.isa.diagnostics import Span
from ptxisa.nvvm.lexer import words

LINKAGE = words(
    """
    private internal available_externally linkonce weak common appending extern_weak linkonce_odr weak_odr external
    """
)
VISIBILITY = frozenset(("default", "hidden", "protected"))
DLL_STORAGE = frozenset(("dllimport", "dllexport"))
PREEMPTION = frozenset(("dso_local", "dso_preemptable"))
UNNAMED = frozenset(("unnamed_addr", "local_unnamed_addr"))


class Use(NamedTuple):
    """A use of a part of the language: which part, what of it, and where."""

    part: str
    name: str
    span: Span


class Breach(NamedTuple):
    """A rule that is broken: `record/id`, what is wrong, and where; `code` is that of the diagnostic.

    `subject` is the word that it is about. A breach of severity `SILENT` breaks no rule of the specification: it
    counts where libNVVM rejects what the rule allows.
    """

    rule: str
    message: str
    span: Span
    hint: str = ""
    code: str = "nvvm-restriction"
    severity: str = "error"
    subject: str = ""


SILENT = "silent"
Found = Use | Breach


def compute(target: str) -> str:
    """A target expression with the names that libNVVM has for targets: `compute_90 or later`."""
    return target.replace("sm_", "compute_").replace("+", " or later").replace("|", "or")


def storage(text: str, span: Span) -> Use | None:
    """The use that a word before a global variable or a function is, None for one that has no rule."""
    for part, listed in (
        ("linkage", LINKAGE),
        ("dll-storage", DLL_STORAGE),
        ("preemption", PREEMPTION),
        ("visibility", VISIBILITY),
    ):
        if text in listed:
            return Use(part, text, span)
    return None
