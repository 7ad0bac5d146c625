"""A Sphinx extension for projects that write about PTX.

    extensions = ["sphinx.ext.intersphinx", "ptxisa.sphinx"]
    intersphinx_mapping = {"ptxisa": ("https://…/ptxisa/", None)}

It has a role for every kind of record (``:ptx:form:`add.packed` ``, ``:ptx:target:`sm_90a` ``), which links to the
site through its inventory and warns of names that do not exist; ``.. ptx:form:: add.packed`` with syntax and
availability; and the Pygments lexer ``ptx-isa``. It needs Sphinx, which `pip install 'ptxisa[sphinx]'` brings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx

AFTER_INTERSPHINX = 900
"""Priority of a handler after that of intersphinx (500), which links what the site has."""


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the domain and the lexer."""
    from ptxisa.sphinx.domain import PtxDomain, leave_unlinked
    from ptxisa.sphinx.lexer import PtxLexer

    app.add_domain(PtxDomain)
    app.add_lexer("ptx-isa", PtxLexer)
    app.connect("missing-reference", leave_unlinked, AFTER_INTERSPHINX)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
