"""Messages about broken rules, built from their conditions."""

from __future__ import annotations

from collections.abc import Iterator

from ptxisa.isa import types
from ptxisa.isa.combinations import describe
from ptxisa.isa.comparisons import is_comparison, parse_comparison, side_value
from ptxisa.isa.forms import ABSENT, AnyOf, Constraint, Form, Rule, Values, holds
from ptxisa.isa.names import listing

_STANDING = {"register": "a register", "variable": "a variable", "other": "neither a register nor a variable"}
_NEGATED = {"<=": ">", ">=": "<", "==": "!=", "!=": "==", "<": ">=", ">": "<="}


def broken(rule: Rule, form: Form, values: Values) -> str:
    """Return a sentence on a rule that these modifiers and operands break: `.sat needs .s32`."""
    if rule.rows:
        return describe(form, rule, values)
    if rule.same:
        different = [f".{value}" if value else "nothing" for value in dict.fromkeys(map(values.get, rule.same))]
        return f"{' and '.join(different)} differ; {' and '.join(rule.same)} must be the same"
    if rule.together:
        written = [f".{value}" for name in rule.together if (value := values.get(name))]
        missing = [_choices(name, form) for name in rule.together if not values.get(name)]
        return f"{' and '.join(written)} needs {' and '.join(missing)}"
    subject = _written(rule.when, form, values) or form.mnemonic
    if rule.exclude is not None:
        return f"{subject} cannot be combined with {_written(rule.exclude, form, values)}"
    unmet = {name: wanted for name, wanted in (rule.require or {}).items() if not holds({name: wanted}, values)}
    return f"{subject} {' and '.join(_required(unmet, form, values))}"


def _written(condition: Constraint, form: Form, values: Values) -> str:
    """Return the modifiers and operands, written or absent, for which a condition holds."""
    parts = []
    for name, wanted in condition.items():
        if isinstance(wanted, AnyOf):
            if is_comparison(name):
                parts.append(_comparison(name, wanted.negated))
            elif not wanted.negated:
                parts.extend(
                    _written(alternative, form, values)
                    for alternative in wanted.conditions
                    if holds(alternative, values)
                )
            continue
        value = values.get(name)
        if name in form.condition_operands:
            kind = "" if wanted is True or value is None else f" as {_STANDING.get(value, value)}"
            parts.append(f"{'no ' if value is None else ''}operand {name}{kind}")
        else:
            parts.append(f"a missing {_choices(name, form)}" if value is None else f".{value}")
    return " and ".join(dict.fromkeys(part for part in parts if part))


def _required(condition: Constraint, form: Form, values: Values) -> Iterator[str]:
    """Yield the requirement of each unmet entry of a condition."""
    for name, wanted in condition.items():
        if isinstance(wanted, AnyOf):
            if is_comparison(name):
                yield f"needs {_comparison(name, wanted.negated)}{_measured(name, values)}"
            elif wanted.negated:
                yield f"cannot be combined with {_written(wanted.conditions[0], form, values)}"
            else:
                # A comparison among the alternatives shows no values, since another alternative may be meant.
                parts = [
                    [part.removeprefix("needs ") for part in _required(alternative, form, {})]
                    for alternative in wanted.conditions
                ]
                yield f"needs {' or '.join(' and '.join(alternative) for alternative in parts)}"
        elif name in form.condition_operands:
            if isinstance(wanted, bool):
                yield f"{'needs' if wanted else 'takes no'} operand {name}"
                continue
            words = [
                f"no operand {name}" if value == ABSENT else f"{_STANDING.get(value, value)} as operand {name}"
                for value in wanted
            ]
            yield f"needs {listing(words)}"
        elif isinstance(wanted, bool):
            yield f"needs {_choices(name, form)}" if wanted else f"takes no {_choices(name, form)}"
        else:
            words = [f".{value}" for value in wanted if value != ABSENT]
            missing = [f"no {_choices(name, form)}"] if ABSENT in wanted else []
            yield f"needs {listing([*words, *missing])}"


def _comparison(text: str, negated: bool) -> str:
    """Return a comparison, or its opposite."""
    if not negated:
        return text
    comparison = parse_comparison(text)
    return text.replace(f" {comparison.operator} ", f" {_NEGATED[comparison.operator]} ")


def _measured(text: str, values: Values) -> str:
    """Return the values of the sides of a comparison that depend on slots: ` (got 64)`."""
    comparison, known = parse_comparison(text), types.known()
    sides = [side for side in (comparison.left, comparison.right) if any(factor.slot for factor in side)]
    measured = [side_value(side, values, known) for side in sides]
    return f" (got {' and '.join(map(str, measured))})" if measured and None not in measured else ""


def _choices(name: str, form: Form) -> str:
    """Return the modifiers of a slot as alternatives."""
    return next((listing(f".{value}" for value in slot.values) for slot in form.slots if slot.name == name), name)
