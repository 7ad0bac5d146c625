"""The links and files of the playground."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from urllib.parse import parse_qs

from generator.site import playground


def test_a_link_carries_the_statements_of_an_example():
    address = playground.link({"code": "add.u32 d, a, 1;\n// 100 % & more\n"})
    page, _, rest = address.partition("#/?")
    assert page == "playground.html"
    assert parse_qs(rest) == {"code": ["add.u32 d, a, 1;\n// 100 % & more"]}


def test_the_archive_omits_modules_that_only_commands_need():
    content = playground.archive(playground.package_files())
    with zipfile.ZipFile(io.BytesIO(content)) as read:
        names = set(read.namelist())
    assert {
        "ptxisa/__init__.py",
        "ptxisa/_generated/isa.sqlite",
        "ptxisa/run/execute.py",
        "ptxisa/data/special_functions_sm_90.npz",
        playground.ANSWERS,
    } <= names
    assert not [name for name in names if "__pycache__" in name or "/oracle/" in name]


def test_equal_files_make_equal_archives():
    assert playground.archive(iter([("a", b"1")])) == playground.archive(iter([("a", b"1")]))


def test_the_archive_answers_without_the_rest_of_the_package(tmp_path):
    with zipfile.ZipFile(io.BytesIO(playground.archive(playground.package_files()))) as archive:
        archive.extractall(tmp_path)
    program = """
import sys; sys.path.insert(0, sys.argv[1])
from ptx_playground import answer
print(answer('{"code": "fma.rn.f32 d, a, b, c; ld.shared.u8 e, [p];", "values": {"a": "0.1", "b": "3", "c": "-0.3"}}'))
"""
    done = subprocess.run([sys.executable, "-I", "-c", program, tmp_path], capture_output=True, text=True, check=True)
    run = json.loads(done.stdout)["run"]
    assert run["results"][0]["bits"] == ["0xb2000000", "0xb2000000"]


def test_examples_that_run_have_a_link():
    assert playground.runs("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {a,b,c,d}, {e,f,g,h}, {i,j}, {k,l,m,n};")
    assert playground.runs("ld.global.u32 d, [p];")
    assert not playground.runs("tcgen05.mma.cta_group::1.kind::f16 [d], a, b, i, e;")
    assert not playground.runs("bra L;")
    assert not playground.runs("mbarrier.test_wait.shared.b64 p, [a], s;")  # Memory has no such object.
