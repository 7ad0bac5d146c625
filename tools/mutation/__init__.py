"""Seeded faults in records, semantics and code, run against the tests."""
