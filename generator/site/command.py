"""Build the documentation site: what `ptxisa build --docs` calls after it has built the package."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from sphinx.cmd.build import main as sphinx_build

from generator.playground import pyodide
from generator.records.load import ROOT

DOCS = ROOT / "docs"


class SiteError(Exception):
    """The site could not be built; the message is one line for the user."""


def build_site(only: Sequence[str], playground: str | None, say: Callable[[str], None] | None) -> Path:
    """Build the HTML pages below `docs/` and return their folder.

    Args:
        only: words; if there are any, only generated pages with one of these words in their path are built.
        playground: folder with a release of Pyodide for the site, so that pages can check and run PTX; "" fetches the
            pinned one, None leaves the playground out.
        say: prints a line of progress; None builds without any output but errors.

    Raises:
        SiteError: Pyodide could not be fetched, or Sphinx reported an error.
    """
    quiet = say is None
    try:
        package = playground and str(Path(playground).resolve())
        if playground == "":
            package = str(pyodide.find(say or (lambda line: None)))
    except pyodide.PyodideError as error:
        raise SiteError(str(error)) from None
    # Quick builds have a folder of their own, so that they do not leave a whole site without most of its pages.
    folder = DOCS / ("_build_some" if only else "_build")
    settings = [
        "-D",
        f"ptx_only={' '.join(only)}",
        "-D",
        f"ptx_pyodide={package or ''}",
        "-d",
        str(folder / "doctrees"),
    ]
    modes = ["-b", "html", "-W", "--keep-going", "-j", "auto", "-Q" if quiet else "-q"]
    if sphinx_build([*settings, *modes, str(DOCS), str(folder / "html")]):
        raise SiteError("the documentation did not build; see the messages above")
    return folder / "html"
