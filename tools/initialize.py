"""Write the answer to `initialize` that the language server gives before its protocol library is loaded.

    python -m tools.initialize

The library takes 0.3 s to load, and computes the answer from few capabilities of the client: `ptxisa.lsp.startup` fills
these in. Needs `ptxisa[lsp]`; the answer counts for the version of the library that is installed.
"""

from __future__ import annotations

import json
import sys
from importlib.metadata import version
from typing import Any

from lsprotocol import converters
from lsprotocol import types as lsp
from pygls.capabilities import ServerCapabilitiesBuilder

from ptxisa.lsp.server import create
from ptxisa.lsp.startup import SHIPPED

MOST = {"textDocument": {"rename": {"prepareSupport": True}}}
"""Capabilities of a client with which the answer has the most options."""


def capabilities_for(client: dict[str, Any]) -> dict[str, Any]:
    """Return the capabilities of the server as the library computes them for a client."""
    converter = converters.get_converter()
    structured = converter.structure(client, lsp.ClientCapabilities)
    server = create()
    manager = server.protocol.fm
    built = ServerCapabilitiesBuilder(
        structured,
        set(manager.features.keys()) | set(manager.builtin_features.keys()),
        manager.feature_options,
        list(manager.commands.keys()),
        server.protocol._server._text_document_sync_kind,
        server.protocol._server._notebook_document_sync,
        ServerCapabilitiesBuilder.choose_position_encoding(structured),
    ).build()
    return dict(converter.unstructure(built))


def shipped() -> str:
    """Return the text of the file."""
    record = {"pygls": version("pygls"), "capabilities": capabilities_for(MOST)}
    return json.dumps(record, indent=1) + "\n"


def main() -> int:
    """Write the file."""
    SHIPPED.write_text(shipped(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
