"""Parse constants, operands and instructions. The parser knows no instruction but `call`, whose lists are its own."""

from __future__ import annotations

from ptxisa.syntax.cursor import DEPTH_LIMIT, STATEMENT_STARTS, Cursor, SyntaxFailure
from ptxisa.syntax.expressions import (
    PRECEDENCE,
    ConstantError,
    evaluate,
    exact_literal,
    float_literal,
    integer_literal,
    warp_size,
)
from ptxisa.syntax.lexer import RESERVED, quoted
from ptxisa.syntax.source import Source
from ptxisa.syntax.tree import (
    Address,
    Arguments,
    Binary,
    Conditional,
    Constant,
    Float,
    Generic,
    Guard,
    Index,
    Instruction,
    Integer,
    Name,
    Opcode,
    Operand,
    Opposite,
    Pair,
    Select,
    Sink,
    Sum,
    Unary,
    Vector,
)

_NEVER_MODIFIERS = frozenset(
    {
        *(".reg", ".loc", ".pragma", ".align", ".attribute", ".branchtargets", ".calltargets", ".callprototype"),
        *(".entry", ".func", ".section", ".file", ".alias", ".extern", ".visible", ".version", ".target"),
    }
)
"""Directives, which cannot be modifiers, although white space may precede a modifier."""
_AFTER_OPERANDS = frozenset({",", ";"})
_MOST_NAMES = 3
"""Limit on names in an address after its base, as in ptxas 13.4."""
_MOST_VECTORS = 2
"""Limit on consecutive vectors in an address, as in ptxas."""
_new = tuple.__new__
"""`_new(Name, (text, start))` is `Name(text, start)` in half the time: for nodes that come in millions."""


class ConstantParser(Cursor):
    """Parser of constant expressions by precedence climbing; `operators` counts against `DEPTH_LIMIT`."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.operators = 0
        self._integers: dict[str, Integer] = {}

    def constant(self, what: str = "a constant") -> Constant:
        """Parse a constant expression; report one without a value."""
        start = self.offset
        if self.kind == "integer":
            literal = self._integer()
            if self.text not in PRECEDENCE and self.text != "?":
                return literal
            self.operators = 0
            return self.rest_of_constant(literal, start)
        self.operators = 0
        return self.rest_of_constant(self._unary(what), start)

    def integer_constant(self, what: str) -> Constant:
        """Parse a constant expression whose value is an integer."""
        start = self.offset
        constant = self.constant(what)
        if not isinstance(constant, Integer):
            try:
                is_float = evaluate(constant).type in ("f32", "f64")
            except ConstantError:
                is_float = False  # An expression without a value is reported already.
            if is_float:
                self.report("constant-type", f"{what} is an integer", start, self.end)
        return constant

    def rest_of_constant(self, left: Constant, start: int) -> Constant:
        """Parse the rest of a constant expression that begins with `left`."""
        constant = self._after(left, start)
        if isinstance(constant, (Unary, Binary, Conditional)):
            try:
                evaluate(constant)
            except ConstantError as error:
                self.report(error.code, error.message, error.start, error.end)
        return constant

    def rest_of_signed(self, operator: str, start: int) -> Constant:
        """Parse the rest of a constant expression after its unary operator."""
        self.operators = 1
        operand = self._unary()
        return self.rest_of_constant(Unary(operator, operand, start, self.end), start)

    def integer(self, what: str) -> Integer:
        """Parse an integer literal or WARP_SZ, where no expression is allowed."""
        if self.kind not in ("integer", "malformed") and self.text != "WARP_SZ":
            self.fail(what)
        return self._integer()

    def _integer(self) -> Integer:
        """Parse the current token as an integer; the value of one that is reported is 0."""
        text, start = self.text, self.offset
        # Equal texts are converted once, since tables repeat them.
        literal = self._integers.get(text)
        if literal is None:
            literal = Integer(0, False, text, start, start)
            if self.kind != "malformed":
                try:
                    literal = warp_size(start) if text == "WARP_SZ" else integer_literal(text, start)
                    self._integers[text] = literal
                except ConstantError as error:
                    self.report(error.code, error.message, error.start, error.end, rule=error.rule)
        self.advance()
        return _new(Integer, (literal.value, literal.unsigned, literal.text, start, self.end))

    def _after(self, left: Constant, start: int) -> Constant:
        """Parse binary operators and `?:` after `left`."""
        if self.text in PRECEDENCE:
            left = self._climb(left, start, 0)
        if self.text != "?":
            return left
        self._count()
        self.advance()
        then = self._expression()
        self.expect(":")
        otherwise = self._expression()
        return Conditional(left, then, otherwise, start, self.end)

    def _expression(self, hint: str = "") -> Constant:
        start = self.offset
        return self._after(self._unary(hint=hint), start)

    def _climb(self, left: Constant, start: int, minimum: int) -> Constant:
        """Parse operators that bind tighter than `minimum`."""
        while (level := PRECEDENCE.get(self.text, 0)) > minimum:
            self._count()
            operator = self.advance()
            right_start = self.offset
            right = self._unary()
            if PRECEDENCE.get(self.text, 0) > level:
                right = self._climb(right, right_start, level)
            left = Binary(operator, left, right, start, self.end)
        return left

    def _unary(self, what: str = "a constant", hint: str = "") -> Constant:
        """Parse a literal, a constant with a unary operator or a cast, or an expression in parentheses."""
        kind, text, start = self.kind, self.text, self.offset
        if kind in ("integer", "malformed") or text == "WARP_SZ":
            return self._integer()
        literal: Float
        if kind == "decimal":
            try:
                literal = float_literal(text, start)
            except ConstantError as error:
                self.report(error.code, error.message, error.start, error.end)
                literal = Float(0, 64, text, start)
            self.advance()
            return literal
        if kind == "exact":
            literal = exact_literal(text, start)
            self.advance()
            return literal
        if kind != "symbol" or text not in ("(", "+", "-", "!", "~"):
            self.fail(what, hint)
        self._count()
        operator = self.advance()
        if operator == "(":
            if self.kind != "dotted":
                inner = self._expression("parentheses enclose constants, neither names nor arguments")
                self.expect(")")
                return inner
            if self.text not in (".s64", ".u64"):
                self.fail("'.s64' or '.u64', the types that constants are cast to")
            operator = f"({self.advance()})"
            self.expect(")")
        operand = self._unary()
        return Unary(operator, operand, start, self.end)

    def _count(self) -> None:
        """Count an operator; their number limits the depth of the tree and of the recursion."""
        self.operators += 1
        if self.operators > DEPTH_LIMIT:
            message = f"a constant expression has more than {DEPTH_LIMIT} operators and parentheses"
            self.report("nesting-too-deep", message, self.offset, self.offset + len(self.text))
            raise SyntaxFailure


class OperandParser(ConstantParser):
    """Parser of operands as ptxas accepts them, which in places is less than the manual describes.

    `next_word` is the opcode or label of the next statement when it has been consumed already.
    """

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self._opcodes: dict[str, Opcode] = {}
        self._texts: dict[str, str] = {}
        self.next_word: tuple[str, int] | None = None

    def seek(self, offset: int) -> None:
        """Continue at another offset, without the word that was consumed before."""
        self.next_word = None
        super().seek(offset)

    # Instructions

    def guard(self) -> Guard:
        """Parse `@p` or `@!p`."""
        start = self.offset
        self.advance()
        negated = self.accept("!")
        return Guard(self.name("a predicate register"), negated, start)

    def instruction(self, guard: Guard | None, text: str, opcode_start: int) -> Instruction:
        """Parse the rest of an instruction after its opcode `text`."""
        # Modules repeat few opcodes, and an opcode has no place of its own: one node serves all equal texts.
        opcode = self._opcodes.get(text)
        if opcode is None:
            mnemonic, *modifiers = text.split(".")
            offsets, position = [], len(mnemonic)
            for modifier in modifiers:
                offsets.append(position)
                position += 1 + len(modifier)
            opcode = self._opcodes[text] = Opcode(mnemonic, tuple(map(self.shared, modifiers)), tuple(offsets))
        if self.kind == "dotted" and self.text not in _NEVER_MODIFIERS:
            # ptxas accepts white space before a dot, as in `add .u32`.
            modifiers, offsets = list(opcode.modifiers), list(opcode.offsets)
            while self.kind == "dotted" and self.text not in _NEVER_MODIFIERS:
                offsets.append(self.offset - opcode_start)
                modifiers.append(self.advance()[1:])
            opcode = Opcode(opcode.mnemonic, tuple(modifiers), tuple(offsets))
        opcode_end = self.end
        operands: list[Operand] = []
        if opcode.mnemonic == "call":
            operands = self._call_operands()
        elif self.kind == "word" or (self.text not in (";", "}", "@") and self.kind not in ("end", "dotted")):
            first = self.operand()
            operands = [self._pair(first) if self.text == "|" else first]
            while self.text == ",":
                self.advance()
                operands.append(self.operand())
        start = guard.start if guard else opcode_start
        if self.text == ";":
            self.advance()
        elif self._took_next_statement(operands, opcode_end):
            return Instruction(guard, opcode, (), start, opcode_start, opcode_end)
        else:
            self.semicolon("',' or ';'" if operands else "an operand or ';'")
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

    def _pair(self, first: Operand) -> Pair:
        """Parse `a|p`, `a|_`, `_|p` or `{a, b}|p`."""
        if not isinstance(first, (Name, Sink, Vector)):
            self.fail("',' or ';'")
        self.advance()
        may_sink = self.text == "_" and isinstance(first, Name)
        second = self._sink() if may_sink else self.name("a predicate register")
        return Pair(first, second, first.start, self.end)

    def _call_operands(self) -> list[Operand]:
        """Parse `(results), function, (arguments), prototype`; only the function is required."""
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
        values: list[Name | Sink | Constant] = []
        while values or self.text != ")":
            if self.kind == "word" and self.text != "WARP_SZ":
                values.append(self.name("an argument"))
            else:
                values.append(self._sink() if self.text == "_" else self.constant("an argument"))
            if not self.accept(","):
                break
        self.expect(")")
        return Arguments(tuple(values), start, self.end)

    # Operands

    def operand(self) -> Operand:
        """Parse one operand that is neither a pair nor an argument list."""
        kind, text, start = self.kind, self.text, self.offset
        if kind == "word":
            self.advance()
            if "." in text or self._at_selector():
                return self._select(text, start)
            if text == "WARP_SZ":
                self.operators = 0
                return self.rest_of_constant(warp_size(start), start)
            name = self._name(text, start)
            if self.text in _AFTER_OPERANDS:
                return name
            if self.text in ("+", "-"):
                return self.sum(name)
            return self._index(name) if self.text == "[" else name
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
        if self.kind != "word" or "." in text:
            self.fail(what)
        self.advance()
        return self._name(text, start)

    def _name(self, text: str, start: int) -> Name:
        if text in RESERVED:
            message = f"{text} is {RESERVED[text]}, so it cannot be a name"
            self.report("syntax-error", message, start, start + len(text))
            raise SyntaxFailure
        return _new(Name, (self._texts.setdefault(text, text), start))

    def shared(self, text: str) -> str:
        """Return one object for all equal texts: texts take half the memory of a tree."""
        return self._texts.setdefault(text, text)

    def _sink(self) -> Sink:
        start = self.offset
        self.advance()
        return Sink(start)

    def _select(self, text: str, start: int) -> Select:
        """Parse the rest of `name.selector`, with or without white space before the dot."""
        base, _, selector = text.partition(".")
        if not selector:
            selector = self.advance()[1:]
        if "." in selector or self._at_selector():
            while self._at_selector():
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
        """Parse the rest of `array[subscript]`."""
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
        return self._select(text, start) if "." in text or self._at_selector() else self._name(text, start)

    def _at_selector(self) -> bool:
        """Return True if the current token is a selector; a directive on a new line begins the next statement.

        While one types `add.s32 %r1` before `.reg .b64 %rd<9>;`, the registers stay declared.
        """
        return self.kind == "dotted" and not (self.text in STATEMENT_STARTS and self.on_new_line())

    def _address(self) -> Address:
        """Parse `[base + offset]` or `[base, names and coordinates]`."""
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
        suffix = self.advance()[1:] if self._at_selector() else ""
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
        if len(vectors) < _MOST_VECTORS or not self.accept(","):
            return [*names, *vectors]
        name = self.name("a name")
        self.expect(",")
        if self.text != "{":
            self.fail("coordinates in braces")
        return [*names, *vectors, name, self.vector()]
