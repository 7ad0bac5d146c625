"""Checks of typed pointers of the LLVM 7 dialect, which newer LLVM does not have.

Opaque pointers have lost what a pointer points to. So this module compares the types with which values are used with
those with which they are defined, and the types of accesses with those that pointers point to.

Texts are masked: characters of strings, quoted names and comments are zero bytes. Places are those of the user's text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from ptxisa.isa.diagnostics import Diagnostic, Span
from ptxisa.nvvm.lexer import FEW, balanced, between_commas, closing_bracket, whole_word
from ptxisa.nvvm.opaque_pointers import HEADS, NAME, PLACEHOLDERS, LineShape, OpaqueText, opaque_pointers
from ptxisa.nvvm.reader import Range
from ptxisa.nvvm.rules import broken, type_text

_RULE = "nvvm-dialects/llvm-subset"
POINTEE_TYPES = "pointee types"
"""Subject of diagnostics about types that pointers point to, and about types of functions that are called."""
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
_CALL = re.compile(
    rf"{whole_word('call')}[ ]+{_WORDS}?(?P<result>{_TYPE})[ ]*(?P<parameters>\({balanced(2)}{FEW}\))?[ ]*"
    rf"(?:(?P<name>[%@]{_NAME})|(?:bitcast|inttoptr)[ ]*(?P<cast>\({balanced(3)}{FEW}\)))[ ]*(?=\()"
)
_ACCESS = re.compile(
    rf"""(?:
        (?P<load>{whole_word("load")})[ ]+(?:(?:volatile|atomic)[ ]+)*(?P<loaded>{_TYPE})
      | (?P<gep>{whole_word("getelementptr")})[ ]+(?:inbounds[ ]+)?\(?(?P<element>{_TYPE})
      | (?P<store>{whole_word("store")})[ ]+(?:(?:volatile|atomic)[ ]+)*(?P<stored>{_TYPE})[ ]+
        (?:[^][(){{}}<>,\n]|{_BRACKETS}){FEW}
    )[ ]*,[ ]*(?P<pointer>{_POINTER}|<[0-9]+[ ]x[ ]{_POINTER}[ ]*>)(?![ ]*\*)""",
    re.VERBOSE,
)
_DEFINITION = re.compile(
    rf"""^[ \t]*(?P<name>%{_NAME})[ ]*=[ ]*(?:
        alloca[ ]+(?:inalloca[ ]+)?(?P<allocated>{_TYPE})
      | (?:load[ ]+(?:(?:volatile|atomic)[ ]+)* | (?:bitcast|inttoptr|addrspacecast)[ ][^\n]*[ ]to[ ]+
          | (?:(?:tail|musttail|notail)[ ]+)?call[ ]+{_WORDS}?
        )(?P<result>{_POINTER}|{_BRACKETS})
      | getelementptr[ ]+(?:inbounds[ ]+)?(?P<element>{_TYPE})[ ]*,[ ]*(?P<base>{_POINTER}|{_BRACKETS})
    )(?P<rest>[^\n]*)""",
    re.VERBOSE | re.MULTILINE,
)
_OPERATION = re.compile(
    rf"""^[ \t]*(?:(?P<name>%{_NAME})[ ]*=[ ]*)?
    (?P<opcode>select|phi|icmp|cmpxchg|atomicrmw|(?:insert|extract)(?:value|element)|shufflevector)[ ]+
    (?:(?!ptr\b)[a-z_]+[ ]+)*(?P<operands>[^\n]*)""",
    re.VERBOSE | re.MULTILINE,
)
"""Instructions whose operands have types that depend on each other."""
_INCOMING = re.compile(rf"\[[ ]*(?P<name>[%@]{_NAME})[ ]*,")
_VECTOR = re.compile(r"<(?P<lanes>[0-9]{1,9})x(?P<element>.*)>")
_INDEX = re.compile(
    r"(?:inrange[ ]+)?(?:i[0-9]+|<(?P<lanes>[0-9]{1,9})[ ]+x[ ]+i[0-9]+[ ]*>)[ ]+(?P<value>.*)", re.DOTALL
)
_FIELD = re.compile(r"-?[0-9]{1,40}")
_DEEPEST = 20
"""Levels of constants in constants that are compared; with no limit, time would be quadratic."""
_AGGREGATE_VALUE = re.compile(
    rf"(?<!phi )(?P<type>%{_NAME}(?=[ ]+[\[{{<])|[\[{{<]{balanced(2)}{FEW}[\]}}>])[ ]*{_WORDS}"
    rf"(?:(?P<name>[%@]{_NAME})(?![-\w$.\0]|[ ]*\()|(?P<opening>[\[{{<]))"
)
"""A value of an aggregate or vector type: a name, or the bracket of a constant."""
_VARIABLE = re.compile(
    rf"^(?P<name>@{_NAME})[ ]*=(?P<head>[ \w()]*?)\b(?:(?:global|constant)[ ]+(?P<type>{_TYPE})"
    rf"|(?P<kind>alias|ifunc)[ ]+(?P<alias>{_TYPE}(?:[ ]*\({balanced(2)}{FEW}\))?)[ ]*,[ ]*(?P<aliasee>{_POINTER}))",
    re.MULTILINE,
)
_LOCAL = re.compile(rf"%{_NAME}")
_NAMED = re.compile(rf"[%@]{_NAME}")
_LINE_OF_HEAD = re.compile("^(?=[@%]|define|declare)", re.MULTILINE)
_FUNCTION = re.compile(rf"^(?:define|declare)\b(?P<head>[^@\n]*)(?P<name>@{_NAME})[ ]*(?=\()", re.MULTILINE)
_NAMED_TYPE = re.compile(rf"^(?P<name>%{_NAME})[ ]*=[ ]*type[ ]+(?P<type>{_TYPE})", re.MULTILINE)
_NAMED_POINTER = re.compile(rf"(?P<name>%{_NAME})(?=(?: addrspace\([0-9]+\))?\*)")
_RETURN = re.compile(rf"{whole_word('ret')}[ ]+(?P<type>{_POINTER}|{_BRACKETS})")
_OMITTED = re.compile(r'"([-\w$.]+)"|("[^"]*")|;[^\n]*|\s+', re.ASCII)
_PARAMETERS = re.compile(rf"\({balanced(3)}*\)")
_CONVERTED = re.compile(rf"[ ]to[ ]+(?P<pointer>{_POINTER})[ ]*\)\Z")
_PARAMETER_TYPE = re.compile(rf"\.\.\.|{_TYPE}")
_AGGREGATE = re.compile(rf"{_BRACKETS}\Z")
_OPENING = re.compile(r"[ ]*(?=[\[{<])")
_BRACKET_END = re.compile(r"[]}>]")
_SPACE = re.compile(r"addrspace\([0-9]+\)")


class _Facts(NamedTuple):
    """What lines say about pointers.

    Attributes:
        faults: Messages with their places.
        definitions: Names of local values that are or have pointers, and their types.
        uses: Names and types with which such values are used, with places.
        returns: Types of such values that are returned, with places.

    In a line of a shape, a name is the number of its slot.
    """

    faults: list[tuple[str, int, int]]
    definitions: list[tuple[str | int, str]]
    uses: list[tuple[str | int, str, int, int]]
    returns: list[tuple[str, int, int]]


class _Function(NamedTuple):
    """Type of the result of a function, and its parameters that are or have pointers."""

    result: str = ""
    pointers: Mapping[str, str] = MappingProxyType({})


def check_typed_pointers(text: str, opaque: OpaqueText) -> Iterator[Diagnostic]:
    """Compare pointers with the definitions of the values that they are the types of, and with accesses."""
    types = _PointerTypes(text, opaque)
    yield from _check_named_types(types)
    yield from _mismatches(_Facts(types.faults, [], [], []), {}, "")
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
        yield broken(_RULE, message, Span(low, high), code="nvvm-syntax", subject=POINTEE_TYPES)


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
        self.faults: list[tuple[str, int, int]] = []
        """Messages about globals, with their places."""
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
                    aliasee, alias = self.pointer(variable.start("aliasee")), self.type(variable, "alias")
                    self.globals[name] = self.pointer_to(alias, aliasee) if aliasee else ""
                    # The resolver of an ifunc has another type.
                    if aliasee and variable["kind"] == "alias" and aliasee != self.globals[name]:
                        message = f"alias of type {alias[:60]} for a pointer of type {aliasee[:60]}"
                        self.faults.append((message, *variable.span("alias")))
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
            last = self.opaque.text[start:end].split()[-1]
            if "*" in types[-1] and _LOCAL.fullmatch(last):
                pointers[self.written(end - len(last), end)] = types[-1]
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
            pointer = self.type(match, "pointer")
            vector = _VECTOR.fullmatch(pointer)
            pointer = vector["element"] if vector else pointer
            if "*" in pointer and pointer != self.pointer_to(self.type(match, group), pointer):
                message = f"{opcode} of {match[group][:60]} with a pointer of type {type_text(pointer[:60])}"
                facts.faults.append((message, start, self.opaque.ends.get(start, match.end("pointer"))))
        for match in _CALL.finditer(text, low, high):
            result, name = self.type(match, "result"), self.written(*match.span("name")) if match["name"] else ""
            if name in self.results:
                # `call void (i32, ...) @f(…)` has the type of the function, which LLVM compares.
                if result != self.results[name] and not match["parameters"]:
                    message = f"{name[:61]} returns {self.results[name][:60]}"
                    facts.faults.append((message, *match.span("result")))
                continue
            # A pointer to a function, an alias or an ifunc.
            opening = match.start("parameters") if match["parameters"] else match.end()
            arguments = [_PARAMETER_TYPE.match(text, *place) for place in self._parameters(opening)]
            if not all(arguments):
                continue
            function = f"{result}({','.join(self.type(each, 0) for each in arguments if each is not None)})*"
            if name:
                self._use(function, match.span("name"), facts, named)
            elif (pointer := self.cast(match.start("cast"))) and pointer != function:
                message = f"call with a pointer of type {pointer[:60]}, not {function[:60]}"
                facts.faults.append((message, *match.span("cast")))
        for match in _DEFINITION.finditer(text, low, high):
            pointer = self._defined(match)
            if pointer:
                facts.definitions.append((named(match.span("name")), pointer))
        for match in _RETURN.finditer(text, low, high):
            returned = self.type(match, "type")
            if "*" in returned:
                facts.returns.append((returned, *match.span("type")))
        for match in _USE.finditer(text, low, high):
            written = self.pointer(match.start("pointer"))
            if match["name"]:
                self._use(written, match.span("name"), facts, named)
                continue
            operation, span = (match["cast"] or "getelementptr").strip(), match.span("pointer")
            defined = self.cast(match.end()) if match["cast"] else self.address(match.start("gep"))
            if written and defined and written != defined:
                facts.faults.append((f"{operation} has type {defined[:60]}, not {written[:60]}", *span))
        for match in _OPERATION.finditer(text, low, high):
            result = self._operate(match, facts, named)
            if "*" in result and match["name"]:
                facts.definitions.append((named(match.span("name")), result))
        start = low if _BRACKET_END.search(text, low, high) else high
        while value := _AGGREGATE_VALUE.search(text, start, high):
            start = value.end()
            type_ = self.type(value, "type")
            if value["name"]:
                self._use(type_, value.span("name"), facts, named)
            else:
                start = self._compare_constant(type_, value.start("opening"), high, facts)
        return facts

    def _use(self, type_: str, name: Range, facts: _Facts, named: Callable[[Range], str | int]) -> None:
        """Add the use of a name with a type to the facts, if the type is or has a typed pointer."""
        if "*" not in type_:
            return
        if self.opaque.text[name[0]] == "%":
            facts.uses.append((named(name), type_, *name))
            return
        defined = self.globals.get(self.written(*name), "")
        if defined and defined != type_:
            facts.faults.append((f"{self.written(*name)[:60]} has type {defined[:60]}, not {type_[:60]}", *name))

    def _operate(self, match: re.Match[str], facts: _Facts, named: Callable[[Range], str | int]) -> str:
        """Return the type of the result of an operation, empty if unknown; add faults of operands to the facts."""
        opcode = match["opcode"]
        places = list(between_commas(self.opaque.text, *match.span("operands")))
        pieces = [self.opaque.text[slice(*place)] for place in places]
        leading = [_PARAMETER_TYPE.match(self.opaque.text, *place) for place in places]
        types = [self.type(type_, 0) if type_ else "" for type_ in leading]

        def compare(index: int, expected: str) -> None:
            if types[index] and expected and types[index] != expected and "*" in types[index] + expected:
                message = f"{opcode} with an operand of type {types[index][:60]}, not {expected[:60]}"
                facts.faults.append((message, *places[index]))

        if not types or (opcode not in ("phi", "icmp", "extractvalue") and len(types) < 2):
            return ""
        if opcode == "phi":
            for incoming in _INCOMING.finditer(self.opaque.text, *match.span("operands")):
                self._use(types[0], incoming.span("name"), facts, named)
            return types[0]
        if opcode == "icmp":
            name = _NAMED.match(self.opaque.text, *places[1]) if len(places) > 1 else None
            if name is not None:
                self._use(types[0], name.span(), facts, named)
            return ""
        if opcode == "select":
            if len(types) > 2:
                compare(2, types[1])
            return types[1]
        if opcode in ("cmpxchg", "atomicrmw"):
            compare(0, self.pointer_to(types[1], types[0]))
            return f"{{{types[1]},i1}}" if opcode == "cmpxchg" else ""
        if opcode == "extractvalue":
            return self._member(types[0], [piece for piece in pieces[1:] if not piece.startswith("!")])
        if opcode == "insertvalue":
            compare(1, self._member(types[0], [piece for piece in pieces[2:] if not piece.startswith("!")]))
            return types[0]
        element = self._member(types[0], ["0"])
        if opcode == "extractelement":
            return element
        if opcode == "insertelement":
            compare(1, element)
            return types[0]
        compare(1, types[0])
        mask = _VECTOR.fullmatch(types[2]) if len(types) > 2 else None
        return f"<{mask['lanes']}x{element}>" if mask and element else ""

    def _compare_constant(self, type_: str, opening: int, high: int, facts: _Facts) -> int:
        """Compare the elements of a constant in brackets with its type, and return its end."""
        end = closing_bracket(self.opaque.text, opening, high)
        waiting = [(type_, opening, end, 0)]
        while waiting:
            type_, low, high, depth = waiting.pop()
            packed = self.opaque.text.startswith("<{", low)
            elements = between_commas(self.opaque.text, low + 1 + packed, high - 1 - packed)
            for number, (start, stop) in enumerate(elements):
                expected = self._member(type_, [str(number)])
                leading = _PARAMETER_TYPE.match(self.opaque.text, start, stop)
                if not expected or leading is None or not self.opaque.text[leading.end() : stop].strip():
                    break
                written = self.type(leading, 0)
                if written != expected and "*" in written + expected:
                    message = f"element {number} has type {written[:60]}, not {expected[:60]}"
                    facts.faults.append((message, start, stop))
                value = _OPENING.match(self.opaque.text, leading.end(), stop)
                if value and depth < _DEEPEST:
                    waiting.append((written, value.end(), stop, depth + 1))
        return end

    def _defined(self, match: re.Match[str]) -> str:
        """Return the type of the pointer that an instruction defines; empty if it is not a pointer or unknown."""
        if match["allocated"]:
            space = _SPACE.search(match["rest"])
            return f"{self.type(match, 'allocated')}{space[0] if space else ''}*"
        if match["result"]:
            result = self.type(match, "result")
            return result if "*" in result else ""
        rest = match["rest"]
        indices = [rest[slice(*piece)] for piece in between_commas(rest, 0, len(rest))][1:]
        return self._element_pointer(self.type(match, "element"), self.type(match, "base"), indices)

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
        vector = _VECTOR.fullmatch(base)
        lanes, base = (vector["lanes"], vector["element"]) if vector else ("", base)
        values = []
        for operand in rest:
            index = _INDEX.fullmatch(operand)
            if index is not None:
                lanes = lanes or index["lanes"] or ""
                values.append(index["value"])
            elif not operand.startswith("!"):
                return ""
        element = self._member(type_, values[1:]) if "*" in base else ""
        pointer = self.pointer_to(element, base) if element else ""
        return f"<{lanes}x{pointer}>" if lanes and pointer else pointer

    def _member(self, type_: str, indices: Iterable[str]) -> str:
        """Return the type of an element or a field; empty if unknown."""
        for index in indices:
            for _ in range(_DEEPEST):  # A name may be that of itself.
                if type_ not in self.named:
                    break
                type_ = self.named[type_]
            inner = type_[2:-2] if type_.startswith("<{") else type_[1:-1]
            if type_.startswith(("{", "<{")):
                fields = list(between_commas(inner, 0, len(inner)))
                if not _FIELD.fullmatch(index):
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
        return type_

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
            yield from between_commas(self.opaque.text, start + 1, match.end() - 1)


@lru_cache(maxsize=4096)
def _compact(written: str) -> str:
    # `i32 addrspace(0)*` is `i32*`.
    return _OMITTED.sub(lambda match: match[1] or match[2] or "", written).replace("addrspace(0)", "")
