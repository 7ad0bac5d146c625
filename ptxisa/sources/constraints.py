"""Constraints, clobbers, names and percent signs of asm statements that nvcc or clang reject.

Both were measured: nvcc 13.0 and 13.5 and clang 19, the letter b with each nvcc from 13.0 on, percent signs with nvcc
13.0 and clang 19. What only one of them rejects is a warning, or a note where nvcc takes it.
NVIDIA's document ("Inline PTX Assembly in CUDA", section 1.1.2) lists the letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ptxisa.isa.diagnostics import Diagnostic, Span, Stretch, error, note, warning
from ptxisa.sources.templates import NVCC_TYPES, Characters, blank_comments, text_of

_CODE = "asm-operand"
_INPUTS = (*NVCC_TYPES, "n", "C")
"""Letters of operands that are read."""
_PERCENT = re.compile(
    r"%(?:(?P<whole>[%=\[]|\d+)|(?P<modifier>[A-Za-z]\d)|(?P<name>[A-Za-z][\w$]*)|(?P<brace>[{}])|.|$)", re.DOTALL
)
"""A percent sign with what nvcc and clang read after it."""


def constraint_faults(constraint: str, place: Stretch, *, output: bool) -> Iterable[Diagnostic]:
    """Yield what a compiler rejects in the constraint of an operand.

    Args:
        constraint: The string, such as `=r`.
        place: Its place in the file.
        output: True for an operand after the first colon.
    """
    marks, letters = constraint[: len(constraint) - len(constraint.lstrip("=+&"))], constraint.lstrip("=+&")
    if not letters:
        yield error(_CODE, "the constraint has no letter", place, f"the letters are {', '.join(_INPUTS)}")
    elif output and not {"=", "+"} & set(marks):
        hint = f'write "={letters}" or, if the text also reads it, "+{letters}"'
        yield error(_CODE, "the constraint of an output begins with = or +", place, hint)
    elif not output and marks:
        hint = f'write "{letters}", or list the operand with the outputs'
        yield error(_CODE, f"the constraint of an input has no {marks[0]}", place, hint)
    elif letters.isdecimal():
        # nvcc reads the digit as a letter that it does not know.
        message = "nvcc has no constraints that name another operand"
        yield warning(_CODE, message, place, f'write "+" and its letter for operand {letters[:3]}')
    elif letters == "b":
        hint = "convert to a predicate in the text, with setp.ne.u32 p, %0, 0"
        yield warning(_CODE, "nvcc 13.0 to 13.3 and clang 19 reject the constraint b", place, hint)
    elif letters == "i" and not output:
        yield warning(_CODE, "nvcc rejects the constraint i", place, 'write "n" for a constant')
    elif len(letters) > 1 and set(letters) <= {*NVCC_TYPES, "n", "i", ","}:
        yield warning(_CODE, "nvcc takes one letter in a constraint", place, f'write "{marks}{letters[0]}"')
    elif letters not in (NVCC_TYPES if output else _INPUTS):
        kind = "an output" if output else "an input"
        hint = f"the letters of {kind} are {', '.join(NVCC_TYPES if output else _INPUTS)}"
        yield error(_CODE, f"PTX has no constraint {letters[:20]}", place, hint)


def clobber_faults(clobber: str, place: Stretch) -> Iterable[Diagnostic]:
    """Yield what a compiler rejects in a clobber, of which PTX has one, `memory`: registers of PTX are virtual."""
    if clobber == "cc":
        hint = "leave it out: nothing outside reads a flag of PTX"
        yield warning(_CODE, "nvcc rejects the clobber cc", place, hint)
    elif clobber != "memory":
        hint = "leave it out: the registers of the text are its own"
        yield error(_CODE, f"PTX has no clobber {clobber[:40]}" if clobber else "the clobber is empty", place, hint)


def name_faults(name: str, number: int, place: Stretch) -> Iterable[Diagnostic]:
    """Yield that nvcc rejects `%[name]`, the name of an operand in the text."""
    message = f"nvcc rejects names of operands, such as %[{name[:40]}]"
    yield warning(_CODE, message, place, f"write %{number}; clang takes names")


def percent_faults(template: Characters, *, colons: bool, operands: bool) -> Iterator[Diagnostic]:
    """Yield what a compiler rejects or leaves out of the text after a percent sign.

    nvcc reads percent signs as those of a template where the statement has operands, clang where it has colons.

    Args:
        template: The text as it is written, with places in the file.
        colons: The statement has colons.
        operands: The statement has operands.
    """
    text = text_of(template)
    instructions = blank_comments(text)
    for match in _PERCENT.finditer(text):
        written, kind = match[0], match.lastgroup
        place = Span(template[match.start()][1], template[match.end() - 1][2])
        if not operands and written == "%%":
            message = "without operands, nvcc keeps both percent signs of %%"
            create, hint = (warning, "clang reads them as one") if colons else (error, "write one")
            yield create(_CODE, message, place, hint)
        elif not operands and (kind == "whole" or not colons):
            continue
        elif kind == "name" or not operands:
            yield note(_CODE, f"clang rejects the single percent sign of {written[:40].strip()}", place)
        elif kind == "modifier":
            message = f"nvcc and clang read {written} as an operand with a modifier"
            yield error(_CODE, message, place, f"write %{written} for the name of a register")
        elif kind == "brace":
            message = f"nvcc leaves out {written}, which clang reads as a brace"
            yield warning(_CODE, message, place, "write the brace alone")
        elif written == "%":
            yield error(_CODE, "nvcc and clang reject a percent sign at the end of the text", place)
        elif kind is None:
            create = error if instructions[match.start()] == "%" else warning
            message = "clang rejects this percent sign; nvcc leaves out the percent sign and the character after it"
            yield create(_CODE, message, place, "write %% for a percent sign")
