"""Words of a release that no record has: found in a binary, judged by ptxas, drafted as records."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from ptxisa.oracle import releases
from tools import new_release
from tools.new_release import Word

WORDS = Path(__file__).parents[1] / "fixtures" / "lexer_words_13.5.txt"
"""Words of the lexer of ptxas 13.5: those that 13.4 does not have, and some that it has."""
VERSIONS = ["9.3", "9.4", "9.5"]


def binary(words: list[str]) -> bytes:
    """Return a file with words between zeros, and others that are not whole words."""
    return b"\x7fELF add.cc" + b"\0" + b"\0".join(word.encode() for word in words) + b"\0UPPER\0a b\0sm_x"


def test_words_are_between_zeros() -> None:
    words = WORDS.read_text().split()
    assert new_release.lexer_words(binary(words)) == frozenset(words)


def test_records_have_all_but_the_new_words() -> None:
    words = WORDS.read_text().split()
    assert new_release.unrecorded(words, {"ldcdevtools", "payload"}) == [
        "%new_register",
        ".new_modifier",
        "add.new",
        "new.op",
        "sm_999",
    ]


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("sm_107a", "target"),
        ("%laneid", "special register"),
        (".sp::2:4", "modifier"),
        ("clmad.lo", "instruction"),
        ("wgmma", "instruction"),
        ("a-b", ""),
        ("..", ""),
    ],
)
def test_shapes(word: str, kind: str) -> None:
    assert new_release.shape(word) == kind


def answers(body: str, directive: str, ptx: str, target: str) -> tuple[str, ...]:
    """Return a ptxas to which some words are new in 9.5, on sm_100 and later."""
    text = f"{body} {directive}"
    if target == "sm_999":
        return () if ptx == "9.5" else (new_release.NO_TARGET,)
    if "unknown" in text or ".directive r" in text:
        return (
            f"Unknown modifier '{text.split()[0].removeprefix('mov.b32')}'",
            "Not a name of any known instruction: 'x'",
        )
    if ".modifier" in text:
        return ("Illegal modifier '.modifier' for instruction 'mov'",)
    if ptx != "9.5":
        return ("Feature 'it' requires PTX ISA .version 9.5 or later",)
    return () if target.startswith("sm_1") else ("Feature 'it' not supported on .target",)


NEWER = tuple(target for target in new_release.PLACES if target.startswith("sm_1"))


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("new.op", Word("new.op", "instruction", "9.5", NEWER)),
        ("%new", Word("%new", "special register", "9.5", NEWER)),
        (".modifier", Word(".modifier", "modifier")),
        (".directive", Word(".directive", "directive", "9.5", NEWER)),
        ("sm_999", Word("sm_999", "target", "9.5", ("sm_999",))),
        ("unknown.op", None),
    ],
)
def test_ptxas_decides_where_a_word_is_accepted(word: str, expected: Word | None) -> None:
    assert new_release.judge(word, answers, VERSIONS) == expected


def test_only_words_that_ptxas_accepts_are_kept() -> None:
    assert [diagnostic.text for diagnostic in new_release.judged(["unknown.op", "new.op"], answers, VERSIONS)] == [
        "new.op"
    ]


def test_drafts_are_records_to_complete() -> None:
    words = [Word("new.op", "instruction", "9.5", ("sm_100",)), Word(".modifier", "modifier")]
    drafts = new_release.drafts(words, "13.6")
    assert list(drafts) == ["instructions/TODO/new.op.yaml", "modifiers/modifier.yaml"]
    assert yaml.safe_load(drafts["instructions/TODO/new.op.yaml"]) == {
        "kind": "instruction",
        "name": "new.op",
        "summary": "TODO",
        "availability": [{"id": "base", "ptx": "9.5", "target": "sm_100"}],
    }


@pytest.mark.parametrize(
    ("judged", "shown"),
    [
        ([], "nothing new"),
        (
            [Word("new.op", "instruction", "9.5", ("sm_100",))],
            "word    kind         PTX  targets  instructions\nnew.op  instruction  9.5  sm_100",
        ),
    ],
)
def test_a_release_is_listed(
    judged: list[Word], shown: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """No real release: its file has no words, and ptxas is not asked."""
    ptxas = tmp_path / "ptxas"
    ptxas.write_bytes(b"")
    pin = releases.Pin("nvidia-cuda-nvcc", "13.6.1", "sha256")
    monkeypatch.setattr(new_release, "fetch_unpinned", lambda release, log: (ptxas, pin))
    monkeypatch.setattr(new_release, "earlier", lambda release: "")
    monkeypatch.setattr(new_release, "versions_of", lambda asks: VERSIONS)
    monkeypatch.setattr(new_release, "judged", lambda words, asks, ptx: judged)
    assert new_release.main(["13.6"]) == 0
    out = capsys.readouterr().out
    assert out.startswith('"13.6": Pin("nvidia-cuda-nvcc", "13.6.1", "sha256"),\n')
    assert out.partition("\n")[2].rstrip() == shown


@pytest.mark.network
def test_the_newest_release_is_recorded(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert new_release.main(["13.5", "--drafts", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "nvidia-cuda-nvcc" in out
    assert "tensormap.query" not in out
