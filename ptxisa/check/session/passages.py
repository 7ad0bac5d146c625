"""Check the passages of a body whose facts have changed.

A passage is some thousand characters of statements; its facts are its diagnostics and everything that they depend on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ptxisa.check.body import REPORTED_ONCE, Bodies
from ptxisa.check.debugging import Debugging
from ptxisa.check.directives import Head
from ptxisa.check.keys import NO_KEY, Kinds, KnownInstructions, Words
from ptxisa.check.place import Place
from ptxisa.check.scope import Scope, numbered
from ptxisa.check.session.edits import DEEPEST
from ptxisa.check.session.moving import add_debugging, moved_debugging, placed
from ptxisa.check.session.recording import NamedLocations
from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.syntax import tree
from ptxisa.syntax.source import Source

_PASSAGE = 4096
"""Characters of a passage: with fewer, more passages are compared; with more, more is checked after an edit."""
_WORD = re.compile(r"(?<![\w$%.])[A-Za-z_$%][\w$]*", re.ASCII)
"""Text that may be a name."""


class _FactsOfPassage(NamedTuple):
    """Diagnostics of a passage and everything that they depend on; offsets are from the start of the passage."""

    kinds: Kinds
    place: Place
    head: Head
    words: tuple[str, ...]
    """Everything in the passage that may be a name, apart from members of ranges of the body."""
    characters: tuple[str, ...]
    """Character of each word in keys of instructions: the kind of its declaration."""
    members: tuple[tuple[str, int], ...]
    """The highest member of each range of the body, such as ("%r", 7)."""
    kinds_of_members: tuple[str, ...]
    """Character of the members of each range."""
    diagnostics: tuple[Diagnostic, ...]
    debugging: Debugging
    """Files, labels and places that the passage names."""
    present: frozenset[object]
    absent: frozenset[object]
    """Places that a `.loc` before the passage names or does not name, where that matters."""
    omitted: frozenset[str]
    """Subjects of diagnostics that are left out since they were reported before the passage."""
    label: tree.Label | None
    """The last label."""
    notes: tuple[tuple[frozenset[str], int, int], ...]
    """Instructions that concern warnings about the whole body: their roles and places."""


class PassageBodies(Bodies):
    """Checker of bodies that checks only passages whose facts have changed.

    `statements` are those of the last body, divided into passages.
    """

    def __init__(self, place: Place, head: Head, source: Source, *, known: KnownInstructions) -> None:
        super().__init__(place, head, source, known=known)
        self.statements: tuple[Any, ...] = ()
        self.notes: list[tuple[frozenset[str], int, int, Scope]] = []

    def _note(self, concerns: frozenset[str], start: int, end: int, scope: Scope) -> None:
        self.notes.append((concerns, start, end, scope))
        super()._note(concerns, start, end, scope)

    def check_statements(self, statements: Iterable[Any], scope: Scope, words: Words) -> Iterator[Diagnostic]:
        """Check statements by passages, and keep the facts about each."""
        kept: list[Any] = []
        for statement in _in_passages(statements):
            if isinstance(statement, tree.Block) and _is_long(statement):
                inner = yield from self.enter_block(statement, scope, words)
                yield from self.check_statements(statement.statements, inner, words)
                kept.append(statement._replace(statements=self.statements))
                words.leave(inner, scope)
                continue
            if not isinstance(statement, tree.Passage):
                kept.append(statement)
                yield from super().check_statements([statement], scope, words)
                continue
            facts: _FactsOfPassage | None = statement.facts
            if facts is None or not self._hold(facts, scope, words):
                names, members = _names_in(self._text[statement.start : statement.end], scope)
                characters, kinds_of_members = tuple(map(words.__getitem__, names)), self._kinds_of(members, scope)
                before, self.debugging = self.debugging, Debugging(self.place)
                places = self.debugging.locations = NamedLocations(before.locations)
                self._locations = set()
                label, self._label = self._label, None
                omitted, self.omitted = self.omitted, set()
                hints, notes = self.hints, self.notes
                notes.clear()
                children = tree.moved(statement.statements, statement.shift)
                diagnostics = tuple(super().check_statements(children, scope, words))
                yield from diagnostics
                facts = _FactsOfPassage(
                    *(self._known.kinds, self.place, self.head, names, characters, members, kinds_of_members),
                    tuple(placed(diagnostics, -statement.start)),
                    moved_debugging(self.debugging, -statement.start),
                    frozenset(places.present),
                    frozenset(places.absent),
                    frozenset(self.omitted.difference(diagnostic.subject for diagnostic in diagnostics)),
                    tree.moved(self._label, -statement.start),
                    tuple((roles, start - statement.start, end - statement.start) for roles, start, end, _ in notes),
                )
                self.debugging, self._label = before, label
                self.omitted |= omitted
                # Other diagnostics may depend on more than the kinds of names.
                # A name in an instruction that is noted is looked up again in the scope of the body.
                named = all(inside is scope or roles.isdisjoint(("bra", "mbarrier")) for roles, _, _, inside in notes)
                lasting = (
                    named
                    and hints == self.hints
                    and NO_KEY not in characters
                    and all(
                        diagnostic.code == "unknown-location"
                        or (diagnostic.subject and diagnostic.code in REPORTED_ONCE)
                        for diagnostic in diagnostics
                    )
                )
                statement = statement._replace(facts=facts if lasting else None)
            else:
                yield from self.not_reported(list(placed(facts.diagnostics, statement.start)))
                for roles, start, end in facts.notes:
                    self._note(roles, start + statement.start, end + statement.start, scope)
            if facts.label is not None:
                self._label = tree.moved(facts.label, statement.start)
            add_debugging(self.debugging, facts.debugging, statement.start)
            kept.append(statement)
        self.statements = tuple(kept)

    def _hold(self, facts: _FactsOfPassage, scope: Scope, words: Words) -> bool:
        """Return True if the facts about an unchanged passage are still what they were."""
        return (
            facts.kinds is self._known.kinds
            and facts.characters == tuple(map(words.__getitem__, facts.words))
            and facts.kinds_of_members == self._kinds_of(facts.members, scope)
            and facts.place == self.place
            and facts.head == self.head
            and facts.omitted <= self.reported
            and facts.present <= self.debugging.locations
            and facts.absent.isdisjoint(self.debugging.locations)
        )

    def _kinds_of(self, members: Sequence[tuple[str, int]], scope: Scope) -> tuple[str, ...]:
        """Return the character of the members of each range; "" if the scope has no such range."""
        characters = []
        for stem, highest in members:
            count, symbol = scope.visible_range(stem) or (0, None)
            characters.append(self._known.kinds.character("", symbol) if symbol is not None and highest < count else "")
        return tuple(characters)


def _names_in(text: str, scope: Scope) -> tuple[tuple[str, ...], tuple[tuple[str, int], ...]]:
    """Return everything that may be a name in a text; members of visible ranges apart, by the highest one.

    Registers are mostly members of few ranges, which are compared in place of thousands of names.
    """
    names, highest = [], dict[str, int]()
    for name in set(_WORD.findall(text)):
        stem, number = numbered(name)
        members = scope.visible_range(stem) if number >= 0 else None
        if members is not None and number < members[0]:
            highest[stem] = max(number, highest.get(stem, 0))
        else:
            names.append(name)
    return tuple(names), tuple(highest.items())


def _in_passages(statements: Iterable[Any]) -> Iterator[Any]:
    """Yield statements, those whose diagnostics follow from the kinds of their names in new passages."""
    group: list[Any] = []
    for statement in statements:
        plain = not isinstance(statement, tree.Passage) and _is_plain(statement)
        if plain:
            group.append(statement)
        if not plain or (isinstance(statement, (tree.Run, tree.Block)) and statement.end - group[0].start >= _PASSAGE):
            yield from _passage(group)
            group = []
        if not plain:
            yield statement
    yield from _passage(group)


def _passage(group: list[Any]) -> Iterator[Any]:
    """Yield a passage that ends where a statement certainly does, and the statements after it."""
    count = len(group)
    while count and not isinstance(group[count - 1], (tree.Run, tree.Block)):
        count -= 1
    if count:
        start, labels = group[0].start, []
        for statement in group[:count]:
            if isinstance(statement, tree.Label):
                labels.append(statement)
            elif isinstance(statement, tree.Run):
                labels += statement.labels
        yield tree.Passage(tuple(group[:count]), tuple(labels), start, None, start, group[count - 1].end)
    yield from group[count:]


def _is_long(block: tree.Block) -> bool:
    """Return True for a block with passages of its own, such as the rest of a body after a brace without an end."""
    return block.end - block.start >= _PASSAGE


def _is_plain(statement: Any) -> bool:
    """Return True for instructions, labels and locations, and blocks of them with registers and parameters."""
    if isinstance(statement, tree.Block) and _is_long(statement):
        return False
    pending = [(statement, 0)]
    while pending:
        node, depth = pending.pop()
        if isinstance(node, tree.Block):
            if depth == DEEPEST:
                return False
            pending += [(child, depth + 1) for child in node.statements]
        elif isinstance(node, tree.Declaration):
            named = isinstance(node.declarators, tuple) and all(
                declarator.initializer is None for declarator in node.declarators
            )
            if node is statement or node.space not in ("reg", "param") or not named:
                return False
        elif not isinstance(node, (tree.Run, tree.Instruction, tree.Label, tree.Location, tree.IntermediateLocation)):
            return False
    return True
