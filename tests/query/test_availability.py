"""What is available where, and what it needs."""

import pytest

from ptxisa import UnknownOpcode, available
from ptxisa.isa.forms import Clause, End
from ptxisa.isa.targets import UnknownTarget, known
from ptxisa.isa.versions import UnknownVersion, version
from ptxisa.query.availability import Availability, ended, first_version, opcode_of


@pytest.mark.parametrize(
    ("opcode", "target", "ptx", "yes"),
    [
        ("add.u32", "sm_10", "1.0", True),
        ("add.u16x2", "sm_90", "8.0", True),
        ("add.u16x2", "sm_90", "7.8", False),
        ("add.u16x2", "sm_89", "8.0", False),
        ("add.u16x2", "sm_120f", "8.8", True),
        ("szext", "sm_70", "7.6", True),
        ("szext", "sm_70", "7.5", False),
        ("addc.u64", "sm_13", "4.3", False),
        ("addc.cc.u64", "sm_20", "4.3", True),
        ("add.cc", "sm_10", "1.2", True),
        ("lop3.or.b32 d|p, a, b, c, 0x3f, q;", "sm_60", "8.2", False),
        ("@!p lop3.b32 d, a, b, c, 1;", "sm_60", "8.2", True),
        ("mul.lo.s32", "sm_90", "7.0", False),
    ],
)
def test_opcodes_and_statements_are_available_from_their_floors_on(
    opcode: str, target: str, ptx: str, yes: bool
) -> None:
    assert bool(available(opcode, target=target, ptx=ptx)) is yes


@pytest.mark.parametrize(
    ("opcode", "target", "ptx", "reason"),
    [
        ("add.u16x2", "sm_90", "7.8", "needs PTX 8.0 on sm_90"),
        ("add.u16x2", "sm_89", "8.0", "needs PTX 8.0 on sm_90 or later"),
        ("mul.lo.s32", "sm_90", "7.0", "PTX 7.0 does not support sm_90, which needs PTX 7.8"),
        ("dp4a.u32.s32", "sm_60", None, "needs PTX 5.0 on sm_61 or later"),
        ("wgmma.fence", "sm_100a", None, "needs PTX 8.0 on sm_90a; sm_100a has tcgen05.mma"),
        ("wgmma.fence", "sm_120a", "8.7", "needs PTX 8.0 on sm_90a; sm_120a has mma"),
        ("wgmma.fence", "sm_90", None, "needs PTX 8.0 on sm_90a"),
        ("dp4a.u32.s32", None, "4.3", "needs PTX 5.0 on sm_61 or later"),
    ],
)
def test_reasons(opcode: str, target: str | None, ptx: str | None, reason: str) -> None:
    answer = available(opcode, target=target, ptx=ptx)
    assert not answer
    assert answer.reason == reason


@pytest.mark.parametrize(("length", "shown"), [(80, "x" * 80), (81, "x" * 79 + "…")])
def test_an_opcode_is_shown_in_80_characters(length: int, shown: str) -> None:
    assert repr(Availability(True, "since 1.0", (), (), "x" * length)) == f"<{shown}: since 1.0>"
    assert repr(Availability(False, "needs 1.0", (), (), "x" * length)) == f"<{shown}: not available: needs 1.0>"


def test_a_mnemonic_is_available_where_any_form_is() -> None:
    answer = available("add", target="sm_50", ptx="5.0")
    assert answer
    assert {"add.int", "add.packed", "add.cc"} <= set(answer.forms)


def test_without_place_anything_recorded_is_available() -> None:
    answer = available("bfe.s64")
    assert answer
    assert [(requirement.ptx, requirement.target) for requirement in answer.requires] == [("2.0", "sm_20+")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ad.u32", "unknown instruction 'ad'; did you mean"),
        ("add.u33", "add has no modifier .u33"),
        ("add.sat.u64", "cannot be combined with .u64"),
        ("mul.s32.lo", "are in the wrong order"),
        ("", "not an opcode"),
        ("add;;drop", None),
        ("add.u32?", "unexpected"),
        ("é", "not an opcode"),
        ("_add.u32", "unknown instruction '_add'"),
        ("a9.u32", "unknown instruction 'a9'"),
        ("wmma.load.a", r"wmma.load.a needs .sync"),
    ],
)
def test_unknown_opcodes(text: str, message: str | None) -> None:
    if message is None:
        assert available(text)
        return
    with pytest.raises(UnknownOpcode, match=message):
        available(text)


def test_unknown_targets_and_versions_are_errors() -> None:
    with pytest.raises(UnknownTarget):
        available("add.u32", target="sm_95")
    with pytest.raises(UnknownVersion):
        available("add.u32", ptx="7.9")


@pytest.mark.parametrize(
    ("text", "opcode"),
    [
        ("add", "add"),
        ("  @p add.u32 a, b, c;", "add.u32"),
        ("@!%p1 ld.shared::cta.b32 a, [b];", "ld.shared::cta.b32"),
        ("ret;", "ret"),
    ],
)
def test_opcode_of(text: str, opcode: str) -> None:
    assert opcode_of(text) == opcode


@pytest.mark.parametrize(
    ("end", "target", "ptx", "expected"),
    [
        (End(ptx="6.4", target="sm_70+"), "sm_70", "6.4", True),
        (End(ptx="6.4", target="sm_70+"), "sm_61", "6.4", False),
        (End(ptx="6.4", target="sm_70+"), "sm_70", "6.3", False),
        (End(ptx="6.4"), None, "7.0", True),
        (End(ptx="6.4"), "sm_70", None, False),
        (End(target="sm_70+"), "sm_90", None, True),
        (End(ptx="6.4", when={"type": ("f32",)}), None, "7.0", False),
    ],
)
def test_ends_take_effect_where_both_floors_are_reached(
    end: End, target: str | None, ptx: str | None, expected: bool
) -> None:
    on = known()[target] if target else None
    assert ended(end, {"type": "u32"}, on, version(ptx) if ptx else None) is expected


# --- the language around the instructions ---


@pytest.mark.parametrize(
    ("name", "target", "ptx", "reason"),
    [
        ("%tid", "sm_10", "1.0", "available since PTX 1.0 on sm_10 or later"),
        ("%tid.x", None, None, "available since PTX 1.0 on sm_10 or later"),
        (".maxntid 16, 16", None, "1.2", "needs PTX 1.3 on sm_10 or later"),
        (".u16x2", "sm_80", None, "needs PTX 8.0 on sm_90 or later"),
        (".global", "sm_90", "8.0", "available since PTX 7.8 on sm_90"),
        (".managed", "sm_20", None, "needs PTX 4.0 on sm_30 or later"),
        ('"nounroll"', None, "1.4", "needs PTX 2.0 on sm_10 or later"),
        (".shared::cluster", "sm_80", "8.0", "needs PTX 7.8 on sm_90 or later"),
        (".const[3]", "sm_20", None, "available since PTX 2.0 on sm_20, removed in PTX 2.2"),
        (".bf16x2", "sm_75", None, "needs PTX 7.0 on sm_80 or later"),
        (".reqnctapercluster", "sm_80", None, "needs PTX 7.8 on sm_90 or later"),
        (".maxnctapersm", None, "8.0", "removed in PTX 2.1: Use .minnctapersm."),
        ("%clusterid", "sm_80", None, "needs PTX 7.8 on sm_90 or later"),
    ],
)
def test_names_of_the_language(name: str, target: str | None, ptx: str | None, reason: str) -> None:
    answer = available(name, target=target, ptx=ptx)
    assert (bool(answer), answer.reason) == (reason.startswith("available"), reason)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("%tidd", "unknown name '%tidd'; did you mean %tid?"),
        ("%tid.q", "unknown name '%tid.q'; did you mean %tid?"),
        (".global.u32", "not a name"),
        (".u16x3", "did you mean .u16x2?"),
        (".maxntidd", "did you mean .maxntid?"),
        ('"nounrol"', "unknown name"),
        ("%", "not a name: '%'"),
        (".", "not a name: '.'"),
        ('"', "not a name"),
        ("@@", "not a name"),
    ],
)
def test_names_that_are_not_known(name: str, message: str) -> None:
    with pytest.raises(UnknownOpcode, match=message.replace("?", r"\?").replace(".", r"\.")):
        available(name)


@pytest.mark.parametrize(
    ("opcode", "target", "ptx", "reason"),
    [
        ("shfl.up.b32", "sm_86", None, "removed in PTX 6.4 for sm_70 or later: Use shfl.sync."),
        ("vote.ballot.b32", "sm_90a", None, "removed in PTX 6.4 for sm_70 or later: Use vote.sync."),
        ("cos.f32", "sm_50", None, "removed in PTX 1.4: Write cos.approx.ftz.f32."),
        ("wmma.load.a.sync.row.m16n16k16.f16", "sm_75", None, "removed in PTX 6.3: .aligned is required from PTX 6.3."),
        (".maxnctapersm", "sm_80", None, "removed in PTX 2.1: Use .minnctapersm."),
        (
            "shfl.up.b32",
            "sm_70",
            None,
            "available since PTX 6.0 on sm_70, deprecated in PTX 6.0, removed in PTX 6.4 for sm_70 or later",
        ),
        ("shfl.up.b32", "sm_60", None, "available since PTX 5.0 on sm_60, deprecated in PTX 6.0"),
        ("shfl.up.b32", "sm_60", "5.0", "available since PTX 5.0 on sm_60"),
        ("shfl.up.b32", "sm_70", "6.3", "available since PTX 6.0 on sm_70, deprecated in PTX 6.0"),
        (
            "shfl.up.b32",
            None,
            None,
            "available since PTX 3.0 on sm_30 or later, deprecated in PTX 6.0, removed in PTX 6.4 for sm_70 or later",
        ),
        ("cos.f32", None, None, "available since PTX 1.0 on sm_10 or later, removed in PTX 1.4"),
        (".maxnctapersm", None, "2.0", "available since PTX 1.3 on sm_10 or later, deprecated in PTX 2.0"),
        ("mad.f32", "sm_13", "2.0", "available since PTX 1.2 on sm_13"),
        ("shfl", "sm_90", None, "available since PTX 7.8 on sm_90"),
        ("tcgen05.mma", "sm_103a", None, "available since PTX 8.8 on sm_100f and later of its family"),
    ],
)
def test_deprecations_and_removals_in_versions_of_a_target(
    opcode: str, target: str | None, ptx: str | None, reason: str
) -> None:
    answer = available(opcode, target=target, ptx=ptx)
    assert (bool(answer), answer.reason) == (reason.startswith("available"), reason)


def test_every_name_of_the_language_has_an_answer() -> None:
    from ptxisa.isa import language, types

    names = [
        *language.special_registers(),
        *language.directives(),
        *(f".{name}" for name in (*types.known(), *language.state_spaces(), *language.attributes())),
        *(f'"{name}"' for name in language.pragmas()),
    ]
    for name in names:
        answer = available(name)
        assert answer.requires, name
        assert bool(answer) or answer.reason.startswith("removed")


def test_an_opcode_loads_nothing_of_the_language() -> None:
    import subprocess
    import sys

    code = "import sys, ptxisa; ptxisa.available('add.u32'); print('ptxisa._generated.language' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


@pytest.mark.parametrize(
    ("target", "first"),
    [("sm_10", None), ("sm_20", "3.0"), ("sm_30", "3.0"), ("sm_90", "7.8")],
)
def test_the_first_version_is_that_of_the_earliest_clause_and_not_before_the_target(
    target: str, first: str | None
) -> None:
    clauses = [Clause("base", "3.0", "sm_20+"), Clause("later", "4.0", "sm_20+"), Clause("wide", "3.1", "sm_30+")]
    actual = first_version(clauses, known()[target])
    assert actual == (None if first is None else version(first))
