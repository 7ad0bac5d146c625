"""Errors of a run: one diagnostic, which is about no place in the text."""

from __future__ import annotations

from ptxisa.isa.diagnostics import PtxError, error


def refusal(code: str, message: str) -> PtxError:
    """A `PtxError` with one message."""
    return PtxError([error(code, message)])


def without_value(register: str, thread: int, verb: str) -> str:
    """What is wrong where a thread reads or keeps a register without a value."""
    if verb == "reads":
        return f"thread {thread} reads {register}, which has no value there: the guards before it are false"
    return (
        f"{register} keeps its old value in thread {thread}, where no guard is true, and no old value is given; "
        f"give {register} a value"
    )
