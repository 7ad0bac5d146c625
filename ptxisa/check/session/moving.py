"""Move diagnostics and debug information to where an unchanged part of a text now is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ptxisa.check.debugging import Debugging
from ptxisa.isa.diagnostics import Diagnostic, Span, Stretch


def placed(diagnostics: Iterable[Diagnostic], start: int) -> Iterator[Diagnostic]:
    """Yield diagnostics with their places moved by a distance."""
    for diagnostic in diagnostics:
        yield diagnostic._replace(span=moved(diagnostic.span, start))


def moved(stretch: Stretch, distance: int) -> Span:
    """Return a place in the text, moved by a distance."""
    return Span(stretch.start + distance, stretch.end + distance)


def moved_debugging(debugging: Debugging, distance: int) -> Debugging:
    """Return a copy whose places are moved."""
    copy = Debugging(debugging.place)
    copy.locations = debugging.locations
    for number, node in debugging.used_files.items():
        copy.used_files[number] = moved(node, distance)
    for name, node in debugging.used_labels.items():
        copy.used_labels[name] = moved(node, distance)
    return copy


def add_debugging(debugging: Debugging, own: Debugging, start: int) -> None:
    """Add the debug information of a part of a module that begins at `start`."""
    debugging.locations |= own.locations
    for number, location in own.used_files.items():
        if number not in debugging.files and number not in debugging.used_files:
            debugging.used_files[number] = moved(location, start)
    for label, place in own.used_labels.items():
        if label not in debugging.used_labels:
            debugging.used_labels[label] = moved(place, start)
