"""What records say at run time: forms, types, targets, versions, the language, opcodes, diagnostics."""
