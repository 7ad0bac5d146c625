"""Versions, targets, types and mnemonics. Generated from the records below; change those, not this file.

    isa/versions/
    isa/targets/
    isa/types/
    isa/instructions/
    isa/documents/
    isa/errata/
"""

from ptxisa.isa.forms import Clause
from ptxisa.isa.targets import Target
from ptxisa.isa.types import Type
from ptxisa.isa.versions import VersionInfo

VERSIONS: dict[str, VersionInfo] = {
    "1.0": VersionInfo("1.0", ("1.0",), (), ("sm_10",), "Version 1.0."),
    "1.2": VersionInfo("1.2", ("2.0",), (), ("sm_10", "sm_13"), "Version 1.2."),
    "1.5": VersionInfo("1.5", (), ("r190",), ("sm_10", "sm_13"), "Version 1.5."),
    "2.0": VersionInfo("2.0", ("3.0",), ("r195",), ("sm_10", "sm_13", "sm_20"), "Version 2.0."),
    "2.3": VersionInfo("2.3", ("4.0",), ("r270",), ("sm_10", "sm_13", "sm_20"), "Version 2.3."),
    "3.0": VersionInfo("3.0", ("4.1", "4.2"), ("r285", "r295"), ("sm_10", "sm_13", "sm_20", "sm_30"), "Version 3.0."),
    "3.2": VersionInfo("3.2", ("5.5",), ("r319",), ("sm_10", "sm_13", "sm_20", "sm_30"), "Version 3.2."),
    "4.2": VersionInfo("4.2", ("7.0",), ("r346",), ("sm_10", "sm_13", "sm_20", "sm_30", "sm_53"), "Version 4.2."),
    "6.0": VersionInfo(
        "6.0", ("9.0",), ("r384",), ("sm_10", "sm_13", "sm_20", "sm_30", "sm_53", "sm_70"), "Version 6.0.",
    ),
    "6.3": VersionInfo(
        "6.3", ("10.0",), ("r400",), ("sm_10", "sm_13", "sm_20", "sm_30", "sm_53", "sm_70", "sm_75"), "Version 6.3.",
    ),
    "7.0": VersionInfo(
        "7.0", ("11.0",), ("r445",), ("sm_10", "sm_13", "sm_20", "sm_30", "sm_53", "sm_70", "sm_75", "sm_80"),
        "Version 7.0.",
    ),
    "7.4": VersionInfo(
        "7.4", ("11.4",), ("r470",), ("sm_10", "sm_13", "sm_20", "sm_30", "sm_53", "sm_70", "sm_75", "sm_80"),
        "Version 7.4.",
    ),
    "7.8": VersionInfo(
        "7.8", ("11.8",), ("r520",),
        ("sm_10", "sm_13", "sm_20", "sm_30", "sm_53", "sm_70", "sm_75", "sm_80", "sm_89", "sm_90"), "Version 7.8.",
    ),
    "8.1": VersionInfo(
        "8.1", ("12.1",), ("r530",),
        ("sm_10", "sm_13", "sm_20", "sm_30", "sm_53", "sm_70", "sm_75", "sm_80", "sm_89", "sm_90"), "Version 8.1.",
    ),
    "8.3": VersionInfo(
        "8.3", ("12.3",), ("r545",),
        ("sm_10", "sm_13", "sm_20", "sm_30", "sm_53", "sm_70", "sm_75", "sm_80", "sm_89", "sm_90"), "Version 8.3.",
    ),
    "8.6": VersionInfo(
        "8.6", ("12.7",), ("r565",),
        (
            "sm_10", "sm_13", "sm_20", "sm_30", "sm_53", "sm_70", "sm_75", "sm_80", "sm_89", "sm_90", "sm_100",
            "sm_100a", "sm_101", "sm_101a",
        ),
        "Version 8.6.",
    ),
    "8.7": VersionInfo(
        "8.7", ("12.8",), ("r570",),
        (
            "sm_10", "sm_13", "sm_20", "sm_30", "sm_53", "sm_70", "sm_75", "sm_80", "sm_89", "sm_90", "sm_100",
            "sm_100a", "sm_101", "sm_101a", "sm_120", "sm_120a",
        ),
        "Version 8.7.",
    ),
    "8.8": VersionInfo(
        "8.8", ("12.9",), (),
        (
            "sm_10", "sm_13", "sm_20", "sm_30", "sm_53", "sm_70", "sm_75", "sm_80", "sm_89", "sm_90", "sm_100",
            "sm_100a", "sm_100f", "sm_101", "sm_101a", "sm_101f", "sm_103", "sm_103a", "sm_120", "sm_120a", "sm_120f",
        ),
        "Version 8.8.",
    ),
    "9.0": VersionInfo(
        "9.0", ("13.0",), (),
        (
            "sm_10", "sm_13", "sm_20", "sm_30", "sm_53", "sm_70", "sm_75", "sm_80", "sm_89", "sm_90", "sm_100",
            "sm_100a", "sm_100f", "sm_101", "sm_101a", "sm_101f", "sm_103", "sm_103a", "sm_110", "sm_110a", "sm_110f",
            "sm_120", "sm_120a", "sm_120f",
        ),
        "Version 9.0.",
    ),
}
TARGETS: dict[str, Target] = {
    "sm_10": Target("sm_10", "base", "sm_10", "1.0", "1.0", "Tesla", "", True, "Target sm_10."),
    "sm_13": Target("sm_13", "base", "sm_13", "1.2", "1.3", "Tesla", "", True, "Target sm_13."),
    "sm_20": Target("sm_20", "base", "sm_20", "2.0", "2.0", "Fermi", "", True, "Target sm_20."),
    "sm_30": Target("sm_30", "base", "sm_30", "3.0", "3.0", "Kepler", "", True, "Target sm_30."),
    "sm_53": Target("sm_53", "base", "sm_53", "4.2", "5.3", "Maxwell", "", True, "Target sm_53."),
    "sm_70": Target("sm_70", "base", "sm_70", "6.0", "7.0", "Volta", "", True, "Target sm_70."),
    "sm_75": Target("sm_75", "base", "sm_75", "6.3", "7.5", "Turing", "", True, "Target sm_75."),
    "sm_80": Target("sm_80", "base", "sm_80", "7.0", "8.0", "Ampere", "", True, "Target sm_80."),
    "sm_89": Target("sm_89", "base", "sm_89", "7.8", "8.9", "Ada", "", True, "Target sm_89."),
    "sm_90": Target("sm_90", "base", "sm_90", "7.8", "9.0", "Hopper", "", True, "Target sm_90."),
    "sm_100": Target("sm_100", "base", "sm_100", "8.6", "10.0", "Blackwell", "", True, "Target sm_100."),
    "sm_100f": Target("sm_100f", "family", "sm_100", "8.8", "10.0", "Blackwell", "", True, "Target sm_100f."),
    "sm_100a": Target("sm_100a", "accelerated", "sm_100", "8.6", "10.0", "Blackwell", "", True, "Target sm_100a."),
    "sm_101": Target("sm_101", "base", "sm_101", "8.6", "10.1", "Blackwell", "sm_110", True, "Target sm_101."),
    "sm_101f": Target("sm_101f", "family", "sm_101", "8.8", "10.1", "Blackwell", "sm_110f", True, "Target sm_101f."),
    "sm_101a": Target(
        "sm_101a", "accelerated", "sm_101", "8.6", "10.1", "Blackwell", "sm_110a", True, "Target sm_101a.",
    ),
    "sm_103": Target("sm_103", "base", "sm_100", "8.8", "10.3", "Blackwell", "", True, "Target sm_103."),
    "sm_103a": Target("sm_103a", "accelerated", "sm_100", "8.8", "10.3", "Blackwell", "", True, "Target sm_103a."),
    "sm_110": Target("sm_110", "base", "sm_101", "9.0", "11.0", "Blackwell", "", True, "Target sm_110."),
    "sm_110f": Target("sm_110f", "family", "sm_101", "9.0", "11.0", "Blackwell", "", True, "Target sm_110f."),
    "sm_110a": Target("sm_110a", "accelerated", "sm_101", "9.0", "11.0", "Blackwell", "", True, "Target sm_110a."),
    "sm_120": Target("sm_120", "base", "sm_120", "8.7", "12.0", "Blackwell", "", True, "Target sm_120."),
    "sm_120f": Target("sm_120f", "family", "sm_120", "8.8", "12.0", "Blackwell", "", True, "Target sm_120f."),
    "sm_120a": Target("sm_120a", "accelerated", "sm_120", "8.7", "12.0", "Blackwell", "", True, "Target sm_120a."),
}
TYPES: dict[str, Type] = {
    "b128": Type(
        "b128", "bits", 128, ("b128",), True, None, 1, "128 bits without an interpretation.",
        (Clause("base", "8.3", "sm_70+"),),
    ),
    "b16": Type(
        "b16", "bits", 16, ("b16", "u16", "s16", "f16"), True, None, 1, "16 bits without an interpretation.",
        (Clause("base", "1.0", "sm_10+"),),
    ),
    "b32": Type(
        "b32", "bits", 32, ("b32", "u32", "s32", "f32", "f16x2"), True, None, 1, "32 bits without an interpretation.",
        (Clause("base", "1.0", "sm_10+"),),
    ),
    "b64": Type(
        "b64", "bits", 64, ("b64", "u64", "s64", "f64"), True, None, 1, "64 bits without an interpretation.",
        (Clause("base", "1.0", "sm_10+"),),
    ),
    "b8": Type(
        "b8", "bits", 8, ("b8", "u8", "s8"), True, None, 1, "8 bits without an interpretation.",
        (Clause("base", "1.0", "sm_10+"),),
    ),
    "e2m1": Type(
        "e2m1", "float", 4, ("b8",), False, None, 1, "4-bit number with 2 exponent bits and 1 fraction bit.",
        (Clause("blackwell", "8.6", "sm_100a | sm_101a | sm_120a"),), homes=(),
    ),
    "e2m1x4": Type(
        "e2m1x4", "packed", 16, ("b16",), False, "e2m1", 4, "Four ``.e2m1`` numbers.",
        (Clause("datacenter", "8.7", "sm_100a"),), stride=4, homes=(),
    ),
    "e2m3": Type(
        "e2m3", "float", 6, ("b8",), False, None, 1, "6-bit number with 2 exponent and 3 fraction bits.",
        (Clause("blackwell", "8.6", "sm_100a | sm_101a | sm_120a"),), homes=(),
    ),
    "e2m3x4": Type(
        "e2m3x4", "packed", 32, ("b32",), False, "e2m3", 4, "Four ``.e2m3`` numbers, each in a byte of its own.",
        (Clause("datacenter", "8.7", "sm_100a"),), stride=6, homes=(),
    ),
    "e3m2": Type(
        "e3m2", "float", 6, ("b8",), False, None, 1, "6-bit number with 3 exponent and 2 fraction bits.",
        (Clause("blackwell", "8.6", "sm_100a | sm_101a | sm_120a"),), homes=(),
    ),
    "e3m2x4": Type(
        "e3m2x4", "packed", 32, ("b32",), False, "e3m2", 4, "Four ``.e3m2`` numbers, each in a byte of its own.",
        (Clause("datacenter", "8.7", "sm_100a"),), stride=6, homes=(),
    ),
    "e4m3": Type(
        "e4m3", "float", 8, ("b8",), False, None, 1, "8-bit number with 4 exponent and 3 fraction bits.",
        (Clause("hopper", "7.8", "sm_90+"), Clause("ada", "8.1", "sm_89+")), homes=(),
    ),
    "e4m3x2": Type(
        "e4m3x2", "packed", 16, ("b16",), False, "e4m3", 2, "Two ``.e4m3`` numbers.",
        (Clause("hopper", "7.8", "sm_90+"), Clause("ada", "8.1", "sm_89+")), stride=8, homes=(),
    ),
    "e4m3x4": Type(
        "e4m3x4", "packed", 32, ("b32",), False, "e4m3", 4, "Four ``.e4m3`` numbers.",
        (Clause("datacenter", "8.7", "sm_100a"),), stride=8, homes=(),
    ),
    "e5m2": Type(
        "e5m2", "float", 8, ("b8",), False, None, 1, "8-bit number with 5 exponent and 2 fraction bits.",
        (Clause("hopper", "7.8", "sm_90+"), Clause("ada", "8.1", "sm_89+")), homes=(),
    ),
    "e5m2x2": Type(
        "e5m2x2", "packed", 16, ("b16",), False, "e5m2", 2, "Two ``.e5m2`` numbers.",
        (Clause("hopper", "7.8", "sm_90+"), Clause("ada", "8.1", "sm_89+")), stride=8, homes=(),
    ),
    "e5m2x4": Type(
        "e5m2x4", "packed", 32, ("b32",), False, "e5m2", 4, "Four ``.e5m2`` numbers.",
        (Clause("datacenter", "8.7", "sm_100a"),), stride=8, homes=(),
    ),
    "f16": Type(
        "f16", "float", 16, ("b16", "f16"), True, None, 1, "Half-precision number.",
        (Clause("base", "4.2", "sm_53+"),),
    ),
    "f16x2": Type(
        "f16x2", "packed", 32, ("b32", "f16x2"), True, "f16", 2, "Two half-precision numbers.",
        (Clause("base", "4.2", "sm_53+"),), stride=16,
    ),
    "f32": Type(
        "f32", "float", 32, ("b32", "f32"), True, None, 1, "Single-precision number.",
        (Clause("base", "1.0", "sm_10+"),),
    ),
    "f64": Type(
        "f64", "float", 64, ("b64", "f64"), True, None, 1, "Double-precision number.",
        (Clause("base", "1.0", "sm_13+"),),
    ),
    "pred": Type(
        "pred", "predicate", 1, ("pred",), True, None, 1, "A truth value.", (Clause("base", "1.0", "sm_10+"),),
    ),
    "s16": Type(
        "s16", "signed", 16, ("b16", "u16", "s16"), True, None, 1, "Signed 16-bit integer.",
        (Clause("base", "1.0", "sm_10+"),),
    ),
    "s32": Type(
        "s32", "signed", 32, ("b32", "u32", "s32"), True, None, 1, "Signed 32-bit integer.",
        (Clause("base", "1.0", "sm_10+"),),
    ),
    "s64": Type(
        "s64", "signed", 64, ("b64", "u64", "s64"), True, None, 1, "Signed 64-bit integer.",
        (Clause("base", "1.0", "sm_10+"),),
    ),
    "s8": Type(
        "s8", "signed", 8, ("b8", "u8", "s8"), True, None, 1, "Signed 8-bit integer.",
        (Clause("base", "1.0", "sm_10+"),),
    ),
    "samplerref": Type(
        "samplerref", "opaque", 64, ("b64", "u64", "s64"), False, None, 1, "Handle of a sampler.",
        (Clause("base", "1.5", "sm_10+"),), homes=(),
    ),
    "texref": Type(
        "texref", "opaque", 64, ("b64", "u64", "s64"), False, None, 1, "Handle of a texture.",
        (Clause("base", "1.5", "sm_10+"),), homes=(),
    ),
    "u16": Type(
        "u16", "unsigned", 16, ("b16", "u16", "s16"), True, None, 1, "Unsigned 16-bit integer.",
        (Clause("base", "1.0", "sm_10+"),),
    ),
    "u32": Type(
        "u32", "unsigned", 32, ("b32", "u32", "s32"), True, None, 1, "Unsigned 32-bit integer.",
        (Clause("base", "1.0", "sm_10+"),),
    ),
    "u64": Type(
        "u64", "unsigned", 64, ("b64", "u64", "s64"), True, None, 1, "Unsigned 64-bit integer.",
        (Clause("base", "1.0", "sm_10+"),),
    ),
    "u8": Type(
        "u8", "unsigned", 8, ("b8", "u8", "s8"), True, None, 1, "Unsigned 8-bit integer.",
        (Clause("base", "1.0", "sm_10+"),),
    ),
    "ue4m3": Type(
        "ue4m3", "float", 8, ("b8",), False, None, 1, "8-bit number without a sign, 4 exponent and 3 fraction bits.",
        (Clause("blackwell", "8.7", "sm_120a"),), homes=(),
    ),
    "ue8m0": Type(
        "ue8m0", "float", 8, ("b8",), False, None, 1, "8-bit power of two without a sign.",
        (Clause("blackwell", "8.6", "sm_100a | sm_101a | sm_120a"),), homes=(),
    ),
}
MNEMONICS: tuple[str, ...] = ("cvt", "ld", "mma", "tcgen05", "tex")
UNRECORDED: dict[str, str] = {}
REJECTED: frozenset[str] = frozenset(())
