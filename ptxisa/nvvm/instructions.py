"""Read instructions: their opcodes, and what NVVM IR restricts of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ptxisa.nvvm.found import Breach, Found, Use
from ptxisa.nvvm.functions import Parameter, attributes, parameter
from ptxisa.nvvm.lexer import name, unquoted
from ptxisa.nvvm.reader import Statement, Text

_FLAGS = ("volatile", "weak", "atomic", "inalloca", "swifterror")


class Call(NamedTuple):
    """A call: the name of the function, "" if it is none, and the arguments."""

    name: str
    at: int
    returns: tuple[str, ...]
    arguments: tuple[Parameter, ...]


def uses(text: Text, one: Statement) -> Iterator[Found]:
    """The opcode of an instruction, and the rules about what it has."""
    at = opcode_at(text, one)
    yield Use("instruction", one.kind, text.span(at, at + 1))
    reader = _READERS.get(one.kind)
    if reader:
        yield from reader(text, one, at)


def opcode_at(text: Text, one: Statement) -> int:
    """The index of the opcode."""
    start = one.low + 2 if text.word(one.low + 1, "=") else one.low
    return next((i for i in range(start, one.high) if text.tokens[i].text == one.kind), start)


def _flags(text: Text, at: int, high: int) -> dict[str, int]:
    """The words that follow an opcode, by index."""
    found = {}
    for index in range(at + 1, high):
        if not text.word(index, *_FLAGS):
            break
        found[text.tokens[index].text] = index
    return found


def _access(text: Text, one: Statement, at: int) -> Iterator[Found]:
    atomic = _flags(text, at, one.high).get("atomic")
    if atomic is not None:
        yield Use("instruction", f"{one.kind} atomic", text.span(at, atomic + 1))


def _alloca(text: Text, one: Statement, at: int) -> Iterator[Found]:
    flags = _flags(text, at, one.high)
    if "inalloca" in flags:
        yield Use("alloca", "inalloca", text.span(flags["inalloca"], flags["inalloca"] + 1))
    for low, high in text.pieces(at, one.high):
        number = text.tokens[high - 1].text
        if text.word(low, "align") and number.isdecimal():
            yield Use("alloca-alignment", number[:30], text.span(low, high))
        elif text.word(low, "addrspace") and low + 2 < high:
            yield Use("alloca-space", text.tokens[low + 2].text[:30], text.span(low, high))


def _exchange(text: Text, one: Statement, at: int) -> Iterator[Found]:
    """cmpxchg: the type of the values, and the address space of the pointer."""
    start = at + 1 + len(_flags(text, at, one.high))
    yield from _atomic(text, "cmpxchg", start, one.high)


def _read_modify_write(text: Text, one: Statement, at: int) -> Iterator[Found]:
    start = at + 1 + len(_flags(text, at, one.high))
    operation = text.tokens[start].text if start < one.high else ""
    yield Use("atomicrmw", operation, text.span(start, start + 1))
    yield from _atomic(text, f"atomicrmw {operation}", start + 1, one.high)


def _atomic(text: Text, operation: str, start: int, high: int) -> Iterator[Found]:
    pieces = text.pieces(start, high)
    if len(pieces) < 2:
        return
    pointer, value = (parameter(text, *piece) for piece in pieces[:2])
    low = pieces[1][0]
    yield Use(f"{operation} value-type", "".join(value.type), text.span(low, low + len(value.type)))
    yield Use(f"{operation} pointer-space", space_of(pointer.type), text.span(*pieces[0]))


def space_of(type_: tuple[str, ...]) -> str:
    """The number of the address space of a pointer type; `i32 addrspace(1)*`, `ptr addrspace(3)`."""
    last = type_[:-1] if type_[-1:] == ("*",) else type_
    return last[-2] if last[-4:-3] == ("addrspace",) else "0"


def _cast(text: Text, one: Statement, at: int) -> Iterator[Found]:
    yield from cast(text, at + 1, one.high)


def cast(text: Text, low: int, high: int) -> Iterator[Found]:
    """addrspacecast, as an instruction or in a constant expression: only from or to generic pointers."""
    to = text.find(low, high, "to")
    if to is None:
        return
    source, target = (space_of(_type(text, index)) for index in (low, to + 1))
    if "0" not in (source, target) and source != target:
        yield Breach(
            "nvvm-conversions/generic-side",
            f"addrspacecast from address space {source[:10]} to {target[:10]}",
            text.span(low - 1, high),
            "convert through a generic pointer, address space 0",
        )


def _bitcast(text: Text, one: Statement, at: int) -> Iterator[Found]:
    to = text.find(at, one.high, "to")
    if to is None:
        return
    source, target = _type(text, at + 1), _type(text, to + 1)
    if source[-1:] == target[-1:] == ("*",) and space_of(source) != space_of(target):
        message = f"bitcast from address space {space_of(source)[:10]} to {space_of(target)[:10]}"
        yield Breach("nvvm-conversions/same-space", message, text.span(at, one.high), "write addrspacecast")


def _type(text: Text, index: int) -> tuple[str, ...]:
    return text.texts(index, text.type_end(index))


def _call(text: Text, one: Statement, at: int) -> Iterator[Found]:
    opened = _arguments_at(text, at, one.high)
    if opened is None:
        return
    for piece in text.parts(opened):
        argument = parameter(text, *piece)
        if argument.type != ("metadata",):
            yield from _argument_attributes(text, argument)
    end = text.past(opened)
    bundle = text.find(end, one.high, "[")
    if bundle is not None and one.kind != "callbr":
        yield Use("module-item", "operand bundles", text.span(bundle, text.past(bundle)))
    stop = text.find(end, one.high, ",", "[", "to")
    yield from attributes(text, end, one.high if stop is None else stop, "function-attribute")


def _argument_attributes(text: Text, one: Parameter) -> Iterator[Use]:
    """Attributes of an argument, which stand between its type and its value."""
    for use in attributes(text, one.low, one.high, "parameter-attribute"):
        if use.name not in _OPERANDS:
            yield use
        else:
            return


_OPERANDS = frozenset(
    [
        "asm",
        "c",
        "undef",
        "poison",
        "null",
        "true",
        "false",
        "zeroinitializer",
        "none",
        "getelementptr",
        "bitcast",
        "addrspacecast",
        "ptrtoint",
        "inttoptr",
        "trunc",
        "zext",
        "sext",
        "fptrunc",
        "fpext",
        "select",
        "extractelement",
        "insertelement",
        "shufflevector",
        "add",
        "sub",
        "mul",
        "udiv",
        "sdiv",
        "urem",
        "srem",
        "fadd",
        "fsub",
        "fmul",
        "fdiv",
        "frem",
        "blockaddress",
        "dso_local_equivalent",
        "no_cfi",
        "splat",
        "xor",
        "and",
        "or",
        "shl",
        "lshr",
        "ashr",
        "icmp",
        "fcmp",
        "fneg",
        "sitofp",
        "uitofp",
        "fptosi",
        "fptoui",
        "extractvalue",
        "insertvalue",
        "inbounds",
    ]
)


def _arguments_at(text: Text, at: int, high: int) -> int | None:
    """The index of the bracket that opens the arguments of a call: that after the callee."""
    for index in range(at, high):
        if text.tokens[index].kind in ("global", "local", "string") and text.word(index + 1, "("):
            return index + 1
        if text.word(index, "bitcast", "addrspacecast", "inttoptr") and text.word(index + 1, "("):
            after = text.past(index + 1)
            return after if text.word(after, "(") else None
    return None


def called(text: Text, one: Statement) -> Call | None:
    """The function that an instruction calls directly, with its arguments."""
    at = opcode_at(text, one)
    opened = _arguments_at(text, at, one.high)
    if opened is None or text.tokens[opened - 1].kind != "global":
        return None
    arguments = tuple(parameter(text, *piece) for piece in text.parts(opened))
    return Call(name(text.tokens[opened - 1]), opened - 1, (), arguments)


def assembly(text: Text, at: int) -> Iterator[Found]:
    """Inline assembly that begins at the word `asm`: its dialect and its constraints."""
    index = at + 1
    while text.word(index, "sideeffect", "alignstack", "inteldialect", "unwind"):
        if text.word(index, "inteldialect"):
            yield Use("inline-assembly", "inteldialect", text.span(index, index + 1))
        index += 1
    constraints = index + 2
    if text.word(index + 1, ",") and constraints < len(text.tokens) and text.tokens[constraints].kind == "string":
        listed = unquoted(text.tokens[constraints].text).split(",")
        for one in listed:
            yield Use("constraint", one, text.span(constraints, constraints + 1))
        yield from _typed_constraints(text, at, constraints, listed)


def _typed_constraints(text: Text, at: int, constraints: int, listed: list[str]) -> Iterator[Use]:
    """Each constraint with the type of its operand: results first, then arguments."""
    results = _results(text, at)
    arguments = [_type(text, low) for low, _ in text.parts(constraints + 1)]
    outputs = [one for one in listed if one.startswith("=") and "*" not in one]
    inputs = [one for one in listed if not one.startswith("~") and one not in outputs]
    span = text.span(constraints, constraints + 1)
    for one, type_ in (*zip(outputs, results, strict=False), *zip(inputs, arguments, strict=False)):
        yield Use("constraint-type", f"{one.lstrip('=&%')} {''.join(type_)}", span)


def _results(text: Text, at: int) -> list[tuple[str, ...]]:
    """The types of the results of inline assembly, which are written before the word `asm`."""
    opening = text.opening.get(at - 1)
    if opening is not None and text.word(opening, "{"):
        return [_type(text, low) for low, _ in text.parts(opening)]
    return [text.texts(at - 1, at)]


_READERS: dict[str, Callable[[Text, Statement, int], Iterator[Found]]] = {
    "load": _access,
    "store": _access,
    "alloca": _alloca,
    "cmpxchg": _exchange,
    "atomicrmw": _read_modify_write,
    "addrspacecast": _cast,
    "bitcast": _bitcast,
    "call": _call,
    "invoke": _call,
    "callbr": _call,
}
