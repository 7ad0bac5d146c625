"""Releases of NVIDIA's tools: in the cache of the user, or fetched as pinned pip wheels.

    find("13.0")              # path of ptxas 13.0, fetched on first use
    find("./ptxas")           # a binary of one's own
    cached()                  # ["11.8", "12.9", "13.0"]

A release has a pin: the exact version of a wheel, and the SHA-256 of the binary in it. A binary runs only after its
digest is verified. Wheels are unpacked here and never installed, so that none of their code runs.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from ptxisa.cache import folder

DOWNLOAD_SECONDS = 900
"""Time limit of a download; the largest wheel has 60 MB."""
_RELEASE = re.compile(r"[0-9]+\.[0-9]+")
Log = Callable[[str], None]
"""Function that shows a line of progress."""


class Pin(NamedTuple):
    """Wheel of a release, and the SHA-256 of the binary in it."""

    package: str
    version: str
    digest: str


class ReleasedTool(NamedTuple):
    """A tool and its pinned releases.

    `file` is the name of the binary in the cache; `member` is a pattern for the end of its name in a wheel.
    """

    name: str
    file: str
    member: str
    pins: Mapping[str, Pin]

    def path(self, release: str) -> Path:
        """Return the path of a release in the cache, whether it is there or not."""
        return folder(self.name.lower()) / release / self.file


class ReleaseError(Exception):
    """A release is not available; the message says what the user can do."""


# Digests are those of the binaries for Linux on x86_64. Evidence of a release states the same digest.
PINS: Mapping[str, Pin] = {
    "11.7": Pin("nvidia-cuda-nvcc-cu11", "11.7.99", "5327910f0a661c67ad8ad98e2f8b42ada4adbba326facfb284c2f4e32a9e3e2f"),
    "11.8": Pin("nvidia-cuda-nvcc-cu11", "11.8.89", "c0ad17863f2b18bba806c39381977df75ff5f255855ddaed44f0e7206dc69166"),
    "12.0": Pin(
        "nvidia-cuda-nvcc-cu12", "12.0.140", "332c1b822fcab8d86db02236973deac3661cd4b122e0e54158ae38fd7f6d1def"
    ),
    "12.1": Pin(
        "nvidia-cuda-nvcc-cu12", "12.1.105", "193e945c8d961471d55c08e0b3e58661a11f4809c2c9817169f975fe96f56544"
    ),
    "12.2": Pin(
        "nvidia-cuda-nvcc-cu12", "12.2.140", "879f3cb12b0b0417fba9bf4cfc77df94cdf55502f9fa59a08313a12fdbfc03ce"
    ),
    "12.3": Pin(
        "nvidia-cuda-nvcc-cu12", "12.3.107", "90ef5911210def91b755acdd0ee0a9cfc1bdbda78ae0dba99b7660962d460bd8"
    ),
    "12.4": Pin(
        "nvidia-cuda-nvcc-cu12", "12.4.131", "1173444a1de6fd2d0f183409c91ef7d05f66a55839dad8d8ab642b2596b79b0b"
    ),
    "12.5": Pin("nvidia-cuda-nvcc-cu12", "12.5.82", "08f9de5d031cd59f61e576ebc82dd5d3c785f9b6db5a5356e3279289445f3e2f"),
    "12.6": Pin("nvidia-cuda-nvcc-cu12", "12.6.85", "81ef7761e3769ec17980aba4e416ecbc85352b8dce26cdd392b7204302a909a2"),
    "12.8": Pin("nvidia-cuda-nvcc-cu12", "12.8.93", "c960a4f238b17d5c5d3c01ad2bbc1ebd2c5aecc459cb4d223bff10b45f9b8fca"),
    "12.9": Pin("nvidia-cuda-nvcc-cu12", "12.9.86", "983b0e9283855979f42cebfd80d43f9b6e786eb84f03f7570bf941c4d3a3c461"),
    "13.0": Pin("nvidia-cuda-nvcc", "13.0.88", "daba837a68265cae38c832d13399b61dab811891de9b8914defddef143b849f2"),
    "13.1": Pin("nvidia-cuda-nvcc", "13.1.115", "85836303aeca1a2ac9387a6d364b276a3603907c95c3b06c9e3aadf46195b0d8"),
    "13.2": Pin("nvidia-cuda-nvcc", "13.2.86", "19e72e997567f783361f2b27403689d4254cde5d6ee78757660217126cd1a0e7"),
    "13.3": Pin("nvidia-cuda-nvcc", "13.3.73", "afd8d1e1fa6e310f7faee44f6621e4c1315fb7fd6da7d4d87414358e12a651dc"),
    "13.4": Pin("nvidia-cuda-nvcc", "13.4.92", "6f6a701573ac9f5c2409708b3b700cb9b2a0f11b13c20468153c13b597b2d6d3"),
    "13.5": Pin("nvidia-cuda-nvcc", "13.5.37", "b3e295413e9628ee261a63ea3f70ec5af20988c9809214c064661662206574a3"),
}

PTXAS = ReleasedTool("ptxas", "ptxas", r"/bin/ptxas$", PINS)


def silent(line: str) -> None:
    """Show no progress."""


def find(name: str, log: Log = silent, tool: ReleasedTool = PTXAS) -> Path:
    """Return the binary of a release, which is fetched unless it is cached.

    Args:
        name: A release such as `12.9`, or the path of a binary.
        log: Called with a line before a download.
        tool: The tool; ptxas by default.

    Raises:
        ReleaseError: The release has no pin, cannot be fetched, or has another digest than its pin.
    """
    if not _RELEASE.fullmatch(name):
        path = Path(name)
        if "\0" in name or not path.is_file():
            raise ReleaseError(f"{name!r} is neither a release such as 12.9 nor a {tool.name} binary")
        return path
    if name not in tool.pins:
        pinned = ", ".join(tool.pins)
        raise ReleaseError(f"no {tool.name} {name} is pinned; give the path of its binary, or one of {pinned}")
    pin, path = tool.pins[name], tool.path(name)
    if path.exists():
        # Each time, and not only after the download: what runs is what the evidence states.
        verify_pin(path.read_bytes(), pin, f"{path} is not {tool.name} {name}; delete it")
        return path
    if platform.system() != "Linux" or platform.machine() not in ("x86_64", "AMD64"):
        raise ReleaseError(f"releases are fetched for Linux on x86_64 only; give the path of a {tool.name} binary")
    log(f"fetching {tool.name} {name} ({pin.package} {pin.version}) …")
    binary, _ = _download(tool, name, pin)
    verify_pin(binary, pin, f"{tool.name} {name} was fetched and rejected")
    return _store(binary, path)


def fetch_unpinned(release: str, log: Log = silent) -> tuple[Path, Pin]:
    """Return ptxas of a release and its pin; without a pin, take the newest wheel and return the pin to add.

    Nothing but the package index vouches for a binary without a pin: this is for whoever adds the pin.
    """
    if not _RELEASE.fullmatch(release):
        raise ReleaseError(f"{release!r} is not a release such as 13.6")
    if release in PTXAS.pins:
        return find(release, log, PTXAS), PTXAS.pins[release]
    package = "nvidia-cuda-nvcc"
    log(f"fetching {PTXAS.name} {release} ({package} {release}.*), which has no pin …")
    binary, version = _download(PTXAS, release, Pin(package, f"{release}.*", ""))
    pin = Pin(package, version, hashlib.sha256(binary).hexdigest())
    return _store(binary, PTXAS.path(f"{release}-unpinned")), pin


def cached(tool: ReleasedTool = PTXAS) -> list[str]:
    """Return the pinned releases in the cache, oldest first."""
    return sorted((name for name in tool.pins if tool.path(name).exists()), key=order)


def earlier(release: str) -> str:
    """Return the newest pinned release of ptxas before another one, or ""."""
    return max((name for name in PINS if order(name) < order(release)), key=order, default="")


def order(release: str) -> list[int]:
    """Return a key that sorts releases by their numbers."""
    return [int(part) for part in release.split(".")]


def verify_pin(binary: bytes, pin: Pin, problem: str) -> None:
    """Raise an error that begins with `problem` unless a program has the pinned digest."""
    digest = hashlib.sha256(binary).hexdigest()
    if digest != pin.digest:
        raise ReleaseError(f"{problem} (its SHA-256 begins with {digest[:16]}, not with {pin.digest[:16]})")


def _download(tool: ReleasedTool, release: str, pin: Pin) -> tuple[bytes, str]:
    """Return the binary in the wheel of a pin, and the exact version of the wheel."""
    what = f"{tool.name} {release}"
    with tempfile.TemporaryDirectory() as directory:
        # Wheels only: a source distribution would run code of its own.
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
        command += ["--retries", "1", "--timeout", "30", "--dest", directory, f"{pin.package}=={pin.version}"]
        try:
            done = subprocess.run(
                command, capture_output=True, check=False, timeout=DOWNLOAD_SECONDS, stdin=subprocess.DEVNULL
            )
        except subprocess.TimeoutExpired:
            raise ReleaseError(f"{what} could not be fetched within {DOWNLOAD_SECONDS} seconds") from None
        wheels = sorted(Path(directory).glob("*.whl"))
        if done.returncode or not wheels:
            lines = done.stderr.decode("utf-8", errors="replace").strip().splitlines() or ["pip gave no reason"]
            raise ReleaseError(f"{what} could not be fetched: {lines[-1]}")
        wheel = wheels[-1]
        try:
            with zipfile.ZipFile(wheel) as archive:
                member = next((name for name in archive.namelist() if re.search(tool.member, name)), None)
                if member is None:
                    raise ReleaseError(f"{wheel.name} contains no {tool.name}")
                return archive.read(member), wheel.name.partition("-")[2].partition("-")[0]
        except zipfile.BadZipFile:
            raise ReleaseError(f"{wheel.name} is not a wheel") from None


def _store(binary: bytes, path: Path) -> Path:
    """Write a binary to the cache; other processes see it complete or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # Renaming is atomic within a file system. Each process has a draft of its own: two that fetch at the same time
    # would otherwise empty the file that the other one is about to rename.
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.write_bytes(binary)
    draft.chmod(0o755)
    draft.replace(path)
    return path
