"""Quotients and remainders by constants as products, in the forms in which compilers write them.

    for form in FORMS:
        multiplied(goal, form)

A quotient by a constant is the upper part of a product with a rounded-up reciprocal (Granlund and Montgomery 1994).
Compilers write it in few ways; in the one that a snippet has, both sides become the same term.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ptxisa.proofs.terms import (
    Term,
    add,
    at_most,
    concat,
    field,
    multiply,
    negate,
    postorder,
    rebuilt,
    shift_right,
    shift_right_signed,
    sign_extend,
    signed_value,
    subtract,
    word,
    zero_extend,
)


class DivisionForm(NamedTuple):
    """A way to write quotients.

    Attributes:
        sign_of_quotient: Add the sign of the rounded-down quotient, as LLVM does; GCC adds that of the dividend.
        shift_first: For an even divisor, divide by its power of two first.
    """

    sign_of_quotient: bool
    shift_first: bool


FORMS = (DivisionForm(True, True), DivisionForm(False, True), DivisionForm(False, False))


def multiplied(goal: Term, form: DivisionForm) -> Term:
    """Return a truth value in which quotients by constants are products."""
    results: dict[Term, Term] = {}
    for term in postorder([goal]):
        args = tuple(results[argument] for argument in term.args)
        write = _WRITERS.get(term.op)
        if write and args[1].op == "const" and args[0].op != "const" and args[1].data:
            results[term] = write(args[0], args[1].data, form)
        elif term.op == "=" and (divisible := _divisible(*term.args)) is not None:
            results[term] = divisible
        else:
            results[term] = term if args == term.args else rebuilt(term, args)
    return results[goal]


def _divisible(x: Term, y: Term) -> Term | None:
    """Return the test whether a remainder by a constant is another constant; None for other equalities.

    A multiple of an odd divisor times the inverse of the divisor is the quotient, which is small, and every small
    number is one. For an even divisor, the low bits of the product must be zeros; a rotation makes others large.
    """
    if y.op != "const" or x.op != "bvadd" or len(x.args) != 2:
        return None
    for dividend, multiple in (x.args, x.args[::-1]):
        if multiple.op != "bvmul" or multiple.args[0].op not in _WRITERS or multiple.args[0].args[0] is not dividend:
            continue
        quotient, negated = multiple.args
        width, divisor = x.width, signed_value(quotient.args[1].data, x.width)
        signed = quotient.op == "bvsdiv"
        if not signed:
            divisor &= (1 << width) - 1
        if (negated.data + divisor) & ((1 << width) - 1) or (signed and (y.data or divisor < 0)) or y.data >= divisor:
            return None
        places = (divisor & -divisor).bit_length() - 1
        odd, ones = divisor >> places, (1 << width) - 1
        inverse = multiply(subtract(dividend, y), word(pow(odd, -1, 1 << width), width))
        limit = (ones - y.data) // divisor
        if signed:
            offset = ((1 << (width - 1)) - 1) // odd & -(1 << places)
            inverse, limit = add(inverse, word(offset, width)), 2 * offset >> places
        low = field(inverse, places - 1, 0) if places else None
        rotated = inverse if low is None else concat(low, field(inverse, width - 1, places))
        return at_most(rotated, word(limit, width))
    return None


def _unsigned(x: Term, divisor: int, form: DivisionForm) -> Term:
    """Return `x // divisor` of natural numbers."""
    width = x.width
    factor, shift = _reciprocal(width, divisor, width)
    if factor >> width and divisor % 2 == 0 and form.shift_first:
        places = (divisor & -divisor).bit_length() - 1
        factor, shift = _reciprocal(width, divisor >> places, width - places)
        x = shift_right(x, word(places, width))
    product = multiply(zero_extend(x, 2 * width), word(factor, 2 * width))
    if not factor >> width:
        return shift_right(field(product, 2 * width - 1, width), word(shift, width))
    # The factor has one bit more than the word: x * 2**width is added without overflow.
    product = multiply(zero_extend(x, 2 * width), word(factor - (1 << width), 2 * width))
    upper = field(product, 2 * width - 1, width)
    half = shift_right(subtract(x, upper), word(1, width))
    return shift_right(add(half, upper), word(shift - 1, width))


def _reciprocal(width: int, divisor: int, bits: int) -> tuple[int, int]:
    """Return factor and shift of `x // divisor == x * factor >> width + shift` for `x` of some bits."""
    shift = 0
    while True:
        factor = -(-(1 << (width + shift)) // divisor)
        if factor * divisor - (1 << (width + shift)) <= 1 << (shift + width - bits):
            return factor, shift
        shift += 1


def _signed(x: Term, divisor: int, form: DivisionForm) -> Term:
    """Return the quotient of numbers in two's complement, rounded toward zero."""
    width, shift = x.width, 0
    number = signed_value(divisor, width)
    while True:
        factor = (1 << (width + shift)) // abs(number) + 1
        excess = factor * abs(number) - (1 << (width + shift))
        # The least dividend has the greatest magnitude: it must not round up where the product is positive for it.
        if excess < 2 << shift or (number > 0 and excess == 2 << shift):
            break
        shift += 1
    if number < 0 and not form.sign_of_quotient:
        return negate(_signed(x, abs(number), form))
    large, opposite = factor >> (width - 1), number < 0
    factor -= (1 << width) if large else 0
    factor = -factor if opposite else factor
    product = multiply(sign_extend(x, 2 * width), word(factor, 2 * width))
    upper = field(product, 2 * width - 1, width)
    if large:
        upper = subtract(upper, x) if opposite else add(upper, x)
    quotient = shift_right_signed(upper, word(shift, width))
    sign = quotient if form.sign_of_quotient else x
    return add(quotient, zero_extend(field(sign, width - 1, width - 1), width))


_WRITERS: dict[str, Callable[[Term, int, DivisionForm], Term]] = {"bvudiv": _unsigned, "bvsdiv": _signed}
