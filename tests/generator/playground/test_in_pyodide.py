"""The package on Pyodide itself, in Node.js: the checker and SQL without NumPy, and the answers of the playground.

Pyodide is the package in the cache, or the unpacked release in the folder PTXISA_PYODIDE.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import Any

import pytest

from generator.playground import pyodide
from generator.site.playground import archive, package_files
from ptxisa.cache import folder

PACKAGE = Path(os.environ.get("PTXISA_PYODIDE") or folder("pyodide") / f"pyodide-{pyodide.VERSION}.tgz")
pytestmark = pytest.mark.skipif(
    shutil.which("node") is None or not PACKAGE.exists(), reason="needs Node.js and the package of Pyodide in the cache"
)
SCRIPT = """
import { loadPyodide } from "./package/pyodide.mjs";
import { existsSync, readFileSync, readdirSync } from "fs";
const listed = existsSync("packages.json") ? JSON.parse(readFileSync("packages.json", "utf8")) : [];
const python = await loadPyodide({ packages: listed });
const unpack = (name, kind) => python.unpackArchive(new Uint8Array(readFileSync(name)).buffer, kind);
for (const wheel of readdirSync(".").filter((name) => name.endsWith(".whl"))) unpack(wheel, "wheel");
unpack("ptxisa.zip", "zip");
console.log(python.runPython(readFileSync("asked.py", "utf8")));
"""
CHECKS = """
import json, ptxisa
head = ".version 8.7\\n.target sm_90\\n.address_size 64\\n"
found = ptxisa.check_module(head + ".visible .entry k() { .reg .u32 r<2>; add.u32 r0, r1, 1.5; ret; }")
json.dumps({
    "codes": [diagnostic.code for diagnostic in found],
    "available": bool(ptxisa.available("cp.async.bulk", target="sm_80")),
    "forms": ptxisa.database().sql("SELECT count(*) FROM form")[0][0],
    "search": ptxisa.database().search("ldmatirx")[0].name,
})
"""
ANSWERS = """
import json
from ptx_playground import answer
json.dumps([json.loads(answer(json.dumps({"code": code})))["run"] for code in CODES])
"""
MMA = "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {d0, d1}, {a}, {b}, {c0, c1};"
BRANCH = ".reg .u32 d;\n.reg .pred p;\nmov.u32 d, %laneid;\nsetp.lt.u32 p, d, 1;\n@p bra X;\nadd.u32 d, d, 7;\nX: ret;"


def on_pyodide(code: str, tmp_path: Path) -> Any:
    """Return the JSON that Python on Pyodide makes of some code."""
    if PACKAGE.is_dir():
        content = pyodide.files(PACKAGE)
        (tmp_path / "package").mkdir()
        for name, data in content.items():
            (tmp_path / "package" / name).write_bytes(data)
        (tmp_path / "packages.json").write_text(json.dumps(pyodide.wheels(content)), encoding="utf-8")
    else:
        with tarfile.open(fileobj=io.BytesIO(PACKAGE.read_bytes())) as package:
            package.extractall(tmp_path, filter="data")
    (tmp_path / "ptxisa.zip").write_bytes(archive(package_files()))
    (tmp_path / "ask.mjs").write_text(SCRIPT, encoding="utf-8")
    (tmp_path / "asked.py").write_text(code, encoding="utf-8")
    run = subprocess.run(["node", "ask.mjs"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-2000:]
    return json.loads(run.stdout.splitlines()[-1])


def test_checker_search_and_sql_run_without_numpy(tmp_path: Path) -> None:
    answer = on_pyodide(CHECKS, tmp_path)
    assert answer == {"codes": ["operand-type"], "available": False, "forms": answer["forms"], "search": "ldmatrix"}
    assert answer["forms"] > 700


def test_the_playground_answers(tmp_path: Path) -> None:
    try:
        files = pyodide.files(PACKAGE)
    except pyodide.PyodideError as error:
        pytest.skip(str(error))
    for name in () if PACKAGE.is_dir() else files:
        if name.endswith(".whl"):
            (tmp_path / name).write_bytes(files[name])
    product, branch = on_pyodide(ANSWERS.replace("CODES", json.dumps([MMA, BRANCH])), tmp_path)
    assert [result["name"] for result in product["results"]] == ["d0", "d1"]
    d, _ = branch["results"]
    assert d["values"] == ["0", *(str(lane + 7) for lane in range(1, 32))]
