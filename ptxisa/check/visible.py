"""What the names in a module stand for, to the last statement of its last function."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ptxisa.check.scope import Repeated, Scope, Symbol, enter, enter_labelled, enter_labels, enter_parameters
from ptxisa.syntax import tree
from ptxisa.syntax.parser import parse


def visible(text: str, names: Iterable[str]) -> Mapping[str, Symbol]:
    """What `names` stand for at the end of the last function of a module; those that nothing declares are left out."""
    scope = inner = Scope()
    for item in parse(text).module.items:
        _ignore(enter(scope, item))
        if isinstance(item, tree.Function) and isinstance(item.body, tree.Block):
            inner = _body(item, item.body, Scope(scope))
    found = {name: inner.lookup(name) for name in names}
    return {name: symbol for name, symbol in found.items() if symbol is not None}


def _body(function: tree.Function, body: tree.Block, scope: Scope) -> Scope:
    _ignore(enter_parameters(scope, function))
    _ignore(enter_labels(scope, body.statements))
    label = None
    for statement in body.statements:
        if isinstance(statement, tree.Label):
            label = statement
        elif isinstance(statement, (tree.Targets, tree.CallPrototype)):
            _ignore(enter_labelled(scope, label, statement))
        else:
            _ignore(enter(scope, statement))
    return scope


def _ignore(repeated: Iterable[Repeated]) -> None:
    """Enter names whatever stands there already."""
    for _ in repeated:
        pass
