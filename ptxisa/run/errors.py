"""Errors of an execution."""

from __future__ import annotations

from ptxisa.isa.diagnostics import PtxError, error


def execution_error(code: str, message: str) -> PtxError:
    """Return a `PtxError` with one diagnostic that has no place in the text."""
    return PtxError([error(code, message)])


def not_executable(message: str) -> PtxError:
    """Return the error for an operation that PTX leaves undefined or that cannot be executed here."""
    return execution_error("not-executable", message)


def memory_error(message: str, code: str = "") -> PtxError:
    """Return the error for an access that the memory does not allow; `code` is how whole kernels report it."""
    diagnostic = error("memory-access", message)
    return PtxError([diagnostic._replace(subject=f"{REPORTED_AS}{code}") if code else diagnostic])


def no_memory(space: str, argument: str) -> PtxError:
    """Return the error for a state space without memory; `argument` gives `execute` one."""
    diagnostic = error("memory-access", f"no memory is given for {space}: {argument}")
    return PtxError([diagnostic._replace(subject=f"{NO_MEMORY}{space}")])


REPORTED_AS = "reported as/"
"""Start of the subject of a diagnostic with the code that a finding of a whole kernel has."""
NO_MEMORY = "no memory/"
"""Start of the subject of a diagnostic about a state space without memory."""


def register_error(message: str) -> PtxError:
    """Return the error for the value of a register."""
    return execution_error("register-value", message)
