"""Descriptors of matrix instructions: encode fields as bits, decode bits as fields, explain what is wrong with them.

    d = ptxisa.descriptor("wgmma.matrix")
    d.encode(start=0x400, leading=16, stride=1024, swizzle="128B")    # 0x4000004000010040
    d.decode(0x4000004000010040)["stride"]                            # 1024, in bytes
    d.explain(0x4000004000010040)                                     # notes: which strides are read, mistakes

Values are in natural units: bytes for addresses and strides, rows and columns for M and N, names for enumerated
fields. `64u` is 64 encoded steps. Formats are those of sections 9.7.15.5.1.2.2 and 9.7.16.3 of the PTX 8.7 manual, with
what later editions add.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from ptxisa.isa import versions
from ptxisa.isa.descriptors import Field, Layout, Rule, Since, layouts
from ptxisa.isa.names import listing, suggestion
from ptxisa.objects.descriptor_values import DescriptorError, Natural, encoded, gather, natural, problem, scatter
from ptxisa.objects.phrases import needs, phrase

if TYPE_CHECKING:
    from ptxisa.isa.targets import Target
    from ptxisa.isa.versions import Version
    from ptxisa.objects.descriptor_notes import Note


class UnknownDescriptor(ValueError):
    """A name that no descriptor has."""


class Fields(dict[str, Natural]):
    """Values of fields by name, in natural units.

    `raw` has the encoded field of each, `reserved` the bits of the value that belong to no field.
    """

    def __init__(self, values: dict[str, Natural], raw: dict[str, int], reserved: int) -> None:
        super().__init__(values)
        self.raw = raw
        self.reserved = reserved


class Descriptor:
    """A descriptor format, for one kind of instruction if `kind` is one.

    With a PTX version or a target, fields and values that do not exist there are errors; from the version on that
    widens a field, it has its wider bits.
    """

    def __init__(self, layout: Layout, kind: str, ptx: Version | None = None, target: Target | None = None) -> None:
        self.layout, self.kind, self.ptx, self.target = layout, kind, ptx, target
        self.fields = {one.name: self._here(one) for one in layout.fields}
        self.covered = sum(scatter(one.bits, (1 << one.width) - 1) for one in self.fields.values())

    def _here(self, field: Field) -> Field:
        """The field as this kind and version have it."""
        widened = field.wider_since is not None and self.ptx is not None
        if widened and field.wider_since is not None and self.exists(field.wider_since):
            field = field._replace(bits=field.wider)
        values = (one for one in field.values if not self.kind or not one.kinds or self.kind in one.kinds)
        return field._replace(values=tuple(values))

    @property
    def name(self) -> str:
        """Name of the format, with the kind where there are several."""
        return next((one.name for one in self.layout.variants if one.kind == self.kind), self.layout.name)

    @property
    def width(self) -> int:
        """Bits of a descriptor: 32 or 64."""
        return self.layout.width

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of instruction that this may be about."""
        return (self.kind,) if self.kind else tuple(one.kind for one in self.layout.variants)

    def of_kind(self, kind: str) -> Descriptor:
        """The same format for one kind."""
        return Descriptor(self.layout, kind, self.ptx, self.target)

    def exists(self, since: Since) -> bool:
        """Whether something exists where this descriptor is used; without a version and target, everything does."""
        from ptxisa.query.availability import satisfied

        if since.target:
            return satisfied(since.ptx, since.target, self.target, self.ptx)
        return self.ptx is None or versions.order(since.ptx) <= self.ptx

    def missing(self) -> str:
        """Why the version or target that was asked for does not have this descriptor; an empty text if it does."""
        variants = [one.since for one in self.layout.variants if one.kind == self.kind and one.since]
        for ways in (self.layout.since, variants):
            if ways and not any(self.exists(one) for one in ways):
                return f"{self.name} {', or '.join(needs(one) for one in ways)}"
        return ""

    def field(self, name: str) -> Field:
        """The field of that name or alias; raises `DescriptorError`, with a near name."""
        for one in self.fields.values():
            if name.lower() in (one.name, *one.aliases):
                return one
        known = [name for one in self.fields.values() for name in (one.name, *one.aliases)]
        hint = suggestion(name, known) or f"fields are {listing(self.fields, 24)}"
        raise DescriptorError(f"{self.name} has no field {name[:60]!r}; {hint}", name)

    def encode(self, **fields: object) -> int:
        """The descriptor with these fields; those left out are 0, or the one value that they can have.

        Numbers are in natural units; texts may be names, sizes such as `1024B` and `1KiB`, and encoded steps such as
        `64u`. Raises `DescriptorError` for values out of range, combinations that are not legal, and missing fields.
        """
        if not self.kind and self.layout.variants:
            return self._encode_any(fields)
        given, missing = self._given(fields), self.missing()
        if missing:
            raise DescriptorError(missing)
        raw = {one.name: self._bits(one, given) for one in self.fields.values()}
        broken = [rule.why for rule in self.broken(raw) if rule.level == "error"]
        if broken:
            raise DescriptorError(f"{self.name}: {phrase(broken[0])}")
        return sum(scatter(one.bits, raw[one.name]) for one in self.fields.values())

    def _encode_any(self, fields: dict[str, object]) -> int:
        """The descriptor of the first kind that the fields fit."""
        given = self._given(fields)
        for field in self.fields.values():
            if field.name in given:
                encoded(field, given[field.name])
            elif not field.values:
                self._default(field)
        reasons: list[tuple[int, str, str]] = []
        for kind in self.kinds:
            narrow = self.of_kind(kind)
            try:
                return narrow.encode(**given)
            except DescriptorError as error:
                reasons.append((-narrow._accepted(given), kind, str(error)))
        _, kind, reason = min(reasons, key=lambda one: one[0])
        raise DescriptorError(f"the fields fit no kind of {self.name}; {kind}: {reason}")

    def _accepted(self, given: dict[str, object]) -> int:
        """How many of the values this kind can have."""
        return sum(_can_be(self.fields[name], value) for name, value in given.items())

    def _given(self, fields: dict[str, object]) -> dict[str, object]:
        """The values by the names of their fields."""
        given: dict[str, object] = {}
        for name, value in fields.items():
            field = self.field(name)
            if field.name in given:
                raise DescriptorError(f"{field.name} is given twice", field.name)
            given[field.name] = value
        return given

    def _bits(self, field: Field, given: dict[str, object]) -> int:
        if field.name in given:
            raw = encoded(field, given[field.name])
            self._refuse_dated(field, raw)
            return raw
        return self._default(field)

    def _default(self, field: Field) -> int:
        legal = {field.constant} if field.constant is not None else {one.value for one in field.values}
        if len(legal) == 1:
            return legal.pop() or 0
        if field.required:
            raise DescriptorError(f"{self.name} needs {field.name}, {phrase(field.summary)}", field.name)
        return 0

    def _refuse_dated(self, field: Field, raw: int) -> None:
        """Values that do not exist in the version and on the target that were asked for are errors."""
        for since in self.dated(field, raw):
            if not self.exists(since):
                raise DescriptorError(f"{field.name} {natural(field, raw)} {needs(since)}", field.name)

    def dated(self, field: Field, raw: int) -> list[Since]:
        """Since when the field may have these bits, where that is later than the descriptor."""
        found = [field.since, *(one.since for one in field.values if one.value == raw)]
        return [since for since in found if since is not None]

    def decode(self, value: int) -> Fields:
        """The fields of any descriptor, illegal ones too; raises `DescriptorError` if it does not fit in the width."""
        value = self.checked(value)
        raw = {one.name: gather(one.bits, value) for one in self.fields.values()}
        values = {name: natural(self.fields[name], bits) for name, bits in raw.items()}
        return Fields(values, raw, value & ~self.covered)

    def checked(self, value: Any) -> int:
        """The value as an integer of the width."""
        try:
            number = operator.index(value)
        except TypeError:
            raise DescriptorError(
                f"{self.name} is an integer of {self.width} bits, not {type(value).__name__}"
            ) from None
        if number < 0:
            raise DescriptorError(f"{self.name} is an integer of {self.width} bits; it cannot be negative")
        if number >> self.width:
            raise DescriptorError(f"{self.name} has {self.width} bits; the value has {number.bit_length()}")
        return number

    def explain(
        self,
        value: int,
        *,
        major: str | None = None,
        m: int | None = None,
        n: int | None = None,
        cta_group: int | None = None,
        ws: bool | None = None,
    ) -> list[Note]:
        """What is wrong with a descriptor, what is likely a mistake, and what its fields mean together.

        `major` is "K" or "MN", the order of a matrix in shared memory; `m` and `n` are the rows and columns of the
        instruction; `cta_group` and `ws` its qualifiers. Without them, what depends on them is said for each.
        """
        from ptxisa.objects.descriptor_notes import Context, notes

        return notes(self, self.checked(value), Context.of(major, m, n, cta_group, ws))

    def mask(self, value: int, *, m: int, n: int) -> int:
        """The zero-column mask of `n` bits that a descriptor generates for M = `m`; bit i is column i."""
        from ptxisa.objects.column_mask import count, generate

        rows, columns = count("M", m), count("N", n)
        if rows is None or columns is None:
            raise DescriptorError("a mask needs M and N")
        return generate(self, self.decode(value), rows, columns)

    def broken(self, raw: dict[str, int]) -> list[Rule]:
        """The rules that the fields break."""
        rules = (rule for rule in self.layout.rules if not rule.kinds or self.kind in rule.kinds)
        return [rule for rule in rules if self.meets(rule.when, raw) and not self.meets(rule.require, raw)]

    def meets(self, condition: tuple[tuple[str, tuple[str, ...]], ...], raw: dict[str, int]) -> bool:
        """Whether every field of a condition has one of its values."""
        return all(_among(natural(self.fields[name], raw[name]), values) for name, values in condition)

    def problems(self, raw: dict[str, int]) -> list[tuple[Field, str]]:
        """The fields that cannot have their bits, and why."""
        found = ((one, problem(one, raw[one.name])) for one in self.fields.values())
        return [(field, text) for field, text in found if text]


def _can_be(field: Field, value: object) -> bool:
    try:
        encoded(field, value)
    except DescriptorError:
        return False
    return True


def _among(value: Natural, values: tuple[str, ...]) -> bool:
    """Whether a value is one of a condition, of which some are ranges such as `16-256/16`."""
    return any(_fits(value, one) for one in values)


def _fits(value: Natural, text: str) -> bool:
    first, dash, rest = text.partition("-")
    if not dash:
        return str(value) == text
    last, _, step = rest.partition("/")
    return isinstance(value, int) and value in range(int(first), int(last) + 1, int(step or 1))


def known_names() -> list[str]:
    """Every descriptor: formats, and each kind of instruction of those that several share."""
    found = [name for one in layouts().values() for name in (one.name, *(kind.name for kind in one.variants))]
    return list(dict.fromkeys(found))


def descriptor(name: str, *, kind: str | None = None, ptx: str | None = None, target: str | None = None) -> Descriptor:
    """The descriptor of that name, such as "wgmma.matrix" or "tcgen05.instruction.f16".

    `kind` narrows `tcgen05.instruction` to one kind of instruction; of a matrix descriptor it is the element type
    (wgmma) or the kind (tcgen05), which restricts major orders. Raises `UnknownDescriptor`, and `UnknownVersion` or
    `UnknownTarget` for a place that does not exist.
    """
    from ptxisa.isa import targets

    version = versions.version(ptx) if ptx else None
    on = targets.target(target) if target else None
    layout, found = _find(name)
    if kind:
        layout, found = _narrowed(layout, found, kind.lower().removeprefix(".").removeprefix("kind::"))
    return Descriptor(layout, found, version, on)


def _narrowed(layout: Layout, found: str, kind: str) -> tuple[Layout, str]:
    """The format and kind where a kind is named beside the descriptor."""
    if found not in ("", kind):
        raise UnknownDescriptor(f"{layout.name} is of kind {found}, not of kind {kind[:60]!r}")
    if layout.variants:
        return (layout, kind) if found else _find(f"{layout.name}.{kind}")
    return layout, _operand_kind(layout, kind)


def _find(name: str) -> tuple[Layout, str]:
    """The format and kind of that name."""
    for layout in layouts().values():
        for variant in layout.variants:
            if variant.name == name.lower():
                return layout, variant.kind
        if layout.name == name.lower():
            return layout, ""
    hint = suggestion(name, known_names()) or f"descriptors are {listing(known_names(), 20)}"
    raise UnknownDescriptor(f"no descriptor is called {name[:60]!r}; {hint}")


def _operand_kind(layout: Layout, kind: str) -> str:
    """The element type or kind of a matrix."""
    known = list(dict.fromkeys(one for row in layout.majors for one in row.kinds))
    if kind not in known:
        hint = (suggestion(kind, known) or f"kinds are {listing(known, 20)}") if known else "it has no kinds"
        raise UnknownDescriptor(f"{layout.name} has no kind {kind[:60]!r}; {hint}")
    return kind
