"""ptxas releases: find them in the cache, or fetch them as pip wheels and unpack the one binary.

Every release has a pin: an exact version of a wheel, and the digest of its binary, which is verified before it is used.
"""

from __future__ import annotations

import hashlib
import platform
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

from ptxisa.cache import folder
from ptxisa.oracle.ptxas.pins import PINS, Pin

TIME_LIMIT = 900
"""Seconds that a download may take."""
_MACHINES = ("x86_64", "AMD64")
_RELEASE = re.compile(r"[0-9]+\.[0-9]+")
Say = Callable[[str], None]


class ReleaseError(Exception):
    """The release could not be had; the message says what to do."""


def find(name: str, say: Say = lambda line: None) -> Path:
    """The ptxas binary of a release such as `12.9`, or at a path; fetched when it is not cached yet."""
    if _RELEASE.fullmatch(name):
        return _release(name, say)
    path = Path(name)
    if "\0" in name or not path.is_file():
        raise ReleaseError(f"{name!r} is neither a release such as 12.9 nor a ptxas binary")
    return path


def cached() -> list[str]:
    """The pinned releases that are in the cache, oldest first."""
    found = [name for name in PINS if (folder("ptxas") / name / "ptxas").exists()]
    return sorted(found, key=lambda name: [int(part) for part in name.split(".")])


def _release(name: str, say: Say) -> Path:
    pin = PINS.get(name)
    if pin is None:
        raise ReleaseError(f"no ptxas {name} is pinned; give the path of its binary, or one of {', '.join(PINS)}")
    cached = folder("ptxas") / name / "ptxas"
    if not cached.exists():
        return _fetch(name, pin, cached, say)
    _verify(cached.read_bytes(), pin, f"{cached} is not ptxas {name}; delete it")
    return cached


def _verify(binary: bytes, pin: Pin, problem: str) -> None:
    """Fail unless a binary is the one that is pinned."""
    found = hashlib.sha256(binary).hexdigest()
    if found != pin.digest:
        raise ReleaseError(f"{problem} (its SHA-256 begins with {found[:16]}, not with {pin.digest[:16]})")


def _fetch(release: str, pin: Pin, destination: Path, say: Say) -> Path:
    if platform.system() != "Linux" or platform.machine() not in _MACHINES:
        raise ReleaseError("releases are fetched for Linux on x86_64 only; give the path of a ptxas binary")
    say(f"fetching ptxas {release} ({pin.package} {pin.version}) …")
    with tempfile.TemporaryDirectory() as directory:
        wheel = _download(release, pin, Path(directory))
        binary = _unpacked(wheel)
    _verify(binary, pin, f"ptxas {release} was fetched and refused")
    return _kept(binary, destination)


def _download(release: str, pin: Pin, directory: Path) -> Path:
    """The wheel, which runs no code of its own."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
    command += ["--retries", "1", "--timeout", "30", "--dest", str(directory), f"{pin.package}=={pin.version}"]
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=TIME_LIMIT, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        raise ReleaseError(f"ptxas {release} could not be fetched within {TIME_LIMIT} seconds") from None
    wheels = sorted(directory.glob("*.whl"))
    if done.returncode or not wheels:
        lines = done.stderr.decode("utf-8", errors="replace").strip().splitlines() or ["pip gave no reason"]
        raise ReleaseError(f"ptxas {release} could not be fetched: {lines[-1]}")
    return wheels[-1]


def _unpacked(wheel: Path) -> bytes:
    try:
        with zipfile.ZipFile(wheel) as archive:
            member = next((name for name in archive.namelist() if name.endswith("/bin/ptxas")), None)
            if member is None:
                raise ReleaseError(f"{wheel.name} holds no ptxas")
            return archive.read(member)
    except zipfile.BadZipFile:
        raise ReleaseError(f"{wheel.name} is not a wheel") from None


def _kept(binary: bytes, destination: Path) -> Path:
    """Write a binary to the cache, whole or not at all."""
    destination.parent.mkdir(parents=True, exist_ok=True)
    partial = destination.with_suffix(".part")
    partial.write_bytes(binary)
    partial.chmod(0o755)
    partial.replace(destination)
    return destination
