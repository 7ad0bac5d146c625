"""`ptxisa eval`: registers and memory as input and output."""

from __future__ import annotations

import pytest

from ptxisa.cli.main import main


def rows(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[list[str]]:
    assert main(("eval", *arguments)) == 0
    return [line.split(None, 3) for line in capsys.readouterr().out.splitlines()[1:]]


@pytest.mark.parametrize(
    ("type_", "bits", "value"),
    [
        ("u8", "0x05", "5"),
        ("s16", "0xfffb", "-5"),
        ("f32", "0x40a00000", "5.0"),
        ("u64", "0x0000000000000005", "5"),
        ("b128", "0x00000000000000000000000000000005", "5"),
    ],
)
def test_memory_has_values_of_whole_bytes(
    type_: str, bits: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    actual = rows(capsys, "not.b32 d, a;", "a=-1", "--memory", f"global.{type_}={value}")
    assert actual == [["d", "b32", "0x00000000", "0"], ["[global]", type_, bits, value]]


@pytest.mark.parametrize("given", ["global.pred=1", "global.u4=1", "u8=1", ".u8=1", "global.u8", "global.u9=1"])
def test_other_memory_is_rejected(given: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("eval", "not.b32 d, a;", "a=0", "--memory", given)) == 2
    message = f"ptxisa: --memory '{given}' is not NAME.TYPE=VALUES, such as global.u32=1,2,3\n"
    assert capsys.readouterr().err == message


@pytest.mark.parametrize("option", [(), ("--memory",)])
def test_messages_quote_at_most_sixty_characters(option: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("eval", "not.b32 d, a;", *option, "x" * 61)) == 2
    assert f"'{'x' * 60}' is not NAME" in capsys.readouterr().err


@pytest.mark.parametrize(("count", "more"), [(16, ""), (17, ", …")])
def test_sixteen_threads_are_shown(
    count: int, more: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "1000")
    ((*_, shown),) = rows(capsys, "not.b32 d, a;", f"a={','.join(['-1'] * (count - 1))},-2")
    ones = [0] * (count - 1) + [1]
    bits, values = (f"{', '.join(map(form, ones[:16]))}{more}" for form in ("0x{:08x}".format, str))
    assert f"{ones[0]:#010x}, {shown}" == f"{bits}  {values}"


def test_equal_results_are_summed_up(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert main(["eval", "not.b32 d, a;", f"a={','.join(['-1'] * 4)}"]) == 0
    assert "0x00000000  0 in all 4 threads" in capsys.readouterr().out
