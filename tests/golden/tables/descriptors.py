"""Descriptors of matrix instructions. Generated from the records below; change those, not this file.

    isa/descriptors/
"""

from ptxisa.isa.descriptors import Field, Layout, Since, Value

LAYOUTS: dict[str, Layout] = {
    "matrix": Layout(
        "matrix", 32, "An operand.", "A matrix.",
        (
            Field("start", ((13, 0),), "An address.", size=16, of="bytes"),
            Field(
                "swizzle", ((31, 30),), "A swizzle mode.",
                values=(Value(0, "none", "No swizzle."), Value(1, "wide", "A swizzle.")),
            ),
        ),
        True, (Since("1.0", target="sm_10+"),),
    ),
}
