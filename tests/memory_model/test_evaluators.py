"""The compiled and the interpreted model allow the same executions of random tests."""

import random

import pytest

from ptxisa.memory_model import MemoryModel, parse_litmus
from ptxisa.memory_model.executions import candidates, executions, skeletons

STORES = ("st.weak {}, {}", "st.relaxed.{s} {}, {}", "st.release.{s} {}, {}", "red.relaxed.{s}.add {}, {}")
LOADS = ("ld.weak r{}, {}", "ld.relaxed.{s} r{}, {}", "ld.acquire.{s} r{}, {}", "atom.acq_rel.{s}.add r{}, {}, 1")
OTHERS = ("fence.sc.{s}", "fence.acq_rel.{s}", "bar.cta.sync 0", "fence.proxy.alias", "fence.proxy.surface")
ALIASED = ("sust.weak s, {v}", "suld.weak r{n}, s", "ld.weak r{n}, y", "st.weak y, {v}")


def random_test(seed):
    """Return a litmus test of two or three threads with up to eight accesses."""
    pick = random.Random(seed)
    threads = pick.choice((2, 2, 3))
    header = " | ".join(f"P{i}@cluster {pick.randrange(2)},cta {pick.randrange(2)},gpu 0" for i in range(threads))
    columns = []
    for _ in range(threads):
        column = []
        for number in range(pick.randint(2, 3)):
            scope, place, kind = pick.choice(("cta", "cluster", "gpu", "sys")), pick.choice("xf"), pick.random()
            if kind < 0.38:
                column.append(pick.choice(STORES).format(place, pick.randint(1, 2), s=scope))
            elif kind < 0.72:
                column.append(pick.choice(LOADS).format(number, place, s=scope))
            elif kind < 0.88:
                column.append(pick.choice(OTHERS).format(s=scope))
            else:
                column.append(pick.choice(ALIASED).format(v=pick.randint(1, 2), n=number))
        columns.append(column)
    rows = [" | ".join(c[i] if i < len(c) else "" for c in columns) + " ;" for i in range(max(map(len, columns)))]
    init = "{ x=0; f=0; y @ generic aliases x; s @ surface aliases x; }"
    return parse_litmus("\n".join(["PTX random", init, header + " ;", *rows, "exists (x=9)"]))


def allowed(test, model, **options):
    """Return every allowed execution as the writes that reads return, and the orders."""
    result = set()
    for skeleton in skeletons(test):
        if options:
            found = (execution for execution, failed in candidates(skeleton, model) if failed is None)
        else:
            found = executions(skeleton, model)
        for execution in found:
            sources = tuple(sorted(execution.sources.items()))
            result.add((sources, execution.sc_fence_order, execution.coherence_order))
    return result


@pytest.mark.parametrize("version", ["6.0", "8.7"])
def test_compiled_and_interpreted_models_allow_the_same_executions(version):
    compiled = MemoryModel.of(version)
    interpreted = MemoryModel(version, compiled.definitions)
    for seed in range(150):
        test = random_test(seed)
        assert allowed(test, compiled) == allowed(test, interpreted, whole=True), seed
