"""Calls and branches: rules of the topics `calls` and `labels`, and verdicts of ptxas 13.0 on every pair of types."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from generator.records.load import ROOT
from generator.records.yaml_reader import read
from ptxisa import check_module
from ptxisa.check.calls import check_branch, check_call, check_targets
from ptxisa.check.place import Place
from ptxisa.check.scope import Scope, enter, enter_labeled, enter_labels, enter_parameters
from ptxisa.isa.diagnostics import CATALOGUE, Diagnostic
from ptxisa.syntax import tree
from ptxisa.syntax.parser import parse

HEAD = ".version 9.0\n.target sm_90\n.address_size 64\n"
TOPICS = ("calls", "labels")
CALLS = {name for name, code in CATALOGUE.items() if name.startswith("call-") and code.language == "ptx"}
OWN_CODES = CALLS | {"missing-prototype", "branch-target"}


def judge(text: str) -> list[Diagnostic]:
    """Return the diagnostics of the calls, branches and lists of a module."""
    return list(judge_module(parse(HEAD + text).module))


def judge_module(module: tree.Module) -> Iterator[Diagnostic]:
    scope = Scope()
    for item in module.items:
        list(enter(scope, item))
        if isinstance(item, tree.Function) and isinstance(item.body, tree.Block):
            inner = Scope(scope)
            list(enter_parameters(inner, item))
            yield from judge_block(item.body, inner)


def judge_block(block: tree.Block, scope: Scope) -> Iterator[Diagnostic]:
    list(enter_labels(scope, block.statements))
    label: tree.Label | None = None
    for statement in block.statements:
        yield from judge_statement(statement, scope, label)
        label = statement if isinstance(statement, tree.Label) else None


def judge_statement(statement: Any, scope: Scope, label: tree.Label | None) -> Iterator[Diagnostic]:
    if isinstance(statement, tree.Block):
        yield from judge_block(statement, Scope(scope))
    elif isinstance(statement, (tree.Targets, tree.CallPrototype)):
        list(enter_labeled(scope, label, statement))
        if isinstance(statement, tree.Targets):
            yield from check_targets(statement, scope.lookup, Place(None, None))
    elif not isinstance(statement, (tree.Instruction, tree.Label)):
        list(enter(scope, statement))
    elif isinstance(statement, tree.Instruction) and statement.opcode.mnemonic == "call":
        yield from check_call(statement, scope.lookup)
    elif isinstance(statement, tree.Instruction) and statement.opcode.mnemonic in ("bra", "brx"):
        yield from check_branch(statement, scope.lookup)


def codes(text: str) -> set[str]:
    return {diagnostic.code for diagnostic in judge(text)}


def kernel(body: str, before: str = "") -> str:
    return f"{before}\n.entry k () {{\n{body}\n}}\n"


# The rules.


def snippets(key: str) -> list[Any]:
    records = [read(path) for path in sorted((ROOT / "isa" / "rules").glob("*.yaml"))]
    return [
        pytest.param(snippet_, id=f"{record.data['name']}-{number}")
        for record in records
        if record.data["topic"] in TOPICS
        for number, snippet_ in enumerate(record.data.get(key, ()))
    ]


@pytest.mark.parametrize("snippet", snippets("valid"))
def test_valid_examples_of_rules_have_no_findings(snippet: dict[str, str]) -> None:
    assert parse(HEAD + snippet["ptx"]).diagnostics == ()
    assert judge(snippet["ptx"]) == []


@pytest.mark.parametrize("snippet", snippets("invalid"))
def test_invalid_examples_of_rules_have_the_code_of_the_rule(snippet: dict[str, str]) -> None:
    if snippet["code"] in OWN_CODES:
        assert codes(snippet["ptx"]) == {snippet["code"]}
    elif parse(HEAD + snippet["ptx"]).diagnostics:
        assert snippet["code"] in {diagnostic.code for diagnostic in parse(HEAD + snippet["ptx"]).diagnostics}
    elif "call" in snippet["ptx"] or "br" in snippet["ptx"]:
        assert codes(snippet["ptx"]) <= {snippet["code"]}


@pytest.mark.parametrize("name", sorted(OWN_CODES))
def test_examples_of_the_catalogue(name: str) -> None:
    code = CATALOGUE[name]
    wrong, right = (code.complete(example).partition("64\n")[2] for example in (code.wrong, code.right))
    assert codes(wrong) == {name}
    assert codes(right) == set()


def test_every_code_of_calls_has_a_rejected_example() -> None:
    assert {param.values[0]["code"] for param in snippets("invalid")} >= OWN_CODES


# Every pair of types, as ptxas 13.0 accepts them, except f16x2, which it accepts for many others.

SCALARS = {
    "b8": "b8 s8 u8",
    "b16": "b16 s16 u16 f16",
    "b32": "b32 s32 u32 f32",
    "b64": "b64 s64 u64 f64",
    "b128": "b128",
    "s8": "b8 s8 u8",
    "s16": "b16 s16 u16",
    "s32": "b32 s32 u32",
    "s64": "b64 s64 u64",
    "u8": "b8 s8 u8",
    "u16": "b16 s16 u16",
    "u32": "b32 s32 u32",
    "u64": "b64 s64 u64",
    "f16": "b16 f16",
    "f32": "b32 f32",
    "f64": "b64 f64",
}
BITS = "b8 b16 b32 b64 b128"


@pytest.mark.parametrize("passed", ["reg", "param"])
@pytest.mark.parametrize("space", ["reg", "param"])
@pytest.mark.parametrize("formal", SCALARS)
def test_scalars_that_a_parameter_accepts(formal: str, space: str, passed: str) -> None:
    for given in SCALARS:
        body = f".{passed} .{given} x;\ncall f, (x);\ncall (x), g;"
        before = f".func f (.{space} .{formal} a) {{ ret; }}\n.func (.{space} .{formal} r) g () {{ ret; }}"
        diagnostics = judge(kernel(body, before))
        wanted = [] if given in SCALARS[formal].split() else ["call-type", "call-type"]
        assert [diagnostic.code for diagnostic in diagnostics] == wanted, given


@pytest.mark.parametrize("formal", SCALARS)
def test_arrays_that_a_parameter_accepts(formal: str) -> None:
    """Arrays of 32 bytes: bit-size elements fit all others, other elements fit their own type."""
    for given in SCALARS:
        body = f".param .align 16 .{given} x[{256 // int(given[1:])}];\ncall f, (x);"
        before = f".func f (.param .align 16 .{formal} a[{256 // int(formal[1:])}]) {{ ret; }}"
        fits = formal in BITS.split() or given in BITS.split() or formal == given
        assert codes(kernel(body, before)) == (set() if fits else {"call-type"}), given


CONSTANTS = {"integer": "5 -5 5U 0x1ffffffff WARP_SZ 1+2", "float": "1.5 0f3fc00000 0d3ff8000000000000 1.0/2.0"}


@pytest.mark.parametrize("formal", [*SCALARS, "pred"])
@pytest.mark.parametrize("sort", CONSTANTS)
def test_constants_that_a_parameter_accepts(sort: str, formal: str) -> None:
    fits = formal[0] == "b" or ((formal[0] == "f") == (sort == "float") and formal != "pred")
    for constant in CONSTANTS[sort].split():
        reported = codes(kernel(f"call f, ({constant});", f".func f (.reg .{formal} a) {{ ret; }}"))
        assert reported == (set() if fits else {"call-type"}), constant


# Single cases.

FUNCTIONS = """
.func f1 (.param .u32 a) { ret; }
.func (.param .u32 r) g1 (.param .u32 a) { ret; }
.func q8 (.param .align 8 .u32 a) { ret; }
.func ux (.param .align 4 .b8 x[]) { ret; }
.entry other (.param .u32 a) { ret; }
.global .u32 gv;
.reg .u64 p;
"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("call g1, (1);", {"call-count"}),
        ("call (_), g1, (1);", set()),
        ("call (5), g1, (1);", {"call-argument"}),
        ("call (1.5), g1, (1);", {"call-type"}),
        (".param .u32 a; call (a), g1, (a);", set()),
        (".param .align 8 .u32 a; call q8, (a);", set()),
        (".param .align 8 .u32 a; call f1, (a);", {"call-alignment"}),
        (".param .align 2 .u32 a; call f1, (a);", set()),
        (".param .align 4 .b8 a[1]; call ux, (a);", set()),
        (".param .align 4 .f32 a[2]; call ux, (a);", set()),
        (".param .align 4 .b8 a[2][2]; call ux, (a);", {"call-type"}),
        (".param .b8 a[4]; t: .callprototype _ (.reg .b8 _[4]); call p, (a), t;", {"call-type"}),
        (".param .b8 a[4]; t: .callprototype (.reg .b8 _[4]) _ (); call (a), p, t;", {"call-type"}),
        ("call ux, ();", set()),
        ("call ux;", {"call-count"}),
        ("call other, (1);", {"call-target"}),
        ("call gv;", {"call-target"}),
        ("call %laneid;", {"call-target"}),
        ("{ .param .u32 a; }\ncall f1, (a);", {"undeclared-name"}),
        ("{ .param .u32 a; call f1, (a); }", set()),
        ("t: .calltargets f1, f1; call p, (1), t;", set()),
        ("t: .calltargets f1; call f1, (1), t;", {"call-target"}),
        ("t: .calltargets other; call p, (1), t;", {"undocumented"}),
        ("t: .branchtargets t; call p, (1), t;", {"call-target"}),
        ("t: .callprototype _ (.param .align 4 .b8 _[]); call p, (), t;", set()),
        ("t: .callprototype _ (.param .align 4 .b8 _[]); call p, t;", {"call-count"}),
        ("call p, (1), f1;", {"call-target"}),
        ("call p, (1), gv;", {"call-target"}),
        ("call p, (1), p;", {"call-target"}),
        (".global .u64 t[2] = {f1, q8}; call p, (1), t;", set()),
        (".reg .u32 a; .global .u64 t[2] = {f1, q8}; call p, (a), t;", {"call-alignment"}),
        (".reg .v2 .u64 q; t: .callprototype _; call q, t;", {"call-target"}),
        ("bra p;", {"branch-target"}),
        ("bra;", {"operand-count"}),
        ("l: .reg .v2 .u32 i; t: .branchtargets l; brx.idx i.x, t;", set()),
        ("l: .reg .v2 .u32 i; t: .branchtargets l; brx.idx i, t;", {"operand-type"}),
        ("l: .reg .u32 i; t: .branchtargets l; brx.idx i+1, t;", set()),
        ("l: .reg .u64 i; t: .branchtargets l; brx.idx i+1, t;", {"operand-type"}),
        ("l: t: .branchtargets l; brx.idx %laneid+1, t;", set()),
        ("l: t: .branchtargets l; brx.idx %laneid, t;", {"operand-type"}),
        ("l: t: .branchtargets l; brx.idx %clock64+1, t;", {"operand-type"}),
        ("l: t: .branchtargets l; brx.idx %tid+1, t;", {"operand-type"}),
        ("l: t: .branchtargets l; brx.idx 1.5, t;", {"operand-kind"}),
        ("l: t: .branchtargets l; brx.idx _, t;", {"operand-kind"}),
        ("l: t: .branchtargets l; brx.idx gv, t;", {"operand-type"}),
        ("l: t: .branchtargets l; brx.idx nothing, t;", {"undeclared-name"}),
        ("t: .calltargets f<2>;", {"undeclared-name"}),
        ("t: .calltargets p;", {"call-target"}),
        ("t: .calltargets t;", {"call-target"}),
    ],
)
def test_calls_have_the_verdicts_of_ptxas(body: str, expected: set[str]) -> None:
    assert codes(kernel(body, FUNCTIONS)) == expected


def test_a_constant_for_a_result_is_a_warning() -> None:
    assert [diagnostic.severity for diagnostic in judge(kernel("call (5), g1, (1);", FUNCTIONS))] == ["warning"]


def test_findings_point_at_the_argument() -> None:
    text = kernel(".reg .f32 x; call f1, (x);", FUNCTIONS)
    (diagnostic,) = judge(text)
    assert (HEAD + text)[diagnostic.span.start : diagnostic.span.end] == "x"
    assert diagnostic.message == "x is .reg .f32, and the parameter is .param .u32"


def test_messages_describe_arrays_and_vectors() -> None:
    before = ".func f (.param .align 8 .b8 a[16]) { ret; }\n.func v (.reg .v4 .f32 a) { ret; }"
    diagnostics = judge(kernel(".param .align 8 .b8 x[12]; .reg .f32 s; call f, (x); call v, (s);", before))
    assert [diagnostic.message for diagnostic in diagnostics] == [
        "x is .param .b8[12], and the parameter is .param .b8[16]",
        "s is .reg .f32, and the parameter is .reg .v4 .f32",
    ]


@pytest.mark.parametrize(
    ("declaration", "what"),
    [
        (".reg .u64 x;", "x is a .u64 register"),
        (".reg .v2 .u64 x;", "x is a .v2 .u64 register"),
        (".shared .u32 x;", "x is a .shared variable"),
        (".param .u32 x;", "x is a .param variable"),
        ("x: .callprototype _;", "x is a prototype"),
        ("x: .branchtargets x;", "x is a list of targets"),
    ],
)
def test_messages_name_the_kind_of_a_name(declaration: str, what: str) -> None:
    messages = [diagnostic.message for diagnostic in judge(kernel(f"{declaration}\nbra x;"))]
    assert messages == [f"{what}; a branch goes to a label"]


def test_messages_name_the_kind_of_module_names() -> None:
    diagnostics = judge(kernel("bra f1;\nbra %laneid;\nl: call l;", FUNCTIONS))
    assert [diagnostic.message for diagnostic in diagnostics] == [
        "f1 is a function; a branch goes to a label",
        "%laneid is a special register; a branch goes to a label",
        "l is a label, which cannot be called",
    ]
    body = "{ bra a; bra r; }"
    assert [diagnostic.message for diagnostic in judge(f".func (.param .u32 r) f (.param .u32 a)\n{body}")] == [
        "a is a parameter; a branch goes to a label",
        "r is a result; a branch goes to a label",
    ]


def test_only_the_first_mismatched_function_of_a_list_is_reported() -> None:
    text = kernel("t: .calltargets f1, q8; .reg .f32 x; call p, (x), t;", FUNCTIONS)
    assert [diagnostic.code for diagnostic in judge(text)] == ["call-type"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        # Without a list of results or arguments, ptxas counts with the last function of a list or the first of a table.
        ("t: .calltargets g1, f1; call p, (1), t;", "undocumented"),
        ("t: .calltargets f1, g1; call p, (1), t;", "call-count"),
        ("t: .calltargets f1, n; call p, t;", "undocumented"),
        ("t: .calltargets n, f1; call p, t;", "call-count"),
        (".global .u64 t[2] = {n, f1}; call p, t;", "undocumented"),
        (".global .u64 t[2] = {f1, n}; call p, t;", "call-count"),
        (".reg .u32 r; t: .calltargets f1, g1; call (r), p, (1), t;", "call-count"),
        (".reg .u32 r; t: .calltargets n, f1; call p, (), t;", "call-count"),
    ],
)
def test_functions_of_a_list_with_other_numbers_of_results_or_arguments(body: str, code: str) -> None:
    functions = FUNCTIONS.replace(".reg .u64 p;", ".func n () { ret; }")
    text = f".version 8.7\n.target sm_90\n{functions}.entry k () {{ .reg .u64 p; {body} }}"
    assert [diagnostic.code for diagnostic in check_module(text, assembler="13.5")] == [code]


def test_a_huge_list_of_labels_is_checked_up_to_the_first_undeclared_one() -> None:
    diagnostics = judge(kernel("t: .branchtargets l<4000000000>;\nl0:"))
    assert [diagnostic.message for diagnostic in diagnostics] == ["l1 is not declared"]


def test_long_names_are_cut_in_messages() -> None:
    name = "x" * 5000
    (diagnostic,) = judge(kernel(f"call {name};"))
    assert len(diagnostic.message) < 100
    for length, shown in ((60, "x" * 60), (61, f"{'x' * 60}…")):
        (diagnostic,) = judge(kernel(f".reg .u32 {'x' * length};\nbra {'x' * length};"))
        assert diagnostic.message == f"{shown} is a .u32 register; a branch goes to a label"


def test_malformed_calls_are_reported_by_the_parser_alone() -> None:
    assert judge(kernel("call (a), ;\ncall f1, (;")) == []


# Loads of results.

HALF = ".func (.param .b32 v) half (.param .b32 p) { ret; }\n"
CALL = "st.param.b32 [a], r; call (x), half, (a); "
LOAD = "ld.param.b32 r, [x]; "


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        (".param .b32 x, a; " + CALL + LOAD, False),
        (".param .b32 x, a; " + CALL + "add.u32 r, r, 1; l: " + LOAD + LOAD, False),
        (".param .b32 x, a; " + CALL + "{ " + LOAD + "}", False),
        (".param .b32 x, a; { " + CALL + "} " + LOAD, False),
        (".param .b32 x, a; @q bra l; " + CALL + "l: " + LOAD, False),
        (".param .b32 x, a; " + CALL + "{ .param .b32 x; } " + LOAD, False),
        ("{ .param .b32 k; } ld.param.b32 r, [k];", False),
        ('.pragma "{"; { .param .b32 k; } ld.param.b32 r, [k];', False),
        (".param .b32 x, a; " + CALL + "/* } */ " + LOAD, False),
        (".param .b32 x, a; " + LOAD + CALL, True),
        (".param .b32 x, a; l: " + LOAD + CALL + "@q bra l;", True),
        (".param .b32 x, a; " + CALL + "ld.param.b32 r, [a];", True),
        (".param .b32 x, a; " + CALL + LOAD + "{ .param .b32 x; " + LOAD + "}", True),
        (".param .align 4 .b8 x[8]; ld.param.b32 r, [x+4];", True),
        (".param .b32 x; ld.param::func.b32 r, [x];", True),
        (".param .b32 x; // call (x), half, (a);\n" + LOAD, True),
    ],
)
def test_a_result_is_loaded_after_a_call_that_returns_it(body: str, wrong: bool) -> None:
    text = f"{HEAD}{HALF}.entry e (.param .b32 k) {{ .reg .b32 r; .reg .pred q; {body} ret; }}"
    found = [diagnostic.code for diagnostic in check_module(text) if diagnostic.severity == "error"]
    assert found == ["result-before-call"] * wrong
