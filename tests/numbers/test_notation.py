"""Values as people write them."""

import math
import random
import struct

import pytest

from ptxisa.isa.types import known
from ptxisa.numbers.formats import known as formats
from ptxisa.numbers.notation import NotAValue, parse, show


@pytest.mark.parametrize(
    ("text", "type_", "bits"),
    [
        ("1.5", "f32", 0x3FC00000),
        ("0.1", "f32", 0x3DCCCCCD),
        ("0.1", "f64", 0x3FB999999999999A),
        ("2", "f32", 0x40000000),
        ("0x2", "f32", 2),
        ("0f7fa00001", "f32", 0x7FA00001),
        ("0d3fb999999999999a", "f32", 0x3DCCCCCD),
        ("-0", "f32", 0x80000000),
        ("-0.0", "f64", 1 << 63),
        ("1e-45", "f32", 1),
        ("7e-46", "f32", 0),
        ("1e39", "f32", 0x7F800000),
        ("16777217", "f32", 0x4B800000),
        ("16777217.0000000000000000000000001", "f32", 0x4B800001),
        ("-inf", "f16", 0xFC00),
        ("nan", "f32", 0x7FFFFFFF),
        ("448", "e4m3", 0x7E),
        ("1:-2.5", "f16x2", 0xC1003C00),
        ("1:2", "u16x2", 0x00020001),
        ("-1", "s32", 0xFFFFFFFF),
        ("0b101", "b8", 5),
        (" 7 ", "u64", 7),
        ("1", "pred", 1),
        ("0" * 99 + "7", "u32", 7),
        ("-2147483648", "s32", 0x80000000),
        ("4294967295", "s32", 0xFFFFFFFF),
        ("+0X1f", "b8", 0x1F),
        ("-0B1", "b8", 0xFF),
    ],
)
def test_texts_are_read_as_bits_of_their_type(text: str, type_: str, bits: int) -> None:
    assert parse(text, type_) == bits


@pytest.mark.parametrize(
    ("text", "type_", "message"),
    [
        ("1.5", "u32", "not an integer"),
        ("one", "f32", "a number"),
        ("256", "u8", "does not fit in 8 bits"),
        ("-129", "s8", "does not fit"),
        ("4294967296", "s32", "^4294967296 does not fit in 32 bits$"),
        ("-2147483649", "u32", "^-2147483649 does not fit in 32 bits$"),
        ("1:2:3", "f16x2", "2 elements, not 3"),
        ("inf", "e4m3", "a number"),
        ("nan", "e2m1", "a number"),
        ("", "f32", "a number"),
        ("0x", "f32", "a number"),
        ("1e99999", "f64", "a number"),
        ("1" * 5000, "f64", "a number"),
        ("1_0", "u32", "an integer"),
        ("0" * 100 + "7", "u32", "an integer"),
        ("1.5", "f16x2", "separated by colons"),
    ],
)
def test_texts_that_are_not_values_are_errors(text: str, type_: str, message: str) -> None:
    with pytest.raises(NotAValue, match=message):
        parse(text, type_)


def test_doubles_are_as_python_writes_them() -> None:
    chance = random.Random(1)
    for _ in range(300):
        bits = chance.getrandbits(64)
        value = struct.unpack("d", struct.pack("Q", bits))[0]
        if math.isfinite(value):
            assert float(show(bits, "f64")) == value
            assert parse(repr(value), "f64") == bits


@pytest.mark.parametrize("name", [name for name, form in formats().items() if form.bits <= 16])
def test_every_number_is_read_back(name: str) -> None:
    form = formats()[name]
    # Every seventh of the formats with 16 bits: 7 is prime, so that all bits and exponents occur.
    for bits in range(0, 1 << form.bits, 7 if form.bits == 16 else 1):
        text = show(bits, name)
        if "nan" not in text:
            assert parse(text, name) == bits & ~((1 << form.low) - 1)


def test_values_are_shown_in_the_notation_of_their_type() -> None:
    assert show(0x3DCCCCCD, "f32") == "0.1"
    assert show(0x42C80000, "f32") == "100.0"
    assert show(0x7E, "e4m3") == "448.0"
    assert show(0x80000000, "f32") == "-0.0"
    assert show(0x3F800000, "f32") == "1.0"
    assert show(0xFFC00000, "f32") == "-nan"
    assert show(0xC1003C00, "f16x2") == "1.0:-2.5"
    assert show(0xFFFFFFFF, "s32") == "-1"
    assert show(0xFFFFFFFF, "b32") == "4294967295"
    assert {known()[name].kind for name in ("b32", "s32", "u32")} == {"bits", "signed", "unsigned"}
