"""requirements-dev.lock agrees with pyproject.toml, and every dependency has an upper bound."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

if sys.version_info < (3, 11):
    pytest.skip("tomllib is part of Python 3.11", allow_module_level=True)
import tomllib

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCK = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
LOCKED = dict(re.findall(r"^([a-z0-9-]+)==(\S+) \\$", LOCK, re.MULTILINE))


def requirements(extra: str) -> Iterator[Requirement]:
    """Return the requirements of an extra, with those of extras that it names."""
    for text in PROJECT["project"]["optional-dependencies"][extra]:
        requirement = Requirement(text)
        if requirement.name == "ptxisa":
            for other in sorted(requirement.extras):
                yield from requirements(other)
        else:
            yield requirement


EVERY = [
    *map(Requirement, PROJECT["build-system"]["requires"]),
    *map(Requirement, PROJECT["project"]["dependencies"]),
    *requirements("dev"),
]


@pytest.mark.parametrize("requirement", EVERY, ids=str)
def test_the_lock_has_every_dependency(requirement: Requirement) -> None:
    assert LOCKED[canonicalize_name(requirement.name)] in requirement.specifier


@pytest.mark.parametrize("requirement", EVERY, ids=str)
def test_every_dependency_has_both_bounds(requirement: Requirement) -> None:
    assert {">=", "<"} <= {clause.operator for clause in requirement.specifier}


def test_every_locked_version_has_digests_and_no_place_of_its_own() -> None:
    blocks = re.split(r"^(?=[a-z0-9-]+==)", LOCK, flags=re.MULTILINE)[1:]
    assert len(blocks) == len(LOCKED) > 40
    assert all(re.search(r"--hash=sha256:[0-9a-f]{64}", block) for block in blocks)
    assert not re.search(r"://|--find-links|--index-url| @ ", LOCK)
