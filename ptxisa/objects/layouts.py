"""Layouts of matrices: fragments in registers, tiles in shared memory and in tensor memory.

    m = ptxisa.layout("mma.m16n8k16", operand="A", type="f16")
    m.row[lane, register, element], m.column[lane, register, element]
    m.place[row, column]                                # Place(lane=…, register=…, element=…)
    s = ptxisa.layout("wgmma.shared.128B", type="f16")
    s.address[row, column]                              # bytes

A layout is a map in mixed radix: each input (lane, value, row, …) is split into digits, and each digit adds a multiple
of its value to one output. Counts and steps are products and exact quotients of symbols such as M, N and K, so that one
record has all layouts with the same structure (PTX 8.7, sections 9.7.14 to 9.7.16).
"""

from __future__ import annotations

import re
from collections import namedtuple
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ptxisa.isa.matrices import Axis, Digit, LayoutParameter, MatrixElement, Pattern, Use, patterns
from ptxisa.isa.names import UnrecordedName, listing, suggestion
from ptxisa.isa.representation import render

__all__ = [
    "NOWHERE",
    "Inverse",
    "Layout",
    "LayoutError",
    "UnknownLayout",
    "choices",
    "evaluate",
    "exchange",
    "layout",
    "layouts",
    "outputs",
    "parse",
    "symbols",
    "title",
]

Integers = npt.NDArray[np.int64]
Symbols = Mapping[str, int]

REGISTER_BITS = 32
NOWHERE = -1
"""Output of a place that contains no element."""
_DIMENSIONS = re.compile(r"m(?P<M>[0-9]{1,6}|m)(?:n(?P<N>[0-9]{1,6}|n))?(?:k(?P<K>[0-9]{1,6}|k))?")
_REPEAT = re.compile(r"x(?P<num>[0-9]{1,6}|n)")
_FILLERS = frozenset({"sync", "aligned", "mma_async", "b8x16"})
"""Words of an opcode that no layout depends on."""


class UnknownLayout(UnrecordedName, ValueError):
    """No layout is recorded for this instruction, operand, type or option."""


class LayoutError(ValueError):
    """Sizes of a layout that do not divide each other, or an unknown symbol."""


class LayoutName(NamedTuple):
    """Name of an instruction in parts: the text, its words, and the sizes in it (M, N, K, num)."""

    text: str
    words: str
    sizes: dict[str, int]


class LayoutUse(NamedTuple):
    """A layout and one of the instructions that use it, for one type of elements."""

    pattern: Pattern
    use: Use
    element: MatrixElement


def layout(instruction: str, operand: str | None = None, type: str | None = None, **options: Any) -> Layout:
    """Return the layout of an operand of an instruction.

    Args:
        instruction: Instruction with its shape, such as `mma.m16n8k16` or `tcgen05.ld.32x32b.x8`.
        operand: Operand, such as `A`; the first recorded one by default.
        type: Element type; the first recorded one by default.
        **options: Parameters of the layout (`N=128`, `selector=1`), and choices between layouts of one operand
            (`layout="col"`, `major="MN"`).

    Raises:
        UnknownLayout: No such layout is recorded; the message suggests similar names.
    """
    name = parse(instruction)
    of_instruction = _uses_of_instruction(name)
    operands = dict.fromkeys(each for _, use in of_instruction for each in use.operands)
    # By default A, or else the first operand.
    sought = min(operands, key=lambda each: each != "A") if operand is None else operand
    every = [
        LayoutUse(pattern, use, element)
        for pattern, use in of_instruction
        if sought.lower() in map(str.lower, use.operands)
        for element in use.types
    ]
    if not every:
        raise UnknownLayout(f"{name.text} has no layout of operand {operand!r}; it has {listing(operands)}")
    wanted = every[0].element.name if type is None else type.lower().removeprefix(".")
    uses = [use for use in every if use.element.name == wanted]
    if not uses:
        types = dict.fromkeys(use.element.name for use in every)
        raise UnknownLayout(f"{name.text} has no layout of type {type!r} there; it has {listing(types)}")
    chosen, rest = _choose_variant(name, uses, options)
    given = _parameters(name, chosen, rest)
    try:
        return Layout(name.text, operand or chosen.use.operands[0], chosen, given)
    except LayoutError as error:
        raise UnknownLayout(f"{name.text}: {error}") from None


def layouts() -> Iterator[tuple[str, Pattern, Use]]:
    """Yield every name that `layout` accepts and its layout; sizes that the caller chooses are letters."""
    for pattern in patterns():
        for use in pattern.uses:
            yield title(use), pattern, use


def title(use: Use) -> str:
    """Return the name of the instructions of a use: `wgmma.m64nNk16`, `ldmatrix.m8n8.xnum.trans`."""
    sizes = {**{parameter.name: parameter.name for parameter in use.parameters}, **dict(use.shape)}
    shape = "".join(f"{name.lower()}{sizes[name]}" for name in "MNK" if name in sizes)
    return use.instruction.replace("{shape}", shape).replace("{num}", str(dict(use.shape).get("num", "N")))


def choices(use: Use) -> list[str]:
    """Return the options that `layout` accepts: `N=8..256`, `major=K`."""
    variant = [f"{name}={value}" for name, value in use.variant]
    return variant + [
        f"{parameter.name}={'|'.join(map(str, parameter.values)) or f'{parameter.least}..{parameter.most}'}"
        for parameter in use.parameters
    ]


def parse(text: str) -> LayoutName:
    """Separate the sizes in the name of an instruction from its other words; case is ignored.

    A swizzle has the name of descriptors, `128B_32B`; `128B-atom-32B`, after the name of tensor maps, is the same.
    """
    words: list[str] = []
    sizes: dict[str, int] = {}
    for word in text.replace("::ordered_metadata", "").split("."):
        if match := _DIMENSIONS.fullmatch(word.lower()):
            sizes.update({name: int(size) for name, size in match.groupdict().items() if size and size.isdigit()})
            words.append("{shape}")
        elif match := _REPEAT.fullmatch(word.lower()):
            sizes.update({"num": int(match["num"])} if match["num"].isdigit() else {})
            words.append("x{num}")
        elif word.lower() not in _FILLERS:
            words.append(re.sub("-atom-", "_", word, flags=re.IGNORECASE))
    return LayoutName(text, ".".join(words), sizes)


def _uses_of_instruction(name: LayoutName) -> list[tuple[Pattern, Use]]:
    """Return the uses with the same words and fixed sizes; other sizes in the name must be parameters."""

    def matches(use: Use) -> bool:
        fixed = dict(use.shape)
        free = {parameter.name for parameter in use.parameters}
        return (
            use.instruction.lower() == name.words.lower()
            and all(name.sizes[size] == fixed[size] if size in fixed else size in free for size in name.sizes)
            and fixed.keys() <= name.sizes.keys()
        )

    every = [(pattern, use) for pattern in patterns() for use in pattern.uses]
    uses = [(pattern, use) for pattern, use in every if matches(use)]
    if not uses:
        hint = suggestion(name.text, {title(use) for _, use in every}) or "see `ptxisa layout`"
        raise UnknownLayout(f"no layout of {name.text[:60]!r}; {hint}")
    return uses


def _choose_variant(
    name: LayoutName, uses: list[LayoutUse], options: Mapping[str, Any]
) -> tuple[LayoutUse, dict[str, Any]]:
    """Return the default use, or the first, whose variant agrees with the options, and the options left over."""
    variants = dict.fromkeys(option for candidate in uses for option, _ in candidate.use.variant)
    wanted = {option: str(options[option]).lower() for option in variants if option in options}
    for chosen in sorted(uses, key=lambda candidate: not candidate.use.default):
        variant = dict(chosen.use.variant)
        if all(variant.get(option, "").lower() == value for option, value in wanted.items()):
            return chosen, {option: value for option, value in options.items() if option not in wanted}
    known = [f"{option}={value}" for candidate in uses for option, value in candidate.use.variant]
    wrong = ", ".join(f"{option}={value}" for option, value in wanted.items())
    raise UnknownLayout(f"{name.text} has no layout with {wrong}; it has {listing(dict.fromkeys(known))}")


def _parameters(name: LayoutName, chosen: LayoutUse, options: Mapping[str, Any]) -> dict[str, int]:
    """Return the value of every parameter in the name or in the options, checked against its bounds."""
    use, element = chosen.use, chosen.element
    given: dict[str, int] = dict(name.sizes)
    parameters = {parameter.name.lower(): parameter for parameter in use.parameters}
    for option, value in options.items():
        if option.lower() not in parameters:
            known = [parameter.name for parameter in use.parameters]
            hint = f"it has {listing(known)}" if known else "it has none"
            raise UnknownLayout(f"{name.text} has no option {option!r}; {hint}")
        try:
            number = int(value, 0) if isinstance(value, str) else int(value.__index__())
        except (AttributeError, ValueError):
            raise UnknownLayout(f"{option} must be an integer, not {str(value)[:40]!r}") from None
        given[parameters[option.lower()].name] = number
    fixed = symbols(use, element, {})
    for parameter in use.parameters:
        multiple = evaluate(parameter.multiple, fixed)
        value = given.get(parameter.name)
        if value is None:
            if not parameter.default:
                raise UnknownLayout(f"{name.text} needs {parameter.name}: {_range(parameter, multiple)}")
            continue
        inside = parameter.least <= value <= parameter.most and value % multiple == 0
        if not (value in parameter.values if parameter.values else inside):
            what, needed = f"{name.text} .{element.name}", _range(parameter, multiple)
            raise UnknownLayout(f"{what}: {parameter.name} is {value}; it must be {needed}")
    return given


def _range(parameter: LayoutParameter, multiple: int) -> str:
    """Return the legal values of a parameter in words."""
    if parameter.values:
        return listing(map(str, parameter.values))
    return f"{f'a multiple of {multiple} ' if multiple > 1 else ''}in {parameter.least}..{parameter.most}"


class Layout:
    """A layout with all sizes chosen: arrays that give the place of each element.

    For a fragment, `row`, `column` (and `matrix`, if an instruction has several) are arrays over
    `[lane, register, element]`; `lane` is the thread of the warp, or of the warpgroup if `lanes` is 128. For a tile in
    memory, arrays are over `[row, column]`: `address` in bytes with `bit` in the byte; in tensor memory `lane`,
    `word` (the 32-bit column), `bit` in the word, and `cta` of a pair. -1 means that the place contains no element.
    `place` is the inverse.
    """

    def __init__(self, instruction: str, operand: str, chosen: LayoutUse, given: Mapping[str, int]) -> None:
        self.pattern, self.use, self.element = chosen
        self.instruction, self.operand, self.type = instruction, operand, self.element.name
        self.symbols = symbols(self.use, self.element, given)
        # Every expression must have a value.
        for digit in (digit for axis in self.pattern.axes for digit in axis.digits):
            evaluate(digit.size, self.symbols)
            evaluate(digit.step, self.symbols)
        for _, start in self.pattern.origin:
            evaluate(start, self.symbols)
        if self.pattern.tile and self.pattern.category == "fragment":
            self.shape = tuple(evaluate(size, self.symbols) for _, size in self.pattern.tile)
        else:
            self.shape = tuple(size for name, size in self.inputs.items() if name != "copy")

    @property
    def element_bits(self) -> int:
        """Bits of an element."""
        return self.element.bits

    @property
    def storage_bits(self) -> int:
        """Bits from the start of an element to the start of the next one."""
        return self.element.storage

    @property
    def register_bits(self) -> int:
        """Bits of a register: 64 for elements of 64 bits, else 32."""
        return max(REGISTER_BITS, self.element.storage)

    @property
    def lanes(self) -> int:
        """Threads of the fragment: 32, or 128 for a warpgroup; 0 for a tile in memory."""
        return self.inputs.get("lane", 0)

    @property
    def registers(self) -> int:
        """Registers of each thread; 0 for a tile in memory."""
        return self.inputs.get("register", 0)

    @property
    def sparsity(self) -> tuple[int, int]:
        """Stored elements of each block of a row, and elements of a block; (1, 1) for dense matrices."""
        return self.use.sparsity

    @cached_property
    def inputs(self) -> dict[str, int]:
        """Names and sizes of the coordinates that index the arrays."""
        sizes: dict[str, int] = {}
        for axis in self.pattern.axes:
            count = axis_size(axis, self.symbols)
            if axis.name == "value":
                elements = min(count, self.register_bits // self.element.storage)
                sizes.update(register=-(-count // elements), element=elements)
            else:
                sizes[axis.name] = count
        return sizes

    @cached_property
    def outputs(self) -> dict[str, Integers]:
        """Every output as an array over the inputs; addresses are in bits."""
        arrays = outputs(self.pattern, self.symbols)
        return {name: array.reshape(tuple(self.inputs.values())) for name, array in arrays.items()}

    @cached_property
    def coordinates(self) -> dict[str, Integers]:
        """Outputs as attributes give them: addresses in bytes, and the bit in the byte for narrow elements."""
        arrays = dict(self.outputs)
        if "address" in arrays:
            bits = arrays["address"]
            arrays["address"] = bits // 8
            if self.element.bits % 8:
                arrays["bit"] = bits % 8
        return arrays

    @cached_property
    def place(self) -> Inverse:
        """Inverse of the layout: `place[row, column]` of a fragment, `place[address]` of a tile, as a named tuple."""
        make: Any = namedtuple  # mypy accepts literal field names alone; those of a layout come from its record.
        return Inverse(self.coordinates, self.inputs, make("Place", self.inputs))

    def table(self) -> dict[str, Integers]:
        """Return outputs and inputs of every place with an element, sorted by outputs, as one flat array each."""
        indices = np.indices(tuple(self.inputs.values()))
        columns = {**self.coordinates, **dict(zip(self.inputs, indices, strict=True))}
        flat = np.stack([column.ravel() for column in columns.values()])
        flat = flat[:, np.all(flat != NOWHERE, axis=0)]
        order = np.lexsort(np.flipud(flat[: len(self.coordinates)]))
        return dict(zip(columns, flat[:, order], strict=True))

    def __getattr__(self, name: str) -> Integers:
        # `copy` and `pickle` look for names with an underscore before `__init__` has run, and notebooks for others.
        if name.startswith("_") or name not in self.coordinates:
            raise AttributeError(f"this layout has no {name!r}")
        return self.coordinates[name]

    def __repr__(self) -> str:
        sizes = " x ".join(map(str, self.shape))
        where = " x ".join(f"{size} {name}{'s' * (size != 1)}" for name, size in self.inputs.items())
        return f"<layout {self.instruction} {self.operand} .{self.type}: {sizes} in {where}>"

    def _repr_html_(self) -> str:
        return render("ptxisa.objects.notebook:layout_html", self)


class Inverse:
    """Input coordinates of outputs: `inverse[row, column]`, with integers, slices or arrays.

    Where several inputs have the same outputs, the first is returned; where none has, indexing raises `IndexError`.
    """

    def __init__(self, coordinates: Mapping[str, Integers], inputs: Mapping[str, int], result: type[Any]) -> None:
        self._inputs, self._result = tuple(inputs.values()), result
        flat = [array.reshape(-1) for array in coordinates.values()]
        self.shape = tuple(int(array.max()) + 1 for array in flat)
        present = np.flatnonzero(flat[0] != NOWHERE)
        # Sorted keys and a binary search: addresses of a tile are sparse, so that a table of all would be large.
        keys = np.ravel_multi_index([array[present] for array in flat], self.shape)
        self._keys, first = np.unique(keys, return_index=True)
        self._index = present[first]

    def __repr__(self) -> str:
        return f"<inverse of {' x '.join(map(str, self.shape))} places>"

    def __getitem__(self, at: Any) -> Any:
        """Return a named tuple of integers or arrays, one field for each input."""
        given = at if isinstance(at, tuple) else (at,)
        if len(given) > len(self.shape):
            raise IndexError(f"{len(given)} coordinates, but the layout has {len(self.shape)}")
        every = (*given, *[0] * (len(self.shape) - len(given)))
        if any(isinstance(index, slice) for index in every):
            listed = [np.arange(size)[index] for index, size in zip(every, self.shape, strict=True)]
            kept = tuple(slice(None) if isinstance(index, slice) else 0 for index in every)
            every = tuple(grid[kept] for grid in np.ix_(*map(np.atleast_1d, listed)))
        for number, (index, size) in enumerate(zip(every, self.shape, strict=False)):
            if np.any(np.less(index, 0)) or np.any(np.greater_equal(index, size)):
                raise IndexError(f"coordinate {number} is outside 0..{size - 1}")
        wanted = np.ravel_multi_index(tuple(np.broadcast_arrays(*every)), self.shape)
        where = np.minimum(np.searchsorted(self._keys, wanted), len(self._keys) - 1)
        if np.any(self._keys[where] != wanted):
            raise IndexError("no place contains this element")
        places = np.unravel_index(self._index[where], self._inputs)
        return self._result(*(int(index) if index.ndim == 0 else index for index in places))


# --- arithmetic ---

_ADDRESS_UNITS = {"bit": 1, "byte": 8}
"""Outputs that add up to one address of shared memory, in bits."""
_FACTOR = re.compile(r"([*/]?)([0-9]+|[A-Za-z_]+)")


def symbols(use: Use, element: MatrixElement, given: Mapping[str, int]) -> dict[str, int]:
    """Return the numbers that expressions name.

    These are the sizes (M, N, K, num), B storage bits of an element, V elements of a register, T elements of 16 bytes,
    W warps, and what the use defines. K of a sparse operand counts the stored elements, I the indices of a row of its
    metadata.
    """
    values: dict[str, int] = {
        **dict(use.shape),
        "B": element.storage,
        "V": max(REGISTER_BITS, element.storage) // element.storage,
        "T": 128 // element.storage,
        "W": use.warps,
        **given,
    }
    stored, block = use.sparsity
    if "K" in values:
        values["K"] = values["K"] * stored // block
        values["I"] = values["K"] // (2 if (stored, block) == (4, 8) else 1)
    for name, expression in use.let:
        values[name] = evaluate(expression, values)
    for parameter in use.parameters:
        if parameter.name not in values and parameter.default:
            values[parameter.name] = evaluate(parameter.default, values)
    return values


def evaluate(expression: str, symbols: Symbols) -> int:
    """Return the value of products and exact quotients such as `K/4/V`, from left to right."""
    value = 1
    for operator, factor in _FACTOR.findall(expression):
        number = int(factor) if factor.isdigit() else _symbol(factor, symbols)
        if operator != "/":
            value *= number
        elif number == 0 or value % number:
            raise LayoutError(f"{expression}: {value} is not divisible by {number}")
        else:
            value //= number
    return value


def _symbol(name: str, symbols: Symbols) -> int:
    if name not in symbols:
        raise LayoutError(f"unknown symbol {name!r}")
    return symbols[name]


def axis_size(axis: Axis, symbols: Symbols) -> int:
    """Return the number of values of an input."""
    return int(np.prod([evaluate(digit.size, symbols) for digit in axis.digits], dtype=np.int64))


def outputs(pattern: Pattern, symbols: Symbols) -> dict[str, Integers]:
    """Return each output for every combination of inputs, as an array with one dimension for each axis.

    Outputs are in the order of the tile, of the digits and of the origin; bytes and bits add up to the address. A place
    without an element, because another value of a parameter selects it, is `NOWHERE`.
    """

    def output(digit: Digit) -> str:
        return "address" if pattern.category == "shared" and digit.to in _ADDRESS_UNITS else digit.to

    sizes = tuple(axis_size(axis, symbols) for axis in pattern.axes)
    origin = {name: evaluate(start, symbols) for name, start in pattern.origin}
    names = [name for name, _ in pattern.tile]
    names += [output(digit) for axis in pattern.axes for digit in axis.digits if digit.to]
    arrays: dict[str, Integers] = {
        name: np.full(sizes, origin.get(name, 0)) for name in dict.fromkeys([*names, *origin])
    }
    present = np.ones(sizes, bool)
    for dimension, axis in enumerate(pattern.axes):
        index = np.arange(axis_size(axis, symbols))
        for digit in axis.digits:
            count = evaluate(digit.size, symbols)
            values = index % count * evaluate(digit.step, symbols)
            index = index // count
            along = values.reshape([-1 if other == dimension else 1 for other in range(len(sizes))])
            if digit.to:
                unit = _ADDRESS_UNITS.get(digit.to, 1) if pattern.category == "shared" else 1
                arrays[output(digit)] += along * unit
            elif digit.select:
                present &= along == _symbol(digit.select, symbols)
    if "address" in arrays:
        arrays["address"] = exchange(arrays["address"], pattern.exchanges)
    return {name: np.where(present, array, NOWHERE) for name, array in arrays.items()}


def exchange(address: Integers, exchanges: Sequence[tuple[int, int]]) -> Integers:
    """Swizzle bit addresses: each pair (bit, by) flips a bit of the byte address if the other bit is set."""
    # All pairs read the original address: no bit that decides is flipped.
    result = address
    for bit, by in exchanges:
        result = result ^ ((address >> (by + 3) & 1) << (bit + 3))
    return result
