"""Check contracts of approximations: the function has the operands of the form, and every row can be reached."""

from __future__ import annotations

from collections.abc import Iterator

from generator.records.model import FormRecord
from generator.records.problems import Problem, near
from ptxisa.numbers.enclosures import ARITY, interval


def check_contract(form: FormRecord) -> Iterator[Problem]:
    """Yield every contradiction between the contract and its form, and every row that never applies."""
    contract = form.data.get("contract")
    if contract is None:
        return
    read = [name for name, operand in form.data["operands"].items() if operand["access"] == "read"]
    arity = ARITY[contract["function"]]
    if len(read) != arity:
        operands = "1 operand" if arity == 1 else f"{arity} operands"
        message = f"{contract['function']} has {operands}, but the form reads {len(read)}"
        yield form.problem(("contract", "function"), message)
    rows = contract["rows"]
    for index, row in enumerate(rows):
        for key, wanted in row.get("operands", {}).items():
            place = ("contract", "rows", index, "operands", key)
            if key.strip("|") not in read:
                yield form.problem(place, f"{key} is not an operand that the form reads{near(key.strip('|'), read)}")
            if isinstance(wanted, str) and wanted[0] in "[(":
                low, high = interval(wanted)
                if low > high:
                    yield form.problem(place, f"no number is in {wanted}")
    final = next((index for index, row in enumerate(rows) if not {"when", "operands"} & row.keys()), len(rows))
    if final + 1 < len(rows):
        yield form.problem(("contract", "rows", final + 1), "no row after one without a condition can apply")
