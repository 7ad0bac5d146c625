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
    more modifiers, "other" if it has neither, "compiled" if the record names no PTX, "rejected" or "crashed". `log`
    contains the opcodes of the PTX, or the message of libNVVM.
    """

    trial: Trial
    verdict: str
    log: str


def trials(every: Iterable[Intrinsic], nvvm: LibNvvm) -> Iterator[Trial]:
    """Return every module to compile with a release."""
    known = architectures(nvvm)
    for intrinsic in every:
        if not askable(intrinsic):
            continue
        available = [name for name in known if intrinsic.available(targets.target(name))]
        for target in dict.fromkeys((*available[:1], *available[-1:])):
            dialect = "modern" if targets.target(target).number >= _MODERN else "llvm7"
            if dialect in intrinsic.dialects:
                listed = [lowering for lowering in intrinsic.lowerings if dialect in lowering.dialects]
                yield from (Trial(intrinsic, lowering, target, dialect) for lowering in listed or (None,))


def askable(intrinsic: Intrinsic) -> bool:
    """Return True if a module of its own can call an intrinsic: supported, and without debug information around it."""
    return intrinsic.support != "unsupported" and not intrinsic.until and not intrinsic.name.startswith("llvm.dbg.")


def architectures(nvvm: LibNvvm) -> list[str]:
    """Return the base compute targets that a release compiles for, oldest first."""
    base = [
        f"compute_{target.number}"
        for target in targets.known().values()
        if target.variant == "base" and not target.renamed
    ]
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
    opcodes = list(dict.fromkeys(match["opcode"] for match in _INSTRUCTION.finditer(body)))
    lowering = trial.lowering
    if lowering is None:
        return Outcome(trial, "compiled", "")
    if lowering.register:
        match = re.search(rf"%{re.escape(lowering.register.removeprefix('%'))}(?![\w.])", body)
        return Outcome(trial, "found" if match else "other", " ".join(opcodes))
    expected = lowering.opcode.split(".")
    # The order of modifiers does not matter.
    written = [sorted(parts) for parts in (opcode.split(".") for opcode in opcodes) if parts[0] == expected[0]]
    explicit = any(set(expected) < set(parts) for parts in written)
    verdict = "found" if sorted(expected) in written else "explicit" if explicit else "other"
    return Outcome(trial, verdict, " ".join(opcodes))


# --- modules ---


def module(trial: Trial) -> str:
    """Return a module with a device function that calls the intrinsic and stores what it returns.

    For the parameters of a kernel, libNVVM would infer the state space that they point to.
    """
    intrinsic, modern = trial.intrinsic, trial.dialect == "modern"
    spelled: Callable[[str], str] = opaque if modern else str
    values = list(_values(trial))
    parameters = [f"{spelled(type_)} {value}" for type_, value in values if value.startswith("%")]
    variadic = ["..."] if intrinsic.name in _VARIADIC else []
    results = [f"{spelled(f'{type_} addrspace(1)*')} %r{index}" for index, type_ in enumerate(intrinsic.returns)]
    arguments = ", ".join(f"{spelled(type_)} {value}" for type_, value in values)
    result = _result(intrinsic.returns)
    call = f"call {spelled(result)} @{trial.name}({arguments})"
    body = [f"  {'%v = ' if intrinsic.returns else ''}{call}", *_stores(intrinsic.returns, spelled), "  ret void"]
    function = f"define void @function({', '.join([*parameters, *results, *variadic])}) {{"
    variables = [f"{_SYMBOL} = addrspace(1) global i64 0"] if any(_SYMBOL in value for _, value in values) else []
    return "\n".join(
        [*_head(), *variables, intrinsic.declaration(trial.dialect), function, *body, "}", *_tail(values, modern)]
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
    for index, argument in enumerate(trial.intrinsic.arguments):
        if argument.type == "metadata":
            yield "metadata", "!3"
        elif argument.type == "i64 addrspace(1)*" and trial.intrinsic.arguments[0].type == "metadata":
            yield argument.type, _SYMBOL
        elif argument.constant:
            yield argument.type, str(_constant(argument, trial.lowering.when if trial.lowering else {}))
        elif argument.type != "...":
            yield argument.type, f"%a{index}"


def _constant(argument: IntrinsicArgument, when: Mapping[str, tuple[str, ...]]) -> int | str:
    """Return a value of a constant operand with the codes that a lowering requires, else the first of each field."""
    if argument.value is not None:
        return argument.value
    value = 0
    for field in argument.fields:
        names = when.get(field.name, ())
        code = next((code for code in field.codes if code.name in names), field.codes[0])
        value |= code.value << field.low
    return ("false", "true")[value] if argument.type == "i1" else value


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
