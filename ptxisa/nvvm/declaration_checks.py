"""Checks of a module as a whole, and of its variables and the heads of its functions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from ptxisa.isa.diagnostics import Diagnostic, Stretch
from ptxisa.isa.nvvm import constructs, data_layouts
from ptxisa.isa.targets import admits
from ptxisa.nvvm.lexer import Token, unquote, words
from ptxisa.nvvm.module import DISCARDABLE, LINKAGE, NO_ACCESS, READS, WRITES, IrFunction, IrVariable, NvvmModule
from ptxisa.nvvm.reader import IrStatement
from ptxisa.nvvm.rules import (
    NEWEST_WORDS,
    SILENT,
    address_space,
    broken,
    check_use,
    compute,
    quoted,
    rule_named,
    space_of,
)

_STORAGE = {
    **dict.fromkeys(LINKAGE, "linkage"),
    **dict.fromkeys(("dllimport", "dllexport"), "dll-storage"),
    **dict.fromkeys(("dso_local", "dso_preemptable"), "preemption"),
    **dict.fromkeys(("default", "hidden", "protected"), "visibility"),
}
"""Parts of the language to which the words before a variable or function belong."""
TYPED_ATTRIBUTES = ("byval", "sret", "inalloca")
"""Attributes that have a type in the modern dialect only."""
_PASSING = frozenset((*TYPED_ATTRIBUTES, "inreg", "nest"))
"""Attributes of which a parameter can have only one, or `sret` with `inreg`."""
_SYNTAX = {"rule": "nvvm-dialects/llvm-subset", "code": "nvvm-syntax"}
_ALIGNED_STACK = "alignstack is an attribute of functions in LLVM 7"
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
_ACCESSES = ("writeonly", "inaccessiblememonly", "inaccessiblemem_or_argmemonly")
"""Attributes of functions that LLVM 7 does not remove when it finds that a function is `readnone` or `readonly`."""
_EXCLUSIVE = (
    ("readnone", "readonly"),
    ("readonly", "writeonly"),
    *(("readnone", attribute) for attribute in _ACCESSES),
)
"""Attributes of functions of which LLVM 7 accepts only one, and newer LLVM both."""
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
    sub mul udiv sdiv urem srem shl lshr ashr and or xor icmp fcmp select trunc zext sext fptrunc fpext fptoui fptosi
    uitofp sitofp fadd fsub fmul fdiv frem
    """
)
"""Operations that an initializer cannot apply to an address."""
_LAYOUT = "nvvm-layout"


class _Bound(NamedTuple):
    """A string attribute with one number or up to three, and the functions whose attribute is read."""

    single: bool = False
    of_kernels: bool = False
    of_declarations: bool = False


_BOUNDS = {
    "nvvm.maxntid": _Bound(),
    "nvvm.reqntid": _Bound(),
    "nvvm.cluster_dim": _Bound(of_declarations=True),
    "nvvm.maxnreg": _Bound(single=True),
    "nvvm.minctasm": _Bound(single=True, of_kernels=True),
    "nvvm.maxclusterrank": _Bound(single=True, of_declarations=True),
}
_UNSIGNED = re.compile("0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+|0[0-7]*|[1-9][0-9]*")
_LONGEST_INTEGER = 40


def check_dialect(module: NvvmModule) -> Iterator[Diagnostic]:
    """Check that the target has the dialect of opaque pointers."""
    needed = constructs()["nvvm-dialects"].entries["modern"].target
    if module.text.pointers == "modern" and module.target and not admits(needed, module.target):
        message = f"opaque pointers are in the modern dialect, which needs {compute(needed)}"
        yield broken("nvvm-dialects/modern", message, module.text.pointer_span, code="nvvm-target")


def check_module_items(module: NvvmModule) -> Iterator[Diagnostic]:
    """Check what a module has besides functions, variables and metadata."""
    yield from _check_layout(module)
    yield from _check_names(module)
    text, functions = module.text, module.functions_by_name
    for variable in module.variables:
        low, high = variable.value
        operation = next((token.text for token in text.tokens[low:high] if token.text in _COMPUTING), None)
        addresses = sum(token.kind == "global" for token in text.tokens[low:high])
        if operation and addresses:
            message = f"{operation} of an address: an initializer can only add a constant to an address"
            # The specification allows the subtraction of a constant, which libNVVM cannot compile.
            offset = operation == "sub" and addresses == 1 and not text.word(text.opening.get(high - 1, low) + 2, "0")
            severity = SILENT if offset and text.tokens[high - 2].kind == "number" else "error"
            rule, span = "nvvm-constants/initializer-form", text.span(low, high)
            yield broken(rule, message, span, severity=severity, subject=operation)
        if variable.kind == "alias":
            value = text.tokens[low : variable.statement.high]
            aliasee = next((token.name for token in reversed(value) if token.kind == "global"), "")
            other = module.variables_by_name.get(aliasee)
            sort = "alias" if other is not None and other.kind == "alias" else "variable"
            if aliasee in functions:
                sort = "kernel" if aliasee in module.kernels else "function"
            shown = f"@{aliasee[:40]} is {'a kernel' if sort == 'kernel' else 'not a function'}"
            # The specification has no rule about linkage types of aliases, but libNVVM cannot compile some of them.
            used = "used" if module.uses[variable.name] > 1 else "unused"
            yield broken(
                "nvvm-aliases/function-alias",
                f"an alias must name a device function: {shown}"
                if sort != "function"
                else f"alias with linkage {module.linkage(variable.statement)}",
                text.span(variable.statement.low, variable.statement.high),
                severity=SILENT if sort == "function" else "error",
                subject=f"{module.linkage(variable.statement) or 'external'} {used} {sort}",
            )
    for function in module.functions:
        # The specification has no such rule, but libNVVM rejects these kernels.
        if function.name in module.kernels and function.returns != ("void",):
            message = f"kernel @{function.name[:40]} must return void"
            yield broken(
                "nvvm-kernel/result",
                message,
                text.tokens[function.at],
                severity=SILENT,
                subject=("declared " if function.statement.kind == "declare" else "") + module.kernels[function.name],
            )
    for comment in text.block_comments:
        yield from check_use("module-item", "block comments", comment, module.target)
    for statement in module.of("comdat"):
        yield from check_use("comdat", "comdat", text.span(statement.low, statement.high), module.target)
    for statement in module.of("summary"):
        yield from check_use("module-item", "ThinLTO summary", text.tokens[statement.low], module.target)
    for statement in module.of("uselistorder", "uselistorder_bb"):
        yield from check_use("module-item", "uselistorder", text.span(statement.low, statement.high), module.target)


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
        subject = layout[1]
        default = _DEFAULT_PARTS[module.compiled_as]
        shorter = "-".join(part for part in layout[1].split("-") if not default.fullmatch(part))
        if same_layout(shorter, [each.layout for each in known.values() if not each.name.endswith("without-i128")]):
            # Releases compare the meaning of layouts, and some also their parts before they generate code.
            needed = [part for part in usual.layout.split("-") if not default.fullmatch(part)]
            reordered = sorted(shorter.split("-")) == sorted(needed)
            subject = "reordered" if reordered else "equivalent"
            subject += "" if module.of("define") else " without functions"
        yield broken(rule, "unsupported data layout", value, hint, code=_LAYOUT, subject=subject)
    elif record.obsolete:
        yield broken(
            f"{record.name}/deprecated",
            f"deprecated data layout of {record.bits}-bit pointers",
            module.text.tokens[layout[0].high - 1],
            record.obsolete,
            code="nvvm-deprecated",
            severity="warning",
        )

    def fits(pattern: str) -> bool:
        return triple is not None and re.fullmatch(pattern.replace("*", "[^-]*"), triple[1]) is not None

    rule = "nvvm-target-triple/supported"
    if triple is None:
        hint = f'write target triple = "{usual_triple}"'
        yield broken(rule, "the module has no target triple", start, hint, code=_LAYOUT)
        return
    statement, name = triple
    value = module.text.tokens[statement.high - 1]
    if not any(fits(each.triple) for each in known.values()):
        hint = f'write "{usual_triple}"'
        yield broken(rule, f"unsupported target triple {name[:60]!r}", value, hint, code=_LAYOUT, subject=name)
    elif record and not fits(record.triple):
        message = f"the target triple does not match the data layout, which has {record.bits}-bit pointers"
        yield broken("nvvm-target-triple/matches", message, value, code=_LAYOUT, subject=str(record.bits))


_DEFAULT_PARTS = {
    "llvm7": re.compile(r"[PA]0|s0|a0?:(?:0|8|16|32|64|128)(?::(?!8\b)(?:0|16|32|64|128))?|a:0:8"),
    "modern": re.compile(
        r"[PAG]0|s0|a:0(?::8)?|f16:16(?::16)?|f128:128:128|e|p:64:64(?::64)?|p3:32:32|i8:8:8|i16:16:16|i32:32:32|f32:32:32"
        "|f64:64:64"
    ),
}
"""Parts of layouts that LLVM assumes when they are omitted, and those of aggregates, which NVVM IR does not define."""
_DEFAULT_LAYOUT = {
    "i1": (8, 8),
    "i8": (8, 8),
    "i16": (16, 16),
    "i32": (32, 32),
    "i64": (32, 64),
    "f32": (32, 32),
    "f64": (64, 64),
    "p": (64, 64, 64),
}
"""ABI and preferred alignment in bits that LLVM assumes without a specification; for pointers, after their size."""
_SPECIFICATION = re.compile(
    r"(?P<sort>[ifv])(?P<bits>[1-9][0-9]{0,6}):(?P<abi>[0-9]{1,5})(?::(?P<preferred>[0-9]{1,5}))?"
    r"|p(?P<space>[0-9]{0,7}):(?P<size>[0-9]{1,5})(?::(?P<pointer>[0-9]{1,5}))?(?::(?P<index>[0-9]{1,5}))?"
    r"|n(?P<native>[0-9]{1,5}(?::[0-9]{1,5})*)|(?P<ignored>S[1-9][0-9]{0,4}|e)"
)


def same_layout(layout: str, others: Iterable[str]) -> bool:
    """Return True if a data layout gives the same sizes and alignments to the types of NVVM IR as one of the others.

    Vectors, other address spaces and the stack do not count, nor does the order: `e-i64:64-i128:128-n16:32:64` is the
    layout of 64-bit modules. What LLVM cannot read is the same as nothing.
    """
    meaning = _meaning_of(layout)
    return meaning is not None and meaning in [_meaning_of(other) for other in others]


def _meaning_of(layout: str) -> tuple[dict[str, tuple[int, ...]], bool] | None:
    """Return the alignments of a layout, and True if 16, 32 and 64 bits are native; None for one that is not valid."""
    alignments: dict[str, tuple[int, ...]] = dict(_DEFAULT_LAYOUT)
    native: set[str] = set()
    for specification in layout.split("-"):
        match = _SPECIFICATION.fullmatch(specification)
        if match is None:
            return None
        if match["sort"]:
            # An alignment is a number of bytes that is a power of two.
            abi = int(match["abi"])
            preferred = int(match["preferred"] or abi)
            if not all(bits >= 8 and bits & (bits - 1) == 0 for bits in (abi, preferred)):
                return None
            if match["sort"] + match["bits"] in (*_DEFAULT_LAYOUT, "i128"):
                alignments[match["sort"] + match["bits"]] = abi, preferred
        elif match["size"] and match["space"] in ("", "0"):
            pointer = int(match["pointer"] or match["size"])
            alignments["p"] = int(match["size"]), pointer, int(match["index"] or pointer)
        elif match["native"]:
            native.update(match["native"].split(":"))
    return alignments, {"16", "32", "64"} <= native


def _check_names(module: NvvmModule) -> Iterator[Diagnostic]:
    """Check names of global identifiers, and names that programs cannot define."""
    text, construct = module.text, constructs()["nvvm-identifiers"]
    pattern = re.compile("|".join(construct.reserved))

    @cache
    def reserved(kind: str, written: str) -> str:
        """Return the name that a token has if it is reserved. Most names repeat: each function has its own %entry."""
        name = Token(kind, written, 0, fresh=False).name
        return name if pattern.fullmatch(f"@{name}") else ""

    def check_reserved(token: Token, sort: str) -> Iterator[Diagnostic]:
        name = reserved(token.kind, token.text)
        if name:
            rule = "nvvm-identifiers/reserved-prefix"
            message = f"{quoted(name)} is a reserved name"
            yield broken(rule, message, token, rule_named(rule).why, subject=f"{sort} {name}")

    defined = [(function.at, function.statement) for function in module.functions]
    defined += [(variable.statement.low, variable.statement) for variable in module.variables]
    for index, statement in defined:
        token, kind = text.tokens[index], statement.kind
        if token.name in _SPECIAL:
            yield from check_use("global", token.name, token, module.target)
        elif not (kind == "declare" and token.name.startswith("llvm.")):
            yield from check_reserved(token, "function" if kind == "define" else "variable")
            unnamed = token.text[1:].isdecimal()  # `@"0"` is a name.
            valid = unnamed or re.fullmatch(construct.pattern, f"@{token.name}")
            if not valid and not reserved(token.kind, token.text):
                message = f"{quoted(token.name)} is not a valid name of a global identifier"
                hint = "use letters, digits, $ and _, and no digit at the start"
                place = "function" if kind in ("define", "declare") else "variable"
                subject = f"{module.linkage(statement) or kind} {token.name}"
                if token.name.startswith("llvm.") or _is_metadata(module, statement):
                    subject = f"special {place} {token.name}"
                yield broken("nvvm-identifiers/no-dot", message, token, hint, subject=subject)
    locals_ = [text.tokens[parameter.high - 1] for function in module.functions for parameter in function.parameters]
    for token in locals_:
        if token.kind == "local" and reserved(token.kind, token.text):
            yield from check_reserved(token, "parameter")
    for token in text.tokens:
        if token.kind == "label" and reserved(token.kind, token.text):
            yield from check_reserved(token, "label")
    starts = [statement.low for statement in module.statements if statement.kind == "local"]
    starts += [instruction.low for instruction in module.instructions]
    for start in starts:
        token = text.tokens[start]
        if token.kind == "local" and reserved(token.kind, token.text):
            yield from check_reserved(token, "variable")


def _is_metadata(module: NvvmModule, statement: IrStatement) -> bool:
    """Return True for a variable in the section `llvm.metadata`, which is not part of the program."""
    words = module.text.texts(statement.low, statement.high)
    return any(pair == ("section", '"llvm.metadata"') for pair in pairwise(words))


def check_variable(module: NvvmModule, variable: IrVariable) -> Iterator[Diagnostic]:
    """Check the words around a variable, its address space and its initializer."""
    text, target = module.text, module.target
    low, high = variable.statement.low, variable.statement.high
    at = text.find(low, high, variable.kind) or low
    for index in text.outside(low, at):
        token = text.tokens[index]
        if token.text == "thread_local":
            yield from check_use("thread-local", token.text, token, target)
        elif token.text in _STORAGE:
            metadata = token.text == "appending" and _is_metadata(module, variable.statement)
            # These variables are lists, which are appended. libNVVM requires the section of one of them.
            listed = variable.name in _SPECIAL and (metadata or variable.name != "llvm.compiler.used")
            if token.text == "appending" and listed:
                continue
            for diagnostic in check_use(_STORAGE[token.text], token.text, token, target):
                yield diagnostic._replace(subject=f"{'metadata ' if metadata else ''}{diagnostic.subject}")
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
            yield from _check_private_comdat(module, module.linkage(variable.statement), token)

    if variable.type in (("half",), ("bfloat",)) and end - initializer == 1:
        value = text.tokens[initializer]
        if value.text not in ("0xH0000", "0xR0000", "0.0", "zeroinitializer", "undef", "poison"):
            # The specification has no such rule, but libNVVM ends when it writes the value.
            rule, message = (
                "nvvm-global-variables/half-initializer",
                f"a variable of type {variable.type[0]} with a value",
            )
            yield broken(rule, message, value, "initialize an array of one element", severity=SILENT)
    aggregate = variable.type[:1] in (("[",), ("{",), ("<",)) and variable.type[-1:] != ("*",)
    if initializer < end and not aggregate:
        yield from _check_initializer_space(module, variable)
    if variable.space != 3 or initializer == end:
        return
    rule, span = "nvvm-global-variables/shared-initializer", text.span(initializer, end)
    type_tokens = (*variable.type, "{", "}", ",")
    values = [token.text for token in text.tokens[initializer:end] if token.text not in type_tokens]
    if any(value not in ("undef", "poison") for value in values):
        message = "a variable in shared memory cannot have an initializer"
        yield broken(rule, message, span, "initialize it with undef")
    elif module.linkage(variable.statement) == "common":
        yield broken(rule, "a common variable in shared memory", span, severity=SILENT, subject="common")


def _check_initializer_space(module: NvvmModule, variable: IrVariable) -> Iterator[Diagnostic]:
    """Report the address space of a scalar initializer that is an address, or a number computed from one."""
    text, (low, high) = module.text, variable.value
    spaces = [space_of(variable.type)]
    for index in range(low, high):
        token = text.tokens[index]
        other = module.variables_by_name.get(token.name) if token.kind == "global" else None
        if other is not None and other.kind not in ("alias", "ifunc"):
            spaces.append(str(other.space))
        elif token.text in ("addrspacecast", "ptrtoint", "inttoptr") and text.word(index + 1, "("):
            to = text.find(index + 2, text.closing[index + 1], "to")
            spaces += [space_of(text.type_at(at)) for at in (index + 2, *(() if to is None else (to + 1,)))]
    space = next((each for each in spaces if each not in ("0", "1", "4")), None)
    if space is not None:
        rule, message = "nvvm-global-variables/initializer-space", f"an address in address space {space[:10]}"
        yield broken(rule, message, text.span(low, high), severity=SILENT)


def check_function(module: NvvmModule, function: IrFunction) -> Iterator[Diagnostic]:
    """Check the head of a function: storage, calling convention, attributes and clauses."""
    text, target = module.text, module.target
    for index in text.outside(function.statement.low + 1, function.result):
        token = text.tokens[index]
        if token.text in _STORAGE:
            yield from check_use(_STORAGE[token.text], token.text, token, target)
        elif token.text in _CONVENTIONS:
            yield from check_use("calling-convention", token.text, token, target)
            number = text.tokens[index + 1].text if token.text == "cc" else ""
            # LLVM 7 keeps the low bits of a larger number, and uses the next bit for the garbage collector.
            if module.compiled_as == "llvm7" and re.fullmatch("[0-9]{4,10}", number) and int(number) & 1024:
                message = f"calling convention {number[:20]} is larger than 1023"
                yield broken(message=message, stretch=text.tokens[index + 1], **_SYNTAX)
        elif token.kind == "word" and not (token.text in TYPED_ATTRIBUTES and module.compiled_as == "llvm7"):
            yield from check_use("parameter-attribute", token.text, token, target)
    yield from check_result_attributes(module, function.statement.low + 1, function.result)
    if module.compiled_as == "llvm7":
        yield from _check_passing(module, function)
    linkage = module.linkage(function.statement)
    removed = linkage in ("internal", "private") or (linkage in DISCARDABLE and module.uses[function.name] == 1)
    for parameter in function.parameters:
        yield from check_attributes(module, parameter.low, parameter.high, "parameter-attribute")
        if module.compiled_as == "modern" and function.statement.kind == "define":
            for index in text.outside(parameter.low, parameter.high):
                if text.word(index, "immarg"):
                    message = "immarg is an attribute of parameters of intrinsics"
                    yield broken(message=message, stretch=text.tokens[index], **_SYNTAX)
        if function.statement.kind == "define" and not removed and module.is_empty(parameter.type):
            # The specification does not mention these parameters, for which libNVVM has no PTX.
            span = text.span(parameter.low - len(parameter.type), parameter.high)
            yield broken("nvvm-functions/empty-parameter", "a parameter of no bytes", span, severity=SILENT)

    index, high = text.past(function.at + 1), function.statement.high
    if module.compiled_as == "modern":
        yield from _check_launch_bounds(module, function)
    if module.compiled_as == "llvm7":
        yield from check_exclusive_attributes(module, index, high)
        if function.statement.kind == "define" and not removed:
            yield from _check_inferred_attributes(module, function, module.attributes(index, high))
    while index < high:
        word = text.tokens[index].text
        if word in _CLAUSES:
            # `gc "name"`, `align 16`, `comdat($c)`, `personality i32 (...)* @p`
            if word in ("prefix", "prologue", "personality"):
                end = text.past_call(text.type_end(index + 1))
            else:
                end = text.past_call(index) if word == "comdat" else text.past(index + 1)
            yield from check_use(_CLAUSES[word], word, text.span(index, min(end, high)), target)
            if word == "comdat":
                yield from _check_private_comdat(module, linkage, text.span(index, min(end, high)))
            index = end
            continue
        if word == "addrspace" and module.compiled_as == "llvm7":
            yield broken(message="addrspace of a function is newer than LLVM 7", stretch=text.tokens[index], **_SYNTAX)
        if word == "partition":
            index += 2  # The specification does not mention partitions, whose names are strings.
            continue
        if word not in _UNNAMED and word != "addrspace":
            yield from check_attributes(module, index, index + 1, "function-attribute")
        index = text.past_call(index)


def _check_private_comdat(module: NvvmModule, linkage: str, stretch: Stretch) -> Iterator[Diagnostic]:
    """Check that nothing private is in a comdat, which newer LLVM allows."""
    if module.compiled_as == "llvm7" and linkage == "private":
        yield broken(message="a private definition cannot be in a comdat", stretch=stretch, **_SYNTAX)


def check_result_attributes(module: NvvmModule, low: int, high: int) -> Iterator[Diagnostic]:
    """Check the attributes of a result that LLVM's verifier does not read: the text that it reads has others."""
    for index in module.text.outside(low, high):
        token = module.text.tokens[index]
        if token.text == "asm":
            return  # The words after it are those of inline assembly.
        if token.kind != "word":
            continue
        of_parameters = token.text in TYPED_ATTRIBUTES if module.compiled_as == "llvm7" else token.text == "immarg"
        if of_parameters:
            yield broken(message=f"{token.text} is an attribute of parameters", stretch=token, **_SYNTAX)
        elif token.text == "alignstack" and module.compiled_as == "llvm7":
            yield broken(message=_ALIGNED_STACK, stretch=token, **_SYNTAX)
        elif token.text in ("nocapture", "alignstack") and module.compiled_as == "modern":
            # LLVM since 21 reads nocapture as `captures(none)`, which a result can have.
            message = f"{token.text} is not an attribute of results in LLVM 18"
            yield broken(NEWEST_WORDS, message, token, severity=SILENT, subject=f"{token.text} of a result")


def check_exclusive_attributes(module: NvvmModule, low: int, high: int) -> Iterator[Diagnostic]:
    """Check the attributes of a function or a call for those that exclude each other in LLVM 7."""
    attributes = module.attributes(low, high) if low < high else set()
    for pair in _EXCLUSIVE:
        if attributes.issuperset(pair):
            message, span = f"{' and '.join(pair)} exclude each other", module.text.span(low, high)
            yield broken("nvvm-dialects/llvm-verifier", message, span, code="nvvm-syntax")


def _check_inferred_attributes(module: NvvmModule, function: IrFunction, attributes: set[str]) -> Iterator[Diagnostic]:
    """Report an attribute that contradicts what LLVM 7 infers about a function that writes nothing."""
    if "optnone" in attributes or attributes.isdisjoint(_ACCESSES):
        return
    access = module.accesses.get(function.name, WRITES)
    # A function that only reads is `readonly`, which excludes `writeonly`.
    excluded = {NO_ACCESS: _ACCESSES, READS: ("writeonly",)}.get(access, ())
    contradicted = [attribute for attribute in excluded if attribute in attributes]
    if not contradicted:
        return
    message = f"{contradicted[0]} function @{function.name[:40]} writes nothing"
    name = module.text.tokens[function.at]
    yield broken("nvvm-function-attributes/inferred", message, name, severity=SILENT, subject=contradicted[0])


def _check_launch_bounds(module: NvvmModule, function: IrFunction) -> Iterator[Diagnostic]:
    """Report string attributes such as `"nvvm.maxntid"="128"` that releases of libNVVM reject."""
    values = module.string_attributes(module.text.past(function.at + 1), function.statement.high)
    defined, kernel = function.statement.kind == "define", function.name in module.kernels
    subjects = []
    for name in _BOUNDS.keys() & values.keys():
        parts = [part.strip() for part in values[name].split(",")]
        if _BOUNDS[name].single:
            parts, limit = [values[name]], 1 << 64
        else:
            parts, limit = parts[:3] if parts[-1] or len(parts) > 3 else parts[:-1], 1 << 32
        required = defined and (kernel or not _BOUNDS[name].of_kernels)
        if (required or _BOUNDS[name].of_declarations) and any(_unsigned(part) not in range(limit) for part in parts):
            subjects.append("integer")
        dimensions = [re.match(r"[-+]?0*[1-9]", part) for part in map(str.strip, values[name].split(",")[:3])]
        if defined and kernel and name in ("nvvm.reqntid", "nvvm.cluster_dim") and not all(dimensions):
            subjects.append("zero")
    if defined and kernel:
        names = (each.name or "" for each in module.properties if each.entity == function.name)
        annotated = {re.sub("_?[xyz]$", "", name) for name in names}
        blocks = "nvvm.blocksareclusters" in values
        for bound in ("reqntid", "cluster_dim") if blocks or "blocksareclusters" in annotated else ():
            if f"nvvm.{bound}" not in values and (blocks or bound not in annotated):
                sort = "annotated" if bound in annotated else "no" if blocks else "annotated blocks without"
                subjects.append(f"{sort} {bound}")
    for subject in subjects:
        message = f"attributes for the launch of @{function.name[:40]}: {subject}"
        name_token = module.text.tokens[function.at]
        yield broken("nvvm-function-attributes/launch-bounds", message, name_token, severity=SILENT, subject=subject)


def _unsigned(text: str) -> int:
    """Return a number as LLVM reads it, with the prefix of another base; -1 for another text."""
    match = _UNSIGNED.fullmatch(text)
    if match is None or len(text) > _LONGEST_INTEGER:
        return -1
    base = {"0x": 16, "0b": 2, "0o": 8}.get(text[:2].lower(), 8 if text[0] == "0" else 10)
    return int(text, base)


def _check_passing(module: NvvmModule, function: IrFunction) -> Iterator[Diagnostic]:
    """Check how parameters are passed: LLVM reads a module of this dialect without the attributes that need a type."""
    results = 0
    for place, parameter in enumerate(function.parameters):
        passing = _PASSING.intersection(module.text.texts(parameter.low, parameter.high))
        results += "sret" in passing
        message = passing_conflict(passing)
        if message:
            pass
        elif not (parameter.pointer or passing.isdisjoint(TYPED_ATTRIBUTES)):
            message = f"{next(iter(passing))} requires a pointer"
        elif not passing.isdisjoint(("byval", "inalloca")) and module.is_unsized(parameter.type[:-1]):
            message = f"{next(iter(passing))} requires a pointer to a type that has a size"
        elif "sret" in passing and (place > 1 or results > 1):
            message = "sret must be the first or second parameter, and only one"
        elif "sret" in passing and function.returns != ("void",):
            message = "a function with sret must return void"
        elif "swifterror" in module.text.texts(parameter.low, parameter.high) and parameter.type[-2:] != ("*", "*"):
            message = "swifterror requires a pointer to a pointer"
        if message:
            yield broken(message=message, stretch=module.text.span(parameter.low, parameter.high), **_SYNTAX)


def passing_conflict(words: Iterable[str]) -> str:
    """Return what is wrong with a combination of attributes for passing a parameter in LLVM 7; empty if nothing is."""
    passing = _PASSING.intersection(words)
    # A result in a register is one way of passing.
    ways = passing - {"inreg"} if "sret" in passing else passing
    return f"{' and '.join(sorted(passing))} exclude each other" if len(ways) > 1 else ""


def check_attribute_groups(module: NvvmModule) -> Iterator[Diagnostic]:
    """Check `attributes #0 = { … }`, if anything has these attributes."""
    for statement in module.of("attributes"):
        brace = module.text.find(statement.low, statement.high, "{")
        used = any(token.text in module.attribute_groups for token in module.text.tokens[statement.low : brace])
        if brace is not None and used:
            names = {token.text for token in module.text.tokens[statement.low : brace]}
            place = "call " if names.isdisjoint(module.groups_of_globals) else ""
            yield from check_attributes(module, brace + 1, module.text.closing[brace], "function-attribute", place)


def check_attributes(module: NvvmModule, low: int, high: int, part: str, place: str = "") -> Iterator[Diagnostic]:
    """Check the attributes among some tokens, without their arguments and the name of a parameter.

    A `place` such as "call " begins the subjects of the diagnostics, where libNVVM has another answer.
    """
    for index in module.text.outside(low, high):
        token = module.text.tokens[index]
        if token.kind in ("word", "string") and not module.text.word(index - 1, "="):
            for diagnostic in check_use(part, token.text, token, module.target):
                yield diagnostic._replace(subject=place + diagnostic.subject)
            if token.text in TYPED_ATTRIBUTES and module.text.word(index + 1, "(") and module.compiled_as == "llvm7":
                message = f"{token.text} has no type in the LLVM 7 dialect"
                yield broken("nvvm-parameter-attributes/typed", message, token, f"write {token.text}")
            elif token.text == "alignstack" and part == "parameter-attribute" and module.compiled_as == "llvm7":
                yield broken(message=_ALIGNED_STACK, stretch=token, **_SYNTAX)
            elif token.text in TYPED_ATTRIBUTES and part == "function-attribute" and module.compiled_as == "llvm7":
                yield broken(message=f"{token.text} is an attribute of parameters", stretch=token, **_SYNTAX)
