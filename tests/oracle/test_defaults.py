"""Defaults of omitted modifiers: every optional slot has one, and ptxas generates the same code for both spellings."""

from __future__ import annotations

import itertools
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from ptxisa.isa import targets, types
from ptxisa.isa.forms import Form, Slot, Values, broken_rule
from ptxisa.isa.instructions import every_form
from ptxisa.isa.targets import Target
from ptxisa.isa.versions import Version
from ptxisa.oracle.assembler import SYMBOLS, Probe, Ptxas
from ptxisa.oracle.probes import possible, representative, variant
from ptxisa.oracle.releases import ReleaseError, find
from ptxisa.query.availability import form_available
from ptxisa.query.database import database

TARGETS = ("sm_90a", "sm_100a", "sm_107a", "sm_120a")
"""Targets that are tried, in this order."""


def default_value(slot: Slot) -> str:
    """Return the value that a default states, alone or at the start of a sentence, or ""."""
    named = re.match(r"``\.(\S+)``\. ", slot.default)
    value = named[1] if named else slot.default
    return value if value in slot.values else ""


def pairs_of_spellings(form: Form, slot: Slot) -> Iterator[tuple[Values, Values]]:
    """Yield legal variants without the modifier, and each with the default written out, others too if rules need it."""
    defaults = {other.name: value for other in form.slots if other.optional and (value := default_value(other))}
    for values in itertools.chain(representative(form), possible(form)):
        if values[slot.name] is None:
            others = [name for name in defaults if name != slot.name and values[name] is None]
            for count in range(len(others) + 1):
                for also in itertools.combinations(others, count):
                    written = {**values, **{name: defaults[name] for name in (slot.name, *also)}}
                    if broken_rule(form, written) is None:
                        yield values, written


def kernel(probe: Probe, target: Target, version: Version) -> str:
    """Return a module that loads the registers of a statement from memory and stores all of them afterwards.

    A weak store before the statement and a weak load after it make ptxas keep the memory order of the statement.
    """
    before, after, declared = [], [], []
    for index, (name, type_) in enumerate(probe.registers):
        place = f"[memory+{16 * index}]"
        declared.append(f".reg .{type_} {name};")
        bits = 1 if type_ == "pred" else types.known()[type_].bits
        if bits == 1:
            before.append(f"ld.volatile.global.u32 word, {place}; setp.ne.u32 {name}, word, 0;")
            after.append(f"selp.u32 word, 1, 0, {name}; st.volatile.global.u32 {place}, word;")
        elif bits == 128:
            before.append(f"ld.volatile.global.v2.b64 {{low, high}}, {place}; mov.b128 {name}, {{low, high}};")
            after.append(f"mov.b128 {{low, high}}, {name}; st.volatile.global.v2.b64 {place}, {{low, high}};")
        else:
            before.append(f"ld.volatile.global.b{max(bits, 8)} {name}, {place};")
            after.append(f"st.volatile.global.b{max(bits, 8)} {place}, {name};")
    weak = (
        "st.global.u32 [memory+1024], word;",
        "ld.global.u32 word, [memory+1028]; st.global.u32 [memory+1032], word;",
    )
    body = [*declared, *before, weak[0], probe.statement, weak[1], *after, "ret;"]
    symbols = "\n".join(SYMBOLS[name].declaration for name in probe.symbols)
    head = f".version {version}\n.target {target.name}\n.address_size 64\n{symbols}\n"
    head += ".visible .entry kernel(.param .u64 pointer) {\n"
    scratch = ".reg .u64 memory, low, high; .reg .u32 word; ld.param.u64 memory, [pointer]; mov.u32 word, 1;\n"
    return head + scratch + "\n".join(body) + "\n}\n"


def code(ptxas: Ptxas, module: str, target: Target, folder: Path) -> bytes | None:
    """Return the cubin of a module, or None if ptxas rejects the module."""
    source, cubin = folder / "kernel.ptx", folder / "kernel.cubin"
    source.write_text(module)
    done = subprocess.run(
        [ptxas.path, "-arch", target.canonical, "-o", cubin, source], capture_output=True, check=False, timeout=60
    )
    return None if done.returncode else cubin.read_bytes()


CASES = [(form, slot) for form in every_form() for slot in form.slots if slot.optional and default_value(slot)]
OPERATOR = "the erratum cache-operators-as-scopes"
SCOPE = "the erratum reduction-copy-default-scope"
UNCONFIRMED = {
    ("cp.reduce.async.bulk.global", "relaxed"): SCOPE,
    ("cp.reduce.async.bulk.global.noftz", "relaxed"): SCOPE,
    ("cp.reduce.async.bulk.shared_cluster", "relaxed"): SCOPE,
    ("ld.weak", "cop"): OPERATOR,
    ("ld.weak.unified", "cop"): OPERATOR,
    ("st.weak", "cop"): OPERATOR,
}
"""Defaults of the manual that ptxas cannot confirm, with the erratum that says why."""


@pytest.fixture(scope="module")
def ptxas() -> Ptxas:
    try:
        return Ptxas(find("13.5"))
    except ReleaseError as error:
        pytest.skip(str(error))


ACCESS = """.version 8.7
.target {target}
.address_size 64
.visible .entry kernel(.param .u64 parameter) {{
  .reg .b64 p; .reg .b32 r, i; .local .b32 words[8]; ld.param.u64 p, [parameter]; ld.volatile.global.u32 i, [p];
  {access}
  st.volatile.global.u32 [p], r;
}}
"""


def access_code(access: str, target: str, ptxas: Ptxas, folder: Path) -> bytes:
    cubin = code(ptxas, ACCESS.format(target=target, access=access), targets.known()[target], folder)
    assert cubin is not None
    return cubin


@pytest.mark.network
@pytest.mark.parametrize("target", ["sm_75", "sm_90", "sm_120"])
@pytest.mark.parametrize(
    ("operator", "relaxed"),
    [
        ("ld.global.ca.u32 r, [p];", "ld.relaxed.cta.global.u32 r, [p];"),
        ("ld.cg.u32 r, [p];", "ld.relaxed.gpu.u32 r, [p];"),
        ("ld.global.cv.u32 r, [p];", "ld.relaxed.sys.global.u32 r, [p];"),
        ("mov.b32 r, 1; st.wb.u32 [p], r;", "mov.b32 r, 1; st.relaxed.cta.u32 [p], r;"),
        ("mov.b32 r, 1; st.global.cg.u32 [p], r;", "mov.b32 r, 1; st.relaxed.gpu.global.u32 [p], r;"),
        ("mov.b32 r, 1; st.global.wt.u32 [p], r;", "mov.b32 r, 1; st.relaxed.sys.global.u32 [p], r;"),
    ],
)
def test_ptxas_compiles_cache_operators_as_relaxed_accesses(
    operator: str, relaxed: str, target: str, ptxas: Ptxas, tmp_path: Path
) -> None:
    written = access_code(operator, target, ptxas, tmp_path)
    assert written == access_code(relaxed, target, ptxas, tmp_path)
    weak = re.sub(r"(ld|st)(\.global)?\.(ca|cg|cv|wb|wt)", r"\1\2", operator)
    assert written != access_code(weak, target, ptxas, tmp_path)


@pytest.mark.network
@pytest.mark.parametrize("target", ["sm_75", "sm_90", "sm_120"])
def test_ptxas_confirms_the_default_operators_of_local_memory(target: str, ptxas: Ptxas, tmp_path: Path) -> None:
    access = "st.local{}.u32 [i], i; ld.local{}.u32 r, [i+4];"
    codes = {access_code(access.format(*pair), target, ptxas, tmp_path) for pair in (("", ""), (".wb", ".ca"))}
    assert len(codes) == 1


def test_every_optional_modifier_has_a_default() -> None:
    missing = database().sql("""SELECT form, name FROM slot WHERE optional AND "default" = ''""")
    assert missing == []


@pytest.mark.network
@pytest.mark.parametrize(
    ("default", "other"),
    [
        ("fence.acq_rel.gpu;", "fence.sc.gpu;"),
        ("mbarrier.arrive.release.cta.b64 state, [a];", "mbarrier.arrive.relaxed.cta.b64 state, [a];"),
        ("mbarrier.try_wait.acquire.cta.b64 p, [a], b;", "mbarrier.try_wait.relaxed.cta.b64 p, [a], b;"),
        ("barrier.cluster.arrive.release;", "barrier.cluster.arrive.relaxed;"),
        ("atom.relaxed.gpu.add.u32 word, [a], 1;", "atom.relaxed.sys.add.u32 word, [a], 1;"),
    ],
)
def test_ptxas_generates_other_code_for_other_semantics(default: str, other: str, ptxas: Ptxas, tmp_path: Path) -> None:
    target, version = next(pair for pair in ptxas.newest_pairs() if pair[0].name == "sm_90a")
    registers = (("a", "b64"), ("b", "b64"), ("state", "b64"), ("p", "pred"))
    modules = [kernel(Probe(statement, registers), target, version) for statement in (default, other)]
    codes = [code(ptxas, module, target, tmp_path) for module in modules]
    assert None not in codes
    assert codes[0] != codes[1]


@pytest.mark.network
@pytest.mark.parametrize(("form", "slot"), CASES, ids=[f"{form.id}-{slot.name}" for form, slot in CASES])
def test_ptxas_generates_the_same_code_for_a_written_default(
    form: Form, slot: Slot, ptxas: Ptxas, tmp_path: Path
) -> None:
    by_name = {target.name: (target, version) for target, version in ptxas.newest_pairs()}
    for omitted, written in pairs_of_spellings(form, slot):
        for target, version in (by_name[name] for name in TARGETS if name in by_name):
            if all(form_available(form, values, target, version) for values in (omitted, written)):
                spellings = [kernel(variant(form, choice).probe, target, version) for choice in (omitted, written)]
                without, with_default = (code(ptxas, module, target, tmp_path) for module in spellings)
                if without is not None and with_default is not None:
                    assert (without == with_default) is ((form.id, slot.name) not in UNCONFIRMED)
                    return
    assert (form.id, slot.name) in UNCONFIRMED
