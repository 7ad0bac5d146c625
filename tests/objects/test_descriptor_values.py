"""Values of single fields, and what messages say about wrong ones."""

from __future__ import annotations

import pytest

from ptxisa.isa.descriptors import DescriptorField, FieldValue, Range, Since
from ptxisa.objects.descriptor_fields import DescriptorError, allowed, encoded

ADDRESS = DescriptorField("start", ((13, 0),), "", size=16, of="bytes", address=True)
WIDER = ADDRESS._replace(wider=((14, 0),), wider_since=Since("9.4"))


@pytest.mark.parametrize(
    ("field", "words"),
    [
        (DescriptorField("x", ((3, 0),), ""), "0 to 15"),
        (DescriptorField("x", ((3, 0),), "", plus=1), "1 to 16"),
        (DescriptorField("x", ((3, 0),), "", of="rows"), "0 to 15 rows"),
        (DescriptorField("x", ((3, 0),), "", size=2, of="rows"), "a multiple of 2 rows from 0 to 30"),
        (DescriptorField("x", ((13, 0),), "", size=16, of="bytes"), "a multiple of 16 bytes from 0 to 262,128"),
        (ADDRESS, "a multiple of 16 bytes from 0 to 0x3fff0"),
        (DescriptorField("x", ((3, 0),), "", constant=2), "0b0010"),
        (
            DescriptorField("x", ((3, 0),), "", of="rows", ranges=(Range(2, 6, 2), Range(9, 9))),
            "2 to 6 in steps of 2 or 9 rows",
        ),
        (
            DescriptorField(
                "x", ((3, 0),), "", values=(FieldValue(1, "a", ""), FieldValue(2, "b", ""), FieldValue(1, "a", ""))
            ),
            "a (1u) or b (2u)",
        ),
    ],
)
def test_allowed_values_in_words(field: DescriptorField, words: str) -> None:
    assert allowed(field) == words


@pytest.mark.parametrize("count", [16, 17])
def test_up_to_16_values_are_all_named(count: int) -> None:
    values = tuple(FieldValue(number, f"v{number}", "") for number in range(count))
    words = allowed(DescriptorField("x", ((4, 0),), "", values=values))
    assert words.count("u)") == 16
    assert words.endswith(" or v15 (15u)" if count == 16 else ", v15 (15u), …")


CONVERT = "; convert a generic address with cvta.to.shared"
NEWER = "; PTX 9.4 has 15 bits: ask for that version"


@pytest.mark.parametrize(
    ("field", "raw", "hint"),
    [
        (ADDRESS, 1 << 14, CONVERT),
        (ADDRESS, 1 << 15, CONVERT),
        (ADDRESS, -1, ""),
        (ADDRESS, -(1 << 13), ""),
        (WIDER, 1 << 14, NEWER),
        (WIDER, (1 << 15) - 1, NEWER),
        (WIDER, 1 << 15, CONVERT),
        (WIDER, -1, ""),
        (WIDER, -(1 << 13), ""),
        (WIDER._replace(address=False), 1 << 14, NEWER),
        (WIDER._replace(address=False), 1 << 15, ""),
        (WIDER._replace(bits=WIDER.wider), 1 << 15, CONVERT),
        (WIDER._replace(ranges=(Range(0, 16, 16),)), 1 << 13, ""),
    ],
)
def test_hints_for_values_with_too_many_bits(field: DescriptorField, raw: int, hint: str) -> None:
    with pytest.raises(DescriptorError) as caught:
        encoded(field, raw * field.size)
    assert str(caught.value).partition(allowed(field))[2] == hint


def test_all_bits_of_a_field_may_be_set() -> None:
    assert [encoded(ADDRESS, raw * 16) for raw in (0, (1 << 14) - 1)] == [0, (1 << 14) - 1]
