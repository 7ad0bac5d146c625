"""Modules on pages are checked, and parts fold."""

import io

import pytest

pytest.importorskip("sphinx")

from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

from generator.records.load import ROOT

INDEX = """\
Title
=====

.. ptx:checked::

   .version 8.0
   .target sm_80
   .address_size 64
   .visible .entry k() { .reg .u64 %r; add.sat.u64 %r, %r, %r; ret; }

.. ptx:fold:: three names

   one, two, *three*
"""


def test_findings_are_warnings_and_folds_are_details(tmp_path):
    source, warnings = tmp_path / "docs", io.StringIO()
    source.mkdir()
    (source / "index.rst").write_text(INDEX)
    config = {
        "extensions": ["generator.site"],
        "ptx_records": str(ROOT / "tests" / "generator" / "backends" / "records"),
        "ptx_only": "nothing",
        "html_theme": "basic",
        "suppress_warnings": ["toc"],
    }
    with docutils_namespace():
        Sphinx(source, None, tmp_path / "html", tmp_path / "trees", "html", config, None, warnings).build()
    assert "line 4 of the module" in warnings.getvalue()
    page = (tmp_path / "html" / "index.html").read_text()
    assert '<details class="ptx-fold"><summary>three names</summary>' in page
    assert "<em>three</em>" in page
