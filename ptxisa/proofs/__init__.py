"""Proofs that PTX snippets are equal for all inputs (docs/decisions/0040)."""
