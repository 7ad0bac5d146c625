"""A family or accelerated target runs on the chips of its base target, so its results are theirs."""

import numpy as np
import pytest

import ptxisa
from ptxisa.isa.instructions import every_form
from ptxisa.isa.targets import known
from ptxisa.isa.variants import representatives
from ptxisa.run.implementation import executable, implementation

BITS = np.random.default_rng(90).integers(0, 1 << 32, 4096, dtype=np.uint32)
NAN, CANONICAL = 0xFFC12345, 0x7FFFFFFF
APPROXIMATIONS = [
    f"{name}{ftz}.f32"
    for name in ("sin.approx", "cos.approx", "ex2.approx", "lg2.approx", "rcp.approx", "sqrt.approx", "rsqrt.approx")
    for ftz in ("", ".ftz")
] + ["tanh.approx.f32"]


@pytest.mark.parametrize("opcode", APPROXIMATIONS)
def test_approximations_equal_those_of_the_base_target(opcode: str) -> None:
    base, accelerated = (
        ptxisa.execute(f"{opcode} d, a;", {"a": BITS}, target=target)["d"] for target in ("sm_90", "sm_90a")
    )
    np.testing.assert_array_equal(base, accelerated)


@pytest.mark.parametrize("target", ["sm_90", "sm_90a"])
def test_the_nan_of_sm_90_is_that_of_its_accelerated_target(target: str) -> None:
    out = ptxisa.execute("add.f32 d, a, a;", {"a": np.array([NAN], np.uint32)}, target=target)
    assert out["d"].tolist() == [CANONICAL]


def plain(value: object) -> object:
    """Functions by name, so that two implementations compare."""
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    return repr(value)


def test_every_form_with_a_model_of_sm_90_has_it_on_sm_90a() -> None:
    base, accelerated = known()["sm_90"], known()["sm_90a"]
    models = 0
    for form in filter(executable, every_form()):
        every = representatives(form)
        for values in every[:: len(every) // 8 + 1]:
            contract, item, other = (
                implementation(form, values, backend="reference", on=on) for on in (None, base, accelerated)
            )
            assert plain(item) == plain(other), (form.id, values)
            models += plain(item) != plain(contract)
    assert models > 200


@pytest.mark.parametrize(
    ("target", "base"), [("sm_90a", "sm_90"), ("sm_100f", "sm_100"), ("sm_121a", "sm_121"), ("sm_13", "sm_13")]
)
def test_the_silicon_of_a_target(target: str, base: str) -> None:
    assert known()[target].silicon == base
