"""Multiply matrices bit for bit as tensor cores do: D = A * B + C on bit patterns.

`multiplication` says what is multiplied and how, `lanes` computes many matrices at once, `scalar` one element of one
(the definition), `contract` what PTX promises of a result where no model of a target is chosen.
"""
