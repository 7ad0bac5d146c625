"""Releases of ptxas that may be fetched: the exact version of the wheel, and the digest of the binary in it.

Nothing that is fetched runs before its digest is verified. Binaries are those for Linux on x86_64.
"""

from __future__ import annotations

from ptxisa.oracle.wheels import Pin

PINS = {
    "11.7": Pin("nvidia-cuda-nvcc-cu11", "11.7.99", "5327910f0a661c67ad8ad98e2f8b42ada4adbba326facfb284c2f4e32a9e3e2f"),
    "11.8": Pin("nvidia-cuda-nvcc-cu11", "11.8.89", "c0ad17863f2b18bba806c39381977df75ff5f255855ddaed44f0e7206dc69166"),
    "12.0": Pin(
        "nvidia-cuda-nvcc-cu12", "12.0.140", "332c1b822fcab8d86db02236973deac3661cd4b122e0e54158ae38fd7f6d1def"
    ),
    "12.1": Pin(
        "nvidia-cuda-nvcc-cu12", "12.1.105", "193e945c8d961471d55c08e0b3e58661a11f4809c2c9817169f975fe96f56544"
    ),
    "12.2": Pin(
        "nvidia-cuda-nvcc-cu12", "12.2.140", "879f3cb12b0b0417fba9bf4cfc77df94cdf55502f9fa59a08313a12fdbfc03ce"
    ),
    "12.3": Pin(
        "nvidia-cuda-nvcc-cu12", "12.3.107", "90ef5911210def91b755acdd0ee0a9cfc1bdbda78ae0dba99b7660962d460bd8"
    ),
    "12.4": Pin(
        "nvidia-cuda-nvcc-cu12", "12.4.131", "1173444a1de6fd2d0f183409c91ef7d05f66a55839dad8d8ab642b2596b79b0b"
    ),
    "12.5": Pin("nvidia-cuda-nvcc-cu12", "12.5.82", "08f9de5d031cd59f61e576ebc82dd5d3c785f9b6db5a5356e3279289445f3e2f"),
    "12.6": Pin("nvidia-cuda-nvcc-cu12", "12.6.85", "81ef7761e3769ec17980aba4e416ecbc85352b8dce26cdd392b7204302a909a2"),
    "12.8": Pin("nvidia-cuda-nvcc-cu12", "12.8.93", "c960a4f238b17d5c5d3c01ad2bbc1ebd2c5aecc459cb4d223bff10b45f9b8fca"),
    "12.9": Pin("nvidia-cuda-nvcc-cu12", "12.9.86", "983b0e9283855979f42cebfd80d43f9b6e786eb84f03f7570bf941c4d3a3c461"),
    "13.0": Pin("nvidia-cuda-nvcc", "13.0.88", "daba837a68265cae38c832d13399b61dab811891de9b8914defddef143b849f2"),
    "13.1": Pin("nvidia-cuda-nvcc", "13.1.115", "85836303aeca1a2ac9387a6d364b276a3603907c95c3b06c9e3aadf46195b0d8"),
    "13.2": Pin("nvidia-cuda-nvcc", "13.2.86", "19e72e997567f783361f2b27403689d4254cde5d6ee78757660217126cd1a0e7"),
    "13.3": Pin("nvidia-cuda-nvcc", "13.3.73", "afd8d1e1fa6e310f7faee44f6621e4c1315fb7fd6da7d4d87414358e12a651dc"),
    "13.4": Pin("nvidia-cuda-nvcc", "13.4.92", "6f6a701573ac9f5c2409708b3b700cb9b2a0f11b13c20468153c13b597b2d6d3"),
    "13.5": Pin("nvidia-cuda-nvcc", "13.5.37", "b3e295413e9628ee261a63ea3f70ec5af20988c9809214c064661662206574a3"),
}
"""Every release by its name. Those with a record in `isa/evidence/` have the digest that is there."""
