"""The semantics language: `language` parses a text, `check` types and specialises it, `compile` does both for a form."""
