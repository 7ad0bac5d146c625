"""Warnings of memory accesses that nothing orders, each with the fix."""

import pytest

import ptxisa

HEAD = ".version 8.7\n.target sm_90\n.address_size 64\n"
REGISTERS = ".reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n.reg .pred %p<9>;\n.shared .align 16 .b8 s[64];\n"
COPY = "cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r1], 16;"
TENSOR = "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%rd1, {%r2, %r3}], [%r1+16];"
CODES = {"missing-proxy-fence", "arrival-scope", "weak-polling", "fence-before-barrier"}


def codes(*statements):
    text = HEAD + ".entry k()\n{\n" + REGISTERS + "\n".join(statements) + "\nret;\n}\n"
    diagnostics = ptxisa.check_module(text)
    assert not [diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"]
    return [(diagnostic.code, diagnostic.line - 10) for diagnostic in diagnostics if diagnostic.code in CODES]


@pytest.mark.parametrize(
    ("statements", "line"),
    [
        (["st.shared.b32 [%r1], 5;", COPY], 1),
        (["st.shared.b32 [%r1+8], 5;", "bar.sync 0;", COPY], 2),
        (["st.shared.v4.b32 [%r1+16], {%r2, %r3, %r4, %r5};", TENSOR], 1),
        (["st.shared.b32 [s], 5;", COPY.replace("%r1", "s")], 1),
        # One of two paths has the fence.
        (["st.shared.b32 [%r1], 5;", "@%p1 bra L;", "fence.proxy.async;", "L:", COPY], 4),
        # The store of the iteration before.
        (["L:", COPY, "st.shared.b32 [%r1], 5;", "@%p1 bra L;"], 1),
    ],
)
def test_a_bulk_store_after_a_generic_store_needs_a_proxy_fence(statements, line):
    assert codes(*statements) == [("missing-proxy-fence", line)]


@pytest.mark.parametrize(
    "statements",
    [
        ["st.shared.b32 [%r1], 5;", "fence.proxy.async.shared::cta;", "bar.sync 0;", COPY],
        ["st.shared.b32 [%r1+16], 5;", COPY],
        ["st.shared.b32 [%r2], 5;", COPY],
        ["st.shared.b32 [%r1], 5;", "add.u32 %r1, %r1, 64;", COPY],
        ["st.shared.b32 [%r1], 5;", "bra.uni L;", COPY, "L:"],
        ["st.shared.b32 [%r1], 5; // " + COPY],
        ["st.global.b32 [%rd1], 5;", COPY],
    ],
)
def test_other_stores_are_no_reason_for_a_warning(statements):
    assert codes(*statements) == []


@pytest.mark.parametrize(("semantics", "expected"), [("", True), (".release.cta", True), (".release.cluster", False)])
def test_an_arrival_at_another_cta_needs_the_scope_of_the_cluster(semantics, expected):
    arrive = f"mbarrier.arrive{semantics}.shared::cluster.b64 _, [%r2];"
    assert bool(codes("mapa.shared::cluster.u32 %r2, %r1, %r3;", arrive)) == expected
    assert not codes("mov.b32 %r2, %r1;", arrive)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (["ld.global.u32 %r1, [%rd1];", "setp.eq.u32 %p1, %r1, 0;"], True),
        (["nanosleep.u32 20;", "ld.u32 %r1, [%rd1+4];", "setp.ne.u32 %p1, %r1, %r2;"], True),
        (["ld.acquire.gpu.global.u32 %r1, [%rd1];", "setp.eq.u32 %p1, %r1, 0;"], False),
        (["ld.volatile.global.u32 %r1, [%rd1];", "setp.eq.u32 %p1, %r1, 0;"], False),
        # A search in an array, and a loop that stores.
        (["ld.global.u32 %r1, [%rd1];", "add.u64 %rd1, %rd1, 4;", "setp.eq.u32 %p1, %r1, 0;"], False),
        (["ld.global.u32 %r1, [%rd1];", "st.global.u32 [%rd2], %r1;", "setp.eq.u32 %p1, %r1, 0;"], False),
        (["ld.global.u32 %r1, [%rd1];", "bar.sync 0;", "setp.eq.u32 %p1, %r1, 0;"], False),
    ],
)
def test_a_loop_that_waits_for_a_weak_load(body, expected):
    assert bool(codes("L:", *body, "@%p1 bra L;")) == expected


@pytest.mark.parametrize(
    ("fence", "flag", "expected"),
    [
        ("membar.gl;", "st.volatile.global.u32 [%rd2], 1;", True),
        ("fence.acq_rel.gpu;", "@%p1 red.global.add.u32 [%rd2], 1;", True),
        ("fence.acq_rel.gpu;", "st.release.gpu.global.u32 [%rd2], 1;", False),
        ("fence.acq_rel.gpu;", "fence.acq_rel.gpu; st.relaxed.gpu.global.u32 [%rd2], 1;", False),
        ("fence.acq_rel.cta;", "st.relaxed.gpu.global.u32 [%rd2], 1;", False),
    ],
)
def test_a_flag_after_a_barrier_needs_a_fence_after_the_barrier(fence, flag, expected):
    statements = ("st.global.u32 [%rd1], 1;", fence, "bar.sync 0;", flag)
    assert codes(*statements) == ([("fence-before-barrier", 3)] if expected else [])


@pytest.mark.parametrize(
    ("statements", "lines"),
    [
        (["FENCE", "BARRIER", "FLAG", "FENCE", "FLAG"], [3]),
        (["FENCE", "BARRIER", "FENCE", "FLAG", "FLAG", "BARRIER"], []),
        (["FENCE", "BARRIER", "FENCE", "FLAG", "STORE", "FENCE", "BARRIER", "FLAG"], [8]),
        # The fence before the flag is on one of two paths to it, on none, and on the only one.
        (["FENCE", "BARRIER", "@%p1 bra L;", "FENCE", "L: FLAG"], []),
        (["FENCE", "BARRIER", "bra L;", "FENCE", "L: FLAG"], [5]),
        (["FENCE", "BARRIER", "@%p1 bra L;", "FENCE", "FLAG", "L:"], []),
        (["FENCE", "BARRIER", "FENCE", "@%p1 bra L;", "BARRIER", "L: FLAG"], []),
        (["FLAG", "FENCE", "BARRIER"], []),
        (["L: FLAG", "FENCE", "BARRIER", "@%p1 bra L;"], []),
    ],
)
def test_the_last_fence_or_barrier_on_each_path_to_a_flag_decides(statements, lines):
    words = {"FENCE": "fence.acq_rel.gpu;", "BARRIER": "bar.sync 0;", "FLAG": "st.relaxed.gpu.global.u32 [%rd2], 1;"}
    words["STORE"] = "st.global.u32 [%rd1], 1;"
    written = []
    for statement in ("STORE", *statements):
        label, _, last = statement.rpartition(": ")
        written.append(f"{label}: {words[last]}" if label else words.get(statement, statement))
    assert codes(*written) == [("fence-before-barrier", line) for line in lines]
