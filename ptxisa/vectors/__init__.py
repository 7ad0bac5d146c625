"""Test vectors: samples of inputs, contracts that results must meet, files."""
