"""Target architectures as a partial order.

A higher number does not always mean more. Each base target (`sm_90`) includes all earlier base targets. Family targets
(`sm_100f`) add features that later members of their family keep. Accelerated targets (`sm_90a`) add features that no
other target has, so that some targets cannot be compared.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from ptxisa.isa.names import UnrecordedName, suggestion
from ptxisa.isa.versions import Version, order

_SPELLING = re.compile(r"(?:sm_|compute_)?([0-9]+)([af]?)\Z")
_TERM = re.compile(r"sm_([0-9]+)([af]?)(\+?)\Z")


class Target(NamedTuple):
    """Target as recorded.

    `variant` is "base", "family" or "accelerated"; `family` is the oldest base target of the family;
    `introduced` is the PTX version that first accepts the name; `renamed` is its later name or "".
    """

    name: str
    variant: str
    family: str
    introduced: str
    compute_capability: str
    architecture: str
    renamed: str
    documented: bool
    summary: str

    def __repr__(self) -> str:
        return f"<target {self.name}: {self.variant}, {self.architecture}, since PTX {self.introduced}>"

    @property
    def number(self) -> int:
        """Digits of the name: 90 for sm_90a."""
        return _number(self.name)

    @property
    def silicon(self) -> str:
        """Base target of the same chips: sm_90 for sm_90a. Results of common features are equal."""
        return f"sm_{self.number}"

    @property
    def floor(self) -> Version:
        """First PTX version that accepts this target."""
        return order(self.introduced)

    @property
    def canonical(self) -> str:
        """Newest name of the target."""
        return self.renamed or self.name


class UnknownTarget(UnrecordedName, ValueError):
    """Name of a target without a record; `name` is the name."""

    name = ""


def target(text: str) -> Target:
    """Return the target `sm_90a`, `compute_90a` or `90a`; raise `UnknownTarget`, which suggests a similar name."""
    if not isinstance(text, str):
        raise TypeError(f"a target is a name such as sm_90a, not {type(text).__name__}")
    match = _SPELLING.match(text)
    name = f"sm_{match[1]}{match[2]}" if match else text
    if name in known():
        return known()[name]
    hint = suggestion(name, known()) or "see `ptxisa list --kind target`"
    error = UnknownTarget(f"unknown target {text!r}; {hint}")
    error.name = text
    raise error


@cache
def known() -> dict[str, Target]:
    """Return every recorded target by name, oldest first."""
    from ptxisa._generated.tables import TARGETS

    return TARGETS


def admits(expression: str, candidate: Target, among: Mapping[str, Target] | None = None) -> bool:
    """Return True if a target expression includes a target.

    Args:
        expression: Alternatives, such as `sm_100f+ | sm_90a`.
        candidate: The target.
        among: Targets that the expression may name, the recorded ones by default.
    """
    every = known() if among is None else among
    for term in terms(expression):
        floor = every[term.name]
        if not term.onwards:
            # Names of renamed targets mean the same chip: sm_101 is sm_110 since PTX 9.0.
            included = candidate.canonical == floor.canonical
        else:
            # A base target is included in all later ones, a family target only in those of its family.
            family = candidate.variant != "base" and candidate.family == floor.family
            included = candidate.number >= floor.number and (term.variant == "base" or family)
        if included:
            return True
    return False


@lru_cache(maxsize=1024)
def intersection(expression: str, other: str) -> str:
    """Return a target expression for the targets of two expressions; empty if there are none."""
    if not (expression and other):
        return ""
    first, second = (included(expression) for expression in (expression, other))
    if first <= second:
        return expression
    if second <= first:
        return other
    return " | ".join(name for name in known() if name in first & second)


@lru_cache(maxsize=1024)
def included(expression: str) -> frozenset[str]:
    """Return the names of the targets that a target expression includes."""
    return frozenset(name for name, candidate in known().items() if admits(expression, candidate))


class TargetTerm(NamedTuple):
    """Alternative of a target expression; `onwards` includes later targets."""

    name: str
    variant: str
    onwards: bool


@lru_cache(maxsize=1024)
def terms(expression: str) -> tuple[TargetTerm, ...]:
    """Return the alternatives of a target expression; raise ValueError for a malformed one."""
    alternatives = []
    for text in map(str.strip, expression.split("|")):
        match = _TERM.match(text)
        if match is None:
            raise ValueError(f"malformed target expression {text!r}")
        variant = {"": "base", "f": "family", "a": "accelerated"}[match[2]]
        alternatives.append(TargetTerm(f"sm_{match[1]}{match[2]}", variant, bool(match[3])))
    return tuple(alternatives)


@lru_cache(maxsize=256)
def _number(name: str) -> int:
    return int(name.rstrip("af")[3:])


def describe(expression: str) -> str:
    """Return a target expression in words: `sm_90 or later`, `sm_100f and later of its family`."""
    later = {"base": "or later", "accelerated": "or later", "family": "and later of its family"}
    return " or ".join(
        f"{term.name} {later[term.variant]}" if term.onwards else term.name for term in terms(expression)
    )
