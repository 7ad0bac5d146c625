"""Strategies for syntax trees: every node type, with every choice that the grammar leaves. Places are all 0."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from ptxisa.syntax.directive_parser import FUNCTION_DIRECTIVES
from ptxisa.syntax.expressions import PRECEDENCE, ConstantError, evaluate, exact_literal, float_literal, integer_literal
from ptxisa.syntax.tree import (
    Address,
    Alias,
    Arguments,
    Binary,
    Block,
    CallPrototype,
    Conditional,
    Declaration,
    Declarator,
    Difference,
    Dwarf,
    Field,
    File,
    Function,
    Generic,
    Guard,
    Index,
    Inlined,
    Instruction,
    Integer,
    IntermediateLocation,
    IntermediateSource,
    IntermediateSources,
    Label,
    Location,
    Mask,
    Metadata,
    Module,
    Name,
    Opcode,
    Opposite,
    Pair,
    Parameter,
    Pointer,
    Pragma,
    Property,
    Section,
    SectionData,
    Select,
    Sink,
    Sum,
    TargetDirective,
    Targets,
    Text,
    Unary,
    Unknown,
    Values,
    Vector,
    VersionDirective,
)

Nodes = st.SearchStrategy[Any]
HERE = (0, 0)
NOTHING = st.none()


def node(kind: type, *fields: Nodes) -> Nodes:
    """Nodes of a type from the fields before `start` and `end`."""
    places = sum(field in ("start", "end") for field in kind._fields)  # type: ignore[attr-defined]
    return st.tuples(*fields).map(lambda values: kind(*values, *HERE[:places]))


def some(nodes: Nodes, least: int = 0, most: int = 3) -> Nodes:
    """Draw a tuple of a few nodes."""
    return st.lists(nodes, min_size=least, max_size=most).map(tuple)


def maybe(nodes: Nodes) -> Nodes:
    """Draw a node or None."""
    return NOTHING | nodes


# Names and constants

WORDS = st.from_regex(r"(?:[A-Za-z][A-Za-z0-9_$]{0,4}|[_$%][A-Za-z0-9_$]{1,4})", fullmatch=True)
NAMES = node(Name, WORDS.filter(lambda text: text not in ("WARP_SZ", "generic")))
DOTTED = st.from_regex(r"[a-z_][A-Za-z0-9_$]{0,4}(?:::[a-z0-9_]{1,3}){0,2}", fullmatch=True)
INTEGER_TEXTS = st.one_of(
    st.integers(0, 2**64 - 1).map(str),
    st.integers(0, 2**63 - 1).map("{}U".format),
    st.integers(0, 2**64 - 1).map(hex),
    st.integers(0, 2**64 - 1).map("0{:o}".format),
    st.integers(0, 2**20).map("0b{:b}U".format),
)
LITERALS = INTEGER_TEXTS.map(lambda text: integer_literal(text, 0))
INTEGERS = LITERALS | st.just(Integer(32, False, "WARP_SZ", 0, 0))
DECIMALS = st.floats(1e-300, 1e300).map(lambda number: float_literal(f"{number:.17e}", 0))
EXACT = st.one_of(
    st.integers(0, 2**32 - 1).map("0f{:08x}".format), st.integers(0, 2**64 - 1).map("0D{:016X}".format)
).map(lambda text: exact_literal(text, 0))


def has_value(constant: Any) -> bool:
    """Return True if a constant expression can be evaluated."""
    try:
        evaluate(constant)
    except ConstantError:
        return False
    return True


def _expressions(parts: Nodes) -> Nodes:
    return st.one_of(
        node(Unary, st.sampled_from(["+", "-", "!", "~", "(.s64)", "(.u64)"]), parts),
        node(Binary, st.sampled_from(list(PRECEDENCE)), parts, parts),
        node(Conditional, parts, parts, parts),
    )


WHOLE = st.recursive(INTEGERS, _expressions, max_leaves=6).filter(has_value)
FRACTIONS = st.recursive(DECIMALS, _expressions, max_leaves=4).filter(has_value) | EXACT
CONSTANTS = WHOLE | FRACTIONS

# Operands and instructions

SELECTS = node(Select, NAMES, st.from_regex(r"[a-z][a-z0-9]{0,2}", fullmatch=True))
SINKS = st.just(Sink(0))
SUMS = node(Sum, NAMES, WHOLE)
VECTORS = node(Vector, some(NAMES | SELECTS | SINKS | CONSTANTS, 1))
RESTS = st.one_of(
    st.just(()), st.tuples(VECTORS), st.tuples(NAMES), st.tuples(NAMES, VECTORS | NAMES)
)  # coordinates, a sampler, or both
OPERANDS = st.one_of(
    NAMES,
    CONSTANTS,
    SINKS,
    SELECTS,
    SUMS,
    VECTORS,
    node(Index, NAMES, NAMES | SUMS | WHOLE),
    node(Opposite, st.just("-"), NAMES | SELECTS),
    node(Opposite, st.just("!"), NAMES),
    node(Address, NAMES, WHOLE, st.just(())),
    node(Address, NAMES, NOTHING, RESTS),
    node(Address, WHOLE, NOTHING, st.just(())),
)
PAIRS = node(Pair, NAMES, NAMES | SINKS) | node(Pair, SINKS | VECTORS, NAMES)
ARGUMENTS = node(Arguments, some(NAMES | SINKS | CONSTANTS))
MODIFIERS = some(st.from_regex(r"[a-z0-9_]{1,4}(?:::[a-z0-9]{1,3})?|const\[[0-9]{1,2}\]", fullmatch=True), 0, 6)
OPCODES = st.builds(Opcode, WORDS.filter(lambda text: text not in ("call", "WARP_SZ")), MODIFIERS, st.just(()))
CALLS = st.builds(Opcode, st.just("call"), MODIFIERS, st.just(()))
GUARDS = st.builds(Guard, NAMES, st.booleans(), st.just(0))


def instructions(opcodes: Nodes, operands: Nodes) -> Nodes:
    """Instructions, with and without a guard."""
    return st.builds(lambda *fields: Instruction(*fields, 0, 0, 0), maybe(GUARDS), opcodes, operands)


def joined(*parts: Nodes) -> Nodes:
    """One tuple from nodes that may be None."""
    return st.tuples(*parts).map(lambda expected: tuple(part for part in expected if part is not None))


INSTRUCTIONS = st.one_of(
    instructions(OPCODES, some(OPERANDS, most=4)),
    instructions(OPCODES, st.builds(lambda first, rest: (first, *rest), PAIRS, some(OPERANDS))),
    instructions(CALLS, joined(maybe(ARGUMENTS), NAMES, maybe(ARGUMENTS), maybe(NAMES))),
)

# Variables

SPACES = st.sampled_from(["reg", "local", "shared", "param", "global", "tex", "const", "const[3]"])
NO_TYPES = ("align", "attribute", "ptr", "reg", "local", "shared", "param", "global", "tex", "const")
TYPES = DOTTED.filter(lambda text: text not in NO_TYPES and text[0] != "v")
ATTRIBUTES = some(node(Property, DOTTED, some(INTEGERS)), most=2)
DIMENSIONS = st.builds(lambda first, rest: (first, *rest), maybe(INTEGERS), some(INTEGERS)) | st.just(())
LENGTHS = maybe(st.integers(0, 999))
ADDRESSES = NAMES | node(Generic, NAMES) | node(Sum, NAMES | node(Generic, NAMES), WHOLE)
SCALARS = CONSTANTS | ADDRESSES | node(Mask, INTEGERS, ADDRESSES | CONSTANTS)
FIELDS = node(Field, NAMES, NAMES | CONSTANTS)
INITIALIZERS = st.recursive(SCALARS, lambda parts: node(Values, some(parts | FIELDS, most=4)), max_leaves=8)
DECLARATORS = node(Declarator, NAMES, NOTHING, DIMENSIONS, maybe(INITIALIZERS))
COUNTED = node(Declarator, NAMES, maybe(INTEGERS), st.just(()), NOTHING)
LINKAGES = maybe(st.sampled_from(["extern", "visible", "weak", "common"]))


def declarations(linkages: Nodes) -> Nodes:
    """Draw declarations of variables."""
    names = some(DECLARATORS | COUNTED, most=3)
    return node(Declaration, linkages, SPACES, maybe(INTEGERS), ATTRIBUTES, LENGTHS, TYPES, names)


POINTERS = node(Pointer, maybe(st.sampled_from(["const", "global", "local", "shared"])), maybe(INTEGERS))
PARAMETERS = node(
    Parameter,
    SPACES,
    maybe(INTEGERS),
    LENGTHS,
    TYPES,
    maybe(POINTERS),
    NAMES | st.just(Name("_", 0)),
    st.just(()) | st.tuples(maybe(INTEGERS)),
)
PARAMETERS = st.builds(lambda parameter, hidden: parameter._replace(hidden=hidden), PARAMETERS, st.booleans())
LISTS = maybe(some(PARAMETERS))

# Directives and functions

PRAGMAS = node(Pragma, some(st.text(st.characters(min_codepoint=32, max_codepoint=126, exclude_characters='"')), 1))
ALIASES = node(Alias, NAMES, NAMES)
TARGETS = node(TargetDirective, some(NAMES, 1))
NUMBERS = st.integers(0, 2**63)
STRINGS = st.text(st.characters(min_codepoint=32, max_codepoint=126, exclude_characters='"'), max_size=9)
TEXTS = node(Text, STRINGS)
INTERMEDIATE_LOCATIONS = node(IntermediateLocation, NUMBERS, NUMBERS, NUMBERS)
LINES_OF_SOURCE = st.text(st.characters(min_codepoint=32, max_codepoint=126)).map(lambda line: f"{line}.")
INTERMEDIATE_SOURCES = node(
    IntermediateSources,
    some(node(IntermediateSource, STRINGS, INTEGERS, st.lists(LINES_OF_SOURCE, min_size=1).map("\n".join)), most=3),
)
METADATA = node(Metadata, st.sampled_from(["", " ", ' .metadata 1 { "a", .b32 1 } ', ' { " } ', " // }\n"]))
# Nothing tells an unknown directive that ends with its line from one whose block is on the next line.
UNKNOWN = node(Unknown, st.sampled_from([".zz;", '.zz "}" x;', ".zz { }", ".zz a\n{ free ' text }", ".zz 1,\n2;"]))
SECTION_NAMES = node(Name, DOTTED.map(".{}".format))
LOCATIONS = node(
    Location, NUMBERS, NUMBERS, NUMBERS, maybe(node(Inlined, NAMES | SECTION_NAMES, maybe(INTEGERS), *[NUMBERS] * 3))
)
LABELS = node(Label, NAMES)


def properties(kind: str) -> Nodes:
    """Directives between the head and the body; those of a function in their order, the last two once."""
    known = {name[1:]: counts for name, counts in FUNCTION_DIRECTIVES[kind].items() if name != ".noreturn"}

    def arguments(name: str) -> Nodes:
        least, most = known[name]
        return some(INTEGERS, least, most) if most is not None else some(INTEGERS | TEXTS, least)

    property_ = st.sampled_from(list(known)).flatmap(lambda name: node(Property, st.just(name), arguments(name)))
    first = st.just((Property("noreturn", (), 0, 0),)) if kind == ".func" else st.just(())

    def in_order(nodes: tuple[Property, ...]) -> tuple[Property, ...]:
        if kind != ".func":
            return nodes
        last = {node.name: node for node in nodes if node.name in ("local_maxnreg", "language")}
        free = tuple(node for node in nodes if node.name not in last)
        return free + tuple(last[name] for name in ("local_maxnreg", "language") if name in last)

    return st.builds(lambda first, rest: first + in_order(rest), st.just(()) | first, some(property_))


PROTOTYPES = node(CallPrototype, LISTS, LISTS, properties(".func"))
TARGET_LISTS = node(Targets, st.sampled_from(["branchtargets", "calltargets"]), some(COUNTED, 1))


def functions(kinds: tuple[str, ...], bodies: Nodes) -> Nodes:
    """Kernels and device functions."""
    kernel_directives = st.builds(
        lambda first, pragmas, rest: first + pragmas + rest, properties(".entry"), some(PRAGMAS), properties(".entry")
    )
    choices = {
        "entry": (st.just("entry"), st.just(()), NOTHING, NAMES, LISTS, kernel_directives),
        "func": (st.just("func"), ATTRIBUTES, LISTS, NAMES, LISTS, properties(".func")),
    }
    return st.one_of([node(Function, LINKAGES, *choices[kind], bodies) for kind in kinds])


def _blocks(statements: Nodes) -> Nodes:
    groups = st.lists(statements, max_size=4)
    return node(Block, groups.map(lambda expected: tuple(part for group in expected for part in group)))


LABELLED = st.tuples(LABELS, PROTOTYPES | TARGET_LISTS)
SINGLE = st.one_of(
    INSTRUCTIONS,
    LABELS,
    declarations(NOTHING),
    LOCATIONS,
    INTERMEDIATE_LOCATIONS,
    UNKNOWN,
    PRAGMAS,
    ALIASES,
    TARGETS,
    functions(("func",), NOTHING),
)
STATEMENTS = LABELLED | st.tuples(SINGLE)
BLOCKS = _blocks(st.recursive(STATEMENTS, lambda inner: st.tuples(_blocks(inner)), max_leaves=6))

# Modules

NEGATIVE = st.integers(1, 2**63).map(lambda value: Integer(-value, False, f"-{value}", 0, 0))
PLACES = NAMES | SECTION_NAMES
ROWS = some(LITERALS | NEGATIVE, 1) | st.tuples(PLACES | node(Sum, PLACES, LITERALS) | node(Difference, NAMES, NAMES))
LINES = LABELS | node(SectionData, st.sampled_from(["b8", "b16", "b32", "b64"]), ROWS)
SECTIONS = node(Section, DOTTED.map(".{}".format), some(LINES, most=5))
PATHS = st.text(st.characters(min_codepoint=32, max_codepoint=126, exclude_characters='"'), max_size=9)
FILES = node(File, INTEGERS, PATHS, NOTHING, NOTHING) | node(File, INTEGERS, PATHS, INTEGERS, maybe(INTEGERS))
DWARF = node(Dwarf, st.text(st.characters(min_codepoint=32, max_codepoint=126)).map(str.strip))
ITEMS = st.one_of(
    declarations(LINKAGES),
    functions(("entry", "func"), maybe(BLOCKS)),
    *(FILES, SECTIONS, INTERMEDIATE_SOURCES, METADATA, UNKNOWN, PRAGMAS, ALIASES, DWARF),
)
VERSIONS = node(VersionDirective, st.integers(0, 99), st.integers(0, 99))
MODULES = node(Module, VERSIONS, some(TARGETS, 1), maybe(INTEGERS), some(ITEMS, most=4))
