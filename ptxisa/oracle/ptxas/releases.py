"""ptxas releases: find them in the cache, or fetch them as pip wheels and unpack the one binary."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

from ptxisa.cache import folder

PACKAGES = {11: "nvidia-cuda-nvcc-cu11", 12: "nvidia-cuda-nvcc-cu12"}
LATER = "nvidia-cuda-nvcc"

_RELEASE = re.compile(r"[0-9]+\.[0-9]+")
Say = Callable[[str], None]


class ReleaseError(Exception):
    """The release could not be had; the message says what to do."""


def find(name: str, say: Say = lambda line: None) -> Path:
    """The ptxas binary of a release such as `12.9`, or at a path; fetched when it is not cached yet."""
    if _RELEASE.fullmatch(name):
        cached = folder("ptxas") / name / "ptxas"
        return cached if cached.exists() else _fetch(name, cached, say)
    path = Path(name)
    if not path.is_file():
        raise ReleaseError(f"{name!r} is neither a release such as 12.9 nor a ptxas binary")
    return path


def newest() -> str:
    """The newest release in the cache; empty if there is none."""
    cached = [path.parent.name for path in folder("ptxas").glob("*/ptxas") if _RELEASE.fullmatch(path.parent.name)]
    return max(cached, key=lambda name: [int(part) for part in name.split(".")], default="")


def _fetch(release: str, destination: Path, say: Say) -> Path:
    package = PACKAGES.get(int(release.split(".")[0]), LATER)
    say(f"fetching ptxas {release} ({package}) …")
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder]
        done = subprocess.run([*command, f"{package}=={release}.*"], capture_output=True, text=True, check=False)
        wheels = sorted(Path(folder).glob("*.whl"))
        if done.returncode or not wheels:
            reason = (done.stderr.strip().splitlines() or ["pip gave no reason"])[-1]
            raise ReleaseError(f"ptxas {release} could not be fetched: {reason}")
        return _unpack(wheels[-1], destination)


def _unpack(wheel: Path, destination: Path) -> Path:
    with zipfile.ZipFile(wheel) as archive:
        member = next((name for name in archive.namelist() if name.endswith("/bin/ptxas")), None)
        if member is None:
            raise ReleaseError(f"{wheel.name} holds no ptxas")
        destination.parent.mkdir(parents=True, exist_ok=True)
        partial = destination.with_suffix(".part")
        partial.write_bytes(archive.read(member))
    partial.chmod(0o755)
    partial.replace(destination)
    return destination
