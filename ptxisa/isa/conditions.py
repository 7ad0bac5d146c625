"""Conditions between modifiers in words: what a statement that breaks one would need."""

from __future__ import annotations

from collections.abc import Iterator

from ptxisa.isa.combinations import describe
from ptxisa.isa.forms import ABSENT, Condition, Form, Rule, Values, holds
from ptxisa.isa.names import listing

_STANDING = {"register": "a register", "variable": "a variable", "other": "neither a register nor a variable"}


def broken(rule: Rule, form: Form, values: Values) -> str:
    """What a rule asks of these modifiers and operands, which break it: `.sat needs .s32`."""
    if rule.rows:
        return describe(form, rule, values)
    if rule.require is not None:
        unmet = {name: wanted for name, wanted in rule.require.items() if not holds({name: wanted}, values)}
        return f"{_having(rule.when, form, values) or form.mnemonic} {' and '.join(_asked(unmet, form))}"
    if rule.exclude is not None:
        excluded = _having(rule.exclude, form, values)
        return f"{_having(rule.when, form, values) or form.mnemonic} cannot be combined with {excluded}"
    different = [f".{value}" if value else "nothing" for value in dict.fromkeys(map(values.get, rule.same))]
    return f"{' and '.join(different)} differ; {' and '.join(rule.same)} must be the same"


def _having(condition: Condition, form: Form, values: Values) -> str:
    """What is written, or left out, where a condition holds."""
    return " and ".join(_written(name, form, values.get(name), wanted is True) for name, wanted in condition.items())


def _written(name: str, form: Form, value: str | None, whatever: bool) -> str:
    if name in form.condition_operands:
        sort = "" if whatever or value is None else f" as {_STANDING.get(value, value)}"
        return f"{'no ' if value is None else ''}operand {name}{sort}"
    return f"a missing {_choices(name, form)}" if value is None else f".{value}"


def _asked(condition: Condition, form: Form) -> Iterator[str]:
    """What is asked for, entry by entry."""
    for name, wanted in condition.items():
        if name in form.condition_operands:
            yield _asked_operand(name, wanted)
        elif isinstance(wanted, bool):
            yield f"needs {_choices(name, form)}" if wanted else f"takes no {_choices(name, form)}"
        else:
            words = [f".{one}" for one in wanted if one != ABSENT]
            missing = [f"no {_choices(name, form)}"] if ABSENT in wanted else []
            yield f"needs {listing([*words, *missing])}"


def _asked_operand(name: str, wanted: bool | tuple[str, ...]) -> str:
    if isinstance(wanted, bool):
        return f"{'needs' if wanted else 'takes no'} operand {name}"
    words = [
        f"no operand {name}" if one == ABSENT else f"{_STANDING.get(one, one)} as operand {name}" for one in wanted
    ]
    return f"needs {listing(words)}"


def _choices(name: str, form: Form) -> str:
    """The modifiers of a slot."""
    return next((listing(f".{value}" for value in slot.values) for slot in form.slots if slot.name == name), name)
