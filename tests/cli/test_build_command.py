"""`ptxisa build`: its arguments."""

from __future__ import annotations

import pytest

from ptxisa.cli.main import main


@pytest.mark.parametrize(("arguments", "named"), [(["--playground"], "--playground"), (["--only", "cvt"], "--only")])
def test_options_of_the_site_need_the_site(
    capsys: pytest.CaptureFixture[str], arguments: list[str], named: str
) -> None:
    assert main(["build", *arguments]) == 2
    assert f"{named} needs --docs" in capsys.readouterr().err
