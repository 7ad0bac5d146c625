"""Find the instructions that accept a modifier without a record: ptxas assembles each form with it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from ptxisa.isa.forms import Form
from ptxisa.isa.instructions import every_form
from ptxisa.oracle.assembler import Pair, Probe, Ptxas, declarable, placeable
from ptxisa.oracle.conform import homes_of
from ptxisa.oracle.probes import plain_probes

FEW = 4
"""Representative variants of a form that are tried with each modifier."""


def placements(words: Sequence[str], ptxas: Ptxas) -> Mapping[str, tuple[str, ...]]:
    """Return the instructions that accept each modifier, on the newest target of each instruction."""
    newest = ptxas.newest_pairs()
    homes: dict[Pair, list[Form]] = defaultdict(list)
    for form in every_form():
        home = next(homes_of(form, newest), None)
        if home is not None:
            homes[home].append(form)
    instructions: dict[str, set[str]] = {word: set() for word in words}
    for pair, forms in homes.items():
        for word, name in _accepted(words, forms, ptxas, pair):
            instructions[word].add(name)
    return {word: tuple(sorted(names)) for word, names in instructions.items()}


def _accepted(words: Sequence[str], forms: Sequence[Form], ptxas: Ptxas, pair: Pair) -> Iterator[tuple[str, str]]:
    """Yield every word with each instruction that accepts it at one place."""
    types = set(declarable(*pair))
    tried = [
        (word, form.record.rpartition("/")[2], probe)
        for form in forms
        for plain in plain_probes(form, FEW)
        if types.issuperset(type_ for _, type_ in plain.registers) and placeable(plain, *pair)
        for word in words
        for probe in respelled(plain, word)
    ]
    rejected = ptxas.rejections([probe for _, _, probe in tried], *pair)
    yield from ((word, name) for index, (word, name, _) in enumerate(tried) if index not in rejected)


def respelled(probe: Probe, word: str) -> Iterator[Probe]:
    """Yield the statement with the modifier before the last part of its opcode, and after it."""
    opcode, space, operands = probe.statement.removesuffix(";").partition(" ")
    first, dot, last = opcode.rpartition(".")
    if dot:
        yield probe._replace(statement=f"{first}{word}.{last}{space}{operands};")
    yield probe._replace(statement=f"{opcode}{word}{space}{operands};")
