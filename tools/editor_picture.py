"""Draw editors with the language server as SVG, for the page *Editors*.

    python -m tools.editor_picture docs/_static

Runs Neovim and Emacs on a terminal that pyte emulates (`pip install pyte`), types, and writes the characters with their
colors.
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
from typing import NamedTuple

COLUMNS, ROWS = 92, 25
_WIDTH, _HEIGHT = 8.4, 18
SAMPLE = """\
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
"""Module in which an instruction needs a newer target; tests of the server edit it, too."""
_SOURCE = r"""__device__ float blend(float a, float b, unsigned mask) {
  float result;
  asm volatile("{ .reg .pred %%even;\n\t"
               "  .reg .b32 low;\n\t"
               "  and.b32 low, %3, 1;\n\t"
               "  setp.eq.u32 %%even, low, 0;\n\t"
               "  selp.u16x2 low, low, %1, %%even;\n\t"
               "  selp.f32 %0, %1, %2, %%even; }"
               : "=f"(result)
               : "f"(a * 0.5f), "f"(b), "r"(mask));
  return result;
}
"""
_NEOVIM = """
vim.o.completeopt = "menuone,noselect"; vim.o.showmode = false; vim.o.signcolumn = "yes"; vim.o.laststatus = 0
vim.diagnostic.config({ update_in_insert = true, virtual_text = true })
vim.cmd("hi Pmenu ctermbg=24 ctermfg=255 | hi SignColumn ctermbg=NONE | hi DiagnosticError ctermfg=1")
local client = vim.lsp.start_client({
  name = "ptxisa", cmd = { vim.env.PTXISA_PYTHON, "-m", "ptxisa", "lsp" }, root_dir = vim.fn.getcwd(),
})
vim.lsp.buf_attach_client(0, client)
vim.bo.omnifunc = "v:lua.vim.lsp.omnifunc"
"""
_EMACS = """
(require 'package) (package-initialize) (require 'eglot)
(setq inhibit-startup-screen t eldoc-echo-area-use-multiline-p 6) (menu-bar-mode -1)
(define-derived-mode ptx-mode prog-mode "PTX" (setq-local comment-start "// "))
(add-to-list 'auto-mode-alist '("\\\\.ptx\\\\'" . ptx-mode))
(add-to-list 'eglot-server-programs `(ptx-mode . (,(getenv "PTXISA_PYTHON") "-m" "ptxisa" "lsp")))
(add-hook 'ptx-mode-hook 'eglot-ensure)
(add-hook 'eglot-managed-mode-hook
          (lambda () (run-with-timer 6 nil (lambda () (flymake-show-buffer-diagnostics) (other-window 0)))))
"""


class Scene(NamedTuple):
    """Editor with a file: command, files of its folder, keys with the seconds to wait after them."""

    title: str
    command: tuple[str, ...]
    files: dict[str, str]
    keys: tuple[tuple[bytes, float], ...]


_OF_NEOVIM = ("nvim", "-u", "NONE", "-i", "NONE", "-c", "luafile start.lua")
SCENES = {
    "editor": Scene(
        "Neovim with a module",
        (*_OF_NEOVIM, "-c", "set ft=ptx", "kernel.ptx"),
        {"kernel.ptx": SAMPLE, "start.lua": _NEOVIM},
        ((b"15Go", 1), (b"    mul.lo.", 3), (b"\x18\x0f", 4)),
    ),
    "editor-cuda": Scene(
        "Neovim with inline assembly of CUDA C++",
        (*_OF_NEOVIM, "-c", "set ft=cuda", "kernel.cu"),
        {"kernel.cu": _SOURCE, "start.lua": _NEOVIM},
        ((b"8G0", 1), (b"/%1\r", 1), (b":lua vim.lsp.buf.hover()\r", 4)),
    ),
    "editor-emacs": Scene(
        "Emacs with Eglot and a module",
        ("setsid", "-c", "emacs", "-nw", "-q", "-l", "start.el", "kernel.ptx"),
        {"kernel.ptx": SAMPLE, "start.el": _EMACS},
        ((b"\x1bg\x1bg15\r", 2), (b"\x01\x1bf", 12)),
    ),
}
_COLORS = {
    "default": "#d8dee9", "black": "#3b4252", "red": "#e06c75", "green": "#98c379", "brown": "#e5c07b",
    "blue": "#61afef", "magenta": "#c678dd", "cyan": "#56b6c2", "white": "#d8dee9",
}  # fmt: skip


def screen(scene: Scene) -> list[list[tuple[str, str, str]]]:
    """Return the characters of the screen with their colors, after the keys were typed."""
    import pyte

    shown = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.ByteStream(shown)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in scene.files.items():
            (Path(folder) / name).write_text(text, encoding="utf-8")
        master, slave = pty.openpty()
        environment = {**os.environ, "TERM": "xterm-256color", "LINES": str(ROWS), "COLUMNS": str(COLUMNS)}
        environment |= {"PTXISA_PYTHON": sys.executable, "HOME": folder}
        with subprocess.Popen(
            scene.command, cwd=folder, env=environment, stdin=slave, stdout=slave, stderr=slave
        ) as editor:

            def pause(seconds: float) -> None:
                end = time.monotonic() + seconds
                while time.monotonic() < end:
                    if select.select([master], [], [], 0.1)[0]:
                        stream.feed(os.read(master, 65536))

            pause(10)
            for keys, seconds in scene.keys:
                os.write(master, keys)
                pause(seconds)
            editor.kill()
    return [
        [(cell.data, cell.bg if cell.reverse else cell.fg, cell.fg if cell.reverse else cell.bg) for cell in line]
        for line in ([shown.buffer[row][column] for column in range(COLUMNS)] for row in range(ROWS))
    ]


def drawing(rows: list[list[tuple[str, str, str]]], title: str) -> str:
    """Return the screen as SVG."""

    def color(name: str, background: bool) -> str:
        if name == "default":
            return "#2e3440" if background else _COLORS["default"]
        return _COLORS.get(name) or f"#{name}"

    width, height = COLUMNS * _WIDTH + 16, ROWS * _HEIGHT + 16
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" role="img">',
        f'<title>{title}</title><rect width="100%" height="100%" rx="6" fill="#2e3440"/>',
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
    """Write the pictures into a folder."""
    for name, scene in SCENES.items():
        if name in sys.argv[2:] or not sys.argv[2:]:
            picture = drawing(screen(scene), scene.title)
            (Path(sys.argv[1]) / f"{name}.svg").write_text(picture, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
