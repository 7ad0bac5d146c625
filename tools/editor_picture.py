"""Draw Neovim with the language server as SVG, for the page *Editors*.

    python -m tools.editor_picture docs/_static/editor.svg

Runs Neovim on a terminal that pyte emulates (`pip install pyte`), types, and writes the characters with their colors.
"""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import tempfile
import time
from html import escape
from pathlib import Path

COLUMNS, ROWS = 92, 25
_WIDTH, _HEIGHT = 8.4, 18
_MODULE = """\
.version 8.0
.target sm_80
.address_size 64

.visible .entry scale(.param .u64 data, .param .u32 n)
{
    .reg .pred %p<2>;
    .reg .b32 %r<4>;
    .reg .b64 %rd<2>;
    ld.param.u64 %rd0, [data];
    ld.param.u32 %r0, [n];
    mov.u32 %r1, %tid.x;
    setp.ge.u32 %p1, %r1, %r0;
    @%p1 bra DONE;
    add.u16x2 %r2, %r1, %r0;
DONE:
    ret;
}
"""
_START = """
vim.o.completeopt = "menuone,noselect"; vim.o.showmode = false; vim.o.signcolumn = "yes"; vim.o.laststatus = 0
vim.bo.filetype = "ptx"
vim.diagnostic.config({ update_in_insert = true, virtual_text = true })
vim.cmd("hi Pmenu ctermbg=24 ctermfg=255 | hi SignColumn ctermbg=NONE | hi DiagnosticError ctermfg=1")
local client = vim.lsp.start_client({
  name = "ptxisa", cmd = { vim.env.PTXISA_PYTHON, "-m", "ptxisa", "lsp" }, root_dir = vim.fn.getcwd(),
})
vim.lsp.buf_attach_client(0, client)
vim.bo.omnifunc = "v:lua.vim.lsp.omnifunc"
"""
_COLORS = {
    "default": "#d8dee9", "black": "#3b4252", "red": "#e06c75", "green": "#98c379", "brown": "#e5c07b",
    "blue": "#61afef", "magenta": "#c678dd", "cyan": "#56b6c2", "white": "#d8dee9",
}  # fmt: skip


def screen() -> list[list[tuple[str, str, str]]]:
    """Return the characters of the screen with their colors, after the text was typed."""
    import pyte

    shown = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.ByteStream(shown)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "kernel.ptx").write_text(_MODULE, encoding="utf-8")
        (Path(folder) / "start.lua").write_text(_START, encoding="utf-8")
        master, slave = pty.openpty()
        environment = {**os.environ, "TERM": "xterm-256color", "LINES": str(ROWS), "COLUMNS": str(COLUMNS)}
        environment["PTXISA_PYTHON"] = sys.executable
        command = ["nvim", "-u", "NONE", "-i", "NONE", "-c", "luafile start.lua", "kernel.ptx"]
        with subprocess.Popen(command, cwd=folder, env=environment, stdin=slave, stdout=slave, stderr=slave) as editor:

            def pause(seconds: float) -> None:
                end = time.monotonic() + seconds
                while time.monotonic() < end:
                    if select.select([master], [], [], 0.1)[0]:
                        stream.feed(os.read(master, 65536))

            pause(8)
            for keys, seconds in ((b"15Go", 1), (b"    mul.lo.", 3), (b"\x18\x0f", 4)):
                os.write(master, keys)
                pause(seconds)
            editor.kill()
    return [
        [(cell.data, cell.bg if cell.reverse else cell.fg, cell.fg if cell.reverse else cell.bg) for cell in line]
        for line in ([shown.buffer[row][column] for column in range(COLUMNS)] for row in range(ROWS))
    ]


def drawing(rows: list[list[tuple[str, str, str]]]) -> str:
    """Return the screen as SVG."""

    def color(name: str, background: bool) -> str:
        if name == "default":
            return "#2e3440" if background else _COLORS["default"]
        return _COLORS.get(name) or f"#{name}"

    width, height = COLUMNS * _WIDTH + 16, ROWS * _HEIGHT + 16
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" role="img">',
        '<title>Neovim with ptxisa lsp</title><rect width="100%" height="100%" rx="6" fill="#2e3440"/>',
        '<g font-family="monospace" font-size="14" xml:space="preserve">',
    ]
    for number, row in enumerate(rows):
        start = 0
        while start < len(row):
            end = start
            while end < len(row) and row[end][1:] == row[start][1:]:
                end += 1
            text, (_, front, back) = "".join(cell[0] for cell in row[start:end]), row[start]
            x, y = 8 + start * _WIDTH, 8 + number * _HEIGHT
            if back != "default":
                parts.append(
                    f'<rect x="{x:.1f}" y="{y}" width="{(end - start) * _WIDTH:.1f}" height="{_HEIGHT}"'
                    f' fill="{color(back, True)}"/>'
                )
            word = text.strip()
            if word:
                x += (len(text) - len(text.lstrip())) * _WIDTH
                parts.append(
                    f'<text x="{x:.1f}" y="{y + 13}" textLength="{len(word) * _WIDTH:.1f}"'
                    f' fill="{color(front, False)}">{escape(word)}</text>'
                )
            start = end
    return "\n".join([*parts, "</g></svg>"]) + "\n"


def main() -> int:
    """Write the picture."""
    Path(sys.argv[1]).write_text(drawing(screen()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
