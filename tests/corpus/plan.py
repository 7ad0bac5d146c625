"""What the corpus holds: which compiler makes a module from which source, for which target."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tests.corpus.toolchains import CUDA


class Job(NamedTuple):
    """One module to make: `maker` is a compiler, `toolchain` where it is, `source` a file or a kernel of it."""

    maker: str
    toolchain: str
    source: str
    target: str
    options: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Name of the module, without `.ptx`."""
        release = self.toolchain.rpartition("-")[2]
        options = "-".join(option.strip("-").replace("=", "-") for option in self.options)
        words = [f"{self.maker}-{release}", self.source.replace(".", "-"), self.target, options]
        return ".".join(word for word in words if word)


class Source(NamedTuple):
    """A CUDA source: the first release that compiles it, the last, and the targets it is for."""

    name: str
    since: str = "11.7"
    until: str = "99"
    least: int = 0
    only: tuple[str, ...] = ()


def _names(numbers: str) -> list[str]:
    return [f"sm_{number}" for number in numbers.split()]


BLACKWELL = ("sm_100a", "sm_100f", "sm_103a", "sm_103f")

SOURCES = (
    Source("asynchronous", least=80),
    Source("atomics"),
    Source("calls"),
    Source("control"),
    Source("cooperative", since="11.8"),
    Source("eight_bits", since="11.8"),
    Source("floats"),
    Source("half"),
    Source("inline_matrices", least=75),
    Source("integers"),
    Source("matrices", least=70),
    Source("memory"),
    Source("system_calls"),
    Source("tensor_memory", since="12.8", only=BLACKWELL),
    Source("textures"),
    Source("variables"),
    Source("warp"),
)

_OLD = _names("50 52 53 60 61 62 70 72 75 80 86 87")
_ADA = [*_OLD, "sm_89", "sm_90"]
_HOPPER = [*_ADA, "sm_90a"]
_TURING = [name for name in _HOPPER if int(name.strip("sma_")) >= 75]
_FIRST_BLACKWELL = _names("100 100a 101 101a 120 120a")
_FAMILIES = _names("100f 101f 103 103a 103f 120f 121 121a 121f")
_NEWEST = [*_TURING, *_names("88 100 100a 100f 103 103a 103f 110 110a 110f 120 120a 120f 121 121a 121f")]

# Options that change what a module holds, taken in turn: most modules are made with none.
OPTIONS: Sequence[tuple[str, ...]] = (
    (),
    ("-lineinfo",),
    (),
    ("--use_fast_math",),
    (),
    ("-G",),
    (),
    ("-rdc=true",),
)


def targets_of(release: str) -> list[str]:
    """Targets that a CUDA release compiles for, in the order of their numbers."""
    order = _number(release)
    if order >= (13, 0):
        return _NEWEST
    if order >= (12, 9):
        return [*_HOPPER, *_FIRST_BLACKWELL, *_FAMILIES]
    if order >= (12, 8):
        return [*_HOPPER, *_FIRST_BLACKWELL]
    if order >= (12, 0):
        return _HOPPER
    return ["sm_35", "sm_37", *(_ADA if order >= (11, 8) else _OLD)]


def _number(release: str) -> tuple[int, ...]:
    return tuple(int(part) for part in release.split("."))


def jobs() -> list[Job]:
    """Every module of the corpus, in the order of its list."""
    return [*_nvrtc()]


def _nvrtc() -> Iterator[Job]:
    """Each CUDA source with each release; targets and options go round, so that they mix."""
    for turn, release in enumerate(CUDA):
        for place, source in enumerate(SOURCES):
            possible = _possible(source, release)
            if possible:
                target = possible[(5 * turn + 3 * place) % len(possible)]
                options = OPTIONS[(turn + 3 * place) % len(OPTIONS)]
                yield Job("nvrtc", f"cuda-{release}", f"{source.name}.cu", target, options)


def _possible(source: Source, release: str) -> list[str]:
    if not _number(source.since) <= _number(release) <= _number(source.until):
        return []
    return [
        name
        for name in targets_of(release)
        if (name in source.only if source.only else int(name.strip("smaf_")) >= source.least)
    ]
