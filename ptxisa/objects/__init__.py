"""Objects in memory and on an SM, each on its own.

`layouts` (the place of each element of a matrix), `descriptors` (32 or 64 bits that describe a matrix or an
instruction), `tensor_maps` and `tensor_copies`, `mbarrier`, `tensor_memory`, `occupancy`. `layout_grids` and `notebook`
draw layouts and occupancy.
"""
