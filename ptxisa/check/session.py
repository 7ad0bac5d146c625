"""Check a module that is being edited: after an edit, only what the edit concerns is checked again.

    session = Session(target="sm_90")
    session.check(text)
    session.check(edited)  # the diagnostics of `check_module(edited, target="sm_90")`, in a fraction of the time

The diagnostics of a function or a variable follow from its text, from the place, and from the symbols of the module
that it names. A session remembers them with offsets from the start of the item, as long as the item stays in the text.
What only the whole module shows (linkage, debug information, resources) is computed each time from the heads of items.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, cast

from ptxisa.check.body import Bodies, Kinds, KnownInstructions
from ptxisa.check.debugging import Debugging
from ptxisa.check.directives import Head
from ptxisa.check.errata import release_of, with_errata
from ptxisa.check.linkage import Linkage
from ptxisa.check.module import PAUSE, ModuleChecker, diagnose, diagnose_in_steps
from ptxisa.check.place import Place
from ptxisa.check.resources import Resources
from ptxisa.check.scope import Scope, Symbol
from ptxisa.isa import targets, versions
from ptxisa.isa.diagnostics import Diagnostic, Span, Stretch
from ptxisa.isa.versions import Version
from ptxisa.syntax import tree
from ptxisa.syntax.parser import Parser
from ptxisa.syntax.source import Source

_MOST_HINTS = 1000
"""Undeclared names of a module that get a hint; see `ptxisa.check.body`. With more, all functions are checked."""
_KEY = 300
"""Characters at the beginning of a function by which it is found; kernels have long names."""
_MOST_FUNCTIONS = 5000
"""Called functions after which keys of instructions are forgotten; each edit creates nodes for the functions again."""


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
        parser = _SkippingParser(source, memory, self.asked.read_as)
        self.module = parser.head()
        checker = _RememberingChecker(self.module, self.asked, parser, memory)
        try:
            diagnostics = yield from diagnose_in_steps(parser, checker)
        except _ManyHints:
            diagnostics = diagnose(source, self.asked)
        memory.end(checker.clean_items())
        self.place, self.scope, self.items = checker.place, checker.scope, checker.outlines
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

    The node has no statements and no lines. A section has no diagnostics at `place`, and defines `labels`.
    """

    __slots__ = ("labels", "node", "place", "text")

    def __init__(
        self,
        text: str,
        node: tree.Function | tree.Section,
        place: Place | None = None,
        labels: frozenset[str] = frozenset(),
    ) -> None:
        self.text, self.node, self.place, self.labels = text, node, place, labels

    def at(self, offset: int) -> tree.Function | tree.Section:
        """Return the node for the text at an offset."""
        if self.node.start != offset:
            self.node = moved(self.node, offset - self.node.start)
        return self.node


class _Memory:
    """Results of the items of the last check, by their texts."""

    def __init__(self) -> None:
        self.clean: dict[str, list[_Known]] = {}
        """Functions and sections without syntax diagnostics by the beginning of their texts."""
        self.instructions = KnownInstructions(Kinds(), {}, {})
        self._results: dict[str, list[_Result]] = {}
        self._used: dict[str, list[_Result]] = {}
        self._heads: list[str] = []
        self._new_heads: list[str] = []
        self._same = True
        self._confirmed: set[tuple[int, int]] = set()
        self._new_confirmed: set[tuple[int, int]] = set()

    def begin(self) -> None:
        """Begin a check."""
        self._used, self._new_heads, self._same, self._new_confirmed = {}, [], True, set()

    def end(self, clean: dict[str, list[_Known]]) -> None:
        """End a check, and forget what it did not use."""
        self._results, self._heads, self._confirmed = self._used, self._new_heads, self._new_confirmed
        self.clean = clean
        if self.instructions.kinds.functions > _MOST_FUNCTIONS:
            self.instructions = KnownInstructions(Kinds(), {}, {})

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
        results: list[_Result] = [*self._used.get(text, ()), *self._results.get(text, ())]
        for result in results:
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
        candidates = self.clean.get(_beginning(text, offset), ())
        return next((known for known in candidates if text.startswith(known.text, offset)), None)


def _beginning(text: str, offset: int) -> str:
    """Return the first line of an item, as far as it distinguishes items."""
    end = text.find("\n", offset, offset + _KEY)
    return text[offset : end if end >= 0 else offset + _KEY]


class _SkippingParser(Parser):
    """Parser that does not read functions and sections whose text it knows; without a memory, data are read again."""

    def __init__(self, source: Source, memory: _Memory | None = None, read_as: Version | None = None) -> None:
        super().__init__(source, runs=True, read_as=read_as)
        self.known: dict[int, _Known] = {}
        """Functions and sections that were not read, by their offsets."""
        self._memory = memory

    def item(self) -> tree.Item | None:
        """Parse an item, or skip a known one."""
        known = self._memory.known_at(self.source.text, self.offset) if self._memory is not None else None
        if known is None:
            return super().item()
        self.known[self.offset] = known
        node = known.at(self.offset)
        self.seek(node.end)
        return node


class _WatchedScope(Scope):
    """Scope of the module that records which names an item looks up."""

    def __init__(self, watched: Scope) -> None:
        super().__init__(undeclared=watched._undeclared)
        self._names, self._ranges = watched._names, watched._ranges
        self._watched = watched
        self.symbols: dict[str, Symbol | None] = {}

    def _here(self, name: str) -> Symbol | None:
        symbol = self.symbols[name] = self._watched._here(name)
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


class _RememberingChecker(ModuleChecker):
    """Checker of a module that checks only items without a remembered result."""

    def __init__(self, head: tree.Module, asked: Place, parser: _SkippingParser, memory: _Memory) -> None:
        super().__init__(head, asked, parser.source)
        self.parser, self.text, self.memory = parser, parser.source.text, memory
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

    def _check_item(self, item: tree.Item) -> Iterator[Diagnostic]:
        body = item.body if isinstance(item, tree.Function) else None
        self.outlines.append(Outline(item, item.start, item.start, item.end))
        yield from super()._check_item(item)
        self.memory.see(self.text[item.start : body.start if body is not None else item.end])
        yield PAUSE

    def check_debugging(self, item: tree.Item) -> Iterator[Diagnostic]:
        if not isinstance(item, tree.Section) or self.text[item.end - 1] != "}":
            yield from super().check_debugging(item)
            return
        debugging, known = self.bodies.debugging, self.parser.known.get(item.start)
        if known is not None and known.place == debugging.place and known.labels.isdisjoint(debugging.labels):
            debugging.has_section = True
            debugging.labels |= known.labels
            self._sections.append(known)
            return
        if known is not None:
            again = self._read_again(item.start)
            assert isinstance(again, tree.Section), "the text of a clean section is one section"
            item = again
        before = set(debugging.labels)
        diagnostics = list(super().check_debugging(item))
        yield from diagnostics
        if not diagnostics:
            labels = frozenset(debugging.labels - before)
            node = item._replace(lines=())
            self._sections.append(_Known(self.text[item.start : item.end], node, debugging.place, labels))

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
        return Parser(self.parser.source, runs=True, read_as=self.parser.read_as).item_at(offset)

    def _check_alone(self, function: tree.Function) -> _Result | None:
        """Check a function apart from the rest of the module; return None if its body changes the module."""
        scope, own, context = self.scope, self.bodies, self.context
        bodies = Bodies(context.body_place, own.head, self.parser.source, known=self.memory.instructions)
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
            node=function,
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
            raise _ManyHints
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
            own = _moved_debugging(own, function.start)
            debugging.locations |= own.locations
            for number, location in own.used_files.items():
                if number not in debugging.files:
                    debugging.used_files.setdefault(number, location)
            for label, place in own.used_labels.items():
                debugging.used_labels.setdefault(label, place)


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


def _moved(stretch: Stretch, distance: int) -> Span:
    return Span(stretch.start + distance, stretch.end + distance)


def moved(node: Any, distance: int) -> Any:
    """Return a tree with every offset moved by a distance."""
    if not isinstance(node, tuple):
        return node
    fields = getattr(node, "_fields", None)
    if fields is None:
        return tuple([moved(child, distance) for child in node])
    make: Any = type(node)
    return make(
        *[
            child + distance
            if field in tree.POSITIONS
            else moved(child, distance)
            if isinstance(child, tuple)
            else child
            for field, child in zip(fields, node, strict=True)
        ]
    )
