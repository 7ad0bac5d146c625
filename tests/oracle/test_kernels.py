"""Kernels that run one statement over arrays: our own parser and checker must accept them."""

import pytest

from ptxisa import check_module, targets
from ptxisa.availability import form_available
from ptxisa.checkers import checker_of, mnemonics
from ptxisa.forms import Form
from ptxisa.oracle.kernels import HEADER, kernel
from ptxisa.variants import variants
from ptxisa.versions import order

FORMS = [form for name in mnemonics() if (checker := checker_of(name)) for form in checker.forms]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.id)
def test_kernels_are_legal_modules(form: Form) -> None:
    constants = {one.name: 5 for one in form.operands if one.immediate == "required"}
    for values in variants(form):
        on = next(one for one in targets.known().values() if form_available(form, values, one, order("8.7")))
        head = HEADER.format(version="8.7", target=on.name)
        one = kernel("k", form, values, constants)
        errors = [found for found in check_module(head + one.text) if found.severity == "error"]
        assert errors == []
        assert len(one.outputs) >= 1


def test_carry_passes_through_memory() -> None:
    addc = next(form for form in FORMS if form.id == "addc")
    one = kernel("k", addc, {"cc": "cc", "type": "u32"}, {})
    assert [port.name for port in one.inputs] == ["a", "b", "CF"]
    assert [port.name for port in one.outputs] == ["d", "CF"]
    lines = one.text.splitlines()
    statement = next(index for index, line in enumerate(lines) if "addc.cc.u32 r_d" in line)
    assert "add.cc.u32 %ignored, %carry, 0xffffffff;" in lines[statement - 1]
    assert "addc.u32 %carry, 0, 0;" in lines[statement + 1]
