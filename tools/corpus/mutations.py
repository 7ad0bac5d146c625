"""Small wrongs done to legal modules, to see whether we and ptxas refuse the same ones.

A mutation is one edit of the text: of a modifier, an operand, a declaration, a directive, the head. Each sort
has a name and picks its place by the given random numbers, so that the same seed gives the same mutants.
Many mutants stay legal; what counts is that both sides say the same of each.
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
    """A changed module: sort of change, text before, text now, and line.

    `recorded` is false where the statement is an instruction that no record covers yet.
    """

    sort: str
    text: str
    before: str
    after: str
    mnemonic: str
    recorded: bool


class Site:
    """A module that mutations find their places in."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.module = parse(text).module

    @property
    def version(self) -> str | None:
        """The PTX version of the module, such as 8.7."""
        node = self.module.version
        return f"{node.major}.{node.minor}" if node else None

    @cached_property
    def instructions(self) -> list[tree.Instruction]:
        """Instructions of the module."""
        return [node for node in self._nodes if isinstance(node, tree.Instruction)]

    @cached_property
    def modifiers(self) -> list[tuple[tree.Instruction, int]]:
        """Modifiers, as pairs of an instruction and a position."""
        return [(one, index) for one in self.instructions for index in range(len(one.opcode.modifiers))]

    @cached_property
    def operands(self) -> list[tuple[tree.Instruction, tree.Operand]]:
        """Operands with their instructions."""
        return [(one, operand) for one in self.instructions for operand in one.operands]

    @cached_property
    def registers(self) -> list[tuple[tree.Instruction, tree.Name]]:
        """Names that begin with % or are declared as registers, anywhere in operands."""
        found = [
            (one, node) for one in self.instructions for node in _walk(one.operands) if isinstance(node, tree.Name)
        ]
        return [(one, name) for one, name in found if name.text[0] == "%" or name.text in self._declared_registers]

    @cached_property
    def constants(self) -> list[tuple[tree.Instruction, tree.Integer | tree.Float]]:
        """Constants with their instructions."""
        found = [(one, node) for one in self.instructions for node in _walk(one.operands)]
        return [(one, node) for one, node in found if isinstance(node, (tree.Integer, tree.Float))]

    @cached_property
    def labels(self) -> list[tree.Label]:
        """Labels of the module."""
        return [node for node in self._nodes if isinstance(node, tree.Label)]

    @cached_property
    def declarations(self) -> list[tree.Declaration]:
        """Declarations, without those of spare registers."""
        return [node for node in self._nodes if isinstance(node, tree.Declaration) and not _spare(node)]

    @cached_property
    def directives(self) -> list[tree.Property | tree.Pragma]:
        """Directives and pragmas of the module."""
        return [directive for function in self.functions for directive in function.directives]

    @cached_property
    def parameters(self) -> list[tuple[tree.Function, tree.Parameter]]:
        """Parameters with their functions."""
        return [(one, each) for one in self.functions for each in (*(one.returns or ()), *(one.parameters or ()))]

    @property
    def functions(self) -> tuple[tree.Function, ...]:
        """Functions of the module."""
        return self.module.functions

    @cached_property
    def _declared_registers(self) -> frozenset[str]:
        registers = [one for one in self.declarations if one.space == "reg"]
        return frozenset(each.name.text for one in registers for each in one.declarators if each.copies is None)

    @cached_property
    def _nodes(self) -> list[Any]:
        """Items and statements, those of nested blocks included."""
        found: list[Any] = []
        pending: list[Any] = [*self.module.items]
        while pending:
            node = pending.pop(0)
            found.append(node)
            body = node.body if isinstance(node, tree.Function) else node
            if isinstance(body, tree.Block):
                pending += body.statements
        return found

    def slice(self, node: Any) -> str:
        """Return the text of a node."""
        return self.text[node.start : node.end]


def _spare(node: tree.Declaration) -> bool:
    return node.declarators[0].name.text.startswith("%spare_") if node.declarators else False


def _walk(node: Any) -> Iterator[Any]:
    """Yield the nodes below a node of the tree."""
    for child in node:
        if isinstance(child, tuple):
            if hasattr(child, "start"):
                yield child
            yield from _walk(child)


def mutants(text: str, rng: Random, count: int) -> Iterator[Mutant]:
    """`count` mutants of a module, of sorts that take turns; fewer where its text gives no more."""
    site = Site(text)
    names = list(SORTS)
    rng.shuffle(names)
    seen = {text}
    for turn in range(4 * count):
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
    statement = next((one for one in site.instructions if one.start == start), None)
    mnemonic = statement.opcode.mnemonic if statement else ""
    before = site.text[start:end]
    version = site.version
    known = not statement or (recorded(before, version) and recorded(after, version))
    return Mutant(sort, changed, before, after, mnemonic, known)


@lru_cache(maxsize=65536)
def recorded(statement: str, version: str | None = None) -> bool:
    """Return True if a record covers the instruction of a statement at a PTX version, or excludes it."""
    found = check_statement(statement, ptx=version if version in versions.known() else None)
    return not any(one.code == "unrecorded-instruction" for one in found)


# Helpers to write edits with


def _of(node: Any, start: int, end: int, text: str) -> Edit:
    return Edit(start, end, text, (node.start, node.end))


def _pick(rng: Random, choices: Sequence[T]) -> T | None:
    return rng.choice(choices) if choices else None


def _other(rng: Random, choices: Sequence[str], than: str) -> str | None:
    return _pick(rng, [one for one in choices if one != than])


def _replace(node: Any, part: Any, text: str | None) -> Edit | None:
    """Write something else for a part of a node."""
    return None if text is None else _of(node, part.start, part.end, text)


# Modifiers


def _modifier_edit(
    site: Site, rng: Random, fits: Callable[[str], bool], write: Callable[[str], str | None]
) -> Edit | None:
    """Change one modifier; `write` is given it without its dot and gives the text for it, dot included."""
    place = _pick(rng, [(one, index) for one, index in site.modifiers if fits(one.opcode.modifiers[index])])
    if place is None:
        return None
    instruction, index = place
    text = write(instruction.opcode.modifiers[index])
    return None if text is None else _of(instruction, *instruction.modifier_range(index), text)


def _type_swap(site: Site, rng: Random) -> Edit | None:
    known = list(types.known())
    return _modifier_edit(site, rng, known.__contains__, lambda old: _dotted(_other(rng, known, old)))


def _modifier_drop(site: Site, rng: Random) -> Edit | None:
    return _modifier_edit(site, rng, lambda old: True, lambda old: "")


def _modifier_double(site: Site, rng: Random) -> Edit | None:
    return _modifier_edit(site, rng, lambda old: True, lambda old: f".{old}.{old}")


def _modifier_sibling(site: Site, rng: Random) -> Edit | None:
    """Another modifier of the group; of a modifier in several groups, of any of them."""
    groups = modifier_groups()
    return _modifier_edit(site, rng, groups.__contains__, lambda old: _dotted(_other(rng, groups[old], old)))


def _modifier_foreign(site: Site, rng: Random) -> Edit | None:
    """Return a modifier more, of those that some instruction has."""
    every = list(modifier_groups())
    return _modifier_edit(site, rng, lambda old: True, lambda old: f".{old}.{rng.choice(every)}")


def _modifier_swap(site: Site, rng: Random) -> Edit | None:
    one = _pick(rng, [one for one in site.instructions if len(one.opcode.modifiers) > 1])
    if one is None:
        return None
    index = rng.randrange(len(one.opcode.modifiers) - 1)
    first, second = one.opcode.modifiers[index : index + 2]
    start, end = one.modifier_range(index)[0], one.modifier_range(index + 1)[1]
    return _of(one, start, end, f".{second}.{first}")


def _space_swap(site: Site, rng: Random) -> Edit | None:
    return _modifier_edit(site, rng, SPACES.__contains__, lambda old: _dotted(_other(rng, SPACES, old)))


def _vector_modifier(site: Site, rng: Random) -> Edit | None:
    widths = ("v2", "v4", "v8", "v3")
    return _modifier_edit(site, rng, widths.__contains__, lambda old: _dotted(_other(rng, widths, old)))


def _mnemonic_swap(site: Site, rng: Random) -> Edit | None:
    one = _pick(rng, site.instructions)
    if one is None:
        return None
    start = one.opcode_start
    return _of(one, start, start + len(one.opcode.mnemonic), rng.choice(mnemonics()))


def _dotted(modifier: str | None) -> str | None:
    return None if modifier is None else f".{modifier}"


@lru_cache(maxsize=1)
def modifier_groups() -> Mapping[str, tuple[str, ...]]:
    """Return the modifiers of the same groups, by modifier; types are a group, and so are state spaces."""
    from ptxisa.query.database import database

    groups: dict[str, set[str]] = {"type": set(types.known()), "state-space": set(SPACES)}
    for group, value in database().sql('SELECT "group", value FROM modifier'):
        groups.setdefault(group, set()).add(value)
    found: dict[str, set[str]] = {}
    for members in groups.values():
        for value in members:
            found.setdefault(value, set()).update(members)
    return {value: tuple(sorted(found[value])) for value in sorted(found)}


# Operands


def _register_edit(site: Site, rng: Random, choices: Sequence[str]) -> Edit | None:
    place = _pick(rng, site.registers)
    return _replace(*place, rng.choice(choices)) if place else None


def _register_type(site: Site, rng: Random) -> Edit | None:
    return _register_edit(site, rng, list(SPARE.values()))


def _register_undeclared(site: Site, rng: Random) -> Edit | None:
    return _register_edit(site, rng, ["%undeclared"])


def _register_immediate(site: Site, rng: Random) -> Edit | None:
    return _register_edit(site, rng, ["1", "-1", "0f3f800000", "1.5", "0xffffffff"])


def _register_special(site: Site, rng: Random) -> Edit | None:
    return _register_edit(site, rng, SPECIAL)


def _constant_edit(site: Site, rng: Random, choices: Sequence[str]) -> Edit | None:
    place = _pick(rng, site.constants)
    return _replace(*place, rng.choice(choices)) if place else None


def _constant_register(site: Site, rng: Random) -> Edit | None:
    return _constant_edit(site, rng, [SPARE["b32"], SPARE["b64"], SPARE["pred"]])


def _constant_range(site: Site, rng: Random) -> Edit | None:
    return _constant_edit(site, rng, ["-1", "3", "33", "256", "0x100000000", "-2147483649", HUGE])


def _constant_kind(site: Site, rng: Random) -> Edit | None:
    return _constant_edit(site, rng, ["1.5", "0f3f800000", "0d3ff0000000000000", "7U", "WARP_SZ"])


def _operand_edit(site: Site, rng: Random, write: Callable[[str], str]) -> Edit | None:
    """Write something else for a whole operand, given its text."""
    place = _pick(rng, site.operands)
    if place is None:
        return None
    instruction, operand = place
    return _replace(instruction, operand, write(site.slice(operand)))


def _operand_double(site: Site, rng: Random) -> Edit | None:
    return _operand_edit(site, rng, lambda text: f"{text}, {text}")


def _operand_sink(site: Site, rng: Random) -> Edit | None:
    return _operand_edit(site, rng, lambda text: "_")


def _operand_brackets(site: Site, rng: Random) -> Edit | None:
    return _operand_edit(site, rng, lambda text: text[1:-1] if text[0] == "[" else f"[{text}]")


def _operand_sign(site: Site, rng: Random) -> Edit | None:
    return _operand_edit(site, rng, lambda text: rng.choice("!-~") + text)


def _operand_pair(site: Site, rng: Random) -> Edit | None:
    return _operand_edit(site, rng, lambda text: f"{text}|{SPARE['pred']}")


def _operand_offset(site: Site, rng: Random) -> Edit | None:
    return _operand_edit(site, rng, lambda text: f"{text[:-1]}+3]" if text[-1] == "]" else f"{text}+4")


def _operand_element(site: Site, rng: Random) -> Edit | None:
    return _operand_edit(site, rng, lambda text: text + rng.choice([".x", ".w", ".b0", ".h1"]))


def _operand_drop(site: Site, rng: Random) -> Edit | None:
    """Return an operand and a comma beside it."""
    one = _pick(rng, [one for one in site.instructions if one.operands])
    if one is None:
        return None
    index = rng.randrange(len(one.operands))
    if index:
        return _of(one, one.operands[index - 1].end, one.operands[index].end, "")
    end = one.operands[1].start if len(one.operands) > 1 else one.operands[0].end
    return _of(one, one.operands[0].start, end, "")


def _operand_swap(site: Site, rng: Random) -> Edit | None:
    one = _pick(rng, [one for one in site.instructions if len(one.operands) > 1])
    if one is None:
        return None
    index = rng.randrange(len(one.operands) - 1)
    first, second = one.operands[index : index + 2]
    return _of(one, first.start, second.end, f"{site.slice(second)}, {site.slice(first)}")


def _vector_length(site: Site, rng: Random) -> Edit | None:
    """Return a vector with an element more or one less."""
    places = [(one, node) for one in site.instructions for node in _walk(one.operands) if isinstance(node, tree.Vector)]
    place = _pick(rng, places)
    if place is None:
        return None
    instruction, vector = place
    elements = [site.slice(element) for element in vector.elements]
    changed = elements[:-1] if rng.random() < 0.5 else [*elements, elements[-1]]
    return _replace(instruction, vector, f"{{{', '.join(changed)}}}")


# Guards, labels, calls


def _guard_add(site: Site, rng: Random) -> Edit | None:
    one = _pick(rng, [one for one in site.instructions if one.guard is None])
    if one is None:
        return None
    return _of(one, one.start, one.start, rng.choice([f"@{SPARE['pred']} ", f"@!{SPARE['pred']} ", "@%undeclared "]))


def _guard_register(site: Site, rng: Random) -> Edit | None:
    one = _pick(rng, [one for one in site.instructions if one.guard is not None])
    return _replace(one, one.guard.predicate, rng.choice(list(SPARE.values()))) if one and one.guard else None


def _label_rename(site: Site, rng: Random) -> Edit | None:
    label = _pick(rng, site.labels)
    return _replace(label, label.name, "renamed_label") if label else None


def _label_double(site: Site, rng: Random) -> Edit | None:
    label = _pick(rng, site.labels)
    return _of(label, label.end, label.end, f"\n{site.slice(label)}") if label else None


def _branch_target(site: Site, rng: Random) -> Edit | None:
    branches = [one for one in site.instructions if one.opcode.mnemonic in ("bra", "brx", "call") and one.operands]
    one = _pick(rng, branches)
    if one is None:
        return None
    names = [node for node in one.operands if isinstance(node, tree.Name)]
    name = _pick(rng, names)
    return _replace(one, name, rng.choice(["no_such_place", SPARE["b32"], SPARE["b64"]])) if name else None


def _argument_count(site: Site, rng: Random) -> Edit | None:
    places = [
        (one, node)
        for one in site.instructions
        for node in one.operands
        if isinstance(node, tree.Arguments) and node.values
    ]
    place = _pick(rng, places)
    if place is None:
        return None
    instruction, arguments = place
    values = [site.slice(value) for value in arguments.values]
    changed = values[:-1] if rng.random() < 0.5 else [*values, values[-1]]
    return _replace(instruction, arguments, f"({', '.join(changed)})")


def _statement_drop(site: Site, rng: Random) -> Edit | None:
    one = _pick(rng, site.instructions)
    return _of(one, one.start, one.end, "") if one else None


def _statement_double(site: Site, rng: Random) -> Edit | None:
    one = _pick(rng, site.instructions)
    return _of(one, one.end, one.end, f" {site.slice(one)}") if one else None


def _statement_outside(site: Site, rng: Random) -> Edit | None:
    """Return an instruction outside of functions."""
    one, function = _pick(rng, site.instructions), _pick(rng, site.functions)
    return (
        Edit(function.start, function.start, f"{site.slice(one)}\n", (one.start, one.end)) if one and function else None
    )


# Declarations


def _declaration_edit(site: Site, rng: Random, write: Callable[[tree.Declaration], Edit | None]) -> Edit | None:
    one = _pick(rng, site.declarations)
    return write(one) if one else None


def _declaration_drop(site: Site, rng: Random) -> Edit | None:
    return _declaration_edit(site, rng, lambda one: _of(one, one.start, one.end, ""))


def _declaration_double(site: Site, rng: Random) -> Edit | None:
    return _declaration_edit(site, rng, lambda one: _of(one, one.end, one.end, f" {site.slice(one)}"))


def _word_edit(site: Site, one: Any, word: str, text: str | None) -> Edit | None:
    """Write something else for the first `word` of a node."""
    at = site.text.find(word, one.start, one.end)
    return None if text is None or at < 0 else _of(one, at, at + len(word), text)


def _declaration_type(site: Site, rng: Random) -> Edit | None:
    known = list(types.known())
    return _declaration_edit(
        site, rng, lambda one: _word_edit(site, one, f".{one.type}", _dotted(_other(rng, known, one.type)))
    )


def _declaration_space(site: Site, rng: Random) -> Edit | None:
    return _declaration_edit(
        site, rng, lambda one: _word_edit(site, one, f".{one.space}", _dotted(_other(rng, DECLARED_SPACES, one.space)))
    )


def _declaration_vector(site: Site, rng: Random) -> Edit | None:
    return _declaration_edit(
        site, rng, lambda one: _word_edit(site, one, f".{one.type}", f".{rng.choice(['v2', 'v4', 'v3'])} .{one.type}")
    )


def _register_count(site: Site, rng: Random) -> Edit | None:
    """Fewer registers than are used, or a count that is none."""
    counts = [(one, each.copies) for one in site.declarations for each in one.declarators if each.copies]
    place = _pick(rng, counts)
    return _replace(*place, rng.choice(["1", "2", "0", "-1", "1000000"])) if place else None


def _alignment(site: Site, rng: Random) -> Edit | None:
    """Another alignment for a variable or parameter that has one."""
    every: list[tuple[Any, tree.Integer | None]] = [(one, one.alignment) for one in site.declarations]
    every += [(one, one.alignment) for _, one in site.parameters]
    place = _pick(rng, [(one, number) for one, number in every if number])
    return _replace(*place, rng.choice(["1", "3", "0", "64", "256", "-8"])) if place else None


def _array_size(site: Site, rng: Random) -> Edit | None:
    sizes = [(one, size) for one in site.declarations for each in one.declarators for size in each.dimensions if size]
    place = _pick(rng, sizes)
    return _replace(*place, rng.choice(["0", "1", "", "-1", HUGE])) if place else None


def _linkage(site: Site, rng: Random) -> Edit | None:
    """Another linkage for a variable or function, or one where there is none."""
    one = _pick(rng, [item for item in site.module.items if isinstance(item, (tree.Declaration, tree.Function))])
    if one is None:
        return None
    if one.linkage is None:
        return _of(one, one.start, one.start, f".{rng.choice(LINKAGES)} ")
    return _word_edit(site, one, f".{one.linkage}", rng.choice([f".{other}" for other in LINKAGES] + [""]))


def _initializer(site: Site, rng: Random) -> Edit | None:
    """Another value for a part of an initializer, or for a variable that has none."""
    places = [(one, each) for one in site.declarations for each in one.declarators if each.copies is None]
    place = _pick(rng, places)
    if place is None:
        return None
    declaration, each = place
    value = rng.choice(["5", "1.5", "{1, 2}", "{}", "no_such_name", "{1, {2}}"])
    if each.initializer is None:
        return _of(declaration, each.end, each.end, f" = {value}")
    return _replace(declaration, each.initializer, value)


# Functions and their directives


def _parameter_type(site: Site, rng: Random) -> Edit | None:
    place = _pick(rng, site.parameters)
    if place is None:
        return None
    _, one = place
    return _word_edit(site, one, f".{one.type}", _dotted(_other(rng, list(types.known()), one.type)))


def _parameter_space(site: Site, rng: Random) -> Edit | None:
    place = _pick(rng, site.parameters)
    return (
        _word_edit(site, place[1], f".{place[1].space}", rng.choice([".reg", ".shared", ".global"])) if place else None
    )


def _parameter_name(site: Site, rng: Random) -> Edit | None:
    place = _pick(rng, site.parameters)
    return _replace(place[1], place[1].name, "renamed_parameter") if place else None


def _function_name(site: Site, rng: Random) -> Edit | None:
    one = _pick(rng, site.functions)
    return _replace(one, one.name, "renamed_function") if one else None


def _function_kind(site: Site, rng: Random) -> Edit | None:
    one = _pick(rng, site.functions)
    if one is None:
        return None
    return _word_edit(site, one, f".{one.kind}", ".func" if one.kind == "entry" else ".entry")


def _directive_number(site: Site, rng: Random) -> Edit | None:
    numbers = [(one, number) for one in site.directives if isinstance(one, tree.Property) for number in one.arguments]
    place = _pick(rng, numbers)
    return _replace(*place, rng.choice(["0", "1", "7", "1025", "-1", "4294967296"])) if place else None


def _directive_drop(site: Site, rng: Random) -> Edit | None:
    one = _pick(rng, site.directives)
    return _of(one, one.start, one.end, "") if one else None


def _directive_double(site: Site, rng: Random) -> Edit | None:
    one = _pick(rng, site.directives)
    return _of(one, one.end, one.end, f"\n{site.slice(one)}") if one else None


def _directive_add(site: Site, rng: Random) -> Edit | None:
    one = _pick(rng, [function for function in site.functions if isinstance(function.body, tree.Block)])
    return (
        Edit(one.body.start, one.body.start, f"{rng.choice(DIRECTIVES)}\n", (one.start, one.body.start))
        if one and one.body
        else None
    )


# The head of the module, and punctuation


def _version(site: Site, rng: Random) -> Edit | None:
    node = site.module.version
    return _of(node, node.start, node.end, f".version {rng.choice(list(versions.known()))}") if node else None


def _target(site: Site, rng: Random) -> Edit | None:
    names = [name for node in site.module.targets for name in node.names]
    name = _pick(rng, names)
    return _replace(name, name, rng.choice(list(targets.known()))) if name else None


def _target_option(site: Site, rng: Random) -> Edit | None:
    node = _pick(rng, site.module.targets)
    options = ("texmode_independent", "texmode_unified", "map_f64_to_f32", "sm_90", "no_such_option")
    return _of(node, node.end, node.end, f", {rng.choice(options)}") if node else None


def _address_size(site: Site, rng: Random) -> Edit | None:
    size = site.module.address_size
    return _replace(size, size, rng.choice(["32", "16", "0"])) if size else None


def _punctuation(site: Site, rng: Random) -> Edit | None:
    """Return a semicolon, comma, bracket or brace less."""
    body = next((one.body for one in site.functions if one.body), None)
    if body is None:
        return None
    places = [index for index in range(body.start, body.end) if site.text[index] in ";,[]{}"]
    at = rng.choice(places)
    line = site.text.rfind("\n", 0, at) + 1, (site.text.find("\n", at) + 1 or len(site.text)) - 1
    return Edit(at, at + 1, "", line)


SORTS: Mapping[str, Callable[[Site, Random], Edit | None]] = {
    "type-swap": _type_swap,
    "modifier-drop": _modifier_drop,
    "modifier-double": _modifier_double,
    "modifier-swap": _modifier_swap,
    "modifier-sibling": _modifier_sibling,
    "modifier-foreign": _modifier_foreign,
    "space-swap": _space_swap,
    "vector-modifier": _vector_modifier,
    "mnemonic-swap": _mnemonic_swap,
    "register-type": _register_type,
    "register-undeclared": _register_undeclared,
    "register-immediate": _register_immediate,
    "register-special": _register_special,
    "constant-register": _constant_register,
    "constant-range": _constant_range,
    "constant-kind": _constant_kind,
    "operand-drop": _operand_drop,
    "operand-double": _operand_double,
    "operand-swap": _operand_swap,
    "operand-sink": _operand_sink,
    "operand-brackets": _operand_brackets,
    "operand-sign": _operand_sign,
    "operand-pair": _operand_pair,
    "operand-offset": _operand_offset,
    "operand-element": _operand_element,
    "vector-length": _vector_length,
    "guard-add": _guard_add,
    "guard-register": _guard_register,
    "label-rename": _label_rename,
    "label-double": _label_double,
    "branch-target": _branch_target,
    "argument-count": _argument_count,
    "statement-drop": _statement_drop,
    "statement-double": _statement_double,
    "statement-outside": _statement_outside,
    "declaration-drop": _declaration_drop,
    "declaration-double": _declaration_double,
    "declaration-type": _declaration_type,
    "declaration-space": _declaration_space,
    "declaration-vector": _declaration_vector,
    "register-count": _register_count,
    "alignment": _alignment,
    "array-size": _array_size,
    "linkage": _linkage,
    "initializer": _initializer,
    "parameter-type": _parameter_type,
    "parameter-space": _parameter_space,
    "parameter-name": _parameter_name,
    "function-name": _function_name,
    "function-kind": _function_kind,
    "directive-number": _directive_number,
    "directive-drop": _directive_drop,
    "directive-double": _directive_double,
    "directive-add": _directive_add,
    "version": _version,
    "target": _target,
    "target-option": _target_option,
    "address-size": _address_size,
    "punctuation": _punctuation,
}
