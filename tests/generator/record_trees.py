"""Small record trees for tests: one valid tree, edited text by text.

`HERE` in an edit marks where a problem must be reported; it is taken out before the file is written, so
that a test states the position by showing it.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from generator.records.isa import Isa
from generator.records.load import load
from generator.records.problems import RecordError
from generator.records.proofs import prove
from generator.records.resolve import resolve

HERE = "⟪here⟫"

ADD = "instructions/integer/add.yaml"
SUB = "instructions/integer/sub.yaml"

LANGUAGE = {
    "attributes/managed.yaml": """\
kind: attribute
name: managed
spelling: .managed
applies_to: [variable]
spaces: [global]
summary: Memory that host and device share.
sources: [{document: manual, section: "1"}]
availability: [{id: base, ptx: "7.0", target: sm_80+}]
""",
    "compute_capabilities/cc_8.0.yaml": """\
kind: compute_capability
name: cc_8.0
version: "8.0"
architecture: Ampere
targets: [sm_80]
facts:
  - source: {document: manual, section: "1"}
    values: {clusters: false, warp_size: 32, sizes: [0, 8]}
summary: A generation.
""",
    "conversions/agreement.yaml": """\
kind: conversion
name: agreement
rows: Type of the instruction.
columns: Type of the register.
entries: types
operands: any
outcomes: [{name: none, legal: true, summary: It fits.}, {name: invalid, legal: false, summary: It does not.}]
cells: {s32: {none: [s32, b32]}, b32: {none: [b32], invalid: [s32]}}
summary: Which registers fit.
sources: [{document: manual, section: "1"}]
""",
    "descriptors/matrix.yaml": """\
kind: descriptor
name: matrix
summary: A matrix.
sources: [{document: manual, section: "1"}]
width: 32
operand: An operand.
variants: [{name: matrix.f16, kind: f16, summary: One kind.}]
fields:
  - {name: start, bits: "13:0", unit: {size: 16, of: bytes}, summary: An address.}
  - name: swizzle
    bits: "31:30"
    values: [{value: 0, name: none, summary: No swizzle.}, {value: 1, name: wide, kinds: [f16], summary: A swizzle.}]
    summary: A swizzle mode.
  - {name: other, bits: "17:16", values_of: swizzle, summary: Another one.}
reserved: {bits: ["15:14", "29:18"], zero: true}
rules: [{id: one, when: {swizzle: [wide]}, require: {start: [0]}, why: It must be so.}]
availability: [{id: base, ptx: "7.0", target: sm_80+}]
""",
    "device_behaviors/caches.yaml": """\
kind: device_behavior
name: caches
statements:
  - {id: cached, capabilities: ["8.0"], text: Loads are cached., sources: [{document: manual, section: "1"}]}
summary: What caches do.
""",
    "directives/maxntid.yaml": """\
kind: directive
name: maxntid
spelling: .maxntid
category: performance
syntax: [.maxntid n]
places: [entry]
arguments: [{name: n, kind: integer, summary: A bound.}]
summary: The most threads of a block.
sources: [{document: manual, section: "1"}]
availability: [{id: base, ptx: "7.0", target: sm_80+}]
""",
    "assembler_messages/ptxas-syntax.yaml": """\
kind: assembler_message
name: ptxas-syntax
summary: Messages about the text.
messages: [{text: "Missing semicolon", means: A statement does not end., fix: End it.}]
""",
    "enumerations/filter_mode.yaml": """\
kind: enumeration
name: filter_mode
values: [{name: nearest, summary: The nearest texel.}]
summary: How a texture is read between its texels.
sources: [{document: manual, section: "1"}]
""",
    "nvvm_address_spaces/nvvm-generic.yaml": """\
kind: nvvm_address_space
name: nvvm-generic
space: generic
numbers: [0]
summary: Pointers to any memory.
sources: [{document: manual, section: "1"}]
variables: false
pointers: true
""",
    "nvvm_annotations/nvvm-kernel.yaml": """\
kind: nvvm_annotation
name: nvvm-kernel
properties: [kernel]
summary: The function is a kernel.
sources: [{document: manual, section: "1"}]
entity: function
value: {type: i32, meaning: 1 for a kernel.}
""",
    "nvvm_constructs/nvvm-linkage.yaml": """\
kind: nvvm_construct
name: nvvm-linkage
category: module
summary: Linkage types.
sources: [{document: manual, section: "1"}]
entries:
  - {name: weak, meaning: One of several definitions is kept.}
  - {name: appending, support: unsupported, meaning: Arrays are joined.}
others: unsupported
""",
    "nvvm_data_layouts/nvvm-64.yaml": """\
kind: nvvm_data_layout
name: nvvm-64
summary: The data layout.
sources: [{document: manual, section: "1"}]
bits: 64
layout: e-p:64:64:64-i1:8:8-n16:32:64
triple: nvptx64-*-cuda
""",
    "nvvm_intrinsics/nvvm-add.yaml": """\
kind: nvvm_intrinsic
name: nvvm-add
group: arithmetic
summary: Add.
sources: [{document: manual, section: "1"}]
axes:
  type: [i32, i64]
encodings:
  mode: {bits: "1:0", values: [{value: 1, name: wrap, summary: Wrap around.}]}
members:
  - id: add
    name: llvm.nvvm.add.{type}
    summary: Add two values of type {type}.
    returns: ["{type}"]
    parameters: [{name: a, type: "{type}"}, {name: mode, type: i32, constant: true, encodes: [mode], summary: How.}]
""",
    "nvvm_versions/nvvm-1.0.yaml": """\
kind: nvvm_version
name: nvvm-1.0
version: "1.0"
summary: The first version.
sources: [{document: manual, section: "1"}]
changes: [{change: added, summary: Everything.}]
""",
    "operators/remainder.yaml": """\
kind: operator
name: remainder
symbol: "%"
arity: 2
level: 3
associativity: left
typing: [{operands: integer, read_as: u64, result: u64}]
summary: Remainder of a division.
sources: [{document: manual, section: "1"}]
examples: [{expression: 7 % 4, type: u64, value: 3}]
""",
    "pragmas/nounroll.yaml": """\
kind: pragma
name: nounroll
syntax: nounroll
places: [body]
effect: Loops stay as they are.
summary: Keep loops.
sources: [{document: manual, section: "1"}]
availability: [{id: base, ptx: "7.0", target: sm_80+}]
""",
    "property_groups/limits.yaml": """\
kind: property_group
name: limits
title: Limits
position: 1
properties:
  - {name: clusters, sort: support, kept: true, meaning: Clusters of blocks.}
  - {name: warp_size, sort: count, unit: threads, meaning: Threads of a warp.}
  - {name: sizes, sort: sizes, unit: bytes, meaning: Sizes to choose from.}
summary: How large things can be.
sources: [{document: manual, section: "1"}]
""",
    "terms/warp.yaml": """\
kind: term
name: warp
title: warp
summary: 32 threads that execute instructions together.
also: [wavefront]
""",
    "reserved_words/predefined.yaml": """\
kind: reserved_words
name: predefined
words: [WARP_SZ]
rejected_as: [register]
summary: Names that the language defines.
sources: [{document: manual, section: "1"}]
""",
    "rules/addresses.yaml": """\
kind: rule
name: addresses
topic: initializers
statement: A name stands for its address.
enforced: assembler
summary: Addresses in initializers.
sources: [{document: manual, section: "1"}]
""",
    "special_registers/%tid.yaml": """\
kind: special_register
name: "%tid"
type: s32
elements: [x, y]
changes: false
value: A position.
summary: Position of the thread.
sources: [{document: manual, section: "1"}]
availability: [{id: base, ptx: "7.0", target: sm_80+}]
""",
    "state_spaces/global.yaml": """\
kind: state_space
name: global
spelling: .global
addressable: "yes"
initializable: "yes"
access: read-write
sharing: context
declares:
  - {place: module}
summary: Memory of a context.
sources: [{document: manual, section: "1"}]
availability: [{id: base, ptx: "7.0", target: sm_80+}]
""",
    "matrix/pairs.yaml": """\
kind: matrix_layout
name: pairs
category: fragment
summary: Pairs of elements.
sources: [{document: manual, section: "1"}]
map:
  lane: [{count: 4, column: 2}, {count: 8, row: 1}]
  value: [{count: 2, column: 1}]
tile: {row: M, column: N}
uses:
  - {instructions: [sub.m8n8k4], operands: [C, D], types: [s32]}
""",
    "tensor_layouts/swizzle-64b.yaml": """\
kind: tensor_layout
name: swizzle-64b
category: swizzle
excludes: [tile]
summary: Chunks change places.
sources: [{document: manual, section: "1"}]
availability: [{id: base, ptx: "7.0", target: sm_80+}]
""",
    "matrix_models/hopper.yaml": """\
kind: matrix_model
name: hopper
summary: Products as measured.
targets: [sm_90]
measured: sums
rows:
  - {accumulation: sequential}
sources: [{document: manual, section: "1"}]
""",
    "measurements/sums.yaml": """\
kind: measurement
name: sums
topic: semantics
summary: Sums of random operands.
tool: NVIDIA H100
command: ptxisa verify-gpu add
findings: [All are equal.]
""",
    "memory_model/writes.yaml": """\
kind: memory_model
name: writes
class: set
summary: Writes.
sources: [{document: manual, section: "1"}]
given: true
""",
    "tensor_modes/tile.yaml": """\
kind: tensor_mode
name: tile
spelling: .tile
dimensions: [1, 2]
coordinates: {count: dimensions, meaning: Where the box begins.}
box: {meaning: A block of the tensor.}
elements: Those of the box.
traversal: Steps between elements.
outside: Zeros.
interleaved: true
uses:
  - name: prefetch
    summary: To the cache.
    instruction: sub
    from: global
    to: L2
    availability: [{id: base, ptx: "7.0", target: sm_80+}]
    probe: .global .u32 x;
summary: A box of the tensor.
sources: [{document: manual, section: "1"}]
availability: [{id: base, ptx: "7.0", target: sm_80+}]
probe: .global .u32 x;
""",
    "toolkits/cuda-11.0.yaml": """\
kind: toolkit
name: cuda-11.0
release: "11.0"
drivers: [{update: GA, linux: "450.51", windows: "451.48"}, {update: Update 1, linux: "450.51.6"}]
summary: CUDA 11.0.
""",
}
"""One small record of every kind that is about the language around the instructions."""

VALID = {
    **LANGUAGE,
    "documents/manual.yaml": """\
kind: document
name: manual
title: A manual
publisher: A publisher
edition: "1"
summary: What the manual is.
sections:
  - {number: "1", title: Addition}
  - {number: "2", title: Subtraction}
""",
    "errata/sum.yaml": """\
kind: erratum
name: sum
summary: A disagreement about sums.
about: [add.plain]
document:
  source: {document: manual, section: "1"}
  says: One thing.
measured: {tool: ptxas, releases: ["11.0"], says: Another thing.}
records_follow: document
""",
    "functions/low_half.yaml": """\
kind: function
name: low_half
summary: The low half of a value.
sources: [{document: manual, section: "1"}]
parameters: [value, type]
semantics: |
  result = value & ((1 << (type.bits >> 1)) - 1)
""",
    "modifiers/clamp.yaml": """\
kind: modifier
name: clamp
summary: Whether a result is clamped.
sources: [{document: manual, section: "1"}]
values:
  - {value: sat, summary: Clamp to the range of the type.}
  - {value: relu, summary: Clamp to zero from below.}
initial: [sat, relu]
""",
    "modifiers/rounding.yaml": """\
kind: modifier
name: rounding
summary: How a result is rounded.
sources: [{document: manual, section: "1"}]
values:
  - {value: rn, summary: To the nearest.}
  - {value: rz, summary: Towards zero.}
initial: [rn, rz]
""",
    "targets/sm_80.yaml": """\
kind: target
name: sm_80
variant: base
family: sm_80
compute_capability: "8.0"
architecture: Ampere
introduced: "7.0"
documented: true
assemblers: {target: ["13.0"], arch: ["13.0"]}
summary: The first target.
""",
    "targets/sm_90.yaml": """\
kind: target
name: sm_90
variant: base
family: sm_90
compute_capability: "9.0"
architecture: Hopper
introduced: "8.0"
documented: true
assemblers: {target: ["13.0"], arch: ["13.0"]}
summary: The second target.
""",
    "target_notes/sm_90.yaml": """\
kind: target_note
name: sm_90
sources: [{document: manual, section: "1"}]
adds:
  - summary: The packed addition.
    forms: [add.packed]
""",
    "types/b32.yaml": """\
kind: type
name: b32
class: bits
bits: 32
declarable: true
registers: [b32, s32]
summary: Thirty-two bits.
sources: [{document: manual, section: "1"}]
availability: [{id: base, ptx: "7.0", target: sm_80+}]
""",
    "types/s32.yaml": """\
kind: type
name: s32
class: signed
bits: 32
declarable: true
registers: [b32, s32]
summary: A signed integer.
sources: [{document: manual, section: "1"}]
availability: [{id: base, ptx: "7.0", target: sm_80+}]
""",
    "versions/7.0.yaml": """\
kind: version
name: "7.0"
releases: [{cuda: "11.0"}]
summary: The first version.
changes:
  - {change: added, summary: Addition and subtraction., forms: [add.plain, sub.plain]}
  - change: added
    summary: The language around the instructions.
    records: [
      attribute/managed, descriptor/matrix, directive/maxntid, pragma/nounroll, special_register/%tid,
      state_space/global, tensor_layout/swizzle-64b, tensor_mode/tile, type/b32, type/s32
    ]
""",
    "versions/8.0.yaml": """\
kind: version
name: "8.0"
releases: [{cuda: "12.0", driver: r525}]
summary: The second version.
changes:
  - {change: added, summary: The packed addition., forms: [add.packed]}
""",
    ADD: """\
kind: instruction
name: add
family: integer
summary: Add two integers.
sources:
  - {document: manual, section: "1"}
forms:
  - id: add.plain
    syntax: add{.sat}.{type} d, a, b
    where:
      type: [s32, b32]
    rules:
      - id: signed
        when: {sat: true}
        require: {type: [s32]}
        why: Bits have no range to clamp to.
    operands:
      d: {access: write, type: $type, summary: The sum.}
      a: {access: read, type: $type, summary: First addend.}
      b: {access: read, type: $type, summary: Second addend.}
    availability:
      - {id: base, ptx: "7.0", target: sm_80+}
    no_semantics: A test needs none.

  - id: add.packed
    syntax: add.{rounding}.b32 d, a, b
    where:
      rounding: [rn, rz]
    operands:
      d: {access: write, type: b32, summary: Two sums.}
      a: {access: read, type: b32, summary: First pair.}
      b: {access: read, type: b32, summary: Second pair.}
    availability:
      - {id: packed, ptx: "8.0", target: sm_90+}
    no_semantics: A test needs none.
examples:
  - code: add.s32 x, y, z;
    registers: {x: s32, y: s32, z: b32}
see_also: [sub]
""",
    SUB: """\
kind: instruction
name: sub
family: integer
summary: Subtract an integer from another.
sources:
  - {document: manual, section: "2"}
forms:
  - id: sub.plain
    syntax: sub.s32 d, a, b
    operands:
      d: {access: write, type: s32, summary: The difference.}
      a: {access: read, type: s32, summary: Minuend.}
      b: {access: read, type: s32, summary: Subtrahend.}
    availability:
      - {id: base, ptx: "7.0", target: sm_80+}
    no_semantics: A test needs none.
examples:
  - code: sub.s32 x, y, z;
    registers: {x: s32, y: s32, z: s32}
""",
}


class Edit(NamedTuple):
    """Put `new` in place of the only `old` in the file at `path`."""

    path: str
    old: str
    new: str


class Found(NamedTuple):
    """A problem as tests state it: path below the tree, line, column, message."""

    path: str
    line: int
    column: int
    message: str


def edited(edits: Iterable[Edit]) -> dict[str, str]:
    """Return the texts of the valid tree after `edits`, `HERE` still in them."""
    texts = dict(VALID)
    for path, old, new in edits:
        assert texts[path].count(old) == 1, f"{old!r} must stand once in {path}"
        texts[path] = texts[path].replace(old, new)
    return texts


def write(folder: Path, texts: dict[str, str]) -> Path:
    """Write the texts below `folder` without their marks."""
    for path, text in texts.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text.replace(HERE, ""), encoding="utf-8")
    return folder


def place(text: str) -> tuple[int, int]:
    """Return line and column, from 1, of the only mark in `text`."""
    assert text.count(HERE) == 1, "one position must be marked"
    before = text.split(HERE)[0]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def marked(texts: dict[str, str], message: str) -> Found:
    """Return the problem that the marked text must give."""
    (path,) = (path for path, text in texts.items() if HERE in text)
    return Found(path, *place(texts[path]), message)


def built(folder: Path) -> Isa:
    """Load, resolve and prove the tree below `folder`, as the build does."""
    isa = resolve(load(folder))
    prove(isa)
    return isa


def check_marked(edits: Iterable[Edit], message: str, folder: Path) -> None:
    """Check that the edits cause one problem, which is reported at the mark."""
    texts = edited(edits)
    reported = problems(write(folder, texts))
    assert reported == [marked(texts, message)], reported


def problems(folder: Path) -> list[Found]:
    """Return every problem of the tree below `folder`, in order."""
    try:
        built(folder)
    except RecordError as error:
        return [
            Found(problem.path.relative_to(folder).as_posix(), problem.line, problem.column, problem.message)
            for problem in error.problems
        ]
    return []
