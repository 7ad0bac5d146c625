"""Compare completion of modifiers with a release of ptxas, on random prefixes of opcodes.

    python -m tools.completions 13.0 [--prefixes 1000] [--seed 1] [--target sm_90a]

A prefix is the beginning of a legal variant. A modifier that is offered there is completed by further offered ones, and
ptxas must accept the statement. For modifiers that are not offered, statements of variants with the prefix, the
modifier and their other modifiers after it are assembled; ptxas must reject them. Prints on how many both agree.
"""

from __future__ import annotations

import argparse
import sys
from random import Random
from typing import NamedTuple

from ptxisa.check.module import check_module
from ptxisa.isa import targets
from ptxisa.isa.forms import Form, Values
from ptxisa.isa.instructions import every_form, instruction
from ptxisa.isa.targets import Target
from ptxisa.isa.versions import Version
from ptxisa.oracle.assembler import Probe, Ptxas, Rejection, declarable, framed, placeable
from ptxisa.oracle.probes import representative, variant
from ptxisa.oracle.releases import find
from ptxisa.query.availability import form_available
from ptxisa.query.continuations import continuations

_MOST_STEPS = 20
_TRIED = 3
"""Modifiers of each kind that are tried after a prefix."""


class Question(NamedTuple):
    """Statement about a modifier after a prefix; `offered` is True if completion offers it."""

    prefix: str
    modifier: str
    offered: bool
    probe: Probe


def respelled(form: Form, values: Values, words: list[str]) -> Probe:
    """Return the statement of a variant with its modifiers in another order."""
    probe = variant(form, values).probe
    _, space, operands = probe.statement.partition(" ")
    spelled = ".".join((form.mnemonic, *words))
    return probe._replace(statement=f"{spelled}{space}{operands}" if space else f"{spelled};")


def completed(mnemonic: str, words: list[str], random: Random, on: Target, at: Version, release: str) -> Probe | None:
    """Return a statement that begins with the words and continues with offered modifiers; None if there is none."""
    known = instruction(mnemonic)
    assert known is not None
    for _ in range(_MOST_STEPS):
        matches = [
            match
            for match in known.matches(words)
            if form_available(match.form, match.modifiers, on, at) and representative(match.form)
        ]
        if matches:
            return respelled(matches[0].form, matches[0].modifiers, words)
        offered = [
            continuation.modifier
            for continuation in continuations(mnemonic, words, (), on, at, release)
            if not continuation.unavailable
        ]
        if not offered:
            return None
        words = [*words, random.choice(offered)]
    return None


def questions(forms: list[Form], count: int, random: Random, on: Target, at: Version, release: str) -> list[Question]:
    """Return questions about random prefixes."""
    drawn: list[Question] = []
    prefixes = 0
    while prefixes < count:
        form = random.choice(forms)
        values = random.choice(representative(form))
        mnemonic, *words = form.opcode(values).split(".")
        if not words:
            continue
        before = words[: random.randrange(len(words))]
        prefix = ".".join((mnemonic, *before))
        index = instruction(mnemonic)
        assert index is not None
        prefixes += 1
        offered = [
            continuation.modifier
            for continuation in continuations(mnemonic, before, (), on, at, release)
            if not continuation.unavailable
        ]
        for modifier in random.sample(offered, min(_TRIED, len(offered))):
            probe = completed(mnemonic, [*before, modifier], random, on, at, release)
            if probe is not None:
                drawn.append(Question(prefix, modifier, True, probe))
        others = sorted({value for form in index.forms for slot in form.slots for value in slot.values} - set(offered))
        for modifier in random.sample(others, min(_TRIED, len(others))):
            for other in index.index.forms_taking((*before, modifier))[:2]:
                for its in representative(other):
                    rest = other.opcode(its).split(".")[1:]
                    asked = [*before, modifier]
                    if all(rest.count(word) >= asked.count(word) for word in asked):
                        for word in asked:
                            rest.remove(word)
                        probe = respelled(other, its, [*asked, *rest])
                        drawn.append(Question(prefix, modifier, False, probe))
                        break
    return drawn


def rejects_operands(probe: Probe, on: Target, at: Version, release: str) -> bool:
    """Return True if an erratum says that the release rejects the operands of a statement, whose opcode it accepts."""
    text, _ = framed([probe], on, at)
    return any(diagnostic.code == "rejected-by-assembler" for diagnostic in check_module(text, assembler=release))


def main() -> int:
    """Compare, and print the differences."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("release")
    parser.add_argument("--prefixes", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--target", default="sm_90a")
    arguments = parser.parse_args()
    release = arguments.release
    ptxas, random = Ptxas(find(release)), Random(arguments.seed)
    on = targets.target(arguments.target)
    at = max(version for target, version in ptxas.pairs() if target.name == on.name)
    forms = [form for form in every_form() if representative(form)]
    types = set(declarable(on, at))
    asked = [
        question
        for question in questions(forms, arguments.prefixes, random, on, at, release)
        if types.issuperset(type_ for _, type_ in question.probe.registers) and placeable(question.probe, on, at)
    ]
    rejected = ptxas.rejections([question.probe for question in asked], on, at)
    for index, question in enumerate(asked):
        if not question.offered and index not in rejected:
            # Some opcodes, such as those with 32-bit addresses, are rejected only while ptxas generates code.
            text, _ = framed([question.probe], on, at)
            message = ptxas.rejection(text, on, generates_code=True)
            if message:
                rejected[index] = Rejection(message, fatal=False)
    wrong = [(index, question) for index, question in enumerate(asked) if (index in rejected) == question.offered]
    # The opcode may be complete and valid, while the release rejects the operands that the statement happens to have.
    of_operands = {
        index for index, question in wrong if question.offered and rejects_operands(question.probe, on, at, release)
    }
    print(f"left out: {len(of_operands)} offered, whose statements have operands that an erratum says are rejected")
    wrong = [(index, question) for index, question in wrong if index not in of_operands]
    for index, question in wrong:
        offer, answer = (
            "offered" if question.offered else "not offered",
            rejected[index][0] if index in rejected else "accepted",
        )
        print(f"{question.prefix} .{question.modifier} {offer}: {question.probe.statement} {answer}")
    for offered in (True, False):
        total = sum(question.offered is offered for index, question in enumerate(asked) if index not in of_operands)
        different = sum(question.offered is offered for _, question in wrong)
        print(f"{'offered' if offered else 'not offered'}: {total - different} of {total} as ptxas {release}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
