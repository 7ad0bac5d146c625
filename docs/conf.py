"""Documentation of ptxisa: the hand-written skeleton here, every fact from the records."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from ptxisa import __version__  # noqa: E402  (the checkout comes first on the path)

project = "ptxisa"
release = version = __version__
extensions = ["generator.site"]
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("*.md"))
ptx_markdown = {
    "architecture": "../ARCHITECTURE.md",
    "contributing": "../CONTRIBUTING.md",
    **{f"decisions/{path.stem}": f"decisions/{path.name}" for path in DECISIONS},
}

exclude_patterns = ["_build*"]
highlight_language = "none"
default_role = "code"  # `ptxisa show` in a record or a page is a command
smartquotes = False
html_use_index = False
nitpicky = True

html_additional_pages = {"search": "search.html", "404": "404.html"}
html_theme = "basic"
html_title = "ptxisa"
html_static_path = ["_static"]
html_css_files = ["ptxisa.css"]
html_js_files = [(f"ptx-{name}.js", {"defer": "defer"}) for name in ("page", "find", "filter", "place", "diagram")]
templates_path = ["_templates"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_permalinks = False  # ptx-page.js adds them: on thousands of headings they are bytes
html_domain_indices = False
html_baseurl = os.environ.get("PTXISA_SITE_URL", "")  # with it: canonical addresses, sitemap, preview of links
ptx_report = os.environ.get("PTXISA_REPORT_URL", "")
ptx_versions = os.environ.get("PTXISA_VERSIONS_URL", "")
