"""The search of the site is the search of the command, in JavaScript: the same index, the same results."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

import ptxisa
from generator.records.load import ROOT
from ptxisa.query.search import INDEX_FILE

QUESTIONS = Path(__file__).parents[2] / "query"
ASK = """
const source = require("fs").readFileSync(process.argv[2], "utf8");
globalThis.document = { addEventListener() {} };
const find = new Function(source + "; return find;")();
const [index, questions] = [require(process.argv[3]), require(process.argv[4])];
console.log(JSON.stringify(questions.map((one) => find(index, one, 5).map((hit) => [hit.kind, hit.name]))));
"""
HOSTILE = [
    "",
    " ",
    '"',
    "constructor",
    "__proto__ toString",
    "a.b.c.d",
    "(((",
    "@p ;",
    "x" * 3000,
    "é ü 漢字",
    "1.2.3:4",
    "SM120_16x8x32_TN_VS",
    "ClusterTransactionBarrier",
    "cuda::std::atomic<int>",
    "cp_async_wait<1>();",
    "is 'foo' of 'bar' unknown here",
]


@pytest.mark.skipif(shutil.which("node") is None, reason="runs the script with Node.js")
def test_script_and_command_return_the_same_results(tmp_path: Path) -> None:
    names = ("questions", "kernel_author_questions", "further_questions", "third_questions")
    files = [yaml.safe_load((QUESTIONS / f"{name}.yaml").read_text(encoding="utf-8")) for name in names]
    asked = [*(str(question) for parts in files for part in parts.values() for question in part), *HOSTILE]
    script, questions = tmp_path / "ask.js", tmp_path / "questions.json"
    script.write_text(ASK, encoding="utf-8")
    questions.write_text(json.dumps(asked), encoding="utf-8")
    find, index = ROOT / "docs" / "_static" / "ptx-find.js", ROOT / "ptxisa" / "_generated" / INDEX_FILE
    run = subprocess.run(["node", script, find, index, questions], capture_output=True, text=True, check=True)
    for question, results in zip(asked, json.loads(run.stdout), strict=True):
        assert results == [[hit.kind, hit.name] for hit in ptxisa.database().search(question, limit=5)], question
