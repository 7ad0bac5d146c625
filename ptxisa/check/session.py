"""Check a module that is being edited: after an edit, only what the edit concerns is checked again.

    session = Session(target="sm_90")
    session.check(text)
    session.check(edited)  # the diagnostics of `check_module(edited, target="sm_90")`, in a fraction of the time

The diagnostics of a function or a variable follow from its text, from the place, and from the symbols of the module
that it names. A session remembers them with offsets from the start of the item, as long as the item stays in the text.
What only the whole module shows (linkage, debug information, resources) is computed each time from the heads of items.

A body is divided into passages of some thousand characters. A passage whose text has not changed is not parsed again,
and it is not checked again if its names still have the same kinds of declarations.

Read `Session.steps` first. Each class with an underscore is a class of the checker that also records on what its answer
depends: `_SkippingParser`, `_WatchedScope`, `_RecordedLinkage`, `_RecordedResources`, `_PassageBodies`, and
`_RememberingChecker`, which puts them together. `tests/check/test_session.py` compares every edit with `check_module`.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple, cast

from ptxisa.check.body import NO_KEY, REPORTED_ONCE, Bodies, Kinds, KnownInstructions, Words
from ptxisa.check.debugging import Debugging
from ptxisa.check.directives import Head
from ptxisa.check.errata import release_of, with_errata
from ptxisa.check.linkage import Linkage
from ptxisa.check.module import PAUSE, ModuleChecker, diagnose, diagnose_in_steps
from ptxisa.check.place import Place
from ptxisa.check.resources import Resources
from ptxisa.check.scope import Scope, Symbol, numbered
from ptxisa.isa import targets, versions
from ptxisa.isa.diagnostics import Diagnostic, Span, Stretch
from ptxisa.isa.versions import Version
from ptxisa.syntax import tree
from ptxisa.syntax.cursor import DEPTH_LIMIT
from ptxisa.syntax.parser import Parser
from ptxisa.syntax.source import Source

_MOST_HINTS = 1000
"""Undeclared names of a module that get a hint; see `ptxisa.check.body`. With more, all functions are checked."""
_KEY = 300
"""Characters at the beginning of a function by which it is found; kernels have long names."""
_MOST_KINDS = 5000
"""Kinds of declarations after which keys of instructions are forgotten."""
_MOST_PLACES = 8
"""Places for which a debug section is remembered; while one types a target or a version, the place changes twice."""
_PASSAGE = 4096
"""Characters of a passage: with fewer, more passages are compared; with more, more is checked after an edit."""
_DEEPEST = DEPTH_LIMIT // 2
"""Blocks around a passage, and blocks in it, so that a passage never contains a block that nests too deep."""
_FEW = 0.75
"""Part of the passages or results of a check; if an edit leaves fewer, they are kept, since the edit may be undone."""
_WORD = re.compile(r"(?<![\w$%.])[A-Za-z_$%][\w$]*", re.ASCII)
"""Text that may be a name."""


class Outline(NamedTuple):
    """An item of the module as an editor needs it.

    `node` has offsets from the start of the text in which the item was parsed; `base` is the start of the item there,
    `start` and `end` are its place in the current text. Bodies contain a `Run` in place of instructions.
    """

    node: tree.Item
    base: int
    start: int
    end: int

    @property
    def shift(self) -> int:
        """Difference between offsets in the current text and in the node."""
        return self.start - self.base


class Session:
    """Checker of one module through its edits, for one target, PTX version and assembler, as in `check_module`."""

    def __init__(
        self,
        target: str | None = None,
        ptx: str | None = None,
        *,
        strict: bool = False,
        assembler: str | None = None,
    ) -> None:
        on, at = targets.target(target) if target else None, versions.version(ptx) if ptx else None
        self.asked = Place(on, at, assembler=release_of(assembler))
        self.strict = strict
        self.place = self.asked
        """Place of the module after the last check."""
        self.scope = Scope()
        """Symbols of the module after the last check."""
        self.items: list[Outline] = []
        """Items of the module after the last check."""
        self.module: tree.Module | None = None
        """Head of the module after the last check, without items."""
        self._last = _Checkpoint(Source(""), (), ())
        self._earlier: _Checkpoint | None = None
        """An earlier check with many passages that the last one does not have, as after an unclosed comment."""
        self._memory = _Memory()

    def check(self, text: str) -> list[Diagnostic]:
        """Return the diagnostics of the module with this text, in the order of the text."""
        steps = self.steps(text)
        while True:
            try:
                next(steps)
            except StopIteration as done:
                return cast("list[Diagnostic]", done.value)

    def steps(self, text: str) -> Generator[None, None, list[Diagnostic]]:
        """Check as `check` does, with a pause after each item, so that a caller may stop when the text has changed."""
        source, memory = Source(text), self._memory
        memory.begin()
        unchanged = _Unchanged(source.text, [*filter(None, [self._earlier]), self._last])
        parser = _SkippingParser(source, memory, unchanged, self.asked.read_as)
        self.module = parser.head()
        checker = _RememberingChecker(self.module, self.asked, parser, memory)
        try:
            diagnostics = yield from diagnose_in_steps(parser, checker)
        except _ManyHints:
            diagnostics = diagnose(source, self.asked)
        self.place, self.scope, self.items = checker.place, checker.scope, checker.outlines
        errors = sorted((diagnostic.line, diagnostic.column) for diagnostic in parser.diagnostics)
        before, self._last = self._last, _Checkpoint(source, self.items, errors)
        most = sum(1 for _ in (self._earlier or before).passages())
        few = sum(1 for _ in self._last.passages()) < _FEW * most
        self._earlier = (self._earlier or before) if few else None
        memory.end(checker.clean_items(), keep_clean=few)
        diagnostics.sort(key=lambda diagnostic: (diagnostic.line, diagnostic.column))
        return list(with_errata(diagnostics, self.asked, strict=self.strict))


class _ManyHints(Exception):
    """More undeclared names than get a hint, so that diagnostics of a function depend on other functions."""


class _Context(NamedTuple):
    """Place and head of the module where an item begins; a `.target` in a body changes those of later bodies."""

    place: Place
    body_place: Place
    head: Head


class _Result(NamedTuple):
    """Diagnostics of an item and everything that they depend on; offsets are from the start of the item."""

    context: _Context
    diagnostics: tuple[Diagnostic, ...]
    symbols: Mapping[str, tuple[object, ...] | None]
    """Symbols of the module that the item names, as `_description` describes them; None for undeclared names."""
    names: tuple[object, ...] | None
    """Names of the module, if hints about undeclared names depend on them."""
    debugging: Debugging | None = None
    """Files, labels and places that the `.loc` of a body name."""
    sizes: tuple[_Size, ...] = ()
    """Variables of a body that use memory of the module."""
    tables: tuple[str, ...] = ()
    """Declarations of a body with initial values."""
    initializes_mbarriers: bool = False
    mbarrier_uses: tuple[Diagnostic, ...] = ()
    """Warnings that hold if nothing in the module initializes an mbarrier."""
    hints: int = 0
    node: tree.Item | None = None
    base: int = 0
    """The item as it was parsed, and its start in the text in which it was."""


class _Known:
    """Function or debug section without syntax diagnostics: its text, and its node where it is in the text now.

    The node has no statements and no lines. A section has no diagnostics at `places`, and defines `labels`.
    """

    __slots__ = ("labels", "node", "places", "text")

    def __init__(
        self,
        text: str,
        node: tree.Function | tree.Section,
        places: frozenset[Place] = frozenset(),
        labels: frozenset[str] = frozenset(),
    ) -> None:
        self.text, self.node, self.places, self.labels = text, node, places, labels

    def at(self, offset: int) -> tree.Function | tree.Section:
        """Return the node for the text at an offset."""
        if self.node.start != offset:
            self.node = tree.moved(self.node, offset - self.node.start)
        return self.node


class _Memory:
    """Results of the items of the last check, by their texts, and of an earlier one that had many more."""

    def __init__(self) -> None:
        self._clean: dict[str, list[_Known]] = {}
        """Functions and sections without syntax diagnostics by the beginning of their texts."""
        self._earlier_clean: dict[str, list[_Known]] = {}
        self.instructions = KnownInstructions.nothing()
        self._results: dict[str, list[_Result]] = {}
        self._earlier_results: dict[str, list[_Result]] = {}
        self._used: dict[str, list[_Result]] = {}
        self._heads: list[str] = []
        self._new_heads: list[str] = []
        self._same = True
        self._confirmed: set[tuple[int, int]] = set()
        self._new_confirmed: set[tuple[int, int]] = set()

    def begin(self) -> None:
        """Begin a check."""
        self._used, self._new_heads, self._same, self._new_confirmed = {}, [], True, set()

    def end(self, clean: dict[str, list[_Known]], *, keep_clean: bool) -> None:
        """End a check, and forget what it did not use, unless that is much and the edit may be undone."""
        before = self._earlier_results or self._results
        used = {id(result) for results in self._used.values() for result in results}
        ids = [id(result) for results in before.values() for result in results]
        self._earlier_results = before if sum(map(used.__contains__, ids)) < _FEW * len(ids) else {}
        self._earlier_clean = (self._earlier_clean or self._clean) if keep_clean else {}
        self._results, self._heads, self._confirmed = self._used, self._new_heads, self._new_confirmed
        self._clean = clean
        if len(self.instructions.kinds) > _MOST_KINDS:
            self.instructions = KnownInstructions.nothing()

    def see(self, head: str) -> None:
        """Note the text of the next item without its body."""
        number = len(self._new_heads)
        self._same = self._same and number < len(self._heads) and self._heads[number] == head
        self._new_heads.append(head)

    def find(self, text: str, checker: _RememberingChecker) -> _Result | None:
        """Return the result of an item with this text if the symbols that it depends on are still the same.

        They are if all items so far are the same as when the result was valid last, at the same item.
        """
        lookup = checker.scope.here
        # A text may have several results: the same function before and after a declaration of one of its names.
        for result in chain.from_iterable(
            results.get(text, ()) for results in (self._used, self._results, self._earlier_results)
        ):
            if result.context != checker.context:
                continue
            confirmed = self._same and (len(self._new_heads), id(result)) in self._confirmed
            if not confirmed:
                if any(checker.description(lookup(name)) != known for name, known in result.symbols.items()):
                    continue
                if result.names is not None and result.names != _names(checker.scope):
                    continue
            self._use(text, result)
            return result
        return None

    def add(self, text: str, result: _Result) -> None:
        """Remember the result of an item."""
        self._use(text, result)

    def _use(self, text: str, result: _Result) -> None:
        used = self._used.setdefault(text, [])
        if not any(other is result for other in used):
            used.append(result)
        self._new_confirmed.add((len(self._new_heads), id(result)))

    def known_at(self, text: str, offset: int) -> _Known | None:
        """Return the known function or section whose text is at an offset."""
        beginning = _beginning(text, offset)
        candidates = (*self._clean.get(beginning, ()), *self._earlier_clean.get(beginning, ()))
        return next((known for known in candidates if text.startswith(known.text, offset)), None)


def _beginning(text: str, offset: int) -> str:
    """Return the first line of an item, as far as it distinguishes items."""
    end = text.find("\n", offset, offset + _KEY)
    return text[offset : end if end >= 0 else offset + _KEY]


class _Checkpoint(NamedTuple):
    """Text of a check, the items in it, and the places of its syntax errors in order."""

    source: Source
    items: Sequence[Outline]
    errors: Sequence[tuple[int, int]]

    def passages(self) -> Iterator[tuple[Outline, tree.Passage]]:
        """Yield the passages of each function."""
        for item in self.items:
            if isinstance(item.node, tree.Function) and item.node.body is not None:
                pending = [item.node.body]
                for block in pending:
                    yield from ((item, node) for node in block.statements if isinstance(node, tree.Passage))
                    pending += [node for node in block.statements if isinstance(node, tree.Block)]

    def is_wrong(self, start: int, end: int) -> bool:
        """Return True if a part of the text has a syntax error."""
        if not self.errors:
            return False
        first = bisect_left(self.errors, self.source.position(start))
        return first < bisect_right(self.errors, self.source.position(end))


class _Unchanged:
    """Passages without syntax errors, and ends of functions, that edits left as they were, with their new places."""

    def __init__(self, text: str, checkpoints: Sequence[_Checkpoint]) -> None:
        """Find what is unchanged since some checkpoints, the last one last."""
        self.passages: dict[int, tree.Passage] = {}
        """Passages by their starts."""
        self.ends: list[int] = []
        for checkpoint in checkpoints:
            before = checkpoint.source.text
            prefix, suffix = common_ends(before, text)
            rest, distance = len(before) - suffix, len(text) - len(before)
            for item, passage in checkpoint.passages():
                start, end = passage.start + item.shift, passage.end + item.shift
                shift = 0 if end <= prefix else distance
                # A passage ends before the brace of its body; else a block in it may not be closed.
                closed = passage.end < item.node.body.end  # type: ignore[union-attr]
                if (end <= prefix or start >= rest) and closed and not checkpoint.is_wrong(start, end):
                    self.passages[start + shift] = passage._replace(start=start + shift, end=end + shift)
            # Ends are those of the last checkpoint, which is the last one in the loop.
            self.ends = [
                item.end if item.end <= prefix else item.end + distance
                for item in checkpoint.items
                if isinstance(item.node, tree.Function) and (item.end <= prefix or item.end >= rest)
            ]
        self._starts = sorted(self.passages)

    def next_passage(self, offset: int) -> int | None:
        """Return the start of the first passage after an offset."""
        index = bisect_right(self._starts, offset)
        return self._starts[index] if index < len(self._starts) else None

    def next_end(self, offset: int) -> int | None:
        """Return the first end of a function after an offset."""
        index = bisect_right(self.ends, offset)
        return self.ends[index] if index < len(self.ends) else None


def common_ends(before: str, after: str) -> tuple[int, int]:
    """Return how many characters two texts share at their beginning, and how many more at their end."""

    # Bisection compares slices in C; a loop over characters takes a hundred times longer.
    def longest(is_equal: Callable[[int], bool], most: int) -> int:
        low, high = 0, most
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if is_equal(middle) else (low, middle - 1)
        return low

    most = min(len(before), len(after))
    prefix = longest(lambda length: after.startswith(before[:length]), most)
    return prefix, longest(lambda length: after.endswith(before[len(before) - length :]), most - prefix)


class _SkippingParser(Parser):
    """Parser that reads no passage that is unchanged, and with a memory no function or section that is known.

    A parser with a source alone reads long data again.
    """

    blocks_in_runs = False

    def __init__(
        self,
        source: Source,
        memory: _Memory | None = None,
        unchanged: _Unchanged | None = None,
        read_as: Version | None = None,
    ) -> None:
        super().__init__(source, runs=True, read_as=read_as)
        self.known: dict[int, _Known] = {}
        """Functions and sections that were not read, by their offsets."""
        self._memory = memory
        self.unchanged = unchanged or _Unchanged("", ())

    def passage(self) -> tree.Passage | None:
        """Return an unchanged passage that begins here; its statements may now be in more or fewer blocks."""
        return self.unchanged.passages.get(self.offset) if 0 < self.depth <= _DEEPEST else None

    def end_of_body(self, start: int) -> int:
        """Return the unchanged end of a function; it is that of the body unless a brace was written or removed."""
        return self.unchanged.next_end(start) or super().end_of_body(start)

    def end_of_split(self) -> int:
        """Return the start of the next passage."""
        if self._body_end <= self.offset:
            self._body_end = self.end_of_body(self.offset)
        return min(self.unchanged.next_passage(self.offset) or self._body_end, self._body_end)

    def function(self, linkage: str | None, start: int) -> tree.Function | None:
        """Parse a function, or skip a known one; one in a body that is not closed, too."""
        node = self._skip_known(start)
        return node if isinstance(node, tree.Function) else super().function(linkage, start)

    def section(self) -> tree.Section:
        """Parse a debug section, or skip a known one."""
        node = self._skip_known(self.offset)
        return node if isinstance(node, tree.Section) else super().section()

    def _skip_known(self, start: int) -> tree.Function | tree.Section | None:
        """Skip the known item that begins at an offset; return None if there is none."""
        known = self._memory.known_at(self.source.text, start) if self._memory is not None else None
        if known is None:
            return None
        self.known[start] = known
        node = known.at(start)
        self.seek(node.end)
        return node


class _WatchedScope(Scope):
    """Scope of the module that records which names an item looks up."""

    def __init__(self, watched: Scope) -> None:
        super().__init__(undeclared=watched._undeclared)
        self._names, self._ranges = watched._names, watched._ranges
        self._watched = watched
        self.symbols: dict[str, Symbol | None] = {}

    def here(self, name: str) -> Symbol | None:
        symbol = self.symbols[name] = self._watched.here(name)
        return symbol


def _names(scope: Scope) -> tuple[object, ...]:
    """Return all names of a scope, in order; hints suggest the most similar one."""
    return (*scope._names, *((stem, count) for stem, (count, _) in scope._ranges.items()))


class _RecordedLinkage(Linkage):
    """Linkage that notes whether a body declares functions or aliases."""

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self.changed = False

    def declare(self, item: object) -> Iterator[Diagnostic]:
        self.changed = self.changed or isinstance(item, (tree.Function, tree.Alias))
        return super().declare(item)


class _Size(NamedTuple):
    """Variable of a body that uses memory of the module, with the place of its name."""

    space: str
    name: str
    span: Span
    size: int


class _RecordedResources(Resources):
    """Resources that list the variables of a body."""

    def __init__(self, place: Place, text: str) -> None:
        super().__init__(place, text)
        self.sizes: list[_Size] = []
        self.tables: list[str] = []
        self.mbarrier_uses: list[Diagnostic] = []

    @property
    def notes_tables(self) -> bool:
        """True, since functions before the body may have narrow parameters."""
        return True

    def add_table(self, text: str) -> None:
        self.tables.append(text)

    def add_mbarrier_use(self, diagnostic: Diagnostic) -> None:
        self.mbarrier_uses.append(diagnostic)

    def add(self, space: str, body: str, name: str, place: Stretch, size: int) -> None:
        self.sizes.append(_Size(space, name, Span(place.start, place.end), size))


class _NamedLocations(set[tuple[int, int, int]]):
    """Places that the `.loc` of a passage name, which records the answers about places that are named before it."""

    def __init__(self, before: set[tuple[int, int, int]]) -> None:
        super().__init__()
        self.before = before
        self.present: set[object] = set()
        self.absent: set[object] = set()

    def __contains__(self, place: object) -> bool:
        if super().__contains__(place):
            return True
        present = place in self.before
        (self.present if present else self.absent).add(place)
        return present


class _Facts(NamedTuple):
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


class _PassageBodies(Bodies):
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
            facts: _Facts | None = statement.facts
            if facts is None or not self._hold(facts, scope, words):
                names, members = _names_in(self._text[statement.start : statement.end], scope)
                characters, kinds_of_members = tuple(map(words.__getitem__, names)), self._kinds_of(members, scope)
                before, self.debugging = self.debugging, Debugging(self.place)
                places = self.debugging.locations = _NamedLocations(before.locations)
                self._locations = set()
                label, self._label = self._label, None
                omitted, self.omitted = self.omitted, set()
                hints, notes = self.hints, self.notes
                notes.clear()
                children = tree.moved(statement.statements, statement.shift)
                diagnostics = tuple(super().check_statements(children, scope, words))
                yield from diagnostics
                facts = _Facts(
                    *(self._known.kinds, self.place, self.head, names, characters, members, kinds_of_members),
                    tuple(_placed(diagnostics, -statement.start)),
                    _moved_debugging(self.debugging, -statement.start),
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
                yield from self.not_reported(list(_placed(facts.diagnostics, statement.start)))
                for roles, start, end in facts.notes:
                    self._note(roles, start + statement.start, end + statement.start, scope)
            if facts.label is not None:
                self._label = tree.moved(facts.label, statement.start)
            _add_debugging(self.debugging, facts.debugging, statement.start)
            kept.append(statement)
        self.statements = tuple(kept)

    def _hold(self, facts: _Facts, scope: Scope, words: Words) -> bool:
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
            if depth == _DEEPEST:
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


class _RememberingChecker(ModuleChecker):
    """Checker of a module that checks only items without a remembered result."""

    def __init__(self, head: tree.Module, asked: Place, parser: _SkippingParser, memory: _Memory) -> None:
        super().__init__(head, asked, parser.source)
        self.parser, self.text, self.memory = parser, parser.source.text, memory
        self.bodies = _PassageBodies(self.bodies.place, self.head, parser.source, known=memory.instructions)
        self.outlines: list[Outline] = []
        self._functions: list[tree.Function] = []
        self._sections: list[_Known] = []

    @property
    def context(self) -> _Context:
        """Context of the next item."""
        return _Context(self.place, _without_body(self.bodies.place), self.bodies.head)

    def clean_items(self) -> dict[str, list[_Known]]:
        """Return functions and sections without syntax diagnostics that end where their braces close."""
        position = self.parser.source.position
        places = [(diagnostic.line, diagnostic.column) for diagnostic in self.parser.diagnostics]

        def is_clean(node: tree.Function | tree.Section) -> bool:
            return not any(position(node.start) <= place <= position(node.end) for place in places)

        items: dict[str, list[_Known]] = {}
        for node in self._functions:
            known = self.parser.known.get(node.start)
            if known is None and is_clean(node):
                assert node.body is not None
                head = node._replace(body=tree.Block((), node.body.start, node.body.end))
                known = _Known(self.text[node.start : node.end], head)
            if known is not None:
                items.setdefault(_beginning(self.text, node.start), []).append(known)
        for known in self._sections:
            if known.node.start in self.parser.known or is_clean(known.node):
                items.setdefault(_beginning(self.text, known.node.start), []).append(known)
        return items

    def description(self, symbol: Symbol | None) -> tuple[object, ...] | None:
        """Return what a symbol of the module is, without its place: kind, type, space and text of the declaration."""
        if symbol is None:
            return None
        node = symbol.node
        end = node.body.start if isinstance(node, tree.Function) and node.body is not None else node.end
        return (*symbol[:4], self.text[node.start : end])

    def check_item(self, item: tree.Item) -> Iterator[Diagnostic]:
        body = item.body if isinstance(item, tree.Function) else None
        self.outlines.append(Outline(item, item.start, item.start, item.end))
        yield from super().check_item(item)
        self.memory.see(self.text[item.start : body.start if body is not None else item.end])
        yield PAUSE

    def check_debugging(self, item: tree.Item) -> Iterator[Diagnostic]:
        if not isinstance(item, tree.Section) or self.text[item.end - 1] != "}":
            yield from super().check_debugging(item)
            return
        debugging, known = self.bodies.debugging, self.parser.known.get(item.start)
        if known is not None and debugging.place in known.places and known.labels.isdisjoint(debugging.labels):
            debugging.has_section = True
            debugging.labels |= known.labels
            debugging.section_of.update(dict.fromkeys(known.labels, item.name))
            self._sections.append(known)
            return
        if known is not None:
            again = self._read_again(item.start)
            assert isinstance(again, tree.Section), "the text of a clean section is one section"
            item = again
        before, differences = set(debugging.labels), len(debugging.differences)
        diagnostics = list(super().check_debugging(item))
        yield from diagnostics
        if len(debugging.differences) > differences:
            return  # The end of the module compares the sections of their labels.
        if not diagnostics:
            places = known.places if known is not None and len(known.places) < _MOST_PLACES else frozenset()
            labels, node = frozenset(debugging.labels - before), item._replace(lines=())
            known = _Known(self.text[item.start : item.end], node, places | {debugging.place}, labels)
        if known is not None:
            self._sections.append(known)

    def check_variables(self, declaration: tree.Declaration) -> Iterator[Diagnostic]:
        text = self.text[declaration.start : declaration.end]
        result = self.memory.find(text, self)
        if result is None:
            scope, self.scope = self.scope, _WatchedScope(self.scope)
            diagnostics = tuple(super().check_variables(declaration))
            watched, self.scope = self.scope, scope
            result = self._result(declaration, diagnostics, watched)
            self.memory.add(text, result)
        yield from _placed(result.diagnostics, declaration.start)

    def check_function(self, function: tree.Function) -> Iterator[Diagnostic]:
        text = self.text[function.start : function.end]
        if function.body is None or text[-1] != "}":
            yield from super().check_function(function)  # What follows an unclosed body decides how it is read.
            return
        self._functions.append(function)
        result = self.memory.find(text, self)
        if result is None:
            if function.start in self.parser.known:
                # The parser has skipped the text: read the statements of the body.
                again = self._read_again(function.start)
                assert isinstance(again, tree.Function), "the text of a clean function is one function"
                function = again
            self.outlines[-1] = self.outlines[-1]._replace(node=function)
            result = self._check_alone(function)
            if result is None:
                yield from super().check_function(function)
                return
            self.memory.add(text, result)
        assert result.node is not None
        self.outlines[-1] = Outline(result.node, result.base, function.start, function.end)
        yield from self._replayed(result, function)

    def _read_again(self, offset: int) -> tree.Item | None:
        """Return the item at an offset, which the parser skipped."""
        parser = _SkippingParser(self.parser.source, None, self.parser.unchanged, self.parser.read_as)
        return parser.item_at(offset)

    def _check_alone(self, function: tree.Function) -> _Result | None:
        """Check a function apart from the rest of the module; return None if its body changes the module."""
        assert function.body is not None
        scope, own, context = self.scope, self.bodies, self.context
        bodies = _PassageBodies(context.body_place, own.head, self.parser.source, known=self.memory.instructions)
        bodies.debugging = Debugging(own.debugging.place)
        bodies.symbols = linkage = _RecordedLinkage(own.symbols.place)
        bodies.resources = resources = _RecordedResources(own.resources.place, self.text)
        watched = _WatchedScope(scope)
        self.scope, self.bodies = watched, bodies
        diagnostics = tuple(super().check_function(function))
        self.scope, self.bodies = scope, own
        if linkage.changed or _without_body(bodies.place) != context.body_place or bodies.head != context.head:
            return None
        return self._result(function, diagnostics, watched)._replace(
            debugging=_moved_debugging(bodies.debugging, -function.start),
            sizes=tuple(size._replace(span=_moved(size.span, -function.start)) for size in resources.sizes),
            tables=tuple(resources.tables),
            initializes_mbarriers=resources.initializes_mbarriers,
            mbarrier_uses=tuple(_placed(resources.mbarrier_uses, -function.start)),
            hints=bodies.hints,
            node=function._replace(body=function.body._replace(statements=bodies.statements)),
            base=function.start,
        )

    def _result(self, item: tree.Item, diagnostics: tuple[Diagnostic, ...], watched: _WatchedScope) -> _Result:
        undeclared = any(diagnostic.code == "undeclared-name" for diagnostic in diagnostics)
        return _Result(
            self.context,
            tuple(_placed(diagnostics, -item.start)),
            {name: self.description(symbol) for name, symbol in watched.symbols.items()},
            _names(self.scope) if undeclared else None,
        )

    def _replayed(self, result: _Result, function: tree.Function) -> Iterator[Diagnostic]:
        """Yield the diagnostics of a body, and change the state of the module as checking the body does."""
        bodies, debugging = self.bodies, self.bodies.debugging
        bodies.hints += result.hints
        if bodies.hints > _MOST_HINTS:
            raise _ManyHints  # Which names get a hint then depends on the order of all functions.
        diagnostics = [
            item
            for item in _placed(result.diagnostics, function.start)
            if item.code != "unknown-location" or tuple(map(int, item.subject.split())) not in debugging.locations
        ]
        yield from bodies.not_reported(diagnostics)
        for item in result.sizes:
            span = _moved(item.span, function.start)
            bodies.resources.add(item.space, function.name.text, item.name, span, item.size)
        for table in result.tables:
            bodies.resources.add_table(table)
        bodies.resources.initializes_mbarriers |= result.initializes_mbarriers
        for use in _placed(result.mbarrier_uses, function.start):
            bodies.resources.add_mbarrier_use(use)
        own = result.debugging
        if own is not None and own.locations:
            _add_debugging(debugging, own, function.start)


def _without_body(place: Place) -> Place:
    return place._replace(body="", directives=())


def _placed(diagnostics: Iterable[Diagnostic], start: int) -> Iterator[Diagnostic]:
    """Yield diagnostics with their places moved by a distance."""
    for diagnostic in diagnostics:
        yield diagnostic._replace(span=_moved(diagnostic.span, start))


def _moved_debugging(debugging: Debugging, distance: int) -> Debugging:
    """Return a copy whose places are moved."""
    copy = Debugging(debugging.place)
    copy.locations = debugging.locations
    for number, node in debugging.used_files.items():
        copy.used_files[number] = _moved(node, distance)
    for name, node in debugging.used_labels.items():
        copy.used_labels[name] = _moved(node, distance)
    return copy


def _add_debugging(debugging: Debugging, own: Debugging, start: int) -> None:
    """Add the debug information of a part of a module that begins at `start`."""
    debugging.locations |= own.locations
    for number, location in own.used_files.items():
        if number not in debugging.files and number not in debugging.used_files:
            debugging.used_files[number] = _moved(location, start)
    for label, place in own.used_labels.items():
        if label not in debugging.used_labels:
            debugging.used_labels[label] = _moved(place, start)


def _moved(stretch: Stretch, distance: int) -> Span:
    return Span(stretch.start + distance, stretch.end + distance)
