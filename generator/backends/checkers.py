"""Write the stub of `ptxisa.checkers`: a name for each mnemonic, for type checkers and editors."""

from __future__ import annotations

from generator.backends.forms import by_mnemonic
from generator.records.isa import Isa
from ptxisa.isa.names import module_name

HEAD = '''"""The checkers of `ptxisa.checkers`, for type checkers alone; written by the generator from the records."""

from ptxisa.check.statement import Checker

'''


def emit(isa: Isa) -> str:
    """Return the text of the stub, where the summaries of the instructions document each checker."""
    checkers = {module_name(name): records for name, records in by_mnemonic(isa.instructions).items()}
    exported = "".join(f'    "{name}",\n' for name in checkers)
    lines = []
    for name, records in checkers.items():
        summaries = [f"{record.name}: {record.summary}" for record in records]
        summary = "\n".join(summaries) if len(records) > 1 else records[0].summary
        lines.append(f'{name}: Checker\n"""{summary}"""\n')
    return f"{HEAD}__all__ = [\n{exported}]\n\n{''.join(lines)}"
