"""Effects that an instruction may have besides writing its destination operands.

A compiler may remove an instruction whose results are not used if the instruction has no effects. It may also move such
an instruction, or merge two equal ones, unless an operand is a special register whose value changes, such as `%clock`.

    import ptxisa
    ptxisa.database().form("atom").effects      # ("reads_memory", "writes_memory")
    ptxisa.database().form("lop3").pure         # True
"""

from __future__ import annotations

EFFECTS = {
    "reads_memory": "reads memory, of any state space, tensor memory included",
    "writes_memory": "writes memory",
    "asynchronous": "accesses memory after the instruction",
    "orders_memory": "orders memory accesses, at least with some modifiers",
    "volatile": "must be performed as often as it is written, at least with some modifiers",
    "convergent": "depends on the threads that execute it together",
    "terminator": "ends a basic block",
    "call": "calls a function, which may have any effect",
    "hint": "influences caches alone",
    "other": "has an effect that no register or memory shows",
}
"""Meaning of each effect."""
