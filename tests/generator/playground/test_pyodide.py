"""The package of Pyodide: verified before anything of it is used."""

from __future__ import annotations

import io
import tarfile

import pytest

from generator.playground import pyodide


def package(names):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for name in names:
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(name)
            archive.addfile(member, io.BytesIO(name.encode()))
    return buffer.getvalue()


@pytest.fixture
def pinned(monkeypatch, tmp_path):
    """A small package instead of the real one."""
    import hashlib

    content = package((*pyodide.FILES, "README.md"))
    monkeypatch.setenv("PTXISA_CACHE", str(tmp_path))
    monkeypatch.setattr(pyodide, "DIGEST", hashlib.sha256(content).hexdigest())
    monkeypatch.setattr(pyodide, "_download", lambda: content)
    return content


def test_it_is_fetched_once(pinned, monkeypatch):
    said = []
    place = pyodide.find(said.append)
    assert place.read_bytes() == pinned
    monkeypatch.setattr(pyodide, "_download", lambda: pytest.fail("fetched again"))
    assert pyodide.find(said.append) == place
    assert len(said) == 1


def test_files_are_those_that_a_browser_loads(pinned):
    found = pyodide.files(pyodide.find(lambda line: None))
    assert found == {name: name.encode() for name in pyodide.FILES}


def test_other_packages_are_refused(pinned, monkeypatch, tmp_path):
    place = pyodide.find(lambda line: None)
    place.write_bytes(b"something else")
    with pytest.raises(pyodide.PyodideError, match="delete it"):
        pyodide.files(place)
    place.unlink()
    monkeypatch.setattr(pyodide, "_download", lambda: b"something else")
    with pytest.raises(pyodide.PyodideError, match="not the pinned one"):
        pyodide.find(lambda line: None)
    assert not place.exists()
