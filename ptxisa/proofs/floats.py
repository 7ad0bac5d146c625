"""Floating-point functions of the semantics language on terms: the names and arguments of `ptxisa.numbers.floating`.

A floating-point value is the term of its bit pattern. `real` reads a pattern as a number, `pattern` gives the pattern
of a number. Numbers have the formats that solvers have, f16, f32 and f64; operations of other formats are computed in
one of these and rounded by a circuit of bit vectors (`round_pattern`). Results are exact to the bit, as those of
`ptxisa.numbers.exact` are.

Normal forms: operands of sums and products are ordered; a difference is a sum with the negative; signs of factors are
in front of a product, with rm and rp exchanged; `x * 2` is `x + x`; `fma(x, 1, y)` is `x + y`. A test compares each of
them with exact arithmetic for every mode.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from ptxisa.isa.types import known as types
from ptxisa.numbers import exact
from ptxisa.numbers.formats import Format, known
from ptxisa.proofs import terms
from ptxisa.proofs.terms import (
    BOOL,
    FALSE,
    TRUE,
    Term,
    add,
    at_most,
    at_most_signed,
    bit_or,
    both,
    choose,
    concat,
    either,
    equal,
    field,
    fitted,
    flag,
    invert,
    less,
    less_signed,
    low,
    negation,
    node,
    shift_left,
    shift_right,
    subtract,
    truth,
    word,
    zero_extend,
)

STANDARD = ("f16", "f32", "f64")
"""Formats in which solvers compute, from the narrowest."""
_MIRRORED = {"rm": "rp", "rp": "rm"}


# --- numbers and patterns ---


def number(pattern_: int, form: str) -> Term:
    """Return a constant number."""
    decoded = exact.decode(pattern_, known()[form])
    return node("const", form, data=known()[form].no_number if decoded.kind == "nan" else pattern_)


@lru_cache(maxsize=10_000)
def real(x: Term, form: str) -> Term:
    """Return the number of a bit pattern of a standard format."""
    sign, body = known()[form].sign_bit, x
    if (plain := _without_open_bits(x, form)) is not None:
        return real(plain, form)
    match x.op:
        case "const":
            return number(x.data, form)
        case "pattern":
            return x.args[0]
        case "ite":
            test, yes, no = x.args
            number_ = real(no, form)
            if number_.op in ("to_fp", "fp.to_fp", "fp.neg", "fp.abs") and _is_nan_for(yes, test, number_, form):
                return number_
            if any(side.computed or side.op == "const" for side in (yes, no)):
                return choose(test, real(yes, form), number_)
        case "concat" if len(x.args) == 2 and x.args[1].op == "extract" and x.args[1].data == (sign - 1, 0):
            top, rest = x.args
            body = rest.args[0]
            if body.sort == sign + 1:
                if top.op == "const":
                    magnitude = _absolute(real(body, form))
                    return _negative(magnitude) if top.data else magnitude
                if top is invert(field(body, sign, sign)):
                    return _negative(real(body, form))
    return node("to_fp", form, x)


def _without_open_bits(x: Term, form: str) -> Term | None:
    """Return the pattern of a number of which the open bits of a NaN are changed; None for other patterns."""
    if x.op != "bvxor" or len(x.args) != 2:
        return None
    for plain, changed in (x.args, x.args[::-1]):
        if plain.computed and changed.op == "bvand" and any(part is open_nan(plain, form) for part in changed.args):
            return plain
    return None


def pattern(x: Term) -> Term:
    """Return the bit pattern of a number; a NaN has the pattern that operations return."""
    form = known()[str(x.sort)]
    if x.op == "const":
        return word(x.data, form.bits)
    return node("pattern", form.bits, x)


def _is_nan_for(x: Term, test: Term, other: Term, form: str) -> bool:
    """Return True if a pattern is a NaN wherever a test holds, which is the test for a NaN of another number."""
    other = _unwidened(other)
    while other.op in ("fp.neg", "fp.abs"):
        other = other.args[0]
    if other.op != "to_fp" or is_nan(other.args[0], str(other.sort)) is not test:
        return False
    source = other.args[0]
    if is_nan(x, form) is TRUE:
        return True
    if x.op == "const":
        return bool(exact.decode(x.data, known()[form]).kind == "nan")
    return x is source or x is quiet(source, form)


@lru_cache(maxsize=10_000)
def _negative(x: Term) -> Term:
    """Return `-x`."""
    form = known()[str(x.sort)]
    match x.op:
        case "const":
            return number(x.data ^ 1 << form.sign_bit, form.name)
        case "fp.neg":
            return x.args[0]
        case "ite":
            return choose(x.args[0], _negative(x.args[1]), _negative(x.args[2]))
    return node("fp.neg", x.sort, x)


@lru_cache(maxsize=10_000)
def _absolute(x: Term) -> Term:
    form = known()[str(x.sort)]
    if x.op == "fp.mul" and x.args[0] is x.args[1]:
        return x
    match x.op:
        case "const":
            return number(x.data & ~(1 << form.sign_bit), form.name)
        case "fp.neg":
            return _absolute(x.args[0])
        case "fp.abs":
            return x
    return node("fp.abs", x.sort, x)


@lru_cache(maxsize=10_000)
def _test(op: str, x: Term) -> Term:
    """Return a test of a number, such as `fp.isNaN`."""
    if x.op == "ite":
        return choose(x.args[0], _test(op, x.args[1]), _test(op, x.args[2]))
    if x.op == "const":
        return TRUE if _decided(op, x) else FALSE
    if x.op in ("fp.neg", "fp.abs") and op != "fp.isNegative":
        return _test(op, x.args[0])
    return node(op, BOOL, x)


def _decided(op: str, x: Term) -> bool:
    form = known()[str(x.sort)]
    decoded = exact.decode(x.data, form)
    body = x.data & ((1 << form.sign_bit) - 1)
    held: dict[str, bool] = {
        "fp.isNaN": decoded.kind == "nan",
        "fp.isInfinite": decoded.kind == "infinite",
        "fp.isZero": decoded.is_zero,
        "fp.isSubnormal": 0 < body <= form.fraction_mask,
        "fp.isNegative": decoded.kind != "nan" and decoded.sign == 1,
    }
    return held[op]


def _compared(op: str, x: Term, y: Term) -> Term:
    """Return `fp.lt` or `fp.eq`."""
    if x.op == y.op == "const":
        compare = exact.less if op == "fp.lt" else exact.equal
        form = known()[str(x.sort)]
        return TRUE if compare(exact.decode(x.data, form), exact.decode(y.data, form)) else FALSE
    if x is y:
        return FALSE if op == "fp.lt" else negation(_test("fp.isNaN", x))
    if op == "fp.eq" and x.serial > y.serial:
        x, y = y, x
    if x.op == y.op == "fp.neg":
        x, y = y.args[0], x.args[0]
    return node(op, BOOL, x, y)


# --- operations of standard formats ---


def _sum(x: Term, y: Term, mode: str) -> Term:
    # The neutral element is -0, since +0 + -0 is +0; rounded toward minus infinity that is -0, so it is +0 there.
    zero = 0 if mode == "rm" else 1 << known()[str(x.sort)].sign_bit
    for term, other in ((x, y), (y, x)):
        if term.op == "const" and term.data == zero:
            return other
    if x is y:
        return _product(x, number(_pattern_of(2, str(x.sort)), str(x.sort)), mode)
    return _operation("fp.add", mode, *sorted((x, y), key=lambda term: term.serial))


def _pattern_of(value: int, form: str) -> int:
    return exact.round_to(exact.integer(value), known()[form], "rn")


def _unsigned_factors(x: Term, y: Term) -> tuple[Term, Term, bool]:
    """Return two factors without their signs, in order, and if the product of their signs is negative."""
    factors, negative = [], False
    for term in (x, y):
        if term.op == "fp.neg":
            term, negative = term.args[0], not negative
        elif term.op == "const" and _decided("fp.isNegative", term):
            term, negative = _negative(term), not negative
        factors.append(term)
    if factors[0].op == "const" or (factors[1].op != "const" and factors[0].serial > factors[1].serial):
        factors.reverse()
    return factors[0], factors[1], negative


def _product(x: Term, y: Term, mode: str) -> Term:
    x, y, negative = _unsigned_factors(x, y)
    if negative:
        return _negative(_product(x, y, _MIRRORED.get(mode, mode)))
    if y.op == "const" and y.data == _pattern_of(1, str(y.sort)):
        return x
    return _operation("fp.mul", mode, x, y)


def _fused(x: Term, y: Term, z: Term, mode: str) -> Term:
    form = str(x.sort)
    x, y, negative = _unsigned_factors(x, y)
    if y.op == "const" and y.data == _pattern_of(1, form):
        return _sum(_negative(x) if negative else x, z, mode)
    if z.op == "const" and z.data == (0 if mode == "rm" else 1 << known()[form].sign_bit):
        return _product(_negative(x) if negative else x, y, mode)
    if negative:
        if y.op == "const":
            y = _negative(y)
        else:
            x = _negative(x)
    return _operation("fp.fma", mode, x, y, z)


def _quotient(x: Term, y: Term, mode: str) -> Term:
    form = known()[str(x.sort)]
    signs = [term.op == "fp.neg" or (term.op == "const" and _decided("fp.isNegative", term)) for term in (x, y)]
    x, y = (_negative(term) if negative else term for term, negative in zip((x, y), signs, strict=True))
    if signs[0] != signs[1]:
        return _negative(_quotient(x, y, _MIRRORED.get(mode, mode)))
    # A divisor whose inverse is a normal number, exactly, is a power of two: the quotient is a product.
    if y.op == "const":
        divisor = exact.decode(y.data, form)
        if divisor.kind == "finite" and divisor.significand:
            inverse = exact.divide(exact.integer(1), divisor)
            nearest = {exact.round_to(inverse, form, to) for to in ("rm", "rp")}
            exponent = next(iter(nearest)) >> form.fraction
            if len(nearest) == 1 and 0 < exponent < form.exponent_mask:
                return _product(x, number(nearest.pop(), form.name), mode)
    return _operation("fp.div", mode, x, y)


def _operation(op: str, mode: str, *args: Term) -> Term:
    """Return an operation that rounds; of constants, its result."""
    form = str(args[0].sort)
    term = node(op, form, *args, data=mode)
    if all(argument.op == "const" for argument in args):
        return number(computed(term, [argument.data for argument in args]), form)
    return term


def computed(term: Term, values: list[int]) -> int:
    """Return the pattern of an operation on numbers, from the patterns of its arguments."""
    form, mode = known()[str(term.sort)], str(term.data)
    source = known()[str(term.args[0].sort)] if isinstance(term.args[0].sort, str) else form
    if term.op in ("from_signed", "from_unsigned"):
        width = term.args[0].width
        value = terms.signed_value(values[0], width) if term.op == "from_signed" else values[0]
        return exact.round_to(exact.integer(value), form, mode)
    numbers = [exact.decode(value, source) for value in values]
    match term.op:
        case "fp.add":
            result = exact.add(*numbers)
        case "fp.mul":
            result = exact.multiply(*numbers)
        case "fp.fma":
            result = exact.add(exact.multiply(*numbers[:2]), numbers[2])
        case "fp.div":
            result = exact.divide(*numbers)
        case "fp.sqrt":
            result = exact.square_root(*numbers)
        case "fp.roundToIntegral":
            result = exact.integral(numbers[0], mode)
        case _:
            (result,) = numbers
    return exact.round_to(result, form, mode)


def _converted(x: Term, to: str, mode: str) -> Term:
    """Return a number in another standard format."""
    source, target = known()[str(x.sort)], known()[to]
    if source is target:
        return x
    if x.op == "const":
        return number(exact.round_to(exact.decode(x.data, source), target, mode), to)
    if source.bits < target.bits:
        mode = "rn"  # Exact.
        if x.op in ("fp.neg", "fp.abs"):
            inner = _converted(x.args[0], to, mode)
            return _negative(inner) if x.op == "fp.neg" else _absolute(inner)
    elif x.op == "fp.to_fp" and known()[str(x.args[0].sort)].bits <= target.bits:
        return _converted(x.args[0], to, mode)
    elif (narrow := _rounded_twice(x, to, mode)) is not None:
        return narrow
    elif x.op == "fp.neg":
        return _negative(_converted(x.args[0], to, _MIRRORED.get(mode, mode)))
    return node("fp.to_fp", to, x, data=mode)


_ONCE = {"fp.add": "add", "fp.mul": "multiply", "fp.div": "divide", "fp.sqrt": "root"}


def _rounded_twice(x: Term, to: str, mode: str) -> Term | None:
    """Return an operation of a narrower format for one in a wider format that is rounded again; None if they differ.

    With operands of the narrower format and 2p + 2 bits or more in the wider one, rounding to nearest twice is rounding
    once (Figueroa 1995).
    """
    source, target = known()[str(x.sort)], known()[to]
    if x.op not in _ONCE or source.precision < 2 * target.precision + 2:
        return None
    # A product is exact in the wider format, so that its rounding direction does not count.
    if x.op != "fp.mul" and (mode != "rn" or x.data != "rn"):
        return None
    operands = [_narrowed(argument, target) for argument in x.args]
    if any(operand is None for operand in operands):
        return None
    return _applied(_ONCE[x.op], [operand for operand in operands if operand is not None], mode)


def _narrowed(x: Term, target: Format) -> Term | None:
    """Return a number in a narrower format; None if it may have no such number."""
    if x.op in ("fp.neg", "fp.abs"):
        inner = _narrowed(x.args[0], target)
        return None if inner is None else _negative(inner) if x.op == "fp.neg" else _absolute(inner)
    if x.op == "fp.to_fp" and x.args[0].sort == target.name:
        return x.args[0]
    if x.op == "const":
        narrow = _converted(x, target.name, "rn")
        return narrow if _converted(narrow, str(x.sort), "rn") is x else None
    return None


# --- reading and changing patterns ---


def _fields(x: Term, form: Format) -> tuple[Term, Term, Term]:
    """Return sign, exponent and fraction; a format without fraction has one of one bit, 0."""
    top = form.low + form.fraction
    sign = field(x, form.sign_bit, form.sign_bit) if form.signed else word(0, 1)
    fraction = field(x, top - 1, form.low) if form.fraction else word(0, 1)
    return sign, field(x, top + form.exponent - 1, top), fraction


def _sized(x: Term, form: str) -> Term:
    return fitted(x, known()[form].bits)


def _structured(x: Term, form: str) -> Term | None:
    """Return the number of a pattern that operations computed; None for other patterns, which are tested bit by bit."""
    computed_ = x.computed or (form in STANDARD and _without_open_bits(x, form) is not None)
    return real(x, form) if form in STANDARD and computed_ else None


@lru_cache(maxsize=10_000)
def is_nan(x: Term, form: str) -> Term:
    """Test for a NaN."""
    x = _sized(x, form)
    if (computed_ := _structured(x, form)) is not None:
        return _test("fp.isNaN", computed_)
    format_ = known()[form]
    if format_.nan is None:
        return FALSE
    _, exponent, fraction = _fields(x, format_)
    if format_.infinities:
        return both(equal(exponent, word(-1, format_.exponent)), truth(fraction))
    body = field(x, format_.low + format_.exponent + format_.fraction - 1, format_.low)
    return equal(body, word(format_.nan >> format_.low, body.width))


def is_infinite(x: Term, form: str) -> Term:
    """Test for an infinity."""
    x = _sized(x, form)
    if (computed_ := _structured(x, form)) is not None:
        return _test("fp.isInfinite", computed_)
    format_ = known()[form]
    if not format_.infinities:
        return FALSE
    _, exponent, fraction = _fields(x, format_)
    return both(equal(exponent, word(-1, format_.exponent)), negation(truth(fraction)))


def is_subnormal(x: Term, form: str) -> Term:
    """Test for a subnormal number."""
    x = _sized(x, form)
    if (computed_ := _structured(x, form)) is not None:
        return _test("fp.isSubnormal", computed_)
    format_ = known()[form]
    if not format_.zero:
        return FALSE
    _, exponent, fraction = _fields(x, format_)
    return both(equal(exponent, word(0, format_.exponent)), truth(fraction))


def is_zero(x: Term, form: str) -> Term:
    """Test for +0 and -0."""
    x = _sized(x, form)
    if (computed_ := _structured(x, form)) is not None:
        return _test("fp.isZero", computed_)
    format_ = known()[form]
    if not format_.zero:
        return FALSE
    return negation(truth(field(x, format_.low + format_.exponent + format_.fraction - 1, format_.low)))


def _sign(x: Term, form: str) -> Term:
    """Test for a number with a sign bit; a NaN that operations computed has any result."""
    if (computed_ := _structured(x, form)) is not None:
        return _test("fp.isNegative", computed_)
    bit = known()[form].sign_bit
    return truth(field(x, bit, bit)) if known()[form].signed else FALSE


def float_negate(x: Term, form: str) -> Term:
    """Invert the sign, also that of a NaN."""
    x, bit = _sized(x, form), known()[form].sign_bit
    return concat(invert(field(x, bit, bit)), field(x, bit - 1, 0))


def float_absolute(x: Term, form: str) -> Term:
    """Clear the sign, also that of a NaN."""
    return concat(word(0, 1), field(_sized(x, form), known()[form].sign_bit - 1, 0))


def flush(x: Term, form: str) -> Term:
    """Return a zero of its sign for a subnormal number."""
    x, format_ = _sized(x, form), known()[form]
    if not format_.zero:
        return x
    if (computed_ := _structured(x, form)) is not None:
        return pattern(_flushed(computed_))
    sign, exponent, fraction = _fields(x, format_)
    if not format_.signed:
        zero = word(0, format_.bits)
    else:
        zero = concat(sign, word(0, format_.sign_bit))
    tiny = equal(exponent, word(0, format_.exponent))
    if format_.low:
        tiny = both(tiny, truth(fraction))
    return choose(tiny, zero, x)


@lru_cache(maxsize=10_000)
def _flushed(x: Term) -> Term:
    """Return a number, or a zero of its sign if it is subnormal."""
    form = str(x.sort)
    match x.op:
        case "ite":
            return choose(x.args[0], _flushed(x.args[1]), _flushed(x.args[2]))
        case "fp.neg":
            return _negative(_flushed(x.args[0]))
        case "to_fp" if x.args[0].op == "ite" and flush(x.args[0].args[2], form) is x.args[0]:
            return x  # An operand that is flushed already.
    return choose(_test("fp.isSubnormal", x), _zero_like(x, form), x)


def _zero_like(x: Term, form: str) -> Term:
    sign = 1 << known()[form].sign_bit
    return choose(_test("fp.isNegative", x), number(sign, form), number(0, form))


def saturate(x: Term, form: str) -> Term:
    """Clamp to 0 and 1; a NaN and a negative zero become 0."""
    x, format_ = _sized(x, form), known()[form]
    unity = _pattern_of(1, form)
    zero, one = word(0, format_.bits), word(unity, format_.bits)
    if (computed_ := _structured(x, form)) is not None:
        below = either(_test("fp.isNaN", computed_), _test("fp.isNegative", computed_))
        above = _compared("fp.lt", number(unity, form), computed_)
        clamped = choose(above, number(unity, form), computed_)
        return pattern(choose(below, number(0, form), clamped))
    above = less(one, x)
    if format_.low:  # Bits below the fraction belong to no number: they decide nothing.
        above = less(field(one, format_.bits - 1, format_.low), field(x, format_.bits - 1, format_.low))
        zero_body = is_zero(x, form)
        return choose(either(either(is_nan(x, form), _sign(x, form)), zero_body), zero, choose(above, one, x))
    return choose(either(is_nan(x, form), _sign(x, form)), zero, choose(above, one, x))


def rectify(x: Term, form: str) -> Term:
    """Return 0 for negative numbers and -0, and the NaN of operations for a NaN."""
    x, format_ = _sized(x, form), known()[form]
    nan = word(format_.nan or 0, format_.bits)
    return choose(is_nan(x, form), nan, choose(_sign(x, form), word(0, format_.bits), x))


def quiet(x: Term, form: str) -> Term:
    """Set the first bit of the fraction of a NaN."""
    format_ = known()[form]
    return bit_or(_sized(x, form), word(1 << (format_.fraction - 1 + format_.low), format_.bits))


def unspecified_nan(x: Term, form: str) -> Term:
    """Return the executed result; `open_nan` has its open bits."""
    return _sized(x, form)


def open_nan(x: Term, form: str) -> Term:
    """Return a mask of the bits of a NaN that PTX leaves open: its sign, and its fraction after the first bit."""
    format_ = known()[form]
    payload = (1 << (format_.fraction - 1 + format_.low)) - 1 if format_.infinities else 0
    mask = word(payload | 1 << format_.sign_bit, format_.bits)
    return choose(is_nan(x, form), mask, word(0, format_.bits))


# --- comparisons ---


def _readable(x: Term, form: str) -> Term:
    """Return the number of a pattern of any format, in a standard format that has all of its numbers."""
    x = _sized(x, form)
    if form in STANDARD:
        return real(x, form)
    if form == "bf16":
        return real(concat(x, word(0, 16)), "f32")
    if form == "tf32":
        return real(concat(field(x, 31, 13), word(0, 13)), "f32")
    return real(round_pattern(x, form, "f32", "rn", ""), "f32")


def float_less(x: Term, y: Term, form: str) -> Term:
    """Return `x < y`; False if either is a NaN."""
    return _compared("fp.lt", _readable(x, form), _readable(y, form))


def float_equal(x: Term, y: Term, form: str) -> Term:
    """Return `x == y`, where +0 and -0 are equal; False if either is a NaN."""
    return _compared("fp.eq", _readable(x, form), _readable(y, form))


def float_compare(x: Term, y: Term, comparison: str, form: str) -> Term:
    """Compare as `ptxisa.numbers.floating.float_compare` does."""
    unordered = either(is_nan(x, form), is_nan(y, form))
    if comparison == "nan":
        return unordered
    if comparison == "num":
        return negation(unordered)
    name, with_nan = comparison[:2], comparison in ("equ", "neu", "ltu", "leu", "gtu", "geu")
    if name in ("eq", "ne"):
        result = float_equal(x, y, form)
        # A comparison for inequality is False with a NaN.
        result = both(negation(result), negation(unordered)) if name == "ne" else result
    else:
        if name in ("gt", "ge"):
            x, y = y, x
        result = float_less(x, y, form)
        if name in ("le", "ge"):
            result = either(result, float_equal(x, y, form))
    return either(result, unordered) if with_nan else result


def float_minimum(x: Term, y: Term, form: str) -> Term:
    """Return the lesser number, -0 below +0; of a NaN and a number the number."""
    return _extreme(x, y, form, maximum=False)


def float_maximum(x: Term, y: Term, form: str) -> Term:
    """Return the greater number, +0 above -0; of a NaN and a number the number."""
    return _extreme(x, y, form, maximum=True)


def _extreme(x: Term, y: Term, form: str, maximum: bool) -> Term:
    format_ = known()[form]
    x, y = sorted((_sized(x, form), _sized(y, form)), key=lambda term: term.serial)
    if x is y:
        return choose(is_nan(x, form), word(format_.nan or 0, format_.bits), x)
    if form in STANDARD and (x.computed or y.computed):
        same = _compared("fp.eq", real(x, form), real(y, form))
        before = choose(same, _sign(x, form), _compared("fp.lt", real(x, form), real(y, form)))
    else:
        # The order of patterns, after those of negative numbers are inverted, is the order of numbers.
        before = at_most(_key(x, format_), _key(y, format_))
    smaller = choose(before, y, x) if maximum else choose(before, x, y)
    nan = word(format_.nan or 0, format_.bits)
    return choose(is_nan(x, form), choose(is_nan(y, form), nan, y), choose(is_nan(y, form), x, smaller))


@lru_cache(maxsize=10_000)
def _key(x: Term, form: Format) -> Term:
    """Return a natural number that grows with the number of a pattern; -0 is below +0."""
    x = field(x, form.sign_bit, form.low)
    if not form.signed:
        return x
    top = x.width - 1
    sign = field(x, top, top)
    rest = field(x, top - 1, 0)
    return choose(truth(sign), concat(word(0, 1), invert(rest)), concat(word(1, 1), rest))


# --- rounding ---


def round_value(x: Term, form: str, to: str, mode: str, option: str) -> Term:
    """Round a value of one format to another."""
    x = _sized(x, form)
    if form == to and option == "":
        format_ = known()[to]
        if to in STANDARD:
            return pattern(real(x, to))
        if format_.nan is not None and not format_.low:
            return choose(is_nan(x, form), word(format_.no_number, format_.bits), x)
    if form in STANDARD and to in STANDARD and option != "finite" and mode != "rna":
        result = _converted(real(x, form), to, mode)
        if option != "flush" or form == to:
            return pattern(_flushed(result) if option == "flush" else result)
        return pattern(_flushed_result(result, real(x, form), real(x, form), mode))
    if form == "bf16" and to == "f32" and option == "":
        return pattern(real(concat(x, word(0, 16)), "f32"))
    return round_pattern(x, form, to, mode, option)


def round_integer(x: Term, to: str, mode: str, option: str, signed: bool) -> Term:
    """Round an integer, in two's complement if `signed`, to a format."""
    op = "from_signed" if signed else "from_unsigned"
    if x.op == "const":
        value = terms.signed_value(x.data, x.width) if signed else x.data
        return word(exact.round_to(exact.integer(value), known()[to], mode, option), known()[to].bits)
    if to in STANDARD and option == "":
        return pattern(node(op, to, x, data=mode))
    if x.width <= known()["f64"].precision:
        return round_pattern(pattern(node(op, "f64", x, data="rn")), "f64", to, mode, option)
    return round_pattern(_odd(lambda way: node(op, "f64", x, data=way)), "f64", to, mode, option)


def round_add(x: Term, y: Term, x_form: str, y_form: str, to: str, mode: str, option: str) -> Term:
    """Return `x + y`, rounded once."""
    return _rounded("add", [(x, x_form), (y, y_form)], to, mode, option)


def round_subtract(x: Term, y: Term, x_form: str, y_form: str, to: str, mode: str, option: str) -> Term:
    """Return `x - y`, rounded once."""
    return _rounded("subtract", [(x, x_form), (y, y_form)], to, mode, option)


def round_multiply(x: Term, y: Term, x_form: str, y_form: str, to: str, mode: str, option: str) -> Term:
    """Return `x * y`, rounded once."""
    return _rounded("multiply", [(x, x_form), (y, y_form)], to, mode, option)


def round_fma(
    x: Term, y: Term, z: Term, x_form: str, y_form: str, z_form: str, to: str, mode: str, option: str
) -> Term:
    """Return `x * y + z`, rounded once."""
    return _rounded("fma", [(x, x_form), (y, y_form), (z, z_form)], to, mode, option)


def round_divide(x: Term, y: Term, x_form: str, y_form: str, to: str, mode: str, option: str) -> Term:
    """Return `x / y`, rounded once."""
    return _rounded("divide", [(x, x_form), (y, y_form)], to, mode, option)


def round_root(x: Term, form: str, to: str, mode: str, option: str) -> Term:
    """Return the square root, rounded once."""
    return _rounded("root", [(x, form)], to, mode, option)


def _applied(name: str, numbers: list[Term], mode: str) -> Term:
    """Return an operation on numbers of one standard format, in its normal form."""
    match name:
        case "add":
            return _sum(numbers[0], numbers[1], mode)
        case "subtract":
            return _sum(numbers[0], _negative(numbers[1]), mode)
        case "multiply":
            return _product(numbers[0], numbers[1], mode)
        case "fma":
            return _fused(numbers[0], numbers[1], numbers[2], mode)
        case "divide":
            return _quotient(numbers[0], numbers[1], mode)
    return _operation("fp.sqrt", mode, *numbers)


def _fits(form: str, into: str) -> bool:
    """Return True if a format has every number of another."""
    source, target = known()[form], known()[into]
    last = source.bias + (1 if source.infinities else 2)
    return source.fraction <= target.fraction and source.least >= target.least and last <= target.bias + 1


def _rounded(name: str, operands: list[tuple[Term, str]], to: str, mode: str, option: str) -> Term:
    """Compute in the format of the result if solvers have it, else in a wider one, and round."""
    if to in STANDARD and option != "finite" and mode != "rna" and all(_fits(form, to) for _, form in operands):
        values = [_converted(_readable(x, form), to, "rn") for x, form in operands]
        result = _applied(name, values, mode)
        if option != "flush":
            return pattern(result)
        # A sum below the normal numbers is exact, and so is a product with 1.
        if name in ("add", "subtract") or result in values:
            return pattern(_flushed(result))
        if to == "f64":
            return _opaque(name, operands, to, mode, option)
        wide = [_converted(value, "f64", "rn") for value in values]
        away_from_zero = mode if mode in ("rm", "rp") else "rn"
        toward_zero, away = (_applied(name, wide, way) for way in ("rz", away_from_zero))
        return pattern(_flushed_result(result, toward_zero, away, mode))
    work = next((wide for wide in ("f32", "f64") if _wide_enough(wide, to, operands)), "")
    if not work:
        return _opaque(name, operands, to, mode, option)
    values = [_converted(_readable(x, form), work, "rn") for x, form in operands]
    sticky = _odd(lambda way: _applied(name, values, way))
    return round_pattern(sticky, work, to, mode, option)


def _opaque(name: str, operands: list[tuple[Term, str]], to: str, mode: str, option: str) -> Term:
    """Return an operation that no solver has a format for, as a function of its operands."""
    forms = [form for _, form in operands]
    sized = [_sized(x, form) for x, form in operands]
    return node("apply", known()[to].bits, *sized, data=(f"round_{name}", *forms, to, mode, option))


def _wide_enough(work: str, to: str, operands: list[tuple[Term, str]]) -> bool:
    """Return True if a result that is rounded to odd in a format can be rounded again to `to`."""
    spare = known()[work].precision >= known()[to].precision + 2 and known()[work].least <= known()[to].least - 2
    return spare and all(_fits(form, work) for _, form in operands)


def _odd(operation: Callable[[str], Term]) -> Term:
    """Return the pattern of a result that is rounded to odd: truncated, and odd if it is not exact.

    Rounding it once more gives what rounding the exact result gives (Boldo and Melquiond 2008).
    """
    truncated, lower, upper = (operation(way) for way in ("rz", "rm", "rp"))
    bits = pattern(truncated)
    exact_ = either(_compared("fp.eq", lower, upper), _test("fp.isNaN", lower))
    return bit_or(bits, zero_extend(flag(negation(exact_)), bits.width))


def _flushed_result(result: Term, toward_zero: Term, away: Term, mode: str) -> Term:
    """Return a result, or a zero of its sign if it is tiny.

    A result is tiny if it is below the normal numbers when it is rounded with an exponent without bounds. It differs
    from a subnormal result only where the result is the smallest normal number: then the exact result, rounded toward
    zero and in the rounding direction in f64, is compared with the smallest number that is rounded up to it.
    """
    form = known()[str(result.sort)]
    least_normal = number(1 << form.fraction, form.name)
    wide = known()[str(toward_zero.sort)]
    exponent = form.least + form.fraction
    normal = exact.Number("finite", 0, 1, exponent)
    half = exact.add(normal, exact.Number("finite", 1, 1, exponent - form.precision - 1))
    unit = exact.add(normal, exact.Number("finite", 1, 1, exponent - form.precision))

    def constant(value: exact.Number) -> Term:
        return number(exact.round_to(value, wide, "rn"), wide.name)

    size = _absolute(toward_zero)
    if mode in ("rn", "rna"):
        tiny = _compared("fp.lt", size, constant(half))
    elif mode == "rz":
        tiny = _compared("fp.lt", size, constant(normal))
    else:
        up = negation(_test("fp.isNegative", result)) if mode == "rp" else _test("fp.isNegative", result)
        bound = constant(unit)
        limited = negation(_compared("fp.lt", bound, _absolute(away)))
        tiny = choose(up, limited, _compared("fp.lt", size, constant(normal)))
    at_edge = both(equal(_absolute(result), least_normal), tiny)
    return choose(at_edge, _zero_like(result, form.name), _flushed(result))


def round_function(x: Term, function: str, form: str, to: str, mode: str, option: str) -> Term:
    """Return a function that no solver has: equal arguments have equal results."""
    return node("apply", known()[to].bits, _sized(x, form), data=("round_function", function, form, to, mode, option))


def unit(x: Term, name: str, form: str) -> Term:
    """Return the result of a special-function unit, likewise."""
    return node("apply", known()[form].bits, _sized(x, form), data=("unit", name, form))


def integral(x: Term, form: str, mode: str) -> Term:
    """Round to an integer of the same format."""
    if form in STANDARD:
        value = real(_sized(x, form), form)
        if value.op == "const":
            return word(computed(node("fp.roundToIntegral", form, value, data=mode), [value.data]), known()[form].bits)
        return pattern(_whole(value, mode))
    value = node("fp.roundToIntegral", "f32", _readable(x, form), data=mode)
    return round_pattern(pattern(value), "f32", form, "rn", "")


def _whole(x: Term, mode: str) -> Term:
    """Return a number rounded to an integer; numbers that are integers stay as they are."""
    inner = _unwidened(x)
    if inner.op in ("fp.roundToIntegral", "from_signed", "from_unsigned"):
        return x
    return node("fp.roundToIntegral", x.sort, x, data=mode)


def _unwidened(x: Term) -> Term:
    """Return a number before exact conversions to wider formats."""
    while x.op == "fp.to_fp" and known()[str(x.args[0].sort)].bits < known()[str(x.sort)].bits:
        x = x.args[0]
    return x


def to_integer(x: Term, form: str, to: str, mode: str) -> Term:
    """Round, then clamp to the range of an integer type; a NaN becomes 0."""
    type_ = types()[to]
    signed = type_.kind == "signed"
    least, most = -(1 << (type_.bits - 1)) if signed else 0, (1 << (type_.bits - signed)) - 1
    value = _readable(x, form)
    work = str(value.sort)
    source = _unwidened(value)
    if source.op in ("from_signed", "from_unsigned") and source.args[0].width <= known()[str(source.sort)].precision:
        # The number is an integer without rounding, so that only the range is left.
        extend = terms.sign_extend if source.op == "from_signed" else zero_extend
        wide = max(source.args[0].width, type_.bits) + 2
        exact_ = extend(source.args[0], wide)
        limits = word(least, wide), word(most, wide)
        clamped = choose(
            less_signed(exact_, limits[0]), limits[0], choose(less_signed(limits[1], exact_), limits[1], exact_)
        )
        return low(clamped, type_.bits)
    if work == "f16":  # f16 has no numbers as large as the bounds.
        value, work = _converted(value, "f32", "rn"), "f32"
    whole = _whole(value, mode)
    bounds = [
        exact.round_to(exact.integer(bound), known()[work], "rp" if bound > 0 else "rm") for bound in (least, most + 1)
    ]
    below = _compared("fp.lt", whole, number(bounds[0], work))
    above = negation(_compared("fp.lt", whole, number(bounds[1], work)))
    converted = node("to_signed" if signed else "to_unsigned", type_.bits, whole)
    inside = choose(below, word(least, type_.bits), choose(above, word(most, type_.bits), converted))
    return choose(_test("fp.isNaN", value), word(0, type_.bits), inside)


def round_random(x: Term, random: Term, form: str, to: str, option: str) -> Term:
    """Round with random bits, in units of 2**-32 of the last bit that is kept."""
    return round_pattern(_sized(x, form), form, to, "rs", option, fitted(random, 32))


def round_pattern(x: Term, form: str, to: str, mode: str, option: str, random: Term | None = None) -> Term:
    """Round a pattern of any format to any other by operations on bit vectors, as `exact.round_to` does on integers."""
    source, target = known()[form], known()[to]
    x = _sized(x, form)
    sign, exponent, fraction = _fields(x, source)
    sign = sign if source.signed else word(0, 1)
    subnormal = equal(exponent, word(0, source.exponent)) if source.zero else FALSE
    hidden = invert(flag(subnormal))
    significand = concat(hidden, fraction) if source.fraction else hidden
    # A wide significand keeps every bit of a narrow source, and has the precision of the target at least.
    precision = max(significand.width, target.precision)
    size = precision - significand.width
    significand = concat(significand, word(0, size)) if size else significand
    zeros = _leading_zeros(significand) if source.zero else word(0, 1)
    width = max(source.exponent, target.exponent, 8) + 5
    scale = add(zero_extend(exponent, width), zero_extend(flag(subnormal), width))
    # The exponent of the last bit of the normalized significand.
    offset = -source.bias - source.fraction - size
    last = add(subtract(scale, zero_extend(zeros, width)), word(offset, width))
    significand = shift_left(significand, zeros)
    least = subtract(word(target.least, width), last)
    excess = word(precision - target.precision, width)
    shift = choose(less_signed(excess, least), least, excess)
    room = precision + (35 if mode == "rs" else 2)
    most = room - 1
    limited = choose(at_most_signed(word(most, width), shift), word(most, width), shift)
    moved = shift_right(concat(significand, word(0, room)), limited)
    kept, rest = field(moved, room + precision - 1, room), low(moved, room)
    up = _increment(kept, rest, mode, sign, random)
    kept = add(zero_extend(kept, precision + 1), zero_extend(flag(up), precision + 1))
    place = subtract(add(last, shift), word(target.least, width))
    # The hidden bit of the significand counts as one in the exponent field.
    total = max(width + target.fraction, precision + 1) + 1
    body = add(shift_left(zero_extend(place, total), word(target.fraction, total)), zero_extend(kept, total))
    if not target.zero:
        below = equal(kept, word(0, kept.width))
        body = choose(below, word(0, total), subtract(body, word(1 << target.fraction, total)))
    largest = target.largest >> target.low
    too_large = less(word(largest, total), body)
    bits = target.exponent + target.fraction
    finite = choose(too_large, _overflow(sign, target, mode, option), _placed(sign, low(body, bits), target))
    if option == "flush":
        finite = choose(_is_tiny(significand, last, target, mode, sign), _placed(sign, word(0, bits), target), finite)
    if source.zero:
        finite = choose(is_zero(x, form), _placed(sign, word(0, bits), target), finite)
    infinite = _overflow(sign, target, "rn", option)
    result = choose(is_infinite(x, form), infinite, finite)
    return choose(is_nan(x, form), word(target.no_number, target.bits), result)


def _leading_zeros(x: Term) -> Term:
    """Return the number of zeros above the highest set bit of a word."""
    width = max(x.width.bit_length(), 1)
    count = word(x.width, width)
    for index in range(x.width):
        count = choose(truth(field(x, index, index)), word(x.width - 1 - index, width), count)
    return count


def _increment(kept: Term, rest: Term, mode: str, sign: Term, random: Term | None) -> Term:
    """Return True if the bits that are cut off round up."""
    top = rest.width - 1
    half = truth(field(rest, top, top))
    match mode:
        case "rn":
            more = truth(low(rest, top))
            return both(half, either(more, truth(low(kept, 1))))
        case "rna":
            return half
        case "rs":
            assert random is not None
            wide = max(rest.width, 32) + 1
            total, fraction = (
                shift_left(zero_extend(part, wide), word(wide - 1 - part.width, wide)) for part in (rest, random)
            )
            total = add(total, fraction)
            return both(truth(field(total, wide - 1, wide - 1)), truth(rest))
        case "rz":
            return FALSE
    return both(truth(sign) if mode == "rm" else negation(truth(sign)), truth(rest))


def _is_tiny(significand: Term, last: Term, target: Format, mode: str, sign: Term) -> Term:
    """Return True if a number is below the normal ones after rounding to the precision of the format alone."""
    excess = significand.width - target.precision
    width = last.width
    top = add(last, word(significand.width - 1, width))
    if excess > 0:
        kept, rest = field(significand, significand.width - 1, excess), low(significand, excess)
        rest = concat(rest, word(0, 1)) if rest.width == 1 else rest
        up = both(_increment(kept, rest, mode, sign, None), equal(kept, word(-1, kept.width)))
        top = add(top, zero_extend(flag(up), width))
    return less_signed(top, word(target.least + target.fraction, width))


def _placed(sign: Term, body: Term, target: Format) -> Term:
    """Return a pattern with its sign; in a format without sign, negative numbers become 0."""
    if not target.signed:
        return choose(truth(sign), word(0, target.bits), fitted(body, target.bits))
    parts = [sign, body, *([word(0, target.low)] if target.low else [])]
    return concat(*parts)


def _overflow(sign: Term, target: Format, mode: str, option: str) -> Term:
    """Return the pattern beyond the greatest number: that number, or infinity."""
    bits = target.exponent + target.fraction
    largest = word(target.largest >> target.low, bits)
    infinity = word(target.exponent_mask << target.fraction, bits)
    if option == "finite" or mode == "rz" or not target.infinities:
        body = largest
    elif mode == "rm":
        body = choose(truth(sign), infinity, largest)
    elif mode == "rp":
        body = choose(truth(sign), largest, infinity)
    else:
        body = infinity
    return _placed(sign, body, target)
