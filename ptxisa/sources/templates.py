"""Templates of inline assembly: escapes of literals, `%` sequences, and registers of operands by constraint."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from ptxisa.isa.diagnostics import Diagnostic, Span
from ptxisa.isa.instructions import mnemonics
from ptxisa.isa.language import special_registers
from ptxisa.isa.names import near
from ptxisa.sources.regions import AsmOperand, Region

NVCC_TYPES: Mapping[str, str] = {
    "h": "b16",
    "r": "b32",
    "l": "b64",
    "q": "b128",
    "f": "f32",
    "d": "f64",
    "b": "pred",
}
"""Type of the register that nvcc declares for an operand ("Inline PTX Assembly in CUDA", section 1.1.2)."""
LLVM_TYPES: Mapping[str, str] = {**NVCC_TYPES, "f": "b32", "d": "b64", "c": "b16"}
"""Types in LLVM, which declares registers of floats by their width since release 20."""

_ESCAPE = re.compile(
    r"\\(?:(?P<newline>\r?\n)|(?P<octal>[0-7]{1,3})|x(?P<hex>[0-9a-fA-F]{1,2})|u(?P<u>[0-9a-fA-F]{4})|(?P<char>.))",
    re.S,
)
_COMMENT = re.compile(r"//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
"""Comments of PTX; one without an end reaches to the end of the text, so that each `/*` is searched once."""
_CHARACTERS = {"n": "\n", "t": "\t", "r": "\r", "v": "\v", "f": "\f", "a": "\a", "b": "\b"}
_NUMBER = re.compile(r"\(*\s*([-+]?\s*(?:0[xX][0-9a-fA-F]+|\d+))[uUlL]*\s*\)*")
_OPCODE = re.compile(r"(?:^|[;{}\n:])\s*(?:@!?[\w%$]+\s+)?(\.?[a-z_]\w*)((?:\.\w+|::\w+)*)")
# Compilers for CPUs and AMD's GPUs have the same `asm` statements with the same constraints (`r`).
_OTHER_MACHINE = re.compile(
    r"""(?:^|[;\n])\s*(?:
        (?:s|v|ds|buffer|global|flat|scratch|image)_[a-z]\w*                                         # other GPUs
      | \.(?:intel_syntax|att_syntax|text|byte|long|quad|p2align|globl|cfi_\w+|code(?:16|32|64))\b  # GNU as
    )""",
    re.VERBOSE,
)
"""Statements of other machines that begin like no statement of PTX."""
_DIRECTIVES = frozenset({".reg", ".param", ".local", ".shared", ".const", ".pragma"})
"""Directives that begin statements of PTX, and that assemblers of other machines do not have."""
CLOSING: Mapping[str, str] = {"(": ")", "[": "]", "{": "}"}
"""Brackets of C++, Rust and Julia."""

UNIQUE = "0"
"""Number in place of `%=`, which is unique in the compiled file; any number will do for one statement."""
UNKNOWN = "\ufffc"
"""Character in place of text that a source computes."""

Characters = list[tuple[str, int, int]]
"""Characters of a text, each with its place in the file and the place just past it."""


def plain(source: str, start: int, end: int) -> Characters:
    """Return the characters between two places of a file, without escapes."""
    return list(zip(source[start:end], range(start, end), range(start + 1, end + 1), strict=True))


def unescape(source: str, start: int, end: int) -> Characters:
    """Return the characters of a literal between two places of a file."""
    characters: Characters = []
    place = start
    for match in _ESCAPE.finditer(source, start, end):
        characters += plain(source, place, match.start())
        place = match.end()
        # A backslash and the line end after it are not part of the value.
        code = int(match["octal"], 8) if match["octal"] else int(match["hex"] or match["u"] or "0", 16)
        if code or not (match["char"] or match["newline"]):
            characters.append((chr(code), *match.span()))
        elif match["char"]:
            characters.append((_CHARACTERS.get(match["char"], match["char"]), *match.span()))
    characters += plain(source, place, end)
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
    # A digit: the operand is in the register of that one ("matching constraint" in GCC's manual).
    if letters.isdecimal() and int(letters) < len(earlier):
        return earlier[int(letters)].type
    return types[letters]


def looks_like_ptx(text: str, *, device: bool = False) -> bool:
    """Return True if some statement ends with a semicolon and begins with a mnemonic or a directive of PTX.

    A misspelled mnemonic counts if its modifiers are those of no other machine, or in a file for a `device`. A brace
    alone is PTX as well: several asm statements may form a block.
    """
    if text.strip() in ("{", "}"):
        return True
    if is_foreign(text):
        return False
    known = mnemonics()
    for match in _OPCODE.finditer(text) if ";" in text else ():
        word, modifiers = match[1], match[2]
        if word in known or word in _DIRECTIVES or "::" in modifiers or modifiers.count(".") > 2:
            return True
        if device and modifiers and near(word, known) is not None:
            return True
    return False


def has_ptx_opcode(text: str) -> bool:
    """Return True if some statement has a mnemonic of PTX with modifiers, which few other machines have."""
    known = mnemonics()
    return any(match[1] in known and match[2] for match in _OPCODE.finditer(text))


def is_foreign(text: str) -> bool:
    """Return True if a text is assembly of another machine by its statements, such as `s_waitcnt vmcnt(0)`."""
    return _OTHER_MACHINE.search(text) is not None


def operand_name(name: str) -> str:
    """Return the name of an operand in the PTX text: `%name`, or `$name` if `%name` is a special register."""
    return f"${name}" if f"%{name}" in special_registers() else f"%{name}"


def embedded(characters: Characters, end: int, items: Iterable[Region | Diagnostic]) -> Iterator[Region | Diagnostic]:
    """Yield the regions of a source that is the value of a string, with places in the file of the string.

    Args:
        characters: Value of the string.
        end: Place just past the literal.
        items: Regions of the value.
    """
    offsets, ends = [*(place for _, place, _ in characters), end], [past for _, _, past in characters]
    for item in items:
        if isinstance(item, Diagnostic):
            yield item.at(Span(*(offsets[place] for place in item.span)))
        else:
            places, past = [offsets[place] for place in item.offsets], [ends[place - 1] for place in item.ends]
            yield replace(item, offsets=places, ends=past)


def fill(characters: Characters, sign: str, operands: Iterable[AsmOperand] = ()) -> Characters:
    """Replace the sequences of a template that begin with `%` or `$`.

    `%%` is a percent sign, `%=` a number, and `%[name]` an operand by its name; `%0` stays, since it is also a name of
    PTX.
    """
    known = {operand.spelling[2:-1]: operand.name for operand in operands if operand.spelling}
    result: Characters = []
    position = 0
    while position < len(characters):
        character, place, end = characters[position]
        after, _, last = characters[position + 1] if position + 1 < len(characters) else ("", end, end)
        position += 1
        if character != sign or not after:
            result.append((character, place, end))
        # `%{`, `%|` and `%}` are literal, since GCC has dialects in braces ("Special format strings" in its manual).
        elif after == sign or (after in "{|}" and sign == "%"):
            result.append((after, place, last))
            position += 1
        elif after == "=":
            result.append((UNIQUE, place, last))
            position += 1
        elif after == "[" or (after == "{" and sign == "$"):
            close = position + 1
            # A bounded search, so that many unclosed brackets take linear time.
            while close < len(characters) and close < position + 80 and characters[close][0] not in "]}":
                close += 1
            name = text_of(characters[position + 1 : close]).partition(":")[0]  # ${0:modifier}
            if close < len(characters) and (name in known or name.isdecimal()):
                result += ((letter, place, characters[close][2]) for letter in known.get(name, f"{sign}{name}"))
                position = close + 1
            else:
                result.append((character, place, end))
        else:
            result.append((character, place, end))
    return result


def blank_comments(text: str) -> str:
    """Return a text of PTX with blanks in place of its comments."""
    return _COMMENT.sub(lambda comment: " " * len(comment[0]), text)


def text_of(characters: Characters) -> str:
    """Return the text of characters."""
    return "".join(character for character, _, _ in characters)


def region(
    characters: Characters,
    end: int,
    operands: Iterable[AsmOperand] = (),
    *,
    module: bool = False,
    targets: bool = True,
    sign: str = "",
) -> Region:
    """Return the region of these characters; `end` is the place just past the literal."""
    offsets, ends = [place for _, place, _ in characters], [past for _, _, past in characters]
    return Region(text_of(characters), [*offsets, end], ends, tuple(operands), module, targets, sign)


def llvm_region(characters: Characters, end: int, constraints: str) -> Region | None:
    """Return the region of a template of LLVM (`add.u32 $0, $1, $2;`); None for assembly of another machine."""
    operands: list[AsmOperand] = []
    for part in constraints.replace(" ", "").split(","):
        if part and not part.startswith("~"):
            try:
                type_ = register_type(part, LLVM_TYPES, operands)
            except KeyError:
                return None
            operands.append(AsmOperand(f"${len(operands)}", part, type_))
    if not operands and not looks_like_ptx(text_of(characters)):
        return None
    return region(fill(characters, "$"), end, operands, sign="$")


def inline_ptx_region(characters: Characters, end: int, types: Mapping[str, str] | None = None) -> Region:
    """Return the region of a template of `nvvm.inline_ptx`, whose operands are `{$r0}`, `{$rw0}`, `{$w0}` or `$0`.

    Args:
        characters: The template.
        end: Place just past the literal.
        types: Types of registers by name (`r0`), as far as the source declares them.
    """
    operands: dict[str, AsmOperand] = {}
    result: Characters = []
    position, text = 0, text_of(characters)
    for match in re.finditer(r"\{\s*\$((?:rw|r|w)\d+)\s*\}|\$(\d+)", text):
        name = match[1] or match[2]
        place, past = characters[match.start()][1], characters[match.end() - 1][2]
        spelling = f"{{${name}}}" if match[1] else ""
        constraint = {"w": "write only", "rw": "read and write", "r": "read only"}.get(name.rstrip("0123456789"), "")
        operands[name] = AsmOperand(f"${name}", constraint, (types or {}).get(name, "any"), spelling=spelling)
        result += characters[position : match.start()]
        result += ((letter, place, past) for letter in f"${name}")
        position = match.end()
    return region([*result, *characters[position:]], end, operands.values())
