"""A lint of the English in records, schemas, diagnostics and pages: `python -m generator.wording`."""
