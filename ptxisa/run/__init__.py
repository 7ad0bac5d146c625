"""Execution of PTX semantics; the submodules import what they need, so that this package costs nothing."""
