"""Checks of the intrinsics that a module declares and calls: names, targets, signatures and constant operands."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from functools import cache, lru_cache
from itertools import pairwise

from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.isa.nvvm import constructs, deviations
from ptxisa.isa.targets import admits
from ptxisa.nvvm.intrinsics import Intrinsic, IntrinsicArgument, find, in_llvm7, names, suggest
from ptxisa.nvvm.lexer import unquote
from ptxisa.nvvm.module import REMOVABLE_CALL, IrCall, IrFunction, IrParameter, IrType, NvvmModule, function_of
from ptxisa.nvvm.opaque_pointers import opaque_pointers
from ptxisa.nvvm.reader import IrText
from ptxisa.nvvm.rules import LLVM_SYNTAX, SILENT, UNSUPPORTED, broken, compute
from ptxisa.nvvm.typed_pointers import POINTEE_TYPES
from ptxisa.nvvm.verifier import available, unknown_intrinsics

_PREFIX = "llvm."
_CODE = "nvvm-intrinsic"
_TYPES = re.compile(r"(?:\.(?:v[0-9]+)?(?:i[0-9]+|b?f[0-9]+|p[0-9]+(?:[if][0-9]+)?))+\Z")
"""Types at the end of the name of an overloaded intrinsic."""
_MANGLED = {"half": "f16", "bfloat": "bf16", "float": "f32", "double": "f64", "i16": "i16", "i32": "i32", "i64": "i64"}
_ADDRESS = re.compile(r"@\"?llvm\.[-\w$.]*(?![-\w$.]|\"?[ \t]*[(=])")
"""Name of an intrinsic where it is neither declared nor called, or of a variable of LLVM."""
_MOST_DIGITS = 1000
_LONGEST_TYPE = 1000
"""Most tokens of a type that is compared with another one."""
_COPIES = ("llvm.memcpy.", "llvm.memmove.", "llvm.memset.")
_OLDER_COPY = 5
"""Arguments of these intrinsics in LLVM 6, where the fourth one is an alignment."""
_LONGEST = 20
"""Digits of a number that is read."""
_SUGGESTIONS = 20
"""Unknown intrinsics of a module with a suggestion."""
_recorded = lru_cache(maxsize=4096)(find)
_UNDOCUMENTED = "nvvm-undocumented-intrinsics"
_REFLECTIONS = ("__nvvm_reflect", "llvm.nvvm.reflect")
_REPLACEMENTS = {"llvm.cuda.syncthreads": "call llvm.nvvm.barrier0"}
"""Hints for intrinsics of earlier releases."""


def check_intrinsics(module: NvvmModule) -> Iterator[Diagnostic]:
    """Check declarations and calls of intrinsics."""
    for function in module.functions:
        if function.name.startswith(_PREFIX) and function.statement.kind == "declare":
            yield from _check_signature(module, function)
    called = dict.fromkeys(call.name for call in module.calls.values() if call.name.startswith(_PREFIX))
    unrecorded = [name for name in called if _recorded(name) is None]
    unknown = unknown_intrinsics(unrecorded)
    # Names that LLVM knows are not misspelled. A suggestion takes a millisecond, so that a module gets a few only.
    misspelled = [name for name in unrecorded if name in unknown or not available()]
    suggested = frozenset(misspelled[:_SUGGESTIONS])
    yield from _check_references(module)
    yield from _check_addresses(module)
    declared = {function.name for function in module.functions if function.statement.kind == "declare"}
    if not declared.isdisjoint(_REFLECTIONS):
        yield from _check_reflections(module)
    for low, call in module.calls.items():
        if call.name.startswith(_PREFIX):
            yield from _check_call(module, low, unknown, suggested)
        callee = module.functions_by_name.get(call.name)
        if callee is not None and callee.varargs and len(call.arguments) < len(callee.parameters):
            # LLVM accepts any types with opaque pointers.
            message = f"call of @{call.name[:60]} with {len(call.arguments)} arguments"
            name = module.text.tokens[call.at]
            subject = callee.statement.kind
            yield broken("nvvm-calls/missing-arguments", message, name, severity=SILENT, subject=subject)
        if callee is not None and (module.dialect == "llvm7" or call.name.startswith(_PREFIX)):
            # LLVM's verifier does not compare them: opaque pointers have lost the type of the function, and recorded
            # intrinsics are functions with another name.
            expected = [_spelled(parameter.type) for parameter in callee.parameters]
            written = [_spelled(argument.type) for argument in call.arguments]
            if callee.varargs:
                written = written[: len(expected)]
            if module.compiled_as == "llvm7" and (written == expected or callee.varargs):
                # A call may have the type of the function, and a variadic function requires it.
                named = _parameters_of_type(module.text, call)
                if named is not None:
                    written = named
                    expected = [*expected, *(["..."] if callee.varargs else [])]
                elif callee.varargs and not module.text.word(call.at - 1, "*"):
                    expected = [*expected, "..."]
            returned, result = _spelled(_result_of(module.text, call)), _spelled(callee.returns)
            message = ""
            if written != expected:
                message = f"arguments of @{call.name[:60]} have other types than its parameters"
            elif returned != result and not module.text.word(call.at - 1, "*"):
                message = f"@{call.name[:60]} returns {result[:60]}"
            if not message:
                continue
            subject = f"types of {call.name}"
            if module.compiled_as == "modern":
                # libNVVM reads typed pointers as opaque ones, and functions are pointers.
                same = [*map(_opaque, written), _opaque(returned)] == [*map(_opaque, expected), _opaque(result)]
                subject = POINTEE_TYPES if same or not call.name.startswith(_PREFIX) else subject
            span = module.text.span(call.at, module.text.past(call.at + 1))
            yield broken(LLVM_SYNTAX, message, span, code="nvvm-syntax", subject=subject)


def _check_references(module: NvvmModule) -> Iterator[Diagnostic]:
    """Check that intrinsics are declared to which something else than a call refers, such as metadata."""
    calls = Counter(call.name for call in module.calls.values())
    undeclared = {
        name
        for name, uses in module.uses.items()
        if name.startswith(_PREFIX)
        and uses > calls[name]
        and not (name in module.functions_by_name or name in module.variables_by_name)
    }
    if not undeclared:
        return
    if module.compiled_as == "modern":
        undeclared &= unknown_intrinsics(undeclared)
    called = {call.at for call in module.calls.values()}
    for index, token in enumerate(module.text.tokens):
        if token.kind == "global" and token.name in undeclared and index not in called:
            message, severity = f"{token.name[:80]} is not declared", "error"
            if module.compiled_as == "modern":
                # Newer LLVM ignores such a reference in metadata, and reports others.
                severity = SILENT
            subject = f"reference to {token.name}"
            yield broken(LLVM_SYNTAX, message, token, code="nvvm-syntax", severity=severity, subject=subject)


def _check_addresses(module: NvvmModule) -> Iterator[Diagnostic]:
    """Check that functions are not treated as memory or values if they are intrinsics, which have no address."""
    text = module.text
    if not _ADDRESS.search(text.source):
        return
    starts = [statement.low for statement in module.statements]
    for index, token in enumerate(text.tokens):
        if token.kind != "global" or not token.name.startswith(_PREFIX) or text.word(index + 1, "("):
            continue
        statement = module.statements[bisect_right(starts, index) - 1]
        if token.name in module.functions_by_name and statement.kind != "metadata" and not _keeps_type(text, index):
            message = f"the address of @{token.name[:60]} is taken; an intrinsic can only be called"
            place = "unreachable " if module.is_unreachable(text.span(index, index + 1)) else ""
            yield broken(LLVM_SYNTAX, message, token, code="nvvm-syntax", subject=f"{place}address of {token.name}")


def _keeps_type(text: IrText, at: int) -> bool:
    """Return True for a name in `bitcast (T @name to T)`, which is the function itself."""
    enclosing = (index for index in range(at, max(at - _LONGEST_TYPE, 0), -1) if text.closing.get(index, 0) > at)
    start = next(enclosing, at)
    before, after = text.texts(start + 1, at), text.texts(at + 2, text.closing.get(start, at))
    return text.word(start - 1, "bitcast") and before == after


@lru_cache(maxsize=4096)
def _spelled(type_: IrType) -> str:
    """Return a type as it is written, without the address space of generic pointers."""
    return " ".join(type_).replace(" addrspace ( 0 )", "")


@lru_cache(maxsize=4096)
def _opaque(spelled: str) -> str:
    """Return a type with opaque pointers, without spaces."""
    return opaque_pointers(spelled.replace(" ", "")).text.replace(" ", "")


def _parameters_of_type(text: IrText, call: IrCall) -> list[str] | None:
    """Return the parameters in the function type that a call names, None without a type."""
    opening = text.opening.get(call.at - 1, call.at)
    if not text.word(opening, "(") or text.word(opening - 1, "addrspace"):
        return None
    return [_spelled(text.texts(*piece)) for piece in text.parts(opening)]


def _result_of(text: IrText, call: IrCall) -> IrType:
    """Return the type of the result that a call names."""
    start = text.opening.get(call.at - 1, call.at - 1)
    if text.word(start, "("):
        # The parameters of a function type, or the number of an address space: `ptr addrspace(1)`.
        spaced = text.word(start - 1, "addrspace")
        end = call.at if spaced else start
        start = start - 2 if spaced else text.opening.get(start - 1, start - 1)
        return text.texts(start, end)
    return text.texts(start, call.at)


def _check_reflections(module: NvvmModule) -> Iterator[Diagnostic]:
    """Check that the operands of `__nvvm_reflect` are addresses of strings.

    Local values are not followed, except parameters, which have no string even in a function that is inlined.
    """
    text = module.text
    for function in module.functions:
        parameters = {text.tokens[parameter.high - 1].text for parameter in function.parameters}
        for instruction in function.statement.body:
            call = module.calls.get(instruction.low) if instruction.kind == "call" else None
            if call is None or call.name not in _REFLECTIONS or len(call.arguments) != 1:
                continue
            operand = call.arguments[0]
            value = text.tokens[operand.low : operand.high]
            names = [token.name for token in value if token.kind == "global"]
            local = any(token.kind == "local" and token.text not in parameters for token in value)
            offset = any(
                token.kind == "number" and token.text != "0" and re.fullmatch("i[0-9]+", before.text)
                for before, token in pairwise(value)
            )
            if not local and (offset or len(names) != 1 or not _is_string(module, names[0])):
                message = f"the operand of {call.name} must be the address of a constant string"
                yield broken(f"{_UNDOCUMENTED}/reflect-name", message, text.span(operand.low, operand.high), code=_CODE)


def _is_string(module: NvvmModule, name: str) -> bool:
    """Return True for a variable that is initialized with a string whose only zero byte is at the end."""
    variable = module.variables_by_name.get(name)
    if variable is None or variable.type[:1] != ("[",) or variable.type[3:] != ("i8", "]"):
        return False
    value = module.text.texts(*variable.value)
    if value[:1] == ("c",):
        return unquote(value[1]).find("\0") == len(unquote(value[1])) - 1 > 0
    numbers = [word for word in value if word not in ("[", "]", ",", "i8")]
    return len(numbers) > 1 and numbers.index("0") == len(numbers) - 1 if "0" in numbers else False


def _check_signature(module: NvvmModule, function: IrFunction) -> Iterator[Diagnostic]:
    """Compare the types of a declaration with the recorded ones, and its name with that for its types."""
    recorded = _recorded(function.name)
    if function.varargs:
        return
    other = _name_for_types(function.name, function.parameters, function.returns, module.dialect)
    if other and other != function.name:
        message = f"{function.name[:80]} with these types is named {other}"
        name = module.text.tokens[function.at]
        yield broken("nvvm-intrinsics/overload", message, name, f"write {other}", code="nvvm-signature")
        return
    if recorded is None:
        return
    declaration = recorded.declaration(module.dialect)
    expected = _types_of(declaration)
    types = (function.returns, *(parameter.type for parameter in function.parameters))
    # A structure type may have a name.
    written = tuple(module.types.get(type_[0], type_) if len(type_) == 1 else type_ for type_ in types)
    if expected is not None and written != expected:
        span = module.text.span(function.at, module.text.past(function.at + 1))
        message = f"{function.name} is declared with other types"
        if module.compiled_as == "modern" and [_opaque("".join(type_)) for type_ in written] == [
            _opaque("".join(type_)) for type_ in expected
        ]:
            yield broken(
                LLVM_SYNTAX, message, span, f"write {declaration}", code="nvvm-signature", subject=POINTEE_TYPES
            )
            return
        hint = f"write {declaration}"
        # libNVVM upgrades some declarations with other numbers of parameters.
        unused = "unused " if module.uses[function.name] == 1 else ""
        subject = f"{unused}{len(function.parameters)} {function.name}"
        yield broken(f"{recorded.family}/signature", message, span, hint, code="nvvm-signature", subject=subject)


@cache
def _overloads() -> dict[str, list[str]]:
    """Return the names of recorded intrinsics of LLVM by the part before their types: `llvm.fma` has `llvm.fma.f32`."""
    overloads: dict[str, list[str]] = {}
    for name in names():
        base = _TYPES.sub("", name)
        if base != name and not name.startswith("llvm.nvvm."):
            overloads.setdefault(base, []).append(name)
    return overloads


def _name_for_types(name: str, parameters: Sequence[IrParameter], returns: IrType, dialect: str) -> str:
    """Return the name that an intrinsic of LLVM has for the types of a declaration; empty if no record has them."""
    base, overloads = name, _overloads()
    while base not in overloads and base.count(".") > 1:
        base = base.rpartition(".")[0]
    written = tuple(_spelled(type_) for type_ in (returns, *(parameter.type for parameter in parameters)))
    # Overloads with vectors are found by the names of those with scalars.
    lanes = next((type_.split()[1] for type_ in written if type_.startswith("< ")), "")
    for overload in overloads.get(base, ()):
        scalar, _, element = overload.rpartition(".")
        overload = f"{scalar}.v{lanes}{element}" if lanes else overload
        candidate = _recorded(overload)
        if candidate is None or dialect not in candidate.dialects:
            continue
        types = _types_of(candidate.declaration(dialect))
        if types is not None and tuple(map(_spelled, types)) == written:
            return candidate.modern if dialect == "modern" else overload
    return ""


@lru_cache(maxsize=4096)
def _types_of(declaration: str) -> tuple[IrType, ...] | None:
    """Return the types of the result and of the parameters of a declaration."""
    text = IrText(declaration)
    function = function_of(text, text.read()[0])
    return None if function is None else (function.returns, *(parameter.type for parameter in function.parameters))


def _check_call(module: NvvmModule, low: int, unknown: Set[str], suggested: Set[str]) -> Iterator[Diagnostic]:
    """Check that the intrinsic of the call at `low` exists, and that dialect and target have it; then its operands.

    `unknown` are the names that LLVM does not know, and `suggested` those for which a hint has a similar name.
    """
    call = module.calls[low]
    name = module.text.tokens[call.at]
    declared = module.functions_by_name.get(call.name)
    if len(call.arguments) == _OLDER_COPY and call.name.startswith(_COPIES):
        # Releases replace these calls of LLVM 6 by calls without the alignment.
        wanted = (("alignment", "0 or a power of two"), ("volatile flag", "true or false"))
        for operand, (sort, valid) in zip(call.arguments[3:], wanted, strict=True):
            value = module.text.tokens[operand.high - 1].text
            if sort == "alignment" and module.compiled_as == "modern":
                continue
            if not (value in ("true", "false") or (value.isdecimal() and int(value[:_LONGEST]).bit_count() <= 1)):
                message = f"the {sort} of {call.name[:60]} must be {valid}"
                span = module.text.span(operand.low, operand.high)
                yield broken(LLVM_SYNTAX, message, span, code="nvvm-syntax", subject=f"{sort} of a copy")
    if declared is None and module.compiled_as == "llvm7":
        message = f"{call.name[:80]} is not declared"
        yield broken(LLVM_SYNTAX, message, name, code="nvvm-syntax")
    elif declared is None:
        # Newer LLVM declares intrinsics itself, but only those that it defines.
        message = f"{call.name[:80]} is not declared"
        yield broken(LLVM_SYNTAX, message, name, code="nvvm-syntax", severity=SILENT, subject=f"undeclared {call.name}")
    recorded = _recorded(call.name)
    if recorded is None and declared is not None:
        named = _name_for_types(call.name, declared.parameters, declared.returns, module.dialect)
        recorded = _recorded(named)
    elif recorded is None and module.compiled_as == "modern":
        # Newer LLVM declares intrinsics itself, by the types of the call and not by those in the name.
        named = _name_for_types(call.name, call.arguments, _result_of(module.text, call), module.dialect)
        recorded = _recorded(named)
    if recorded is None:
        hint = _REPLACEMENTS.get(call.name) or (suggest(call.name) if call.name in suggested else "")
        message = f"{call.name[:80]} is not supported"
        # Release 13.5 cannot compile most names that LLVM does not know; earlier ones need a declaration.
        foreign = not in_llvm7(call.name) if module.compiled_as == "llvm7" else call.name in unknown
        known = "unknown " if foreign else ""
        subject = f"undeclared {known}{call.name}" if known and declared is None else f"{known}{call.name}"
        # Newer LLVM adds the types to the name: `llvm.umax.32` without a declaration is `llvm.umax.i32`.
        base, _, suffix = call.name.rpartition(".")
        returns: IrType = ()
        if declared is not None:
            base, returns = call.name, declared.returns
        elif suffix.isdecimal() and module.compiled_as == "modern":
            returns = _result_of(module.text, call)
        type_ = _MANGLED.get("".join(returns))
        if type_ and not known and not _TYPES.search(call.name) and not call.name.startswith("llvm.nvvm."):
            subject = f"{base}.{type_}"
        start = module.text.tokens[low].start
        # In the LLVM 7 dialect, shuffles remain, and names that LLVM 7 does not define are functions of any effect.
        llvm7 = in_llvm7(call.name) and not call.name.startswith("llvm.nvvm.")
        removable = REMOVABLE_CALL.fullmatch(call.name) and (module.compiled_as == "modern" or llvm7)
        if removable and start in module.unused:
            subject = f"unused {call.name}"
        yield broken("nvvm-intrinsics/others", message, name, hint, code=_CODE, subject=subject)
        for needed in constructs()[_UNDOCUMENTED].rules.values():
            last = call.arguments[-1] if call.arguments else None
            value = module.text.tokens[last.high - 1].text if last is not None and last.type == ("i32",) else ""
            # Earlier tensor copies have no CTA group, but a flag at the end.
            excepted = needed.default and (value == needed.default or not value.isdecimal())
            about = call.name.startswith(needed.about) and not excepted
            if module.target and about and not admits(needed.target, module.target):
                message = f"{call.name[:80]} needs {compute(needed.target)}"
                yield broken(f"{_UNDOCUMENTED}/{needed.id}", message, name, code="nvvm-target", severity=SILENT)
        return
    rule = f"{recorded.family}/{recorded.member}"
    if recorded.support == UNSUPPORTED or recorded.until:
        yield broken(rule, f"{call.name} is not supported", name, recorded.obsolete, code=_CODE)
    elif module.dialect not in recorded.dialects:
        message = f"{call.name} is only in the {recorded.dialects[0]} dialect"
        yield broken(rule, message, name, code=_CODE, subject=module.compiled_as)
    elif recorded.target and module.target and not admits(recorded.target, module.target):
        yield broken(rule, f"{call.name} needs {compute(recorded.target)}", name, code="nvvm-target")
    elif rule in deviations():
        message = f"{call.name} in the {module.dialect} dialect"
        yield broken(rule, message, name, code=_CODE, severity=SILENT, subject=module.compiled_as)
    if recorded.obsolete and recorded.support != UNSUPPORTED and not recorded.until:
        message = f"{call.name} is deprecated"
        yield broken(rule, message, name, recorded.obsolete, code="nvvm-deprecated", severity="warning")
    if len(call.arguments) != len(recorded.arguments):
        return
    for argument, operand in zip(recorded.arguments, call.arguments, strict=True):
        if argument.constant:
            yield from _check_constant(module, recorded, call.name, argument, operand)


def _check_constant(
    module: NvvmModule, recorded: Intrinsic, called: str, argument: IntrinsicArgument, operand: IrParameter
) -> Iterator[Diagnostic]:
    """Check that an operand is a constant, and that its value means something that the target has."""
    rule, code = f"{recorded.family}/operands", "nvvm-operand"
    shown = f"operand {argument.name} of {called}"
    span = module.text.span(operand.low, operand.high)
    token = module.text.tokens[operand.low] if operand.high - operand.low == 1 else None
    digits = token.text.removeprefix("-") if token is not None and token.kind == "number" else ""
    if token is not None and token.text in ("true", "false", "zeroinitializer"):
        written = int(token.text == "true")
    elif token is not None and digits.isdecimal() and len(digits) <= _MOST_DIGITS:
        written = int(token.text)
    else:
        yield broken(rule, f"{shown} must be a constant", span, code=code, subject=f"value of {called}")
        return
    width = re.fullmatch(r"i([0-9]+)", argument.type)
    bits = int(width[1]) if width else 32
    # LLVM, and so libNVVM (12.9 and 13.0 tested), keeps the low bits of a constant that does not fit its type.
    value = written & ((1 << bits) - 1)
    if not -(1 << (bits - 1)) <= written < 1 << bits:
        number = str(written) if len(str(written)) <= 24 else f"{str(written)[:20]}…"
        message = f"{shown}: {number} does not fit {argument.type}; libNVVM uses {value}"
        yield broken("nvvm-constants/integer-range", message, span, code=code, severity="warning")
    if argument.value is not None:
        if value != argument.value:
            yield broken(rule, f"{shown} is {written}; it must be {argument.value}", span, code=code)
        return

    meanings: dict[str, str] = {}
    rest = value
    for field in argument.fields:
        mask = (1 << (field.high - field.low + 1)) - 1
        part = value >> field.low & mask
        rest &= ~(mask << field.low)
        meaning = next((each for each in field.codes if each.value == part), None)
        if meaning is None:
            bits_of_field = f"bit {field.low}" if field.high == field.low else f"bits {field.low}-{field.high}"
            if [known.value for known in field.codes] == [0]:
                message = f"{shown}: {bits_of_field} must be zero"
            else:
                message = f"{shown}: {field.name} ({bits_of_field}) is {part}, which is reserved"
            yield broken(rule, message, span, code=code, subject=f"reserved {argument.name}")
            return
        meanings[field.name] = meaning.name
        if meaning.target and module.target and not admits(meaning.target, module.target):
            message = f"{shown}: {field.name} {meaning.name} needs {compute(meaning.target)}"
            yield broken(rule, message, span, code=code, subject="target")
    if argument.fields and rest:
        yield broken(rule, f"{shown}: bits {rest:#x} must be zero", span, code=code)
        return
    # Some lowering must have these values of fields, unless none has conditions on them.
    conditions = [lowering.when for lowering in recorded.lowerings if lowering.when.keys() & meanings.keys()]
    if conditions and not any(
        all(meanings[field] in allowed for field, allowed in when.items() if field in meanings) for when in conditions
    ):
        yield broken(rule, f"{shown}: {' and '.join(meanings.values())} cannot be combined", span, code=code)
