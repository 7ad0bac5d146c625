"""Coverage-guided fuzzing of everything that reads text, with atheris (`pip install atheris`).

    python -m tools.fuzz.fuzz_check TARGET CORPUS [libFuzzer options]

TARGET is a key of `properties.PROPERTIES`, or `all` for each in turn. CORPUS is a folder, which keeps what
the fuzzer finds from run to run; seeds are put there when it is new. Options are those of libFuzzer, such
as `-runs=100000` or `-max_total_time=3600`; on a broken promise it stops and writes the text to a file,
whose place is `tests/fuzz/texts/` once the fault is mended: `tests/fuzz/test_texts.py` reads them all.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["ptxisa"], exclude=["ptxisa._generated"]):
    from ptxisa.isa.diagnostics import CATALOGUE
    from tools.fuzz.properties import PROPERTIES

from ptxisa._generated.tables import MNEMONICS, TARGETS, TYPES, UNRECORDED
from ptxisa.checkers import checker_of
from ptxisa.isa import language
from ptxisa.isa.forms import Form

MODULES = Path(__file__).parents[2] / "tests" / "syntax" / "modules"
HEAD = ".version 8.7\n.target sm_90a\n.address_size 64\n"
PUNCTUATION = ("|", "||", "&&", "==", "!=", "<=", ">=", "<<", ">>", "@!", "/*", "*/", "//", "@@DWARF", "::", "{", "}")
WORDS = ("WARP_SZ", "generic", "0f3f800000", "0d3ff0000000000000", "0x10U", "1e-3", "08", "%r1", "$L", "%tid.x", "_")


def forms() -> list[Form]:
    """Return every form of every instruction."""
    return [form for name in MNEMONICS if (checker := checker_of(name)) for form in checker.forms]


def dictionary() -> list[str]:
    """Return the words of PTX, from the records: what a mutation should put in or take out as a whole."""
    modifiers = {f".{value}" for form in forms() for slot in form.slots for value in slot.values}
    tables = (MNEMONICS, UNRECORDED, TARGETS, language.directives(), language.special_registers(), PUNCTUATION, WORDS)
    return sorted({word for table in tables for word in table} | modifiers | {f".{name}" for name in TYPES})


def seeds() -> list[str]:
    """Whole modules, an example of every diagnostic, and the syntax of every form."""
    examples = [
        text for code in CATALOGUE.values() if code.language == "ptx" for text in (code.wrong, code.right) if text
    ]
    bodies = [f"{HEAD}.entry k() {{ {text} }}" for text in examples]
    return [*(path.read_text() for path in MODULES.glob("*.ptx")), *examples, *bodies, *(f.syntax for f in forms())]


def prepare(corpus: Path) -> None:
    """Put the seeds into a new corpus."""
    if corpus.exists():
        return
    corpus.mkdir(parents=True)
    for number, text in enumerate(seeds()):
        (corpus / f"seed{number:04}").write_bytes(text.encode("utf-8", "surrogateescape"))


def write_dictionary(path: Path) -> None:
    """In the format of libFuzzer: one quoted word a line."""
    escaped = (word.replace("\\", "\\\\").replace('"', '\\"') for word in dictionary())
    path.write_text("".join(f'"{word}"\n' for word in escaped))


def one_input(target: str) -> Callable[[bytes], None]:
    """Return the function that the fuzzer calls with its texts."""
    properties = list(PROPERTIES.values()) if target == "all" else [PROPERTIES[target]]

    def test(data: bytes) -> None:
        for holds in properties:
            holds(data)

    return test


def main() -> None:
    """Run the command."""
    target, corpus, *options = sys.argv[1:]
    prepare(Path(corpus))
    with tempfile.TemporaryDirectory() as folder:
        words = Path(folder) / "ptx.dict"
        write_dictionary(words)
        atheris.Setup([sys.argv[0], corpus, f"-dict={words}", *options], one_input(target))
        atheris.Fuzz()


if __name__ == "__main__":
    main()
