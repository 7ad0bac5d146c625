"""Turn what is found in a module into diagnostics, by what the records say of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ptxisa.isa.diagnostics import Diagnostic, Span, error
from ptxisa.isa.nvvm import Rule, constructs
from ptxisa.isa.targets import Target, admits
from ptxisa.nvvm.found import SILENT, Breach, Found, Use, compute
from ptxisa.nvvm.rulings import UNSUPPORTED, Ruling, operation, rule, ruling, space

_UNSUPPORTED = "nvvm-unsupported"
_MEMORY = "nvvm-memory-instructions"
_SORTS = {
    "linkage": "linkage",
    "type": "type",
    "declared-type": "type",
    "function-attribute": "function attribute",
    "parameter-attribute": "parameter attribute",
    "address-space": "address space",
}
"""Sorts of uses that messages name."""
_SPELLED = {"f32": "float", "f64": "double"}
_SCALARS = ("i1", "i8", "i16", "i32", "i64", "i128", "half", "bfloat", "float", "double")


class Judge:
    """Judges uses for a compute target, None for any, in one dialect."""

    def __init__(self, target: Target | None, dialect: str) -> None:
        self.target, self.dialect = target, dialect

    def diagnostics(self, found: Found) -> Iterator[Diagnostic]:
        """What is wrong with a use, or what a breach says."""
        if isinstance(found, Breach):
            yield _diagnostic(found)
            return
        special = _SPECIAL.get(found.part.rpartition(" ")[2])
        if special:
            yield from map(_diagnostic, special(self, found))
        else:
            yield from self._ruled(found, ruling(found))

    def _ruled(self, use: Use, answer: Ruling) -> Iterator[Diagnostic]:
        if answer.support == UNSUPPORTED:
            message, hint = f"{_described(use)} is not supported", answer.meaning.removesuffix(".")
            yield _diagnostic(Breach(answer.rule, message, use.span, hint, _UNSUPPORTED, subject=_subject(use)))
        elif answer.target and self.target and not admits(answer.target, self.target):
            message = f"{_quoted(use.name)} needs {compute(answer.target)}"
            yield _diagnostic(Breach(answer.rule, message, use.span, "", "nvvm-target"))

    def section(self, use: Use) -> Iterator[Breach]:
        if use.name != "llvm.metadata":
            yield _breach("nvvm-global-variables/no-section", f"variable in section {_quoted(use.name)}", use.span)

    def alloca(self, use: Use) -> Iterator[Breach]:
        yield _breach(f"{_MEMORY}/alloca-inalloca", f"alloca {use.name} is not supported", use.span)

    def alloca_alignment(self, use: Use) -> Iterator[Breach]:
        most = _rule(f"{_MEMORY}/alloca-alignment").maximum
        if most is not None and int(use.name) > most:
            yield _breach(f"{_MEMORY}/alloca-alignment", f"alloca of alignment {use.name}", use.span)

    def alloca_space(self, use: Use) -> Iterator[Breach]:
        if not use.name.isdecimal() or int(use.name) != 0:
            yield _breach(f"{_MEMORY}/alloca-space", f"alloca in address space {use.name}", use.span)

    def operation(self, use: Use) -> Iterator[Breach]:
        answer = operation(use.name)
        if answer.support == UNSUPPORTED:
            message = f"atomicrmw {_quoted(use.name)} is not supported"
            yield Breach(answer.rule, message, use.span, "", _UNSUPPORTED, subject=use.name)

    def value(self, use: Use) -> Iterator[Breach]:
        """The type of the values of an atomic operation."""
        instruction = use.part.removesuffix(" value-type")
        opcode = instruction.split()[0]
        if opcode == "atomicrmw" and operation(instruction.split()[-1]).support == UNSUPPORTED:
            return
        wide = _rule(f"{_MEMORY}/{opcode}-i128")
        if use.name in wide.types and instruction in wide.about:
            if self.target and not admits(wide.target, self.target):
                message = f"{instruction} of {use.name} needs {compute(wide.target)}"
                yield Breach(f"{_MEMORY}/{wide.id}", message, use.span, "", "nvvm-target")
            else:
                yield _breach(f"{_MEMORY}/{wide.id}", f"{instruction} of {use.name}", use.span)._replace(
                    severity=SILENT
                )
        elif use.name not in _rule(f"{_MEMORY}/{opcode}-types").types:
            breach = _breach(f"{_MEMORY}/{opcode}-types", f"{instruction} of {_quoted(use.name)}", use.span)
            yield breach._replace(subject=f"{instruction} {use.name}")

    def pointer(self, use: Use) -> Iterator[Breach]:
        """The address space of an atomic operation."""
        opcode = use.part.split()[0]
        there = space(use.name)
        if there is None or there.name not in _rule(f"{_MEMORY}/{opcode}-spaces").spaces:
            yield _breach(f"{_MEMORY}/{opcode}-spaces", f"{opcode} in address space {use.name}", use.span)

    def name(self, use: Use) -> Iterator[Breach]:
        if _reserved(use.name):
            what = "function" if use.part == "function-name" else "variable"
            breach = _breach("nvvm-identifiers/reserved-prefix", f"{_quoted(use.name)} is a reserved name", use.span)
            yield breach._replace(subject=f"{what} {use.name}")

    def global_name(self, use: Use) -> Iterator[Breach]:
        if not re.fullmatch(constructs()["nvvm-identifiers"].pattern, f"@{use.name}") and not _reserved(use.name):
            message = f"{_quoted(use.name)} is not a valid name of a global identifier"
            yield Breach(
                "nvvm-identifiers/no-dot", message, use.span, "use letters, digits, $ and _, and no digit at the start"
            )

    def constraint(self, use: Use) -> Iterator[Breach]:
        """A constraint of inline assembly: `=r`, `+l`, `0`, `~{memory}`."""
        if use.name.startswith("~{") or not use.name:
            return
        bare = use.name.lstrip("=+&*%")
        if bare.isdecimal():
            return
        letters = constructs()["nvvm-inline-assembly"].entries
        entry = letters.get(bare)
        if entry is None or not entry.type:
            wanted = ", ".join(name for name, one in letters.items() if one.type)
            message = f"constraint {_quoted(use.name)} is not supported"
            hint = f"constraints of operands are {wanted}"
            yield Breach("nvvm-inline-assembly/others", message, use.span, hint, _UNSUPPORTED, subject=bare)

    def constraint_type(self, use: Use) -> Iterator[Breach]:
        """A constraint is about one type; pointers count as integers of their size."""
        letter, _, type_ = use.name.partition(" ")
        entry = constructs()["nvvm-inline-assembly"].entries.get(letter)
        wanted = _SPELLED.get(entry.type, entry.type) if entry is not None else ""
        if wanted and type_ in _SCALARS and type_ != wanted:
            message = f"constraint `{letter}` with an operand of {type_}"
            yield Breach(f"nvvm-inline-assembly/{letter}", message, use.span, f"`{letter}` is for {wanted}")

    def variable_space(self, use: Use) -> Iterator[Breach]:
        there = space(use.name)
        if there is None or not (there.variables or there.name == "generic"):
            message = f"a variable in address space {use.name}"
            yield _breach("nvvm-global-variables/variable-space", message, use.span)

    def dialect_of_assembly(self, use: Use) -> Iterator[Breach]:
        yield Breach(f"nvvm-inline-assembly/{use.name}", f"{use.name} is not supported", use.span, "", _UNSUPPORTED)


_SPECIAL: dict[str, Callable[[Judge, Use], Iterator[Breach]]] = {
    "section": Judge.section,
    "alloca": Judge.alloca,
    "alloca-alignment": Judge.alloca_alignment,
    "alloca-space": Judge.alloca_space,
    "atomicrmw": Judge.operation,
    "name": Judge.name,
    "function-name": Judge.name,
    "global-name": Judge.global_name,
    "constraint": Judge.constraint,
    "constraint-type": Judge.constraint_type,
    "variable-space": Judge.variable_space,
    "inline-assembly": Judge.dialect_of_assembly,
    "value-type": Judge.value,
    "pointer-space": Judge.pointer,
}


def _reserved(name: str) -> bool:
    patterns = constructs()["nvvm-identifiers"].reserved
    return any(re.fullmatch(pattern, sigil + name) for pattern in patterns for sigil in "@%")


def _described(use: Use) -> str:
    part = _SORTS.get(use.part, "")
    return f"{part} {use.name}" if part == "address space" else f"{part} {_quoted(use.name)}".lstrip()


def _subject(use: Use) -> str:
    return f"declared {use.name}" if use.part == "declared-type" else use.name


def _rule(identifier: str) -> Rule:
    record, _, name = identifier.partition("/")
    return constructs()[record].rules[name]


def _breach(identifier: str, message: str, span: Span) -> Breach:
    return Breach(identifier, message, span, rule(identifier))


def _quoted(name: str) -> str:
    return f"`{name[:40]}`" if name.isprintable() else repr(name[:40])


def _diagnostic(one: Breach) -> Diagnostic:
    return error(one.code, one.message, one.span, one.hint)._replace(
        severity=one.severity, rule=one.rule, subject=one.subject
    )
