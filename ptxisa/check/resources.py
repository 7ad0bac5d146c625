"""Check what depends on a whole module: memory sizes, launch bounds, registers, CTA groups, narrow parameters.

    resources = Resources(place, text)
    for item in module.items:  # and the declarations in bodies
        resources.declare(item)
    findings = resources.finish()

A kernel uses what is named in its body and in the bodies of the functions that these name, reached or not, as ptxas
counts it. Sizes are without padding, so a module that exceeds a limit by padding alone is not reported.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping

from ptxisa.check.errata import disputed
from ptxisa.check.place import Place
from ptxisa.isa.capabilities import known as capabilities
from ptxisa.isa.diagnostics import Diagnostic, Stretch, error, warning
from ptxisa.isa.types import known
from ptxisa.syntax import tree

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_TENSOR_GROUP = re.compile(r"\btcgen05\.[\w.:]*\.cta_group::([12])(?![0-9])")
_DOUBLE_PRODUCT = re.compile(r"\bmma\.[\w.:]*\.(m16n8k(?:4|8|16))\.[\w.]*\.f64(?![\w.])")
_DOUBLE_REGISTERS = 64
"""Registers per thread that products of these shapes with ``.f64`` need."""
_STATIC_SHARED = 48 * 1024
"""Bytes of static shared memory that every device since sm_20 has, where the compute capability is not recorded."""
_SHARED_SINCE = 20
_CONSTANT = 64 * 1024
ABI_SINCE = 20
"""First target for which the manual and ptxas require the calling convention."""
_REJECTED_IN_REGISTERS = ("s8", "u8", "s16", "u16", "pred")
"""Types of narrow parameters that ptxas rejects; see the erratum narrow-register-parameters."""


class Resources:
    """Declarations and functions of a module, in the order of the text."""

    def __init__(self, place: Place, text: str) -> None:
        self.place, self.text = place, text
        self._shared: dict[str, int] = {}
        self._local: dict[str, dict[str, int]] = {}
        self._constant: dict[tuple[str, str, str], tuple[Stretch, int]] = {}
        self._functions: dict[str, tree.Function] = {}
        self._aliases: dict[str, str] = {}
        self._narrow: dict[str, tree.Parameter] = {}
        self._several_results = False
        self._registers: dict[str, tuple[tree.Property, int]] = {}
        """Directive of each kernel that limits its registers most, with the limit."""
        self._tables: list[str] = []
        self.initializes_mbarriers = False
        """True once an instruction or an external function may have initialized an mbarrier."""
        self._mbarrier_uses: list[Diagnostic] = []

    def declare(self, item: object, function: tree.Function | None = None) -> None:
        """Note an item of the module, or a declaration in the body of a function."""
        if isinstance(item, tree.Function) and item.kind == "func":
            narrow = next(filter(is_narrow, (*(item.returns or ()), *(item.parameters or ()))), None)
            if narrow is not None:
                self._narrow[item.name.text] = narrow
            self._several_results |= len(item.returns or ()) > 1
            self.initializes_mbarriers |= item.linkage == "extern"
        if isinstance(item, tree.Function) and item.body is not None:
            self._functions[item.name.text] = item
        elif isinstance(item, tree.Alias):
            self._aliases[item.name.text] = item.aliasee.text
        elif isinstance(item, tree.Declaration) and item.space != "reg":
            if self.notes_tables and any(declarator.initializer is not None for declarator in item.declarators):
                self.add_table(self.text[item.start : item.end])
            if not item.space.startswith(("shared", "const")):
                return
            body, type_ = function.name.text if function is not None else "", known().get(item.type)
            for declarator in item.declarators:
                sizes = [dimension.value for dimension in declarator.dimensions if dimension is not None]
                if any(dimension is None for dimension in declarator.dimensions):
                    # An array of open size has the size of its initial values.
                    sizes.append(len(getattr(declarator.initializer, "elements", ())))
                copies = declarator.copies.value if declarator.copies is not None else 1
                bits = (type_.bits if type_ is not None else 0) * (item.vector or 1) * copies * math.prod(sizes)
                self.add(item.space, body, declarator.name.text, declarator.name, bits // 8)

    def add(self, space: str, body: str, name: str, place: Stretch, size: int) -> None:
        """Note the size of a variable; `body` is the function that declares it, "" for the module."""
        if space.startswith("const"):
            self._constant[space, body, name] = place, size
        elif not body:
            self._shared[name] = size
        else:
            self._local.setdefault(body, {})[name] = size

    @property
    def notes_tables(self) -> bool:
        """True if initial values matter: a function so far has narrow parameters in registers."""
        return bool(self._narrow)

    def add_table(self, text: str) -> None:
        """Note a declaration with initial values, which may name functions."""
        if self._narrow:
            self._tables.append(text)

    def add_mbarrier_use(self, diagnostic: Diagnostic) -> None:
        """Note the warning for the first use of an mbarrier in a kernel."""
        self._mbarrier_uses.append(diagnostic)

    def finish(self) -> Iterator[Diagnostic]:
        """Check the kernels once all items are known."""
        if not self.initializes_mbarriers:
            yield from self._mbarrier_uses
        # Each bank of constant memory: the first variable that does not fit is reported.
        totals: dict[str, int] = {}
        for (space, _, _), (name, size) in self._constant.items():
            before = totals.get(space, 0)
            totals[space] = before + size
            if before <= _CONSTANT < before + size:
                message = (
                    f".{space} variables have {before + size:,} bytes up to here; a module has at most {_CONSTANT:,}"
                )
                yield error("memory-size", message, name)
        for function in self._functions.values():
            yield from self._check_launch_bounds(function)
        sizes = sum(self._shared.values()) + sum(sum(own.values()) for own in self._local.values())
        target = self.place.target
        much = sizes > _STATIC_SHARED and target is not None and target.number >= _SHARED_SINCE
        # A search for plain text takes a fiftieth of the time of the expression.
        both = "cta_group::1" in self.text and "cta_group::2" in self.text
        mixed = both and len(set(_TENSOR_GROUP.findall(self.text))) == 2
        few = {name for name, (_, most) in self._registers.items() if most < _DOUBLE_REGISTERS}
        doubles = bool(few) and _DOUBLE_PRODUCT.search(self.text) is not None
        # Comments are removed only if the text with them has something to report: large modules have few that do.
        narrow = self._narrow and target is not None and target.number >= ABI_SINCE
        if much or mixed or doubles or narrow:
            bodies = {
                name: self.text[function.body.start : function.body.end] if function.body is not None else ""
                for name, function in self._functions.items()
            }
            if any(self._check_kernels(bodies, much)):
                without_comments = {name: _COMMENT.sub(" ", body) for name, body in bodies.items()}
                yield from self._check_kernels(without_comments, much)

    def _check_kernels(self, bodies: Mapping[str, str], much: bool) -> Iterator[Diagnostic]:
        """Check the shared memory, if there is much, and the CTA groups of each kernel."""
        device_functions = {name for name, function in self._functions.items() if function.kind != "entry"}
        searched = device_functions | self._aliases.keys() | self._narrow.keys() | self._shared.keys()
        names = {name: re.compile(rf"(?<![$\w%]){re.escape(name)}(?![$\w])") for name in searched}
        words = {
            body: frozenset(name for name, pattern in names.items() if name in text and pattern.search(text))
            for body, text in bodies.items()
        }
        named: set[str] = set()
        for name, function in self._functions.items():
            if function.kind == "entry":
                # The functions that the kernel names, directly or through others, with the kernel.
                functions, pending = {name: None}, [name]
                while pending:
                    callees = {self._aliases.get(word, word) for word in words[pending.pop()]}
                    new = [callee for callee in sorted(callees) if callee in words and callee not in functions]
                    functions.update(dict.fromkeys(new))
                    pending += new
                reached = list(functions)
                named.update(reached, *(words[body] for body in reached))
                yield from self._check_shared(function, reached, words) if much else ()
                texts = (bodies[body] for body in reached)
                groups = {group for text in texts if "tcgen05." in text for group in _TENSOR_GROUP.findall(text)}
                if len(groups) == 2:
                    message = f"kernel {name} has tcgen05 instructions with .cta_group::1 and with .cta_group::2"
                    hint = "all of them, in called functions too, must have the same .cta_group"
                    diagnostic = error("cta-group", message, function.name, hint)
                    yield disputed(diagnostic, "rule/cta_groups", self.place)
                directive, most = self._registers.get(name, (function.name, _DOUBLE_REGISTERS))
                if most < _DOUBLE_REGISTERS:
                    shapes = (shape for body in reached for shape in _DOUBLE_PRODUCT.findall(bodies[body]))
                    if shape := next(shapes, None):
                        needed = f"kernel {name} uses mma.{shape} of .f64, which needs {_DOUBLE_REGISTERS} registers"
                        message = f"{needed}; its directives allow {most}"
                        hint = "allow more, with a larger .maxnreg, a smaller CTA or a smaller .minnctapersm"
                        yield error("directive-combination", message, directive, hint)
        for name, parameter in self._narrow.items():
            named.update(name for text in self._tables if names[name].search(text))
            # A function with several results makes ptxas compile the whole module without the ABI.
            yield check_narrow(parameter, self.place, compiled=name in named and not self._several_results)

    def _check_launch_bounds(self, kernel: tree.Function) -> Iterator[Diagnostic]:
        """Warn of directives that ptxas ignores since the target has less, and note how many registers others allow."""
        given = {
            node.name: (node, [number.value for number in node.arguments if isinstance(number, tree.Integer)])
            for node in kernel.directives
            if isinstance(node, tree.Property) and node.name in ("maxntid", "reqntid", "minnctapersm", "maxnreg")
        }
        target = self.place.target
        device = capabilities().get(target.compute_capability) if given and target is not None else None
        if device is None or target is None:
            return
        size, sizes = given.get("maxntid") or given.get("reqntid") or (None, [])
        blocks, counts = given.get("minnctapersm", (None, []))
        registers, limits = given.get("maxnreg", (None, []))
        threads, count = math.prod(sizes), math.prod(counts)
        most = device.number("max_warps_per_sm") * device.number("warp_size")
        if size is not None and threads > most:
            message = f".{size.name} is ignored: {threads:,} threads exceed the {most:,} of an SM of {target.name}"
            yield warning("ignored-directive", message, size)
        elif blocks is not None and size is not None and threads * count > most:
            total = f"{count:,} x {threads:,} threads"
            message = f".minnctapersm is ignored: {total} exceed the {most:,} of an SM of {target.name}"
            yield warning("ignored-directive", message, blocks)
        elif blocks is not None and size is not None and count > device.number("max_blocks_per_sm"):
            limit = device.number("max_blocks_per_sm")
            message = f".minnctapersm is ignored: {count:,} blocks exceed the {limit} of an SM of {target.name}"
            yield warning("ignored-directive", message, blocks)
        elif blocks is not None and size is not None and threads * count > 0:
            whole_warps = -(-threads // device.number("warp_size")) * device.number("warp_size")
            self._registers[kernel.name.text] = blocks, device.number("registers_per_sm") // (whole_warps * count)
        if registers is not None and limits and limits[0] > device.number("max_registers_per_thread"):
            most = device.number("max_registers_per_thread")
            message = f".maxnreg is ignored: a thread of {target.name} has at most {most} registers"
            yield warning("ignored-directive", message, registers)
        elif registers is not None and limits:
            known_limit = self._registers.get(kernel.name.text, (registers, limits[0]))
            self._registers[kernel.name.text] = min(known_limit, (registers, limits[0]), key=lambda pair: pair[1])

    def _check_shared(
        self, kernel: tree.Function, reached: list[str], words: Mapping[str, frozenset[str]]
    ) -> Iterator[Diagnostic]:
        """Check the static shared memory of a kernel, with the functions that it calls."""
        target = self.place.target
        assert target is not None
        device = capabilities().get(target.compute_capability)
        limit = device.number("shared_memory_per_block", _STATIC_SHARED) if device else _STATIC_SHARED
        local = [self._local.get(name, {}) for name in reached]
        named = {word for name, own in zip(reached, local, strict=True) for word in words[name] - own.keys()}
        used = sum(sum(own.values()) for own in local) + sum(self._shared[name] for name in named & self._shared.keys())
        if used <= limit:
            return
        message = f"kernel {kernel.name.text} has {used:,} bytes of static shared memory; {target.name} has {limit:,}"
        hint = "declare dynamic shared memory, .extern .shared .b8 name[], for more"
        diagnostic = error("memory-size", message, kernel.name, hint)
        # What a kernel can opt in to is unknown for devices without a record, such as sm_107a.
        most = device.number("shared_memory_per_block_optin", limit) if device else math.inf
        # Since release 13.0, ptxas lets code for one architecture use all that a kernel can opt in to.
        fits = target.variant == "accelerated" and used <= most
        yield disputed(diagnostic, "rule/static_shared_memory", self.place) if fits else diagnostic


def is_narrow(parameter: tree.Parameter) -> bool:
    """Return True if a parameter is a register of fewer bits than the calling convention passes."""
    type_ = known().get(parameter.type)
    return parameter.space == "reg" and not parameter.vector and type_ is not None and type_.bits < 32


def check_narrow(parameter: tree.Parameter, place: Place, *, compiled: bool) -> Diagnostic:
    """Return the diagnostic for a narrow parameter; ptxas reports it only in functions that it compiles, by type."""
    message = f"a parameter in a register has at least 32 bits; {parameter.name.text} is .{parameter.type}"
    diagnostic = error("undeclarable-type", message, parameter, "pass it in .param, or in a register of 32 bits")
    rejected = compiled and parameter.type in _REJECTED_IN_REGISTERS
    return diagnostic if rejected else disputed(diagnostic, "rule/register_parameters", place)
