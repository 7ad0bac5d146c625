"""Test vectors: samples of inputs, contracts of results, files, and a reader of these files.

`sets` plans which variants share a file, `samples` and `float_samples` draw inputs, `content` computes results and
`contract` the ranges that PTX allows, `files` writes. `reader` is for emulators, and needs none of the others.
"""

from ptxisa.vectors.reader import Header, VectorError, VectorField, VectorFile, VectorLine, read

__all__ = ["Header", "VectorError", "VectorField", "VectorFile", "VectorLine", "read"]
