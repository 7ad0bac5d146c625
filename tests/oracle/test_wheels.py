"""Releases of the tools: what is fetched is pinned, and nothing else is used."""

from __future__ import annotations

import hashlib
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest

from ptxisa.oracle import wheels
from ptxisa.oracle.wheels import Pin, ReleaseError, Tool, cached

BINARY = b"a binary"
PIN = Pin("some-package", "13.0.88", hashlib.sha256(BINARY).hexdigest())
PTXAS = Tool("ptxas", "ptxas", r"/bin/ptxas$", {"13.0": PIN})


def find(name: str, pin: Pin = PIN) -> Path:
    return wheels.find(PTXAS._replace(pins={"13.0": pin}), name)


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[list[str]]:
    """Calls of pip, each of which leaves a wheel with a binary."""
    found: list[list[str]] = []

    def pip(command: list[str], **options: Any) -> subprocess.CompletedProcess[bytes]:
        assert options["timeout"] > 0
        found.append(command)
        wheel = Path(command[command.index("--dest") + 1]) / "some.whl"
        with zipfile.ZipFile(wheel, "w") as archive:
            archive.writestr("nvidia/bin/ptxas", BINARY)
        return subprocess.CompletedProcess(command, 0, b"", b"")

    monkeypatch.setenv("PTXISA_CACHE", str(tmp_path))
    monkeypatch.setattr(wheels.platform, "system", lambda: "Linux")
    monkeypatch.setattr(wheels.platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(wheels.subprocess, "run", pip)
    return found


def test_a_wheel_of_one_version_is_fetched_once(commands: list[list[str]]) -> None:
    path = find("13.0")
    assert path.read_bytes() == BINARY
    assert path.stat().st_mode & 0o111
    assert find("13.0") == path
    ((*options, wanted),) = commands
    assert wanted == "some-package==13.0.88"
    assert {"--only-binary=:all:", "--no-deps"} <= set(options)


def test_another_binary_is_refused_and_not_kept(commands: list[list[str]], tmp_path: Path) -> None:
    with pytest.raises(ReleaseError, match="was fetched and refused"):
        find("13.0", PIN._replace(digest="0" * 64))
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_a_cached_binary_is_verified_too(commands: list[list[str]]) -> None:
    find("13.0").write_bytes(b"another one")
    with pytest.raises(ReleaseError, match="is not ptxas 13.0; delete it"):
        find("13.0")


def test_releases_without_a_pin(commands: list[list[str]]) -> None:
    with pytest.raises(ReleaseError, match=r"no ptxas 12\.7 is pinned; give the path of its binary, or one of 13\.0"):
        find("12.7")
    assert not commands


def test_other_machines(commands: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wheels.platform, "machine", lambda: "aarch64")
    with pytest.raises(ReleaseError, match="for Linux on x86_64 only"):
        find("13.0")


def test_a_download_that_hangs(commands: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    def hang(command: list[str], **options: Any) -> None:
        raise subprocess.TimeoutExpired(command, options["timeout"])

    monkeypatch.setattr(wheels.subprocess, "run", hang)
    with pytest.raises(ReleaseError, match="could not be fetched within 900 seconds"):
        find("13.0")


def test_a_wheel_without_the_binary(commands: list[list[str]]) -> None:
    with pytest.raises(ReleaseError, match=r"some\.whl holds no libNVVM"):
        wheels.find(Tool("libNVVM", "libnvvm.so", r"/libnvvm\.so$", {"13.0": PIN}), "13.0")


def test_cached_releases(commands: list[list[str]]) -> None:
    assert cached(PTXAS) == []
    find("13.0")
    assert cached(PTXAS) == ["13.0"]
