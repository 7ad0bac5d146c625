"""Products of words as products of their halves, which are variables: what remains is addition.

    goal, bounds = split(goal)

Chains of `mad.lo.cc` and `madc.hi` compute wide products by halves. For a solver, two multipliers with one result are
hard to compare, but sums of the same partial products are easy. The partial products become variables, so that a goal
that is proved is true for all values that they may have; nothing follows if it is not proved.
"""

from __future__ import annotations

from functools import reduce

from ptxisa.proofs.terms import (
    FALSE,
    TRUE,
    Term,
    add,
    at_most,
    both,
    choose,
    concat,
    field,
    fitted,
    multiply,
    postorder,
    rebuilt,
    shift_left,
    subtract,
    truth,
    variable,
    word,
    zero_extend,
)

HALF = 32
"""Bits of the factors of partial products."""
_WIDEST = 128
"""Widest product that is divided: twice the widest register of a `mul.wide` or of a chain of `mad.lo.cc`."""


def split(goal: Term) -> tuple[Term, Term]:
    """Return a goal in which partial products are variables, and the bounds of these; the goal itself without any."""
    halves = _Halves()
    results: dict[Term, Term] = {}
    for term in postorder([goal]):
        args = tuple(results[argument] for argument in term.args)
        if term.op == "bvmul" and len(args) == 2 and args[1].op != "const" and term.width <= _WIDEST:
            results[term] = halves.product(args[0], args[1])
        else:
            results[term] = term if args == term.args else rebuilt(term, args)
    most = word(((1 << HALF) - 1) ** 2, 2 * HALF)
    bounds = (at_most(partial, most) for partial in halves.partials.values())
    return results[goal], reduce(both, bounds, TRUE) if halves.partials else FALSE


class _Halves:
    """Partial products by their factors."""

    def __init__(self) -> None:
        self.partials: dict[frozenset[Term], Term] = {}

    def partial(self, x: Term, y: Term) -> Term:
        """Return the product of two words of at most `HALF` bits."""
        if x.op == "const" or y.op == "const":
            return multiply(zero_extend(x, 2 * HALF), zero_extend(y, 2 * HALF))
        name = f"product {len(self.partials)}"
        return self.partials.setdefault(frozenset((x, y)), variable(name, 2 * HALF))

    def product(self, x: Term, y: Term) -> Term:
        """Return a product of words as a sum of products of natural numbers of at most `HALF` bits."""
        width, total = x.width, word(0, x.width)
        factors = [_unextended(factor) for factor in (x, y)]
        for x_place in range(0, factors[0].width, HALF):
            for y_place in range(0, factors[1].width, HALF):
                places = x_place + y_place
                if places < width:
                    parts = (
                        field(factor, min(place + HALF, factor.width) - 1, place)
                        for factor, place in zip(factors, (x_place, y_place), strict=True)
                    )
                    total = add(total, _shifted(fitted(self.partial(*parts), width), places))
        # A negative number is its pattern minus a power of two: (p - 2^m) * (q - 2^n) has the three terms below.
        negative = [_is_negative(factor) for factor in (x, y)]
        sizes = [factor.width for factor in factors]
        for other, sign, size in zip((y, x), negative, sizes, strict=True):
            total = subtract(total, choose(sign, _shifted(other, size), word(0, width)))
        return subtract(total, choose(both(*negative), _shifted(word(1, width), sum(sizes)), word(0, width)))


def _unextended(factor: Term) -> Term:
    """Return the word of which a factor is an extension, with zeros or with its sign."""
    if factor.op == "sign_extend":
        return factor.args[0]
    zeros = factor.op == "concat" and factor.args[0].op == "const" and not factor.args[0].data
    return concat(*factor.args[1:]) if zeros else factor


def _is_negative(factor: Term) -> Term:
    """Return the sign of a factor that is extended with it."""
    if factor.op != "sign_extend":
        return FALSE
    top = factor.args[0].width - 1
    return truth(field(factor.args[0], top, top))


def _shifted(x: Term, places: int) -> Term:
    return shift_left(x, word(places, x.width))
