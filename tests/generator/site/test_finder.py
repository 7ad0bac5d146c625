"""The search field of the site answers as `ptxisa search` does."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

pytest.importorskip("sphinx")

import ptxisa
from generator.records.load import ROOT
from generator.site import scripts as finder
from ptxisa.query.search import rank

QUESTIONS = Path(__file__).parents[2] / "query" / "questions.yaml"
ASK = """
const source = require("fs").readFileSync(process.argv[2], "utf8");
globalThis.document = { addEventListener() {} };
const find = new Function("PTX_INDEX", source + "; return find;")(require(process.argv[3]));
console.log(JSON.stringify(require(process.argv[4]).map((one) => find(one).slice(0, 3).map((hit) => hit.url))));
"""
LEAST = 0.95
"""The part of the questions that must have the same first answer: the script knows no statements."""


def entries() -> list[list[object]]:
    """Return the index of every record, without addresses of pages."""
    rows = ptxisa.database().sql("SELECT kind, name, data FROM record WHERE kind <> 'evidence' ORDER BY kind, path")
    return [
        [name, kind, f"{kind} {name}", finder._words(json.loads(data)), [], rank(kind)] for kind, name, data in rows
    ]


@pytest.mark.skipif(shutil.which("node") is None, reason="runs the script with Node.js")
def test_first_answers_are_those_of_the_command(tmp_path: Path) -> None:
    parts = yaml.safe_load(QUESTIONS.read_text(encoding="utf-8"))
    asked = {str(question): answer for name in ("Plain words", "Memory", "Matrices", "CUDA C++ names")
             for question, answer in parts[name].items()}  # fmt: skip
    script, index, questions = (tmp_path / name for name in ("ask.js", "index.json", "questions.json"))
    script.write_text(ASK, encoding="utf-8")
    index.write_text(json.dumps(entries()), encoding="utf-8")
    questions.write_text(json.dumps([*asked]), encoding="utf-8")
    finds = next(iter(sorted((ROOT / "docs" / "_static").glob("*find.js"))))
    run = subprocess.run(["node", script, finds, index, questions], capture_output=True, text=True, check=True)
    first = [found[:1] for found in json.loads(run.stdout)]
    wrong = {
        question: found for (question, answer), found in zip(asked.items(), first, strict=True) if found != [answer]
    }
    assert len(wrong) <= (1 - LEAST) * len(asked), wrong
