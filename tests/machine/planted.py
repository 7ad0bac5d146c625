"""Kernels of tests/machine/bugs: planted bugs, their corrections, and correct kernels that look wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

from tools.gpu.whole_kernels import Launch, three

FOLDER = Path(__file__).with_name("bugs")
_POINTERS = ("a", "b", "c0", "d")
_VARIANTS = re.compile(r"\{\{(.*?)\|\|(.*?)\}\}", re.DOTALL)
"""Text of a correct kernel, and of the one with the bug: `{{correct||wrong}}`."""
_REGISTERS = (
    ".reg .pred %p<9>; .reg .b16 %h<4>; .reg .b32 %r<32>; .reg .b64 %d<16>, %rd<24>; .reg .f32 %f<16>;"
    " .reg .b32 %t, %c, %i; .reg .b64 %a, %b, %c0, %d, %ai, %bi;"
)


@dataclass(frozen=True, slots=True)
class Planted:
    """A kernel, with the finding that it must have.

    Attributes:
        name: Sentence that identifies the kernel.
        text: The PTX module.
        launch: Launch of its entry.
        schedule: Schedule that shows the bug.
        bug: Code of the finding; None for a correct kernel.
        line: Line of the finding, from 1; 0 for a correct kernel.
    """

    name: str
    text: str
    launch: Launch
    schedule: str
    bug: str | None
    line: int


def planted() -> Iterator[Planted]:
    """Yield each bug followed by its correction, and the correct kernels."""
    for path in sorted(FOLDER.glob("*.yaml")):
        for entry in yaml.safe_load(path.read_text()):
            if "bug" not in entry:
                yield _kernel(entry, entry["name"], entry["code"], None)
                continue
            wrong, corrected = dict(entry), dict(entry)
            for part in ("code", "variables", "declarations", "attributes"):
                text = entry.get(part) or ""
                wrong[part], corrected[part] = (_VARIANTS.sub(rf"\{group}", text) for group in (2, 1))
                for old, new in entry.get("fix", ()):
                    corrected[part] = corrected[part].replace(old, new)
            assert corrected != wrong, entry["name"]
            yield _kernel(wrong, entry["name"], wrong["code"], entry["bug"])
            yield _kernel(corrected, f"{entry['name']} (corrected)", corrected["code"], None)


def _kernel(entry: dict[str, object], name: str, code: str, bug: str | None) -> Planted:
    arguments: list[str | float | None] = entry["arguments"]  # type: ignore[assignment]
    pointers = _POINTERS[: len(arguments)]
    parameters = ", ".join(f".param .u64 .ptr .global .align 16 {p}" for p in pointers)
    loads = "".join(f"    ld.param.u64 %{p}, [{p}];\n    cvta.to.global.u64 %{p}, %{p};\n" for p in pointers)
    elements = "".join(f"    mad.wide.u32 %{p}i, %i, 4, %{p};\n" for p in pointers[:2])
    head = (
        f".version {entry.get('ptx', '8.6')}\n.target sm_90a\n.address_size 64\n{entry.get('declarations') or ''}\n"
        f".visible .entry kernel({parameters}) {entry.get('attributes') or ''}\n{{\n    {_REGISTERS}\n"
        f"    {entry.get('variables') or ''}\n"
        "    mov.u32 %t, %tid.x;\n    mov.u32 %c, %ctaid.x;\n    mov.u32 %i, %ntid.x;\n"
        f"    mad.lo.u32 %i, %c, %i, %t;\n{loads}{elements}"
    )
    body = code if code.rstrip().endswith(("exit;", "ret;")) else f"{code.rstrip()}\n    ret;\n"
    text = f"{head}{body}}}\n"
    line = 0
    if bug is not None:
        mark = str(entry.get("at", "// here"))
        place = text.find(mark, len(head))
        line = text.count("\n", 0, place if place >= 0 else text.index(mark)) + 1
    launch = Launch(
        name,
        "kernel",
        three(entry.get("grid", 1)),  # type: ignore[arg-type]
        three(entry["block"]),  # type: ignore[arg-type]
        int(entry.get("shared", 0)),  # type: ignore[call-overload]
        False,
        arguments,
    )
    return Planted(name, text, launch, str(entry.get("schedule", "lockstep")), bug, line)
