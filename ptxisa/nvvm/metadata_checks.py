"""Checks of metadata: the version of NVVM IR, module flags, debug information, and annotations."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ptxisa.isa.diagnostics import Diagnostic, Span
from ptxisa.isa.nvvm import Annotation, property_kinds
from ptxisa.isa.targets import admits
from ptxisa.nvvm.metadata import AnnotationProperty, BrokenAnnotation, MetadataNumber
from ptxisa.nvvm.module import NvvmModule
from ptxisa.nvvm.rules import SILENT, broken, compute

VERSION = (2, 0)
"""Version of NVVM IR that the records describe."""
DEBUG = (3, 1)
OLDEST_DEBUG, NEWEST_DEBUG = (3, 0), (3, 2)
"""Versions of debug metadata that are compatible with the records, which describe 3.1."""
_BEHAVIORS = {"llvm7": range(1, 8), "modern": range(1, 9)}
_ERROR, _REQUIRE = 1, 3
"""Behaviors of module flags: an error if values differ, and the one that may be repeated."""
_EMISSION_KINDS = ("FullDebug", "DebugDirectivesOnly")
_CLUSTER = ("cluster_dim_x", "cluster_dim_y", "cluster_dim_z")
_KINDS = ("texture", "surface", "managed")
"""Properties that say what a variable is. libNVVM uses the first one and ignores the others."""
_LOOP = re.compile(r"!llvm\.loop !([0-9]+)\b")


def check_metadata(module: NvvmModule) -> Iterator[Diagnostic]:
    """Check the metadata of a module."""
    yield from _check_version(module)
    yield from _check_flags(module)
    yield from _check_debug(module)
    metadata, tokens = module.metadata, module.text.tokens
    for instruction in module.instructions:
        attached = {"call": "!callalign", "br": "!pragma"}.get(instruction.kind)
        for index in range(instruction.low, instruction.high - 1) if attached else ():
            node = metadata.node((index + 1, index + 2)) if tokens[index].text == attached else None
            if node is None:
                continue
            span = module.text.span(index, index + 2)
            if attached == "!callalign":
                numbers = [metadata.number(operand) for operand in node.operands]
                values = [number.value for number in numbers if number and number.type == "i32"]
                if len(values) < len(numbers) or values != sorted(values):
                    message = "the values of !callalign must be i32 constants in ascending order"
                    types = (tokens[low].text for low, _ in node.operands)
                    subject = "integers" if all(re.fullmatch("i[0-9]+", type_) for type_ in types) else "others"
                    yield broken("nvvm-calls/indirect-calls", message, span, subject=subject)
            elif node.operands and metadata.string(node.operands[0]) == "unroll":
                message = "!pragma with unroll is not supported since NVVM IR 2.0"
                yield broken("nvvm-metadata-nodes/unroll-pragma", message, span, "write !llvm.loop.unroll.count")
            elif len(node.operands) != 2 or module.text.word(node.operands[0][0], "null"):
                message = f"!pragma with {len(node.operands)} operands, which must be a name and a value"
                subject = "null" if len(node.operands) == 2 else "operands"
                yield broken("nvvm-metadata-nodes/pragma-pair", message, span, severity=SILENT, subject=subject)
    yield from _check_loops(module)
    yield from _check_annotations(module)


def _check_loops(module: NvvmModule) -> Iterator[Diagnostic]:
    """Report properties of loops that are not a name with its value. The specification has no such rule."""
    metadata, text = module.metadata, module.text
    for number in dict.fromkeys(_LOOP.findall(text.source)):
        loop = metadata.nodes.get(number)
        if loop is None:
            continue
        properties = [metadata.node(operand) for operand in loop.operands[1:]]
        malformed = "" if loop.operands else "empty loop"
        for node in properties:
            if node is None or node.kind:
                continue
            if not node.operands or text.word(node.operands[0][0], "null"):
                malformed = "property without a name" if node.operands else "empty property"
            elif metadata.string(node.operands[0]) == "llvm.loop.unroll.count" and (
                len(node.operands) == 1 or text.word(node.operands[1][0], "null")
            ):
                malformed = "count without a value"
        if malformed:
            span = text.span(loop.low, loop.high)
            yield broken("nvvm-metadata-nodes/loop-properties", malformed, span, severity=SILENT, subject=malformed)


def _check_version(module: NvvmModule) -> Iterator[Diagnostic]:
    """Check `!nvvmir.version`."""
    rule, hint = "nvvm-named-metadata/current-version", "write !{i32 2, i32 0}"
    nodes = list(module.metadata.listed("nvvmir.version"))
    if not nodes:
        listed = module.metadata.named.get("nvvmir.version")
        span = module.text.span(listed.low, listed.high) if listed else module.text.span(0, 1)
        message = "no !nvvmir.version: libNVVM assumes NVVM IR 1.0"
        subject = "empty list" if listed and not listed.operands else ""
        yield broken(rule, message, span, "add !nvvmir.version with !{i32 2, i32 0}", subject=subject)
    for node in nodes:
        span = module.text.span(node.low, node.high)
        numbers = [number for number in map(module.metadata.number, node.operands) if number]
        integers = len(numbers) == len(node.operands) and len(numbers) in (2, 4)
        if not integers or not all(number.type == "i32" for number in numbers):
            # An erratum is about versions of other integer types.
            subject = "integers" if integers and all(number.bits for number in numbers) else ""
            message = "a version must be two or four i32 constants"
            yield broken("nvvm-named-metadata/version-node", message, span, hint, subject=subject)
            if not subject:
                continue
        # libNVVM reads the low bits of constants that do not fit their types.
        values = [number.value & ((1 << number.bits) - 1) for number in numbers]
        if (values[0], values[1]) > VERSION or values[0] != VERSION[0]:
            yield broken(rule, f"NVVM IR {values[0]}.{values[1]} is not compatible with 2.0", span, hint)
        if len(values) == 4 and not OLDEST_DEBUG <= (values[2], values[3]) <= NEWEST_DEBUG:
            message = f"debug metadata {values[2]}.{values[3]} is not compatible with 3.1"
            yield broken(rule, message, span, "write !{i32 2, i32 0, i32 3, i32 1}")
        elif len(values) == 4 and (values[2], values[3]) > DEBUG:
            # The specification does not define when versions are compatible; releases differ.
            message = f"debug metadata {values[2]}.{values[3]} is newer than 3.1"
            yield broken(rule, message, span, severity=SILENT, subject="newer debug metadata")


def _check_flags(module: NvvmModule) -> Iterator[Diagnostic]:
    """Check `!llvm.module.flags`."""
    rule = "nvvm-metadata-nodes/llvm.module.flags"
    labels: set[str] = set()
    behaviors = _BEHAVIORS[module.compiled_as]
    for node in module.metadata.listed("llvm.module.flags"):
        span = module.text.span(node.low, node.high)
        if len(node.operands) != 3:
            yield broken(rule, "a module flag must have a behavior, a name and a value", span)
            continue
        behavior, label = module.metadata.number(node.operands[0]), module.metadata.string(node.operands[1])
        if behavior is None or behavior.value not in behaviors or label is None:
            message = f"a module flag must begin with a behavior from 1 to {behaviors[-1]}, and a name"
            yield broken(rule, message, span)
        elif label in labels and behavior.value != _REQUIRE:
            yield broken(rule, f"duplicate module flag {label[:40]!r}", span)
        else:
            labels.add(label)


def _check_debug(module: NvvmModule) -> Iterator[Diagnostic]:
    """Check source-level debugging: one compile unit, and the versions of its metadata and of its format."""
    units = module.metadata.named.get("llvm.dbg.cu")
    if units is None or not units.operands:
        return
    span = module.text.span(units.low, units.high)
    if len(units.operands) > 1:
        message = f"{len(units.operands)} compile units; only one is supported"
        yield broken("nvvm-debug-information/one-unit", message, span)
    flags = [
        (module.metadata.number(node.operands[0]), module.metadata.number(node.operands[2]))
        for node in module.metadata.listed("llvm.module.flags")
        if len(node.operands) == 3 and module.metadata.string(node.operands[1]) == "Debug Info Version"
    ]
    if flags and flags[0][0] != ("i32", _ERROR):
        message = "the module flag Debug Info Version must have the behavior 1, Error"
        yield broken("nvvm-debug-information/debug-flag", message, span, subject="behavior")
    if not flags or flags[0][1] != ("i32", 3):
        yield broken(
            "nvvm-debug-information/debug-flag",
            "debug information without the module flag Debug Info Version 3",
            span,
            'add !{i32 1, !"Debug Info Version", i32 3} to !llvm.module.flags',
        )
    for unit in (module.metadata.node(operand) for operand in units.operands):
        for low, high in unit.operands if unit is not None else ():
            kind = module.text.tokens[high - 1]
            if module.text.tokens[low].text == "emissionKind:" and kind.text not in _EMISSION_KINDS:
                message = f"emissionKind {kind.text[:40]} is not supported"
                hint = f"write {' or '.join(_EMISSION_KINDS)}"
                yield broken("nvvm-debug-information/emission-kind", message, kind, hint)
    if not any(len(node.operands) == 4 for node in module.metadata.listed("nvvmir.version")):
        yield broken(
            "nvvm-debug-information/debug-version",
            "debug information without its version in !nvvmir.version",
            span,
            "write !{i32 2, i32 0, i32 3, i32 1}",
        )


# Annotations


def _check_annotations(module: NvvmModule) -> Iterator[Diagnostic]:
    """Check `!nvvm.annotations`, property by property."""
    records = {name: record for record in property_kinds().values() for name in record.properties}
    first: dict[tuple[str, str], MetadataNumber | None] = {}
    places: dict[str, dict[str, Span]] = {}
    clusters: dict[str, list[AnnotationProperty]] = {}
    for annotation in module.annotations:
        if isinstance(annotation, BrokenAnnotation):
            yield broken(annotation.rule, annotation.message, annotation.span, subject=annotation.subject)
            continue
        name, number, span = annotation.name, annotation.number, annotation.span
        if name is None:
            yield broken("nvvm-annotation-format/pairs", "the name of a property must be a metadata string", span)
            continue
        if number and name in _CLUSTER:
            clusters.setdefault(annotation.entity, []).append(annotation)
        if name not in records:
            message = f"unknown property {name[:40]!r}"
            hint = "the specification does not define it"
            yield broken("nvvm-annotation-format/others", message, span, hint, severity="warning")
            continue
        yield from _check_property(module, annotation, name, records[name])
        # Alignments of several parameters, and several lists of parameters, do not conflict.
        several = name in ("align", "grid_constant")
        if not several and first.setdefault((annotation.entity, name), number) != number:
            message = f"conflicting values of {name} of @{annotation.entity[:40]}"
            yield broken("nvvm-annotation-format/no-conflicts", message, span)
        properties = places.setdefault(annotation.entity, {})
        properties.setdefault(name, span)
    for entity, properties in places.items():
        required = [span for name, span in properties.items() if name.startswith("reqntid")]
        if required and any(name.startswith("maxntid") for name in properties):
            message = f"reqntid and maxntid of @{entity[:40]}: ptxas rejects a kernel with both"
            yield broken("nvvm-annotation-format/no-conflicts", message, required[0])
        kinds = [name for name in _KINDS if name in properties]
        if len(kinds) > 1 and kinds[0] in ("texture", "surface"):
            message = f"@{entity[:40]} is annotated as {' and as '.join(kinds)}"
            span = max(properties[kind] for kind in kinds)
            yield broken("nvvm-texture-variables/one-kind", message, span, f"libNVVM declares a {kinds[0]}")
    for dimensions in clusters.values():
        if len({dimension.number.value == 0 for dimension in dimensions if dimension.number}) > 1:
            message = "the dimensions of a cluster must be all zero or all nonzero"
            yield broken("nvvm-cluster-dim/all-zero", message, dimensions[0].span)


def _check_property(
    module: NvvmModule, annotation: AnnotationProperty, name: str, record: Annotation
) -> Iterator[Diagnostic]:
    """Check the entity, the value and the target of a known property."""
    entity, number, span = annotation.entity, annotation.number, annotation.span
    function, variable = module.functions_by_name.get(entity), module.variables_by_name.get(entity)
    fits = {
        "variable": variable is not None and function is None,
        "function": function is not None,
        "kernel": function is not None and entity in module.kernels,
    }
    if (function or variable) and not fits[record.entity]:
        message = f"{name} is a property of a {record.entity}, and @{entity[:40]} is not a {record.entity}"
        yield broken(f"{record.name}/entity", message, span, subject="function" if function else "variable")

    if record.type == "metadata":
        if annotation.node is None:
            yield broken(f"{record.name}/value", f"the value of {name} must be a metadata node", span)
    elif number is None or number.type != "i32":
        small = number is not None and number.bits and (number.bits <= 32 or 0 <= number.value < 1 << 32)
        message = f"the value of {name} must be an i32 constant"
        yield broken(f"{record.name}/value", message, span, subject="small integer" if small else "")
    elif record.minimum is not None and number.value < record.minimum:
        message = f"{name} is {number.value}; it must be at least {record.minimum}"
        yield broken(f"{record.name}/value", message, span, subject="small integer")

    if record.target and module.target and not admits(record.target, module.target):
        message = f"{name} needs {compute(record.target)}"
        yield broken(f"{record.name}/target", message, span, code="nvvm-target")
    if name in ("texture", "surface") and variable and (variable.type != ("i64",) or variable.space != 1):
        message = f"a {name} must be an i64 variable in addrspace(1)"
        subject = f"{' '.join(variable.type)} in {variable.space}"
        yield broken(f"{record.name}/variable-type", message, span, subject=subject)
    if name != "grid_constant" or function is None or annotation.node is None:
        return
    # Parameters have numbers from 1.
    parameters = {("i32", place): parameter for place, parameter in enumerate(function.parameters, 1)}
    for operand in annotation.node.operands:
        listed = module.metadata.number(operand)
        parameter = parameters.get(listed) if listed is not None else None
        if listed is None or parameter is None:
            message = f"grid_constant must list numbers of parameters of @{entity[:40]}"
            is_integer = re.fullmatch("i[0-9]+", module.text.tokens[operand[0]].text) is not None
            beyond = listed is not None and listed.value > len(function.parameters)
            subject = "beyond parameters" if beyond else "integer" if is_integer else "no integer"
            yield broken(f"{record.name}/value", message, span, subject=subject)
        elif not parameter.pointer or "byval" not in module.text.texts(parameter.low, parameter.high):
            message = f"parameter {listed.value} is not a pointer with byval"
            yield broken(f"{record.name}/byval-pointer", message, span)
