"""Resources of kernels: registers, shared memory and barriers by `ptxas -v`, block sizes by directives of the PTX.

`uses` assembles a module and returns the resources of its kernels, from which `objects.occupancy` computes.
"""

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
# The manual of nvcc also shows sums such as "44+40 bytes smem"; the system allocates the second part.
_SHARED = re.compile(r"(?P<count>[0-9]+)(?:\+[0-9]+)? bytes smem")
_SECONDS = 120
"""Time limit of ptxas."""


class ResourceError(Exception):
    """ptxas rejects the module or reports no kernel; the message contains its first error."""


class KernelResources(NamedTuple):
    """Resources of one kernel.

    Attributes:
        kernel: Name of the kernel.
        registers: Registers of a thread.
        shared: Bytes of static shared memory.
        barriers: Named barriers.
        threads: Threads of a block that a directive requires or limits, 0 if none does.
        cluster: Blocks of a cluster that a directive requires, 0 if none does.
    """

    kernel: str
    registers: int
    shared: int
    barriers: int
    threads: int
    cluster: int


class LaunchBounds(NamedTuple):
    """Threads of a block and blocks of a cluster by the directives of a kernel, 0 without such a directive."""

    threads: int
    cluster: int


def uses(text: str, target: str, ptxas: Path) -> list[KernelResources]:
    """Return the resources of each kernel of a module that this ptxas assembles for a target.

    Raises:
        ResourceError: ptxas cannot be run, rejects the module or reports no kernel.
    """
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "kernel.ptx"
        source.write_text(text, encoding="utf-8")
        command = [str(ptxas), "-v", "-arch", target, str(source), "-o", str(Path(folder) / "kernel.cubin")]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_SECONDS)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise ResourceError(f"{ptxas} could not be run: {error}") from None
    if done.returncode:
        # The name of the temporary file means nothing to the user.
        output = done.stderr.replace(f"{source}, ", "").replace(str(source), "the file")
        errors = [line.strip() for line in output.splitlines() if "error" in line or "fatal" in line]
        raise ResourceError(f"ptxas rejects the module: {(errors or ['no reason given'])[0][:200]}")
    return read(done.stderr + done.stdout, bounds(text))


def read(report: str, known: dict[str, LaunchBounds]) -> list[KernelResources]:
    """Return the kernels in a report of `ptxas -v`, in its order."""
    kernels, name = [], ""
    # A line with the name of a kernel precedes the one with its resources. Functions have neither line, but one about
    # their stack (ptxas 13.0).
    for line in report.splitlines():
        if match := _COMPILED.search(line):
            name = match["name"]
        elif name and (used := _USED.search(line)):
            matches = (pattern.search(used["rest"]) for pattern in (_SHARED, _BARRIERS))
            shared, barriers = (int(match["count"]) if match else 0 for match in matches)
            bounds_of_kernel = known.get(name, LaunchBounds(0, 0))
            kernels.append(KernelResources(name, int(used["registers"]), shared, barriers, *bounds_of_kernel))
            name = ""
    if not kernels:
        raise ResourceError("ptxas reports no kernel; the module needs an .entry")
    return kernels


def declared_target(text: str) -> str | None:
    """Return the architecture that `.target` of a module names, or None."""
    names = (name.text for directive in parse_outline(text).module.targets for name in directive.names)
    return next((name for name in names if name.startswith(("sm_", "compute_"))), None)


def bounds(text: str) -> dict[str, LaunchBounds]:
    """Return the launch bounds of each kernel of a module; `.reqntid` has priority over `.maxntid`."""
    limits = {}
    for function in parse_outline(text).module.items:
        if isinstance(function, Function) and function.kind == "entry":
            sizes = {}
            for directive in function.directives:
                if isinstance(directive, Property):
                    numbers = [argument.value for argument in directive.arguments if isinstance(argument, Integer)]
                    sizes[directive.name] = prod(numbers) if numbers else 0
            threads = sizes.get("reqntid", 0) or sizes.get("maxntid", 0)
            limits[function.name.text] = LaunchBounds(threads, sizes.get("reqnctapercluster", 0))
    return limits
