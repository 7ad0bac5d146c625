"""What the checks of directives, linkage and debug information say of a module, without the rest of the checker."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from ptxisa.check.debugging import check_debugging
from ptxisa.check.directives import (
    check_function,
    check_head,
    check_pragma,
    check_prototype,
    check_target,
    nested,
    read_head,
)
from ptxisa.check.linkage import check_linkage
from ptxisa.check.place import Place
from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.syntax import tree
from ptxisa.syntax.parser import parse

HEAD = ".version 8.7\n.target sm_90\n.address_size 64\n"


def snippets(rules: Mapping[str, Any], key: str) -> list[Any]:
    """Every module that some rules accept or refuse, with its code."""
    return [
        pytest.param(snippet["ptx"], snippet.get("code"), id=f"{name}-{index}")
        for name, rule in rules.items()
        for index, snippet in enumerate(rule.get(key, ()))
    ]


def complete(text: str) -> str:
    """A module with the head that it leaves out."""
    return text if ".version" in text else HEAD + text


def filled(probe: str) -> str:
    """The module that a rule shows."""
    text = probe.replace("{version}", "8.7").replace("{target}", "sm_90")
    return text if text != probe else HEAD + probe


def judged(text: str, place: Place | None = None) -> list[Diagnostic]:
    """The findings of all checks; without `place`, where the module says itself."""
    module = parse(text).module
    where = place or read_head(module).place
    found = [*check_head(module, where), *check_linkage(module, where), *check_debugging(module, where)]
    for item in module.items:
        found += _item(module, item, where)
    return found


def _item(module: tree.Module, item: object, place: Place) -> Iterator[Diagnostic]:
    if isinstance(item, tree.Pragma):
        yield from check_pragma(item, "module", place)
    elif isinstance(item, tree.Function):
        yield from check_function(item, place)
        if isinstance(item.body, tree.Block):
            yield from _body(module, item.body, item.kind, place)


def _body(module: tree.Module, body: tree.Block, kind: str, place: Place) -> Iterator[Diagnostic]:
    head = read_head(module)
    for statement in nested(body, tree.Pragma, tree.CallPrototype, tree.Target):
        if isinstance(statement, tree.Pragma):
            yield from check_pragma(statement, "kernel-body" if kind == "entry" else "function-body", place)
        elif isinstance(statement, tree.CallPrototype):
            yield from check_prototype(statement, place)
        else:
            yield from check_target(statement, head, place)
            head = head.after(statement)


def said(text: str) -> list[str]:
    """`code: message` of each finding, warnings with a mark."""
    return [
        f"{'' if one.severity == 'error' else one.severity + ' '}{one.code}: {one.message}"
        for one in judged(complete(text))
    ]


def codes(text: str) -> list[str]:
    """The codes of a module's findings."""
    return [one.code for one in judged(complete(text))]
