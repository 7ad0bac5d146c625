"""Run a real ptxas on many statements at once.

    Ptxas(find("13.0")).rejections([Probe("add.u32 r, r, 1;", (("r", "u32"),))], target, version)     # {}: accepted

A module contains many statements, one a line, and ptxas reports every wrong line. ptxas checks some rules only when
others hold everywhere, so rejected lines are removed and the rest is assembled again until it passes.
`-arch compute_XX` makes ptxas stop once legality is decided, before it generates code.
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

from ptxisa.check.scope import Symbol, visible
from ptxisa.isa import targets, types, versions
from ptxisa.isa.targets import Target
from ptxisa.isa.versions import Version
from ptxisa.query.availability import satisfied

# Errors inside ptxas's own macros (`<macro util>, line 10`) follow from others and have no line of the module.
_MESSAGE = re.compile(r"probe\.ptx, line (?P<line>[0-9]+); (?P<severity>error|fatal) +: (?P<text>.*)")
_ANY_MESSAGE = re.compile(r"\b(?:error|fatal) +: (?P<text>.*)")
_IN_MACRO = re.compile(r"<[^<>\n]+>, line")
# ptxas accepts a sink in a source vector once the module contains a similar mov: each such probe has its own module.
SOURCE_SINK = re.compile(r"mov\.[^;]*, *\{(?:[^}]*[ ,])?_[ ,}][^;]*;\Z")
_NEEDS_LINKING = "--compile-only"
_CURRENT = re.compile(r"current version is '(?P<version>[0-9.]+)'")
_BUILD = re.compile(r"Build (\S+)")
_RELEASE = re.compile(r"release (\S+),")


class Probe(NamedTuple):
    """A statement to assemble.

    Attributes:
        statement: PTX text of one statement.
        registers: Name and declared type of each register.
        symbols: Other names in the statement, keys of `SYMBOLS`.
        mode: Texture mode that the module needs, or "".
    """

    statement: str
    registers: tuple[tuple[str, str], ...]
    symbols: tuple[str, ...] = ()
    mode: str = ""


class ProbeSymbol(NamedTuple):
    """A name that probes may use besides registers.

    Attributes:
        declaration: PTX text that declares the name.
        since: First PTX version with such a declaration.
        target: Targets that have it.
        inside: True if the declaration is in the kernel, False if it precedes the kernel.
        mode: Texture mode that it needs, or "".
    """

    declaration: str
    since: Version = versions.order("1.0")
    target: str = "sm_10+"
    inside: bool = False
    mode: str = ""

    def declarable(self, target: Target, version: Version) -> bool:
        """Return True if a module for the target and version can declare the symbol."""
        return self.since <= version and targets.admits(self.target, target)


SYMBOLS = {
    "variable": ProbeSymbol(".global .b32 variable[4];"),
    "in_shared": ProbeSymbol(".shared .b32 in_shared[4];"),
    "in_const": ProbeSymbol(".const .b32 in_const[4];"),
    "in_local": ProbeSymbol(".local .b32 in_local[4];", inside=True),
    "texture": ProbeSymbol(".global .texref texture;", versions.order("1.5")),
    "sampler": ProbeSymbol(".global .samplerref sampler;", versions.order("1.5"), mode="texmode_independent"),
    "surface": ProbeSymbol(".global .surfref surface;", versions.order("1.5")),
    "function": ProbeSymbol(".func function { ret; }"),
    "kernel": ProbeSymbol(".entry kernel { exit; }"),
    "parameter": ProbeSymbol("", versions.order("1.4")),
    "label": ProbeSymbol("label:", inside=True),
    "targets": ProbeSymbol("first: targets: .branchtargets first;", versions.order("6.0"), "sm_30+", inside=True),
    "callees": ProbeSymbol("callees: .callprototype _ ();", versions.order("2.1"), "sm_20+", inside=True),
}
"""Symbols that probes may use; `parameter` is declared by the frame of every module."""


@cache
def symbols() -> Mapping[str, Symbol]:
    """Return the symbols as the checker sees them."""
    before, inside = (
        " ".join(symbol.declaration for symbol in SYMBOLS.values() if symbol.inside is local) for local in (False, True)
    )
    return visible(f"{before} {_opening(versions.order('1.4'))} {inside} exit; }}", SYMBOLS)


MODULE = 400
"""Statements in a module: a start of ptxas costs as much as many statements.

Where ptxas stops at a statement, all earlier ones are assembled once more, so that a module must not be too long.
"""
_MODES_SINCE = versions.order("1.5")
"""First PTX version with `texmode_unified` and `texmode_independent`."""
TIME_LIMIT = 120
"""Seconds that ptxas may take for one module."""
ANSWER_LIMIT = 20
"""Seconds that `ptxas --version` may take."""
Pair = tuple[Target, Version]


class Rejection(NamedTuple):
    """Error message about a statement; ptxas stops reading at a `fatal` error."""

    message: str
    fatal: bool


class PtxasError(Exception):
    """ptxas failed for a reason other than a statement."""


class PtxasCrash(PtxasError):
    """ptxas ended without a message."""


class PtxasTimeout(PtxasError):
    """ptxas took longer than `TIME_LIMIT`."""


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
        match = _RELEASE.search(self._version_text)
        if match is None:
            raise PtxasError(f"{self.path} does not answer like ptxas")
        return match[1]

    @cached_property
    def build(self) -> str:
        """Build string, such as cuda_12.9.r12.9/compiler.36037853_0."""
        match = _BUILD.search(self._version_text)
        return match[1] if match else ""

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the binary."""
        return "sha256:" + hashlib.sha256(self.path.read_bytes()).hexdigest()

    # No option of ptxas prints its PTX versions or its targets: both follow from its error messages.
    @cached_property
    def newest(self) -> Version:
        """Newest PTX version that this ptxas supports, from its error about a version that does not exist."""
        match = _CURRENT.search(self._run(".version 99.9\n.target sm_90\n", "compute_90"))
        if match is None:
            raise PtxasError(f"{self.path} does not say which PTX version it reads")
        return versions.order(match["version"])

    @cached_property
    def architectures(self) -> frozenset[str]:
        """Names of the recorded targets that this ptxas can assemble for."""
        module = f".version {self.newest}\n.target sm_50\n"
        return frozenset(
            name
            for name in targets.known()
            if "is not defined for option" not in self._run(module, name.replace("sm_", "compute_"))
        )

    def pairs(self) -> list[Pair]:
        """Return every pair of a recorded target and version that this ptxas supports, grouped by target."""
        every = [versions.order(name) for name in versions.known()]
        return [
            (target, version)
            for target in targets.known().values()
            if self.architecture(target)
            for version in every
            if target.floor <= version <= self.newest
        ]

    def newest_pairs(self) -> list[Pair]:
        """Return each target with the newest version that this ptxas supports."""
        return list({target.name: (target, version) for target, version in self.pairs()}.values())

    def homes(self) -> list[Pair]:
        """Return each target with the newest version, then each with the newest documented version.

        An opcode without a record can only be judged at documented versions.
        """
        documented = {
            target.name: (target, version)
            for target, version in self.pairs()
            if versions.known()[str(version)].documented
        }
        undocumented = [pair for pair in self.newest_pairs() if pair not in documented.values()]
        return [*undocumented, *documented.values()]

    def newest_pair(self) -> Pair:
        """Return the newest base target with the newest documented version."""
        return [pair for pair in self.homes() if pair[0].variant == "base"][-1]

    def architecture(self, target: Target) -> str | None:
        """Return the -arch for modules with this `.target`: its own name, its new name, or a later base target."""
        for name in (target.name, target.canonical):
            if name in self.architectures:
                return name.replace("sm_", "compute_")
        if target.variant != "base":
            return None
        # Old targets are legal in `.target` long after `-arch` has dropped them: ptxas 13.0 assembles `.target sm_20`
        # with any later -arch. Family and architecture-specific targets run on their own chips alone.
        known = [targets.known()[name] for name in self.architectures]
        later = [other for other in known if other.variant == "base" and other.number >= target.number]
        return min(later, key=lambda other: other.number).name.replace("sm_", "compute_") if later else None

    def rejection(self, module: str, target: Target, *, generates_code: bool = False) -> str:
        """Return the first error about a whole module for the target, or "" if ptxas accepts it.

        Modules with external symbols are assembled as relocatable objects. Some errors, such as too much shared memory,
        are found only while ptxas generates code.
        """
        # A real architecture (`sm_90`) makes ptxas generate code, a virtual one (`compute_90`) only check.
        architecture = target.name if generates_code else self._architecture(target)
        output = self._run(module, architecture)
        if _NEEDS_LINKING in output:
            output = self._run(module, architecture, _NEEDS_LINKING)
        match = _ANY_MESSAGE.search(output)
        return match["text"] if match else ""

    def rejections(self, probes: Sequence[Probe], target: Target, version: Version) -> dict[int, Rejection]:
        """Return the first error about each probe that ptxas rejects at a target and version, by index."""
        errors: dict[int, Rejection] = {}
        # The texture mode is an option of `.target`, so that a module has one.
        by_mode: dict[str, list[int]] = {}
        for index, probe in enumerate(probes):
            if SOURCE_SINK.match(probe.statement):
                errors.update(self._until_accepted(probes, [index], target, version))
            else:
                by_mode.setdefault(mode(probe), []).append(index)
        for indices in by_mode.values():
            for first in range(0, len(indices), MODULE):
                errors.update(self._until_accepted(probes, indices[first : first + MODULE], target, version))
        return errors

    def _until_accepted(
        self, probes: Sequence[Probe], alive: list[int], target: Target, version: Version
    ) -> dict[int, Rejection]:
        """Assemble the probes as one module, without those that were rejected, until ptxas accepts the rest.

        Each round removes a statement at least, and most remove all wrong ones: ptxas checks some rules only in a
        module without other errors.
        """
        errors: dict[int, Rejection] = {}
        while alive and (rejected := self._assemble(probes, alive, target, version)):
            errors.update(rejected)
            alive = [index for index in alive if index not in rejected]
        return errors

    def _assemble(
        self, probes: Sequence[Probe], alive: list[int], target: Target, version: Version
    ) -> dict[int, Rejection]:
        """Return the errors about one module; halve it where ptxas crashes, until one statement is left."""
        text, first = framed([probes[index] for index in alive], target, version)
        # A crash names no line. Halving finds the statement with few calls.
        try:
            return self._attribute(self._run(text, self._architecture(target)), first, alive)
        except PtxasCrash as crash:
            if len(alive) == 1:
                return {alive[0]: Rejection(str(crash), True)}
            middle = len(alive) // 2
            return {
                **self._assemble(probes, alive[:middle], target, version),
                **self._assemble(probes, alive[middle:], target, version),
            }

    def _architecture(self, target: Target) -> str:
        architecture = self.architecture(target)
        if architecture is None:
            raise PtxasError(f"ptxas {self.release} cannot assemble for {target.name}")
        return architecture

    def _attribute(self, output: str, first: int, alive: list[int]) -> dict[int, Rejection]:
        """Assign messages to probes by their line; `first` is the line of the first probe.

        A message about another line is an error in the frame of the module. One in a macro of ptxas is caused by some
        probe but does not name its line, so that it is handled as a crash.
        """
        errors: dict[int, Rejection] = {}
        for match in _MESSAGE.finditer(output):
            position = int(match["line"]) - first
            if not 0 <= position < len(alive):
                raise PtxasError(f"ptxas {self.release} rejects the frame of the probes: {match['text']}")
            errors.setdefault(alive[position], Rejection(match["text"], match["severity"] == "fatal"))
        # ptxas ends with a summary that is fatal, "Ptx assembly aborted due to errors", after errors with lines.
        if not errors and "fatal" in output:
            fatal = _ANY_MESSAGE.search(output)
            if fatal and _IN_MACRO.search(output):
                raise PtxasCrash(fatal["text"])
            raise PtxasError(f"ptxas {self.release}: {fatal['text'] if fatal else output.strip().splitlines()[0]}")
        return errors

    def _run(self, module: str, architecture: str, *options: str) -> str:
        """Return what ptxas prints about a module; raise `PtxasCrash` if it fails without a message."""
        # A folder of its own: threads and processes run ptxas at the same time.
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "probe.ptx"
            source.write_text(module, encoding="ascii")
            options = ("-arch", architecture, *options, "-o", f"{folder}/out", str(source))
            status, output = self._call(*options)
        if status and not _ANY_MESSAGE.search(output):
            raise PtxasCrash(f"{self.path} ended with status {status} and no message")
        return output

    def _call(self, *arguments: str, limit: float | None = None) -> tuple[int, str]:
        """Return exit status and output; raise `PtxasError` if ptxas cannot be started or takes too long."""
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
    """Return a module of probes with the same texture mode, one per line, and the line of the first one."""
    registers = sorted({register for probe in probes for register in probe.registers})
    head = (
        _head(target, version, mode(probes[0]))
        + _symbols(probes, False)
        + _opening(version)
        + " ".join(f".reg .{type_} {name};" for name, type_ in registers)
        + "\n"
        + _symbols(probes, True)
    )
    body = "\n".join(probe.statement for probe in probes)
    return f"{head}{body}\nexit;\n}}\n", head.count("\n") + 1


def module(probe: str, target: Target, version: Version) -> str:
    """Return the `probe` of a record as a module: fill in its placeholders, or add the lines of a head."""
    if "{version}" in probe or "{target}" in probe or probe.startswith(".version"):
        return probe.replace("{version}", str(version)).replace("{target}", target.name)
    return _head(target, version) + probe


def _head(target: Target, version: Version, option: str = "") -> str:
    # `.address_size` is new in PTX 2.3 (PTX ISA 8.7, section 11.1.3).
    size = ".address_size 64\n" if version >= (2, 3) else ""
    return f".version {version}\n.target {target.name}{', ' if option else ''}{option}\n{size}"


def mode(probe: Probe) -> str:
    """Return the texture mode that a probe or one of its symbols needs, or ""."""
    return probe.mode or next((mode for name in probe.symbols if (mode := SYMBOLS[name].mode)), "")


def placeable(probe: Probe, target: Target, version: Version) -> bool:
    """Return True if a module can declare the symbols of a probe and have its texture mode."""
    declared = all(SYMBOLS[name].declarable(target, version) for name in probe.symbols)
    return declared and (not probe.mode or version >= _MODES_SINCE)


def _opening(version: Version) -> str:
    """Return the head of the kernel; parameter lists are new in PTX 1.4."""
    return ".entry k {\n" if version < (1, 4) else ".entry k(.param .b32 parameter) {\n"


def _symbols(probes: Iterable[Probe], local: bool) -> str:
    """Return one line that declares the symbols of the probes, those in the kernel or those before it."""
    used = sorted({name for probe in probes for name in probe.symbols})
    names = [name for name in used if SYMBOLS[name].inside is local]
    return " ".join(SYMBOLS[name].declaration for name in names) + "\n"


def declarable(target: Target, version: Version) -> list[str]:
    """Return the types that `.reg` may declare at a target and version."""
    return [
        type_.name
        for type_ in types.known().values()
        if type_.declarable
        and any(satisfied(clause.ptx, clause.target, target, version) for clause in type_.availability)
    ]
