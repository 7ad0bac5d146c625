"""CUDA releases with their PTX version, drivers and targets: for a driver, a target or a PTX version.

A driver compiles PTX up to the version of its own CUDA release. By minor-version compatibility, machine code of later
releases of the same major version runs on it too, but not their PTX. By forward compatibility, a compatibility package
brings the user-mode driver of a later release to an older kernel driver on data-center GPUs.

examples:
  ptxisa toolkits
  ptxisa toolkits --driver 550
  ptxisa toolkits --driver 551.61 --platform windows
  ptxisa toolkits --target sm_120
  ptxisa toolkits --ptx 8.5
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ptxisa.cli.options import add_json, add_place, place, unknown_names
from ptxisa.cli.output import paragraph, print_json, table

if TYPE_CHECKING:
    from ptxisa.isa.toolkits import Toolkit

PLATFORMS = ("linux", "windows")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `ptxisa toolkits`."""
    parser.add_argument("--driver", metavar="D", help="a driver, such as 550 or 550.54.14")
    parser.add_argument("--platform", choices=PLATFORMS, default="linux", help="whose driver numbers count")
    add_place(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """List the releases that were asked for; status 1 if there is none."""
    on, at = place(arguments)
    with unknown_names():
        found = _chosen(arguments, on.name if on else None, str(at) if at else None)
        if arguments.json:
            print_json([_data(one) for one in found])
            return 0 if found else 1
        if found:
            print(table(["CUDA", "PTX", "driver", "Linux", "Windows", "targets"], [_row(one) for one in found]))
        else:
            print("no release")
        if arguments.driver:
            print("\n" + "\n".join(_answers(arguments.driver, arguments.platform)))
    return 0 if found else 1


def _chosen(arguments: argparse.Namespace, target: str | None, ptx: str | None) -> list[Toolkit]:
    """The releases that satisfy every option."""
    from ptxisa.isa.toolkits import known
    from ptxisa.query import toolkits

    found = list(known().values())
    if arguments.driver:
        found = [one for one in found if one in toolkits.supported(arguments.driver, arguments.platform)]
    if target:
        found = [one for one in found if one in toolkits.assembling(target)]
    if ptx:
        found = [one for one in found if one in toolkits.with_ptx(ptx)]
    return found


def _row(one: Toolkit) -> list[str]:
    first = one.drivers[0] if one.drivers else None
    return [
        one.release,
        one.ptx,
        f"r{one.branch}" if one.branch else "",
        first.linux if first else "",
        first.windows if first else "",
        f"{one.targets[0]} to {one.targets[-1]}" if one.targets else "",
    ]


def _answers(driver: str, platform: str) -> list[str]:
    """What the driver compiles and runs, in sentences."""
    from ptxisa.query import toolkits

    newest = toolkits.supported(driver, platform)[-1]
    lines = [f"Driver {driver} compiles PTX up to {toolkits.newest_ptx(driver, platform)}, of CUDA {newest.release}."]
    later = [one.release for one in toolkits.runs(driver, platform)]
    if later:
        lines.append(
            f"Machine code of CUDA {', '.join(later)} runs on it too, by minor-version compatibility;"
            " their PTX does not."
        )
    return [paragraph(line) for line in lines]


def _data(one: Toolkit) -> dict[str, Any]:
    return one._asdict()
