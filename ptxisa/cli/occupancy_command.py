r"""Compute how many blocks of a kernel an SM runs at the same time, what limits them, and what would allow more.

Registers, shared memory and barriers are options, or ptxas reports them for each kernel of a FILE, whose directives
.reqntid, .maxntid and .reqnctapercluster give the sizes of block and cluster; without --cc and --target, its .target
names the device. SIZE is in bytes (16384) or in KiB (16KiB). --groups lists the SMs of each group that a cluster fits
into (18,16x5 is one group of 18 SMs and five of 16); with it the clusters of the whole device are counted. The exit
status is 1 if a block does not fit an SM.

examples:
  ptxisa occupancy --cc 8.6 --registers 64 --threads 256 --shared 16384
  ptxisa occupancy --cc 9.0 --registers 168 --threads 384 --dynamic 200KiB \
      --cluster 2
  ptxisa occupancy --cc 8.0 --registers 40 --threads 128 --plot registers
  ptxisa occupancy kernel.ptx
  ptxisa occupancy kernel.ptx --target sm_90 --threads 256
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from typing import Any

from ptxisa.cli.options import add_json, unknown_names
from ptxisa.cli.output import Failure, bold, print_json, table
from ptxisa.isa.names import counted

BAR = 40
"""Characters of a full bar."""
MOST = 100
"""Columns of a table."""
_SIZE = re.compile(r"([0-9]{1,15}) ?(B|KiB|K)?\Z")
_GROUP = re.compile(r"([0-9]{1,4})(?:x([0-9]{1,4}))?\Z")

Kernel = dict[str, Any]
"""Arguments of `ptxisa.occupancy` for a kernel."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `ptxisa occupancy`."""
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
    parser.add_argument(
        "--plot",
        choices=("threads", "registers", "shared"),
        help="occupancy for other values of this argument, as bars",
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Compute and report each kernel; return 1 if a block does not fit."""
    from ptxisa.objects.occupancy import OccupancyError, occupancy

    fits = True
    documents, texts = [], []
    try:
        with unknown_names():
            kernels = _of_file(arguments) if arguments.file else [("", _given(arguments))]
            for name, kernel in kernels:
                capability = _capability(arguments)
                fits = bool(occupancy(capability, **kernel).blocks) and fits
                if arguments.json:
                    documents.append(_document(name, capability, kernel))
                else:
                    texts.append("\n".join(_report(name, capability, kernel, arguments.plot)))
    except OccupancyError as error:
        raise Failure(str(error)) from None
    if arguments.json:
        print_json(documents if arguments.file else documents[0])
    else:
        print("\n\n".join(texts))
    return 0 if fits else 1


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
    groups: list[int] = []
    for part in text.split(","):
        match = _GROUP.match(part.strip())
        if match is None:
            raise argparse.ArgumentTypeError(f"{part[:40]!r} is not a number of SMs, such as 18 or 16x5")
        groups += [int(match[1])] * int(match[2] or 1)
    return tuple(groups)


def _capability(arguments: argparse.Namespace) -> str:
    """Return the compute capability that --cc or --target names."""
    from ptxisa.isa import capabilities, targets

    if arguments.cc and arguments.target:
        raise Failure("--cc and --target exclude each other")
    if arguments.target:
        newest = targets.target(targets.target(arguments.target).canonical)
        return capabilities.capability(newest.compute_capability).version
    if not arguments.cc:
        raise Failure("give --cc, such as 8.6, or --target, such as sm_86")
    return capabilities.capability(arguments.cc).version


def _given(arguments: argparse.Namespace) -> Kernel:
    """Return the kernel that the options describe."""
    if arguments.threads is None and not arguments.file:
        raise Failure("give a FILE, or --threads, the threads of a block; see ptxisa occupancy --help")
    names = ("threads", "registers", "shared", "dynamic", "barriers", "dynamic_limit", "cluster", "groups")
    kernel = {name: value for name in names if (value := getattr(arguments, name)) is not None}
    if arguments.carveout is not None:
        text = arguments.carveout
        kernel["carveout"] = int(text) if re.fullmatch(r"[0-9]{1,3}", text) else text
    return kernel


def _of_file(arguments: argparse.Namespace) -> list[tuple[str, Kernel]]:
    """Return name and resources of each kernel of a module; options override what ptxas reports."""
    from ptxisa.cli.ptx_files import Unreadable, read
    from ptxisa.isa import targets, toolkits
    from ptxisa.oracle.releases import ReleaseError, cached, find
    from ptxisa.oracle.resources import ResourceError, declared_target, uses

    given = _given(arguments)
    try:
        text = read(arguments.file).decode("utf-8", errors="replace")
        if not (arguments.cc or arguments.target):
            arguments.target = declared_target(text)
        target = arguments.target or f"sm_{_capability(arguments).replace('.', '')}"
        release = arguments.ptxas
        if not release:
            # The newest ptxas in the cache that assembles for the target.
            name = targets.target(target).name
            assembling = [toolkit.release for toolkit in toolkits.known().values() if name in toolkit.targets]
            usable = [entry for entry in cached() if entry not in toolkits.known() or entry in assembling]
            if not usable:
                known = f"--ptxas {assembling[-1]} fetches one" if assembling else ""
                hint = known or "no release that was measured assembles for it"
                message = f"no ptxas in the cache assembles for {name}; {hint}"
                raise Failure(f"{message}; or give --registers and --shared without FILE")
            release = usable[-1]
        reported = uses(text, target, find(release))
    except (Unreadable, ReleaseError, ResourceError) as error:
        # A capability or a target without its option is taken for a FILE.
        place = re.fullmatch(r"(cc_)?([0-9]+\.[0-9])|(sm_[0-9]+[af]?)", arguments.file)
        meant = f"--cc {place[2]}" if place and place[2] else f"--target {arguments.file}"
        raise Failure(f"{error}; did you mean {meant}?" if place else str(error)) from None
    kernels = []
    for use in reported:
        if arguments.kernel not in (None, use.kernel):
            continue
        threads = given.get("threads", use.threads)
        if not threads:
            raise Failure(f"{use.kernel} has neither .reqntid nor .maxntid; give --threads")
        resources = {"registers": use.registers, "shared": use.shared, "barriers": use.barriers}
        cluster = {"cluster": use.cluster} if use.cluster else {}
        kernels.append((use.kernel, {**resources, **cluster, **given, "threads": threads}))
    if not kernels:
        raise Failure(f"{arguments.file} has no kernel {arguments.kernel[:60]!r}")
    return kernels


def _document(name: str, capability: str, kernel: Kernel) -> dict[str, Any]:
    """Return the JSON document of a kernel."""
    from ptxisa.objects.occupancy import UNLIMITED, occupancy, steps

    result = occupancy(capability, **kernel)
    return {
        **({"kernel": name} if name else {}),
        "capability": capability,
        **kernel,
        "blocks": result.blocks,
        "warps": result.warps,
        "occupancy": result.fraction,
        "limiters": result.limiters,
        "limits": {resource: None if limit == UNLIMITED else limit for resource, limit in result.limits.items()},
        "registers_per_block": result.registers,
        "shared_per_block": result.shared,
        "shared_memory_per_sm": result.capacity,
        "clusters": result.clusters,
        "steps": steps(capability, kernel),
    }


def _report(name: str, capability: str, kernel: Kernel, plot: str | None) -> Iterator[str]:
    """Yield the lines of the text about a kernel."""
    from ptxisa.objects.occupancy import UNLIMITED, occupancy, steps

    result = occupancy(capability, **kernel)
    device = result.capability
    yield bold(f"{f'{name} on ' if name else ''}compute capability {capability} ({device.architecture})")
    yield (
        f"{counted(result.blocks, 'block')} per SM, {result.warps} of {device.number('max_warps_per_sm')} warps:"
        f" occupancy {result.fraction:.1%}"
    )
    yield f"limited by {' and '.join(result.limiters)}"
    size = kernel.get("cluster")
    if size is not None:
        if result.clusters is not None:
            yield f"{counted(result.clusters, 'cluster')} of {counted(size, 'block')} on the device"
        if "max_cluster_blocks_per_sm" not in device.values:
            yield f"clusters were measured on 9.0 only; on {capability} these numbers are upper bounds"
        portable = device.values.get("max_portable_cluster", 8)
        if isinstance(portable, int) and size > portable:
            yield f"a cluster of {size} blocks needs the attribute NonPortableClusterSizeAllowed"
    yield ""
    per_block = {
        "warps": f"{-(-kernel['threads'] // device.number('warp_size')):,}",
        "registers": f"{result.registers:,}",
        "shared memory": f"{result.shared:,} of {result.capacity:,} bytes",
        "barriers": f"{kernel.get('barriers', 0)}",
        "blocks": "1",
        "clusters": "1",
    }
    rows = []
    for resource, limit in result.limits.items():
        blocks = "-" if limit == UNLIMITED else f"{limit:,}"
        rows.append([resource, per_block[resource], blocks, "limit" if resource in result.limiters else ""])
    yield table(["resource", "a block takes", "blocks", ""], rows, MOST)
    if every_step := steps(capability, kernel):
        rows = []
        for step in every_step:
            used = counted(step.used, step.unit[:-1]) + (f" ({step.name})" if step.resource == "shared memory" else "")
            if step.at_most is None:
                rows.append([used, "-", "", "no smaller use allows more"])
            else:
                allowed = "any number" if step.limit == UNLIMITED else counted(step.limit, "block")
                then = f"{counted(step.blocks, 'block')}, {counted(step.warps, 'warp')}"
                rows.append([used, f"{step.at_most:,}", allowed, then])
        yield "\n" + bold("next step up of each resource")
        yield table(["use", "at most", "resource allows", "SM then runs"], rows, MOST)
    if plot:
        yield "\n" + bold(f"occupancy by {plot}")
        yield from bars(capability, kernel, plot)


def bars(capability: str, kernel: Kernel, name: str) -> Iterator[str]:
    """Yield a bar of the occupancy for each value of an argument; `<` marks the value nearest to the kernel's own."""
    from ptxisa.objects.occupancy import sweep

    points = sweep(capability, kernel, name)
    own = kernel.get(name, 0)
    nearest = min(points, key=lambda point: (point.value < own, abs(point.value - own)))
    for point in points:
        filled = round(point.fraction * BAR)
        bar = "#" * filled + "." * (BAR - filled)
        mark = "  <" if point is nearest else ""
        yield f"{point.value:>7,}  {bar}  {point.fraction:>6.1%}  {point.blocks:>2}{mark}"
