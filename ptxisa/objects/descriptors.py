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

from ptxisa.isa import targets, versions
from ptxisa.isa.descriptors import Field, Layout, layouts
from ptxisa.isa.names import Unknown, listing, suggestion
from ptxisa.objects.column_mask import count, generate
from ptxisa.objects.descriptor_format import Format
from ptxisa.objects.descriptor_notes import Context, Note, notes
from ptxisa.objects.descriptor_values import DescriptorError, encoded, natural, scatter
from ptxisa.objects.phrases import needs, phrase


class UnknownDescriptor(Unknown, ValueError):
    """A name that no descriptor has."""


class Descriptor(Format):
    """A descriptor format that encodes fields, and explains descriptors.

    It is for one kind of instruction if `kind` is one. With a PTX version or a target, fields and values that do not
    exist there are errors.
    """

    def __repr__(self) -> str:
        return f"<descriptor {self.name}{f' {self.kind}' if self.kind else ''}: {len(self.fields)} fields>"

    def of_kind(self, kind: str) -> Descriptor:
        """The same format for one kind."""
        return Descriptor(self.layout, kind, self.ptx, self.target)

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
        return notes(self, self.checked(value), Context.of(major, m, n, cta_group, ws))

    def mask(self, value: int, *, m: int, n: int) -> int:
        """The zero-column mask of `n` bits that a descriptor generates for M = `m`; bit i is column i."""
        rows, columns = count("M", m), count("N", n)
        if rows is None or columns is None:
            raise DescriptorError("a mask needs M and N")
        return generate(self, self.decode(value), rows, columns)


def _can_be(field: Field, value: object) -> bool:
    try:
        encoded(field, value)
    except DescriptorError:
        return False
    return True


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
