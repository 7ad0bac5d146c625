"""Choices element by element, on Python integers or NumPy arrays; NumPy is loaded for arrays alone.

Arithmetic and comparisons need no help. A result is an integer where all arguments are.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any

Integers = Any
"""An integer, or an int64 array."""


def where(condition: Any, yes: Integers, no: Integers) -> Integers:
    """`yes` where the condition holds, else `no`."""
    if isinstance(condition, bool):
        return yes if condition else no
    import numpy as np

    return np.where(condition, yes, no)


def larger(one: Integers, other: Integers) -> Integers:
    """The larger of two."""
    if isinstance(one, int) and isinstance(other, int):
        return max(one, other)
    import numpy as np

    return np.maximum(one, other)


def least(*values: Integers) -> Integers:
    """The least of some."""
    if all(isinstance(value, int) for value in values):
        return min(values)
    import numpy as np

    return reduce(np.minimum, values)


def next_of(steps: Sequence[int], wanted: Integers) -> Integers:
    """The first of ascending steps that is large enough, or the last."""
    if isinstance(wanted, int):
        return steps[min(bisect_left(steps, wanted), len(steps) - 1)]
    import numpy as np

    return np.asarray(steps)[np.minimum(np.searchsorted(steps, wanted), len(steps) - 1)]


def same_as(like: Integers, value: int) -> Integers:
    """A number in the shape of another one."""
    if isinstance(like, int):
        return value
    import numpy as np

    return np.full_like(like, value)


def either(value: Integers, of: Sequence[int]) -> bool:
    """Whether every element is one of some numbers."""
    if isinstance(value, int):
        return value in of
    import numpy as np

    return bool(np.isin(value, of).all())


def broadcast(*values: Integers) -> Sequence[Integers]:
    """The values in one shape; raises ValueError where there is none."""
    if all(isinstance(value, int) for value in values):
        return values
    import numpy as np

    return np.broadcast_arrays(*values)


def first_least(named: Mapping[str, Integers]) -> Any:
    """Element by element the name of the least of some arrays, the first of several."""
    import numpy as np

    names = np.array(list(named))
    return names[np.argmin(np.stack(np.broadcast_arrays(*named.values())), axis=0)]
