"""Ask a real ptxas about many statements at once.

One module holds many statements, one a line; ptxas names every bad line. Some rules show only once the
earlier errors are gone, so refused lines are taken out and the rest is asked again until it passes.
`-arch compute_XX` makes ptxas stop once legality is known.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

from ptxisa.check.scope import Symbol
from ptxisa.check.visible import visible
from ptxisa.isa import targets, types, versions
from ptxisa.isa.targets import Target
from ptxisa.isa.versions import Version
from ptxisa.query.availability import satisfied

# Follow-up errors inside ptxas's own macros (`<macro util>, line 10`) are about no line of ours.
_MESSAGE = re.compile(r"probe\.ptx, line (?P<line>[0-9]+); (?P<severity>error|fatal) +: (?P<text>.*)")
_ANY_MESSAGE = re.compile(r"\b(?:error|fatal) +: (?P<text>.*)")
_IN_MACRO = re.compile(r"<[^<>\n]+>, line")
# ptxas takes a sink as an element of a source once the module has a similar mov, so such probes have their own modules.
_SOURCE_SINK = re.compile(r"mov\.[^;]*, *\{(?:[^}]*[ ,])?_[ ,}][^;]*;\Z")
_NEEDS_LINKING = "--compile-only"
_CURRENT = re.compile(r"current version is '(?P<version>[0-9.]+)'")
_BUILD = re.compile(r"Build (\S+)")
_RELEASE = re.compile(r"release (\S+),")


class Probe(NamedTuple):
    """One statement with the declared type of each register in it, and the other `symbols` that it names.

    `mode` is the texture mode of its module.
    """

    statement: str
    registers: tuple[tuple[str, str], ...]
    symbols: tuple[str, ...] = ()
    mode: str = ""


class Declared(NamedTuple):
    """A symbol that probes may name: how it is declared, in the kernel or before it, and where it can be.

    `mode` is the texture mode that it needs.
    """

    declaration: str
    since: Version = versions.order("1.0")
    target: str = "sm_10+"
    inside: bool = False
    mode: str = ""

    def possible(self, target: Target, version: Version) -> bool:
        """Whether it can be declared there."""
        return self.since <= version and targets.admits(self.target, target)


SYMBOLS = {
    "variable": Declared(".global .b32 variable[4];"),
    "in_shared": Declared(".shared .b32 in_shared[4];"),
    "in_const": Declared(".const .b32 in_const[4];"),
    "in_local": Declared(".local .b32 in_local[4];", inside=True),
    "texture": Declared(".global .texref texture;", versions.order("1.5")),
    "sampler": Declared(".global .samplerref sampler;", versions.order("1.5"), mode="texmode_independent"),
    "surface": Declared(".global .surfref surface;", versions.order("1.5")),
    "function": Declared(".func function { ret; }"),
    "kernel": Declared(".entry kernel { exit; }"),
    "parameter": Declared("", versions.order("1.4")),
    "label": Declared("label:", inside=True),
    "targets": Declared("first: targets: .branchtargets first;", versions.order("6.0"), "sm_30+", inside=True),
    "callees": Declared("callees: .callprototype _ ();", versions.order("2.1"), "sm_20+", inside=True),
}
"""Every symbol that probes may name beside their registers; the parameter is that of the frame itself."""


@cache
def symbols() -> Mapping[str, Symbol]:
    """What each symbol is to the checker."""
    before, inside = (
        " ".join(one.declaration for one in SYMBOLS.values() if one.inside is local) for local in (False, True)
    )
    return visible(f"{before} {_opening(versions.order('1.4'))} {inside} exit; }}", SYMBOLS)


MODULE = 400
"""Statements a module: each at which ptxas stops reading has those before it read once more."""
_MODES_SINCE = versions.order("1.5")


class Refusal(NamedTuple):
    """Why a statement was refused; after a fatal one ptxas reads no further."""

    message: str
    fatal: bool


class PtxasError(Exception):
    """ptxas itself failed, for a reason other than a statement."""


class PtxasCrash(PtxasError):
    """ptxas ended without a message."""


class PtxasTimeout(PtxasError):
    """ptxas took longer than `TIME_LIMIT`."""


TIME_LIMIT = 120
"""Seconds that ptxas may take for one module."""
ANSWER_LIMIT = 20
"""Seconds in which ptxas says its version."""


class Ptxas:
    """One ptxas binary."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def _version_text(self) -> str:
        return self._call("--version", limit=ANSWER_LIMIT)[1]

    @cached_property
    def release(self) -> str:
        """CUDA release, such as 12.9."""
        found = _RELEASE.search(self._version_text)
        if found is None:
            raise PtxasError(f"{self.path} does not answer like ptxas")
        return found[1]

    @cached_property
    def build(self) -> str:
        """Build string, such as cuda_12.9.r12.9/compiler.36037853_0."""
        found = _BUILD.search(self._version_text)
        return found[1] if found else ""

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the binary."""
        return "sha256:" + hashlib.sha256(self.path.read_bytes()).hexdigest()

    @cached_property
    def newest(self) -> Version:
        """The newest PTX version that this ptxas reads."""
        output = self._run(".version 99.9\n.target sm_90\n", "compute_90")
        found = _CURRENT.search(output)
        if found is None:
            raise PtxasError(f"{self.path} does not say which PTX version it reads")
        return versions.order(found["version"])

    @cached_property
    def architectures(self) -> frozenset[str]:
        """Names of the recorded targets that this ptxas can assemble for."""
        return frozenset(name for name in targets.known() if self._assembles(name))

    def _assembles(self, name: str) -> bool:
        module = f".version {self.newest}\n.target sm_50\n"
        return "is not defined for option" not in self._run(module, name.replace("sm_", "compute_"))

    def pairs(self) -> list[tuple[Target, Version]]:
        """Every pair of target and version that the records know and this ptxas reads."""
        every = [versions.order(name) for name in versions.known()]
        return [
            (target, version)
            for target in targets.known().values()
            if self.architecture(target)
            for version in every
            if target.floor <= version <= self.newest
        ]

    def architecture(self, target: Target) -> str | None:
        """The -arch that accepts `.target` of this target: its own, its new name's, or a later base one."""
        for name in (target.name, target.canonical):
            if name in self.architectures:
                return name.replace("sm_", "compute_")
        if target.variant != "base":
            return None
        later = [targets.known()[name] for name in self.architectures]
        base = [one for one in later if one.variant == "base" and one.number >= target.number]
        return min(base, key=lambda one: one.number).name.replace("sm_", "compute_") if base else None

    def refusal(self, module: str, target: Target) -> str:
        """Why ptxas refuses a whole module that is written for the target; empty when it accepts it.

        What ptxas takes only in an object that is linked later is compiled as one.
        """
        architecture = self._architecture(target)
        output = self._run(module, architecture)
        if _NEEDS_LINKING in output:
            output = self._run(module, architecture, _NEEDS_LINKING)
        found = _ANY_MESSAGE.search(output)
        return found["text"] if found else ""

    def refusals(self, probes: Sequence[Probe], target: Target, version: Version) -> dict[int, Refusal]:
        """Index to first refusal of every probe that ptxas refuses at this target and version."""
        refused: dict[int, Refusal] = {}
        modes: dict[str, list[int]] = {}
        for index, probe in enumerate(probes):
            modes.setdefault(mode(probe), []).append(index)
        for index in (index for index, probe in enumerate(probes) if _SOURCE_SINK.match(probe.statement)):
            modes[mode(probes[index])].remove(index)
            refused.update(self._settled(probes, [index], target, version))
        for indices in modes.values():
            for first in range(0, len(indices), MODULE):
                refused.update(self._settled(probes, indices[first : first + MODULE], target, version))
        return refused

    def _settled(
        self, probes: Sequence[Probe], alive: list[int], target: Target, version: Version
    ) -> dict[int, Refusal]:
        """Refusals in one module: without the refused statements it is asked again until it passes."""
        refused: dict[int, Refusal] = {}
        while alive and (found := self._round(probes, alive, target, version)):
            refused.update(found)
            alive = [index for index in alive if index not in found]
        return refused

    def _round(self, probes: Sequence[Probe], alive: list[int], target: Target, version: Version) -> dict[int, Refusal]:
        text, first = framed([probes[index] for index in alive], target, version)
        try:
            return self._attribute(self._run(text, self._architecture(target)), first, alive)
        except PtxasCrash as crash:
            return self._crashing(probes, alive, target, version, crash)

    def _crashing(
        self, probes: Sequence[Probe], alive: list[int], target: Target, version: Version, crash: PtxasCrash
    ) -> dict[int, Refusal]:
        """Halve until the statement is found at which ptxas crashes: it refuses that one."""
        if len(alive) == 1:
            return {alive[0]: Refusal(str(crash), True)}
        middle = len(alive) // 2
        halves = (alive[:middle], alive[middle:])
        return {index: one for half in halves for index, one in self._round(probes, half, target, version).items()}

    def _architecture(self, target: Target) -> str:
        found = self.architecture(target)
        if found is None:
            raise PtxasError(f"ptxas {self.release} cannot assemble for {target.name}")
        return found

    def _attribute(self, output: str, first: int, alive: list[int]) -> dict[int, Refusal]:
        """Messages by probe; a message about another line is a failure of the frame, not of a probe.

        One about a line of ptxas's own macros is about some probe, but does not say which.
        """
        found: dict[int, Refusal] = {}
        for match in _MESSAGE.finditer(output):
            position = int(match["line"]) - first
            if not 0 <= position < len(alive):
                raise PtxasError(f"ptxas {self.release} refuses the frame of the probes: {match['text']}")
            found.setdefault(alive[position], Refusal(match["text"], match["severity"] == "fatal"))
        if not found and "fatal" in output:
            fatal = _ANY_MESSAGE.search(output)
            if fatal and _IN_MACRO.search(output):
                raise PtxasCrash(fatal["text"])
            raise PtxasError(f"ptxas {self.release}: {fatal['text'] if fatal else output.strip().splitlines()[0]}")
        return found

    def _run(self, module: str, architecture: str, *options: str) -> str:
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "probe.ptx"
            source.write_text(module, encoding="ascii")
            options = ("-arch", architecture, *options, "-o", f"{folder}/out", str(source))
            status, output = self._call(*options)
        if status and not _ANY_MESSAGE.search(output):
            raise PtxasCrash(f"{self.path} ended with status {status} and no message")
        return output

    def _call(self, *arguments: str, limit: float | None = None) -> tuple[int, str]:
        """The status and output of one call; one that takes too long, or that cannot be started, is a `PtxasError`."""
        seconds = TIME_LIMIT if limit is None else limit
        try:
            done = subprocess.run(
                [str(self.path.absolute()), *arguments],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
                timeout=seconds,
            )
        except subprocess.TimeoutExpired:
            raise PtxasTimeout(f"{self.path} did not end within {seconds} seconds") from None
        except OSError as error:
            raise PtxasError(f"{self.path} cannot be run: {error.strerror}") from None
        return done.returncode, (done.stdout + done.stderr).decode("utf-8", errors="replace")


def framed(probes: Sequence[Probe], target: Target, version: Version) -> tuple[str, int]:
    """A module with the statements of probes of one texture mode, one a line, and the line of the first."""
    head = (
        _head(target, version, mode(probes[0]))
        + _symbols(probes, False)
        + _opening(version)
        + _declarations(probes)
        + _symbols(probes, True)
    )
    body = "\n".join(probe.statement for probe in probes)
    return f"{head}{body}\nexit;\n}}\n", head.count("\n") + 1


def module(probe: str, target: Target, version: Version) -> str:
    """The probe of a record as a module: its placeholders filled in, or the head lines put before it."""
    if "{version}" in probe or "{target}" in probe or probe.startswith(".version"):
        return probe.replace("{version}", str(version)).replace("{target}", target.name)
    return _head(target, version) + probe


def _head(target: Target, version: Version, option: str = "") -> str:
    size = ".address_size 64\n" if version >= (2, 3) else ""
    return f".version {version}\n.target {target.name}{', ' if option else ''}{option}\n{size}"


def mode(probe: Probe) -> str:
    """The texture mode that a probe or one of its symbols needs; empty for the usual one."""
    return probe.mode or next((mode for name in probe.symbols if (mode := SYMBOLS[name].mode)), "")


def placeable(probe: Probe, target: Target, version: Version) -> bool:
    """Whether a module can have what a probe needs around it: the symbols that it names, and its texture mode."""
    named = all(SYMBOLS[name].possible(target, version) for name in probe.symbols)
    return named and (not probe.mode or version >= _MODES_SINCE)


def _opening(version: Version) -> str:
    return ".entry k {\n" if version < (1, 4) else ".entry k(.param .b32 parameter) {\n"


def _symbols(probes: Iterable[Probe], local: bool) -> str:
    """One line that declares the other symbols of the probes; some stand in the kernel itself."""
    used = sorted({name for probe in probes for name in probe.symbols})
    names = [name for name in used if SYMBOLS[name].inside is local]
    return " ".join(SYMBOLS[name].declaration for name in names) + "\n"


def _declarations(probes: Iterable[Probe]) -> str:
    """One line that declares every register of the probes."""
    registers = sorted({register for probe in probes for register in probe.registers})
    return " ".join(f".reg .{type_} {name};" for name, type_ in registers) + "\n"


def declarable(target: Target, version: Version) -> list[str]:
    """Types that `.reg` may declare at this target and version."""
    return [
        type_.name
        for type_ in types.known().values()
        if type_.declarable and any(satisfied(one.ptx, one.target, target, version) for one in type_.availability)
    ]
