"""Where files are kept between runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from ptxisa.cache import folder


def test_the_variable_of_the_package_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "user"))
    assert folder("ptxas") == tmp_path / "user" / "ptxisa" / "ptxas"
    monkeypatch.setenv("PTXISA_CACHE", str(tmp_path / "own"))
    assert folder("ptxas") == tmp_path / "own" / "ptxas"
    assert not folder("ptxas").exists(), "nothing is made before it is needed"


def test_the_home_folder_is_last(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("PTXISA_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert folder("wheels") == tmp_path / ".cache" / "ptxisa" / "wheels"


def test_no_home_folder_is_an_error_of_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """A container with `--user 54321` has neither HOME nor an entry in passwd."""

    def home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("PTXISA_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", home)
    with pytest.raises(OSError, match="set PTXISA_CACHE"):
        folder("ptxas")
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert folder("ptxas") == Path("/somewhere/ptxisa/ptxas")
