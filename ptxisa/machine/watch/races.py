"""Data races by the memory consistency model: accesses that nothing orders, and not morally strong (section 8.7).

Each thread has a vector clock, a row of a matrix: for every other thread the number of its epochs that precede. An
epoch ends when a thread releases: at a barrier, a fence, a release operation or an arrival. Memory has a shadow with
the last write and two of the last reads of each word, with the bytes that they concern. An access races with one in
the shadow whose epoch its thread does not know.

With many threads one row serves a warp, or a CTA; then races among its threads are not found, and no others are
reported. Bulk operations are threads of their own, which their mbarrier or group makes known. Writes through the
generic proxy reach the asynchronous proxy only after a proxy fence of their thread (section 8.9.3): a second matrix has
these epochs.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ptxisa.machine.address import SCRATCH, Slots

THREADS = 1024
"""Rows of the matrix of clocks: with more threads, a row serves several."""
ASYNCHRONOUS = 64
"""Bulk operations with a column of their own; later ones reuse the columns."""
WORD = 4
_LEVELS = {"cta": 1, "cluster": 2, "gpu": 3, "sys": 4}
_ORDERS = ("relaxed", "acquire", "release", "acq_rel", "sc", "volatile", "mmio")
_ASYNC_PROXY = ("wgmma", "tcgen05")


class AccessKind(NamedTuple):
    """What the modifiers of an instruction say about its accesses.

    `level` is the scope of a strong access, from 1 (cta) to 4 (sys), and 0 of a weak one.
    """

    level: int
    acquires: bool
    releases: bool
    updates: bool
    asynchronous: bool
    ignored: bool


class Message(NamedTuple):
    """What a release makes known to those that acquire: clocks, and the scope and place of the release."""

    clock: Any
    proxy: Any
    level: int
    cta: int
    cluster: int


class Races:
    """Watch of the accesses to global and shared memory of one machine."""

    def __init__(self, machine: Any) -> None:
        self._machine = machine
        count = machine.count
        unit = 1 if count <= THREADS else 32 if count // 32 <= THREADS else machine.shape.cta_slots
        self.rows = -(-count // unit)
        self.enabled = self.rows <= 4 * THREADS
        if not self.enabled:
            return
        self._entity = np.concatenate([np.arange(count) // unit, self.rows + np.arange(ASYNCHRONOUS)])
        self._first = (np.arange(self.rows) * unit).astype(np.intp)
        self._clock = np.zeros((self.rows, self.rows + ASYNCHRONOUS), np.int32)
        self._proxy = np.zeros_like(self._clock)
        self._epoch = np.ones(self.rows + ASYNCHRONOUS, np.int32)
        self._diagonal = np.arange(self.rows)
        self._clock[self._diagonal, self._diagonal] = 1
        self._fence_clock: Any = None
        self._fence_level = np.zeros(self.rows, np.int8)
        self._pending: dict[int, list[Message]] = {}
        self._messages: dict[int, Message] = {}
        self._mbarriers: dict[int, Message] = {}
        self._clusters: dict[int, Message] = {}
        self._complete: dict[int, Message] = {}
        self._verifications: dict[int, bool] = {}
        self._next = 0
        self._kinds: dict[int, AccessKind] = {}
        self._remote: list[tuple[int, int, int, Any, int]] = []
        words = machine.memory.local_start // WORD
        # Slot + 1, epoch, and program counter * 16 + bytes, of the last write and of two reads.
        self._shadow = [tuple(np.zeros(words, np.int32) for _ in range(3)) for _ in range(3)]
        self._has_message = np.zeros(words, bool)
        self._doubtful: list[tuple[Any, ...]] = []

    # --- accesses ---

    def kind(self, operation: Any) -> AccessKind:
        """Return what the modifiers of an instruction say."""
        kind = self._kinds.get(operation.pc)
        if kind is None:
            mnemonic, words = operation.node.opcode.mnemonic, operation.node.opcode.modifiers
            updates = mnemonic in ("atom", "red")
            order = next((word for word in words if word in _ORDERS), "relaxed" if updates else "weak")
            scope = next((word for word in words if word in _LEVELS), "gpu" if updates else "cta")
            if order in ("volatile", "mmio"):
                scope = "sys"
            level = 0 if order == "weak" or mnemonic in ("fence", "membar") else _LEVELS[scope]
            acquires = order in ("acquire", "acq_rel", "sc") and mnemonic != "red"
            releases = order in ("release", "acq_rel", "sc")
            asynchronous = mnemonic in _ASYNC_PROXY or "bulk" in words
            ignored = mnemonic == "mbarrier" or (mnemonic == "cp" and "mbarrier" in words and "bulk" not in words)
            kind = AccessKind(level, acquires, releases, updates, asynchronous, ignored)
            self._kinds[operation.pc] = kind
        return kind

    def accessed(self, operation: Any, places: Any, slots: Slots, size: int, written: bool, section: Any) -> None:
        """Compare an access with the shadow, and enter it."""
        space = section.space
        if not self.enabled or space in ("local", "const") or space.startswith("param") or not len(places):
            return
        kind = self.kind(operation)
        if kind.ignored:
            return
        legal = places >= SCRATCH
        if not legal.all():
            # Illegal accesses were reported, and have a place that means nothing.
            places, slots = places[legal], slots[legal]
            if not len(places):
                return
        words, masks, lanes = _words(places, size)
        own_slots = slots if lanes is None else slots[lanes]
        own = self._entity[own_slots]
        before = self._proxy if kind.asynchronous else self._clock
        self._compare(operation, kind, words, masks, own_slots, own, 0, written, before)
        if written:
            for reads in (1, 2):
                self._compare(operation, kind, words, masks, own_slots, own, reads, written, self._clock)
            if len(words) > 1 and (not kind.updates or kind.level < 3):
                self._compare_lanes(operation, words, masks, own_slots)
            self._enter(0, words, own_slots + 1, self._epoch[own], operation.pc * 16 + masks)
            for reads in (1, 2):
                self._shadow[reads][0][words] = 0
        else:
            self._enter_read(words, own_slots + 1, own, operation.pc * 16 + masks)
        if kind.level or self._messages:
            self._communicate(kind, places, slots, written)
        if space == "shared::cluster":
            self._note_remote(operation, places, slots)

    def _enter(self, index: int, words: Any, slots: Any, epochs: Any, codes: Any) -> None:
        for array, values in zip(self._shadow[index], (slots, epochs, codes), strict=True):
            array[words] = values

    def _enter_read(self, words: Any, slots: Any, own: Any, codes: Any) -> None:
        """Enter a read; the one before stays as the second if it is that of another thread."""
        first = self._shadow[1]
        previous = first[0][words]
        other = (previous > 0) & (previous != slots)
        if other.any():
            chosen = words[other]
            self._enter(2, chosen, first[0][chosen], first[1][chosen], first[2][chosen])
        self._enter(1, words, slots, self._epoch[own], codes)

    def _compare(
        self,
        operation: Any,
        kind: AccessKind,
        words: Any,
        masks: Any,
        slots: Any,
        own: Any,
        index: int,
        written: bool,
        before: Any,
    ) -> None:
        """Report accesses of a shadow that race with an access of a group."""
        others = self._shadow[index][0][words]
        present = np.flatnonzero(others)
        if not len(present):
            return
        if len(present) < len(words):
            words, own, slots, others = words[present], own[present], slots[present], others[present]
            masks = masks[present] if getattr(masks, "ndim", 0) else masks
        entity = self._entity[others - 1]
        epochs = self._shadow[index][1][words]
        unordered = (entity != own) & (epochs > before[own, entity])
        if before is self._proxy:
            # The proxy of a bulk operation needs no fence for what another bulk operation wrote.
            unordered &= (entity < self.rows) | (epochs > self._clock[own, entity])
        if not unordered.any():
            # A thread orders its own accesses, but not those through another proxy.
            if before is not self._proxy:
                return
            unordered = (entity == own) & (epochs > before[own, entity])
            if not unordered.any():
                return
        elif before is self._proxy:
            unordered |= (entity == own) & (epochs > before[own, entity])
        codes = self._shadow[index][2][words]
        unordered &= codes & masks != 0
        if kind.level:
            unordered &= ~self._strong(kind.level, codes >> 4, slots, others - 1)
        for first in np.flatnonzero(unordered).tolist():
            other = int(others[first]) - 1
            related = self._machine.code.operations[int(codes[first]) >> 4]
            theirs, slot = self.kind(related), int(slots[first])
            if self._harmless(operation, related, slot, other, index, written):
                continue
            if index == 0 and written and not kind.updates and not theirs.updates and other < self._machine.count:
                # Threads that store the same value do not disturb each other.
                place = int(words[first]) * WORD
                old = self._machine.memory.bytes[place : place + WORD].copy()
                self._doubtful.append((operation, related, slot, other, place, old))
                continue
            self.report(operation, related, slot, other, int(words[first]) * WORD, index, written)
            return

    def _compare_lanes(self, operation: Any, words: Any, masks: Any, slots: Any) -> None:
        """Note stores of one instruction to the same bytes; whether their values differ is known afterwards."""
        order = np.argsort(words, kind="stable")
        ordered = words[order]
        same = np.flatnonzero(ordered[1:] == ordered[:-1])
        if not len(same) or (self._entity[slots[0]] != self._entity[slots[-1]] and self.rows < self._machine.count):
            return
        for position in same.tolist():
            first, second = int(order[position]), int(order[position + 1])
            if slots[first] == slots[second]:
                continue
            if getattr(masks, "ndim", 0) and not masks[first] & masks[second]:
                continue
            place, slot, other = int(words[second]) * WORD, int(slots[second]), int(slots[first])
            kind = self.kind(operation)
            if kind.level:
                if not self._inclusive(kind.level, kind.level, slot, other):
                    self.report(operation, operation, slot, other, place, 0, True)
                    return
                continue
            self._doubtful.append((operation, operation, slot, other, place, None))
            return

    def settle(self, operation: Any, lanes: Any) -> None:
        """Report doubtful stores whose values differ."""
        doubtful, self._doubtful = self._doubtful, []
        memory = self._machine.memory
        for operation_, related, slot, other, place, old in doubtful:
            if old is None:
                differ = self._values_differ(operation_, lanes, slot, other)
            else:
                differ = bool((memory.bytes[place : place + WORD] != old).any())
            if differ:
                self.report(operation_, related, slot, other, place, 0, True)

    def _values_differ(self, operation: Any, lanes: Any, slot: int, other: int) -> bool:
        """Return True if two lanes of a store have different values."""
        step = getattr(operation, "step", None)
        if step is None:
            return True
        first, second = np.searchsorted(lanes.slots, [slot, other])
        for part in step.parts:
            for read in part.reads:
                value = lanes.read(read)
                if getattr(value, "ndim", 0) and value[first] != value[second]:
                    return True
        return False

    def _harmless(self, operation: Any, related: Any, slot: int, other: int, index: int, written: bool) -> bool:
        """Return True for two idioms of correct kernels.

        A loop of `atom.cas` begins with a weak read of the same address, whose value the first `atom` verifies. Lanes
        of one warp that read and then overwrite a word execute these instructions in this order.
        """
        if index and slot // 32 == other // 32:
            return True
        reading, updating = (related, operation) if written else (operation, related)
        if not self.kind(updating).updates or not (index or not written):
            return False
        return self._verified(reading)

    def _verified(self, reading: Any) -> bool:
        """Return True if a function has an atomic operation at the address of a load."""
        verified = self._verifications.get(reading.pc)
        if verified is None:
            first = _address_of(reading)
            verified = first is not None and any(
                one.procedure is reading.procedure
                and one.node.opcode.mnemonic == "atom"
                and "cas" in one.node.opcode.modifiers
                and _address_of(one) == first
                for one in self._machine.code.operations
            )
            self._verifications[reading.pc] = verified
        return verified

    def _strong(self, level: int, counters: Any, slots: Slots, others: Any) -> Any:
        """Return True where the scopes of strong accesses and of earlier ones include each other's threads."""
        levels = np.zeros(int(counters.max(initial=0)) + 1, np.int8)
        for pc in np.unique(counters).tolist():
            levels[pc] = self.kind(self._machine.code.operations[pc]).level
        theirs, machine = levels[counters], self._machine
        threads = np.minimum(others, machine.count - 1)
        needed = np.where(machine.cluster[slots] == machine.cluster[threads], 2, 3)
        if not machine.shape.clustered:
            needed[:] = 3
        needed[(machine.cta[slots] == machine.cta[threads]) | (others >= machine.count)] = 1
        return (theirs >= needed) & (level >= needed)

    def _inclusive(self, level: int, other_level: int, slot: int, other: int) -> bool:
        """Return True if the scopes of two strong accesses include each other's threads."""
        needed = self._distance(slot, other)
        return level >= needed and other_level >= needed

    def _distance(self, slot: int, other: int) -> int:
        """Return the narrowest scope that has two threads: 1 for a CTA, 2 for a cluster, 3 for the GPU."""
        machine = self._machine
        if other >= machine.count or machine.cta[slot] == machine.cta[other]:
            return 1
        return 2 if machine.shape.clustered and machine.cluster[slot] == machine.cluster[other] else 3

    def report(
        self, operation: Any, related: Any, slot: int, other: int, place: int, index: int, written: bool
    ) -> None:
        """Report a race of an access with an earlier one."""
        machine = self._machine
        name = machine.memory.name_at(place) or "memory"
        kind, theirs = self.kind(operation), self.kind(related)
        if kind.level and not theirs.level and other < machine.count:
            # The weak access is the one to change.
            operation, related, slot, other, kind, theirs = related, operation, other, slot, theirs, kind
            written, index = not index, 0 if written else 1
        verb = "writes" if written else "reads"
        past = "reads" if index else "writes"
        if other < machine.count:
            whom = machine.shape.describe(other)
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
            scope = ("", "cta", "cluster", "gpu")[self._distance(slot, other)]
            hint = f"both accesses need scope .{scope} or wider"
        else:
            distance = self._distance(slot, other)
            if distance == 1:
                several = machine.shape.threads > 32
                barrier = "bar.sync (within one warp, bar.warp.sync)" if several else "bar.warp.sync"
                hint = f"put {barrier} between the accesses, or make both atomic"
            elif distance == 2:
                hint = "put barrier.cluster.arrive and .wait between the accesses"
            else:
                hint = "order the accesses by release and acquire at scope .gpu, or make both atomic"
        machine.report("race", message, slot, hint, operation=operation, related=related)

    # --- releases and acquisitions ---

    def _bump(self, entities: Any) -> None:
        """Begin a new epoch of some entities."""
        self._epoch[entities] += 1
        self._clock[entities, entities] = self._epoch[entities]

    def _join(self, entities: Any, clock: Any, proxy: Any) -> None:
        """Let entities know what a message contains."""
        own = self._clock[entities, entities]
        np.maximum(self._clock[entities], clock, out=(joined := np.empty_like(self._clock[entities])))
        self._clock[entities] = joined
        self._clock[entities, entities] = own
        if proxy is not None:
            self._proxy[entities] = np.maximum(self._proxy[entities], proxy)

    def _message(self, slot: int, level: int) -> Message:
        """Return what a thread releases now, and begin a new epoch."""
        entity = int(self._entity[slot])
        message = Message(
            self._clock[entity].copy(),
            self._proxy[entity].copy(),
            level,
            int(self._machine.cta[slot]),
            int(self._machine.cluster[slot]),
        )
        self._bump(np.array([entity]))
        return message

    def _fenced(self, slot: int, level: int) -> Message | None:
        """Return what a strong write releases because of an earlier fence."""
        entity = int(self._entity[slot])
        if self._fence_clock is None or not self._fence_level[entity]:
            return None
        reach = min(level, int(self._fence_level[entity]))
        clock, proxy = self._fence_clock
        machine = self._machine
        return Message(
            clock[entity].copy(), proxy[entity].copy(), reach, int(machine.cta[slot]), int(machine.cluster[slot])
        )

    def _communicate(self, kind: AccessKind, places: Any, slots: Slots, written: bool) -> None:
        """Follow release and acquire patterns through strong accesses."""
        words = places // WORD
        if not kind.level:
            if written and self._has_message[words].any():
                for place in places[self._has_message[words]].tolist():
                    self._messages.pop(place, None)
                    self._has_message[place // WORD] = False
            return
        reads = not written or kind.updates
        releasing = written and (kind.releases or self._fence_clock is not None)
        if not releasing and not self._has_message[words].any():
            return
        for place, slot in zip(places.tolist(), slots.tolist(), strict=True):
            message = self._messages.get(place)
            if message is not None and reads:
                self._acquire(kind, message, slot)
            if not written:
                continue
            new = self._message(slot, kind.level) if kind.releases else self._fenced(slot, kind.level)
            if kind.updates and message is not None:
                # Atomic operations continue the release of the write that they read.
                new = (
                    message
                    if new is None
                    else new._replace(
                        clock=np.maximum(new.clock, message.clock),
                        proxy=np.maximum(new.proxy, message.proxy),
                        level=max(new.level, message.level),
                    )
                )
            if new is not None:
                self._messages[place] = new
                self._has_message[place // WORD] = True
            elif message is not None:
                del self._messages[place]
                self._has_message[place // WORD] = False

    def _acquire(self, kind: AccessKind, message: Message, slot: int) -> None:
        machine = self._machine
        if machine.cta[slot] == message.cta:
            needed = 1
        else:
            needed = 2 if machine.shape.clustered and machine.cluster[slot] == message.cluster else 3
        if message.level < needed or kind.level < needed:
            return
        if kind.acquires:
            self._join(np.array([self._entity[slot]]), message.clock, message.proxy)
        else:
            self._pending.setdefault(int(self._entity[slot]), []).append(message._replace(level=needed))

    def fence(self, operation: Any, slots: Slots) -> None:
        """Note a fence: what precedes it is released by later strong writes, what was read is acquired."""
        if not self.enabled or not len(slots):
            return
        entities = np.unique(self._entity[slots])
        if "proxy" in operation.semantics or "proxy" in operation.node.opcode.modifiers:
            self._proxy[entities, entities] = self._epoch[entities]
            self._bump(entities)
            if "async" in operation.text:
                return
        level = _LEVELS.get(operation.scope, 1)
        for entity in entities.tolist() if self._pending else ():
            waiting = self._pending.pop(entity, [])
            for message in waiting:
                if level >= message.level:
                    self._join(np.array([entity]), message.clock, message.proxy)
        if self._fence_clock is None:
            self._fence_clock = np.zeros_like(self._clock), np.zeros_like(self._clock)
        clock, proxy = self._fence_clock
        clock[entities], proxy[entities] = self._clock[entities], self._proxy[entities]
        self._fence_level[entities] = level
        self._bump(entities)

    # --- barriers ---

    def met(self, arrived: Any, waiting: Any) -> None:
        """Order what some entities did before what others will do."""
        clock = self._clock[arrived].max(axis=0)
        proxy = self._proxy[arrived].max(axis=0)
        self._join(waiting, clock, proxy)
        self._bump(arrived)

    def warps_met(self, slots: Slots, groups: Any) -> None:
        """Note that threads of each group have synchronized."""
        if not self.enabled:
            return
        if self.rows < self._machine.count:
            return
        for group in np.unique(groups).tolist():
            members = self._entity[slots[groups == group]]
            self.met(members, members)

    def ctas_met(self, operation: Any, arrived: Slots, waiting: Slots) -> None:
        """Note a barrier of CTAs."""
        if not self.enabled:
            return
        cta = self._machine.cta
        for number in np.unique(cta[waiting]).tolist():
            here = np.unique(self._entity[arrived[cta[arrived] == number]])
            there = np.unique(self._entity[waiting[cta[waiting] == number]])
            self.met(here, there)

    def cluster_arrived(self, operation: Any, slots: Slots) -> None:
        """Note arrivals at barriers of clusters."""
        if not self.enabled:
            return
        machine = self._machine
        for number in np.unique(machine.cluster[slots]).tolist():
            own = slots[machine.cluster[slots] == number]
            entities = np.unique(self._entity[own])
            if operation.relaxed:
                if self._fence_clock is None:
                    continue
                entities = entities[self._fence_level[entities] >= 2]
                if not len(entities):
                    continue
                clock, proxy = (matrix[entities].max(axis=0) for matrix in self._fence_clock)
            else:
                clock, proxy = self._clock[entities].max(axis=0), self._proxy[entities].max(axis=0)
                self._bump(entities)
            old = self._clusters.get(number)
            if old is not None:
                clock, proxy = np.maximum(clock, old.clock), np.maximum(proxy, old.proxy)
            self._clusters[number] = Message(clock, proxy, 2, 0, number)

    def clusters_met(self, clusters: Any) -> None:
        """Note that phases of the barriers of clusters are complete."""
        if self.enabled:
            for number in clusters.tolist():
                if number in self._clusters:
                    self._complete[number] = self._clusters.pop(number)

    def cluster_waited(self, operation: Any, slots: Slots) -> None:
        """Note that threads have waited at the barriers of their clusters."""
        if not self.enabled:
            return
        machine = self._machine
        for number in np.unique(machine.cluster[slots]).tolist():
            message = self._complete.get(number)
            if message is not None:
                own = slots[machine.cluster[slots] == number]
                self._join(np.unique(self._entity[own]), message.clock, message.proxy)

    # --- mbarriers and asynchronous operations ---

    def mbarrier(self, operation: Any, slots: Slots, places: Any, role: str) -> None:
        """Note operations on mbarriers."""
        if not self.enabled:
            return
        relaxed = "relaxed" in operation.node.opcode.modifiers
        for place in np.unique(places).tolist():
            entities = np.unique(self._entity[slots[places == place]])
            if role == "init":
                self._mbarriers.pop(place, None)
            elif role == "arrive" and not relaxed:
                self._signal(place, self._clock[entities].max(axis=0), self._proxy[entities].max(axis=0))
                self._bump(entities)
            elif role == "wait" and place in self._mbarriers:
                message = self._mbarriers[place]
                self._join(entities, message.clock, message.proxy)

    def _signal(self, place: int, clock: Any, proxy: Any) -> None:
        old = self._mbarriers.get(place)
        if old is not None:
            clock, proxy = np.maximum(clock, old.clock), np.maximum(proxy, old.proxy)
        self._mbarriers[place] = Message(clock, proxy, 4, 0, 0)

    def copied(self, copies: Any, chosen: Any) -> None:
        """Enter the writes of `cp.async` copies when their threads have waited for them."""
        if not self.enabled:
            return
        slots = copies.slots[chosen]
        words, masks, lanes = _words(copies.places[chosen], copies.size)
        own_slots = slots if lanes is None else slots[lanes]
        epochs = self._epoch[self._entity[own_slots]]
        self._enter(0, words, own_slots + 1, epochs, copies.operation.pc * 16 + masks)

    def copies_arrived(self, slot: int, place: int) -> None:
        """Note that `cp.async` copies have arrived at an mbarrier."""
        if self.enabled:
            message = self._message(slot, 1)
            self._signal(place, message.clock, message.proxy)

    def bulk_started(self, copy: Any) -> None:
        """Compare what a bulk operation reads and writes with earlier accesses."""
        if not self.enabled:
            return
        number = self._next % ASYNCHRONOUS
        self._next += 1
        entity = self.rows + number
        self._epoch[entity] += 1
        copy.entity = entity, int(self._epoch[entity])
        kind = self.kind(copy.operation)
        slots = np.array([copy.slot])
        for place, size in copy.sources:
            words, masks = _span(place, size)
            own = np.full(len(words), self._entity[copy.slot])
            self._compare(copy.operation, kind, words, masks, np.repeat(slots, len(words)), own, 0, False, self._proxy)
            code = copy.operation.pc * 16 + masks
            self._enter_read_of(words, self._machine.count + number + 1, copy.entity[1], code)
        for place, size in copy.targets if getattr(copy.operation, "combine", None) is None else ():
            words, masks = _span(place, size)
            own = np.full(len(words), self._entity[copy.slot])
            for index in range(3):
                arguments = words, masks, np.repeat(slots, len(words)), own, index, True, self._clock
                self._compare(copy.operation, kind, *arguments)

    def _enter_read_of(self, words: Any, slot: int, epoch: int, codes: Any) -> None:
        first = self._shadow[1]
        self._enter(2, words, first[0][words], first[1][words], first[2][words])
        self._enter(1, words, slot, epoch, codes)

    def bulk_completed(self, copy: Any) -> None:
        """Enter the writes of a bulk operation; its mbarriers make them known."""
        if not self.enabled or not hasattr(copy, "entity"):
            return
        entity, epoch = copy.entity
        for place, size in copy.targets:
            words, masks = _span(place, size)
            slot = self._machine.count + entity - self.rows + 1
            self._enter(0, words, slot, epoch, copy.operation.pc * 16 + masks)
            for reads in (1, 2):
                self._shadow[reads][0][words] = 0
        for place, _ in copy.mbarriers:
            clock = np.zeros(self._clock.shape[1], np.int32)
            clock[entity] = epoch
            self._signal(place, clock, clock)

    def bulk_waited(self, copy: Any, read: bool) -> None:
        """Note that a thread has waited for a bulk operation."""
        if self.enabled and hasattr(copy, "entity"):
            entity, epoch = copy.entity
            own = self._entity[copy.slot]
            for matrix in (self._clock, self._proxy):
                matrix[own, entity] = max(int(matrix[own, entity]), epoch)

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
        for owner in np.unique(owners[foreign]).tolist():
            for slot in slots[foreign & (owners == owner)].tolist():
                entity = int(self._entity[slot])
                self._remote.append((owner, entity, int(self._epoch[entity]), operation, slot))

    def exited(self, slots: Slots) -> None:
        """Check that accesses of other CTAs to the shared memory of one that ends precede its end."""
        if not self.enabled or not self._remote:
            return
        machine = self._machine
        for owner in np.unique(machine.cta[slots]).tolist():
            if machine.live_threads[owner]:
                continue
            rows = np.unique(self._entity[np.flatnonzero(machine.cta == owner)])
            known = self._clock[rows].max(axis=0)
            for number, entity, epoch, operation, slot in self._remote:
                if number == owner and known[entity] < epoch:
                    self._report_lifetime(operation, slot)
                    break
            self._remote = [entry for entry in self._remote if entry[0] != owner]

    def _report_lifetime(self, operation: Any, slot: int) -> None:
        message = "the thread accesses shared memory of another CTA of its cluster, which may have ended by then"
        hint = "let all CTAs of the cluster meet at barrier.cluster before they end"
        self._machine.report("cluster-lifetime", message, slot, hint, operation=operation)


def _address_of(operation: Any) -> tuple[str, int] | None:
    """Return base and offset of the address of an operation; None if it has no single one."""
    step = getattr(operation, "step", None)
    accesses = [access for part in step.parts for access in part.accesses] if step is not None else []
    return (accesses[0].base, accesses[0].offset) if len(accesses) == 1 else None


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


def _span(place: int, size: int) -> tuple[Any, Any]:
    """Return the words of consecutive bytes, and their masks."""
    words = np.arange(place // WORD, -(-(place + size) // WORD))
    masks = np.full(len(words), 15, np.int32)
    masks[0] &= 15 << place % WORD
    if (place + size) % WORD:
        masks[-1] &= (1 << (place + size) % WORD) - 1
    return words, masks
