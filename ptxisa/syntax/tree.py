"""Syntax tree of PTX, which the parser builds and the printer and the checkers read.

Every node has a place: `start` and `end` are offsets into the text, `end` just past the last character. A node
represents what is written: names are not resolved, and instructions and types need not exist. Tuples contain children
in the order of the text. Long lists of data are sequences that parse their nodes again at each iteration.

Dotted words lose their dot: `.global` is "global", the modifiers of `ld.shared::cta.b32` are
"shared::cta" and "b32".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar, get_args, overload

from ptxisa.isa.names import counted
from ptxisa.isa.representation import bounded_repr, line

Item_co = TypeVar("Item_co", covariant=True)


class Reread(Sequence[Item_co]):
    """Long list of nodes that is parsed again at each iteration instead of being kept.

    A table of numbers or a debug section has a node for every few characters, which take fifty times as much memory
    as the text; most readers need each node once. An access by index parses all nodes, and keeps them.

    `kinds` has the classes of the nodes; a number with a minus counts as the number.
    """

    __slots__ = ("_again", "_kept", "_length", "kinds")

    def __init__(self, again: Callable[[], Iterator[Item_co]], length: int, kinds: frozenset[type]) -> None:
        self._again, self._length, self.kinds = again, length, kinds
        self._kept: tuple[Item_co, ...] | None = None

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Item_co]:
        return self._again() if self._kept is None else iter(self._kept)

    @overload
    def __getitem__(self, index: int) -> Item_co: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Item_co, ...]: ...
    def __getitem__(self, index: int | slice) -> Item_co | tuple[Item_co, ...]:
        if self._kept is None:
            self._kept = tuple(self._again())
        return self._kept[index]

    def __eq__(self, other: Any) -> bool:
        if not isinstance(other, (tuple, Reread)):
            return NotImplemented
        return len(self) == len(other) and all(left == right for left, right in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"<{self._length} nodes to be read again>"


class PlainNames(Reread["Declarator"]):
    """Declarators of many registers without dimensions; `texts` has their names.

    Only the parser with `runs` creates them, since they save time only for a reader that needs no places.
    """

    __slots__ = ("texts",)

    def __init__(self, again: Callable[[], Iterator[Declarator]], texts: tuple[str, ...]) -> None:
        super().__init__(again, len(texts), frozenset({Declarator}))
        self.texts = texts


# Names and constants


class Name(NamedTuple):
    """An identifier: a register, variable, label, function, or the `_` of a parameter without a name."""

    text: str
    start: int = 0

    @property
    def end(self) -> int:
        """Offset just past the node."""
        return self.start + len(self.text)


class Integer(NamedTuple):
    """An integer constant as written; `WARP_SZ` is one.

    `value` is negative only in debug sections, where the sign belongs to the constant; `unsigned` is True for
    type .u64, False for .s64.
    """

    value: int
    unsigned: bool
    text: str
    start: int = 0
    end: int = 0


class Float(NamedTuple):
    """A floating-point constant: `bits` of the double, or of the single where `width` is 32 (`0f3f800000`)."""

    bits: int
    width: int
    text: str
    start: int = 0

    @property
    def end(self) -> int:
        """Offset just past the node."""
        return self.start + len(self.text)


class Unary(NamedTuple):
    """Unary operation; `operator` is one of + - ! ~, or the cast "(.s64)" or "(.u64)"."""

    operator: str
    operand: Constant
    start: int = 0
    end: int = 0


class Binary(NamedTuple):
    """Binary operation; `operator` is a binary operator of C."""

    operator: str
    left: Constant
    right: Constant
    start: int = 0
    end: int = 0


class Conditional(NamedTuple):
    """Conditional expression `condition ? then : otherwise`."""

    condition: Constant
    then: Constant
    otherwise: Constant
    start: int = 0
    end: int = 0


Constant = Integer | Float | Unary | Binary | Conditional
"""A constant expression. Parentheses leave no node; `ptxisa.syntax.expressions` evaluates."""


# Operands


class Sink(NamedTuple):
    """`_`: a result that is discarded, or an absent element."""

    start: int = 0

    @property
    def end(self) -> int:
        """Offset just past the node."""
        return self.start + 1


class Select(NamedTuple):
    """Selection `name.selector`: an element of a vector (`v.x`, `%tid.x`) or a part of a register (`r.b0`, `r.h1`)."""

    name: Name
    selector: str
    start: int = 0
    end: int = 0


class Generic(NamedTuple):
    """Generic address `generic(variable)` in an initializer."""

    variable: Name
    start: int = 0
    end: int = 0


class Sum(NamedTuple):
    """Sum `base + offset`: an address and a constant number of bytes, or an index and a constant."""

    base: Name | Generic
    offset: Constant
    start: int = 0
    end: int = 0


class Index(NamedTuple):
    """Element `array[subscript]` as an operand of its own."""

    array: Name
    subscript: Name | Sum | Constant
    start: int = 0
    end: int = 0


class Opposite(NamedTuple):
    """Negated operand: the predicate `!p`, or the register `-a` of a video instruction."""

    operator: str
    operand: Name | Select
    start: int = 0
    end: int = 0


class Vector(NamedTuple):
    """Vector `{a, b}`."""

    elements: tuple[Name | Select | Sink | Constant, ...]
    start: int = 0
    end: int = 0


class Address(NamedTuple):
    """Address: `[base]`, `[base + offset]`, `[base, {x, y}]`, `[base, sampler, {x, y}]` or `[base].unified`.

    `base` is a register or variable, or a constant for an absolute address; `offset` is in bytes;
    `rest` has the parts after a comma, `suffix` the word after the brackets.
    """

    base: Name | Constant
    offset: Constant | None
    rest: tuple[Name | Vector, ...]
    start: int = 0
    end: int = 0
    suffix: str = ""


class Pair(NamedTuple):
    """Pair `first|second`: a result and its predicate, as the first operand."""

    first: Name | Sink | Vector
    second: Name | Sink
    start: int = 0
    end: int = 0


class Arguments(NamedTuple):
    """List in parentheses, which `call` has before and after the function."""

    values: tuple[Name | Sink | Constant, ...]
    start: int = 0
    end: int = 0


Operand = Name | Constant | Sink | Select | Sum | Index | Opposite | Vector | Address | Pair | Arguments


# Instructions and blocks


class Opcode(NamedTuple):
    """A mnemonic and its modifiers.

    `offsets` are those of each modifier's dot, counted from the start of the mnemonic, so that equal
    opcodes can share one object; `Instruction.modifier_range` gives offsets into the text.
    """

    mnemonic: str
    modifiers: tuple[str, ...]
    offsets: tuple[int, ...] = ()

    def __repr__(self) -> str:
        return f"<opcode {line(self.text)}>"

    @property
    def text(self) -> str:
        """The opcode without white space."""
        return ".".join((self.mnemonic, *self.modifiers))


class Guard(NamedTuple):
    """Guard `@p` or `@!p`."""

    predicate: Name
    negated: bool
    start: int = 0

    @property
    def end(self) -> int:
        """Offset just past the node."""
        return self.predicate.end


class Instruction(NamedTuple):
    """One instruction; `opcode_start` is the offset of the mnemonic, after the guard.

    The operands of `call` are: return arguments (`Arguments`) if any, the function, the arguments
    (`Arguments`) if any, and the name of a prototype or of a list of targets if any.
    """

    guard: Guard | None
    opcode: Opcode
    operands: tuple[Operand, ...]
    start: int = 0
    opcode_start: int = 0
    end: int = 0

    def __repr__(self) -> str:
        return f"<statement {line(self.opcode.text)}: {counted(len(self.operands), 'operand')}, at {self.start}>"

    @property
    def opcode_range(self) -> tuple[int, int]:
        """Offsets of the opcode."""
        return self.opcode_start, self.opcode_start + len(self.opcode.text)

    def modifier_range(self, index: int) -> tuple[int, int]:
        """Return the offsets of a modifier with its dot."""
        start = self.opcode_start + self.opcode.offsets[index]
        return start, start + 1 + len(self.opcode.modifiers[index])


class Label(NamedTuple):
    """Label `name:` of the statement or directive (`.branchtargets`) after it."""

    name: Name
    start: int = 0
    end: int = 0


class Block(NamedTuple):
    """Block `{ … }`, which is a scope."""

    statements: tuple[Statement, ...]
    start: int = 0
    end: int = 0


class RunBlock(NamedTuple):
    """Block in a run: the spans of its declarations, and its labels.

    Its pieces are those from `first_piece` to before `last_piece` of the run, and its parts those from `first_part` to
    before `last_part`; `start` is the place after its brace, and `outer` the number of the block around it, or -1. A
    run does not list blocks without declarations, labels and inner blocks.
    """

    declarations: tuple[tuple[int, int], ...]
    labels: tuple[Label, ...]
    first_piece: int
    last_piece: int
    first_part: int
    last_part: int
    start: int
    outer: int = -1


class Run(NamedTuple):
    """Consecutive instructions, and blocks of them, that the parser skipped; see `ptxisa.syntax.runs`.

    Only the blocks of `Parser(…, runs=True)` contain runs. `text` is the source from `start` on, with blanks in place
    of comments and semicolons in place of the braces of blocks: each semicolon ends a piece. `parts` is the text split
    at its words with `%`, which are each second part; the braces of blocks are `ptxisa.syntax.runs.OPEN` and `CLOSE`
    there. `labels` precede some of the instructions outside of blocks, `locations` (offsets of each `.loc`) any.
    """

    text: str
    parts: list[str]
    labels: tuple[Label, ...]
    locations: tuple[tuple[int, int], ...]
    blocks: tuple[RunBlock, ...] = ()
    start: int = 0
    end: int = 0


class Passage(NamedTuple):
    """Statements of a body whose text has not changed since they were parsed; see `ptxisa.check.session`.

    `start` and `end` are the place in the present text. The statements and `labels` have their places in the text in
    which the statements were parsed, where the passage began at `base`. `facts` is what a checker remembers.
    """

    statements: tuple[Any, ...]
    labels: tuple[Label, ...]
    base: int
    facts: Any = None
    start: int = 0
    end: int = 0

    @property
    def shift(self) -> int:
        """Difference between places in the present text and in the statements."""
        return self.start - self.base


# Variables and functions


class Text(NamedTuple):
    """String as an argument, without its quotes."""

    text: str
    start: int = 0
    end: int = 0


class Property(NamedTuple):
    """Directive between the head of a function and its body (`.maxntid 16, 16`), or part of an `.attribute`.

    The arguments of a few directives may be strings (`.language 7, "ptx"`).
    """

    name: str
    arguments: tuple[Integer | Text, ...]
    start: int = 0
    end: int = 0


class Mask(NamedTuple):
    """Mask `0xff00(value)` in an initializer: the bits of an address or constant that `mask` selects."""

    mask: Integer
    value: Name | Generic | Sum | Constant
    start: int = 0
    end: int = 0


class Field(NamedTuple):
    """Field `name = value` in the initializer of a texture, sampler or surface reference."""

    name: Name
    value: Name | Constant
    start: int = 0
    end: int = 0


class Values(NamedTuple):
    """List `{ … }` in an initializer: elements, nested lists, or fields."""

    elements: Sequence[Initializer | Field]
    start: int = 0
    end: int = 0


Initializer = Constant | Name | Generic | Sum | Mask | Values


class Declarator(NamedTuple):
    """One name of a declaration or of a list of targets.

    `copies` is the 10 of `%r<10>`, which declares %r0 to %r9; `dimensions` are the sizes of an array, None
    for a first size that is left open (`x[]`).
    """

    name: Name
    copies: Integer | None
    dimensions: tuple[Integer | None, ...]
    initializer: Initializer | None
    start: int = 0
    end: int = 0


class Declaration(NamedTuple):
    """Variables of one type, such as `.visible .global .align 8 .v2 .f32 a, b[4];`.

    `linkage` is "extern", "visible", "weak" or "common"; `space` may carry a bank ("const[2]"); of
    several alignments the last one counts; `vector` is the 2 of `.v2`.
    """

    linkage: str | None
    space: str
    alignment: Integer | None
    attributes: tuple[Property, ...]
    vector: int | None
    type: str
    declarators: Sequence[Declarator]
    start: int = 0
    end: int = 0


class Pointer(NamedTuple):
    """Pointer `.ptr .global .align 16` of a kernel parameter; without `space` the pointer is generic."""

    space: str | None
    alignment: Integer | None
    start: int = 0
    end: int = 0


class Parameter(NamedTuple):
    """One parameter of a function; the fields are as in `Declaration` and `Declarator`.

    `hidden` is True after `.hidden`: the caller of the kernel does not see the parameter.
    """

    space: str
    alignment: Integer | None
    vector: int | None
    type: str
    pointer: Pointer | None
    name: Name
    dimensions: tuple[Integer | None, ...]
    start: int = 0
    end: int = 0
    hidden: bool = False


class Unknown(NamedTuple):
    """Directive that the grammar does not contain, with its arguments, as text."""

    text: str
    start: int = 0
    end: int = 0


class Pragma(NamedTuple):
    """Directive `.pragma "nounroll";`: the strings, without their quotes."""

    strings: tuple[str, ...]
    start: int = 0
    end: int = 0


class Function(NamedTuple):
    """A kernel (`kind` is "entry") or a device function ("func"); without `body` it is a declaration.

    `returns` and `parameters` are None without parentheses.
    """

    linkage: str | None
    kind: str
    attributes: tuple[Property, ...]
    returns: tuple[Parameter, ...] | None
    name: Name
    parameters: tuple[Parameter, ...] | None
    directives: tuple[Property | Pragma | Unknown, ...]
    body: Block | None
    start: int = 0
    end: int = 0

    def __repr__(self) -> str:
        parameters = counted(len(self.parameters or ()), "parameter")
        return f"<.{self.kind} {line(self.name.text)}: {parameters}, at {self.start}>"


class CallPrototype(NamedTuple):
    """Prototype `.callprototype (returns) _ (parameters);`, which the label before it names."""

    returns: tuple[Parameter, ...] | None
    parameters: tuple[Parameter, ...] | None
    directives: tuple[Property | Unknown, ...]
    start: int = 0
    end: int = 0


class Targets(NamedTuple):
    """List of targets `.branchtargets L1, N<5>;` or `.calltargets f, g;`, which the label before it names."""

    kind: str
    names: tuple[Declarator, ...]
    start: int = 0
    end: int = 0


class Alias(NamedTuple):
    """Directive `.alias name, aliasee;`."""

    name: Name
    aliasee: Name
    start: int = 0
    end: int = 0


# The head of a module


class VersionDirective(NamedTuple):
    """Directive `.version major.minor`."""

    major: int
    minor: int
    start: int = 0
    end: int = 0


class TargetDirective(NamedTuple):
    """Directive `.target sm_90, debug`: an architecture and platform options."""

    names: tuple[Name, ...]
    start: int = 0
    end: int = 0


# Debug information


class File(NamedTuple):
    """Directive `.file number "path", timestamp, size`: a source file that `.loc` names by its number."""

    number: Integer
    path: str
    timestamp: Integer | None
    size: Integer | None
    start: int = 0
    end: int = 0


class Inlined(NamedTuple):
    """Inlined function in a `.loc`: `function_name label + offset, inlined_at file line column`."""

    label: Name
    offset: Integer | None
    file: int
    line: int
    column: int
    start: int = 0
    end: int = 0


class Location(NamedTuple):
    """Directive `.loc file line column`: place in the compiled source of the instructions after it."""

    file: int
    line: int
    column: int
    inlined: Inlined | None
    start: int = 0
    end: int = 0


class IntermediateLocation(NamedTuple):
    """Directive `.loc_intermediate file line column`: place of an instruction in an intermediate language."""

    file: int
    line: int
    column: int
    start: int = 0
    end: int = 0


class IntermediateSource(NamedTuple):
    """A `.code_block`: a source in the intermediate language `language`, whose name `.file` gives by its number.

    `text` are the lines between `.source_begin` and `.source_end`, without the last end of line.
    """

    language: str
    file: Integer
    text: str
    start: int = 0
    end: int = 0


class IntermediateSources(NamedTuple):
    """Directive `.nv_intermediate_source_section { … }`."""

    blocks: tuple[IntermediateSource, ...]
    start: int = 0
    end: int = 0


class Metadata(NamedTuple):
    """Directive `.metadata_section { … }`; `text` is between the braces, and no manual describes its grammar."""

    text: str
    start: int = 0
    end: int = 0


class Difference(NamedTuple):
    """Difference `left - right`: the distance between two labels of a debug section."""

    left: Name
    right: Name
    start: int = 0
    end: int = 0


class SectionData(NamedTuple):
    """Data `.b8 1, 2, 3`: a line of a debug section. A name may be that of a section (".debug_info")."""

    type: str
    values: tuple[Integer | Name | Sum | Difference, ...]
    start: int = 0
    end: int = 0


class Section(NamedTuple):
    """Directive `.section .debug_info { … }`; `name` keeps its dot."""

    name: str
    lines: Sequence[Label | SectionData]
    start: int = 0
    end: int = 0


class Dwarf(NamedTuple):
    """A line `@@DWARF text`, the debug information of PTX 1."""

    text: str
    start: int = 0
    end: int = 0


Statement = (
    Instruction
    | Label
    | Block
    | Declaration
    | Location
    | IntermediateLocation
    | Pragma
    | Targets
    | CallPrototype
    | Function
    | Alias
    | TargetDirective
    | Unknown
    | Run
    | Passage
)
"""Statements of a block; functions in blocks are declarations only."""

Item = Declaration | Function | File | Section | IntermediateSources | Metadata | Pragma | Alias | Dwarf | Unknown
"""Items of a module after its head."""


class Module(NamedTuple):
    """A whole file. Version and targets are absent only if the parser has reported that."""

    version: VersionDirective | None
    targets: tuple[TargetDirective, ...]
    address_size: Integer | None
    items: tuple[Item, ...]
    start: int = 0
    end: int = 0

    def __repr__(self) -> str:
        version = f"PTX {self.version.major}.{self.version.minor}" if self.version else "without version"
        names = [name.text for target in self.targets for name in target.names]
        return f"<module: {line(', '.join([version, *names]))}: {counted(len(self.items), 'item')}>"

    @property
    def functions(self) -> tuple[Function, ...]:
        """Kernels and functions of the module."""
        return tuple(item for item in self.items if isinstance(item, Function))


Node = (
    Module
    | VersionDirective
    | Item
    | Statement
    | Operand
    | Opcode
    | Guard
    | Declarator
    | Parameter
    | Pointer
    | Property
    | Text
    | Generic
    | Values
    | Field
    | Mask
    | Inlined
    | IntermediateSource
    | SectionData
    | Difference
)
"""All nodes of a tree."""

for _node in set(get_args(Node)) - {Opcode, Instruction, Function, Module}:
    # Users print nodes while they explore a tree, and a node may contain a whole module.
    bounded_repr(_node)


POSITIONS = frozenset({"start", "end", "opcode_start", "offsets"})
"""Fields that contain the place of a node."""


def unfolded(statements: Iterable[Any], shift: int) -> Iterator[tuple[Any, int]]:
    """Yield statements, those of passages among them, each with the difference between its places and the text."""
    for statement in statements:
        if isinstance(statement, Passage):
            yield from ((child, shift + statement.shift) for child in statement.statements)
        else:
            yield statement, shift


def moved(node: Any, distance: int) -> Any:
    """Return a tree with every place moved by a distance; data that are read again when needed keep theirs."""
    if not isinstance(node, tuple) or isinstance(node, Opcode):  # Places in an opcode are relative to its start.
        return node
    if isinstance(node, Run):
        return node._replace(
            labels=moved(node.labels, distance),
            locations=tuple((start + distance, end + distance) for start, end in node.locations),
            start=node.start + distance,
            end=node.end + distance,
        )
    fields = getattr(node, "_fields", None)
    if fields is None:
        return tuple([moved(child, distance) for child in node])
    make: Any = type(node)
    return make(
        *[
            child + distance if field in POSITIONS else moved(child, distance) if isinstance(child, tuple) else child
            for field, child in zip(fields, node, strict=True)
        ]
    )


def same_tree(left: Any, right: Any) -> bool:
    """Return True if two nodes, or sequences of nodes, are equal but for their places in the text.

    Nodes compare by all of their fields with `==`; a parsed node and one made by a program differ in places alone.

    Example:
        >>> same_tree(Name("x", 3), Name("x"))
        True
    """
    pairs = [(left, right)]
    while pairs:
        node, other = pairs.pop()
        if hasattr(node, "_fields"):
            if type(node) is not type(other):
                return False
            pairs += [(getattr(node, name), getattr(other, name)) for name in node._fields if name not in POSITIONS]
        elif isinstance(node, Sequence) and not isinstance(node, (str, bytes)):
            if not isinstance(other, Sequence) or isinstance(other, (str, bytes)) or len(node) != len(other):
                return False
            pairs += list(zip(node, other, strict=True))
        elif node != other:
            return False
    return True
