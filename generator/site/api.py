"""`.. ptx:api:: available`: signature and docstring of a public name of `ptxisa`, read from the code.

Names of a package have its name before them: `nvvm.intrinsic`.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from docutils.nodes import Node

WIDTH = 60


class Api(SphinxDirective):
    """A function, or a class with its methods."""

    required_arguments = 1

    def run(self) -> list[Node]:
        name = self.arguments[0]
        package, _, own = f"ptxisa.{name}".rpartition(".")
        try:
            home = importlib.import_module(package)
            if own not in home.__all__:
                raise self.error(f"{package} has no public name {own!r}")
            value = getattr(home, own)
        except ImportError as error:
            raise self.error(f"ptxisa.{name} cannot be imported: {error}") from None
        return [_code(f"ptxisa.{name}{signature(value)}", f"api-{name}"), *_explained(value), *_methods(value)]


def _code(text: str, *ids: str) -> Node:
    return nodes.literal_block(text, text, language="python", ids=list(ids), classes=["ptx-api"])


def _explained(value: Any) -> Iterator[Node]:
    yield nodes.container("", *docstring_nodes(inspect.getdoc(value) or ""), classes=["ptx-api-text"])


def _methods(value: Any) -> Iterator[Node]:
    """Public methods of a class that have a docstring, in the order of the source."""
    for name, method in (vars(value) if inspect.isclass(value) else {}).items():
        if inspect.isfunction(method) and not name.startswith("_") and method.__doc__:
            code = _code(f"{name}{signature(method)}")
            yield nodes.container("", code, *_explained(method), classes=["ptx-api-method"])


class _Bare(str):
    """An annotation that shows as it is written; `inspect` would put quotes around it."""

    def __repr__(self) -> str:
        return str(self)


def signature(value: Callable[..., Any]) -> str:
    """Parameters and result of a function, one a line where they are many; nothing for a class."""
    if not inspect.isfunction(value):
        return ""
    full = inspect.signature(value)
    shown = full.replace(
        parameters=[_bare(parameter) for name, parameter in full.parameters.items() if name != "self"],
        return_annotation=_Bare(full.return_annotation),
    )
    if len(str(shown)) <= WIDTH:
        return str(shown)
    lines = "".join(f"    {parameter},\n" for parameter in shown.parameters.values())
    return f"(\n{lines}) -> {shown.return_annotation}"


def _bare(parameter: inspect.Parameter) -> inspect.Parameter:
    if parameter.annotation is inspect.Parameter.empty:
        return parameter
    return parameter.replace(annotation=_Bare(parameter.annotation))


_SECTION = re.compile(r"(Args|Attributes|Raises|Returns|Yields):\n")


def docstring_nodes(text: str) -> Iterator[Node]:
    """Yield paragraphs with `code`, indented code, and sections of the Google convention."""
    for block in re.split(r"\n{2,}", text.strip()):
        if section := _SECTION.match(block):
            yield from _section(section[1], inspect.cleandoc(block[section.end() :]))
        elif block.startswith("    "):
            yield _code(inspect.cleandoc(block))
        else:
            yield nodes.paragraph("", "", *_inline(" ".join(block.split())))


def _section(title: str, text: str) -> Iterator[Node]:
    """Yield a title, then a list of `name: text`, or one paragraph for a result."""
    yield nodes.rubric(title, title)
    if title in ("Returns", "Yields"):
        yield nodes.paragraph("", "", *_inline(" ".join(text.split())))
        return
    items = []
    for entry in re.split(r"\n(?=\S)", text):
        name, _, meaning = entry.partition(":")
        paragraph = nodes.paragraph("", "", *_inline(" ".join(meaning.split())))
        term = nodes.term("", "", nodes.literal(name, name))
        items.append(nodes.definition_list_item("", term, nodes.definition("", paragraph)))
    yield nodes.definition_list("", *items)


def _inline(text: str) -> Iterator[Node]:
    for index, part in enumerate(re.split(r"`+([^`]+)`+", text)):
        if part:
            yield nodes.literal("", part) if index % 2 else nodes.Text(part)
