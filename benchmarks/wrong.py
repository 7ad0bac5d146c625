"""How fast wrong text is reported, beside ptxas, which stops at the first syntax error but reports every wrong operand.

The intact text shows how long ptxas takes to read all of it.

    python benchmarks/wrong.py MODULE [--size 1000000] [--ptxas 13.5] [--runs 5] [--kind NAME]

Text of each kind is made from the beginning of a module. The table has the number of diagnostics with the processor
time of `check_module` for each, and the median processor times of the processes of `ptxisa check` and of the front end
of ptxas, by turns, with the number of errors of ptxas.
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.checking import timed

_REGISTER = re.compile(r"%[a-z]+\d+\b")
_OPCODE = re.compile(r"\n(\s*)([a-z]+)\.")


def _kinds(text: str, size: int) -> dict[str, Callable[[], bytes]]:
    """Return what makes the text of each kind, which is the same in every run."""
    draw = random.Random(1)
    tokens = re.findall(r"\s+|[\w$%.]+|.", text)
    return {
        "intact": text.encode,
        "random bytes": lambda: draw.randbytes(size),
        "every 5th token dropped": lambda: "".join(
            token for number, token in enumerate(tokens) if number % 5 or token.isspace()
        ).encode(),
        "unknown opcodes": lambda: _OPCODE.sub(r"\n\1q\2.", text).encode(),
        "different unknown opcodes": lambda: _OPCODE.sub(
            lambda match: f"\n{match[1]}{match[2]}{draw.randrange(10**6)}.", text
        ).encode(),
        "undeclared names": lambda: _REGISTER.sub(lambda _: f"%z{draw.randrange(10**7)}", text).encode(),
        "wrong types": lambda: text.replace(".b32", ".f64").encode(),
        "open braces": lambda: re.sub(";", lambda _: "; {" if draw.random() < 0.05 else ";", text).encode(),
        "closing braces": lambda: re.sub(";", lambda _: "; }" if draw.random() < 0.05 else ";", text).encode(),
        "no semicolons": lambda: text.replace(";", "").encode(),
        "Python": lambda: (Path(argparse.__file__).read_bytes() * (size // 50_000))[:size],
        "binary": lambda: Path(sys.executable).read_bytes()[:size],
        "one line of words": lambda: b"x " * (size // 2),
        "JSON": lambda: (b'[' + b'{"a": 12, "b": "c"}, ' * (size // 20) + b']'),
    }  # fmt: skip


def main() -> int:
    """Print a line for each kind."""
    from ptxisa import check_module
    from ptxisa.oracle.releases import find

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("module", type=Path, metavar="MODULE")
    parser.add_argument("--size", type=int, default=1_000_000, help="bytes of text")
    parser.add_argument("--ptxas", default="13.5", metavar="R", help="release of ptxas")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--kind", help="only this kind")
    options = parser.parse_args()
    ptxas = find(options.ptxas)
    text = options.module.read_text(encoding="utf-8")[: options.size]
    text = text[: text.rfind("\n}") + 2]
    target = re.search(r"^\s*\.target\s+sm_(\w+)", text, re.MULTILINE)
    arch = f"compute_{target[1]}" if target else "compute_90a"
    check_module(text)
    for name, make in _kinds(text, options.size).items():
        if options.kind not in (None, name):
            continue
        data = make()
        started = time.process_time()
        diagnostics = check_module(data)
        seconds = time.process_time() - started
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "wrong.ptx"
            path.write_bytes(data)
            command = (ptxas, "-arch", arch, str(path), "-o", "/dev/null")
            errors = subprocess.run(command, capture_output=True, check=False).stderr.count(b"error")
            rounds = [
                (timed(sys.executable, "-m", "ptxisa.cli.main", "check", path).seconds, timed(*command).seconds)
                for _ in range(options.runs)
            ]
        ours, theirs = (statistics.median(seconds) for seconds in zip(*rounds, strict=True))
        each = f"{1e6 * seconds / len(diagnostics):4.0f} us each" if len(diagnostics) > 100 else ""
        print(
            f"{name:26} {len(data):9,} bytes {len(diagnostics):6,} diagnostics {each:12}"
            f" check {ours:6.3f} s  ptxas {theirs:6.3f} s {errors:6,} errors {ours / theirs:5.1f} times",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
