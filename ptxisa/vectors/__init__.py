"""Test vectors: samples of inputs, contracts that results must meet, files; and a reader of these files."""

from ptxisa.vectors.reader import Field, Header, Vector, VectorError, VectorFile, read

__all__ = ["Field", "Header", "Vector", "VectorError", "VectorFile", "read"]
