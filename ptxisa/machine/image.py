"""Modules linked into one image: symbols, addresses of variables, initial memory, bodies of functions.

    image = Image([ModuleText("kernel.ptx", text)])
    kernel = image.kernel("saxpy")

Names without linkage belong to their module; `.visible`, `.weak`, `.common` and `.extern` names are those of all
modules. Static variables of functions are variables of the image like any others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ptxisa.check.module import diagnose
from ptxisa.check.place import Place
from ptxisa.check.scope import Scope, enter, enter_parameters
from ptxisa.isa import targets, versions
from ptxisa.isa.diagnostics import PtxError, error
from ptxisa.isa.targets import Target
from ptxisa.isa.types import known
from ptxisa.isa.versions import Version
from ptxisa.machine.address import (
    CODE_BASE,
    CODE_STEP,
    CONST_BASE,
    GLOBAL_BASE,
    GLOBAL_GAP,
    LOCAL_GAP,
    SHARED_GAP,
    SHARED_START,
)
from ptxisa.run.binding import constant_bits
from ptxisa.run.bodies import MARK, Body, counts, extent, variables_of
from ptxisa.syntax import tree
from ptxisa.syntax.expressions import evaluate
from ptxisa.syntax.parser import parse
from ptxisa.syntax.source import Source

WIDEST = 16
"""Bytes of the widest access of a thread to shared memory."""
_INLINED = re.compile(r"\.loc\s+(\d+)\s+(\d+)\s+(\d+)\s*,\s*function_name[^,;]*,\s*inlined_at\s+(\d+)\s+(\d+)\s+(\d+)")
_LOCAL_NAME = re.compile(r"_ZZ\w+E(\d+)([^\W\d]\w*?)(_\d+)?")
"""Mangled name of a static variable of a function, which ends in the length of its name and the name."""
_SHARED_LINKAGE = ("visible", "weak", "common", "extern")


class ModuleText(NamedTuple):
    """Text of a module, and the name that messages show."""

    name: str
    text: str


class Variable:
    """A variable in memory.

    `space` is its state space and `address` its address there: for shared memory within the CTA, for local memory and
    parameters of functions within the frame of the call. `open` is True for an external array of shared memory.
    `procedure` is the number of the kernel or function whose body declares a static variable.
    """

    __slots__ = ("address", "alignment", "declarator", "module", "name", "open", "procedure", "size", "space", "type")

    def __init__(self, name: str, space: str, type_: str, size: int, alignment: int, module: int = 0) -> None:
        self.name, self.space, self.type, self.size, self.alignment = name, space, type_, size, alignment
        self.module, self.address, self.open = module, 0, False
        self.procedure: int | None = None
        self.declarator: tree.Declarator | None = None

    @property
    def source_name(self) -> str:
        """Name in the C++ source, for messages: `tile` for `_ZZ6smoothE4tile`; otherwise the name in the PTX."""
        match = _LOCAL_NAME.fullmatch(self.name)
        return match[2] if match and int(match[1]) == len(match[2]) else self.name


class Procedure(Body):
    """A kernel or function: its body, and its frame.

    Attributes:
        parameters: Parameters in memory or registers, in order; `returns` are the results.
        variables: Local variables, parameters and results by unique name.
        frame: Bytes of a frame.
        number: Number in the image, from which its address follows.
    """

    def __init__(self, module: int, node: tree.Function, number: int, scope: Scope) -> None:
        super().__init__(scope)
        self.module, self.node, self.number = module, node, number
        self.name = node.name.text
        self.variables: dict[str, Variable] = {}
        self.parameters: list[Variable | str] = []
        self.returns: list[Variable | str] = []
        self.frame = 0

    @property
    def kernel(self) -> bool:
        """True for a kernel."""
        return self.node.kind == "entry"

    @property
    def address(self) -> int:
        """Address of the function."""
        return CODE_BASE + CODE_STEP * (self.number + 1)

    @cached_property
    def callees(self) -> tuple[str, ...]:
        """Names of called functions, and registers with the address of one, in the order of the text."""
        names: dict[str, None] = {}
        for line in self.lines:
            if line.node.opcode.mnemonic == "call":
                operands = [operand for operand in line.node.operands if isinstance(operand, tree.Name)]
                names |= {operand.text: None for operand in operands[:1]}
        return tuple(names)

    def is_register(self, name: str) -> bool:
        """Return True if a unique name in the body means a register."""
        symbol = self.lookup(name)
        return symbol is not None and symbol.kind == "register"

    def directive(self, name: str) -> tuple[int, ...] | None:
        """Return the arguments of a directive of the function, such as `maxntid`; None without the directive."""
        for directive in self.node.directives:
            if isinstance(directive, tree.Property) and directive.name == name:
                return tuple(int(getattr(argument, "value", 0)) for argument in directive.arguments)
        return None


class LinkedModule:
    """A module of an image: its source, place, scope and names."""

    def __init__(self, number: int, given: ModuleText) -> None:
        self.number, self.name, self.source = number, given.name, Source(given.text)
        parsed = parse(given.text)
        errors = [diagnostic for diagnostic in parsed.diagnostics if diagnostic.severity == "error"]
        if not errors:
            diagnostics = diagnose(Source(given.text), Place(None, None))
            errors = [diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"]
        if errors:
            raise PtxError(errors)
        self.tree = parsed.module
        names = [name.text for target in self.tree.targets for name in target.names]
        known_targets = targets.known()
        self.target: Target | None = next((known_targets[name] for name in names if name in known_targets), None)
        version = self.tree.version
        self.version: Version | None = versions.version(f"{version.major}.{version.minor}") if version else None
        self.independent = "texmode_independent" in names
        self.scope = Scope()
        self.variables: dict[str, Variable] = {}
        self.procedures: dict[str, Procedure] = {}
        self.files = {item.number.value: item.path for item in self.tree.items if isinstance(item, tree.File)}

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset."""
        return self.source.position(offset)


class Image:
    """Modules linked together.

    Args:
        modules: Texts of the modules.

    Attributes:
        procedures: Kernels and functions with a body, by number.
        variables: Variables of global, constant and shared memory.
        global_size: Bytes of global memory that variables take.
        const_size: Bytes of constant memory.

    Raises:
        PtxError: A module has errors, or a name is defined twice or nowhere.
    """

    def __init__(self, modules: Sequence[ModuleText]) -> None:
        self.modules = [LinkedModule(number, given) for number, given in enumerate(modules)]
        self.procedures: list[Procedure] = []
        self.variables: list[Variable] = []
        self._linked: dict[str, Variable | Procedure] = {}
        self._contents: dict[int, np.ndarray[Any, np.dtype[np.uint8]]] = {}
        self._shared: dict[int, list[Variable]] = {}
        for module in self.modules:
            self._declare(module)
        self._link()
        self._place()

    @cached_property
    def mnemonics(self) -> frozenset[str]:
        """Mnemonics of the instructions of all procedures."""
        return frozenset(line.node.opcode.mnemonic for procedure in self.procedures for line in procedure.lines)

    def reachable(self, kernel: Procedure) -> list[Procedure]:
        """Return a kernel and the functions that it may call, by a call of a register every function."""
        pending, reached = [kernel], {kernel.number: kernel}
        while pending:
            procedure = pending.pop()
            for name in procedure.callees:
                function = self.function(procedure, name)
                functions = [function] if function is not None else []
                if procedure.is_register(name):
                    functions = [function for function in self.procedures if not function.kernel]
                new = [function for function in functions if function.number not in reached]
                pending += new
                reached |= {function.number: function for function in new}
        return list(reached.values())

    def shared_variables(self, kernel: Procedure) -> list[Variable]:
        """Return the variables of shared memory that a CTA of a kernel has, as ptxas 13.0 counts them.

        They are those in the bodies of the kernel and of the functions that it may call, used or not, and those of
        modules that these bodies name.
        """
        if kernel.number not in self._shared:
            reachable = self.reachable(kernel)
            numbers = {procedure.number for procedure in reachable}
            bodies = [
                self.modules[procedure.module].source.text[procedure.node.start : procedure.node.end]
                for procedure in reachable
            ]
            self._shared[kernel.number] = [
                variable
                for variable in self.variables
                if variable.space == "shared"
                and (
                    any(variable.name in body for body in bodies)
                    if variable.procedure is None
                    else variable.procedure in numbers
                )
            ]
        return self._shared[kernel.number]

    def services(self, kernel: Procedure) -> list[str]:
        """Return the functions without a body that a kernel, or a function that it may call, calls by name."""
        return [
            name
            for procedure in self.reachable(kernel)
            for name in procedure.callees
            if self.function(procedure, name) is None and not procedure.is_register(name)
        ]

    def kernel(self, name: str | None) -> Procedure:
        """Return a kernel by name, which may be that of its C++ function; without a name, the only one.

        Raises:
            PtxError: The module does not define the kernel, or defines several kernels and none is named.
        """
        kernels = {procedure.name: procedure for procedure in self.procedures if procedure.kernel}
        if name in kernels:
            return kernels[name]
        # Compilers write a C++ name with its length before it: `_Z5saxpyifPKfPf`.
        called = [kernel for kernel in kernels if name is None or f"{len(str(name))}{name}" in kernel]
        if len(called) == 1:
            return kernels[called[0]]
        names = ", ".join((called or list(kernels))[:8]) or "none"
        if name is None:
            message = f"the kernel must be named; the module has {names}"
        elif called:
            message = f"{len(called)} kernels are called {str(name)[:60]}: {names}"
        else:
            message = f"the module has no kernel {str(name)[:60]}; it has {names}"
        raise PtxError([error("launch", message)])

    def procedure_at(self, address: int) -> Procedure | None:
        """Return the function with an address; None if there is none."""
        number, rest = divmod(address - CODE_BASE, CODE_STEP)
        return self.procedures[number - 1] if rest == 0 and 1 <= number <= len(self.procedures) else None

    def variable(self, procedure: Procedure, unique: str) -> Variable | None:
        """Return the variable, parameter or result that a unique name in a function means."""
        own = procedure.variables.get(unique)
        if own is not None:
            return own
        module = self.modules[procedure.module]
        return module.variables.get(f"{procedure.number}{MARK}{unique}") or module.variables.get(unique)

    def function(self, procedure: Procedure, name: str) -> Procedure | None:
        """Return the function that a name in the body of a function means; None for one without a body."""
        return self.modules[procedure.module].procedures.get(name)

    def source_of(self, operation: Any) -> str:
        """Return path and line of the source of an operation, by the `.loc` before it: `kernel.cu:12`, or nothing."""
        location = operation.source
        if location is None or not location.line:
            return ""
        return f"{self.modules[operation.procedure.module].files.get(location.file, '?')}:{location.line}"

    def callers_of(self, operation: Any) -> tuple[str, ...]:
        """Return the places at which the function of an operation was inlined, innermost first."""
        location = operation.source
        if location is None or location.inlined is None:
            return ()
        module = self.modules[operation.procedure.module]
        # Compilers write a `.loc` for each inlined call before that of the instruction, so that the latest one
        # with the place of the call has the next call.
        inlined_at: dict[tuple[int, ...], tuple[int, ...]] = {}
        before = module.source.text[operation.procedure.node.start : operation.node.start]
        for match in _INLINED.finditer(before):
            file, line, column, *call = map(int, match.groups())
            inlined_at[file, line, column] = tuple(call)
        place: tuple[int, ...] = (location.file, location.line, location.column)
        callers = []
        # Each step removes an entry, so that places that name each other end the walk.
        while place := inlined_at.pop(place, ()):
            callers.append(f"{module.files.get(place[0], '?')}:{place[1]}")
        return tuple(callers)

    # --- declarations ---

    def _declare(self, module: LinkedModule) -> None:
        """Enter the variables, functions and aliases of a module."""
        aliases = []
        for item in module.tree.items:
            for _ in enter(module.scope, item):
                pass
            if isinstance(item, tree.Declaration):
                for name, variable in _variables(item, module.number):
                    self._add_variable(module, name, variable, item.linkage)
            elif isinstance(item, tree.Function) and item.body is not None:
                procedure = Procedure(module.number, item, len(self.procedures), Scope(module.scope))
                self.procedures.append(procedure)
                module.procedures[procedure.name] = procedure
                if item.linkage in _SHARED_LINKAGE:
                    first = self._linked.get(procedure.name)
                    if isinstance(first, Procedure) and item.linkage != "weak" and first.node.linkage != "weak":
                        raise PtxError([error("launch", f"{procedure.name} is defined in two modules")])
                    if first is None or item.linkage != "weak":
                        self._linked[procedure.name] = procedure
                self._read_body(procedure, module)
            elif isinstance(item, tree.Alias):
                aliases.append(item)
        for alias in aliases:
            aliasee = module.scope.lookup(alias.aliasee.text)
            if aliasee is not None:
                module.scope.replace(alias.name.text, aliasee)
            if alias.aliasee.text in module.procedures:
                module.procedures[alias.name.text] = module.procedures[alias.aliasee.text]

    def _add_variable(self, module: LinkedModule, name: str, variable: Variable, linkage: str | None) -> None:
        if name in module.variables and linkage == "extern":
            return
        module.variables[name] = variable
        if linkage == "extern" and not variable.open:
            return
        if linkage in _SHARED_LINKAGE and not variable.open:
            first = self._linked.get(name)
            if first is not None and linkage in ("weak", "common"):
                return
            if isinstance(first, Variable) and linkage == "visible":
                raise PtxError([error("launch", f"{name} is defined in two modules")])
            self._linked[name] = variable
        self.variables.append(variable)

    def _link(self) -> None:
        """Replace external declarations by the definitions of other modules."""
        defined = set(map(id, self.variables))
        for module in self.modules:
            for item in module.tree.items:
                if isinstance(item, tree.Function) and item.body is None:
                    target = self._linked.get(item.name.text)
                    if isinstance(target, Procedure):
                        module.procedures.setdefault(item.name.text, target)
                elif isinstance(item, tree.Declaration) and item.linkage in ("extern", "weak", "common"):
                    for declarator in item.declarators:
                        name = declarator.name.text
                        target = self._linked.get(name)
                        if isinstance(target, Variable):
                            module.variables[name] = target
                        elif id(module.variables[name]) not in defined:
                            message = f"{name} is external, and no module defines it"
                            raise PtxError([error("launch", message, declarator.name).located(module.position)])

    def _read_body(self, procedure: Procedure, module: LinkedModule) -> None:
        """Collect the instructions, labels and variables of all blocks."""
        body = procedure.node.body
        assert body is not None
        for _ in enter_parameters(procedure.scopes[0], procedure.node):
            pass
        self._place_parameters(procedure)
        for declaration, block in procedure.read(body.statements):
            for name, variable in _variables(declaration, module.number):
                unique = procedure.unique(name, block)
                if variable.space in ("local", "param"):
                    procedure.frame = -(-procedure.frame // variable.alignment) * variable.alignment
                    variable.address = procedure.frame
                    procedure.frame += variable.size + LOCAL_GAP
                    procedure.variables[unique] = variable
                else:
                    variable.procedure = procedure.number
                    self._add_variable(module, f"{procedure.number}{MARK}{unique}", variable, declaration.linkage)

    def _place_parameters(self, procedure: Procedure) -> None:
        """Give parameters their places: in the block of a kernel, or in the frame of a function."""
        for nodes, places in (
            (procedure.node.returns or (), procedure.returns),
            (procedure.node.parameters or (), procedure.parameters),
        ):
            for node in nodes:
                if node.space == "reg":
                    places.append(node.name.text)
                    continue
                size, alignment = extent(node.type, node.vector, counts(node.dimensions), node.alignment)
                space = "param::entry" if procedure.kernel else "param"
                variable = Variable(node.name.text, space, node.type, size, alignment, procedure.module)
                procedure.frame = -(-procedure.frame // alignment) * alignment
                variable.address = procedure.frame
                procedure.frame += size + (0 if procedure.kernel else LOCAL_GAP)
                places.append(variable)
                procedure.variables[node.name.text] = variable
        if procedure.kernel:
            procedure.variables["#parameters"] = Variable("", "param::entry", "b8", procedure.frame, 1)
            procedure.frame = 0

    # --- addresses ---

    def _place(self) -> None:
        """Give the variables of the image their addresses."""
        places = {"global": GLOBAL_BASE + 1024, "const": 0}
        gaps = {"global": GLOBAL_GAP, "const": LOCAL_GAP}
        for variable in self.variables:
            space = variable.space
            if space in places:
                variable.address = -(-places[space] // variable.alignment) * variable.alignment
                places[space] = variable.address + variable.size + gaps[space]
        self.global_size = places["global"] - GLOBAL_BASE
        self.const_size = places["const"]
        self._place_shared()

    def _place_shared(self) -> None:
        """Give variables of shared memory their addresses: those of different kernels may have the same ones."""
        kernels = [procedure for procedure in self.procedures if procedure.kernel]
        users: dict[int, list[Procedure]] = {}
        for kernel in kernels:
            for variable in self.shared_variables(kernel):
                users.setdefault(id(variable), []).append(kernel)
        ends = {kernel.number: SHARED_START for kernel in kernels}
        opened = []
        for variable in self.variables:
            numbers = [kernel.number for kernel in users.get(id(variable), ())]
            if variable.open and variable.space == "shared":
                opened.append((variable, numbers))
            elif numbers:
                # Kernels rely on it that arrays begin where the widest access may.
                alignment = max(variable.alignment, WIDEST) if variable.size >= WIDEST else variable.alignment
                variable.address = -(-max(ends[number] for number in numbers) // alignment) * alignment
                ends |= dict.fromkeys(numbers, variable.address + variable.size + SHARED_GAP)
        # All external arrays are dynamic shared memory and have one address, after the variables of their kernels.
        # Hopper code that swizzles expects dynamic shared memory at a multiple of 1,024 bytes where nothing is before.
        alignment = max([variable.alignment for variable, _ in opened], default=16)
        end = max([ends[number] for _, numbers in opened for number in numbers], default=SHARED_START)
        self._dynamic_start = -(-end // alignment) * alignment
        for variable, _ in opened:
            variable.address = self._dynamic_start
        self._shared_ends = ends

    def dynamic_start(self, kernel: Procedure) -> int:
        """Return the address of the dynamic shared memory of a kernel, which follows its static one."""
        if any(variable.open for variable in self.shared_variables(kernel)):
            return self._dynamic_start
        return -(-self._shared_ends[kernel.number] // WIDEST) * WIDEST

    def contents(self, variable: Variable) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """Return the initial bytes of a variable of global or constant memory."""
        known_contents = self._contents.get(id(variable))
        if known_contents is not None:
            return known_contents
        data = self._contents[id(variable)] = np.zeros(variable.size, np.uint8)
        opaque = known()[variable.type].kind == "opaque"
        if variable.declarator is not None and variable.declarator.initializer is not None and not opaque:
            step = max(known()[variable.type].bits // 8, 1)
            shape = [dimension.value for dimension in variable.declarator.dimensions if dimension is not None]
            self._fill(data, 0, variable.size, shape, variable.declarator.initializer, variable, step)
        return data

    def _fill(
        self, data: Any, start: int, size: int, shape: list[int], node: Any, variable: Variable, step: int
    ) -> None:
        if not isinstance(node, tree.Values):
            bits = self._initial(node, variable, step)
            data[start : start + step] = np.frombuffer(bits.to_bytes(step, "little"), np.uint8)
            return
        inner = size // shape[0] if shape and shape[0] else step
        for number, element in enumerate(node.elements):
            self._fill(data, start + number * inner, inner, shape[1:], element, variable, step)

    def _initial(self, node: Any, variable: Variable, step: int) -> int:
        """Return the bits of an initial value."""
        module = self.modules[variable.module]
        if isinstance(node, tree.Mask):
            value, mask = self._initial(node.value, variable, 8), node.mask.value
            return (value & mask) >> (mask & -mask).bit_length() - 1
        offset = 0
        if isinstance(node, tree.Sum):
            offset, node = int(evaluate(node.offset).number), node.base
        generic = isinstance(node, tree.Generic)
        if generic:
            node = node.variable
        if isinstance(node, tree.Name):
            procedure = module.procedures.get(node.text)
            if procedure is not None:
                address = procedure.address
            else:
                address = module.variables[node.text].address
                if generic and module.variables[node.text].space == "const":
                    address += CONST_BASE
            return (address + offset) & (1 << 8 * step) - 1
        return constant_bits(node, known()[variable.type]) & (1 << 8 * step) - 1


def _variables(node: tree.Declaration, module: int) -> Iterator[tuple[str, Variable]]:
    """Yield the variables of a declaration by name."""
    space = node.space.partition("[")[0].partition("::")[0]
    for name, size, declarator in variables_of(node):
        _, alignment = extent(node.type, node.vector, (), node.alignment)
        variable = Variable(name, space, node.type, size, alignment, module)
        variable.declarator = declarator
        variable.open = space == "shared" and size == 0
        yield name, variable
