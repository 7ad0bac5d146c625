"""List CUDA releases with their PTX version, drivers and targets: for a driver, a target or a PTX version.

A driver compiles PTX up to the version of its own CUDA release. By minor-version compatibility, it also runs machine
code of later releases of the same major version, but not their PTX. By forward compatibility, a compatibility package
adds the user-mode driver of a later release to an older kernel driver on data-center GPUs.

examples:
  ptxisa toolkits
  ptxisa toolkits --driver 550
  ptxisa toolkits --driver 551.61 --platform windows
  ptxisa toolkits --target sm_120
  ptxisa toolkits --ptx 8.5
"""

from __future__ import annotations

import argparse

from ptxisa.cli.options import add_json, add_place, place, unknown_names
from ptxisa.cli.output import paragraph, print_json, table

PLATFORMS = ("linux", "windows")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `ptxisa toolkits`."""
    parser.add_argument("--driver", metavar="D", help="a driver, such as 550 or 550.54.14")
    parser.add_argument("--platform", choices=PLATFORMS, default="linux", help="platform of the driver number")
    add_place(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """List the releases that satisfy every option; return 1 if there is none."""
    from ptxisa.isa.toolkits import known
    from ptxisa.query import toolkits

    target, version = place(arguments)
    driver, platform = arguments.driver, arguments.platform
    with unknown_names():
        releases = list(known().values())
        if driver:
            releases = [release for release in releases if release in toolkits.supported(driver, platform)]
        if target:
            releases = [release for release in releases if release in toolkits.assembling(target.name)]
        if version:
            releases = [release for release in releases if release in toolkits.with_ptx(str(version))]
        if arguments.json:
            print_json(releases)
            return 0 if releases else 1
        rows = []
        for release in releases:
            oldest = release.drivers[0] if release.drivers else None
            rows.append(
                [
                    release.release,
                    release.ptx,
                    f"r{release.branch}" if release.branch else "",
                    oldest.linux if oldest else "",
                    oldest.windows if oldest else "",
                    f"{release.targets[0]} to {release.targets[-1]}" if release.targets else "",
                ]
            )
        if driver:
            newest = toolkits.supported(driver, platform)[-1]
            ptx = toolkits.newest_ptx(driver, platform)
            print(paragraph(f"Driver {driver} compiles PTX up to {ptx}, of CUDA {newest.release}."))
            if later := ", ".join(release.release for release in toolkits.runs(driver, platform)):
                compatible = "by minor-version compatibility, but not their PTX"
                print(paragraph(f"It also runs machine code of CUDA {later}, {compatible}."))
            print()
        if target and not toolkits.assembling(target.name):
            print(paragraph(toolkits.about_target(target.name)))
        else:
            print(table(["CUDA", "PTX", "driver", "Linux", "Windows", "targets"], rows) if rows else "no such release")
    return 0 if releases else 1
