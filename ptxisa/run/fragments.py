"""`wmma`: fragments of a warp."""

from ptxisa.run.matrices import Kinds

KINDS: Kinds = {}
