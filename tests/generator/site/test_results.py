"""Results of examples."""

import pytest

from generator.site.results import outcome


def test_registers_with_values_and_their_results():
    given, computed = outcome({"code": "add.u32 d, a, 1;", "registers": {"d": "u32", "a": "u32"}})
    assert given == [("a", "u32", ["7", "3", "100", "255"])]
    assert computed == [("d", "u32", ["8", "4", "101", "256"])]


def test_bits_are_cut_to_the_width_of_their_register():
    given, computed = outcome({"code": "not.b16 d, a;", "registers": {"d": "b16", "a": "b16"}})
    assert given[0][2][0] == "0x5678"
    assert computed[0][2][0].lower() == "0xa987"


@pytest.mark.parametrize(
    "code",
    ["ld.global.u32 d, [a];", "bra done;", "add.u32 d, a, ;"],
)
def test_examples_that_need_more_than_registers_have_no_results(code):
    assert outcome({"code": code, "registers": {"d": "u32", "a": "u64"}}) is None


def test_most_examples_of_arithmetic_have_a_result(records):
    examples = [
        example
        for instruction in records.isa.instructions
        if instruction.family == "integer-arithmetic"
        for example in instruction.data["examples"]
    ]
    assert sum(outcome(example) is not None for example in examples) > 0.9 * len(examples)
