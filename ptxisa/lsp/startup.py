"""The answer to `initialize` before the protocol library is loaded, which takes longer than editors should wait.

The library computes the answer from the capabilities of the client. Of the library's releases, one is known, and what
its answer depends on: `initialize.json`, which `tools.initialize` writes. For other releases, the answer is kept in the
cache folder, so that the next start with the same client answers at once, while the library loads. The library's own
answer is then dropped.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any, BinaryIO

from ptxisa import __version__
from ptxisa.cache import folder

SHIPPED = Path(__file__).with_name("initialize.json")
"""Capabilities of the server as one release of the library computes them for a client with every capability."""
_ENCODINGS = ("utf-8", "utf-16", "utf-32")
"""Encodings of positions that the library supports."""
_LONGEST = 1 << 20
"""Bytes of an `initialize` request that is answered early; a larger one goes to the library unread."""


class EarlyAnswer:
    """Streams of a server whose first request may have been answered already.

    `stdin` contains everything that the client sent; `stdout` takes what the server sends.
    """

    def __init__(self, stdin: BinaryIO, stdout: BinaryIO) -> None:
        head, length = b"", 0
        # Headers of the protocol are two short lines; other input is passed on as it is.
        while len(head) < 1000:
            line = stdin.readline(1000)
            head += line
            if line.lower().startswith(b"content-length:") and line[15:].strip().isdigit():
                length = int(line[15:])
            if not line.strip():
                break
        # Empty if the first message is not one to answer early.
        body = stdin.read(length) if 0 < length < _LONGEST else b""
        self.stdin: Any = ReplayedInput(head + body, stdin)
        self.stdout: Any = stdout
        try:
            request: Any = json.loads(body)
            parameters = request["params"]["capabilities"] if request["method"] == "initialize" else None
            identity = request["id"]
        except (ValueError, KeyError, TypeError, RecursionError):
            return
        path = _kept(parameters)
        if parameters is None or path is None:
            return
        answered = False
        # Without a known answer, the library answers, and its answer is kept for the next start.
        with contextlib.suppress(OSError, ValueError):
            result = shipped_answer(parameters) or json.loads(path.read_bytes())
            answer = json.dumps({"jsonrpc": "2.0", "id": identity, "result": result}).encode()
            stdout.write(b"Content-Length: %d\r\n\r\n%b" % (len(answer), answer))
            stdout.flush()
            answered = True
        self.stdout = FilteredOutput(stdout, identity, path, answered)


def shipped_answer(capabilities: Any) -> dict[str, Any] | None:
    """Return the answer to a client with these capabilities; None if another release of the library is installed."""
    spec = find_spec("pygls")
    record = json.loads(SHIPPED.read_bytes())
    if spec is None or spec.origin is None:
        return None
    if not (Path(spec.origin).parent.parent / f"pygls-{record['pygls']}.dist-info").is_dir():
        return None
    answer = record["capabilities"]
    try:
        encodings = (capabilities.get("general") or {}).get("positionEncodings") or ()
        answer["positionEncoding"] = next((name for name in encodings if name in _ENCODINGS), "utf-16")
        documents = capabilities.get("textDocument") or {}
        if not (documents.get("rename") or {}).get("prepareSupport"):
            answer["renameProvider"] = True
        synchronization = documents.get("synchronization") or {}
        # The library denies what the client offers, and is silent about anything else.
        offered = (name for name in ("willSave", "willSaveWaitUntil") if synchronization.get(name) is not None)
        answer["textDocumentSync"] |= dict.fromkeys(offered, False)
    except (AttributeError, TypeError):
        return None  # Not what the protocol allows: the library reports it.
    return {"capabilities": answer, "serverInfo": {"name": "ptxisa", "version": __version__}}


def _kept(capabilities: Any) -> Path | None:
    """Return the file of the answer to a client with these capabilities, for this version of server and library."""
    parts: list[object] = [__version__, capabilities]
    # The answer is a function of these three packages. Times of files differ after an upgrade, also in a checkout whose
    # version stays the same.
    for name in ("pygls", "lsprotocol", "ptxisa.lsp"):
        spec = find_spec(name)
        origin = spec.origin if spec is not None else None
        if origin is None:
            return None
        with contextlib.suppress(OSError):
            place = Path(origin).with_name("server.py" if name == "ptxisa.lsp" else Path(origin).name)
            parts += [str(place), place.stat().st_mtime_ns]
    key = hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:32]
    try:
        return folder("lsp") / f"{key}.json"
    except FileNotFoundError:
        return None


class ReplayedInput:
    """Input that begins with bytes which were read already: a pipe cannot be rewound."""

    def __init__(self, first: bytes, stream: BinaryIO) -> None:
        self._first, self._left, self._stream = io.BytesIO(first), len(first), stream

    def readline(self) -> bytes:
        """Return the next line."""
        if self._left:
            line = self._first.readline()
            self._left -= len(line)
            return line if line.endswith(b"\n") else line + self._stream.readline()
        return self._stream.readline()

    def read(self, length: int) -> bytes:
        """Return the next bytes."""
        part = self._first.read(min(length, self._left)) if self._left else b""
        self._left -= len(part)
        return part + self._stream.read(length - len(part)) if len(part) < length else part


class FilteredOutput:
    """Output that keeps the answer to a request in a file, and drops it if the client has it already."""

    def __init__(self, stream: BinaryIO, identity: Any, path: Path, answered: bool) -> None:
        self._stream, self._identity, self._path, self._answered = stream, identity, path, answered
        self._waiting = True

    def write(self, data: bytes) -> None:
        """Write one message of the server."""
        if self._waiting:
            # pygls writes the header and the body of a message in one call.
            message = json.loads(data.partition(b"\r\n\r\n")[2])
            if message.get("id") == self._identity and "method" not in message:
                self._waiting = False
                if self._answered:
                    return
                if "result" in message:
                    with contextlib.suppress(OSError):
                        self._path.parent.mkdir(parents=True, exist_ok=True)
                        # Several servers may start at once; a reader never sees half of a file.
                        draft = self._path.with_suffix(f".{os.getpid()}")
                        draft.write_text(json.dumps(message["result"]), encoding="utf-8")
                        draft.replace(self._path)
        self._stream.write(data)

    def flush(self) -> None:
        """Send what was written."""
        self._stream.flush()

    def close(self) -> None:
        """Close the stream."""
        self._stream.close()
