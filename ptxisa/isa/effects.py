"""Effects that an instruction may have besides writing its destination operands.

A compiler may remove an instruction whose results are not used if the instruction has no effects. It may also move such
an instruction, or merge two equal ones, unless an operand is a special register whose value changes, such as `%clock`.

    import ptxisa
    ptxisa.database().form("atom").effects      # ("reads_memory", "writes_memory")
    ptxisa.database().form("lop3").pure         # True

`effects_text` and `event_sentence` put effects and events of the memory consistency model into words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ptxisa.isa.forms import Form, MemoryEvent

EFFECTS = {
    "reads_memory": "reads memory, of any state space, tensor memory included",
    "writes_memory": "writes memory",
    "asynchronous": "accesses memory after the instruction",
    "orders_memory": "orders memory accesses, at least with some modifiers",
    "volatile": "cannot be removed, repeated or merged, at least with some modifiers",
    "convergent": "depends on the threads that execute it together",
    "terminator": "ends a basic block",
    "call": "calls a function, which may have any effect",
    "hint": "affects only caches",
    "other": "has an effect outside of registers and memory",
}
"""Meaning of each effect."""
_SHORT = {
    "reads_memory": "reads memory",
    "asynchronous": "asynchronous",
    "orders_memory": "orders memory accesses",
    "volatile": "volatile",
    "convergent": "convergent (depends on the threads that execute it together)",
    "hint": "cache hint only",
}
"""Effects whose meaning has a shorter name."""


def effects_text(form: Form) -> str:
    """Return the effects of a form in words, such as `reads memory; writes memory`."""
    if form.effects:
        return "; ".join(_SHORT.get(effect, EFFECTS[effect]) for effect in form.effects)
    state = " and ".join(dict.fromkeys(access.name for access in form.state if access.access != "read"))
    return f"none besides the results{f' and {state}' if state else ''}"


def by_effects(forms: Sequence[Form]) -> list[tuple[str, list[str]]]:
    """Return each different text of effects with the ids of its forms, those of most forms last."""
    groups: dict[str, list[str]] = {}
    for form in forms:
        groups.setdefault(effects_text(form), []).append(form.id)
    return sorted(groups.items(), key=lambda group: len(group[1]))


def by_event(forms: Sequence[Form]) -> list[tuple[str, list[str]]]:
    """Return a sentence for each different event of the forms, with the ids of the forms that have the event."""
    sentences: dict[str, list[str]] = {}
    for form in forms:
        # A scope that each statement must have has no default.
        slot = next(
            (slot for slot in form.slots if slot.group == "scope" and not (slot.optional or slot.literal)), None
        )
        for event in form.events:
            sentence = event_sentence(event._replace(scope=f"{{{slot.name}}}") if slot and event.scope else event)
            if form.id not in (ids := sentences.setdefault(sentence, [])):
                ids.append(form.id)
    return list(sentences.items())


def order_of(form: Form, event: MemoryEvent, modifiers: Mapping[str, str | None]) -> tuple[str, str]:
    """Return order and scope of an event in a statement: those of its modifiers, otherwise those of the record.

    Args:
        form: Form of the statement.
        event: Event of the form.
        modifiers: Values by slot.
    """
    order, scope = event.order, event.scope
    for slot in form.slots:
        value = modifiers.get(slot.name)
        if value and slot.group == "memory-semantics":
            order = value
        elif value and slot.group == "scope":
            scope = {"gl": "gpu"}.get(value, value)  # `membar.gl` is the older spelling of `fence.sc.gpu`.
    # The manual defines `.volatile` as relaxed at system scope. A weak operation has no scope.
    if "volatile" in modifiers.values():
        order = "relaxed"
    return (order, "sys") if order == "weak" else (order, scope)


def event_sentences(form: Form, modifiers: Mapping[str, str | None]) -> list[str]:
    """Return a sentence for each event of a statement with these modifiers, by slot."""
    sentences: dict[str, None] = {}
    for event in form.events:
        if event.order:
            order, scope = order_of(form, event, modifiers)
            event = event._replace(order=order, scope=scope)
        sentences[event_sentence(event)] = None
    return list(sentences)


_ACCESSES = {
    "read": "read of memory at {}",
    "write": "write of memory at {}",
    "update": "atomic read and write of memory at {}",
    "reduction": "atomic update of memory at {} without a result",
    "init": "initialization of the mbarrier at {}",
    "invalidate": "end of the mbarrier at {}",
    "arrive": "arrival at the mbarrier at {}",
    "wait": "test of a phase of the mbarrier at {}",
    "expect": "addition to the expected bytes of the mbarrier at {}",
    "complete": "completion of bytes of the mbarrier at {}",
}
_ROLES = {"sync": "arrival and wait", "arrive": "arrival", "wait": "wait"}
_COMPLETIONS = {
    "mbarrier": "completion at an mbarrier",
    "async_group": "completion in a group of `cp.async` or at an mbarrier",
    "bulk_group": "completion in a bulk group",
    "wgmma_group": "completion in a group of `wgmma`",
    "tcgen05_commit": "completion by `tcgen05.commit`",
    "none": "completion at the end of the kernel",
}
_GROUPS = {
    "async_group": "copies without bulk",
    "bulk_group": "bulk copies",
    "wgmma_group": "matrix multiplications",
}


def event_sentence(event: MemoryEvent) -> str:
    """Return a sentence about an event of the memory consistency model, with names in backquotes."""
    within = f" at scope `.{event.scope}`"
    if event.kind == "grid-dependency":
        text = "wait for the results of the preceding grid (`.wait`)"
    elif event.kind == "fence":
        limit = f", for accesses of `.{event.space}`" if event.space else ""
        limit = ", for initialized mbarriers" if event.restrict == "mbarrier_init" else limit
        text = f"memory fence `.{event.order}`{within}{limit}"
    elif event.kind == "proxy-fence":
        ordered = f", with `.{event.order}`{within}" if event.order else ""
        proxies = f"through the generic proxy and the {event.proxy} proxy"
        path = "through different virtual addresses" if event.proxy == "alias" else proxies
        text = f"ordering of accesses {path}{ordered}"
    elif event.kind == "barrier":
        text = (
            f"{_ROLES[event.role]} at the barrier of the {event.scope.upper() if event.scope == 'cta' else event.scope}"
        )
    elif event.kind in ("commit", "wait-group"):
        text = f"{'end of a group' if event.kind == 'commit' else 'wait for groups'} of {_GROUPS[event.completion]}"
    else:
        text = _ACCESSES[event.kind].format(f"`{event.address}`")
        if event.order:
            text = f"{event.order} {text}{'' if event.order == 'weak' else within}"
        if event.multimem:
            text += ", a multimem address"
        if event.proxy != "generic":
            text += f" through the {event.proxy} proxy"
        if event.completion:
            text += f"; asynchronous, {_COMPLETIONS[event.completion]}"
    return f"{text[0].upper()}{text[1:]}."
