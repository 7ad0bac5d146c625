"""Checks of typed pointers of the LLVM 7 dialect, which newer LLVM does not have.

Opaque pointers have lost what a pointer points to. So this module compares the types with which values are used with
those with which they are defined, and the types of accesses with those that pointers point to.

Texts are masked: characters of strings, quoted names and comments are zero bytes. Places are those of the user's text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from ptxisa.isa.diagnostics import Diagnostic, Span
from ptxisa.nvvm.lexer import FEW, balanced, whole_word
from ptxisa.nvvm.opaque_pointers import HEADS, NAME, PLACEHOLDERS, LineShape, OpaqueText, opaque_pointers
from ptxisa.nvvm.rules import broken, type_text

_RULE = "nvvm-dialects/llvm-subset"
_BRACKETS = rf"[\[({{<]{balanced(2)}{FEW}[\])}}>]"
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
        (?:[^][(){{}}<>,\n]|{_BRACKETS}){FEW}
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
_LOCAL = re.compile(rf"%{_NAME}")
_LINE_OF_HEAD = re.compile("^(?=[@%]|define|declare)", re.MULTILINE)
_FUNCTION = re.compile(rf"^(?:define|declare)\b(?P<head>[^@\n]*)(?P<name>@{_NAME})[ ]*(?=\()", re.MULTILINE)
_NAMED_TYPE = re.compile(rf"^(?P<name>%{_NAME})[ ]*=[ ]*type[ ]+(?P<type>{_TYPE})", re.MULTILINE)
_NAMED_POINTER = re.compile(rf"(?P<name>%{_NAME})(?=(?: addrspace\([0-9]+\))?\*)")
_RETURN = re.compile(rf"{whole_word('ret')}[ ]+(?P<pointer>{_POINTER})")
_OMITTED = re.compile(r'"([-\w$.]+)"|("[^"]*")|;[^\n]*|\s+', re.ASCII)
_PARAMETERS = re.compile(rf"\({balanced(3)}*\)")
_CONVERTED = re.compile(rf"[ ]to[ ]+(?P<pointer>{_POINTER})[ ]*\)\Z")
_PARAMETER_TYPE = re.compile(rf"\.\.\.|{_TYPE}")
_AGGREGATE = re.compile(rf"{_BRACKETS}\Z")
_SEPARATOR = re.compile(r"[][(){}<>,]")
_SPACE = re.compile(r"addrspace\([0-9]+\)")


class _Facts(NamedTuple):
    """What lines say about pointers.

    Attributes:
        faults: Messages with their places.
        definitions: Names and types of local pointers.
        uses: Names and types with which local pointers are used, with places.
        returns: Types of pointers that are returned, with places.

    In a line of a shape, a name is the number of its slot.
    """

    faults: list[tuple[str, int, int]]
    definitions: list[tuple[str | int, str]]
    uses: list[tuple[str | int, str, int, int]]
    returns: list[tuple[str, int, int]]


class _Function(NamedTuple):
    """Type of the result of a function, and its parameters that are pointers."""

    result: str = ""
    pointers: Mapping[str, str] = MappingProxyType({})


def check_typed_pointers(text: str, opaque: OpaqueText) -> Iterator[Diagnostic]:
    """Compare pointers with the definitions of the values that they are the types of, and with accesses."""
    types = _PointerTypes(text, opaque)
    yield from _check_named_types(types)
    if opaque.lines:
        yield from _check_lines(types)
        return
    for low, high in zip([0, *types.functions], [*types.functions, len(text)], strict=True):
        facts, function = types.facts(low, high), types.functions.get(low, _Function())
        local = {**function.pointers, **{str(name): type_ for name, type_ in facts.definitions}}
        yield from _mismatches(facts, local, function.result)


def _check_lines(types: _PointerTypes) -> Iterator[Diagnostic]:
    """Check a module whose lines of one shape are read once."""
    text, opaque = types.text, types.opaque
    known = {shape: types.facts_of_shape(line) for shape, line in opaque.shapes.items()}
    function, local = _Function(), dict[str, str]()
    # A pointer may be used before the line of its definition.
    uses: list[tuple[int, _Facts, list[str]]] = []
    for start, shape in [*opaque.lines, (len(text), "")]:
        if start in types.functions or start == len(text):
            for low, facts, names in uses:
                written = [(names[name] if isinstance(name, int) else name, type_) for name, type_, _, _ in facts.uses]
                wrong = any(local.get(name, type_) != type_ for name, type_ in written)
                if wrong or facts.faults or (function.result and any(r[0] != function.result for r in facts.returns)):
                    for each in _mismatches(types.line(low), local, function.result):
                        yield each.at(Span(low + each.span.start, low + each.span.end))
            uses.clear()
            function = types.functions.get(start, _Function())
            local = dict(function.pointers)
        facts = known.get(shape) or types.line(start)
        if not any(facts):
            continue
        named = shape in known and (facts.definitions or facts.uses)
        names = types.names(start, opaque.shapes[shape]) if named else []
        for name, type_ in facts.definitions:
            local[names[name] if isinstance(name, int) else name] = type_
        if facts.uses or facts.faults or facts.returns:
            uses.append((start, facts, names))


def _mismatches(facts: _Facts, local: Mapping[str, str], result: str) -> Iterator[Diagnostic]:
    """Yield what is wrong in a function whose pointers have the types `local`, and which returns `result`."""
    found = list(facts.faults)
    for name, type_, low, high in facts.uses:
        defined = local.get(str(name), type_)
        if type_ != defined:
            found.append((f"{str(name)[:60]} has type {defined[:60]}, not {type_[:60]}", low, high))
    for type_, low, high in facts.returns:
        if result and type_ != result:
            found.append((f"the function returns {result[:60]}", low, high))
    for message, low, high in found:
        yield broken(_RULE, message, Span(low, high), code="nvvm-syntax")


def _check_named_types(types: _PointerTypes) -> Iterator[Diagnostic]:
    """Check that the types are defined to which pointers point."""
    opaque = types.opaque

    def names_in(texts: _PointerTypes, low: int, high: int) -> set[str]:
        matches = _NAMED_POINTER.finditer(texts.opaque.masked, low, high)
        return {texts.written(*match.span("name")) for match in matches}

    names: set[str] = set()
    for line in opaque.shapes.values():
        names |= names_in(types.of(line.line, line.opaque), 0, len(line.line))
    for start, shape in opaque.lines:
        if shape.startswith(HEADS) and "*" in shape:
            names |= names_in(types, start, types.end(start))
    if not opaque.lines or not names <= types.named.keys():
        for match in _NAMED_POINTER.finditer(opaque.masked):
            name = types.written(*match.span("name"))
            if name not in types.named:
                types.named[name] = name  # Reported once.
                yield broken(_RULE, f"type {name[:60]} is not defined", Span(*match.span("name")), code="nvvm-syntax")
    for pointee, start in opaque.pointees.items():
        for match in _LOCAL.finditer(pointee):
            low, high = start + match.start(), start + match.end()
            name = types.written(low, high)
            if name not in types.named:
                types.named[name] = name
                yield broken(_RULE, f"type {name[:60]} is not defined", Span(low, high), code="nvvm-syntax")


class _PointerTypes:
    """Types of the values of a module as they are written, without spaces."""

    def __init__(self, text: str, opaque: OpaqueText) -> None:
        self.text = text
        self.opaque = opaque
        self.unknown = False
        """True if a type has the placeholder of a name."""
        self.named: dict[str, str] = {}
        self.globals: dict[str, str] = {}
        self.results: dict[str, str] = {}
        self.functions: dict[int, _Function] = {}
        heads = [start for start, shape in opaque.lines if shape.startswith(HEADS)]
        for start in heads or [match.start() for match in _LINE_OF_HEAD.finditer(opaque.text)]:
            if function := _FUNCTION.match(opaque.text, start):
                self.functions[start] = self._function(function)
            elif variable := _VARIABLE.match(opaque.text, start):
                name = self.written(*variable.span("name"))
                if variable["aliasee"]:
                    self.globals[name] = self.pointer(variable.start("aliasee"))
                else:
                    space = _SPACE.search(variable["head"])
                    self.globals[name] = f"{self.type(variable, 'type')}{space[0] if space else ''}*"
            elif named := _NAMED_TYPE.match(opaque.text, start):
                self.named[self.written(*named.span("name"))] = self.type(named, "type")

    def _function(self, head: re.Match[str]) -> _Function:
        """Return a function, whose type and result it adds to those of the module."""
        name, result = self.written(*head.span("name")), self._result(*head.span("head"))
        types: list[str] = []
        pointers: dict[str, str] = {}
        for start, end in self._parameters(head.end()):
            leading = _PARAMETER_TYPE.match(self.opaque.text, start, end)
            types.append(self.type(leading, 0) if leading else "")
            pointer = self.pointer(start)
            last = self.opaque.text[start:end].split()[-1]
            if pointer and _LOCAL.fullmatch(last):
                pointers[self.written(end - len(last), end)] = pointer
        if result:
            self.results[name] = result
        if result and all(types):
            self.globals[name] = f"{result}({','.join(types)})*"
        return _Function(result and self.results.get(name, ""), pointers)

    def of(self, text: str, opaque: OpaqueText) -> _PointerTypes:
        """Return the types for another text of the module."""
        types = copy(self)
        types.text, types.opaque, types.unknown = text, opaque, False
        return types

    def end(self, start: int) -> int:
        """Return the end of the line that begins at `start`."""
        end = self.text.find("\n", start)
        return end if end >= 0 else len(self.text)

    def line(self, start: int) -> _Facts:
        """Return what the line that begins at `start` says, with places in the line."""
        end = self.end(start)
        line = self.of(self.text[start:end], opaque_pointers(self.opaque.masked[start:end]))
        return line.facts(0, end - start)

    def names(self, start: int, shape: LineShape) -> list[str]:
        """Return the variable parts of the line of a shape that begins at `start`."""
        matches = shape.parts.finditer(self.text, start, self.end(start) + 1)
        return [_compact(name) if '"' in (name := match[0]) else name for match in matches]

    def facts_of_shape(self, shape: LineShape) -> _Facts | None:
        """Return what lines of a shape say, None if it depends on names."""
        types = self.of(shape.line, shape.opaque)
        facts = types.facts(0, len(shape.line))
        return None if types.unknown or not shape.template else facts

    def facts(self, low: int, high: int) -> _Facts:
        """Return what lines say about pointers, in the order of the text."""
        facts, text = _Facts([], [], [], []), self.opaque.text
        # The shape of a line has a placeholder for each name, whose number is the name.
        is_shape = self.text.find(NAME, low, high) >= 0
        placeholders = PLACEHOLDERS.finditer(self.text) if is_shape else ()
        slots = {match.start(): number for number, match in enumerate(placeholders)}

        def named(name: tuple[int, int]) -> str | int:
            return slots[name[0]] if self.text[slice(*name)] == NAME else self.written(*name)

        for match in _ACCESS.finditer(text, low, high):
            opcode = match["load"] or match["gep"] or match["store"]
            group = {"load": "loaded", "getelementptr": "element", "store": "stored"}[opcode]
            start = match.start("pointer")
            pointer = self.pointer(start)
            if pointer and pointer != self.pointer_to(self.type(match, group), pointer):
                message = f"{opcode} of {match[group][:60]} with a pointer of type {type_text(pointer[:60])}"
                facts.faults.append((message, start, self.opaque.ends[start]))
        for match in _CALL.finditer(text, low, high):
            result = self.results.get(self.written(*match.span("name")))
            # `call void (i32, ...) @f(…)` has the type of the function, which LLVM compares.
            if result and not match["result"].startswith("(") and self.type(match, "result") != result:
                name = self.text[match.start("name") + 1 : match.end("name")]
                facts.faults.append((f"@{name[:60]} returns {result[:60]}", *match.span("result")))
        for match in _DEFINITION.finditer(text, low, high):
            pointer = self._defined(match)
            if pointer:
                facts.definitions.append((named(match.span("name")), pointer))
        for match in _RETURN.finditer(text, low, high):
            returned = self.pointer(match.start("pointer"))
            if returned:
                facts.returns.append((returned, *match.span("pointer")))
        for match in _USE.finditer(text, low, high):
            written = self.pointer(match.start("pointer"))
            if match["name"] and match["name"].startswith("%"):
                if written:
                    facts.uses.append((named(match.span("name")), written, *match.span("name")))
                continue
            if match["name"]:
                name, span = self.written(*match.span("name")), match.span("name")
                defined = self.globals.get(name, "")
            else:
                name, span = (match["cast"] or "getelementptr").strip(), match.span("pointer")
                defined = self.cast(match.end()) if match["cast"] else self.address(match.start("gep"))
            if written and defined and written != defined:
                facts.faults.append((f"{name[:60]} has type {defined[:60]}, not {written[:60]}", *span))
        return facts

    def _defined(self, match: re.Match[str]) -> str:
        """Return the type of the pointer that an instruction defines; empty if it is not a pointer or unknown."""
        if match["allocated"]:
            space = _SPACE.search(match["rest"])
            return f"{self.type(match, 'allocated')}{space[0] if space else ''}*"
        if match["result"]:
            return self.pointer(match.start("result"))
        rest = match["rest"]
        indices = [rest[slice(*piece)] for piece in _pieces(rest, 0, len(rest))][1:]
        return self._element_pointer(self.type(match, "element"), self.pointer(match.start("base")), indices)

    def written(self, low: int, high: int) -> str:
        """Return a type or a name of the text without spaces, comments, and quotes that a name does not need."""
        return _compact(self.text[low:high])

    def pointer(self, start: int) -> str:
        """Return the typed pointer in place of an opaque one; empty if that was in the text."""
        return self.written(start, self.opaque.ends[start]) if start in self.opaque.ends else ""

    def type(self, match: re.Match[str], group: str | int) -> str:
        """Return the type that a group of a pattern matched."""
        return self._type(*match.span(group))

    def _type(self, low: int, high: int) -> str:
        type_ = self.pointer(low) or self.written(low, high)
        self.unknown = self.unknown or NAME in type_
        return type_

    @staticmethod
    def pointer_to(type_: str, pointer: str) -> str:
        """Return the pointer to a type in the address space of another pointer."""
        space = re.search(r"addrspace\([0-9]+\)\*\Z", pointer)
        return type_ + (space[0] if space else "*")

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
        element = self._type(low, high)
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
