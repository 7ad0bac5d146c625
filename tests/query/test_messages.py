"""Explanations of messages that ptxas 13.0 printed for wrong modules."""

import json
from pathlib import Path

import pytest

import ptxisa
from ptxisa.isa.diagnostics import CATALOGUE
from ptxisa.query.messages import explain, is_message

PRINTED = Path(__file__).with_name("ptxas_messages.txt").read_text(encoding="utf-8").splitlines()
MESSAGES = [
    message
    for (data,) in ptxisa.database().sql("SELECT data FROM record WHERE kind = 'assembler_message'")
    for message in json.loads(data)["messages"]
]


def test_there_are_100_messages_and_200_printed_lines() -> None:
    assert len(MESSAGES) >= 100
    assert len(PRINTED) >= 200


@pytest.mark.parametrize("line", PRINTED)
def test_printed_lines_are_explained(line: str) -> None:
    found = explain(line)
    assert is_message(line)
    assert found is not None
    assert found.means
    assert found.fix
    assert "{1}" not in found.means + found.fix


@pytest.mark.parametrize("message", MESSAGES, ids=lambda one: one["text"])
def test_records_use_their_fields_and_match_their_text(message: dict[str, object]) -> None:
    assert set(message.get("codes", ())) <= set(CATALOGUE)  # type: ignore[call-overload]
    fields = str(message["text"]).count("%s") + str(message["text"]).count("%d")
    used = {n for n in range(1, 9) if f"{{{n}}}" in f"{message['means']}{message['fix']}"}
    assert used <= set(range(1, fields + 1))
    filled = str(message["text"]).replace("%s", "7").replace("%d", "7")
    assert explain(filled) is not None


def test_explanations_leave_out_the_place_and_fill_in_fields() -> None:
    found = explain("ptxas kernel.ptx, line 8; error   : Feature 'wgmma.fence' not supported on .target 'sm_90'")
    assert found is not None
    assert found.message == "Feature 'wgmma.fence' not supported on .target 'sm_90'"
    assert found.means.startswith("sm_90 does not have wgmma.fence.")
    assert found.codes == ("unavailable-target",)


@pytest.mark.parametrize("line", ["", "x" * 100_000, "\ud800", "error: nothing of the kind", "%s" * 1000])
def test_other_text_is_not_explained(line: str) -> None:
    assert explain(line) is None
