"""Sets of test vectors: one for each distinct semantics, and their choice by names and patterns.

    planned(chosen(["add.*f32", "bfe"]))

Variants of a form share a set if the same function computes them with the same arguments, on operands of the same
widths, with the same promises of the contract. Selectors of operands, as in `a.b0`, are arguments as well.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any, NamedTuple

from ptxisa.isa import selectors, types, versions
from ptxisa.isa.forms import Form, Values, holds, type_of
from ptxisa.isa.instructions import every_form
from ptxisa.isa.names import UnrecordedName, suggestion
from ptxisa.isa.targets import Target
from ptxisa.isa.variants import variants
from ptxisa.query.availability import UnknownOpcode, candidates, form_available
from ptxisa.run.implementation import REFERENCE, VECTOR, Implementation, NotExecutable, executable, implementation
from ptxisa.run.operands import CARRY
from ptxisa.run.warp import ACTIVE, LANE, LANES, operand_of
from ptxisa.vectors.samples import inputs

SELECTIONS = 4
"""Most combinations of selectors, as in `a.b0`, for each variant."""
_OPEN = {"unspecified", "unspecified_nan"}
"""Functions of the semantics that leave bits open."""

Chosen = Iterable[tuple[Form, Iterable[Values]]]
"""Forms, and the chosen variants of each."""


class VectorPort(NamedTuple):
    """An input or output of a set.

    Attributes:
        name: Name of the operand, `CF`, or name of an input of the function.
        bits: Bits of one value.
        type: PTX type.
        kind: Kind of the operand: `register`, `immediate`, or `address` (the value is the content of memory there);
            `state` for the carry flag; `warp` for values of other lanes.
        lanes: Values side by side, 1 or those of a whole warp.
    """

    name: str
    bits: int
    type: str
    kind: str
    lanes: int = 1


class VectorSet(NamedTuple):
    """A set: a variant of a form that represents all `opcodes`, and the selectors of its operands.

    Attributes:
        form: The form.
        values: Slot values of the variant.
        opcodes: Opcodes that compute the same.
        selection: Selector of each operand that has one, by name.
        inputs: Inputs in the order of a line.
        outputs: Outputs in the order of a line.
        on: Target whose results the set has, None for those of the contract.
        model: True if a recorded model of the target computes the results.
        marks: True if the semantics may leave bits open.
    """

    form: Form
    values: Values
    opcodes: tuple[str, ...]
    selection: selectors.Selection
    inputs: tuple[VectorPort, ...]
    outputs: tuple[VectorPort, ...]
    on: Target | None
    model: bool
    marks: bool

    @property
    def name(self) -> str:
        """Name of the file without suffix, relative to the folder: unique, and legal on every file system."""
        chosen = "".join(f"-{spelling or 'none'}" for spelling in self.selection.values())
        return f"{self.form.id}/{self.opcodes[0].replace('::', '--').replace(':', '-')}{chosen}"

    def function(self, backend: str) -> Implementation:
        """Return the function that computes the outputs."""
        return implementation(self.form, self.values, backend=backend, on=self.on)

    def constants(self) -> Mapping[str, int]:
        """Return the inputs of the function for the selectors."""
        return selectors.inputs(self.form, self.selection)


def planned(chosen: Chosen, on: Target | None = None) -> Iterator[VectorSet]:
    """Yield the sets of executable variants, in a fixed order; with a target, of variants that are available there."""
    newest = max(versions.order(version.name) for version in versions.known().values())
    for form, every in chosen:
        if not executable(form):
            continue
        # Variants that compute the same are in one group.
        groups: dict[Hashable, list[Values]] = {}
        for values in every:
            try:
                key = _semantics(form, values, on)
            except NotExecutable:
                continue
            if on is None or form_available(form, values, on, newest):
                groups.setdefault(key, []).append(values)
        for group in groups.values():
            yield from _sets(form, group, on)


def _semantics(form: Form, values: Values, on: Target | None) -> Hashable:
    """Return a key that two variants of a form share if and only if the same code computes the same results."""
    implemented = implementation(form, values, backend=REFERENCE, on=on)
    # Vector code has fewer differences, since wrapped sums have no sign, but does not distinguish open bits.
    if not _leaves_bits_open(implemented):
        implemented = implementation(form, values, backend=VECTOR, on=on)
        implemented = implemented._replace(function=inspect.unwrap(implemented.function))
    function, arguments = _parts(implemented)
    widths = tuple(argument.bits for argument in inputs(form, values))
    written = tuple(_bits(form, name, values) for name in implemented.outputs)
    promises: Hashable = ()
    if form.contract is not None:
        kept = tuple(n for n, promise in enumerate(form.contract.promises) if holds(promise.when, values))
        promises = kept, form.contract.flush is not None and holds(form.contract.flush, values)
    return function, tuple(arguments.items()), widths, written, promises


def _parts(implemented: Implementation) -> tuple[Any, Mapping[str, Any]]:
    """Return the function and its keyword arguments."""
    function = implemented.function
    if isinstance(function, functools.partial):
        return function.func, function.keywords
    return function, {}


def _sets(form: Form, group: Sequence[Values], on: Target | None) -> Iterator[VectorSet]:
    """Yield the sets of variants with the same semantics, one for each combination of selectors."""
    # Inputs are drawn for the variant with the most floating-point operands: classes of such operands are more exact.
    values = max(group, key=lambda variant: sum(port.format is not None for port in inputs(form, variant)))
    opcodes = tuple(form.opcode(variant) for variant in (values, *(other for other in group if other is not values)))
    function = implementation(form, values, backend=REFERENCE, on=on)
    modeled = False
    if on is not None:
        # A model of the target computes the results if another function does without a target, or none.
        try:
            modeled = _parts(implementation(form, values, backend=REFERENCE))[0] is not _parts(function)[0]
        except NotExecutable:
            modeled = True
    # The operands that the variant reads, then the inputs of its function from the warp.
    read = [_port(form, argument.name, values) for argument in inputs(form, values)]
    around = [name for name in function.inputs if operand_of(name)]
    if around or not {LANE, ACTIVE}.isdisjoint(function.inputs):
        read += [VectorPort(name, 32, "u32", "warp") for name in (ACTIVE, LANE)]
    for name in around:
        read.append(_port(form, operand_of(name), values)._replace(name=name, kind="warp", lanes=LANES))
    written = tuple(_port(form, name, values) for name in function.outputs)
    for selection in selectors.selections(form, SELECTIONS, sorted(values.items(), key=str)):
        yield VectorSet(
            form, values, opcodes, selection, tuple(read), written, on, modeled, _leaves_bits_open(function)
        )


def _leaves_bits_open(implemented: Implementation) -> bool:
    """Return True if the function may leave bits open."""
    function, arguments = _parts(implemented)
    called = {*function.__code__.co_names, *(getattr(value, "__name__", "") for value in arguments.values())}
    return not called.isdisjoint(_OPEN)


def _port(form: Form, name: str, values: Values) -> VectorPort:
    if name == CARRY:
        return VectorPort(name, 1, "pred", "state")
    operand = form.operand(name)
    kind = "immediate" if operand.immediate == "required" else operand.kind
    return VectorPort(name, _bits(form, name, values), type_of(operand, values), kind)


def _bits(form: Form, name: str, values: Values) -> int:
    return 1 if name == CARRY else types.known()[type_of(form.operand(name), values)].bits


# --- choice by names and patterns ---


class UnknownSelection(UnrecordedName, ValueError):
    """A word is not the name of an instruction, form, family or opcode."""


def chosen(words: Sequence[str]) -> Iterator[tuple[Form, Iterator[Values]]]:
    """Yield forms with the variants that one of the words names; without words, everything.

    Args:
        words: Mnemonics, names of records, ids of forms, families, full opcodes, or patterns of opcodes with `*`, `?`
            and `[…]`.

    Raises:
        UnknownSelection: A word names nothing.
    """
    every = list(every_form())
    by_word = [_named(word, every) for word in words]
    for form in every:
        patterns = [named[form.id] for named in by_word if form.id in named]
        if not words or "" in patterns:
            yield form, variants(form)
        elif patterns:
            yield (
                form,
                (
                    values
                    for values in variants(form)
                    if any(fnmatchcase(form.opcode(values), pattern) for pattern in patterns)
                ),
            )


def _named(word: str, every: Sequence[Form]) -> dict[str, str]:
    """Return the ids of the forms that a word names, each with a pattern of its opcodes; "" for all opcodes."""
    if any(mark in word for mark in "*?["):
        # The text before the first wildcard decides which forms may have such opcodes.
        fixed = word[: min(word.find(mark) for mark in "*?[" if mark in word)]
        mnemonic, dot, _ = fixed.partition(".")
        named = {
            form.id: word
            for form in every
            if (form.mnemonic == mnemonic if dot else form.mnemonic.startswith(mnemonic))
        }
    else:
        named = {form.id: "" for form in every if word in _names(form)}
        if not named:
            # A full opcode, whose modifiers may be in any order that assemblers accept.
            try:
                matches = candidates(word)
            except UnknownOpcode:
                matches = []
            named = {match.form.id: match.opcode if match.modifiers else "" for match in matches}
    if not named:
        known = {name for form in every for name in _names(form)}
        hint = suggestion(word, known) or "see `ptxisa list`"
        raise UnknownSelection(f"unknown instruction, form, family or opcode {word[:60]!r}; {hint}")
    return named


def _names(form: Form) -> tuple[str, ...]:
    """Return the names by which a word selects a form."""
    family, name = form.record.split("/")
    return form.id, form.mnemonic, name, family
