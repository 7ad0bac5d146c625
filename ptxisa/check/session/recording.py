"""Record on what the answer of a checker depends: the names that it looks up, and the state of the module.

Each class is one of the checker that behaves as before, and notes what it is asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ptxisa.check.linkage import Linkage
from ptxisa.check.place import Place
from ptxisa.check.resources import Resources
from ptxisa.check.scope import Scope, Symbol
from ptxisa.isa.diagnostics import Diagnostic, Span, Stretch
from ptxisa.syntax import tree


class WatchedScope(Scope):
    """Scope of the module that records which names an item looks up."""

    def __init__(self, watched: Scope) -> None:
        super().__init__(undeclared=watched._undeclared)
        self._names, self._ranges = watched._names, watched._ranges
        self._watched = watched
        self.symbols: dict[str, Symbol | None] = {}

    def here(self, name: str) -> Symbol | None:
        """Look a name up, and record the answer."""
        symbol = self.symbols[name] = self._watched.here(name)
        return symbol


def names_of(scope: Scope) -> tuple[object, ...]:
    """Return all names of a scope, in order; hints suggest the most similar one."""
    return (*scope._names, *((stem, count) for stem, (count, _) in scope._ranges.items()))


class RecordedLinkage(Linkage):
    """Linkage that notes whether a body declares functions or aliases."""

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self.changed = False

    def declare(self, item: object) -> Iterator[Diagnostic]:
        """Declare an item, and note if it is a function or an alias."""
        self.changed = self.changed or isinstance(item, (tree.Function, tree.Alias))
        return super().declare(item)


class Size(NamedTuple):
    """Variable of a body that uses memory of the module, with the place of its name."""

    space: str
    name: str
    span: Span
    size: int


class RecordedResources(Resources):
    """Resources that list the variables of a body."""

    def __init__(self, place: Place, text: str) -> None:
        super().__init__(place, text)
        self.sizes: list[Size] = []
        self.tables: list[str] = []
        self.mbarrier_uses: list[Diagnostic] = []

    @property
    def notes_tables(self) -> bool:
        """True, since functions before the body may have narrow parameters."""
        return True

    def add_table(self, text: str) -> None:
        """List a declaration with initial values."""
        self.tables.append(text)

    def add_mbarrier_use(self, diagnostic: Diagnostic) -> None:
        """List a warning that holds if nothing in the module initializes an mbarrier."""
        self.mbarrier_uses.append(diagnostic)

    def add(self, space: str, body: str, name: str, place: Stretch, size: int) -> None:
        """List a variable."""
        self.sizes.append(Size(space, name, Span(place.start, place.end), size))


class NamedLocations(set[tuple[int, int, int]]):
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
