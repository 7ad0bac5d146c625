"""Go through syntax trees, and make changed ones, as `ast.walk`, `ast.NodeVisitor` and `ast.NodeTransformer` do.

    class Registers(Visitor):
        def __init__(self) -> None:
            self.names: set[str] = set()

        def visit_Name(self, node: Name) -> None:
            self.names.add(node.text)

    class Rename(Transformer):
        def visit_Name(self, node: Name) -> Name:
            return node._replace(text="%sum") if node.text == "%r1" else node

Nodes are immutable. A transformer makes new nodes on the way from a change to the root and keeps all others, so that
`ptxisa.syntax.rewriter` finds what has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, TypeGuard

from ptxisa.syntax.reread import Reread
from ptxisa.syntax.tree import Module, Node


def is_node(value: object) -> TypeGuard[Node]:
    """Return True if the value of a field is a node, not a text, a number or a sequence."""
    return isinstance(value, tuple) and hasattr(value, "_fields")


def children(node: Node) -> Iterator[Node]:
    """Yield the children of a node in the order of its fields, which is mostly that of the text."""
    for value in node:
        if is_node(value):
            yield value
        elif isinstance(value, (tuple, Reread)):
            yield from filter(is_node, value)


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and all its descendants, parents first; long data is parsed when it is reached."""
    pending = [iter((node,))]
    while pending:
        found = next(pending[-1], None)
        if found is None:
            pending.pop()
        else:
            yield found
            pending.append(children(found))


class _Dispatcher:
    """Finds the method `visit_Name` for nodes of the class `Name`; each class is looked up once."""

    _methods: ClassVar[dict[type, Callable[[Any, Any], Any]]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._methods = {}

    def generic_visit(self, node: Any) -> Any:
        raise NotImplementedError

    def _method(self, kind: type) -> Callable[[Any, Any], Any]:
        method = self._methods.get(kind)
        if method is None:
            method = self._methods[kind] = getattr(type(self), f"visit_{kind.__name__}", type(self).generic_visit)
        return method


class Visitor(_Dispatcher):
    """Calls `visit_CLASS(node)` for each node; a method that wants the nodes below calls `self.generic_visit(node)`."""

    def visit(self, node: Node) -> None:
        """Visit a node by the method for its class, or else the nodes below it."""
        self._method(type(node))(self, node)

    def generic_visit(self, node: Node) -> None:
        """Visit the nodes directly below a node."""
        for child in children(node):
            self.visit(child)


class Transformer(_Dispatcher):
    """Makes a tree of what `visit_CLASS(node)` returns for each node.

    That is the node itself, another one, a list of nodes where there may be several, or None to leave the node out.
    A method that wants changes below its node as well calls `self.generic_visit(node)` first. Trees are at most some
    hundred nodes deep, so that the recursion stays within Python's limit.
    """

    def transform(self, module: Module) -> Module:
        """Return the changed module."""
        changed: object = self.visit(module)
        if not isinstance(changed, Module):
            raise TypeError(f"a module was changed into {type(changed).__name__}")
        return changed

    def visit(self, node: Node) -> Node | Sequence[Node] | None:
        """Return the replacement of a node."""
        made: Node | Sequence[Node] | None = self._method(type(node))(self, node)
        return made

    def generic_visit(self, node: Any) -> Any:
        """Return a node with its children replaced; the same object if nothing changes."""
        changes: dict[str, Any] = {}
        for field, value in zip(node._fields, node, strict=True):
            if is_node(value):
                made: Any = self.visit(value)
            elif isinstance(value, (tuple, Reread)):
                made = self._sequence(value)
            else:
                continue
            if made is not value:
                changes[field] = made
        return node._replace(**changes) if changes else node

    def _sequence(self, values: Sequence[Any]) -> Sequence[Any]:
        """Return the replacements of nodes in a sequence, which may also contain numbers, texts and None."""
        made: list[Any] = []
        changed = False
        for value in values:
            new = self.visit(value) if is_node(value) else value
            changed = changed or new is not value
            if isinstance(new, list):
                made += new
            elif new is not None or value is None:
                made.append(new)
        return tuple(made) if changed else values
