"""Readers of test vectors, in Python and in C, and the schema of the format."""

from __future__ import annotations

import gzip
import json
import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import ptxisa.vectors
from ptxisa.isa import targets
from ptxisa.vectors import VectorError, read, reader
from ptxisa.vectors.content import VectorOptions
from ptxisa.vectors.files import VectorRun, write
from ptxisa.vectors.sets import chosen, planned

PACKAGE = Path(ptxisa.vectors.__file__).parent
REPLAYED = ("add.u32", "fma.rn.f32", "sin.approx.f32", "bfe.u32", "lop3.b32", "shf.l.clamp.b32", "prmt.b32")
OTHERS = (
    "shfl.sync.idx.b32",
    "vote.ballot.b32",
    "match.any.sync.b64",
    "vset4.u32.u32.eq",
    "ex2.approx.f16x2",
    "addc.cc.u32",
    "div.s32",
)
LIMIT = 4096
COMPILER = shutil.which("gcc") or shutil.which("cc")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return sets of every way to compare, with selectors, warps, wide values, a carry flag and a model."""
    actual = tmp_path_factory.mktemp("vectors")
    list(write(list(planned(chosen((*REPLAYED, *OTHERS)))), VectorRun(actual, VectorOptions(random=4))))
    on = targets.target("sm_90")
    list(write(list(planned(chosen(["ex2.approx.f32"]), on)), VectorRun(actual / "sm_90", VectorOptions(random=4), on)))
    return actual


def files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.jsonl.gz"))


def plain(folder: Path, opcode: str) -> bytes:
    path = next(path for path in files(folder) if path.name == f"{opcode}.jsonl.gz")
    return gzip.decompress(path.read_bytes())


# --- schema ---


def schema(part: str) -> Draft202012Validator:
    whole = json.loads((PACKAGE / "vectors.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(whole)
    return Draft202012Validator({**whole, "oneOf": [{"$ref": f"#/$defs/{part}"}]})


def test_files_follow_the_schema(folder: Path) -> None:
    head, vector, index = (schema(part) for part in ("header", "vector", "index"))
    compared = set()
    for path in files(folder):
        first, *rest = map(json.loads, gzip.decompress(path.read_bytes()).splitlines())
        head.validate(first)
        compared.add(first["compare"])
        for line in rest[::7]:
            vector.validate(line)
    assert compared == {"equal", "mask", "range"}
    for path in folder.rglob("index.json"):
        index.validate(json.loads(path.read_text()))


@pytest.mark.parametrize(
    "change", [{"version": 2}, {"compare": "near"}, {"opcodes": []}, {"more": 1}, {"inputs": [{}]}]
)
def test_the_schema_rejects(folder: Path, change: dict[str, Any]) -> None:
    first = json.loads(plain(folder, "bfe.u32").splitlines()[0])
    assert not schema("header").is_valid({**first, **change})


# --- Python ---


def test_the_reader_agrees_with_the_text(folder: Path) -> None:
    path = next(path for path in files(folder) if path.name == "bfe.u32.jsonl.gz")
    actual = list(read(path))
    assert len(actual) == read(path).header.vectors == len(plain(folder, "bfe.u32").splitlines()) - 1
    for vector in actual:
        a, b, c = (vector.inputs[name] for name in "abc")
        assert vector.outputs == {"d": (a >> (b & 255)) & ((1 << (c & 255)) - 1) & 0xFFFFFFFF}
        assert vector.allows(vector.outputs)
        assert not vector.allows({"d": vector.outputs["d"] ^ 1})


def test_plain_and_compressed_files_are_alike(folder: Path, tmp_path: Path) -> None:
    path = next(path for path in files(folder) if path.name == "bfe.u32.jsonl.gz")
    (tmp_path / "x").write_bytes(gzip.decompress(path.read_bytes()))
    assert list(read(tmp_path / "x")) == list(read(path))


@pytest.mark.parametrize("less", [-1, 1])
def test_the_header_has_the_number_of_vectors(folder: Path, tmp_path: Path, less: int) -> None:
    head, *lines = plain(folder, "bfe.u32").splitlines(keepends=True)
    announced, present = len(lines), len(lines) - less
    (tmp_path / "x").write_bytes(head + b"".join([*lines, lines[0]][:present]))
    message = rf"x:{present + 1}: the header announces {announced} vectors, there are {present}$"
    with pytest.raises(VectorError, match=message):
        list(read(tmp_path / "x"))


def damaged(text: bytes) -> Iterator[bytes]:
    """Broken sets: cut off, with bytes changed, and with lines that no set has."""
    generator = random.Random(7)
    for size in (0, 1, 2, 40, 300, len(text) - 1, len(text) - 9):
        yield text[:size]
    for _ in range(60):
        broken = bytearray(text)
        for _ in range(generator.choice((1, 3, 30))):
            place = generator.randrange(min(len(text), generator.choice((100, 1500, 10**6))))
            broken[place] = generator.choice((0, 34, 44, 48, 91, 93, 123, 125, 10, 255, generator.randrange(256)))
        yield bytes(broken)
    head, _, rest = text.partition(b"\n")
    yield head + b"\n" + b"[" * 100_000 + b"\n" + rest
    yield b"[" * 100_000 + b"\n"
    yield b'{"format":' + b'{"a":' * 100_000
    yield head + b"\n" + b"x" * 200_000 + b"\n"
    yield head.replace(b'"bits":32', b'"bits":99999999999999999999') + b"\n" + rest
    yield head.replace(b'"bits":32', b'"bits":0') + b"\n" + rest
    yield head.replace(b'"stride":32', b'"stride":1000').replace(b'"elements":1', b'"elements":900') + b"\n" + rest
    yield head.replace(b'"inputs":[', b'"inputs":[' + b"{}," * 40) + b"\n" + rest


@pytest.mark.parametrize("opcode", ["bfe.u32", "ex2.approx.f16x2"])
def test_broken_files_end_in_an_error_with_a_line(folder: Path, tmp_path: Path, opcode: str) -> None:
    messages = []
    for number, data in enumerate(damaged(plain(folder, opcode))):
        path = tmp_path / str(number)
        path.write_bytes(data)
        try:
            list(read(path))
        except VectorError as error:
            messages.append(str(error).removeprefix(str(path)))
    assert len(messages) > 40
    assert all(re.match(r":\d+: ", message) for message in messages)


def test_damaged_compression_is_an_error_with_a_line(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(gzip.compress(b"{}\n" * 1000)[:-12])
    with pytest.raises(VectorError, match=r"x:\d+: "):
        list(read(tmp_path / "x"))


@pytest.mark.parametrize(
    ("length", "message"), [(LIMIT, "the file ends within a line"), (LIMIT + 1, "the line is too long")]
)
def test_lines_are_limited(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, length: int, message: str
) -> None:
    head, *_ = plain(folder, "bfe.u32").splitlines(keepends=True)
    monkeypatch.setattr(reader, "LONGEST", LIMIT)
    (tmp_path / "x").write_bytes(head + b"x" * length)
    with pytest.raises(VectorError, match=rf"x:2: {message}$"):
        list(read(tmp_path / "x"))
    (tmp_path / "x").write_bytes(head + b"x" * length + b"\n")
    with pytest.raises(VectorError, match=r"x:2: " + ("not JSON" if length == LIMIT else message)):
        list(read(tmp_path / "x"))


# --- C ---


@pytest.fixture(scope="module")
def replay(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the example in C, with sanitizers where the compiler has them."""
    if COMPILER is None:
        pytest.skip("no C compiler")
    program = tmp_path_factory.mktemp("c") / "replay"
    command = [COMPILER, "-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-o", str(program)]
    rest = [str(PACKAGE / "c" / "replay.c"), "-lm"]
    sanitized = [*command, "-fsanitize=address,undefined", "-fno-sanitize-recover=all", *rest]
    if subprocess.run(sanitized, capture_output=True, check=False, timeout=120).returncode:
        subprocess.run([*command, *rest], check=True, timeout=120)
    return program


def replayed(program: Path, data: bytes) -> tuple[int, str, str]:
    done = subprocess.run([program], input=data, capture_output=True, check=False, timeout=60)
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def test_the_c_reader_reads_every_set(folder: Path, replay: Path) -> None:
    for path in files(folder):
        status, out, err = replayed(replay, gzip.decompress(path.read_bytes()))
        assert (status, err) == (0, ""), path
        assert f": {read(path).header.vectors} vectors re" in out


@pytest.mark.parametrize("opcode", REPLAYED)
def test_c_implementations_agree(folder: Path, replay: Path, opcode: str) -> None:
    status, out, _ = replayed(replay, plain(folder, opcode))
    assert (status, "vectors replayed, 0 wrong" in out) == (0, True)


@pytest.mark.parametrize("opcode", ["bfe.u32", "fma.rn.f32", "sin.approx.f32"])
def test_the_c_reader_finds_wrong_results(folder: Path, replay: Path, opcode: str) -> None:
    head, *lines = plain(folder, opcode).splitlines(keepends=True)
    vector = json.loads(lines[5])
    wrong = {key: ["12345678"] if key in ("out", "low", "high") else value for key, value in vector.items()}
    lines[5] = json.dumps(wrong, separators=(",", ":")).encode() + b"\n"
    status, out, _ = replayed(replay, head + b"".join(lines))
    assert (status, out.splitlines()[0].startswith("line 7: ")) == (1, True)


@pytest.mark.parametrize("opcode", ["bfe.u32", "ex2.approx.f16x2"])
def test_broken_input_never_crashes_the_c_reader(folder: Path, replay: Path, opcode: str) -> None:
    failed = 0
    for data in damaged(plain(folder, opcode)):
        status, _, err = replayed(replay, data)
        assert status in (0, 1, 2), err
        assert (status == 2) == err.startswith("line ")
        failed += status == 2
    assert failed > 40


FIELD = {
    "name": "d",
    "type": "f16x2",
    "kind": "register",
    "bits": 32,
    "lanes": 1,
    "elements": 2,
    "element_bits": 16,
    "stride": 16,
    "fraction_bits": 0,
}


@pytest.mark.parametrize(
    ("change", "fits"),
    [
        ({}, True),
        *(({key: 0}, False) for key in ("bits", "lanes", "elements", "element_bits", "stride")),
        ({"lanes": 1024}, True),
        *(({key: 1025}, False) for key in ("bits", "lanes", "elements", "element_bits", "stride")),
        ({"bits": 1024, "elements": 1, "element_bits": 1024, "stride": 1024}, True),
        ({"bits": 1024, "elements": 1024, "element_bits": 1, "stride": 1}, True),
        ({"fraction_bits": 1}, True),
        ({"elements": 1, "stride": 1, "element_bits": 1, "bits": 1}, True),
        ({"fraction_bits": 31}, True),
        ({"fraction_bits": 32}, False),
        ({"fraction_bits": -1}, False),
        ({"bits": 31}, False),
        ({"elements": 3}, False),
        ({"stride": 17}, False),
        ({"stride": 8, "element_bits": 24}, True),
        ({"stride": 8, "element_bits": 25}, False),
    ],
)
def test_elements_are_inside_of_their_field(tmp_path: Path, change: dict[str, int], fits: bool) -> None:
    field = {**FIELD, **change}
    header = {"format": "ptxisa-vectors", "version": 1, "form": "x", "syntax": "x d", "opcodes": ["x"], "selectors": {}}
    header |= {"target": None, "provenance": "contract", "compare": "equal", "flush": False, "vectors": 0}
    (tmp_path / "x").write_text(json.dumps({**header, "inputs": [], "outputs": [field]}) + "\n")
    if fits:
        assert read(tmp_path / "x").header.outputs[0]._asdict() == field
    else:
        with pytest.raises(VectorError, match="'d' has (widths out of range|elements beyond its width)$"):
            read(tmp_path / "x")
