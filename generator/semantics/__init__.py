"""The semantics language: `language` parses a text, `check` specialises it, `compile` does both for a form."""
