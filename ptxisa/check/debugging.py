"""Check debug information: `.file`, `.loc`, `.section`, and sources in intermediate languages.

debugging = Debugging(place)
for item in module.items:  # and every .loc of the bodies, in the order of the text
    diagnostics = debugging.see(item)
diagnostics = debugging.finish()
"""

from __future__ import annotations

from collections.abc import Iterator

from ptxisa.check.directives import check_available, check_number, problems
from ptxisa.check.errata import disputed
from ptxisa.check.place import Place
from ptxisa.isa import types
from ptxisa.isa.diagnostics import Diagnostic, Stretch, error, warning
from ptxisa.isa.language import directives
from ptxisa.syntax import tree


class Debugging:
    """Debug information of a module, in the order of the text."""

    def __init__(self, place: Place) -> None:
        self.place = place
        # The numbers of a `.loc` are not nodes of their own, so that one limit is compared with all of them.
        limits = [argument.maximum for argument in directives()[".loc"].arguments]
        self.largest = min(limit for limit in limits if limit is not None)
        self.files: set[int] = set()
        self.used_files: dict[int, Stretch] = {}
        self.metadata: tree.Metadata | None = None
        self.locations: set[tuple[int, int, int]] = set()
        self.labels: set[str] = set()
        self.section_of: dict[str, str] = {}
        self.differences: list[tree.Difference] = []
        self.used_labels: dict[str, Stretch] = {}
        self.has_section = False
        self.option: tree.Name | None = None
        """First option `debug` of a `.target`."""

    def see(self, node: object) -> Iterator[Diagnostic]:
        """Check and remember a `.file`, `.section`, `.loc` or option `debug`; other nodes have no effect."""
        if isinstance(node, tree.TargetDirective):
            self.option = self.option or next((name for name in node.names if name.text == "debug"), None)
        elif isinstance(node, (tree.Location, tree.IntermediateLocation)):
            yield from self._check_location(node)
        elif isinstance(node, tree.File):
            yield from check_available(".file", node.start, node.end, self.place)
            if node.timestamp is not None:
                yield from check_available(".file", node.timestamp.start, node.end, self.place, "timestamp")
            yield from check_number(".file", directives()[".file"].argument("index"), node.number)
            if node.number.value in self.files:
                yield error("repeated-directive", f"file {node.number.value} has a name already", node.number)
            self.files.add(node.number.value)
        elif isinstance(node, tree.Section):
            self.has_section = True
            yield from check_available(".section", node.start, node.end, self.place)
            for line in node.lines:
                if not isinstance(line, tree.Label):
                    yield from self._check_data(line)
                    continue
                yield from self._check_feature("label", line)
                if line.name.text in self.labels:
                    message = f"a section has the label {line.name.text[:60]} already"
                    yield error("redeclared-name", message, line.name)
                self.labels.add(line.name.text)
                self.section_of[line.name.text] = node.name
        elif isinstance(node, tree.IntermediateSources):
            name = ".nv_intermediate_source_section"
            yield from check_available(name, node.start, node.start + len(name), self.place)
            for block in node.blocks:
                if block.file.value not in self.files:
                    message = f"no .file before this has the number {block.file.value}"
                    yield error("undeclared-file", message, block.file)
        elif isinstance(node, tree.Metadata):
            yield from check_available(".metadata_section", node.start, node.end, self.place)
            if self.metadata is not None:
                yield error("repeated-directive", ".metadata_section may occur once in a module", node)
            self.metadata = node
        elif isinstance(node, tree.Dwarf):
            yield from check_available("@@DWARF", node.start, node.end, self.place)

    def finish(self) -> Iterator[Diagnostic]:
        """Report what only the whole module shows: files, labels and sections that it never defines."""
        if self.option is not None and not self.has_section:
            message = "the module has no debug information in any .section"
            yield error("missing-debug-information", message, self.option)
        for number, location in self.used_files.items():
            if number not in self.files:
                yield warning("undeclared-file", f"no .file has the number {number}", location)
        for name, node in self.used_labels.items():
            if name not in self.labels:
                yield error("undeclared-name", f"no section has the label {name[:60]}", node)
        for node in self.differences:
            left, right = (self.section_of.get(label.text) for label in (node.left, node.right))
            if left and right and left != right:
                labels = f"{node.left.text[:60]} is in {left}, {node.right.text[:60]} in {right}"
                message = f"a difference is between labels of one section; {labels}"
                apart = error("directive-argument", message, node)
                yield disputed(apart, "rule/section_differences", self.place)

    def _check_location(self, node: tree.Location | tree.IntermediateLocation) -> Iterator[Diagnostic]:
        intermediate = isinstance(node, tree.IntermediateLocation)
        directive = ".loc_intermediate" if intermediate else ".loc"
        if intermediate:
            yield from check_available(directive, node.start, node.end, self.place)
        if node.file not in self.files:
            self.used_files.setdefault(node.file, node)  # The .file may follow.
        if max(node.file, node.line, node.column) > self.largest:
            yield error("directive-argument", f"the numbers of {directive} are {self.largest} at most", node)
        if isinstance(node, tree.IntermediateLocation):
            return
        inlined = node.inlined
        if inlined is not None:
            yield from check_available(".loc", inlined.start, inlined.end, self.place, "inlined_at")
            place = (inlined.file, inlined.line, inlined.column)
            if place not in self.locations:
                message = f"no .loc before this one names the place {' '.join(map(str, place))}"
                yield error("unknown-location", message, inlined)._replace(subject=" ".join(map(str, place)))
            if not inlined.label.text.startswith("."):
                self.used_labels.setdefault(inlined.label.text, inlined.label)
        self.locations.add((node.file, node.line, node.column))

    def _check_data(self, node: tree.SectionData) -> Iterator[Diagnostic]:
        """Check one line: numbers that fit its type, signed or unsigned, or an address of a wide type."""
        first = next(iter(node.values))
        address_types = directives()[".section"].argument("address_type").values
        if isinstance(first, tree.Integer):
            numbers = [value.value for value in node.values if isinstance(value, tree.Integer)]
            bits = types.known()[node.type].bits
            low, high = -(1 << (bits - 1)), (1 << bits) - 1
            if min(numbers) < low or max(numbers) > high:
                yield error("directive-argument", f"a value of .{node.type} is in {low}..{high}", node)
            if min(numbers) < 0:
                yield from self._check_feature("negative", node)
        elif node.type not in address_types:
            wanted = " or ".join(f".{type_}" for type_ in address_types)
            yield error("directive-argument", f"an address needs a line of type {wanted}", node)
        if isinstance(first, tree.Sum):
            yield from self._check_feature("offset", first)
        elif isinstance(first, tree.Difference):
            yield from self._check_feature("difference", first)
            self.differences.append(first)

    def _check_feature(self, name: str, node: Stretch) -> Iterator[Diagnostic]:
        for problem in problems(".section", name, self.place):
            yield problem.at(node)
