"""Compile a module that calls each intrinsic, and look in the result for the PTX that the record names.

An intrinsic is compiled at its lowest compute target that a release has, and at the newest; for each of its lowerings
with the constant operands of the record.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from ptxisa.isa import targets
from ptxisa.isa.nvvm import Lowering
from ptxisa.nvvm.intrinsics import Intrinsic, IntrinsicArgument
from tools.nvvm.libnvvm import Answer, LibNvvm

LAYOUT = (
    "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-"
    "v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
)
_MODERN = 100
"""The first compute target of the modern dialect."""
_VARIADIC = ("llvm.va_start", "llvm.va_end", "llvm.va_copy")
"""Intrinsics that are called in functions with variable arguments."""
_SYMBOL = "@variable"
_INSTRUCTION = re.compile(r"^\s*(?:@!?%\w+\s+)?(?P<opcode>[a-z][\w.:]*)\s*(?P<operands>[^;]*);", re.MULTILINE)
_POINTER = re.compile(r"[\w{} ]+?(?P<space> addrspace\([0-9]+\))?\*")


class Trial(NamedTuple):
    """Module to compile: the intrinsic, one of its lowerings or none, the compute target and the dialect."""

    intrinsic: Intrinsic
    lowering: Lowering | None
    target: str
    dialect: str

    @property
    def name(self) -> str:
        """Name in reports."""
        return self.intrinsic.modern if self.dialect == "modern" else self.intrinsic.name


class Outcome(NamedTuple):
    """Outcome of a trial.

    `verdict` is "found" if the PTX has the opcode or register of the lowering, "explicit" if it has the opcode with
    more modifiers, "other" if it has neither, "compiled" if the record names no PTX, "rejected" or "crashed"; `said` is
    the opcodes that the PTX has, or the message.
    """

    trial: Trial
    verdict: str
    said: str


def trials(every: Iterable[Intrinsic], nvvm: LibNvvm) -> Iterator[Trial]:
    """Return every module to compile with a release."""
    known = architectures(nvvm)
    for one in every:
        if not askable(one):
            continue
        for target in _ends([name for name in known if one.available(targets.target(name))]):
            dialect = "modern" if targets.target(target).number >= _MODERN else "llvm7"
            if dialect in one.dialects:
                listed = [each for each in one.lowerings if dialect in each.dialects]
                yield from (Trial(one, lowering, target, dialect) for lowering in listed or (None,))


def askable(one: Intrinsic) -> bool:
    """Return True if a module of its own can call an intrinsic: supported, and without debug information around it."""
    return one.support != "unsupported" and not one.until and not one.name.startswith("llvm.dbg.")


def _ends(names: list[str]) -> list[str]:
    return list(dict.fromkeys((names[0], names[-1]))) if names else []


def architectures(nvvm: LibNvvm) -> list[str]:
    """Return the base compute targets that a release compiles for, oldest first."""
    base = [f"compute_{one.number}" for one in targets.known().values() if one.variant == "base" and not one.renamed]
    probe = "\n".join([*_head(), *_tail([], False)])
    return [name for name in base if nvvm.verify(probe, name).status != "invalid-option"]


def run(trial: Trial, nvvm: LibNvvm) -> Outcome:
    """Compile a trial, and look for the PTX of its lowering."""
    answer = nvvm.compile(module(trial), trial.target)
    if not answer.accepted:
        return Outcome(trial, "crashed" if answer.status in ("crash", "timeout") else "rejected", answer.reason)
    return judged(trial, answer)


def judged(trial: Trial, answer: Answer) -> Outcome:
    """Return the outcome of a trial that libNVVM compiled."""
    body = answer.ptx[answer.ptx.find("\n{") :]
    found = list(dict.fromkeys(match["opcode"] for match in _INSTRUCTION.finditer(body)))
    wanted = trial.lowering
    if wanted is None:
        return Outcome(trial, "compiled", "")
    if wanted.register:
        there = re.search(rf"%{re.escape(wanted.register.removeprefix('%'))}(?![\w.])", body)
        return Outcome(trial, "found" if there else "other", " ".join(found))
    return Outcome(trial, _likeness(wanted.opcode, found), " ".join(found))


def _likeness(wanted: str, found: Iterable[str]) -> str:
    """Return the verdict about the opcodes of a module, whatever the order of their modifiers."""
    missing = [sorted(opcode.split(".")) for opcode in found if opcode.split(".")[0] == wanted.split(".")[0]]
    if sorted(wanted.split(".")) in missing:
        return "found"
    return "explicit" if any(set(wanted.split(".")) < set(opcode) for opcode in missing) else "other"


# --- modules ---


def module(trial: Trial) -> str:
    """Return a module with a device function that calls the intrinsic and stores what it returns.

    Of the parameters of a kernel libNVVM would infer what they point to.
    """
    one, modern = trial.intrinsic, trial.dialect == "modern"
    spelled: Callable[[str], str] = opaque if modern else str
    values = list(_values(trial))
    parameters = [f"{spelled(type_)} {value}" for type_, value in values if value.startswith("%")]
    variadic = ["..."] if one.name in _VARIADIC else []
    results = [f"{spelled(f'{type_} addrspace(1)*')} %r{index}" for index, type_ in enumerate(one.returns)]
    arguments = ", ".join(f"{spelled(type_)} {value}" for type_, value in values)
    result = _result(one.returns)
    call = f"call {spelled(result)} @{trial.name}({arguments})"
    body = [f"  {'%v = ' if one.returns else ''}{call}", *_stores(one.returns, spelled), "  ret void"]
    function = f"define void @function({', '.join([*parameters, *results, *variadic])}) {{"
    variables = [f"{_SYMBOL} = addrspace(1) global i64 0"] if any(_SYMBOL in value for _, value in values) else []
    return "\n".join(
        [*_head(), *variables, one.declaration(trial.dialect), function, *body, "}", *_tail(values, modern)]
    )


def _head() -> list[str]:
    return [f'target datalayout = "{LAYOUT}"', 'target triple = "nvptx64-nvidia-cuda"']


def _tail(values: list[tuple[str, str]], modern: bool) -> list[str]:
    version = ["!nvvmir.version = !{!1}", "!1 = !{i32 2, i32 0}", ""]
    if not any(_SYMBOL in value for _, value in values):
        return version
    type_ = "ptr addrspace(1)" if modern else "i64 addrspace(1)*"
    texture = f'!2 = !{{{type_} {_SYMBOL}, !"texture", i32 1}}'
    return ["!nvvm.annotations = !{!2}", texture, f"!3 = !{{{type_} {_SYMBOL}}}", *version]


def _values(trial: Trial) -> Iterator[tuple[str, str]]:
    """Return type and value of each argument: a parameter of the kernel, or a constant."""
    for index, one in enumerate(trial.intrinsic.arguments):
        if one.type == "metadata":
            yield "metadata", "!3"
        elif one.type == "i64 addrspace(1)*" and trial.intrinsic.arguments[0].type == "metadata":
            yield one.type, _SYMBOL
        elif one.constant:
            yield one.type, str(_constant(one, trial.lowering.when if trial.lowering else {}))
        elif one.type != "...":
            yield one.type, f"%a{index}"


def _constant(one: IntrinsicArgument, when: Mapping[str, tuple[str, ...]]) -> int | str:
    """Return a value of a constant operand with the codes that a lowering requires, else the first of each field."""
    if one.value is not None:
        return one.value
    value = 0
    for field in one.fields:
        names = when.get(field.name, ())
        code = next((each for each in field.codes if each.name in names), field.codes[0])
        value |= code.value << field.low
    return ("false", "true")[value] if one.type == "i1" else value


def _stores(returns: tuple[str, ...], spelled: Callable[[str], str]) -> Iterator[str]:
    if len(returns) == 1:
        yield f"  store {spelled(returns[0])} %v, {spelled(f'{returns[0]} addrspace(1)*')} %r0"
        return
    for index, type_ in enumerate(returns):
        yield f"  %e{index} = extractvalue {spelled(_result(returns))} %v, {index}"
        yield f"  store {spelled(type_)} %e{index}, {spelled(f'{type_} addrspace(1)*')} %r{index}"


def _result(types: tuple[str, ...]) -> str:
    return f"{{ {', '.join(types)} }}" if len(types) > 1 else types[0] if types else "void"


def opaque(types: str) -> str:
    """Return types with opaque pointers in place of typed ones."""
    return re.sub(r"(?:[a-z]\w*|\{[^{}]*\})( addrspace\(\d+\))?\*+( addrspace\(\d+\)\*)?", _pointer, types)


def _pointer(match: re.Match[str]) -> str:
    space = match[2].rstrip("*") if match[2] else match[1] if not match[2] and match[1] else ""
    return f"ptr{space or ''}"
