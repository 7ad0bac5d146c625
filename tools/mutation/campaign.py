"""Parts that all campaigns of seeded faults share: drawing faults, verdicts, and the report on them."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

Drawn = TypeVar("Drawn")


class FaultVerdict(NamedTuple):
    """Verdict on one fault."""

    group: str
    fault: str
    end: str
    """"killed"; "survived"; "no effect" if no result depends on the fault; "lost" if its process ended early."""
    by: str = ""
    """Test that failed, or the reason why no more tests ran."""
    ran: int = 0
    """Number of tests that passed with the fault."""
    seconds: float = 0.0


ENDS = ("killed", "survived", "no effect", "lost")


def draw_evenly(faults: Sequence[Drawn], group: Callable[[Drawn], str], count: int, seed: int) -> list[Drawn]:
    """Return at most `count` faults, one of each group in turn while the group has more."""
    chance = random.Random(seed)
    by_group: dict[str, list[Drawn]] = defaultdict(list)
    for fault in faults:
        by_group[group(fault)].append(fault)
    for members in by_group.values():
        chance.shuffle(members)
    chosen: list[Drawn] = []
    while len(chosen) < min(count, len(faults)):
        for members in by_group.values():
            if members and len(chosen) < count:
                chosen.append(members.pop())
    return chosen


def report(verdicts: Sequence[FaultVerdict]) -> Iterator[str]:
    """Yield a table of the groups, then a line for each fault that was not killed."""
    yield f"{'group':24} {'faults':>7}" + "".join(f"{end:>11}" for end in ENDS)
    for group in [*sorted({verdict.group for verdict in verdicts}), "all"]:
        ends = Counter(verdict.end for verdict in verdicts if group in (verdict.group, "all"))
        yield f"{group:24} {ends.total():7}" + "".join(f"{ends[end]:11}" for end in ENDS)
    for verdict in sorted(verdicts, key=lambda verdict: ENDS.index(verdict.end)):
        if verdict.end != "killed":
            tests = f" {verdict.ran} tests" if verdict.ran else ""
            yield f"{verdict.end}{tests}: {verdict.group}: {verdict.fault} {verdict.by}".rstrip()
