"""Mutants of legal modules, to compare which of them the checker and ptxas reject.

`mutants` yields them. A mutation is one edit of the text: of a modifier, an operand, a declaration, a directive or the
head. Each kind has a name and picks its place by the given random numbers, so that the same seed gives the same
mutants. Many mutants stay legal; the checker and ptxas must agree on each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from random import Random
from typing import Any, NamedTuple, TypeVar

from ptxisa.check.statement import check_statement
from ptxisa.isa import targets, types, versions
from ptxisa.isa.instructions import mnemonics
from ptxisa.syntax import tree
from ptxisa.syntax.parser import parse
from tools.corpus.fragments import SPARE

T = TypeVar("T")

SPACES = ("global", "shared", "local", "const", "param", "shared::cta", "shared::cluster", "param::entry")
DECLARED_SPACES = ("global", "shared", "local", "const", "param", "reg", "tex", "sreg")
LINKAGES = ("extern", "visible", "weak", "common")
DIRECTIVES = (
    ".maxntid 128, 1, 1",
    ".reqntid 32",
    ".minnctapersm 2",
    ".maxnctapersm 2",
    ".maxnreg 64",
    ".noreturn",
    ".reqnctapercluster 2, 1, 1",
    ".explicitcluster",
    ".maxclusterrank 4",
    '.pragma "nounroll";',
)
SPECIAL = ("%tid.x", "%tid", "%laneid", "%clock64", "%ctaid.w", "%nosuch", "%pm0", "%envreg1")
HUGE = "99999999999999999999"


class Edit(NamedTuple):
    """Replace `text[start:end]`; `near` is the statement, declaration or directive that it changes."""

    start: int
    end: int
    text: str
    near: tuple[int, int]


class Mutant(NamedTuple):
    """A changed module."""

    sort: str
    text: str
    """The whole module."""
    before: str
    """Statement, declaration or directive that was changed."""
    after: str
    mnemonic: str
    """Mnemonic of a changed instruction, otherwise empty."""
    recorded: bool
    """False if the statement is an instruction that no record covers yet."""


class Site:
    """A module with the places that mutations change."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.module = parse(text).module

    @property
    def version(self) -> str | None:
        """PTX version of the module, such as 8.7."""
        node = self.module.version
        return f"{node.major}.{node.minor}" if node else None

    @cached_property
    def instructions(self) -> list[tree.Instruction]:
        """Instructions of the module."""
        return [node for node in self._nodes if isinstance(node, tree.Instruction)]

    @cached_property
    def modifiers(self) -> list[tuple[tree.Instruction, int]]:
        """Modifiers, as pairs of an instruction and a position."""
        return [
            (instruction, index)
            for instruction in self.instructions
            for index in range(len(instruction.opcode.modifiers))
        ]

    @cached_property
    def operands(self) -> list[tuple[tree.Instruction, tree.Operand]]:
        """Operands with their instructions."""
        return [(instruction, operand) for instruction in self.instructions for operand in instruction.operands]

    @cached_property
    def registers(self) -> list[tuple[tree.Instruction, tree.Name]]:
        """Names that begin with % or are declared as registers, anywhere in operands."""
        names = [
            (instruction, node)
            for instruction in self.instructions
            for node in _walk(instruction.operands)
            if isinstance(node, tree.Name)
        ]
        return [
            (instruction, name)
            for instruction, name in names
            if name.text[0] == "%" or name.text in self._declared_registers
        ]

    @cached_property
    def constants(self) -> list[tuple[tree.Instruction, tree.Integer | tree.Float]]:
        """Constants with their instructions."""
        nodes = [(instruction, node) for instruction in self.instructions for node in _walk(instruction.operands)]
        return [(instruction, node) for instruction, node in nodes if isinstance(node, (tree.Integer, tree.Float))]

    @cached_property
    def labels(self) -> list[tree.Label]:
        """Labels of the module."""
        return [node for node in self._nodes if isinstance(node, tree.Label)]

    @cached_property
    def declarations(self) -> list[tree.Declaration]:
        """Declarations, without those of spare registers."""
        return [
            node
            for node in self._nodes
            if isinstance(node, tree.Declaration)
            and not (node.declarators and node.declarators[0].name.text.startswith("%spare_"))
        ]

    @cached_property
    def directives(self) -> list[tree.Property | tree.Pragma]:
        """Directives and pragmas of the module."""
        return [directive for function in self.functions for directive in function.directives]

    @cached_property
    def parameters(self) -> list[tuple[tree.Function, tree.Parameter]]:
        """Parameters with their functions."""
        return [
            (function, parameter)
            for function in self.functions
            for parameter in (*(function.returns or ()), *(function.parameters or ()))
        ]

    @property
    def functions(self) -> tuple[tree.Function, ...]:
        """Functions of the module."""
        return self.module.functions

    @cached_property
    def _declared_registers(self) -> frozenset[str]:
        registers = [declaration for declaration in self.declarations if declaration.space == "reg"]
        return frozenset(
            declarator.name.text
            for declaration in registers
            for declarator in declaration.declarators
            if declarator.copies is None
        )

    @cached_property
    def _nodes(self) -> list[Any]:
        """Items and statements, those of nested blocks included."""
        nodes: list[Any] = []
        pending: list[Any] = [*self.module.items]
        while pending:
            node = pending.pop(0)
            nodes.append(node)
            body = node.body if isinstance(node, tree.Function) else node
            if isinstance(body, tree.Block):
                pending += body.statements
        return nodes

    def slice(self, node: Any) -> str:
        """Return the text of a node."""
        return self.text[node.start : node.end]


def _walk(node: Any) -> Iterator[Any]:
    """Yield the nodes below a node of the tree."""
    for child in node:
        if isinstance(child, tuple):
            if hasattr(child, "start"):
                yield child
            yield from _walk(child)


def mutants(text: str, rng: Random, count: int) -> Iterator[Mutant]:
    """Yield `count` mutants of a module, each of the next kind; fewer if its text has no more."""
    site = Site(text)
    names = list(SORTS)
    rng.shuffle(names)
    seen = {text}
    for turn in range(4 * count):  # Most sorts have a place in most modules, so that more turns add little.
        if len(seen) > count:
            break
        sort = names[turn % len(names)]
        edit = SORTS[sort](site, rng)
        mutant = _apply(site, sort, edit) if edit else None
        if mutant and mutant.text not in seen:
            seen.add(mutant.text)
            yield mutant


def _apply(site: Site, sort: str, edit: Edit) -> Mutant:
    changed = site.text[: edit.start] + edit.text + site.text[edit.end :]
    start, end = edit.near
    after = changed[start : end + len(edit.text) - (edit.end - edit.start)]
    statement = next((instruction for instruction in site.instructions if instruction.start == start), None)
    mnemonic = statement.opcode.mnemonic if statement else ""
    before = site.text[start:end]
    version = site.version
    known = not statement or (recorded(before, version) and recorded(after, version))
    return Mutant(sort, changed, before, after, mnemonic, known)


@lru_cache(maxsize=65536)
def recorded(statement: str, version: str | None = None) -> bool:
    """Return True if a record covers the instruction of a statement at a PTX version, or excludes it."""
    diagnostics = check_statement(statement, ptx=version if version in versions.known() else None)
    return not any(diagnostic.code == "unrecorded-instruction" for diagnostic in diagnostics)


Mutation = Callable[[Site, Random], Edit | None]
SORTS: dict[str, Mutation] = {}
"""Mutations by name; each returns None where a module has no place for it. `_sort` enters them, in the order below."""


def _sort(mutation: Mutation) -> Mutation:
    """Enter a mutation under the name of its function: `_type_swap` is the kind type-swap."""
    SORTS[mutation.__name__.strip("_").replace("_", "-")] = mutation
    return mutation


# Helpers to write edits with


def _of(node: Any, start: int, end: int, text: str) -> Edit:
    return Edit(start, end, text, (node.start, node.end))


def _pick(rng: Random, choices: Sequence[T]) -> T | None:
    return rng.choice(choices) if choices else None


def _other(rng: Random, choices: Sequence[str], than: str) -> str | None:
    return _pick(rng, [choice for choice in choices if choice != than])


def _replace(node: Any, part: Any, text: str | None) -> Edit | None:
    """Replace a part of a node."""
    return None if text is None else _of(node, part.start, part.end, text)


# Modifiers


def _modifier_edit(
    site: Site, rng: Random, fits: Callable[[str], bool], write: Callable[[str], str | None]
) -> Edit | None:
    """Change instruction modifier; `write` returns the new text, with its dot, for the modifier without its dot."""
    place = _pick(
        rng,
        [(instruction, index) for instruction, index in site.modifiers if fits(instruction.opcode.modifiers[index])],
    )
    if place is None:
        return None
    instruction, index = place
    text = write(instruction.opcode.modifiers[index])
    return None if text is None else _of(instruction, *instruction.modifier_range(index), text)


@_sort
def _type_swap(site: Site, rng: Random) -> Edit | None:
    known = list(types.known())
    return _modifier_edit(site, rng, known.__contains__, lambda old: _dotted(_other(rng, known, old)))


@_sort
def _modifier_drop(site: Site, rng: Random) -> Edit | None:
    return _modifier_edit(site, rng, lambda old: True, lambda old: "")


@_sort
def _modifier_double(site: Site, rng: Random) -> Edit | None:
    return _modifier_edit(site, rng, lambda old: True, lambda old: f".{old}.{old}")


@_sort
def _modifier_sibling(site: Site, rng: Random) -> Edit | None:
    """Replace a modifier by another of its groups."""
    groups = modifier_groups()
    return _modifier_edit(site, rng, groups.__contains__, lambda old: _dotted(_other(rng, groups[old], old)))


@_sort
def _modifier_foreign(site: Site, rng: Random) -> Edit | None:
    """Add a modifier of any instruction."""
    known = list(modifier_groups())
    return _modifier_edit(site, rng, lambda old: True, lambda old: f".{old}.{rng.choice(known)}")


@_sort
def _modifier_swap(site: Site, rng: Random) -> Edit | None:
    instruction = _pick(
        rng, [instruction for instruction in site.instructions if len(instruction.opcode.modifiers) > 1]
    )
    if instruction is None:
        return None
    index = rng.randrange(len(instruction.opcode.modifiers) - 1)
    first, second = instruction.opcode.modifiers[index : index + 2]
    start, end = instruction.modifier_range(index)[0], instruction.modifier_range(index + 1)[1]
    return _of(instruction, start, end, f".{second}.{first}")


@_sort
def _space_swap(site: Site, rng: Random) -> Edit | None:
    return _modifier_edit(site, rng, SPACES.__contains__, lambda old: _dotted(_other(rng, SPACES, old)))


@_sort
def _vector_modifier(site: Site, rng: Random) -> Edit | None:
    widths = ("v2", "v4", "v8", "v3")
    return _modifier_edit(site, rng, widths.__contains__, lambda old: _dotted(_other(rng, widths, old)))


@_sort
def _mnemonic_swap(site: Site, rng: Random) -> Edit | None:
    instruction = _pick(rng, site.instructions)
    if instruction is None:
        return None
    start = instruction.opcode_start
    return _of(instruction, start, start + len(instruction.opcode.mnemonic), rng.choice(mnemonics()))


def _dotted(modifier: str | None) -> str | None:
    return None if modifier is None else f".{modifier}"


@lru_cache(maxsize=1)
def modifier_groups() -> Mapping[str, tuple[str, ...]]:
    """Return the modifiers of the same groups, by modifier; types are a group, and so are state spaces."""
    from ptxisa.query.database import database

    groups: dict[str, set[str]] = {"type": set(types.known()), "state-space": set(SPACES)}
    for group, value in database().sql('SELECT "group", value FROM modifier'):
        groups.setdefault(group, set()).add(value)
    siblings: dict[str, set[str]] = {}
    for members in groups.values():
        for value in members:
            siblings.setdefault(value, set()).update(members)
    return {value: tuple(sorted(siblings[value])) for value in sorted(siblings)}


# Operands


def _register_edit(site: Site, rng: Random, choices: Sequence[str]) -> Edit | None:
    place = _pick(rng, site.registers)
    return _replace(*place, rng.choice(choices)) if place else None


@_sort
def _register_type(site: Site, rng: Random) -> Edit | None:
    return _register_edit(site, rng, list(SPARE.values()))


@_sort
def _register_undeclared(site: Site, rng: Random) -> Edit | None:
    return _register_edit(site, rng, ["%undeclared"])


@_sort
def _register_immediate(site: Site, rng: Random) -> Edit | None:
    return _register_edit(site, rng, ["1", "-1", "0f3f800000", "1.5", "0xffffffff"])


@_sort
def _register_special(site: Site, rng: Random) -> Edit | None:
    return _register_edit(site, rng, SPECIAL)


def _constant_edit(site: Site, rng: Random, choices: Sequence[str]) -> Edit | None:
    place = _pick(rng, site.constants)
    return _replace(*place, rng.choice(choices)) if place else None


@_sort
def _constant_register(site: Site, rng: Random) -> Edit | None:
    return _constant_edit(site, rng, [SPARE["b32"], SPARE["b64"], SPARE["pred"]])


@_sort
def _constant_range(site: Site, rng: Random) -> Edit | None:
    return _constant_edit(site, rng, ["-1", "3", "33", "256", "0x100000000", "-2147483649", HUGE])


@_sort
def _constant_kind(site: Site, rng: Random) -> Edit | None:
    return _constant_edit(site, rng, ["1.5", "0f3f800000", "0d3ff0000000000000", "7U", "WARP_SZ"])


def _operand_edit(site: Site, rng: Random, write: Callable[[str], str]) -> Edit | None:
    """Replace a whole operand; `write` gets its text."""
    place = _pick(rng, site.operands)
    if place is None:
        return None
    instruction, operand = place
    return _replace(instruction, operand, write(site.slice(operand)))


@_sort
def _operand_double(site: Site, rng: Random) -> Edit | None:
    return _operand_edit(site, rng, lambda text: f"{text}, {text}")


@_sort
def _operand_sink(site: Site, rng: Random) -> Edit | None:
    return _operand_edit(site, rng, lambda text: "_")


@_sort
def _operand_brackets(site: Site, rng: Random) -> Edit | None:
    return _operand_edit(site, rng, lambda text: text[1:-1] if text[0] == "[" else f"[{text}]")


@_sort
def _operand_sign(site: Site, rng: Random) -> Edit | None:
    return _operand_edit(site, rng, lambda text: rng.choice("!-~") + text)


@_sort
def _operand_pair(site: Site, rng: Random) -> Edit | None:
    return _operand_edit(site, rng, lambda text: f"{text}|{SPARE['pred']}")


@_sort
def _operand_offset(site: Site, rng: Random) -> Edit | None:
    return _operand_edit(site, rng, lambda text: f"{text[:-1]}+3]" if text[-1] == "]" else f"{text}+4")


@_sort
def _operand_element(site: Site, rng: Random) -> Edit | None:
    return _operand_edit(site, rng, lambda text: text + rng.choice([".x", ".w", ".b0", ".h1"]))


@_sort
def _operand_drop(site: Site, rng: Random) -> Edit | None:
    """Remove an operand and a comma beside it."""
    instruction = _pick(rng, [instruction for instruction in site.instructions if instruction.operands])
    if instruction is None:
        return None
    index = rng.randrange(len(instruction.operands))
    if index:
        return _of(instruction, instruction.operands[index - 1].end, instruction.operands[index].end, "")
    end = instruction.operands[1].start if len(instruction.operands) > 1 else instruction.operands[0].end
    return _of(instruction, instruction.operands[0].start, end, "")


@_sort
def _operand_swap(site: Site, rng: Random) -> Edit | None:
    instruction = _pick(rng, [instruction for instruction in site.instructions if len(instruction.operands) > 1])
    if instruction is None:
        return None
    index = rng.randrange(len(instruction.operands) - 1)
    first, second = instruction.operands[index : index + 2]
    return _of(instruction, first.start, second.end, f"{site.slice(second)}, {site.slice(first)}")


@_sort
def _vector_length(site: Site, rng: Random) -> Edit | None:
    """Return a vector with one element more or less."""
    places = [
        (instruction, node)
        for instruction in site.instructions
        for node in _walk(instruction.operands)
        if isinstance(node, tree.Vector)
    ]
    place = _pick(rng, places)
    if place is None:
        return None
    instruction, vector = place
    elements = [site.slice(element) for element in vector.elements]
    changed = elements[:-1] if rng.random() < 0.5 else [*elements, elements[-1]]
    return _replace(instruction, vector, f"{{{', '.join(changed)}}}")


# Guards, labels, calls


@_sort
def _guard_add(site: Site, rng: Random) -> Edit | None:
    instruction = _pick(rng, [instruction for instruction in site.instructions if instruction.guard is None])
    if instruction is None:
        return None
    return _of(
        instruction,
        instruction.start,
        instruction.start,
        rng.choice([f"@{SPARE['pred']} ", f"@!{SPARE['pred']} ", "@%undeclared "]),
    )


@_sort
def _guard_register(site: Site, rng: Random) -> Edit | None:
    instruction = _pick(rng, [instruction for instruction in site.instructions if instruction.guard is not None])
    return (
        _replace(instruction, instruction.guard.predicate, rng.choice(list(SPARE.values())))
        if instruction and instruction.guard
        else None
    )


@_sort
def _label_rename(site: Site, rng: Random) -> Edit | None:
    label = _pick(rng, site.labels)
    return _replace(label, label.name, "renamed_label") if label else None


@_sort
def _label_double(site: Site, rng: Random) -> Edit | None:
    label = _pick(rng, site.labels)
    return _of(label, label.end, label.end, f"\n{site.slice(label)}") if label else None


@_sort
def _branch_target(site: Site, rng: Random) -> Edit | None:
    branches = [
        instruction
        for instruction in site.instructions
        if instruction.opcode.mnemonic in ("bra", "brx", "call") and instruction.operands
    ]
    instruction = _pick(rng, branches)
    if instruction is None:
        return None
    names = [node for node in instruction.operands if isinstance(node, tree.Name)]
    name = _pick(rng, names)
    return _replace(instruction, name, rng.choice(["no_such_place", SPARE["b32"], SPARE["b64"]])) if name else None


@_sort
def _argument_count(site: Site, rng: Random) -> Edit | None:
    places = [
        (instruction, node)
        for instruction in site.instructions
        for node in instruction.operands
        if isinstance(node, tree.Arguments) and node.values
    ]
    place = _pick(rng, places)
    if place is None:
        return None
    instruction, arguments = place
    values = [site.slice(value) for value in arguments.values]
    changed = values[:-1] if rng.random() < 0.5 else [*values, values[-1]]
    return _replace(instruction, arguments, f"({', '.join(changed)})")


@_sort
def _statement_drop(site: Site, rng: Random) -> Edit | None:
    instruction = _pick(rng, site.instructions)
    return _of(instruction, instruction.start, instruction.end, "") if instruction else None


@_sort
def _statement_double(site: Site, rng: Random) -> Edit | None:
    instruction = _pick(rng, site.instructions)
    return _of(instruction, instruction.end, instruction.end, f" {site.slice(instruction)}") if instruction else None


@_sort
def _statement_outside(site: Site, rng: Random) -> Edit | None:
    """Copy an instruction to the place before a function."""
    instruction, function = _pick(rng, site.instructions), _pick(rng, site.functions)
    return (
        Edit(function.start, function.start, f"{site.slice(instruction)}\n", (instruction.start, instruction.end))
        if instruction and function
        else None
    )


# Declarations


def _declaration_edit(site: Site, rng: Random, write: Callable[[tree.Declaration], Edit | None]) -> Edit | None:
    declaration = _pick(rng, site.declarations)
    return write(declaration) if declaration else None


@_sort
def _declaration_drop(site: Site, rng: Random) -> Edit | None:
    return _declaration_edit(site, rng, lambda declaration: _of(declaration, declaration.start, declaration.end, ""))


@_sort
def _declaration_double(site: Site, rng: Random) -> Edit | None:
    return _declaration_edit(
        site, rng, lambda declaration: _of(declaration, declaration.end, declaration.end, f" {site.slice(declaration)}")
    )


def _word_edit(site: Site, node: Any, word: str, text: str | None) -> Edit | None:
    """Replace the first `word` of a node."""
    start = site.text.find(word, node.start, node.end)
    return None if text is None or start < 0 else _of(node, start, start + len(word), text)


@_sort
def _declaration_type(site: Site, rng: Random) -> Edit | None:
    known = list(types.known())
    return _declaration_edit(
        site,
        rng,
        lambda declaration: _word_edit(
            site, declaration, f".{declaration.type}", _dotted(_other(rng, known, declaration.type))
        ),
    )


@_sort
def _declaration_space(site: Site, rng: Random) -> Edit | None:
    return _declaration_edit(
        site,
        rng,
        lambda declaration: _word_edit(
            site, declaration, f".{declaration.space}", _dotted(_other(rng, DECLARED_SPACES, declaration.space))
        ),
    )


@_sort
def _declaration_vector(site: Site, rng: Random) -> Edit | None:
    return _declaration_edit(
        site,
        rng,
        lambda declaration: _word_edit(
            site, declaration, f".{declaration.type}", f".{rng.choice(['v2', 'v4', 'v3'])} .{declaration.type}"
        ),
    )


@_sort
def _register_count(site: Site, rng: Random) -> Edit | None:
    """Declare fewer registers than are used, or an invalid number."""
    counts = [
        (declaration, declarator.copies)
        for declaration in site.declarations
        for declarator in declaration.declarators
        if declarator.copies
    ]
    place = _pick(rng, counts)
    return _replace(*place, rng.choice(["1", "2", "0", "-1", "1000000"])) if place else None


@_sort
def _alignment(site: Site, rng: Random) -> Edit | None:
    """Change the alignment of a variable or parameter that has one."""
    nodes: list[tuple[Any, tree.Integer | None]] = [(node, node.alignment) for node in site.declarations]
    nodes += [(node, node.alignment) for _, node in site.parameters]
    place = _pick(rng, [(node, number) for node, number in nodes if number])
    return _replace(*place, rng.choice(["1", "3", "0", "64", "256", "-8"])) if place else None


@_sort
def _array_size(site: Site, rng: Random) -> Edit | None:
    sizes = [
        (declaration, size)
        for declaration in site.declarations
        for declarator in declaration.declarators
        for size in declarator.dimensions
        if size
    ]
    place = _pick(rng, sizes)
    return _replace(*place, rng.choice(["0", "1", "", "-1", HUGE])) if place else None


@_sort
def _linkage(site: Site, rng: Random) -> Edit | None:
    """Change or add the linkage of a variable or function."""
    item = _pick(rng, [item for item in site.module.items if isinstance(item, (tree.Declaration, tree.Function))])
    if item is None:
        return None
    if item.linkage is None:
        return _of(item, item.start, item.start, f".{rng.choice(LINKAGES)} ")
    return _word_edit(site, item, f".{item.linkage}", rng.choice([f".{other}" for other in LINKAGES] + [""]))


@_sort
def _initializer(site: Site, rng: Random) -> Edit | None:
    """Change or add an initializer."""
    places = [
        (declaration, declarator)
        for declaration in site.declarations
        for declarator in declaration.declarators
        if declarator.copies is None
    ]
    place = _pick(rng, places)
    if place is None:
        return None
    declaration, declarator = place
    value = rng.choice(["5", "1.5", "{1, 2}", "{}", "no_such_name", "{1, {2}}"])
    if declarator.initializer is None:
        return _of(declaration, declarator.end, declarator.end, f" = {value}")
    return _replace(declaration, declarator.initializer, value)


# Functions and their directives


@_sort
def _parameter_type(site: Site, rng: Random) -> Edit | None:
    place = _pick(rng, site.parameters)
    if place is None:
        return None
    _, parameter = place
    return _word_edit(site, parameter, f".{parameter.type}", _dotted(_other(rng, list(types.known()), parameter.type)))


@_sort
def _parameter_space(site: Site, rng: Random) -> Edit | None:
    place = _pick(rng, site.parameters)
    return (
        _word_edit(site, place[1], f".{place[1].space}", rng.choice([".reg", ".shared", ".global"])) if place else None
    )


@_sort
def _parameter_name(site: Site, rng: Random) -> Edit | None:
    place = _pick(rng, site.parameters)
    return _replace(place[1], place[1].name, "renamed_parameter") if place else None


@_sort
def _function_name(site: Site, rng: Random) -> Edit | None:
    function = _pick(rng, site.functions)
    return _replace(function, function.name, "renamed_function") if function else None


@_sort
def _function_kind(site: Site, rng: Random) -> Edit | None:
    function = _pick(rng, site.functions)
    if function is None:
        return None
    return _word_edit(site, function, f".{function.kind}", ".func" if function.kind == "entry" else ".entry")


@_sort
def _directive_number(site: Site, rng: Random) -> Edit | None:
    numbers = [
        (directive, number)
        for directive in site.directives
        if isinstance(directive, tree.Property)
        for number in directive.arguments
    ]
    place = _pick(rng, numbers)
    return _replace(*place, rng.choice(["0", "1", "7", "1025", "-1", "4294967296"])) if place else None


@_sort
def _directive_drop(site: Site, rng: Random) -> Edit | None:
    directive = _pick(rng, site.directives)
    return _of(directive, directive.start, directive.end, "") if directive else None


@_sort
def _directive_double(site: Site, rng: Random) -> Edit | None:
    directive = _pick(rng, site.directives)
    return _of(directive, directive.end, directive.end, f"\n{site.slice(directive)}") if directive else None


@_sort
def _directive_add(site: Site, rng: Random) -> Edit | None:
    function = _pick(rng, [function for function in site.functions if isinstance(function.body, tree.Block)])
    return (
        Edit(
            function.body.start,
            function.body.start,
            f"{rng.choice(DIRECTIVES)}\n",
            (function.start, function.body.start),
        )
        if function and function.body
        else None
    )


# The head of the module, and punctuation


@_sort
def _version(site: Site, rng: Random) -> Edit | None:
    node = site.module.version
    return _of(node, node.start, node.end, f".version {rng.choice(list(versions.known()))}") if node else None


@_sort
def _target(site: Site, rng: Random) -> Edit | None:
    names = [name for node in site.module.targets for name in node.names]
    name = _pick(rng, names)
    return _replace(name, name, rng.choice(list(targets.known()))) if name else None


@_sort
def _target_option(site: Site, rng: Random) -> Edit | None:
    node = _pick(rng, site.module.targets)
    options = ("texmode_independent", "texmode_unified", "map_f64_to_f32", "sm_90", "no_such_option")
    return _of(node, node.end, node.end, f", {rng.choice(options)}") if node else None


@_sort
def _address_size(site: Site, rng: Random) -> Edit | None:
    size = site.module.address_size
    return _replace(size, size, rng.choice(["32", "16", "0"])) if size else None


@_sort
def _punctuation(site: Site, rng: Random) -> Edit | None:
    """Remove a semicolon, comma, bracket or brace."""
    body = next((function.body for function in site.functions if function.body), None)
    if body is None:
        return None
    places = [index for index in range(body.start, body.end) if site.text[index] in ";,[]{}"]
    position = rng.choice(places)
    line = site.text.rfind("\n", 0, position) + 1, (site.text.find("\n", position) + 1 or len(site.text)) - 1
    return Edit(position, position + 1, "", line)
