"""Refinement: does the first snippet allow every result of the second one, whatever the open bits are?

    chosen = choices([(first, second)], opened)

Bits that PTX leaves open are variables of the snippets. The second snippet is right if for all of its open bits there
are some of the first one for which the results are equal. Where an open bit of the first snippet reaches a result
unchanged, as through moves and packing, the bit that makes the results equal is known; other open bits are as execution
has them. Each choice is a function of the inputs and the second snippet, so that what is proved is a refinement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce

from ptxisa.proofs.terms import Term, bit_xor, field, insert, invert, low, word


def choices(pairs: Iterable[tuple[Term, Term]], opened: Callable[[Term], bool]) -> dict[Term, Term]:
    """Return terms for open bits of the first snippet.

    Args:
        pairs: Results of the two snippets, of one width each.
        opened: Function that returns True for a variable of open bits of the first snippet.
    """
    chooser = _Chooser(opened)
    for first, second in pairs:
        chooser.visit(first, second)
    results = {}
    for variable, parts in chooser.parts.items():
        result = word(0, variable.width)
        for place, part in reversed(parts):  # The first part of several at one place is kept.
            result = insert(result, place, part)
        results[variable] = result
    return results


class _Chooser:
    def __init__(self, opened: Callable[[Term], bool]) -> None:
        self.opened = opened
        self.parts: dict[Term, list[tuple[int, Term]]] = {}

    def visit(self, first: Term, second: Term) -> None:
        """Note the open bits that reach a result, and what makes it equal to another."""
        match first.op:
            case "concat":
                place = 0
                for piece in reversed(first.args):
                    self.visit(piece, field(second, place + piece.width - 1, place))
                    place += piece.width
            case "ite":
                self.visit(first.args[1], second)
                self.visit(first.args[2], second)
            case "bvnot":
                self.visit(first.args[0], invert(second))
            case "sign_extend":
                self.visit(first.args[0], low(second, first.args[0].width))
            case "bvxor":
                for part in first.args:
                    # Masked by the bits that are open: where the mask is 0, the choice does not matter.
                    masked = part.args if part.op == "bvand" else (part,)
                    for bits in masked:
                        source, place = (bits.args[0], bits.data[1]) if bits.op == "extract" else (bits, 0)
                        if self.opened(source):
                            others = (other for other in first.args if other is not part)
                            self.parts.setdefault(source, []).append((place, reduce(bit_xor, others, second)))
                            return
