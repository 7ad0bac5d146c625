"""Visit syntax trees, and make changed ones, as `ast.walk`, `ast.NodeVisitor` and `ast.NodeTransformer` do.

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

from ptxisa.syntax.tree import Module, Node, Reread


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
    # Iterators instead of lists of children: long data is never in memory as a whole.
    pending = [iter((node,))]
    while pending:
        child = next(pending[-1], None)
        if child is None:
            pending.pop()
        else:
            yield child
            pending.append(children(child))


class _Dispatcher:
    """Base class with the method `visit_Name` for nodes of the class `Name`; each class is looked up once."""

    _methods: ClassVar[dict[type, Callable[[Any, Any], Any]]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._methods = {}

    def generic_visit(self, node: Any) -> Any:
        """Visit a node of a class without a method."""
        raise NotImplementedError

    def _method(self, kind: type) -> Callable[[Any, Any], Any]:
        method = self._methods.get(kind)
        if method is None:
            method = self._methods[kind] = getattr(type(self), f"visit_{kind.__name__}", type(self).generic_visit)
        return method


class Visitor(_Dispatcher):
    """Visitor that calls `visit_CLASS(node)` for each node.

    A method that needs the nodes below its node calls `self.generic_visit(node)`.
    """

    def visit(self, node: Node) -> None:
        """Visit a node by the method for its class, or else the nodes below it."""
        self._method(type(node))(self, node)

    def generic_visit(self, node: Node) -> None:
        """Visit the nodes directly below a node."""
        for child in children(node):
            self.visit(child)


class Transformer(_Dispatcher):
    """Maker of a tree from the results of `visit_CLASS(node)` for each node.

    A method returns its node, another node, a list of nodes where there may be several, or None to leave the node out.
    To change nodes below its node as well, it calls `self.generic_visit(node)` first. Trees are at most some hundred
    nodes deep, so that the recursion stays within Python's limit.
    """

    def transform(self, module: Module) -> Module:
        """Return the changed module.

        Raises:
            TypeError: A method returned something else for the module.
        """
        changed: object = self.visit(module)
        if not isinstance(changed, Module):
            raise TypeError(f"a module was changed into {type(changed).__name__}")
        return changed

    def visit(self, node: Node) -> Node | Sequence[Node] | None:
        """Return the replacement of a node."""
        replacement: Node | Sequence[Node] | None = self._method(type(node))(self, node)
        return replacement

    def generic_visit(self, node: Any) -> Any:
        """Return a node with its children replaced; the same object if nothing changes."""
        changes: dict[str, Any] = {}
        for field, value in zip(node._fields, node, strict=True):
            if is_node(value):
                replacement: Any = self.visit(value)
            elif isinstance(value, (tuple, Reread)):
                replacement = self._sequence(value)
            else:
                continue
            if replacement is not value:
                changes[field] = replacement
        return node._replace(**changes) if changes else node

    def _sequence(self, values: Sequence[Any]) -> Sequence[Any]:
        """Return the replacements of nodes in a sequence, which may also contain numbers, texts and None."""
        replacements: list[Any] = []
        changed = False
        for value in values:
            replacement = self.visit(value) if is_node(value) else value
            changed = changed or replacement is not value
            if isinstance(replacement, list):
                replacements += replacement
            elif replacement is not None or value is None:
                replacements.append(replacement)
        return tuple(replacements) if changed else values
