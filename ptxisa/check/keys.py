"""Tell from the key of an instruction that it is valid, without parsing it.

The *key* of an instruction is its text with each name replaced by a character for what the name is declared as, and
numbers by their sorts where the value does not matter. At one place, instructions with equal keys are all valid or all
invalid: a key has everything that a check depends on.

    words = Words(scope, kinds, len(body))
    "".join(words[word] for word in …)  # the key

`Kinds` has the characters, `Words` those of the words in a scope, `ScopesOfBlocks` the keys of a run of instructions,
and `KnownInstructions` what is remembered of them. `ptxisa.check.body` uses them.
"""

from __future__ import annotations

import operator
import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, cast

from ptxisa.check.instruction import match_opcode
from ptxisa.check.place import Place
from ptxisa.check.scope import Scope, Symbol
from ptxisa.isa.instructions import rejected, set_of_mnemonics
from ptxisa.syntax import tree
from ptxisa.syntax.runs import NUMBERS, WORD, pieces, sort_of_number

MOST_KEYS = 100_000
"""Size of the cache of valid instructions for one place."""
_DIGITS = "0123456789"
"""Digits of names; `str.isdigit` accepts other characters than PTX does."""
_MOST_NUMBERS = 1000
"""Numbers whose characters are remembered from one body to the next; to copy more takes longer than to compute them."""
_CHARACTERS_PER_MEMBER = 8
"""Characters of a body for each member of a range that is entered before it is looked up.

Compilers number the registers that they use, so that a range has about one member for each statement of 20 to 40
characters. The bound keeps time and memory linear in a text that declares large ranges and uses few of their members.
"""
NO_KEY = "\x7f"
"""Character of a name whose declaration matters beyond what a key contains."""
_MARK = "\x07"
"""End of the mark of pieces in a block, which are without control characters but those of `ptxisa.syntax.runs`."""
_FIRST_KIND, _LAST_KIND = 0xA1, 0xD7FF
"""Characters for kinds of declarations; runs are ASCII."""
_ABOUT_NUMBERS = re.compile(
    r"\{?(?:-?[0-9]+|negative|(?:above|lower|multiple)\.[0-9]+(?:\.multiple\.[0-9]+)?|beyond\.[0-9]+)\}?\Z"
)
"""Words of errata that describe the value of an integer; see `ptxisa.check.errata`."""
_WIDEST_ACCESS = 32
"""Bytes of the widest access, `.v8.b32`."""


class Kinds:
    """A character for each kind of declaration in a module. Kinds are equal if no instruction distinguishes them."""

    def __init__(self) -> None:
        self._characters: dict[tuple[object, ...], str] = {}
        self.text = ""
        """Text of the module, which contains the declarations of functions."""
        self.numbers: dict[str, str] = {}
        self.undeclared_mnemonics: dict[str, str] = {}
        """Characters of words that mean the same in every body, unless a body declares a mnemonic as a name."""

    def __len__(self) -> int:
        return len(self._characters)

    def character(self, name: str, symbol: Symbol) -> str:
        """Return the character for a name; `NO_KEY` if more than the kind of its declaration matters."""
        if symbol.kind in ("prototype", "targets") or (name[:1] != "%" and name in set_of_mnemonics()):
            return NO_KEY
        node, key = symbol.node, cast("tuple[object, ...]", symbol[:4])
        if symbol.kind == "function":
            # Calls depend on results and parameters, and thus on the text of the declaration.
            end = node.body.start if node.body is not None else node.end
            key = ("function", self.text[node.start : end])
        elif symbol.kind in ("variable", "parameter", "result"):
            # The alignment, the attributes and the dimensions of a variable or parameter.
            sizes: tuple[tree.Integer | None, ...] = ()
            if isinstance(node, tree.Parameter):
                sizes = node.dimensions
            else:
                named = (declarator for declarator in node.declarators if declarator.name.text == name)
                sizes = next((declarator.dimensions for declarator in named), ())
            alignment = node.alignment.value if node.alignment is not None else 0
            attributes = (attribute.name for attribute in getattr(node, "attributes", ()))
            key = (
                *key,
                symbol.hides,
                alignment,
                *attributes,
                *(size.value if size is not None else None for size in sizes),
            )
        character = self._characters.get(key)
        if character is None:
            code = _FIRST_KIND + len(self._characters)
            if code > _LAST_KIND:
                return NO_KEY
            character = self._characters[key] = chr(code)
        return character


class Words(dict[str, str]):
    """Character for each word of the statements in a scope: the kind of a name, sort and alignment of a number."""

    def __init__(self, scope: Scope, kinds: Kinds, length: int) -> None:
        """Create the words of a body that has `length` characters."""
        super().__init__(kinds.numbers)
        self.update(kinds.undeclared_mnemonics)
        for mnemonic in kinds.undeclared_mnemonics:
            if scope.lookup(mnemonic) is not None:
                del self[mnemonic]
        self._everywhere = dict(self)
        """Words that no range of registers contains: numbers, and undeclared mnemonics without final digits."""
        self._kinds, self._members_left = kinds, length // _CHARACTERS_PER_MEMBER
        self.enter(scope)

    def enter(self, scope: Scope) -> None:
        """Go to the scope of the next statements."""
        self.scope = scope
        self._ranges: dict[str, tuple[int, str]] = {}
        """Number and character of the visible members of ranges such as `%r<8>`, by their stems."""

    def leave(self, inner: Scope, outer: Scope) -> None:
        """Go back from the scope of a block to the one around it."""
        self.enter(outer)
        self.forget(inner.own_names(), ranges=inner.has_ranges())

    def __missing__(self, word: str) -> str:
        # Most words of a module are members of ranges: `%r17`.
        stem = word.rstrip(_DIGITS)
        count, character = self._ranges.get(stem, (0, ""))
        digits = word[len(stem) :]
        if count and digits and digits[0] != "0" and int(digits[:12]) < count and not self.scope.has_name(word):
            self[word] = character
            # To enter a member together with all others takes a tenth of the time of a lookup.
            if count <= self._members_left and self.scope.visible_range(stem) is not None:
                self._members_left -= count
                _numerals.extend(map(str, range(len(_numerals), count)))
                self.update(dict.fromkeys(map(stem.__add__, _numerals[:count]), character))
            return character
        if word[0] in NUMBERS:
            character = sort_of_number(word)
            if word[0] == "+":  # An offset such as `+-8`, of which the alignment matters.
                number = int(word[1:])
                alignment = min(number & -number, _WIDEST_ACCESS) if number else _WIDEST_ACCESS
                character = f"{character}{alignment}"
            if len(self._kinds.numbers) < _MOST_NUMBERS:
                self._kinds.numbers[word] = character
        else:
            symbol = self.scope.lookup(word)
            # Special registers of one type may be read with different types, and exist in different places.
            known = symbol is not None and symbol.kind != "special"
            character = self._kinds.character(word, symbol) if known and symbol else word
            # Names of other registers than `%…` may be mnemonics, which have no character.
            members = self.scope.visible_range(stem) if word[0] == "%" else None
            if members is not None and members[1] is symbol:
                self._ranges[stem] = members[0], character
            if symbol is None and stem == word and word in set_of_mnemonics():
                self._kinds.undeclared_mnemonics[word] = word
        self[word] = character
        return character

    def declare(self, declaration: tree.Declaration) -> None:
        """Enter the names of a declaration, which the scope contains already; many registers at once."""
        declarators = declaration.declarators
        if not isinstance(declarators, tree.PlainNames):
            ranges = any(declarator.copies is not None for declarator in declarators)
            self.forget([declarator.name.text for declarator in declarators], ranges=ranges)
            return
        names = declarators.texts
        symbol = self.scope.here(names[0])
        if symbol is None or not self.scope.declares(names, symbol):
            self.forget(names)
            return
        self.declare_all(names, symbol)

    def declare_all(self, names: Collection[str], symbol: Symbol) -> None:
        """Enter names of one symbol, which the scope contains already."""
        self.update(dict.fromkeys(names, self._kinds.character("", symbol)))
        self.forget(set_of_mnemonics().intersection(names))

    def forget(self, names: Iterable[str], *, ranges: bool = False) -> None:
        """Forget names whose declarations change; with `ranges`, every name, since any may be a member."""
        if ranges:
            self._ranges.clear()
            # A body begins with its ranges, when nothing else has been entered.
            if len(self) > len(self._everywhere):
                self.clear()
                self.update(self._everywhere)
        for name in names:
            self.pop(name, None)
            self._everywhere.pop(name, None)


class _BlockWords(dict[str, str]):
    """Characters of the words in a block of a run: those of its own names, and those of the words around it."""

    def __init__(self, own: Mapping[str, str], outer: Mapping[str, str]) -> None:
        super().__init__(own)
        self._outer = outer

    def __missing__(self, word: str) -> str:
        return self._outer[word]


_numerals: list[str] = []
"""The numbers from 0 on as text, as many as were needed."""


@lru_cache(maxsize=8192)
def numbers_matter(opcode: str) -> bool:
    """Return True if instructions with this opcode accept some integers and not others, by their forms or by errata."""
    mnemonic, *modifiers = opcode.split(".")
    forms = [match.form for match in match_opcode(mnemonic, tuple(modifiers))]
    operands = [operand for form in forms for operand in form.operands]
    if (
        not operands
        or any(form.limits for form in forms)
        or any(
            operand.choices
            or operand.alignment
            or operand.member_mask
            or operand.multiple_of > 1
            or (operand.minimum, operand.maximum, operand.exclusive_minimum) != (None, None, None)
            for operand in operands
        )
    ):
        return True
    if rejected().isdisjoint(form.id for form in forms):
        return False
    from ptxisa.isa.deviations import every_deviation  # Rules of errata take long to load.

    rules = [
        rule
        for rule in every_deviation(mnemonic)
        if not rule.accepts and any(rule.applies_to(form.id) for form in forms)
    ]
    return any(_ABOUT_NUMBERS.match(word) for rule in rules for word in (*rule.written_as, *rule.others_written_as))


class PlainPieces(set[str]):
    """Pieces of valid instructions that concern nothing else, and whose only names are registers and the mnemonic.

    A piece has the numbers and the mnemonic as they are written, and characters for its registers. It needs no key:
    its meaning is the same wherever its mnemonic is undeclared. Two thirds of the pieces of kernels are plain.
    """

    def __init__(self) -> None:
        super().__init__()
        self._mnemonics: list[str] = []

    def different(self, pieces: Iterable[str], words: Mapping[str, str]) -> set[str]:
        """Return the pieces in a scope that are not known to be plain, without repetitions."""
        different = set(pieces)
        undeclared = all(map(operator.eq, map(words.__getitem__, self._mnemonics), self._mnemonics))
        return different.difference(self) if undeclared else different

    def learn(self, piece: str) -> None:
        """Enter the piece of a valid instruction without declared names, unless it has others than the mnemonic."""
        names = [word for word in WORD.findall(f"{piece};") if word[0] not in NUMBERS]
        if len(names) == 1 and names[0] in set_of_mnemonics():
            if len(self) >= MOST_KEYS:
                self.clear()
            self.add(piece)
            if names[0] not in self._mnemonics:
                self._mnemonics.append(names[0])


class KnownInstructions(NamedTuple):
    """Keys of instructions, and what is remembered of them; an editor keeps them from one check to the next."""

    kinds: Kinds
    """Kinds of declarations that the keys contain."""
    valid: dict[Place, set[str]]
    """Keys of valid instructions for each place."""
    plain: dict[Place, PlainPieces]
    """Pieces that need no keys, for each place."""
    concerns: dict[str, frozenset[str]]
    """Roles of instructions in warnings about whole bodies, of those that have a role."""
    opcodes: set[str]
    """Every opcode of an instruction that was checked."""

    @classmethod
    def nothing(cls) -> KnownInstructions:
        """Return a memory that contains nothing yet."""
        return cls(Kinds(), {}, {}, {}, set())


class ScopesOfBlocks:
    """Scopes and words of the blocks of a run, made when they are needed."""

    def __init__(
        self,
        blocks: Sequence[tree.RunBlock],
        names: Sequence[Mapping[str, tuple[str, Symbol]]],
        scope: Scope,
        words: Words,
    ) -> None:
        self._blocks, self._names = blocks, names
        self.undeclared: list[tuple[str, str]] = []
        """Pieces with keys that contain no declared name except for registers with `%`."""
        self._starts = [block.first_piece for block in blocks]
        self._scopes: dict[int, tuple[Scope, Mapping[str, str]]] = {-1: (scope, words)}

    def keys(self, run_parts: list[str], plain: PlainPieces) -> dict[int, str]:
        """Return the keys of the pieces that are not plain, by their numbers: their texts with characters for words."""
        words = self._scopes[-1][1]
        parts = run_parts.copy()
        parts[1::2] = map(words.__getitem__, parts[1::2])
        for block, own in zip(self._blocks, self._names, strict=True):
            if any(name[0] == "%" for name in own):
                span = slice(block.first_part | 1, block.last_part, 2)
                characters = zip(run_parts[span], parts[span], strict=True)
                parts[span] = [own[word][0] if word in own else character for word, character in characters]
        coarse = pieces("".join(parts))[:-1]
        keys: dict[str, str] = {}
        for mark, (texts, words_of_mark) in self._groups(coarse).items():
            different = plain.different(texts, words_of_mark)
            for text, key, declared in _with_characters(list(different), words_of_mark):
                keys[mark + text] = key
                if not declared:
                    self.undeclared.append((text, key))
        return {number: keys[piece] for number, piece in enumerate(coarse) if piece in keys}

    def _groups(self, coarse: list[str]) -> dict[str, tuple[Iterable[str], Mapping[str, str]]]:
        """Mark the pieces in blocks; return the pieces without their marks, and the words in them, by mark.

        Names without `%` mean something else in a block, so that a mark is what the names of the block are. Most blocks
        of inline assembly declare the same names.
        """
        words = self._scopes[-1][1]
        if not self._blocks:
            return {"": (coarse, words)}
        marks: dict[tuple[Any, ...], str] = {}
        words_of_marks: dict[str, Mapping[str, str]] = {"": words}
        marks_of_blocks: list[tuple[Any, ...]] = []
        for number, (block, own) in enumerate(zip(self._blocks, self._names, strict=True)):
            around = marks_of_blocks[block.outer] if block.outer >= 0 else ()
            meaning = (*around, *((name, character) for name, (character, _) in own.items()))
            marks_of_blocks.append(meaning)
            mark = marks.get(meaning)
            if mark is None:
                mark = marks[meaning] = f"{len(marks)}{_MARK}"
                words_of_marks[mark] = self._of_block(number)[1]
            span = slice(block.first_piece, block.last_piece)
            coarse[span] = [mark + piece.rpartition(_MARK)[2] for piece in coarse[span]]
        groups: dict[str, tuple[list[str], Mapping[str, str]]] = {}
        for piece in set(coarse):
            before, separator, text = piece.rpartition(_MARK)
            mark = before + separator
            groups.setdefault(mark, ([], words_of_marks[mark]))[0].append(text)
        return dict(groups)

    def of_piece(self, piece: int) -> tuple[Scope, Mapping[str, str]]:
        """Return the scope and the words of a piece of the run."""
        number = bisect_right(self._starts, piece) - 1
        while number >= 0 and piece >= self._blocks[number].last_piece:
            number = self._blocks[number].outer
        return self._of_block(number)

    def _of_block(self, number: int) -> tuple[Scope, Mapping[str, str]]:
        if number not in self._scopes:
            outer, words = self._of_block(self._blocks[number].outer)
            scope = Scope(outer)
            for name, (_, symbol) in self._names[number].items():
                scope.declare(name, symbol)
            own = {name: character for name, (character, _) in self._names[number].items()}
            self._scopes[number] = scope, _BlockWords(own, words)
        return self._scopes[number]


def _with_characters(pieces: Sequence[str], words: Mapping[str, str]) -> Iterator[tuple[str, str, bool]]:
    """Yield each piece, the piece with a character for each word, and True if one of the words is a declared name."""
    parts = WORD.split(";".join(pieces) + ";")
    characters = list(map(words.__getitem__, parts[1::2]))
    parts[1::2] = characters
    keys = "".join(parts).split(";")
    # Characters of declarations are not ASCII; all pieces are searched for them at once.
    parts[1::2] = map(_DECLARED_OR_NOT.__getitem__, map(str.isascii, characters))
    marked = "".join(parts).split(";")
    for piece, key, names in zip(pieces, keys, marked, strict=False):
        yield piece, key, _MARK in names


_DECLARED_OR_NOT = {True: "", False: _MARK}
"""Text for a character of a word, by `str.isascii`."""
