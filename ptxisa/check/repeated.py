"""Diagnostics of an instruction, repeated for instructions that differ from it in names of registers alone.

A generator that is wrong once is wrong a thousand times: to parse and check each of its instructions again took 77 to
190 µs, and a copy of the diagnostics takes 10 µs. `ptxisa.check.body` decides which instructions are equal.

    diagnostics = RepeatedDiagnostics.of(first, words_of_first, start_of_first)
    diagnostics.at(words_of_second, start_of_second)

The copies have other places, and other names where the text of a diagnostic has a name of the instruction.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from ptxisa.isa.diagnostics import LONGEST_NAME, Diagnostic, Span

_WORD = re.compile(r"([%$\w][\w$]*)", re.ASCII)
_TEXTS = frozenset(map(Diagnostic._fields.index, ("message", "hint", "subject")))
"""Numbers of the fields in which a name of the instruction may be."""
_SPAN = Diagnostic._fields.index("span")
_HOLE = "\0"
"""Character before and after the number of a name in a text."""

Place = tuple[int, int]
"""Number of a part of the instruction, and an offset from its start."""


class RepeatedDiagnostics(NamedTuple):
    """Diagnostics with their places in the parts of an instruction, and with numbers in place of its names."""

    diagnostics: tuple[tuple[Diagnostic, Place, Place, tuple[tuple[int, list[str], list[int]], ...]], ...]
    """Each diagnostic, its start and end, and the texts with names: number of the field, the text, in which every
    second part is a name, and the numbers of these names among the parts of the instruction."""

    @classmethod
    def of(
        cls,
        diagnostics: Iterable[Diagnostic],
        parts: Sequence[str],
        varying: Sequence[bool],
        start: int,
        mnemonic: str = "",
    ) -> RepeatedDiagnostics | None:
        """Return the diagnostics of an instruction for others; None if their texts do not show which names they have.

        Args:
            diagnostics: The diagnostics.
            parts: The instruction, split at its words, which are each second part.
            varying: For each word, True if other instructions may have another name or number there.
            start: Place of the instruction.
            mnemonic: The mnemonic if it varies.
        """
        words = parts[1::2]
        names = {word.lstrip("+-") for word, varies in zip(words, varying, strict=True) if varies}
        names |= {name[:LONGEST_NAME] for name in names}  # Messages shorten long names.
        # A name that occurs twice may be either one. Without `%`, a name may be an English word, or that of an operand;
        # an unknown instruction has no form with named operands.
        numbers = {
            name: index
            for index, name in enumerate(words)
            if (name[0] == "%" or (name == mnemonic and not name.isalpha())) and words.count(name) == 1
        }
        starts = list(accumulate(map(len, parts), initial=start))
        repeated = []
        for diagnostic in diagnostics:
            places = []
            for offset in diagnostic.span:
                index = bisect_right(starts, offset) - 1
                if not 0 <= index < len(parts) or (index % 2 and offset > starts[index]):
                    return None  # Inside of a word, whose length differs.
                places.append((index, offset - starts[index]))
            texts = []
            for field, value in enumerate(diagnostic):
                parts_of_value = _WORD.split(value) if isinstance(value, str) else []
                if any(word in names for word in parts_of_value[1::2]):
                    if field not in _TEXTS or any(
                        word in names and word not in numbers for word in parts_of_value[1::2]
                    ):
                        return None
                    text = "".join(
                        f"{_HOLE}{numbers[word]}{_HOLE}" if word in names and index % 2 else word
                        for index, word in enumerate(parts_of_value)
                    )
                    template = text.split(_HOLE)
                    texts.append((field, template, [2 * int(number) + 1 for number in template[1::2]]))
            repeated.append((diagnostic, places[0], places[1], tuple(texts)))
        return cls(tuple(repeated))

    def at(self, parts: Sequence[str], start: int) -> list[Diagnostic]:
        """Return the diagnostics for an instruction with these parts."""
        starts = list(accumulate(map(len, parts), initial=start))
        diagnostics = []
        for diagnostic, (first, before), (last, after), texts in self.diagnostics:
            values: list[Any] = [*diagnostic]
            values[_SPAN] = Span(starts[first] + before, starts[last] + after)
            for field, template, numbers in texts:
                pieces = template.copy()
                pieces[1::2] = [parts[number] for number in numbers]
                values[field] = "".join(pieces)
            diagnostics.append(Diagnostic._make(values))
        return diagnostics
