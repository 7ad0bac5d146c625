"""The grammar of one form's `syntax:` template, which checker, vectors, documentation and generator use.

    cvt.rn.satfinite{.relu}.{dtype}.f32  d, a, b

After the mnemonic, `.name` is a literal modifier, `{.name}` an optional one, `.{slot}` a slot with the values of
the form's `where:` and `{.{slot}}` an optional slot. Operands follow a space: names,
`[a]` addresses, `[a].unified` addresses with a suffix, `{a, b}` vectors, `(a)` lists, `d|p` pairs; `{, e}` and `{|p}`
are optional operands. `a.{slot}` and `a{.{slot}}` are names with a selector, and `-a` is one with a minus before it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ptxisa.isa.forms import slot_of

_MODIFIER = re.compile(
    r"\.(?P<literal>[A-Za-z0-9_]+(?:::[A-Za-z0-9_]+)*(?::[0-9]+)?)"
    r"|\.\{(?P<slot>[a-z][a-z0-9_]*)\}"
    r"|\{\.(?P<optional_literal>[A-Za-z0-9_]+(?:::[A-Za-z0-9_]+)*(?::[0-9]+)?)\}"
    r"|\{\.\{(?P<optional_slot>[a-z][a-z0-9_]*)\}\}"
)
_MNEMONIC = re.compile(r"[a-z][a-z0-9_]*")
_STRAY = re.compile(r"\S")
_OPTIONAL_SECOND = re.compile(r"\s*\|")
_SELECTOR = re.compile(r"(?P<open>\{)?\.\{(?P<slot>[a-z][a-z0-9_]*)\}(?(open)\})")
_OPERAND_TOKEN = re.compile(rf"\s*(?P<token>[A-Za-z_][A-Za-z0-9_-]*(?:{_SELECTOR.pattern})?|\.[a-z]+|[][{{}}(),|-])")


class TemplateError(ValueError):
    """Malformed template; `column` counts from 1."""

    def __init__(self, message: str, column: int) -> None:
        super().__init__(message)
        self.column = column


class ModifierTemplate(NamedTuple):
    """One modifier position. `slot` names it; a literal modifier is a slot named after its one value."""

    slot: str
    literal: str | None
    optional: bool


class SelectorTemplate(NamedTuple):
    """The selector that follows an operand."""

    slot: str
    optional: bool


class OperandTemplate(NamedTuple):
    """One operand position.

    `shape` is "plain" (d), "address" ([a, b]), "vector" ({a, b}), "list" ((a)) or "pair" (d|p); `names` are the
    operands in it; `optional` is True if the whole position may be omitted, `optional_second` if `|p` may.
    A plain operand may have a `selector`, and be `negated`; an address may have a `suffix`, a word after a dot.
    """

    shape: str
    names: tuple[str, ...]
    optional: bool = False
    optional_second: bool = False
    selector: SelectorTemplate | None = None
    negated: bool = False
    suffix: str = ""


class Template(NamedTuple):
    """A parsed template."""

    mnemonic: str
    modifiers: tuple[ModifierTemplate, ...]
    operands: tuple[OperandTemplate, ...]

    def operand_names(self) -> tuple[str, ...]:
        """Return the names of all operands in the order of the template."""
        return tuple(name for operand in self.operands for name in operand.names)

    def negated(self) -> frozenset[str]:
        """Return the names of the operands with a minus before them."""
        return frozenset(operand.names[0] for operand in self.operands if operand.negated)

    def selectors(self) -> dict[str, SelectorTemplate]:
        """Return the selectors by the operands that they follow."""
        return {operand.names[0]: operand.selector for operand in self.operands if operand.selector}


def parse_template(text: str) -> Template:
    """Parse a `syntax:` template.

    Raises:
        TemplateError: The template is malformed; the exception has the column.
    """
    mnemonic = _MNEMONIC.match(text)
    if mnemonic is None:
        raise TemplateError("a template starts with a mnemonic", 1)
    modifiers, position = [], mnemonic.end()
    while match := _MODIFIER.match(text, position):
        position = match.end()
        literal = match["literal"] or match["optional_literal"]
        slot = slot_of(literal) if literal else match["slot"] or match["optional_slot"]
        modifiers.append(ModifierTemplate(slot, literal, bool(match["optional_literal"] or match["optional_slot"])))
    operands = _Operands(text, position).parse()
    if operands and not text[position].isspace():
        raise TemplateError("operands follow a space", position + 1)
    return Template(mnemonic.group(), _numbered(modifiers), operands)


def _numbered(modifiers: list[ModifierTemplate]) -> tuple[ModifierTemplate, ...]:
    """Assign numbers to slots that repeat (`.f16.f16`): f16, f16_2."""
    names = {modifier.slot for modifier in modifiers}
    counts: dict[str, int] = {}
    numbered = []
    for modifier in modifiers:
        slot = modifier.slot
        while slot in counts or (slot != modifier.slot and slot in names):
            counts[modifier.slot] += 1
            slot = f"{modifier.slot}_{counts[modifier.slot]}"
        counts[slot] = 1
        numbered.append(modifier._replace(slot=slot))
    return tuple(numbered)


class _Operands:
    """Parser of the operands of a template, by recursive descent; `position` is just past the current token."""

    def __init__(self, text: str, position: int) -> None:
        self.text, self.position = text, position
        self.token = ""
        self.start = position
        self.seen: set[str] = set()
        self.advance()

    def advance(self) -> str:
        """Return the current token and read the next one."""
        current = self.token
        match = _OPERAND_TOKEN.match(self.text, self.position)
        stray = None if match else _STRAY.search(self.text, self.position)
        if stray:
            raise TemplateError(f"unexpected {stray.group()!r}", stray.start() + 1)
        self.token = match["token"] if match else ""
        self.start, self.position = (match.start("token"), match.end()) if match else (len(self.text), len(self.text))
        return current

    def expect(self, token: str) -> None:
        """Consume a token, or raise `TemplateError`."""
        if self.token != token:
            raise TemplateError(f"expected {token!r} before {self.token or 'the end'!r}", self.start + 1)
        self.advance()

    def name(self) -> str:
        """Consume the name of an operand, which may not be repeated."""
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_-]*", self.token):
            raise TemplateError(f"expected an operand name before {self.token or 'the end'!r}", self.start + 1)
        start, name = self.start, self.advance().replace("-", "_").lower()
        if name in self.seen:
            raise TemplateError(f"operand {name!r} is repeated", start + 1)
        self.seen.add(name)
        return name

    def names(self, closing: str) -> tuple[str, ...]:
        """Parse names up to a closing bracket."""
        names = [self.name()]
        while self.token == ",":
            self.advance()
            names.append(self.name())
        self.expect(closing)
        return tuple(names)

    def parse(self) -> tuple[OperandTemplate, ...]:
        """Parse all operands."""
        operands = [self.operand()] if self.token else []
        while self.token:
            operands.append(self.following())
        return tuple(operands)

    def following(self) -> OperandTemplate:
        """Parse `, operand` or the optional `{, operand}`."""
        if self.token == "{":
            self.advance()
            self.expect(",")
            operand = self.operand()._replace(optional=True)
            self.expect("}")
            return operand
        self.expect(",")
        return self.operand()

    def operand(self) -> OperandTemplate:
        """Parse one operand."""
        if self.token == "[":
            self.advance()
            return OperandTemplate("address", self.names("]"), suffix=self.suffix())
        if self.token == "{":
            self.advance()
            return OperandTemplate("vector", self.names("}"))
        if self.token == "(":
            self.advance()
            return OperandTemplate("list", self.names(")"))
        if self.token == "-":
            self.advance()
            return self.selected()._replace(negated=True)
        return self.selected() if _SELECTOR.search(self.token) else self.second(self.name())

    def suffix(self) -> str:
        """Parse the word in `[a].word`, if there is one."""
        return self.advance()[1:] if self.token.startswith(".") else ""

    def selected(self) -> OperandTemplate:
        """Parse a name, perhaps with its selector."""
        match = _SELECTOR.search(self.token)
        if match is None:
            return OperandTemplate("plain", (self.name(),))
        self.token = self.token[: match.start()]
        start, name, slot = self.start, self.name(), match["slot"]
        if slot in self.seen:
            raise TemplateError(f"selector {slot!r} is repeated", start + 1)
        self.seen.add(slot)
        return OperandTemplate("plain", (name,), selector=SelectorTemplate(slot, match["open"] is not None))

    def second(self, first: str) -> OperandTemplate:
        """Parse the rest of `d`, `d|p` or `d{|p}`."""
        if self.token == "|":
            self.advance()
            return OperandTemplate("pair", (first, self.name()))
        if self.token == "{" and _OPTIONAL_SECOND.match(self.text, self.position):
            self.advance()
            self.expect("|")
            pair = OperandTemplate("pair", (first, self.name()), optional_second=True)
            self.expect("}")
            return pair
        return OperandTemplate("plain", (first,))
