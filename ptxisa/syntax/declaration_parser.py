"""Parse variable declarations, initialisers and parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ptxisa.syntax.cursor import SyntaxFailure
from ptxisa.syntax.operand_parser import OperandParser
from ptxisa.syntax.tree import (
    Constant,
    Declaration,
    Declarator,
    Field,
    Generic,
    Initializer,
    Integer,
    Mask,
    Name,
    Parameter,
    Pointer,
    Property,
    Sum,
    Values,
)

_SPACE = re.compile(r"\.(?:reg|local|shared|param|global|tex|const(?:\[[0-9]+\])?)\Z")
_VECTOR = re.compile(r"\.v[0-9]{1,3}\Z")
_PLAIN_NAME = re.compile(r"(?:[A-Za-z]|[_$%][\w$])[\w$]*", re.ASCII)
_PLAIN_NAMES = re.compile(
    rf"{_PLAIN_NAME.pattern}(?:[ \t\r\n\f]*,[ \t\r\n\f]*{_PLAIN_NAME.pattern}){{3,}}(?=[ \t\r\n\f]*;)", re.ASCII
)
"""Names of a declaration without dimensions and initial values, at least four."""
_POINTER_SPACES = (".const", ".global", ".local", ".shared")


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
    """Variables and parameters."""

    def declaration(self, linkage: str | None, start: int) -> Declaration:
        """Parse `.global .align 4 .u32 a, b = 1;` after the linkage."""
        prefix = self._prefix(start)
        type_ = self._type()
        declarators = self._plain_declarators() or ([] if self.text == ";" else [self._declarator()])
        while declarators and self.accept(","):
            declarators.append(self._declarator())
        if not declarators:
            message = "this declares nothing"
            self.report("empty-declaration", message, start, self.end, severity="warning")
        self.semicolon("',' or ';'")
        attributes = tuple(prefix.attributes)
        return Declaration(
            linkage,
            prefix.space,
            prefix.alignment,
            attributes,
            prefix.vector,
            type_,
            tuple(declarators),
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
                self._space(prefix)
            else:
                break
        if not prefix.space:
            self._complain_about_space(start)
        if _VECTOR.match(self.text):
            prefix.vector = int(self.advance()[2:])
        return prefix

    def _complain_about_space(self, start: int) -> None:
        if self.kind != "dotted":
            self.fail("a state space, such as .reg or .global")
        end = self.end if self.end > start else self.offset + len(self.text)
        self.report("missing-state-space", "a variable needs a state space, such as .reg or .global", start, end)

    def _space(self, prefix: _Prefix) -> None:
        if prefix.space:
            message = f"the state space is .{prefix.space} already"
            self.report("repeated-state-space", message, self.offset, self.offset + len(self.text))
        prefix.space = self.shared(self.advance()[1:])

    def _type(self) -> str:
        if self.kind != "dotted":
            self.fail("a type, such as .u32")
        return self.shared(self.advance()[1:])

    def attributes(self) -> list[Property]:
        """Parse `.attribute(.managed, .unified(1, 2))`."""
        self.advance()
        self.expect("(")
        found = [self._attribute()]
        while self.accept(","):
            found.append(self._attribute())
        self.expect(")")
        return found

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
        found = [self.integer(what)]
        while self.accept(","):
            found.append(self.integer(what))
        return found

    # Names with dimensions and initialisers

    def _plain_declarators(self) -> list[Declarator]:
        """Parse a long list of names, which some compilers write, with a few calls; none if there is anything else."""
        names = _PLAIN_NAMES.match(self.source.text, self.offset)
        if names is None:
            return []
        found = []
        for name in _PLAIN_NAME.finditer(names[0]):
            start = self.offset + name.start()
            found.append(Declarator(Name(self.shared(name[0]), start), None, (), None, start, self.offset + name.end()))
        if any(declarator.name.text == "WARP_SZ" for declarator in found):
            return []
        self.seek(names.end())
        return found

    def _declarator(self) -> Declarator:
        name = self.name("the name of a variable")
        copies, dimensions, initializer = self.copies(), [], None
        if copies is None:
            dimensions = self._dimensions()
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

    def _dimensions(self) -> list[Integer | None]:
        """Parse `[4][2]`; ptxas accepts literals only, and the first may be missing."""
        found: list[Integer | None] = []
        while self.accept("["):
            left_open = not found and self.text == "]"
            found.append(None if left_open else self.integer("the size of the array, an integer"))
            self.expect("]")
        return found

    def _initializer(self) -> Initializer:
        if self.text == "{":
            return self._values()
        if self.kind == "word" and self.text != "WARP_SZ":
            return self._symbol()
        start = self.offset
        constant = self.constant()
        if self.text == "(" and isinstance(constant, Integer) and constant.start == start:
            return self._mask(constant)
        return constant

    def _values(self) -> Values:
        start = self.offset
        self.enter()
        self.advance()
        self.open_braces += 1
        elements = self.data(DeclarationParser._list_elements)
        self.expect("}")
        self.open_braces -= 1
        self.depth -= 1
        return Values(elements, start, self.end)

    def _list_elements(self) -> Iterator[Initializer | Field]:
        if self.text == "}":
            return
        yield self._list_element()
        while self.text == ",":
            self.advance()
            yield self._list_element()

    def _list_element(self) -> Initializer | Field:
        element = self._initializer()
        if not isinstance(element, Name) or not self.accept("="):
            return element
        value: Name | Constant
        if self.kind == "word" and self.text != "WARP_SZ":
            value = self.name("a value")
        else:
            value = self.constant()
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

    def _mask(self, mask: Integer) -> Mask:
        self.advance()
        named = self.kind == "word" and self.text != "WARP_SZ"
        value = self._symbol() if named else self.constant()
        self.expect(")")
        return Mask(mask, value, mask.start, self.end)

    # Parameters

    def parameters(self) -> tuple[Parameter, ...]:
        """Parse `(.param .u32 a, .param .u64 b)`; errors of a parameter do not hide those of the next."""
        self.advance()
        found: list[Parameter] = []
        if self.accept(")"):
            return ()
        while True:
            try:
                found.append(self._parameter())
                if self.text not in (",", ")"):
                    self.fail("',' or ')'")
            except SyntaxFailure:
                self._skip_parameter()
            if self.advance() == ")":
                return tuple(found)

    def _skip_parameter(self) -> None:
        while self.text not in (",", ")"):
            if self.kind == "end" or self.text in ("{", "}", ";"):
                raise SyntaxFailure
            self.advance()

    def _parameter(self) -> Parameter:
        start = self.offset
        hidden = self.accept(".hidden")
        prefix = self._prefix(self.offset)
        type_ = self._type()
        pointer = self._pointer() if self.text == ".ptr" else None
        if pointer is None and self.accept(".align"):
            prefix.alignment = self.integer("a number of bytes")
        for attribute in prefix.attributes:
            self.report("misplaced-directive", "parameters have no attributes", attribute.start, attribute.end)
        name = self._parameter_name()
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

    def _parameter_name(self) -> Name:
        if self.text != "_":
            return self.name("the name of the parameter")
        start = self.offset
        return Name(self.advance(), start)

    def _pointer(self) -> Pointer:
        """Parse `.ptr .global .align 16`."""
        start = self.offset
        self.advance()
        space = self.advance()[1:] if self.text in _POINTER_SPACES else None
        alignment = None
        if self.accept(".align"):
            alignment = self.integer("a number of bytes")
        return Pointer(space, alignment, start, self.end)
