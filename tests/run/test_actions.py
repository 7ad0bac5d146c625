"""Every operation that records may name is one of those that run."""

import json
from pathlib import Path

from ptxisa.isa.executions import EXECUTIONS
from ptxisa.run.actions import ACTIONS
from ptxisa.run.operations import KINDS

SCHEMA = Path(__file__).parents[2] / "schema" / "common.schema.json"


def test_the_schema_has_the_operations_that_run() -> None:
    form = json.loads(SCHEMA.read_text(encoding="utf-8"))["$defs"]["form"]["properties"]["executes"]["enum"]
    assert set(form) == set(EXECUTIONS) == {*ACTIONS, *KINDS}
