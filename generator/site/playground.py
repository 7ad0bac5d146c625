"""The files of the playground: Pyodide with NumPy, and the package; and links that open an example there.

`write` runs at the end of a build. A script tells the page which files there are; without Pyodide the page says so, and
the rest of the site is the same. `generator/playground/answers.py` is what runs in the browser.
"""

from __future__ import annotations

import io
import json
import shutil
import warnings
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from docutils import nodes
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

from generator.playground import answers
from generator.playground.pyodide import PyodideError, files, wheels
from generator.records.load import ROOT
from generator.site.domain import site_of
from ptxisa.check.instruction import match_opcode
from ptxisa.syntax import tree
from ptxisa.syntax.parser import parse_statements

if TYPE_CHECKING:
    from docutils.nodes import Node
    from sphinx.application import Sphinx

FILE = "ptx-playground-data.js"
FOLDER = "playground"
PACKAGE = "ptxisa.zip"
ANSWERS = "ptx_playground.py"
LEFT_OUT = ("__pycache__", "oracle", "sphinx", "vectors", "cli")
"""Folders of the package that the playground does not need."""
WRITTEN = (1980, 1, 1, 0, 0, 0)
"""The date of every file, so that equal files are equal archives."""


def write(app: Sphinx, exception: Exception | None) -> None:
    """Write the playground beside the style sheet when a build of HTML has ended."""
    if exception is not None or app.builder.format != "html":
        return
    static, package = Path(app.outdir, "_static"), app.config.ptx_pyodide
    shutil.rmtree(static / FOLDER, ignore_errors=True)
    about: dict[str, Any] | None = None
    if package:
        (static / FOLDER).mkdir(parents=True)
        try:
            contents = files(Path(app.confdir, package))
        except (PyodideError, OSError) as error:
            raise ExtensionError(f"the playground cannot be built: {error}") from None
        for name, content in contents.items():
            (static / FOLDER / name).write_bytes(content)
        (static / FOLDER / PACKAGE).write_bytes(archive(package_files()))
        about = {"package": PACKAGE, "packages": wheels(contents)}
    static.joinpath(FILE).write_text(f"const PTX_PLAYGROUND={json.dumps(about)};\n", encoding="utf-8")


def package_files() -> Iterator[tuple[str, bytes]]:
    """Yield name and content of each file of the package, and of the module that answers."""
    base = ROOT / "ptxisa"
    for path in sorted(base.rglob("*")):
        name = path.relative_to(base).as_posix()
        if path.suffix in (".py", ".sqlite", ".npz", ".json") and not any(
            name.startswith(f"{folder}/") or f"/{folder}/" in name for folder in LEFT_OUT
        ):
            yield f"ptxisa/{name}", path.read_bytes()
    yield ANSWERS, Path(answers.__file__).read_bytes()


def archive(contents: Iterator[tuple[str, bytes]]) -> bytes:
    """Return a zip archive whose bytes depend on names and contents alone."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as written:
        for name, content in contents:
            written.writestr(zipfile.ZipInfo(name, WRITTEN), content, zipfile.ZIP_DEFLATED, 9)
    return buffer.getvalue()


class Try(SphinxDirective):
    """`.. ptx:try:: integer-arithmetic/popc 0`: a link that opens an example in the playground, if it can run there."""

    required_arguments = 2

    def run(self) -> list[Node]:
        """Return a link to the playground; nothing on a site without it."""
        if not self.config.ptx_pyodide:  # A site without the playground has nothing to run the example.
            return []
        identity, index = self.arguments
        example = site_of(self.env).instructions[identity].data["examples"][int(index)]
        if not runs(example["code"]):
            return []
        address = "../" * self.env.docname.count("/") + link(example)
        reference = nodes.reference("", "Try it", refuri=address, internal=True, classes=["ptx-try"])
        return [nodes.paragraph("", "", reference, classes=["ptx-try-line"])]


def runs(code: str) -> bool:
    """Return True if the playground can run a text with the values that it starts with."""
    objects: dict[str, set[str]] = {"read": set(), "write": set()}
    for statement in parse_statements(code).statements:
        if not isinstance(statement, tree.Instruction):
            continue
        matches = match_opcode(statement.opcode.mnemonic, tuple(statement.opcode.modifiers))
        for operand in (operand for match in matches[:1] for operand in match.form.operands):
            for access in objects if operand.object else ():
                if access in operand.access:
                    objects[access].add(operand.object)
    if objects["read"] - objects["write"]:  # Memory of the playground has no mbarrier unless the text makes one.
        return False
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # The values are samples, some of which an instruction leaves undefined.
        run = answers.about({"code": code})["run"]
    return "results" in run and bool(run["results"] or run["memory"])


def link(example: Mapping[str, Any]) -> str:
    """Return the page of the playground with the statements of an example."""
    return f"playground.html#/?{urlencode({'code': example['code'].strip()})}"
