"""Checks of instructions, of inline assembly, and of types and address spaces anywhere in a module."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import cache, lru_cache

from ptxisa.isa.diagnostics import Diagnostic, Span
from ptxisa.isa.nvvm import constructs
from ptxisa.isa.targets import admits
from ptxisa.nvvm.declaration_checks import (
    TYPED_ATTRIBUTES,
    check_attributes,
    check_exclusive_attributes,
    check_result_attributes,
    passing_conflict,
)
from ptxisa.nvvm.intrinsics import in_llvm7
from ptxisa.nvvm.lexer import ADDRESS_SPACES, Token, unquote, words
from ptxisa.nvvm.module import IrCall, IrParameter, IrType, NvvmModule, arguments_at, opcode_at, parameter_at
from ptxisa.nvvm.reader import IrStatement, IrText
from ptxisa.nvvm.rules import (
    MEMORY,
    SILENT,
    UNSUPPORTED,
    address_space,
    broken,
    check_use,
    compute,
    operation,
    quoted,
    rule_named,
    space_of,
    type_text,
)

_FLAGS = ("volatile", "weak", "atomic", "inalloca", "swifterror")
_TYPES = frozenset(("fp128", "x86_fp80", "ppc_fp128", "x86_mmx", "x86_amx", "token", "half", "bfloat"))
"""Types that records list by name; integers, structures and vectors need no entry."""
_MEANINGFUL = _TYPES | {"addrspace", "asm", "blockaddress", "addrspacecast"}
_SCALARS = ("i1", "i8", "i16", "i32", "i64", "i128", "half", "bfloat", "float", "double")
_ASSEMBLY_TYPES = ("i8", "i16", "i32", "i64", "float", "double")
"""Types of operands of inline assembly that every release of libNVVM accepts, besides pointers."""
_SIZES = {"i16": 2, "i32": 4, "i64": 8, "i128": 16, "half": 2, "bfloat": 2, "float": 4, "double": 8}
_SPELLED = {"f32": "float", "f64": "double"}
_VALUES = words(
    """
    asm c undef poison null true false zeroinitializer none getelementptr bitcast addrspacecast ptrtoint inttoptr
    trunc zext sext fptrunc fpext select extractelement insertelement shufflevector add sub mul udiv sdiv urem srem
    fadd fsub fmul fdiv frem blockaddress dso_local_equivalent no_cfi splat xor and or shl lshr ashr icmp fcmp fneg
    sitofp uitofp fptosi fptoui extractvalue insertvalue inbounds
    """
)
"""Words that begin the value of an argument, after its attributes."""
_REFERENCE = re.compile(
    r"\$(?:(?P<number>[0-9]+)|\{(?P<named>[0-9]+)(?::(?P<modifier>[^}]))?\}"
    r"|(?P<other>[$(|)]|\{:(?:uid|private|comment)\}))?"
)
"""A reference to an operand in the text of inline assembly, or another use of a dollar sign; neither if it is wrong."""
_USUAL_SPACES = ("0", "1", "3", "4", "5", "101")
_LONGEST = 30
"""Digits of a number that a message shows."""


def check_instruction(module: NvvmModule, instruction: IrStatement) -> Iterator[Diagnostic]:
    """Check an instruction: its opcode, and the rules about its parts."""
    at = opcode_at(module.text, instruction)
    if module.text.tokens[at].kind == "record":
        yield from check_use("debug-record", instruction.kind[1:], module.text.tokens[at], module.target)
        return
    yield from check_use("instruction", instruction.kind, module.text.tokens[at], module.target)
    check = _CHECKS.get(instruction.kind)
    if check is not None:
        yield from check(module, instruction, at)


def _flags(text: IrText, at: int, high: int) -> dict[str, int]:
    """Return the indices of the flags that follow an opcode."""
    flags = {}
    for index in range(at + 1, high):
        if not text.word(index, *_FLAGS):
            break
        flags[text.tokens[index].text] = index
    return flags


def _check_access(module: NvvmModule, access: IrStatement, at: int) -> Iterator[Diagnostic]:
    text = module.text
    flags = _flags(text, at, access.high)
    if "atomic" in flags:
        span = text.span(at, flags["atomic"] + 1)
        yield from check_use("instruction", f"{access.kind} atomic", span, module.target)
    pieces = text.pieces(at + 1 + len(flags), access.high)
    number = space_of(text.type_at(pieces[1][0])) if len(pieces) > 1 else "0"
    if number not in _USUAL_SPACES:
        # Pointers to these address spaces are another mistake, which libNVVM accepts.
        unused = access.kind == "load" and "volatile" not in flags and module.writings(access.low) == 1
        null = " of null" if text.tokens[pieces[1][1] - 1].text == "null" else ""
        subject = f"{'unused ' if unused else ''}{access.kind} {number}{null}"
        message, span = f"{access.kind} in address space {number[:10]}", text.span(*pieces[1])
        yield broken(f"{MEMORY}/access-spaces", message, span, severity=SILENT, subject=subject)


def _check_alloca(module: NvvmModule, alloca: IrStatement, at: int) -> Iterator[Diagnostic]:
    text = module.text

    def report(rule: str, message: str, span: Span) -> Diagnostic:
        return broken(f"{MEMORY}/{rule}", message, span, rule_named(f"{MEMORY}/{rule}").why)

    flags = _flags(text, at, alloca.high)
    if "inalloca" in flags:
        span = text.span(flags["inalloca"], flags["inalloca"] + 1)
        yield report("alloca-inalloca", "alloca inalloca is not supported", span)
    largest = rule_named(f"{MEMORY}/alloca-alignment").maximum
    for low, high in text.pieces(at, alloca.high):
        number = text.tokens[high - 1].text
        if text.word(low, "align") and number.isdecimal():
            number = number[:_LONGEST]
            if largest is not None and int(number) > largest:
                message = f"alignment {number} of alloca is larger than {largest}"
                yield report("alloca-alignment", message, text.span(low, high))
        elif text.word(low, "addrspace") and low + 2 < high:
            space = text.tokens[low + 2].text[:_LONGEST]
            if not space.isdecimal() or int(space) % ADDRESS_SPACES != 0:
                yield report("alloca-space", f"alloca in address space {space}", text.span(low, high))


def _check_atomic_update(module: NvvmModule, instruction: IrStatement, at: int) -> Iterator[Diagnostic]:
    """Check the operation, the type of the values and the address space of cmpxchg and atomicrmw."""
    text, opcode = module.text, instruction.kind
    start = at + 1 + len(_flags(text, at, instruction.high))
    written = opcode
    supported = True
    if opcode == "atomicrmw":
        name = text.tokens[start].text if start < instruction.high else ""
        ruling = operation(name)
        supported = ruling.support != UNSUPPORTED
        if not supported:
            message = f"atomicrmw {quoted(name)} is not supported"
            yield broken(ruling.rule, message, text.span(start, start + 1), code="nvvm-unsupported", subject=name)
        start += 1
        written = f"atomicrmw {name}"
    yield from _check_scope(module, instruction, at)
    pieces = text.pieces(start, instruction.high)
    if len(pieces) < 2:
        return
    pointer, value = (parameter_at(text, *piece) for piece in pieces[:2])

    type_ = "".join(value.type)
    # libNVVM has operations that the specification does not list, but for the same widths of integers.
    if supported or type_ in ("i8", "i16", "i128"):
        span = text.span(pieces[1][0], pieces[1][0] + len(value.type))
        wide = rule_named(f"{MEMORY}/{opcode}-i128")
        allowed = rule_named(f"{MEMORY}/{opcode}-types")
        if type_ in wide.types and written in wide.about:
            rule = f"{MEMORY}/{wide.id}"
            if module.target and not admits(wide.target, module.target):
                message = f"{written} of {type_} needs {compute(wide.target)}"
                yield broken(rule, message, span, code="nvvm-target")
            else:
                yield broken(rule, f"{written} of {type_}", span, wide.why, severity=SILENT)
        elif type_ not in allowed.types:
            message = f"{written} of {quoted(type_)}"
            subject = f"{written} {type_}"
            yield broken(f"{MEMORY}/{allowed.id}", message, span, allowed.why, subject=subject)

    written_alignment = next((text.tokens[high - 1] for low, high in pieces[2:] if text.word(low, "align")), None)
    size = _SIZES.get(type_, 0)
    if written_alignment is not None and written_alignment.text.isdecimal():
        alignment = int(written_alignment.text[:_LONGEST])
        if alignment < size:
            # The specification has no such rule, but libNVVM would need functions of a library.
            rule, message = f"{MEMORY}/atomic-alignment", f"{written} of {size} bytes with alignment {alignment}"
            yield broken(rule, message, written_alignment, severity=SILENT)

    number = space_of(pointer.type)
    space, spaces = address_space(number), rule_named(f"{MEMORY}/{opcode}-spaces")
    if space is None or space.name not in spaces.spaces:
        message = f"{opcode} in address space {number}"
        yield broken(f"{MEMORY}/{spaces.id}", message, text.span(*pieces[0]), spaces.why)


def _check_scope(module: NvvmModule, instruction: IrStatement, at: int) -> Iterator[Diagnostic]:
    """Check `syncscope("name")`. The specification has no rule about its names, but release 13.5 has a list of them."""
    index = module.text.find(at, instruction.high, "syncscope")
    if index is not None and index + 2 < instruction.high:
        scope = unquote(module.text.tokens[index + 2].text)
        message, span = f"unknown scope {quoted(scope)}", module.text.span(index, index + 4)
        yield broken(f"{MEMORY}/scope", message, span, severity=SILENT, subject=scope)


def _check_cast(module: NvvmModule, low: int, high: int) -> Iterator[Diagnostic]:
    """Check that addrspacecast, as instruction or constant expression, converts from or to a generic pointer."""
    text = module.text
    to = text.find(low, high, "to")
    if to is None:
        return
    type_ = text.type_at(low)
    source, result = space_of(type_)[:10], space_of(text.type_at(to + 1))[:10]
    if source == result:
        return
    is_instruction = text.word(low - 2, "=")
    if type_[:1] == ("<",) and is_instruction and text.tokens[low - 3].start not in module.read_by_element:
        # LLVM 7 cannot divide the operation into those of the elements.
        message, span = "addrspacecast of a vector of pointers", text.span(low - 1, high)
        yield broken("nvvm-conversions/outside-space", message, span, severity=SILENT, subject="vector")
    span, subject = text.span(low - 1, high), f"{source} to {result}"
    if result == "101" and _is_aggregate_of_kernel(module, to - 1):
        subject = "kernel parameter to 101"
    message = f"addrspacecast from address space {source} to {result}"
    if "0" not in (source, result):
        hint = "convert through a generic pointer, address space 0"
        yield broken("nvvm-conversions/generic-side", message, span, hint, subject=subject)
    else:
        yield broken("nvvm-conversions/outside-space", message, span, severity=SILENT, subject=subject)


def _is_aggregate_of_kernel(module: NvvmModule, index: int) -> bool:
    """Return True if a token names a parameter of the kernel around it that is passed with `byval`."""
    function, name = module.function_around(index), module.text.tokens[index].text
    if function is None or function.name not in module.kernels:
        return False
    unnamed = 0
    for parameter in function.parameters:
        last = module.text.tokens[parameter.high - 1]
        number, unnamed = unnamed, unnamed + (last.kind != "local")
        if name == (last.text if last.kind == "local" else f"%{number}"):
            return "byval" in module.text.texts(parameter.low, parameter.high)
    return False


def _check_bitcast(module: NvvmModule, cast: IrStatement, at: int) -> Iterator[Diagnostic]:
    text = module.text
    to = text.find(at, cast.high, "to")
    if to is None:
        return
    source, result = text.type_at(at + 1), text.type_at(to + 1)
    if source[-1:] == result[-1:] == ("*",) and space_of(source) != space_of(result):
        message = f"bitcast from address space {space_of(source)[:10]} to {space_of(result)[:10]}"
        yield broken("nvvm-conversions/same-space", message, text.span(at, cast.high), "write addrspacecast")


def _check_call(module: NvvmModule, call: IrStatement, at: int) -> Iterator[Diagnostic]:
    """Check the calling convention, attributes of arguments and of the call, and operand bundles."""
    text = module.text
    opening = arguments_at(text, at, call.high)
    if opening is None:
        return
    for index in text.outside(at + 1, opening):
        word = text.tokens[index].text
        if word == "ptx_kernel" or (word == "cc" and text.texts(index + 1, index + 2) == ("71",)):
            # The specification has no such rule.
            yield broken("nvvm-calls/kernel", "call of a kernel", text.tokens[index], severity=SILENT)
    callee = text.tokens[opening - 1]
    is_intrinsic = callee.kind == "global" and callee.name.startswith("llvm.")
    if is_intrinsic and module.compiled_as == "llvm7":
        is_intrinsic = in_llvm7(callee.name)
    yield from check_result_attributes(module, at + 1, opening - 1)
    for piece in text.parts(opening):
        argument = parameter_at(text, *piece)
        if argument.type == ("metadata",) and not is_intrinsic:
            message = "metadata can only be an argument of an intrinsic"
            yield broken("nvvm-dialects/llvm-verifier", message, text.span(*piece), code="nvvm-syntax")
        elif not is_intrinsic:
            yield from _check_passed(module, argument)
        if argument.type != ("metadata",) and argument.high - argument.low > 1:
            # Attributes are between the type of an argument and its value.
            end = argument.high
            for index in text.outside(argument.low, argument.high):
                token = text.tokens[index]
                if token.kind in ("word", "string") and token.text in _VALUES and not text.word(index - 1, "="):
                    end = index
                    break
            yield from check_attributes(module, argument.low, end, "parameter-attribute")
    end = text.past(opening)
    bundle = text.find(end, call.high, "[")
    if bundle is not None and call.kind != "callbr":
        span = text.span(bundle, text.past(bundle))
        place = "assume" if callee.name == "llvm.assume" else "call"
        if place == "assume" and text.texts(opening + 1, end) != ("i1", "true", ")"):
            place = "conditional assume"
        for low, _ in text.parts(bundle):
            for diagnostic in check_use("module-item", "operand bundles", span, module.target):
                yield diagnostic._replace(subject=f"{place} {unquote(text.tokens[low].text)}")
    stop = text.find(end, call.high, ",", "[", "to")
    stop = call.high if stop is None else stop
    yield from check_attributes(module, end, stop, "function-attribute", "call ")
    if module.compiled_as == "llvm7":
        yield from check_exclusive_attributes(module, end, stop)


def _check_passed(module: NvvmModule, argument: IrParameter) -> Iterator[Diagnostic]:
    """Check the attributes of an argument that LLVM's verifier does not read: the text that it reads has others."""
    words = module.text.texts(argument.low, argument.high)
    message = ""
    if module.compiled_as == "modern" and "immarg" in words:
        message = "immarg is an attribute of parameters of intrinsics"
    elif module.compiled_as == "llvm7" and (conflict := passing_conflict(words)):
        message = conflict
    elif module.compiled_as == "llvm7" and not argument.pointer:
        attribute = next((word for word in TYPED_ATTRIBUTES if word in words), "")
        message = f"{attribute} requires a pointer" if attribute else ""
    if message:
        span = module.text.span(argument.low, argument.high)
        yield broken("nvvm-dialects/llvm-verifier", message, span, code="nvvm-syntax")


_CHECKS: dict[str, Callable[[NvvmModule, IrStatement, int], Iterator[Diagnostic]]] = {
    "load": _check_access,
    "store": _check_access,
    "alloca": _check_alloca,
    "cmpxchg": _check_atomic_update,
    "atomicrmw": _check_atomic_update,
    "fence": _check_scope,
    "addrspacecast": lambda module, cast, at: _check_cast(module, at + 1, cast.high),
    "bitcast": _check_bitcast,
    "call": _check_call,
    "invoke": _check_call,
    "callbr": _check_call,
}


def check_words(module: NvvmModule) -> Iterator[Diagnostic]:
    """Check words that have a meaning wherever they are: types, address spaces, inline assembly, block addresses."""
    text = module.text
    is_unused = cache(lambda name: text.source.count(name) == 1)
    starts = [statement.low for statement in module.statements]
    indices = [index for index, token in enumerate(text.tokens) if token.text in _MEANINGFUL and token.kind == "word"]
    for index in indices:
        statement = module.statements[bisect_right(starts, index) - 1]
        end = statement.body[-1].high if statement.body else statement.high
        if statement.kind in ("metadata", "summary") or index >= end:
            continue
        token = text.tokens[index]
        if token.text in _TYPES:
            name = text.tokens[statement.low].text
            declared = statement.kind == "declare" or (statement.kind == "local" and is_unused(name))
            if statement.kind == "define":
                # An instruction that uses a parameter repeats its type.
                at = next((i for i in range(statement.low, index) if text.tokens[i].kind == "global"), index)
                declared = index < text.closing.get(at + 1, 0)
            part = "declared-type" if declared else "type"
            yield from check_use(part, token.text, token, module.target)
            if token.text == "half" and part == "type":
                yield broken("nvvm-types/half", "a value of type half", token, severity=SILENT)
        elif token.text == "addrspace" and text.word(index + 1, "(") and index + 2 < end:
            number = text.tokens[index + 2].text[:_LONGEST]
            yield from check_use("address-space", number, text.span(index, index + 4), module.target)
        elif token.text == "asm" and statement.kind != "module":
            yield from _check_assembly(text, index)
        elif token.text == "blockaddress":
            yield from check_use("constant", token.text, token, module.target)
        elif token.text == "addrspacecast" and text.word(index + 1, "("):
            yield from _check_cast(module, index + 2, text.closing[index + 1])


def _check_assembly(text: IrText, at: int) -> Iterator[Diagnostic]:
    """Check inline assembly that begins at the word `asm`: its dialect and its constraints."""
    index = at + 1
    while text.word(index, "sideeffect", "alignstack", "inteldialect", "unwind"):
        if text.word(index, "inteldialect"):
            rule, message = "nvvm-inline-assembly/inteldialect", "inteldialect is not supported"
            yield broken(rule, message, text.tokens[index], code="nvvm-unsupported")
        index += 1
    at_constraints = index + 2
    if not (text.word(index + 1, ",") and at_constraints < len(text.tokens)):
        return
    token = text.tokens[at_constraints]
    if token.kind != "string":
        return

    yield from _check_template(text.tokens[index], token)

    # The types of the results are before the word `asm`, those of the arguments after the constraints.
    start = text.opening.get(at - 1, at - 1)
    if text.word(start, "("):
        # The parameters of a function type, or the number of an address space: `ptr addrspace(1)`.
        start = start - 2 if text.word(start - 1, "addrspace") else text.opening.get(start - 1, start - 1)
    structure = text.word(start, "{")
    results = [text.type_at(low) for low, _ in text.parts(start)] if structure else [text.type_at(start)]
    arguments = [text.type_at(low) for low, _ in text.parts(at_constraints + 1)]
    for diagnostic in _check_constraints(unquote(token.text), tuple(results), tuple(arguments)):
        yield diagnostic.at(Span(token.start, token.end))


def _check_template(template: Token, constraints: Token) -> Iterator[Diagnostic]:
    """Check the references to operands in the text of inline assembly."""
    written = unquote(template.text)
    if template.kind != "string" or "$" not in written:
        return
    listed = [each for each in unquote(constraints.text).split(",") if each and not each.startswith("~")]
    operands = len(listed)
    rule = "nvvm-inline-assembly/template"
    for match in _REFERENCE.finditer(written):
        if match["number"] is None and match["named"] is None:
            if match["other"] is None:
                message = f"{quoted(match[0] + written[match.end() : match.end() + 4])} does not refer to an operand"
                yield broken(rule, message, template, "write $$ for a dollar sign", subject="syntax")
            continue
        number = match["number"] or match["named"]
        if len(number) > 9 or int(number) >= operands:
            sort = "beyond" if len(number) > 9 or int(number) > 2 * operands else "missing"
            noun = "operand" if operands == 1 else "operands"
            message = f"{quoted(match[0])}: the inline assembly has {operands} {noun}"
            yield broken(rule, message, template, "operands are counted from $0", subject=sort)
        elif match["modifier"]:
            # The specification does not mention modifiers.
            sort = "constant" if listed[int(number)].lstrip("=+&*%") in ("n", "i") else "register"
            subject = f"modifier {match['modifier']} of a {sort}"
            message = f"{quoted(match[0])}: modifier of an operand"
            yield broken("nvvm-inline-assembly/modifier", message, template, severity=SILENT, subject=subject)


@lru_cache(maxsize=1024)
def _check_constraints(text: str, results: tuple[IrType, ...], arguments: tuple[IrType, ...]) -> tuple[Diagnostic, ...]:
    """Check the constraints of inline assembly, and the types of its operands; the diagnostics have no place yet."""
    diagnostics, place = [], Span(0, 0)
    constraints = text.split(",")
    letters = constructs()["nvvm-inline-assembly"].entries
    for constraint in constraints:
        letter = constraint.lstrip("=+&*%")
        if constraint.startswith("~{") or not constraint or letter.isdecimal():
            continue
        if letter not in letters or not letters[letter].type:
            rule, message = "nvvm-inline-assembly/others", f"constraint {quoted(constraint)} is not supported"
            hint = f"constraints of operands are {', '.join(name for name, entry in letters.items() if entry.type)}"
            diagnostics.append(broken(rule, message, place, hint, code="nvvm-unsupported", subject=letter))

    outputs = [constraint for constraint in constraints if constraint.startswith("=") and "*" not in constraint]
    inputs = [constraint for constraint in constraints if not constraint.startswith("~") and constraint not in outputs]
    for sort, types in (("result", results), ("argument", arguments)):
        for type_ in types:
            spelled = "".join(type_)
            if spelled not in _ASSEMBLY_TYPES and spelled != "void" and type_[-1:] != ("*",) and type_[:1] != ("ptr",):
                rule, subject = "nvvm-inline-assembly/types", f"{sort} {' '.join(type_)}"
                message = f"{sort} of inline assembly with type {quoted(type_text(spelled))}"
                hint = "pass integers of 8 to 64 bits, float, double or pointers"
                diagnostics.append(broken(rule, message, place, hint, severity=SILENT, subject=subject))
    for constraint, type_ in (*zip(outputs, results, strict=False), *zip(inputs, arguments, strict=False)):
        letter, spelled = constraint.lstrip("=&%"), "".join(type_)
        entry = letters.get(letter)
        # Pointers count as integers of their size, so that only scalars are compared.
        expected = _SPELLED.get(entry.type, entry.type) if entry is not None else ""
        if expected and spelled in _SCALARS and spelled != expected:
            rule, message = f"nvvm-inline-assembly/{letter}", f"constraint `{letter}` with an operand of {spelled}"
            diagnostics.append(broken(rule, message, place, f"`{letter}` is for {expected}"))
    return tuple(diagnostics)


def check_handles(module: NvvmModule) -> Iterator[Diagnostic]:
    """Check that textures, surfaces and functions are not used as memory or as other operands."""
    text = module.text
    handles = {annotation.entity for annotation in module.properties if annotation.name in ("texture", "surface")}
    hint = "get its handle with @llvm.nvvm.texsurf.handle"

    def check_uses(low: int, high: int, subject: str = "") -> Iterator[Diagnostic]:
        for token in text.tokens[low:high]:
            if token.kind == "global" and token.name in handles:
                message = "a texture or surface can only be an operand of an intrinsic"
                yield broken("nvvm-texture-variables/texture-uses", message, token, hint, subject=subject)
                return

    if handles:
        for variable in module.variables:
            if not variable.name.startswith("llvm."):
                yield from check_uses(*variable.value, "address")
    for instruction in module.instructions:
        if instruction.kind in ("load", "store"):
            pieces = text.pieces(instruction.low, instruction.high)
            _, end = pieces[1] if len(pieces) > 1 else (instruction.low, instruction.high)
            if instruction.kind == "store" and handles:
                yield from check_uses(*pieces[0], "address")
            token = text.tokens[end - 1]
            if token.kind != "global":
                continue
            if token.name in handles:
                message = f"cannot load or store @{token.name[:40]}, which is a texture or surface"
                yield broken("nvvm-texture-variables/no-access", message, token, hint)
            elif token.name in module.functions_by_name:
                message = f"cannot load or store @{token.name[:40]}, which is a function"
                yield broken(f"{MEMORY}/no-access-of-code", message, token)
            continue
        call = module.calls.get(instruction.low) if instruction.kind == "call" else None
        if call is not None and call.name.startswith("llvm.nvvm.texsurf.handle."):
            yield from _check_handle_operands(module, call, handles)
        elif handles and not (call is not None and call.name.startswith("llvm.nvvm.")):
            intrinsic = call is not None and call.name.startswith("llvm.")
            yield from check_uses(instruction.low, instruction.high, "address" if intrinsic else "")


def _check_handle_operands(module: NvvmModule, call: IrCall, handles: set[str]) -> Iterator[Diagnostic]:
    """Check that both operands of llvm.nvvm.texsurf.handle are the same texture or surface."""
    text = module.text
    if len(call.arguments) != 2:
        return
    first, second = call.arguments
    node = module.metadata.node((first.low, first.high))
    operands = node.operands if node is not None else ((first.low, first.high),)
    names = [token.name for low, high in operands for token in text.tokens[low:high] if token.kind == "global"]
    variable = text.tokens[second.high - 1]
    reason = ""
    if len(operands) != 1 or len(names) != 1:
        reason = "its metadata must contain one texture or surface variable"
    elif names[0] not in handles:
        reason = f"@{names[0][:40]} is not annotated as texture or surface"
    elif variable.kind != "global" or variable.name != names[0]:
        reason = f"its second operand must be @{names[0][:40]}, as its metadata"
    if reason:
        yield broken("nvvm-texture-variables/handle", f"{call.name}: {reason}", text.tokens[call.at])
