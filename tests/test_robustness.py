"""Any text ends in an answer or in the documented errors, never in a traceback."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ptxisa
from ptxisa import PtxError, UnknownOpcode

MANY = settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])

MNEMONICS = ["add", "lop3", "bfe", "mad", "shf", "min", "and", "bar", "xyz", "@p", "@!%q add"]
MODIFIERS = [
    ".u32",
    ".s32",
    ".sat",
    ".cc",
    ".lo",
    ".wide",
    ".f32",
    ".b32",
    ".pred",
    ".or",
    ".l",
    ".wrap",
    "..",
    ".é",
    ".",
]
OPERANDS = [
    "a",
    "%r1",
    "1",
    "-1",
    "0x",
    "1/0",
    "1<<70",
    "!p",
    "_",
    "d|p",
    "{a,b}",
    "[a]",
    "a.x",
    "(1",
    "0f1",
    "1.5",
    "",
    '"s"',
]

statements = st.builds(
    lambda mnemonic, modifiers, operands, end: mnemonic + "".join(modifiers) + " " + ", ".join(operands) + end,
    st.sampled_from(MNEMONICS),
    st.lists(st.sampled_from(MODIFIERS), max_size=5),
    st.lists(st.sampled_from(OPERANDS), max_size=7),
    st.sampled_from([";", "", ";;", "}", "\0"]),
)
texts = st.one_of(st.text(), statements, st.lists(statements, max_size=4).map("\n".join))


@MANY
@given(texts)
def test_statements(text: str) -> None:
    for registers in (None, {"a": "u32", "p": "pred", "%r1": "nonsense"}):
        for diagnostic in ptxisa.check_statement(text, registers=registers):
            assert diagnostic.line >= 1
            assert diagnostic.column >= 1
            assert (diagnostic.line, diagnostic.column) <= diagnostic.end


@MANY
@given(st.one_of(texts, st.binary()))
def test_modules(text: str | bytes) -> None:
    ptxisa.check_module(text)


@MANY
@given(statements.map(lambda statement: f".version 8.0\n.target sm_90\n.entry k() {{ .reg .u32 a; {statement} }}"))
def test_modules_with_a_body(text: str) -> None:
    ptxisa.check_module(text)


@MANY
@given(texts)
def test_available(text: str) -> None:
    try:
        ptxisa.available(text, target="sm_90")
    except UnknownOpcode as error:
        assert "\n" not in str(error)  # noqa: PT017


@MANY
@given(texts)
def test_execute(text: str) -> None:
    try:
        ptxisa.execute(text, {"a": 1, "p": 1, "%r1": 2}, threads=2)
    except PtxError as error:
        assert error.diagnostics  # noqa: PT017


@MANY
@given(st.text())
def test_search(text: str) -> None:
    ptxisa.database().search(text)
