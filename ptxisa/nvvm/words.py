"""Words of NVVM IR: which records are about an instruction, an attribute, a linkage type or a property."""

from __future__ import annotations

from collections.abc import Iterator

from ptxisa.isa.nvvm import constructs, property_kinds


def records_about(word: str) -> list[tuple[str, str]]:
    """Kind and name of each record that has an entry or property of that name, such as "linkonce" or "maxntidx"."""
    return list(dict.fromkeys(_records_about(word)))


def words() -> list[str]:
    """Every such word."""
    entries = (entry for construct in constructs().values() for entry in construct.entries)
    return [*entries, *(name for annotation in property_kinds().values() for name in annotation.properties)]


def _records_about(word: str) -> Iterator[tuple[str, str]]:
    for construct in constructs().values():
        if any(word == entry or word == entry.partition(" ")[0] for entry in construct.entries):
            yield "nvvm_construct", construct.name
    for annotation in property_kinds().values():
        if word in annotation.properties:
            yield "nvvm_annotation", annotation.name
