"""Relations as bits agree with relations as sets of pairs."""

import random

from ptxisa.memory_model.relations import Space


def test_operators_agree_with_sets_of_pairs():
    pick = random.Random(1)
    for _ in range(200):
        n = pick.randint(1, 7)
        space, events = Space(n), range(n)
        first, second = ({(i, k) for i in events for k in events if pick.random() < 0.3} for _ in range(2))
        a, b = space.pairs(first), space.pairs(second)
        assert set(space.listed(a)) == first
        assert set(space.listed(space.inverse(a))) == {(k, i) for i, k in first}
        assert set(space.listed(space.compose(a, b))) == {(i, k) for i, m in first for j, k in second if j == m}
        closed = set(first)
        while longer := {(i, k) for i, m in closed for j, k in first if j == m} - closed:
            closed |= longer
        assert set(space.listed(space.closure(a))) == closed
        assert space.acyclic(a) == all(i != k for i, k in closed)
        cycle = space.cycle(a)
        assert bool(cycle) != space.acyclic(a)
        assert all(pair in first for pair in zip(cycle, [*cycle[1:], *cycle[:1]], strict=True))


def test_products_and_identities_of_sets():
    space = Space(3)
    assert space.listed(space.product(0b101, 0b010)) == [(0, 1), (2, 1)]
    assert space.listed(space.diagonal(0b110)) == [(1, 1), (2, 2)]
