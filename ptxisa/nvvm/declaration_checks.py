"""Checks of a module as a whole, and of its variables and the heads of its functions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ptxisa.isa.diagnostics import Diagnostic, Stretch
from ptxisa.isa.nvvm import constructs, data_layouts
from ptxisa.isa.targets import admits
from ptxisa.nvvm.lexer import unquote, words
from ptxisa.nvvm.module import IrFunction, IrVariable, NvvmModule
from ptxisa.nvvm.reader import IrText
from ptxisa.nvvm.rules import SILENT, address_space, broken, check_use, compute, quoted, rule_named

_STORAGE = {
    **dict.fromkeys(
        words(
            """
            private internal available_externally linkonce weak common appending extern_weak linkonce_odr weak_odr
            external
            """
        ),
        "linkage",
    ),
    **dict.fromkeys(("dllimport", "dllexport"), "dll-storage"),
    **dict.fromkeys(("dso_local", "dso_preemptable"), "preemption"),
    **dict.fromkeys(("default", "hidden", "protected"), "visibility"),
}
"""Parts of the language to which the words before a variable or function belong."""
_UNNAMED = ("unnamed_addr", "local_unnamed_addr")
_CONVENTIONS = words(
    """
    ccc fastcc coldcc anyregcc preserve_mostcc preserve_allcc ghccc swiftcc swifttailcc tailcc webkit_jscc
    cxx_fast_tlscc cfguard_checkcc hhvmcc hhvm_ccc ptx_kernel ptx_device spir_func spir_kernel intel_ocl_bicc
    msp430_intrcc x86_stdcallcc x86_fastcallcc x86_thiscallcc x86_vectorcallcc x86_regcallcc x86_64_sysvcc win64cc
    arm_apcscc arm_aapcscc arm_aapcs_vfpcc aarch64_vector_pcs avr_intrcc avr_signalcc amdgpu_kernel amdgpu_vs
    amdgpu_ps amdgpu_cs amdgpu_gs amdgpu_hs amdgpu_ls amdgpu_es cc
    """
)
_CLAUSES = {
    "align": "function-alignment",
    "section": "function-section",
    "gc": "garbage-collector",
    "prefix": "prefix-data",
    "prologue": "prologue-data",
    "personality": "personality",
    "comdat": "comdat",
}
"""Parts of the language to which the clauses after a function belong."""
_SPECIAL = ("llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors")
_COMPUTING = words(
    """
    mul udiv sdiv urem srem shl lshr ashr and or xor icmp fcmp select trunc zext sext fptrunc fpext fptoui fptosi
    uitofp sitofp fadd fsub fmul fdiv frem
    """
)
"""Operations that an initializer cannot apply to an address."""
_LAYOUT = "nvvm-layout"


def check_dialect(module: NvvmModule) -> Iterator[Diagnostic]:
    """Check that the target has the dialect of opaque pointers."""
    needed = constructs()["nvvm-dialects"].entries["modern"].target
    if module.pointers == "modern" and module.target and not admits(needed, module.target):
        pointer = next(token for token in module.text.tokens if token.text == "ptr" and token.kind == "word")
        message = f"opaque pointers are in the modern dialect, which needs {compute(needed)}"
        yield broken("nvvm-dialects/modern", message, pointer, code="nvvm-target")


def check_module_items(module: NvvmModule) -> Iterator[Diagnostic]:
    """Check what a module has besides functions, variables and metadata."""
    yield from _check_layout(module)
    yield from _check_names(module)
    yield from _check_initializers(module)
    yield from _check_aliases(module)
    for function in module.functions:
        # The specification has no such rule, but libNVVM rejects these kernels.
        if function.name in module.kernels and function.returns != ("void",):
            message = f"kernel @{function.name[:40]} must return void"
            yield broken("nvvm-kernel/result", message, module.text.tokens[function.at], severity=SILENT)
    for statement in module.of("comdat"):
        span = module.text.span(statement.low, statement.high)
        yield from check_use("comdat", "comdat", span, module.target)
    for statement in module.of("summary"):
        yield from check_use("module-item", "ThinLTO summary", module.text.tokens[statement.low], module.target)
    for statement in module.of("uselistorder", "uselistorder_bb"):
        span = module.text.span(statement.low, statement.high)
        yield from check_use("module-item", "uselistorder", span, module.target)


def _check_layout(module: NvvmModule) -> Iterator[Diagnostic]:
    """Check data layout and target triple."""
    layout, triple = module.head("datalayout"), module.head("triple")
    start = module.text.span(0, 1)
    known = {record.layout: record for record in data_layouts().values()}
    usual = next(record for record in data_layouts().values() if record.bits == 64 and not record.obsolete)
    usual_triple = usual.triple.replace("*", "nvidia")
    record = known.get(layout[1]) if layout else None

    rule = "nvvm-data-layout/supported"
    if layout is None:
        hint = f'write target datalayout = "{usual.layout}"'
        yield broken(rule, "the module has no data layout", start, hint, code=_LAYOUT)
    elif record is None:
        value = module.text.tokens[layout[0].high - 1]
        hint = f'write "{usual.layout}"'
        yield broken(rule, "unsupported data layout", value, hint, code=_LAYOUT, subject=layout[1])
    elif record.obsolete:
        yield broken(
            f"{record.name}/deprecated",
            f"deprecated data layout of {record.bits}-bit pointers",
            module.text.tokens[layout[0].high - 1],
            record.obsolete,
            code="nvvm-deprecated",
            severity="warning",
        )

    rule = "nvvm-target-triple/supported"
    if triple is None:
        hint = f'write target triple = "{usual_triple}"'
        yield broken(rule, "the module has no target triple", start, hint, code=_LAYOUT)
        return
    statement, name = triple
    value = module.text.tokens[statement.high - 1]
    if not any(_fits(record.triple, name) for record in known.values()):
        hint = f'write "{usual_triple}"'
        yield broken(rule, f"unsupported target triple {name[:60]!r}", value, hint, code=_LAYOUT, subject=name)
    elif record and not _fits(record.triple, name):
        message = f"the target triple does not match the data layout, which has {record.bits}-bit pointers"
        yield broken("nvvm-target-triple/matches", message, value, code=_LAYOUT)


def _fits(pattern: str, triple: str) -> bool:
    return re.fullmatch(pattern.replace("*", "[^-]*"), triple) is not None


def _check_names(module: NvvmModule) -> Iterator[Diagnostic]:
    """Check names of global identifiers, and names that programs cannot define."""
    for function in module.functions:
        yield from _check_global_name(module, function.at, function.statement.kind)
    for variable in module.variables:
        yield from _check_global_name(module, variable.statement.low, variable.statement.kind)
    for statement in module.statements:
        for definition in (statement, *statement.body):
            token = module.text.tokens[definition.low]
            if token.kind == "local" and (definition is not statement or statement.kind == "local"):
                yield from _check_reserved(token.name, "variable", token)


def _check_global_name(module: NvvmModule, index: int, kind: str) -> Iterator[Diagnostic]:
    token = module.text.tokens[index]
    name = token.name
    if name in _SPECIAL:
        yield from check_use("global", name, token, module.target)
    elif not (kind == "declare" and name.startswith("llvm.")):
        yield from _check_reserved(name, "function" if kind == "define" else "variable", token)
        pattern = constructs()["nvvm-identifiers"].pattern
        if not (name.isdecimal() or re.fullmatch(pattern, f"@{name}") or _reserved(name)):
            message = f"{quoted(name)} is not a valid name of a global identifier"
            hint = "use letters, digits, $ and _, and no digit at the start"
            yield broken("nvvm-identifiers/no-dot", message, token, hint)


def _check_reserved(name: str, sort: str, stretch: Stretch) -> Iterator[Diagnostic]:
    if _reserved(name):
        rule = "nvvm-identifiers/reserved-prefix"
        message = f"{quoted(name)} is a reserved name"
        yield broken(rule, message, stretch, rule_named(rule).why, subject=f"{sort} {name}")


def _reserved(name: str) -> bool:
    patterns = constructs()["nvvm-identifiers"].reserved
    return any(re.fullmatch(pattern, sigil + name) for pattern in patterns for sigil in "@%")


def _check_initializers(module: NvvmModule) -> Iterator[Diagnostic]:
    """Check that initializers with addresses are an address plus a constant."""
    for variable in module.variables:
        low, high = variable.value
        value = module.text.tokens[low:high]
        operation = next((token.text for token in value if token.kind == "word" and token.text in _COMPUTING), None)
        if operation and any(token.kind == "global" for token in value):
            message = f"{operation} of an address: an initializer can only add a constant to an address"
            span = module.text.span(low, high)
            yield broken("nvvm-constants/initializer-form", message, span, subject=operation)


def _check_aliases(module: NvvmModule) -> Iterator[Diagnostic]:
    """Check that an alias names a device function, not a kernel."""
    functions = {function.name for function in module.functions}
    for variable in module.variables:
        if variable.kind == "alias":
            value = module.text.tokens[variable.value[0] : variable.statement.high]
            aliasee = next((token.name for token in reversed(value) if token.kind == "global"), "")
            if aliasee in module.kernels or aliasee not in functions:
                shown = f"@{aliasee[:40]} is {'a kernel' if aliasee in functions else 'not a function'}"
                span = module.text.span(variable.statement.low, variable.statement.high)
                yield broken("nvvm-aliases/function-alias", f"an alias must name a device function: {shown}", span)


def check_variable(module: NvvmModule, variable: IrVariable) -> Iterator[Diagnostic]:
    """Check the words around a variable, its address space and its initializer."""
    text, target = module.text, module.target
    low, high = variable.statement.low, variable.statement.high
    at = text.find(low, high, variable.kind) or low
    for index in text.outside(low, at):
        token = text.tokens[index]
        if token.text == "thread_local":
            yield from check_use("thread-local", token.text, token, target)
        elif token.text in _STORAGE and not (variable.name.startswith("llvm.") and token.text == "appending"):
            yield from check_use(_STORAGE[token.text], token.text, token, target)
    if variable.kind == "ifunc":
        yield from check_use("module-item", "ifunc", text.tokens[at], target)
    if variable.kind in ("alias", "ifunc"):
        return

    space = address_space(str(variable.space))
    if space is None or not (space.variables or space.name == "generic"):
        rule = "nvvm-global-variables/variable-space"
        message = f"variable in address space {variable.space}"
        yield broken(rule, message, text.span(low + 2, at + 1), rule_named(rule).why)

    initializer, end = variable.value
    for index in range(end, high):
        token = text.tokens[index]
        if token.kind == "group":
            yield from check_use("module-item", "global attributes", token, target)
        elif text.word(index, "section") and index + 1 < high:
            section = unquote(text.tokens[index + 1].text)
            if section != "llvm.metadata":
                rule = "nvvm-global-variables/no-section"
                message = f"variable in section {quoted(section)}"
                yield broken(rule, message, text.span(index, index + 2), rule_named(rule).why)
        elif text.word(index, "comdat"):
            yield from check_use("comdat", token.text, token, target)

    undefined = end - initializer == 1 and text.word(initializer, "undef", "poison")
    if variable.space == 3 and initializer < end and not undefined:
        yield broken(
            "nvvm-global-variables/shared-initializer",
            "a variable in shared memory cannot have an initializer",
            text.span(initializer, end),
            "initialize it with undef",
        )


def check_function(module: NvvmModule, function: IrFunction) -> Iterator[Diagnostic]:
    """Check the head of a function: storage, calling convention, attributes and clauses."""
    text, target = module.text, module.target
    for index in text.outside(function.statement.low + 1, function.result):
        token = text.tokens[index]
        if token.text in _STORAGE:
            yield from check_use(_STORAGE[token.text], token.text, token, target)
        elif token.text in _CONVENTIONS:
            yield from check_use("calling-convention", token.text, token, target)
        elif token.kind == "word":
            yield from check_use("parameter-attribute", token.text, token, target)
    for parameter in function.parameters:
        yield from check_attributes(module, parameter.low, parameter.high, "parameter-attribute")

    index, high = text.past(function.at + 1), function.statement.high
    while index < high:
        word = text.tokens[index].text
        if word in _CLAUSES:
            end = _clause_end(text, index)
            yield from check_use(_CLAUSES[word], word, text.span(index, min(end, high)), target)
            index = end
            continue
        if word not in _UNNAMED and word != "addrspace":
            yield from check_attributes(module, index, index + 1, "function-attribute")
        index = text.past_call(index)


def _clause_end(text: IrText, index: int) -> int:
    """Return the index after a clause: `gc "name"`, `align 16`, `comdat($c)`, `personality i32 (...)* @p`."""
    if text.word(index, "prefix", "prologue", "personality"):
        return text.past_call(text.type_end(index + 1))
    return text.past_call(index) if text.word(index, "comdat") else text.past(index + 1)


def check_attribute_groups(module: NvvmModule) -> Iterator[Diagnostic]:
    """Check `attributes #0 = { … }`."""
    for statement in module.of("attributes"):
        brace = module.text.find(statement.low, statement.high, "{")
        if brace is not None:
            yield from check_attributes(module, brace + 1, module.text.closing[brace], "function-attribute")


def check_attributes(module: NvvmModule, low: int, high: int, part: str) -> Iterator[Diagnostic]:
    """Check the attributes among some tokens, without their arguments and the name of a parameter."""
    for index in module.text.outside(low, high):
        token = module.text.tokens[index]
        if token.kind in ("word", "string") and not module.text.word(index - 1, "="):
            yield from check_use(part, token.text, token, module.target)
