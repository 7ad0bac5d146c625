"""The compiled and the interpreted model allow the same executions of random tests; corrupted files are rejected."""

import pytest

from ptxisa.memory_model import MemoryModel
from tools.litmus.campaign import HERD, MODULE, all_executions, corrupted, outcome_of, random_test, random_typed_test


@pytest.mark.parametrize("version", ["6.0", "8.7"])
@pytest.mark.parametrize("make", [random_test, random_typed_test])
def test_compiled_and_interpreted_models_allow_the_same_executions(make, version):
    compiled = MemoryModel.of(version)
    interpreted = MemoryModel(version, compiled.definitions)
    for seed in range(100):
        test = make(seed)
        assert all_executions(test, compiled, True) == all_executions(test, interpreted, False), seed


def test_random_tests_differ_between_the_models():
    """A comparison of models that allow the same executions of every test would find nothing."""
    older, newer = MemoryModel.of("6.0"), MemoryModel.of("8.7")
    assert any(
        all_executions(random_test(n), older, True) != all_executions(random_test(n), newer, True) for n in range(50)
    )


def test_a_corrupted_file_is_an_answer_or_one_error():
    outcomes = {outcome_of(corrupted((HERD, MODULE), seed)) for seed in range(200)}
    assert {"error", "forbidden"} <= outcomes
