"""How fast the language server answers while one types: processor time of the server for each keystroke.

    python benchmarks/editing.py [--size 1000000] [--keys 200] [MODULE …]

Without a MODULE, a legal module of that size is made, in kernels of 400 statements. Statements are typed and deleted
anywhere, and in the longest function at its begin, middle and end, one character after the other, each with the
diagnostics of the module after it. So are declarations, a target, a string, an unclosed brace with a block after it,
and an unclosed comment. 1,000 lines are pasted. Completion follows each dot and blank, hover each statement. Needs
`ptxisa[lsp]`.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
from lsprotocol import types as lsp

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.unrepeated import module  # noqa: E402
from ptxisa.lsp import completion, hovers  # noqa: E402
from ptxisa.lsp.documents import Document  # noqa: E402
from ptxisa.lsp.publishing import converted  # noqa: E402
from ptxisa.lsp.settings import Settings  # noqa: E402
from ptxisa.syntax.parser import parse_outline  # noqa: E402

TYPED = (
    "\n    add.s32 %r1, %r2, 1;", "\n    mul.lo.u32 %r1, %r2, %r3;", "\n    ld.global.u32 %r1, [%rd1];",
    "\n    cvt.rn.f32.s32 %f1, %r2;", "\n    @%p1 bra DONE;", "\n    st.shared.v2.f32 [%r1], {%f1, %f2};",
    "\n    setp.lt.s32 %p1, %r1, %r2;", "\n    fma.rn.f32 %f1, %f2, %f3, %f4;", "\n    mov.u32 %r1, %tid.x;",
)  # fmt: skip


Edit = tuple[int, int, str]
"""Start and end of the text that an edit replaces, and the new text."""


def typed(place: int, text: str) -> Iterator[Edit]:
    """Type a text, one character after the other, and delete it again."""
    for number, character in enumerate(text):
        yield place + number, place + number, character
    for number in reversed(range(len(text))):
        yield place + number, place + number + 1, ""


def scenes(text: str, keys: int, seed: int = 1) -> Iterator[tuple[str, Iterator[Edit]]]:
    """Yield what a user does by name, and its edits, after which the text is the same as before."""
    draw = random.Random(seed)
    functions = [item for item in parse_outline(text).module.functions if item.body is not None]
    body = max((function.body for function in functions if function.body), key=lambda body: body.end - body.start)
    places = [match.end() - 1 for match in re.finditer(";\n", text)]
    inside = [place for place in places if body.start < place < body.end]
    first, middle, last = inside[min(3, len(inside) - 1)], inside[len(inside) // 2], inside[-1]
    head = text.index("\n", text.find(".target")) + 1
    statements = (edit for _ in range(keys) for edit in typed(draw.choice(places), draw.choice(TYPED)))
    yield "anywhere", islice(statements, keys)
    for name, place in (("begin", first), ("middle", middle), ("end", last)):
        yield name, typed(place, "\n    mul.lo.u32 %r1, %r2, %r3;")
    yield "declaration", typed(head, ".global .align 4 .u32 counter;\n")
    yield "string", typed(middle, '\n    .pragma "nounroll";')
    yield "brace", typed(middle, "{")
    yield "block", typed(middle, "\n    {\n    .reg .b32 %t;\n    mov.b32 %t, %r1;\n")
    yield "register", typed(first, "\n    .reg .b32 %x, %y;")
    yield "target", typed(text.index(".target") + 8, "sm_")
    yield "comment", typed(middle, "/*")
    lines = "".join(line for line in text[first:last].splitlines(keepends=True)[:1000] if ":" not in line)
    pasted = "" if lines.count("{") != lines.count("}") else lines
    yield "paste", iter([(middle, middle, pasted), (middle, middle + len(pasted), "")])


class Editor:
    """Document with the processor time of what its user does, in seconds."""

    def __init__(self, text: str) -> None:
        self.settings = Settings()
        started = time.process_time()
        self.document = Document("file:///module.ptx", text, 1, "ptx")
        self.document.check(self.settings)
        self.opening = time.process_time() - started
        self.completions: list[float] = []
        self.hovers: list[float] = []

    def apply(self, edit: Edit) -> float:
        """Apply an edit, and return the time until its diagnostics are known."""
        start, end, text = edit
        lines, document = self.document.text_lines, self.document
        place = lsp.Range(lines.position(start), lines.position(end))
        started = time.process_time()
        document.apply_change(lsp.TextDocumentContentChangePartial(place, text))
        edited = time.process_time()
        if text in (".", " "):
            view = document.view(start + 1, self.settings, latest=True)
            assert view is not None
            completion.complete(view)
            self.completions.append(time.process_time() - edited)
        before = time.process_time()
        checked = document.check(self.settings)
        list(converted(checked.diagnostics, document.text_lines, self.settings))
        finished = time.process_time()
        if text == ";":
            view = document.view(document.source.rfind("\n", 0, start) + 6, self.settings, latest=True)
            assert view is not None
            hovers.hover(view)
            self.hovers.append(time.process_time() - finished)
        return edited - started + finished - before


def measure(text: str, keys: int) -> dict[str, float]:
    """Return the processor time in milliseconds that 95 % of the edits of each scene, completions and hovers take."""
    editor = Editor(text)
    times = {"open": [editor.opening]}
    for name, edits in scenes(text, keys):
        times[name] = [editor.apply(edit) for edit in edits]
    times |= {"completion": editor.completions, "hover": editor.hovers}
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
        figures = measure(text, arguments.keys)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        shown = "  ".join(f"{scene} {value:.0f}" for scene, value in figures.items())
        print(f"{name[:44]}  {len(text) / 1e6:.2f} MB, {memory:.0f} MB of memory, ms: {shown}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
