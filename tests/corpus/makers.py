"""How each compiler is run; what it prints is the module."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.corpus.plan import Job
from tests.corpus.toolchains import fetch, include_options, library, run

HERE = Path(__file__).parent
SOURCES = HERE / "sources"
COMPILERS = HERE / "compilers"


def make(job: Job, cache: Path) -> str:
    """The module that a job asks for, without what differs from machine to machine."""
    return portable(MAKERS[job.maker](job, cache), cache)


def portable(text: str, cache: Path) -> str:
    """The text with the folders of this machine replaced by fixed names."""
    folders = {str(path) for path in (cache, cache.resolve(), *(one.resolve() for one in cache.glob("toolchains/*")))}
    for folder in sorted(folders, key=len, reverse=True):
        text = text.replace(folder, "/corpus")
    return text.replace(str(SOURCES), "/corpus/sources").replace("\0", "")


def _nvrtc(job: Job, cache: Path) -> str:
    folder = fetch(job.toolchain, cache)
    built = library(folder, "libnvrtc")
    options = [*include_options(folder), f"-arch={job.target.replace('sm', 'compute')}", "-std=c++17", *job.options]
    command = [sys.executable, COMPILERS / "nvrtc.py", built, SOURCES / job.source, job.source, "-default-device"]
    return run([*command, *options], libraries=built.parent)


MAKERS: Mapping[str, Callable[[Job, Path], str]] = {"nvrtc": _nvrtc}
