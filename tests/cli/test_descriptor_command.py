"""`ptxisa descriptor`: output, exit status, and one-line errors."""

from __future__ import annotations

import json
import shlex
from typing import Any

import pytest

from ptxisa.cli.descriptor_command import MOST_DIGITS, bits
from ptxisa.cli.main import main
from ptxisa.objects.descriptors import known_names


def ran(capsys: pytest.CaptureFixture[str], line: str) -> tuple[int, str, str]:
    status = main(("descriptor", *shlex.split(line)))
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def data(capsys: pytest.CaptureFixture[str], line: str) -> Any:
    return json.loads(ran(capsys, f"{line} --json")[1])


def rows(output: str) -> dict[str, list[str]]:
    """Return the rows of the table by the names of the fields."""
    cells = (line.split(None, 3) for line in output.splitlines()[2:])
    return {row[1]: row for row in cells if len(row) == 4 and row[0][0].isdigit()}


def test_without_arguments_every_descriptor_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    status, output, _ = ran(capsys, "")
    assert status == 0
    assert all(name in output.split() for name in known_names())
    assert {row["name"] for row in data(capsys, "")} == set(known_names())


def test_encode(capsys: pytest.CaptureFixture[str]) -> None:
    status, output, _ = ran(capsys, "encode wgmma.matrix start=0x400 leading=16B stride=1024B swizzle=128B")
    assert status == 0
    assert output.split()[:2] == ["0x4000004000010040", "wgmma.matrix"]
    table = rows(output)
    assert table["stride"] == ["45:32", "stride", "64", "1,024 bytes"]
    assert table["start"] == ["13:0", "start", "64", "0x400 (1,024 bytes)"]
    assert table["swizzle"][3] == "128B: 128-byte swizzle"


def test_steps_and_bytes_are_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    steps = ran(capsys, "encode wgmma.matrix start=64u leading=1u stride=64u swizzle=1u")
    assert steps == ran(capsys, "encode wgmma.matrix start=1KiB leading=16B stride=0x400 swizzle=128b")


def test_decode_shows_every_bit(capsys: pytest.CaptureFixture[str]) -> None:
    status, output, _ = ran(capsys, "decode tcgen05.instruction 0x08400490 --kind f16")
    assert status == 0
    assert output.split()[1] == "tcgen05.instruction.f16"
    spans = [line.split()[0].split(":") for line in output.splitlines()[2:]]
    covered = [bit for span in spans for bit in range(int(span[0]), int(span[-1]) - 1, -1)]
    assert covered == list(range(31, -1, -1))
    assert rows(output)["m"][3] == "128 rows"


def test_reserved_bits_are_one_row_for_each_run(capsys: pytest.CaptureFixture[str]) -> None:
    """Each run has its lowest and highest bit set; the lowest run has bit 15 alone."""
    value = 1 << 61 | 1 << 52 | 1 << 48 | 1 << 46 | 1 << 31 | 1 << 30 | 1 << 15
    cells = [line.split() for line in ran(capsys, f"decode wgmma.matrix {value:#x}")[1].splitlines()]
    assert [row[:3] for row in cells if row[1:2] == ["-"]] == [
        ["61:52", "-", "513"],
        ["48:46", "-", "5"],
        ["31:30", "-", "3"],
        ["15:14", "-", "2"],
    ]


@pytest.mark.parametrize(
    ("ranges", "text"),
    [(((13, 0),), "13:0"), (((1, 0),), "1:0"), (((5, 5),), "5"), (((3, 3), (31, 31)), "3,31"), (((0, 0),), "0")],
)
def test_one_bit_is_no_run(ranges: tuple[tuple[int, int], ...], text: str) -> None:
    assert bits(ranges) == text


def test_decode_of_the_union_names_the_kinds(capsys: pytest.CaptureFixture[str]) -> None:
    _, output, _ = ran(capsys, "decode tcgen05.instruction 0x08400490")
    assert "bf16 (f16), e5m2 (f8f6f4), s8 (i8)" in output
    assert "legal for .kind::f16 and .kind::f8f6f4" in output
    _, output, _ = ran(capsys, "decode tcgen05.instruction 0x084004a0")
    assert output.split()[1] == "tcgen05.instruction.i8"


def test_the_status_is_0_for_legal_descriptors_only(capsys: pytest.CaptureFixture[str]) -> None:
    assert ran(capsys, "decode tcgen05.matrix 0x4000404000010040")[0] == 0
    assert ran(capsys, "decode tcgen05.matrix 0x4000404000010048")[0] == 0  # a warning
    status, output, _ = ran(capsys, "decode tcgen05.matrix 0x4000004000010040")
    assert status == 1
    assert "error: version is 0b000; it must be 0b001" in output
    assert ran(capsys, "explain tcgen05.matrix 0x4000004000010040")[0] == 1


def test_explain_has_more_notes_than_decode(capsys: pytest.CaptureFixture[str]) -> None:
    line = "wgmma.matrix 0x4000004000010040 --major K"
    decoded, explained = (ran(capsys, f"{action} {line}")[1] for action in ("decode", "explain"))
    assert explained.startswith(decoded)
    assert "leading is not read" in explained
    assert "leading is not read" not in decoded


def test_a_mask_of_columns(capsys: pytest.CaptureFixture[str]) -> None:
    _, output, _ = ran(capsys, "explain tcgen05.zero_column_mask 0x0003028000000000 --m 128 --n 32")
    assert "mask 0x0e1c3870; columns that count as zero: 4-6, 11-13, 18-20, 25-27" in output


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    actual = data(capsys, "explain wgmma.matrix 0x4000004000010048 --major K")
    assert (actual["descriptor"], actual["bits"]) == ("wgmma.matrix", "0x4000004000010048")
    assert actual["value"] == 0x4000_0040_0001_0048
    fields = {field["name"]: field for field in actual["fields"]}
    assert fields["stride"] == {
        "name": "stride",
        "bits": "45:32",
        "encoded": 64,
        "value": 1024,
        "unit": "bytes",
        "step": 16,
        "meaning": "1,024 bytes",
    }
    assert [note["level"] for note in actual["notes"]] == ["warning", "note", "note"]


@pytest.mark.parametrize("name", known_names())
@pytest.mark.parametrize("value", [0, 1, 0x0840_0490, 0xFFFF_FFFF])
def test_lines_are_short(capsys: pytest.CaptureFixture[str], name: str, value: int) -> None:
    for action in ("decode", "explain"):
        _, output, _ = ran(capsys, f"{action} {name} {value}")
        assert max(map(len, output.splitlines())) <= 80


def test_the_list_is_narrow(capsys: pytest.CaptureFixture[str]) -> None:
    assert max(map(len, ran(capsys, "")[1].splitlines())) <= 80


@pytest.mark.parametrize("length", [61, 62, 100, MOST_DIGITS])
def test_leading_zeros_change_no_integer(capsys: pytest.CaptureFixture[str], length: int) -> None:
    mask, rows = (f"0x{digits:0>{length - 2}}" for digits in ("3028000000000", "80"))
    short = ran(capsys, "explain tcgen05.zero_column_mask 0x3028000000000 --m 0x80 --n 32")
    assert ran(capsys, f"explain tcgen05.zero_column_mask {mask} --m {rows} --n 32") == short
    assert short[0] == 0


REJECTED = {
    "action": ("encod wgmma.matrix start=0", "unknown action 'encod'; did you mean encode?"),
    "no descriptor": ("decode", "decode needs the name of a descriptor"),
    "descriptor": ("decode wgmma.matrx 0", "no descriptor is called 'wgmma.matrx'; did you mean wgmma.matrix?"),
    "no value": ("decode wgmma.matrix", "give one integer"),
    "two values": ("decode wgmma.matrix 1 2", "give one integer"),
    "text": ("decode wgmma.matrix zero", "'zero' is not an integer"),
    "fraction": ("decode wgmma.matrix 1.5", "'1.5' is not an integer"),
    "long number": (f"decode wgmma.matrix {'9' * 9000}", "is not an integer"),
    "many digits": (f"decode wgmma.matrix {1:#0{MOST_DIGITS + 1}x}", f"'0x{'0' * 58}' is not an integer, such as"),
    "negative": ("decode wgmma.matrix -5", "cannot be negative"),
    "too wide": ("decode tcgen05.instruction 0x100000000", "has 32 bits; the value has 33"),
    "no equals sign": ("encode wgmma.matrix start", "'start' is not FIELD=VALUE"),
    "no name": ("encode wgmma.matrix =5", "'=5' is not FIELD=VALUE"),
    "twice": ("encode wgmma.matrix start=0 start=0", "start is given twice"),
    "twice by two names": ("encode wgmma.matrix start=0 address=0", "start is given twice"),
    "field": ("encode wgmma.matrix start=0 strid=16", "has no field 'strid'; did you mean stride?"),
    "value": ("encode wgmma.matrix start=zero", "start is zero; it must be a multiple of 16 bytes from 0 to 0x3fff0"),
    "range": ("encode wgmma.matrix start=1000000", "start is 1000000; it must be a multiple of 16 bytes"),
    "missing field": ("encode wgmma.matrix stride=16", "wgmma.matrix needs start"),
    "kind": ("decode wgmma.matrix 0 --kind f61", "did you mean f16?"),
    "major": ("explain wgmma.matrix 0 --major row", "the major order is 'row'; it must be K or MN"),
    "group": ("explain tcgen05.instruction 0 --cta-group 3", "cta_group is 3; it must be 1 or 2"),
    "rows": ("explain tcgen05.zero_column_mask 0 --m 16", "a zero-column mask exists for M = 128, 64 or 32"),
    "rows as text": ("explain tcgen05.zero_column_mask 0 --m x", "'x' is not an integer"),
    "many digits of rows": (
        f"explain tcgen05.zero_column_mask 0 --m {0x80:#0{MOST_DIGITS + 1}x}",
        f"'0x{'0' * 58}' is not an integer",
    ),
    "version": ("decode wgmma.matrix 0 --ptx 99", "unknown PTX version '99'"),
    "target": ("decode wgmma.matrix 0 --target sm_9", "unknown target"),
    "place": ("encode wgmma.matrix start=0 --target sm_80", "wgmma.matrix needs PTX 8.0 on sm_90a"),
    "option": ("decode wgmma.matrix 0 --swizzle 1", "unknown option --swizzle"),
}


@pytest.mark.parametrize("case", REJECTED)
def test_impossible_requests_are_one_line_and_status_2(capsys: pytest.CaptureFixture[str], case: str) -> None:
    line, message = REJECTED[case]
    status, output, error = ran(capsys, line)
    assert (status, output) == (2, "")
    assert message in error
    assert error.count("\n") == 1


def test_show_and_list_accept_descriptors(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("list", "--kind", "descriptor", "--target", "sm_90a", "--ptx", "8.0")) == 0
    listed = capsys.readouterr().out
    assert "wgmma.matrix" in listed
    assert "tcgen05" not in listed.replace("``", "")
    assert main(("show", "wgmma.matrix")) == 0
    shown = capsys.readouterr().out
    assert "base_offset" in shown
    assert "erratum wgmma-base-offset-32b" in shown


def test_encode_states_which_stride_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    text = "encode wgmma.matrix start=0x400 leading=16B stride=1024B swizzle=128B --major"
    _, by_k, _ = ran(capsys, f"{text} K")
    assert "note: K-major: leading is not read" in by_k
    assert "MN-major" not in by_k
    _, by_mn, _ = ran(capsys, f"{text} MN")
    assert "note: MN-major: leading 16 bytes (1u): from the first rows to the next" in by_mn


def test_one_byte_is_singular(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, error = ran(capsys, "encode wgmma.matrix start=0x400 leading=1 stride=64 swizzle=128B")
    assert status != 0
    assert "leading is 1 byte; it must be a multiple of 16 bytes" in error
