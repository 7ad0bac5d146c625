"""Merge the bodies of variants that differ in a few places: one function with parameters for what differs.

Bodies that are alike but for their holes are one *class*. Classes that share most statements become one function, in
which statements of some variants only are below an `if` on the modifiers. Nothing is evaluated that the body of a
variant does not have, so results and speed are those of the bodies.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from generator.backends.code import laid_out
from generator.backends.layout import INDENT
from generator.backends.patterns import OPERATORS, Hole, Unit, holes_of, lines_of, pattern_of, units
from generator.backends.rolling import rolled
from generator.backends.rules import Condition, Rule, condition, rule_of
from generator.semantics.comparisons import SIGNS
from generator.semantics.floating import mode_named
from generator.semantics.ir import NOWHERE
from ptxisa.run.implementation import Key

MOST_PARAMETERS = 9
"""Functions with more of them would be harder to read than two functions."""
SAVED = 3
"""Lines that merging two functions must save."""
HEAD = 5
"""Lines of a function beside its block."""


class Given(NamedTuple):
    """A parameter for what a modifier says: its name, the slot, and the sort as in `ir.Modifier`."""

    name: str
    slot: str
    sort: str


class Body(NamedTuple):
    """A function of one variant, without its name.

    It has parameter names, unbroken lines, imports, inputs, outputs, and the modifiers that it is given.
    """

    parameters: tuple[str, ...]
    flat: tuple[str, ...]
    imports: frozenset[tuple[str, str]]
    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    given: tuple[Given, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of the block, as they are written if nothing is merged."""
        return tuple(laid_out(self.flat))


@dataclass(frozen=True)
class Class:
    """Bodies that are alike but for their holes: the first one's statements, and the holes of each variant."""

    body: Body
    units: tuple[Unit, ...]
    holes: dict[Key, tuple[tuple[Hole, ...], ...]]
    imports: set[tuple[str, str]]


def classes(bodies: Mapping[Key, Body]) -> list[Class]:
    """The classes of the bodies of one text."""
    found: dict[object, Class] = {}
    parsed: dict[Body, tuple[object, tuple[Unit, ...], tuple[tuple[Hole, ...], ...]]] = {}
    for key, body in bodies.items():
        if body not in parsed:
            split = units(body.flat, INDENT)
            parsed[body] = (_identity(body, split), split, tuple(map(holes_of, split)))
        identity, split, holes = parsed[body]
        if identity not in found:
            found[identity] = Class(body, split, {}, set())
        found[identity].holes[key] = holes
        found[identity].imports.update(body.imports)
    return list(found.values())


def _identity(body: Body, split: tuple[Unit, ...]) -> object:
    """What bodies of one class have in common: local names do not matter."""
    numbers: dict[str, str] = {}
    for unit in split:
        for statement in unit:
            for name in _assigned(statement.tokens):
                numbers.setdefault(name, f"<{len(numbers)}>")
    patterns = tuple(
        tuple(tuple(_renamed(token, numbers) for token in pattern) for pattern in pattern_of(unit)) for unit in split
    )
    return body.parameters, body.inputs, body.outputs, body.given, patterns


def _assigned(tokens: tuple[str, ...]) -> Iterator[str]:
    """Names that a line assigns."""
    if "=" in tokens:
        yield from (token for token in tokens[: tokens.index("=")] if token[0].isalpha())


def _renamed(token: str, numbers: Mapping[str, str]) -> str:
    if "." not in token:
        return numbers.get(token, token)
    name, dot, rest = token.partition(".")
    return f"{numbers[name]}{dot}{rest}" if name in numbers else token


@dataclass(frozen=True)
class Piece:
    """A statement of a merged function, and the holes that it has in each variant."""

    unit: Unit
    holes: Mapping[Key, tuple[Hole, ...]]

    @cached_property
    def pattern(self) -> object:
        return pattern_of(self.unit)


@dataclass(frozen=True)
class Column:
    """The content of one hole in each variant."""

    kind: str
    texts: Mapping[Key, str]


class Parameter(NamedTuple):
    """A parameter of a merged function, and the rule that it follows; no rule if it is the content of a slot."""

    name: str
    kind: str
    rule: Rule | None


@dataclass
class Merged:
    """One function for several variants of a text."""

    slots: tuple[str, ...]
    body: Body
    pieces: list[Piece]
    keys: tuple[Key, ...]
    imports: frozenset[tuple[str, str]]

    def with_class(self, one: Class) -> Merged | None:
        """The function with the statements of another class in their places; None if that is not simpler than two."""
        if self.cost is None or _interface(self.body) != _interface(one.body):
            return None
        most = self.cost + HEAD + _height(one.units) - SAVED
        pieces = _aligned(self.pieces, _pieces(one))
        keys = (*self.keys, *one.holes)
        merged = Merged(self.slots, self.body, pieces, keys, self.imports | one.imports)
        if merged.least_cost > most or merged.cost is None:
            return None
        return merged if merged.cost <= most else None

    @cached_property
    def cost(self) -> int | None:
        """About how many lines the function has; None if a condition or the parameters are not simple."""
        regions = self.plain_regions
        if regions is None or len(self.columns) + len(self.tested) > MOST_PARAMETERS:
            return None
        return self.least_cost + sum(region.orelse for region in regions if region.test)

    @cached_property
    def least_cost(self) -> int:
        """The cost without any `else`, which is known before the conditions are."""
        height = _height(piece.unit for piece in self.pieces)
        return HEAD + height + sum(keys < left for keys, _, left in self.runs())

    # --- regions of statements that the same variants have ---

    def regions(self, names: Mapping[str, str] | None = None) -> list[Region] | None:
        """Runs of statements with their conditions, which name slots by `names`; None where one is not simple.

        Variants that have returned need no condition any more.
        """
        found: list[Region] = []
        tests: dict[tuple[frozenset[Key], frozenset[Key]], Condition | None] = {}
        for keys, pieces, left in self.runs():
            test, otherwise = None, False
            if keys < left:
                if (keys, left) not in tests:
                    column = {key: key in keys for key in self.keys if key in left}
                    tests[keys, left] = condition(self.slots, column, names or _Same())
                test = tests[keys, left]
                if test is None:
                    return None
                otherwise = bool(found and found[-1].test) and not found[-1].orelse and found[-1].keys | keys == left
                otherwise = otherwise and not found[-1].keys & keys
            found.append(Region(keys, pieces, test, otherwise))
        return found

    def runs(self) -> Iterator[tuple[frozenset[Key], tuple[Piece, ...], frozenset[Key]]]:
        """Runs of statements of the same variants, with these variants and those that have not returned before."""
        left = frozenset(self.keys)
        for keys, pieces in _runs(self.pieces):
            yield keys, pieces, left
            if _returns(pieces):
                left -= keys

    @cached_property
    def plain_regions(self) -> list[Region] | None:
        """The regions with conditions that name slots as they are."""
        return self.regions()

    @cached_property
    def tested(self) -> tuple[str, ...]:
        """Slots that conditions ask for."""
        found = (slot for region in self.plain_regions or () if region.test for slot in region.test.slots)
        return tuple(dict.fromkeys(found))

    # --- parameters for holes that are not the same in all variants ---

    @cached_property
    def columns(self) -> list[Column]:
        """What differs between variants; equal columns are one."""
        found: list[Column] = []
        for piece in self.pieces:
            for column in _columns(piece):
                if len(set(column.texts.values())) > 1:
                    self.add_column(column, found)
        return found

    def add_column(self, column: Column, found: list[Column]) -> None:
        """A column of its own, or more variants of one that agrees with it and follows from the same slots."""
        for index, other in enumerate(found):
            if other.kind == column.kind and _agree(column.texts, other.texts):
                both = {**other.texts, **column.texts}
                sides = (rule_of(self.slots, one.texts).slots for one in (other, column))
                if rule_of(self.slots, both).slots in sides:
                    found[index] = Column(column.kind, both)
                    return
        found.append(column)


class _Same(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return name


class Region(NamedTuple):
    """Statements that the same variants have; `orelse` says that those before are of all other variants."""

    keys: frozenset[Key]
    pieces: tuple[Piece, ...]
    test: Condition | None
    orelse: bool


def _runs(pieces: Sequence[Piece]) -> Iterator[tuple[frozenset[Key], tuple[Piece, ...]]]:
    run: list[Piece] = []
    for piece in pieces:
        if run and run[-1].holes.keys() != piece.holes.keys():
            yield frozenset(run[-1].holes), tuple(run)
            run = []
        run.append(piece)
    if run:
        yield frozenset(run[-1].holes), tuple(run)


def _returns(pieces: Sequence[Piece]) -> bool:
    return "return" in pieces[-1].unit[0].tokens


def _columns(piece: Piece) -> Iterator[Column]:
    for number, hole in enumerate(holes_of(piece.unit)):
        yield Column(hole.kind, {key: holes[number].text for key, holes in piece.holes.items()})


def _agree(first: Mapping[Key, str], second: Mapping[Key, str]) -> bool:
    return all(second.get(key, text) == text for key, text in first.items())


def _same_as(column: Column, others: Iterable[Column]) -> Column | None:
    """A column that says the same, and for all variants of this one."""
    for other in others:
        if other.kind == column.kind and column.texts.items() <= other.texts.items():
            return other
    return None


def _interface(body: Body) -> object:
    """What functions that become one have in common."""
    return body.parameters, body.inputs, body.outputs, body.given


def _pieces(one: Class) -> list[Piece]:
    return [
        Piece(unit, {key: holes[index] for key, holes in one.holes.items()}) for index, unit in enumerate(one.units)
    ]


def _height(found: Iterable[Unit]) -> int:
    return sum(map(len, found))


def _aligned(first: list[Piece], second: list[Piece]) -> list[Piece]:
    """Both lists in one, statements of one pattern in one place."""
    matcher = difflib.SequenceMatcher(None, [p.pattern for p in first], [p.pattern for p in second], autojunk=False)
    found: list[Piece] = []
    for tag, low, high, other_low, other_high in matcher.get_opcodes():
        if tag == "equal":
            pairs = zip(first[low:high], second[other_low:other_high], strict=True)
            found.extend(replace(one, holes={**one.holes, **other.holes}) for one, other in pairs)
        else:
            found.extend((*first[low:high], *second[other_low:other_high]))
    return found


def merged(slots: tuple[str, ...], bodies: Mapping[Key, Body]) -> list[Merged]:
    """The functions of one text; every variant is in one of them."""
    found: list[Merged] = []
    for one in classes(bodies):
        for index, other in enumerate(found):
            more = other.with_class(one)
            if more:
                found[index] = more
                break
        else:
            found.append(Merged(slots, one.body, _pieces(one), tuple(one.holes), frozenset(one.imports)))
    return found


def parameters(
    function: Merged,
    name: Callable[[Column, Rule], str],
    slot_name: Callable[[str], str],
    contents: Mapping[str, Iterable[str | None]],
) -> tuple[list[Parameter], dict[int, str]]:
    """The parameters of a function, and the name of each of its columns by number."""
    found = {
        one.name: Parameter(one.name, one.sort, _given_rule(one, contents[one.slot])) for one in function.body.given
    }
    found |= {slot_name(slot): Parameter(slot_name(slot), "slot", None) for slot in function.tested}
    names: dict[int, str] = {}
    for number, column in enumerate(function.columns):
        rule = rule_of(function.slots, column.texts)
        if _is_content(column, rule):
            called = slot_name(rule.slots[0])
            found.setdefault(called, Parameter(called, "slot", None))
        else:
            called = name(column, rule)
            found[called] = Parameter(called, column.kind, rule)
        names[number] = called
    return list(found.values()), names


def _given_rule(given: Given, contents: Iterable[str | None]) -> Rule | None:
    """What the parameter for a modifier is for each modifier; no rule if it is the modifier itself."""
    if given.sort == "spelling":
        return None
    return Rule((given.slot,), {(content,): said(given.sort, content) for content in contents})


def said(sort: str, content: str | None) -> str:
    """The source of what a modifier says: a function of Python's module `operator`, or a rounding mode."""
    return f'"{mode_named(content, NOWHERE)}"' if sort == "mode" else OPERATORS[SIGNS[str(content)]]


def _is_content(column: Column, rule: Rule) -> bool:
    """Whether the strings in a hole are what a slot holds."""
    if column.kind != "string" or len(rule.slots) != 1:
        return False
    return all(text == f'"{content}"' for (content,), text in rule.table.items())


def block(function: Merged, names: Mapping[int, str], slot_names: Mapping[str, str]) -> list[str]:
    """The lines of a merged function, with loops."""
    lines: list[str] = []
    for region in function.regions(slot_names) or ():
        indent = INDENT if region.test else 0
        if region.orelse:
            lines.append(" " * INDENT + "else:")
        elif region.test:
            lines.append(f"{' ' * INDENT}if {region.test.text}:")
        for piece in region.pieces:
            filled = _fill(piece, function.columns, names)
            lines.extend(lines_of(piece.unit, filled, indent))
    return laid_out(rolled(lines))


def _fill(piece: Piece, columns: list[Column], names: Mapping[int, str]) -> Callable[[int], str | None]:
    """The name of the parameter in each hole of a statement, or None where it is a constant."""
    found: list[str | None] = []
    for column in _columns(piece):
        same = _same_as(column, columns) if len(set(column.texts.values())) > 1 else None
        found.append(names[columns.index(same)] if same is not None else None)
    return found.__getitem__
