"""Open documents: their text, its lines, and the results of the last check.

A document in CUDA C++ or Python has diagnostics of the PTX in it; everything else is for modules of PTX.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from lsprotocol import types as lsp
from pygls.workspace import TextDocument

from ptxisa.check.session import Session
from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.lsp.names import Names
from ptxisa.lsp.positions import Lines
from ptxisa.lsp.settings import Settings
from ptxisa.sources.check import check_source
from ptxisa.sources.regions import is_source


class Document(TextDocument):
    """Text document whose lines end where the protocol ends them; pygls also ends them at form feeds and others."""

    def __init__(self, *arguments: Any, encoding: str = "utf-16", **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._encoding = encoding
        self._lines: Lines | None = None
        self.checked: Checked | None = None
        self._session: tuple[Settings, Session] | None = None
        self._pass = 0
        """Number of the check; a later one abandons earlier ones."""

    @property
    def text_lines(self) -> Lines:
        """Lines of the current text."""
        if self._lines is None or self._lines.text is not self.source:
            self._lines = Lines(self.source, self._encoding)
        return self._lines

    def apply_change(self, change: lsp.TextDocumentContentChangeEvent) -> None:
        """Apply an edit of the client."""
        if isinstance(change, lsp.TextDocumentContentChangePartial):
            lines, text = self.text_lines, self.source
            start, end = lines.offset(change.range.start), lines.offset(change.range.end)
            self._source = f"{text[:start]}{change.text}{text[max(start, end) :]}"
        else:
            self._source = change.text

    def session(self, settings: Settings) -> Session:
        """Return the checker of this document."""
        if self._session is None or self._session[0] != settings:
            session = Session(settings.target, settings.ptx, strict=settings.strict, assembler=settings.assembler)
            self._session = settings, session
        return self._session[1]

    def check(self, settings: Settings) -> Checked:
        """Return the results for the current text; cheap if it has been checked already."""
        for _ in self.steps(settings):
            pass
        assert self.checked is not None
        return self.checked

    @property
    def is_module(self) -> bool:
        """True if the document is a module of PTX."""
        return self.language_id in ("ptx", None) or PurePosixPath(self.uri).suffix == ".ptx"

    def steps(self, settings: Settings) -> Iterator[None]:
        """Check the current text, with a pause after each item of the module, unless another check begins meanwhile."""
        text, version = self.source, self.version
        session = self.session(settings)
        if self.checked is not None and self.checked.text == text and self.checked.settings == settings:
            return
        self._pass += 1
        number, steps = self._pass, session.steps(text if self.is_module else "")
        while True:
            try:
                next(steps)
            except StopIteration as done:
                names = Names(text if self.is_module else "", session.items)
                self.checked = Checked(text, version, settings, done.value, session, names)
                return
            yield
            if number != self._pass:
                return

    def diagnostics(self, settings: Settings) -> list[Diagnostic]:
        """Return the diagnostics of the current text, whatever language it is in."""
        if self.is_module:
            return self.check(settings).diagnostics
        name = PurePosixPath(self.uri).name
        if not is_source(name):
            return []
        return check_source(
            self.source,
            name,
            target=settings.target,
            ptx=settings.ptx,
            strict=settings.strict,
            assembler=settings.assembler,
        )

    def checked_offset(self, offset: int) -> int:
        """Return the offset in the text of the last check that corresponds to one in the current text."""
        if self.checked is None or self.checked.text == self.source:
            return offset
        old, new = self.checked.text, self.source
        prefix = _common(lambda length: old[:length] == new[:length], min(len(old), len(new)))
        if offset <= prefix:
            return offset
        most = min(len(old), len(new)) - prefix
        suffix = _common(lambda length: old[len(old) - length :] == new[len(new) - length :], most)
        return max(prefix, offset - len(new) + len(old)) if offset >= len(new) - suffix else prefix


class Checked(NamedTuple):
    """Results of a check: the text, its version, and what was found."""

    text: str
    version: int | None
    settings: Settings
    diagnostics: list[Diagnostic]
    session: Session
    names: Names


def _common(equal: Callable[[int], bool], most: int) -> int:
    """Return the largest length up to `most` for which `equal` is True, by bisection."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if equal(middle) else (low, middle - 1)
    return low
