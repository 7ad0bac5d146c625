"""Move values between containers: the conversions of NumPy code, and the names that they import."""

from __future__ import annotations

from collections.abc import Callable

from generator.backends.code import CodeText, call, infix, literal, method
from generator.backends.scalar import known
from generator.backends.values import TRUTH, UNIFORM, WIDE, Held, dtype, wrapped
from generator.semantics.intervals import Interval
from generator.semantics.ir import Value, interval
from generator.semantics.table import implementation

LANES = "ptxisa.numbers.lanes"

Share = Callable[[Held, Held], Held]


class Containers:
    """Conversions of values that have been lowered; `share` may give a name to one."""

    def __init__(self, share: Share, imports: set[tuple[str, str]]) -> None:
        self.share = share
        self.imports = imports

    def held_in(self, value: Value, held: Held, width: int, signed: bool = False) -> Held:
        """Return a value that has been lowered, in a container of `width` bits."""
        if width == WIDE:
            return Held(self.widened(value, held), WIDE)
        if held.width == UNIFORM:
            return Held(self.from_uniform(value, held, width, signed), width, signed)
        return self.array_in(held, interval(value), width, signed)

    def array_in(self, held: Held, bounds: Interval, width: int, signed: bool = False) -> Held:
        """Return an array in a container of up to 64 bits; a wider one is filled with its sign or zeros."""
        if held.width == WIDE:
            held = Held(self.wide("low", held.code), 64)
        if held.width == TRUTH:
            return self.converted(held, "view" if (width, signed) == (8, False) else "astype", width, signed)
        if held.width == width:
            return held if held.signed == signed else self.converted(held, "view", width, signed)
        filled = held
        if held.width < width and held.signed == bounds.natural:
            filled = self.converted(held, "view", held.width, not bounds.natural)
        return self.share(held, self.converted(filled, "astype", width, signed))

    def converted(self, held: Held, name: str, width: int, signed: bool) -> Held:
        """Return a value after `view` or `astype` of a dtype."""
        return Held(method(held.code, name, [self.dtype(width, signed)]), width, signed)

    def dtype(self, width: int, signed: bool = False) -> str:
        """Return the name of a dtype, imported."""
        name = dtype(width, signed)
        self.imports.add(("numpy", name))
        return name

    def from_uniform(self, value: Value, held: Held, width: int, signed: bool) -> CodeText:
        """Return a Python integer as an array of a dtype, reduced to the width if it may not fit."""
        number = known(value)
        if number is not None:
            return call(self.dtype(width, signed), [literal(wrapped(number, width, signed))])
        if interval(value).fits(width, signed):
            return call(self.dtype(width, signed), [held.code])
        pattern = call(self.dtype(width), [infix("&", held.code, literal((1 << width) - 1))])
        return method(pattern, "view", [self.dtype(width, True)]) if signed else pattern

    def spread(self, value: Value, held: Held, width: int, signed: bool = False) -> CodeText:
        """Return a value in a container as an array, of one element where it is the same for every thread.

        A NumPy scalar cannot replace the array: operations on two scalars warn of overflow.
        """
        code = self.held_in(value, held, width, signed).code
        if held.width != UNIFORM or width == WIDE:
            return code
        return self.lanes("splat", code)

    def widened(self, value: Value, held: Held) -> CodeText:
        """Return a value as a pair of uint64 arrays."""
        if held.width == WIDE:
            return held.code
        if held.width == UNIFORM:
            return self.wide("constant", held.code)
        signed = not interval(value).natural
        word = self.held_in(value, held, 64, signed)
        return self.wide("from_signed" if signed else "from_unsigned", word.code)

    def wide(self, name: str, *arguments: CodeText | str) -> CodeText:
        """Return the call of a function on pairs of words."""
        self.imports.add(("ptxisa.numbers", "wide"))
        return call(f"wide.{name}", arguments)

    def lanes(self, name: str, *arguments: CodeText | str) -> CodeText:
        """Return the call of a function of `ptxisa.numbers.lanes`."""
        self.imports.add((LANES, name))
        return call(name, arguments)

    def function(self, operation: str, *arguments: CodeText | str) -> CodeText:
        """Return a call of the function that computes an operation on arrays."""
        function = implementation(operation)
        assert function is not None, operation
        path, _, name = function.lanes.rpartition(".")
        self.imports.add((path, name))
        return call(name, arguments)

    def numpy(self, name: str, *arguments: CodeText | str) -> CodeText:
        """Return the call of a function of NumPy."""
        self.imports.add(("numpy", name))
        return call(name, arguments)

    def typed(self, value: Value, held: Held, width: int, signed: bool = False) -> CodeText:
        """Return the code of a value in a container."""
        return self.held_in(value, held, width, signed).code

    def side(self, value: Value, held: Held, width: int, signed: bool) -> CodeText:
        """Return an operand of an infix operator whose other side is an array: constants need no dtype there."""
        number = known(value)
        if number is not None and width != WIDE:
            return literal(wrapped(number, width, signed))
        return self.held_in(value, held, width, signed).code
