"""Sweeping: parts of two terms that are equal are proved first, which makes the rest easy.

A quotient and the product that replaces it are one question for a solver, and quick; as parts of a remainder they are a
hard one. Parts with the same values for all samples are candidates (Kuehlmann and Krohm 1997 did so for circuits).
"""

from __future__ import annotations

from collections.abc import Callable

from ptxisa.proofs.evaluation import evaluate
from ptxisa.proofs.inputs import Columns
from ptxisa.proofs.terms import Term, equal, postorder, rebuilt

_HARD = frozenset({"bvmul", "bvudiv", "bvsdiv", "fp.add", "fp.mul", "fp.fma", "fp.div", "fp.sqrt"})
"""Operations that solvers find hard; equal sums and fields need no proof of their own."""
_MOST_QUESTIONS = 12
"""Proofs of parts; each is a call of a solver, and most pairs with equal samples are proved or refuted quickly."""


def swept(goal: Term, columns: Columns, proved: Callable[[Term], bool]) -> Term:
    """Return a goal in which parts that are proved to be equal are one term.

    Args:
        goal: Truth value.
        columns: Samples of all variables.
        proved: Function that returns True if a truth value always holds.
    """
    order = postorder([goal])
    values = evaluate(order, columns)
    results: dict[Term, Term] = {}
    first: dict[tuple[object, ...], Term] = {}
    hard: set[Term] = set()
    questions = 0
    for term, column in zip(order, values, strict=True):
        args = tuple(results[argument] for argument in term.args)
        result = term if args == term.args else rebuilt(term, args)
        if term.op in _HARD or any(argument in hard for argument in term.args):
            hard.add(term)
            hard.add(result)
        if term.sort != 0 and len(set(column)) > 1 and questions < _MOST_QUESTIONS:
            other = first.setdefault((term.sort, *column), result)
            if other is not result and (result in hard or other in hard):
                questions += 1
                if proved(equal(other, result)):
                    result = other
        results[term] = result
    return results[goal]
