"""Reader of test vectors, compressed or plain, one vector at a time; it needs the standard library only.

for vector in ptxisa.vectors.read("vectors/add.f32/add.f32.jsonl.gz"):
    result = emulate(vector.inputs["a"], vector.inputs["b"])
    assert vector.allows({"d": result}), vector.line
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

FORMAT, VERSION = "ptxisa-vectors", 1
LONGEST = 1 << 24
"""Bytes of the longest line; a damaged file must not fill the memory."""
_KEYS = {"equal": (), "mask": ("open",), "range": ("low", "high")}
_BOUNDS = ("open", "low", "high")
_HEXADECIMAL = frozenset("0123456789abcdef")
_TEXTS = ("form", "syntax", "provenance", "compare")


class VectorError(ValueError):
    """A file is not a set of vectors; the message has its name and the line, counted from 1."""


class VectorField(NamedTuple):
    """An input or output, as the header describes it.

    Attributes:
        name: Name of the operand.
        bits: Bits of a value of one lane.
        type: PTX type.
        kind: `register`, `immediate`, `address`, `state` or `warp`.
        lanes: Lanes of a value, lane 0 in the low bits.
        elements: Elements of a packed type, else 1.
        element_bits: Bits of an element.
        stride: Bits from one element to the next.
        fraction_bits: Fraction bits of a floating-point format, else 0.
    """

    name: str
    bits: int
    type: str
    kind: str
    lanes: int
    elements: int
    element_bits: int
    stride: int
    fraction_bits: int

    @property
    def digits(self) -> int:
        """Hexadecimal digits of a value."""
        return -(-self.bits * self.lanes // 4)


class Header(NamedTuple):
    """First line of a set.

    Attributes:
        form: Id of the form.
        syntax: Syntax of the form.
        opcodes: Opcodes that compute the same.
        selectors: Selector of each operand that has one, as in `a.b0`, by name.
        target: Target whose results the set has, or None.
        provenance: `contract` for results that PTX requires, `model` for those of the target.
        compare: `equal`, `mask` or `range`; see `vectors.schema.json`.
        flush: True if no result may be subnormal.
        inputs: Inputs in the order of a line.
        outputs: Outputs in the order of a line.
        vectors: Number of vectors.
        confirmed_by: Evidence of GPUs whose results agree.
    """

    form: str
    syntax: str
    opcodes: tuple[str, ...]
    selectors: Mapping[str, str | None]
    target: str | None
    provenance: str
    compare: str
    flush: bool
    inputs: tuple[VectorField, ...]
    outputs: tuple[VectorField, ...]
    vectors: int
    confirmed_by: tuple[str, ...]


class VectorLine(NamedTuple):
    """A vector: bit patterns by name. Bits in `open` may have any value; `low` and `high` bound a result."""

    header: Header
    line: int
    sample: str
    inputs: Mapping[str, int]
    outputs: Mapping[str, int]
    open: Mapping[str, int]
    low: Mapping[str, int]
    high: Mapping[str, int]

    def allows(self, results: Mapping[str, int]) -> bool:
        """Return True if the set allows results, given as bit patterns by the names of the outputs."""
        return all(self._allows(field, results[field.name]) for field in self.header.outputs)

    def _allows(self, field: VectorField, result: int) -> bool:
        """Return True if the set allows a bit pattern as the value of one output."""
        if not 0 <= result < 1 << field.bits:
            return False
        if not self.low:
            return not (result ^ self.outputs[field.name]) & ~self.open.get(field.name, 0)
        mask, sign = (1 << field.element_bits) - 1, 1 << field.element_bits - 1
        for index in range(field.elements):
            elements = [
                pattern >> index * field.stride & mask
                for pattern in (self.low[field.name], self.high[field.name], result)
            ]
            # Positions in the order of numbers, the negative number of the largest magnitude first. The order is a
            # circle, and the range of all patterns has no gap.
            low, high, place = (pattern ^ mask if pattern & sign else pattern ^ sign for pattern in elements)
            if (high - low) & mask == mask:
                continue
            subnormal = 0 < elements[2] & mask >> 1 < 1 << field.fraction_bits
            if (self.header.flush and subnormal) or (place - low) & mask > (high - low) & mask:
                return False
        return True


class VectorFile:
    """A file of vectors; iterate over it for its vectors. Each iteration opens and closes the file.

    Raises:
        VectorError: The file is not a set of vectors.
        OSError: The file cannot be read.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        self.path = Path(path)
        with self._opened() as stream:
            self.header = _header(self._line(stream, 1), self)

    def __iter__(self) -> Iterator[VectorLine]:
        number = 1
        with self._opened() as stream:
            self._line(stream, 1)
            while line := self._line(stream, number + 1):
                number += 1
                yield _vector(line, number, self)
        if number - 1 != self.header.vectors:
            raise self.error(number, f"the header announces {self.header.vectors} vectors, there are {number - 1}")

    def error(self, line: int, message: str) -> VectorError:
        """Return an error at a line."""
        return VectorError(f"{self.path}:{line}: {message}")

    def _opened(self) -> BinaryIO:
        # By its first bytes: a file may have been unpacked without a new name, or packed again.
        with open(self.path, "rb") as stream:
            compressed = stream.read(2) == b"\x1f\x8b"
        return cast(BinaryIO, gzip.open(self.path)) if compressed else open(self.path, "rb")

    def _line(self, stream: BinaryIO, number: int) -> bytes:
        try:
            line = stream.readline(LONGEST + 1)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise self.error(number, f"damaged compression: {error}") from None
        if line and not line.endswith(b"\n"):
            raise self.error(number, "the line is too long" if len(line) > LONGEST else "the file ends within a line")
        return line


def read(path: str | PathLike[str]) -> VectorFile:
    """Read the header of a file; iterate over the result to read its vectors."""
    return VectorFile(path)


def _object(line: bytes, number: int, file: VectorFile) -> dict[str, Any]:
    """Return a line as a JSON object."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise file.error(number, f"not JSON: {error}") from None
    if not isinstance(value, dict):
        raise file.error(number, "not an object")
    return value


def _header(line: bytes, file: VectorFile) -> Header:
    """Return the first line of a file; raise `VectorError` if it is damaged."""
    data = _object(line, 1, file)
    if data.get("format") != FORMAT:
        raise file.error(1, f"not a set of test vectors: no format {FORMAT!r}")
    if data.get("version") != VERSION:
        raise file.error(1, f"unknown version {data.get('version')!r} of the format; this reader has {VERSION}")
    try:
        form, syntax, provenance, compare = (_typed(data[key], str) for key in _TEXTS)
        if compare not in _KEYS:
            raise ValueError(f"compare is {compare!r}")
        return Header(
            form=form,
            syntax=syntax,
            opcodes=tuple(_typed(opcode, str) for opcode in _typed(data["opcodes"], list)),
            selectors=dict(_typed(data["selectors"], dict)),
            target=data["target"],
            provenance=provenance,
            compare=compare,
            flush=_typed(data["flush"], bool),
            inputs=tuple(_field(field) for field in _typed(data["inputs"], list)),
            outputs=tuple(_field(field) for field in _typed(data["outputs"], list)),
            vectors=_typed(data["vectors"], int),
            confirmed_by=tuple(_typed(data.get("confirmed_by", []), list)),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise file.error(1, f"damaged header: {type(error).__name__}: {error}") from None


def _typed(value: Any, wanted: type) -> Any:
    """Return a value of JSON; raise `TypeError` if it has another type."""
    if not isinstance(value, wanted):
        raise TypeError(f"{value!r:.40} is not of type {wanted.__name__}")
    return value


def _field(data: Any) -> VectorField:
    """Return an input or output of the header; raise if its widths contradict each other."""
    texts = [_typed(data[key], str) for key in ("name", "type", "kind")]
    numbers = [_typed(data[key], int) for key in ("bits", "lanes", "elements", "element_bits", "stride")]
    if not all(1 <= number <= 1024 for number in numbers):
        raise ValueError(f"{texts[0]!r:.40} has widths out of range")
    bits, lanes, elements, element_bits, stride = numbers
    fraction = _typed(data["fraction_bits"], int)
    if not 0 <= fraction < bits or (elements - 1) * stride + element_bits > bits:
        raise ValueError(f"{texts[0]!r:.40} has elements beyond its width")
    return VectorField(texts[0], bits, texts[1], texts[2], lanes, elements, element_bits, stride, fraction)


def _vector(line: bytes, number: int, file: VectorFile) -> VectorLine:
    """Return a line of a file; raise `VectorError` if it is damaged."""
    data, header = _object(line, number, file), file.header
    try:
        columns = [_patterns(header.inputs, data["in"]), _patterns(header.outputs, data["out"])]
        bounds = {key: _patterns(header.outputs, data[key]) for key in _KEYS[header.compare]}
        return VectorLine(
            header, number, _typed(data["class"], str), *columns, *(bounds.get(key, {}) for key in _BOUNDS)
        )
    except (KeyError, TypeError, ValueError) as error:
        raise file.error(number, f"damaged vector: {type(error).__name__}: {error}") from None


def _patterns(fields: tuple[VectorField, ...], texts: Any) -> dict[str, int]:
    """Return the bit patterns of some fields, which a line has in the order of the header."""
    if not isinstance(texts, list) or len(texts) != len(fields):
        raise ValueError(f"{len(fields)} values expected")
    patterns = {}
    for field, text in zip(fields, texts, strict=True):
        if not isinstance(text, str) or len(text) != field.digits or not _HEXADECIMAL.issuperset(text):
            raise ValueError(f"{field.name} has {field.digits} hexadecimal digits, not {text!r:.40}")
        patterns[field.name] = int(text, 16)
        if patterns[field.name] >> (field.bits * field.lanes):
            raise ValueError(f"{field.name} has {field.bits} bits")
    return patterns
