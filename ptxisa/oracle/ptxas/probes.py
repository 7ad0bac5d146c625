"""Statements that try a form out: legal variants, and other modifier orders and near neighbours of representative ones.

A neighbour differs from a variant in one thing: a modifier, a type, an operand's register, kind or
value, or the number of operands. Whether it is legal is not decided here; the checker and ptxas are both
asked, and must agree.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from ptxisa.check.addresses import TENSOR
from ptxisa.check.binding import template_of
from ptxisa.check.directives import INDEPENDENT
from ptxisa.check.handles import HANDLES
from ptxisa.check.symbols import KINDS
from ptxisa.check.writing import write_place, write_statement
from ptxisa.isa import types
from ptxisa.isa.deviations import Deviation, every_deviation
from ptxisa.isa.forms import Form, Operand, Slot, Values, broken_rule, choose, constants_of, holds, present, type_of
from ptxisa.isa.instructions import every_form
from ptxisa.isa.opcode import canonical
from ptxisa.isa.selectors import plainest, selectors, spellings
from ptxisa.isa.selectors import written as selected
from ptxisa.isa.variants import covering, representatives
from ptxisa.oracle.ptxas.assembler import SYMBOLS, Probe

MAX_ORDERS = 24
ADDRESS = "address"
NAMED = KINDS | {"label", "targets", "list", "callees", *HANDLES}
"""Kinds of operands that are written as the name of some symbol, or as an empty list of them."""
POINTERS = {"callee": "u64", **dict.fromkeys(HANDLES, "u64")}
"""Kinds of operands that are a register of no type of their own, with one of which it may be."""


class Trial(NamedTuple):
    """A probe and what it tries: its sort, the form it starts from, the operand and the change made."""

    probe: Probe
    sort: str
    form: str
    operand: str = ""
    change: str = ""


class _Texts(NamedTuple):
    """Operand texts by name, and the registers they use."""

    texts: dict[str, str]
    registers: dict[str, str]


def possible(form: Form) -> list[dict[str, str | None]]:
    """The variants that a probe can try; of very many those that cover every two modifiers."""
    return _covering(_Same(form)) if _in_kernels(form) else []


def _few(form: Form) -> list[dict[str, str | None]]:
    """Representative variants that a probe can try."""
    return _representatives(_Same(form)) if _in_kernels(form) else []


class _Same:
    """A form as a key of a cache: forms with the same id are equal."""

    __slots__ = ("form",)

    def __init__(self, form: Form) -> None:
        self.form = form

    def __hash__(self) -> int:
        return hash(self.form.id)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.form is other.form


@lru_cache(maxsize=64)
def _covering(same: _Same) -> list[dict[str, str | None]]:
    return covering(same.form)


@lru_cache(maxsize=64)
def _representatives(same: _Same) -> list[dict[str, str | None]]:
    return representatives(same.form)


def plain_probes(form: Form, most: int) -> Iterator[Probe]:
    """Statements of at most `most` representative variants."""
    return (_probe(form, canonical(form, values), values) for values in itertools.islice(_few(form), most))


def _in_kernels(form: Form) -> bool:
    """Results of functions do not stand in kernels, where probes do."""
    return all(operand.kind != "result" for operand in form.operands)


def legal(form: Form) -> Iterator[tuple[Trial, Values]]:
    """Every variant, its modifiers in canonical order, and representative ones with each choice of operands."""
    for values in possible(form):
        yield _legal(form, values)
    for values in _few(form) if form.chosen else ():
        for name in form.chosen:
            chosen = {**values, name: "register"}
            if broken_rule(form, chosen) is None:
                yield _legal(form, chosen)


def _legal(form: Form, values: Values) -> tuple[Trial, Values]:
    return Trial(_probe(form, canonical(form, values), values), "variant", form.id), values


def orders(form: Form) -> Iterator[Trial]:
    """Representative variants with their modifiers in other orders, and with each modifier written twice."""
    for values in _few(form):
        present = [str(value) for slot in form.slots if (value := values[slot.name])]
        others = itertools.islice(itertools.permutations(present), 1, MAX_ORDERS)
        for modifiers in dict.fromkeys(others):
            yield _respelled(form, values, modifiers, "order", "")
        for index, value in enumerate(present):
            yield _respelled(form, values, (*present[: index + 1], value, *present[index + 1 :]), "repeat", value)


def _respelled(
    form: Form, values: Values, modifiers: Iterable[str], sort: str, change: str, like: Probe | None = None
) -> Trial:
    """A variant with other modifiers; `like` is a probe of it, of which the operands are taken."""
    opcode = ".".join((form.mnemonic, *modifiers))
    if like is None:
        return Trial(_probe(form, opcode, values), sort, form.id, change=change)
    _, _, operands = like.statement.partition(" ")
    return Trial(
        like._replace(statement=f"{opcode} {operands}" if operands else f"{opcode};"), sort, form.id, "", change
    )


def neighbours(form: Form) -> Iterator[Trial]:
    """One change at a time to each representative variant."""
    for values in _few(form):
        yield from _modifier_changes(form, values)
        yield from _operand_changes(form, values)
        yield from _selector_changes(form, values)
        yield from _count_changes(form, values)


def _modifier_changes(form: Form, values: Values) -> Iterator[Trial]:
    """Each modifier replaced or omitted, and one extra modifier after the mnemonic or at the end."""
    present = [(slot, str(value)) for slot in form.slots if (value := values[slot.name])]
    spelled = [value for _, value in present]
    like = _probe(form, canonical(form, values), values)

    def respelled(modifiers: tuple[str, ...], sort: str, change: str) -> Trial:
        return _respelled(form, values, modifiers, sort, change, like)

    for index, (slot, _) in enumerate(present):
        for other in _pool(slot):
            if other != spelled[index]:
                sort = "type" if slot.group == "type" else "modifier"
                yield respelled((*spelled[:index], other, *spelled[index + 1 :]), sort, other)
        yield respelled((*spelled[:index], *spelled[index + 1 :]), "modifier", f"without {spelled[index]}")
    first = sum(slot.fused for slot, _ in present)
    for extra in _modifier_pool():
        yield respelled((*spelled[:first], extra, *spelled[first:]), "modifier", extra)
        yield respelled((*spelled, extra), "modifier", extra)


def _pool(slot: Slot) -> tuple[str, ...]:
    return tuple(types.known()) if slot.group == "type" else _modifier_pool()


@lru_cache(maxsize=1)
def _modifier_pool() -> tuple[str, ...]:
    """Every modifier that any form has, types left out."""
    return tuple(
        dict.fromkeys(
            value for form in every_form() for slot in form.slots if slot.group != "type" for value in slot.values
        )
    )


def _operand_changes(form: Form, values: Values) -> Iterator[Trial]:
    opcode, plain = canonical(form, values), _operand_texts(form, values)
    for operand in (one for one in form.operands if one.name in plain.texts):
        for sort, change, text, registers in (*_replacements(operand), *_lengths(operand, values)):
            texts = _Texts({**plain.texts, operand.name: text}, {**plain.registers, **registers})
            yield Trial(_assemble(form, opcode, texts), sort, form.id, operand.name, change)


Replacement = tuple[str, str, str, dict[str, str]]

CONSTANTS = {
    "0": "zero",
    "-1": "negative",
    "255": "byte",
    "256": "above-byte",
    "0x123456789": "wide",
    "1.5": "decimal-float",
    "0f3F800000": "single-float",
    "0d3FF0000000000000": "double-float",
}


OFFSETS = ("+4", "+-4", "+1")


def _lengths(operand: Operand, values: Values) -> Iterator[Replacement]:
    """A vector with an element less or more, the first element alone, and one thrown away."""
    length = int(choose(operand.vector, values) or 0)
    if not length:
        return
    declared = _register_type(operand, values)
    names = [f"e_{declared}_{index}" for index in range(length + 1)]
    registers = dict.fromkeys(names, declared)
    yield "operand-vector", "one more", f"{{{', '.join(names)}}}", registers
    yield "operand-vector", "bare", names[0], registers
    for text, change in (("_", "sink"), ("255", "constant"), ("0f3F800000", "single")):
        yield "operand-vector", change, f"{{{', '.join([text, *names[1:length]])}}}", registers
    for text, change in (("255", "constants"), ("0f3F800000", "singles")):
        yield "operand-vector", change, f"{{{', '.join([text] * length)}}}", {}
    if length > 1:
        yield "operand-vector", "one less", f"{{{', '.join(names[: length - 1])}}}", registers


# Not b01: at a source of a scalar instruction ptxas stops in a macro of its own, on a line of no statement.
SELECTORS = (
    *("b0", "b3", "b4", "h0", "h1", "h2", "b10", "h10", "h01", "h32", "h40", "b210", "b3210", "b7654", "b8210"),
    *("b76543", "h210", "x"),
)


def _replacements(operand: Operand) -> Iterator[Replacement]:
    """What may be tried in the place of an operand: registers of every type, constants, other kinds."""
    for type_ in types.known().values():
        if type_.declarable:
            name = f"other_{type_.name}"
            yield "operand-register", type_.name, name, {name: type_.name}
    for text, change in CONSTANTS.items():
        yield "operand-immediate", change, text, {}
    yield "operand-kind", "sink", "_", {}
    yield "operand-kind", "address", "[other_b64]", {"other_b64": "b64"}
    yield "operand-kind", "vector", "{other_b32, other_b32}", {"other_b32": "b32"}
    yield "operand-kind", "negated", "!other_pred", {"other_pred": "pred"}
    yield "operand-kind", "minus", "-other_b32", {"other_b32": "b32"}
    if operand.special or operand.kind in NAMED or operand.kind == ADDRESS:
        for name in (*SYMBOLS, "%laneid", "%gridid", "%tid", "%tid.x"):
            yield "operand-symbol", name, name, {}
    if operand.kind == ADDRESS:
        for offset in OFFSETS:
            yield "operand-address", f"register{offset}", f"other_b64{offset}", {"other_b64": "b64"}
        yield "operand-address", "in brackets twice", "[other_b64]", {"other_b64": "b64"}


def of_errata(form: Form) -> Iterator[Trial]:
    """What each rule of an erratum says of a form, tried once: its modifiers, and its words at each of its operands."""
    for one in (rule for rule in every_deviation(form.mnemonic) if rule.about(form.id)):
        values = next((values for values in _few(form) if holds(one.when, values)), None)
        if values is not None:
            yield from _disputed_modifiers(form, values, one)
            yield from _disputed_operands(form, values, one)


def _disputed_modifiers(form: Form, values: Values, one: Deviation) -> Iterator[Trial]:
    """A variant with what a rule adds, repeats, leaves out or replaces."""
    present = [(slot.name, str(value)) for slot in form.slots if (value := values[slot.name])]
    spelled = [value for _, value in present]
    first = sum(slot.fused for slot in form.slots if values[slot.name])
    for added in (*one.adds, *one.repeats):
        yield _respelled(form, values, (*spelled[:first], added, *spelled[first:]), "erratum", one.erratum)
        yield _respelled(form, values, (*spelled, added), "erratum", one.erratum)
    for index, (name, value) in enumerate(present):
        others = [(other,) for other in one.values.get(name, ())]
        for other in [*others, *([()] if value in one.omits else [])]:
            changed = (*spelled[:index], *other, *spelled[index + 1 :])
            yield _respelled(form, values, changed, "erratum", one.erratum)


def _disputed_operands(form: Form, values: Values, one: Deviation) -> Iterator[Trial]:
    """A variant with each word of a rule at each of its operands, and what is to stand beside it at the others."""
    opcode, plain = canonical(form, values), _operand_texts(form, values)
    meant = [operand for operand in form.operands if operand.name in plain.texts and _is_meant(one, operand, values)]
    for operand, word in itertools.product(meant, one.given):
        texts = _Texts(dict(plain.texts), dict(plain.registers))
        for other in meant if one.beside else (operand,):
            chosen = word if other is operand else one.beside[0]
            text, registers = _worded(chosen, texts.texts[other.name])
            texts.texts[other.name] = text
            texts.registers.update(registers)
        if texts.texts != plain.texts:
            yield Trial(_assemble(form, opcode, texts), "erratum", form.id, operand.name, f"{one.erratum} {word}")


def _is_meant(one: Deviation, operand: Operand, values: Values) -> bool:
    """Whether a rule is about an operand."""
    named = not one.operands or operand.name in one.operands
    return named and (not one.types or type_of(operand, values) in one.types)


_WORDED: dict[str, tuple[str, dict[str, str]]] = {
    "sink": ("_", {}),
    "integer": ("255", {}),
    "single": ("0f3F800000", {}),
    "double": ("0d3FF0000000000000", {}),
    "negative": ("-1", {}),
    "above.16": ("65536", {}),
    "above.20": ("1048576", {}),
    "above.32": ("0x123456789", {}),
    "beyond.24": ("16777224", {}),
    "negated": ("!other_pred", {"other_pred": "pred"}),
    "minus": ("-other_b32", {"other_b32": "b32"}),
    "address": ("[other_b64]", {"other_b64": "b64"}),
    "special": ("%laneid", {}),
    "variable": ("variable", {}),
}
"""What is written for a word of `ptxisa.check.written`, with the registers in it."""
_VECTOR = re.compile(r"vector\.(?P<length>[0-9]+)(?:\.(?P<type>[a-z0-9]+))?")


def _worded(word: str, plain: str) -> tuple[str, dict[str, str]]:
    """What is written for a word, with its registers; the text as it is for a word without one.

    A word in braces is about an element of a vector.
    """
    if word == "sum":
        return (f"{plain}+4" if plain.isidentifier() else plain), {}
    if word.startswith("sum."):
        register = f"other_{word[4:]}"
        return f"{register}+4", {register: word[4:]}
    if word[:1] == "{" and plain[:1] == "{":
        first, _, rest = plain[1:-1].partition(", ")
        text, registers = _worded(word[1:-1], first)
        return f"{{{text}, {rest}}}" if rest else f"{{{text}}}", registers
    vector = _VECTOR.fullmatch(word)
    if vector and vector["type"] != "integer":
        type_ = vector["type"] or "b32"
        names = [f"e_{type_}_{index}" for index in range(int(vector["length"]))]
        return f"{{{', '.join(names)}}}", dict.fromkeys(names, type_)
    if word[:1] == "." and word[1:] in types.known():
        return f"other_{word[1:]}", {f"other_{word[1:]}": word[1:]}
    if word[:1] == "%" or word.isdigit() or word in SYMBOLS:
        return word, {}
    space = _BY_SPACE.get(word.removeprefix("variable.")) if word.startswith("variable.") else None
    return (space, {}) if space else _WORDED.get(word, (plain, {}))


def _selector_changes(form: Form, values: Values) -> Iterator[Trial]:
    """Each operand of a form that has selectors with every sort of selector, legal and not, and with none."""
    opcode, texts = canonical(form, values), _operand_texts(form, values)
    for operand in form.operands if selectors(form) else ():
        for spelling in ("", *_spellings(operand)):
            suffix = f".{spelling}" if spelling else ""
            bare = operand._replace(selector=None)
            changed = form._replace(operands=tuple(bare if one is operand else one for one in form.operands))
            text = f"{texts.texts[operand.name]}{suffix}"
            probe = _assemble(changed, opcode, texts._replace(texts={**texts.texts, operand.name: text}))
            yield Trial(probe, "operand-selector", form.id, operand.name, spelling or "none")


def _spellings(operand: Operand) -> tuple[str, ...]:
    """Selectors to try: some of every sort, and those of the operand unless there are many."""
    legal = spellings(operand.selector) if operand.selector else ()
    return tuple(dict.fromkeys((*SELECTORS, *(legal if len(legal) <= 16 else legal[:: len(legal) // 16]))))


def _count_changes(form: Form, values: Values) -> Iterator[Trial]:
    opcode, texts = canonical(form, values), _operand_texts(form, values)
    spelled = _spelled(form, texts.texts)
    written = [write_place(place, spelled) for place in template_of(form.syntax).operands if place.names[0] in spelled]
    registers = tuple(texts.registers.items())
    for change, operands in (("one less", written[:-1]), ("one more", [*written, written[-1]] if written else ["0"])):
        statement = f"{opcode} {', '.join(operands)};" if operands else f"{opcode};"
        symbols = _symbols_in(texts.texts.values())
        yield Trial(Probe(statement, registers, symbols, _mode(form)), "operand-count", form.id, change=change)


def _probe(form: Form, opcode: str, values: Values) -> Probe:
    return _assemble(form, opcode, _operand_texts(form, values))


def _assemble(form: Form, opcode: str, texts: _Texts) -> Probe:
    statement = write_statement(opcode, template_of(form.syntax).operands, _spelled(form, texts.texts))
    return Probe(statement, tuple(texts.registers.items()), _symbols_in(texts.texts.values()), _mode(form))


def _mode(form: Form) -> str:
    """The texture mode of a form: samplers are operands in independent mode."""
    return INDEPENDENT if any(operand.kind == "sampler" for operand in form.operands) else ""


def _symbols_in(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(text for text in texts if text in SYMBOLS)


def _spelled(form: Form, texts: Mapping[str, str]) -> dict[str, str]:
    """Operands as they are written, with no more selectors than needed.

    Those for which there is no text are left out: operands that do not come with these modifiers.
    """
    selection = plainest(form)
    given = (operand for operand in form.operands if operand.name in texts)
    return {operand.name: selected(operand, texts[operand.name], selection) for operand in given}


def _operand_texts(form: Form, values: Values) -> _Texts:
    """A register of the first fitting type for each operand, a constant where one is required."""
    found = _Texts({}, {})
    for operand in form.operands:
        chosen = values.get(operand.name)
        if not present(operand, values):
            continue
        if operand.name in form.chosen and operand.kind not in HANDLES and chosen is None:
            continue
        if operand.immediate == "required":
            found.texts[operand.name] = str(_constant(operand, values))
            continue
        if operand.kind in NAMED and chosen is None:
            found.texts[operand.name] = _symbol(operand, values)
            continue
        if operand.only_sink:
            found.texts[operand.name] = "_"
            continue
        declared = _register_type(operand, values)
        length = int(choose(operand.vector, values) or 1)
        names = [f"r_{declared}_{operand.name}{index or ''}" for index in range(length)]
        found.registers.update(dict.fromkeys(names, declared))
        found.texts[operand.name] = f"{{{', '.join(names)}}}" if choose(operand.vector, values) else names[0]
    return found


def _constant(operand: Operand, values: Values) -> int:
    """A constant that an operand takes."""
    choices = constants_of(operand, values)
    if choices:
        return choices[0]
    return 5 * operand.multiple if operand.minimum is None else operand.minimum


_BY_SPACE = {
    "global": "variable",
    "shared": "in_shared",
    "const": "in_const",
    "local": "in_local",
    "param": "parameter",
}


def _symbol(operand: Operand, values: Values) -> str:
    """A symbol of the kind of the operand, in its state space."""
    if operand.kind != "variable":
        return {"opaque": "texture", "list": ""}.get(operand.kind, operand.kind)
    return _BY_SPACE[str(choose(operand.space, values) or "global").partition("::")[0]]


def _register_type(operand: Operand, values: Values) -> str:
    if operand.kind == ADDRESS:
        return "b32" if choose(operand.space, values) == TENSOR else "b64"
    type_ = POINTERS.get(operand.kind) or type_of(operand, values)
    return types.known()[type_].registers[0]
