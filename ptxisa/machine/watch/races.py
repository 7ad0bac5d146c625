"""Data races by the memory consistency model: accesses that nothing orders, and not morally strong (section 8.7).

Each thread has a vector clock (`clocks`). An epoch of a thread ends when it releases: at a barrier, a fence, a release
operation or an arrival. Memory has a shadow with the last write and two of the last reads of each word, with the bytes
that they concern. An access races with one in the shadow whose epoch its thread does not know. The shadow of global
memory and the messages in it last for a launch, so that CTAs that run later are compared with those that have ended.

Bulk operations have epochs of their own, which their mbarrier or group makes known. Writes through the generic proxy
reach the asynchronous proxy only after a proxy fence of their thread (section 8.9.3): a second clock has these epochs.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from ptxisa.machine.address import SCRATCH, Slots
from ptxisa.machine.lanes import LANES
from ptxisa.machine.operation import dependents
from ptxisa.machine.watch.clocks import Clock, Epochs, Knowledge, grouped
from ptxisa.machine.watch.tensor_loads import computes

ASYNCHRONOUS = 32
"""Bulk operations of a CTA with an epoch of their own; later ones reuse the places of earlier ones."""
COLLECT, MOST = 64 << 20, 1 << 30
"""Bytes of clocks after which unused ones are freed, and that a run may have."""
MOST_MEMORY, MOST_ENTITIES = 1 << 32, (1 << 31) - 1
"""Largest memory of a run and largest number of threads for which races are followed."""
MOST_READS = 256
"""Reads that are put off, at most, so that they take little memory."""
MOST_HEARD = 32
"""Releases that a warp remembers until a fence acquires them."""
WORD = 4
_LEVELS = {"cta": 1, "cluster": 2, "gpu": 3, "sys": 4}
_ORDERS = ("relaxed", "acquire", "release", "acq_rel", "sc", "volatile", "mmio")
_WARPGROUP = 128
_EPOCH = (1 << 32) - 1
"""Mask of an epoch; as an epoch, one that nobody knows."""
_ASYNC_PROXY = ("wgmma", "tcgen05")
_ROWS = ("ldmatrix", "stmatrix")
"""Instructions that access rows of matrices for other lanes than those that address them."""


class AccessKind(NamedTuple):
    """What the modifiers of an instruction say about its accesses.

    `level` is the scope of a strong access, from 1 (cta) to 4 (sys), and 0 of a weak one. `coherent` is False for loads
    of data that must not change while the kernel runs. `asynchronous` accesses are those of the asynchronous proxy,
    `delayed` ones those of the generic proxy that another instruction waits for.
    """

    level: int
    acquires: bool
    releases: bool
    updates: bool
    asynchronous: bool
    ignored: bool
    coherent: bool
    delayed: bool


class Message(NamedTuple):
    """What a release makes known to those that acquire: clocks, and the scope and place of the release.

    `reader` is the line of the relaxed operation that has read the release, before the fence that acquires it.
    """

    clock: Knowledge
    proxy: Knowledge
    level: int
    cta: int
    cluster: int
    reader: int = 0


class Remote(NamedTuple):
    """An access to the shared memory of another CTA: its epoch; `signals` is True for a signal of an mbarrier."""

    epoch: int
    operation: Any
    slot: int
    signals: bool


def shadow_size(memory: int) -> int:
    """Return the bytes that a watch of races needs, at most, for a memory of some bytes that it follows."""
    return memory // WORD * (3 * (8 + 4) + 1) if memory <= MOST_MEMORY else 0


class Races:
    """Watch of the accesses to global and shared memory of a launch.

    Threads and bulk operations are *entities*, numbered by CTA of the grid and by place in the CTA.
    """

    def __init__(self, machine: Any) -> None:
        shape = machine.shape
        bulk = _has_bulk(machine.code.image)
        self._invalidates = _has_invalidation(machine.code.image)
        self._threads: int = shape.cta_slots
        self._width: int = shape.cta_slots + (ASYNCHRONOUS if bulk else 0)
        self._size = shape.cluster_size
        ctas = shape.grid[0] * shape.grid[1] * shape.grid[2]
        words = machine.memory.local_start // WORD
        self.problem = ""
        self.doubtful: list[tuple[Any, ...]] = []
        """Accesses of the operation that runs, about which its results decide: see `settle`."""
        if machine.memory.local_start > MOST_MEMORY:
            self.problem = f"memory of {machine.memory.local_start:,} bytes is too large to follow its accesses"
        elif ctas * self._width > MOST_ENTITIES:
            self.problem = f"{ctas * self._threads:,} threads are too many to follow what they access"
        if self.problem:
            return
        self._epochs = Epochs(ctas, self._width)
        self._limit = COLLECT
        self._messages: dict[int, Message] = {}
        self._kinds: dict[int, AccessKind] = {}
        self._verified_addresses: dict[int, set[Any]] = {}
        """Addresses of the compare-and-swaps of a procedure, by its number."""
        self._feeds: dict[tuple[int, int], bool] = {}
        self._levels = np.zeros(0, np.int8)
        # (Entity + 1) * 2**32 + epoch, and program counter * 16 + bytes, of the last write and of two reads.
        self._shadow = [(np.zeros(words, np.int64), np.zeros(words, np.int32)) for _ in range(3)]
        self._has_message = np.zeros(words, bool)
        self._started_before = False

    def start(self, machine: Any) -> None:
        """Follow the threads of a machine, whose CTAs come after those before."""
        self._machine = machine
        if self.problem:
            return
        count, first = machine.count, machine.shape.first
        self._cta = machine.cta + first
        self._index = np.tile(np.arange(self._threads), machine.shape.ctas)
        self._entity = self._cta * self._width + self._index
        self._key_of_slot = self._entity + 1 << 32
        self._recent = np.zeros((2, machine.shape.ctas), bool)
        """True if threads of a CTA have written, or read, its shared memory since they all met at a barrier."""
        self._reads: list[tuple[Any, int, int, Any, Slots, int]] = []
        """Reads of shared memory that are not in the shadow yet: places and bytes from there, size, keys, slots and
        program counter."""
        self._known_keys: tuple[Slots, Any] | None = None
        self._base = self._cta * self._width
        self._floor = np.zeros(count, np.int32)
        """Last epoch of all threads of its CTA that a thread knows."""
        self._epoch = np.ones(count, np.int32)
        self._clock = Clock(self._epochs, self._cta, self._index, self._epoch)
        self._proxy = Clock(self._epochs, self._cta, self._index, np.zeros(count, np.int32))
        self._fence_clock = Clock(self._epochs, self._cta, self._index, np.zeros(count, np.int32))
        self._fence_proxy = Clock(self._epochs, self._cta, self._index, np.zeros(count, np.int32))
        self._fence_level = np.zeros(count, np.int8)
        self._apart = False
        """True if lanes of a warp may know different things of other warps: one of them has acquired something."""
        self._fenced = False
        """True if a thread has executed a fence."""
        self._discarded: dict[tuple[int, int], tuple[Any, ...]] = {}
        """Races of reads whose values may not be used, by the store that would use them and the thread."""
        self._pending: dict[int, list[Message]] = {}
        self._heard: dict[int, tuple[Message, ...]] = {}
        """Releases that lanes of a warp, or threads that they have met, have read without acquiring them."""
        self._mbarriers: dict[int, dict[int, Message]] = {}
        """Messages to an mbarrier by CTA of the thread that arrived; -1 for asynchronous operations."""
        self._fenced_initializations: dict[int, list[int]] = {}
        """Mbarriers by the thread that initialized them and then executed fence.mbarrier_init."""
        self._arrived_initializations: dict[int, list[int]] = {}
        self._clusters: dict[int, Message] = {}
        self._complete: dict[int, Message] = {}
        self._started: dict[int, int] = {}
        self._products: dict[int, list[tuple[int, int] | None]] = {}
        self._initialized: dict[int, tuple[int, int, Any]] = {}
        self._uses: dict[int, Any] = {}
        """Epochs and program counters (2, threads) of the last use of an mbarrier by each thread of its CTA."""
        self._remote: dict[tuple[int, int, int], Remote] = {}
        """Last access of an entity (CTA and index) to the shared memory of another CTA, which is first."""
        self.doubtful = []
        own = machine.memory.shared_start // WORD
        if self._started_before:
            for arrays in self._shadow:
                arrays[0][own:] = 0
            self._has_message[own:] = False
        self._started_before = True
        self._messages = {place: message for place, message in self._messages.items() if place < own * WORD}

    def _collect(self) -> None:
        """Free clocks that nobody has any more; give up if the others take too much memory."""
        if self.problem or self._epochs.bytes < self._limit:
            return
        clocks = self._clock, self._proxy, self._fence_clock, self._fence_proxy
        held = [*self._messages.values(), *self._clusters.values(), *self._complete.values()]
        held += [message for messages in self._mbarriers.values() for message in messages.values()]
        held += [message for messages in self._pending.values() for message in messages]
        held += [message for messages in self._heard.values() for message in messages]
        held += [copy.issuer for copy in self._machine.events.bulk if copy.issuer is not None]
        known = [knowledge for message in held for knowledge in (message.clock, message.proxy)]
        pages = [*(clock.page for clock in clocks), np.array([knowledge.page for knowledge in known], np.int64)]
        views = [*(clock.view for clock in clocks), np.array([knowledge.view for knowledge in known], np.int64)]
        self._epochs.collect(pages, views)
        self._limit = max(2 * self._epochs.bytes, COLLECT)
        if self._epochs.bytes > MOST:
            self.problem = f"what the threads know of each other takes more than {MOST >> 20:,} MiB"
            self._machine.note_incomplete(f"races are not followed to the end: {self.problem}")

    # --- accesses ---

    def kind(self, operation: Any) -> AccessKind:
        """Return what the modifiers of an instruction say."""
        kind = self._kinds.get(operation.pc)
        if kind is None:
            mnemonic, words = operation.node.opcode.mnemonic, operation.node.opcode.modifiers
            updates = mnemonic in ("atom", "red", "sured") or (mnemonic == "multimem" and "red" in words)
            order = next((word for word in words if word in _ORDERS), "relaxed" if updates else "weak")
            scope = next((word for word in words if word in _LEVELS), "gpu" if updates else "cta")
            if order in ("volatile", "mmio"):
                scope = "sys"
            level = 0 if order == "weak" or mnemonic in ("fence", "membar") else _LEVELS[scope]
            acquires = order in ("acquire", "acq_rel", "sc") and mnemonic != "red"
            releases = order in ("release", "acq_rel", "sc")
            asynchronous = mnemonic in _ASYNC_PROXY or "bulk" in words
            ignored = mnemonic == "mbarrier" or (mnemonic == "cp" and "mbarrier" in words and "bulk" not in words)
            delayed = mnemonic in ("st", "red") and "async" in words
            # The cache of textures is not coherent with stores of the same launch (section 5.1.8 of the manual).
            coherent = "nc" not in words and mnemonic not in ("tex", "tld4")
            kind = AccessKind(level, acquires, releases, updates, asynchronous, ignored, coherent, delayed)
            self._kinds[operation.pc] = kind
        return kind

    def accessed(self, operation: Any, places: Any, slots: Slots, size: int, written: bool, section: Any) -> None:
        """Compare accesses with the shadow, and enter them; illegal ones, which were reported, are left out."""
        legal = places >= SCRATCH
        if not legal.all():
            places, slots = places[legal], slots[legal]
        self.enter(operation, places, slots, size, written, section.space)

    def enter(self, operation: Any, places: Any, slots: Slots, size: int, written: bool, space: str) -> None:
        """Compare legal accesses with the shadow, and enter them.

        Args:
            operation: Instruction that makes them.
            places: Place of the first byte of each access.
            slots: Thread of each access, in ascending order.
            size: Bytes of an access.
            written: True for writes and updates.
            space: State space.
        """
        if self.problem or space in ("local", "const") or space.startswith("param") or not len(places):
            return
        kind = self.kind(operation)
        if kind.ignored:
            return
        shared = space.startswith("shared")
        local = shared and self._size == 1 and not self._started and not kind.asynchronous
        first, last = int(slots[0]) // self._threads, int(slots[-1]) // self._threads + 1
        rows = operation.node.opcode.mnemonic in _ROWS and "m8n8" in operation.node.opcode.modifiers
        if local and not (written or kind.level or rows) and not self._recent[0, first:last].any():
            # Most reads of tiles end here: the next barrier makes them irrelevant before anybody writes.
            self.put_off(places, slots, size, operation.pc)
            return
        if shared and self._reads and (not local or not written or self._recent[1, first:last].any()):
            self.enter_reads()
        words, masks, lanes = _words(places, size)
        own_slots = slots if lanes is None else slots[lanes]
        if rows:
            words, masks, own_slots = _distributed(operation, words, own_slots)
        keys, codes = self._keys(own_slots), operation.pc * 16 + masks
        if not kind.coherent:
            self._check_constant(operation, words, masks, own_slots)
        if not local or self._recent[0, first:last].any():
            self._compare(operation, kind, words, masks, own_slots, 0, written, proxied=kind.asynchronous)
        if kind.asynchronous and not written:
            groups = own_slots // _WARPGROUP
            for group in np.unique(groups).tolist():
                # Products of a warpgroup that are not committed yet share an epoch.
                products = self._products.setdefault(group, [None])
                current = products[-1] or self._entity_of_operation(int(self._cta[group * _WARPGROUP]))
                products[-1] = entity, epoch = current
                chosen = words[groups == group]
                self._enter_read(chosen, np.full(len(chosen), _key(entity, epoch)), operation.pc * 16 + 15)
            return
        if written:
            # Values whose reads race are stored after all.
            for slot in own_slots.tolist() if self._discarded else ():
                arguments = self._discarded.pop((operation.pc, slot), None)
                if arguments is not None:
                    self.report(*arguments)
            # Without reads since the last barrier, those in the shadow cannot race any more, and may stay.
            for reads in (1, 2) if not local or self._recent[1, first:last].any() else ():
                if self._compare(operation, kind, words, masks, own_slots, reads, written):
                    self._shadow[reads][0][words] = 0
            self._enter(0, words, keys, codes)
            if len(words) > 1 and (not kind.updates or kind.level < 3) and (self._shadow[0][0][words] != keys).any():
                self._compare_lanes(operation, words, masks, own_slots)
        else:
            floors = self._floor[own_slots] if shared and self._size == 1 else None
            self._enter_read(words, keys, codes, floors)
        if local:
            self._recent[0 if written else 1, first:last] = True
        if kind.level or self._messages:
            self._collect()
            self._communicate(operation, places, slots, written)
        if space == "shared::cluster":
            self._note_remote(operation, places, slots)

    def puts_off(self, slots: Slots) -> bool:
        """Return True if weak reads of the shared memory of the CTAs of a group need not be entered at once."""
        first, last = int(slots[0]) // self._threads, int(slots[-1]) // self._threads + 1
        return self._size == 1 and not self._started and not self._recent[0, first:last].any()

    def put_off(self, places: Any, slots: Slots, size: int, pc: int, delta: int = 0) -> None:
        """Keep reads of shared memory, `delta` bytes from places, until somebody writes there or all threads meet."""
        self._recent[1, int(slots[0]) // self._threads : int(slots[-1]) // self._threads + 1] = True
        self._reads.append((places, delta, size, self._keys(slots), slots, pc))
        if len(self._reads) > MOST_READS:
            self.enter_reads()

    def enter_reads(self) -> None:
        """Enter the reads of shared memory that were put off."""
        reads, self._reads = self._reads, []
        for places, delta, size, keys, slots, pc in reads:
            words, masks, lanes = _words(places + delta, size)
            if lanes is not None:
                keys, slots = keys[lanes], slots[lanes]
            self._enter_read(words, keys, pc * 16 + masks, self._floor[slots])

    # --- compiled code, which enters accesses that need no clocks itself ---

    @property
    def has_messages(self) -> bool:
        """True if releases are recorded, whose words stores must not overwrite unnoticed."""
        return bool(self._messages)

    @property
    def has_fences(self) -> bool:
        """True if a thread has executed a fence, so that an atomic operation may be a release."""
        return self._fenced

    def compared(self, slots: Slots) -> tuple[bool, bool]:
        """Return True for writes, and for reads, if some in the shadow may race with accesses to shared memory."""
        if self._size > 1 or self._started:
            return True, True
        first, last = int(slots[0]) // self._threads, int(slots[-1]) // self._threads + 1
        return bool(self._recent[0, first:last].any()), bool(self._recent[1, first:last].any())

    def arrays(self) -> dict[str, Any]:
        """Return the shadow, and what decides that an earlier access precedes one of a slot, by name."""
        names = ("write", "read", "second")
        shadow = {f"{name}_keys": keys for name, (keys, _) in zip(names, self._shadow, strict=True)}
        shadow |= {f"{name}_codes": codes for name, (_, codes) in zip(names, self._shadow, strict=True)}
        return {
            **shadow,
            # A number in keys is one more than that of the entity.
            "first_key": int(self._base[0]) + 1,
            "width": self._width,
            "epochs": self._epoch,
            "floors": self._floor,
            "threads": self._threads,
            "messages": self._has_message,
            "fences": self._fence_level,
        }

    def epochs(self, slots: Slots) -> Any:
        """Return the current epochs of threads."""
        return self._epoch[slots]

    def known(self, slot: int, others: Slots) -> Any:
        """Return the epochs of other threads of the wave that precede what a thread does next."""
        return self._clock.known(np.full(len(others), slot), self._cta[others], self._index[others])

    def note_recent(self, first: int, last: int, written: bool) -> None:
        """Note accesses to the shared memory of the CTAs of two slots, and of those between them."""
        self._recent[0 if written else 1, first // self._threads : last // self._threads + 1] = True

    def _check_constant(self, operation: Any, words: Any, masks: Any, slots: Slots) -> None:
        """Report `ld.global.nc` of data that the kernel has written (section 9.7.9.9 of the manual)."""
        written = (self._shadow[0][0][words] != 0) & (self._shadow[0][1][words] & masks != 0)
        if not written.any():
            return
        first = int(np.flatnonzero(written)[0])
        machine = self._machine
        related = machine.code.operations[int(self._shadow[0][1][words[first]]) >> 4]
        name = machine.memory.name_at(int(words[first]) * WORD) or "memory"
        message = f"a non-coherent load reads {name}, which the kernel writes at line {related.line}"
        change = "leave .nc out" if operation.node.opcode.mnemonic == "ld" else "read it by suld or in a later launch"
        hint = f"{change}; the data must not change while the kernel runs"
        machine.report("race", message, int(slots[first]), hint, operation=operation, related=related)

    def _keys(self, slots: Slots) -> Any:
        """Return what the shadow has of the current epochs of threads."""
        # A group executes many accesses in one epoch. The array of slots is kept, so that its identity is its own.
        if self._known_keys is None or self._known_keys[0] is not slots:
            keys = self._key_of_slot[slots]
            keys += self._epoch[slots]
            self._known_keys = slots, keys
        return self._known_keys[1]

    def _end_epochs(self, slots: Slots) -> None:
        """Begin new epochs of threads."""
        self._epoch[slots if len(slots) < len(self._epoch) else slice(None)] += 1
        self._known_keys = None

    def _enter(self, index: int, words: Any, keys: Any, codes: Any) -> None:
        self._shadow[index][0][words] = keys
        self._shadow[index][1][words] = codes

    def _enter_read(self, words: Any, keys: Any, codes: Any, floors: Any = None) -> None:
        """Enter a read; the one before stays as the second if it is that of another thread.

        In shared memory of one CTA, reads before its last barrier cannot race any more: those up to `floors`.
        """
        first = self._shadow[1]
        previous = first[0][words]
        other = (previous ^ keys) >> 32 != 0
        other &= (previous & _EPOCH) > (0 if floors is None else floors)
        if other.any():
            chosen = words[other]
            self._enter(2, chosen, previous[other], first[1][chosen])
        self._enter(1, words, keys, codes)

    def _compare(
        self,
        operation: Any,
        kind: AccessKind,
        words: Any,
        masks: Any,
        slots: Slots,
        index: int,
        written: bool,
        *,
        proxied: bool = False,
    ) -> bool:
        """Report accesses of a shadow that race with an access of a group; return False if the shadow has none."""
        theirs = self._shadow[index][0][words]
        if not theirs.any():
            return False
        if kind.level >= _LEVELS["gpu"] and not proxied:
            # Atomic operations of a GPU's scope on the same words, the usual case, need no clocks.
            levels = self._scopes()[self._shadow[index][1][words] >> 4]
            if not ((levels < _LEVELS["gpu"]) & (theirs != 0)).any():
                return True
        others, own = (theirs >> 32) - 1, self._entity[slots]
        # A thread orders its own accesses, but not those through another proxy.
        present = np.flatnonzero(others >= 0 if proxied else (others >= 0) & (others != own))
        if not len(present):
            return True
        if len(present) < len(words):
            words, own, slots, others = words[present], own[present], slots[present], others[present]
            theirs, masks = theirs[present], masks[present] if getattr(masks, "ndim", 0) else masks
        epochs = theirs & _EPOCH
        if not proxied:
            # Most accesses are those of threads of the CTA before its last barrier.
            within = others - self._base[slots]
            if not ((epochs > self._floor[slots]) | (within < 0) | (within >= self._threads)).any():
                return True
        codes = self._shadow[index][1][words]
        cta, place = np.divmod(others, self._width)
        unordered = epochs > self._clock.known(slots, cta, place)
        if proxied:
            # The proxy of a bulk operation needs no fence for what another bulk operation wrote.
            known = np.where(others == own, self._proxy.own[slots], self._proxy.known(slots, cta, place))
            unordered = (epochs > known) & (unordered | (place < self._threads))
        unordered &= codes & masks != 0
        if not unordered.any():
            return True
        if kind.level:
            unordered &= ~self._strong(kind.level, codes >> 4, slots, others)
        for first in np.flatnonzero(unordered).tolist():
            other, slot, place = int(others[first]), int(slots[first]), int(words[first]) * WORD
            related = self._machine.code.operations[int(codes[first]) >> 4]
            if self._harmless(operation, related, slot, other, index, written):
                continue
            arguments = operation, related, slot, other, int(epochs[first]), place, index, written
            if self._is_discarded(*arguments):
                continue
            if (
                index == 0
                and written
                and not kind.updates
                and not (kind.asynchronous or kind.delayed)
                and not self.kind(related).updates
                and self._is_thread(other)
            ):
                # Threads that store the same value do not disturb each other.
                old = self._machine.memory.bytes[place : place + WORD].copy()
                self.doubtful.append((operation, related, slot, other, int(epochs[first]), place, old))
                continue
            self.report(operation, related, slot, other, int(epochs[first]), place, index, written)
            break
        return True

    def _compare_lanes(self, operation: Any, words: Any, masks: Any, slots: Any) -> None:
        """Note stores of one instruction to the same bytes; whether their values differ is known afterwards."""
        order = np.argsort(words, kind="stable")
        ordered = words[order]
        for position in np.flatnonzero(ordered[1:] == ordered[:-1]).tolist():
            first, second = int(order[position]), int(order[position + 1])
            if slots[first] == slots[second]:
                continue
            if getattr(masks, "ndim", 0) and not masks[first] & masks[second]:
                continue
            place, slot, other = int(words[second]) * WORD, int(slots[second]), int(self._entity[slots[first]])
            kind = self.kind(operation)
            if kind.level:
                if kind.level < self._distance(slot, other):
                    self.report(operation, operation, slot, other, _EPOCH, place, 0, True)
                    return
                continue
            self.doubtful.append((operation, operation, slot, other, _EPOCH, place, None))
            return

    def settle(self, operation: Any, lanes: Any) -> None:
        """Report doubtful stores whose values differ."""
        doubtful, self.doubtful = self.doubtful, []
        memory = self._machine.memory
        for operation_, related, slot, other, epoch, place, old in doubtful:
            step = getattr(operation_, "step", None)
            if old is not None:
                differ = bool((memory.bytes[place : place + WORD] != old).any())
            elif step is None:
                differ = True
            else:
                # Two lanes of one store: their operands are still there.
                first, second = np.searchsorted(lanes.slots, [slot, self._slot(other)])
                values = [lanes.read(read) for part in step.parts for read in part.reads]
                differ = any(getattr(value, "ndim", 0) and value[first] != value[second] for value in values)
            if differ:
                self.report(operation_, related, slot, other, epoch, place, 0, True)

    def _harmless(self, operation: Any, related: Any, slot: int, other: int, index: int, written: bool) -> bool:
        """Return True for two idioms of correct kernels.

        A loop of `atom.cas` begins with a weak read of the same address, whose value the first `atom` verifies. Lanes
        of one warp that read a word, and then update it atomically, execute these instructions in this order.
        """
        same_warp = self._is_thread(other) and slot // LANES == self._slot(other) // LANES
        if index and same_warp and self.kind(operation).updates:
            return True
        reading, updating = (related, operation) if written else (operation, related)
        address = _address_of(reading)
        if not self.kind(updating).updates or not (index or not written) or address is None:
            return False
        number = reading.procedure.number
        verified = self._verified_addresses.get(number)
        if verified is None:
            verified = self._verified_addresses[number] = {
                _address_of(operation)
                for operation in self._machine.code.operations_of(reading.procedure)
                if operation.node.opcode.mnemonic == "atom" and "cas" in operation.node.opcode.modifiers
            }
        return address in verified

    def _is_discarded(self, *arguments: Any) -> bool:
        """Return True for a read whose value only the other access, a store with a guard, may store.

        Compilers let several threads compute an element that one of them stores: Triton, for fewer elements than
        threads. The race is reported when the thread that read executes the store.
        """
        operation, related, slot, other, _, _, index, written = arguments
        if written and not index:
            return False
        load, store = (related, operation) if written else (operation, related)
        reader = self._slot(other) if written else slot
        if not self._is_thread(other) or reader < 0 or not self._feeds_only(load, store):
            return False
        self._discarded.setdefault((store.pc, reader), arguments)
        return True

    def _feeds_only(self, load: Any, store: Any) -> bool:
        """Return True if the results of a load are used to compute the value of one store with a guard alone."""
        key = load.pc, store.pc
        feeds = self._feeds.get(key)
        if feeds is None:
            address = _address_of(store)
            fixed = {*([address[0]] if address is not None else ()), *(store.guard or ())[:1]}
            feeds = len(fixed) == 2 and load.procedure is store.procedure
            feeds = feeds and (load.node.opcode.mnemonic, store.node.opcode.mnemonic) == ("ld", "st")
            if feeds:
                own = self._machine.code.operations_of(load.procedure)
                names = dependents(load.writes, filter(computes, own))
                others = (user for user in own if user is not store and not computes(user))
                feeds = all(names.isdisjoint(user.reads) for user in others)
                feeds = feeds and names.isdisjoint(fixed) and not names.isdisjoint(store.reads)
            self._feeds[key] = feeds
        return feeds

    def _scopes(self) -> Any:
        """Return the scope of each operation, as `AccessKind.level`, by program counter."""
        operations = self._machine.code.operations
        if len(self._levels) < len(operations):  # Functions are compiled when they are first called.
            self._levels = np.array([self.kind(operation).level for operation in operations], np.int8)
        return self._levels

    def _strong(self, level: int, counters: Any, slots: Slots, others: Any) -> Any:
        """Return True where the scopes of strong accesses and of earlier ones include each other's threads."""
        levels = self._scopes()
        cta, place = np.divmod(others, self._width)
        needed = np.full(len(others), 3)
        if self._machine.shape.clustered:
            needed[cta // self._size == self._cta[slots] // self._size] = 2
        needed[(cta == self._cta[slots]) | (place >= self._threads)] = 1
        return (levels[counters] >= needed) & (level >= needed)

    def _is_thread(self, entity: int) -> bool:
        """Return True for a thread, False for a bulk operation."""
        index: int = entity % self._width
        return index < self._threads

    def _slot(self, entity: int) -> int:
        """Return the slot of a thread; it is negative if its CTA has ended before."""
        cta, place = divmod(entity, self._width)
        first: int = self._machine.shape.first
        return (cta - first) * self._threads + place

    def _distance(self, slot: int, other: int) -> int:
        """Return the narrowest scope that has a thread and an entity: 1 for a CTA, 2 for a cluster, 3 for the GPU."""
        cta, own = other // self._width, int(self._cta[slot])
        if cta == own or not self._is_thread(other):
            return 1
        return 2 if self._machine.shape.clustered and cta // self._size == own // self._size else 3

    def report(
        self, operation: Any, related: Any, slot: int, other: int, epoch: int, place: int, index: int, written: bool
    ) -> None:
        """Report a race of an access with an earlier one, which another entity has made in an epoch."""
        machine = self._machine
        name = machine.memory.name_at(place) or "memory"
        kind, theirs = self.kind(operation), self.kind(related)
        distance = self._distance(slot, other)
        own = int(self._entity[slot])
        if kind.level and not theirs.level and self._is_thread(other):
            # The weak access is the one to change.
            operation, related, own, other, kind, theirs = related, operation, other, own, theirs, kind
            written, index = not index, 0 if written else 1
        slot = self._slot(own)
        verb = "writes" if written else "reads"
        past = "reads" if index else "writes"
        if self._is_thread(other):
            whom = machine.shape.describe(self._slot(other))
        else:
            whom = f"the asynchronous {related.text}"
        message = f"the thread {verb} {name}, and {whom} {past} it at line {related.line}; nothing orders the accesses"
        if kind.asynchronous and not theirs.asynchronous and index:
            hint = "let the threads that read meet the thread that starts the copy before: at a barrier or an mbarrier"
        elif kind.asynchronous and not theirs.asynchronous:
            hint = "let the thread that wrote execute fence.proxy.async before the barrier"
        elif theirs.asynchronous:
            hint = "wait for the mbarrier or the group of the asynchronous operation"
        elif kind.level and theirs.level:
            hint = f"both accesses need scope .{('', 'cta', 'cluster', 'gpu')[distance]} or wider"
        elif operation is related and written and not index:
            # Nothing can be put between the accesses of one instruction, unless it is executed again in a loop.
            hint = "let one thread store, give each thread an address of its own, or use an atomic operation"
        elif fence := self._missing_fence(slot, other, epoch):
            hint = fence
        elif distance == 1:
            several = machine.shape.threads > 32
            barrier = "bar.sync (within one warp, bar.warp.sync)" if several else "bar.warp.sync"
            other_way = "an arrival at an mbarrier after the first and a wait before the second"
            hint = f"put {barrier} between the accesses, or {other_way if self._mbarriers else 'make both atomic'}"
        elif distance == 2:
            hint = "put barrier.cluster.arrive and .wait between the accesses"
        else:
            hint = "order the accesses by release and acquire at scope .gpu, or make both atomic"
        machine.report("race", message, slot, hint, operation=operation, related=related)

    def _missing_fence(self, slot: int, other: int, epoch: int) -> str:
        """Return a hint if a thread of the CTA has read a release of the other access without a fence after it."""
        cta, place = divmod(other, self._width)
        for reader, messages in self._pending.items():
            for message in messages if self._cta[reader] == self._cta[slot] else ():
                page = self._epochs.page_of(message.clock, cta)
                if self._epochs.pages.values[page, place] >= epoch:
                    scope = next(name for name, level in _LEVELS.items() if level >= message.level)
                    whom = "the thread" if reader == slot else self._machine.shape.describe(reader)
                    return (
                        f"put fence.acq_rel.{scope} after line {message.reader}, at which {whom} reads a release of "
                        "the other thread without acquiring it"
                    )
        return ""

    # --- releases and acquisitions ---

    def _join(self, slots: Slots, message: Message) -> None:
        """Let threads know what a message contains."""
        self._apart = True
        self._clock.receive(slots, message.clock)
        self._proxy.receive(slots, message.proxy)

    def _message(self, slots: Slots, level: int, *, fenced: bool = False) -> Message:
        """Return what threads release: what they know now, or what they knew at their last fences."""
        clock, proxy = (self._fence_clock, self._fence_proxy) if fenced else (self._clock, self._proxy)
        cta = int(self._cta[slots[0]])
        message = Message(clock.gathered(slots), proxy.gathered(slots), level, cta, cta // self._size)
        if not fenced:
            self._end_epochs(slots)
        return message

    def _merged(self, first: Message | None, second: Message) -> Message:
        """Return a message with all that two contain."""
        if first is None:
            return second
        merge = self._epochs.merge
        clock, proxy = merge(first.clock, second.clock), merge(first.proxy, second.proxy)
        return second._replace(clock=clock, proxy=proxy, level=max(first.level, second.level))

    def _communicate(self, operation: Any, places: Any, slots: Slots, written: bool) -> None:
        """Follow release and acquire patterns through strong accesses."""
        kind = self.kind(operation)
        if not (self._messages or self._fenced or kind.releases):
            return
        words = places // WORD
        concerned = self._has_message[words]
        if not kind.level:
            if written and concerned.any():
                for place in places[concerned].tolist():
                    self._messages.pop(place, None)
                    self._has_message[place // WORD] = False
            return
        reads = not written or kind.updates
        if written:
            concerned = concerned | (self._fence_level[slots] > 0) | kind.releases
            if kind.updates and len(words) > 1:
                concerned |= np.isin(words, words[concerned])
        for place, slot in zip(places[concerned].tolist(), slots[concerned].tolist(), strict=True):
            message, own = self._messages.get(place), np.array([slot])
            if message is not None and reads:
                self._acquire(operation, message, slot)
            if not written:
                continue
            new = None
            if kind.releases:
                new = self._message(own, kind.level)
            elif self._fence_level[slot]:
                new = self._message(own, min(kind.level, int(self._fence_level[slot])), fenced=True)
            if kind.updates and message is not None:
                # Atomic operations continue the release of the write that they read.
                new = message if new is None else self._merged(message, new)
            if new is not None:
                self._messages[place] = new
                self._has_message[place // WORD] = True
            elif message is not None:
                del self._messages[place]
                self._has_message[place // WORD] = False

    def _acquire(self, operation: Any, message: Message, slot: int) -> None:
        kind, cta = self.kind(operation), int(self._cta[slot])
        if cta == message.cta:
            needed = 1
        else:
            needed = 2 if self._machine.shape.clustered and cta // self._size == message.cluster else 3
        if message.level < needed or kind.level < needed:
            return
        if kind.acquires:
            self._join(np.array([slot]), message)
            return
        waiting = self._pending.setdefault(slot, [])
        message = message._replace(level=needed, reader=operation.line)
        if not waiting or waiting[-1] != message:
            waiting.append(message)

    def fence(self, operation: Any, slots: Slots) -> None:
        """Note a fence: what precedes it is released by later strong writes, what was read is acquired."""
        if self.problem or not len(slots):
            return
        self._collect()
        if "mbarrier_init" in operation.node.opcode.modifiers:
            for place, (slot, _, _) in self._initialized.items() if not self.problem else ():
                if slot in slots:
                    self._fenced_initializations.setdefault(slot, []).append(place)
            return
        if "proxy" in operation.semantics or "proxy" in operation.node.opcode.modifiers:
            self._proxy.own[slots] = self._epoch[slots]
            self._end_epochs(slots)
            if "async" in operation.text:
                # A fence on the way from one access to the other is enough (section 8.9.5). Compilers let whole warps
                # execute it after a barrier; by a thread that copies for others, it more likely is a mistake.
                warps, counts = np.unique(slots // LANES, return_counts=True)
                whole = warps[counts == self._machine.live.reshape(-1, LANES)[warps].sum(axis=1)]
                if len(whole):
                    self._proxy.include(self._clock, slots[np.isin(slots // LANES, whole)])
                return
        level = _LEVELS.get(operation.scope, 1)
        for slot in slots.tolist() if self._pending else ():
            for message in self._pending.pop(slot, []):
                if level >= message.level:
                    self._join(np.array([slot]), message)
        if operation.semantics == "sc" and self._heard:
            for warp, members in grouped(slots // LANES, slots):
                for message in self._heard.get(warp, ()):
                    if level >= message.level:
                        self._join(members, message)
        self._fence_clock.copy_from(self._clock, slots)
        self._fence_proxy.copy_from(self._proxy, slots)
        self._fence_level[slots] = level
        self._fenced = True
        self._end_epochs(slots)

    # --- barriers ---

    def warps_met(self, slots: Slots, groups: Any) -> None:
        """Note that threads of each group have synchronized."""
        if self.problem or not len(slots):
            return
        self._collect()
        if (groups[1:] < groups[:-1]).any():
            order = np.argsort(groups, kind="stable")
            slots, groups = slots[order], groups[order]
        whole = len(slots) % LANES == 0 and bool(
            (slots[::LANES] % LANES == 0).all()
            and (slots[LANES - 1 :: LANES] - slots[::LANES] == LANES - 1).all()
            and (groups[::LANES] == groups[LANES - 1 :: LANES]).all()
        )
        self._apart = self._apart or not whole
        self._clock.meet(slots, groups)
        self._proxy.meet(slots, groups)
        self._end_epochs(slots)
        if self._pending or self._heard:
            for _, members in grouped(groups, slots):
                self._hear(members)

    def _hear(self, members: Slots) -> None:
        """Note what threads that meet have read of releases: a `fence.sc` of each acquires it.

        Such fences have an order (section 8.10.2). That of a thread that has met the reader is after the one before the
        release, since the reader would have read an earlier value otherwise.
        """
        warps = np.unique(members // LANES).tolist()
        readers = np.intersect1d(members, list(self._pending)).tolist()
        messages = [message for slot in readers for message in self._pending[slot]]
        messages += [message for warp in warps for message in self._heard.get(warp, ())]
        if messages:
            latest = tuple(dict.fromkeys(messages))[-MOST_HEARD:]
            self._heard.update(dict.fromkeys(warps, latest))

    def exchanged(self, slots: Slots) -> None:
        """Note that lanes of warps have exchanged registers: `shfl`, `vote`, `match` or `redux`.

        These order no accesses of the lanes. But in warps of `cooperative_groups` one lane waits for other warps and
        passes the result on by `shfl`, so that all lanes know what this one has acquired from them.
        """
        if self.problem:
            return
        for place, (epochs, _) in self._uses.items():
            # libcu++ counts the lanes of a warp by `match` before one of them releases for all.
            epochs[self._index[slots[self._machine.cta[slots] == self._owner(place)]]] = 0
        if not self._apart:
            return  # Without anything acquired by one lane, all lanes of a warp know the same.
        warps = slots // LANES
        for clock in (self._clock, self._proxy):
            page, view = clock.page[slots], clock.view[slots]
            different = (page[1:] != page[:-1]) | (view[1:] != view[:-1])
            different &= warps[1:] == warps[:-1]
            for warp in np.unique(warps[1:][different]).tolist():
                clock.share(slots[warps == warp])

    def ctas_met(self, operation: Any, arrived: Slots, waiting: Slots) -> None:
        """Note a barrier of CTAs."""
        if arrived is waiting or np.array_equal(arrived, waiting):
            cta = self._machine.cta
            self.warps_met(arrived, cta if len(arrived) == len(cta) else cta[arrived])
            self._raise_floors(arrived)
            return
        if self.problem:
            return
        self._collect()
        there = dict(grouped(self._machine.cta[waiting], waiting))
        for cta, slots in grouped(self._machine.cta[arrived], arrived):
            message = self._message(slots, 1)
            if cta in there:
                self._join(there[cta], message)

    def _raise_floors(self, slots: Slots) -> None:
        """Note that threads know what all threads of their CTAs did, if all of these have met or never ran."""
        if self.problem:
            return
        if len(slots) == len(self._floor):
            lowest = self._epoch.reshape(-1, self._threads).min(axis=1) - 1
            self._floor[:] = np.repeat(lowest, self._threads)
            self._recent[:] = False
            self._reads.clear()
            return
        for cta, members in grouped(self._machine.cta[slots], slots):
            if len(members) == self._machine.shape.threads:
                self._floor[members] = self._epoch[members].min() - 1
                self._recent[:, cta] = False

    def cluster_arrived(self, operation: Any, slots: Slots) -> None:
        """Note arrivals at barriers of clusters."""
        if self.problem:
            return
        self._collect()
        for number, members in grouped(self._machine.cluster[slots], slots):
            own = members[self._fence_level[members] >= 2] if operation.relaxed else members
            if len(own):
                message = self._message(own, 2, fenced=operation.relaxed)
                self._clusters[number] = self._merged(self._clusters.get(number), message)
            for slot in members.tolist() if self._fenced_initializations else ():
                places = self._fenced_initializations.pop(slot, [])
                self._arrived_initializations.setdefault(number, []).extend(places)

    def clusters_met(self, clusters: Any) -> None:
        """Note that phases of the barriers of clusters are complete."""
        if self.problem:
            return
        for number in clusters.tolist():
            if number in self._clusters:
                self._complete[number] = self._clusters.pop(number)
            for place in self._arrived_initializations.pop(number, []):
                self._initialized.pop(place, None)
        # Signals precede the arrivals of their threads, also relaxed ones, and no CTA ends before these.
        done, cluster = set(clusters.tolist()), self._machine.cluster
        self._remote = {
            key: remote
            for key, remote in self._remote.items()
            if not (remote.signals and int(cluster[remote.slot]) in done)
        }

    def cluster_waited(self, operation: Any, slots: Slots) -> None:
        """Note that threads have waited at the barriers of their clusters."""
        if self.problem:
            return
        for number, members in grouped(self._machine.cluster[slots], slots):
            message = self._complete.get(number)
            if message is not None:
                self._join(members, message)

    # --- mbarriers and asynchronous operations ---

    def mbarrier(self, operation: Any, slots: Slots, places: Any, role: str) -> None:
        """Note operations on mbarriers."""
        if self.problem:
            return
        self._collect()
        words = operation.node.opcode.modifiers
        relaxed = "relaxed" in words
        for place, members in grouped(places, slots):
            if role == "init":
                self._mbarriers.pop(place, None)
                slot = int(members[0])
                self._initialized[place] = slot, int(self._epoch[slot]), operation
                continue
            self._check_initialized(operation, place, members)
            if role == "inval":
                self._check_invalidated(operation, place, members)
            elif self._invalidates:
                # Epochs in which threads of its CTA use the mbarrier, before it is invalidated.
                own = members[self._machine.cta[members] == self._owner(place)]
                epochs, counters = self._uses.setdefault(place, np.zeros((2, self._threads), np.int32))
                epochs[self._index[own]], counters[self._index[own]] = self._epoch[own], operation.pc
            if self._size > 1 and not relaxed:
                self._note_remote(operation, np.full(len(members), place), members)
            if role == "arrive" and not relaxed:
                self._signal(place, self._message(members, 1 if "cta" in words else 4))
            elif role == "wait":
                self._waited(operation, place, members)

    def _check_initialized(self, operation: Any, place: int, members: Slots) -> None:
        """Report uses of an mbarrier that nothing orders after its initialization by another thread."""
        slot, epoch, related = self._initialized.get(place, (0, 0, None))
        if related is None:
            return
        other = np.full((2, len(members)), [[self._cta[slot]], [self._index[slot]]])
        early = (members != slot) & (self._clock.known(members, *other) < epoch)
        if early.any():
            machine = self._machine
            whom = machine.shape.describe(slot)
            message = f"{whom} initializes the mbarrier at line {related.line}; nothing orders it before this use"
            hint = "put a barrier of the CTA, or of the cluster, between them"
            first = int(members[int(np.flatnonzero(early)[0])])
            machine.report("mbarrier-misuse", message, first, hint, operation=operation, related=related)

    def _owner(self, place: int) -> int:
        """Return the CTA whose shared memory has a place."""
        layout = self._machine.memory.layout
        return int((place - self._machine.memory.shared_start) // layout.shared_row)

    def _check_invalidated(self, operation: Any, place: int, members: Slots) -> None:
        """Report an mbarrier that is invalidated while nothing orders its use by another thread before."""
        slot = int(members[0])
        epochs, counters = self._uses.pop(place, np.zeros((2, 0), np.int32))
        users = np.flatnonzero(epochs)
        users = users[users != self._index[slot]]
        known = self._clock.known(np.full(len(users), slot), np.full(len(users), self._cta[slot]), users)
        early = users[known < epochs[users]]
        if len(early):
            machine = self._machine
            related = machine.code.operations[int(counters[early[0]])]
            whom = machine.shape.describe(slot - int(self._index[slot]) + int(early[0]))
            message = f"the thread invalidates an mbarrier that {whom} uses at line {related.line}; nothing orders them"
            hint = "put a barrier of the CTA between the last use of the mbarrier and mbarrier.inval"
            machine.report("mbarrier-misuse", message, slot, hint, operation=operation, related=related)

    def _waited(self, operation: Any, place: int, members: Slots) -> None:
        """Let threads know what arrivals have released; a relaxed wait needs a fence after it.

        Without a scope the default is .cta, but CUTLASS waits so for arrivals from other CTAs.
        """
        words = operation.node.opcode.modifiers
        for cta, messages in self._mbarriers.get(place, {}).items():
            for own, slots in grouped(self._cta[members], members):
                if cta not in (own, -1) and ("cta" in words or messages.level == 1):
                    continue
                if "relaxed" in words:
                    for slot in slots.tolist():
                        level = 1 if cta == own else 2
                        message = messages._replace(level=level, reader=operation.line)
                        self._pending.setdefault(slot, []).append(message)
                else:
                    self._join(slots, messages)

    def _signal(self, place: int, message: Message, cta: int | None = None) -> None:
        messages = self._mbarriers.setdefault(place, {})
        key = message.cta if cta is None else cta
        messages[key] = self._merged(messages.get(key), message)

    def copied(self, copies: Any, chosen: Any) -> None:
        """Enter the writes of `cp.async` copies when their threads have waited for them."""
        if self.problem:
            return
        slots = copies.slots[chosen]
        words, masks, lanes = _words(copies.places[chosen], copies.size)
        own = slots if lanes is None else slots[lanes]
        self._enter(0, words, self._keys(own), copies.operation.pc * 16 + masks)
        self._recent[0] = True

    def copies_arrived(self, slot: int, place: int) -> None:
        """Note that `cp.async` copies have arrived at an mbarrier."""
        if not self.problem:
            self._signal(place, self._message(np.array([slot]), 1))

    def _entity_of_operation(self, cta: int) -> tuple[int, int]:
        """Return an entity and its epoch for an asynchronous operation that a CTA starts."""
        number = self._started.get(cta, 0)
        self._started[cta] = number + 1
        return cta * self._width + self._threads + number % ASYNCHRONOUS, number // ASYNCHRONOUS + 1

    def product(self, operation: Any, lanes: Any) -> None:
        """Follow groups of products: after `wgmma.wait_group`, the warpgroup knows that they have read."""
        words = operation.node.opcode.modifiers
        if self.problem or words[0] not in ("commit_group", "wait_group"):
            return
        for group, members in grouped(lanes.slots // _WARPGROUP, lanes.slots):
            products = self._products.setdefault(group, [None])
            if words[0] == "commit_group":
                products.append(None)
                continue
            left = int(operation.node.operands[0].value) + 1
            self._apart = True
            for complete in products[: max(len(products) - left, 0)]:
                if complete is not None:
                    for clock in (self._clock, self._proxy):
                        clock.advance(members, complete[0] % self._width, complete[1])
            self._products[group] = products[-left:]

    def bulk_started(self, copy: Any) -> None:
        """Compare what a bulk operation reads and writes with earlier accesses."""
        if self.problem:
            return
        self._collect()
        self.enter_reads()
        copy.entity = self._entity_of_operation(int(self._cta[copy.slot]))
        if copy.arrivals and copy.operation.node.opcode.mnemonic == "tcgen05":
            # A product that is complete has read what its thread knew to be written, for instance by bulk copies.
            copy.issuer = self._message(np.array([copy.slot]), 4)
        for place in (*(place for place, _ in copy.mbarriers), *copy.arrivals):
            self._check_initialized(copy.operation, place, np.array([copy.slot]))
        if self._size > 1:
            self._note_remote_copy(copy)
        kind = self.kind(copy.operation)
        if copy.sources:
            spans = [_span(start, size) for start, size in copy.sources]
            words, masks = (np.concatenate(parts) for parts in zip(*spans, strict=True))
            slots = np.full(len(words), copy.slot)
            self._compare(copy.operation, kind, words, masks, slots, 0, False, proxied=True)
            first = self._shadow[1]
            self._enter(2, words, first[0][words], first[1][words])
            self._enter(1, words, _key(*copy.entity), copy.operation.pc * 16 + masks)
        for start, size in copy.targets if getattr(copy.operation, "combine", None) is None else ():
            words, masks = _span(start, size)
            for index in range(3):
                slots = np.full(len(words), copy.slot)
                proxied = kind.asynchronous and index == 0
                self._compare(copy.operation, kind, words, masks, slots, index, True, proxied=proxied)

    def bulk_completed(self, copy: Any) -> None:
        """Enter the writes of a bulk operation; its mbarriers make them known."""
        if self.problem or not hasattr(copy, "entity"):
            return
        entity, epoch = copy.entity
        for place, size in copy.targets:
            words, masks = _span(place, size)
            self._enter(0, words, _key(entity, epoch), copy.operation.pc * 16 + masks)
            for reads in (1, 2):
                self._shadow[reads][0][words] = 0
        if copy.mbarriers or copy.arrivals:
            cta, index = divmod(entity, self._width)
            row = np.zeros(self._width, np.int32)
            row[index] = epoch
            for included in copy.includes:
                other, latest = included.entity
                row[other % self._width] = max(row[other % self._width], latest)
            knowledge = Knowledge(self._epochs.pages.add(row), 0, cta)
            message = Message(knowledge, knowledge, 4, cta, cta // self._size)
            if copy.issuer is not None:
                message = self._merged(copy.issuer, message)
            for place in (*(place for place, _ in copy.mbarriers), *copy.arrivals):
                self._signal(place, message, -1)

    def bulk_waited(self, copy: Any, read: bool) -> None:
        """Note that a thread has waited for a bulk operation."""
        if not self.problem and hasattr(copy, "entity"):
            entity, epoch = copy.entity
            self._apart = True
            for clock in (self._clock, self._proxy):
                clock.advance(np.array([copy.slot]), entity % self._width, epoch)

    # --- distributed shared memory ---

    def _note_remote(self, operation: Any, places: Any, slots: Slots) -> None:
        """Note accesses to the shared memory of other CTAs of the cluster."""
        machine = self._machine
        row = machine.memory.layout.shared_row
        owners = (places - machine.memory.shared_start) // row
        foreign = owners != machine.cta[slots]
        if not foreign.any():
            return
        gone = foreign & (machine.live_threads[owners] == 0)
        if gone.any():
            slot = int(slots[int(np.flatnonzero(gone)[0])])
            self._report_lifetime(operation, slot)
            return
        signals = operation.node.opcode.mnemonic == "mbarrier"
        for owner, slot in zip(owners[foreign].tolist(), slots[foreign].tolist(), strict=True):
            key = owner, int(self._cta[slot]), int(self._index[slot])
            self._remote[key] = Remote(int(self._epoch[slot]), operation, slot, signals)

    def _note_remote_copy(self, copy: Any) -> None:
        """Note a bulk operation that writes or signals in other CTAs."""
        machine, (entity, epoch) = self._machine, copy.entity
        for place in (*(place for place, _ in (*copy.targets, *copy.mbarriers)), *copy.arrivals):
            owner = (place - machine.memory.shared_start) // machine.memory.layout.shared_row
            if not 0 <= owner < len(machine.live_threads) or owner == machine.cta[copy.slot]:
                continue
            if not machine.live_threads[owner]:
                self._report_lifetime(copy.operation, copy.slot)
                return
            key = owner, *divmod(entity, self._width)
            self._remote[key] = Remote(epoch, copy.operation, copy.slot, True)

    def exited(self, slots: Slots) -> None:
        """Check that accesses of other CTAs to the shared memory of one that ends precede its end."""
        if self.problem or not self._remote:
            return
        machine = self._machine
        for owner in np.unique(machine.cta[slots]).tolist():
            if machine.live_threads[owner]:
                continue
            members = np.flatnonzero(machine.cta == owner)
            own = {key: remote for key, remote in self._remote.items() if key[0] == owner}
            for (_, cta, index), remote in own.items():
                other = np.full((2, len(members)), [[cta], [index]])
                if self._clock.known(members, *other).max() < remote.epoch:
                    self._report_lifetime(remote.operation, remote.slot)
                    break
            self._remote = {key: remote for key, remote in self._remote.items() if key[0] != owner}

    def _report_lifetime(self, operation: Any, slot: int) -> None:
        message = "the thread accesses shared memory of another CTA of its cluster, which may have ended"
        hint = "let all CTAs of the cluster meet at barrier.cluster before they end"
        self._machine.report("cluster-lifetime", message, slot, hint, operation=operation)


@lru_cache(maxsize=16)
def _has_bulk(image: Any) -> bool:
    """Return True if an instruction of an image starts operations whose epochs are not those of the thread."""
    opcodes = (line.node.opcode for procedure in image.procedures for line in procedure.lines)
    return any(
        "bulk" in opcode.modifiers
        or opcode.mnemonic in _ASYNC_PROXY
        or (opcode.mnemonic != "cp" and "async" in opcode.modifiers)
        for opcode in opcodes
    )


@lru_cache(maxsize=16)
def _has_invalidation(image: Any) -> bool:
    """Return True if an image has an `mbarrier.inval`."""
    opcodes = (line.node.opcode for procedure in image.procedures for line in procedure.lines)
    return any(opcode.mnemonic == "mbarrier" and opcode.modifiers[0] == "inval" for opcode in opcodes)


def _address_of(operation: Any) -> tuple[str, int] | None:
    """Return base and offset of the address of an operation; None if it has no single one."""
    step = getattr(operation, "step", None)
    accesses = [access for part in step.parts for access in part.accesses] if step is not None else []
    return (accesses[0].base, accesses[0].offset) if len(accesses) == 1 else None


def _key(entity: int, epoch: int) -> int:
    """Return what the shadow has of an epoch of an entity."""
    return (entity + 1 << 32) + epoch


def _words(places: Any, size: int) -> tuple[Any, Any, Any]:
    """Return the words of accesses, the bytes of each as a mask, and the access that each word belongs to."""
    words = places // WORD
    if size == WORD:
        return words, np.int32(15), None
    if size < WORD:
        return words, (np.int32((1 << size) - 1) << (places % WORD).astype(np.int32)), None
    count = size // WORD
    wide = (words[:, None] + np.arange(count)).ravel()
    return wide, np.int32(15), np.repeat(np.arange(len(places)), count)


def _distributed(operation: Any, words: Any, slots: Slots) -> tuple[Any, Any, Slots]:
    """Return the words of 8x8 matrices with the lanes that have their elements (section 9.7.14.5.15 of the manual).

    A lane addresses a row of 16 bytes. The word w of row r belongs to lane 4 r + w, so that a lane which fills the row
    that it addresses has to meet the others before `ldmatrix`. Transposed, each half of the word has a lane of its own.
    """
    base, row, word = slots // LANES * LANES, slots % 8, np.arange(len(words)) % (16 // WORD)
    if "trans" not in operation.node.opcode.modifiers:
        return words, np.full(len(words), 15, np.int32), base + 4 * row + word
    lane = base + 8 * word + row // 2
    masks = np.repeat(np.array([3, 12], np.int32), len(words))
    return np.tile(words, 2), masks, np.concatenate([lane, lane + 4])


def _span(place: int, size: int) -> tuple[Any, Any]:
    """Return the words of consecutive bytes, and their masks."""
    words = np.arange(place // WORD, -(-(place + size) // WORD))
    masks = np.full(len(words), 15, np.int32)
    masks[0] &= 15 << place % WORD
    if (place + size) % WORD:
        masks[-1] &= (1 << (place + size) % WORD) - 1
    return words, masks
