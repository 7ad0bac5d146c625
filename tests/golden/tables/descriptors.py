"""Descriptors of matrix instructions. Generated from the records below; change those, not this file.

    isa/descriptors/
"""

from ptxisa.isa.descriptors import DescriptorField, DescriptorLayout, FieldValue, Since

LAYOUTS: dict[str, DescriptorLayout] = {
    "matrix": DescriptorLayout(
        "matrix", 32, "An operand.", "A matrix.",
        (
            DescriptorField("start", ((13, 0),), "An address.", size=16, of="bytes"),
            DescriptorField(
                "swizzle", ((31, 30),), "A swizzle mode.",
                values=(FieldValue(0, "none", "No swizzle."), FieldValue(1, "wide", "A swizzle.")),
            ),
        ),
        True, (Since("1.0", target="sm_10+"),),
    ),
}
