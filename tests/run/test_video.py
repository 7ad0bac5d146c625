"""Video instructions against plain Python that is written from the manual, one value at a time.

The manual's pseudo-code is followed function by function (section 9.7.18), without a read the records. What
it computes is compared with the generated functions over special and random values, for every type, secondary
operation and mode, and over the selectors: all of the scalar ones, all masks, many of the others.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from ptxisa import execute

SPECIAL = (0, 1, 2, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x80FF7F01)
PARTS = ("", ".b0", ".b1", ".b2", ".b3", ".h0", ".h1")
TYPES = ("u32", "s32")
WORD = 0xFFFFFFFF


def sext(value: int, bits: int) -> int:
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def zext(value: int, bits: int) -> int:
    return value & ((1 << bits) - 1)


def extend(value: int, bits: int, type_: str) -> int:
    return sext(value, bits) if type_ == "s32" else zext(value, bits)


def width(selector: str) -> int:
    return {"": 32, ".b": 8, ".h": 16}[selector[:2]]


def part_select_sign_extend(value: int, type_: str, selector: str) -> int:
    position = width(selector) * int(selector[2:] or "0")
    return extend(value >> position, width(selector), type_)


def clamp(value: int, type_: str, bits: int) -> int:
    least, most = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if type_ == "s32" else (0, (1 << bits) - 1)
    return max(least, min(value, most))


def opt_saturate(value: int, sat: bool, type_: str, selector: str) -> int:
    return clamp(value, type_, width(selector)) if sat else value


def opt_secondary(operation: str, value: int, c: int) -> int:
    return {".add": value + c, ".min": min(value, c), ".max": max(value, c), "": value}[operation]


def opt_merge(selector: str, value: int, c: int) -> int:
    """Return the table of the manual, line by line."""
    return {
        ".h0": (value & 0xFFFF) | (0xFFFF0000 & c),
        ".h1": ((value & 0xFFFF) << 16) | (0x0000FFFF & c),
        ".b0": (value & 0xFF) | (0xFFFFFF00 & c),
        ".b1": ((value & 0xFF) << 8) | (0xFFFF00FF & c),
        ".b2": ((value & 0xFF) << 16) | (0xFF00FFFF & c),
        ".b3": ((value & 0xFF) << 24) | (0x00FFFFFF & c),
        "": value,
    }[selector]


def average(x: int, y: int) -> int:
    return (x + y + 1) >> 1 if x + y >= 0 else (x + y) >> 1


COMPARISONS: dict[str, Callable[[int, int], int]] = {
    ".eq": lambda x, y: int(x == y),
    ".ne": lambda x, y: int(x != y),
    ".lt": lambda x, y: int(x < y),
    ".le": lambda x, y: int(x <= y),
    ".gt": lambda x, y: int(x > y),
    ".ge": lambda x, y: int(x >= y),
}
OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "vadd": lambda x, y: x + y,
    "vsub": lambda x, y: x - y,
    "vabsdiff": lambda x, y: abs(x - y),
    "vmin": min,
    "vmax": max,
    "vavrg": average,
}
SHIFTS: dict[str, Callable[[int, int], int]] = {"vshl": lambda x, n: x << n, "vshr": lambda x, n: x >> n}


def values(seed: object, count: int) -> list[tuple[int, int, int]]:
    """Return special values and random ones."""
    rng = random.Random(repr(seed))
    draw = [lambda: rng.choice(SPECIAL), lambda: rng.getrandbits(32), lambda: rng.getrandbits(rng.randint(1, 32))]
    return [tuple(rng.choice(draw)() for _ in "abc") for _ in range(count)]  # type: ignore[misc]


def operands(statement: str) -> list[str]:
    """Return the names that a statement has after its opcode, selectors left out."""
    return [part.strip().split(".")[0] for part in statement.partition(" ")[2].rstrip(";").replace("-", "").split(",")]


def check(statement: str, cases: list[tuple[int, int, int]], wanted: list[int]) -> None:
    """Check that the statement returns the expected words, modulo 2^32."""
    columns = zip("abc", zip(*cases, strict=True), strict=True)
    given = {name: np.array(column, np.uint32) for name, column in columns if name in operands(statement)}
    actual = execute(statement, given)["d"].tolist()
    expected = [value & WORD for value in wanted]
    assert actual == expected, next(
        value for value in zip(cases, expected, actual, strict=True) if value[1] != value[2]
    )


# Scalar instructions.

Primary = tuple[str, str, str, Callable[[int, int], int], tuple[str, ...]]


def scalar() -> Iterator[Primary]:
    """Mnemonic, modifiers, type of the result, what is computed, and how it may saturate."""
    for name, types in itertools.product(("vadd", "vsub", "vabsdiff", "vmin", "vmax"), itertools.product(*[TYPES] * 3)):
        yield name, "." + ".".join(types), types[0], OPERATIONS[name], ("", ".sat")
    for name, mode, types in itertools.product(SHIFTS, (".clamp", ".wrap"), itertools.product(TYPES, TYPES)):
        yield name, f".{'.'.join(types)}.u32{mode}", types[0], shift(name, mode), ("", ".sat")
    for comparison, types in itertools.product(COMPARISONS, itertools.product(TYPES, TYPES)):
        yield "vset", f".{'.'.join(types)}{comparison}", "u32", COMPARISONS[comparison], ("",)


def shift(name: str, mode: str) -> Callable[[int, int], int]:
    return lambda x, n: SHIFTS[name](x, min(n, 32) if mode == ".clamp" else n & 31)


def sources(modifiers: str) -> tuple[str, str]:
    """Types of a and b: the last two types."""
    actual = [part for part in modifiers.split(".") if part in TYPES]
    return actual[-2], actual[-1]


@pytest.mark.parametrize("primary", list(scalar()), ids=lambda value: value[0] + value[1])
def test_scalar_video_instructions_equal_their_definition(primary: Primary) -> None:
    name, modifiers, dtype, compute, saturations = primary
    atype, btype = sources(modifiers)
    forms = [(op2, "") for op2 in ("", ".add", ".min", ".max")] + [("", dsel) for dsel in PARTS[1:]]
    rng = random.Random(name + modifiers)
    for sat, (op2, dsel) in itertools.product(saturations, forms):
        asel, bsel = rng.choice(PARTS), rng.choice(PARTS)
        cases = values((primary[:2], sat, op2, dsel), 60)
        wanted = []
        for a, b, c in cases:
            t = compute(part_select_sign_extend(a, atype, asel), part_select_sign_extend(b, btype, bsel))
            t = opt_saturate(t, bool(sat), dtype, dsel)
            wanted.append(opt_merge(dsel, opt_secondary(op2, t, extend(c, 32, dtype)), c))
        third = ", c" if op2 or dsel else ""
        check(f"{name}{modifiers}{sat}{op2} d{dsel}, a{asel}, b{bsel}{third};", cases, wanted)


@pytest.mark.parametrize("asel", PARTS)
def test_every_part_of_both_sources_and_of_the_result(asel: str) -> None:
    for bsel, dsel in itertools.product(PARTS, PARTS):
        cases = values((asel, bsel, dsel), 40)
        wanted = []
        for a, b, c in cases:
            t = part_select_sign_extend(a, "s32", asel) - part_select_sign_extend(b, "u32", bsel)
            wanted.append(opt_merge(dsel, clamp(t, "s32", width(dsel)), c))
        check(f"vsub.s32.s32.u32.sat d{dsel}, a{asel}, b{bsel}, c;", cases, wanted)


SIGNS = {"plain": "", "minus a": "a", "minus b": "b", "minus c": "c", "cancelled": "ab", "all": "abc"}


def vmad(x: int, y: int, c: int, signs: str, po: bool, signed: bool) -> int:
    """Product, negation as complement and increment, and sum, as the pseudo-code has them."""
    t, lsb = x * y, 0
    if po:
        lsb = 1
    elif ("a" in signs) != ("b" in signs):
        t, lsb = ~t, 1
    elif "c" in signs:
        c, lsb = zext(~c, 32), 1
    return t + (sext(c, 32) if signed else zext(c, 32)) + lsb


@pytest.mark.parametrize("types", list(itertools.product(*[TYPES] * 3)), ids=".".join)
@pytest.mark.parametrize("signs", SIGNS.values(), ids=SIGNS)
def test_vmad(signs: str, types: tuple[str, str, str]) -> None:
    signed = "s32" in types[1:] or ("a" in signs) != ("b" in signs) or "c" in signs
    increments = ("", ".po") if signs in ("", "ab") else ("",)
    for po, sat, (scale, places) in itertools.product(
        increments, ("", ".sat"), (("", 0), (".shr7", 7), (".shr15", 15))
    ):
        for asel, bsel in ((".b3", ".h1"), ("", ""), (".h0", "")):
            cases = values((types, signs, po, sat, scale, asel), 40)
            wanted = []
            for a, b, c in cases:
                x, y = part_select_sign_extend(a, types[1], asel), part_select_sign_extend(b, types[2], bsel)
                t = vmad(x, y, c, signs, bool(po), signed) >> places
                wanted.append(clamp(t, "s32" if signed else "u32", 32) if sat else t)
            a, b, c = (f"{'-' if name in signs else ''}{name}" for name in "abc")
            check(f"vmad.{'.'.join(types)}{po}{sat}{scale} d, {a}{asel}, {b}{bsel}, {c};", cases, wanted)


# SIMD instructions.


def extract(a: int, b: int, selector: str, type_: str, count: int) -> list[int]:
    """Return the elements, the lowest first: parts of a and then of b by the digits of the selector."""
    bits = 32 // count
    both = a | b << 32
    return [extend(both >> (bits * int(digit)), bits, type_) for digit in reversed(selector[2:])]


def simd(elements: list[int], c: int, mask: str, count: int, op2: str) -> int:
    """Accumulate the masked elements, or merge them with those of c."""
    bits, chosen = 32 // count, set(map(int, mask[2:]))
    if op2:
        return c + sum(element for i, element in enumerate(elements) if i in chosen)
    merged = [element if i in chosen else c >> (bits * i) for i, element in enumerate(elements)]
    return sum(zext(element, bits) << (bits * i) for i, element in enumerate(merged))


LETTERS = {2: ".h", 4: ".b"}


def masks(count: int) -> list[str]:
    """Digits descend; each set of elements has one mask."""
    sets = itertools.chain.from_iterable(itertools.combinations(range(count), size) for size in range(1, count + 1))
    return [LETTERS[count] + "".join(map(str, reversed(value))) for value in sets]


def defaults(count: int) -> tuple[str, str, str]:
    return (".h10", ".h10", ".h32") if count == 2 else (".b3210", ".b3210", ".b7654")


def simd_forms() -> Iterator[tuple[str, int, str, str, Callable[[int, int], int], tuple[tuple[str, str], ...]]]:
    for count in (2, 4):
        for name, types in itertools.product(OPERATIONS, itertools.product(*[TYPES] * 3)):
            variants = (("", ""), (".sat", ""), ("", ".add"))
            yield f"{name}{count}", count, "." + ".".join(types), types[0], OPERATIONS[name], variants
        for comparison, types in itertools.product(COMPARISONS, itertools.product(TYPES, TYPES)):
            modifiers = f".{'.'.join(types)}{comparison}"
            yield f"vset{count}", count, modifiers, "u32", COMPARISONS[comparison], (("", ""), ("", ".add"))


@pytest.mark.parametrize("form", list(simd_forms()), ids=lambda value: value[0] + value[2])
def test_simd_video_instructions_equal_their_definition(
    form: tuple[str, int, str, str, Callable[[int, int], int], tuple[tuple[str, str], ...]],
) -> None:
    name, count, modifiers, dtype, compute, variants = form
    atype, btype = sources(modifiers)
    rng = random.Random(name + modifiers)
    parts = 2 * count - 1
    for (sat, op2), mask in itertools.product(variants, ["", *masks(count)]):
        drawn = [LETTERS[count] + "".join(str(rng.randint(0, parts)) for _ in range(count)) for _ in "ab"]
        asel, bsel = (rng.choice(("", value)) for value in drawn)
        cases = values((name, modifiers, sat, op2, mask), 25)
        wanted = []
        for a, b, c in cases:
            whole = defaults(count)
            pairs = zip(
                extract(a, b, asel or whole[1], atype, count),
                extract(a, b, bsel or whole[2], btype, count),
                strict=True,
            )
            elements = [compute(x, y) for x, y in pairs]
            if sat:
                elements = [clamp(element, dtype, 32 // count) for element in elements]
            wanted.append(simd(elements, c, mask or whole[0], count, op2))
        check(f"{name}{modifiers}{sat}{op2} d{mask}, a{asel}, b{bsel}, c;", cases, wanted)


def test_every_pair_of_half_words() -> None:
    digits = ["".join(pair) for pair in itertools.product("0123", repeat=2)]
    cases = values("pairs", 20)
    for x, y in itertools.product(digits, digits):
        wanted = []
        for a, b, c in cases:
            pairs = zip(extract(a, b, f".h{x}", "s32", 2), extract(a, b, f".h{y}", "u32", 2), strict=True)
            wanted.append(simd([clamp(p - q, "s32", 16) for p, q in pairs], c, ".h10", 2, ""))
        check(f"vsub2.s32.s32.u32.sat d, a.h{x}, b.h{y}, c;", cases, wanted)


# On sm_90, assemblers replace video instructions; check what the replacements compute.


@pytest.mark.parametrize(
    ("statement", "given", "contract", "emulated"),
    [
        ("vadd.u32.u32.u32.sat d, a, b;", (0xFFFFFFFF, 2, 0), 0xFFFFFFFF, 1),
        ("vadd.u32.u32.u32 d.h1, a, b, c;", (0x12340000, 0x5678, 0xAAAABBBB), 0x5678BBBB, 0x1234BBBB),
        ("vadd.u32.u32.s32.sat d.b0, a, b, c;", (0, 0xFFFFFFFF, 0), 0, 0xFF),
        ("vsub.u32.u32.u32.min d, a, b, c;", (0, 1, 5), 0xFFFFFFFF, 5),
        ("vset.s32.u32.eq.min d, a, b, c;", (1, 1, 0xFFFFFFFF), 1, 0xFFFFFFFF),
        ("vshl.u32.u32.u32.sat.wrap d, a, b;", (3, 31, 0), 0xFFFFFFFF, 0xFFFFFFFF),
        ("vshl.u32.u32.u32.sat.wrap d, a, b;", (8, 30, 0), 0xFFFFFFFF, 0),
        ("vmad.u32.u32.u32.shr7 d, a, b, c;", (0xFFFFFFFF, 1, 0), 0x1FFFFFF, 0xFFFFFFFF),
    ],
)
def test_models_of_sm_90(statement: str, given: tuple[int, int, int], contract: int, emulated: int) -> None:
    registers = {name: value for name, value in zip("abc", given, strict=True) if name in operands(statement)}
    assert int(execute(statement, registers, threads=1)["d"][0]) == contract
    assert int(execute(statement, registers, threads=1, target="sm_90")["d"][0]) == emulated
