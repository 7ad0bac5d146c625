"""Models of products of matrices. Generated from the records below; change those, not this file.

    isa/matrix_models/
"""

from ptxisa.numbers.matrix.multiplication import Model, Models, ModelRow

MODELS: dict[str, Models] = {"sm_90": Models("hopper", True, (ModelRow(Model("fused", fraction=25, block=16, min_exponent=-133), a=("f16",)),))}
