"""Binaries of NVIDIA's tools: find them in the cache, or fetch them as pip wheels and unpack the one file.

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
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from ptxisa.cache import folder

TIME_LIMIT = 900
"""Seconds that a download may take."""
_MACHINES = ("x86_64", "AMD64")
_RELEASE = re.compile(r"[0-9]+\.[0-9]+")
Say = Callable[[str], None]


class Pin(NamedTuple):
    """A wheel, and the SHA-256 of the binary in it."""

    package: str
    version: str
    digest: str


class Tool(NamedTuple):
    """A tool with its pinned releases; `file` names it in the cache, and `member` ends its name in a wheel."""

    name: str
    file: str
    member: str
    pins: Mapping[str, Pin]


class ReleaseError(Exception):
    """The release could not be had; the message says what to do."""


def quiet(line: str) -> None:
    """Say nothing."""


def find(tool: Tool, name: str, say: Say = quiet) -> Path:
    """The binary of a release such as `12.9`, or at a path; fetched when it is not cached yet."""
    if _RELEASE.fullmatch(name):
        return _release(tool, name, say)
    path = Path(name)
    if "\0" in name or not path.is_file():
        raise ReleaseError(f"{name!r} is neither a release such as 12.9 nor a {tool.name} binary")
    return path


def fetch_unpinned(tool: Tool, package: str, release: str, say: Say = quiet) -> tuple[Path, Pin]:
    """The binary of a release, from the newest wheel of a package where it has no pin, and the pin that it would have.

    Nothing but the package index vouches for a binary without a pin: this is for whoever adds the pin.
    """
    if not _RELEASE.fullmatch(release):
        raise ReleaseError(f"{release!r} is not a release such as 13.6")
    if release in tool.pins:
        return _release(tool, release, say), tool.pins[release]
    say(f"fetching {tool.name} {release} ({package} {release}.*), which no pin vouches for …")
    with tempfile.TemporaryDirectory() as directory:
        wheel = _download(f"{tool.name} {release}", Pin(package, f"{release}.*", ""), Path(directory))
        binary, version = _unpacked(tool, wheel), wheel.name.split("-")[1]
    pin = Pin(package, version, hashlib.sha256(binary).hexdigest())
    return _kept(binary, _place(tool, f"{release}-unpinned")), pin


def cached(tool: Tool) -> list[str]:
    """The pinned releases that are in the cache, oldest first."""
    return sorted((name for name in tool.pins if _place(tool, name).exists()), key=order)


def order(release: str) -> list[int]:
    """A key that sorts releases by their numbers."""
    return [int(part) for part in release.split(".")]


def _place(tool: Tool, release: str) -> Path:
    return folder(tool.name.lower()) / release / tool.file


def _release(tool: Tool, name: str, say: Say) -> Path:
    pin, pinned = tool.pins.get(name), ", ".join(tool.pins)
    if pin is None:
        raise ReleaseError(f"no {tool.name} {name} is pinned; give the path of its binary, or one of {pinned}")
    place = _place(tool, name)
    if not place.exists():
        return _fetch(tool, name, place, say)
    _verify(place.read_bytes(), pin, f"{place} is not {tool.name} {name}; delete it")
    return place


def _verify(binary: bytes, pin: Pin, problem: str) -> None:
    """Fail unless a binary is the one that is pinned."""
    found = hashlib.sha256(binary).hexdigest()
    if found != pin.digest:
        raise ReleaseError(f"{problem} (its SHA-256 begins with {found[:16]}, not with {pin.digest[:16]})")


def _fetch(tool: Tool, release: str, destination: Path, say: Say) -> Path:
    if platform.system() != "Linux" or platform.machine() not in _MACHINES:
        raise ReleaseError(f"releases are fetched for Linux on x86_64 only; give the path of a {tool.name} binary")
    pin = tool.pins[release]
    say(f"fetching {tool.name} {release} ({pin.package} {pin.version}) …")
    with tempfile.TemporaryDirectory() as directory:
        binary = _unpacked(tool, _download(f"{tool.name} {release}", pin, Path(directory)))
    _verify(binary, pin, f"{tool.name} {release} was fetched and refused")
    return _kept(binary, destination)


def _download(what: str, pin: Pin, directory: Path) -> Path:
    """The wheel, which runs no code of its own."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
    command += ["--retries", "1", "--timeout", "30", "--dest", str(directory), f"{pin.package}=={pin.version}"]
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=TIME_LIMIT, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        raise ReleaseError(f"{what} could not be fetched within {TIME_LIMIT} seconds") from None
    wheels = sorted(directory.glob("*.whl"))
    if done.returncode or not wheels:
        lines = done.stderr.decode("utf-8", errors="replace").strip().splitlines() or ["pip gave no reason"]
        raise ReleaseError(f"{what} could not be fetched: {lines[-1]}")
    return wheels[-1]


def _unpacked(tool: Tool, wheel: Path) -> bytes:
    try:
        with zipfile.ZipFile(wheel) as archive:
            member = next((name for name in archive.namelist() if re.search(tool.member, name)), None)
            if member is None:
                raise ReleaseError(f"{wheel.name} holds no {tool.name}")
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
