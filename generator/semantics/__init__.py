"""The semantics language: `language` parses a text, `check` specializes it, `compile` does both for a form."""
