"""Check a module that is being edited: after an edit, only what the edit concerns is checked again.

    session = Session(target="sm_90")
    session.check(text)
    session.check(edited)  # the diagnostics of `check_module(edited, target="sm_90")`, in a fraction of the time

The diagnostics of a function or a variable follow from its text, from the place, and from the symbols of the module
that it names. A session remembers them with offsets from the start of the item, as long as the item stays in the text.
What only the whole module shows (linkage, debug information, resources) is computed each time from the heads of items.

A body is divided into passages of some thousand characters. A passage whose text has not changed is not parsed again,
and it is not checked again if its names still have the same kinds of declarations.

Read `Session.steps` first. `edits` finds what an edit left as it was, and `skipping` parses the rest; `memory` keeps
the results of items, and `remembering` checks items without one. `passages` does the same within a body. The classes
of `recording` are those of the checker that also record on what an answer depends. `tests/check/test_session.py`
compares every edit with `check_module`.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import cast

from ptxisa.check.body import MOST_HINTS
from ptxisa.check.errata import release_of, with_errata
from ptxisa.check.module import diagnose, diagnose_in_steps
from ptxisa.check.place import Place
from ptxisa.check.scope import Scope
from ptxisa.check.session.edits import Checkpoint, Outline, Unchanged
from ptxisa.check.session.memory import FEW, RememberedItems
from ptxisa.check.session.remembering import RememberingChecker
from ptxisa.check.session.skipping import SkippingParser
from ptxisa.isa import targets, versions
from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.syntax import tree
from ptxisa.syntax.source import Source


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
        self._last = Checkpoint(Source(""), (), ())
        self._earlier: Checkpoint | None = None
        """An earlier check with many passages that the last one does not have, as after an unclosed comment."""
        self._memory = RememberedItems()

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
        unchanged = Unchanged(source.text, [*filter(None, [self._earlier]), self._last])
        parser = SkippingParser(source, memory, unchanged, self.asked.read_as)
        self.module = parser.head()
        checker = RememberingChecker(self.module, self.asked, parser, memory)
        diagnostics = yield from diagnose_in_steps(parser, checker)
        if checker.bodies.hints > MOST_HINTS:
            # Which undeclared names get a hint then depends on the order of all functions.
            diagnostics = diagnose(source, self.asked)
        self.place, self.scope, self.items = checker.place, checker.scope, checker.outlines
        errors = sorted((diagnostic.line, diagnostic.column) for diagnostic in parser.diagnostics)
        before, self._last = self._last, Checkpoint(source, self.items, errors)
        most = sum(1 for _ in (self._earlier or before).passages())
        few = sum(1 for _ in self._last.passages()) < FEW * most
        self._earlier = (self._earlier or before) if few else None
        memory.end(checker.clean_items(), keep_clean=few)
        diagnostics.sort(key=lambda diagnostic: (diagnostic.line, diagnostic.column))
        return list(with_errata(diagnostics, self.asked, strict=self.strict))
