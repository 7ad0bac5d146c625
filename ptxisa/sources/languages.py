r"""Inline assembly of Rust, Julia, MLIR and LLVM IR.

    asm!("add.u32 {d}, {a}, 1;", d = out(reg32) x, a = in(reg32) y);            // Rust
    @asmcall("add.u32 \$0, \$1, 1;", "=r,r", UInt32, Tuple{UInt32}, x)          # Julia, LLVM.jl
    %0 = llvm.inline_asm "add.u32 $0, $1, 1;", "=r,r" %x : (i32) -> i32         // MLIR
    %0 = nvvm.inline_ptx "add.u32 {$w0}, {$r0}, 1;" ro (%x : i32) -> i32

Sources are read token by token. Assembly of other machines is left out: constraints or register classes that PTX does
not have, and texts without operands that begin with no mnemonic of PTX.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.sources.regions import AsmOperand, Region, unread
from ptxisa.sources.templates import (
    CLOSING,
    Characters,
    embedded,
    inline_ptx_region,
    llvm_region,
    looks_like_ptx,
    operand_name,
    plain,
    region,
    text_of,
    unescape,
)


class Lexeme(NamedTuple):
    """Token of Rust or Julia; `kind` is "string", "raw", "word" or "mark"."""

    kind: str
    text: str
    start: int
    end: int
    inner: tuple[int, int] = (0, 0)
    """Places between the quotes of a string."""


# Comments of Rust and Julia nest, so that a pattern finds only where one begins. A lifetime of Rust ('a) has no second
# quote and is a mark. A string of Julia with a prefix (raw"…") has escapes for quotes only.
_RUST = re.compile(
    r"""(?P<space>\s+)
      | (?P<comment>//[^\n]*|/\*)
      | (?P<raw>[bc]?r(?P<hashes>\#*)")
      | (?P<string>[bc]?"(?:[^"\\]|\\.)*")
      | (?P<character>'(?:[^'\\\n]|\\[^'\n]*?)')
      | (?P<word>[A-Za-z_]\w*)
      | (?P<mark>=>|.)""",
    re.VERBOSE | re.DOTALL,
)
_JULIA = re.compile(
    r"""(?P<space>\s+)
      | (?P<comment>\#=|\#[^\n]*)
      | (?P<string>(?P<prefix>\w*)(?P<quotes>\"\"\"|"))
      | (?P<character>'(?:[^'\\\n]|\\[^'\n]+?)')
      | (?P<word>@?[A-Za-z_]\w*!?)
      | (?P<mark>.)""",
    re.VERBOSE | re.DOTALL,
)
_NESTING = {"/*": re.compile(r"/\*|\*/"), "#=": re.compile(r"#=|=#")}
_RUST_MACROS = frozenset({"asm", "global_asm", "naked_asm"})
_RUST_CLASSES = {"reg16": "b16", "reg32": "b32", "reg64": "b64", "reg128": "b128"}
_DIRECTIONS = {"in": "", "out": "=", "lateout": "=", "inout": "+", "inlateout": "+"}
_PLACEHOLDER = re.compile(r"\{\{|\}\}|\{(\w*)(?::[^{}]*)?\}")


def rust_regions(text: str) -> Iterator[Region | Diagnostic]:
    """Yield the inline assembly of Rust for the target nvptx64."""
    tokens = list(_lexemes(text, _RUST))
    for position, token in enumerate(tokens[:-2]):
        if token.text in _RUST_MACROS and token.kind == "word" and tokens[position + 1].text == "!":
            arguments, end = _arguments(tokens, position + 2)
            yield from _rust_statement(text, arguments, token.start, end)


def _rust_statement(
    text: str, arguments: Sequence[Sequence[Lexeme]], start: int, end: int
) -> Iterator[Region | Diagnostic]:
    """Yield the text of `asm!`; nothing for assembly of another machine."""
    template: Characters = []
    operands_from = 0
    for strings in arguments:
        if [token.text for token in strings[:2]] == ["concat", "!"]:
            strings = [token for token in strings[3:-1] if token.text != ","]
        if not strings or any(token.kind not in ("string", "raw") for token in strings):
            break
        # `asm!` joins its templates with line ends.
        template += [("\n", template[-1][2], template[-1][2])] if template else []
        for token in strings:
            template += (plain if token.kind == "raw" else unescape)(text, *token.inner)
        operands_from += 1
    # What follows the templates: `name = in(class) expression`, `const`, `sym`, `options(…)` and `clobber_abi(…)`.
    operands: list[AsmOperand] = []
    for argument in arguments[operands_from:]:
        named = len(argument) > 2 and argument[1].text == "="
        words = argument[2:] if named else argument
        symbol = argument[0].text if named else str(len(operands))
        spelling = f"{{{symbol}}}"
        if words[0].text in _DIRECTIONS and len(words) > 4:
            type_ = _RUST_CLASSES.get(words[2].text)
            if type_ is None:
                return  # A register of another machine.
            constraint, expression = (
                f"{_DIRECTIONS[words[0].text]}{words[2].text}",
                text[words[4].start : words[-1].end],
            )
            operands.append(AsmOperand(operand_name(symbol), constraint, type_, expression, spelling=spelling))
        elif words[0].text in ("const", "sym"):
            expression = text[words[0].end : words[-1].end].strip()
            value = expression if expression.isdecimal() else None
            operands.append(AsmOperand(operand_name(symbol), words[0].text, None, expression, value, spelling))
        elif not template:
            yield unread(start, end, "a template that is not a literal")
            return
    characters: Characters = []
    position = following = 0
    for match in _PLACEHOLDER.finditer(text_of(template)):
        characters += template[position : match.start()]
        position, places = match.end(), (template[match.start()][1], template[match.end() - 1][2])
        if match[1] is None:
            characters.append((match[0][0], *places))  # `{{` is a brace, as in `format!`.
        else:
            characters += ((letter, *places) for letter in operand_name(match[1] or str(following)))
            following += not match[1]
    characters += template[position:]
    if template and (operands or looks_like_ptx(text_of(characters))):
        yield region(characters, template[-1][2], operands)


def julia_regions(text: str) -> Iterator[Region | Diagnostic]:
    """Yield the inline assembly of Julia: `@asmcall` of LLVM.jl, and LLVM IR in strings (`llvmcall`)."""
    tokens = list(_lexemes(text, _JULIA))
    for position, token in enumerate(tokens):
        if token.kind in ("string", "raw"):
            if re.search(r'\basm\b[\sa-z]*\\?"', token.text):
                characters = _julia_literal(text, token)
                yield from embedded(characters, token.end, mlir_regions(text_of(characters)))
            continue
        if token.text != "@asmcall":
            continue
        if position + 1 < len(tokens) and tokens[position + 1].text == "(":
            arguments, end = _arguments(tokens, position + 1)
        else:
            arguments, end = [[argument] for argument in tokens[position + 1 : position + 3]], token.end
        literals = [argument[0] for argument in arguments[:2] if len(argument) == 1]
        strings = [literal for literal in literals if literal.kind in ("string", "raw")]
        if len(strings) == 1 and literals[0] is strings[0]:
            strings.append(strings[0]._replace(kind="raw", inner=(0, 0)))  # Without constraints there are no operands.
        parts = [_julia_literal(text, literal) for literal in strings]
        interpolated = any(re.search(r"(?<!\\)\$", literal.text) for literal in strings if literal.kind == "string")
        if len(parts) < 2 or interpolated:
            yield unread(token.start, end, "a template that is not a literal")
            continue
        item = llvm_region(parts[0], strings[0].inner[1], text_of(parts[1]))
        if item is not None:
            yield item


def _julia_literal(text: str, token: Lexeme) -> Characters:
    return (plain if token.kind == "raw" else unescape)(text, *token.inner)


_STRING = r'"((?:[^"\\]|\\.)*)"'
_MLIR = re.compile(
    rf"""//[^\n]*
      | llvm\.inline_asm\b[^"\n]*?{_STRING}\s*,\s*{_STRING}
      | \basm\s+(?:sideeffect\s+|alignstack\s+|inteldialect\s+|unwind\s+)*{_STRING}\s*,\s*{_STRING}
      | elementwise_inline_asm\s*{_STRING}(?:\s*\{{[^}}]*?\bconstraints\s*=\s*{_STRING})?
      | nvvm\.inline_ptx\s*{_STRING}([^\n"]*)
      | "llvm\.inline_asm"[^\n]{{0,400}}?asm_string\s*=\s*{_STRING}[^\n"]*?constraints\s*=\s*{_STRING}
      | "(?:[^"\\\n]|\\.)*\"""",
    re.VERBOSE,
)
_MLIR_ESCAPE = re.compile(r"\\(?:([0-9A-Fa-f]{2})|(.))", re.DOTALL)
_MLIR_TYPES = {
    **dict.fromkeys(("i8", "i16", "f16", "bf16"), "b16"),
    **dict.fromkeys(("i32", "f32", "vector<2xf16>", "vector<2xbf16>"), "b32"),
    **dict.fromkeys(("i64", "f64"), "b64"),
    "i1": "pred",
    "i128": "b128",
}


def mlir_regions(text: str) -> Iterator[Region | Diagnostic]:
    """Yield the inline assembly of MLIR (dialects llvm, nvvm and tt) and of LLVM IR."""
    for match in _MLIR.finditer(text):
        groups = [number for number in range(1, match.re.groups + 1) if match[number] is not None]
        if not groups:
            continue  # A comment or another string, which may contain anything.
        start, end = match.span(groups[0])
        characters: Characters = []
        # Strings of MLIR and LLVM IR have two hexadecimal digits for a character ("\0A" is a line end).
        for escape in _MLIR_ESCAPE.finditer(text, start, end):
            characters += plain(text, start, escape.start())
            value = chr(int(escape[1], 16)) if escape[1] else {"n": "\n", "t": "\t"}.get(escape[2], escape[2])
            characters.append((value, *escape.span()))
            start = escape.end()
        characters += plain(text, start, end)
        if match[0].startswith("nvvm"):
            yield inline_ptx_region(characters, end, _types_of(match[groups[1]]))
        elif len(groups) < 2:
            yield unread(*match.span(), "constraints that are not a literal")
        elif (item := llvm_region(characters, end, match[groups[1]])) is not None:
            yield item


def _types_of(text: str) -> Mapping[str, str]:
    """Return the register types of the operands of `nvvm.inline_ptx`, from `ro (%a : i32) rw (%b : f32) -> i32`."""
    by_name: dict[str, str] = {}
    listed: dict[str, list[str]] = {"r": [], "rw": [], "w": []}
    for kind, names in (("r", r"\bro\s*\("), ("rw", r"\brw\s*\("), ("w", r"->\s*\(?")):
        match = re.search(rf"{names}((?:[^()]|\([^()]*\))*)", text)
        types = match[1].rpartition(":")[2] if match and kind != "w" else match[1] if match else ""
        for number, type_ in enumerate(re.findall(r"[\w!.]+(?:<[^>]*>)?", types.partition(" loc")[0])):
            listed[kind].append(_MLIR_TYPES.get(type_, "any"))
            by_name[f"{kind}{number}"] = listed[kind][-1]
    # `$0` counts results first, then operands that are read. With operands that are both, the numbering is not known.
    if not listed["rw"]:
        by_name |= {str(number): type_ for number, type_ in enumerate([*listed["w"], *listed["r"]])}
    return by_name


def _lexemes(text: str, pattern: re.Pattern[str]) -> Iterator[Lexeme]:
    """Yield the tokens of Rust or Julia but space, comments and characters."""
    position = 0
    while position < len(text):
        match = pattern.match(text, position)
        assert match is not None, "the last alternative matches every character"
        kind, start, end = match.lastgroup or "mark", position, match.end()
        inner = (start + match[0].find('"') + 1, end - 1)
        if match[0] in _NESTING:
            depth, end = 1, len(text)
            for mark in _NESTING[match[0]].finditer(text, match.end()):
                depth += 1 if mark[0] == match[0] else -1
                if not depth:
                    end = mark.end()
                    break
        elif pattern is _RUST and match["raw"] is not None:
            kind, close = "raw", text.find(f'"{match["hashes"]}', end)
            inner = end, close if close >= 0 else len(text)
            end = min(inner[1] + 1 + len(match["hashes"]), len(text))
        elif pattern is _JULIA and match["string"] is not None:
            kind, quotes = "raw" if match["prefix"] else "string", match["quotes"]
            close = end
            while close < len(text) and not text.startswith(quotes, close):
                close += 2 if text[close] == "\\" else 1
            inner = end, min(close, len(text))
            end = min(close + len(quotes), len(text))
        if kind not in ("space", "comment", "character"):
            yield Lexeme(kind, text[start:end], start, end, inner)
        position = end


def _arguments(tokens: Sequence[Lexeme], position: int) -> tuple[list[list[Lexeme]], int]:
    """Return the arguments of a call, which are separated by commas, and the place of its end."""
    arguments: list[list[Lexeme]] = [[]]
    closing: list[str] = []
    end = tokens[position].end
    for token in tokens[position:]:
        end = token.end
        if token.kind == "mark" and token.text in CLOSING:
            closing.append(CLOSING[token.text])
            if len(closing) == 1:
                continue
        elif closing and token.text == closing[-1]:
            closing.pop()
        if not closing:
            break
        if token.text == "," and len(closing) == 1:
            arguments.append([])
        else:
            arguments[-1].append(token)
    return [argument for argument in arguments if argument], end
