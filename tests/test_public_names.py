"""Public names are loaded from their modules when they are first used."""

from __future__ import annotations

import pytest

import ptxisa


@pytest.mark.parametrize("name", ptxisa.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert name == "__version__" or getattr(ptxisa, name).__name__ in (name, "parse_module")
    assert name in dir(ptxisa)


def test_another_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        ptxisa.__getattr__("nothing")
