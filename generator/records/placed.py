"""Values of a record that remember where they were written, so that they can be put elsewhere in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from generator.records.yaml_reader import Located, Steps


@dataclass(frozen=True)
class Placed:
    """A plain value, or a dict or list of such values, and the steps to it in the file."""

    value: Any
    steps: Steps

    def __getitem__(self, step: str | int) -> Placed:
        item: Placed = self.value[step]
        return item

    def __contains__(self, step: str) -> bool:
        return step in self.value

    def get(self, key: str) -> Placed | None:
        """Return the value of a key, or None."""
        item: Placed | None = self.value.get(key)
        return item


def placed(data: Any, steps: Steps = ()) -> Placed:
    """Return `data` with the steps to everything in it."""
    if isinstance(data, dict):
        return Placed({key: placed(value, (*steps, key)) for key, value in data.items()}, steps)
    if isinstance(data, list):
        return Placed([placed(value, (*steps, index)) for index, value in enumerate(data)], steps)
    return Placed(data, steps)


def plain(node: Placed) -> Any:
    """Return the value alone."""
    if isinstance(node.value, dict):
        return {key: plain(child) for key, child in node.value.items()}
    return [plain(child) for child in node.value] if isinstance(node.value, list) else node.value


def located(record: Located, root: Placed) -> Located:
    """Return the record that `root` is, with the lines and columns that its parts have in the file of `record`."""
    return Located(record.path, plain(root), {steps: record.place(node.steps) for steps, node in walk(root)})


def walk(node: Placed, steps: Steps = ()) -> Iterator[tuple[Steps, Placed]]:
    """Yield every value with the steps to its present place."""
    yield steps, node
    items = enumerate(node.value) if isinstance(node.value, list) else ()
    for step, child in node.value.items() if isinstance(node.value, dict) else items:
        yield from walk(child, (*steps, step))
