"""The stub of `ptxisa.checkers`: a name for each mnemonic, so that type checkers and editors know which there are."""

from __future__ import annotations

from collections.abc import Sequence

from generator.backends.forms import by_mnemonic
from generator.records.isa import Isa
from generator.records.model import Instruction
from ptxisa.isa.names import module_name

HEAD = '''"""The checkers of `ptxisa.checkers`, for type checkers alone; written by the generator from the records."""

from ptxisa.check.statement import Checker

'''


def emit(isa: Isa) -> str:
    """Return the text of the stub: each checker with what its instructions do as documentation."""
    checkers = {module_name(name): records for name, records in by_mnemonic(isa.instructions).items()}
    exported = "".join(f'    "{name}",\n' for name in checkers)
    lines = (f'{name}: Checker\n"""{_meaning(records)}"""\n' for name, records in checkers.items())
    return f"{HEAD}__all__ = [\n{exported}]\n\n{''.join(lines)}"


def _meaning(records: Sequence[Instruction]) -> str:
    """Return the summary, or those of several records with their names."""
    if len(records) == 1:
        return records[0].summary
    return "\n".join(f"{record.name}: {record.summary}" for record in records)
