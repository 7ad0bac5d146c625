"""Sentences of records as parts of messages."""

import pytest

from ptxisa.objects.descriptor_fields import phrase


@pytest.mark.parametrize(
    ("sentence", "part"),
    [
        ("The offset is a multiple of 16.", "the offset is a multiple of 16"),
        ("TMA needs 128 bytes.", "TMA needs 128 bytes"),
        ("A value of ``.x`` is 3.", "A value of .x is 3"),
        ("", ""),
    ],
)
def test_phrase(sentence: str, part: str) -> None:
    assert phrase(sentence) == part
