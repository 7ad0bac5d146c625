"""Open documents: their text, its lines, and the results of the last check.

A document is a module of PTX, or a source file of another language with PTX in strings. A `View` is a place in PTX,
whichever contains it: features work on views, which convert places back to the document.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from lsprotocol import types as lsp
from pygls.workspace import TextDocument

from ptxisa.check.place import Place
from ptxisa.check.session import Session
from ptxisa.check.session.edits import Outline, common_ends
from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.lsp.legend import LANGUAGE_IDS
from ptxisa.lsp.names import Names
from ptxisa.lsp.positions import Lines
from ptxisa.lsp.settings import Settings
from ptxisa.lsp.statements import Spot, statement_at
from ptxisa.sources.check import check_texts, in_source
from ptxisa.sources.files import is_source
from ptxisa.sources.regions import Region
from ptxisa.syntax import tree
from ptxisa.syntax.parser import parse_statements
from ptxisa.syntax.source import Source


class Checked(NamedTuple):
    """Results of a check: the PTX text, its version, and what was found.

    `items` and `module` are those of a session. A fragment is statements in a string of another language; its one item
    is a function whose braces are around the text.
    """

    text: str
    version: int | None
    settings: Settings
    diagnostics: Sequence[Diagnostic]
    place: Place
    items: Sequence[Outline]
    module: tree.Module | None
    names: Names
    fragment: bool = False


class View(NamedTuple):
    """Place in the PTX of a document.

    Attributes:
        text: Current text of the module or of the string.
        offset: Offset in it.
        checked: Results of the last check, perhaps of an earlier text.
        checked_offset: The corresponding offset in the checked text.
        lines: Lines of the document.
        region: Region of the document that is the text; None if the document is a module.
    """

    text: str
    offset: int
    checked: Checked
    checked_offset: int
    lines: Lines
    region: Region | None = None

    @property
    def spot(self) -> Spot:
        """Statement at the offset."""
        spot = statement_at(self.text, self.offset)
        return spot._replace(in_function=True) if self.checked.fragment else spot

    def places(self, start: int, end: int) -> tuple[int, int]:
        """Return the offsets in the document of a part of the text."""
        return self.region.place(start, end) if self.region is not None else (start, end)

    def range(self, start: int, end: int) -> lsp.Range:
        """Return the range in the document of a part of the text."""
        return self.lines.range(*self.places(start, end))

    def edit(self, start: int, end: int, text: str) -> lsp.TextEdit | None:
        """Return the edit of the document that replaces a part of the text; None if a macro or two literals have it."""
        if self.region is None:
            return lsp.TextEdit(self.range(start, end), text)
        if not self.region.is_literal(start, end):
            return None
        return lsp.TextEdit(self.range(start, end), self.region.spell(text))


class Document(TextDocument):
    """Text document whose lines end where the protocol ends them; pygls also ends them at form feeds and others."""

    def __init__(self, *arguments: Any, encoding: str = "utf-16", **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._encoding = encoding
        self._lines: Lines | None = None
        self.checked: Checked | None = None
        self._session: tuple[Settings, Session] | None = None
        self._texts: _Texts | None = None
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
            lines = self.text_lines
            start, end = lines.offset(change.range.start), lines.offset(change.range.end)
            self._lines = lines.edited(start, max(start, end), change.text)
            self._source = self._lines.text
        else:
            self._source = change.text

    @cached_property
    def source_name(self) -> str:
        """Name of a source file whose suffix selects the language; "" for a module of PTX."""
        name = PurePosixPath(self.uri).name
        if name.lower().endswith(".ptx") or self.language_id == "ptx":
            return ""
        suffix = LANGUAGE_IDS.get(self.language_id or "", "")
        return name if is_source(name) else f"{name}{suffix}" if suffix else ""

    @property
    def is_module(self) -> bool:
        """True if the document is a module of PTX."""
        return not self.source_name

    def check(self, settings: Settings) -> Checked:
        """Return the results for the current text of a module; cheap if it has been checked already."""
        for _ in self.steps(settings):
            pass
        assert self.checked is not None  # Nothing runs between these steps, so no other check abandons this one.
        return self.checked

    def steps(self, settings: Settings) -> Iterator[None]:
        """Check the current text, with pauses, unless another check begins meanwhile."""
        # A request that needs results at once checks the text to its end; a check in the background that was waiting
        # between two steps then sees another number and ends.
        self._pass += 1
        number, text, version = self._pass, self.source, self.version
        if not self.is_module:
            texts = self._texts_of(settings)
            while texts.advance():
                yield
                if number != self._pass:
                    return
            return
        if self.checked is not None and self.checked.text == text and self.checked.settings == settings:
            return
        if self._session is None or self._session[0] != settings:
            session = Session(settings.target, settings.ptx, strict=settings.strict, assembler=settings.assembler)
            self._session = settings, session
        session = self._session[1]
        steps = session.steps(text)
        while True:
            try:
                next(steps)
            except StopIteration as done:
                names = Names(text, session.items)
                if self.checked is None:
                    # The first results and the forms live as long as the document. Each search for cycles among them,
                    # after some fifty keys, would take 80 ms.
                    gc.freeze()
                self.checked = Checked(
                    text, version, settings, done.value, session.place, session.items, session.module, names
                )
                return
            yield
            if number != self._pass:
                return

    def diagnostics(self, settings: Settings) -> Sequence[Diagnostic]:
        """Return the diagnostics of the current text, whatever language it is in."""
        return self.check(settings).diagnostics if self.is_module else self._texts_of(settings).diagnostics()

    def view(self, offset: int, settings: Settings, *, latest: bool = False) -> View | None:
        """Return the view of the PTX at an offset; None outside of PTX.

        Args:
            offset: Offset in the document.
            settings: Settings of the client.
            latest: Use the results for an earlier text if the current one is not checked yet.
        """
        if self.is_module:
            checked = self.checked if latest and self.checked is not None else self.check(settings)
            return View(self.source, offset, checked, self.checked_offset(offset), self.text_lines)
        for region in self._texts_of(settings).regions():
            index = region.index(offset)
            if index is not None:
                checked = self._texts_of(settings).checked(region)
                return View(region.text, index, checked, index, self.text_lines, region)
        return None

    def views(self, start: int, end: int, settings: Settings) -> Iterator[tuple[View, int, int]]:
        """Yield a view of each PTX text between two offsets of the document, and the part of the text."""
        if self.is_module:
            yield View(self.source, start, self.check(settings), start, self.text_lines), start, end
            return
        for region in self._texts_of(settings).regions():
            last = len(region.text)
            if region.offsets[0] <= end and start <= region.offsets[-1]:
                inside = [index for index in range(last) if start <= region.offsets[index] <= end]
                low, high = (inside[0], inside[-1] + 1) if inside else (0, 0)
                checked = self._texts_of(settings).checked(region)
                yield View(region.text, low, checked, low, self.text_lines, region), low, high

    def checked_offset(self, offset: int) -> int:
        """Return the offset in the text of the last check that corresponds to one in the current text."""
        if self.checked is None or self.checked.text == self.source:
            return offset
        old, new = self.checked.text, self.source
        # Text between the common ends was edited and corresponds to nothing; it maps to the start of the edit.
        prefix, suffix = common_ends(old, new)
        if offset <= prefix:
            return offset
        return max(prefix, offset - len(new) + len(old)) if offset >= len(new) - suffix else prefix

    def _texts_of(self, settings: Settings) -> _Texts:
        """Return the PTX texts of a source file."""
        texts = self._texts
        if texts is None or texts.source is not self.source or texts.settings != settings:
            texts = self._texts = _Texts(self.source, self.source_name, self.version, settings)
        return texts


class _Texts:
    """PTX texts of one version of a source file, read and checked step by step."""

    def __init__(self, source: str, name: str, version: int | None, settings: Settings) -> None:
        self.source, self.version, self.settings = source, version, settings
        target, ptx, assembler = settings.target, settings.ptx, settings.assembler
        strict = settings.strict
        self._steps = check_texts(source, name, target=target, ptx=ptx, strict=strict, assembler=assembler)
        self._results: list[tuple[Region | Diagnostic, Sequence[Diagnostic]]] = []
        self._checked: dict[int, Checked] = {}
        """Results by the identity of a region; `_results` keeps the regions, so that no identity is used twice."""

    def advance(self) -> bool:
        """Check the next text; return False after the last one."""
        item = next(self._steps, None)
        if item is not None:
            self._results.append(item)
        return item is not None

    def regions(self) -> list[Region]:
        """Return all texts."""
        while self.advance():
            pass
        return [item for item, _ in self._results if isinstance(item, Region)]

    def diagnostics(self) -> list[Diagnostic]:
        """Return the diagnostics of all texts, with places in the file."""
        self.regions()
        source = Source(self.source)
        located = [
            diagnostic for item, diagnostics in self._results for diagnostic in in_source(item, diagnostics, source)
        ]
        return sorted(dict.fromkeys(located), key=lambda diagnostic: (diagnostic.line, diagnostic.column))

    def checked(self, region: Region) -> Checked:
        """Return the results of a text, with places in it."""
        if id(region) not in self._checked:
            diagnostics = next(diagnostics for item, diagnostics in self._results if item is region)
            # Under preprocessor conditions, the file may compile the text for another target.
            settings = self.settings if region.targets else self.settings._replace(target=None)
            session = Session(settings.target, settings.ptx, strict=settings.strict, assembler=settings.assembler)
            if region.module:
                session.check(region.text)
                names, module = Names(region.text, session.items), session.module
                items: Sequence[Outline] = session.items
            else:
                # Statements in a string are visible to features as the body of a function whose braces surround the
                # text.
                last, module = len(region.text) + 1, None
                body = tree.Block(parse_statements(region.text).statements, -1, last)
                function = tree.Function(None, "func", (), None, tree.Name("", -1), None, (), body, -1, last)
                items = [Outline(function, -1, -1, last)]
                names = Names(region.text, items, region.operands)
            self._checked[id(region)] = Checked(
                *(region.text, self.version, settings, diagnostics, session.place, items, module, names),
                fragment=not region.module,
            )
        return self._checked[id(region)]


def in_document(view: View, diagnostic: Diagnostic) -> Diagnostic:
    """Return a diagnostic of the text of a view with its place in the document."""
    if view.region is None:
        return diagnostic
    return next(in_source(view.region, [diagnostic], Source(view.lines.text)))
