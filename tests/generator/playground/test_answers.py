"""Answers of the playground."""

from __future__ import annotations

import json

import pytest

from generator.playground.answers import (
    MEMORY,
    MOST_CHARACTERS,
    MOST_ROWS,
    MOST_STATEMENTS,
    MOST_THREADS,
    answer,
    newest,
)
from generator.records.load import ROOT
from ptxisa.isa import versions
from ptxisa.isa.types import known


def ask(**request):
    return json.loads(answer(json.dumps(request)))


def test_a_statement_is_checked_and_run():
    answer = ask(code="add.sat.s32 d, a, 1;", values={"a": "0x7fffffff, -2"})
    assert answer["diagnostics"] == []
    (statement,) = answer["statements"]
    assert statement["available"] is True
    assert statement["forms"][0]["id"] == "add.int.sat"
    assert statement["forms"][0]["semantics"].startswith("d ← clamp")
    assert answer["run"]["inputs"] == [{"name": "a", "type": "s32", "value": "0x7fffffff, -2"}]
    (result,) = answer["run"]["results"]
    assert result["values"] == ["2147483647", "-1"]
    assert result["bits"] == ["0x7fffffff", "0xffffffff"]


def test_target_and_version_decide_availability():
    answer = ask(code="add.u32 d, a, b;\nadd.u16x2 e, c, c;", target="sm_80")
    (wrong,) = answer["diagnostics"]
    assert (wrong["code"], wrong["start"], wrong["end"]) == ("unavailable-target", [2, 1], [2, 10])
    assert [statement["available"] for statement in answer["statements"]] == [True, False]
    assert "PTX 8.0" in answer["run"]["problem"]


def test_declarations_make_the_text_the_body_of_a_kernel():
    answer = ask(code=".reg .b32 r<4>;\nadd.u32 r1, r2, r9; // r9\n")
    (wrong,) = answer["diagnostics"]
    assert (wrong["code"], wrong["start"]) == ("undeclared-name", [2, 17])
    assert [input_["name"] for input_ in answer["run"]["inputs"]] == ["r2", "r9"]


@pytest.mark.parametrize(
    ("statement", "place", "codes"),
    [
        ("add.u16x2 r, r, r;", {}, []),
        ("add.u16x2 r, r, r;", {"target": "sm_80"}, ["unavailable-target"]),
        ("add.u16x2 r, r, r;", {"ptx": "7.8"}, ["unavailable-version"]),
        ("fma.rn.f32x2 l, l, l, l;", {}, ["unavailable-target"]),
        ("fma.rn.f32x2 l, l, l, l;", {"target": "sm_100"}, []),
        ("fma.rn.f32x2 l, l, l, l;", {"target": "sm_100", "ptx": "8.6"}, []),
        ("fma.rn.f32x2 l, l, l, l;", {"target": "sm_100", "ptx": "7.8"}, ["unavailable-version"]),
    ],
)
def test_a_body_has_a_place_where_none_is_chosen(statement, place, codes):
    answer = ask(code=f".reg .b32 r; .reg .b64 l;\n{statement}", **place)
    assert [diagnostic["code"] for diagnostic in answer["diagnostics"]] == codes


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("add.u32 d, a b;\n@p;", "expected ',' or ';', found 'b'"),
        ("ld.u32 d, [p];\nld.u8 e, [q];", "thread 0: address 0x3e8 is outside of 64 bytes"),
    ],
)
def test_the_first_problem_of_a_run_is_reported(code, problem):
    run = ask(code=code, values={"p": "1000", "q": "2000"})["run"]
    assert run["problem"] == problem
    assert "results" not in run


def test_a_module_is_checked_only():
    answer = ask(code=".version 8.0\n.target sm_90\n.address_size 64\n.foo\n")
    assert answer["module"]
    assert [diagnostic["start"][0] for diagnostic in answer["diagnostics"]] == [4]
    assert answer["run"] == {}


def test_memory_has_bytes_that_are_their_numbers():
    run = ask(code="ld.global.u32 d, [p+4];\nst.shared.u8 [q], 255;", values={"p": "0", "q": "1"})["run"]
    assert run["results"][0]["bits"] == ["0x07060504"]
    assert [space["space"] for space in run["memory"]] == ["global", "shared"]
    assert run["memory"][1]["bytes"].startswith("00ff0203")


def test_a_guarded_result_has_an_old_value():
    run = ask(code="@p mov.u32 d, 1;", values={"p": "0,1", "d": "9"})["run"]
    assert [input_["name"] for input_ in run["inputs"]] == ["p", "d"]
    assert run["results"][0]["values"] == ["9", "1"]


@pytest.mark.parametrize("values", [{"a": "x"}, {"a": "1,2,y"}, {"a": ",".join("1" * 129)}, {"a": str(1 << 40)}])
def test_values_that_do_not_fit_are_named(values):
    run = ask(code="add.u32 d, a, 1;", values=values)["run"]
    assert run["problem"].startswith("a")
    assert "results" not in run


@pytest.mark.parametrize(
    "code", ["", " \n", "// x", "/* x", "\0\U0001f600;{{", "add", "@", ".reg", "ld.global.u32 d, [p", "}"]
)
def test_any_text_has_an_answer(code):
    assert set(ask(code=code)) == {"module", "diagnostics", "statements", "run"}


@pytest.mark.parametrize(
    "code",
    [
        "cvt.u32.u8 d, a;",
        "abs.s16 d, a;",
        "popc.b64 d, a;",
        "neg.f16 d, a;",
        "neg.bf16 d, a;",
        "neg.f64 d, a;",
        "not.pred d, a;",
        "add.u16x2 d, a, a;",
        "add.f16x2 d, a, a;",
        "cvt.rn.f16x2.e4m3x2 d, a;",
    ],
)
def test_samples_are_values_of_their_types(code):
    run = ask(code=code)["run"]
    assert "problem" not in run
    assert len(run["results"][0]["values"]) == 2


def test_queries_have_columns_and_rows():
    answer = ask(sql="SELECT id, NULL AS absent FROM form ORDER BY id")
    assert answer["columns"] == ["id", "absent"]
    assert len(answer["rows"]) == MOST_ROWS
    assert answer["count"] > MOST_ROWS
    assert answer["rows"][0][1] == ""


@pytest.mark.parametrize(("length", "shown"), [(MOST_CHARACTERS, MOST_CHARACTERS), (500, MOST_CHARACTERS)])
def test_cells_of_a_query_are_cut(length, shown):
    ((cell,),) = ask(sql=f"SELECT substr(hex(zeroblob(500)), 1, {length})")["rows"]
    assert cell == "0" * shown


@pytest.mark.parametrize("query", ["DROP TABLE form", "SELECT", "", "SELECT 1; SELECT 2", "ATTACH 'x' AS y"])
def test_other_queries_are_rejected(query):
    assert "problem" in ask(sql=query) or ask(sql=query)["rows"] == []


@pytest.mark.parametrize(
    ("code", "value", "type_", "bits"),
    [
        ("not.pred d, a;", "0", "pred", ["0x1"]),
        ("not.b16 d, a;", "0xfffe, 0", "b16", ["0x0001", "0xffff"]),
        ("add.u32 d, a, 1;", "0x12344", "u32", ["0x00012345"]),
        ("neg.f64 d, a;", "0.0", "f64", ["0x8000000000000000"]),
    ],
)
def test_bits_have_a_digit_for_every_four_of_the_type(code, value, type_, bits):
    (result,) = ask(code=code, values={"a": value})["run"]["results"]
    assert (result["name"], result["type"], result["bits"]) == ("d", type_, bits)
    assert len(result["values"]) == len(bits)


def test_bodies_are_of_the_newest_version_that_has_a_manual():
    documented = [tuple(map(int, name.split("."))) for name, version in versions.known().items() if version.documented]
    assert newest() == ".".join(map(str, max(documented)))


def test_registers_have_samples_until_they_get_values():
    """Each starts with another sample, for two threads; addresses are other ones."""
    run = ask(code="fma.rn.f32 d, a, b, c;\nxor.b16 e, f, g;\nld.global.u32 h, [p];")["run"]
    assert [(input_["name"], input_["value"]) for input_ in run["inputs"][:5]] == [
        ("a", "1.5, -2.25"),
        ("b", "-2.25, 0.1"),
        ("c", "0.1, 3"),
        ("f", "0xf0f, 0"),
        ("g", "0, 1"),
    ]
    assert run["threads"] == 2


def test_short_lists_go_on_with_their_last_value():
    values = {"a": "1, 2, 3, 4", "b": " 100 ,200,300", "c": "1000"}
    run = ask(code="mad.lo.u32 d, a, c, b;", values=values)["run"]
    assert run["threads"] == 4
    assert run["results"][0]["values"] == ["1100", "2200", "3300", "4300"]


def test_statements_without_inputs_are_run_by_one_thread():
    run = ask(code="mov.u32 d, 7;")["run"]
    results = [{"name": "d", "type": "u32", "values": ["7"], "bits": ["0x00000007"]}]
    assert run == {"inputs": [], "results": results, "memory": [], "threads": 1}


def test_memory_is_shown_in_words_of_four_bytes():
    (memory,) = ask(code="ld.global.u32 d, [p];")["run"]["memory"]
    words = [bytes(range(start, start + 4)).hex() for start in range(0, MEMORY, 4)]
    assert memory == {"space": "global", "bytes": " ".join(words)}


def test_forms_have_semantics_or_why_there_are_none():
    (inverted,) = ask(code="not.b32 d, a;")["statements"][0]["forms"]
    assert inverted == {"id": "not", "syntax": "not.{type} d, a", "semantics": "d ← ~a\n", "without": ""}
    (bra,) = ask(code="bra L;")["statements"][0]["forms"]
    assert (bra["id"], bra["semantics"]) == ("bra", "")
    assert bra["without"] == "It changes control flow and computes no value."


@pytest.mark.parametrize(("count", "fits"), [(MOST_THREADS, True), (MOST_THREADS + 1, False)])
def test_there_is_a_most_of_threads(count, fits):
    run = ask(code="add.u32 d, a, 1;", values={"a": ",".join(["1"] * count)})["run"]
    assert ("results" in run) is fits


def test_each_opcode_is_listed_once_and_in_order():
    code = "sub.u32 d, d, a; sub.u32 d, d, b; add.u32 d, a, b; nothing.u32 d; mul.lo.u32 e, a, b;"
    statements = ask(code=code)["statements"]
    assert [statement["opcode"] for statement in statements] == ["sub.u32", "add.u32", "nothing.u32", "mul.lo.u32"]
    assert [statement["available"] for statement in statements] == [True, True, None, True]
    assert [len(statement["forms"]) for statement in statements] == [1, 1, 0, 1]


def test_there_is_a_most_of_statements():
    code = "".join(f"add.{type_} d{type_}, a{type_}, b{type_};" for type_ in known())
    assert len(ask(code=code)["statements"]) == min(MOST_STATEMENTS, len(known()))


def test_findings_of_a_body_have_the_places_of_its_text():
    answer = ask(code=".reg .b32 a;\n\n  add.u32 a, a, x;\nadd.u32 y, a, 1;")
    assert [(diagnostic["start"], diagnostic["end"]) for diagnostic in answer["diagnostics"]] == [
        ([3, 17], [3, 18]),
        ([4, 9], [4, 10]),
    ]
    assert ask(code=".reg .b32 a;\nadd.u32 a, a, x;")["diagnostics"][0]["start"] == [2, 15]
    assert ask(code=".reg .b32 a; add.u32 a, a, x;")["diagnostics"][0]["start"] == [1, 28]
    assert ask(code="} .reg .b32 a;")["diagnostics"] != []


@pytest.mark.parametrize(
    ("code", "place"),
    [(".reg .b32 a; @", [1, 15]), (".reg .b32 a;\ncall f, (", [2, 10]), (".reg .b32 a;\n@\n", [3, 1])],
)
def test_problems_at_the_end_of_a_body_are_reported_there(code, place):
    (diagnostic,) = ask(code=code)["diagnostics"]
    assert diagnostic["message"].endswith(", found '}'")
    assert (diagnostic["start"], diagnostic["end"]) == (place, place)


def test_places_in_brackets_are_memory_of_their_spaces():
    run = ask(code="ld.u8 d, [p];\nld.local.u8 e, [p];\nst.shared::cta.u8 [p], e;\nld.shared.u8 f, [p];")["run"]
    assert [space["space"] for space in run["memory"]] == ["global", "local", "shared"]
    assert all(len(space["bytes"].replace(" ", "")) == 2 * MEMORY for space in run["memory"])
    assert {input_["name"]: input_["type"] for input_ in run["inputs"]} == {"p": "u64"}


def test_a_matrix_product_runs_in_a_warp():
    answer = ask(code="mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {a,b,c,d}, {e,f,g,h}, {i,j}, {k,l,m,n};")
    assert answer["run"]["threads"] == 32
    assert all(result["values"] == ["16.0"] * 32 for result in answer["run"]["results"])


def test_lanes_of_a_warp_have_their_number_as_value():
    (result,) = ask(code="shfl.sync.up.b32 d, a, 1, 0, -1;")["run"]["results"]
    assert [int(bits, 16) for bits in result["bits"]] == [0, *range(31)]


KERNEL = """
.version 8.7
.target sm_90
.address_size 64
.visible .entry scale(.param .u64 x, .param .f32 factor, .param .u32 count)
{
    .reg .pred %p;
    .reg .b32 %i, %n;
    .reg .f32 %v, %f;
    .reg .b64 %x, %o;
    ld.param.u64 %x, [x];
    ld.param.f32 %f, [factor];
    ld.param.u32 %n, [count];
    mov.u32 %i, %tid.x;
    setp.ge.u32 %p, %i, %n;
    @%p bra DONE;
    mul.wide.u32 %o, %i, 4;
    add.s64 %x, %x, %o;
    ld.global.f32 %v, [%x];
    mul.f32 %v, %v, %f;
    st.global.f32 [%x], %v;
DONE:
    ret;
}
"""


def test_a_kernel_with_a_branch_runs():
    answer = ask(code=KERNEL, values={"x": "range:f32:8", "factor": "0.5", "count": "3", "block": "4"})
    assert answer["diagnostics"] == []
    (array,) = answer["run"]["arrays"]
    assert array["values"] == "0.0, 0.5, 1.0, 3.0, 4.0, 5.0, 6.0, 7.0"


def test_a_run_shows_the_line_of_an_illegal_access():
    answer = ask(code=KERNEL, values={"x": "zeros:f32:2", "block": "4"})
    (diagnostic,) = answer["diagnostics"]
    assert (diagnostic["code"], diagnostic["start"][0]) == ("out-of-bounds", 19)
    assert [input_["name"] for input_ in answer["run"]["inputs"]] == ["grid", "block", "x", "factor", "count"]


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"x": "zeros:f32"}, "KIND:TYPE:SHAPE"),
        ({"x": "zeros:f32:9999999"}, "cannot be made"),
        ({"block": "many"}, "invalid literal"),
        ({"factor": "much"}, "not a valid value"),
        ({"block": "4096"}, "block"),
    ],
)
def test_arguments_of_a_kernel_that_do_not_fit_are_problems(values, problem):
    assert problem in ask(code=KERNEL, values=values)["run"]["problem"]


def test_a_kernel_without_an_end_is_stopped():
    (diagnostic,) = ask(code=".version 8.7 .target sm_90 .address_size 64 .entry k() { L: bra L; }")["diagnostics"]
    assert diagnostic["code"] == "deadlock"


def test_a_litmus_test_is_decided():
    code = (ROOT / "docs" / "examples" / "litmus" / "message-passing.ptx").read_text(encoding="utf-8")
    verdict = ask(code=code)["litmus"]
    assert verdict["verdict"] == "forbidden"
    assert {"P1:%r1": 1, "P1:%r2": 0} not in verdict["outcomes"]
    assert verdict["picture"].startswith("<svg")
    assert "problem" in ask(code="//! question nothing\n.version 8.7")["litmus"]
