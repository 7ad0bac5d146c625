"""Print syntax trees as canonical PTX, which parses to the same tree.

    print(print_module(parse(text).module))

Comments and layout do not survive; `ptxisa.syntax.rewriter` keeps those of the text that a tree was read from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from ptxisa.syntax.expressions import PRECEDENCE
from ptxisa.syntax.tree import (
    Address,
    Alias,
    Arguments,
    Binary,
    Block,
    CallPrototype,
    Conditional,
    Constant,
    Declaration,
    Declarator,
    Difference,
    Dwarf,
    Field,
    File,
    Float,
    Function,
    Generic,
    Index,
    Instruction,
    Integer,
    IntermediateLocation,
    IntermediateSources,
    Item,
    Label,
    Location,
    Mask,
    Metadata,
    Module,
    Name,
    Operand,
    Opposite,
    Pair,
    Parameter,
    Pragma,
    Property,
    Section,
    SectionData,
    Select,
    Sink,
    Statement,
    Sum,
    TargetDirective,
    Targets,
    Text,
    Unary,
    Unknown,
    Values,
    Vector,
    VersionDirective,
)

_INDENT = "    "
_UNARY_LEVEL = max(PRECEDENCE.values()) + 1
"""Precedence of unary operators and literals; see `PRECEDENCE`."""


def print_module(module: Module) -> str:
    """Return the text of a module."""
    lines = []
    if module.version:
        lines.append(f".version {module.version.major}.{module.version.minor}")
    lines += [_target(target) for target in module.targets]
    if module.address_size:
        lines.append(f".address_size {module.address_size.text}")
    for item in module.items:
        if isinstance(item, (Function, Section, IntermediateSources)):
            lines.append("")
        lines += _lines(item)
    return "\n".join(lines) + "\n"


def print_statement(statement: Statement | Item | VersionDirective) -> str:
    """Return the text of one statement or item, with its semicolon if it has one."""
    return "\n".join(_lines(statement))


def print_head(function: Function) -> str:
    """Return the text of a function before its body."""
    return "\n".join(_head(function))


def print_operand(operand: Operand) -> str:
    """Return the text of one operand."""
    return _text(operand)


def print_parameter(parameter: Parameter) -> str:
    """Return the text of one parameter of a function."""
    return _text(parameter)


# Statements and items: lists of lines


def _lines(node: Item | Statement | VersionDirective) -> list[str]:
    if isinstance(node, Block):
        lines = ["{"]
        for statement in node.statements:
            margin = "" if isinstance(statement, Label) else _INDENT
            lines += [margin + line for line in _lines(statement)]
        return [*lines, "}"]
    if isinstance(node, Function):
        lines = _head(node)
        if node.body is None:
            return [*lines[:-1], f"{lines[-1]};"]
        assert isinstance(node.body, Block), "the body of a function that is printed was read"
        return [*lines, *_lines(node.body)]
    if isinstance(node, Section):
        margins = ("" if isinstance(line, Label) else _INDENT for line in node.lines)
        texts = (margin + _text(line) for margin, line in zip(margins, node.lines, strict=True))
        return [f".section {node.name}", "{", *texts, "}"]
    if isinstance(node, IntermediateSources):
        lines = [".nv_intermediate_source_section", "{"]
        for block in node.blocks:
            # The source is printed unchanged, with its marks on lines of their own.
            lines += [".code_block", "{", f'.ir_name: "{block.language}"', f".sourceFileName: {block.file.text}"]
            lines += [".source_begin", block.text, ".source_end", "}"]
        return [*lines, "}"]
    return [_text(node)]


def _head(node: Function) -> list[str]:
    words = [f".{node.linkage}"] if node.linkage else []
    words += [f".{node.kind}", *_attributes(node.attributes)]
    if node.returns is not None:
        words.append(f"({_list(node.returns)})")
    words.append(node.name.text)
    head = " ".join(words)
    directives = [_text(directive) for directive in node.directives]
    if not node.parameters:
        return [head if node.parameters is None else f"{head}()", *directives]
    rows = [f"{_INDENT}{_text(parameter)}," for parameter in node.parameters]
    return [f"{head}(", *rows[:-1], rows[-1][:-1], ")", *directives]


# Everything else: one line

_Node = TypeVar("_Node")

_PRINTERS: dict[type, Callable[[Any], str]] = {
    Name: lambda node: node.text,
    Integer: lambda node: node.text,
    Float: lambda node: node.text,
    Unary: lambda node: f"{node.operator}{_operand_of(node.operand, _UNARY_LEVEL)}",
    Sink: lambda node: "_",
    Select: lambda node: f"{node.name.text}.{node.selector}",
    Generic: lambda node: f"generic({node.variable.text})",
    Sum: lambda node: f"{_text(node.base)}+{_text(node.offset)}",
    Difference: lambda node: f"{node.left.text}-{node.right.text}",
    Index: lambda node: f"{node.array.text}[{_text(node.subscript)}]",
    Opposite: lambda node: f"{node.operator}{_text(node.operand)}",
    Vector: lambda node: f"{{{_list(node.elements)}}}",
    Pair: lambda node: f"{_text(node.first)}|{_text(node.second)}",
    Arguments: lambda node: f"({_list(node.values)})",
    Label: lambda node: f"{node.name.text}:",
    Text: lambda node: f'"{node.text}"',
    Unknown: lambda node: node.text,
    Metadata: lambda node: f".metadata_section {{{node.text}}}",
    IntermediateLocation: lambda node: f".loc_intermediate {node.file} {node.line} {node.column}",
    Values: lambda node: f"{{{_list(node.elements)}}}",
    Field: lambda node: f"{node.name.text} = {_text(node.value)}",
    Mask: lambda node: f"{node.mask.text}({_text(node.value)})",
    Targets: lambda node: f".{node.kind} {_list(node.names)};",
    Alias: lambda node: f".alias {node.name.text}, {node.aliasee.text};",
    VersionDirective: lambda node: f".version {node.major}.{node.minor}",
    SectionData: lambda node: f".{node.type} {_list(node.values)}",
    Dwarf: lambda node: f"@@DWARF {node.text}",
}
"""Printer of each class of nodes; longer ones are functions below."""


def _printer(*kinds: type) -> Callable[[Callable[[_Node], str]], Callable[[_Node], str]]:
    """Register a function as the printer of some classes."""

    def register(function: Callable[[_Node], str]) -> Callable[[_Node], str]:
        _PRINTERS.update(dict.fromkeys(kinds, function))
        return function

    return register


def _text(node: Any) -> str:
    text: str = _PRINTERS[type(node)](node)
    return text


def _list(nodes: Iterable[Any]) -> str:
    return ", ".join([_text(node) for node in nodes])


@_printer(Instruction)
def _instruction(node: Instruction) -> str:
    head = f"{'@!' if node.guard.negated else '@'}{node.guard.predicate.text} " if node.guard else ""
    operands = f" {_list(node.operands)}" if node.operands else ""
    return f"{head}{node.opcode.text}{operands};"


@_printer(Declaration)
def _declaration(node: Declaration) -> str:
    words = [f".{node.linkage}"] if node.linkage else []
    words += [*_storage(node), *_attributes(node.attributes), *_type(node)]
    return f"{' '.join(words)} {_list(node.declarators)};"


@_printer(Parameter)
def _parameter(node: Parameter) -> str:
    words = [".hidden"] if node.hidden else []
    words += [*_storage(node), *_type(node)]
    if node.pointer:
        words.append(".ptr")
        words += [f".{node.pointer.space}"] if node.pointer.space else []
        words += [f".align {node.pointer.alignment.text}"] if node.pointer.alignment else []
    return f"{' '.join(words)} {node.name.text}{_dimensions(node.dimensions)}"


def _storage(node: Declaration | Parameter) -> list[str]:
    words = [f".{node.space}"] if node.space else []
    return [*words, f".align {node.alignment.text}"] if node.alignment else words


def _type(node: Declaration | Parameter) -> list[str]:
    return [f".{node.type}"] if node.vector is None else [f".v{node.vector}", f".{node.type}"]


def _attributes(attributes: tuple[Property, ...]) -> list[str]:
    if not attributes:
        return []
    inner = [f".{node.name}({_list(node.arguments)})" if node.arguments else f".{node.name}" for node in attributes]
    return [f".attribute({', '.join(inner)})"]


@_printer(Property)
def _property(node: Property) -> str:
    return f".{node.name} {_list(node.arguments)}" if node.arguments else f".{node.name}"


@_printer(Declarator)
def _declarator(node: Declarator) -> str:
    if node.copies:
        return f"{node.name.text}<{node.copies.text}>"
    value = f" = {_text(node.initializer)}" if node.initializer else ""
    return f"{node.name.text}{_dimensions(node.dimensions)}{value}"


def _dimensions(dimensions: tuple[Integer | None, ...]) -> str:
    return "".join(f"[{size.text if size else ''}]" for size in dimensions)


@_printer(CallPrototype)
def _prototype(node: CallPrototype) -> str:
    words = [".callprototype"]
    words += [f"({_list(node.returns)})"] if node.returns is not None else []
    words.append("_")
    words += [f"({_list(node.parameters)})"] if node.parameters is not None else []
    return " ".join([*words, *map(_text, node.directives)]) + ";"


@_printer(Pragma)
def _pragma(node: Pragma) -> str:
    strings = ", ".join(f'"{text}"' for text in node.strings)
    return f".pragma {strings};"


@_printer(File)
def _file(node: File) -> str:
    numbers = "".join(f", {number.text}" for number in (node.timestamp, node.size) if number)
    return f'.file {node.number.text} "{node.path}"{numbers}'


@_printer(Location)
def _location(node: Location) -> str:
    text = f".loc {node.file} {node.line} {node.column}"
    if not node.inlined:
        return text
    inlined = node.inlined
    offset = f"+{inlined.offset.text}" if inlined.offset else ""
    place = f"{inlined.file} {inlined.line} {inlined.column}"
    return f"{text}, function_name {inlined.label.text}{offset}, inlined_at {place}"


@_printer(TargetDirective)
def _target(node: TargetDirective) -> str:
    return f".target {_list(node.names)}"


@_printer(Address)
def _address(node: Address) -> str:
    offset = f"+{_text(node.offset)}" if node.offset else ""
    rest = f", {_list(node.rest)}" if node.rest else ""
    suffix = f".{node.suffix}" if node.suffix else ""
    return f"[{_text(node.base)}{offset}{rest}]{suffix}"


# Constant expressions, with no more parentheses than they need


def _operand_of(node: Constant, level: int) -> str:
    """Return the text of an operand that must bind at least as tightly as `level`."""
    if isinstance(node, Conditional):
        own = 0
    else:
        own = PRECEDENCE[node.operator] if isinstance(node, Binary) else _UNARY_LEVEL
    return _text(node) if own >= level else f"({_text(node)})"


@_printer(Binary)
def _binary(node: Binary) -> str:
    level = PRECEDENCE[node.operator]
    return f"{_operand_of(node.left, level)} {node.operator} {_operand_of(node.right, level + 1)}"


@_printer(Conditional)
def _conditional(node: Conditional) -> str:
    return f"{_operand_of(node.condition, 1)} ? {_text(node.then)} : {_text(node.otherwise)}"
