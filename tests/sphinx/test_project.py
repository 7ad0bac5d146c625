"""Another project uses `ptxisa.sphinx` as documented: roles, the directive, the lexer, links into the site."""

import os
import re
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

pytest.importorskip("sphinx")

from pygments.lexers import get_lexer_by_name

from generator.records.load import FOLDERS, ROOT
from generator.site.domain import KINDS
from ptxisa.sphinx.lexer import PtxLexer
from ptxisa.sphinx.names import UnknownRecord, find, roles

CONF = """\
extensions = ["sphinx.ext.intersphinx", "ptxisa.sphinx"]
intersphinx_mapping = {"ptxisa": ("https://ptxisa.invalid/docs/", "site.inv")}
html_theme = "basic"
"""
INDEX = """\
Kernels
=======

We use :ptx:form:`add.packed` and :ptx:type:`.u16x2` on :ptx:target:`sm_90a` since :ptx:version:`8.0`; see
:ptx:instruction:`integer-arithmetic/add`, :ptx:modifier:`.cc`, :ptx:register:`%tid` and
:external+ptxisa:ptx:form:`bfe`.
Not in that inventory: :ptx:directive:`.maxntid`.

.. ptx:form:: add.packed

.. code-block:: ptx-isa

   add.u16x2 d, a, b;
"""
INVENTORY = """\
add.packed ptx:form 1 page.html#form-add.packed -
bfe ptx:form 1 bfe.html -
u16x2 ptx:type 1 u16x2.html .u16x2
sm_90a ptx:target 1 sm_90a.html -
8.0 ptx:version 1 8.0.html PTX 8.0
integer-arithmetic/add ptx:instruction 1 add.html add
carry.cc ptx:modifier 1 carry.html .cc
%tid ptx:register 1 tid.html -
"""


def installed(folder: Path) -> Path:
    """Return the package alone on a path of its own, with the entry points of its metadata, as pip leaves it."""
    library, settings = folder / "lib", (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (library / "ptxisa-0.dist-info").mkdir(parents=True)
    (library / "ptxisa").symlink_to(ROOT / "ptxisa")
    point = re.search(r'\[project.entry-points."(.+?)"\]\n(\S+) = "(.+?)"', settings)
    assert point, "the lexer has an entry point"
    (library / "ptxisa-0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: ptxisa\nVersion: 0\n")
    (library / "ptxisa-0.dist-info" / "entry_points.txt").write_text(f"[{point[1]}]\n{point[2]} = {point[3]}\n")
    return library


def build(folder: Path, index: str) -> subprocess.CompletedProcess:
    source = folder / "docs"
    source.mkdir()
    (source / "conf.py").write_text(CONF)
    (source / "index.rst").write_text(index, encoding="utf-8")
    head = b"# Sphinx inventory version 2\n# Project: ptxisa\n# Version: 0\n# zlib\n"
    (source / "site.inv").write_bytes(head + zlib.compress(INVENTORY.encode()))
    return subprocess.run(
        [sys.executable, "-m", "sphinx", "-b", "html", "-q", "-W", "--keep-going", str(source), str(folder / "html")],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(installed(folder))},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def page(tmp_path_factory) -> str:
    folder = tmp_path_factory.mktemp("project")
    done = build(folder, INDEX)
    assert (done.returncode, done.stderr) == (0, "")
    return (folder / "html" / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "address",
    [line.split()[3] for line in INVENTORY.splitlines()],
)
def test_roles_link_into_the_site(page, address):
    assert f'href="https://ptxisa.invalid/docs/{address}"' in page


def test_a_name_missing_from_the_inventory_is_plain_text(page):
    assert re.search(r"<code[^>]*><span[^>]*>\.maxntid</span></code>", page)


def test_the_directive_shows_syntax_and_floors(page):
    text = re.sub(r"<[^>]+>", "", page)
    assert "add{.sat}.{type} d, a, b" in text or "add.{type} d, a, b" in text
    assert "PTX 8.0" in text
    assert "sm_90+" in text


def test_code_is_highlighted_by_the_entry_point(page):
    assert '<span class="nf">add</span>' in page
    assert '<span class="kt">.u16x2</span>' in page


def test_unknown_names_are_warnings_with_a_suggestion(tmp_path):
    done = build(tmp_path, "Title\n=====\n\n:ptx:target:`sm_90x` and\n\n.. ptx:form:: add.pakced\n")
    assert done.returncode != 0
    assert "ptxisa has no target 'sm_90x'; did you mean sm_90" in done.stderr
    assert "did you mean add.packed?" in done.stderr


def test_every_object_of_the_site_has_a_role():
    assert set(KINDS) <= set(roles())


def test_lookup_finds_names_by_their_spellings():
    assert find("modifier", "saturation.sat") == "saturation.sat"
    assert find("type", ".u32") == "u32"
    assert find("instruction", "integer-arithmetic/add") == "integer-arithmetic/add"
    assert find("section", "ptx-8.7/9.7.1.1") == "ptx-8.7/9.7.1.1"
    assert isinstance(find("type", "u33"), UnknownRecord)


def test_every_kind_of_record_with_pages_is_a_role_of_the_package():
    assert len(roles()) > len(FOLDERS) // 2


def test_the_lexer_has_the_words_of_the_records():
    tokens = {text: str(kind) for kind, text in PtxLexer().get_tokens("fma.rn.f32 %f1, %tid.x, nothing;")}
    assert tokens["fma"] == "Token.Name.Function"
    assert tokens[".rn"] == "Token.Name.Decorator"
    assert tokens["%tid.x"] == "Token.Name.Builtin"
    assert get_lexer_by_name("ptx").name != PtxLexer.name
