"""Wording of effects of forms and of events of the memory consistency model."""

from __future__ import annotations

import pytest

from ptxisa.isa.effects import by_effects, by_event, effects_text, event_sentence, event_sentences
from ptxisa.isa.forms import MemoryEvent
from ptxisa.isa.instructions import every_form, form_by_id, forms_of

EVENTS = [event for form in every_form() for event in form.events]


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (MemoryEvent("read", address="a", order="weak"), "Weak read of memory at `a`."),
        (
            MemoryEvent("update", address="a", order="relaxed", scope="gpu"),
            "Relaxed atomic read and write of memory at `a` at scope `.gpu`.",
        ),
        (
            MemoryEvent("write", address="d", order="weak", proxy="async", completion="bulk_group"),
            "Weak write of memory at `d` through the async proxy; asynchronous, completion in a bulk group.",
        ),
        (MemoryEvent("barrier", role="sync", scope="cta"), "Arrival and wait at the barrier of the CTA."),
    ],
)
def test_a_sentence_has_kind_order_scope_proxy_and_completion(event: MemoryEvent, text: str) -> None:
    assert event_sentence(event) == text


def test_every_event_of_the_records_has_a_sentence() -> None:
    assert len(EVENTS) > 100
    assert all(event_sentence(event).endswith(".") for event in EVENTS)


@pytest.mark.parametrize(
    ("form", "modifiers", "sentence"),
    [
        ("ld.strong", {"sem": "acquire", "scope": "gpu"}, "Acquire read of memory at `a` at scope `.gpu`."),
        ("ld.strong", {}, "Relaxed read of memory at `a` at scope `.sys`."),
        ("fence", {"sem": "sc", "scope": "cta"}, "Memory fence `.sc` at scope `.cta`."),
        ("ld.volatile", {"volatile": "volatile"}, "Relaxed read of memory at `a` at scope `.sys`."),
    ],
)
def test_modifiers_of_a_statement_replace_order_and_scope(form: str, modifiers: dict[str, str], sentence: str) -> None:
    assert event_sentences(form_by_id(form), modifiers) == [sentence]


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("lop3", "none besides the results"),
        ("add.cc", "none besides the results and CF"),
        ("ld.weak", "reads memory"),
        ("bra", "ends a basic block"),
        ("mma", "convergent (depends on the threads that execute it together)"),
    ],
)
def test_effects_in_words(form: str, text: str) -> None:
    assert effects_text(form_by_id(form)) == text


def test_forms_with_the_same_effects_and_events_share_a_line() -> None:
    loads = [form for form in forms_of("ld") if form.record.endswith("/ld")]
    groups = by_effects(loads)
    assert sorted(name for _, names in groups for name in names) == sorted(form.id for form in loads)
    assert groups[-1] == ("reads memory", ["ld.weak", "ld.weak.unified", "ld.readonly"])
    assert dict(by_event(loads))["Weak read of memory at `a` through the readonly proxy."] == ["ld.readonly"]
