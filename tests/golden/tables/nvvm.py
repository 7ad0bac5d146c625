"""NVVM IR. Generated from the records below; change those, not this file.

    isa/nvvm_address_spaces/
    isa/nvvm_annotations/
    isa/nvvm_constructs/
    isa/nvvm_data_layouts/
    isa/nvvm_intrinsics/
    isa/errata/
"""

from ptxisa.isa.nvvm import (
    AddressSpace, Annotation, Construct, ConstructEntry, DataLayout, Family, IntrinsicParameter, Member, OperandCode,
    OperandField,
)

FAMILIES: dict[str, Family] = {
    "nvvm-add": Family(
        "nvvm-add", "arithmetic", "Add.", {"type": {"i32": {}, "i64": {}}},
        {"mode": OperandField("mode", 1, 0, (OperandCode(1, "wrap", "Wrap around."),))},
        (
            Member(
                "add", "llvm.nvvm.add.{type}", "Add two values of type {type}.", returns=("{type}",),
                parameters=(
                    IntrinsicParameter("a", "{type}"),
                    IntrinsicParameter("mode", "i32", summary="How.", constant=True, fields=("mode",)),
                ),
            ),
        ),
    ),
}
CONSTRUCTS: dict[str, Construct] = {
    "nvvm-linkage": Construct(
        "nvvm-linkage", "module", "Linkage types.",
        entries={
            "weak": ConstructEntry("weak", meaning="One of several definitions is kept."),
            "appending": ConstructEntry("appending", support="unsupported", meaning="Arrays are joined."),
        },
        others="unsupported",
    ),
}
ADDRESS_SPACES: dict[str, AddressSpace] = {"generic": AddressSpace("generic", (0,), None, False, True, (), "", "Pointers to any memory.")}
DATA_LAYOUTS: dict[str, DataLayout] = {"nvvm-64": DataLayout("nvvm-64", 64, "e-p:64:64:64-i1:8:8-n16:32:64", "nvptx64-*-cuda", "")}
ANNOTATIONS: dict[str, Annotation] = {
    "nvvm-kernel": Annotation(
        "nvvm-kernel", ("kernel",), "function", "i32", None, None, "", "", "", "", {}, "The function is a kernel.",
    ),
}
DEVIATIONS: dict[str, tuple[LibraryDeviation, ...]] = {}
