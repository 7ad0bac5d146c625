"""Small modules for each rule of NVVM IR, in both dialects: those of cases.yaml, completed to whole modules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from ptxisa.nvvm.verifier import available

PATH = Path(__file__).with_name("cases.yaml")
LAYOUT = (
    "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-"
    "v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
)
TRIPLE = "nvptx64-nvidia-cuda"
KERNEL = "void (i32 addrspace(1)*, i32, i64, float, double)* @kernel"
TARGETS = {"typed": "compute_80", "opaque": "compute_100"}

NEEDS_LLVM = (
    "llvm-subset",
    "metadata-parameters",
    "late-heads",
    "typed-pointers",
    "typed-aggregates",
    "unnamed-values",
    "unknown-intrinsics",
    "passed-parameters",
    "references-to-intrinsics",
    "newest-flags",
    "mixed-pointers",
    "removed-constants",
    "private-comdats",
    "assembly-templates",
    "metadata-of-newer-llvm",
    "intrinsic-attributes",
    "wide-address-spaces",
    "conventions-beyond-1023",
    "variadic-calls",
    "attributes-of-results",
    "types-of-removed-constants",
    "modules-that-end-llvm",
    "hidden-dll-storage",
    "functions-in-address-spaces",
    "unneeded-kernels",
    "ifuncs-of-variables",
    "rounded-literals",
    "recursive-types",
    "values-of-opaque-types",
    "partitions",
    "calls-of-pointers",
    "debug-metadata-of-llvm-7",
    "intrinsics-that-llvm-7-lacks",
)
"""Topics whose verdicts need LLVM's verifier, the extra `ptxisa[nvvm]`."""


class Case(NamedTuple):
    """A module with its topic, its dialect, the compute target, and whether the specification allows it."""

    topic: str
    number: int
    dialect: str
    target: str
    accept: bool
    rule: str
    text: str

    @property
    def name(self) -> str:
        return f"{self.topic}-{self.number}-{self.dialect}"


@cache
def cases() -> tuple[Case, ...]:
    """Every case, in the order of the file."""
    return tuple(case for case in _cases() if available() or case.topic not in NEEDS_LLVM)


def _cases() -> Iterator[Case]:
    for topic, listed in yaml.safe_load(PATH.read_text(encoding="utf-8")).items():
        for number, given in enumerate(listed):
            for dialect in [given["dialect"]] if "dialect" in given else ["typed", "opaque"]:
                target = (
                    given.get("target", TARGETS[dialect])
                    if "dialect" in given or dialect == "typed"
                    else TARGETS[dialect]
                )
                text = module(given)
                text = opaque(text) if dialect == "opaque" else text
                yield Case(topic, number, dialect, target, given["accept"], given.get("rule", topic), text)


def module(given: dict[str, Any]) -> str:
    """Return the whole module of a case, with typed pointers unless the case itself has opaque ones."""
    notes = given.get("annotations", [])
    names = [f"!{29 + index}" for index in range(len(notes))]
    version = given.get("version", "!{i32 2, i32 0}")
    head = [
        _head("datalayout", given.get("layout", LAYOUT)),
        _head("triple", given.get("triple", TRIPLE)),
        given.get("top", ""),
    ]
    body = [
        "define void @kernel(i32 addrspace(1)* %p, i32 %n, i64 %l, float %f, double %d) {",
        "entry:",
        *(f"  {line}" if ":" not in line.split()[0] else line for line in given.get("body", "").splitlines()),
        *([] if given.get("ends") else ["  ret void"]),
        "}",
    ]
    listed = ", ".join(["!0", *names[: given.get("listed", len(names))]])
    tail = [
        f"!nvvm.annotations = !{{{listed}}}",
        f'!0 = !{{{KERNEL}, !"kernel", i32 1}}',
        given.get("bottom", ""),
        *(f"{name} = {note}" for name, note in zip(names, notes, strict=True)),
        *(["!nvvmir.version = !{!1}", f"!1 = {version}"] if version else []),
    ]
    return "\n".join(line for line in [*head, *body, *tail] if line) + "\n"


def _head(name: str, value: str) -> str:
    return "" if value == "none" else f'target {name} = "{value}"'


_POINTER = re.compile(r"(?:void|i\d+|float|double|half|%\w+|\[[^][]*\]|\{[^{}]*\}|ptr)(?: addrspace\((\d+)\))?\*")
_FUNCTION_POINTER = re.compile(r"[\w]+ \([^()]*(?:addrspace\(\d+\)[^()]*)*\)\*")


def opaque(text: str) -> str:
    """Return the text with opaque pointers."""
    while True:
        changed = _POINTER.sub(lambda pointer: f"ptr addrspace({pointer[1]})" if pointer[1] else "ptr", text)
        changed = _FUNCTION_POINTER.sub("ptr", changed)
        if changed == text:
            return text
        text = changed
