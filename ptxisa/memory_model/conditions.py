r"""Conditions on the final state of a litmus test, and questions about them.

exists (P1:r0=1 /\ P1:r1=0)      can a run end so?
~exists (x=2 \/ not y=1)         the same outcome, which must not happen
forall (P0:r0=1 \/ P1:r1=1)      does every run end so?
racy, race-free, mixed-size       questions about data races
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

TOKEN = re.compile(
    r"\s*(?:(?P<and>/\\|&&)|(?P<or>\\/|\|\|)|(?P<implies>=>)|(?P<compare>==|!=|<=|>=|<|>|=)|(?P<open>\()|(?P<close>\))"
    r"|(?P<not>~|!|\bnot\b)"
    r"|(?P<name>(?:(?:[A-Za-z_]\w*|\d+)\s*:\s*)?\[?%?[A-Za-z_$][\w$.]*(?:\[\d+\])?(?:\+\d+)?\]?)"
    r"|(?P<number>-?(?:0[xX][0-9a-fA-F]+|\d+))\b)"
)
QUESTIONS = ("exists", "~exists", "forall", "racy", "race-free", "mixed-size")


class FormulaError(ValueError):
    """Error in a condition."""


class ConditionTerm(NamedTuple):
    """Place of a value: a register of a thread, or a variable in memory (`thread` is None)."""

    thread: str | None
    name: str

    def __str__(self) -> str:
        return f"{self.thread}:{self.name}" if self.thread else self.name


class Formula(NamedTuple):
    """Formula of a condition.

    `operator` is "and", "or", "not", "true", or a comparison ("==", "!=", "<", "<=", ">", ">="), whose operands are
    terms and integers.
    """

    operator: str
    operands: tuple[Formula | ConditionTerm | int, ...] = ()

    def __str__(self) -> str:
        if self.operator in ("and", "or"):
            return f" {'/' if self.operator == 'and' else chr(92)}{chr(92) if self.operator == 'and' else '/'} ".join(
                f"({operand})" if isinstance(operand, Formula) and operand.operator in ("and", "or") else str(operand)
                for operand in self.operands
            )
        if self.operator == "not":
            return f"not ({self.operands[0]})"
        if self.operator == "true":
            return "true"
        return f"{self.operands[0]}{'=' if self.operator == '==' else self.operator}{self.operands[1]}"


class Condition(NamedTuple):
    """Question of a litmus test: its kind, one of `QUESTIONS`, and the formula."""

    kind: str
    formula: Formula

    def __str__(self) -> str:
        return f"{self.kind} ({self.formula})" if self.kind in QUESTIONS[:3] else self.kind

    @property
    def outcome(self) -> Formula:
        """Outcome whose possibility decides the question: the formula, or its opposite for ``forall``."""
        return Formula("not", (self.formula,)) if self.kind == "forall" else self.formula


TRUE = Formula("true")


def parse_condition(text: str) -> Condition:
    """Parse a question.

    Raises:
        FormulaError: The text is not a question.
    """
    words = text.strip()
    if words in QUESTIONS[3:]:
        return Condition(words, TRUE)
    for kind in ("~exists", "exists", "forall"):
        if words.startswith(kind):
            return Condition(kind, parse_formula(words[len(kind) :]))
    raise FormulaError(f"a question begins with one of {', '.join(QUESTIONS)}, not with {words[:20]!r}")


def parse_formula(text: str) -> Formula:
    """Parse a formula.

    Raises:
        FormulaError: The text is not a formula.
    """
    parser = _Parser(text)
    formula = parser.implication()
    if parser.kind != "end":
        raise FormulaError(f"unexpected {parser.token!r} in {text.strip()!r}")
    return formula


def terms(formula: Formula) -> Iterator[ConditionTerm]:
    """Yield every place that a formula mentions."""
    for operand in formula.operands:
        if isinstance(operand, ConditionTerm):
            yield operand
        elif isinstance(operand, Formula):
            yield from terms(operand)


class _Parser:
    """Recursive descent over the tokens of one formula."""

    MAX_DEPTH = 100
    """Nesting that recursion follows; Python's own limit would end in a traceback."""

    def __init__(self, text: str) -> None:
        self.text, self.position, self.depth = text.strip(), 0, 0
        self.kind, self.token = "end", ""
        self.advance()

    def advance(self) -> None:
        """Read the next token."""
        if self.position >= len(self.text):
            self.kind, self.token = "end", ""
            return
        match = TOKEN.match(self.text, self.position)
        if not match:
            raise FormulaError(f"unexpected character {self.text[self.position :].lstrip()[:1]!r} in {self.text!r}")
        self.position = match.end()
        self.kind, self.token = str(match.lastgroup), match[0].strip()

    def implication(self) -> Formula:
        left = self.disjunction()
        if self.kind == "implies":
            self.advance()
            return Formula("or", (Formula("not", (left,)), self.implication()))
        return left

    def disjunction(self) -> Formula:
        operands = [self.conjunction()]
        while self.kind == "or":
            self.advance()
            operands.append(self.conjunction())
        return operands[0] if len(operands) == 1 else Formula("or", tuple(operands))

    def conjunction(self) -> Formula:
        operands = [self.factor()]
        while self.kind == "and":
            self.advance()
            operands.append(self.factor())
        return operands[0] if len(operands) == 1 else Formula("and", tuple(operands))

    def factor(self) -> Formula:
        self.depth += 1
        if self.depth > self.MAX_DEPTH:
            raise FormulaError("the condition is nested too deeply")
        try:
            if self.kind == "not":
                self.advance()
                return Formula("not", (self.factor(),))
            if self.kind == "open":
                self.advance()
                inner = self.implication()
                if self.kind != "close":
                    raise FormulaError(f"a parenthesis is not closed in {self.text!r}")
                self.advance()
                return inner
            if self.kind == "name" and self.token in ("true", "false"):
                value = self.token == "true"
                self.advance()
                return TRUE if value else Formula("not", (TRUE,))
            return self.comparison()
        finally:
            self.depth -= 1

    def comparison(self) -> Formula:
        left = self.value()
        if self.kind != "compare":
            raise FormulaError(f"a comparison is missing after {left} in {self.text!r}")
        operator = "==" if self.token == "=" else self.token
        self.advance()
        return Formula(operator, (left, self.value()))

    def value(self) -> ConditionTerm | int:
        kind, token = self.kind, self.token
        if kind not in ("number", "name"):
            raise FormulaError(f"a register, a variable or a number is missing in {self.text!r}")
        self.advance()
        if kind == "number":
            return int(token, 0)
        thread, _, name = token.replace(" ", "").rpartition(":")
        if thread.isdigit():
            thread = f"P{thread}"
        return ConditionTerm(thread or None, name.strip("[]") if name.startswith("[") else name)
