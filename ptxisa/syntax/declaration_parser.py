"""Parse variable declarations, initializers and parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

from ptxisa.syntax.cursor import SyntaxFailure
from ptxisa.syntax.lexer import RESERVED
from ptxisa.syntax.operand_parser import OperandParser
from ptxisa.syntax.tree import (
    Declaration,
    Declarator,
    Field,
    Generic,
    Initializer,
    Integer,
    Mask,
    Name,
    Parameter,
    PlainNames,
    Pointer,
    Property,
    Sum,
    Values,
)

_SPACE = re.compile(r"\.(?:reg|local|shared|param|global|tex|const(?:\[[0-9]+\])?)\Z")
_VECTOR = re.compile(r"\.v[0-9]{1,3}\Z")
_PLAIN_NAME = r"(?:[A-Za-z]|[_$%][\w$])[\w$]*"
_PLAIN_NAMES = re.compile(rf"{_PLAIN_NAME}(?:[ \t\r\n\f]*,[ \t\r\n\f]*{_PLAIN_NAME}){{3,}}(?=[ \t\r\n\f]*;)", re.ASCII)
"""Names of a declaration without dimensions and initial values, at least four."""
_KEYWORD = re.compile(rf"\b(?:{'|'.join(RESERVED)})\b")
"""Words among such names that cannot be names."""
_MANY_NAMES = 16
"""Length up to which lists of registers are tuples."""
_POINTER_SPACES = (".const", ".global", ".local", ".shared", ".texref", ".samplerref", ".surfref")
_new = tuple.__new__
"""See `ptxisa.syntax.operand_parser`."""


def _declarators(names: str, start: int) -> Iterator[Declarator]:
    """Yield the declarators of names that are separated by commas and white space and begin at an offset."""
    for part in names.split(","):
        text = part.strip()
        first = start + part.index(text)
        yield _new(Declarator, (_new(Name, (text, first)), None, (), None, first, first + len(text)))
        start += len(part) + 1


def is_declaration(directive: str) -> bool:
    """Return True if a dotted word begins a variable declaration."""
    return directive in (".align", ".attribute") or _SPACE.match(directive) is not None


class _Prefix:
    """Parts before the type of a variable or parameter."""

    def __init__(self) -> None:
        self.space = ""
        self.alignment: Integer | None = None
        self.attributes: list[Property] = []
        self.vector: int | None = None


class DeclarationParser(OperandParser):
    """Parser of variables and parameters."""

    runs = False
    """True if text of known syntax may be left unread; see `ptxisa.syntax.parser.Parser`."""

    def declaration(self, linkage: str | None, start: int) -> Declaration:
        """Parse `.global .align 4 .u32 a, b = 1;` after the linkage."""
        prefix = self._prefix(start)
        type_ = self._type()
        declarators: Sequence[Declarator] = self._plain_declarators(prefix.space)
        if not declarators and self.text != ";":
            several = [self._declarator()]
            while self.accept(","):
                several.append(self._declarator())
            declarators = tuple(several)
        if not declarators:
            message = "this declares nothing"
            self.report("empty-declaration", message, start, self.end, severity="warning")
        self.semicolon("',' or ';'")
        return Declaration(
            linkage,
            prefix.space,
            prefix.alignment,
            tuple(prefix.attributes),
            prefix.vector,
            type_,
            declarators,
            start,
            self.end,
        )

    def _prefix(self, start: int) -> _Prefix:
        """Parse state space, alignments and attributes in any order, then the vector length."""
        prefix = _Prefix()
        while self.kind == "dotted":
            if self.text == ".align":
                self.advance()
                prefix.alignment = self.integer("a number of bytes")
            elif self.text == ".attribute":
                prefix.attributes += self.attributes()
            elif _SPACE.match(self.text):
                if prefix.space:
                    message = f"the state space is .{prefix.space} already"
                    self.report("repeated-state-space", message, self.offset, self.offset + len(self.text))
                prefix.space = self.shared(self.advance()[1:])
            else:
                break
        if not prefix.space:
            if self.kind != "dotted":
                self.fail("a state space, such as .reg or .global")
            end = self.end if self.end > start else self.offset + len(self.text)
            self.report("missing-state-space", "a variable needs a state space, such as .reg or .global", start, end)
        if _VECTOR.match(self.text):
            prefix.vector = int(self.advance()[2:])
        return prefix

    def _type(self) -> str:
        if self.kind != "dotted":
            self.fail("a type, such as .u32")
        return self.shared(self.advance()[1:])

    def attributes(self) -> list[Property]:
        """Parse `.attribute(.managed, .unified(1, 2))`."""
        self.advance()
        self.expect("(")
        attributes = [self._attribute()]
        while self.accept(","):
            attributes.append(self._attribute())
        self.expect(")")
        return attributes

    def _attribute(self) -> Property:
        start = self.offset
        if self.kind != "dotted":
            self.fail("an attribute, such as .managed")
        name = self.advance()[1:]
        arguments = []
        if self.accept("("):
            arguments = self.integers("an integer")
            self.expect(")")
        return Property(name, tuple(arguments), start, self.end)

    def integers(self, what: str) -> list[Integer]:
        """Parse integers separated by commas."""
        integers = [self.integer(what)]
        while self.accept(","):
            integers.append(self.integer(what))
        return integers

    # Names with dimensions and initializers

    def _plain_declarators(self, space: str) -> Sequence[Declarator]:
        """Parse a long list of names, which some compilers write, with a few calls; none if there is anything else."""
        names, start = _PLAIN_NAMES.match(self.source.text, self.offset), self.offset
        if names is None or _KEYWORD.search(names[0]):
            return ()
        self.seek(names.end())
        if self.runs and space == "reg":
            texts = tuple("".join(names[0].split()).split(","))
            if len(texts) > _MANY_NAMES:
                return PlainNames(partial(_declarators, names[0], start), texts)
        return tuple(_declarators(names[0], start))

    def _declarator(self) -> Declarator:
        """Parse `%r<10>`, or a name with dimensions such as `[4][2]` and an initial value."""
        name = self.name("the name of a variable")
        copies, initializer = self.copies(), None
        dimensions: list[Integer | None] = []
        if copies is None:
            # ptxas accepts literals only, and the first size may be missing.
            while self.accept("["):
                left_open = not dimensions and self.text == "]"
                dimensions.append(None if left_open else self.integer("the size of the array, an integer"))
                self.expect("]")
            if self.accept("="):
                initializer = self._initializer()
        return Declarator(name, copies, tuple(dimensions), initializer, name.start, self.end)

    def copies(self) -> Integer | None:
        """Parse the `<10>` of `%r<10>`; return None without it."""
        if not self.accept("<"):
            return None
        count = self.integer("the number of names")
        self.expect(">")
        return count

    def _initializer(self) -> Initializer:
        start = self.offset
        if self.text == "{":
            self.enter()
            self.advance()
            self.open_braces += 1
            elements = self.data(DeclarationParser._list_elements)
            self.expect("}")
            self.open_braces -= 1
            self.depth -= 1
            return Values(elements, start, self.end)
        if self.kind == "word" and self.text != "WARP_SZ":
            return self._symbol()
        constant = self.constant()
        if self.text == "(" and isinstance(constant, Integer) and constant.start == start:
            self.advance()
            named = self.kind == "word" and self.text != "WARP_SZ"
            value = self._symbol() if named else self.constant()
            self.expect(")")
            return Mask(constant, value, start, self.end)
        return constant

    def _list_elements(self) -> Iterator[Initializer | Field]:
        if self.text == "}":
            return
        yield self._list_element()
        while self.text == ",":
            self.advance()
            yield self._list_element()

    def _list_element(self) -> Initializer | Field:
        """Parse an initial value, or `field = value` of a texture, sampler or surface."""
        element = self._initializer()
        if not isinstance(element, Name) or not self.accept("="):
            return element
        named = self.kind == "word" and self.text != "WARP_SZ"
        value = self.name("a value") if named else self.constant()
        return Field(element, value, element.start, self.end)

    def _symbol(self) -> Name | Generic | Sum:
        """Parse `name`, `name + 4`, `generic(name)` or `generic(name) + 4`."""
        name = self.name("a variable or a function")
        base: Name | Generic = name
        if name.text == "generic" and self.accept("("):
            variable = self.name("a variable")
            self.expect(")")
            base = Generic(variable, name.start, self.end)
        return self.sum(base) if self.text in ("+", "-") else base

    # Parameters

    def parameters(self, *, kernel: bool = False) -> tuple[Parameter, ...]:
        """Parse `(.param .u32 a, .param .u64 b)`; errors of a parameter do not hide those of the next."""
        self.advance()
        parameters: list[Parameter] = []
        if self.accept(")"):
            return ()
        while True:
            try:
                parameters.append(self._parameter(kernel))
                if self.text not in (",", ")"):
                    self.fail("',' or ')'")
            except SyntaxFailure:
                while self.text not in (",", ")"):
                    if self.kind == "end" or self.text in ("{", "}", ";"):
                        raise
                    self.advance()
            if self.advance() == ")":
                return tuple(parameters)

    def _parameter(self, kernel: bool) -> Parameter:
        start = self.offset
        hidden = self.accept(".hidden")
        prefix = self._prefix(self.offset)
        type_ = self._type()
        pointer = self._pointer() if self.text == ".ptr" else None
        place = self.offset
        if pointer is None and self.accept(".align"):
            prefix.alignment = self.integer("a number of bytes")
            if not kernel:
                # ptxas 11.8 to 13.5 reject this order for functions and prototypes; from 12.9 on, kernels may have it.
                self.report("misplaced-directive", ".align precedes the type", place, self.end)
        for attribute in prefix.attributes:
            self.report("misplaced-directive", "parameters have no attributes", attribute.start, attribute.end)
        if self.text == "_":
            name_start = self.offset
            name = Name(self.advance(), name_start)
        else:
            name = self.name("the name of the parameter")
        dimensions: list[Integer | None] = []
        if self.accept("["):
            dimensions.append(None if self.text == "]" else self.integer("the size of the array, an integer"))
            self.expect("]")
        return Parameter(
            prefix.space,
            prefix.alignment,
            prefix.vector,
            type_,
            pointer,
            name,
            tuple(dimensions),
            start,
            self.end,
            hidden,
        )

    def _pointer(self) -> Pointer:
        """Parse `.ptr .global .align 16`."""
        start = self.offset
        self.advance()
        known = self.text in _POINTER_SPACES or self.text.startswith(".const[")
        space = self.advance()[1:] if known else None
        alignment = None
        if self.accept(".align"):
            alignment = self.integer("a number of bytes")
        return Pointer(space, alignment, start, self.end)
