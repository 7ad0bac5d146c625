"""Names of parts of records, such as features and terms: unknown ones are reported at their place."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generator.record_trees import HERE, Edit, check_marked

AGREEMENT, DIRECTIVE, MATRIX, WRITES = (
    "conversions/agreement.yaml",
    "directives/maxntid.yaml",
    "descriptors/matrix.yaml",
    "memory_model/writes.yaml",
)
FEATURE = """\
target: sm_80+}]
features:
  - {name: narrow, summary: x, excludes: [wide, HERE], availability: [{id: base, ptx: "7.0", target: sm_80+}], probe: x}
  - {name: wide, summary: x, availability: [{id: base, ptx: "7.0", target: sm_80+}], probe: x}
"""
CELLS = "cells: {s32: {none: [s32, b32]}"
ALL_CELLS = f"{CELLS}, b32: {{none: [b32], invalid: [s32]}}}}"
ROLE = 'role: swizzle\n    bits: "31:30"'
UNKNOWN = {
    "feature": (
        [Edit(DIRECTIVE, "target: sm_80+}]\n", FEATURE.replace("HERE", f"{HERE}wides"))],
        "the directive has no feature 'wides'; did you mean wide?",
    ),
    "default of an option": (
        [Edit(DIRECTIVE, "kind: integer", f"kind: option, values: [fast, small], {HERE}default: fasst")],
        "default 'fasst' is not a value of n; did you mean fast?",
    ),
    "row of a conversion": (
        [Edit(AGREEMENT, "cells: {s32:", f"cells: {{{HERE}s33:")],
        "unknown type 's33'; did you mean s32?",
    ),
    "outcome of a conversion": (
        [Edit(AGREEMENT, CELLS, f"cells: {{s32: {{{HERE}non: [s32, b32]}}")],
        "the table has no outcome 'non'; did you mean none?",
    ),
    "column of a conversion": (
        [Edit(AGREEMENT, CELLS, f"cells: {{s32: {{none: [s32, {HERE}b33]}}")],
        "unknown type 'b33'; did you mean b32?",
    ),
    "type in a conversion of classes": (
        [
            Edit(AGREEMENT, "entries: types", "entries: classes"),
            Edit(
                AGREEMENT,
                ALL_CELLS,
                f"cells: {{bits: {{none: [signed, {HERE}sined]}}}}",
            ),
        ],
        "unknown class of types 'sined'; did you mean signed?",
    ),
    "kind of constants": (
        [
            Edit(AGREEMENT, "entries: types", "entries: constants"),
            Edit(
                AGREEMENT,
                ALL_CELLS,
                f"cells: {{b32: {{none: [integer, {HERE}singel]}}}}",
            ),
        ],
        "unknown kind of constants 'singel'; did you mean single?",
    ),
    "spelling of a selector": (
        [
            Edit(
                "modifiers/clamp.yaml",
                "{value: relu,",
                f"{{value: 'b[0-7]', summary: x, reinterpreted: [b1, {HERE}b8]}}\n  - {{value: relu,",
            )
        ],
        "'b8' is not a spelling of b[0-7]",
    ),
    "set in an expression": (
        [Edit(WRITES, "given: true", f"{HERE}expression: writes | reads")],
        "no record defines 'reads'",
    ),
    "relation in nested terms": (
        [Edit(WRITES, "given: true", f"all: [{{any: [{{{HERE}expression: writs}}]}}]")],
        "no record defines 'writs'; did you mean writes?",
    ),
    "malformed expression": (
        [Edit(WRITES, "given: true", f"{HERE}expression: writes |")],
        "the expression ends where a name, '(' or '[' is expected",
    ),
    "operands of the wrong type": (
        [Edit(WRITES, "given: true", f"{HERE}expression: writes ; writes")],
        "';' needs relations",
    ),
    "definition that another reading replaces": (
        [Edit(WRITES, "given: true", f"given: true\nreplaces: {{{HERE}write: {{expression: writes}}}}")],
        "no record defines 'write'; did you mean writes?",
    ),
    "swizzle of a stride": (
        [
            Edit(MATRIX, 'bits: "31:30"', ROLE),
            Edit(
                MATRIX,
                "availability:",
                f"strides: [{{major: K, {HERE}swizzles: [none, wid], stride: x}}]\navailability:",
            ),
        ],
        "no swizzle is called 'wid'; did you mean wide?",
    ),
    "kind of a major order": (
        [
            Edit(MATRIX, 'bits: "31:30"', ROLE),
            Edit(
                MATRIX,
                "availability:",
                f"majors: [{{major: K, {HERE}kinds: [f16, f17], swizzles: [none]}}]\navailability:",
            ),
        ],
        "unknown kind 'f17'; did you mean f16?",
    ),
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_unknown_names_are_reported_at_their_place(name: str, tmp_path: Path) -> None:
    check_marked(*UNKNOWN[name], tmp_path)
