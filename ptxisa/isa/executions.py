"""Operations that forms name under `operation`, and what pages say of them: they have no semantics of one thread."""

from __future__ import annotations

_MATRICES = "A whole warp executes it on matrices. The layouts say which elements its registers hold."
_BARRIER = "All participating threads of the CTA execute it together."
_CLUSTER = "All threads of the cluster execute it together."
_COPY = "The copy is made when the thread waits for it, or after the last statement."

_FRAGMENTS = ("multiply_fragments", "load_fragment", "store_fragment")
_ASYNC = (
    "A whole warpgroup executes it on matrices, and the result is there when the next statement runs. Layouts and "
    "descriptors say which elements registers and shared memory hold."
)
_TENSOR_MEMORY = (
    "It is executed on tensor memory, complete at once. The layouts say which lanes and words hold which elements."
)
_TENSOR = (
    *("tensor_allocate", "tensor_deallocate", "tensor_relinquish", "tensor_wait", "tensor_load", "tensor_reduce"),
    *("tensor_store", "tensor_copy", "tensor_shift", "tensor_multiply"),
)
_ORDER = "Multiplications are complete before the next statement; missing fences and waits are errors."

EXECUTIONS = {
    **dict.fromkeys(("multiply", "multiply_sparse", "transpose", "load", "store", *_FRAGMENTS), _MATRICES),
    **dict.fromkeys(("multiply_scaled", "multiply_sparse_scaled"), _MATRICES),
    **dict.fromkeys(_TENSOR, _TENSOR_MEMORY),
    **dict.fromkeys(("multiply_async", "multiply_async_sparse"), _ASYNC),
    "order_async": _ORDER,
    "to_generic": "The result is the address in the window of the state space.",
    "from_generic": "The result is the offset of the address in the window of the state space.",
    "in_window": "The result is 1 if the address is in the window of the state space.",
    **dict.fromkeys(("barrier_sync", "barrier_arrive", "barrier_count", "barrier_all_any"), _BARRIER),
    **dict.fromkeys(("cluster_arrive", "cluster_wait"), _CLUSTER),
    **dict.fromkeys(("copy", "copy_commit", "copy_wait", "copy_wait_all"), _COPY),
}
"""The sentence of each operation."""
