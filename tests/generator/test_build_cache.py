"""The stamp of a build: any change of inputs or outputs means a full build, and a damaged stamp is ignored."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator import build_cache


@pytest.fixture
def output(tmp_path: Path) -> Path:
    folder = tmp_path / "_generated"
    (folder / "forms").mkdir(parents=True)
    (folder / "forms" / "add.py").write_text("x = 1\n")
    build_cache.stamp(folder, "digest")
    return folder


def test_a_matching_stamp_skips_the_build(output: Path) -> None:
    assert build_cache.unchanged(output, "digest")
    assert not build_cache.unchanged(output, "other")


def test_a_changed_missing_or_new_output_causes_a_build(output: Path) -> None:
    file = output / "forms" / "add.py"
    file.write_text("x = 2\n")
    assert not build_cache.unchanged(output, "digest")
    file.unlink()
    assert not build_cache.unchanged(output, "digest")
    file.write_text("x = 1\n")
    assert build_cache.unchanged(output, "digest")
    (output / "more.py").write_text("")
    assert not build_cache.unchanged(output, "digest")


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", "[" * 100_000, '{"inputs": "digest", "outputs": {"../x": "0"}}', "\0"]
)
def test_a_damaged_stamp_is_ignored(output: Path, text: str) -> None:
    (output / build_cache.STAMP).write_text(text)
    assert not build_cache.unchanged(output, "digest")


def test_inputs_are_records_and_sources(tmp_path: Path) -> None:
    isa = tmp_path / "isa"
    isa.mkdir()
    before = build_cache.inputs(isa)
    (isa / "a.yaml").write_text("kind: type\n")
    after = build_cache.inputs(isa)
    assert before != after
    (isa / "a.yaml").rename(isa / "b.yaml")
    assert build_cache.inputs(isa) not in (before, after)
