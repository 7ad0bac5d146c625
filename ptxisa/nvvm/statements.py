"""Intrinsics as PTX statements, which can be executed and proved.

    statements("llvm.fshl.i32").text                     # shf.l.wrap.b32 d, low, high, amount;
    statements("llvm.nvvm.vote.sync", mode="ballot").text

Parameters are registers with their names; results are `d` and `e`. An intrinsic is the PTX of its record. Those of LLVM
for which no record has one instruction are written as the LLVM Language Reference defines them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ptxisa.check.binding import template_of, write_statement
from ptxisa.isa.forms import Operand, Values, is_present, type_of
from ptxisa.isa.instructions import form_by_id
from ptxisa.isa.nvvm import Lowering
from ptxisa.isa.opcode import ResolvedInstruction, match
from ptxisa.isa.types import known as types
from ptxisa.nvvm.intrinsics import Intrinsic, IntrinsicArgument, intrinsic

_BITS = {"i1": 1, "i16": 16, "i32": 32, "i64": 64, "float": 32, "double": 64}
"""Width of the register for each type of LLVM that has one."""
_FORMATS = {"i1": "pred", "float": "f32", "double": "f64"}
_RESULTS = "de"
_ORDERS = {"copysign": ("sign", "magnitude")}
"""Parameters in the order of the operands, for instructions that have them in another order than the intrinsic."""


class NoStatements(ValueError):
    """An intrinsic without PTX statements; the message gives the reason."""


class IntrinsicStatements(NamedTuple):
    """An intrinsic as PTX.

    Attributes:
        text: The statements.
        inputs: Types of the parameters by name, without those of addresses.
        outputs: Registers with results.
    """

    text: str
    inputs: Mapping[str, str]
    outputs: tuple[str, ...]


def statements(name: str, **constants: str) -> IntrinsicStatements:
    """Return an intrinsic as PTX statements.

    Args:
        name: Full name of the intrinsic.
        constants: Values of operands that must be constants, such as `mode="ballot"`.

    Raises:
        UnknownIntrinsic: No record has this name.
        NoStatements: The intrinsic has no PTX, or one that depends on other constants.
    """
    entry = intrinsic(name)
    named = [argument.name for argument in entry.arguments if argument.constant]
    for constant in constants.keys() - set(named):
        raise NoStatements(f"{entry.name} has no constant operand {constant[:40]}; it has {', '.join(named) or 'none'}")
    arguments = [argument for argument in entry.arguments if not argument.constant]
    for type_ in (*entry.returns, *(argument.type for argument in arguments)):
        if type_ not in _BITS and not type_.endswith("*"):
            raise NoStatements(f"{entry.name} has a value of type {type_[:40]}, for which PTX has no register")
    inputs = {
        argument.name: _FORMATS.get(argument.type, f"b{_BITS[argument.type]}")
        for argument in arguments
        if argument.type in _BITS
    }
    bare = entry.name.removeprefix("llvm.")
    text = _DEFINITIONS.get(bare, "")
    if overflow := re.fullmatch(r"([us](?:add|sub|mul))\.with\.overflow\.i(16|32|64)", bare):
        text = _OVERFLOWS[overflow[1]].format(int(overflow[2]), int(overflow[2]) - 1)
    if text:
        if constants.get("zero_undefined", "0") not in ("0", "false"):
            raise NoStatements(f"the result of {entry.name} for 0 is undefined: prove it under a condition instead")
        return IntrinsicStatements(text, inputs, tuple(_RESULTS[: len(entry.returns)]))
    text, outputs = _instruction(entry, arguments, _lowering(entry, constants))
    return IntrinsicStatements(text, inputs, outputs)


# --- intrinsics of LLVM ---

_DEFINITIONS = {
    "ctlz.i16": "cvt.u32.u16 t, a; clz.b32 t, t; sub.u32 t, t, 16; cvt.u16.u32 d, t;",
    "ctlz.i32": "clz.b32 d, a;",
    "ctlz.i64": "clz.b64 t, a; cvt.u64.u32 d, t;",
    "cttz.i16": "cvt.u32.u16 t, a; or.b32 t, t, 0x10000; brev.b32 t, t; clz.b32 t, t; cvt.u16.u32 d, t;",
    "cttz.i32": "brev.b32 t, a; clz.b32 d, t;",
    "cttz.i64": "brev.b64 t, a; clz.b64 u, t; cvt.u64.u32 d, u;",
    "ctpop.i16": "cvt.u32.u16 t, a; popc.b32 t, t; cvt.u16.u32 d, t;",
    "ctpop.i64": "popc.b64 t, a; cvt.u64.u32 d, t;",
    "bitreverse.i16": "cvt.u32.u16 t, a; brev.b32 t, t; shr.u32 t, t, 16; cvt.u16.u32 d, t;",
    "bswap.i16": "shl.b16 t, a, 8; shr.u16 u, a, 8; or.b16 d, t, u;",
    "bswap.i32": "prmt.b32 d, a, 0, 0x0123;",
    "bswap.i64": "mov.b64 {t, u}, a; prmt.b32 t, t, 0, 0x0123; prmt.b32 u, u, 0, 0x0123; mov.b64 d, {u, t};",
    "fshl.i32": "shf.l.wrap.b32 d, low, high, amount;",
    "fshr.i32": "shf.r.wrap.b32 d, low, high, amount;",
    # A shift by the whole width gives 0.
    "fshl.i16": "and.b16 n, amount, 15; cvt.u32.u16 m, n; sub.u32 r, 16, m; shl.b16 t, high, m; shr.u16 u, low, r; "
    "or.b16 d, t, u;",
    "fshr.i16": "and.b16 n, amount, 15; cvt.u32.u16 m, n; sub.u32 r, 16, m; shr.u16 t, low, m; shl.b16 u, high, r; "
    "or.b16 d, t, u;",
    "fshl.i64": "and.b64 n, amount, 63; cvt.u32.u64 m, n; sub.u32 r, 64, m; shl.b64 t, high, m; shr.u64 u, low, r; "
    "or.b64 d, t, u;",
    "fshr.i64": "and.b64 n, amount, 63; cvt.u32.u64 m, n; sub.u32 r, 64, m; shr.u64 t, low, m; shl.b64 u, high, r; "
    "or.b64 d, t, u;",
    "convert.to.fp16.f32": "cvt.rn.f16.f32 d, a;",
    "convert.to.fp16.f64": "cvt.rn.f16.f64 d, a;",
    "convert.from.fp16.f32": "cvt.f32.f16 d, a;",
    "convert.from.fp16.f64": "cvt.f64.f16 d, a;",
}
_OVERFLOWS = {
    "uadd": "add.u{0} d, a, b; setp.lt.u{0} e, d, a;",
    "usub": "sub.u{0} d, a, b; setp.lt.u{0} e, a, b;",
    "sadd": "add.s{0} d, a, b; xor.b{0} t, a, d; xor.b{0} u, b, d; and.b{0} t, t, u; setp.lt.s{0} e, t, 0;",
    "ssub": "sub.s{0} d, a, b; xor.b{0} t, a, b; xor.b{0} u, a, d; and.b{0} t, t, u; setp.lt.s{0} e, t, 0;",
    "umul": "mul.lo.u{0} d, a, b; mul.hi.u{0} t, a, b; setp.ne.u{0} e, t, 0;",
    "smul": "mul.lo.s{0} d, a, b; mul.hi.s{0} t, a, b; shr.s{0} u, d, {1}; setp.ne.s{0} e, t, u;",
}


# --- intrinsics with a recorded instruction ---


def _lowering(entry: Intrinsic, constants: Mapping[str, str]) -> Lowering:
    """Return the PTX of an intrinsic for values of its constant operands."""
    if not entry.lowerings:
        raise NoStatements(f"the record of {entry.name} has no PTX")
    fitting = [
        lowering
        for lowering in entry.lowerings
        if all(constants.get(key) in (None, *_words(allowed)) for key, allowed in lowering.when.items())
    ]
    if len(fitting) == 1:
        return fitting[0]
    keys = sorted({key for lowering in entry.lowerings for key in lowering.when})
    choices = []
    for key in keys:
        words = dict.fromkeys(word for lowering in entry.lowerings for word in _words(lowering.when.get(key, ())))
        choices.append(f"{key}={' or '.join(words)}")
    raise NoStatements(f"the PTX of {entry.name} depends on {', '.join(choices)[:200]}")


def _words(allowed: bool | tuple[str, ...]) -> tuple[str, ...]:
    return allowed if isinstance(allowed, tuple) else ()


def _instruction(
    entry: Intrinsic, arguments: Sequence[IntrinsicArgument], lowering: Lowering
) -> tuple[str, tuple[str, ...]]:
    """Return the statement of a recorded instruction, and the registers of its results."""
    if lowering.register:
        return f"mov.u32 d, {lowering.register};", ("d",)
    form = form_by_id(lowering.form)
    resolved = match(form, lowering.opcode.split(".")[1:])
    if not isinstance(resolved, ResolvedInstruction):
        raise NoStatements(f"{lowering.opcode} is not a variant of {form.id}")
    values = resolved.modifiers
    order = _ORDERS.get(form.mnemonic, ())
    waiting = sorted(arguments, key=lambda argument: order.index(argument.name) if argument.name in order else 0)
    results = dict(zip(_RESULTS, entry.returns, strict=False))
    texts: dict[str, str] = {}
    outputs = []
    for operand in form.operands:
        if not is_present(operand, values) or operand.name in form.condition_operands:
            continue
        if operand.access == "write":
            register = next((name for name, type_ in results.items() if _BITS[type_] == _width(operand, values)), None)
            if register is not None:
                del results[register]
                outputs.append(register)
                texts[operand.name] = register
            continue
        argument = next((argument for argument in waiting if _fits(argument, operand, values)), None)
        if argument is None:
            raise NoStatements(f"the parameters of {entry.name} are not the operands of {lowering.opcode}")
        waiting.remove(argument)
        texts[operand.name] = argument.name
    if waiting or (entry.returns and not outputs):
        raise NoStatements(f"the parameters of {entry.name} are not the operands of {lowering.opcode}")
    return write_statement(lowering.opcode, template_of(form.syntax).operands, texts), tuple(outputs)


def _fits(argument: IntrinsicArgument, operand: Operand, values: Values) -> bool:
    """Return True if an operand has a parameter: an address, the mask of lanes, or a value of its width."""
    if operand.kind == "address" or argument.type.endswith("*"):
        return operand.kind == "address" and argument.type.endswith("*")
    if operand.member_mask or argument.name == "membermask":
        return operand.member_mask and argument.name == "membermask"
    return _BITS[argument.type] == _width(operand, values)


def _width(operand: Operand, values: Values) -> int:
    name = type_of(operand, values)
    return types()[name].bits if name in types() else 0
