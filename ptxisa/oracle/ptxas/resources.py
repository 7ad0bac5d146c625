"""What a kernel uses: registers, shared memory and barriers as `ptxas -v` reports them, block size from the PTX."""

from __future__ import annotations

import re
import subprocess
import tempfile
from math import prod
from pathlib import Path
from typing import NamedTuple

from ptxisa.syntax.parser import parse_outline
from ptxisa.syntax.tree import Function, Integer, Property

_COMPILED = re.compile(r"Compiling entry function '(?P<name>[^']+)'")
_USED = re.compile(r"Used (?P<registers>[0-9]+) registers(?P<rest>.*)")
_BARRIERS = re.compile(r"used (?P<count>[0-9]+) barriers")
_SHARED = re.compile(r"(?P<count>[0-9]+)(?:\+[0-9]+)? bytes smem")
_SECONDS = 120


class ResourceError(Exception):
    """ptxas refused the module or said nothing of its kernels; the message has its first error."""


class Use(NamedTuple):
    """One kernel: registers of a thread, bytes of static shared memory, barriers; block and cluster, 0 if unknown."""

    kernel: str
    registers: int
    shared: int
    barriers: int
    threads: int
    cluster: int


def uses(text: str, target: str, ptxas: Path) -> list[Use]:
    """What each kernel of a module uses when this ptxas assembles it for a target; raises `ResourceError`."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "kernel.ptx"
        source.write_text(text, encoding="utf-8")
        command = [str(ptxas), "-v", "-arch", target, str(source), "-o", str(Path(folder) / "kernel.cubin")]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_SECONDS)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise ResourceError(f"{ptxas} could not be run: {error}") from None
    if done.returncode:
        raise ResourceError(f"ptxas refuses the module: {_first_error(done.stderr, source)}")
    return read(done.stderr + done.stdout, bounds(text))


def _first_error(output: str, source: Path) -> str:
    """The first error without the name of the temporary file."""
    text = output.replace(f"{source}, ", "").replace(str(source), "the file")
    lines = [line.strip() for line in text.splitlines() if "error" in line or "fatal" in line]
    return (lines or ["no reason given"])[0][:200]


def read(report: str, known: dict[str, Bounds]) -> list[Use]:
    """The kernels of a report of `ptxas -v`, in its order."""
    found, name = [], ""
    for line in report.splitlines():
        if match := _COMPILED.search(line):
            name = match["name"]
        elif name and (used := _USED.search(line)):
            shared, barriers = (_count(pattern, used["rest"]) for pattern in (_SHARED, _BARRIERS))
            found.append(Use(name, int(used["registers"]), shared, barriers, *known.get(name, Bounds(0, 0))))
            name = ""
    if not found:
        raise ResourceError("ptxas reports no kernel; the module needs an .entry")
    return found


def _count(pattern: re.Pattern[str], text: str) -> int:
    match = pattern.search(text)
    return int(match["count"]) if match else 0


def declared_target(text: str) -> str | None:
    """The architecture that `.target` of a module names, None if it names none."""
    names = (name.text for one in parse_outline(text).module.targets for name in one.names)
    return next((name for name in names if name.startswith(("sm_", "compute_"))), None)


class Bounds(NamedTuple):
    """What the directives of a kernel say: threads of a block and blocks of a cluster, 0 where they say nothing."""

    threads: int
    cluster: int


def bounds(text: str) -> dict[str, Bounds]:
    """Block size that each kernel requires or at most has, and the size of cluster that it requires."""
    functions = (one for one in parse_outline(text).module.items if isinstance(one, Function))
    return {one.name.text: _bounds(one) for one in functions if one.kind == "entry"}


def _bounds(function: Function) -> Bounds:
    sizes = {one.name: _product(one) for one in function.directives if isinstance(one, Property)}
    return Bounds(sizes.get("reqntid", 0) or sizes.get("maxntid", 0), sizes.get("reqnctapercluster", 0))


def _product(one: Property) -> int:
    numbers = [argument.value for argument in one.arguments if isinstance(argument, Integer)]
    return prod(numbers) if numbers else 0
