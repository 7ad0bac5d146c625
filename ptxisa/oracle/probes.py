"""Statements to compare the checker with ptxas: variants of forms, neighbors of variants, reads of registers.

    for trial in neighbors(form): ...        # one modifier, type, operand or operand count changed

Whether a neighbor is legal is not decided here: the checker and ptxas must give the same verdict. `legal`, `orders`,
`neighbors` and `of_errata` list the trials of a form; `legal_reads` and `wrong_uses` those of a special register.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from ptxisa.check.binding import template_of, write_place, write_statement
from ptxisa.check.directives import INDEPENDENT
from ptxisa.check.operands import HANDLES, KINDS, TENSOR
from ptxisa.isa import types
from ptxisa.isa.deviations import Deviation, every_deviation
from ptxisa.isa.forms import Form, Operand, Values, broken_rule, choose, constants_of, holds, is_present, type_of
from ptxisa.isa.instructions import every_form
from ptxisa.isa.language import SpecialRegister
from ptxisa.isa.selectors import plainest, selectors, spellings
from ptxisa.isa.selectors import written as selected
from ptxisa.isa.variants import covering, representatives
from ptxisa.oracle.assembler import SYMBOLS, Probe

MAX_ORDERS = 24
"""Orders of the modifiers of a variant that are tried: all of up to four modifiers."""
ADDRESS = "address"
NAMED = KINDS | {"label", "targets", "list", "callees", *HANDLES}
"""Kinds of operands that are written as the name of a symbol, or as an empty list of symbols."""
POINTERS = {"callee": "u64", **dict.fromkeys(HANDLES, "u64")}
"""Kinds of operands that may be a register instead of a symbol, with a type for the register."""


class Trial(NamedTuple):
    """A probe and its purpose.

    Attributes:
        probe: The statement.
        sort: Sort of change: `variant`, `order`, `modifier`, `operand-register`, ….
        form: Form that the statement is made from, or key of another record.
        operand: Name of the changed operand, or "".
        change: The change, or "".
    """

    probe: Probe
    sort: str
    form: str
    operand: str = ""
    change: str = ""


class OperandTexts(NamedTuple):
    """Operand texts by name, and the types of the registers in them."""

    texts: dict[str, str]
    registers: dict[str, str]


def possible(form: Form) -> list[dict[str, str | None]]:
    """Return the variants that a probe can try; where there are very many, enough to cover every two modifiers."""
    return _covering(_ById(form)) if in_kernels(form) else []


def representative(form: Form) -> list[dict[str, str | None]]:
    """Return representative variants that a probe can try."""
    return _representatives(_ById(form)) if in_kernels(form) else []


def in_kernels(form: Form) -> bool:
    """Return False for forms with function results, which kernels, where probes are, do not have."""
    return all(operand.kind != "result" for operand in form.operands)


class _ById:
    """Key of a cache: hashing a whole form takes longer than the lookup saves."""

    __slots__ = ("form",)

    def __init__(self, form: Form) -> None:
        self.form = form

    def __hash__(self) -> int:
        return hash(self.form.id)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ById) and self.form is other.form


@lru_cache(maxsize=64)
def _covering(key: _ById) -> list[dict[str, str | None]]:
    return covering(key.form)


@lru_cache(maxsize=64)
def _representatives(key: _ById) -> list[dict[str, str | None]]:
    return representatives(key.form)


def plain_probes(form: Form, count: int) -> Iterator[Probe]:
    """Yield the statements of at most `count` representative variants."""
    return (_probe(form, form.opcode(values), values) for values in itertools.islice(representative(form), count))


def legal(form: Form) -> Iterator[tuple[Trial, Values]]:
    """Yield every variant, modifiers in canonical order, and representative ones with a register for each symbol."""
    for values in possible(form):
        yield variant(form, values), values
    for values in representative(form) if form.condition_operands else ():
        for name in form.condition_operands:
            chosen = {**values, name: "register"}
            if broken_rule(form, chosen) is None:
                yield variant(form, chosen), chosen


def variant(form: Form, values: Values) -> Trial:
    """Return the trial of one variant."""
    return Trial(_probe(form, form.opcode(values), values), "variant", form.id)


def orders(form: Form) -> Iterator[Trial]:
    """Yield representative variants with their modifiers in other orders, and with each modifier repeated."""
    for values in representative(form):
        present = [str(value) for slot in form.slots if (value := values[slot.name])]
        others = itertools.islice(itertools.permutations(present), 1, MAX_ORDERS)
        for modifiers in dict.fromkeys(others):
            yield _respelled(form, values, modifiers, "order", "")
        for index, value in enumerate(present):
            yield _respelled(form, values, (*present[: index + 1], value, *present[index + 1 :]), "repeat", value)


def _respelled(
    form: Form, values: Values, modifiers: Iterable[str], sort: str, change: str, like: Probe | None = None
) -> Trial:
    """Return a variant with other modifiers; with `like`, a probe of the variant, reuse its operands."""
    opcode = ".".join((form.mnemonic, *modifiers))
    if like is None:
        return Trial(_probe(form, opcode, values), sort, form.id, change=change)
    _, _, operands = like.statement.partition(" ")
    return Trial(
        like._replace(statement=f"{opcode} {operands}" if operands else f"{opcode};"), sort, form.id, "", change
    )


def neighbors(form: Form) -> Iterator[Trial]:
    """Yield representative variants with one change each."""
    for values in representative(form):
        yield from modifier_changes(form, values)
        yield from operand_changes(form, values)
        yield from selector_changes(form, values)
        yield from count_changes(form, values)


def modifier_changes(form: Form, values: Values) -> Iterator[Trial]:
    """Yield a variant with each modifier replaced or omitted, and with one more modifier at the start or the end."""
    present = [(slot, str(value)) for slot in form.slots if (value := values[slot.name])]
    spelled = [value for _, value in present]
    like = _probe(form, form.opcode(values), values)

    def respelled(modifiers: tuple[str, ...], sort: str, change: str) -> Trial:
        return _respelled(form, values, modifiers, sort, change, like)

    for index, (slot, _) in enumerate(present):
        for other in types.known() if slot.group == "type" else _modifier_pool():
            if other != spelled[index]:
                sort = "type" if slot.group == "type" else "modifier"
                yield respelled((*spelled[:index], other, *spelled[index + 1 :]), sort, other)
        yield respelled((*spelled[:index], *spelled[index + 1 :]), "modifier", f"without {spelled[index]}")
    first = sum(slot.in_mnemonic for slot, _ in present)
    for extra in _modifier_pool():
        yield respelled((*spelled[:first], extra, *spelled[first:]), "modifier", extra)
        yield respelled((*spelled, extra), "modifier", extra)


@lru_cache(maxsize=1)
def _modifier_pool() -> tuple[str, ...]:
    """Return every modifier of every form, without types."""
    return tuple(
        dict.fromkeys(
            value for form in every_form() for slot in form.slots if slot.group != "type" for value in slot.values
        )
    )


def operand_changes(form: Form, values: Values) -> Iterator[Trial]:
    """Yield a variant with each operand replaced."""
    opcode, plain = form.opcode(values), operand_texts(form, values)
    for operand in form.operands:
        if operand.name not in plain.texts:
            continue
        for sort, change, text, registers in (*_replacements(operand), *_lengths(operand, values)):
            texts = OperandTexts({**plain.texts, operand.name: text}, {**plain.registers, **registers})
            yield Trial(assemble(form, opcode, texts), sort, form.id, operand.name, change)


Replacement = tuple[str, str, str, dict[str, str]]
"""Sort of change, the change, text of the operand, and types of the registers in the text."""

# Values at which rules of ptxas change: signs, 8, 32 and 64 bits, and the notations of floating-point numbers.
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
"""Offsets of addresses: aligned, negative, and misaligned for every type but bytes."""


def _lengths(operand: Operand, values: Values) -> Iterator[Replacement]:
    """Yield a vector with one element more or fewer, without braces, and with a sink or constants in it."""
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


# Without b01: for a source of a scalar instruction, ptxas reports an error in a macro of its own, without a line.
SELECTORS = (
    *("b0", "b3", "b4", "h0", "h1", "h2", "b10", "h10", "h01", "h32", "h40", "b210", "b3210", "b7654", "b8210"),
    *("b76543", "h210", "x"),
)


def _replacements(operand: Operand) -> Iterator[Replacement]:
    """Yield replacements of an operand: registers of every type, constants, and other kinds of operands."""
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
    if operand.special_registers or operand.kind in NAMED or operand.kind == ADDRESS:
        for name in (*SYMBOLS, "%laneid", "%gridid", "%tid", "%tid.x"):
            yield "operand-symbol", name, name, {}
    if operand.kind == ADDRESS:
        for offset in OFFSETS:
            yield "operand-address", f"register{offset}", f"other_b64{offset}", {"other_b64": "b64"}
        yield "operand-address", "in brackets twice", "[other_b64]", {"other_b64": "b64"}


def of_errata(form: Form) -> Iterator[Trial]:
    """Yield a form with each modifier and each operand that a rule of an erratum is about."""
    for rule in every_deviation(form.mnemonic):
        if rule.applies_to(form.id) and not rule.stage:  # Probes are assembled without generating code.
            values = next((values for values in representative(form) if holds(rule.when, values)), None)
            if values is not None:
                yield from _erratum_modifiers(form, values, rule)
                yield from _erratum_operands(form, values, rule)


def _erratum_modifiers(form: Form, values: Values, rule: Deviation) -> Iterator[Trial]:
    """Yield a variant with the modifiers that a rule adds, repeats, omits or replaces."""
    present_slots = [(slot.name, str(value)) for slot in form.slots if (value := values[slot.name])]
    spelled = [value for _, value in present_slots]
    first = sum(slot.in_mnemonic for slot in form.slots if values[slot.name])
    for added in (*rule.extra_modifiers, *rule.repeated_modifiers):
        yield _respelled(form, values, (*spelled[:first], added, *spelled[first:]), "erratum", rule.erratum)
        yield _respelled(form, values, (*spelled, added), "erratum", rule.erratum)
    for index, (name, value) in enumerate(present_slots):
        others = [(other,) for other in rule.extra_values.get(name, ())]
        for other in [*others, *([()] if value in rule.omitted_modifiers else [])]:
            changed = (*spelled[:index], *other, *spelled[index + 1 :])
            yield _respelled(form, values, changed, "erratum", rule.erratum)


def _erratum_operands(form: Form, values: Values, rule: Deviation) -> Iterator[Trial]:
    """Yield a variant with each operand of a rule that the rule names, and with what it requires beside that."""

    def applies(operand: Operand) -> bool:
        named = not rule.operands or operand.name in rule.operands
        return named and (not rule.operand_types or type_of(operand, values) in rule.operand_types)

    opcode, plain = form.opcode(values), operand_texts(form, values)
    operands = [operand for operand in form.operands if operand.name in plain.texts and applies(operand)]
    for operand, word in itertools.product(operands, rule.written_as):
        texts = OperandTexts(dict(plain.texts), dict(plain.registers))
        for other in operands if rule.others_written_as else (operand,):
            plain_text = texts.texts[other.name]
            if word == "lower.32":
                choices = constants_of(operand, values)
                plain_text = str(choices[0] if choices else operand.minimum or 0)
            text, registers = _worded(
                word if other is operand else rule.others_written_as[0], plain_text, plain.registers
            )
            texts.texts[other.name] = text
            texts.registers.update(registers)
        if texts.texts != plain.texts:
            yield Trial(assemble(form, opcode, texts), "erratum", form.id, operand.name, f"{rule.erratum} {word}")


_WORDED: dict[str, tuple[str, dict[str, str]]] = {
    "sink": ("_", {}),
    "integer": ("255", {}),
    "bare.integer": ("255", {}),
    "single": ("0f3F800000", {}),
    "double": ("0d3FF0000000000000", {}),
    "negative": ("-1", {}),
    "above.16": ("65536", {}),
    "above.20": ("1048576", {}),
    "above.32": ("0x123456789", {}),
    "multiple.32": ("1024", {}),
    "beyond.24": ("16777224", {}),
    "negated": ("!other_pred", {"other_pred": "pred"}),
    "minus": ("-other_b32", {"other_b32": "b32"}),
    "address": ("[other_b64]", {"other_b64": "b64"}),
    "special": ("%laneid", {}),
    "special.b32": ("%laneid", {}),
    "special.b64": ("%clock64", {}),
    "sum.special": ("%laneid+4", {}),
    "sum.whole": ("%tid+4", {}),
    "sum.opaque": ("surface+4", {}),
    "sum.vector": ("%tid+4", {}),
    "whole": ("%tid", {}),
    "variable": ("variable", {}),
}
"""Operand text for a word of a rule (`given`), and the types of the registers in it."""
_VECTOR = re.compile(r"vector\.(?P<length>[0-9]+)(?:\.(?P<type>[a-z0-9]+))?")


def _worded(word: str, plain: str, declared: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """Return the operand text for a word of a rule and its registers; words without a text keep the plain text.

    A word in braces replaces the first element of a vector.
    """
    if word == "sum":
        return (f"{plain}+4" if plain.isidentifier() else plain), {}
    if word == "lower.32":
        return str((1 << 32) + int(plain)), {}
    if word in _WORDED:
        return _WORDED[word]
    if word.startswith(("sum.whole.", "sum.vector.")):
        type_, length = word.rpartition(".")[2], plain.count(",") + 1 if plain[:1] == "{" else 2
        declarable = length in (2, 4) and length * types.known()[type_].bits <= 128
        return (f"v{length}_{type_}+4", {f"v{length}_{type_}": f"v{length}.{type_}"}) if declarable else (plain, {})
    if word.startswith("sum."):
        register = f"other_{word[4:]}"
        return f"{register}+4", {register: word[4:]}
    if word[:1] == "{" and plain[:1] == "{":
        first, _, rest = plain[1:-1].partition(", ")
        text, registers = _worded(word[1:-1], first, declared)
        return f"{{{text}, {rest}}}" if rest else f"{{{text}}}", registers
    if word in ("unbraced", "widths") and plain[:1] == "{" and ", " in plain:
        first, *others = plain[1:-1].split(", ")
        type_, length = declared.get(first, "b32"), len(others) + 1
        if word == "unbraced":
            # Vector registers have 2 or 4 elements and at most 128 bits.
            name, declarable = f"v{length}_{type_}", length in (2, 4) and length * types.known()[type_].bits <= 128
            return (name, {name: f"v{length}.{type_}"}) if declarable else (plain, {})
        narrow = "b16" if types.known()[type_].bits != 16 else "b32"
        return f"{{{', '.join([first, *others[:-1], f'other_{narrow}'])}}}", {f"other_{narrow}": narrow}
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
    return (space or plain), {}


def selector_changes(form: Form, values: Values) -> Iterator[Trial]:
    """Yield a form with selectors such as `.b0`, with each sort of selector at each operand, and with none."""
    opcode, texts = form.opcode(values), operand_texts(form, values)
    for operand in form.operands if selectors(form) else ():
        # Four bytes of eight have 4096 spellings; every 256th shows the rule.
        own = spellings(operand.selector) if operand.selector else ()
        some = own if len(own) <= 16 else own[:: len(own) // 16]
        for spelling in dict.fromkeys(("", *SELECTORS, *some)):
            suffix = f".{spelling}" if spelling else ""
            bare = operand._replace(selector=None)
            changed = form._replace(
                operands=tuple(bare if operand_ is operand else operand_ for operand_ in form.operands)
            )
            text = f"{texts.texts[operand.name]}{suffix}"
            probe = assemble(changed, opcode, texts._replace(texts={**texts.texts, operand.name: text}))
            yield Trial(probe, "operand-selector", form.id, operand.name, spelling or "none")


def count_changes(form: Form, values: Values) -> Iterator[Trial]:
    """Yield a variant with one operand more and one fewer."""
    opcode, texts = form.opcode(values), operand_texts(form, values)
    spelled = _spelled(form, texts.texts)
    written = [write_place(place, spelled) for place in template_of(form.syntax).operands if place.names[0] in spelled]
    registers = tuple(texts.registers.items())
    for change, operands in (("one less", written[:-1]), ("one more", [*written, written[-1]] if written else ["0"])):
        statement = f"{opcode} {', '.join(operands)};" if operands else f"{opcode};"
        symbols = _symbols_in(texts.texts.values())
        yield Trial(Probe(statement, registers, symbols, _mode(form)), "operand-count", form.id, change=change)


def _probe(form: Form, opcode: str, values: Values) -> Probe:
    return assemble(form, opcode, operand_texts(form, values))


def assemble(form: Form, opcode: str, texts: OperandTexts) -> Probe:
    """Return the probe of an opcode with the texts of its operands."""
    statement = write_statement(opcode, template_of(form.syntax).operands, _spelled(form, texts.texts))
    return Probe(statement, tuple(texts.registers.items()), _symbols_in(texts.texts.values()), _mode(form))


def _mode(form: Form) -> str:
    """Return the texture mode of a form: samplers are operands in independent mode only."""
    return INDEPENDENT if any(operand.kind == "sampler" for operand in form.operands) else ""


def _symbols_in(texts: Iterable[str]) -> tuple[str, ...]:
    # An erratum may write a symbol with an offset, such as `surface+4`.
    return tuple(name for text in texts if (name := text.partition("+")[0]) in SYMBOLS)


def _spelled(form: Form, texts: Mapping[str, str]) -> dict[str, str]:
    """Return operand texts with the required selectors and no others.

    Operands without a text do not occur with these modifiers.
    """
    selection = plainest(form)
    written = (operand for operand in form.operands if operand.name in texts)
    return {operand.name: selected(operand, texts[operand.name], selection) for operand in written}


def operand_texts(form: Form, values: Values) -> OperandTexts:
    """Return a register of the first fitting type for each operand, or a constant or symbol where one is required."""
    operands = OperandTexts({}, {})
    for operand in form.operands:
        chosen = values.get(operand.name)
        if not is_present(operand, values):
            continue
        if operand.name in form.condition_operands and operand.kind not in HANDLES and chosen is None:
            continue
        if operand.immediate == "required":
            # 5 is in the range of every field without a minimum.
            choices = constants_of(operand, values)
            plain = 5 * operand.multiple_of if operand.minimum is None else operand.minimum
            operands.texts[operand.name] = str(choices[0] if choices else plain)
            continue
        if operand.kind in NAMED and chosen is None:
            if operand.kind == "variable":
                space = str(choose(operand.space, values) or "global").partition("::")[0]
                operands.texts[operand.name] = _BY_SPACE[space]
            else:
                # Other symbols have the name of their kind; lists may be empty.
                symbol = {"opaque": "texture", "list": ""}.get(operand.kind, operand.kind)
                operands.texts[operand.name] = symbol
            continue
        if operand.underscore_required:
            operands.texts[operand.name] = "_"
            continue
        declared = _register_type(operand, values)
        length = int(choose(operand.vector, values) or 1)
        names = [f"r_{declared}_{operand.name}{index or ''}" for index in range(length)]
        operands.registers.update(dict.fromkeys(names, declared))
        operands.texts[operand.name] = f"{{{', '.join(names)}}}" if choose(operand.vector, values) else names[0]
    return operands


_BY_SPACE = {
    "global": "variable",
    "shared": "in_shared",
    "const": "in_const",
    "local": "in_local",
    "param": "parameter",
}


def _register_type(operand: Operand, values: Values) -> str:
    """Return the type of a register for an operand; addresses in tensor memory are the only ones with 32 bits."""
    if operand.kind == ADDRESS:
        return "b32" if choose(operand.space, values) == TENSOR else "b64"
    type_ = POINTERS.get(operand.kind) or type_of(operand, values)
    return types.known()[type_].registers[0]


# --- special registers ---

_HOLDERS = {1: "pred", 16: "b16", 32: "b32", 64: "b64"}
"""Type of a register that can receive any type of this many bits."""


def legal_reads(register: SpecialRegister) -> Iterator[Probe]:
    """Yield a read of every element of a special register with every type, and of a whole vector."""
    for type_ in register.read_as:
        holder = _HOLDERS[types.known()[type_].bits]
        name = f"r_{holder}"
        for element in _elements(register):
            yield Probe(f"mov.{type_} {name}, {element};", ((name, holder),))
        if register.elements:
            vector = ", ".join([name] * len(register.elements))
            yield Probe(f"mov.v{len(register.elements)}.{type_} {{{vector}}}, {register.name};", ((name, holder),))


def wrong_uses(register: SpecialRegister) -> Iterator[tuple[str, Probe]]:
    """Yield uses that no version allows, with a name: other types, writes, and operands of other instructions."""
    element, *_ = _elements(register)
    for type_ in types.known().values():
        if type_.declarable and type_.name not in register.read_as:
            holder = type_.registers[0]
            yield type_.name, Probe(f"mov.{type_.name} r_{holder}, {element};", ((f"r_{holder}", holder),))
    holder = _HOLDERS[types.known()[register.type].bits]
    name = f"r_{holder}"
    yield "destination", Probe(f"mov.{register.type} {element}, {name};", ((name, holder),))
    if register.elements:
        yield "vector", Probe(f"mov.{register.type} {name}, {register.name};", ((name, holder),))
    yield "operand", Probe(f"and.{holder} {name}, {name}, {element};", ((name, holder),))


def _elements(register: SpecialRegister) -> list[str]:
    """Return the elements of a vector such as `%tid`, or the name of a scalar register."""
    return [f"{register.name}.{element}" for element in register.elements] or [register.name]
