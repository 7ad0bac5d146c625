"""Check formats of descriptors: every bit has one meaning, and the fields and values of rules exist."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from generator.records.isa import Isa
from generator.records.problems import Problem, near
from generator.records.yaml_reader import Located, Steps

Data = Mapping[str, Any]


def descriptor_proofs(isa: Isa) -> Iterator[Problem]:
    """Check the formats of descriptors."""
    kinds = {item["kind"] for record in isa.records("descriptor") for item in record.data.get("variants", ())}
    for record in isa.records("descriptor"):
        # Every bit of the width belongs to one field or is reserved.
        texts = [field["bits"] for field in record.data["fields"]] + record.data["reserved"]["bits"]
        counts = Counter(bit for text in texts for bit in places(text))
        for bit in range(max(record.data["width"], max(counts) + 1)):
            if counts[bit] != 1 or bit >= record.data["width"]:
                message = f"bit {bit} of {record.data['width']} has {counts[bit]} meanings"
                yield record.problem(("fields",), message)
        # Values fit in their fields, and names are used once.
        seen: dict[str, int] = {}
        values: dict[str, Any] = {}
        for index, field in enumerate(record.data["fields"]):
            here: Steps = ("fields", index)
            for name in (field["name"], *field.get("aliases", ())):
                if seen.setdefault(name, index) != index:
                    yield record.problem((*here, "name"), f"two fields are called {name!r}")
            if "values_of" in field and field["values_of"] not in values:
                yield record.problem(
                    (*here, "values_of"), f"no field above with values is called {field['values_of']!r}"
                )
            values.update({field["name"]: field["values"]} if "values" in field else {})
            size = len(places(field["bits"]))
            given = [value["value"] for value in field.get("values", ())]
            given += [field["constant"]] if "constant" in field else []
            if given and max(given) >> size:
                yield record.problem((*here, "bits"), f"{max(given)} does not fit in {size} bits")
        # Fields and values of rules and shapes exist.
        # The names of values by field, none for fields that are numbers.
        own = {field["name"]: {value["name"] for value in field.get("values", ())} for field in record.data["fields"]}
        names = {
            field["name"]: own.get(field.get("values_of", field["name"]), set()) for field in record.data["fields"]
        }
        for key, parts in (("rules", ("when", "require")), ("shapes", ("when",))):
            for index, entry in enumerate(record.data.get(key, ())):
                for part in parts:
                    for field, allowed in entry.get(part, {}).items():
                        place = (key, index, part, field)
                        if field not in names:
                            yield record.problem(place, f"no field is called {field!r}{near(field, names)}")
                        elif names[field]:
                            for value in allowed:
                                if str(value) not in names[field]:
                                    yield record.problem(
                                        place, f"{field} has no value {value!r}{near(str(value), names[field])}"
                                    )
        yield from _check_kinds(record, kinds.union(isa.types))


def places(text: str) -> list[int]:
    """Return the bits that `13:0` or `3,31` names."""
    bits: list[int] = []
    for part in text.split(","):
        high, _, low = part.partition(":")
        bits += range(int(low or high), int(high) + 1)
    return bits


def _check_kinds(record: Located, kinds: Collection[str]) -> Iterator[Problem]:
    """Check that kinds are variants of the format, and that swizzles are values of a field.

    Major orders may also be for the `kinds` of other formats and for types.
    """
    variants = {variant["kind"] for variant in record.data.get("variants", ())}
    lists: list[tuple[Steps, Data]] = [
        ((key, index), item) for key in ("rules", "shapes") for index, item in enumerate(record.data.get(key, ()))
    ]
    for index, field in enumerate(record.data["fields"]):
        lists += [(("fields", index, "values", place), value) for place, value in enumerate(field.get("values", ()))]
    majors: list[tuple[Steps, Data]] = [
        (("majors", index), item) for index, item in enumerate(record.data.get("majors", ()))
    ]
    for known, items in ((variants, lists), (variants.union(kinds), majors)):
        for steps, item in items:
            for kind in item.get("kinds", ()):
                if kind not in known:
                    yield record.problem((*steps, "kinds"), f"unknown kind {kind!r}{near(kind, known)}")
    swizzles = {
        value["name"]
        for field in record.data["fields"]
        if field.get("role") == "swizzle"
        for value in field.get("values", ())
    }
    for key in ("majors", "strides"):
        for index, item in enumerate(record.data.get(key, ())):
            for swizzle in item["swizzles"]:
                if swizzle not in swizzles:
                    message = f"no swizzle is called {swizzle!r}{near(swizzle, swizzles)}"
                    yield record.problem((key, index, "swizzles"), message)
