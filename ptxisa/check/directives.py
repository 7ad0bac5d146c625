"""Check directives: the head of a module, the directives of functions, and pragmas.

The record of a directive contains its arguments, its places and its partners; see `ptxisa.isa.language`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ptxisa.check.errata import disputed, rejected, why_unavailable
from ptxisa.check.place import Place, unsupported_target
from ptxisa.isa import targets, versions
from ptxisa.isa.deviations import of_record
from ptxisa.isa.diagnostics import Diagnostic, Span, error, warning
from ptxisa.isa.language import Argument, Directive, Loan, PragmaRecord, directives, pragmas
from ptxisa.isa.names import listing, suggestion
from ptxisa.isa.targets import Target
from ptxisa.isa.versions import Version
from ptxisa.query.availability import ended, reaches
from ptxisa.syntax import tree

_INTEGER = re.compile(r"(?P<sign>-?)(?:0[xX](?P<hex>[0-9a-fA-F]{1,20})|(?P<decimal>[0-9]{1,20}))\Z")


# Availability


@lru_cache(maxsize=1024)
def problems(spelling: str, feature: str, place: Place) -> tuple[Diagnostic, ...]:
    """Return the diagnostics for a directive such as ".weak", or for a feature of it, at a place."""
    directive = directives()[spelling]
    if feature:
        return why_unavailable(f"{feature} of {spelling}", directive.feature(feature).availability, place)
    return tuple(_check_record(spelling, directive, place, f"directive/{spelling[1:]}"))


def _check_record(what: str, record: Directive | PragmaRecord, place: Place, key: str) -> Iterator[Diagnostic]:
    """Check that a place has a directive or pragma: not removed, available and not deprecated."""
    target, version = place.target, place.version
    removed = next((end for end in record.removed if ended(end, None, target, version)), None)
    if removed is not None:
        yield error("unavailable-version", f"{what} was removed in PTX {removed.ptx}", hint=removed.note)
        return
    yield from why_unavailable(what, record.availability, place, key)
    for end in record.deprecated:
        if ended(end, None, target, version):
            yield warning("deprecated", f"{what} is deprecated", hint=end.note)


def check_available(spelling: str, start: int, end: int, place: Place, feature: str = "") -> Iterator[Diagnostic]:
    """Check that target and version support a directive such as ".weak", or a feature of it."""
    for problem in problems(spelling, feature, place):
        yield problem.at(Span(start, end))


# The head of a module


UNIFIED, INDEPENDENT = "texmode_unified", "texmode_independent"
"""Texture modes of a module, options of `.target`."""


class Head(NamedTuple):
    """Head of a module; None for a version or target that is missing or unknown.

    `target` is the architecture in force: the last one that was named.
    """

    version: Version | None
    target: Target | None
    options: frozenset[str]
    address_size: int

    @property
    def place(self) -> Place:
        """Target and version of the module."""
        return Place(self.target, self.version, self.loans)

    @property
    def loans(self) -> tuple[Loan, ...]:
        """Features of other targets that the options of `.target` enable."""
        loans = (_target_directive().feature(name).lends for name in sorted(self.options))
        return tuple(loan for loan in loans if loan is not None)

    def after(self, directive: tree.TargetDirective) -> Head:
        """Return the head after a further `.target`, which may occur in a body."""
        named = [name.text for name in directive.names]
        known = [target for name in named if (target := _architecture(name)) is not None]
        options = self.options.union(named).intersection(_target_directive().argument("option").values)
        return self._replace(target=known[-1] if known else self.target, options=options)


def read_head(module: tree.Module) -> Head:
    """Return the head of a module."""
    default = directives()[".address_size"].argument("bits").default
    size = module.address_size.value if module.address_size else int(default)
    node = module.version
    version = versions.as_assembled(node.major, node.minor) if node is not None else None
    head = Head(version, None, frozenset(), size)
    for directive in module.targets:
        head = head.after(directive)
    return head


def _target_directive() -> Directive:
    return directives()[".target"]


def _architecture(name: str) -> Target | None:
    try:
        return targets.target(name)
    except targets.UnknownTarget:
        return None


_BLANKS = " \t\f\r"
"""Characters that ptxas accepts between `.version` and its number."""


def check_head(module: tree.Module, place: Place, text: str) -> Iterator[Diagnostic]:
    """Check the lines `.version`, `.target` and `.address_size` of a module with a text.

    Target and version of `place` are those of the module, unless the caller asks about others.
    """
    head = read_head(module)
    other_target, other_version = place.target != head.target, place.version != head.version
    if module.version is not None:
        try:
            versions.version(f"{module.version.major}.{module.version.minor}")
        except versions.UnknownVersion as reason:
            unknown = error("unknown-version", str(reason), module.version)
            yield disputed(unknown, "rule/version_known", place) if head.version is not None else unknown
        between = text[module.version.start : module.version.end].removeprefix(".version").rstrip(".0123456789")
        rule = next((rule for rule in of_record("directive/version", place.assembler) if not rule.accepts), None)
        if rule is not None and between.strip(_BLANKS):
            yield rejected(warning("", ".version and its number are apart", module.version), rule, place)
    first = module.targets[0].names[0] if module.targets else None
    if first is not None and first.text in _target_directive().argument("option").values:
        message = f"an architecture comes first in .target, before {first.text}"
        yield error("missing-target", message, first, "write .target sm_90 or another architecture")
    before: frozenset[str] = frozenset()
    for directive in module.targets:
        version = None if other_target and other_version else head.version if other_target else place.version
        yield from _check_names(directive, before, version, place)
        before = before.union(name.text for name in directive.names)
    if other_target and place.target is not None and place.version is not None and place.lacks_target:
        node = module.targets[0].names[0] if module.targets and module.targets[0].names else module.version
        yield unsupported_target(place.target, place.version, node)
    if module.address_size is not None:
        size = module.address_size
        yield from check_available(".address_size", size.start, size.end, place)
        yield from check_number(".address_size", directives()[".address_size"].argument("bits"), size)
        if size.value == 32 and place.generates_code:
            rejections = (rule for rule in of_record("directive/address_size", place.assembler) if rule.stage)
            rule = next((rule for rule in rejections if reaches(rule, place.target, place.version)), None)
            if rule is not None:
                yield rejected(warning("", ".address_size 32", size), rule, place)._replace(subject=rule.erratum)


def check_target(directive: tree.TargetDirective, head: Head, place: Place) -> Iterator[Diagnostic]:
    """Check a `.target` in a body, where the texture mode is already fixed."""
    settled = any(_target_directive().feature(name).excludes for name in head.options)
    before = head.options if settled else head.options | {_target_directive().argument("option").default}
    yield from _check_names(directive, before, place.version, place)


def _check_names(
    directive: tree.TargetDirective, before: frozenset[str], version: Version | None, place: Place
) -> Iterator[Diagnostic]:
    """Check the architectures and options of one `.target`; `before` are those of earlier ones."""
    for name in directive.names:
        text = name.text
        if text in _target_directive().argument("option").values:
            yield from check_available(".target", name.start, name.end, place, text)
            for other in _target_directive().feature(text).excludes:
                if other in before:
                    yield error("directive-combination", f"{text} cannot be combined with {other}", name)
        else:
            target, message = _architecture(text), place._replace(version=version).may_have(f"target {text[:60]}")
            if target is not None and version is not None and version < target.floor:
                yield unsupported_target(target, version, name)
            elif target is None:
                hint = suggestion(text, (*targets.known(), *_target_directive().argument("option").values))
                unknown = error("unknown-target", f"unknown target {text[:60]!r}", name, hint)
                yield warning("unrecorded-target", message, name, hint) if message else unknown
        before |= {text}


# Directives of functions


def check_function(function: tree.Function, place: Place) -> Iterator[Diagnostic]:
    """Check the directives between the head of a kernel or function and its body."""
    if function.kind == "entry" and function.body is None:
        yield from check_available(".entry", function.start, function.name.end, place, "declaration")
        for node in function.directives[:1]:
            yield error("misplaced-directive", "a kernel that is only declared has no directives", node)
    elif function.body is None:
        yield from _check_declared(function.directives)
    place = place._replace(body="kernel" if function.kind == "entry" else "function")
    yield from check_directives(function.directives, bool(function.returns), place)


def check_prototype(prototype: tree.CallPrototype, place: Place) -> Iterator[Diagnostic]:
    """Check a `.callprototype` and its directives."""
    yield from check_available(".callprototype", prototype.start, prototype.end, place)
    yield from _check_declared(prototype.directives)
    yield from check_directives(prototype.directives, bool(prototype.returns), place)


def _check_declared(nodes: Sequence[tree.Property | tree.Pragma | tree.Unknown]) -> Iterator[Diagnostic]:
    """Check that a function without a body has only directives that prototypes may have."""
    for node in nodes:
        if isinstance(node, tree.Property) and "prototype" not in directives()[f".{node.name}"].places:
            yield error("misplaced-directive", f".{node.name} needs a function with a body", node)


def check_directives(
    nodes: Sequence[tree.Property | tree.Pragma | tree.Unknown], results: bool, place: Place
) -> Iterator[Diagnostic]:
    """Check the directives of one function; `results` is True if the function returns a value."""
    before: dict[str, tree.Property] = {}
    for node in nodes:
        if isinstance(node, tree.Pragma):
            yield from check_pragma(node, "entry", place)
        elif isinstance(node, tree.Property):
            yield from _check_directive(node, before, results, place)
            before[node.name] = node
    # Directives may precede those that they require, so that pairs are checked last.
    for name, node in before.items():
        directive = directives()[f".{name}"]
        # ptxas 13.0 to 13.5 ignore a required directive whose first number is 0, as in .reqnctapercluster 0.
        present = [
            other for other, found in before.items() if getattr(next(iter(found.arguments), None), "value", None) != 0
        ]
        missing = [f".{other}" for other in directive.requires if other not in present]
        if missing:
            yield error("directive-combination", f"{directive.name} needs {' and '.join(missing)} beside it", node)
        if directive.ignored_without and not before.keys() & set(directive.ignored_without):
            wanted = " or ".join(f".{other}" for other in directive.ignored_without)
            message = f"{directive.name} has no effect without {wanted}"
            yield warning("ignored-directive", message, node)


def _check_directive(
    node: tree.Property, before: dict[str, tree.Property], results: bool, place: Place
) -> Iterator[Diagnostic]:
    """Check one directive after others: its arguments, repetition, and directives that exclude each other."""
    directive = directives()[f".{node.name}"]
    yield from check_available(directive.name, node.start, node.end, place)
    for argument in node.arguments:
        if isinstance(argument, tree.Integer):
            yield from check_number(directive.name, directive.arguments[0], argument)
            continue
        names = next(record.values for record in directive.arguments if record.kind == "string")
        if argument.text.lower() not in names:
            message = f"{directive.name} takes {listing(names)}, not {argument.text[:60]!r}"
            yield error("directive-argument", message, argument, suggestion(argument.text.lower(), names))
    if node.name in before and directive.repeats == "never":
        yield error("repeated-directive", f"{directive.name} is repeated", node)
    elif node.name in before and directive.repeats == "last-applies":
        message = f"{directive.name} is repeated; only the last one counts"
        yield warning("repeated-directive", message, before[node.name])
    for other in directive.excludes:
        if other in before:
            yield error("directive-combination", f"{directive.name} cannot be combined with .{other}", node)
    if directive.no_results and results:
        yield error("directive-combination", f"a function with a result has no {directive.name}", node)


def check_number(spelling: str, argument: Argument, number: tree.Integer) -> Iterator[Diagnostic]:
    """Check that an argument permits a number."""
    if argument.values and str(number.value) not in argument.values:
        message = f"{spelling} takes {listing(argument.values)}, not {number.value}"
        yield error("directive-argument", message, number)
    low, high = argument.minimum, argument.maximum
    if (low is not None and number.value < low) or (high is not None and number.value > high):
        message = f"{spelling}: {argument.name} is {number.value}; it must be in {low}..{'' if high is None else high}"
        yield error("directive-argument", message, number)


# Pragmas


def check_pragma(node: tree.Pragma, where: str, place: Place) -> Iterator[Diagnostic]:
    """Check a `.pragma`; `where` is "module", "entry" (the head of a kernel), "kernel-body" or "function-body"."""
    yield from check_available(".pragma", node.start, node.end, place)
    for text in node.strings:
        for problem in _pragma_problems(text, where, place):
            yield problem.at(node)


@lru_cache(maxsize=1024)
def _pragma_problems(text: str, where: str, place: Place) -> tuple[Diagnostic, ...]:
    """Return the diagnostics for the string of a pragma, without a place in the text."""
    word, _, rest = text.partition(" ")
    pragma = pragmas().get(word)
    # A release that is older than a pragma ignores it.
    rules = of_record(f"pragma/{word}", place.assembler) if place.assembler else ()
    ignored = next((rule for rule in rules if rule.accepts and not rule.since), None)
    if ignored is not None:
        unsupported = warning("unknown-pragma", f"ptxas {place.assembler} does not support the pragma {word}")
        return (_unknown_pragma(unsupported._replace(erratum=ignored.erratum), where, place),)
    if pragma is None or (rest and not pragma.arguments):
        hint = suggestion(word, pragmas()) if pragma is None else f"{word} takes no argument"
        unknown = warning("unknown-pragma", f"unknown pragma {text[:60]!r}", hint=hint)
        return (_unknown_pragma(unknown, where, place),)
    if where not in pragma.places and not ("body" in pragma.places and where.endswith("-body")):
        allowed = " or ".join(_PRAGMA_PLACES[name] for name in pragma.places)
        return (error("misplaced-directive", f"the pragma {word} is allowed {allowed}"),)
    diagnostics = list(_check_record(f"the pragma {word}", pragma, place, f"pragma/{word}"))
    texts = rest.split()
    if len(texts) != len(pragma.arguments):
        message = f'"{pragma.name}" takes its arguments as in "{pragma.syntax}"'
        return (*diagnostics, error("directive-argument", message))
    for argument, text in zip(pragma.arguments, texts, strict=True):
        match = _INTEGER.match(text)
        value = int(match["hex"] or match["decimal"], 16 if match["hex"] else 10) if match else None
        if match and value is not None and match["sign"]:
            value = -value
        if value is None or (argument.minimum is not None and value < argument.minimum):
            wanted = "an integer" if argument.minimum is None else f"an integer from {argument.minimum} on"
            message = f"the {argument.name} of {pragma.name} is {text[:60]!r}; it must be {wanted}"
            diagnostics.append(error("directive-argument", message))
    return tuple(diagnostics)


def _unknown_pragma(diagnostic: Diagnostic, where: str, place: Place) -> Diagnostic:
    """Return the diagnostic for an unknown pragma, which ptxas ignores in functions and rejects at module level."""
    rules = of_record("rule/pragma_strings", place.assembler) if where == "module" else ()
    return next((rejected(diagnostic, rule, place) for rule in rules), diagnostic)


_PRAGMA_PLACES = {
    "module": "at module level",
    "entry": "in the head of a kernel",
    "body": "in a body",
    "kernel-body": "in the body of a kernel",
}
