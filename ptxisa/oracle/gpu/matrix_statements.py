"""Statements on matrices to be run on a GPU and by `ptxisa.execute`, with the same registers and shared memory.

A trial is a text of PTX with its inputs: seeded registers, and seeded shared memory, to whose start addresses and
descriptors are relative. `statements` lists the trials; `products`, `warps` and `moves` are its parts. Digests of
the results of a GPU are in `tests/fixtures/matrix_statements_sm_90.json.gz` by the name of the trial, which seeds
its contents: a changed name is a new trial.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.oracle.gpu.products import wgmma_immediates

Words = NDArray[Any]
SHARED_BYTES = 40960
"""Two operands of 20 KiB each: below the 48 KiB that a kernel has without an attribute."""
# Descriptors count addresses and strides in units of 16 bytes (PTX ISA 8.7, section 9.7.15.5.1.2.2).
_DESCRIPTOR_UNIT = 16
# Distance of rows of 16 bytes: not a multiple of any swizzle pattern, so that a wrong row is not the same bytes.
_ROW_STEP = 112
# Codes of the field of the descriptor, and bytes after which each pattern repeats along a row.
_SWIZZLES = {"none": 0, "128B": 1, "64B": 2, "32B": 3}
_SPANS = {"none": 16, "128B": 128, "64B": 64, "32B": 32}
_BITS = {"f16": 16, "bf16": 16, "tf32": 32, "e4m3": 8, "e5m2": 8, "s8": 8, "u8": 8, "s4": 4, "u4": 4, "b1": 1}
_BITS |= {"f32": 32, "s32": 32, "f64": 64}


class MatrixStatement(NamedTuple):
    """A text of PTX and its inputs and outputs.

    Attributes:
        name: Unique name, which seeds the contents.
        text: The statements.
        threads: Number of threads.
        registers: Inputs of one word per thread, by the kind of their content (see `content`); 64 bits with `:64`.
        values: Inputs that are the same in each thread.
        descriptors: Names in `values` that are matrix descriptors relative to the start of shared memory.
        addresses: Names in `registers` or `values` that are addresses relative to the start of shared memory.
        shared: Kind of the content of shared memory.
        outputs: Registers that are compared; shared memory is compared if there are none.
    """

    name: str
    text: str
    threads: int
    registers: Mapping[str, str]
    values: Mapping[str, int]
    descriptors: tuple[str, ...]
    addresses: tuple[str, ...]
    shared: str
    outputs: tuple[str, ...]


# --- contents ---


def content(seed: str, kind: str, count: int) -> Words:
    """Return seeded bytes.

    Args:
        seed: Text that decides the bytes.
        kind: A type, whose numbers are finite and of similar size; a name of `_MAKERS`; or `indexN@M`, elements of N
            bits, each with the bits of its own number from bit M on.
        count: Number of bytes.
    """
    if kind.startswith("index"):
        bits, _, first = kind.removeprefix("index").partition("@")
        numbers = np.arange(count * 8 // int(bits), dtype=np.uint64) >> np.uint64(int(first))
        digits = numbers[:, None] >> np.arange(int(bits), dtype=np.uint64) & np.uint64(1)
        return np.packbits(digits.astype(np.uint8).reshape(-1), bitorder="little")
    # A hash in place of a generator of NumPy: its bytes are the same in every release, and digests are stored.
    raw = np.frombuffer(hashlib.shake_128(seed.encode()).digest(count), np.uint8)
    elements: Words = _MAKERS[kind](raw.copy()).view(np.uint8)
    return elements


def _moderate(raw: Words, dtype: Any, fraction: int, width: int, least: int, kept: int) -> Words:
    """Return numbers with exponents from `least` on, `kept` bits of them random; sign and fraction as they are.

    Sums of numbers of very different size would hide a wrong element below the last bit.
    """
    x = raw.view(dtype)
    exponent = (x >> fraction & ((1 << kept) - 1)) + least
    other = x & ~np.array(((1 << width) - 1) << fraction, dtype)
    return np.asarray(other | (exponent << fraction).astype(dtype), dtype)


def _e4m3(raw: Words) -> Words:
    """Replace the NaNs of e4m3, whose magnitude is 0x7f; there are no infinities."""
    return np.where(raw & 0x7F == 0x7F, raw ^ 1, raw).astype(np.uint8)


def _e5m2(raw: Words) -> Words:
    """Replace the infinities and NaNs of e5m2, whose exponent is all ones."""
    return np.where(raw & 0x7C == 0x7C, raw ^ 0x40, raw).astype(np.uint8)


# Legal metadata of four bits: two different places of four, the smaller one first, and the pairs of a tf32 group.
_PAIRS = np.array([0x4, 0x8, 0xC, 0x9, 0xD, 0xE], np.uint8)
_SINGLES = np.array([0x4, 0xE], np.uint8)


def _nibbles(raw: Words, legal: Words) -> Words:
    """Replace each four bits by one of the legal values."""
    return np.asarray(legal[(raw & 15) % len(legal)] | legal[(raw >> 4) % len(legal)] << 4, np.uint8)


_MAKERS: dict[str, Any] = {
    "f16": lambda raw: _moderate(raw, np.uint16, 10, 5, 8, 4),
    "bf16": lambda raw: _moderate(raw, np.uint16, 7, 8, 112, 5),
    "tf32": lambda raw: _moderate(raw, np.uint32, 23, 8, 112, 5),
    "f32": lambda raw: _moderate(raw, np.uint32, 23, 8, 112, 5),
    "f64": lambda raw: _moderate(raw, np.uint64, 52, 11, 1008, 5),
    "e4m3": _e4m3,
    "e5m2": _e5m2,
    "e4m3 and e5m2": lambda raw: _e4m3(_e5m2(raw)),
    # Two halves with moderate exponents, which are also one bf16 or half of an f32 or tf32 of moderate size.
    "every float": lambda raw: (raw.view(np.uint16) & 0x87FF | 0x3800).astype(np.uint16),
    # Offsets of rows of 16 bytes in any order: a random permutation by sorting random keys.
    "rows": lambda raw: np.asarray(np.argsort(raw.view(np.uint64), kind="stable") * _ROW_STEP, np.uint64),
    "pairs": lambda raw: _nibbles(raw, _PAIRS),
    "singles": lambda raw: _nibbles(raw, _SINGLES),
    **dict.fromkeys(("s8", "u8", "s4", "u4", "b1", "s32"), lambda raw: raw),
}


def inputs(trial: MatrixStatement) -> dict[str, Words]:
    """Return the registers of a trial as words of each thread; addresses count from the start of shared memory."""
    words: dict[str, Words] = {}
    for name, kind in trial.registers.items():
        kind, _, bits = kind.partition(":")
        size = 8 if bits else 4
        words[name] = content(f"{trial.name} {name}", kind, size * trial.threads).view(f"u{size}")
    return words


def shared(trial: MatrixStatement) -> Words:
    """Shared memory before a trial."""
    return content(f"{trial.name} shared", trial.shared, SHARED_BYTES)


# --- wgmma ---


class SharedTile(NamedTuple):
    """An operand in shared memory, with the fields of its descriptor in bytes."""

    start: int
    swizzle: str = "none"
    leading: int = 16
    stride: int = 1024
    base: int = 0
    major: str = "K"

    @property
    def descriptor(self) -> int:
        """Matrix descriptor of 64 bits (PTX ISA 8.7, section 9.7.15.5.1.2.2)."""
        fields = ((self.start, 0), (self.leading, 16), (self.stride, 32))
        bits = sum(value // _DESCRIPTOR_UNIT << bit for value, bit in fields)
        return bits | self.base << 49 | _SWIZZLES[self.swizzle] << 62


class WgmmaProduct(NamedTuple):
    """A `wgmma`: types, N, the tile of A (None: A is in registers) and of B, and the choices of operands."""

    d: str
    a: str
    b: str
    n: int
    first: SharedTile | None
    second: SharedTile
    sparse: bool = False
    selector: int = 0
    scale: int = 1
    negate_a: bool = False
    negate_b: bool = False
    satfinite: bool = False
    note: str = ""

    @property
    def k(self) -> int:
        """Columns of A, with those that a sparse A leaves out."""
        return 256 // _BITS[self.a] * (2 if self.sparse else 1)

    @property
    def opcode(self) -> str:
        """Mnemonic and modifiers."""
        head = f"wgmma.mma_async{'.sp' if self.sparse else ''}.sync.aligned.m64n{self.n}k{self.k}"
        if self.a == "b1":
            return f"{head}.s32.b1.b1.and.popc"
        return f"{head}{'.satfinite' if self.satfinite else ''}.{self.d}.{self.a}.{self.b}"

    @property
    def name(self) -> str:
        """Name that is unique among the trials."""
        first = self.first._asdict().values() if self.first else ["registers"]
        words = [self.opcode, *first, *self.second, self.selector, self.scale, self.negate_a, self.negate_b, self.note]
        return " ".join(map(str, words))


def wgmma(product: WgmmaProduct) -> MatrixStatement:
    """Return the trial of a product, on 128 threads."""
    # A thread has N / 2 elements of D; two elements of f16 share a register.
    results = [f"d{i}" for i in range(product.n // (4 if product.d == "f16" else 2))]
    registers = dict.fromkeys(results, product.d)
    values = {"bdesc": product.second.descriptor, "p": product.scale}
    if product.first:
        values["adesc"] = product.first.descriptor
    else:
        registers |= {f"a{i}": product.a for i in range(4)}
    if product.sparse:
        registers["e"] = "singles" if product.a == "tf32" else "pairs"
    operands = ["{" + ", ".join(results) + "}", "adesc" if product.first else "{a0, a1, a2, a3}", "bdesc"]
    operands += ["e", str(product.selector)] if product.sparse else []
    transposed = [tile.major == "MN" for tile in (product.first, product.second) if tile]
    immediates = wgmma_immediates(product.d, product.a, (product.negate_a, product.negate_b), transposed)
    text = f"{product.opcode} {', '.join([*operands, 'p', *immediates])};"
    whole = f"wgmma.fence.sync.aligned; {text} wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;"
    descriptors = tuple(name for name in ("adesc", "bdesc") if name in values)
    # Shared memory has both matrices, so that its bytes must be finite numbers of either type.
    memory = product.a if product.a == product.b else "e4m3 and e5m2"
    return MatrixStatement(product.name, whole, 128, registers, values, descriptors, (), memory, tuple(results))


_FIRST, _SECOND = 0, 20480
"""Bytes of shared memory where A and B begin; both are multiples of 1024, the largest period of a swizzle."""


def _k_major(start: int, swizzle: str, **choices: Any) -> SharedTile:
    """Return a tile with groups of eight rows one after the other; without a swizzle, columns of 16 bytes are."""
    stride = 8 * _SPANS[swizzle]
    return SharedTile(start, swizzle, **{"leading": 1024 if swizzle == "none" else 16, "stride": stride, **choices})


def _mn_major(start: int, swizzle: str, **choices: Any) -> SharedTile:
    strides = {"leading": 2048, "stride": 8 * _SPANS[swizzle]}
    return SharedTile(start, swizzle, **{**strides, **choices}, major="MN")


def products() -> Iterator[WgmmaProduct]:
    """Yield every operand mode of `wgmma` at least once, most with each swizzle."""
    yield from _products_by_swizzle()
    yield from _starts()
    yield from _types()
    yield from _sparse()


def _products_by_swizzle() -> Iterator[WgmmaProduct]:
    """Yield both majors of A and of B, wide products, and strides that the pattern does not suggest."""
    for index, swizzle in enumerate(_SWIZZLES):
        yield WgmmaProduct("f32", "f16", "f16", 16, _k_major(_FIRST, swizzle), _k_major(_SECOND, swizzle))
        wide = (24, 40, 64, 128)[index]
        yield WgmmaProduct("f32", "bf16", "bf16", wide, _mn_major(_FIRST, swizzle), _mn_major(_SECOND, swizzle))
        other = list(_SWIZZLES)[index - 1]
        yield WgmmaProduct("f16", "f16", "f16", 32, _mn_major(_FIRST, swizzle), _k_major(_SECOND, other))
        yield WgmmaProduct("f16", "f16", "f16", 32, _k_major(_FIRST, swizzle), _mn_major(_SECOND, other))
        far = _k_major(_SECOND, swizzle, leading=2064, stride=2080)
        yield WgmmaProduct("s32", "s8", "s8", 16, None, far, note="strides that are not multiples of the pattern")
    yield WgmmaProduct("f32", "f16", "f16", 256, None, _mn_major(_SECOND, "128B", leading=4096))
    yield WgmmaProduct("f32", "f16", "f16", 248, None, _mn_major(_SECOND, "64B", leading=2048))
    yield WgmmaProduct("f32", "f16", "f16", 72, None, _mn_major(_SECOND, "none", leading=4096, stride=256))


def _starts() -> Iterator[WgmmaProduct]:
    """Yield trials that start inside the swizzle pattern: along K, by rows, both, with and without the base offset."""
    for swizzle, step in (
        ("128B", 32),
        ("128B", 64),
        ("128B", 96),
        ("64B", 32),
        ("128B", 112),
        ("64B", 48),
        ("32B", 16),
    ):
        yield WgmmaProduct("s32", "u8", "s8", 16, None, _k_major(_SECOND + step, swizzle), note="start along K")
    for swizzle, row in itertools.product(("128B", "64B", "32B"), (1, 3, 6)):
        for base in {0, row, 8 - row}:
            start = _SECOND + 128 * row
            yield WgmmaProduct("s32", "s8", "u8", 24, None, _k_major(start, swizzle, base=base), note="start by rows")
    both = _k_major(_SECOND + 5 * 128 + 32, "128B", base=5)
    yield WgmmaProduct("f32", "e4m3", "e4m3", 16, _k_major(_FIRST + 2 * 128 + 64, "128B", base=2), both)
    for swizzle in ("128B", "64B", "32B"):
        late, later = (_mn_major(start + 3 * 128, swizzle, base=3) for start in (_FIRST, _SECOND))
        yield WgmmaProduct("f32", "f16", "f16", 64, late, later)
        yield WgmmaProduct("f32", "bf16", "bf16", 16, None, _mn_major(_SECOND + 16, swizzle), note="start along N")
    yield WgmmaProduct(
        "s32", "u8", "u8", 8, None, _k_major(_SECOND, "none", base=3), note="base offset without swizzle"
    )


def _types() -> Iterator[WgmmaProduct]:
    """Yield every combination of types, of negated operands and of saturation, each with the next swizzle."""
    swizzles = itertools.cycle(_SWIZZLES)
    kinds = [("f32", "tf32", "tf32"), ("f16", "f16", "f16"), ("f32", "bf16", "bf16")]
    kinds += [(d, a, b) for d in ("f16", "f32") for a, b in itertools.product(("e4m3", "e5m2"), repeat=2)]
    for index, (d, a, b) in enumerate(kinds):
        first, second = _k_major(_FIRST, next(swizzles)), _k_major(_SECOND, next(swizzles), leading=2048)
        yield WgmmaProduct(d, a, b, (8, 24, 40)[index % 3], first, second, negate_a=index % 2 == 0)
        yield WgmmaProduct(d, a, b, 16, None, second, negate_b=index % 2 == 1, scale=index % 2)
    for (a, b), satfinite in itertools.product(itertools.product(("s8", "u8"), repeat=2), (False, True)):
        second = _k_major(_SECOND, next(swizzles), leading=2048)
        yield WgmmaProduct(
            "s32", a, b, 24 if satfinite else 8, _k_major(_FIRST, next(swizzles)), second, satfinite=satfinite
        )
    for swizzle in _SWIZZLES:
        tile = _k_major(_FIRST, swizzle) if swizzle in ("none", "64B") else None
        yield WgmmaProduct("s32", "b1", "b1", 16, tile, _k_major(_SECOND, swizzle), scale=int(swizzle != "none"))


def _sparse() -> Iterator[WgmmaProduct]:
    """Yield sparse products: each type, both selectors, each swizzle, and starts inside of the pattern."""
    kinds = [("f16", "f16", "f16"), ("f32", "bf16", "bf16"), ("f32", "tf32", "tf32"), ("f32", "e4m3", "e5m2")]
    kinds += [("f16", "e5m2", "e5m2"), ("s32", "s8", "u8")]
    swizzles = itertools.cycle(_SWIZZLES)
    for d, a, b in kinds:
        # All four threads of a quad have metadata of 8-bit elements, so that the selector must be 0.
        narrow = _BITS[a] == 8
        for selector in (0, 0) if narrow else (0, 1):
            first = _k_major(_FIRST, next(swizzles)) if selector or narrow else None
            second = _k_major(_SECOND, next(swizzles), leading=1024)
            yield WgmmaProduct(d, a, b, 16, first, second, sparse=True, selector=selector, note=f"{first is None}")
            next(swizzles)
    for swizzle in _SWIZZLES:
        tiles = _mn_major(_FIRST, swizzle), _mn_major(_SECOND, swizzle)
        yield WgmmaProduct("f32", "f16", "f16", 64, *tiles, sparse=True)
        for leading in (16, 1024):
            yield WgmmaProduct("s32", "u8", "s8", 8, None, _k_major(_SECOND, swizzle, leading=leading), sparse=True)
    for swizzle, step in (("128B", 64), ("128B", 96), ("64B", 32)):
        yield WgmmaProduct(
            "s32", "u8", "s8", 8, None, _k_major(_SECOND + step, swizzle), sparse=True, note="start along K"
        )


def _along_k() -> MatrixStatement:
    """Return four instructions that go along K through the span of a swizzle, in two groups."""
    steps = [
        wgmma(WgmmaProduct("f32", "f16", "f16", 16, _k_major(step, "128B"), _k_major(_SECOND + step, "128B")))
        for step in range(0, 128, 32)
    ]
    text, values = "wgmma.fence.sync.aligned; ", {"p": 1}
    for index, step in enumerate(steps):
        product = step.text.partition("; ")[2].partition("; ")[0]
        text += product.replace("adesc", f"adesc{index}").replace("bdesc", f"bdesc{index}") + "; "
        values |= {f"{name}{index}": step.values[name] for name in ("adesc", "bdesc")}
        text += "wgmma.commit_group.sync.aligned; " if index % 2 else ""
    text += "wgmma.wait_group.sync.aligned 0;"
    descriptors = tuple(name for name in values if name != "p")
    return steps[0]._replace(name="wgmma along K", text=text, values=values, descriptors=descriptors)


# --- wmma ---

_HALVES = [("f16", "f16", "f16", "f16"), ("f32", "f16", "f16", "f16"), ("f16", "f16", "f16", "f32")]
_HALVES += [("f32", "f16", "f16", "f32"), ("f32", "bf16", "bf16", "f32")]
_INTEGERS = [("s32", a, a, "s32") for a in ("s8", "u8")]
_TALL = ((16, 16, 16), (8, 32, 16), (32, 8, 16))
_LAYOUTS = (("row", "row"), ("row", "col"), ("col", "row"), ("col", "col"))


class WmmaProduct(NamedTuple):
    """A `wmma`: sizes, types of D, A, B and C, layouts of A, B, C and D, a modifier, and padding of each line."""

    sizes: tuple[int, int, int]
    types: tuple[str, str, str, str]
    layouts: tuple[str, str, str, str]
    modifier: str = ""
    padding: int = 0

    @property
    def shape(self) -> str:
        """Like m16n16k16."""
        return "m{}n{}k{}".format(*self.sizes)

    def registers(self, which: str) -> int:
        """Return the registers of a fragment."""
        m, n, k = self.sizes
        kind = dict(zip("dabc", self.types, strict=True))[which]
        # A and B of f16 have 8 registers in every shape: half of the lanes repeat elements of the others.
        if which in "ab" and kind == "f16":
            return 8
        elements = {"a": m * k, "b": k * n}.get(which, m * n)
        return max(1, elements * _BITS[kind] // (32 * max(32, _BITS[kind])))

    def line(self, which: str) -> int:
        """Return the number of elements from a row or column to the next."""
        m, n, k = self.sizes
        rows, columns = {"a": (m, k), "b": (k, n)}.get(which, (m, n))
        return (columns if self.layouts["abcd".index(which)] == "row" else rows) + self.padding

    def fragment(self, which: str) -> str:
        """Return the registers as a vector."""
        return "{" + ", ".join(f"{which}{i}" for i in range(self.registers(which))) + "}"

    def load(self, which: str, stride: bool = True) -> str:
        """Return the statement that loads a fragment from the address in register `pa`, `pb` or `pc`."""
        kind = dict(zip("dabc", self.types, strict=True))[which]
        layout = self.layouts["abcd".index(which)]
        line = f", {self.line(which)}" if stride else ""
        start = f"wmma.load.{which}.sync.aligned.{layout}.{self.shape}.shared.{kind}"
        return f"{start} {self.fragment(which)}, [p{which}]{line};"

    def store(self) -> str:
        """Return the statement that stores D to the address in register `pd`."""
        start = f"wmma.store.d.sync.aligned.{self.layouts[3]}.{self.shape}.shared.{self.types[0]}"
        return f"{start} [pd], {self.fragment('d')}, {self.line('d')};"

    def multiply(self) -> str:
        """Return the statement that multiplies."""
        d, a, b, c = self.types
        start = f"sync.aligned.{self.layouts[0]}.{self.layouts[1]}.{self.shape}"
        fragments = ", ".join(map(self.fragment, "dabc"))
        if a == "b1":
            return f"wmma.mma{self.modifier}.popc.{start}.s32.b1.b1.s32 {fragments};"
        types = f".{d}.{c}" if a == "f16" else f".{d}.{a}.{b}.{c}"
        # The rounding of f64 is before the types, `.satfinite` after them.
        return f"wmma.mma.{start}{self.modifier + types if a == 'f64' else types + self.modifier} {fragments};"


_PLACES = {"pa": 0, "pb": 8192, "pc": 16384, "pd": 24576}


def warps() -> Iterator[WmmaProduct]:
    """Yield every shape with every type and layout."""
    # Layouts of C and D and the padding take turns: all combinations would be eight times as many trials.
    every = itertools.cycle(itertools.product(_LAYOUTS, (0, 32)))
    for sizes in _TALL:
        for types, layouts in itertools.product([*_HALVES, *_INTEGERS], _LAYOUTS):
            rest, padding = next(every)
            modifier = ".satfinite" if types[0] == "s32" and layouts[0] == "row" else ""
            yield WmmaProduct(sizes, types, (*layouts, *rest), modifier, padding)
    for layouts in _LAYOUTS:
        rest, padding = next(every)
        yield WmmaProduct((16, 16, 8), ("f32", "tf32", "tf32", "f32"), (*layouts, *rest), "", padding)
        mode = ["", ".rz", ".rm", ".rp"][_LAYOUTS.index(layouts)]
        yield WmmaProduct((8, 8, 4), ("f64", "f64", "f64", "f64"), (*layouts, *rest), mode, padding)
    for kind, modifier in (("s4", ""), ("s4", ".satfinite"), ("u4", ""), ("u4", ".satfinite")):
        rest, padding = next(every)
        yield WmmaProduct((8, 8, 32), ("s32", kind, kind, "s32"), ("row", "col", *rest), modifier, padding)
    for modifier in (".xor", ".and"):
        rest, padding = next(every)
        yield WmmaProduct(
            (8, 8, 128), ("s32", "b1", "b1", "s32"), ("row", "col", *rest), modifier, 128 if padding else 0
        )


def wmma(product: WmmaProduct) -> MatrixStatement:
    """Return the trial that loads, multiplies and stores, on one warp."""
    text = " ".join([*map(product.load, "abc"), product.multiply(), product.store()])
    kinds = {"f16": "every float", "bf16": "every float", "tf32": "f32", "f64": "f64"}
    kind = kinds.get(product.types[1], "s32")
    return MatrixStatement(text, text, 32, {}, _PLACES, (), tuple(_PLACES), kind, ())


# --- moves ---


def moves() -> Iterator[MatrixStatement]:
    """Yield `ldmatrix`, `stmatrix` and `movmatrix` of two warps; each thread has the address of a row of its own."""
    for count, trans, space in itertools.product((1, 2, 4), ("", ".trans"), ("shared", "shared::cta")):
        words = tuple(f"d{index}" for index in range(count))
        vector, name = "{" + ", ".join(words) + "}", f"sync.aligned.m8n8.x{count}{trans}.{space}.b16"
        load, store = f"ldmatrix.{name} {vector}, [pa];", f"stmatrix.{name} [pa], {vector};"
        yield MatrixStatement(load, load, 64, {"pa": "rows:64"}, {}, (), ("pa",), "s32", words)
        registers = {"pa": "rows:64", **dict.fromkeys(words, "s32")}
        yield MatrixStatement(store, store, 64, registers, {}, (), ("pa",), "s32", ())
    text = "movmatrix.sync.aligned.m8n8.trans.b16 d0, a0;"
    yield MatrixStatement(text, text, 64, {"a0": "s32"}, {}, (), (), "s32", ("d0",))


# --- layouts ---


def layouts() -> Iterator[MatrixStatement]:
    """Yield loads of numbered elements, a few bits at a time, which show the layout of `wmma` fragments."""
    # Many products share a load.
    loads = {
        product._replace(padding=0).load(which, stride=False): (product, which)
        for product in warps()
        for which in "abc"
    }
    for text, (product, which) in loads.items():
        bits = _BITS[dict(zip("dabc", product.types, strict=True))[which]]
        # The number of an element has at most 10 bits (32 times 16 elements), of which an element shows `bits`.
        for first in range(0, 10, bits):
            outputs = tuple(f"{which}{i}" for i in range(product.registers(which)))
            places = {f"p{which}": 0}
            yield MatrixStatement(
                f"{text} from bit {first}", text, 32, {}, places, (), tuple(places), f"index{bits}@{first}", outputs
            )


def read_registers() -> Iterator[MatrixStatement]:
    """Yield products with one register of A or B cleared after the load, which show the registers that are read."""
    for sizes in _TALL:
        product = WmmaProduct(sizes, ("f32", "f16", "f16", "f32"), ("row", "col", "row", "row"))
        for name in (f"{which}{index}" for which in "ab" for index in range(product.registers(which))):
            lines = [*map(product.load, "abc"), f"mov.b32 {name}, 0;", product.multiply(), product.store()]
            yield wmma(product)._replace(name=" ".join(lines), text=" ".join(lines))


def statements() -> list[MatrixStatement]:
    """Return the statements whose results are stored, with unique names."""
    every = [*map(wgmma, products()), _along_k(), *map(wmma, warps()), *read_registers(), *moves()]
    return list({statement.name: statement for statement in every}.values())
