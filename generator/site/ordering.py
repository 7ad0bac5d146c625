"""Sentences about the order of memory accesses, from the events of an instruction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.records.model import RecordedInstruction

KINDS = {
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
ROLES = {
    "sync": "arrival and wait at the barrier",
    "arrive": "arrival at the barrier",
    "wait": "wait at the barrier",
}
COMPLETIONS = {
    "mbarrier": "asynchronous, complete at an mbarrier",
    "async_group": "asynchronous, complete in a group of ``cp.async`` or at an mbarrier",
    "bulk_group": "asynchronous, complete in a bulk group",
    "wgmma_group": "asynchronous, complete in a group of ``wgmma``",
    "tcgen05_commit": "asynchronous, complete by ``tcgen05.commit``",
    "none": "asynchronous, complete at the end of the kernel",
}
GROUPS = {
    "async_group": "copies without bulk",
    "bulk_group": "bulk copies",
    "wgmma_group": "matrix multiplications",
}


def ordering(instruction: RecordedInstruction) -> str:
    """Return a list with a sentence for each event of an instruction; empty for one without events."""
    return "\n".join(f"* {line}" for line in dict.fromkeys(_lines(instruction.data.get("events", ()))))


def _lines(events: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for event in events:
        text = sentence(event)
        forms = event.get("forms")
        yield f"{', '.join(f'``{form}``' for form in forms)}: {text}" if forms else f"{text[0].upper()}{text[1:]}"


def sentence(event: Mapping[str, Any]) -> str:
    """Return a sentence about one event of a record."""
    kind, scope = event["kind"], event.get("scope")
    within = f" at scope ``.{scope}``" if scope else ""
    if kind == "grid-dependency":
        return "wait for the results of the grid before (``.wait``)."
    if kind == "fence":
        limit = f", for accesses of ``.{event['space']}``" if "space" in event else ""
        limit = ", for initialized mbarriers" if event.get("restrict") == "mbarrier_init" else limit
        return f"memory fence ``.{event['order']}``{within}{limit}."
    if kind == "proxy-fence":
        order = f", with ``.{event['order']}``{within}" if "order" in event else ""
        if event["proxy"] == "alias":
            return f"order of accesses through different virtual addresses{order}."
        return f"order of accesses through the generic proxy and the {event['proxy']} proxy{order}."
    if kind == "barrier":
        return f"{ROLES[event['role']]} of the {scope}."
    if kind == "commit":
        return f"end of a group of {GROUPS[event['completion']]}."
    if kind == "wait-group":
        return f"wait for groups of {GROUPS[event['completion']]}."
    text = KINDS[kind].format(f"``{event['address']}``")
    if "order" in event:
        text = f"{event['order']} {text}" if event["order"] == "weak" else f"{event['order']} {text}{within}"
    if event.get("multimem"):
        text += ", a multimem address"
    if "proxy" in event:
        text += f" through the {event['proxy']} proxy"
    return f"{text}; {COMPLETIONS[event['completion']]}." if "completion" in event else f"{text}."
