"""Pinned releases of libNVVM: the wheel, and the SHA-256 of the library in it, for Linux on x86_64."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ptxisa.oracle import releases
from ptxisa.oracle.releases import Log, Pin, ReleasedTool, ReleaseError, silent

__all__ = ["LIBNVVM", "PINS", "ReleaseError", "find"]

PINS: Mapping[str, Pin] = {
    "11.7": Pin("nvidia-cuda-nvcc-cu11", "11.7.99", "334b544644f1979b4918ff5d61bd51d97a1415dae960ae1fa5e3c7e129e36cbd"),
    "11.8": Pin("nvidia-cuda-nvcc-cu11", "11.8.89", "798e2aad20b90cb1187a9dd23e04057902b0f1d7866ebb6fed42c60f456b6c2b"),
    "12.0": Pin(
        "nvidia-cuda-nvcc-cu12", "12.0.140", "91aa5019c144d0049bd482b9fd897f73a39f4ac56dbc1e8b4d59b259cfc50860"
    ),
    "12.1": Pin(
        "nvidia-cuda-nvcc-cu12", "12.1.105", "6bf8aa1cd45a2d8d49330f538cd2c099f71f02c2c4d8ece092ca4ae754e01a6b"
    ),
    "12.2": Pin(
        "nvidia-cuda-nvcc-cu12", "12.2.140", "b69eaddcce6a063361f2d172ed535c3d6f7ae494a40c6ffdb7de024f89dbf80a"
    ),
    "12.3": Pin(
        "nvidia-cuda-nvcc-cu12", "12.3.107", "60fe4fe5889c78fadd49e4607689242e9b38334f3203e5afe90ce70e820e6344"
    ),
    "12.4": Pin(
        "nvidia-cuda-nvcc-cu12", "12.4.131", "606a94b13ac01df759f474b6f59dc615f83359cf6851f4d94eedb4467cb33f5a"
    ),
    "12.5": Pin("nvidia-cuda-nvcc-cu12", "12.5.82", "a562874d70d9bcdec88f6b96dec9d044f5a4df5e7511b9c66ec73cc4ce38bb05"),
    "12.6": Pin("nvidia-cuda-nvcc-cu12", "12.6.85", "ca553093bcdb8c0e2c06c6cb988121c3bdf426997660afbc05635bb41d7e1723"),
    "12.8": Pin("nvidia-cuda-nvcc-cu12", "12.8.93", "dfb07dc65ffb0f7a16bc82ee1f87d7f4634b908d30aa8103d1e28afb1fe6589e"),
    "12.9": Pin("nvidia-cuda-nvcc-cu12", "12.9.86", "7915b9e3eaed7f686774ee82f99cfacebaefcd00296f44bdb979e57d363a7ca8"),
    "13.0": Pin("nvidia-nvvm", "13.0.88", "cba8e2ef6d74de6cde906760d8a0d701df1f3559a5703a21132aaf451037c524"),
    "13.1": Pin("nvidia-nvvm", "13.1.115", "1d0b45e511f0cc9eb07c72e826325498bd294f9c5f26f3bf4fcc0f2fc8ec9516"),
    "13.2": Pin("nvidia-nvvm", "13.2.86", "ee67a8957fb25997ead7d18c1a746d13f1a675cc56948d11b9773a0f2f6850f5"),
    "13.3": Pin("nvidia-nvvm", "13.3.73", "e55af1135e987372355d19d66cb74e1a1e99c32ac98ffad14fb567eef16e4f77"),
    "13.4": Pin("nvidia-nvvm", "13.4.92", "eeef1ca79dc4ded9cc4ceb69a12f6d7148b5ccb5fc9f997a8ef40ff050be7092"),
    "13.5": Pin("nvidia-nvvm", "13.5.37", "1abfeeb5343c0cdd57b57b636b0363fb4cc405ea9a129c227060b971352a68c1"),
}

LIBNVVM = ReleasedTool("libNVVM", "libnvvm.so", r"/libnvvm\.so(\.[0-9]+)*$", PINS)


def find(name: str, log: Log = silent) -> Path:
    """Return the library of a release such as `12.9`, or at a path; fetch the library unless it is cached."""
    return releases.find(name, log, LIBNVVM)
