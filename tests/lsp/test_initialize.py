"""The answer to `initialize` that is given before the protocol library is loaded is that of the library."""

from __future__ import annotations

from random import Random
from typing import Any

from ptxisa.lsp.startup import SHIPPED, shipped_answer
from tools.initialize import capabilities_for, shipped

EVERYTHING: dict[str, Any] = {
    "general": {"positionEncodings": ["utf-32", "utf-8", "utf-16"], "markdown": {"parser": "marked"}},
    "textDocument": {
        "synchronization": {"willSave": True, "willSaveWaitUntil": True, "didSave": True, "dynamicRegistration": True},
        "rename": {"prepareSupport": True, "dynamicRegistration": True},
        "codeAction": {"dataSupport": True, "resolveSupport": {"properties": ["edit"]}},
        "semanticTokens": {"requests": {"full": True}, "tokenTypes": [], "tokenModifiers": [], "formats": []},
        "diagnostic": {"dynamicRegistration": True},
    },
    "notebookDocument": {"synchronization": {"dynamicRegistration": True}},
    "workspace": {
        "workspaceFolders": True,
        "configuration": True,
        "fileOperations": {"didCreate": True, "willRename": True, "dynamicRegistration": True},
        "didChangeConfiguration": {"dynamicRegistration": True},
    },
    "window": {"workDoneProgress": True},
    "experimental": {"anything": [1]},
}


def part_of(node: Any, random: Random) -> Any:
    """Return a client's capabilities with some of these."""
    if isinstance(node, dict):
        required = ("requests", "tokenTypes", "tokenModifiers", "formats", "properties", "parser", "synchronization")
        return {
            name: part_of(child, random) for name, child in node.items() if name in required or random.random() < 0.7
        }
    if isinstance(node, bool):
        return random.random() < 0.7
    return random.sample(node, random.randint(0, len(node))) if isinstance(node, list) else node


def test_the_file_is_what_the_installed_library_computes() -> None:
    assert SHIPPED.read_text(encoding="utf-8") == shipped(), "run python -m tools.initialize"


def test_the_answer_is_that_of_the_library_for_any_client() -> None:
    random = Random(1)
    for number in range(60):
        client = part_of(EVERYTHING, random) if number else {}
        answer = shipped_answer(client)
        assert answer is not None
        assert answer["capabilities"] == capabilities_for(client), client


def test_invalid_capabilities_are_left_to_the_library() -> None:
    for client in (None, [], {"general": 3}, {"textDocument": {"rename": [1]}}, {"general": {"positionEncodings": 5}}):
        assert shipped_answer(client) is None
