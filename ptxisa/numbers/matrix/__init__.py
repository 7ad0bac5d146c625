"""Multiply matrices bit for bit as tensor cores do: D = A * B + C on bit patterns.

`multiplication` describes products and models of targets, `lanes` computes many matrices at once, `scalar` one element
of one (the definition), `contract` checks a result against the precision that PTX promises on every target.
"""
