"""Records about the words of NVVM IR."""

from __future__ import annotations

import pytest

from ptxisa.nvvm.rules import entry_words, records_about


@pytest.mark.parametrize(
    ("word", "records"),
    [
        ("linkonce_odr", [("nvvm_construct", "nvvm-linkage")]),
        ("maxntidy", [("nvvm_annotation", "nvvm-maxntid")]),
        ("atomicrmw", [("nvvm_construct", "nvvm-memory-instructions")]),
        ("nothing", []),
        ("", []),
    ],
)
def test_records_about_a_word(word: str, records: list[tuple[str, str]]) -> None:
    assert records_about(word) == records


def test_every_word_has_a_record() -> None:
    assert len(entry_words()) > 100
    assert all(records_about(word) for word in entry_words())
