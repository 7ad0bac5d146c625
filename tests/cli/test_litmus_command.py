"""`ptxisa litmus`."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ptxisa.cli.main import main

EXAMPLE = str(Path(__file__).parents[2] / "docs" / "examples" / "litmus" / "message-passing.ptx")
HERD = """PTX SB
{ x=0; y=0; }
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
st.weak x, 1   | st.weak y, 1   ;
ld.weak r0, y  | ld.weak r1, x  ;
exists (P0:r0=0 /\\ P1:r1=0)
"""


def test_the_example_of_the_page(capsys):
    assert main(["litmus", EXAMPLE, "--explain", "--expect"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "message passing: forbidden",
        "  exists (P1:%r1=1 /\\ P1:%r2=0)",
        "  3 executions of model 8.7",
        "  same-size data race: P0: st.weak.global.u32 [data], 1  and  P1: ld.weak.global.u32 %r2, [data]",
        "  the answer depends on the reading of proxy-of-fences",
        "  Axiom causality_of_from_reads forbids the outcome:",
        "    P1: ld.weak.global.u32 %r2, [data]  --from reads-->  P0: st.weak.global.u32 [data], 1",
        "    P0: st.weak.global.u32 [data], 1  --causality-->  P1: ld.weak.global.u32 %r2, [data]",
    ]


def test_a_verdict_other_than_the_expected_one_is_status_1(capsys):
    assert main(["litmus", EXAMPLE, "--without", "release-by-fence", "--expect"]) == 1
    assert "expected: forbidden" in capsys.readouterr().out


def test_json_has_every_field_of_each_test(tmp_path, capsys):
    file = tmp_path / "sb.litmus"
    file.write_text(HERD)
    assert main(["litmus", str(file), EXAMPLE, "--json", "--model", "7.5"]) == 0
    first, second = json.loads(capsys.readouterr().out)["tests"]
    assert first["verdict"] == "allowed"
    assert first["executions"] == first["complete"] == 4
    assert first["bounded"] is None
    assert [race["kind"] for race in first["races"]] == ["same-size", "same-size"]
    assert (second["name"], second["model"], second["expected"]) == ("message passing", "7.5", "forbidden")


SPIN = """.version 8.7
.target sm_90
.address_size 64
//! name spin
//! thread P0 cta=0
//! thread P1 cta=1
//! question exists (P1:%r1=0)
.global .u32 x;
.global .u32 f;
.func P0 () { st.weak.global.u32 [x], 1; st.release.gpu.global.u32 [f], 1; ret; }
.func P1 () {
.reg .u32 %r<3>; .reg .pred %p;
LOOP: LOAD.global.u32 %r0, [f]; setp.eq.u32 %p, %r0, 0; @%p bra LOOP;
ld.weak.global.u32 %r1, [x]; ret;
}
"""


@pytest.mark.parametrize(
    ("load", "ends", "text"),
    [("ld.acquire.gpu", "always", "ends"), ("ld.weak", "not always", "may run forever: P1: ld.weak")],
)
def test_liveness_answers_for_each_loop(load, ends, text, tmp_path, capsys):
    file = tmp_path / "spin.ptx"
    file.write_text(SPIN.replace("LOAD", load))
    assert main(["litmus", str(file), "--liveness"]) == 0
    assert f"the loop at P1: bra LOOP (line 13) {text}" in capsys.readouterr().out
    assert main(["litmus", str(file), "--liveness", "--json"]) == 0
    (loop,) = json.loads(capsys.readouterr().out)["tests"][0]["loops"]
    assert (loop["thread"], loop["line"], loop["ends"]) == ("P1", 13, ends)


def test_pictures_show_each_event_and_the_cycle(tmp_path, capsys):
    herd = tmp_path / "sb.litmus"
    herd.write_text(HERD)
    assert main(["litmus", EXAMPLE, str(herd), "--svg", str(tmp_path / "pictures"), "--jobs", "2"]) == 0
    assert [line for line in capsys.readouterr().out.splitlines() if not line.startswith(" ")] == [
        "message passing: forbidden",
        "",
        "SB: allowed",
    ]
    forbidden = ElementTree.parse(tmp_path / "pictures" / "message-passing.svg").getroot()
    texts = ["".join(node.itertext()) for node in forbidden.iter() if node.tag.endswith("text")]
    assert "message passing: forbidden by causality of from reads" in texts
    assert "ld.weak.global.u32 %r2, [data]  = 0" in texts
    assert sum(node.get("class") == "cycle" for node in forbidden.iter()) == 2
    allowed = ElementTree.parse(tmp_path / "pictures" / "SB.svg").getroot()
    assert sum(node.get("class") == "box" for node in allowed.iter()) == 6


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([EXAMPLE, "--jobs", "-1"], "numbers from 0"),
        ([EXAMPLE, "--svg", EXAMPLE], "File exists"),
        (["missing.litmus"], "No such file"),
        ([EXAMPLE, "--model", "5.0"], "there is no memory model '5.0'"),
        ([EXAMPLE, "--without", "nothing"], "no record or term 'nothing'"),
        ([EXAMPLE, "--choose", "nothing"], "takes an ambiguity and a reading"),
        ([EXAMPLE, "--choose", "nothing=b"], "there is no ambiguity 'nothing'"),
    ],
)
def test_bad_usage_is_one_line(arguments, message, capsys):
    assert main(["litmus", *arguments]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_corrupted_files_end_in_one_line(tmp_path, capsys):
    import random

    pick = random.Random(3)
    sources = [HERD, Path(EXAMPLE).read_text()]
    for _ in range(200):
        text = list(pick.choice(sources))
        for _ in range(pick.randint(1, 6)):
            position = pick.randrange(len(text))
            text[position : position + pick.randint(0, 4)] = pick.choice(
                ["", "(", "|", ";", "P0", "[x]", "9" * 20, "\x00"]
            )
        file = tmp_path / "test.litmus"
        file.write_text("".join(text))
        status = main(["litmus", str(file)])
        captured = capsys.readouterr()
        assert status in (0, 2)
        assert (captured.err.count("\n") == 1) == (status == 2)
