"""Arguments of a kernel as texts: what `ptxisa run --arg` and the playground accept.

argument_value("n", "1024")                 # 1024
argument_value("x", "range:f32:16x64")      # an array
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ptxisa.machine.launch import Buffer

MOST_BYTES = 1 << 34
"""Size of an array of a text, at most."""
_TYPES = {"u": "uint", "s": "int", "f": "float", "b": "uint"}


class ArgumentError(ValueError):
    """A text that is not an argument; the message has the name of the parameter."""


def argument_value(name: str, text: str, most_bytes: int = MOST_BYTES) -> Any:
    """Return the value of a text: a number, None, bytes, or an array.

    Args:
        name: Name of the parameter, for messages.
        text: `1024`, `1.5`, `null`, `hex:00ff`, or an array as `KIND:TYPE:SHAPE`.
        most_bytes: Size of the largest array.

    Raises:
        ArgumentError: The text is none of these.
    """
    if text == "null":
        return None
    if text.startswith("hex:"):
        try:
            return bytes.fromhex(text[4:])
        except ValueError:
            raise ArgumentError(f"{name}: hex: takes pairs of hexadecimal digits, not {text[4:44]!r}") from None
    if ":" in text:
        return _new_array(name, text, most_bytes)
    try:
        return int(text, 0)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        raise ArgumentError(f"{name}: {text[:60]!r} is not a valid value; see ptxisa run --help") from None


def _new_array(name: str, text: str, most_bytes: int) -> Any:
    """Return the array of a text such as zeros:f32:16x64."""
    kind, type_, *rest = text.split(":")
    try:
        dtype = np.dtype(f"{_TYPES[type_[0]]}{int(type_[1:])}")
        shape = tuple(int(part) for part in rest[0].split("x"))
        seed = int(rest[1]) if len(rest) > 1 else 0
    except (KeyError, ValueError, IndexError, TypeError):
        raise ArgumentError(f"{name}: {text[:60]!r} is not KIND:TYPE:SHAPE, such as zeros:f32:16x64") from None
    size = int(np.prod([float(part) for part in shape])) if min(shape, default=0) >= 0 else -1
    if not 0 <= size * dtype.itemsize <= most_bytes:
        raise ArgumentError(f"{name}: an array of {rest[0][:40]} elements cannot be made")
    try:
        return _filled(name, kind, dtype, shape, seed)
    except MemoryError:
        message = f"{name}: this machine has too little memory for an array of {rest[0][:40]} elements"
        raise ArgumentError(message) from None


def _filled(name: str, kind: str, dtype: np.dtype[Any], shape: tuple[int, ...], seed: int) -> Any:
    """Return an array with the contents that its kind says."""
    if kind in ("zeros", "empty"):
        array = np.zeros(shape, dtype)
        return Buffer(array, initialized=False) if kind == "empty" else array
    if kind == "ones":
        return np.ones(shape, dtype)
    if kind == "range":
        return np.arange(int(np.prod(shape))).astype(dtype).reshape(shape)
    if kind == "random":
        generator = np.random.default_rng(seed)
        if dtype.kind == "f":
            return generator.random(shape).astype(dtype)
        limits = np.iinfo(dtype)
        return generator.integers(limits.min, limits.max, shape, dtype, endpoint=True)
    raise ArgumentError(f"{name}: {kind[:40]!r} is none of zeros, ones, range, random and empty")
