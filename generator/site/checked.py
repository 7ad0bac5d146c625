"""`.. ptx:checked::`: a whole module, which the checker accepts, or the build warns."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from docutils.nodes import Node

logger = logging.getLogger(__name__)


class Checked(SphinxDirective):
    """A code block of PTX; a finding of the checker is a warning of the build."""

    has_content = True

    def run(self) -> list[Node]:
        text = "\n".join(self.content)
        if importlib.util.find_spec("ptxisa._generated") is not None:
            from ptxisa.check.module import check_module

            for found in check_module(text):
                logger.warning("line %d of the module: %s", found.line, found.message, location=self.get_location())
        return [nodes.literal_block(text, text, language="ptx")]
