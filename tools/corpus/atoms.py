"""CUDA sources that use every matrix atom of CuTe's headers once; the kernels are in `sources/atoms.cu`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

_ATOM = re.compile(
    r"(?P<template>template <[^>]*>\s*)?^struct (?P<name>(?:SM[0-9]+|MMA)_\w+)\s*\{(?P<body>.*?)^\};", re.M | re.S
)
_PARAMETER = re.compile(r"GMMA::(Major|ScaleIn|SparseSel)\s+\w+(\s*=)?")
_CHOICE = {
    "Major": "SM90::GMMA::Major::K",
    "ScaleIn": "SM90::GMMA::ScaleIn::One",
    "SparseSel": "SM90::GMMA::SparseSel::Zero",
}

PARTS = {"warp": ("mma_sm70", "mma_sm75", "mma_sm80", "mma_sm89", "mma_sm90"), "warpgroup": ("mma_sm90_gmma",)}


def source(kernels: str, headers: Path, part: str, target: int) -> str:
    """Return the kernels, with a use of each atom that the target has."""
    used = [use for name in PARTS[part] for use in _uses((headers / f"{name}.hpp").read_text(), target)]
    return kernels + "\n".join(used) + "\n"


def _uses(text: str, target: int) -> Iterator[str]:
    for number, atom in enumerate(_ATOM.finditer(text)):
        name, body = atom["name"], atom["body"]
        if (int(name[2:4]) if name.startswith("SM") else 90) > target:
            continue
        if name.startswith("MMA"):
            name = f"SM90::GMMA::{name}" if "DRegisters = void" in body else f"SM90::{name}"
        if atom["template"]:
            chosen = [_CHOICE[kind] for kind, default in _PARAMETER.findall(atom["template"]) if not default]
            name += f"<{', '.join(chosen)}>"
        kernel = "in_place" if "DRegisters = void" in body else "separate"
        if "ERegisters" not in body:
            yield f"template __global__ void {kernel}<{name}>({_parameters(kernel, name)}); // {number}"


def _parameters(kernel: str, atom: str) -> str:
    a, b, c, d = (f"Element<typename {atom}::{letter}Registers> *" for letter in "ABCD")
    return f"{d}, const {a}, const {b}, const {c}" if kernel == "separate" else f"const {a}, const {b}, {c}"
