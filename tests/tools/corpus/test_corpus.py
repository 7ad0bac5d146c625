"""The corpus as it is pinned, and the parts of its tools that need no compiler."""

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tools.corpus import atoms, wrappers
from tools.corpus.benchmark import HEAD, body, renamed
from tools.corpus.judge import Case, Judged, disagreements, table
from tools.corpus.make import describe, differing, pinned
from tools.corpus.makers import MAKERS
from tools.corpus.modules import Complaint, Judgment, our_errors
from tools.corpus.mutations import mutants
from tools.corpus.plan import Job, jobs
from tools.corpus.toolchains import PACKAGES, ToolchainError

COMMENT = """\
/*
// red.async.scope.op [dst], value; // PTX ISA 81, SM_90, SM_100f
// .scope     = { .cta, .cluster }
// .op        = { .and }
template <cuda::ptx::dot_scope Scope, typename B32, enable_if_t<sizeof(B32) == 4, bool> = true>
__device__ void red_async(
  cuda::ptx::op_and_op_t,
  cuda::ptx::scope_t<Scope> scope,
  B32* dst,
  const uint32_t (&value)[2],
  cuda::ptx::n32_t<N32> size = {});
*/
"""


def test_the_list_is_that_of_the_plan() -> None:
    assert list(pinned()) == sorted(job.name for job in jobs())
    assert len(pinned()) > 300


def test_the_list_spans_compilers_targets_and_versions() -> None:
    entries = list(pinned().values())
    assert len({job.maker for job in jobs()}) >= 10
    assert {"sm_50", "sm_75", "sm_90a", "sm_100f", "sm_107a", "sm_121a"} <= {entry.target for entry in entries}
    assert {"6.0", "7.8", "8.7", "9.0"} <= {entry.version for entry in entries}
    assert all(re.fullmatch("[0-9a-f]{64}", entry.digest) and entry.size > 0 for entry in entries)


def test_every_toolchain_is_pinned() -> None:
    assert {job.toolchain for job in jobs()} <= set(PACKAGES)
    assert all("==" in package for packages in PACKAGES.values() for package in packages)


def test_a_module_and_its_line() -> None:
    entry = describe("one", "// by hand\n.version 8.7\n.target sm_90, debug\n")
    assert (entry.target, entry.version, entry.size) == ("sm_90", "8.7", 45)
    assert differing([entry], {"one": entry}) == []
    assert differing([entry], {"one": entry._replace(size=1)}) == ["one"]
    with pytest.raises(ToolchainError, match="no module"):
        describe("two", "no module")


def test_wrappers_of_a_comment() -> None:
    addresses = [wrapper.address for wrapper in wrappers.wrappers(COMMENT, "sm_90a", (8, 1))]
    assert addresses == [
        "reinterpret_cast<void *>(static_cast<void (*)(cuda::ptx::op_and_op_t, "
        f"cuda::ptx::scope_{scope}_t, int32_t*, const uint32_t (&)[2], cuda::ptx::n32_t<0>)>(cuda::ptx::red_async))"
        for scope in ("cta", "cluster")
    ]
    assert not list(wrappers.wrappers(COMMENT, "sm_90a", (8, 0)))
    assert not list(wrappers.wrappers(COMMENT, "sm_80", (8, 1)))


@pytest.mark.parametrize(
    ("target", "names", "has"),
    [
        ("sm_90", "", True),
        ("sm_90", "SM_90a", False),
        ("sm_90a", "SM_90a, SM_100a", True),
        ("sm_100f", "SM_100a", False),
        ("sm_100a", "SM_100f", True),
        ("sm_103a", "SM_100a, SM_90", True),
    ],
)
def test_targets_of_wrappers(target: str, names: str, has: bool) -> None:
    head = (
        f"/*\n// x; // PTX ISA 80{', ' if names else ''}{names}\ntemplate <typename = void>\n__device__ void f();\n*/"
    )
    assert bool(list(wrappers.wrappers(head, target, (9, 0)))) == has


def test_modules_of_a_library_are_named_by_number_and_target(tmp_path: Path) -> None:
    folder = tmp_path / "written/lib-1.0-liba.so.1"
    folder.mkdir(parents=True)
    for number, target in (("2", "sm_90"), ("12", "sm_90"), ("2", "sm_100")):
        (folder / f"liba.so.{number}.{target}.ptx").write_text(f"{number} {target}")
    job = Job("library", "lib-1.0", "liba.so.1", "sm_90", ("2",))
    assert MAKERS["library"](job, tmp_path) == "2 sm_90"
    with pytest.raises(ToolchainError, match="no such module"):
        MAKERS["library"](job._replace(target="sm_80"), tmp_path)


def test_every_job_has_a_maker() -> None:
    assert {job.maker for job in jobs()} == MAKERS.keys()


def test_atoms_of_a_header(tmp_path: Path) -> None:
    for name in atoms.PARTS["warp"]:
        (tmp_path / f"{name}.hpp").write_text("struct SM80_A\n{\n  using DRegisters = float[4];\n};\n")
    text = atoms.source("// kernels\n", tmp_path, "warp", 80)
    assert text.count("template __global__ void separate<SM80_A>") == len(atoms.PARTS["warp"])
    assert "SM80_A" not in atoms.source("", tmp_path, "warp", 75)


def test_names_of_large_modules_are_renamed() -> None:
    text = ".visible .func add(.param .b32 x)\n{\n .reg .b32 a;\n add.s32 a, a, 1;\n mov.u32 a, add;\n ret;\n}\n"
    assert renamed(text, "_7") == text.replace("func add(", "func add_7(").replace(", add;", ", add_7;")
    assert not our_errors(HEAD + text + renamed(text, "_7"))


def test_bodies_of_large_modules() -> None:
    assert body(HEAD + '.file 1 "x"\n.func f()\n{\n .loc 1 2 3\n ret;\n}\n') == ".func f()\n{\n ret;\n}\n"
    assert body(HEAD + ".section .debug_str\n{\n}\n") is None
    assert body(HEAD) is None


def test_tables_and_lists_of_disagreements() -> None:
    text = ".version 8.7\n.target sm_90\n.entry k()\n{\n .reg .b32 a;\n add.s32 a, a, 1;\n}\n"
    judged = [
        Judged(Case("m", mutant.text, mutant), Judgment((), (Complaint(6, f"Bad thing '%r{number}'"),)))
        for number, mutant in enumerate(mutants(text, Random(1), 12))
    ]
    listed = disagreements(judged)
    assert sum(int(count) for count in re.findall("^([0-9]+) x", listed, re.MULTILINE)) == len(judged)
    assert "only ptxas rejects" in listed
    assert ".version 8.7 .target sm_90" in listed
    shown = table({"a": Counter({"both accept": 3}), "b": Counter({"only we reject": 1})})
    assert shown.splitlines()[-1].split() == ["all", "4", "3", "0", "1", "0", "75.00%"]
