"""Descriptors of matrix instructions: encode fields as bits, decode bits to fields, explain mistakes.

    d = ptxisa.descriptor("wgmma.matrix")
    d.encode(start=0x400, leading=16, stride=1024, swizzle="128B")    # 0x4000004000010040
    d.decode(0x4000004000010040)["stride"]                            # 1024, in bytes
    d.explain(0x4000004000010040)                                     # notes: which strides are read, mistakes

Values are in natural units: bytes for addresses and strides, rows and columns for M and N, names for enumerated
fields. `64u` is 64 encoded steps. Formats are those of sections 9.7.15.5.1.2.2 and 9.7.16.3 of the PTX 8.7 manual, with
what later editions add.
"""

from __future__ import annotations

from contextlib import suppress

from ptxisa.isa import targets, versions
from ptxisa.isa.descriptors import DescriptorField, DescriptorLayout, layouts
from ptxisa.isa.names import UnrecordedName, listing, suggestion
from ptxisa.objects.descriptor_fields import DescriptorError, DescriptorFormat, encoded, natural, needs, phrase, scatter
from ptxisa.objects.descriptor_notes import Note, NoteContext, column_mask, notes, size_of


class UnknownDescriptor(UnrecordedName, ValueError):
    """No descriptor has this name."""


class Descriptor(DescriptorFormat):
    """A descriptor format that encodes fields and explains descriptors.

    Without a `kind`, the format of a descriptor with several kinds accepts what any of them accepts. With a PTX version
    or a target, fields and values that do not exist there are errors.
    """

    def __repr__(self) -> str:
        return f"<descriptor {self.name}{f' {self.kind}' if self.kind else ''}: {len(self.fields)} fields>"

    def of_kind(self, kind: str) -> Descriptor:
        """Return the format for one kind of instruction."""
        return Descriptor(self.layout, kind, self.ptx, self.target)

    def field(self, name: str) -> DescriptorField:
        """Return the field with a name or alias; raise `DescriptorError` with a similar name."""
        for field in self.fields.values():
            if name.lower() in (field.name, *field.aliases):
                return field
        known = [name for field in self.fields.values() for name in (field.name, *field.aliases)]
        hint = suggestion(name, known) or f"fields are {listing(self.fields, 24)}"
        raise DescriptorError(f"{self.name} has no field {name[:60]!r}; {hint}", name)

    def encode(self, **fields: object) -> int:
        """Return the descriptor with these fields; others are 0, or the only value that they can have.

        Args:
            **fields: Numbers in natural units, or texts: names, sizes such as `1024B` and `1KiB`, and encoded steps
                such as `64u`.

        Raises:
            DescriptorError: A value is out of range, a combination is not legal, or a required field is missing.
        """
        if not self.kind and self.layout.variants:
            return self._encode_any(fields)
        given, missing = self._given(fields), self.missing()
        if missing:
            raise DescriptorError(missing)
        raw: dict[str, int] = {}
        for field in self.fields.values():
            if field.name not in given:
                raw[field.name] = self._default(field)
                continue
            raw[field.name] = encoded(field, given[field.name])
            for since in self.dated(field, raw[field.name]):
                if not self.exists(since):
                    text = f"{field.name} {natural(field, raw[field.name])} {needs(since)}"
                    raise DescriptorError(text, field.name)
        broken = [rule.why for rule in self.broken(raw) if rule.level == "error"]
        if broken:
            raise DescriptorError(f"{self.name}: {phrase(broken[0])}")
        return sum(scatter(field.bits, raw[field.name]) for field in self.fields.values())

    def _encode_any(self, fields: dict[str, object]) -> int:
        """Return the descriptor of the first kind that accepts the fields."""
        given = self._given(fields)
        # What is wrong for every kind is reported without naming one of them.
        for field in self.fields.values():
            if field.name in given:
                encoded(field, given[field.name])
            elif not field.values:
                self._default(field)
        # Where no kind accepts them, the message is about the kind that accepts most of the values.
        reasons: list[tuple[int, str, str]] = []
        for kind in self.kinds:
            narrow = self.of_kind(kind)
            try:
                return narrow.encode(**given)
            except DescriptorError as error:
                accepted = 0
                for name, value in given.items():
                    with suppress(DescriptorError):
                        encoded(narrow.fields[name], value)
                        accepted += 1
                reasons.append((-accepted, kind, str(error)))
        _, kind, reason = min(reasons, key=lambda entry: entry[0])
        raise DescriptorError(f"the fields fit no kind of {self.name}; {kind}: {reason}")

    def _given(self, fields: dict[str, object]) -> dict[str, object]:
        """Return values by the names of their fields instead of aliases."""
        given: dict[str, object] = {}
        for name, value in fields.items():
            field = self.field(name)
            if field.name in given:
                raise DescriptorError(f"{field.name} is given twice", field.name)
            given[field.name] = value
        return given

    def _default(self, field: DescriptorField) -> int:
        legal = {field.constant} if field.constant is not None else {value.value for value in field.values}
        if len(legal) == 1:
            return legal.pop() or 0
        if field.required:
            raise DescriptorError(f"{self.name} needs {field.name}, {phrase(field.summary)}", field.name)
        return 0

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
        """Return notes on a descriptor: errors, likely mistakes, and what its fields mean together.

        Without the other arguments, notes that depend on them are given for each case.

        Args:
            value: The descriptor.
            major: "K" or "MN", the order of a matrix in shared memory.
            m: Rows of the instruction.
            n: Columns of the instruction.
            cta_group: Qualifier `.cta_group` of the instruction.
            ws: Qualifier `.ws` of the instruction.
        """
        return notes(self, self.checked(value), NoteContext.of(major, m, n, cta_group, ws))

    def mask(self, value: int, *, m: int, n: int) -> int:
        """Return the zero-column mask of `n` bits that a descriptor generates for M = `m`; bit i is column i."""
        rows, columns = size_of("M", m), size_of("N", n)
        if rows is None or columns is None:
            raise DescriptorError("a mask needs M and N")
        return column_mask(self, self.decode(value), rows, columns)


def known_names() -> list[str]:
    """Return the names of all descriptors: formats, and kinds of instruction of formats with several."""
    names = [name for layout in layouts().values() for name in (layout.name, *(kind.name for kind in layout.variants))]
    return list(dict.fromkeys(names))


def descriptor(name: str, *, kind: str | None = None, ptx: str | None = None, target: str | None = None) -> Descriptor:
    """Return the descriptor with a name.

    Args:
        name: Such as "wgmma.matrix" or "tcgen05.instruction.f16".
        kind: Kind of instruction of `tcgen05.instruction`; for a matrix descriptor the element type (wgmma) or the kind
            (tcgen05), which restricts major orders.
        ptx: PTX version; later fields and values are errors.
        target: Target; fields and values that it lacks are errors.

    Raises:
        UnknownDescriptor: There is no such descriptor or kind.
        UnknownVersion: There is no such PTX version.
        UnknownTarget: There is no such target.
    """
    version = versions.version(ptx) if ptx else None
    on = targets.target(target) if target else None
    layout, own_kind = _find(name)
    if not kind:
        return Descriptor(layout, own_kind, version, on)
    kind = kind.lower().removeprefix(".").removeprefix("kind::")
    if own_kind not in ("", kind):
        raise UnknownDescriptor(f"{layout.name} is of kind {own_kind}, not of kind {kind[:60]!r}")
    if layout.variants and not own_kind:
        layout, kind = _find(f"{layout.name}.{kind}")
    elif not layout.variants:
        known = list(dict.fromkeys(kind for row in layout.majors for kind in row.kinds))
        if kind not in known:
            hint = (suggestion(kind, known) or f"kinds are {listing(known, 20)}") if known else "it has no kinds"
            raise UnknownDescriptor(f"{layout.name} has no kind {kind[:60]!r}; {hint}")
    return Descriptor(layout, kind, version, on)


def _find(name: str) -> tuple[DescriptorLayout, str]:
    """Return the format with a name and its kind, or "" for all kinds."""
    for layout in layouts().values():
        for variant in layout.variants:
            if variant.name == name.lower():
                return layout, variant.kind
        if layout.name == name.lower():
            return layout, ""
    hint = suggestion(name, known_names()) or f"descriptors are {listing(known_names(), 20)}"
    raise UnknownDescriptor(f"no descriptor is called {name[:60]!r}; {hint}")
