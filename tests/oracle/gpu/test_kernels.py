"""Kernels that run one statement over arrays: our own parser and checker must accept them."""

import pytest

from ptxisa import check_module
from ptxisa.checkers import checker_of, mnemonics
from ptxisa.isa import targets, versions
from ptxisa.isa.forms import Form, Values
from ptxisa.isa.selectors import selections
from ptxisa.isa.variants import representatives
from ptxisa.isa.versions import order
from ptxisa.oracle.gpu.kernels import CELLS, HEADER, kernel
from ptxisa.query.availability import form_available
from ptxisa.run.implementation import NotExecutable, executable

FIRST = "2.3"
"""The first version with `.address_size`, which every kernel has."""


def place(form: Form, values: Values) -> tuple[str, str] | None:
    """Return the newest version and a target that have the form, if kernels can be written for it."""
    for version in sorted(versions.known(), key=order, reverse=True):
        for target in targets.known().values() if order(version) >= order(FIRST) else ():
            if target.floor <= order(version) and form_available(form, values, target, order(version)):
                return version, target.name
    return None


FORMS = [form for name in mnemonics() if (checker := checker_of(name)) for form in checker.forms if executable(form)]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.id)
def test_kernels_are_legal_modules(form: Form) -> None:
    constants = {operand.name: 5 for operand in form.operands if operand.immediate == "required"}
    every = representatives(form)
    for values in every[:: len(every) // 8 + 1]:
        chosen = place(form, values)
        if not chosen:
            assert {end.ptx for end in form.removed} == {"1.4"}  # Only these are older than every kernel.
            continue
        version, target = chosen
        head = HEADER.format(version=version, target=target) + CELLS
        try:
            kernels = [kernel(f"k{i}", form, values, constants, s) for i, s in enumerate(selections(form, 3, values))]
        except NotExecutable:
            continue
        text = head + "".join(module.text for module in kernels)
        errors = [problem for problem in check_module(text) if problem.severity == "error"]
        assert errors == []
        assert all(module.outputs for module in kernels)


def test_carry_passes_through_memory() -> None:
    addc = next(form for form in FORMS if form.id == "addc")
    module = kernel("k", addc, {"cc": "cc", "type": "u32"}, {})
    assert [port.name for port in module.inputs] == ["a", "b", "CF"]
    assert [port.name for port in module.outputs] == ["d", "CF"]
    lines = module.text.splitlines()
    statement = next(index for index, line in enumerate(lines) if "addc.cc.u32 r_d" in line)
    assert "add.cc.u32 %ignored, %carry, 0xffffffff;" in lines[statement - 1]
    assert "addc.u32 %carry, 0, 0;" in lines[statement + 1]


def test_kernels_keep_a_modifier_behind_the_address() -> None:
    form = next(form for form in FORMS if form.id == "ld.weak.unified")
    values = {**dict.fromkeys(slot.name for slot in form.slots), "type": "b32"}
    assert "[r_a].unified;" in kernel("k", form, values, {}).text
