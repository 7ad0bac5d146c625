"""Legal contents of the slots of a form, found by propagation instead of enumeration.

    solver = Solver(form)
    solver.solve(solver.domains({"type": ("f32",)}))  # some legal assignment with this type, or None

A *domain* is the set of values that a slot may still have, as bits. Rules remove values from domains; a search tries
the rest, empty optional slots first. `ptxisa.isa.variants` enumerates all assignments, of which some forms have
millions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ptxisa.isa.forms import ABSENT, AnyOf, Constraint, Form, Rule
from ptxisa.isa.variants import choices

Domains = list[int]
"""Domain of each slot of a form, in the order of its syntax."""
_FALSE, _TRUE, _OPEN = 0, 1, 2
"""States of a condition whose slots have several values left. `_TRUE - state` negates the first two."""


class _Condition(NamedTuple):
    """Condition on domains: slots with the bits that they may have, and alternatives, of which negated ones none."""

    entries: tuple[tuple[int, int], ...]
    alternatives: tuple[tuple[bool, tuple[_Condition, ...]], ...]

    def state(self, domains: Domains) -> int:
        """Return whether the condition is true, false or open for the values that are left."""
        result = _TRUE
        for slot, bits in self.entries:
            domain = domains[slot]
            if not domain & bits:
                return _FALSE
            if domain & ~bits:
                result = _OPEN
        for negated, conditions in self.alternatives:
            states = [condition.state(domains) for condition in conditions]
            state = _TRUE if _TRUE in states else _OPEN if _OPEN in states else _FALSE
            if negated and state != _OPEN:
                state = _TRUE - state
            if state == _FALSE:
                return _FALSE
            if state == _OPEN:
                result = _OPEN
        return result


class _Restriction(NamedTuple):
    """Rule on domains; `same` and `together` are numbers of slots."""

    when: _Condition
    require: _Condition | None
    exclude: _Condition | None
    rows: tuple[_Condition, ...]
    same: tuple[int, ...]
    together: tuple[int, ...]


class Solver:
    """Solver of the rules of one form; rules about operands do not count."""

    def __init__(self, form: Form) -> None:
        self.form = form
        self.slots = {slot.name: number for number, slot in enumerate(form.slots)}
        self.values = [choices(slot) for slot in form.slots]
        self.bits = [{value: 1 << number for number, value in enumerate(values)} for values in self.values]
        rules = (rule for rule in form.rules if self.slots.keys() >= set(rule.slots))
        self._restrictions = tuple(self._restriction(rule) for rule in rules)
        self._linked: list[set[int]] = [{number} for number in range(len(form.slots))]
        """For each slot the slots that share a rule with it."""
        for rule in form.rules:
            named = {self.slots[name] for name in rule.slots if name in self.slots}
            for number in named:
                self._linked[number] |= named

    def domains(
        self, filled: Mapping[str, Iterable[str]] | None = None, empty: Iterable[str] = (), present: Iterable[str] = ()
    ) -> Domains:
        """Return domains in which some slots have one of given values, are empty, or are not empty."""
        domains = [(1 << len(values)) - 1 for values in self.values]
        for name, values in (filled or {}).items():
            domains[self.slots[name]] &= sum(self.bits[self.slots[name]].get(value, 0) for value in values)
        for name in empty:
            domains[self.slots[name]] &= self.bits[self.slots[name]].get(None, 0)
        for name in present:
            domains[self.slots[name]] &= ~self.bits[self.slots[name]].get(None, 0)
        return domains

    def solve(self, domains: Domains) -> dict[str, str | None] | None:
        """Return a legal assignment within domains, or None."""
        # Slots near limited ones are tried first. A contradiction is mostly between a limited slot and slots that share
        # a rule with it; found early, it is not found again for each choice of the other slots.
        order = [slot for slot, domain in enumerate(domains) if domain != (1 << len(self.values[slot])) - 1]
        for slot in order:
            order += sorted(self._linked[slot].difference(order))
        order += [slot for slot in range(len(domains)) if slot not in order]
        solution = self._search(list(domains), order)
        if solution is None:
            return None
        return {name: self.values[slot][solution[slot].bit_length() - 1] for name, slot in self.slots.items()}

    def solutions(self, domains: Domains, slot: str) -> Iterator[dict[str, str | None]]:
        """Yield a legal assignment for each value that a slot has in some legal assignment."""
        number, domains = self.slots[slot], list(domains)
        while domains[number]:
            solution = self.solve(domains)
            if solution is None:
                return
            yield solution
            domains[number] &= ~self.bits[number][solution[slot]]

    def _search(self, domains: Domains, order: list[int]) -> Domains | None:
        if not self._propagate(domains):
            return None
        # The first slot with more than one value: `x & (x - 1)` removes the lowest bit.
        branch = next((slot for slot in order if domains[slot] & (domains[slot] - 1)), -1)
        if branch < 0:
            return domains
        remaining = domains[branch]
        while remaining:
            lowest = remaining & -remaining
            solution = self._search([*domains[:branch], lowest, *domains[branch + 1 :]], order)
            if solution is not None:
                return solution
            remaining ^= lowest
        return None

    def _propagate(self, domains: Domains) -> bool:
        """Remove values that a rule rules out; return False if a rule cannot be met."""
        # A value that one rule removes may decide another rule, so rules are applied until nothing changes. Domains
        # only shrink, hence the loop ends.
        before: Domains = []
        while before != domains:
            before = list(domains)
            for rule in self._restrictions:
                state = rule.when.state(domains)
                if state != _FALSE and not self._apply(rule, domains, certain=state == _TRUE):
                    return False
            if 0 in domains:
                return False
        return True

    def _apply(self, rule: _Restriction, domains: Domains, *, certain: bool) -> bool:
        """Apply a rule whose condition holds, certainly or perhaps; return False if it is broken."""
        if rule.rows:
            reachable = [row for row in rule.rows if row.state(domains) != _FALSE]
            if not reachable:
                return not certain
            if certain:
                _meet_one(reachable, domains)
            return True
        if not certain:
            return True
        if rule.require is not None:
            for slot, bits in rule.require.entries:
                domains[slot] &= bits
            for negated, conditions in rule.require.alternatives:
                if not negated:
                    _meet_one([condition for condition in conditions if condition.state(domains) != _FALSE], domains)
            return rule.require.state(domains) != _FALSE
        if rule.exclude is not None:
            # With several entries, it is open which of them is to be false: the search decides.
            if len(rule.exclude.entries) == 1 and not rule.exclude.alternatives:
                ((slot, bits),) = rule.exclude.entries
                domains[slot] &= ~bits
            return rule.exclude.state(domains) != _TRUE
        if rule.together:
            empties = [self.bits[slot].get(None, 0) for slot in rule.together]
            pairs = list(zip(rule.together, empties, strict=True))
            if any(not domains[slot] & empty for slot, empty in pairs):
                for slot, empty in pairs:
                    domains[slot] &= ~empty
            elif any(not domains[slot] & ~empty for slot, empty in pairs):
                for slot, empty in pairs:
                    domains[slot] &= empty
            return True
        left = [{value for value, bit in self.bits[slot].items() if domains[slot] & bit} for slot in rule.same]
        common = set.intersection(*left) if left else set()
        for slot in rule.same:
            domains[slot] &= sum(self.bits[slot][value] for value in common)
        return True

    # Rules as conditions on bits

    def _restriction(self, rule: Rule) -> _Restriction:
        return _Restriction(
            self._condition(rule.when),
            self._condition(rule.require) if rule.require is not None else None,
            self._condition(rule.exclude) if rule.exclude is not None else None,
            tuple(self._condition(row.when) for row in rule.rows),
            tuple(self.slots[name] for name in rule.same),
            tuple(self.slots[name] for name in rule.together),
        )

    def _condition(self, condition: Constraint) -> _Condition:
        entries, alternatives = [], []
        for name, wanted in condition.items():
            if isinstance(wanted, AnyOf):
                alternatives.append((wanted.negated, tuple(map(self._condition, wanted.conditions))))
                continue
            slot = self.slots[name]
            allowed = 0
            for value, bit in self.bits[slot].items():
                if (value is not None) is wanted if isinstance(wanted, bool) else (value or ABSENT) in wanted:
                    allowed |= bit
            entries.append((slot, allowed))
        return _Condition(tuple(entries), tuple(alternatives))


def _meet_one(conditions: Sequence[_Condition], domains: Domains) -> None:
    """Remove the values that none of several conditions allows, of which one must hold."""
    for slot in {slot for condition in conditions for slot, _ in condition.entries}:
        union = 0
        for condition in conditions:
            # A condition that does not name the slot allows every value: -1 has all bits.
            union |= next((bits for other, bits in condition.entries if other == slot), -1)
        domains[slot] &= union


_solvers: dict[str, Solver] = {}


def solver(form: Form) -> Solver:
    """Return the solver of a recorded form."""
    cached = _solvers.get(form.id)
    # A widened or reduced form has the id of the recorded one, and other rules.
    if cached is None or cached.form is not form:
        cached = _solvers[form.id] = Solver(form)
    return cached
