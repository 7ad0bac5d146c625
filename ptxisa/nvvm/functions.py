"""Read the heads of functions: linkage, attributes, parameters, and the clauses that follow them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ptxisa.nvvm.found import UNNAMED, Found, Use, storage
from ptxisa.nvvm.lexer import Token, name, words
from ptxisa.nvvm.reader import Statement, Text

_CLAUSES = {
    "align": "function-alignment",
    "section": "function-section",
    "gc": "garbage-collector",
    "prefix": "prefix-data",
    "prologue": "prologue-data",
    "personality": "personality",
    "comdat": "comdat",
}
_CONVENTION = words(
    """
    ccc fastcc coldcc anyregcc preserve_mostcc preserve_allcc ghccc swiftcc swifttailcc tailcc webkit_jscc
    cxx_fast_tlscc cfguard_checkcc hhvmcc hhvm_ccc ptx_kernel ptx_device spir_func spir_kernel intel_ocl_bicc
    msp430_intrcc x86_stdcallcc x86_fastcallcc x86_thiscallcc x86_vectorcallcc x86_regcallcc x86_64_sysvcc win64cc
    arm_apcscc arm_aapcscc arm_aapcs_vfpcc aarch64_vector_pcs avr_intrcc avr_signalcc amdgpu_kernel amdgpu_vs
    amdgpu_ps amdgpu_cs amdgpu_gs amdgpu_hs amdgpu_ls amdgpu_es cc
    """
)


class Function(NamedTuple):
    """A function: index of its name, its type without the parameters, and what each parameter is made of."""

    name: str
    statement: Statement
    at: int
    returns: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    varargs: bool


class Parameter(NamedTuple):
    """A parameter or an argument: its type, and the tokens of its attributes and its name."""

    type: tuple[str, ...]
    low: int
    high: int

    @property
    def pointer(self) -> bool:
        return self.type[-1:] == ("*",) or self.type[:1] == ("ptr",)


def function(text: Text, one: Statement) -> Function | None:
    """The function that `define` or `declare` gives; None if it has no name with parameters."""
    at = next((i for i in text.outside(one.low, one.high) if text.tokens[i].kind == "global"), None)
    if at is None or not text.word(at + 1, "("):
        return None
    pieces = text.parts(at + 1)
    listed = tuple(parameter(text, *piece) for piece in pieces if not _dots(text, *piece))
    returns = text.texts(_type_before(text, one.low + 1, at), at)
    return Function(name(text.tokens[at]), one, at, returns, listed, len(listed) < len(pieces))


def _dots(text: Text, low: int, high: int) -> bool:
    return text.texts(low, high) == ("...",)


def parameter(text: Text, low: int, high: int) -> Parameter:
    """The parameter or argument that stands there."""
    end = min(text.type_end(low), high)
    return Parameter(text.texts(low, end), end, high)


def _type_before(text: Text, low: int, at: int) -> int:
    """Where the type of the result begins: at the last token of the head that begins a type."""
    return max((index for index in text.outside(low, at) if _begins_type(text.tokens[index])), default=low)


def _begins_type(token: Token) -> bool:
    if token.kind == "word":
        return _is_type(token.text)
    return token.kind == "local" or token.text in ("[", "{", "<")


def _is_type(word: str) -> bool:
    return word in _TYPES or (word[:1] == "i" and word[1:].isdecimal())


_TYPES = words(
    """
    void half bfloat float double fp128 x86_fp80 ppc_fp128 x86_mmx x86_amx ptr label token metadata opaque target
    """
)


def uses(text: Text, one: Function) -> Iterator[Found]:
    """What the head of a function uses."""
    yield from _before(text, one.statement.low + 1, one.at)
    for each in one.parameters:
        yield from attributes(text, each.low, each.high, "parameter-attribute")
    yield from _after(text, text.past(one.at + 1), one.statement.high)


def _before(text: Text, low: int, at: int) -> Iterator[Found]:
    """Linkage and its like, the calling convention, and attributes of the result."""
    end = _type_before(text, low, at)
    for index in text.outside(low, end):
        token, span = text.tokens[index], text.span(index, index + 1)
        if found := storage(token.text, span):
            yield found
        elif token.text in _CONVENTION:
            yield Use("calling-convention", token.text, span)
        elif token.kind == "word":
            yield Use("parameter-attribute", token.text, span)


def attributes(text: Text, low: int, high: int, part: str) -> Iterator[Use]:
    """Attributes within a range, each once; their arguments and the name at the end are left out."""
    for index in text.outside(low, high):
        token = text.tokens[index]
        if token.kind in ("word", "string") and not text.word(index - 1, "="):
            yield Use(part, token.text, text.span(index, index + 1))


def _after(text: Text, low: int, high: int) -> Iterator[Found]:
    index = low
    while index < high:
        token = text.tokens[index]
        if token.text in _CLAUSES:
            end = _clause_end(text, index)
            yield Use(_CLAUSES[token.text], token.text, text.span(index, min(end, high)))
            index = end
            continue
        if token.text not in UNNAMED and token.text != "addrspace":
            yield from attributes(text, index, index + 1, "function-attribute")
        index = _past_call(text, index)


def _clause_end(text: Text, index: int) -> int:
    """The index after a clause: `gc "name"`, `align 16`, `comdat($c)`, `personality i32 (...)* @p`."""
    word = text.tokens[index].text
    if word in ("prefix", "prologue", "personality"):
        return _past_call(text, text.type_end(index + 1))
    return _past_call(text, index) if word == "comdat" else text.past(index + 1)


def _past_call(text: Text, index: int) -> int:
    """The index after a token, with the parentheses that follow it."""
    return text.past(index + 1) if text.word(index + 1, "(") else text.past(index)
