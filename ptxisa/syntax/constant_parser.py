"""Parse constant expressions."""

from __future__ import annotations

from ptxisa.syntax.cursor import DEPTH_LIMIT, Cursor, SyntaxFailure
from ptxisa.syntax.expressions import ConstantError, evaluate, exact_literal, float_literal, integer_literal
from ptxisa.syntax.source import Source
from ptxisa.syntax.tree import Binary, Conditional, Constant, Float, Integer, Unary

_LEVELS = (
    ("||",),
    ("&&",),
    ("|",),
    ("^",),
    ("&",),
    ("==", "!="),
    ("<", ">", "<=", ">="),
    ("<<", ">>"),
    ("+", "-"),
    ("*", "/", "%"),
)
PRECEDENCE = {operator: level for level, operators in enumerate(_LEVELS, 1) for operator in operators}
"""Binary operators with their precedence; the highest binds tightest."""

_new = tuple.__new__
"""`_new(Integer, fields)` is `Integer(*fields)` in half the time: for nodes that come in millions."""


class ConstantParser(Cursor):
    """Constants, by precedence climbing. `operators` counts against `DEPTH_LIMIT`."""

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
        if not isinstance(constant, Integer) and _is_float(constant):
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
        """Parse the current token as an integer; equal texts are converted once, since tables repeat them."""
        text, start = self.text, self.offset
        value, unsigned, text, _, _ = self._integers.get(text) or self._read_integer(text, start)
        self.advance()
        return _new(Integer, (value, unsigned, text, start, self.end))

    def _read_integer(self, text: str, start: int) -> Integer:
        """Convert an integer; return 0 for one that is reported."""
        if self.kind == "malformed":
            return Integer(0, False, text, start, start)
        try:
            literal = warp_size(start) if text == "WARP_SZ" else integer_literal(text, start)
        except ConstantError as error:
            self.report(error.code, error.message, error.start, error.end, rule=error.rule)
            return Integer(0, False, text, start, start)
        return self._integers.setdefault(text, literal)

    def _expression(self) -> Constant:
        start = self.offset
        return self._after(self._unary(), start)

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

    def _unary(self, what: str = "a constant") -> Constant:
        if self.kind != "symbol":
            return self._literal(what)
        start = self.offset
        if self.text == "(":
            return self._parenthesis(start)
        if self.text not in ("+", "-", "!", "~"):
            self.fail(what)
        self._count()
        operator = self.advance()
        operand = self._unary()
        return Unary(operator, operand, start, self.end)

    def _parenthesis(self, start: int) -> Constant:
        self._count()
        self.advance()
        if self.kind != "dotted":
            inner = self._expression()
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

    def _literal(self, what: str) -> Constant:
        kind, text, start = self.kind, self.text, self.offset
        if kind in ("integer", "malformed") or text == "WARP_SZ":
            return self._integer()
        if kind == "decimal":
            literal = self._read_decimal(text, start)
        elif kind == "exact":
            literal = exact_literal(text, start)
        else:
            self.fail(what)
        self.advance()
        return literal

    def _read_decimal(self, text: str, start: int) -> Float:
        try:
            return float_literal(text, start)
        except ConstantError as error:
            self.report(error.code, error.message, error.start, error.end)
            return Float(0, 64, text, start)


def _is_float(constant: Constant) -> bool:
    """Return True if the value is a floating-point number; False for an expression without a value."""
    try:
        return evaluate(constant).type in ("f32", "f64")
    except ConstantError:
        return False


def warp_size(start: int) -> Integer:
    """Return the node of `WARP_SZ`, which is 32 on every target."""
    return Integer(32, False, "WARP_SZ", start, start + len("WARP_SZ"))
