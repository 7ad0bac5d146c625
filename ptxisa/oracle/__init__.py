"""Real tools as oracles: ptxas releases and the GPU of this machine, held against the records."""
