"""What the checks of operands and statements find."""

from __future__ import annotations

from typing import NamedTuple


class Finding(NamedTuple):
    """One thing wrong; `start` and `end` are offsets into the text."""

    code: str
    message: str
    start: int
    end: int
    hint: str = ""
