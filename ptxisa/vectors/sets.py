"""Which sets of test vectors there are: one for each distinct semantics.

Variants of a form share a set where the same function computes them with the same arguments, on operands of the same
widths, under the same promises of the contract. What follows an operand, as in `a.b0`, is an argument as well.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ptxisa.isa import selectors, types, versions
from ptxisa.isa.forms import Form, Operand, Values, holds, type_of
from ptxisa.isa.opcode import canonical
from ptxisa.isa.targets import Target
from ptxisa.isa.versions import Version
from ptxisa.query.availability import form_available
from ptxisa.run.implementation import REFERENCE, VECTOR, Implementation, NotExecutable, executable, implementation
from ptxisa.run.operands import CARRY
from ptxisa.run.warp import ACTIVE, LANE, LANES, operand_of
from ptxisa.vectors.samples import inputs

SELECTIONS = 4
"""At most this many choices of what follows operands, as in `a.b0`, for each variant."""
_OPEN = {"unspecified", "unspecified_nan"}

Chosen = Iterable[tuple[Form, Iterable[Values]]]
"""Forms, and the variants of each that are wanted."""


class Port(NamedTuple):
    """One input or output of a set: `bits` of one value; `lanes` are the values side by side, 1 or a whole warp.

    `kind` is that of the operand: "register", "immediate" or "address", for which the value is what lies in memory
    there; or "state", the carry flag; or "warp", what a function sees of other lanes. `element_bits` is the width of
    an element of a packed `type`; elements begin every `stride` bits.
    """

    name: str
    bits: int
    type: str
    kind: str
    lanes: int = 1


class VectorSet(NamedTuple):
    """One set: a variant of a form that represents all `opcodes`, and what its operands are followed by."""

    form: Form
    values: Values
    opcodes: tuple[str, ...]
    selection: selectors.Selection
    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]
    on: Target | None
    model: bool
    marks: bool

    @property
    def name(self) -> str:
        """The name of its file below the folder of all, without suffix: unique, and legal on every file system."""
        chosen = "".join(f"-{spelling or 'none'}" for spelling in self.selection.values())
        return f"{self.form.id}/{self.opcodes[0].replace('::', '--').replace(':', '-')}{chosen}"

    def function(self, backend: str) -> Implementation:
        """What computes the outputs."""
        return implementation(self.form, self.values, backend=backend, on=self.on)

    def constants(self) -> Mapping[str, int]:
        """The numbers of what follows the operands."""
        return selectors.inputs(self.form, self.selection)


def planned(chosen: Chosen, on: Target | None = None) -> Iterator[VectorSet]:
    """The sets of the variants that are executable and, on a target, available there; in a fixed order."""
    newest = max(versions.order(one.name) for one in versions.known().values())
    for form, every in chosen:
        if executable(form):
            for variants in _groups(form, every, on, newest).values():
                yield from _of_group(form, variants, on)


def _groups(form: Form, every: Iterable[Values], on: Target | None, at: Version) -> dict[Hashable, list[Values]]:
    """The variants by what they compute."""
    found: dict[Hashable, list[Values]] = {}
    for values in every:
        try:
            key = _semantics(form, values, on)
        except NotExecutable:
            continue
        if on is None or form_available(form, values, on, at):
            found.setdefault(key, []).append(values)
    return found


def _semantics(form: Form, values: Values, on: Target | None) -> Hashable:
    """What two variants of a form have in common if and only if the same code computes them alike."""
    found = implementation(form, values, backend=REFERENCE, on=on)
    if not _marks(found):  # Code on arrays shows fewer differences: wrapped sums have no sign. But it has no open bits.
        found = implementation(form, values, backend=VECTOR, on=on)
        found = found._replace(function=inspect.unwrap(found.function))
    function, arguments = _parts(found)
    widths = tuple(one.bits for one in inputs(form, values))
    written = tuple(_bits(form, name, values) for name in found.outputs)
    return function, tuple(arguments.items()), widths, written, _promises(form, values)


def _parts(found: Implementation) -> tuple[Any, Mapping[str, Any]]:
    """The function itself, and its keyword arguments."""
    function = found.function
    if isinstance(function, functools.partial):
        return function.func, function.keywords
    return function, {}


def _promises(form: Form, values: Values) -> Hashable:
    """Which promises of the contract are about a variant, and the format that they bound."""
    if form.contract is None:
        return ()
    contract = form.contract
    kept = tuple(index for index, promise in enumerate(contract.promises) if holds(promise.when, values))
    return kept, contract.flush is not None and holds(contract.flush, values)


def _of_group(form: Form, variants: Sequence[Values], on: Target | None) -> Iterator[VectorSet]:
    """The sets of variants with the same semantics: one for each selection of what follows operands."""
    values = max(variants, key=lambda one: sum(port.format is not None for port in inputs(form, one)))
    opcodes = tuple(canonical(form, one) for one in (values, *(one for one in variants if one is not values)))
    found = implementation(form, values, backend=REFERENCE, on=on)
    modelled = on is not None and _is_modelled(form, values, found)
    for selection in selectors.selections(form, SELECTIONS, sorted(values.items(), key=str)):
        yield VectorSet(
            form, values, opcodes, selection, tuple(_read(form, values, found)),
            tuple(_port(form, name, values) for name in found.outputs), on, modelled, _marks(found),
        )  # fmt: skip


def _is_modelled(form: Form, values: Values, found: Implementation) -> bool:
    """Whether a model computes a variant, and not the contract."""
    try:
        plain = implementation(form, values, backend=REFERENCE)
    except NotExecutable:
        return True
    return _parts(plain)[0] is not _parts(found)[0]


def _marks(found: Implementation) -> bool:
    """Whether the function may leave bits open."""
    function, arguments = _parts(found)
    called = {*function.__code__.co_names, *(getattr(one, "__name__", "") for one in arguments.values())}
    return not called.isdisjoint(_OPEN)


def _read(form: Form, values: Values, found: Implementation) -> Iterator[Port]:
    """What a variant reads, then what its function sees of the warp."""
    yield from (_port(form, one.name, values) for one in inputs(form, values))
    around = [name for name in found.inputs if operand_of(name)]
    if around or not {LANE, ACTIVE}.isdisjoint(found.inputs):
        yield from (Port(name, 32, "u32", "warp") for name in (ACTIVE, LANE))
    for name in around:
        port = _port(form, operand_of(name), values)
        yield port._replace(name=name, kind="warp", lanes=LANES)


def _port(form: Form, name: str, values: Values) -> Port:
    if name == CARRY:
        return Port(name, 1, "pred", "state")
    operand = form.operand(name)
    return Port(name, _bits(form, name, values), type_of(operand, values), _kind(operand))


def _kind(operand: Operand) -> str:
    return "immediate" if operand.immediate == "required" else operand.kind


def _bits(form: Form, name: str, values: Values) -> int:
    return 1 if name == CARRY else types.known()[type_of(form.operand(name), values)].bits
