"""Check the items of a module that have no remembered result."""

from __future__ import annotations

from collections.abc import Iterator

from ptxisa.check.debugging import Debugging
from ptxisa.check.module import PAUSE, ModuleChecker
from ptxisa.check.place import Place
from ptxisa.check.scope import Symbol
from ptxisa.check.session.edits import Outline
from ptxisa.check.session.memory import ItemContext, ItemResult, KnownItem, RememberedItems, beginning
from ptxisa.check.session.moving import add_debugging, moved, moved_debugging, placed
from ptxisa.check.session.passages import PassageBodies
from ptxisa.check.session.recording import RecordedLinkage, RecordedResources, WatchedScope, names_of
from ptxisa.check.session.skipping import SkippingParser
from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.syntax import tree

_MOST_PLACES = 8
"""Places for which a debug section is remembered; while one types a target or a version, the place changes twice."""


class RememberingChecker(ModuleChecker):
    """Checker of a module that checks only items without a remembered result."""

    def __init__(self, head: tree.Module, asked: Place, parser: SkippingParser, memory: RememberedItems) -> None:
        super().__init__(head, asked, parser.source)
        self.parser, self.text, self.memory = parser, parser.source.text, memory
        self.bodies = PassageBodies(self.bodies.place, self.head, parser.source, known=memory.instructions)
        self.outlines: list[Outline] = []
        self._functions: list[tree.Function] = []
        self._sections: list[KnownItem] = []

    @property
    def context(self) -> ItemContext:
        """ItemContext of the next item."""
        return ItemContext(self.place, _without_body(self.bodies.place), self.bodies.head)

    def clean_items(self) -> dict[str, list[KnownItem]]:
        """Return functions and sections without syntax diagnostics that end where their braces close."""
        position = self.parser.source.position
        places = [(diagnostic.line, diagnostic.column) for diagnostic in self.parser.diagnostics]

        def is_clean(node: tree.Function | tree.Section) -> bool:
            return not any(position(node.start) <= place <= position(node.end) for place in places)

        items: dict[str, list[KnownItem]] = {}
        for node in self._functions:
            known = self.parser.known.get(node.start)
            if known is None and is_clean(node):
                assert node.body is not None
                head = node._replace(body=tree.Block((), node.body.start, node.body.end))
                known = KnownItem(self.text[node.start : node.end], head)
            if known is not None:
                items.setdefault(beginning(self.text, node.start), []).append(known)
        for known in self._sections:
            if known.node.start in self.parser.known or is_clean(known.node):
                items.setdefault(beginning(self.text, known.node.start), []).append(known)
        return items

    def description(self, symbol: Symbol | None) -> tuple[object, ...] | None:
        """Return what a symbol of the module is, without its place: kind, type, space and text of the declaration."""
        if symbol is None:
            return None
        node = symbol.node
        end = node.body.start if isinstance(node, tree.Function) and node.body is not None else node.end
        return (*symbol[:4], self.text[node.start : end])

    def check_item(self, item: tree.Item) -> Iterator[Diagnostic]:
        """Check an item, and note its outline."""
        body = item.body if isinstance(item, tree.Function) else None
        self.outlines.append(Outline(item, item.start, item.start, item.end))
        yield from super().check_item(item)
        self.memory.see(self.text[item.start : body.start if body is not None else item.end])
        yield PAUSE

    def check_debugging(self, item: tree.Item) -> Iterator[Diagnostic]:
        """Note the debug information of an item; a debug section that had no diagnostics is not checked again."""
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
            known = KnownItem(self.text[item.start : item.end], node, places | {debugging.place}, labels)
        if known is not None:
            self._sections.append(known)

    def check_variables(self, declaration: tree.Declaration) -> Iterator[Diagnostic]:
        """Check a declaration, or return its remembered diagnostics."""
        text = self.text[declaration.start : declaration.end]
        result = self.memory.find(text, self.context, self.scope, self.description)
        if result is None:
            scope, self.scope = self.scope, WatchedScope(self.scope)
            diagnostics = tuple(super().check_variables(declaration))
            watched, self.scope = self.scope, scope
            result = self._result(declaration, diagnostics, watched)
            self.memory.add(text, result)
        yield from placed(result.diagnostics, declaration.start)

    def check_function(self, function: tree.Function) -> Iterator[Diagnostic]:
        """Check a function, or replay its remembered result."""
        text = self.text[function.start : function.end]
        if function.body is None or text[-1] != "}":
            yield from super().check_function(function)  # What follows an unclosed body decides how it is read.
            return
        self._functions.append(function)
        result = self.memory.find(text, self.context, self.scope, self.description)
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
        parser = SkippingParser(self.parser.source, None, self.parser.unchanged, self.parser.read_as)
        return parser.item_at(offset)

    def _check_alone(self, function: tree.Function) -> ItemResult | None:
        """Check a function apart from the rest of the module; return None if its body changes the module."""
        assert function.body is not None
        scope, own, context = self.scope, self.bodies, self.context
        bodies = PassageBodies(context.body_place, own.head, self.parser.source, known=self.memory.instructions)
        bodies.debugging = Debugging(own.debugging.place)
        bodies.symbols = linkage = RecordedLinkage(own.symbols.place)
        bodies.resources = resources = RecordedResources(own.resources.place, self.text)
        watched = WatchedScope(scope)
        self.scope, self.bodies = watched, bodies
        diagnostics = tuple(super().check_function(function))
        self.scope, self.bodies = scope, own
        if linkage.changed or _without_body(bodies.place) != context.body_place or bodies.head != context.head:
            return None
        return self._result(function, diagnostics, watched)._replace(
            debugging=moved_debugging(bodies.debugging, -function.start),
            sizes=tuple(size._replace(span=moved(size.span, -function.start)) for size in resources.sizes),
            tables=tuple(resources.tables),
            initializes_mbarriers=resources.initializes_mbarriers,
            mbarrier_uses=tuple(placed(resources.mbarrier_uses, -function.start)),
            hints=bodies.hints,
            node=function._replace(body=function.body._replace(statements=bodies.statements)),
            base=function.start,
        )

    def _result(self, item: tree.Item, diagnostics: tuple[Diagnostic, ...], watched: WatchedScope) -> ItemResult:
        undeclared = any(diagnostic.code == "undeclared-name" for diagnostic in diagnostics)
        return ItemResult(
            self.context,
            tuple(placed(diagnostics, -item.start)),
            {name: self.description(symbol) for name, symbol in watched.symbols.items()},
            names_of(self.scope) if undeclared else None,
        )

    def _replayed(self, result: ItemResult, function: tree.Function) -> Iterator[Diagnostic]:
        """Yield the diagnostics of a body, and change the state of the module as checking the body does."""
        bodies, debugging = self.bodies, self.bodies.debugging
        bodies.hints += result.hints
        diagnostics = [
            item
            for item in placed(result.diagnostics, function.start)
            if item.code != "unknown-location" or tuple(map(int, item.subject.split())) not in debugging.locations
        ]
        yield from bodies.not_reported(diagnostics)
        for item in result.sizes:
            span = moved(item.span, function.start)
            bodies.resources.add(item.space, function.name.text, item.name, span, item.size)
        for table in result.tables:
            bodies.resources.add_table(table)
        bodies.resources.initializes_mbarriers |= result.initializes_mbarriers
        for use in placed(result.mbarrier_uses, function.start):
            bodies.resources.add_mbarrier_use(use)
        own = result.debugging
        if own is not None and own.locations:
            add_debugging(debugging, own, function.start)


def _without_body(place: Place) -> Place:
    return place._replace(body="", directives=())
