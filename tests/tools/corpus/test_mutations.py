"""Mutations: every sort changes something, the same seed gives the same mutants, fragments are complete."""

from random import Random

import pytest

from ptxisa.oracle.assembler import Ptxas
from ptxisa.syntax.parser import parse
from tools.corpus.fragments import LIMIT, SPARE, fragments
from tools.corpus.modules import Assemblers
from tools.corpus.mutations import SORTS, Site, modifier_groups, mutants, recorded

# Something for every sort of mutation.
MODULE = """\
.version 8.7
.target sm_90, debug
.address_size 64

.global .align 4 .u32 total[4] = {1, 2, 3, 4};
.global .align 8 .u64 unused;
.extern .shared .align 16 .b8 dynamic[];
.const .align 4 .f32 factor = 0f40000000;
.global .align 8 .u64 table[2] = {helper, total};

.visible .func (.param .b32 result) helper(.param .b32 x)
.noreturn
{
    .reg .b32 %r<3>;
    ld.param.b32 %r1, [x];
    st.param.b32 [result], %r1;
    ret;
}

.visible .entry kernel(.param .u64 .ptr .global .align 4 data, .param .u32 n)
.maxntid 128, 1, 1
.minnctapersm 2
{
    .reg .pred %p<2>;
    .reg .b32 %r<9>;
    .reg .f32 %f<5>;
    .reg .b64 %rd<4>;
    .local .align 4 .b8 depot[16];
    ld.param.u64 %rd1, [data];
    ld.param.u32 %r1, [n];
    setp.gt.s32 %p1, %r1, 4;
    @%p1 bra $end;
    ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1+16];
    mul.wide.u32 %rd2, %r1, 4;
    add.s32 %r2, %r1, 7;
    bfe.u32 %r3, %r2, 3, 5;
    {
        .param .b32 in;
        .param .b32 out;
        st.param.b32 [in], %r3;
        call.uni (out), helper, (in);
        ld.param.b32 %r4, [out];
    }
    st.global.v4.f32 [%rd1], {%f4, %f3, %f2, %f1};
    atom.global.add.u32 %r5, [total], %r4;
$end:
    ret;
}
"""


@pytest.fixture
def fragment() -> str:
    """Return the kernel of the module with all that it needs."""
    return next(text for seed in range(9) for text in fragments(MODULE, Random(seed), 1) if ".entry" in text)


def test_a_fragment_has_what_its_function_names(fragment: str) -> None:
    assert not [diagnostic for diagnostic in parse(fragment).diagnostics if diagnostic.severity == "error"]
    assert ".extern .func (.param .b32 result) helper(.param .b32 x)\n;" in fragment
    assert "total[4]" in fragment
    assert not any(word in fragment for word in ("unused", "factor", "table", "debug", ".noreturn"))
    assert all(f".reg .{type_} {name};" in fragment for type_, name in SPARE.items())


def test_fragments_are_small() -> None:
    long = MODULE.replace("    ret;\n", "    add.s32 %r1, %r1, 1;\n" * 5000 + "    ret;\n")
    texts = fragments(long, Random(1), 2)
    assert len(texts) == 2
    assert all(len(text_) < LIMIT for text_ in texts)


def test_labels_and_lists_of_a_window_come_along() -> None:
    body = "targets: .branchtargets one, two;\nbrx.idx.uni %r1, targets;\none:\nret;\ntwo:\nret;\nthree:\nret;"
    text = f".version 8.7\n.target sm_90\n.entry k() {{ .reg .u32 %r1;\n{body} }}"
    (small,) = fragments(text, Random(1), 1)
    assert all(word in small for word in ("targets:", ".branchtargets one, two;", "one:", "two:"))
    assert "three:" not in small


def test_fragments_of_nothing() -> None:
    assert fragments("", Random(1), 3) == []
    assert fragments(".version 8.7\n.target sm_90\n.func f();", Random(1), 3) == []


@pytest.mark.parametrize("sort", SORTS)
def test_every_sort_finds_its_place(sort: str) -> None:
    site = Site(MODULE)
    edits = [SORTS[sort](site, Random(seed)) for seed in range(40)]
    changed = {MODULE[: edit.start] + edit.text + MODULE[edit.end :] for edit in edits if edit}
    assert changed - {MODULE}
    assert all(edit.near[0] <= edit.start or sort == "statement-outside" for edit in edits if edit)


@pytest.mark.parametrize("sort", SORTS)
def test_no_sort_needs_anything(sort: str) -> None:
    for text in ("", ".version 8.7\n.target sm_90\n", ".version 8.7\n.target sm_90\n.entry k() { ret; }"):
        SORTS[sort](Site(text), Random(1))


def test_the_same_seed_gives_the_same_mutants(fragment: str) -> None:
    first, second = (list(mutants(fragment, Random(5), 40)) for _ in range(2))
    assert first == second
    assert list(mutants(fragment, Random(6), 40)) != first
    assert len(first) == 40
    assert len({mutant.text for mutant in first} | {fragment}) == 41
    assert len({mutant.sort for mutant in first}) > 30


def test_a_mutant_shows_what_was_changed(fragment: str) -> None:
    for mutant in mutants(fragment, Random(7), 60):
        assert mutant.before in fragment
        if mutant.sort != "statement-outside":
            assert mutant.after in mutant.text
            assert mutant.before != mutant.after


def test_instructions_without_records_are_told_apart() -> None:
    assert recorded("add.u32 a, b, c;")
    assert recorded("no_such_mnemonic a;")


def test_groups_of_modifiers() -> None:
    groups = modifier_groups()
    assert {"u32", "s64", "bf16x2"} <= set(groups["u32"])
    assert "shared" in groups["global"]
    assert {"lo", "hi", "wide"} <= set(groups["hi"])


def test_a_real_ptxas_accepts_fragments_and_rejects_mutants(fragment: str, ptxas: Ptxas) -> None:
    assemblers = Assemblers([ptxas])
    assert assemblers.complaints(fragment) == ()
    rejected = [mutant for mutant in mutants(fragment, Random(1), 59) if assemblers.complaints(mutant.text)]
    assert len(rejected) > 20
