"""Differences between a target and its neighbors: forms and named conditions of forms, in the newest version."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from generator.site.instruction import conditions, titles
from generator.site.rst import list_table
from generator.site.site import Site
from ptxisa.isa.forms import Form
from ptxisa.isa.targets import admits, terms

MOST_NAMES = 3
"""With more named conditions than that, only their number is given."""


class TargetDifference(NamedTuple):
    """Form that only one of two targets supports, with the names of conditions; none for the whole form."""

    form: Form
    names: tuple[str, ...]


def gains(site: Site, name: str) -> list[TargetDifference]:
    """Return the forms of earlier targets that gain modifiers on this target, with the names of the conditions."""
    return [
        TargetDifference(
            form,
            tuple(
                dict.fromkeys(
                    condition.name
                    for condition in conditions(site, form)
                    if any(name == term.name for term in terms(condition.target))
                )
            ),
        )
        for form in site.gains_at(name)
    ]


def neighbors(site: Site, name: str) -> list[str]:
    """Return the targets right below, and the earlier target of the same kind, which need not be included."""
    target = site.targets[name]
    before = [
        other.name
        for other in site.targets.values()
        if other.variant == target.variant and other.number < target.number and not other.renamed
    ]
    return list(dict.fromkeys([*site.neighbors(name).below, *before[-1:]]))


def differences(site: Site, name: str, other: str) -> list[TargetDifference]:
    """Return what target `name` supports and `other` does not."""
    here, there = site.targets[name], site.targets[other]
    by_form = []
    for _, form, _ in site.forms.values():
        named = conditions(site, form)
        mine = dict.fromkeys(condition.name for condition in named if admits(condition.target, here, site.targets))
        its = {condition.name for condition in named if admits(condition.target, there, site.targets)}
        only = tuple(name for name in mine if name not in its)
        if only:
            # Needs of single modifiers do not make a form available.
            always = [need for need in form.requirements if not need.when]
            partly = any(admits(clause.target, there, site.targets) for clause in form.availability)
            partly = partly and all(admits(need.target, there, site.targets) for need in always)
            by_form.append(TargetDifference(form, only if partly else ()))
    return by_form


def table(site: Site, by_form: list[TargetDifference]) -> str:
    """Return a table with a row for each form."""
    rows = []
    for title, (form, names) in zip(titles([difference.form for difference in by_form]), by_form, strict=True):
        shown = "; ".join(names[:MOST_NAMES]) or "the whole form"
        if len(names) > MOST_NAMES:
            shown += f"; and {len(names) - MOST_NAMES} more"
        rows.append([f":ptx:form:`{title} <{form.id}>`", shown])
    return "\n".join(list_table(["Form", "What"], rows, "ptx-forms"))


def sections(site: Site, name: str) -> Iterator[tuple[str, list[TargetDifference], list[TargetDifference]]]:
    """Yield each neighbor with the features that this target has in addition, and those that it lacks."""
    for other in neighbors(site, name):
        yield other, differences(site, name, other), differences(site, other, name)
