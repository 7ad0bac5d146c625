"""PTX inside of other files: inline assembly of CUDA C++ and Python sources, and fat binaries.

`regions` has the result of reading, a text whose characters have places in the source; `cuda`, `python` and
`languages` read files, `templates` the templates of inline assembly in them. `check` checks the texts, with `uses`
for operands that are read too early, written as inputs, or not named; `constraints` has the constraints and
clobbers that compilers reject.

from ptxisa.sources.check import check_source
check_source(text, "kernel.cu", target="sm_90a")      # diagnostics that point into the source

from ptxisa.sources.files import regions
regions(text, "kernel.py")                            # the PTX texts in it, with their places

from ptxisa.sources.fatbinary import entries
[entry.content() for entry in entries(data) if entry.kind == "ptx"]
"""
