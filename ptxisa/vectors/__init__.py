"""Test vectors: samples of inputs, contracts of results, files, and a reader of these files."""

from ptxisa.vectors.reader import Header, VectorError, VectorField, VectorFile, VectorLine, read

__all__ = ["Header", "VectorError", "VectorField", "VectorFile", "VectorLine", "read"]
