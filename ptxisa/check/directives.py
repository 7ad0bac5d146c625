"""Check directives: the head of a module, the directives of functions, and pragmas.

The record of a directive contains its arguments, its places and its partners; see `ptxisa.isa.language`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ptxisa.check.errata import rejected, why_unavailable
from ptxisa.check.place import Place, unsupported_target
from ptxisa.isa import targets, versions
from ptxisa.isa.deviations import Deviation, of_record
from ptxisa.isa.diagnostics import Diagnostic, Span, error, note, warning
from ptxisa.isa.forms import End
from ptxisa.isa.language import Argument, Directive, Feature, Loan, PragmaRecord, directives, pragmas
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
    return tuple(_judge(spelling, directive, place, f"directive/{spelling[1:]}"))


def _judge(what: str, record: Directive | PragmaRecord, place: Place, key: str) -> Iterator[Diagnostic]:
    removed = next((end for end in record.removed if _ended(end, place)), None)
    if removed is not None:
        yield error("unavailable-version", f"{what} was removed in PTX {removed.ptx}", hint=removed.note)
        return
    yield from why_unavailable(what, record.availability, place, key)
    for end in record.deprecated:
        if _ended(end, place):
            yield warning("deprecated", f"{what} is deprecated", hint=end.note)


def _ended(end: End, place: Place) -> bool:
    return ended(end, None, place.target, place.version)


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
        found = (_option(name).lends for name in sorted(self.options))
        return tuple(loan for loan in found if loan is not None)

    def after(self, directive: tree.Target) -> Head:
        """Return the head after a further `.target`, which may occur in a body."""
        named = [name.text for name in directive.names]
        known = [found for name in named if (found := _architecture(name)) is not None]
        options = self.options.union(named).intersection(_options().values)
        return self._replace(target=known[-1] if known else self.target, options=options)


def read_head(module: tree.Module) -> Head:
    """Return the head of a module."""
    size = module.address_size.value if module.address_size else int(_address_size().default)
    head = Head(_version(module.version), None, frozenset(), size)
    for directive in module.targets:
        head = head.after(directive)
    return head


def _version(node: tree.Version | None) -> Version | None:
    if node is None or f"{node.major}.{node.minor}" not in versions.known():
        return None
    return Version(node.major, node.minor)


def _architecture(name: str) -> Target | None:
    try:
        return targets.target(name)
    except targets.UnknownTarget:
        return None


def _options() -> Argument:
    return directives()[".target"].argument("option")


def _address_size() -> Argument:
    return directives()[".address_size"].argument("bits")


def check_head(module: tree.Module, place: Place) -> Iterator[Diagnostic]:
    """Check the lines `.version`, `.target` and `.address_size`.

    Target and version of `place` are those of the module, unless the caller asks about others.
    """
    head = read_head(module)
    other_target, other_version = place.target != head.target, place.version != head.version
    if module.version is not None and head.version is None:
        yield _unknown_version(module.version)
    yield from _check_first(module.targets)
    said: frozenset[str] = frozenset()
    for directive in module.targets:
        version = None if other_target and other_version else head.version if other_target else place.version
        yield from _check_names(directive, said, version, place)
        said = said.union(name.text for name in directive.names)
    if other_target and place.target is not None and place.version is not None and place.lacks_target:
        node = module.targets[0].names[0] if module.targets and module.targets[0].names else module.version
        yield unsupported_target(place.target, place.version, node)
    if module.address_size is not None:
        size = module.address_size
        yield from check_available(".address_size", size.start, size.end, place)
        yield from check_number(".address_size", _address_size(), size)
        if size.value == 32 and place.generates_code:
            refusals = (rule for rule in of_record("directive/address_size", place.assembler) if rule.stage)
            rule = next((rule for rule in refusals if reaches(rule, place.target, place.version)), None)
            if rule is not None:
                yield rejected(warning("", ".address_size 32", size), rule, place)._replace(subject=rule.erratum)


def check_target(directive: tree.Target, head: Head, place: Place) -> Iterator[Diagnostic]:
    """Check a `.target` in a body, where the texture mode is already fixed."""
    settled = any(_option(name).excludes for name in head.options)
    said = head.options if settled else head.options | {_options().default}
    yield from _check_names(directive, said, place.version, place)


def _option(name: str) -> Feature:
    return directives()[".target"].feature(name)


def _unknown_version(node: tree.Version) -> Diagnostic:
    try:
        versions.version(f"{node.major}.{node.minor}")
    except versions.UnknownVersion as reason:
        return error("unknown-version", str(reason), node)
    raise AssertionError("a known version is no problem")


def _check_first(directives_: Sequence[tree.Target]) -> Iterator[Diagnostic]:
    first = directives_[0].names[0] if directives_ else None
    if first is not None and first.text in _options().values:
        message = f"an architecture comes first in .target, before {first.text}"
        yield error("missing-target", message, first, "write .target sm_90 or another architecture")


def _check_names(
    directive: tree.Target, said: frozenset[str], version: Version | None, place: Place
) -> Iterator[Diagnostic]:
    """Check the words of one `.target`; `said` are the words before it."""
    for name in directive.names:
        if name.text in _options().values:
            yield from _check_option(name, said, place)
        else:
            yield from _check_architecture(name, place._replace(version=version))
        said |= {name.text}


def _check_option(name: tree.Name, said: frozenset[str], place: Place) -> Iterator[Diagnostic]:
    yield from check_available(".target", name.start, name.end, place, name.text)
    for other in _option(name.text).excludes:
        if other in said:
            yield error("directive-combination", f"{name.text} cannot be combined with {other}", name)


def _check_architecture(name: tree.Name, place: Place) -> Iterator[Diagnostic]:
    target = _architecture(name.text)
    if target is None:
        yield _unknown_target(name, place)
    elif place.version is not None and place.version < target.floor:
        yield unsupported_target(target, place.version, name)


def _unknown_target(name: tree.Name, place: Place) -> Diagnostic:
    """Return an error, or a note if the version may have the target."""
    hint = suggestion(name.text, (*targets.known(), *_options().values))
    message = place.may_have(f"target {name.text[:60]}")
    if message:
        return note("unrecorded-target", message, name, hint)
    return error("unknown-target", f"unknown target {name.text[:60]!r}", name, hint)


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
            yield from _check_property(node, before, results, place)
            before[node.name] = node
    yield from _check_missing(before)


def _check_property(
    node: tree.Property, before: dict[str, tree.Property], results: bool, place: Place
) -> Iterator[Diagnostic]:
    """Check one directive after others."""
    directive = directives()[f".{node.name}"]
    yield from check_available(directive.name, node.start, node.end, place)
    for argument in node.arguments:
        yield from _check_argument(directive, argument)
    yield from _check_partners(directive, node, before)
    if directive.no_results and results:
        yield error("directive-combination", f"a function with a result has no {directive.name}", node)


def _check_argument(directive: Directive, given: tree.Integer | tree.Text) -> Iterator[Diagnostic]:
    """Check an argument of a directive of functions: a number, or a string in any case."""
    if isinstance(given, tree.Integer):
        yield from check_number(directive.name, directive.arguments[0], given)
        return
    names = next(one.values for one in directive.arguments if one.kind == "string")
    if given.text.lower() not in names:
        message = f"{directive.name} takes {listing(names)}, not {given.text[:60]!r}"
        yield error("directive-argument", message, given, suggestion(given.text.lower(), names))


def check_number(spelling: str, argument: Argument, number: tree.Integer) -> Iterator[Diagnostic]:
    """Check that an argument permits a number."""
    if argument.values and str(number.value) not in argument.values:
        message = f"{spelling} takes {listing(argument.values)}, not {number.value}"
        yield error("directive-argument", message, number)
    low, high = argument.minimum, argument.maximum
    if (low is not None and number.value < low) or (high is not None and number.value > high):
        message = f"{spelling}: {argument.name} is {number.value}; it must be in {low}..{'' if high is None else high}"
        yield error("directive-argument", message, number)


def _check_partners(
    directive: Directive, node: tree.Property, before: dict[str, tree.Property]
) -> Iterator[Diagnostic]:
    """Check that a directive is not repeated and not combined with one that it excludes."""
    if node.name in before and directive.repeats == "never":
        yield error("repeated-directive", f"{directive.name} is repeated", node)
    elif node.name in before and directive.repeats == "last-holds":
        message = f"{directive.name} is repeated; only the last one counts"
        yield warning("repeated-directive", message, before[node.name])
    for other in directive.excludes:
        if other in before:
            yield error("directive-combination", f"{directive.name} cannot be combined with .{other}", node)


def _check_missing(found: dict[str, tree.Property]) -> Iterator[Diagnostic]:
    """Check that directives which require others have them, in any order."""
    for name, node in found.items():
        directive = directives()[f".{name}"]
        missing = [f".{other}" for other in directive.requires if other not in found]
        if missing:
            yield error("directive-combination", f"{directive.name} needs {' and '.join(missing)} beside it", node)
        if directive.ignored_without and not found.keys() & set(directive.ignored_without):
            wanted = " or ".join(f".{other}" for other in directive.ignored_without)
            message = f"{directive.name} has no effect without {wanted}"
            yield warning("ignored-directive", message, node)


# Pragmas


def check_pragma(node: tree.Pragma, where: str, place: Place) -> Iterator[Diagnostic]:
    """Check a `.pragma`; `where` is "module", "entry" (the head of a kernel), "kernel-body" or "function-body"."""
    yield from check_available(".pragma", node.start, node.end, place)
    for text in node.strings:
        for problem in _pragma_problems(text, where, place):
            yield problem.at(node)


@lru_cache(maxsize=1024)
def _pragma_problems(text: str, where: str, place: Place) -> tuple[Diagnostic, ...]:
    word, _, rest = text.partition(" ")
    pragma = pragmas().get(word)
    ignores = _ignoring(word, place)
    if ignores is not None:
        found = warning("unknown-pragma", f"ptxas {place.assembler} does not support the pragma {word}")
        return (_unknown_pragma(found._replace(erratum=ignores.erratum), where, place),)
    if pragma is None or (rest and not pragma.arguments):
        hint = suggestion(word, pragmas()) if pragma is None else f"{word} takes no argument"
        found = warning("unknown-pragma", f"unknown pragma {text[:60]!r}", hint=hint)
        return (_unknown_pragma(found, where, place),)
    if where not in pragma.places and not ("body" in pragma.places and where.endswith("-body")):
        stands = " or ".join(_PRAGMA_PLACES[one] for one in pragma.places)
        return (error("misplaced-directive", f"the pragma {word} is allowed {stands}"),)
    return (*_judge(f"the pragma {word}", pragma, place, f"pragma/{word}"), *_pragma_argument(pragma, rest.split()))


def _ignoring(word: str, place: Place) -> Deviation | None:
    """Return the rule by which the selected release is too old for a pragma and ignores it."""
    known = of_record(f"pragma/{word}", place.assembler) if place.assembler else ()
    return next((by for by in known if by.accepts and not by.since), None)


def _unknown_pragma(found: Diagnostic, where: str, place: Place) -> Diagnostic:
    """Return the diagnostic for an unknown pragma, which ptxas ignores in functions and rejects at module level."""
    known = of_record("rule/pragma_strings", place.assembler) if where == "module" else ()
    return next((rejected(found, by, place) for by in known), found)


_PRAGMA_PLACES = {
    "module": "at module level",
    "entry": "in the head of a kernel",
    "body": "in a body",
    "kernel-body": "in the body of a kernel",
}


def _pragma_argument(pragma: PragmaRecord, given: Sequence[str]) -> Iterator[Diagnostic]:
    if len(given) != len(pragma.arguments):
        yield error("directive-argument", f'"{pragma.name}" takes its arguments as in "{pragma.syntax}"')
        return
    for argument, text in zip(pragma.arguments, given, strict=True):
        value = _integer(text)
        if value is None or (argument.minimum is not None and value < argument.minimum):
            wanted = "an integer" if argument.minimum is None else f"an integer from {argument.minimum} on"
            message = f"the {argument.name} of {pragma.name} is {text[:60]!r}; it must be {wanted}"
            yield error("directive-argument", message)


def _integer(text: str) -> int | None:
    """Return the number in the string of a pragma, or None."""
    match = _INTEGER.match(text)
    if match is None:
        return None
    value = int(match["hex"], 16) if match["hex"] else int(match["decimal"])
    return -value if match["sign"] else value
