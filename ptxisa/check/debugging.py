"""Check debug information: `.file`, `.loc`, `.section`, and sources in intermediate languages.

debugging = Debugging(place)
for item in module.items:  # and every .loc of the bodies, in the order of the text
    findings = debugging.see(item)
findings = debugging.finish()
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any

from ptxisa.check.directives import check_available, check_number, nested, problems
from ptxisa.check.place import Place
from ptxisa.isa import types
from ptxisa.isa.diagnostics import Diagnostic, error, warning
from ptxisa.isa.language import directives
from ptxisa.syntax import tree

_value = attrgetter("value")


class Debugging:
    """Debug information of a module, in the order of the text."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.largest = min(one.maximum or 0 for one in directives()[".loc"].arguments if one.maximum is not None)
        self.files: set[int] = set()
        self.used_files: dict[int, tree.Location | tree.IntermediateLocation] = {}
        self.metadata: tree.Metadata | None = None
        self.locations: set[tuple[int, int, int]] = set()
        self.labels: set[str] = set()
        self.used_labels: dict[str, tree.Name] = {}
        self.has_section = False

    def see(self, node: object) -> Iterator[Diagnostic]:
        """Check and remember a `.file`, `.section` or `.loc`; other nodes have no effect."""
        if isinstance(node, tree.Location):
            yield from self._location(node)
        elif isinstance(node, tree.File):
            yield from self._file(node)
        elif isinstance(node, tree.Section):
            yield from self._section(node)
        elif isinstance(node, tree.IntermediateLocation):
            yield from self._intermediate_location(node)
        elif isinstance(node, tree.IntermediateSources):
            yield from self._intermediate_sources(node)
        elif isinstance(node, tree.Metadata):
            yield from self._metadata(node)
        elif isinstance(node, tree.Dwarf):
            yield from check_available("@@DWARF", node.start, node.end, self.place)

    def finish(self, targets: Sequence[tree.Target] = ()) -> Iterator[Diagnostic]:
        """Report what only the whole module shows: files, labels and sections that it never defines."""
        options = [name for directive in targets for name in directive.names if name.text == "debug"]
        if options and not self.has_section:
            message = "the module has no debug information in any .section"
            yield error("missing-debug-information", message, options[0])
        for number, location in self.used_files.items():
            if number not in self.files:
                message = f"no .file has the number {number}"
                yield warning("undeclared-file", message, location)
        for name, node in self.used_labels.items():
            if name not in self.labels:
                yield error("undeclared-name", f"no section has the label {name[:60]}", node)

    def _file(self, node: tree.File) -> Iterator[Diagnostic]:
        yield from check_available(".file", node.start, node.end, self.place)
        if node.timestamp is not None:
            yield from check_available(".file", node.timestamp.start, node.end, self.place, "timestamp")
        yield from check_number(".file", directives()[".file"].argument("index"), node.number)
        if node.number.value in self.files:
            yield error("repeated-directive", f"file {node.number.value} has a name already", node.number)
        self.files.add(node.number.value)

    # Source locations

    def _location(self, node: tree.Location) -> Iterator[Diagnostic]:
        place = node.file, node.line, node.column
        yield from self._place(".loc", node)
        if node.inlined is not None:
            yield from self._inlined(node.inlined)
        self.locations.add(place)

    def _place(self, directive: str, node: tree.Location | tree.IntermediateLocation) -> Iterator[Diagnostic]:
        if node.file not in self.files:
            self.used_files.setdefault(node.file, node)
        if max(node.file, node.line, node.column) > self.largest:
            message = f"the numbers of {directive} are {self.largest} at most"
            yield error("directive-argument", message, node)

    def _inlined(self, node: tree.Inlined) -> Iterator[Diagnostic]:
        yield from check_available(".loc", node.start, node.end, self.place, "inlined_at")
        place = (node.file, node.line, node.column)
        if place not in self.locations:
            message = f"no .loc before this one names the place {' '.join(map(str, place))}"
            yield error("unknown-location", message, node)
        if not node.label.text.startswith("."):
            self.used_labels.setdefault(node.label.text, node.label)

    # Sources in intermediate languages, and metadata

    def _intermediate_location(self, node: tree.IntermediateLocation) -> Iterator[Diagnostic]:
        yield from check_available(".loc_intermediate", node.start, node.end, self.place)
        yield from self._place(".loc_intermediate", node)

    def _intermediate_sources(self, node: tree.IntermediateSources) -> Iterator[Diagnostic]:
        name = ".nv_intermediate_source_section"
        yield from check_available(name, node.start, node.start + len(name), self.place)
        for block in node.blocks:
            if block.file.value not in self.files:
                yield error("undeclared-file", f"no .file before this has the number {block.file.value}", block.file)

    def _metadata(self, node: tree.Metadata) -> Iterator[Diagnostic]:
        yield from check_available(".metadata_section", node.start, node.end, self.place)
        if self.metadata is not None:
            yield error("repeated-directive", ".metadata_section may occur once in a module", node)
        self.metadata = node

    # Sections

    def _section(self, node: tree.Section) -> Iterator[Diagnostic]:
        self.has_section = True
        yield from check_available(".section", node.start, node.end, self.place)
        for line in node.lines:
            if isinstance(line, tree.Label):
                yield from self._label(line)
            else:
                yield from self._data(line)

    def _label(self, node: tree.Label) -> Iterator[Diagnostic]:
        yield from self._feature("label", node)
        if node.name.text in self.labels:
            yield error("redeclared-name", f"a section has the label {node.name.text[:60]} already", node.name)
        self.labels.add(node.name.text)

    def _data(self, node: tree.SectionData) -> Iterator[Diagnostic]:
        first = next(iter(node.values))
        if isinstance(first, tree.Integer):
            yield from self._numbers(node)
        elif node.type not in _address_types():
            wanted = " or ".join(f".{one}" for one in _address_types())
            yield error("directive-argument", f"an address needs a line of type {wanted}", node)
        if isinstance(first, tree.Sum):
            yield from self._feature("offset", first)
        elif isinstance(first, tree.Difference):
            yield from self._feature("difference", first)

    def _numbers(self, node: tree.SectionData) -> Iterator[Diagnostic]:
        """Check that numbers fit the type, signed or unsigned."""
        numbers = list(map(_value, node.values))
        lowest, highest = min(numbers), max(numbers)
        low, high = _range(node.type)
        if lowest < low or highest > high:
            yield error("directive-argument", f"a value of .{node.type} is in {low}..{high}", node)
        if lowest < 0:
            yield from self._feature("negative", node)

    def _feature(self, name: str, node: Any) -> Iterator[Diagnostic]:
        for problem in problems(".section", name, self.place):
            yield problem.at(node)


def check_debugging(module: tree.Module, place: Place) -> Iterator[Diagnostic]:
    """Check all debug information of a module, including that in bodies."""
    debugging = Debugging(place)
    for item in module.items:
        yield from debugging.see(item)
        if isinstance(item, tree.Function) and isinstance(item.body, tree.Block):
            for location in nested(item.body, tree.Location, tree.IntermediateLocation):
                yield from debugging.see(location)
    yield from debugging.finish(module.targets)


@lru_cache(maxsize=16)
def _range(type_: str) -> tuple[int, int]:
    """Return the smallest and the largest number of a type in a section, signed or unsigned."""
    bits = types.known()[type_].bits
    return -(1 << (bits - 1)), (1 << bits) - 1


def _address_types() -> tuple[str, ...]:
    return directives()[".section"].argument("address_type").values
