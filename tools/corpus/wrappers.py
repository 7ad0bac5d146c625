"""CUDA sources that use every PTX wrapper of libcu++ (`cuda::ptx`), written from the comments in its headers.

A comment gives the instruction, the PTX version and targets that have it, and the declaration of the wrapper;
the address of each is taken once for every choice of its modifiers, so that the compiler writes all of them out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

_COMMENT = re.compile(r"/\*\n(.*?)\*/", re.DOTALL)
_HEAD = re.compile(r"PTX ISA (?P<major>[0-9]+?)(?P<minor>[0-9])(?:,\s*(?P<targets>(?:SM_\w+[,\s/]*)+))?")
_DECLARATION = re.compile(
    r"template <(?P<templates>.*?)>\s*__device__ (?:static inline )?"
    r"(?P<returns>[\w:<> ]+?) (?P<name>\w+)\((?P<parameters>.*?)\);",
    re.DOTALL,
)
_CHOICES = re.compile(r"// \.(\w+)\s*= \{([^}]*)\}")
_TYPES = {
    **{f"B{bits}": f"int{bits}_t" for bits in (8, 16, 32, 64)},
    **{f"S{bits}": f"int{bits}_t" for bits in (8, 16, 32, 64)},
    **{f"U{bits}": f"uint{bits}_t" for bits in (8, 16, 32, 64)},
    "B128": "longlong2",
    "B256": "longlong4_32a",
    "Type": "int32_t",
}

HEAD = "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n#include <cuda/ptx>\nusing namespace cuda::std;\n\n"


class Wrapper(NamedTuple):
    """One declaration, with a value in place of every parameter of its template."""

    name: str
    returns: str
    parameters: tuple[str, ...]

    @property
    def address(self) -> str:
        """Address of the array."""
        arguments = ", ".join(self.parameters)
        return f"reinterpret_cast<void *>(static_cast<{self.returns} (*)({arguments})>(cuda::ptx::{self.name}))"


def source(headers: Path, stem: str, target: str, version: tuple[int, int]) -> str:
    """Return the CUDA source for the headers whose name begins with `stem`; empty if none of it is for the target."""
    kernels = []
    for header in sorted(headers.glob(f"{stem}*.h")):
        lines = [f"    *out++ = {wrapper.address};" for wrapper in wrappers(header.read_text(), target, version)]
        if lines:
            kernels.append("\n".join([f"__global__ void use_{header.stem}(void **out) {{", *lines, "}\n"]))
    return HEAD + "\n".join(kernels) if kernels else ""


def wrappers(text: str, target: str, version: tuple[int, int]) -> Iterator[Wrapper]:
    """Yield every wrapper in a header that the target has at a PTX version."""
    for comment in _COMMENT.findall(text):
        head, declaration = _HEAD.search(comment), _DECLARATION.search(comment)
        known = head and declaration and (int(head["major"]), int(head["minor"])) <= version
        if head and declaration and known and _has(target, head["targets"] or ""):
            yield from _choices(comment, declaration)


def _has(target: str, names: str) -> bool:
    """Return True if one of the targets in a comment (SM_90, SM_100a, SM_100f) includes a target such as sm_103a."""
    number, suffix = int(target.strip("smaf_")), target[-1]
    for name in re.findall(r"SM_([0-9]+)([af]?)", names) or [("0", "")]:
        if name[1] == "" and number >= int(name[0]):
            return True
        if int(name[0]) == number and suffix in (name[1], "a") and name[1] in ("f", suffix):
            return True
    return False


def _choices(comment: str, declaration: re.Match[str]) -> Iterator[Wrapper]:
    """Yield a wrapper for each combination of template arguments."""
    offered = {
        key: [value.strip().lstrip(".") for value in values.split(",")] for key, values in _CHOICES.findall(comment)
    }
    names, values = [], []
    for parameter in declaration["templates"].split(","):
        kind, _, name = parameter.split("=")[0].strip().rpartition(" ")
        if kind.startswith("cuda::ptx::dot_"):
            group = kind.removeprefix("cuda::ptx::dot_")
            names.append((group, name))
            values.append(offered.get(group, []))
    for chosen in product(*values):
        yield _wrapper(declaration, dict(zip(names, chosen, strict=True)))


def _wrapper(declaration: re.Match[str], chosen: dict[tuple[str, str], str]) -> Wrapper:
    name = declaration["name"]
    number = "24" if "setmaxnreg" in name else "128" if name.startswith("fence") else "0"

    def spell(type_: str) -> str:
        for (group, parameter), value in chosen.items():
            type_ = type_.replace(f"cuda::ptx::{group}_t<{parameter}>", f"cuda::ptx::{tag(group, value)}")
        for letter, spelled in _TYPES.items():
            type_ = re.sub(rf"\b{letter}\b", spelled, type_)
        return type_.replace("n32_t<N32>", f"n32_t<{number}>")

    parameters = re.sub(r"\s+", " ", declaration["parameters"]).strip()
    types = [spell(_type(parameter)) for parameter in parameters.split(", ")] if parameters else []
    return Wrapper(name, spell(declaration["returns"]), tuple(types))


def tag(group: str, value: str) -> str:
    """Return the tag type of a modifier: space_cluster_t for .shared::cluster, op_and_op_t for .and."""
    if group == "space":
        value = {"shared::cluster": "cluster", "shared::cta": "shared"}.get(value, value)
    elif group == "op" and value in ("and", "or", "xor"):
        value += "_op"
    return f"{group}_{value.rpartition('::')[2]}_t"


def _type(parameter: str) -> str:
    """Return a parameter without its name and default."""
    parameter = parameter.split(" =")[0].strip()
    if "(&" in parameter:
        return re.sub(r"\(&\w+\)", "(&)", parameter)
    named = re.fullmatch(r"(.*[\s*&>])(\w+)", parameter)
    return named[1].strip() if named else parameter
