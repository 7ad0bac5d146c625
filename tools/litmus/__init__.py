"""Litmus tests in bulk: shapes of the literature, random tests for both evaluators, and kernels for GPUs."""
