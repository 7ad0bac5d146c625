"""Typed pointers of the LLVM 7 dialect: replaced by opaque ones for newer LLVM, and checked here in its place.

Opaque pointers have lost what a pointer points to. So this module compares the types with which values are used with
those with which they are defined, and the types of accesses with those that pointers point to.

Texts are masked: characters of strings, quoted names and comments are zero bytes. Places are those of the user's text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from ptxisa.isa.diagnostics import Diagnostic, Span
from ptxisa.nvvm.lexer import whole_word
from ptxisa.nvvm.rules import broken, type_text

_RULE = "nvvm-dialects/llvm-subset"
_DEEPEST = 100
"""Levels of types in types that are replaced; with no limit, time would be quadratic."""
_TYPED = re.compile(
    r"""(?P<pointee>(?: i[0-9]+ | half | bfloat | float | double | fp128 | x86_fp80 | ppc_fp128 | x86_mmx | void
          | metadata | %(?:[-\w$.]+|\0+) | ptr(?:[ ]+addrspace\([0-9]+\))? | \{[^{}]*\} | \[[^][]*\] | <[^<>]*>
        )
        (?: [ ]* \((?:[^()]|addrspace\([0-9]+\))*\) )?)
        (?P<space>[ ]*addrspace\([0-9]+\))? [ ]* \*+""",
    re.VERBOSE,
)
"""A typed pointer without pointers in it."""
_FEW = "{0,400}"
"""Repetitions in a line; with no limit, time would be quadratic."""
_SIMPLE = re.compile(r"i[1-9][0-9]*|half|float|double|%(?:[-\w$.]+|\0+)|ptr(?:[ ]+addrspace\([0-9]+\))?")


def balanced(depth: int) -> str:
    """Return a pattern for a character of a line, or for brackets of this depth."""
    plain = r"[^][(){}<>\n]"
    return rf"(?:{plain}|[\[({{<]{balanced(depth - 1)}{_FEW}[\])}}>])" if depth else plain


_BRACKETS = rf"[\[({{<]{balanced(2)}{_FEW}[\])}}>]"
_NAME = r"(?:[-\w$.]+|\0+)"
_AFTER = r"(?![\w.$-])(?:[ ]+addrspace\([0-9]+\))?"
_POINTER = rf"ptr{_AFTER}"
_TYPE = rf"(?:{_POINTER}|%{_NAME}|[a-z]\w*|{_BRACKETS})"
_WORDS = r"(?:[a-z_]+(?:\([^()\n]*\)|[ ]+[0-9]+)?[ ]+){0,12}"
"""Attributes, calling conventions and flags."""
_USE = re.compile(
    rf"(?P<pointer>{whole_word('ptr')}{_AFTER})[ ]*(?:(?P<cast>(?:bitcast|inttoptr|addrspacecast)[ ]*(?=\())"
    rf"|getelementptr[ ]*(?:inbounds[ ]*)?(?P<gep>\()|{_WORDS}(?P<name>[%@]{_NAME})(?![-\w$.\0]|[ ]*\())"
)
_CALL = re.compile(rf"{whole_word('call')}[ ]+{_WORDS}?(?P<result>{_TYPE})[ ]*(?P<name>@{_NAME})[ ]*\(")
_ACCESS = re.compile(
    rf"""(?:
        (?P<load>{whole_word("load")})[ ]+(?:(?:volatile|atomic)[ ]+)*(?P<loaded>{_TYPE})
      | (?P<gep>{whole_word("getelementptr")})[ ]+(?:inbounds[ ]+)?\(?(?P<element>{_TYPE})
      | (?P<store>{whole_word("store")})[ ]+(?:(?:volatile|atomic)[ ]+)*(?P<stored>{_TYPE})[ ]+
        (?:[^][(){{}}<>,\n]|{_BRACKETS}){_FEW}
    )[ ]*,[ ]*(?P<pointer>{_POINTER})(?![ ]*\*)""",
    re.VERBOSE,
)
_DEFINITION = re.compile(
    rf"""^[ \t]*(?P<name>%{_NAME})[ ]*=[ ]*(?:
        alloca[ ]+(?:inalloca[ ]+)?(?P<allocated>{_TYPE})
      | (?:load[ ]+(?:(?:volatile|atomic)[ ]+)* | (?:bitcast|inttoptr|addrspacecast)[ ][^\n]*[ ]to[ ]+ | phi[ ]+
          | select[ ]+i1[ ]+[^,\n]+,[ ]* | (?:(?:tail|musttail|notail)[ ]+)?call[ ]+{_WORDS}?
        )(?P<result>{_POINTER})
      | getelementptr[ ]+(?:inbounds[ ]+)?(?P<element>{_TYPE})[ ]*,[ ]*(?P<base>{_POINTER})
    )(?P<rest>[^\n]*)""",
    re.VERBOSE | re.MULTILINE,
)
_VARIABLE = re.compile(
    rf"^(?P<name>@{_NAME})[ ]*=(?P<head>[ \w()]*?)\b(?:(?:global|constant)[ ]+(?P<type>{_TYPE})"
    rf"|alias[ ]+{_TYPE}[ ]*,[ ]*(?P<aliasee>{_POINTER}))",
    re.MULTILINE,
)
_FUNCTION = re.compile(rf"^(?:define|declare)\b(?P<head>[^@\n]*)(?P<name>@{_NAME})[ ]*(?=\()", re.MULTILINE)
_NAMED_TYPE = re.compile(rf"^(?P<name>%{_NAME})[ ]*=[ ]*type[ ]+(?P<type>{_TYPE})", re.MULTILINE)
_NAMED_POINTER = re.compile(rf"(?P<name>%{_NAME})(?=(?: addrspace\([0-9]+\))?\*)")
_POINTEE_NAME = re.compile(rf"%{_NAME}")
_RETURN = re.compile(rf"{whole_word('ret')}[ ]+(?P<pointer>{_POINTER})")
_OMITTED = re.compile(r'"([-\w$.]+)"|("[^"]*")|;[^\n]*|\s+')
_PARAMETERS = re.compile(rf"\({balanced(3)}*\)")
_CONVERTED = re.compile(rf"[ ]to[ ]+(?P<pointer>{_POINTER})[ ]*\)\Z")
_PARAMETER_TYPE = re.compile(rf"\.\.\.|{_TYPE}")
_AGGREGATE = re.compile(rf"{_BRACKETS}\Z")
_SEPARATOR = re.compile(r"[][(){}<>,]")
_SPACE = re.compile(r"addrspace\([0-9]+\)")


class OpaqueText(NamedTuple):
    """A masked text in which pointers are opaque.

    `masked` is the text with typed pointers. `ends` has the end of each pointer by its start. `pointees` are the types
    that pointers point to, besides names and numbers, each with the place of the first one.
    """

    text: str
    masked: str
    ends: dict[int, int]
    pointees: dict[str, int]


def opaque_pointers(masked: str) -> OpaqueText:
    """Return the text with opaque pointers in place of typed ones: `i32 addrspace(1)*` becomes `ptr addrspace(1) `."""
    ends: dict[int, int] = {}
    pointees: dict[str, int] = {}

    replacements: dict[str, str] = {}
    shift = 0

    def opaque(match: re.Match[str]) -> str:
        start, end = match.start() + shift, match.end() + shift
        ends[start] = end
        written = match[0]
        if written not in replacements:
            pointee, space = match.groups()
            if not _SIMPLE.fullmatch(pointee):
                inner = opaque_pointers(pointee)
                pointees.setdefault(inner.text, start)
                for each, place in inner.pointees.items():
                    pointees.setdefault(each, start + place)
            pointer = "ptr " + space.strip() if space else "ptr"
            newlines = written.count("\n")
            replacements[written] = pointer + "\n" * newlines + " " * (end - start - len(pointer) - newlines)
        return replacements[written]

    typed, masked = masked, _TYPED.sub(opaque, masked)
    for _ in range(_DEEPEST):
        # What is left are pointers to pointers and to structures with pointers: only their lines are searched again.
        before, parts = masked, []
        last, star = 0, masked.find("*")
        while star >= 0:
            low, end = masked.rfind("\n", 0, star) + 1, masked.find("\n", star)
            shift, high = low, end if end >= 0 else len(masked)
            parts += [masked[last:low], _TYPED.sub(opaque, masked[low:high])]
            last, star = high, masked.find("*", high)
        shift = 0
        masked = "".join([*parts, masked[last:]])
        if masked == before:
            masked = _TYPED.sub(opaque, masked) if parts else masked  # A type may have several lines.
        if masked == before:
            break
    return OpaqueText(masked, typed, ends, pointees)


def check_typed_pointers(text: str, opaque: OpaqueText) -> Iterator[Diagnostic]:
    """Compare pointers with the definitions of the values that they are the types of, and with accesses."""
    types = _PointerTypes(text, opaque)
    for match in _ACCESS.finditer(opaque.text):
        opcode = match["load"] or match["gep"] or match["store"]
        group = {"load": "loaded", "getelementptr": "element", "store": "stored"}[opcode]
        pointer = types.pointer(match.start("pointer"))
        if pointer and pointer != types.pointer_to(types.type(match, group), pointer):
            message = f"{opcode} of {match[group][:60]} with a pointer of type {type_text(pointer[:60])}"
            start = match.start("pointer")
            yield broken(_RULE, message, Span(start, opaque.ends[start]), code="nvvm-syntax")
    for match in _CALL.finditer(opaque.text):
        result = types.results.get(types.written(*match.span("name")))
        # `call void (i32, ...) @f(…)` has the type of the function, which LLVM compares.
        if result and not match["result"].startswith("(") and types.type(match, "result") != result:
            message = f"@{text[match.start('name') + 1 : match.end('name')][:60]} returns {result[:60]}"
            yield broken(_RULE, message, Span(*match.span("result")), code="nvvm-syntax")
    for match in _NAMED_POINTER.finditer(opaque.masked):
        name = types.written(*match.span("name"))
        if name not in types.named:
            types.named[name] = name  # Reported once.
            yield broken(_RULE, f"type {name[:60]} is not defined", Span(*match.span("name")), code="nvvm-syntax")
    for pointee, start in opaque.pointees.items():
        for match in _POINTEE_NAME.finditer(pointee):
            low, high = start + match.start(), start + match.end()
            name = types.written(low, high)
            if name not in types.named:
                types.named[name] = name
                yield broken(_RULE, f"type {name[:60]} is not defined", Span(low, high), code="nvvm-syntax")
    functions = [match.start() for match in _FUNCTION.finditer(opaque.text)]
    for low, high in zip([0, *functions], [*functions, len(opaque.text)], strict=True):
        local = types.locals(low, high)
        head = _FUNCTION.match(opaque.text, low)
        result = types.results.get(types.written(*head.span("name")), "") if head else ""
        for match in _RETURN.finditer(opaque.text, low, high) if result else ():
            if types.pointer(match.start("pointer")) not in ("", result):
                message = f"the function returns {result[:60]}"
                yield broken(_RULE, message, Span(*match.span("pointer")), code="nvvm-syntax")
        for match in _USE.finditer(opaque.text, low, high):
            written = types.pointer(match.start("pointer"))
            if match["name"]:
                name, span = types.written(*match.span("name")), match.span("name")
                defined = (local if name.startswith("%") else types.globals).get(name, "")
            else:
                name, span = (match["cast"] or "getelementptr").strip(), match.span("pointer")
                defined = types.cast(match.end()) if match["cast"] else types.address(match.start("gep"))
            if written and defined and written != defined:
                message = f"{name[:60]} has type {defined[:60]}, not {written[:60]}"
                yield broken(_RULE, message, Span(*span), code="nvvm-syntax")


class _PointerTypes:
    """Types of the values of a module as they are written, without spaces."""

    def __init__(self, text: str, opaque: OpaqueText) -> None:
        self.text = text
        self.opaque = opaque
        self.named = {
            self.written(*match.span("name")): self.type(match, "type") for match in _NAMED_TYPE.finditer(opaque.text)
        }
        self.globals: dict[str, str] = {}
        self.results: dict[str, str] = {}
        for match in _VARIABLE.finditer(opaque.text):
            space = _SPACE.search(match["head"])
            variable = f"{self.type(match, 'type')}{space[0] if space else ''}*"
            name = self.written(*match.span("name"))
            self.globals[name] = self.pointer(match.start("aliasee")) if match["aliasee"] else variable
        for match in _FUNCTION.finditer(opaque.text):
            name, result = self.written(*match.span("name")), self._result(*match.span("head"))
            leading = (_PARAMETER_TYPE.match(opaque.text, *piece) for piece in self._parameters(match.end()))
            parameters = [self.type(parameter, 0) if parameter else "" for parameter in leading]
            if result:
                self.results[name] = result
            if result and all(parameters):
                self.globals[name] = f"{result}({','.join(parameters)})*"

    def written(self, low: int, high: int) -> str:
        """Return a type or a name of the text without spaces, comments, and quotes that a name does not need."""
        return _compact(self.text[low:high])

    def pointer(self, start: int) -> str:
        """Return the typed pointer in place of an opaque one; empty if that was in the text."""
        return self.written(start, self.opaque.ends[start]) if start in self.opaque.ends else ""

    def type(self, match: re.Match[str], group: str | int) -> str:
        """Return the type that a group of a pattern matched."""
        return self.pointer(match.start(group)) or self.written(*match.span(group))

    @staticmethod
    def pointer_to(type_: str, pointer: str) -> str:
        """Return the pointer to a type in the address space of another pointer."""
        space = re.search(r"addrspace\([0-9]+\)\*\Z", pointer)
        return type_ + (space[0] if space else "*")

    def locals(self, low: int, high: int) -> dict[str, str]:
        """Return the pointers that a function has as parameters or defines, by name."""
        head = _FUNCTION.match(self.opaque.text, low)
        types: dict[str, str] = {}
        for start, end in self._parameters(head.end()) if head else ():
            name = self.opaque.text[start:end].split()[-1]
            pointer = self.pointer(start)
            if pointer and re.fullmatch(rf"%{_NAME}", name):
                types[self.written(end - len(name), end)] = pointer
        for match in _DEFINITION.finditer(self.opaque.text, low, high):
            if match["allocated"]:
                space = _SPACE.search(match["rest"])
                pointer = f"{self.type(match, 'allocated')}{space[0] if space else ''}*"
            elif match["result"]:
                pointer = self.pointer(match.start("result"))
            else:
                rest = match["rest"]
                _, *indices = [rest[slice(*piece)] for piece in _pieces(rest, 0, len(rest))]
                element, base = self.type(match, "element"), self.pointer(match.start("base"))
                pointer = self._element_pointer(element, base, indices)
            if pointer:
                types[self.written(*match.span("name"))] = pointer
        return types

    def cast(self, opening: int) -> str:
        """Return the pointer to which a constant expression in parentheses converts; empty if unknown."""
        match = _PARAMETERS.match(self.opaque.text, opening)
        to = _CONVERTED.search(match[0]) if match else None
        return self.pointer(opening + to.start("pointer")) if to else ""

    def address(self, opening: int) -> str:
        """Return the type of a constant expression of getelementptr; empty if unknown."""
        pieces = list(self._parameters(opening))
        if len(pieces) < 2:
            return ""
        (low, high), (base, _), *rest = pieces
        element = self.pointer(low) or self.written(low, high)
        return self._element_pointer(element, self.pointer(base), [self.opaque.text[slice(*piece)] for piece in rest])

    def _element_pointer(self, type_: str, base: str, rest: Iterable[str]) -> str:
        """Return the result of getelementptr for its last operands; empty if it is not a pointer or unknown."""
        indices = [index.removeprefix("inrange ").split() for index in rest]
        indices = [index for index in indices if index and not index[0].startswith("!")]
        if not base or any(len(index) != 2 for index in indices):
            return ""
        for _, index in indices[1:]:
            while type_ in self.named and self.named[type_] != type_:
                type_ = self.named[type_]
            inner = type_[1:-1].removeprefix("{").removesuffix("}")
            if type_.startswith(("{", "<{")):
                fields = list(_pieces(inner, 0, len(inner)))
                if not re.fullmatch(r"-?[0-9]{1,40}", index):
                    return ""
                # LLVM keeps the low bits of a constant that does not fit its type, which is i32.
                field = int(index) & 0xFFFFFFFF
                if field >= len(fields):
                    return ""
                type_ = inner[slice(*fields[field])]
            elif type_.startswith(("[", "<")):
                type_ = inner.partition("x")[2]
            else:
                return ""
        return self.pointer_to(type_, base) if type_ else ""

    def _result(self, low: int, high: int) -> str:
        """Return the type at the end of the head of a function; empty for one that is not recognized."""
        head = self.opaque.text[low:high].rstrip()
        start = head.rfind("ptr")
        if start >= 0 and re.fullmatch(_POINTER, head[start:]):
            return self.pointer(low + start)
        aggregate = _AGGREGATE.search(head)
        if aggregate:
            return self.written(low + aggregate.start(), low + aggregate.end())
        words = head.split()
        end = low + len(head)
        return self.written(end - len(words[-1]), end) if words and re.fullmatch(rf"%?{_NAME}", words[-1]) else ""

    def _parameters(self, start: int) -> Iterator[tuple[int, int]]:
        """Yield the places of parameters in parentheses."""
        match = _PARAMETERS.match(self.opaque.text, start)
        if match:
            yield from _pieces(self.opaque.text, start + 1, match.end() - 1)


@lru_cache(maxsize=4096)
def _compact(written: str) -> str:
    # `i32 addrspace(0)*` is `i32*`.
    return _OMITTED.sub(lambda match: match[1] or match[2] or "", written).replace("addrspace(0)", "")


def _pieces(text: str, low: int, high: int) -> Iterator[tuple[int, int]]:
    """Yield the places of what is between commas outside brackets, without spaces around it."""
    commas, depth = [], 0
    for match in _SEPARATOR.finditer(text, low, high):
        if match[0] != ",":
            depth += 1 if match[0] in "([{<" else -1
        elif depth == 0:
            commas.append(match.start())
    for start, end in zip([low, *(comma + 1 for comma in commas)], [*commas, high], strict=True):
        piece = text[start:end]
        if piece.strip():
            yield start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())
