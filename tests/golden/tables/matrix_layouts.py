"""Matrix layouts. Generated from the records below; change those, not this file.

    isa/matrix/
"""

from ptxisa.isa.matrices import Axis, Digit, MatrixElement, Pattern, Use

PATTERNS: tuple[Pattern, ...] = (
    Pattern(
        "pairs", "fragment", "Pairs of elements.",
        (
            Axis("lane", (Digit("4", to="column", step="2"), Digit("8", to="row"))),
            Axis("value", (Digit("2", to="column"),)),
        ),
        (Use("mma.{shape}", ("C", "D"), (MatrixElement("s32", 32, 32),), shape=(("M", 8), ("N", 8), ("K", 4))),),
        tile=(("row", "M"), ("column", "N")),
    ),
)
