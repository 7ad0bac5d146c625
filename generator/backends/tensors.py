"""Write the tables of tensor modes and layouts, which tensor copies use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.backends.python_module import module
from generator.records.isa import Isa
from ptxisa.isa.tensors import Bound, Fill, Information, Interleave, Mode, Swizzle, TensorElement

Data = Mapping[str, Any]


def emit(isa: Isa) -> str:
    """Return the source of `ptxisa/_generated/tensors.py`."""
    tables: dict[str, Iterator[Any]] = {
        "ELEMENTS: dict[str, TensorElement]": (_element(data) for data in _layouts(isa, "element")),
        "SWIZZLES: dict[str, Swizzle]": (_swizzle(data) for data in _layouts(isa, "swizzle")),
        "INTERLEAVES: dict[str, Interleave]": (
            Interleave(
                _name(data),
                _field(data, "interleave_layout"),
                data.get("interleave", {"slice_bytes": 0})["slice_bytes"],
                tuple(data.get("dimensions", (1, 2, 3, 4, 5))),
                tuple(data.get("excludes", ())),
            )
            for data in _layouts(isa, "interleave")
        ),
        "FILLS: dict[str, Fill]": (
            Fill(
                _name(data),
                _field(data, "fill_mode"),
                data["fill"]["bits"],
                data["fill"]["pattern"],
                tuple(data.get("excludes", ())),
            )
            for data in _layouts(isa, "fill")
        ),
        "MODES: dict[str, Mode]": (_mode(record.data) for record in isa.records("tensor_mode")),
    }
    by_name = {name: {entry.name: entry for entry in table} for name, table in tables.items()}
    return module("Tensor modes and layouts.", ["isa/tensor_layouts/", "isa/tensor_modes/"], by_name)


def _layouts(isa: Isa, category: str) -> Iterator[Data]:
    """Return the layouts of one category."""
    return (record.data for record in isa.records("tensor_layout") if record.data["category"] == category)


def _name(data: Data) -> str:
    """Return the name of a layout without its category."""
    return str(data["name"]).removeprefix(f"{data['category']}-")


def _field(data: Data, name: str) -> int:
    return next((int(field["value"]) for field in data["fields"] if field["name"] == name), 0)


def _element(data: Data) -> TensorElement:
    element = data["element"]
    padding = element.get("padding", {"bits": 0, "after": ""})
    to = {direction["to"] for direction in element.get("directions", ())}
    return TensorElement(
        element["type"],
        _field(data, "elemtype"),
        element["bits"],
        element["elements"],
        element["global_bytes"],
        element["shared_bytes"],
        padding["bits"],
        padding["after"],
        not to or to != {"global"},
        not to or "global" in to,
        element.get("rounds", ""),
        element.get("box_bytes", 0),
        element.get("tensor_bytes", 0),
        element.get("coordinate", 1),
        element.get("alignment", 16),
        tuple(swizzle.removeprefix("swizzle-") for swizzle in element.get("swizzles", ())),
        tuple(data.get("excludes", ())),
    )


def _swizzle(data: Data) -> Swizzle:
    fields = (_field(data, "swizzle_mode"), _field(data, "swizzle_atomicity"))
    swizzle = data.get("swizzle")
    if swizzle is None:
        return Swizzle(_name(data), fields)
    exchanges = tuple((exchange["bit"], exchange["by"]) for exchange in swizzle["exchanges"])
    return Swizzle(_name(data), fields, swizzle["span"], swizzle["atom"], exchanges)


def _mode(data: Data) -> Mode:
    count = data["coordinates"]["count"]
    stores = [use.get("spelling", data["spelling"]) for use in data["uses"] if use["to"] == "global"]
    return Mode(
        data["name"],
        data["spelling"].removeprefix("."),
        tuple(data["dimensions"]),
        0 if count == "dimensions" else count,
        _bounds(data["box"].get("corners", ())),
        tuple(
            Information(item["name"], item["count"] != "one", _bounds(item["bounds"]))
            for item in data.get("information", ())
        ),
        data["interleaved"],
        any(use["to"].startswith("shared") for use in data["uses"]),
        stores[0].removeprefix(".") if stores else "",
    )


def _bounds(data: Sequence[Data]) -> tuple[Bound, ...]:
    return tuple(Bound(bound.get("dimensions", 0), bound["min"], bound["max"]) for bound in data)
