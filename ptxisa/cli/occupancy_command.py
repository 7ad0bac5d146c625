"""How many blocks of a kernel an SM runs at the same time, what limits them, and what would allow more.

Registers, shared memory and barriers are given, or ptxas reports them for each kernel of a FILE, whose directives
.reqntid, .maxntid and .reqnctapercluster give the sizes of block and cluster; without --cc and --target, its .target
names the device. SIZE is in bytes (16384) or in KiB (16KiB). --groups lists the SMs of each group that a cluster fits
into (18,16x5 is one of 18 and five of 16); with it the clusters of the whole device are counted. The exit status is 1
if a block does not fit an SM.

examples:
  ptxisa occupancy --cc 8.6 --registers 64 --threads 256 --shared 16384
  ptxisa occupancy --cc 9.0 --registers 168 --threads 384 --dynamic 200KiB --cluster 2
  ptxisa occupancy --cc 8.0 --registers 40 --threads 128 --carveout 50 --plot registers
  ptxisa occupancy kernel.ptx
  ptxisa occupancy kernel.ptx --target sm_90 --threads 256
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ptxisa.cli.options import add_json, unknown_names
from ptxisa.cli.output import Failure, bold, print_json, table

if TYPE_CHECKING:
    from ptxisa.objects.occupancy import Occupancy
    from ptxisa.objects.occupancy_steps import Step
    from ptxisa.oracle.resources import KernelResources

PLOTS = ("threads", "registers", "shared")
BAR = 40
"""Characters of a full bar."""
_SIZE = re.compile(r"([0-9]{1,15}) ?(B|KiB|K)?\Z")
_GROUP = re.compile(r"([0-9]{1,4})(?:x([0-9]{1,4}))?\Z")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `ptxisa occupancy`."""
    parser.add_argument("file", nargs="?", metavar="FILE", help="a PTX module, whose kernels ptxas assembles")
    parser.add_argument("--cc", metavar="C", help="compute capability, such as 8.6")
    parser.add_argument("--target", metavar="T", help="a target, such as sm_90, instead of --cc")
    parser.add_argument("--threads", type=_integer, metavar="N", help="threads of a block")
    parser.add_argument("--registers", type=_integer, metavar="N", help="registers of a thread")
    parser.add_argument("--shared", type=_size, metavar="SIZE", help="static shared memory of a block")
    parser.add_argument("--dynamic", type=_size, metavar="SIZE", help="dynamic shared memory of a block")
    parser.add_argument("--barriers", type=_integer, metavar="N", help="barriers that the kernel names")
    parser.add_argument(
        "--carveout", metavar="P", help="preferred shared memory: percent, l1, equal, shared or default"
    )
    parser.add_argument("--dynamic-limit", type=_size, metavar="SIZE", help="attribute MaxDynamicSharedMemorySize")
    parser.add_argument("--cluster", type=_integer, metavar="N", help="blocks of a cluster")
    parser.add_argument("--groups", type=_groups, metavar="G", help="SMs of each group that a cluster fits into")
    parser.add_argument("--kernel", metavar="NAME", help="only this kernel of FILE")
    parser.add_argument(
        "--ptxas", metavar="R", help="ptxas release or path for FILE (default: the newest in the cache)"
    )
    parser.add_argument("--plot", choices=PLOTS, help="occupancy for other values of this argument, as bars")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Compute and report; status 1 if a block does not fit."""
    from ptxisa.objects.occupancy import OccupancyError

    try:
        with unknown_names():
            kernels = _of_file(arguments) if arguments.file else [("", _given(arguments))]
            reports = [_Report(name, _capability(arguments), kernel) for name, kernel in kernels]
            if arguments.json:
                data = [report.data() for report in reports]
                print_json(data if arguments.file else data[0])
            else:
                print("\n\n".join("\n".join(report.lines(arguments.plot)) for report in reports))
    except OccupancyError as error:
        raise Failure(str(error)) from None
    return 0 if all(report.found.blocks for report in reports) else 1


def _integer(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,18}", text):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number")
    return int(text)


def _size(text: str) -> int:
    match = _SIZE.match(text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a size, such as 16384 or 16KiB")
    return int(match[1]) * (1024 if match[2] in ("KiB", "K") else 1)


def _groups(text: str) -> tuple[int, ...]:
    found: list[int] = []
    for part in text.split(","):
        match = _GROUP.match(part.strip())
        if match is None:
            raise argparse.ArgumentTypeError(f"{part[:40]!r} is not a number of SMs, such as 18 or 16x5")
        found += [int(match[1])] * int(match[2] or 1)
    return tuple(found)


def _capability(arguments: argparse.Namespace) -> str:
    """The compute capability that --cc or --target names."""
    from ptxisa.isa import capabilities, targets

    if arguments.cc and arguments.target:
        raise Failure("--cc and --target exclude each other")
    if arguments.target:
        newest = targets.target(targets.target(arguments.target).canonical)
        return capabilities.capability(newest.compute_capability).version
    if not arguments.cc:
        raise Failure("give --cc, such as 8.6, or --target, such as sm_86")
    return capabilities.capability(arguments.cc).version


def _given(arguments: argparse.Namespace) -> dict[str, Any]:
    """The arguments of `occupancy` that the command line has."""
    if arguments.threads is None and not arguments.file:
        raise Failure("--threads is missing: the number of threads of a block")
    names = ("threads", "registers", "shared", "dynamic", "barriers", "dynamic_limit", "cluster", "groups")
    given = {name: value for name in names if (value := getattr(arguments, name)) is not None}
    if arguments.carveout is not None:
        text = arguments.carveout
        given["carveout"] = int(text) if re.fullmatch(r"[0-9]{1,3}", text) else text
    return given


def _of_file(arguments: argparse.Namespace) -> list[tuple[str, dict[str, Any]]]:
    """Each kernel of a module with what it uses; options that are given override what ptxas reports."""
    given, kernels = _given(arguments), []
    for use in _uses(arguments):
        if arguments.kernel in (None, use.kernel):
            threads = given.get("threads", use.threads)
            if not threads:
                raise Failure(f"{use.kernel} has neither .reqntid nor .maxntid; give --threads")
            reported = {"registers": use.registers, "shared": use.shared, "barriers": use.barriers}
            clusters = {"cluster": use.cluster} if use.cluster else {}
            kernels.append((use.kernel, {**reported, **clusters, **given, "threads": threads}))
    if not kernels:
        raise Failure(f"{arguments.file} has no kernel {arguments.kernel[:60]!r}")
    return kernels


def _uses(arguments: argparse.Namespace) -> list[KernelResources]:
    from ptxisa.cli.ptx_files import Unreadable, read
    from ptxisa.oracle.releases import ReleaseError, find
    from ptxisa.oracle.resources import ResourceError, declared_target, uses

    try:
        text = read(arguments.file).decode("utf-8", errors="replace")
        if not (arguments.cc or arguments.target):
            arguments.target = declared_target(text)
        target = arguments.target or f"sm_{_capability(arguments).replace('.', '')}"
        return uses(text, target, find(arguments.ptxas or _cached(target)))
    except (Unreadable, ReleaseError, ResourceError) as error:
        raise Failure(str(error)) from None


def _cached(target: str) -> str:
    """The newest ptxas in the cache that assembles for a target."""
    from ptxisa.isa import targets, toolkits
    from ptxisa.oracle.releases import cached

    name = targets.target(target).name
    for release in reversed(cached()):
        if release not in toolkits.known() or name in toolkits.known()[release].targets:
            return release
    fitting = [one.release for one in toolkits.known().values() if name in one.targets]
    hint = f"--ptxas {fitting[-1]} fetches one" if fitting else "no release that was measured assembles for it"
    raise Failure(f"no ptxas in the cache assembles for {name}; {hint}; or give --registers and --shared without FILE")


class _Report:
    """One kernel, computed and shown."""

    def __init__(self, name: str, capability: str, kernel: dict[str, Any]) -> None:
        from ptxisa.objects.occupancy import occupancy
        from ptxisa.objects.occupancy_steps import steps

        self.name, self.capability, self.kernel = name, capability, kernel
        self.found: Occupancy = occupancy(capability, **kernel)
        self.steps: list[Step] = steps(capability, kernel)

    def data(self) -> dict[str, Any]:
        """The JSON document."""
        found = self.found
        limits = {resource: None if _unlimited(limit) else limit for resource, limit in found.limits.items()}
        result = {
            "capability": self.capability,
            **self.kernel,
            "blocks": found.blocks,
            "warps": found.warps,
            "occupancy": found.fraction,
            "limiters": found.limiters,
            "limits": limits,
            "registers_per_block": found.registers,
            "shared_per_block": found.shared,
            "shared_memory_per_sm": found.capacity,
            "clusters": found.clusters,
            "steps": self.steps,
        }
        return {"kernel": self.name, **result} if self.name else result

    def lines(self, plot: str | None) -> Iterator[str]:
        """The report as text."""
        found, one = self.found, self.found.capability
        about = f"{self.name} on " if self.name else ""
        yield bold(f"{about}compute capability {self.capability} ({one.architecture})")
        yield (
            f"{_counted(found.blocks, 'block')} per SM, {found.warps} of {one.number('max_warps_per_sm')} warps:"
            f" occupancy {found.fraction:.1%}"
        )
        yield f"limited by {' and '.join(found.limiters)}"
        yield from self._clusters()
        yield ""
        yield table(["resource", "a block takes", "blocks", ""], list(self._rows()), 100)
        if self.steps:
            yield "\n" + bold("next step up of each resource")
            yield table(["use", "at most", "resource allows", "SM then runs"], list(self._steps()), 100)
        if plot:
            yield "\n" + bold(f"occupancy by {plot}")
            yield from bars(self.capability, self.kernel, plot)

    def _clusters(self) -> Iterator[str]:
        size = self.kernel.get("cluster")
        if size is None:
            return
        if self.found.clusters is not None:
            yield f"{_counted(self.found.clusters, 'cluster')} of {_counted(size, 'block')} on the device"
        known = self.found.capability.values
        if "max_cluster_blocks_per_sm" not in known:
            yield f"clusters were measured on 9.0 only; on {self.capability} these numbers are upper bounds"
        portable = known.get("max_portable_cluster", 8)
        if isinstance(portable, int) and size > portable:
            yield f"a cluster of {size} blocks needs the attribute NonPortableClusterSizeAllowed"

    def _rows(self) -> Iterator[list[str]]:
        found = self.found
        warps = -(-self.kernel["threads"] // found.capability.number("warp_size"))
        taken = {
            "warps": f"{warps:,}",
            "registers": f"{found.registers:,}",
            "shared memory": f"{found.shared:,} of {found.capacity:,} bytes",
            "barriers": f"{self.kernel.get('barriers', 0)}",
            "blocks": "1",
            "clusters": "1",
        }
        for resource, limit in found.limits.items():
            count = "-" if _unlimited(limit) else f"{limit:,}"
            yield [resource, taken[resource], count, "limit" if resource in found.limiters else ""]

    def _steps(self) -> Iterator[list[str]]:
        for step in self.steps:
            used = _counted(step.used, step.unit[:-1])
            used += f" ({step.name})" if step.resource == "shared memory" else ""
            if step.at_most is None:
                yield [used, "-", "", "no smaller use allows more"]
            else:
                then = f"{_counted(step.blocks, 'block')}, {_counted(step.warps, 'warp')}"
                yield [used, f"{step.at_most:,}", _blocks(step.limit), then]


def bars(capability: str, kernel: dict[str, Any], name: str) -> Iterator[str]:
    """Occupancy for other values of an argument, a bar each; the nearest to the kernel's own is marked."""
    from ptxisa.objects.occupancy_steps import sweep

    found = sweep(capability, kernel, name)
    nearest = min(found, key=lambda bar: (bar.value < kernel.get(name, 0), abs(bar.value - kernel.get(name, 0))))
    for bar in found:
        filled = round(bar.fraction * BAR)
        mark = "  <" if bar is nearest else ""
        yield f"{bar.value:>7,}  {'#' * filled}{'.' * (BAR - filled)}  {bar.fraction:>6.1%}  {bar.blocks:>2}{mark}"


def _blocks(limit: int) -> str:
    return "any number" if _unlimited(limit) else _counted(limit, "block")


def _unlimited(limit: int) -> bool:
    from ptxisa.objects.occupancy import UNLIMITED

    return limit == UNLIMITED


def _counted(number: int, noun: str) -> str:
    from ptxisa.isa.names import counted

    return counted(number, noun)
