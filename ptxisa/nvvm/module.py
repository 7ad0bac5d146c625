"""A module of NVVM IR as the checker needs it: variables, functions, named types, metadata, kernels, dialect."""

from __future__ import annotations

from functools import cached_property

from ptxisa.isa.targets import Target
from ptxisa.nvvm.annotations import Malformed, Property, properties
from ptxisa.nvvm.functions import Function, function
from ptxisa.nvvm.lexer import name, unquoted
from ptxisa.nvvm.metadata import Metadata
from ptxisa.nvvm.reader import Statement, Text
from ptxisa.nvvm.variables import Variable, variable

MODERN = 100
"""The first compute target of the modern dialect."""


class Module:
    """What a text says; `target` is the compute target that is asked about, None if none is."""

    def __init__(self, text: Text, target: Target | None) -> None:
        self.text = text
        self.target = target
        self.statements = text.read()

    def of(self, *kinds: str) -> list[Statement]:
        """The statements of some kinds."""
        return [one for one in self.statements if one.kind in kinds]

    @cached_property
    def functions(self) -> list[Function]:
        """Functions that are defined or declared."""
        found = (function(self.text, one) for one in self.of("define", "declare"))
        return [one for one in found if one is not None]

    @cached_property
    def variables(self) -> list[Variable]:
        """Global variables, aliases and ifuncs."""
        found = (variable(self.text, one) for one in self.of("global"))
        return [one for one in found if one is not None]

    @cached_property
    def types(self) -> dict[str, tuple[str, ...]]:
        """The definitions of named structure types."""
        found = {}
        for one in self.of("local"):
            if self.text.word(one.low + 2, "type"):
                found[self.text.tokens[one.low].text] = self.text.texts(one.low + 3, one.high)
        return found

    @cached_property
    def metadata(self) -> Metadata:
        """Its metadata."""
        return Metadata(self.text, self.of("metadata"))

    @cached_property
    def annotations(self) -> list[Property | Malformed]:
        """Its annotations, property by property."""
        return list(properties(self.text, self.metadata))

    @cached_property
    def kernels(self) -> set[str]:
        """Names of functions that are kernels: by annotation, or by calling convention."""
        listed = {
            one.entity for one in self.annotations if isinstance(one, Property) and one.name == "kernel" and one.value
        }
        called = {
            one.name
            for one in self.functions
            if any(self.text.word(index, "ptx_kernel") for index in range(one.statement.low, one.at))
        }
        return listed | called

    @cached_property
    def pointers(self) -> str:
        """The dialect that the pointers of the text have: "llvm7" for `i32*`, "modern" for `ptr`, "" without any."""
        for token in self.text.tokens:
            if token.text == "ptr" and token.kind == "word":
                return "modern"
            if token.text == "*" and token.kind == "symbol":
                return "llvm7"
        return ""

    @cached_property
    def dialect(self) -> str:
        """The dialect of the module, which the compute target decides where the text does not."""
        return self.pointers or ("modern" if self.target and self.target.number >= MODERN else "llvm7")

    @property
    def compiled_as(self) -> str:
        """The dialect that libNVVM compiles it as: for targets of the modern dialect it upgrades typed pointers."""
        return "modern" if self.target and self.target.number >= MODERN else self.dialect

    def head(self, key: str) -> tuple[Statement, str] | None:
        """`target datalayout` or `target triple`: its statement, and its value."""
        for one in self.of("target"):
            value = self.text.tokens[one.high - 1]
            if self.text.word(one.low + 1, key) and value.kind == "string":
                return one, unquoted(value.text)
        return None

    def named(self, one: Statement) -> str:
        """The name that a statement gives a value."""
        return name(self.text.tokens[one.low])
