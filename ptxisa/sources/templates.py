"""Templates of inline assembly: escapes of literals, `%` sequences, and registers of operands by constraint."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from ptxisa.sources.regions import AsmOperand, Region

NVCC_TYPES: Mapping[str, str] = {"h": "b16", "r": "b32", "l": "b64", "q": "b128", "f": "f32", "d": "f64"}
"""Type of the register that nvcc declares for an operand ("Inline PTX Assembly in CUDA", section 1.1.2)."""
LLVM_TYPES: Mapping[str, str] = {**NVCC_TYPES, "f": "b32", "d": "b64", "b": "pred", "c": "b16"}
"""Types in LLVM, which declares registers of floats by their width since release 20."""

_ESCAPE = re.compile(
    r"\\(?:(?P<newline>\r?\n)|(?P<octal>[0-7]{1,3})|x(?P<hex>[0-9a-fA-F]{1,2})|u(?P<u>[0-9a-fA-F]{4})|(?P<char>.))",
    re.S,
)
_CHARACTERS = {"n": "\n", "t": "\t", "r": "\r", "v": "\v", "f": "\f", "a": "\a", "b": "\b"}
_NUMBER = re.compile(r"\(*\s*([-+]?\s*(?:0[xX][0-9a-fA-F]+|\d+))[uUlL]*\s*\)*")
_NAME = re.compile(r"[A-Za-z_]\w*")

Characters = list[tuple[str, int]]
"""Characters of a text with their places in the file."""


def unescape(source: str, start: int, end: int) -> Characters:
    """Return the characters of a literal between two places of a file."""
    characters: Characters = []
    place = start
    for match in _ESCAPE.finditer(source, start, end):
        characters += zip(source[place : match.start()], range(place, match.start()), strict=True)
        place = match.end()
        if match["octal"]:
            characters.append((chr(int(match["octal"], 8)), match.start()))
        elif match["hex"] or match["u"]:
            characters.append((chr(int(match["hex"] or match["u"], 16)), match.start()))
        elif match["char"]:
            characters.append((_CHARACTERS.get(match["char"], match["char"]), match.start()))
    characters += zip(source[place:end], range(place, end), strict=True)
    return characters


def constant(expression: str) -> str | None:
    """Return the number that an expression of the source is, or None."""
    match = _NUMBER.fullmatch(expression.strip())
    return match[1].replace(" ", "") if match else None


def register_type(constraint: str, types: Mapping[str, str], earlier: Sequence[AsmOperand] = ()) -> str | None:
    """Return the type of the register of a constraint; None for constants; raise `KeyError` if it is not one of PTX."""
    letters = constraint.lstrip("=+&%")
    if letters in ("n", "C", "i"):
        return None
    if letters.isdecimal() and int(letters) < len(earlier):
        return earlier[int(letters)].type
    return types[letters]


def fill(characters: Characters, sign: str, names: Iterable[str] = ()) -> Characters:
    """Replace the sequences of a template that begin with `%` or `$`.

    `%%` is a percent sign, `%=` a number, and `%[name]` an operand by its name; `%0` stays, since it is also a name of
    PTX.
    """
    known = set(names)
    result: Characters = []
    position = 0
    while position < len(characters):
        character, place = characters[position]
        after = characters[position + 1][0] if position + 1 < len(characters) else ""
        position += 1
        if character != sign or not after:
            result.append((character, place))
        elif after == sign or (after in "{|}" and sign == "%"):
            result.append((after, place))
            position += 1
        elif after == "=":
            result.append(("0", place))
            position += 1
        elif after == "[" or (after == "{" and sign == "$"):
            close = position + 1
            while close < len(characters) and close < position + 80 and characters[close][0] not in "]}":
                close += 1
            name = "".join(character for character, _ in characters[position + 1 : close])
            name = name.partition(":")[0]  # ${0:modifier}
            if name in known or name.isdecimal():
                result += ((letter, place) for letter in f"{sign}{name}")
                position = close + 1
            else:
                result.append((character, place))
        else:
            result.append((character, place))
    return result


def region(characters: Characters, end: int, operands: Iterable[AsmOperand] = (), *, targets: bool = True) -> Region:
    """Return the region of these characters; `end` is the place just past the literal."""
    text = "".join(character for character, _ in characters)
    offsets = [place for _, place in characters]
    return Region(text, [*offsets, end], tuple(operands), targets=targets)


def operand_name(sign: str, number: int, symbol: str = "") -> str:
    """Return the name of an operand in the filled template."""
    return f"{sign}{symbol}" if _NAME.fullmatch(symbol) else f"{sign}{number}"
