"""Cut small modules out of large ones: one function with a few of its statements and all that they name.

A fragment is legal where its module is, and small enough to be checked in milliseconds. Every fragment
declares the spare registers of `SPARE`, for mutations to use.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from random import Random

from ptxisa.syntax import tree
from ptxisa.syntax.parser import parse

SPARE = {type_: f"%spare_{type_}" for type_ in ("pred", "b16", "u16", "b32", "s32", "f32", "b64", "u64", "f64")}
WINDOW = 16
LIMIT = 12_000

_WORD = re.compile(r"[\w$%]+")
_KEPT = (tree.Declaration, tree.Pragma)


def fragments(text: str, rng: Random, count: int) -> list[str]:
    """Return up to `count` fragments of different functions of a module."""
    module = parse(text).module
    functions = [
        function for function in module.functions if isinstance(function.body, tree.Block) and function.body.statements
    ]
    chosen = rng.sample(functions, min(count, len(functions)))
    cut = (_Cut(text, module).around(function, rng) for function in chosen)
    return [fragment for fragment in cut if len(fragment) <= LIMIT]


class _Cut:
    """Module from which fragments are cut."""

    def __init__(self, text: str, module: tree.Module) -> None:
        self.text, self.module = text, module

    def around(self, function: tree.Function, rng: Random) -> str:
        """Return a function with a window of its statements, and the items of the module that it needs."""
        assert isinstance(function.body, tree.Block)
        body = self._body(function.body.statements, rng)
        spare = "".join(f"    .reg .{type_} {name};\n" for type_, name in SPARE.items())
        cut = f"{self.text[function.start : function.body.start]}{{\n{spare}{body}}}\n"
        needed = "\n".join(self._needed(function, cut))
        version, size = self.module.version, self.module.address_size
        head = [self.text[version.start : version.end]] if version else []
        for target in self.module.targets:  # Without `debug`, which requires debug sections.
            head.append(f".target {', '.join(name.text for name in target.names if name.text != 'debug')}")
        head += [f".address_size {size.text}"] if size else []
        return "".join(f"{line}\n" for line in head) + f"{needed}\n{cut}"

    def _slice(self, node: tree.Statement | tree.Item) -> str:
        return self.text[node.start : node.end]

    def _body(self, statements: Sequence[tree.Statement], rng: Random) -> str:
        """Return declarations, a window of instructions, and the labels and lists that are named in it."""
        movable = [statement for statement in statements if isinstance(statement, (tree.Instruction, tree.Block))]
        first = rng.randrange(max(1, len(movable) - WINDOW + 1))
        window = {statement.start for statement in movable[first : first + WINDOW]}
        words = _words(self._slice(statement) for statement in movable if statement.start in window)
        named = _named(statements, words, self.text)
        kept = [
            statement
            for statement in statements
            if isinstance(statement, _KEPT) or statement.start in window or statement.start in named
        ]
        return "".join(f"    {self._slice(statement)}\n" for statement in kept)

    def _needed(self, function: tree.Function, cut: str) -> Iterator[str]:
        """Return the items that a function uses, directly or through others, in the order of the module."""
        items = {name: item for item in self.module.items for name in _names(item)}
        needed: set[int] = set()
        pending = [cut]
        while pending:
            for word in _WORD.findall(pending.pop()):
                item = items.get(word)
                if item is not None and item.start != function.start and item.start not in needed:
                    needed.add(item.start)
                    pending.append(self._declaration(item))
        for item in self.module.items:
            if item.start in needed:
                yield self._declaration(item)

    def _declaration(self, item: tree.Item) -> str:
        """Return the text of an item; of another function only its head."""
        if not isinstance(item, tree.Function) or item.body is None:
            return self._slice(item)
        head = self.text[item.start : item.body.start]
        end = item.directives[0].start - item.start if item.directives else len(head)
        return f".extern {re.sub(r'^[.](visible|weak) *', '', head[:end])};"


def _named(statements: Sequence[tree.Statement], words: set[str], text: str) -> set[int]:
    """Places of the labels that the words name, and of the lists and prototypes after them, which name labels too."""
    starts: set[int] = set()
    for statement, following in zip(statements, [*statements[1:], None], strict=True):
        if isinstance(statement, tree.Label) and statement.name.text in words and isinstance(following, _LISTS):
            starts |= {statement.start, following.start}
            words = words | _words([text[following.start : following.end]])
    return starts | {
        statement.start
        for statement in statements
        if isinstance(statement, tree.Label) and statement.name.text in words
    }


_LISTS = (tree.Targets, tree.CallPrototype)


def _words(texts: Iterable[str]) -> set[str]:
    return {word for text in texts for word in _WORD.findall(text)}


def _names(item: tree.Item) -> list[str]:
    """Yield the names that an item of a module declares."""
    if isinstance(item, tree.Declaration):
        return [declarator.name.text for declarator in item.declarators]
    return [item.name.text] if isinstance(item, (tree.Function, tree.Alias)) else []
