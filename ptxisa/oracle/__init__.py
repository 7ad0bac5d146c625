"""Comparison of records with real tools: releases of ptxas, and the GPU of this machine.

Start with `conform` (which statements run where, and what is compared), then `probes` (the statements), `assembler`
(how ptxas runs them) and `boundaries` (what the verdicts say about a clause). `language` does the same for records
other than instructions. `gpu.verify` compares results.
"""
