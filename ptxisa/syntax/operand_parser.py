"""Parse operands and instructions. The parser knows no instruction but `call`, whose lists are its own."""

from __future__ import annotations

from ptxisa.syntax.constant_parser import ConstantParser, warp_size
from ptxisa.syntax.lexer import quoted
from ptxisa.syntax.source import Source
from ptxisa.syntax.tree import (
    Address,
    Arguments,
    Constant,
    Generic,
    Guard,
    Index,
    Instruction,
    Name,
    Opcode,
    Operand,
    Opposite,
    Pair,
    Select,
    Sink,
    Sum,
    Vector,
)

_NEVER_MODIFIERS = frozenset(
    {
        *(".reg", ".loc", ".pragma", ".align", ".attribute", ".branchtargets", ".calltargets", ".callprototype"),
        *(".entry", ".func", ".section", ".file", ".alias", ".extern", ".visible", ".version", ".target"),
    }
)
"""Directives that are no modifiers, although white space may precede a modifier."""
_AFTER_OPERANDS = frozenset({",", ";"})
_MOST_NAMES = 3
"""Limit on names in an address after its base, as in ptxas 13.4."""
_MOST_VECTORS = 2
"""Limit on consecutive vectors in an address, as in ptxas."""
_new = tuple.__new__
"""`_new(Name, (text, start))` is `Name(text, start)` in half the time: for nodes that come in millions."""


class OperandParser(ConstantParser):
    """Operands as ptxas takes them, which is narrower in places than the manual's prose.

    `next_word` is the opcode or label of the next statement when it has been consumed already.
    """

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self._opcodes: dict[str, Opcode] = {}
        self._texts: dict[str, str] = {}
        self.next_word: tuple[str, int] | None = None

    # Instructions

    def guard(self) -> Guard:
        """Parse `@p` or `@!p`."""
        start = self.offset
        self.advance()
        negated = self.accept("!")
        return Guard(self.name("a predicate register"), negated, start)

    def instruction(self, guard: Guard | None, text: str, opcode_start: int) -> Instruction:
        """Parse the rest of an instruction after its opcode `text`."""
        if self.kind == "dotted" and self.text not in _NEVER_MODIFIERS:
            opcode = self._spread_opcode(text, opcode_start)
        else:
            opcode = self._opcodes.get(text) or self._new_opcode(text)
        opcode_end = self.end
        if opcode.mnemonic == "call":
            operands = self._call_operands()
        else:
            operands = self._operands() if self.kind == "word" or not self._ends_here() else []
        if self.text == ";":
            self.advance()
        elif self._took_next_statement(operands, opcode_end):
            return Instruction(guard, opcode, (), guard.start if guard else opcode_start, opcode_start, opcode_end)
        else:
            self.semicolon("',' or ';'" if operands else "an operand or ';'")
        start = guard.start if guard else opcode_start
        return _new(Instruction, (guard, opcode, tuple(operands), start, opcode_start, self.end))

    def _took_next_statement(self, operands: list[Operand], end: int) -> bool:
        """Return True if the only operand begins the next line and statement; report the missing semicolon."""
        if len(operands) != 1 or self.kind == "end" or self.text == "}" or self.on_new_line():
            return False
        operand = operands[0]
        if not isinstance(operand, (Name, Select)) or "\n" not in self.source.text[end : operand.start]:
            return False
        word = self.source.text[operand.start : operand.end]
        if len(word.split()) > 1:
            return False
        self.report("missing-semicolon", "a ';' is missing", end, end)
        self.next_word = word, operand.start
        return True

    def _ends_here(self) -> bool:
        """Return True if a statement has no operands."""
        return self.text in (";", "}", "@") or self.kind in ("end", "dotted")

    def _new_opcode(self, text: str) -> Opcode:
        mnemonic, *modifiers = text.split(".")
        offsets = []
        position = len(mnemonic)
        for modifier in modifiers:
            offsets.append(position)
            position += 1 + len(modifier)
        opcode = self._opcodes[text] = Opcode(mnemonic, tuple(map(self.shared, modifiers)), tuple(offsets))
        return opcode

    def _spread_opcode(self, text: str, start: int) -> Opcode:
        """Parse an opcode with white space before a dot, as in `add .u32`, which ptxas accepts."""
        opcode = self._new_opcode(text)
        modifiers, offsets = list(opcode.modifiers), list(opcode.offsets)
        while self.kind == "dotted" and self.text not in _NEVER_MODIFIERS:
            offsets.append(self.offset - start)
            modifiers.append(self.advance()[1:])
        return Opcode(opcode.mnemonic, tuple(modifiers), tuple(offsets))

    def _operands(self) -> list[Operand]:
        first = self.operand()
        operands = [self._pair(first) if self.text == "|" else first]
        while self.text == ",":
            self.advance()
            operands.append(self.operand())
        return operands

    def _pair(self, first: Operand) -> Pair:
        """Parse `a|p`, `a|_`, `_|p` or `{a, b}|p`."""
        if not isinstance(first, (Name, Sink, Vector)):
            self.fail("',' or ';'")
        self.advance()
        may_sink = self.text == "_" and isinstance(first, Name)
        second = self._sink() if may_sink else self.name("a predicate register")
        return Pair(first, second, first.start, self.end)

    # `call (results), function, (arguments), prototype`

    def _call_operands(self) -> list[Operand]:
        operands: list[Operand] = []
        if self.text == "(":
            operands.append(self._arguments())
            self.expect(",")
        operands.append(self.name("a function"))
        if not self.accept(","):
            return operands
        if self.text == "(":
            operands.append(self._arguments())
            if not self.accept(","):
                return operands
        operands.append(self.name("arguments in parentheses, a prototype or a list of targets"))
        return operands

    def _arguments(self) -> Arguments:
        start = self.offset
        self.advance()
        values = [] if self.text == ")" else [self._argument()]
        while values and self.accept(","):
            values.append(self._argument())
        self.expect(")")
        return Arguments(tuple(values), start, self.end)

    def _argument(self) -> Name | Sink | Constant:
        if self.kind == "word" and self.text != "WARP_SZ":
            return self.name("an argument")
        return self._sink() if self.text == "_" else self.constant("an argument")

    # Operands

    def operand(self) -> Operand:
        """Parse one operand that is neither a pair nor an argument list."""
        kind, text, start = self.kind, self.text, self.offset
        if kind == "word":
            self.advance()
            if self.text in _AFTER_OPERANDS and "." not in text and text != "WARP_SZ":
                return self._name(text, start)
            return self._named(text, start)
        if kind == "symbol":
            if text == "[":
                return self._address()
            if text == "{":
                return self.vector()
            if text in ("-", "!"):
                return self._opposite()
            if text == "_":
                return self._sink()
        return self.constant("an operand")

    def name(self, what: str) -> Name:
        """Parse an identifier without dots."""
        text, start = self.text, self.offset
        if self.kind != "word" or "." in text or text == "WARP_SZ":
            self.fail(what)
        self.advance()
        return self._name(text, start)

    def _name(self, text: str, start: int) -> Name:
        return _new(Name, (self._texts.setdefault(text, text), start))

    def shared(self, text: str) -> str:
        """Return one object for all equal texts: texts take half the memory of a tree."""
        return self._texts.setdefault(text, text)

    def _sink(self) -> Sink:
        start = self.offset
        self.advance()
        return Sink(start)

    def _named(self, text: str, start: int) -> Operand:
        """Parse the rest of an operand after its first word."""
        if "." in text or self.kind == "dotted":
            return self._select(text, start)
        if text == "WARP_SZ":
            self.operators = 0
            return self.rest_of_constant(warp_size(start), start)
        name = self._name(text, start)
        if self.text in ("+", "-"):
            return self.sum(name)
        return self._index(name) if self.text == "[" else name

    def _select(self, text: str, start: int) -> Select:
        """Parse `name.selector`, perhaps with white space before the dot."""
        base, _, selector = text.partition(".")
        if not selector:
            selector = self.advance()[1:]
        if "." in selector or self.kind == "dotted":
            while self.kind == "dotted":
                self.advance()
            self.report("syntax-error", f"{quoted(base)} has one selector at most", start, self.end)
        return Select(self._name(base, start), selector, start, self.end)

    def sum(self, base: Name | Generic) -> Sum:
        """Parse `base + offset`; report a minus, and continue."""
        if self.text == "-":
            self.report(
                "syntax-error",
                "a constant is added to a name, never subtracted",
                self.offset,
                self.offset + 1,
                "write + before the minus, as in a+-4",
            )
        else:
            self.advance()
        offset = self.integer_constant("an offset")
        return Sum(base, offset, base.start, self.end)

    def _index(self, array: Name) -> Index:
        self.advance()
        subscript: Name | Sum | Constant
        if self.kind == "word" and self.text != "WARP_SZ":
            name = self.name("a register or a constant")
            subscript = self.sum(name) if self.text in ("+", "-") else name
        else:
            subscript = self.integer_constant("an index")
        self.expect("]")
        return Index(array, subscript, array.start, self.end)

    def _opposite(self) -> Operand:
        """Parse `!p` or `-a`, or a constant with such an operator."""
        start = self.offset
        operator = self.advance()
        if self.kind != "word" or self.text == "WARP_SZ":
            return self.rest_of_signed(operator, start)
        operand: Name | Select = self._selectable() if operator == "-" else self.name("a predicate register")
        return Opposite(operator, operand, start, self.end)

    def vector(self) -> Vector:
        """Parse `{a, b}`."""
        start = self.offset
        self.advance()
        self.open_braces += 1
        elements = [self._element()]
        while self.text == ",":
            self.advance()
            elements.append(self._element())
        self.expect("}")
        self.open_braces -= 1
        return Vector(tuple(elements), start, self.end)

    def _element(self) -> Name | Select | Sink | Constant:
        if self.kind == "word" and self.text != "WARP_SZ":
            return self._selectable()
        return self._sink() if self.text == "_" else self.constant("an element")

    def _selectable(self) -> Name | Select:
        """Parse `a` or `a.x`."""
        start = self.offset
        text = self.advance()
        return self._select(text, start) if "." in text or self.kind == "dotted" else self._name(text, start)

    def _address(self) -> Address:
        start = self.offset
        self.advance()
        base: Name | Constant
        offset, rest = None, []
        if self.kind == "word" and self.text != "WARP_SZ":
            base = self.name("a register or a variable, which has no selector here,")
            if self.text in ("+", "-"):
                offset = self.sum(base).offset
            elif self.text == ",":
                rest = self._rest_of_address()
        else:
            base = self.integer_constant("an address")
        self.expect("]")
        suffix = self.advance()[1:] if self.kind == "dotted" else ""
        return Address(base, offset, tuple(rest), start, self.end, suffix)

    def _rest_of_address(self) -> list[Name | Vector]:
        """Parse up to three names and up to two vectors, such as `, sampler, {x, y}` or `, global_address, {x}, {w}`.

        Two vectors must follow a name, and three names must precede a vector. After two vectors, one more name and one
        more vector may follow: `, global_address, {x}, {y}, z, {w}`.
        """
        names: list[Name] = []
        vectors: list[Vector] = []
        while len(vectors) < (_MOST_VECTORS if names else 1) and self.accept(","):
            if self.text == "{":
                vectors.append(self.vector())
            elif vectors:
                self.fail("coordinates in braces")
            else:
                names.append(self.name("a name, or coordinates in braces"))
            if len(names) > _MOST_NAMES or (len(names) == _MOST_NAMES and self.text == "]" and not vectors):
                self.fail("coordinates in braces")
        return [*names, *vectors, *self._last_of_address(len(vectors))]

    def _last_of_address(self, vectors: int) -> list[Name | Vector]:
        """Parse the end after two vectors: nothing, or `, name, {w}`."""
        if vectors < _MOST_VECTORS or not self.accept(","):
            return []
        name = self.name("a name")
        self.expect(",")
        if self.text != "{":
            self.fail("coordinates in braces")
        return [name, self.vector()]
