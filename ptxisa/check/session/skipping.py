"""Parse a module without reading what is known from an earlier check."""

from __future__ import annotations

from ptxisa.check.session.edits import DEEPEST, Unchanged
from ptxisa.check.session.memory import KnownItem, RememberedItems
from ptxisa.isa.versions import Version
from ptxisa.syntax import tree
from ptxisa.syntax.parser import Parser
from ptxisa.syntax.source import Source


class SkippingParser(Parser):
    """Parser that reads no passage that is unchanged, and with a memory no function or section that is known.

    A parser with a source alone reads long data again.
    """

    blocks_in_runs = False

    def __init__(
        self,
        source: Source,
        memory: RememberedItems | None = None,
        unchanged: Unchanged | None = None,
        read_as: Version | None = None,
    ) -> None:
        super().__init__(source, runs=True, read_as=read_as)
        self.known: dict[int, KnownItem] = {}
        """Functions and sections that were not read, by their offsets."""
        self._memory = memory
        self.unchanged = unchanged or Unchanged("", ())

    def passage(self) -> tree.Passage | None:
        """Return an unchanged passage that begins here; its statements may now be in more or fewer blocks."""
        return self.unchanged.passages.get(self.offset) if 0 < self.depth <= DEEPEST else None

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
