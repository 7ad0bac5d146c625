"""The package of Pyodide and the wheel of NumPy: verified before anything of them is used."""

from __future__ import annotations

import hashlib
import io
import json
import tarfile

import pytest

from generator.playground import pyodide

WHEEL = "numpy-2.whl"
LOCK = json.dumps({"packages": {"numpy": {"file_name": WHEEL, "sha256": hashlib.sha256(b"numpy").hexdigest()}}})
CONTENT = {**{name: name.encode() for name in pyodide.FILES}, pyodide.LOCK: LOCK.encode()}


@pytest.fixture
def pinned(monkeypatch, tmp_path):
    """Small files instead of the real ones, by address."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for name, content in {**CONTENT, "README.md": b"readme"}.items():
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    sent = {pyodide.ADDRESS: buffer.getvalue(), pyodide.WHEELS + WHEEL: b"numpy"}
    monkeypatch.setenv("PTXISA_CACHE", str(tmp_path))
    monkeypatch.setattr(pyodide, "DIGEST", hashlib.sha256(buffer.getvalue()).hexdigest())
    monkeypatch.setattr(pyodide, "download", sent.__getitem__)
    return sent


def test_files_are_fetched_once(pinned, monkeypatch):
    lines = []
    place = pyodide.find(lines.append)
    assert place.read_bytes() == pinned[pyodide.ADDRESS]
    monkeypatch.setattr(pyodide, "download", lambda address: pytest.fail("fetched again"))
    assert pyodide.find(lines.append) == place
    assert len(lines) == 2


def test_files_are_those_that_a_browser_loads(pinned):
    assert pyodide.files(pyodide.find(lambda line: None)) == {**CONTENT, WHEEL: b"numpy"}


@pytest.mark.parametrize("name", ["package", "wheel"])
def test_other_files_are_rejected(pinned, name, tmp_path):
    package = pyodide.find(lambda line: None)
    place, address = (package, pyodide.ADDRESS)
    if name == "wheel":
        place, address = package.with_name(WHEEL), pyodide.WHEELS + WHEEL
    place.write_bytes(b"something else")
    with pytest.raises(pyodide.PyodideError, match="delete it"):
        pyodide.files(package)
    place.unlink()
    pinned[address] = b"something else"
    with pytest.raises(pyodide.PyodideError, match="not the pinned one"):
        pyodide.find(lambda line: None)
    assert not place.exists()


def test_a_missing_wheel_is_named(pinned):
    package = pyodide.find(lambda line: None)
    package.with_name(WHEEL).unlink()
    with pytest.raises(pyodide.PyodideError, match=f"{WHEEL} is missing"):
        pyodide.files(package)


def test_an_unpacked_release_serves_without_a_network(tmp_path):
    for name, content in {**CONTENT, WHEEL: b"numpy", "scipy.whl": b"not needed"}.items():
        (tmp_path / name).write_bytes(content)
    assert pyodide.files(tmp_path) == {**CONTENT, WHEEL: b"numpy"}
    assert pyodide.wheels(CONTENT) == ["numpy"]


@pytest.mark.parametrize(
    ("change", "problem"), [("lock", "not a release"), ("wheel", "has no"), ("other", "is not the wheel")]
)
def test_an_incomplete_release_is_rejected(tmp_path, change, problem):
    for name, content in CONTENT.items():
        (tmp_path / name).write_bytes(content)
    if change == "lock":
        (tmp_path / pyodide.LOCK).unlink()
    elif change == "other":
        (tmp_path / WHEEL).write_bytes(b"something else")
    with pytest.raises(pyodide.PyodideError, match=problem):
        pyodide.files(tmp_path)
