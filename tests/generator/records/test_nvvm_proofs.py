"""Records of NVVM IR: what cannot be true stops the build, at its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generator.record_trees import HERE, VALID, Edit, edited, marked, problems, write

FAMILY = "nvvm_intrinsics/nvvm-add.yaml"
CONSTRUCT = "nvvm_constructs/nvvm-linkage.yaml"
NAME = "    name: llvm.nvvm.add.{type}\n"
MEMBER = "  - id: add\n"
VALUES = "[{value: 1, name: wrap, summary: Wrap around.}]"
PTX = f"{NAME}    {HERE}ptx:\n      - "
CONTRADICTIONS = {
    "axis of a row": (Edit(FAMILY, NAME, f"{NAME}    rows: [{{{HERE}kind: [i32]}}]\n"), "no axis or field 'kind'"),
    "value of a row": (
        Edit(FAMILY, NAME, f"{NAME}    rows: [{{type: [{HERE}i33]}}]\n"),
        "type has no value 'i33'; did you mean i32?",
    ),
    "axis of vectors": (Edit(FAMILY, NAME, f"{NAME}    {HERE}vectors: width\n"), "no axis 'width'"),
    "axis of a template": (
        Edit(FAMILY, f"{MEMBER}{NAME}", f"  - {HERE}id: add\n{NAME}    target: '{{width.target}}'\n"),
        "no axis 'width'; axes are type",
    ),
    "encoding": (
        Edit(FAMILY, 'parameters: [{name: a, type: "{type}"}, {name: mode', f"{HERE}parameters: [{{name: modes"),
        "no encoding 'mode'",
    ),
    "value that does not fit": (Edit(FAMILY, "{value: 1,", f"{{{HERE}value: 4,"), "4 does not fit bits 1:0"),
    "value twice": (
        Edit(FAMILY, VALUES, f"{VALUES[:-1]}, {{{HERE}value: 1, name: clamp, summary: Clamp.}}]"),
        "value 1 is repeated",
    ),
    "member twice": (
        Edit(FAMILY, MEMBER, f"  - {{id: add, name: llvm.nvvm.sub, summary: Subtract.}}\n  - {HERE}id: add\n"),
        "member 'add' is repeated",
    ),
    "name twice": (
        Edit(
            FAMILY,
            f"{MEMBER}{NAME}",
            f"  - {{id: one, name: llvm.nvvm.add.i64, summary: Add.}}\n{MEMBER}    {HERE}{NAME.strip()}\n",
        ),
        "intrinsic llvm.nvvm.add.i64 is in nvvm-add too",
    ),
    "opcode": (
        Edit(FAMILY, NAME, f"{PTX}{{form: add.plain, opcode: add.wide.s32}}\n"),
        "form add.plain does not accept the opcode add.wide.s32",
    ),
    "register": (
        Edit(FAMILY, NAME, f'{PTX}{{register: "%tip.x"}}\n'),
        "unknown register '%tip.x'; did you mean %tid.x?",
    ),
    "condition": (
        Edit(FAMILY, NAME, f'{NAME}    ptx: [{{when: {{mode: [{HERE}clamp]}}, register: "%tid.x"}}]\n'),
        "mode has no value 'clamp'",
    ),
    "entry twice": (
        Edit(CONSTRUCT, "{name: appending", f"{{{HERE}name: weak"),
        "name 'weak' is repeated",
    ),
}


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_contradiction_is_reported_at_its_place(name: str, tmp_path: Path) -> None:
    edit, message = CONTRADICTIONS[name]
    texts = edited([edit])
    if name == "encoding":
        texts[FAMILY] = texts[FAMILY].replace("encodings:\n  mode:", "encodings:\n  other:")
    assert problems(write(tmp_path, texts)) == [marked(texts, message)]


def test_a_pattern_is_a_regular_expression(tmp_path: Path) -> None:
    texts = edited([Edit(CONSTRUCT, "entries:\n", f'{HERE}pattern: "["\nentries:\n')])
    ((path, line, column, message),) = problems(write(tmp_path, texts))
    assert (path, line, column) == marked(texts, "")[:3]
    assert message.startswith("not a regular expression: ")


def test_the_valid_tree_has_no_problem(tmp_path: Path) -> None:
    assert problems(write(tmp_path, dict(VALID))) == []
