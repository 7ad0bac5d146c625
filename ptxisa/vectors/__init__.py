"""Test vectors: samples of inputs, contracts of results, files, and a reader of these files."""

from ptxisa.vectors.reader import Header, Vector, VectorError, VectorField, VectorFile, read

__all__ = ["Header", "Vector", "VectorError", "VectorField", "VectorFile", "read"]
