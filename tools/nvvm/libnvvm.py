"""Verify and compile modules of NVVM IR with a real libNVVM, without a GPU.

The library runs in a child process for many modules, which is started again after a module at which it crashed or
did not end. Both are outcomes of that module.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import select
import signal
import subprocess
import sys
import tempfile
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import IO, Any, NamedTuple

from tools.nvvm.releases import PINS

TIME_LIMIT = 60
"""Seconds that libNVVM may take for one module."""
MODULES = 2000
"""Modules per process: libNVVM does not free all memory."""
WORKER_FILE = Path(__file__).with_name("worker.py")
_PTX = re.compile(r"^\.version (?P<version>[0-9.]+)\n\.target (?P<target>\w+)", re.MULTILINE)


class LibraryError(Exception):
    """Error of a library that cannot be loaded, or that does not answer like libNVVM."""


class Answer(NamedTuple):
    """Outcome of a module: a status, the log of libNVVM, and the PTX if the module was compiled.

    The status is `success`, the name of an error such as `invalid-ir` or `compilation`, `crash` or `timeout`.
    """

    status: str
    log: str = ""
    ptx: str = ""

    @property
    def accepted(self) -> bool:
        """True if libNVVM accepted the module."""
        return self.status == "success"

    @property
    def reason(self) -> str:
        """First error of the log, or the status; empty for a module that was accepted."""
        if self.accepted:
            return ""
        lines = [line.strip() for line in self.log.replace("\0", "").splitlines() if line.strip()]
        errors = [line for line in lines if "error" in line.lower() or "Error:" in line]
        return (errors or lines or [self.status])[0][:300]


class LibNvvm:
    """One libNVVM; use it as a context manager, which ends its process."""

    def __init__(self, path: Path, limit: float = TIME_LIMIT) -> None:
        self.path = path
        self.limit = limit
        self.process: subprocess.Popen[bytes] | None = None
        self._errors: IO[bytes] | None = None
        self._described: dict[str, Any] = {}
        self._asked = 0

    def __enter__(self) -> LibNvvm:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None
        if self._errors is not None:
            self._errors.close()
            self._errors = None

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the library."""
        return "sha256:" + hashlib.sha256(self.path.read_bytes()).hexdigest()

    @cached_property
    def release(self) -> str:
        """CUDA release that pins the library, or "" for another library."""
        digest = self.digest.partition(":")[2]
        return next((name for name, pin in PINS.items() if pin.digest == digest), "")

    @property
    def versions(self) -> dict[str, tuple[int, int]]:
        """Versions of libNVVM: `version`, `ir` of the newest NVVM IR that it reads, `debug` of its debug metadata."""
        self._started()
        return {name: (pair[0], pair[1]) for name, pair in self._described.items()}

    def verify(self, module: str, target: str = "", *options: str) -> Answer:
        """Return the outcome of the verifier for a target such as `compute_90`."""
        return self._ask(module, target, options, False)

    def compile(self, module: str, target: str = "", *options: str) -> Answer:
        """Return the outcome of the compiler, with the PTX of the module."""
        return self._ask(module, target, options, True)

    def judge(self, module: str, target: str = "", *options: str) -> Answer:
        """Verify a module, and compile it if it is valid: the verifier does not check everything."""
        answer = self.verify(module, target, *options)
        return self.compile(module, target, *options) if answer.accepted else answer

    def _ask(self, module: str, target: str, options: tuple[str, ...], compiles: bool) -> Answer:
        if self._asked >= MODULES:
            self.close()
        process = self._started()
        given = [f"-arch={target}", *options] if target else [*options]
        asked = json.dumps({"module": module, "options": given, "compile": compiles})
        assert process.stdin is not None
        try:
            process.stdin.write(asked.encode() + b"\n")
            process.stdin.flush()
        except BrokenPipeError:
            return self._lost("crash")
        self._asked += 1
        line = self._line(self.limit)
        if line is None:
            return self._lost("timeout")
        return Answer(**json.loads(line)) if line else self._lost("crash")

    def _started(self) -> subprocess.Popen[bytes]:
        if self.process is None:
            command = [sys.executable, "-I", "-S", str(WORKER_FILE), str(self.path.absolute())]
            pipe = subprocess.PIPE
            with tempfile.TemporaryFile() as errors:
                self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=errors, bufsize=0)
                self._errors = os.fdopen(os.dup(errors.fileno()), "rb")
            self._asked = 0
            first = self._line(TIME_LIMIT)
            if not first:
                answer = self._lost("crash")
                raise LibraryError(f"{self.path} cannot be loaded as libNVVM: {answer.log or answer.status}")
            self._described = json.loads(first)
        return self.process

    def _line(self, limit: float) -> bytes | None:
        """Return the next line of the child, b"" if it ended, None if it takes too long."""
        assert self.process is not None
        assert self.process.stdout is not None
        parts: list[bytes] = []
        while not parts or not parts[-1].endswith(b"\n"):
            ready, _, _ = select.select([self.process.stdout], [], [], limit)
            if not ready:
                return None
            parts.append(self.process.stdout.read(1 << 20) or b"")
            if not parts[-1]:
                return b""
        return b"".join(parts)

    def _lost(self, status: str) -> Answer:
        """Stop the child, and return the outcome of the module at which it ended or hung."""
        assert self.process is not None
        assert self._errors is not None
        log = ""
        if status == "crash":
            code = self.process.wait()
            ending = signal.Signals(-code).name if code < 0 else f"exit status {code}"
            self._errors.seek(0)
            lines = self._errors.read().decode("utf-8", "replace").strip().splitlines()
            log = f"{ending} {lines[-1][:300] if lines else ''}"
        self.close()
        return Answer(status, log)


def target_of(ptx: str) -> str:
    """Return the target of the PTX that libNVVM wrote, or ""."""
    match = _PTX.search(ptx)
    return match["target"] if match else ""
