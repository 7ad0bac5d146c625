"""Check calls and branches: their targets, and the arguments of calls against the parameters of functions.

The rules of topics `calls` and `labels`, which were measured, state what fits: an argument fits a parameter as an
operand fits an instruction type of its own width, and must also have the same alignment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import prod
from typing import NamedTuple

from ptxisa.check.errata import disputed
from ptxisa.check.flow import BodyText
from ptxisa.check.operands import integer_of
from ptxisa.check.place import Place
from ptxisa.check.scope import Lookup, Symbol, special
from ptxisa.isa import types
from ptxisa.isa.diagnostics import Diagnostic, Span, error, undeclared, warning
from ptxisa.syntax import tree
from ptxisa.syntax.expressions import ConstantError, evaluate

Given = tree.Name | tree.Sink | tree.Constant
"""Nodes that can be arguments or results."""

_POINTER_BITS = (32, 64)
"""Widths of the address of a function, by `.address_size`."""
_INDEX_TYPES = ("u32", "s32", "b32")
_TABLE_TYPES = ("u32", "u64")
_CONSTANTS = {
    "bits": ("integer", "float"),
    "signed": ("integer",),
    "unsigned": ("integer",),
    "float": ("float",),
}
"""Sorts of constants that parameters accept, by the class of their type."""
_NOTHING = tree.Arguments((), 0, 0)
PARAMETER_DECLARATION = re.compile(r"\.param\s", re.ASCII)
"""The start of a declaration of `.param` variables."""
_PARAMETER_USE = re.compile(
    r"""\.param\s+(?P<declared>\.[^;{}()]*);               # .param .align 4 .b8 x[8], y;
    |(?<![\w$.])call[\w.]*\s*\((?P<returned>[^)]*)\)      # call.uni (x), f
    |(?<![\w$.])(?P<load>ld\.param(?:::func)?(?:\.\w+)*)\s[^;\[]*\[\s*(?P<loaded>[\w$%]+)  # ld.param.b32 r, [x
    |(?P<brace>[{}])
    |"[^"\n]*"
    """,
    re.ASCII | re.VERBOSE,
)
_PARAMETER = re.compile(r"(?<![\w$.])[A-Za-z_$%][\w$]*", re.ASCII)
"""Name of a variable in a declaration, or of a result of a call."""


class CallParts(NamedTuple):
    """Parts of a call; `last` is the prototype, list of targets or table of an indirect call."""

    results: tree.Arguments | None
    callee: tree.Name
    arguments: tree.Arguments | None
    last: tree.Name | None
    start: int
    end: int


class Signature(NamedTuple):
    """Results and parameters of a function or a prototype; `name` is for messages."""

    name: str
    returns: tuple[tree.Parameter, ...]
    parameters: tuple[tree.Parameter, ...]

    @property
    def open(self) -> bool:
        """True if the last parameter is an array without a size, which calls may leave out."""
        return bool(self.parameters) and self.parameters[-1].dimensions[:1] == (None,)


class Data(NamedTuple):
    """Argument, result or parameter: a scalar, vector or array; `alignment` is in bytes."""

    space: str
    type: types.Type
    vector: int | None
    dimensions: tuple[int | None, ...]
    alignment: int

    @property
    def bits(self) -> int:
        """Total width in bits; 0 for an array of open size."""
        return self.type.bits * (self.vector or 1) * prod(size or 0 for size in self.dimensions)

    def accepts(self, given: Data) -> bool:
        """Return True if data fits a parameter: scalars by type, arrays by size, vectors as bits of their width."""
        if len(self.dimensions) != len(given.dimensions):
            return False
        if self.dimensions:
            # Arrays of bits are passed as their bytes: `.b8 x[16]` and `.b64 x[2]` fit each other. Only prototypes and
            # functions without a body have arrays in .reg.
            same = "bits" in (self.type.kind, given.type.kind) or self.type.name == given.type.name
            fits = self.dimensions[0] is None or self.bits == given.bits
            return same and fits and self.space == given.space
        if self.vector or given.vector:
            return self.bits == given.bits
        return given.type.name in self.type.registers

    def __str__(self) -> str:
        vector = f".v{self.vector} " if self.vector else ""
        sizes = "".join(f"[{'' if size is None else size}]" for size in self.dimensions)
        return f".{self.space} {vector}.{self.type.name}{sizes}"


def check_call(instruction: tree.Instruction, lookup: Lookup) -> Iterator[Diagnostic]:
    """Check the operands of a call."""
    operands = list(instruction.operands)
    results = _list_of(operands)
    target = operands.pop(0) if operands else None
    arguments = _list_of(operands)
    last = operands.pop(0) if operands else None
    if not isinstance(target, tree.Name) or not (last is None or isinstance(last, tree.Name)):
        return  # The parser has reported the missing part.
    call = CallParts(results, target, arguments, last, instruction.opcode_start, instruction.end)
    callee, name = lookup(call.callee.text), _short(call.callee)
    if callee is None:
        yield undeclared(call.callee.text, call.callee)
    elif callee.kind == "function" and callee.node.kind == "entry":
        yield error("call-target", f"{name} is a kernel; only device functions can be called", call.callee)
    elif callee.kind == "function" and call.last is not None:
        message = f"{name} is called by name, so it takes no prototype or list of targets"
        yield error("call-target", message, call.last)
    elif callee.kind == "function":
        yield from _check_signature(call, _signature(name, callee.node), lookup)
    elif callee.kind == "register":
        type_ = types.known().get(callee.type)
        integer = type_ is None or (type_.kind in ("bits", "signed", "unsigned") and type_.bits in _POINTER_BITS)
        if callee.vector or not integer:
            message = f"{name} is a .{callee.type} register; the address of a function has 32 or 64 bits"
            yield error("call-target", message, call.callee)
        yield from _check_indirect(call, lookup)
    elif callee.kind != "any":
        yield error("call-target", f"{_what(call.callee, callee)}, which cannot be called", call.callee)


def check_branch(instruction: tree.Instruction, lookup: Lookup) -> Iterator[Diagnostic]:
    """Check the operands of `bra` and `brx.idx`."""
    direct, operands = instruction.opcode.mnemonic == "bra", instruction.operands
    if len(operands) != (1 if direct else 2):
        wanted = "one operand, a label" if direct else "two operands, an index and a list of labels"
        message = f"{instruction.opcode.text} takes {wanted}"
        yield error("operand-count", message, Span(instruction.opcode_start, instruction.end))
        return
    # The index of brx: a 32-bit register, perhaps plus a constant, a special register plus a constant, or a constant.
    index = None if direct else operands[0]
    name = index.name if isinstance(index, tree.Select) else index.base if isinstance(index, tree.Sum) else index
    if isinstance(name, tree.Name):
        symbol = lookup(name.text)
        integer = (
            symbol is not None
            and (symbol.kind == "register" or (symbol.kind == "special" and isinstance(index, tree.Sum)))
            and symbol.type in _INDEX_TYPES
            and bool(symbol.vector) == isinstance(index, tree.Select)
        )
        if symbol is None:
            yield undeclared(name.text, name)
        elif symbol.kind != "any" and not integer:
            yield error("operand-type", f"{_what(name, symbol)}; the index is a 32-bit register", name)
    elif index is not None and _sort_of(index) not in ("integer", ""):
        message = "the index of a branch is a 32-bit register or an integer constant"
        yield error("operand-kind", message, index)
    node = operands[-1]
    wanted = "a branch goes to a label" if direct else "the label of a .branchtargets is expected"
    if not isinstance(node, tree.Name):
        yield error("branch-target", wanted, node)
        return
    symbol = lookup(node.text)
    if symbol is None:
        yield undeclared(node.text, node, label=direct)
    elif direct and symbol.kind == "label":
        if symbol.node.start > node.start and special(node.text) is not None:
            # ptxas 12.9 and 13.5: a label hides a special register from its place on.
            yield error("branch-target", f"{node.text} is a special register before the label of this name", node)
    elif symbol.kind != "any" and (direct or symbol.kind != "targets" or symbol.node.kind != "branchtargets"):
        yield error("branch-target", f"{_what(node, symbol)}; {wanted}", node)
    elif symbol.kind == "targets" and (number := integer_of(index)) is not None:
        count = sum(name.copies.value if name.copies is not None else 1 for name in symbol.node.names)
        if not 0 <= number < count:
            message = f"the index {number} is beyond the {count} label{'s' * (count != 1)} of the list"
            yield warning("branch-index", message, index, "the first label has the index 0")


def check_targets(targets: tree.Targets, lookup: Lookup, place: Place) -> Iterator[Diagnostic]:
    """Check that every name of a list is a label, or a function in `.calltargets`."""
    wanted = "function" if targets.kind == "calltargets" else "label"
    for declarator in targets.names:
        for name in _members(declarator, lookup):
            symbol = lookup(name.text)
            if symbol is None:
                yield undeclared(name.text, name)
            elif symbol.kind not in (wanted, "any") and (wanted == "function" or symbol.node is not targets):
                code = "call-target" if wanted == "function" else "branch-target"
                yield error(code, f"{_what(name, symbol)}; .{targets.kind} lists {wanted}s", name)
            elif getattr(symbol.node, "kind", "") == "entry":
                kernel = error("call-target", f"{name.text} is a kernel; .calltargets lists functions", name)
                yield disputed(kernel, "rule/call_lists", place)


# Targets of calls


def _list_of(operands: list[tree.Operand]) -> tree.Arguments | None:
    """Remove and return the list in parentheses at the start of the operands."""
    first = operands[0] if operands else None
    if not isinstance(first, tree.Arguments):
        return None
    del operands[0]
    return first


def _check_indirect(call: CallParts, lookup: Lookup) -> Iterator[Diagnostic]:
    """Check a call through a register against its prototype, or against each function that it may call."""
    if call.last is None:
        hint = "name the label of a .callprototype or .calltargets as the last operand"
        message = f"{_short(call.callee)} is a register: a call through one needs a prototype or a list of targets"
        yield error("missing-prototype", message, call.callee, hint)
        return
    symbol = lookup(call.last.text)
    if symbol is None:
        yield undeclared(call.last.text, call.last)
    elif symbol.kind == "prototype":
        yield from _check_signature(call, _signature(_short(call.last), symbol.node), lookup)
    elif symbol.kind == "targets" and symbol.node.kind == "calltargets":
        names = [name for declarator in symbol.node.names for name in _members(declarator, lookup)]
        yield from _check_candidates(call, names, names[-1], lookup)
    elif symbol.kind == "variable":
        # The initializer of an array names the functions that the call may reach.
        declarator, table = _declarator(symbol.node, call.last.text), _short(call.last)
        values = declarator.initializer
        if symbol.type not in _TABLE_TYPES or symbol.vector or len(declarator.dimensions) != 1:
            message = f"{table} is not an array of .u32 or .u64, as a table of functions is"
            yield error("call-target", message, call.last)
        elif not isinstance(values, tree.Values):
            message = f"{table} has no initializer that says which functions it holds"
            yield error("call-target", message, call.last)
        elif not all(isinstance(value, tree.Name) for value in values.elements):
            yield error("call-target", f"{table} holds something else than functions", call.last)
        else:
            names = [value for value in values.elements if isinstance(value, tree.Name)]
            yield from _check_candidates(call, names, names[0], lookup)
    elif symbol.kind != "any":
        message = f"{_what(call.last, symbol)}; a prototype, a list of functions or a table of them is expected"
        yield error("call-target", message, call.last)


def _check_candidates(
    call: CallParts, names: list[tree.Name], counted: tree.Name, lookup: Lookup
) -> Iterator[Diagnostic]:
    """Report the first function that does not fit the call; other names are reported at the list of targets.

    Where a call has no list of results or arguments, ptxas compares their number with the function `counted` only.
    """
    for name in names:
        symbol = lookup(name.text)
        if symbol is None or symbol.kind != "function":
            continue
        signature = _signature(_short(name), symbol.node)
        diagnostics = list(_check_signature(call, signature, lookup))
        compared = Signature(
            signature.name,
            signature.returns if call.results else (),
            signature.parameters if call.arguments else (),
        )
        if name is not counted and compared != signature:
            yield from (found._replace(rule="call_lists") for found in diagnostics)
            diagnostics = list(_check_signature(call, compared, lookup))
        yield from diagnostics
        if diagnostics:
            return


# Arguments and results


def _signature(name: str, node: tree.Function | tree.CallPrototype) -> Signature:
    return Signature(name, node.returns or (), node.parameters or ())


def _check_signature(call: CallParts, signature: Signature, lookup: Lookup) -> Iterator[Diagnostic]:
    """Check number and types of results and arguments."""
    results, arguments = call.results or _NOTHING, call.arguments or _NOTHING
    wanted, given = len(signature.parameters), len(arguments.values)
    fewer = signature.open and call.arguments is not None and given == wanted - 1
    if len(results.values) != len(signature.returns):
        yield _counts(call, signature, "result", len(signature.returns), len(results.values))
        return
    if given != wanted and not fewer:
        yield _counts(call, signature, "argument", wanted, given)
        return
    for formal, node in zip(signature.returns, results.values, strict=True):
        if isinstance(node, tree.Name):
            yield from _check_name(formal, node, lookup)
        elif not isinstance(node, tree.Sink):
            # Assemblers accept a constant that could be an argument, so it is only a warning.
            message = "a constant takes no result: it is thrown away"
            hint = "name a register or a .param variable, or _ for no result"
            thrown = warning("call-argument", message, node, hint)
            yield from list(_check_constant(formal, node)) or [thrown]
    for formal, node in zip(signature.parameters, arguments.values, strict=False):
        if isinstance(node, tree.Name):
            yield from _check_name(formal, node, lookup)
        elif isinstance(node, tree.Sink):
            yield error("call-argument", "only results can be thrown away", node)
        else:
            yield from _check_constant(formal, node)


def _counts(call: CallParts, signature: Signature, what: str, wanted: int, given: int) -> Diagnostic:
    """Report a wrong number of results or arguments, with the signature as it is written in PTX."""
    from ptxisa.syntax.printer import print_parameter

    returns, parameters = (", ".join(map(print_parameter, some)) for some in (signature.returns, signature.parameters))
    declared = f"{f'({returns}) ' if returns else ''}{signature.name} ({parameters})"
    message = f"{signature.name} has {_number(wanted, what)}, and the call has {_number(given, what)}"
    return error("call-count", message, call, f"it is declared {declared}")


def _number(count: int, what: str) -> str:
    return f"{count or 'no'} {what}{'s' * (count != 1)}"


def _check_name(formal: tree.Parameter, name: tree.Name, lookup: Lookup) -> Iterator[Diagnostic]:
    """Check a register or `.param` variable against a parameter; unknown types are reported elsewhere."""
    symbol = lookup(name.text)
    if symbol is None:
        yield undeclared(name.text, name)
        return
    if symbol.kind == "any":
        return
    wanted, given = _data_of_parameter(formal), _data_of_symbol(symbol, name.text)
    if symbol.kind in ("parameter", "result"):
        hint = "copy it to a .param variable of this function, or load it into a register"
        message = f"{_short(name)} is a parameter of this function, which cannot be passed on as it is"
        yield error("call-argument", message, name, hint)
    elif symbol.kind != "register" and symbol.space != "param":
        message = f"{_what(name, symbol)}; registers, .param variables and constants are passed"
        yield error("call-argument", message, name)
    elif wanted is None or given is None:
        return
    elif not wanted.accepts(given):
        yield error("call-type", f"{_short(name)} is {given}, and the parameter is {wanted}", name)
    elif wanted.alignment != given.alignment:
        message = f"{_short(name)} is aligned to {given.alignment} bytes, and the parameter to {wanted.alignment}"
        yield error("call-alignment", message, name)


def _check_constant(formal: tree.Parameter, node: tree.Constant) -> Iterator[Diagnostic]:
    """Check a constant: a parameter of a bit-size type accepts all constants, others those of their own class."""
    wanted, sort = _data_of_parameter(formal), _sort_of(node)
    if wanted is None or not sort:
        return
    if sort not in _CONSTANTS.get(wanted.type.kind, ()) or wanted.vector or wanted.dimensions:
        article = "an integer" if sort == "integer" else "a floating-point"
        message = f"{article} constant is passed, and the parameter is {wanted}"
        yield error("call-type", message, node)


def _sort_of(node: tree.Operand) -> str:
    """Return "integer" or "float" for a constant, "" for one that the parser has reported, "other" for other nodes."""
    if not isinstance(node, tree.Constant):
        return "other"
    try:
        return "float" if evaluate(node).type.startswith("f") else "integer"
    except ConstantError:
        return ""


def _data_of_parameter(parameter: tree.Parameter) -> Data | None:
    type_ = types.known().get(parameter.type)
    if type_ is None:
        return None
    sizes = tuple(size.value if size else None for size in parameter.dimensions)
    alignment = _alignment(type_, parameter.vector, parameter.alignment)
    return Data(parameter.space, type_, parameter.vector, sizes, alignment)


def _data_of_symbol(symbol: Symbol, name: str) -> Data | None:
    type_ = types.known().get(symbol.type)
    if type_ is None:
        return None
    sizes: tuple[int | None, ...] = ()
    if isinstance(symbol.node, tree.Declaration) and symbol.kind == "variable":
        declarator = _declarator(symbol.node, name)
        sizes = tuple(size.value if size else None for size in declarator.dimensions)
    written = symbol.node.alignment if isinstance(symbol.node, (tree.Declaration, tree.Parameter)) else None
    return Data(symbol.space, type_, symbol.vector, sizes, _alignment(type_, symbol.vector, written))


def _alignment(type_: types.Type, vector: int | None, written: tree.Integer | None) -> int:
    """Return the alignment in bytes: at least that of the whole scalar or vector."""
    return max(written.value if written else 1, type_.bits * (vector or 1) // 8)


def _declarator(declaration: tree.Declaration, name: str) -> tree.Declarator:
    """Return the declarator of a name, or of the range that the name is a member of."""
    named = (declarator for declarator in declaration.declarators if declarator.name.text == name)
    return next(named, declaration.declarators[0])


# Words and places


def _members(declarator: tree.Declarator, lookup: Lookup) -> Iterator[tree.Name]:
    """Yield the name, or the members of `L<3>` up to the first undeclared one: there may be millions."""
    name = declarator.name
    if declarator.copies is None:
        yield name
        return
    for number in range(declarator.copies.value):
        member = tree.Name(f"{name.text}{number}", name.start)
        yield member
        if lookup(member.text) is None:
            return


_KINDS = {
    "register": "a register",
    "special": "a special register",
    "variable": "a variable",
    "parameter": "a parameter",
    "result": "a result",
    "function": "a function",
    "label": "a label",
    "prototype": "a prototype",
    "targets": "a list of targets",
}


def _short(name: tree.Name) -> str:
    """Return a name for a message, truncated if it is long."""
    return name.text if len(name.text) <= 60 else f"{name.text[:60]}…"


def _what(name: tree.Name, symbol: Symbol) -> str:
    """Return a phrase such as `x is a .b32 register`."""
    if symbol.kind == "variable":
        return f"{_short(name)} is a .{symbol.space} variable"
    if symbol.kind == "register":
        vector = f".v{symbol.vector} " if symbol.vector else ""
        return f"{_short(name)} is a {vector}.{symbol.type} register"
    return f"{_short(name)} is {_KINDS.get(symbol.kind, 'something else')}"


def check_results(body: BodyText, function: tree.Function) -> Iterator[Diagnostic]:
    """Report loads of `.param` variables of a body that no call further up in the text returns (section 7.1).

    The check follows the text, as ptxas does: in what order a loop executes the two does not matter. For ptxas a
    variable with the name of a parameter is the parameter.
    """
    parameters = {parameter.name.text for parameter in (*(function.parameters or ()), *(function.returns or ()))}
    returned: dict[str, bool] = {}
    """Variables in scope that the body has declared, by name; True after a call that returns the variable."""
    hidden: list[dict[str, bool | None]] = []
    """For each open block, the entries of `returned` that its variables hide."""
    for match in _PARAMETER_USE.finditer(body.plain):
        if match["brace"] == "{":
            hidden.append({})
        elif match["brace"] == "}":
            for name, before in hidden.pop().items() if hidden else ():
                if before is None:
                    del returned[name]
                else:
                    returned[name] = before
        elif match["declared"]:
            for name in set(_PARAMETER.findall(match["declared"])) - parameters:
                if hidden:
                    hidden[-1].setdefault(name, returned.get(name))
                returned[name] = False
        elif match["load"]:
            if returned.get(match["loaded"]) is False:
                message = f"{match['loaded']} is not the result of a call before this {match['load']}"
                span = Span(body.start + match.start("load"), body.start + match.end("load"))
                yield error("result-before-call", message, span, "load the results of a call after it")
        elif match["returned"]:
            returned |= dict.fromkeys(returned.keys() & set(_PARAMETER.findall(match["returned"])), True)
