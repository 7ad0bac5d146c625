"""Terms as LLVM IR: straight-line code of one thread that computes the bits that the terms define.

    lines = TermLowering({"x": "%x"})
    lines.value(add(variable("x", 32), word(1, 32)))        # name of an i32; the instructions are in `lines.text`

Operations without an exact counterpart raise `NotLowered`: functions that records define by tables, rounding modes of
the processor other than to nearest (but those that two doubles make exact), and libraries that may be missing.
"""

from __future__ import annotations

from collections.abc import Mapping

from ptxisa.numbers.formats import known
from ptxisa.proofs.terms import Term, postorder

_TYPES = {"f16": "half", "f32": "float", "f64": "double"}
_SUFFIX = {"half": "f16", "float": "f32", "double": "f64"}
_INTEGRAL = {"rn": "roundeven", "rz": "trunc", "rm": "floor", "rp": "ceil", "rna": "round"}
_CHAINS = {"bvadd": "add", "bvmul": "mul", "bvand": "and", "bvor": "or", "bvxor": "xor"}
_EXTREMES = {"umin": "ult", "umax": "ugt", "smin": "slt", "smax": "sgt"}
_MOST_TERMS = 4000
"""Terms of one function; compiling more takes too long."""
_WIDEST = 64
"""Bits of words for which processors have divisions and conversions."""


class NotLowered(ValueError):
    """A term that has no exact LLVM code on this processor."""


class TermLowering:
    """Instructions that compute terms.

    Args:
        variables: Name of the LLVM value of each variable, which has the type of the variable.
        features: Features of the processor that may be used, as LLVM names them.

    Attributes:
        text: Instructions in order.
    """

    def __init__(self, variables: Mapping[str, str], features: frozenset[str]) -> None:
        self.variables, self._features = variables, features
        self.text: list[str] = []
        self._values: dict[Term, str] = {}
        self._count = 0

    def value(self, root: Term) -> str:
        """Return the name of the value of a term."""
        for term in postorder([root]):
            if term not in self._values:
                if len(self._values) >= _MOST_TERMS:
                    raise NotLowered("too many operations")
                self._values[term] = self._lowered(term)
        return self._values[root]

    def emit(self, code: str) -> str:
        """Append an instruction with a result, and return the name of the result."""
        self._count += 1
        name = f"%t{self._count}"
        self.text.append(f"{name} = {code}")
        return name

    def _lowered(self, term: Term) -> str:
        if term.op == "const":
            if isinstance(term.sort, str):
                return self.emit(f"bitcast i{known()[term.sort].bits} {term.data} to {type_of(term)}")
            return str(term.data)
        if term.op == "var":
            return self.variables[term.data]
        method = getattr(self, f"_{term.op.replace('.', '_').replace('=', 'equal')}", None)
        values = [self._values[argument] for argument in term.args]
        if method is not None:
            return str(method(term, *values))
        if term.op in _CHAINS:
            return self._chain(_CHAINS[term.op], type_of(term), values)
        if term.op in ("and", "or", "xor"):
            return self._chain(term.op, "i1", values)
        if term.op in _EXTREMES:
            type_, result = type_of(term), values[0]
            for value in values[1:]:
                better = self.emit(f"icmp {_EXTREMES[term.op]} {type_} {value}, {result}")
                result = self.select(better, type_, value, result)
            return result
        raise NotLowered(f"no code for {term.op}")

    def _chain(self, operation: str, type_: str, values: list[str]) -> str:
        result = values[0]
        for value in values[1:]:
            result = self.emit(f"{operation} {type_} {result}, {value}")
        return result

    def select(self, test: str, type_: str, yes: str, no: str) -> str:
        """Append a choice."""
        return self.emit(f"select i1 {test}, {type_} {yes}, {type_} {no}")

    # --- words ---

    def _bvnot(self, term: Term, x: str) -> str:
        return self.emit(f"xor {type_of(term)} {x}, -1")

    def _not(self, term: Term, x: str) -> str:
        return self.emit(f"xor i1 {x}, true")

    def _bvudiv(self, term: Term, x: str, y: str) -> str:
        # Division by zero has no meaning in LLVM, and gives ones in SMT-LIB.
        type_ = self._divisible(term)
        zero = self.emit(f"icmp eq {type_} {y}, 0")
        result = self.emit(f"udiv {type_} {x}, {self.select(zero, type_, '1', y)}")
        return self.select(zero, type_, "-1", result)

    def _bvsdiv(self, term: Term, x: str, y: str) -> str:
        divisor = term.args[1].value
        if divisor in (None, 0, (1 << term.width) - 1):
            raise NotLowered("a signed division whose divisor is not a constant")
        return self.emit(f"sdiv {self._divisible(term)} {x}, {y}")

    def _divisible(self, term: Term) -> str:
        if term.width > _WIDEST:
            raise NotLowered("a division of more than 64 bits")
        return type_of(term)

    def _bvshl(self, term: Term, x: str, count: str) -> str:
        return self._shift("shl", term, x, count)

    def _bvlshr(self, term: Term, x: str, count: str) -> str:
        return self._shift("lshr", term, x, count)

    def _bvashr(self, term: Term, x: str, count: str) -> str:
        return self._shift("ashr", term, x, count)

    def _shift(self, operation: str, term: Term, x: str, count: str) -> str:
        """Shift; counts from the width on shift every bit out, and have no meaning in LLVM."""
        amount, width, type_ = term.args[1], term.width, type_of(term)
        last = "0" if operation != "ashr" else None
        if amount.value is not None:
            if amount.value >= width and last is not None:
                return last
            return self.emit(f"{operation} {type_} {x}, {min(amount.value, width - 1)}")
        wide = max(amount.width, width)
        count = self._sized(count, amount.width, wide)
        if 1 << amount.width <= width:
            return self.emit(f"{operation} {type_} {x}, {self._sized(count, wide, width)}")
        inside = self.emit(f"icmp ult i{wide} {count}, {width}")
        limited = self.select(inside, f"i{wide}", count, str(width - 1))
        result = self.emit(f"{operation} {type_} {x}, {self._sized(limited, wide, width)}")
        return self.select(inside, type_, result, last) if last is not None else result

    def _sized(self, value: str, width: int, to: int) -> str:
        """Zero-extend or truncate a word."""
        if width == to:
            return value
        return self.emit(f"{'zext' if width < to else 'trunc'} i{width} {value} to i{to}")

    def _concat(self, term: Term, *parts: str) -> str:
        result, place = "", term.width
        for part, value in zip(term.args, parts, strict=True):
            place -= part.width
            if part.value == 0:
                continue
            wide = self._sized(value, part.width, term.width)
            if place:
                wide = self.emit(f"shl {type_of(term)} {wide}, {place}")
            result = self.emit(f"or {type_of(term)} {result}, {wide}") if result else wide
        return result or "0"

    def _extract(self, term: Term, x: str) -> str:
        low, width = term.data[1], term.args[0].width
        if low:
            x = self.emit(f"lshr i{width} {x}, {low}")
        return self._sized(x, width, term.width)

    def _sign_extend(self, term: Term, x: str) -> str:
        return self.emit(f"sext {type_of(term.args[0])} {x} to {type_of(term)}")

    def _ite(self, term: Term, test: str, yes: str, no: str) -> str:
        return self.select(test, type_of(term), yes, no)

    def _equal(self, term: Term, x: str, y: str) -> str:
        number = term.args[0]
        if not isinstance(number.sort, str):
            return self.emit(f"icmp eq {type_of(number)} {x}, {y}")
        # Numbers are equal if their patterns are, and all NaNs are one.
        bits = known()[number.sort].bits
        same = self.emit(f"icmp eq i{bits} {self._bits(number, x)}, {self._bits(number, y)}")
        nans = [self._is_nan(number, value) for value in (x, y)]
        both = self.emit(f"and i1 {', '.join(nans)}")
        return self.emit(f"or i1 {same}, {both}")

    def _bvule(self, term: Term, x: str, y: str) -> str:
        return self.emit(f"icmp ule {type_of(term.args[0])} {x}, {y}")

    def _bvsle(self, term: Term, x: str, y: str) -> str:
        return self.emit(f"icmp sle {type_of(term.args[0])} {x}, {y}")

    # --- numbers ---

    def _to_fp(self, term: Term, x: str) -> str:
        self._require_half(term)
        return self.emit(f"bitcast i{term.args[0].width} {x} to {type_of(term)}")

    def _pattern(self, term: Term, x: str) -> str:
        number = term.args[0]
        bits = self.emit(f"bitcast {type_of(number)} {x} to {type_of(term)}")
        return self.select(self._is_nan(number, x), type_of(term), str(known()[str(number.sort)].no_number), bits)

    def _is_nan(self, number: Term, x: str) -> str:
        return self.emit(f"fcmp uno {type_of(number)} {x}, {x}")

    def _require_half(self, term: Term) -> None:
        if term.sort == "f16" and "f16c" not in self._features:
            raise NotLowered("the processor has no conversions of half precision")

    def _fp_neg(self, term: Term, x: str) -> str:
        return self.emit(f"fneg {type_of(term)} {x}")

    def _fp_abs(self, term: Term, x: str) -> str:
        return self._call("fabs", type_of(term), x)

    def _call(self, name: str, type_: str, *values: str) -> str:
        operands = ", ".join(f"{type_} {value}" for value in values)
        return self.emit(f"call {type_} @llvm.{name}.{_SUFFIX[type_]}({operands})")

    def _fp_add(self, term: Term, x: str, y: str) -> str:
        return self._arithmetic("fadd", term, x, y)

    def _fp_mul(self, term: Term, x: str, y: str) -> str:
        if term.sort == "f64" and all(map(_is_narrow, term.args)):
            return self.emit(f"fmul double {x}, {y}")  # Exact, in every rounding mode.
        return self._arithmetic("fmul", term, x, y)

    def _fp_div(self, term: Term, x: str, y: str) -> str:
        return self._arithmetic("fdiv", term, x, y)

    def _arithmetic(self, operation: str, term: Term, *values: str) -> str:
        if term.data != "rn":
            if operation == "fadd" and term.sort == "f64" and all(map(_is_narrow, term.args)):
                return self._directed_sum(str(term.data), *values)
            raise NotLowered(f"rounding mode {term.data}")
        if term.sort != "f16":
            return self.emit(f"{operation} {type_of(term)} {', '.join(values)}")
        # Rounding to f32 and again to f16 is rounding once, since f32 has 2 * 11 + 2 bits (Figueroa 1995).
        wide = ", ".join([self.emit(f"fpext half {value} to float") for value in values])
        result = self.emit(f"{operation} float {wide}")
        return self.emit(f"fptrunc float {result} to half")

    def _fp_sqrt(self, term: Term, x: str) -> str:
        if term.data != "rn":
            raise NotLowered(f"rounding mode {term.data}")
        if term.sort != "f16":
            return self._call("sqrt", type_of(term), x)
        root = self._call("sqrt", "float", self.emit(f"fpext half {x} to float"))
        return self.emit(f"fptrunc float {root} to half")

    def _fp_fma(self, term: Term, x: str, y: str, z: str) -> str:
        if term.sort == "f64" and term.data != "rn" and all(map(_is_narrow, term.args)):
            return self._directed_sum(str(term.data), self.emit(f"fmul double {x}, {y}"), z)
        if term.data != "rn":
            raise NotLowered(f"rounding mode {term.data}")
        if term.sort == "f16":
            x, y, z = (self.emit(f"fpext half {value} to double") for value in (x, y, z))
            return self._half_of(self._odd_sum(self.emit(f"fmul double {x}, {y}"), z))
        if "fma" not in self._features:
            raise NotLowered("the processor has no fused multiply-add")
        return self._call("fma", type_of(term), x, y, z)

    def _two_sum(self, x: str, y: str) -> tuple[str, str]:
        """Return the rounded sum of two doubles and its error, which is exact (Knuth)."""
        total = self.emit(f"fadd double {x}, {y}")
        second = self.emit(f"fsub double {total}, {x}")
        first = self.emit(f"fsub double {total}, {second}")
        left, right = self.emit(f"fsub double {x}, {first}"), self.emit(f"fsub double {y}, {second}")
        return total, self.emit(f"fadd double {left}, {right}")

    def _odd_sum(self, x: str, y: str) -> str:
        """Return the sum of two doubles rounded to odd: truncated, with the last bit set unless it is exact."""
        total, error = self._two_sum(x, y)
        bits = self.emit(f"bitcast double {total} to i64")
        inexact = self.emit(f"fcmp one double {error}, 0.0")
        pattern = self.emit(f"bitcast double {error} to i64")
        signs = self.emit(f"xor i64 {bits}, {pattern}")
        away = self._sized(self.emit(f"icmp slt i64 {signs}, 0"), 1, 64)
        truncated = self.emit(f"sub i64 {bits}, {away}")
        odd = self.emit(f"or i64 {truncated}, 1")
        return self.emit(f"bitcast i64 {self.select(inexact, 'i64', odd, bits)} to double")

    def _half_of(self, x: str) -> str:
        """Round a double to f16: to f32 rounded to odd, and from there to nearest (Boldo and Melquiond 2008)."""
        single = self.emit(f"fptrunc double {x} to float")
        back = self.emit(f"fpext float {single} to double")
        bits = self.emit(f"bitcast float {single} to i32")
        inexact = self.emit(f"fcmp one double {back}, {x}")
        sizes = [self._call("fabs", "double", value) for value in (back, x)]
        away = self._sized(self.emit(f"fcmp ogt double {sizes[0]}, {sizes[1]}"), 1, 32)
        truncated = self.emit(f"sub i32 {bits}, {away}")
        odd = self.select(inexact, "i32", self.emit(f"or i32 {truncated}, 1"), bits)
        number = self.emit(f"bitcast i32 {odd} to float")
        return self.emit(f"fptrunc float {number} to half")

    def _directed_sum(self, mode: str, x: str, y: str) -> str:
        """Return the sum of two doubles that are far from overflow, rounded by rz, rm or rp."""
        if mode not in ("rz", "rm", "rp"):
            raise NotLowered(f"rounding mode {mode}")
        total, error = self._two_sum(x, y)
        bits = self.emit(f"bitcast double {total} to i64")
        below, above = (self.emit(f"fcmp {test} double {error}, 0.0") for test in ("olt", "ogt"))
        negative = self.emit(f"icmp slt i64 {bits}, 0")
        smaller, larger = (self.emit(f"add i64 {bits}, {step}") for step in ("-1", "1"))
        down = self.select(negative, "i64", larger, smaller)
        up = self.select(negative, "i64", smaller, larger)
        if mode == "rp":
            result = self.select(above, "i64", up, bits)
        elif mode == "rm":
            result = self.select(below, "i64", down, bits)
        else:
            toward = self.select(negative, "i1", above, below)
            result = self.select(toward, "i64", smaller, bits)
        if mode == "rm":
            # An exact sum of 0 is -0, unless both operands are +0.
            patterns = [self.emit(f"bitcast double {value} to i64") for value in (x, y)]
            signs = self.emit(f"or i64 {', '.join(patterns)}")
            sign = self.emit(f"and i64 {signs}, {-(1 << 63)}")
            exact = self.emit(f"fcmp oeq double {total}, 0.0")
            result = self.select(exact, "i64", sign, result)
        return self.emit(f"bitcast i64 {result} to double")

    def _fp_roundToIntegral(self, term: Term, x: str) -> str:
        if "sse4.1" not in self._features:
            raise NotLowered("the processor does not round to integers")
        if term.sort != "f16":
            return self._call(_INTEGRAL[str(term.data)], type_of(term), x)
        whole = self._call(_INTEGRAL[str(term.data)], "float", self.emit(f"fpext half {x} to float"))
        return self.emit(f"fptrunc float {whole} to half")

    def _fp_to_fp(self, term: Term, x: str) -> str:
        self._require_half(term)
        self._require_half(term.args[0])
        source, target = type_of(term.args[0]), type_of(term)
        if known()[str(term.args[0].sort)].bits < known()[str(term.sort)].bits:
            return self.emit(f"fpext {source} {x} to {target}")
        if term.data != "rn":
            raise NotLowered(f"rounding mode {term.data}")
        if (source, target) == ("double", "half"):
            return self._half_of(x)
        return self.emit(f"fptrunc {source} {x} to {target}")

    def _from_signed(self, term: Term, x: str) -> str:
        return self._from_integer("sitofp", term, x)

    def _from_unsigned(self, term: Term, x: str) -> str:
        return self._from_integer("uitofp", term, x)

    def _from_integer(self, operation: str, term: Term, x: str) -> str:
        self._require_half(term)
        width, form = term.args[0].width, known()[str(term.sort)]
        exact = width <= form.precision and form.name != "f16"
        if width > _WIDEST or (term.data != "rn" and not exact):
            raise NotLowered("a conversion of a wide integer")
        if form.name != "f16":
            return self.emit(f"{operation} i{width} {x} to {type_of(term)}")
        if width > known()["f64"].precision:
            raise NotLowered("a conversion of a wide integer to half precision")
        return self._half_of(self.emit(f"{operation} i{width} {x} to double"))

    def _to_signed(self, term: Term, x: str) -> str:
        return self._to_integer("fptosi", term, x)

    def _to_unsigned(self, term: Term, x: str) -> str:
        return self._to_integer("fptoui", term, x)

    def _to_integer(self, operation: str, term: Term, x: str) -> str:
        """Convert a whole number; results out of range are chosen by no term."""
        if term.width > _WIDEST:
            raise NotLowered("a conversion to a wide integer")
        number = term.args[0]
        if number.sort == "f16":
            x = self.emit(f"fpext half {x} to float")
        type_ = "float" if number.sort == "f16" else type_of(number)
        return self.emit(f"{operation} {type_} {x} to i{term.width}")

    def _fp_lt(self, term: Term, x: str, y: str) -> str:
        return self.emit(f"fcmp olt {type_of(term.args[0])} {x}, {y}")

    def _fp_eq(self, term: Term, x: str, y: str) -> str:
        return self.emit(f"fcmp oeq {type_of(term.args[0])} {x}, {y}")

    def _fp_isNaN(self, term: Term, x: str) -> str:
        return self._is_nan(term.args[0], x)

    def _fp_isZero(self, term: Term, x: str) -> str:
        number = term.args[0]
        return self.emit(f"icmp eq i{known()[str(number.sort)].bits} {self._magnitude(number, x)}, 0")

    def _fp_isInfinite(self, term: Term, x: str) -> str:
        form = known()[str(term.args[0].sort)]
        infinity = form.exponent_mask << form.fraction
        return self.emit(f"icmp eq i{form.bits} {self._magnitude(term.args[0], x)}, {infinity}")

    def _fp_isSubnormal(self, term: Term, x: str) -> str:
        form = known()[str(term.args[0].sort)]
        less = self.emit(f"sub i{form.bits} {self._magnitude(term.args[0], x)}, 1")
        return self.emit(f"icmp ult i{form.bits} {less}, {form.fraction_mask}")

    def _fp_isNegative(self, term: Term, x: str) -> str:
        number = term.args[0]
        bits = known()[str(number.sort)].bits
        sign = self.emit(f"icmp slt i{bits} {self._bits(number, x)}, 0")
        ordered = self.emit(f"fcmp ord {type_of(number)} {x}, {x}")
        return self.emit(f"and i1 {sign}, {ordered}")

    def _bits(self, number: Term, x: str) -> str:
        return self.emit(f"bitcast {type_of(number)} {x} to i{known()[str(number.sort)].bits}")

    def _magnitude(self, number: Term, x: str) -> str:
        form = known()[str(number.sort)]
        return self.emit(f"and i{form.bits} {self._bits(number, x)}, {(1 << form.sign_bit) - 1}")


def type_of(term: Term) -> str:
    """Return the LLVM type of a term."""
    if isinstance(term.sort, str):
        return _TYPES[term.sort]
    return f"i{term.sort or 1}"


def _is_narrow(number: Term) -> bool:
    """Return True for a double that is a number of f32, so that sums and products of two are exact in two doubles."""
    match number.op:
        case "fp.neg" | "fp.abs":
            return _is_narrow(number.args[0])
        case "ite":
            return _is_narrow(number.args[1]) and _is_narrow(number.args[2])
        case "fp.to_fp":
            return number.args[0].sort in ("f16", "f32")
        case "const":
            # The lower 29 bits of the fraction are those that f32 lacks, and the exponent is that of a normal number.
            exponent, zero = number.data >> 52 & 0x7FF, number.data & (1 << 63) - 1 == 0
            normal = 1023 - 126 <= exponent <= 1023 + 127
            return bool(number.data & ((1 << 29) - 1) == 0 and (zero or normal or exponent == 0x7FF))
    return False
