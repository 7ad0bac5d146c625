"""Number formats, and exact arithmetic on single values and on lanes.

Every function exists twice: on Python integers, as the definition (`exact`, `floating`, `primitives`,
`transcendental`), and on NumPy arrays (`lanes`, `floating_lanes`, `wide`), where `arithmetic` chooses the fastest way
that equals the definition: the processor, `doubles`, `twofold` or `parts`. Read `formats`, `exact` and `arithmetic`.
`matrix` has the models of tensor cores, `special_functions` that of the special-function unit.
"""
