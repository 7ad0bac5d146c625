"""LLVM's own parser and verifier, through llvmlite: syntax, types of operands, SSA form, calls and metadata.

Every module of NVVM IR is a module of LLVM IR, so that LLVM must accept it. The rules of NVVM IR that LLVM
does not have are in the other modules of this package. llvmlite is optional, the extra `ptxisa[nvvm]`.

llvmlite has a newer LLVM than either dialect. The text that it reads has the length and the lines of the module, so
that places are those of the user's text:
    * typed pointers are replaced by opaque ones: `i32 addrspace(1)*` by `ptr addrspace(1) `;
    * recorded intrinsics have other names, since their types are those of the records and not of a release of LLVM;
    * attributes that only one of the LLVM versions has are blank.
"""

from __future__ import annotations

import atexit
import importlib.util
import json
import math
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from ptxisa.isa.diagnostics import Diagnostic, Span
from ptxisa.nvvm.intrinsics import find, in_llvm7
from ptxisa.nvvm.lexer import ADDRESS_SPACES, whole_word
from ptxisa.nvvm.module import NvvmModule
from ptxisa.nvvm.newer_syntax import (
    FLAGS_OF_INTEGERS,
    HEXADECIMAL_FRACTION,
    LITERAL,
    LITERALS,
    OPAQUE_POINTER,
    check_newer_syntax,
)
from ptxisa.nvvm.opaque_pointers import OpaqueText, opaque_module, opaque_pointers
from ptxisa.nvvm.removed_constants import REMOVED, removed_constants, replacement
from ptxisa.nvvm.rules import LLVM_SYNTAX, SILENT, broken
from ptxisa.nvvm.typed_pointers import check_typed_pointers
from ptxisa.nvvm.unnamed_values import check_unnamed_values

RULE = LLVM_SYNTAX
_ADDRESS = re.compile(" <0x[0-9a-f]+>")
"""Address of metadata in memory, which LLVM prints."""
_VERIFIER = "nvvm-dialects/llvm-verifier"
CODE = "nvvm-syntax"
_WORKER = Path(__file__).with_name("llvm_worker.py")
_OWN = ("Intrinsic has incorrect", "Callsite was not defined with variable", "immarg attribute only")
"""Messages about intrinsics, which the records are about."""
_SKIPPED = re.compile(r'"[^"]*"|;[^\n]*|/\*.*?\*/', re.DOTALL)
_NEWER = ("nocreateundeforpoison", "nooutline", "flatten", "immarg")
"""Attributes of LLVM 23, which libNVVM 13.5 reads, and one that renamed intrinsics cannot have."""
# Where an attribute may be, an attribute must remain: it is an error elsewhere, and so is an empty group.
_REPLACED = (
    (re.compile(r"noduplicates(?<=comdat noduplicates)\b"), ("noduplicates",), "any"),
    # These attributes have a type in newer LLVM.
    (re.compile(rf"{whole_word('byval')}(?<!\{{byval)(?![\w.$(:-])"), ("byval",), '"_"'),
    (re.compile(rf"{whole_word('sret')}(?<!\{{sret)(?![\w.$(:-])"), ("sret",), '"_"'),
    (re.compile(rf"{whole_word('inalloca')}(?<!\{{inalloca)(?<!alloca inalloca)(?![\w.$(:-])"), ("inalloca",), '"_"'),
    # This flag of an index has a range in newer LLVM.
    (re.compile(r"inrange(?<=[,(] inrange)(?= [i<])"), ("inrange",), ""),
    (LITERAL, LITERALS, "0.0"),
    (HEXADECIMAL_FRACTION, ("0x",), "0.0"),
    (FLAGS_OF_INTEGERS, ("itofp",), ""),
    (re.compile(r"\btarget_mem(?=[ ]*:)"), ("target_mem",), "errnomem"),
    *((re.compile(rf"{whole_word(word)}(?![\w.$(:-])"), (word,), '"_"') for word in _NEWER),
    (re.compile(rf"{whole_word('denormal_fpenv')}\([^()]*\)"), ("denormal_fpenv",), '"_"'),
)
"""Patterns with a word of each match, and the text in place of a match."""
_LLVM_7_ONLY = 5
"""Patterns at the beginning that are about modules with typed pointers."""
_CONVENTION = re.compile(r"\b(?P<call>call[ ]+(?:[a-z_]+[ ]+){0,12})?cc(?P<space>[ ]+)(?P<number>[0-9]{4,10})\b")
_CONVENTIONS = 1024
_WIDE_SPACE = re.compile(r"addrspace\((?P<number>[0-9]{8,10})\)")
_NEWER_METADATA = re.compile(r",[ ]*!(?:captures|memprof|noalias\.addrspace)[ ]+![0-9]+\b")
"""Metadata of kinds that LLVM 7 does not know, so that it has any form."""
_LOOP = re.compile(r",[ ]*!llvm\.loop[ ]+![0-9]+\b")
"""Metadata of which LLVM 7 does not verify the form; with some forms newer LLVM ends."""
_INCOMPATIBLE_ALIGNMENT = re.compile("attribute 'align [0-9]+' applied to incompatible type")
"""Message about what LLVM 7 accepts."""
_INTRINSIC = re.compile(r"@llvm(?=(\.[\w.$-]+))")
_TYPE_NAME = re.compile(r"%(?:[-\w$.]+|\0+)")
_TYPE_PARAMETERS = re.compile(r"\((?:[^()]|addrspace\([0-9]+\))*\)\Z")
_PLACE = re.compile(r"<string>:([0-9]+):([0-9]+): error: (.*)")
_HINTS = {
    "expected comma after load's type": "write load i32, i32* %p: LLVM before 3.7 had the type of the pointer only",
    "expected comma after getelementptr's type": (
        "write getelementptr i32, i32* %p, …: LLVM before 3.7 had the type of the pointer only"
    ),
    "unexpected type in metadata definition": "write !{…}: LLVM before 3.6 had the word metadata",
    "use of undefined value '@__nv_": "declare the function, and link libdevice",
    "use of undefined value '@": "declare or define it",
    "use of undefined value '%": "define the value in this function",
}
"""Hints for messages of LLVM's parser, by the beginning of the message."""
_INTRINSICS_ONLY = "but isn't an intrinsic"
"""Part of messages about types that only parameters of intrinsics may have."""
_OTHER_VERSION = re.compile("elementtype(?!' can only be)|IFunc")
"""Messages about what LLVM 7 accepts and newer LLVM does not, or releases of newer LLVM do not agree on."""
_UNLISTED = "DICompileUnit not listed in llvm.dbg.cu"
_DEBUG_VERSION, _HIDDEN_VERSION = '"Debug Info Version"', '"Debug_Info_Version"'


_ENTITY = re.compile(r"^(?:define|declare|attributes|module|[@%!$^])", re.MULTILINE)
_HEAD = re.compile(r"^(?:source_filename|target[ ]+(?:triple|datalayout))[ ]*=[ ]*\0+[ \t\r\0]*$", re.MULTILINE)
_UNKNOWN = "unknown intrinsic"
_INEXACT = "floating point constant invalid for type"
_OTHER_LITERAL = "floating point constant does not have type"
_BOUNDS = {
    "half": (2**-25, 65520.0),
    "bfloat": (2**-134, 3.3961775292304957e38),
    "float": (2**-150, 3.4028235677973366e38),
}
"""Numbers between these are not rounded to zero or infinity."""
_EXTREME = re.compile(r"(?<![\w.$%@!\"-])[-+]?([0-9]{1,40}\.[0-9]{0,40})[eE][-+]?[0-9]{3,40}(?![\w.])")
"""Decimal literal that may be rounded to zero or infinity even in double."""
_DECIMAL = re.compile(r"(?<![\w.$%@!\"-])[-+]?[0-9]+\.[0-9]*(?:[eE][-+]?[0-9]+)?(?![\w.])")
_LONGEST_NUMBER = 5000
_LONGEST_LINE = 5000
_LONG_NUMBER = re.compile(rf"(?<![\w.$%@!-])[0-9]{{{_LONGEST_NUMBER},}}(?![\w.])")
_LENGTH = 1000
"""Characters of the lines into which a long line is divided."""
_MOST_STARTS = 32
"""Starts of LLVM for the intrinsics of a module, each of which takes about 60 ms."""
_VALUE = re.compile(
    r"  |!|#dbg|(?:ptr|label|void|metadata|token|x86_\w+|half|bfloat|float|double|i[0-9]+|define|declare)\b|[<{[%@]"
)
"""Beginning of a line with an instruction, a value or a type that a message of the verifier is about."""


class LlvmMessages(NamedTuple):
    """What the parser and the verifier reported about a module, and what LLVM printed about its debug metadata."""

    parsed: str = ""
    verified: str = ""
    printed: str = ""


class LlvmProcess:
    """A child process with LLVM; it is started with the first module, and again after a module that ended it."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[str] | None = None
        self.version = ""

    def read(self, texts: Sequence[str]) -> list[LlvmMessages]:
        """Return what LLVM reported about each module up to one that ended the process."""
        if self.process is None:
            environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
            self.process = subprocess.Popen(
                [sys.executable, str(_WORKER)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                env=environment,
            )
            atexit.register(self.close)
            assert self.process.stdout is not None
            self.version = json.loads(self.process.stdout.readline() or '""')
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        answers: list[LlvmMessages] = []
        try:
            self.process.stdin.write(json.dumps(texts) + "\n")
            self.process.stdin.flush()
            while len(answers) < len(texts) and (line := self.process.stdout.readline()):
                answers.append(LlvmMessages(*json.loads(line)))
        except OSError:
            pass
        if len(answers) < len(texts):
            self.close()
        return answers

    def close(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None
            atexit.unregister(self.close)


_LLVM = LlvmProcess()


def as_llvm(
    masked: str,
    distinct: str,
    strings: Sequence[tuple[int, str]],
    opaque: OpaqueText | None,
    *,
    removed: bool,
    debugged: bool,
) -> str:
    """Return the text that LLVM reads in place of a module; places are the same.

    Args:
        masked: The module with zero bytes in place of strings and quoted names, and without comments.
        distinct: The different lines of the module with opaque pointers, masked in the same way.
        strings: The strings and quoted names with their places.
        opaque: The text with opaque pointers, for a module with typed ones.
        removed: Whether the module may have constant expressions that LLVM has removed since LLVM 7.
        debugged: Whether LLVM verifies debug metadata.
    """
    if opaque is not None:
        masked = opaque.text.replace("x86_mmx", "i64    ")  # LLVM 20 removed the type.
    for pattern, words, filler in _REPLACED if opaque is not None else _REPLACED[_LLVM_7_ONLY:]:
        # A search for a word is ten times faster than for a pattern, and most modules have none of these.
        if any(word in distinct for word in words) and pattern.search(distinct):
            masked = pattern.sub(partial(_fill, filler), masked)
    # Newer LLVM replaces annotations by attributes, which fails for some that older LLVM ignores.
    masked = masked.replace("!nvvm.annotations", "!nvvm_annotations")
    if removed and REMOVED.search(distinct):
        masked = REMOVED.sub(replacement, masked)
    if removed and _NEWER_METADATA.search(distinct):
        masked = _NEWER_METADATA.sub(partial(_fill, ""), masked)
    if removed and "dllexport" in distinct:
        masked = re.sub(rf"{whole_word('dllexport')}(?![\w.$(:-])", " " * len("dllexport"), masked)
    if removed and "addrspace" in distinct and _WIDE_SPACE.search(distinct):
        masked = _WIDE_SPACE.sub(_kept_space, masked)
    if "cc " in distinct and _CONVENTION.search(distinct):
        masked = _CONVENTION.sub(partial(_kept_convention, removed), masked)
    declared = {
        name
        for name in re.findall(r"declare[^@\n]*@(llvm\.[\w.$-]+)", masked)
        if _is_recorded(name) or (removed and not in_llvm7(name))
    }
    masked = _INTRINSIC.sub(lambda match: "@llv_" if "llvm" + match[1] in declared else "@llvm", masked)
    lines = masked.split("\n")
    if max(map(len, lines)) > _LONGEST_LINE:
        masked = "\n".join(map(_divided, lines))
    parts, last = [], 0
    for start, part in strings:
        if masked[start] != "\0":  # The quoted name of a type, which became `ptr`.
            continue
        # With this module flag, LLVM aborts if a module is invalid. Without it, debug metadata is not verified.
        hidden = part == _DEBUG_VERSION and not debugged
        parts += [masked[last:start], _HIDDEN_VERSION if hidden else part]
        last = start + len(part)
    return "".join([*parts, masked[last:]])


def _kept_space(match: re.Match[str]) -> str:
    """Return the number of an address space with the bits that LLVM 7 keeps; a larger one is a syntax error."""
    number = int(match["number"])
    return match[0] if number >> 32 else f"addrspace({number % ADDRESS_SPACES})".ljust(len(match[0]))


def _kept_convention(llvm7: bool, match: re.Match[str]) -> str:
    """Return a calling convention of which LLVM keeps the low bits, with those bits: larger numbers end newer LLVM.

    LLVM 7 keeps four more bits in a call, where such a number is that of no function.
    """
    number = int(match["number"])
    kept = number % _CONVENTIONS
    if llvm7 and match["call"] and number % (_CONVENTIONS << 4) != kept:
        kept = _CONVENTIONS - 1
    return f"{match['call'] or ''}cc{match['space']}{kept}".ljust(len(match[0]))


def _divided(line: str) -> str:
    """Return a masked line as lines of the same length in all; LLVM takes quadratic time for instructions in a line."""
    parts, start = [], 0
    while len(line) - start > _LONGEST_LINE:
        end = line.find(" ", start + _LENGTH)
        if end < 0:
            break
        parts.append(line[start:end])
        start = end + 1
    return "\n".join([*parts, line[start:]])


def _with_declarations(source: str) -> str:
    """Return a text with declarations, at its end, of intrinsics that LLVM does not know; records are about the names.

    Newer LLVM declares intrinsics itself. With opaque pointers, a call can have other types than the declaration.
    """
    unknown = unknown_intrinsics(f"llvm{name}" for name in _INTRINSIC.findall(source))
    source = _INTRINSIC.sub(lambda match: "@llv_" if "llvm" + match[1] in unknown else "@llvm", source)
    declared = set(re.findall(r"declare[^@\n]*@llv_(\.[\w.$-]+)", source))
    names = sorted({name.removeprefix("llvm") for name in unknown} - declared)
    return "\n".join([source, *(f"declare void @llv_{name}()" for name in names)])


def _fill(filler: str, match: re.Match[str]) -> str:
    return filler.ljust(len(match[0]))


def _without_late_heads(masked: str) -> str:
    """Return a text without `target` and `source_filename` after other entities, which only LLVM 7 reads."""
    first = _ENTITY.search(masked)
    if first is None or _HEAD.search(masked, first.start()) is None:
        return masked
    blank = partial(re.sub, r"[^\n]", " ")
    return masked[: first.start()] + _HEAD.sub(lambda match: blank(match[0]), masked[first.start() :])


def _masked(text: str) -> tuple[str, list[tuple[int, str]]]:
    """Return a text with zero bytes in place of strings and quoted names, and these with their places.

    Comments are blank.
    """
    strings: list[tuple[int, str]] = []

    def mask(match: re.Match[str]) -> str:
        part = match[0]
        character = " "
        if part[0] == '"':
            strings.append((match.start(), part))
            character = "\0"
        return re.sub(r"[^\n]", character, part) if "\n" in part else character * len(part)

    return _SKIPPED.sub(mask, text), strings


@cache
def _is_recorded(name: str) -> bool:
    """Return True for an intrinsic whose types are recorded; one with metadata must remain an intrinsic."""
    recorded = find(name)
    return recorded is not None and all(argument.type != "metadata" for argument in recorded.arguments)


@cache
def available() -> bool:
    """Return True if llvmlite is installed."""
    return importlib.util.find_spec("llvmlite") is not None


def unknown_intrinsics(names: Iterable[str]) -> set[str]:
    """Return the names of intrinsics that LLVM does not know; an empty set without llvmlite."""
    listed = sorted(name for name in set(names) if re.fullmatch(r"llvm\.[\w.$-]+", name))
    if not available() or not listed:
        return set()
    texts = [f"define void @f() {{\n  call void @{name}()\n  ret void\n}}\n" for name in listed]
    answers: list[LlvmMessages] = []
    for _ in range(_MOST_STARTS):
        answers += _LLVM.read(texts[len(answers) :])
        if len(answers) == len(texts):
            break
        # LLVM knows this name: without operands, calls of some intrinsics of earlier releases end the process.
        answers.append(LlvmMessages())
    return {name for name, answer in zip(listed, answers, strict=False) if _UNKNOWN in answer.parsed}


def check_llvm(module: NvvmModule, text: str) -> Iterator[Diagnostic]:
    """Report what LLVM does not parse, and what its verifier rejects."""
    masked, strings = _masked(text)
    distinct = _masked(module.text.distinct)[0] if module.text.distinct != text else masked
    opaque = None
    if module.dialect == "llvm7":
        opaque = opaque_module(text, masked, module.text.shapes, lambda line: _masked(line)[0])
    # For targets of the modern dialect, libNVVM reads both sorts of pointers in one module.
    if opaque is not None and not (module.compiled_as == "modern" and OPAQUE_POINTER.search(masked)):
        yield from check_typed_pointers(text, opaque)
    if module.compiled_as == "llvm7":
        yield from check_unnamed_values(opaque.text if opaque is not None else masked)
    yield from check_newer_syntax(masked, distinct, module.compiled_as)
    if opaque is not None:
        distinct = opaque_pointers(distinct).text
    if not available():
        return
    if opaque is not None:
        yield from _check_pointees(opaque)
        if REMOVED.search(distinct):
            yield from _check_removed_constants(opaque.text)
    if module.compiled_as == "llvm7":
        masked = _without_late_heads(masked)
        opaque = opaque and opaque._replace(text=_without_late_heads(opaque.text))
    # Newer LLVM and libNVVM remove invalid debug metadata, and those without a version; LLVM 7 reports them.
    debugged = module.compiled_as == "llvm7" and _DEBUG_VERSION in text and _has_debug_version(module)
    removed = module.compiled_as == "llvm7"
    source = as_llvm(masked, distinct, strings, opaque, removed=removed, debugged=debugged)
    if max(map(len, text.split("\n"))) > _LONGEST_NUMBER:
        # LLVM takes quadratic time for such numbers, of which it keeps the low bits.
        source = _LONG_NUMBER.sub(lambda match: "1".ljust(len(match[0])), source)
    answers = _LLVM.read([source])
    if answers and _UNKNOWN in answers[0].parsed:
        source = _with_declarations(source)
        answers = _LLVM.read([source])
    yield from _check_extremes(source)
    if answers and _INEXACT in answers[0].parsed:
        # Later text is checked as well, since libNVVM 13.5 rounds decimal literals of floating-point types.
        inexact = answers[0].parsed
        answers = _LLVM.read([_DECIMAL.sub(lambda match: "0.0".ljust(len(match[0])), source)])
        rounded = bool(answers) and inexact.splitlines()[0] not in answers[0].parsed
        yield _syntax_error(inexact, source, rounded=rounded)
        if not rounded:
            return
    if not answers and debugged:
        source = source.replace(_DEBUG_VERSION, _HIDDEN_VERSION)
        answers = _LLVM.read([source])
    if not answers:
        # An earlier module may have damaged the process that ended.
        answers = _LLVM.read([_LOOP.sub(partial(_fill, ""), source) if module.compiled_as == "llvm7" else source])
    if not answers:
        # libNVVM ends as well, or reports an error. A process that cannot read an empty module has another problem.
        severity = "error" if _LLVM.read([""]) else "note"
        yield broken(RULE, "LLVM ended when it read this module; it was not verified", Span(0, 0), severity=severity)
        return
    if answers[0].parsed:
        yield _syntax_error(answers[0].parsed, source)
    for message, values in _messages(answers[0].printed) if debugged else ():
        if not message.startswith("warning: "):
            units = module.metadata.named.get("llvm.dbg.cu")
            start = module.text.span(units.low, units.high) if units is not None else Span(0, 0)
            yield _invalid(message, values, source, start)._replace(subject="debug metadata")
    # Without the flag of debug metadata, newer LLVM removes !llvm.dbg.cu, but keeps other references to the unit.
    kept = module.compiled_as == "llvm7" or _DEBUG_VERSION in text
    listed = kept and (
        not _unlisted_units(module) or not (module.compiled_as == "modern" or _has_debug_version(module))
    )
    # In the modern dialect, libNVVM does not verify declarations without uses; intrinsics that LLVM has removed take
    # metadata.
    strict = [
        f"@{function.name}"
        for function in module.functions
        if not function.name.startswith("llvm.")
        and (
            function.statement.kind == "define"
            or module.compiled_as == "llvm7"
            or not module.is_unreachable(module.text.span(function.at, function.at + 1))
        )
    ]
    for message, values in _messages(answers[0].verified):
        if message.startswith(_OWN) and any("@llv_" in value for value in values):
            continue
        if message.startswith(_UNLISTED) and listed:
            continue
        if module.compiled_as == "llvm7" and _INCOMPATIBLE_ALIGNMENT.match(message[:1].lower() + message[1:]):
            continue
        if _INTRINSICS_ONLY in message and not any(name in value for value in values for name in strict):
            continue
        diagnostic = _invalid(message, values, source, Span(0, 0))
        if _OTHER_VERSION.search(diagnostic.subject) and module.compiled_as == "llvm7":
            diagnostic = diagnostic._replace(severity="note")
        yield diagnostic


def _check_extremes(source: str) -> Iterator[Diagnostic]:
    """Report decimal literals that are zero or infinite in double although they are written otherwise."""
    for literal in _EXTREME.finditer(source):
        value = abs(float(literal[0]))
        if value == math.inf or (not value and re.search("[1-9]", literal[1])):
            message, span = f"{literal[0]} is not in the range of double", Span(*literal.span())
            yield broken(RULE, message, span, code=CODE, severity=SILENT, subject="literal out of range")


def _messages(text: str) -> list[tuple[str, list[str]]]:
    """Return the messages of LLVM's verifier, each with the instructions and values that it is about."""
    messages: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if _VALUE.match(line) and messages:
            messages[-1][1].append(line)
        elif line.strip():
            messages.append((line.strip(), []))
    return messages


def _invalid(message: str, values: Sequence[str], source: str, default: Span) -> Diagnostic:
    """Return the diagnostic for a message of the verifier, at the place of a value or at `default`."""
    span = next(filter(None, (_place(value, source) for value in values)), default)
    value = _ADDRESS.sub("", values[0]).strip().replace("@llv_.", "@llvm.")[:100] if values else ""
    message = message.rstrip("!.")
    if message[1:2].islower():  # Not `DICompileUnit not listed in llvm.dbg.cu`.
        message = message[:1].lower() + message[1:]
    return broken(_VERIFIER, f"LLVM: {message[:160]}", span, value, code=CODE, subject=message)


def _unlisted_units(module: NvvmModule) -> set[str]:
    """Return the compile units that `!llvm.dbg.cu` does not list."""
    listed = module.metadata.named.get("llvm.dbg.cu")
    names = {module.text.tokens[low].text for low, _ in listed.operands} if listed is not None else set()
    return {f"!{name}" for name, node in module.metadata.nodes.items() if node.kind == "DICompileUnit"} - names


def _has_debug_version(module: NvvmModule) -> bool:
    """Return True if `!nvvmir.version` has a version of debug metadata, without which libNVVM removes the metadata."""
    return any(len(node.operands) == 4 for node in module.metadata.listed("nvvmir.version"))


def _check_pointees(opaque: OpaqueText) -> Iterator[Diagnostic]:
    """Report the first type that LLVM does not parse among those that pointers point to."""
    lines = []
    for index, pointee in enumerate(opaque.pointees):
        type_ = " ".join(_TYPE_NAME.sub("i8 ", pointee).replace("\0", " ").replace("x86_mmx", "i64").split())
        parameters = _TYPE_PARAMETERS.search(type_)
        if type_ == "metadata":
            # LLVM accepts it as a name of a type.
            lines.append(f"%t{index} = type [1 x metadata]")
        elif parameters:
            lines.append(f"declare {type_[: parameters.start()]} @f{index}{parameters[0]}")
        else:
            lines.append(f"%t{index} = type {type_}")
    answers = _LLVM.read(["\n".join(lines)]) if lines else []
    match = _PLACE.search(answers[0].parsed) if answers else None
    if match is not None:
        pointee, start = list(opaque.pointees.items())[int(match[1]) - 1]
        yield broken(RULE, f"LLVM: {match[3][:160]}", Span(start, start + len(pointee)), code=CODE, subject=match[3])


def _check_removed_constants(masked: str) -> Iterator[Diagnostic]:
    """Report the first constant expression among those that newer LLVM does not have which is not valid."""
    constants = list(removed_constants(masked))
    lines = [f"  %x{index} = {constant.instruction or 'add i1 0, 0'}" for index, constant in enumerate(constants)]
    answers = _LLVM.read(["\n".join(["define void @f() {", *lines, "  ret void", "}"])]) if lines else []
    place = _PLACE.search(answers[0].parsed) if answers else None
    invalid = [(constant, constant.reason) for constant in constants if constant.reason]
    if place is not None and 0 <= int(place[1]) - 2 < len(constants):
        invalid.append((constants[int(place[1]) - 2], f"LLVM: {place[3][:160]}"))
    for constant, reason in invalid:
        start = constant.start
        word = re.compile(r"[a-z]+").match(masked, start)
        span = Span(start, word.end() if word else start + 1)
        yield broken(RULE, reason, span, code=CODE, subject=reason.removeprefix("LLVM: "))


def _syntax_error(message: str, source: str, *, rounded: bool = False) -> Diagnostic:
    """Return the diagnostic for an error of LLVM's parser, a note if it is about a difference of LLVM versions.

    The error may be about a literal that could be `rounded`.
    """
    match = _PLACE.search(message)
    if match is None:
        return broken(RULE, f"LLVM: {message.strip().splitlines()[-1][:120]}", Span(0, 0), code=CODE)
    line, column, reason = int(match[1]), int(match[2]), match[3]
    start = 0
    for _ in range(line - 1):
        start = source.find("\n", start) + 1
    # Columns are counted in bytes of UTF-8.
    text = source[start : start + column]
    start += column - 1 if text.isascii() else len(text.encode()[: column - 1].decode("utf-8", "ignore"))
    token = re.compile(r"[%@!#]?[\w.$-]+|.", re.DOTALL).match(source, start)
    span = Span(start, token.end() if token else start)
    reason = reason.replace("@llv_.", "@llvm.")
    literal, subject = source[span.start : span.end], reason
    if rounded:
        types = re.findall("half|bfloat|float", source[source.rfind("\n", 0, start) + 1 : start])
        number = _DECIMAL.match(source, start)
        smallest, infinite = _BOUNDS[types[-1]] if types else (0, 0)
        if number is not None and smallest < abs(float(number[0])) < infinite:
            subject = "inexact decimal literal"
    elif reason.startswith(_OTHER_LITERAL):
        subject = f"{reason}: {literal[:3]}"
    elif literal == "elementtype" and not source.startswith("define", source.rfind("\n", 0, start) + 1):
        subject = f"{reason}: elementtype"
    elif _is_opaque(source, start):
        subject = f"{reason}: opaque"
    diagnostic = broken(RULE, f"LLVM: {reason[:160]}", span, code=CODE, subject=subject)
    hint = next((hint for pattern, hint in _HINTS.items() if re.match(pattern, reason)), "")
    if hint:
        diagnostic = diagnostic._replace(hint=hint)
    if _OTHER_VERSION.search(reason):
        hint = f"LLVM {_LLVM.version} cannot read this, older LLVM can; what follows was not verified"
        diagnostic = diagnostic._replace(severity="note", hint=hint)
    return diagnostic


def _is_opaque(source: str, start: int) -> bool:
    """Return True if a value at `start`, or a type there, has an opaque type with a name, and is not stored."""
    before = source[source.rfind("\n", 0, start) + 1 : start]
    name = re.search(rf"{_TYPE_NAME.pattern}(?=[ ]*\Z)", before) or _TYPE_NAME.match(source, start)
    if name is None or before.lstrip().startswith("store"):
        return False
    return re.search(rf"^{re.escape(name[0])}[ ]*=[ ]*type[ ]+opaque\b", source, re.MULTILINE) is not None


def _place(value: str, source: str) -> Span | None:
    """Return the place of an instruction or a value that the verifier printed."""
    printed = value.strip()
    if printed.startswith("ptr @"):
        # The function, and not an operand with its name.
        named = re.compile(rf"^(?:define|declare)\b[^@\n]*({re.escape(printed[4:])})(?![-\w$.])", re.MULTILINE)
        match = named.search(source)
        if match is not None:
            return Span(*match.span(1))
    start = source.find(printed)
    if start < 0:
        # LLVM prints instructions in its own form; their results have the names of the text.
        name = re.match(r"(%[-\w$.]+|%\"[^\"]*\") =|(?:define|declare|ptr) .*?(@[-\w$.]+)", printed)
        if name is None:
            return None
        match = re.search(rf"{re.escape(name[1])}(?= *=)" if name[1] else rf"{re.escape(name[2])}\b", source)
        return Span(*match.span()) if match else None
    end = source.find("\n", start)
    return Span(start, min(start + len(printed), end if end >= 0 else len(source)))
