"""Vector clocks of all threads of a launch: for each thread, the epochs of other threads that precede what it does.

What a thread has learned about the threads of its own CTA is a *page*, a row with an epoch for each of them. What it
has learned about other CTAs is a *view*, a row with the number of a page for each CTA. Rows do not change, so that all
threads that have met at a barrier share them: a barrier of a CTA makes one row, whatever the number of threads, and a
release or a fence copies numbers of rows. A barrier of all threads overwrites the rows of the one before as long as
nothing has been released, acquired or fenced, so that nobody else can have their numbers. So clocks of any number of
threads are exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from ptxisa.machine.address import Slots
from ptxisa.machine.lanes import LANES

_FIRST = 16


class Rows:
    """Rows of 32-bit integers with numbers; row 0 has zeros."""

    def __init__(self, width: int) -> None:
        self.values = np.zeros((_FIRST, width), np.int32)
        self._free = np.arange(_FIRST - 1, 0, -1)

    @property
    def bytes(self) -> int:
        """Bytes of the rows in use."""
        return (len(self.values) - len(self._free)) * self.values.shape[1] * 4

    def take(self, count: int) -> Any:
        """Return the numbers of unused rows, whose contents are arbitrary."""
        while count > len(self._free):
            size = len(self.values)
            self.values = np.concatenate([self.values, np.zeros_like(self.values)])
            self._free = np.concatenate([np.arange(2 * size - 1, size - 1, -1), self._free])
        taken, self._free = self._free[len(self._free) - count :], self._free[: len(self._free) - count]
        return taken

    def add(self, row: Any) -> int:
        """Return the number of a new row with some values."""
        number = int(self.take(1)[0])
        self.values[number] = row
        return number

    def keep(self, used: Any) -> None:
        """Free all rows but those with some numbers."""
        unused = np.ones(len(self.values), bool)
        unused[used], unused[0] = False, False
        self._free = np.flatnonzero(unused)[::-1]


class Knowledge(NamedTuple):
    """Epochs that somebody knows: of the threads of a CTA by a page, and of the threads of other CTAs by a view.

    `cta` is -1 if the view has the pages of all CTAs.
    """

    page: int
    view: int
    cta: int


NOTHING = Knowledge(0, 0, -1)


class Epochs:
    """Pages and views of a launch.

    Args:
        ctas: CTAs of the grid.
        width: Threads and asynchronous operations of a CTA that have an epoch of their own.
    """

    def __init__(self, ctas: int, width: int) -> None:
        self.pages, self.views = Rows(width), Rows(ctas)
        self.shared = False
        """True if a page may be that of several CTAs, clocks or results of `later`, which are kept."""
        self._later: dict[tuple[int, int], int] = {}
        self._joined: dict[tuple[int, int], int] = {}

    @property
    def bytes(self) -> int:
        """Bytes of pages and views."""
        return self.pages.bytes + self.views.bytes

    def merge(self, first: Knowledge, second: Knowledge) -> Knowledge:
        """Return what two messages together contain."""
        if first.cta == second.cta:
            return Knowledge(self.later(first.page, second.page), self.join(first.view, second.view), first.cta)
        return Knowledge(0, self.join(self.whole(first), self.whole(second)), -1)

    def whole(self, knowledge: Knowledge) -> int:
        """Return a view with all that is known."""
        if knowledge.cta < 0 or not knowledge.page:
            return knowledge.view
        row = self.views.values[knowledge.view].copy()
        row[knowledge.cta] = self.later(int(row[knowledge.cta]), knowledge.page)
        return self.views.add(row)

    def page_of(self, knowledge: Knowledge, cta: int) -> int:
        """Return the page of what is known of the threads of a CTA."""
        return knowledge.page if knowledge.cta == cta else int(self.views.values[knowledge.view, cta])

    def later(self, first: int, second: int) -> int:
        """Return the page with the later epochs of two pages."""
        if first == second or not second:
            return first
        if not first:
            return second
        key = (first, second) if first < second else (second, first)
        page = self._later.get(key)
        if page is None:
            row_of_first, other = self.pages.values[first], self.pages.values[second]
            row = np.maximum(row_of_first, other)
            if (row == row_of_first).all():
                page = first
            else:
                page = second if (row == other).all() else self.pages.add(row)
            self._later[key] = page
        return page

    def join(self, first: int, second: int) -> int:
        """Return the view with the later pages of two views."""
        if first == second or not second:
            return first
        if not first:
            return second
        key = (first, second) if first < second else (second, first)
        view = self._joined.get(key)
        if view is None:
            view_of_first, other = self.views.values[first], self.views.values[second]
            row = view_of_first.copy()
            for cta in np.flatnonzero(view_of_first != other).tolist():
                row[cta] = self.later(int(view_of_first[cta]), int(other[cta]))
            if (row == view_of_first).all():
                view = first
            else:
                view = second if (row == other).all() else self.views.add(row)
            self._joined[key] = view
        return view

    def collect(self, pages: Iterable[Any], views: Iterable[Any]) -> None:
        """Free the rows that neither some pages nor some views use."""
        used_views = np.unique(np.concatenate([np.zeros(1, np.int64), *views]))
        in_views = [
            np.unique(self.views.values[part]) for part in np.array_split(used_views, len(used_views) // 256 + 1)
        ]
        self.pages.keep(np.unique(np.concatenate([*pages, *in_views])))
        self.views.keep(used_views)
        self._later.clear()
        self._joined.clear()


class Clock:
    """What each thread of a wave knows: the numbers of its page and view, and its own epoch as others may learn it."""

    def __init__(self, epochs: Epochs, cta: Any, index: Any, own: Any) -> None:
        self._epochs, self._cta, self._index, self.own = epochs, cta, index, own
        self.page, self.view = np.zeros((2, len(cta)), np.int32)

    def known(self, slots: Slots, cta: Any, index: Any) -> Any:
        """Return the epoch of another thread that each thread knows; that thread is given by CTA and index."""
        epochs = self._epochs
        page = self.page[slots]
        foreign = np.flatnonzero(self._cta[slots] != cta)
        if len(foreign):
            page[foreign] = epochs.views.values[self.view[slots[foreign]], cta[foreign]]
        return epochs.pages.values[page, index]

    def gathered(self, slots: Slots) -> Knowledge:
        """Return what threads know together, with their own epochs."""
        epochs, knowledge = self._epochs, None
        for cta, members in grouped(self._cta[slots], slots):
            pages, views = np.unique(self.page[members]).tolist(), np.unique(self.view[members]).tolist()
            row = epochs.pages.values[pages].max(axis=0)
            row[self._index[members]] = self.own[members]
            view = views[0]
            for other in views[1:]:
                view = epochs.join(view, other)
            here = Knowledge(epochs.pages.add(row), view, cta)
            knowledge = here if knowledge is None else epochs.merge(knowledge, here)
        return knowledge or NOTHING

    def receive(self, slots: Slots, knowledge: Knowledge) -> None:
        """Let threads know what a message contains."""
        epochs = self._epochs
        epochs.shared = True
        for cta, members in grouped(self._cta[slots], slots):
            theirs = epochs.page_of(knowledge, cta)
            page = self.page[members]
            for number in np.unique(page).tolist():
                page[page == number] = epochs.later(number, theirs)
            self.page[members] = page
            others = knowledge.view if knowledge.cta in (cta, -1) else epochs.whole(knowledge)
            if others:
                view = self.view[members]
                for number in np.unique(view).tolist():
                    view[view == number] = epochs.join(number, others)
                self.view[members] = view

    def include(self, other: Clock, slots: Slots) -> None:
        """Let threads know by this clock what they know of other threads by another one."""
        epochs = self._epochs
        epochs.shared = True
        for own, known, combine in (
            (self.page, other.page, epochs.later),
            (self.view, other.view, epochs.join),
        ):
            pairs, inverse = np.unique(np.stack([own[slots], known[slots]]), axis=1, return_inverse=True)
            combined = [combine(*pair) for pair in pairs.T.tolist()]
            own[slots] = np.array(combined, own.dtype)[inverse.reshape(-1)]

    def meet(self, slots: Slots, groups: Any) -> None:
        """Let threads know what the threads of their groups know; a group follows another, and is in one CTA."""
        epochs = self._epochs
        pick = slots if len(slots) < len(self.own) else slice(None)
        page, view, own = self.page[pick], self.view[pick], self.own[pick]
        if not (own.any() or page.any() or view.any()):
            return  # Nobody knows anything.
        first = np.flatnonzero(np.concatenate([[True], groups[1:] != groups[:-1]]))
        if len(slots) == len(self.own) and self._meet_whole_ctas(first):
            return
        number = np.repeat(np.arange(len(first)), np.diff(np.append(first, len(slots))))
        leading = page[first]
        rows = epochs.pages.take(len(first))
        epochs.pages.values[rows] = epochs.pages.values[leading]
        different = (page != leading[number]) | (view != view[first][number])
        for group in np.unique(number[different]).tolist():
            members = number == group
            epochs.pages.values[rows[group]] = epochs.pages.values[np.unique(page[members])].max(axis=0)
            joined = 0
            for other in np.unique(view[members]).tolist():
                joined = epochs.join(joined, other)
            self.view[slots[members]] = joined
        page = rows[number]
        epochs.pages.values[page, self._index[pick]] = own
        self.page[pick] = page

    def _meet_whole_ctas(self, first: Any) -> bool:
        """Let all threads of all CTAs meet that know the same of others; return False for other groups.

        This is the barrier of a loop over tiles. Copies of blocks take a tenth of the time of the general case.
        """
        epochs, size = self._epochs, len(self.own) // len(first)
        if self._index[first].any() or (first != np.arange(0, len(self.own), size)).any():
            return False
        page, view = self.page.reshape(-1, size), self.view.reshape(-1, size)
        rows = page[:, 0]
        if (page != page[:, :1]).any() or (view != view[:, :1]).any():
            return False
        values = epochs.pages.values
        if epochs.shared or not rows.all():
            rows = epochs.pages.take(len(first))
            values = epochs.pages.values
            values[rows, size:] = values[page[:, 0], size:]
            page[:] = rows[:, None]
        # Otherwise nobody else has the pages of the last barrier, which this one overwrites rather than new memory.
        values[rows, :size] = self.own.reshape(-1, size)
        return True

    def share(self, slots: Slots) -> None:
        """Let lanes of one warp know what each of them has learned of threads outside of the warp."""
        epochs, page, view = self._epochs, self.page[slots], self.view[slots]
        numbers = np.unique(page)
        if len(numbers) > 1:
            rows = epochs.pages.values[numbers]
            shared = rows.max(axis=0)
            first = int(self._index[slots[0]]) // LANES * LANES
            for number, row in zip(numbers.tolist(), rows, strict=True):
                learned = shared.copy()
                learned[first : first + LANES] = row[first : first + LANES]
                if (learned != row).any():
                    self.page[slots[page == number]] = epochs.pages.add(learned)
        joined = 0
        for number in np.unique(view).tolist():
            joined = epochs.join(joined, number)
        self.view[slots] = joined

    def copy_from(self, other: Clock, slots: Slots) -> None:
        """Take what another clock has for some threads."""
        self._epochs.shared = True
        for name in ("page", "view", "own"):
            getattr(self, name)[slots] = getattr(other, name)[slots]

    def advance(self, slots: Slots, index: int, epoch: int) -> None:
        """Let threads of one CTA know an epoch of an asynchronous operation that one of their CTA has started."""
        row = np.zeros(self._epochs.pages.values.shape[1], np.int32)
        row[index] = epoch
        self.receive(slots, Knowledge(self._epochs.pages.add(row), 0, int(self._cta[slots[0]])))


def grouped(keys: Any, slots: Slots) -> Iterator[tuple[int, Slots]]:
    """Yield each key with the slots that have it."""
    if not len(keys):
        return
    if (keys == keys[0]).all():
        yield int(keys[0]), slots
        return
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    for start, part in zip(starts.tolist(), np.split(slots[order], starts[1:]), strict=True):
        yield int(ordered[start]), part
