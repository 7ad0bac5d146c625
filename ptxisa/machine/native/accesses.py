"""Loads and stores of a group as LLVM IR: addresses, legality, races and the transfer in a few loops.

A function makes the accesses of one statement in all threads of a group, or returns -1 and changes nothing: then the
statement runs in NumPy, which describes what is wrong, or decides what this code leaves open. Its first loop checks

- that each address is in its state space, aligned, and that its bytes have the flags that the access needs
  (`ptxisa.machine.address`);
- that the last write in the shadow of races (`ptxisa.machine.watch.races`) is that of the thread itself, or of a
  thread of its CTA before their last barrier. Everything else needs vector clocks.

The last loop enters the accesses in the shadow and transfers the values, with the results of `Races.accessed` and
`MemoryStep`, in the same order of threads. The first loop also notes whether loops between them are needed, since most
accesses need none: one that compares writes with reads in the shadow, one that looks for threads that write the same
word, one that lets earlier reads stay as second ones, and those that clear reads and mark bytes with a value.

Most of the time of these loops is traffic to memory. Numbers of CTAs, keys of threads and rows of shared memory are
therefore computed from the slot rather than loaded from arrays with an element for each thread.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ptxisa.machine.address import ALLOCATED, GLOBAL_BASE, INCOMING, MBARRIER, OUTGOING, VALUED, WRITABLE
from ptxisa.machine.native.lowering import TermLowering

ARGUMENTS = (
    "base",
    "guard",
    "offset",
    "bytes",
    "flags",
    "space_size",
    "space_start",
    "row_size",
    "reciprocal",
    "old_keys",
    "old_codes",
    "write_keys",
    "write_codes",
    "read_keys",
    "read_codes",
    "second_keys",
    "second_codes",
    "first_key",
    "width",
    "epochs",
    "floors",
    "threads",
    "code",
    "messages",
    "levels",
    "fences",
    "marks",
    "mark",
    "places",
    *(f"data{index}" for index in range(8)),
)
"""Arguments of a function, words of 64 bits: pointers, and numbers."""
NUMBERS = frozenset(
    {"offset", "space_size", "space_start", "row_size", "reciprocal", "first_key", "width", "threads", "code", "mark"}
)
_FLAGS = ("bad", "weak", "reads", "crossed", "unvalued")
"""Flags that the first loop sets: an access is left to NumPy, an update follows one by another instruction, reads in
the shadow matter, words are not in ascending order, and bytes have no value yet."""
_GPU = 3
"""Scope of a GPU, as in `AccessKind`."""
QUOTIENT_BITS = 36
MOST_SLOTS = 1 << 26
"""Slots of a wave for which `reciprocal` is exact."""


def reciprocal(divisor: int) -> int:
    """Return a number whose product with a slot has the quotient of the slot and a divisor above its low 36 bits.

    The product with a slot is too large by less than slot * divisor, which is below 2**36 for slots below 2**26 and
    divisors up to 1,024, the most slots of a CTA; the fraction of the quotient is at most 1 - 1 / divisor.
    """
    return -(-(1 << QUOTIENT_BITS) // divisor)


class AccessShape(NamedTuple):
    """What the code of an access depends on.

    Attributes:
        written: True for a store.
        space: "global", "shared", "local" or "const".
        size: Bytes of a value.
        base: Bits of the register with the address; 0 without one.
        guarded: True if a predicate decides.
        negated: True if it is negated.
        data: Bits of the register of each value; 0 for a constant, or for a result that is discarded.
        signed: True if a loaded value is extended with its sign.
        contiguous: True if the slots of the group follow each other.
        races: True if races are watched.
        valued: True if bytes that are loaded need a value.
        messages: True if releases may be recorded for words that are stored.
        fences: True if threads may have executed fences.
        compares: For writes and for reads in the shadow of races, True if some may race with the access.
        coherent: False for a load of data that the kernel must not have written.
        tracked: True if words of global memory that are accessed are marked (`ptxisa.machine.footprint`).
        logged: True for a load whose places are written to an array, from which races are followed later if at all.
    """

    written: bool
    space: str
    size: int
    base: int
    guarded: bool
    negated: bool
    data: tuple[int, ...]
    signed: bool
    contiguous: bool
    races: bool
    valued: bool
    messages: bool
    fences: bool
    compares: tuple[bool, bool]
    coherent: bool
    tracked: bool
    logged: bool

    @property
    def total(self) -> int:
        """Bytes of all values."""
        return self.size * len(self.data)


class AtomicUpdate(NamedTuple):
    """What an atomic operation computes.

    Attributes:
        level: Scope of the operation, as in `AccessKind`.
        memory: Term of the new value in memory; its variables are "memory", and "data1" and so on for operands.
        result: Term of the result; None if nobody uses it.
        widths: Bits of the registers of the operands, from "data1" on; 0 for a constant.
        features: Features of the processor that may be used.
    """

    level: int
    memory: Any
    result: Any
    widths: tuple[int, ...]
    features: frozenset[str]


def access_function(shape: AccessShape, name: str, update: AtomicUpdate | None = None) -> str:
    """Return the text of the function of an access, or of an atomic operation in the order of threads."""
    return _AccessWriter(shape, update).function(name)


class _AccessWriter:
    """Lines of the function of an access; `function` puts its loops together in the order of the text."""

    def __init__(self, shape: AccessShape, update: AtomicUpdate | None) -> None:
        self.shape, self.update = shape, update
        self.lines: list[str] = []
        self.count = 0
        # Accesses to local memory and constants are not watched.
        self.races = shape.races and shape.space in ("global", "shared")
        self.words = max(shape.total // 4, 1)

    def op(self, code: str) -> str:
        """Append an instruction with a result."""
        self.count += 1
        self.lines.append(f"  %v{self.count} = {code}")
        return f"%v{self.count}"

    def at(self, type_: str, base: str, index: str) -> str:
        """Return the address of an element of an array."""
        return self.op(f"getelementptr {type_}, ptr {base}, i64 {index}")

    def load(self, type_: str, base: str, index: str) -> str:
        """Return an element of an array."""
        return self.op(f"load {type_}, ptr {self.at(type_, base, index)}, align 1")

    def store(self, type_: str, value: str, base: str, index: str) -> None:
        """Store an element of an array."""
        self.lines.append(f"  store {type_} {value}, ptr {self.at(type_, base, index)}, align 1")

    def wide(self, value: str, bits: int) -> str:
        """Zero-extend a word to 64 bits."""
        return value if bits == 64 else self.op(f"zext i{bits} {value} to i64")

    def loop(self, name: str, body: Callable[[str, str], None], *, backward: bool = False) -> None:
        """Append a loop over the threads of the group, for each of which `body` gets its slot and its number."""
        self.lines += [f"  br label %{name}.entry", f"{name}.entry:", f"  br label %{name}.start", f"{name}.start:"]
        self.lines.append(f"  %{name}.i = phi i64 [ 0, %{name}.entry ], [ %{name}.next, %{name}.latch ]")
        index = f"%{name}.i"
        if backward:
            last = self.op("sub i64 %n, 1")
            index = self.op(f"sub i64 {last}, {index}")
        body(self.thread(name, index), index)
        self.lines += [f"  br label %{name}.latch", f"{name}.latch:"]
        self.lines.append(f"  %{name}.next = add nuw i64 %{name}.i, 1")
        more = self.op(f"icmp ult i64 %{name}.next, %n")
        self.lines += [f"  br i1 {more}, label %{name}.start, label %{name}.end", f"{name}.end:"]

    def function(self, name: str) -> str:
        """Return the text of the function."""
        self.lines = [f"define i64 @{name}(ptr %arguments, i64 %n, i64 %start, ptr %slots) {{", "entry:"]
        self.arguments = {}
        for index, argument in enumerate(ARGUMENTS):
            type_ = "i64" if argument in NUMBERS else "ptr"
            self.arguments[argument] = self.load(type_, "%arguments", str(index)) if self.uses(argument) else ""
        for flag in _FLAGS:
            self.lines += [f"  %{flag} = alloca i1", f"  store i1 false, ptr %{flag}"]
        self.lines += ["  %last = alloca i64", "  store i64 0, ptr %last"]
        self.loop("check", self.check)
        self.leave_if_bad("legal")
        if self.races and self.shape.written:
            self.when("weak", lambda: self.compare_later(("write",)))
            self.when("reads", lambda: self.compare_later(("read", "second")))
            if self.alone:
                self.when("crossed", self.require_different_words)
            self.when("reads", lambda: self.loop("clear", self.clear_reads))
        elif self.races:
            self.when("reads", lambda: self.loop("second", self.keep_second_read))
        if self.shape.written:
            self.when("unvalued", lambda: self.loop("value", self.mark_valued))
        # Of stores to one address in shared memory, that of the lowest lane remains, as in `MemoryStep`. If races are
        # watched, there are none: the threads store to different words.
        backward = self.shape.written and self.shape.space == "shared" and self.update is None and not self.races
        self.loop("move", self.move, backward=backward)
        self.lines += ["  ret i64 %n", "}"]
        return "\n".join(self.lines)

    @property
    def alone(self) -> bool:
        """True if no two threads may write the same word, unless NumPy compares what they do."""
        return self.update is None or self.update.level < _GPU

    def when(self, flag: str, body: Callable[[], None]) -> None:
        """Append code that is executed if the first loop has set a flag."""
        self.count += 1
        name = f"{flag}{self.count}"
        value = self.op(f"load i1, ptr %{flag}")
        self.lines += [f"  br i1 {value}, label %{name}, label %{name}.not", f"{name}:"]
        body()
        self.lines += [f"  br label %{name}.not", f"{name}.not:"]

    def leave_if_bad(self, name: str, *, restore: bool = False) -> None:
        """Append a return of -1 if a loop has found an access that is left to NumPy."""
        bad = self.op("load i1, ptr %bad")
        self.lines += [f"  br i1 {bad}, label %{name}.not, label %{name}", f"{name}.not:"]
        if restore:
            self.loop("restore", self.restore, backward=True)
        self.lines += ["  ret i64 -1", f"{name}:"]

    def note(self, condition: str, flag: str = "bad") -> None:
        """Append that a flag is set if a condition is true: "bad" leaves the access to NumPy."""
        before = self.op(f"load i1, ptr %{flag}")
        self.lines.append(f"  store i1 {self.op(f'or i1 {before}, {condition}')}, ptr %{flag}")

    def thread(self, name: str, index: str) -> str:
        """Return the slot of a thread, after a branch to the next one if its guard is false."""
        slot = self.op(f"add i64 %start, {index}") if self.shape.contiguous else self.load("i64", "%slots", index)
        if self.shape.guarded:
            value = self.load("i8", self.arguments["guard"], slot)
            active = self.op(f"icmp {'eq' if self.shape.negated else 'ne'} i8 {value}, 0")
            self.lines += [f"  br i1 {active}, label %{name}.active, label %{name}.latch", f"{name}.active:"]
        return slot

    def offset(self, slot: str) -> tuple[str, str]:
        """Return the address of an access, and the bytes from the start of its state space."""
        shape, given = self.shape, self.arguments
        address = given["offset"]
        if shape.base:
            base = self.wide(self.load(f"i{shape.base}", given["base"], slot), shape.base)
            address = self.op(f"add i64 {base}, {address}")
        if shape.space == "global":
            return address, self.op(f"sub i64 {address}, {GLOBAL_BASE}")
        return address, address

    def place(self, slot: str, offset: str) -> str:
        """Return the place of an access, from the row of a CTA or of a thread, or from the start of the state space."""
        given = self.arguments
        place = self.op(f"add i64 {offset}, {given['space_start']}")
        if not given["row_size"]:
            return place
        row = self.cta(slot) if self.shape.space == "shared" else slot
        return self.op(f"add i64 {place}, {self.op(f'mul i64 {row}, ' + given['row_size'])}")

    def cta(self, slot: str) -> str:
        """Return the number of the CTA of a slot."""
        product = self.op(f"mul i64 {slot}, {self.arguments['reciprocal']}")
        return self.op(f"lshr i64 {product}, {QUOTIENT_BITS}")

    def entity(self, slot: str) -> tuple[str, str]:
        """Return the number of a thread in the shadow of races, from 1 on, and that of the first one of its CTA."""
        given = self.arguments
        cta = self.cta(slot)
        first = self.op(f"add i64 {given['first_key']}, {self.op(f'mul i64 {cta}, ' + given['width'])}")
        index = self.op(f"sub i64 {slot}, {self.op(f'mul i64 {cta}, ' + given['threads'])}")
        return self.op(f"add i64 {first}, {index}"), first

    def uses(self, argument: str) -> bool:
        """Return True if the function of this shape reads an argument."""
        shape = self.shape
        if argument == "base":
            return shape.base > 0
        if argument == "guard":
            return shape.guarded
        if argument == "row_size":
            return shape.space in ("shared", "local")
        if argument == "reciprocal":
            return self.races or shape.space == "shared"
        if argument == "levels":
            return self.races and self.update is not None
        if argument == "fences":
            return self.races and self.update is not None and shape.fences
        if argument.startswith("data") and self.update is not None:
            index = int(argument[4:])
            return index <= len(self.update.widths) and (index > 0 or self.update.result is not None)
        if argument.startswith("data"):
            index = int(argument[4:])
            return index < len(shape.data) and (shape.data[index] > 0 or shape.written)
        if argument in ("old_keys", "old_codes"):
            return self.races and shape.written and self.alone
        if argument in ("marks", "mark"):
            return shape.tracked
        if argument == "places":
            return shape.logged
        if argument == "messages":
            return shape.messages and self.races and shape.written
        return self.races or argument in ("offset", "bytes", "flags", "space_size", "space_start")

    # --- first loop ---

    def check(self, slot: str, index: str) -> None:
        """Check the access of a thread."""
        shape, given = self.shape, self.arguments
        address, offset = self.offset(slot)
        bad = self.op(f"icmp uge i64 {offset}, {given['space_size']}")
        if shape.total > 1:
            odd = self.op(f"and i64 {address}, {shape.total - 1}")
            bad = self.op(f"or i1 {bad}, {self.op(f'icmp ne i64 {odd}, 0')}")
        place = self.op(f"select i1 {bad}, i64 0, i64 {self.place(slot, offset)}")
        # An atomic operation needs the value as well, and is reported without one.
        valued = shape.valued and (not shape.written or self.update is not None)
        needed = ALLOCATED | (WRITABLE if shape.written else 0) | (VALUED if valued else 0)
        forbidden = INCOMING | (OUTGOING | MBARRIER if shape.written else 0)
        for part in range(-(-shape.total // 8)):
            width = min(shape.total, 8)
            flags = self.load(f"i{8 * width}", self.at("i8", given["flags"], place), str(part))
            masks = (int.from_bytes(bytes([mask]) * width, "little") for mask in (needed | forbidden, needed))
            concerned, expected = masks
            seen = self.op(f"and i{8 * width} {flags}, {_signed(concerned, 8 * width)}")
            wrong = self.op(f"icmp ne i{8 * width} {seen}, {_signed(expected, 8 * width)}")
            bad = self.op(f"or i1 {bad}, {wrong}")
            if shape.written and not valued:
                every = _signed(int.from_bytes(bytes([VALUED]) * width, "little"), 8 * width)
                marked = self.op(f"and i{8 * width} {flags}, {every}")
                self.note(self.op(f"icmp ne i{8 * width} {marked}, {every}"), "unvalued")
        if self.races:
            bad = self.op(f"or i1 {bad}, {self.check_races(place, slot)}")
        self.note(bad)

    def check_races(self, place: str, slot: str) -> str:
        """Return the flag that only vector clocks can order an access and the last write of its words.

        Set "reads" if later loops have to compare reads in the shadow, and "crossed" if threads may write the same
        word.
        """
        shape, given = self.shape, self.arguments
        result = "false"
        words = self.words_of(place)
        for word in words:
            if shape.compares[0] and self.update is not None and self.update.level >= _GPU:
                # Updates by this instruction are morally strong, whoever made them: the usual case.
                code = self.load("i32", given["write_codes"], word)
                own = self.op(f"trunc i64 {given['code']} to i32")
                other = self.op(f"icmp ugt i32 {self.op(f'xor i32 {code}, {own}')}, 15")
                self.note(other, "weak")
            elif shape.compares[0]:
                result = self.op(f"or i1 {result}, {self.unordered('write', word, slot)}")
            if not shape.written:
                self.note(self.is_second(word, slot), "reads")
            elif shape.compares[1]:
                reads = self.op(
                    f"or i64 {self.load('i64', given['read_keys'], word)}, "
                    f"{self.load('i64', given['second_keys'], word)}"
                )
                self.note(self.op(f"icmp ne i64 {reads}, 0"), "reads")
            if given["messages"]:
                message = self.op(f"icmp ne i8 {self.load('i8', given['messages'], word)}, 0")
                result = self.op(f"or i1 {result}, {message}")
        if given["fences"]:
            # A fence before makes the operation a release.
            fenced = self.op(f"icmp ne i8 {self.load('i8', given['fences'], slot)}, 0")
            result = self.op(f"or i1 {result}, {fenced}")
        if shape.written and self.alone:
            # Words in ascending order, as usual, are different ones.
            before = self.op("load i64, ptr %last")
            self.note(self.op(f"icmp ult i64 {words[0]}, {before}"), "crossed")
            self.lines.append(f"  store i64 {self.op(f'add i64 {words[-1]}, 1')}, ptr %last")
        return result

    def unordered(self, shadow: str, word: str, slot: str) -> str:
        """Return the flag that only vector clocks can order an access and one in a shadow."""
        given = self.arguments
        key = self.load("i64", given[f"{shadow}_keys"], word)
        if not self.shape.coherent:
            return self.op(f"icmp ne i64 {key}, 0")
        own, first = self.entity(slot)
        floor = self.op(f"sext i32 {self.load('i32', given['floors'], slot)} to i64")
        other = self.op(f"lshr i64 {key}, 32")
        foreign = self.op(f"icmp ne i64 {other}, {own}")
        present = self.op(f"icmp ne i64 {other}, 0")
        outside = self.op(f"icmp uge i64 {self.op(f'sub i64 {other}, {first}')}, {given['threads']}")
        epoch = self.op(f"and i64 {key}, {(1 << 32) - 1}")
        late = self.op(f"icmp sgt i64 {epoch}, {floor}")
        doubtful = self.op(f"or i1 {outside}, {late}")
        doubtful = self.op(f"and i1 {doubtful}, {self.op(f'and i1 {foreign}, {present}')}")
        if self.update is not None:
            weak = self.weak(self.update.level, given[f"{shadow}_codes"], word, outside)
            doubtful = self.op(f"and i1 {doubtful}, {weak}")
        return doubtful

    def is_second(self, word: str, slot: str) -> str:
        """Return the flag that the read in the shadow stays as the second, since it is that of another thread.

        In shared memory reads before the last barrier cannot race any more.
        """
        given, limit = self.arguments, "0"
        if self.shape.space == "shared":
            limit = self.op(f"sext i32 {self.load('i32', given['floors'], slot)} to i64")
        previous = self.load("i64", given["read_keys"], word)
        other = self.op(f"icmp ne i64 {self.op(f'lshr i64 {previous}, 32')}, {self.entity(slot)[0]}")
        late = self.op(f"icmp sgt i64 {self.op(f'and i64 {previous}, {(1 << 32) - 1}')}, {limit}")
        return self.op(f"and i1 {other}, {late}")

    def weak(self, level: int, codes: str, word: str, outside: str) -> str:
        """Return the flag that an atomic operation and the access in a shadow are not morally strong."""
        # Between threads of a CTA any scope is wide enough, otherwise that of the GPU.
        pc = self.op(f"lshr i32 {self.load('i32', codes, word)}, 4")
        theirs = self.load("i8", self.arguments["levels"], self.op(f"zext i32 {pc} to i64"))
        narrow = self.op(f"icmp ult i8 {theirs}, {self.op(f'select i1 {outside}, i8 {_GPU}, i8 1')}")
        return narrow if level >= _GPU else self.op(f"or i1 {narrow}, {outside}")

    def words_of(self, place: str) -> list[str]:
        """Return the numbers of the words of an access."""
        first = self.op(f"lshr i64 {place}, 2")
        return [self.op(f"add i64 {first}, {number}") if number else first for number in range(self.words)]

    # --- loops between ---

    def compare_later(self, shadows: tuple[str, ...]) -> None:
        """Append a loop that compares writes with shadows."""

        def compare(slot: str, index: str) -> None:
            for word in self.words_of(self.place(slot, self.offset(slot)[1])):
                for shadow in shadows:
                    self.note(self.unordered(shadow, word, slot))

        name = f"compare.{shadows[0]}"
        self.loop(name, compare)
        self.leave_if_bad(f"{name}.ordered")

    def clear_reads(self, slot: str, index: str) -> None:
        """Forget the reads that a write follows."""
        for word in self.words_of(self.place(slot, self.offset(slot)[1])):
            self.store("i64", "0", self.arguments["read_keys"], word)
            self.store("i64", "0", self.arguments["second_keys"], word)

    def mark_valued(self, slot: str, index: str) -> None:
        """Note that the bytes of a store have a value."""
        place = self.place(slot, self.offset(slot)[1])
        for part in range(-(-self.shape.total // 8)):
            bits = 8 * min(self.shape.total, 8)
            where = self.at("i8", self.arguments["flags"], place)
            flags = self.load(f"i{bits}", where, str(part))
            mask = int.from_bytes(bytes([VALUED]) * (bits // 8), "little")
            self.store(f"i{bits}", self.op(f"or i{bits} {flags}, {mask}"), where, str(part))

    def keep_second_read(self, slot: str, index: str) -> None:
        """Let the read in the shadow stay as the second if it is that of another thread."""
        # All threads of a statement read before any of them enters its read: this loop is not part of the last one.
        given = self.arguments
        for number, word in enumerate(self.words_of(self.place(slot, self.offset(slot)[1]))):
            keep, done = f"second.keep{number}", f"second.done{number}"
            self.lines += [f"  br i1 {self.is_second(word, slot)}, label %{keep}, label %{done}", f"{keep}:"]
            for array, type_ in (("keys", "i64"), ("codes", "i32")):
                self.store(type_, self.load(type_, given[f"read_{array}"], word), given[f"second_{array}"], word)
            self.lines += [f"  br label %{done}", f"{done}:"]

    def key(self, slot: str) -> str:
        """Return what the shadow has of the current epoch of a thread."""
        epoch = self.op(f"zext i32 {self.load('i32', self.arguments['epochs'], slot)} to i64")
        return self.op(f"or i64 {self.op(f'shl i64 {self.entity(slot)[0]}, 32')}, {epoch}")

    def code(self, place: str) -> str:
        """Return the operation and the bytes of a word that an access concerns, as the shadow has them."""
        code = self.op(f"trunc i64 {self.arguments['code']} to i32")
        if self.shape.total >= 4:
            return self.op(f"or i32 {code}, 15")
        byte = self.op(f"trunc i64 {self.op(f'and i64 {place}, 3')} to i32")
        return self.op(f"or i32 {code}, {self.op(f'shl i32 {(1 << self.shape.total) - 1}, {byte}')}")

    def require_different_words(self) -> None:
        """Append loops that enter writes; if two threads write the same word, restore the shadow and leave."""
        given = self.arguments

        def enter(slot: str, index: str) -> None:
            place = self.place(slot, self.offset(slot)[1])
            for where, word in zip(self.saved(index), self.words_of(place), strict=True):
                self.store("i64", self.load("i64", given["write_keys"], word), given["old_keys"], where)
                self.store("i32", self.load("i32", given["write_codes"], word), given["old_codes"], where)
            self.enter(place, slot, "write")

        def verify(slot: str, index: str) -> None:
            place, key = self.place(slot, self.offset(slot)[1]), self.key(slot)
            for word in self.words_of(place):
                self.note(self.op(f"icmp ne i64 {self.load('i64', given['write_keys'], word)}, {key}"))

        self.loop("enter", enter)
        self.loop("verify", verify)
        self.leave_if_bad("alone", restore=True)

    def enter(self, place: str, slot: str, shadow: str) -> None:
        """Enter the access of a thread in a shadow."""
        key, code = self.key(slot), self.code(place)
        for word in self.words_of(place):
            self.store("i64", key, self.arguments[f"{shadow}_keys"], word)
            self.store("i32", code, self.arguments[f"{shadow}_codes"], word)

    def restore(self, slot: str, index: str) -> None:
        """Restore the entries of the shadow that a thread has overwritten."""
        given = self.arguments
        words = self.words_of(self.place(slot, self.offset(slot)[1]))
        for where, word in reversed(list(zip(self.saved(index), words, strict=True))):
            self.store("i64", self.load("i64", given["old_keys"], where), given["write_keys"], word)
            self.store("i32", self.load("i32", given["old_codes"], where), given["write_codes"], word)

    def saved(self, index: str) -> list[str]:
        """Return where the entries of a thread are kept."""
        first = self.op(f"mul i64 {index}, {self.words}")
        return [self.op(f"add i64 {first}, {number}") for number in range(self.words)]

    # --- last loop ---

    def move(self, slot: str, index: str) -> None:
        """Load or store the values of a thread, and enter the access."""
        shape, given = self.shape, self.arguments
        place = self.place(slot, self.offset(slot)[1])
        if shape.logged:
            self.store("i64", place, given["places"], index)
        if shape.tracked:
            mark = self.op(f"trunc i64 {given['mark']} to i8")
            for word in self.words_of(place):
                marks = self.load("i8", given["marks"], word)
                self.store("i8", self.op(f"or i8 {marks}, {mark}"), given["marks"], word)
        if self.races:
            self.enter(place, slot, "write" if shape.written else "read")
        bits = 8 * shape.size
        target = self.at("i8", given["bytes"], place)
        if self.update is not None:
            self.apply(self.update, target, slot, bits)
            return
        for number, width in enumerate(shape.data):
            data = given[f"data{number}"]
            if shape.written:
                if width:
                    value = self.load(f"i{width}", data, slot)
                else:
                    value, width = self.op(f"ptrtoint ptr {data} to i64"), 64
                if width > bits:
                    value = self.op(f"trunc i{width} {value} to i{bits}")
                self.store(f"i{bits}", value, target, str(number))
            elif width:
                value = self.load(f"i{bits}", target, str(number))
                if width > bits:
                    value = self.op(f"{'sext' if shape.signed else 'zext'} i{bits} {value} to i{width}")
                self.store(f"i{width}", value, data, slot)

    def apply(self, update: AtomicUpdate, target: str, slot: str, bits: int) -> None:
        """Update memory, and write the result of a thread."""
        values = {"memory": self.load(f"i{bits}", target, "0")}
        for number, width in enumerate(update.widths, 1):
            data = self.arguments[f"data{number}"]
            value = self.load(f"i{width}", data, slot) if width else self.op(f"ptrtoint ptr {data} to i64")
            wide = width or 64
            values[f"data{number}"] = value if wide == bits else self.op(f"trunc i{wide} {value} to i{bits}")
        code = TermLowering(values, update.features)
        memory = code.value(update.memory)
        result = code.value(update.result) if update.result is not None else ""
        self.lines += [f"  {line}" for line in code.text]
        self.store(f"i{bits}", memory, target, "0")
        if result:
            width = self.shape.data[0]
            if width > bits:
                result = self.op(f"{'sext' if self.shape.signed else 'zext'} i{bits} {result} to i{width}")
            self.store(f"i{width}", result, self.arguments["data0"], slot)


def _signed(value: int, bits: int) -> int:
    """Return a word as LLVM prints it."""
    return value - (1 << bits) if value >> bits - 1 else value
