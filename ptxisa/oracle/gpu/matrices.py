"""Results of matrix instructions on a GPU, by form: products of `products` and statements of `matrix_statements`.

Both are compared bit for bit with the model of the target (`ptxisa.numbers.matrix`) and with `ptxisa.execute`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

import numpy as np

from ptxisa.numbers.lanes import Lanes
from ptxisa.numbers.matrix.lanes import multiply
from ptxisa.numbers.matrix.multiplication import Model, Multiplication, find
from ptxisa.oracle.gpu import matrix_statements, statement_kernels
from ptxisa.oracle.gpu.driver import GpuContext
from ptxisa.oracle.gpu.matrix_statements import MatrixStatement
from ptxisa.oracle.gpu.outcomes import Outcome, ResultMismatch
from ptxisa.oracle.gpu.product_kernels import metadata, metadata_words, opcode, run
from ptxisa.oracle.gpu.product_samples import Tiles, classes, positions, tiles
from ptxisa.oracle.gpu.products import ProductCase, cases
from ptxisa.query.availability import candidates

TARGET = "sm_90"
"""Base target that has every instruction of the products and statements; sm_100 has no `wgmma`."""
_RESULTS_AT_A_TIME = 16384
"""Results of a class that are computed at once, which bounds the memory of a comparison."""
_LEAST_N = 8
"""N of the product that measures the layout of metadata, which does not depend on N."""
_REGISTERS = ".registers"
"""End of the id of the form of `wgmma` with A in registers."""


def measure(form: str, context: GpuContext, results: int, seed: int = 0) -> Outcome:
    """Compare the products of a form, `results` of each class of samples, and the statements that contain it."""
    compared, agreed = 0, 0
    mismatches: list[ResultMismatch] = []
    for case in cases_by_form().get(form, ()):
        for difference in compare_case(context, case, results, seed):
            compared += difference.measured.size
            agreed += difference.measured.size - len(difference.wrong)
            if len(mismatches) < 8:
                mismatches += difference.mismatches()
    for statement in statements_by_form().get(form, ()):
        measured = statement_kernels.measured(context, statement).view(np.uint32)
        wanted = statement_kernels.executed(statement).view(np.uint32)
        wrong = np.flatnonzero(measured != wanted).tolist()
        compared += measured.size
        agreed += measured.size - len(wrong)
        for word in wrong[:2]:
            values = int(wanted[word]), int(measured[word])
            mismatches.append(ResultMismatch(statement.name, "trial", {"word": word}, "d", *values))
    return Outcome(form, compared, agreed, 0, tuple(mismatches))


@cache
def cases_by_form() -> Mapping[str, list[ProductCase]]:
    """Return the products of each form."""
    by_form: dict[str, list[ProductCase]] = defaultdict(list)
    for case in cases():
        by_form[_form(opcode(case), case.a_shared)].append(case)
    return by_form


@cache
def statements_by_form() -> Mapping[str, list[MatrixStatement]]:
    """Return the statements that contain each form."""
    by_form: dict[str, list[MatrixStatement]] = defaultdict(list)
    for statement in matrix_statements.statements():
        opcodes = {text.split()[0] for text in statement.text.split(";") if text.strip()}
        # `mov` only clears a register of `read_registers`; it is not about matrices.
        for form in {_form(text, "adesc" in statement.values) for text in opcodes if not text.startswith("mov.")}:
            by_form[form].append(statement)
    return by_form


def _form(text: str, a_shared: bool) -> str:
    """Return the form of an opcode; wgmma has one form with A in shared memory and one with A in registers."""
    forms = [candidate.form.id for candidate in candidates(text)]
    return next(name for name in forms if len(forms) == 1 or name.endswith(_REGISTERS) is not a_shared)


# --- products ---


class ProductResults(NamedTuple):
    """Results of tiles of one class of samples.

    Attributes:
        case: The product.
        sample: Name of the class.
        given: The tiles.
        measured: D by the GPU, [tile, row, column].
        wanted: D by the model.
        wrong: Places where they differ.
    """

    case: ProductCase
    sample: str
    given: Tiles
    measured: Lanes
    wanted: Lanes
    wrong: list[tuple[int, ...]]

    def mismatches(self) -> list[ResultMismatch]:
        """Return the first few results that differ."""
        return [
            ResultMismatch(
                self.case.name,
                self.sample,
                dict(zip(("tile", "row", "column"), place, strict=True)),
                "d",
                int(self.wanted[place]),
                int(self.measured[place]),
            )
            for place in self.wrong[:4]
        ]


def compare_case(context: GpuContext, case: ProductCase, results: int, seed: int) -> Iterator[ProductResults]:
    """Multiply tiles of every class of samples, about `results` results of each."""
    # Manuals have the layout of metadata in figures alone. It is measured first, so that a wrong layout of ours cannot
    # hide a wrong product, nor the reverse.
    places = metadata(context, case._replace(n=_LEAST_N), 0) if case.is_sparse else []
    size = case.m * case.n
    for name in classes(case):
        for number, start in enumerate(range(0, results, _RESULTS_AT_A_TIME)):
            # Tiles in eights, so that the four products of an m8n8k4 instruction are complete.
            count = max(1, min(_RESULTS_AT_A_TIME, results - start) // size // 8) * 8
            given = tiles(case, name, count, seed + number)
            e = metadata_words(case, given.kept, places) if case.is_sparse else None
            measured = run(context, case, given.a, given.b, given.c, e)
            wanted = expected(case, given, model(case))
            wrong = [tuple(map(int, place)) for place in np.argwhere(wanted != measured)]
            yield ProductResults(case, name, given, measured, wanted, wrong)


def multiplication(case: ProductCase) -> Multiplication:
    """Return the types and modifiers of a product that decide its values."""
    modifier = case.modifier.lstrip(".")
    return Multiplication(
        case.a,
        case.b,
        case.c,
        case.d,
        rounding=modifier or "rn" if case.d == "f64" else "rn",
        saturate=modifier == "satfinite",
        operation=modifier if case.a == "b1" else "",
        negate_a=case.negate_a,
        negate_b=case.negate_b,
    )


def model(case: ProductCase) -> Model | None:
    """Return the model of the target for a product."""
    return find(TARGET, case.instruction.partition("::")[0], case.shape, multiplication(case))


def expected(case: ProductCase, given: Tiles, by: Model | None) -> Lanes:
    """Return D of tiles by a model."""
    columns = positions(case, given.kept) if case.is_sparse else None
    c = given.c if case.accumulate else np.zeros_like(given.c)
    return multiply(given.a, given.b, c, multiplication(case), by, columns)
