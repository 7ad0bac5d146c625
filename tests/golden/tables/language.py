"""Special registers, directives, state spaces, pragmas, attributes and conversions. Generated from the records below; change those, not this file.

    isa/special_registers/
    isa/directives/
    isa/state_spaces/
    isa/pragmas/
    isa/attributes/
    isa/conversions/
    isa/rules/
    isa/reserved_words/
"""

from ptxisa.isa.forms import Clause
from ptxisa.isa.language import (
    Argument, Attribute, Conversion, Directive, LinkageLimits, PragmaRecord, SpecialRegister, StateSpace,
    VariableHome,
)

SPECIAL_REGISTERS: dict[str, SpecialRegister] = {
    "%tid": SpecialRegister(
        "%tid", "s32", ("x", "y"), ("s32", "b32", "u32"), (), "%tid", (Clause("base", "1.0", "sm_10+"),), (), (),
    ),
}
BUILT_INS: dict[str, str] = {"threadIdx": "%tid"}
DIRECTIVES: dict[str, Directive] = {
    ".maxntid": Directive(
        ".maxntid", "performance", ("entry",), "never", (Argument("n", "integer", 1, 1, None, None, ()),), (), (), (),
        False, LinkageLimits(), (), (Clause("base", "1.0", "sm_10+"),), (), (),
    ),
}
STATE_SPACES: dict[str, StateSpace] = {
    "global": StateSpace(
        "global", "", "yes", "yes", "read-write", "context",
        (VariableHome("module", (), True, True, None, (), (), ()),), None, (Clause("base", "1.0", "sm_10+"),), (), (),
    ),
}
PRAGMAS: dict[str, PragmaRecord] = {"nounroll": PragmaRecord("nounroll", "nounroll", ("body",), (), (Clause("base", "1.0", "sm_10+"),), (), ())}
ATTRIBUTES: dict[str, Attribute] = {"managed": Attribute("managed", ("variable",), ("global",), (), (Clause("base", "1.0", "sm_10+"),))}
CONVERSIONS: dict[str, Conversion] = {"agreement": Conversion("agreement", (), "any", {"s32": {"s32": "none"}, "f32": {"f32": "none"}})}
FEATURES: dict[str, tuple[Clause, ...]] = {}
RESERVED_WORDS: dict[str, tuple[str, ...]] = {"WARP_SZ": ("register", "label")}
