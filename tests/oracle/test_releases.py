"""Releases of the tools: what is fetched is pinned, and nothing else is used."""

from __future__ import annotations

import hashlib
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest

from ptxisa.oracle import releases
from ptxisa.oracle.releases import PINS, Pin, ReleasedTool, ReleaseError, cached
from ptxisa.query.database import database

BINARY = b"a binary"
PIN = Pin("some-package", "13.0.88", hashlib.sha256(BINARY).hexdigest())
PTXAS = ReleasedTool("ptxas", "ptxas", r"/bin/ptxas$", {"13.0": PIN})


def find(name: str, pin: Pin = PIN) -> Path:
    return releases.find(name, tool=PTXAS._replace(pins={"13.0": pin}))


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[list[str]]:
    """Replace pip by a function that writes a wheel with a binary, and return its calls."""
    commands_: list[list[str]] = []

    def pip(command: list[str], **options: Any) -> subprocess.CompletedProcess[bytes]:
        assert options["timeout"] > 0
        commands_.append(command)
        wheel = Path(command[command.index("--dest") + 1]) / "some.whl"
        with zipfile.ZipFile(wheel, "w") as archive:
            archive.writestr("nvidia/bin/ptxas", BINARY)
        return subprocess.CompletedProcess(command, 0, b"", b"")

    monkeypatch.setenv("PTXISA_CACHE", str(tmp_path))
    monkeypatch.setattr(releases.platform, "system", lambda: "Linux")
    monkeypatch.setattr(releases.platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(releases.subprocess, "run", pip)
    return commands_


def test_a_wheel_of_one_version_is_fetched_once(commands: list[list[str]]) -> None:
    path = find("13.0")
    assert path.read_bytes() == BINARY
    assert path.stat().st_mode & 0o111
    assert find("13.0") == path
    ((*options, wanted),) = commands
    assert wanted == "some-package==13.0.88"
    assert {"--only-binary=:all:", "--no-deps"} <= set(options)


def test_a_binary_with_another_digest_is_rejected_and_not_cached(commands: list[list[str]], tmp_path: Path) -> None:
    with pytest.raises(ReleaseError, match="was fetched and rejected"):
        find("13.0", PIN._replace(digest="0" * 64))
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_a_cached_binary_is_verified_too(commands: list[list[str]]) -> None:
    find("13.0").write_bytes(b"another one")
    with pytest.raises(ReleaseError, match="is not ptxas 13.0; delete it"):
        find("13.0")


def test_a_release_without_a_pin_is_rejected(commands: list[list[str]]) -> None:
    with pytest.raises(ReleaseError, match=r"no ptxas 12\.7 is pinned; give the path of its binary, or one of 13\.0"):
        find("12.7")
    assert not commands


def test_releases_are_for_linux_on_x86_64(commands: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(releases.platform, "machine", lambda: "aarch64")
    with pytest.raises(ReleaseError, match="for Linux on x86_64 only"):
        find("13.0")


def test_a_download_has_a_time_limit(commands: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    def hang(command: list[str], **options: Any) -> None:
        raise subprocess.TimeoutExpired(command, options["timeout"])

    monkeypatch.setattr(releases.subprocess, "run", hang)
    with pytest.raises(ReleaseError, match="could not be fetched within 900 seconds"):
        find("13.0")


def test_a_wheel_without_the_binary_is_rejected(commands: list[list[str]]) -> None:
    with pytest.raises(ReleaseError, match=r"some\.whl contains no libNVVM"):
        releases.find("13.0", tool=ReleasedTool("libNVVM", "libnvvm.so", r"/libnvvm\.so$", {"13.0": PIN}))


def test_cached_releases_are_listed(commands: list[list[str]]) -> None:
    assert cached(PTXAS) == []
    find("13.0")
    assert cached(PTXAS) == ["13.0"]


def test_pins_are_those_of_the_evidence() -> None:
    rows = [database().record("evidence", name)[0] for name in ("ptxas-11.8", "ptxas-12.9", "ptxas-13.0")]
    assert {row["release"]: row["digest"] for row in rows} == {
        row["release"]: f"sha256:{PINS[row['release']].digest}" for row in rows
    }
    assert all(pin.version.startswith(f"{release}.") and len(pin.digest) == 64 for release, pin in PINS.items())


@pytest.mark.network
def test_a_release_is_fetched_from_the_registry(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PTXISA_CACHE", str(tmp_path))
    try:
        path = releases.find("13.0")
    except ReleaseError as error:
        if "could not be fetched" in str(error) or "x86_64 only" in str(error):
            pytest.skip(str(error))
        raise
    assert hashlib.sha256(path.read_bytes()).hexdigest() == PINS["13.0"].digest
