"""A module of NVVM IR as its checks read it: functions, variables, calls, types, metadata, kernels and dialect."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from itertools import zip_longest
from typing import NamedTuple

from ptxisa.isa.diagnostics import Span
from ptxisa.isa.targets import Target
from ptxisa.nvvm.lexer import ADDRESS_SPACES, unquote, words
from ptxisa.nvvm.metadata import AnnotationProperty, BrokenAnnotation, IrMetadata
from ptxisa.nvvm.reader import IrStatement, IrText, Range

LINKAGE = words(
    """
    private internal available_externally linkonce weak common appending extern_weak linkonce_odr weak_odr external
    """
)
DISCARDABLE = ("private", "internal", "linkonce", "linkonce_odr", "available_externally")
"""Linkage types of definitions that a module does not need if nothing in it refers to them."""
MODERN = 100
"""First compute target of the modern dialect."""
_VARIABLES = ("global", "constant", "alias", "ifunc")
_REMOVABLE = words(
    """
    add sub mul udiv sdiv urem srem shl lshr ashr and or xor fadd fsub fmul fdiv frem fneg icmp fcmp select trunc zext
    sext fptrunc fpext fptoui fptosi uitofp sitofp ptrtoint inttoptr bitcast addrspacecast getelementptr phi freeze
    extractvalue insertvalue extractelement insertelement shufflevector
    """
)
"""Instructions whose only effect is their result."""
REMOVABLE_CALL = re.compile(
    r"""llvm\.(?: nvvm\.shfl\.(?:idx|up|down|bfly)\. | canonicalize | ssa\.copy | type\.(?:test|checked) | read_register
      | localaddress | thread\.pointer | masked\.(?:gather|expandload|udiv) | matrix\.(?!column\.major\.store)
      | (?:experimental\.)?vector\.(?!reduce) | vp\.(?!store|scatter) | vscale | fptrunc\.round | fpto[su]i\.sat
      | [su](?:mul|div)\.fix | asin|acos|atan|sinh|cosh|tan|exp10 | (?:ll?r(?:int|ound)|modf|sincos|frexp|ldexp)
      | (?:maximum|minimum)num ).*""",
    re.VERBOSE,
)
"""Names of shuffles without a member mask, and of intrinsics of LLVM, that LLVM removes like arithmetic.

The list has intrinsics that libNVVM accepts only if nothing uses their results.
"""
_MEMORY = ("load", "store", "call", "invoke", "callbr", "fence", "cmpxchg", "atomicrmw", "va_arg")
"""Instructions that access memory."""
_DERIVED = ("alloca", "getelementptr", "bitcast")
_PURE = re.compile(
    r"llvm\.(?:nvvm\.read\.ptx\.sreg\.(?!clock|globaltimer|pm)|(?:sqrt|fma|ctpop|ctlz|cttz|bswap|bitreverse)\.).*"
)
"""Intrinsics that access no memory."""
NO_ACCESS, READS, WRITES = range(3)
_LOCAL = re.compile(r'%(?:[-\w$.]+|"[^"]*")')
_TYPE = re.compile(
    "i[0-9]+|void|half|b?float|double|fp128|x86_fp80|ppc_fp128|x86_mmx|x86_amx|ptr|label|token|metadata|opaque|target"
)

IrType = tuple[str, ...]
"""A type as its tokens: ("i32", "addrspace", "(", "1", ")", "*")."""


class IrParameter(NamedTuple):
    """A parameter or an argument: its type, and the tokens of its attributes and its name or value."""

    type: IrType
    low: int
    high: int

    @property
    def pointer(self) -> bool:
        """True for a pointer, typed or opaque."""
        return self.type[-1:] == ("*",) or self.type[:1] == ("ptr",)


class IrFunction(NamedTuple):
    """A function that is defined or declared.

    `result` is the index at which the type of the result begins, `at` that of the name.
    """

    name: str
    statement: IrStatement
    result: int
    at: int
    returns: IrType
    parameters: tuple[IrParameter, ...]
    varargs: bool


class IrVariable(NamedTuple):
    """A global variable, an alias or an ifunc; `value` is its initializer, which may be empty."""

    name: str
    statement: IrStatement
    kind: str
    space: int
    type: IrType
    value: Range


class IrCall(NamedTuple):
    """A direct call; `at` is the index of the name of the function."""

    name: str
    at: int
    arguments: tuple[IrParameter, ...]


class NvvmModule:
    """A module; `target` is the compute target to check it for, None for any."""

    def __init__(self, text: IrText, target: Target | None) -> None:
        self.text = text
        self.target = target
        self.statements = text.read()

    def of(self, *kinds: str) -> list[IrStatement]:
        """Return the statements of some kinds."""
        return [statement for statement in self.statements if statement.kind in kinds]

    @cached_property
    def instructions(self) -> list[IrStatement]:
        """Instructions of all functions."""
        return [instruction for function in self.of("define") for instruction in function.body]

    @cached_property
    def calls(self) -> dict[int, IrCall]:
        """Direct calls of all functions, by the index of the first token of their instructions."""
        instructions = (instruction for instruction in self.instructions if instruction.kind in ("call", "invoke"))
        calls = ((instruction.low, call_of(self.text, instruction)) for instruction in instructions)
        return {low: call for low, call in calls if call is not None}

    @cached_property
    def functions(self) -> list[IrFunction]:
        """Functions that are defined or declared."""
        functions = (function_of(self.text, statement) for statement in self.of("define", "declare"))
        return [function for function in functions if function is not None]

    @cached_property
    def functions_by_name(self) -> dict[str, IrFunction]:
        """Functions that are defined or declared, by name; the first one of several."""
        return {function.name: function for function in reversed(self.functions)}

    @cached_property
    def variables_by_name(self) -> dict[str, IrVariable]:
        """Global variables, aliases and ifuncs, by name; the first one of several."""
        return {variable.name: variable for variable in reversed(self.variables)}

    @cached_property
    def variables(self) -> list[IrVariable]:
        """Global variables, aliases and ifuncs."""
        variables = (variable_of(self.text, statement) for statement in self.of("global"))
        return [variable for variable in variables if variable is not None]

    @cached_property
    def types(self) -> dict[str, IrType]:
        """Definitions of named structure types."""
        return {
            self.text.tokens[statement.low].text: self.text.texts(statement.low + 3, statement.high)
            for statement in self.of("local")
            if self.text.word(statement.low + 2, "type")
        }

    @cached_property
    def uses(self) -> Counter[str]:
        """Number of times that each global identifier is written; 1 for one without uses."""
        return Counter(token.name for token in self.text.tokens if token.kind == "global")

    def linkage(self, statement: IrStatement) -> str:
        """Return the linkage type of a function or variable as it is written; empty if none is."""
        return next((word for word in self.text.texts(statement.low, statement.high)[:4] if word in LINKAGE), "")

    @cached_property
    def whole(self) -> NvvmModule:
        """This module with every instruction, for rules about values."""
        return NvvmModule(IrText(self.text.source, whole=True), self.target)

    @cached_property
    def unused(self) -> frozenset[int]:
        """Places of instructions of the whole text that LLVM removes: nothing that remains uses their results."""
        whole, text = self.whole, self.whole.text
        removed: set[int] = set()
        for function in whole.of("define"):
            results: dict[str, IrStatement] = {}
            operands: dict[int, list[str]] = {}
            waiting: list[IrStatement] = []
            uses: Counter[str] = Counter()
            for instruction in function.body:
                tokens = text.tokens[instruction.low : instruction.high]
                named = text.word(instruction.low + 1, "=")
                names = [token.text for token in tokens if token.kind == "local"]
                operands[instruction.low] = names[named:]
                uses.update(names[named:])
                call = whole.calls.get(instruction.low)
                if instruction.kind in _REMOVABLE or (call is not None and REMOVABLE_CALL.fullmatch(call.name)):
                    if named:
                        results[tokens[0].text] = instruction
                    else:
                        waiting.append(instruction)
            waiting += [instruction for name, instruction in results.items() if not uses[name]]
            while waiting:
                instruction = waiting.pop()
                removed.add(text.tokens[instruction.low].start)
                for name in operands[instruction.low]:
                    uses[name] -= 1
                    if not uses[name] and name in results:
                        waiting.append(results[name])
        return frozenset(removed)

    @cached_property
    def read_by_element(self) -> frozenset[int]:
        """Places of instructions of the whole text whose results nothing but `extractelement` uses."""
        text = self.whole.text
        places: set[int] = set()
        for function in self.whole.of("define"):
            results: dict[str, int] = {}
            used: set[str] = set()
            for instruction in function.body:
                tokens = text.tokens[instruction.low : instruction.high]
                named = text.word(instruction.low + 1, "=")
                if named:
                    results[tokens[0].text] = tokens[0].start
                if instruction.kind != "extractelement":
                    used.update(token.text for token in tokens[named:] if token.kind == "local")
            places.update(start for name, start in results.items() if name not in used)
        return frozenset(places)

    @cached_property
    def accesses(self) -> dict[str, int]:
        """Accesses of each function to memory that others have, as LLVM 7 infers them: `NO_ACCESS`, `READS`, `WRITES`.

        Those of a called function are those of the call, unless another definition may replace the function.
        """
        whole, text = self.whole, self.whole.text
        accesses: dict[str, int] = {}
        callers: dict[str, list[str]] = {}
        for function in whole.functions:
            attributes = whole.attributes(text.past(function.at + 1), function.statement.high)
            access = NO_ACCESS if "readnone" in attributes else READS if "readonly" in attributes else WRITES
            if function.statement.kind == "declare":
                accesses[function.name] = NO_ACCESS if _PURE.fullmatch(function.name) else access
                continue
            own = NO_ACCESS
            local: set[str] = set()
            used = Counter(name for each in function.statement.body for name in text.texts(each.low, each.high))
            for instruction in function.statement.body:
                words = text.texts(instruction.low, instruction.high)
                if instruction.kind in _DERIVED and (instruction.kind == "alloca" or local.intersection(words[2:])):
                    local.add(words[0])
                elif instruction.kind not in _MEMORY:
                    continue
                elif instruction.kind in ("load", "store") and not {"volatile", "atomic"}.intersection(words):
                    names = [token.name for token in text.tokens[instruction.low : instruction.high]]
                    variables = [whole.variables_by_name[name] for name in names if name in whole.variables_by_name]
                    constant = bool(variables) and all(variable.kind == "constant" for variable in variables)
                    pointer = next((word for word in reversed(words) if word[:1] == "%"), "")
                    if instruction.kind == "store":
                        own = own if pointer in local else WRITES
                    elif not (pointer in local or constant or used[words[0]] == 1):
                        own = max(own, READS)
                else:
                    call = whole.calls.get(instruction.low)
                    at_call = {"readnone", "readonly"}.intersection(words)
                    if at_call:
                        own = max(own, NO_ACCESS if "readnone" in at_call else READS)
                    elif call is None or instruction.kind != "call" or call.name not in whole.functions_by_name:
                        own = WRITES
                    else:
                        callers.setdefault(call.name, []).append(function.name)
            replaceable = whole.linkage(function.statement) in ("weak", "linkonce", "extern_weak", "common")
            accesses[function.name] = max(own, access if replaceable else NO_ACCESS)
        waiting = [name for name, access in accesses.items() if access]
        while waiting:
            name = waiting.pop()
            for caller in callers.get(name, ()):
                if accesses[caller] < accesses[name]:
                    accesses[caller] = accesses[name]
                    waiting.append(caller)
        return accesses

    def writings(self, index: int) -> int:
        """Return how often the local name with this index is written in its function."""
        function = self.function_around(index)
        if function is None:
            return 0
        low, text = function.statement.high, self.text
        if low not in self._local_names:
            span = text.span(low, text.closing.get(low, low) + 1)
            self._local_names[low] = Counter(_LOCAL.findall(text.source, span.start, span.end))
        return self._local_names[low][text.tokens[index].text]

    @cached_property
    def _local_names(self) -> dict[int, Counter[str]]:
        return {}

    def function_around(self, index: int) -> IrFunction | None:
        """Return the function whose body has the token with this index."""
        after = bisect_right(self._defined, index, key=lambda function: function.statement.low)
        return self._defined[after - 1] if after else None

    @cached_property
    def _defined(self) -> list[IrFunction]:
        return [function for function in self.functions if function.statement.kind == "define"]

    @cached_property
    def attribute_groups(self) -> set[str]:
        """Numbers of the attribute groups that functions, variables and calls have: `#0`."""
        ends = {statement.low for statement in self.of("attributes")}
        groups = ((index, token.text) for index, token in enumerate(self.text.tokens) if token.kind == "group")
        return {group for index, group in groups if index - 1 not in ends}

    @cached_property
    def groups_of_globals(self) -> set[str]:
        """Numbers of the attribute groups that functions and variables have, and not only calls."""
        heads = self.of("define", "declare", "global")
        tokens = (token for head in heads for token in self.text.tokens[head.low : head.high])
        return {token.text for token in tokens if token.kind == "group"}

    @cached_property
    def attributes_of_groups(self) -> dict[str, set[str]]:
        """Words of each group of attributes, by its number: `#0`."""
        text = self.text
        return {
            group: {text.tokens[index].text for index in text.outside(low, high)} for group, low, high in self._groups()
        }

    @cached_property
    def _strings_of_groups(self) -> dict[str, dict[str, str]]:
        """String attributes of each group of attributes, by its number: `#0`."""
        return {group: self._strings(low, high) for group, low, high in self._groups()}

    def _groups(self) -> Iterator[tuple[str, int, int]]:
        """Yield the number of each group of attributes, and the tokens after its brace."""
        text = self.text
        for statement in self.of("attributes"):
            brace = text.find(statement.low, statement.high, "{")
            if brace is not None:
                number = next((token.text for token in text.tokens[statement.low : brace] if token.kind == "group"), "")
                yield number, brace + 1, statement.high

    def _strings(self, low: int, high: int) -> dict[str, str]:
        """Return the values of attributes such as `"name"="value"` among some tokens, without those of groups."""
        text, values = self.text, dict[str, str]()
        for index in range(low, high):
            token = text.tokens[index]
            if token.kind == "string" and not text.word(index - 1, "="):
                written = text.word(index + 1, "=") and index + 2 < high
                values[unquote(token.text)] = unquote(text.tokens[index + 2].text) if written else ""
        return values

    def string_attributes(self, low: int, high: int) -> dict[str, str]:
        """Return the values of attributes such as `"name"="value"` among some tokens, with those of groups."""
        groups = [token.text for token in self.text.tokens[low:high] if token.kind == "group"]
        values = {name: value for group in groups for name, value in self._strings_of_groups.get(group, {}).items()}
        return {**values, **self._strings(low, high)}

    def attributes(self, low: int, high: int) -> set[str]:
        """Return the words of attributes among some tokens, with those of groups."""
        written = {self.text.tokens[index].text for index in self.text.outside(low, high)}
        return written.union(*(self.attributes_of_groups.get(word, ()) for word in written if word.startswith("#")))

    @cached_property
    def unreachable(self) -> list[Span]:
        """Places of definitions and declarations that no definition refers to which the module needs.

        Definitions with a discardable linkage type, and declarations, are needed only if other needed definitions refer
        to them. References of metadata do not count. A group of attributes is needed if a needed function has it.
        """
        text = self.text
        references: dict[str, set[str]] = {}
        spans: dict[str, list[Span]] = {}
        needed: list[str] = []
        for statement in self.statements:
            if statement.kind not in ("define", "declare", "global", "attributes"):
                continue
            end = statement.high if statement.kind != "define" else text.closing.get(statement.high, statement.high) + 1
            names = [token.text for token in text.tokens[statement.low : end] if token.kind in ("global", "group")]
            if not names:
                continue
            name, *others = names
            references.setdefault(name, set()).update(others)
            spans.setdefault(name, []).append(text.span(statement.low, end))
            linkage = self.linkage(statement)
            external = statement.kind == "global" and linkage in ("external", "extern_weak")
            if not (statement.kind in ("declare", "attributes") or external or linkage in DISCARDABLE):
                needed.append(name)
        reached = set(needed)
        while needed:
            following = references.get(needed.pop(), set()) - reached
            reached |= following
            needed += following
        return [span for name, listed in spans.items() if name not in reached for span in listed]

    def is_empty(self, type_: IrType) -> bool:
        """Return True for a type of no bytes: `{}`, `[0 x i32]`, opaque types, and aggregates of such types."""
        named: set[str] = set()
        while len(type_) == 1 and type_[0] in self.types and type_[0] not in named:
            named.add(type_[0])
            type_ = self.types[type_[0]]
        if type_ == ("opaque",):
            return True
        if type_[:1] == ("[",) and type_[-1:] == ("]",):
            return type_[1:3] == ("0", "x") or self.is_empty(type_[3:-1])
        packed = type_[:2] == ("<", "{")
        if not (packed or type_[:1] == ("{",)):
            return False
        field: IrType = ()
        depth = 0
        for word in type_[1 + packed : -1 - packed]:
            depth += (word in ("[", "{", "<", "(")) - (word in ("]", "}", ">", ")"))
            if word == "," and depth == 0:
                if not self.is_empty(field):
                    return False
                field = ()
            else:
                field += (word,)
        return not field or self.is_empty(field)

    def is_unsized(self, type_: IrType, outer: frozenset[str] = frozenset()) -> bool:
        """Return True for an opaque type, and for an aggregate with such a type; pointers have a size."""
        return type_ == ("opaque",) or any(
            self.is_unsized(self.types[word], outer | {word})
            for word, after in zip_longest(type_, type_[1:])
            if word in self.types and word not in outer and after not in ("*", "addrspace")
        )

    @cached_property
    def metadata(self) -> IrMetadata:
        """Metadata of the module."""
        return IrMetadata(self.text, self.of("metadata"))

    def is_unreachable(self, span: Span) -> bool:
        """Return True for a place in a definition that the module does not need."""
        index = bisect_right(self._sorted_unreachable, span.start, key=lambda unreachable: unreachable.start) - 1
        return index >= 0 and span.start < self._sorted_unreachable[index].end

    @cached_property
    def _sorted_unreachable(self) -> list[Span]:
        return sorted(self.unreachable)

    @cached_property
    def annotations(self) -> list[AnnotationProperty | BrokenAnnotation]:
        """Properties in `!nvvm.annotations`."""
        return list(self.metadata.annotations())

    @cached_property
    def properties(self) -> list[AnnotationProperty]:
        """Well-formed properties in `!nvvm.annotations`."""
        return [annotation for annotation in self.annotations if isinstance(annotation, AnnotationProperty)]

    @cached_property
    def kernels(self) -> dict[str, str]:
        """Names of kernels, with "annotation" or "convention" for how each is marked."""
        convention = {
            function.name: "convention"
            for function in self.functions
            if any(self.text.word(index, "ptx_kernel") for index in range(function.statement.low, function.at))
        }
        annotated = [each.entity for each in self.properties if each.name == "kernel" and each.number]
        return {**dict.fromkeys(annotated, "annotation"), **convention}

    @cached_property
    def dialect(self) -> str:
        """Dialect of the module: that of its pointers, else that of the compute target."""
        return self.text.pointers or ("modern" if self.target and self.target.number >= MODERN else "llvm7")

    @property
    def compiled_as(self) -> str:
        """Dialect as which libNVVM compiles the module: for targets of the modern one it upgrades typed pointers."""
        return "modern" if self.target and self.target.number >= MODERN else self.dialect

    def head(self, key: str) -> tuple[IrStatement, str] | None:
        """Return the statement and the value of `target datalayout` or `target triple`; LLVM reads the last one."""
        for statement in reversed(self.of("target")):
            value = self.text.tokens[statement.high - 1]
            if self.text.word(statement.low + 1, key) and value.kind == "string":
                return statement, unquote(value.text)
        return None


def function_of(text: IrText, statement: IrStatement) -> IrFunction | None:
    """Return the function of `define` or `declare`; None if it has no name with parameters."""
    low, high = statement.low, statement.high
    at = next((index for index in text.outside(low, high) if text.tokens[index].kind == "global"), None)
    if at is None or not text.word(at + 1, "("):
        return None
    pieces = text.parts(at + 1)
    parameters = tuple(parameter_at(text, *piece) for piece in pieces if text.texts(*piece) != ("...",))
    # The type of the result is the last one in the head; words before it are attributes, such as `zeroext i1`.
    result = low + 1
    for index in text.outside(low + 1, at):
        kind, word = text.tokens[index].kind, text.tokens[index].text
        if kind == "local" or word in ("[", "{", "<") or (kind == "word" and _TYPE.fullmatch(word)):
            result = index
    varargs = len(parameters) < len(pieces)
    return IrFunction(text.tokens[at].name, statement, result, at, text.texts(result, at), parameters, varargs)


def parameter_at(text: IrText, low: int, high: int) -> IrParameter:
    """Return the parameter or argument that some tokens are."""
    end = min(text.type_end(low), high)
    return IrParameter(text.texts(low, end), end, high)


def variable_of(text: IrText, statement: IrStatement) -> IrVariable | None:
    """Return the variable, alias or ifunc of `@name = …`; None for anything else."""
    low, high = statement.low, statement.high
    at = text.find(low, high, *_VARIABLES)
    if at is None:
        return None
    end = text.type_end(at + 1)
    comma = text.find(end, high, ",")
    value_end = high if comma is None else comma
    value_end = next((index for index in range(end, value_end) if text.tokens[index].kind == "group"), value_end)
    space = text.find(low, at, "addrspace")
    number = "" if space is None else "".join(text.texts(space + 2, space + 3))
    return IrVariable(
        text.tokens[low].name,
        statement,
        text.tokens[at].text,
        int(number) % ADDRESS_SPACES if number.isdecimal() and len(number) <= 10 else 0,
        text.texts(at + 1, end),
        (end, value_end),
    )


def opcode_at(text: IrText, instruction: IrStatement) -> int:
    """Return the index of the opcode of an instruction."""
    named = text.word(instruction.low + 1, "=") and instruction.low + 2 < instruction.high
    start = instruction.low + 2 if named else instruction.low
    indices = range(start, instruction.high)
    return next((index for index in indices if text.tokens[index].text == instruction.kind), start)


def arguments_at(text: IrText, low: int, high: int) -> int | None:
    """Return the index of the bracket of the arguments of a call, which follows the callee; None without one."""
    for index in range(low, high):
        token = text.tokens[index]
        if token.kind in ("global", "local", "string") and text.word(index + 1, "("):
            return index + 1
        if token.text in ("bitcast", "addrspacecast", "inttoptr") and text.word(index + 1, "("):
            after = text.past(index + 1)
            return after if text.word(after, "(") else None
    return None


def call_of(text: IrText, instruction: IrStatement) -> IrCall | None:
    """Return the direct call that an instruction is; None for an indirect call and other instructions."""
    opening = arguments_at(text, opcode_at(text, instruction), instruction.high)
    if opening is None or text.tokens[opening - 1].kind != "global":
        return None
    arguments = tuple(parameter_at(text, *piece) for piece in text.parts(opening))
    return IrCall(text.tokens[opening - 1].name, opening - 1, arguments)
