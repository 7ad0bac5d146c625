"""Where the elements of a matrix lie: fragments in registers, tiles in shared memory and in tensor memory.

    m = ptxisa.layout("mma.m16n8k16", operand="A", type="f16")
    m.row[lane, register, element], m.column[lane, register, element]
    m.place[row, column]                                # Place(lane=…, register=…, element=…)
    s = ptxisa.layout("wgmma.shared.128B", type="f16")
    s.address[row, column]                              # bytes

PTX 8.7, sections 9.7.14 to 9.7.16. Everything is computed from the layout records.
"""

from __future__ import annotations

import re
from collections import namedtuple
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ptxisa.isa.brief import html
from ptxisa.isa.matrices import Element, Parameter, Pattern, Use, patterns
from ptxisa.isa.names import Unknown, listing, suggestion
from ptxisa.objects import layout_maps
from ptxisa.objects.layout_maps import NOWHERE, Integers, Inverse, LayoutError

REGISTER_BITS = 32
_DIMENSIONS = re.compile(r"m(?P<M>[0-9]{1,6}|m)(?:n(?P<N>[0-9]{1,6}|n))?(?:k(?P<K>[0-9]{1,6}|k))?")
_REPEAT = re.compile(r"x(?P<num>[0-9]{1,6}|n)")
_FILLERS = frozenset({"sync", "aligned", "mma_async", "b8x16"})
"""Words of an opcode that no layout depends on."""


class UnknownLayout(Unknown, ValueError):
    """No layout is recorded for this instruction, operand, type or option."""


class Question(NamedTuple):
    """An instruction's name in parts: its words, and the sizes among them (M, N, K, num)."""

    text: str
    words: str
    sizes: dict[str, int]


def layout(instruction: str, operand: str | None = None, type: str | None = None, **options: Any) -> Layout:
    """The layout of an operand of an instruction, such as `mma.m16n8k16` or `tcgen05.ld.32x32b.x8`.

    `operand` and `type` may be left out where the first one recorded is meant. `options` are the parameters of the
    layout (`N=128`, `selector=1`) and what chooses between layouts of one operand (`layout="col"`, `major="MN"`).
    Raises `UnknownLayout` with the names that come near.
    """
    question = parse(instruction)
    uses = _of_operand(question, _of_instruction(question), operand)
    (pattern, use, element), rest = _variant(question, _of_type(question, uses, type), options)
    given = _parameters(question, use, element, rest)
    try:
        return Layout(question.text, operand or use.operands[0], pattern, use, element, given)
    except LayoutError as error:
        raise UnknownLayout(f"{question.text}: {error}") from None


def layouts() -> Iterator[tuple[str, Pattern, Use]]:
    """Every name that `layout` takes, sizes that the caller chooses as letters, with its layout."""
    for pattern in patterns():
        for use in pattern.uses:
            yield title(use), pattern, use


def title(use: Use) -> str:
    """The name of the instructions of a use: `wgmma.m64nNk16`, `ldmatrix.m8n8.xnum.trans`."""
    sizes = {**{parameter.name: parameter.name for parameter in use.parameters}, **dict(use.shape)}
    shape = "".join(f"{name.lower()}{sizes[name]}" for name in "MNK" if name in sizes)
    return use.instruction.replace("{shape}", shape).replace("{num}", str(dict(use.shape).get("num", "N")))


def choices(use: Use) -> list[str]:
    """What `layout` takes as options: `N=8..256`, `major=K`."""
    variant = [f"{name}={value}" for name, value in use.variant]
    return variant + [
        f"{one.name}={'|'.join(map(str, one.values)) or f'{one.least}..{one.most}'}" for one in use.parameters
    ]


def parse(text: str) -> Question:
    """Separate the sizes from the other words, without regard to case."""
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
            words.append(word)
    return Question(text, ".".join(words), sizes)


def _of_instruction(question: Question) -> list[tuple[Pattern, Use]]:
    every = [(pattern, use) for pattern in patterns() for use in pattern.uses]
    found = [(pattern, use) for pattern, use in every if _names(use, question)]
    if not found:
        hint = suggestion(question.text, {title(use) for _, use in every}) or "see `ptxisa layout`"
        raise UnknownLayout(f"no layout of {question.text[:60]!r}; {hint}")
    return found


def _names(use: Use, question: Question) -> bool:
    """Whether the words are the same, and every size that the use fixes; others must be parameters."""
    fixed = dict(use.shape)
    free = {parameter.name for parameter in use.parameters}
    return (
        use.instruction.lower() == question.words.lower()
        and all(question.sizes[name] == fixed[name] if name in fixed else name in free for name in question.sizes)
        and fixed.keys() <= question.sizes.keys()
    )


def _of_operand(question: Question, found: list[tuple[Pattern, Use]], operand: str | None) -> list[tuple[Pattern, Use]]:
    """The uses that have the operand; without one, A where there is an A, else the first."""
    if operand is None:
        operand = min((name for _, use in found for name in use.operands), key=lambda name: name != "A")
    kept = [(pattern, use) for pattern, use in found if operand.lower() in map(str.lower, use.operands)]
    if not kept:
        operands = dict.fromkeys(name for _, use in found for name in use.operands)
        raise UnknownLayout(f"{question.text} has no layout of operand {operand!r}; it has {listing(operands)}")
    return kept


def _of_type(
    question: Question, found: list[tuple[Pattern, Use]], type: str | None
) -> list[tuple[Pattern, Use, Element]]:
    every = [(pattern, use, element) for pattern, use in found for element in use.types]
    wanted = every[0][2].name if type is None else type.lower().removeprefix(".")
    kept = [one for one in every if one[2].name == wanted]
    if not kept:
        types = dict.fromkeys(element.name for *_, element in every)
        raise UnknownLayout(f"{question.text} has no layout of type {type!r} there; it has {listing(types)}")
    return kept


Chosen = tuple[Pattern, Use, Element]


def _variant(question: Question, found: list[Chosen], options: Mapping[str, Any]) -> tuple[Chosen, dict[str, Any]]:
    """The default use, or the first, whose variant agrees with the options; and the options left for parameters."""
    names = dict.fromkeys(name for _, use, _ in found for name, _ in use.variant)
    asked = {name: str(options[name]).lower() for name in names if name in options}
    for chosen in sorted(found, key=lambda one: not one[1].default):
        variant = dict(chosen[1].variant)
        if all(variant.get(name, "").lower() == value for name, value in asked.items()):
            return chosen, {name: value for name, value in options.items() if name not in asked}
    known = [f"{name}={value}" for _, use, _ in found for name, value in use.variant]
    wrong = ", ".join(f"{name}={value}" for name, value in asked.items())
    raise UnknownLayout(f"{question.text} has no layout with {wrong}; it has {listing(dict.fromkeys(known))}")


def _parameters(question: Question, use: Use, element: Element, options: Mapping[str, Any]) -> dict[str, int]:
    """The value of every parameter that was given, in the name or as an option."""
    given: dict[str, int] = dict(question.sizes)
    names = {parameter.name.lower(): parameter for parameter in use.parameters}
    for name, value in options.items():
        if name.lower() not in names:
            raise UnknownLayout(f"{question.text} has no option {name!r}; {_options(names.values())}")
        given[names[name.lower()].name] = _integer(name, value)
    fixed = symbols(use, element, {})
    for parameter in use.parameters:
        multiple = layout_maps.evaluate(parameter.multiple, fixed)
        if parameter.name in given:
            _check(f"{question.text} .{element.name}", parameter, multiple, given[parameter.name])
        elif not parameter.default:
            raise UnknownLayout(f"{question.text} needs {parameter.name}: {_range(parameter, multiple)}")
    return given


def _options(parameters: Any) -> str:
    every = [parameter.name for parameter in parameters]
    return f"it has {listing(every)}" if every else "it has none"


def _integer(name: str, value: Any) -> int:
    try:
        return int(value, 0) if isinstance(value, str) else int(value.__index__())
    except (AttributeError, ValueError):
        raise UnknownLayout(f"{name} must be an integer, not {str(value)[:40]!r}") from None


def _check(what: str, parameter: Parameter, multiple: int, value: int) -> None:
    """A value outside what the parameter may be is an error."""
    inside = parameter.least <= value <= parameter.most and value % multiple == 0
    if not (value in parameter.values if parameter.values else inside):
        raise UnknownLayout(f"{what}: {parameter.name} is {value}; it must be {_range(parameter, multiple)}")


def _range(parameter: Parameter, multiple: int) -> str:
    if parameter.values:
        return listing(map(str, parameter.values))
    return f"{f'a multiple of {multiple} ' if multiple > 1 else ''}in {parameter.least}..{parameter.most}"


class Layout:
    """A layout with all sizes chosen: arrays of where each element lies.

    Of a fragment: `row`, `column` (and `matrix`, where an instruction has several) are arrays over
    `[lane, register, element]`; `lane` is the thread of the warp, or of the warpgroup if `lanes` is 128. Of a tile in
    memory, they are over `[row, column]`: `address` in bytes with `bit` within the byte; in tensor memory `lane`,
    `word` (the 32-bit column), `bit` within the word, and `cta` of a pair. -1 means that the place holds no element.
    `place` is the way back.
    """

    def __init__(
        self, instruction: str, operand: str, pattern: Pattern, use: Use, element: Element, given: Mapping[str, int]
    ) -> None:
        self.instruction, self.operand, self.type = instruction, operand, element.name
        self.pattern, self.use, self.element = pattern, use, element
        self.symbols = symbols(use, element, given)
        layout_maps.check(pattern, self.symbols)
        self.shape = tuple(self._sizes.values())

    @property
    def element_bits(self) -> int:
        """Bits of an element."""
        return self.element.bits

    @property
    def storage_bits(self) -> int:
        """Bits between the beginnings of two neighboring elements."""
        return self.element.storage

    @property
    def register_bits(self) -> int:
        """Bits of a register: 64 for elements of 64 bits, else 32."""
        return max(REGISTER_BITS, self.element.storage)

    @property
    def lanes(self) -> int:
        """Threads that hold the fragment: 32, or 128 of a warpgroup."""
        return self.inputs.get("lane", 0)

    @property
    def registers(self) -> int:
        """Registers of each thread; 0 for a tile in memory."""
        return self.inputs.get("register", 0)

    @property
    def sparsity(self) -> tuple[int, int]:
        """How many elements of each block of a row are stored, and elements of a block; (1, 1) for dense."""
        return self.use.sparsity

    @cached_property
    def inputs(self) -> dict[str, int]:
        """Names and sizes of the coordinates that the arrays are indexed by."""
        found: dict[str, int] = {}
        for axis in self.pattern.axes:
            count = layout_maps.size(axis, self.symbols)
            if axis.name == "value":
                elements = min(count, self.register_bits // self.element.storage)
                found.update(register=-(-count // elements), element=elements)
            else:
                found[axis.name] = count
        return found

    @cached_property
    def outputs(self) -> dict[str, Integers]:
        """Every output as an array over the inputs."""
        found = layout_maps.outputs(self.pattern, self.symbols)
        return {name: array.reshape(tuple(self.inputs.values())) for name, array in found.items()}

    @cached_property
    def place(self) -> Inverse:
        """`place[row, column]` of a fragment, `place[address]` of a tile: the inputs, as a named tuple."""
        make: Any = namedtuple
        return Inverse(self.coordinates, self.inputs, make("Place", self.inputs))

    def table(self) -> dict[str, Integers]:
        """Outputs and inputs of every place that holds an element, sorted by outputs: one flat array for each."""
        indices = np.indices(tuple(self.inputs.values()))
        columns = {**self.coordinates, **dict(zip(self.inputs, indices, strict=True))}
        flat = np.stack([column.ravel() for column in columns.values()])
        flat = flat[:, np.all(flat != NOWHERE, axis=0)]
        order = np.lexsort(np.flipud(flat[: len(self.coordinates)]))
        return dict(zip(columns, flat[:, order], strict=True))

    def __getattr__(self, name: str) -> Integers:
        if name.startswith("_") or name not in self.coordinates:
            raise AttributeError(f"this layout has no {name!r}")
        return self.coordinates[name]

    @cached_property
    def coordinates(self) -> dict[str, Integers]:
        """The outputs as the attributes are: addresses in bytes, and the bit within, for elements of broken bytes."""
        found = dict(self.outputs)
        if "address" in found:
            bits = found["address"]
            found["address"] = bits // 8
            if self.element.bits % 8:
                found["bit"] = bits % 8
        return found

    @cached_property
    def _sizes(self) -> dict[str, int]:
        """Sizes of the matrix: those of the tile of a fragment, those of the inputs of a tile in memory."""
        if self.pattern.tile and self.pattern.category == "fragment":
            return {name: layout_maps.evaluate(size, self.symbols) for name, size in self.pattern.tile}
        return {name: size for name, size in self.inputs.items() if name != "copy"}

    def __repr__(self) -> str:
        sizes = " x ".join(map(str, self.shape))
        where = " x ".join(f"{size} {name}{'s' * (size != 1)}" for name, size in self.inputs.items())
        return f"<layout {self.instruction} {self.operand} .{self.type}: {sizes} in {where}>"

    def _repr_html_(self) -> str:
        return html("ptxisa.objects.notebook:layout_html", self)


def symbols(use: Use, element: Element, given: Mapping[str, int]) -> dict[str, int]:
    """Numbers that expressions name: sizes, B storage bits, V elements of a register, T of 16 bytes, W warps, …

    K of a sparse operand counts the elements that are stored, I the indices of a row of its metadata.
    """
    found: dict[str, int] = {
        **dict(use.shape),
        "B": element.storage,
        "V": max(REGISTER_BITS, element.storage) // element.storage,
        "T": 128 // element.storage,
        "W": use.warps,
        **given,
    }
    nonzero, block = use.sparsity
    if "K" in found:
        found["K"] = found["K"] * nonzero // block
        found["I"] = found["K"] // (2 if (nonzero, block) == (4, 8) else 1)
    for name, expression in use.let:
        found[name] = layout_maps.evaluate(expression, found)
    for parameter in use.parameters:
        if parameter.name not in found and parameter.default:
            found[parameter.name] = layout_maps.evaluate(parameter.default, found)
    return found


__all__ = [
    "NOWHERE",
    "Layout",
    "LayoutError",
    "UnknownLayout",
    "choices",
    "layout",
    "layouts",
    "parse",
    "symbols",
    "title",
]
