"""Remember the results of items by their texts, with everything that they depend on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain
from typing import NamedTuple

from ptxisa.check.debugging import Debugging
from ptxisa.check.directives import Head
from ptxisa.check.keys import KnownInstructions
from ptxisa.check.place import Place
from ptxisa.check.scope import Scope, Symbol
from ptxisa.check.session.recording import Size, names_of
from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.syntax import tree

_KEY = 300
"""Characters at the beginning of a function by which it is found; kernels have long names."""
_MOST_KINDS = 5000
"""Kinds of declarations after which keys of instructions are forgotten."""
FEW = 0.75
"""Part of the passages or results of a check; if an edit leaves fewer, they are kept, since the edit may be undone."""


Describe = Callable[[Symbol | None], "tuple[object, ...] | None"]
"""Function that returns what a symbol of the module is, without its place; None for a name that is not declared."""


class ItemContext(NamedTuple):
    """Place and head of the module where an item begins; a `.target` in a body changes those of later bodies."""

    place: Place
    body_place: Place
    head: Head


class ItemResult(NamedTuple):
    """Diagnostics of an item and everything that they depend on; offsets are from the start of the item."""

    context: ItemContext
    diagnostics: tuple[Diagnostic, ...]
    symbols: Mapping[str, tuple[object, ...] | None]
    """Symbols of the module that the item names, as `RememberingChecker.description` has them; None if undeclared."""
    names: tuple[object, ...] | None
    """Names of the module, if hints about undeclared names depend on them."""
    debugging: Debugging | None = None
    """Files, labels and places that the `.loc` of a body name."""
    sizes: tuple[Size, ...] = ()
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


class KnownItem:
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


class RememberedItems:
    """Results of the items of the last check, by their texts, and of an earlier one that had many more."""

    def __init__(self) -> None:
        self._clean: dict[str, list[KnownItem]] = {}
        """Functions and sections without syntax diagnostics by the beginning of their texts."""
        self._earlier_clean: dict[str, list[KnownItem]] = {}
        self.instructions = KnownInstructions.nothing()
        self._results: dict[str, list[ItemResult]] = {}
        self._earlier_results: dict[str, list[ItemResult]] = {}
        self._used: dict[str, list[ItemResult]] = {}
        self._heads: list[str] = []
        self._new_heads: list[str] = []
        self._same = True
        self._confirmed: set[tuple[int, int]] = set()
        self._new_confirmed: set[tuple[int, int]] = set()

    def begin(self) -> None:
        """Begin a check."""
        self._used, self._new_heads, self._same, self._new_confirmed = {}, [], True, set()

    def end(self, clean: dict[str, list[KnownItem]], *, keep_clean: bool) -> None:
        """End a check, and forget what it did not use, unless that is much and the edit may be undone."""
        before = self._earlier_results or self._results
        used = {id(result) for results in self._used.values() for result in results}
        ids = [id(result) for results in before.values() for result in results]
        self._earlier_results = before if sum(map(used.__contains__, ids)) < FEW * len(ids) else {}
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

    def find(
        self,
        text: str,
        context: ItemContext,
        scope: Scope,
        describe: Callable[[Symbol | None], tuple[object, ...] | None],
    ) -> ItemResult | None:
        """Return the result of an item with this text if the symbols that it depends on are still the same.

        They are if all items so far are the same as when the result was valid last, at the same item.
        """
        # A text may have several results: the same function before and after a declaration of one of its names.
        for result in chain.from_iterable(
            results.get(text, ()) for results in (self._used, self._results, self._earlier_results)
        ):
            if result.context != context:
                continue
            confirmed = self._same and (len(self._new_heads), id(result)) in self._confirmed
            if not confirmed:
                if any(describe(scope.here(name)) != known for name, known in result.symbols.items()):
                    continue
                if result.names is not None and result.names != names_of(scope):
                    continue
            self._use(text, result)
            return result
        return None

    def add(self, text: str, result: ItemResult) -> None:
        """Remember the result of an item."""
        self._use(text, result)

    def _use(self, text: str, result: ItemResult) -> None:
        used = self._used.setdefault(text, [])
        if not any(other is result for other in used):
            used.append(result)
        self._new_confirmed.add((len(self._new_heads), id(result)))

    def known_at(self, text: str, offset: int) -> KnownItem | None:
        """Return the known function or section whose text is at an offset."""
        first_line = beginning(text, offset)
        candidates = (*self._clean.get(first_line, ()), *self._earlier_clean.get(first_line, ()))
        return next((known for known in candidates if text.startswith(known.text, offset)), None)


def beginning(text: str, offset: int) -> str:
    """Return the first line of an item, as far as it distinguishes items."""
    end = text.find("\n", offset, offset + _KEY)
    return text[offset : end if end >= 0 else offset + _KEY]
