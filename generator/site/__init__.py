"""Documentation from the records: a Sphinx extension with the domain `ptx` and a page for every record.

    extensions = ["generator.site"]
    ptx_records = "../isa"        # folder of the records, relative to conf.py
    ptx_schemas = "../schema"
    ptx_markdown = {"architecture": "../ARCHITECTURE.md"}    # Markdown pages to show as they are
    ptx_only = "cvt targets"      # for a quick look: the pages with one of these words in their path, and every index
    ptx_report = "https://…/issues/new?title={page}"    # where a reader reports an error of a page
    ptx_versions = "https://…/versions.json"    # a JSON object: names of versions of the site to their addresses
    ptx_pyodide = "pyodide.tgz"   # the pinned package of npm, relative to conf.py, with which the playground runs

When a build starts, the records are loaded and resolved and their pages are written below `_generated/`.
"""

from __future__ import annotations

import gc
import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.errors import ExtensionError
from sphinx.util import logging

from generator.records.load import ROOT
from generator.records.problems import RecordError
from generator.site import elements, pages, pictures, playground, results, scripts, splices, syntax, tables
from generator.site.builder import SiteBuilder
from generator.site.domain import RecordDomain, ptx_domain, warn_unknown
from generator.site.lexer import SemanticsLexer, ptx_lexer
from generator.site.pictures import chooser
from generator.site.site import read_site
from generator.site.speed import leave_out_needless_work

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

logger = logging.getLogger(__name__)


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the domain, its directives and the generation of pages."""
    app.add_config_value("ptx_records", str(ROOT / "isa"), "env", str)
    app.add_config_value("ptx_schemas", str(ROOT / "schema"), "env", str)
    app.add_config_value("ptx_markdown", {}, "env", dict)
    app.add_config_value("ptx_only", "", "env", str)
    app.add_config_value("ptx_digest", "", "env", str)
    app.add_config_value("ptx_pyodide", "", "env", str)
    app.add_config_value("ptx_report", "", "html", str)
    app.add_config_value("ptx_versions", "", "html", str)
    app.add_domain(RecordDomain)
    for name, directive in _DIRECTIVES.items():
        app.add_directive_to_domain("ptx", name, directive)
    app.add_role_to_domain("ptx", "count", splices.Count())
    app.add_role_to_domain("ptx", "anchor", elements.Anchor())
    app.add_role_to_domain("ptx", "bar", elements.Bar())
    app.add_role_to_domain("ptx", "compare", elements.Compare())
    pictures.add(app)
    elements.add_fold(app)
    app.add_builder(SiteBuilder, override=True)
    app.add_lexer("ptx-semantics", SemanticsLexer)
    app.connect("config-inited", note_digest)
    app.connect("builder-inited", leave_out_needless_work)
    app.connect("builder-inited", generate)
    app.connect("warn-missing-reference", warn_unknown)
    # Sphinx forks to read and to write pages. A collection in a child would copy the memory of all objects.
    app.connect("env-before-read-docs", lambda *arguments: gc.freeze())
    app.connect("env-updated", freeze_environment)
    app.connect("build-finished", scripts.write_index)
    app.connect("build-finished", scripts.write_places)
    app.connect("build-finished", scripts.write_sitemap)
    app.connect("build-finished", chooser.write)
    app.connect("build-finished", playground.write)
    return {"version": "1", "env_version": 1, "parallel_read_safe": True, "parallel_write_safe": True}


_DIRECTIVES = {
    "rows": tables.RowsTable,
    "checked": elements.CheckedBlock,
    "fold": elements.Fold,
    "result": results.ResultTable,
    "try": playground.Try,
    "syntax": syntax.SyntaxBlock,
    "matrix": tables.MatrixTable,
    "cells": tables.CellTable,
    "pattern": tables.PatternTable,
    **dict.fromkeys(pictures.PICTURES, pictures.Picture),
    "table": splices.RecordTable,
    "command": splices.Command,
    "run": splices.CommandRun,
    "glossary": splices.Glossary,
    "schema": splices.Schema,
    "file": splices.PackageFile,
    "api": splices.Api,
    "api-list": splices.ApiList,
}


def freeze_environment(app: Sphinx, environment: BuildEnvironment) -> list[str]:
    """Keep collections from copying the environment in processes that write pages; no page is outdated."""
    gc.freeze()
    return []


def _folders(app: Sphinx) -> tuple[Path, Path]:
    base = Path(app.confdir)
    return (base / app.config.ptx_records).resolve(), (base / app.config.ptx_schemas).resolve()


def note_digest(app: Sphinx, config: Config) -> None:
    """Make every page outdated after a change of a record or of this code, because pages show facts of many records."""
    digest = hashlib.sha256()
    for path in sorted([*_folders(app)[0].rglob("*.yaml"), *Path(__file__).parent.rglob("*.py")]):
        digest.update(path.as_posix().encode() + path.read_bytes())
    config.ptx_digest = digest.hexdigest()
    if config.ptx_only:
        config.suppress_warnings = [*config.suppress_warnings, "toc", "ref.doc", "ref.ref"]


def generate(app: Sphinx) -> None:
    """Write the generated pages before Sphinx reads sources."""
    try:
        site = read_site(*_folders(app))
    except RecordError as error:
        raise ExtensionError(f"the records are invalid:\n{error}") from None
    ptx_domain(app.env).site = site
    app.add_lexer("ptx", ptx_lexer(site.isa))
    copies = {name: Path(app.confdir) / path for name, path in app.config.ptx_markdown.items()}
    count = pages.write(site, Path(app.srcdir) / pages.FOLDER, copies, app.config.ptx_only.split())
    logger.info("%d pages from %d records", count, sum(site.isa.loaded.counts().values()))
