"""Vectors of a form as a reader finds them in its files."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from ptxisa.isa.forms import Form, Values
from ptxisa.isa.targets import Target
from ptxisa.isa.variants import variants
from ptxisa.vectors import VectorLine, read
from ptxisa.vectors.content import VectorOptions
from ptxisa.vectors.files import VectorRun, write
from ptxisa.vectors.sets import planned


def vectors(
    form: Form, *, random: int = 32, chosen: Iterable[Values] | None = None, on: Target | None = None
) -> Iterator[VectorLine]:
    """Return the vectors of all sets of a form, or of the variants that are chosen."""
    with tempfile.TemporaryDirectory() as name:
        run = VectorRun(Path(name), VectorOptions(random=random), on)
        for file in write(list(planned([(form, variants(form) if chosen is None else chosen)], on)), run):
            yield from read(run.folder / file.file)
