"""Lines of test vectors from arrays: those of a class have the same length, so that they are one matrix of bytes."""

from __future__ import annotations

import json
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ptxisa.numbers.patterns import QUAD, Bits
from ptxisa.run.warp import LANES

Text = NDArray[np.uint8]
"""Characters, a row for each line."""
Columns = Sequence[tuple[str, Sequence[Text]]]
"""Keys of a line, each with the digits of its values."""

_DIGITS = np.frombuffer("".join(f"{byte:02x}" for byte in range(256)).encode(), np.uint8).reshape(256, 2)


def digits(patterns: Bits, bits: int) -> Text:
    """Patterns of `bits` bits as hexadecimal digits, one row for each."""
    words = [patterns["high"], patterns["low"]] if patterns.dtype == QUAD else [patterns]
    bytes_ = [np.ascontiguousarray(word).astype(word.dtype.newbyteorder(">")).view(np.uint8) for word in words]
    text = _DIGITS[np.concatenate([one.reshape(len(patterns), -1) for one in bytes_], axis=1)]
    found: Text = text.reshape(len(patterns), -1)[:, -count(bits) :]
    return found


def warp_digits(patterns: Bits, bits: int, threads: NDArray[np.intp]) -> Text:
    """The patterns of all lanes of a warp side by side, lane 0 in the last digits; a row for each of the threads."""
    rows = patterns.reshape(-1, LANES)
    if bits == 1:
        masks = np.packbits(rows != 0, axis=1, bitorder="little").view("<u4")[:, 0]
        return digits(masks[threads // LANES], LANES)
    lanes = digits(rows[:, ::-1].ravel(), bits).reshape(len(rows), -1)
    found: Text = lanes[threads // LANES]
    return found


def count(bits: int) -> int:
    """Hexadecimal digits of a value."""
    return -(-bits // 4)


def lines(class_: str, columns: Columns) -> bytes:
    """The lines of a class: `{"class":"edges","in":["00","01"],"out":["01"]}` and a line feed, without spaces."""
    parts = [f'{{"class":{json.dumps(class_)}']
    fields: list[Text] = []
    for key, values in columns:
        parts[-1] += f',"{key}":['
        for place, field in enumerate(values):
            parts[-1] += '"' if place == 0 else '","'
            parts.append("")
            fields.append(field)
        parts[-1] += '"]' if values else "]"
    parts[-1] += "}\n"
    rows = len(fields[0])
    texts = [np.broadcast_to(np.frombuffer(part.encode(), np.uint8), (rows, len(part))) for part in parts]
    ordered = [one for pair in zip(texts, fields, strict=False) for one in pair] + [texts[-1]]
    return np.concatenate(ordered, axis=1).tobytes()
