"""How fast the language server answers while one types: processor time of the server for each keystroke.

    python benchmarks/editing.py [--size 1000000] [--keys 200] [MODULE …]

Without a MODULE, a legal module of that size is made, in kernels of 400 statements. Statements are typed at random
places, one character after the other, each with the diagnostics of the module after it; at each dot and after each
blank, completion; at the end of each statement, hover. Needs `ptxisa[lsp]`.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.unrepeated import module  # noqa: E402

TYPED = (
    "\n    add.s32 %r1, %r2, 1;", "\n    mul.lo.u32 %r1, %r2, %r3;", "\n    ld.global.u32 %r1, [%rd1];",
    "\n    cvt.rn.f32.s32 %f1, %r2;", "\n    @%p1 bra DONE;", "\n    st.shared.v2.f32 [%r1], {%f1, %f2};",
    "\n    setp.lt.s32 %p1, %r1, %r2;", "\n    fma.rn.f32 %f1, %f2, %f3, %f4;", "\n    mov.u32 %r1, %tid.x;",
)  # fmt: skip


def edits(text: str, keys: int, seed: int = 1) -> Iterator[tuple[int, str]]:
    """Yield offsets and single characters to insert there."""
    draw = random.Random(seed)
    typed = 0
    while typed < keys:
        place = text.find(";\n", draw.randrange(len(text))) + 1
        for number, character in enumerate(draw.choice(TYPED)):
            yield place + number, character
            typed += 1


def measure(text: str, keys: int) -> dict[str, float]:
    """Return the processor time in milliseconds of the open, of the keystrokes, of completion and of hover."""
    from lsprotocol import types as lsp

    from ptxisa.lsp import completion, hovers
    from ptxisa.lsp.documents import Document
    from ptxisa.lsp.publishing import converted
    from ptxisa.lsp.settings import Settings

    settings = Settings()
    document = Document("file:///module.ptx", text, 1, "ptx")
    started = time.process_time()
    document.check(settings)
    times: dict[str, list[float]] = {"open": [time.process_time() - started], "key": [], "completion": [], "hover": []}
    for offset, character in edits(text, keys):
        place = document.text_lines.position(offset)
        started = time.process_time()
        document.apply_change(lsp.TextDocumentContentChangePartial(lsp.Range(place, place), character))
        edited = time.process_time()
        if character in ". ":
            view = document.view(offset + 1, settings, latest=True)
            assert view is not None
            completion.complete(view)
            times["completion"].append(time.process_time() - edited)
        before = time.process_time()
        checked = document.check(settings)
        list(converted(checked.diagnostics, document.text_lines, settings))
        times["key"].append(edited - started + time.process_time() - before)
        if character == ";":
            before = time.process_time()
            view = document.view(document.source.rfind("\n", 0, offset) + 6, settings, latest=True)
            assert view is not None
            hovers.hover(view)
            times["hover"].append(time.process_time() - before)
    return {name: 1000 * float(np.quantile(values, 0.95)) if values else 0.0 for name, values in times.items()}


def start() -> float:
    """Return the processor time in milliseconds until the server has answered `initialize`, on Linux.

    The first start with a client keeps the answer; the second one is measured.
    """
    request = (
        '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}'
    )
    ends = '{"jsonrpc":"2.0","id":2,"method":"shutdown"}', '{"jsonrpc":"2.0","method":"exit"}'
    used = 0.0
    for _ in range(2):
        command = [sys.executable, "-m", "ptxisa", "lsp"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
            assert server.stdin is not None
            assert server.stdout is not None
            server.stdin.write(f"Content-Length: {len(request)}\r\n\r\n{request}".encode())
            server.stdin.flush()
            server.stdout.readline()
            fields = Path(f"/proc/{server.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            used = 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
            rest = "".join(f"Content-Length: {len(text)}\r\n\r\n{text}" for text in ends)
            server.communicate(rest.encode())
    return used


def main() -> int:
    """Print the figures of each module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", type=Path, metavar="MODULE")
    parser.add_argument("--size", type=int, default=1_000_000, help="bytes of the module that is made")
    parser.add_argument("--keys", type=int, default=200, help="keystrokes")
    arguments = parser.parse_args()
    print(f"start of the server: {start():.0f} ms of processor time")
    texts = {path.name: path.read_text(encoding="utf-8", errors="surrogateescape") for path in arguments.modules}
    for name, text in (texts or {"made": module(arguments.size)}).items():
        found = measure(text, arguments.keys)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"{name[:44]:44} {len(text) / 1e6:5.2f} MB  open {found['open']:5.0f} ms  95 %: key {found['key']:4.0f} ms"
            f"  completion {found['completion']:4.1f} ms  hover {found['hover']:4.1f} ms  {memory:4.0f} MB",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
