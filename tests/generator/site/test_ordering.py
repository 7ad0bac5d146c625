"""Sentences about the events of instructions."""

from pathlib import Path

import pytest

from generator.records.load import load_file
from generator.site.ordering import sentence

ISA = Path(__file__).resolve().parents[3] / "isa"
EVENTS = [
    (path.stem, event)
    for path in sorted((ISA / "instructions").rglob("*.yaml"))
    for event in load_file(path, ISA).data.get("events", ())
]


@pytest.mark.parametrize(
    ("event", "text"),
    [
        ({"kind": "read", "address": "a", "order": "weak"}, "weak read of memory at ``a``."),
        (
            {"kind": "update", "address": "a", "order": "relaxed", "scope": "gpu"},
            "relaxed atomic read and write of memory at ``a`` at scope ``.gpu``.",
        ),
        (
            {"kind": "write", "address": "d", "order": "weak", "proxy": "async", "completion": "bulk_group"},
            "weak write of memory at ``d`` through the async proxy; asynchronous, complete in a bulk group.",
        ),
        ({"kind": "barrier", "role": "sync", "scope": "cta"}, "arrival and wait at the barrier of the cta."),
    ],
)
def test_a_sentence_has_kind_order_scope_proxy_and_completion(event, text):
    assert sentence(event) == text


def test_every_event_of_the_records_has_a_sentence():
    assert len(EVENTS) > 100
    assert all(sentence(event).endswith(".") for _, event in EVENTS)
