"""The records of the project, resolved once in each process that runs tests."""

import functools

from generator.records.isa import Isa
from generator.records.load import load
from generator.records.resolve import resolve


@functools.cache
def real_records() -> Isa:
    """Return the resolved records of the project, which no test changes."""
    return resolve(load())
