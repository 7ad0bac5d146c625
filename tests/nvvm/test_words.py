"""Words of NVVM IR find the records that are about them."""

from __future__ import annotations

import pytest

from ptxisa.nvvm.words import records_about, words


@pytest.mark.parametrize(
    ("word", "records"),
    [
        ("linkonce_odr", [("nvvm_construct", "nvvm-linkage")]),
        ("maxntidy", [("nvvm_annotation", "nvvm-maxntid")]),
        ("atomicrmw", [("nvvm_construct", "nvvm-memory-instructions")]),
        ("!nvvmir.version", [("nvvm_construct", "nvvm-named-metadata")]),
        ("fp128", [("nvvm_construct", "nvvm-types")]),
        ("nothing", []),
        ("", []),
    ],
)
def test_records_about(word: str, records: list[tuple[str, str]]) -> None:
    assert records_about(word) == records


def test_every_word_finds_a_record() -> None:
    assert len(words()) > 100
    assert all(records_about(word) for word in words())
