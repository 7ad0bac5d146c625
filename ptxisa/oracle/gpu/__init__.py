"""Comparison of semantics with the GPU of this machine."""
