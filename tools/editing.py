r"""Compare an edited module with `ptxisa check`, and ask every feature of the server at every prefix of modules.

    python -m tools.editing edits [MODULE …] --edits 10000
    python -m tools.editing documents [MODULE …] --edits 10000
    python -m tools.editing prefixes [MODULE …] --modules 200

Without a MODULE, modules are made from the examples of the records. `edits` applies random edits to the modules, each
followed by a comparison of the diagnostics of the editor's session with those of `check_module`. `documents` edits
several open documents in bursts, as a client does: modules, a CUDA C++ file and a Python file, some with `\r\n`, with
comments outside of ASCII, and with edits that are undone; after each burst, the diagnostics and their UTF-16 positions
are those of a new check. `prefixes` calls each feature of the language server at the end of each prefix of a module.
Needs `ptxisa[lsp]`.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from lsprotocol import types as lsp

from ptxisa.check.module import check_module
from ptxisa.check.session import Session
from ptxisa.check.session.edits import common_ends
from ptxisa.isa.instructions import forms_of, mnemonics
from ptxisa.lsp import (
    actions,
    completion,
    formatting,
    hovers,
    inlays,
    running,
    selections,
    signatures,
    symbols,
    tokens,
)
from ptxisa.lsp.documents import Document
from ptxisa.lsp.positions import Lines
from ptxisa.lsp.publishing import converted
from ptxisa.lsp.settings import Settings
from ptxisa.query.database import database
from ptxisa.sources.check import check_source

HEAD = ".version 9.0\n.target sm_90a\n.address_size 64\n.global .align 4 .u32 counter;\n"
SNIPPETS = (
    *("{", "}", ";", ",", "(", "[", '"', "/*", "*/", "//", "\n", "\r\n", "é", "0x", "%r1", "@%p1 ", "."),
    *("ret;", "bra DONE;", "DONE:", "add.s32 %r1, %r1, 1;", "call helper;", "mov.u32 %r1, %tid.q;"),
    *(".reg .b32 %q<3>;", ".global .u32 counter;", ".shared .b8 s[50000];", ".func helper;", ".entry x() {}"),
    *(".target sm_90;", ".version 8.7", ".loc 1 99 9", '.file 2 "b.cu"', ".alias f, helper;", ".visible", "setmaxnreg"),
    *(".section .debug_x {\nL1:\n.b8 1, 2\n.b32 L1\n}\n", ".b8 300", "L1:", ".section .debug_line {", ".pragma"),
)
"""Parts of text that edits insert."""


def edited(text: str, random: Random) -> str:
    """Return a text after a random deletion, insertion, copy or exchange of lines."""
    start, kind = random.randrange(len(text) + 1), random.random()
    if kind < 0.3:
        return text[:start] + text[start + random.choice((1, 1, 2, 5, 40)) :]
    if kind < 0.7:
        return text[:start] + random.choice(SNIPPETS) + text[start:]
    if kind < 0.85:
        place = random.randrange(len(text) + 1)
        return text[:place] + text[start : start + random.randint(1, 400)] + text[place:]
    lines = text.split("\n")
    first, second = random.randrange(len(lines)), random.randrange(len(lines))
    lines[first], lines[second] = lines[second], lines[first]
    return "\n".join(lines)


def ask_everything(document: Document, offset: int) -> None:
    """Call every feature of the server at an offset of a module."""
    view = document.view(offset, Settings(), latest=True)
    assert view is not None
    hovers.hover(view)
    completion.complete(view)
    signatures.signatures(view)
    text, checked = document.source, document.check(Settings())
    symbols.document_symbols(checked)
    symbols.definition(checked, offset)
    symbols.references(checked, offset)
    symbols.renamable(checked, offset)
    selections.selections(checked, offset)
    list(symbols.folds(checked))
    list(inlays.inlays(checked, 0, len(text)))
    list(running.lenses(checked))
    semantic_tokens = list(tokens.tokens(text, 0, len(text), checked.names, []))
    assert all(token.start < token.end for token in semantic_tokens)
    list(actions.corrections(checked, 0, len(text)))
    formatting.formatted(text)


def examples() -> Iterator[str]:
    """Yield a module for each instruction, with the examples of its record."""
    for identity in dict.fromkeys(form.record for name in mnemonics() for form in forms_of(name)):
        record = database().instruction_record(identity)[0]
        registers: dict[str, str] = {}
        code = []
        for example in record.get("examples", ()):
            registers |= {name: type_ for name, type_ in example.get("registers", {}).items() if re.match(r"\w", name)}
            code.append(f"    {example['code']}")
        declared = (f"    .reg .{type_} {name};" for name, type_ in registers.items())
        if code:
            yield f"{HEAD}.entry example()\n{{\n" + "\n".join((*declared, *code, "    ret;\n}\n"))


def compare_edits(modules: Sequence[str], edits: int, seed: int) -> int:
    """Apply edits to modules, and return the number of texts whose diagnostics differ."""
    random, different, done = Random(seed), 0, 0
    options = ({}, {"target": "sm_70"}, {"assembler": "13.0"}, {"strict": True, "ptx": "7.0"})
    while done < edits:
        text, chosen = random.choice(modules), random.choice(options)
        session = Session(**chosen)
        for _ in range(min(25, edits - done)):
            text = edited(text, random)
            done += 1
            if session.check(text) != check_module(text, **chosen):
                different += 1
                print(f"different with {chosen}:\n{text}\n")
    print(f"{done:,} edits of {len(modules)} modules, {different} with other diagnostics")
    return different


CUDA = r"""
__device__ unsigned add(unsigned a, unsigned b) {  // 𝛼 + β
  unsigned r;
  asm volatile("{\n\t.reg .u32 t;\n\t"
               "add.u32 t, %1, %2;\n\t"  /* 𝑟 = a + b */
               "mov.u32 %0, t;\n}" : "=r"(r) : "r"(a), "r"(b) : "memory");
  asm("mul.wide.u32 %0, %1, %2;" : "=l"(*(unsigned long long *)&r) : "r"(a), "n"(4));
  asm(R"(fma.rn.f32 %[x], %[y], %[y], %[y];)" : [x] "=f"(*(float *)&r) : [y] "f"(1.0f));
  return r;
}
"""
PYTHON = r'''
import triton.language as tl
TEXT = """// é 𝛼
.version 8.0
.target sm_90
.entry k() { .reg .b32 %r<3>; add.s32 %r1, %r2, 1; ret; }
"""
def kernel(x):
    return tl.inline_asm_elementwise("cvt.rn.bf16x2.f32 $0, $2, $1;", "=r,f,f", [x, x], dtype=tl.int32,
                                     is_pure=True, pack=1)
'''


def utf16_position(text: str, offset: int) -> lsp.Position:
    r"""Return the position of an offset, which is not within `\r\n`."""
    *before, last = re.split("\r\n|\r|\n", text[:offset])
    return lsp.Position(len(before), len(last.encode("utf-16-le", "surrogatepass")) // 2)


def published(name: str, text: str, settings: Settings) -> list[lsp.Diagnostic]:
    """Return the diagnostics of a text that no session has seen."""
    check = check_module(text) if name.endswith(".ptx") else check_source(text, name)
    return list(converted(check, Lines(text), settings))


def compare_documents(modules: Sequence[str], edits: int, seed: int) -> int:
    """Edit several documents in bursts, and return the number of bursts with other diagnostics than a new check."""
    random, settings, different, done = Random(seed), Settings(), 0, 0
    while done < edits:
        long = [f"// 𝛼 β\n{text}".replace("\n", random.choice(("\n", "\r\n"))) for text in random.sample(modules, 2)]
        texts = {"a.ptx": long[0], "b.ptx": long[1], "c.cu": CUDA, "d.py": PYTHON}
        documents = {name: Document(f"file:///{name}", text, 1) for name, text in texts.items()}
        for _ in range(40):
            name = random.choice(list(texts))
            document, text = documents[name], texts[name]
            expected = text
            for _ in range(random.randint(1, 5)):
                expected = edited(expected, random)
            undone = random.random() < 0.3
            for after in (expected, text) if undone else (expected,):
                done += 1
                before, texts[name] = texts[name], after
                start, rest = common_ends(before, after)
                end = len(before) - rest
                if start and before[start - 1 : start] == "\r":  # A client names no place within the end of a line.
                    start -= 1
                if before[end : end + 1] == "\n" and before[end - 1 : end] == "\r":
                    end += 1
                place = lsp.Range(utf16_position(before, start), utf16_position(before, end))
                inserted = after[start : len(after) - (len(before) - end)]
                document.apply_change(lsp.TextDocumentContentChangePartial(place, inserted))
                results = list(converted(document.diagnostics(settings), document.text_lines, settings))
                if document.source != after or results != published(name, after, settings):
                    different += 1
                    print(f"different in {name}:\n{after!r}\nbefore:\n{before!r}\n")
    print(f"{done:,} bursts of edits in {len(modules)} modules and 2 sources, {different} with other diagnostics")
    return different


def ask_prefixes(modules: Sequence[str]) -> int:
    """Ask every feature at each prefix of modules, and return the number of exceptions."""
    asked = exceptions = 0
    for text in modules:
        document = Document("file:///module.ptx", "", 1, "ptx")
        for length in range(len(text) + 1):
            document.apply_change(lsp.TextDocumentContentChangeWholeDocument(text[:length]))
            asked += 1
            try:
                ask_everything(document, length)
            except Exception as error:
                exceptions += 1
                print(f"{error!r} at {length} of:\n{text}")
    print(f"{asked:,} prefixes of {len(modules)} modules, {exceptions} exceptions")
    return exceptions


def main() -> int:
    """Run a campaign; the status is 1 if it finds anything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("campaign", choices=("edits", "documents", "prefixes"))
    parser.add_argument("files", nargs="*", type=Path, metavar="MODULE")
    parser.add_argument("--edits", type=int, default=10_000)
    parser.add_argument("--modules", type=int, default=200, help="number of modules")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    texts = [path.read_text(encoding="utf-8", errors="surrogateescape") for path in arguments.files]
    modules = Random(arguments.seed).sample(
        available := texts or list(examples()), min(arguments.modules, len(available))
    )
    started = time.process_time()
    if arguments.campaign in ("edits", "documents"):
        compare = compare_edits if arguments.campaign == "edits" else compare_documents
        wrong = compare(modules, arguments.edits, arguments.seed)
    else:
        wrong = ask_prefixes(modules)
    print(f"{time.process_time() - started:,.0f} s of processor time")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
