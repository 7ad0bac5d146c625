"""Loads and stores of a group as LLVM IR: addresses, legality, races and the transfer in a few loops.

A function makes the accesses of one statement in all threads of a group, or returns -1 and changes nothing: then the
statement runs in NumPy, which describes what is wrong, or decides what this code leaves open. Its first loop checks

- that each address is in its state space, aligned, and that its bytes have the flags that the access needs
  (`ptxisa.machine.address`);
- that the last accesses in the shadow of races (`ptxisa.machine.watch.races`) are those of the thread itself, or of
  threads of its CTA before their last barrier. Everything else needs vector clocks.

Later loops enter the accesses in the shadow and transfer the values, with the results of `Races.accessed` and
`MemoryStep`, in the same order of threads.
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
    "rows",
    "old_keys",
    "old_codes",
    "write_keys",
    "write_codes",
    "read_keys",
    "read_codes",
    "second_keys",
    "second_codes",
    "keys",
    "epochs",
    "floors",
    "first_entity",
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
NUMBERS = frozenset({"offset", "space_size", "space_start", "threads", "code", "mark"})


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
        self.lines += ["  %bad = alloca i1", "  store i1 false, ptr %bad"]
        self.loop("check", self.check)
        self.leave_if_bad("legal", "")
        if self.races:
            (self.enter_writes if self.shape.written else self.enter_second_reads)()
        # Of stores to one address in shared memory, that of the lowest lane remains, as in `MemoryStep`.
        backward = self.shape.written and self.shape.space == "shared" and self.update is None
        self.loop("move", self.move, backward=backward)
        self.lines += ["  ret i64 %n", "}"]
        return "\n".join(self.lines)

    def leave_if_bad(self, name: str, undo: str) -> None:
        """Append a return of -1 if a loop has found an access that is left to NumPy."""
        bad = self.op("load i1, ptr %bad")
        self.lines += [f"  br i1 {bad}, label %{name}.not, label %{name}", f"{name}.not:"]
        if undo == "restore":
            self.loop("restore", self.restore, backward=True)
        self.lines += ["  ret i64 -1", f"{name}:"]

    def note(self, bad: str) -> None:
        """Append that an access is left to NumPy if a flag is set."""
        before = self.op("load i1, ptr %bad")
        self.lines.append(f"  store i1 {self.op(f'or i1 {before}, {bad}')}, ptr %bad")

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
        start = self.load("i64", given["rows"], slot) if given["rows"] else given["space_start"]
        return self.op(f"add i64 {offset}, {start}")

    def uses(self, argument: str) -> bool:
        """Return True if the function of this shape reads an argument."""
        shape = self.shape
        if argument == "base":
            return shape.base > 0
        if argument == "guard":
            return shape.guarded
        if argument == "rows":
            return shape.space in ("shared", "local")
        if argument in ("levels", "fences"):
            return self.races and self.update is not None
        if argument.startswith("data") and self.update is not None:
            index = int(argument[4:])
            return index <= len(self.update.widths) and (index > 0 or self.update.result is not None)
        if argument.startswith("data"):
            index = int(argument[4:])
            return index < len(shape.data) and (shape.data[index] > 0 or shape.written)
        if argument in ("old_keys", "old_codes"):
            return self.races and shape.written
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
        if self.races:
            bad = self.op(f"or i1 {bad}, {self.unordered(place, slot)}")
        self.note(bad)

    def unordered(self, place: str, slot: str) -> str:
        """Return the flag that the shadow of an access has one that only vector clocks can order."""
        given = self.arguments
        own = self.op(f"lshr i64 {self.load('i64', given['keys'], slot)}, 32")
        floor = self.op(f"sext i32 {self.load('i32', given['floors'], slot)} to i64")
        first = self.load("i64", given["first_entity"], slot)
        result = "false"
        for word in self.words_of(place):
            shadows = ("write_keys", "read_keys", "second_keys") if self.shape.written else ("write_keys",)
            for shadow in shadows:
                key = self.load("i64", given[shadow], word)
                if not self.shape.coherent:
                    result = self.op(f"or i1 {result}, {self.op(f'icmp ne i64 {key}, 0')}")
                    continue
                other = self.op(f"lshr i64 {key}, 32")
                foreign = self.op(f"icmp ne i64 {other}, {own}")
                present = self.op(f"icmp ne i64 {other}, 0")
                within = self.op(f"sub i64 {self.op(f'sub i64 {other}, 1')}, {first}")
                outside = self.op(f"icmp uge i64 {within}, {given['threads']}")
                epoch = self.op(f"and i64 {key}, {(1 << 32) - 1}")
                late = self.op(f"icmp sgt i64 {epoch}, {floor}")
                doubtful = self.op(f"or i1 {outside}, {late}")
                doubtful = self.op(f"and i1 {doubtful}, {self.op(f'and i1 {foreign}, {present}')}")
                if self.update is not None:
                    weak = self.weak(self.update.level, given[shadow.replace("keys", "codes")], word, outside)
                    doubtful = self.op(f"and i1 {doubtful}, {weak}")
                result = self.op(f"or i1 {result}, {doubtful}")
            if given["messages"]:
                message = self.op(f"icmp ne i8 {self.load('i8', given['messages'], word)}, 0")
                result = self.op(f"or i1 {result}, {message}")
        if given["fences"]:
            # A fence before makes the operation a release.
            fenced = self.op(f"icmp ne i8 {self.load('i8', given['fences'], slot)}, 0")
            result = self.op(f"or i1 {result}, {fenced}")
        return result

    def weak(self, level: int, codes: str, word: str, outside: str) -> str:
        """Return the flag that an atomic operation and the access in a shadow are not morally strong."""
        # Between threads of a CTA any scope is wide enough, otherwise that of the GPU.
        pc = self.op(f"lshr i32 {self.load('i32', codes, word)}, 4")
        theirs = self.load("i8", self.arguments["levels"], self.op(f"zext i32 {pc} to i64"))
        narrow = self.op(f"icmp ult i8 {theirs}, {self.op(f'select i1 {outside}, i8 3, i8 1')}")
        return narrow if level >= 3 else self.op(f"or i1 {narrow}, {outside}")

    def words_of(self, place: str) -> list[str]:
        """Return the numbers of the words of an access."""
        first = self.op(f"lshr i64 {place}, 2")
        return [self.op(f"add i64 {first}, {number}") if number else first for number in range(self.words)]

    # --- loops that change the shadow ---

    def key(self, slot: str) -> str:
        """Return what the shadow has of the current epoch of a thread."""
        given = self.arguments
        epoch = self.op(f"zext i32 {self.load('i32', given['epochs'], slot)} to i64")
        return self.op(f"add i64 {self.load('i64', given['keys'], slot)}, {epoch}")

    def code(self, place: str) -> str:
        """Return the operation and the bytes of a word that an access concerns, as the shadow has them."""
        code = self.op(f"trunc i64 {self.arguments['code']} to i32")
        if self.shape.total >= 4:
            return self.op(f"or i32 {code}, 15")
        byte = self.op(f"trunc i64 {self.op(f'and i64 {place}, 3')} to i32")
        return self.op(f"or i32 {code}, {self.op(f'shl i32 {(1 << self.shape.total) - 1}, {byte}')}")

    def enter_second_reads(self) -> None:
        """Let the read before stay as the second if it is that of another thread."""
        given = self.arguments

        def second(slot: str, index: str) -> None:
            place, key = self.place(slot, self.offset(slot)[1]), self.key(slot)
            limit = "0"
            if self.shape.space == "shared":
                limit = self.op(f"sext i32 {self.load('i32', given['floors'], slot)} to i64")
            for number, word in enumerate(self.words_of(place)):
                previous = self.load("i64", given["read_keys"], word)
                changed = self.op(f"lshr i64 {self.op(f'xor i64 {previous}, {key}')}, 32")
                other = self.op(f"icmp ne i64 {changed}, 0")
                epoch = self.op(f"and i64 {previous}, {(1 << 32) - 1}")
                late = self.op(f"icmp sgt i64 {epoch}, {limit}")
                keep, done = f"second.keep{number}", f"second.done{number}"
                both = self.op(f"and i1 {other}, {late}")
                self.lines += [f"  br i1 {both}, label %{keep}, label %{done}", f"{keep}:"]
                self.store("i64", previous, given["second_keys"], word)
                code = self.load("i32", given["read_codes"], word)
                self.store("i32", code, given["second_codes"], word)
                self.lines += [f"  br label %{done}", f"{done}:"]

        self.loop("second", second)

    def enter_writes(self) -> None:
        """Enter writes; if two threads write the same word, restore the shadow and leave."""
        given = self.arguments

        def enter(slot: str, index: str) -> None:
            place, key = self.place(slot, self.offset(slot)[1]), self.key(slot)
            code = self.code(place)
            for where, word in zip(self.saved(index), self.words_of(place), strict=True):
                self.store("i64", self.load("i64", given["write_keys"], word), given["old_keys"], where)
                self.store("i32", self.load("i32", given["write_codes"], word), given["old_codes"], where)
                self.store("i64", key, given["write_keys"], word)
                self.store("i32", code, given["write_codes"], word)

        def verify(slot: str, index: str) -> None:
            place, key = self.place(slot, self.offset(slot)[1]), self.key(slot)
            for word in self.words_of(place):
                self.note(self.op(f"icmp ne i64 {self.load('i64', given['write_keys'], word)}, {key}"))

        self.loop("enter", enter)
        # Atomic operations of a GPU's scope may update the same word.
        if self.update is None or self.update.level < 3:
            self.loop("verify", verify)
            self.leave_if_bad("alone", "restore")

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
        """Load or store the values of a thread; enter a read."""
        shape, given = self.shape, self.arguments
        place = self.place(slot, self.offset(slot)[1])
        if shape.logged:
            self.store("i64", place, given["places"], index)
        if shape.tracked:
            mark = self.op(f"trunc i64 {given['mark']} to i8")
            for word in self.words_of(place):
                marks = self.load("i8", given["marks"], word)
                self.store("i8", self.op(f"or i8 {marks}, {mark}"), given["marks"], word)
        if self.races and not shape.written:
            key, code = self.key(slot), self.code(place)
            for word in self.words_of(place):
                self.store("i64", key, given["read_keys"], word)
                self.store("i32", code, given["read_codes"], word)
        if self.races and shape.written:
            for word in self.words_of(place):
                self.store("i64", "0", given["read_keys"], word)
                self.store("i64", "0", given["second_keys"], word)
        if shape.written:
            for part in range(-(-shape.total // 8)):
                bits = 8 * min(shape.total, 8)
                where = self.at("i8", given["flags"], place)
                flags = self.load(f"i{bits}", where, str(part))
                mask = int.from_bytes(bytes([VALUED]) * (bits // 8), "little")
                self.store(f"i{bits}", self.op(f"or i{bits} {flags}, {mask}"), where, str(part))
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
