"""`ptxisa docs`: a server of the built site on loopback, and the page of a name."""

import urllib.error
import urllib.request
import zlib

import pytest

from ptxisa.cli import docs_command
from ptxisa.cli.main import main
from ptxisa.cli.output import Failure

OBJECTS = """\
add.packed ptx:form 1 add.html#form-$ -
sm_90a ptx:target 0 targets/$.html -
u32 ptx:clause 0 elsewhere.html -
u32 ptx:type 0 u32.html -
"""


@pytest.fixture
def site(tmp_path):
    head = b"# Sphinx inventory version 2\n# Project: x\n# Version: 1\n# zlib\n"
    (tmp_path / "objects.inv").write_bytes(head + zlib.compress(OBJECTS.encode()))
    (tmp_path / "index.html").write_text("<title>start</title>")
    return tmp_path


@pytest.mark.parametrize(
    ("name", "page"),
    [("add.packed", "add.html#form-add.packed"), ("sm_90a", "targets/sm_90a.html"), (".u32", "u32.html")],
)
def test_names_lead_to_their_pages(site, name, page):
    assert docs_command.page_of(site, name) == page


def test_the_site_is_served_on_loopback(site):
    with docs_command.served(site, 0) as address:
        assert address.startswith("http://127.0.0.1:")
        assert b"start" in urllib.request.urlopen(f"{address}index.html").read()
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(f"{address}index.html", timeout=2)


def test_the_command_prints_the_address_and_ends_when_interrupted(site, monkeypatch, capsys):
    monkeypatch.setattr(docs_command, "wait_for_interrupt", lambda: None)
    assert main(["docs", "sm_90a", "--site", str(site), "--no-browser"]) == 0
    assert "/targets/sm_90a.html  (Ctrl-C ends)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--site", "nowhere"], "no site in nowhere; build it in a source checkout with: ptxisa build --docs"),
        (["add.pakced"], "no page is about 'add.pakced'; did you mean add.packed?"),
        (["--port", "70000"], "--port is 70000; it must be in 0..65535"),
    ],
)
def test_failures_are_one_line(site, capsys, arguments, message):
    if "--site" not in arguments:
        arguments = [*arguments, "--site", str(site)]
    assert main(["docs", *arguments, "--no-browser"]) == 2
    assert message in capsys.readouterr().err


def test_a_broken_inventory_is_a_failure(site):
    (site / "objects.inv").write_bytes(b"nothing")
    with pytest.raises(Failure, match="build the site again"):
        docs_command.inventory(site / "objects.inv")
