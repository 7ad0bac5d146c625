"""Renaming does not change the machine code, and formatting changes no token."""

from __future__ import annotations

import subprocess
from pathlib import Path
from random import Random

import pytest

from ptxisa.lsp import symbols
from ptxisa.lsp.documents import Document
from ptxisa.lsp.formatting import formatted, tokens_of
from ptxisa.lsp.settings import Settings
from ptxisa.oracle.releases import find
from tests.lsp.protocol import MODULE
from tools.editing import examples

KERNEL = MODULE.replace("add.u16x2", "add.u32").replace(
    ".u32 counter;", ".u32 counter;\n.func helper(.param .b32 a) { ret; }"
)
USES = (
    *("%p1, %r1, %r0", "%r1, %tid.x", "[data]", "[n]", "DONE;", "%rd0, ["),
    "a) { ret",
)
"""Text that begins with a name whose declaration is not a symbol of the machine code."""


def cubin(text: str, folder: Path) -> bytes:
    """Return the machine code of a module."""
    (folder / "kernel.ptx").write_text(text, encoding="utf-8")
    command = [find("13.0"), "-arch", "sm_90", "kernel.ptx", "-o", "kernel.cubin"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return (folder / "kernel.cubin").read_bytes()


@pytest.mark.network
def test_renaming_leaves_the_cubin_as_it_was(tmp_path: Path) -> None:
    before = cubin(KERNEL, tmp_path)
    for use in USES:
        checked = Document("file:///kernel.ptx", KERNEL, 1, "ptx").check(Settings())
        edits = symbols.rename(checked, KERNEL.index(use) + 1, "%renamed" if use[0] == "%" else "renamed")
        assert len(edits) > 1 or use.startswith("a)")
        text = KERNEL
        for start, end, name in sorted(edits, reverse=True):
            text = text[:start] + name + text[end:]
        assert text != KERNEL
        assert cubin(text, tmp_path) == before, use


def test_formatting_is_idempotent_and_keeps_tokens() -> None:
    random = Random(1)
    for text in (MODULE, *random.sample(list(examples()), 60)):
        # Blanks and indentation that a person may write.
        rough = "\n".join(
            f"{' ' * random.randrange(6)}{line.replace(', ', random.choice((',', ' ,  ')))}"
            for line in text.split("\n")
        )
        once = formatted(rough)
        assert formatted(once) == once
        assert tokens_of(once) == tokens_of(rough)
        assert once.count("\n") == text.count("\n")
