# ruff: noqa
"""CuTe DSL kernels; `KERNELS` lists the type and shape of the arrays for which each is compiled."""

import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync, warp

F16, F32, I32 = cutlass.Float16, cutlass.Float32, cutlass.Int32
arch = cute.arch


def launched(kernel, threads=128, grid=(4, 1, 1), cluster=None):
    """Host function that starts a kernel on its arrays."""

    @cute.jit
    def two(a: cute.Tensor, b: cute.Tensor):
        kernel(a, b).launch(grid=grid, block=[threads, 1, 1], cluster=cluster)

    @cute.jit
    def three(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
        kernel(a, b, c).launch(grid=grid, block=[threads, 1, 1], cluster=cluster)

    return {2: two, 3: three}


@cute.kernel
def scale(a: cute.Tensor, out: cute.Tensor):
    at = arch.block_idx()[0] * arch.block_dim()[0] + arch.thread_idx()[0]
    if at < cute.size(a):
        out[at] = a[at] * 2.0 + 1.0


@cute.kernel
def functions(a: cute.Tensor, out: cute.Tensor):
    at = arch.block_idx()[0] * arch.block_dim()[0] + arch.thread_idx()[0]
    x = a[at]
    out[at] = (
        cute.math.exp2(x, fastmath=True) + cute.math.sin(x) * cute.math.sqrt(x) + cute.math.tanh(x) / cute.math.log(x)
    )


@cute.kernel
def reduction(a: cute.Tensor, out: cute.Tensor):
    thread = arch.thread_idx()[0]
    total = a[thread]
    for step in cutlass.range_constexpr(5):
        total = total + arch.shuffle_sync_bfly(total, offset=1 << step)
    ballot = arch.vote_ballot_sync(total > 0.0)
    arch.sync_threads()
    if arch.lane_idx() == 0:
        out[arch.warp_idx()] = total + cutlass.Float32(arch.popc(ballot))


@cute.kernel
def staged(a: cute.Tensor, out: cute.Tensor):
    smem = cutlass.utils.SmemAllocator()
    tile = smem.allocate_tensor(F32, cute.make_layout(512), 16)
    thread = arch.thread_idx()[0]
    atom = cute.make_copy_atom(cpasync.CopyG2SOp(), F32, num_bits_per_copy=128)
    mine = cute.local_tile(a, (4,), (thread,))
    place = cute.local_tile(tile, (4,), (thread,))
    cute.copy(atom, mine, place)
    arch.cp_async_commit_group()
    arch.cp_async_wait_group(0)
    arch.sync_threads()
    out[thread] = tile[511 - thread]


@cute.kernel
def product(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    mma = cute.make_tiled_mma(warp.MmaF16BF16Op(F16, F32, (16, 8, 16)))
    part = mma.get_slice(arch.thread_idx()[0])
    left, right, sums = part.partition_A(a), part.partition_B(b), part.partition_C(c)
    x, y, z = mma.make_fragment_A(left), mma.make_fragment_B(right), mma.make_fragment_C(sums)
    cute.autovec_copy(left, x)
    cute.autovec_copy(right, y)
    z.fill(0.0)
    cute.gemm(mma, z, x, y, z)
    cute.autovec_copy(z, sums)


@cute.kernel
def loads(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    smem = cutlass.utils.SmemAllocator()
    tile = smem.allocate_tensor(F16, cute.make_layout((16, 16), stride=(16, 1)), 16)
    thread = arch.thread_idx()[0]
    for step in cutlass.range_constexpr(8):
        at = thread * 8 + step
        tile[at // 16, at % 16] = a[at // 16, at % 16]
    arch.sync_threads()
    mma = cute.make_tiled_mma(warp.MmaF16BF16Op(F16, F32, (16, 8, 16)))
    part = mma.get_slice(thread)
    right, sums = part.partition_B(b), part.partition_C(c)
    x, y, z = mma.make_fragment_A(part.partition_A(tile)), mma.make_fragment_B(right), mma.make_fragment_C(sums)
    matrices = cute.make_tiled_copy_A(cute.make_copy_atom(warp.LdMatrix8x8x16bOp(False, 4), F16), mma)
    of_thread = matrices.get_slice(thread)
    cute.copy(matrices, of_thread.partition_S(tile), of_thread.retile(x))
    cute.autovec_copy(right, y)
    z.fill(0.0)
    cute.gemm(mma, z, x, y, z)
    cute.autovec_copy(z, sums)


@cute.kernel
def clusters(a: cute.Tensor, out: cute.Tensor):
    thread = arch.thread_idx()[0]
    smem = cutlass.utils.SmemAllocator()
    barrier = smem.allocate_array(cutlass.Int64, 1)
    if thread == 0:
        arch.mbarrier_init(barrier, 128)
    arch.mbarrier_init_fence()
    arch.cluster_arrive_relaxed()
    arch.cluster_wait()
    arch.mbarrier_arrive(barrier)
    arch.mbarrier_wait(barrier, 0)
    arch.griddepcontrol_wait()
    out[thread] = a[thread] + cutlass.Float32(arch.block_idx_in_cluster())
    arch.griddepcontrol_launch_dependents()


@cute.kernel
def bulk(a: cute.Tensor, out: cute.Tensor):
    thread = arch.thread_idx()[0]
    smem = cutlass.utils.SmemAllocator()
    barrier = smem.allocate_array(cutlass.Int64, 1)
    tile = smem.allocate_tensor(F32, cute.make_layout(512), 128)
    if thread == 0:
        arch.mbarrier_init(barrier, 1)
    arch.mbarrier_init_fence()
    arch.sync_threads()
    if arch.warp_idx() == 0:
        with arch.elect_one():
            arch.mbarrier_arrive_and_expect_tx(barrier, 2048)
            atom = cute.make_copy_atom(cpasync.CopyBulkG2SOp(), F32, num_bits_per_copy=16384)
            cute.copy(atom, a, tile, mbar_ptr=barrier)
    arch.mbarrier_wait(barrier, 0)
    out[thread] = tile[thread]


@cute.kernel
def packed(a: cute.Tensor, out: cute.Tensor):
    thread = arch.thread_idx()[0]
    x, y = arch.mul_packed_f32x2((a[thread], a[thread + 1]), (a[thread + 2], a[thread + 3]))
    x, y = arch.fma_packed_f32x2((x, y), (y, x), (x, x))
    out[thread] = x + y


@cute.kernel
def says(a: cute.Tensor, out: cute.Tensor):
    thread = arch.thread_idx()[0]
    cute.printf("thread %d has %f", thread, a[thread])
    out[thread] = a[thread]


LINE = ((F32, (512,)),) * 2
TILES = ((F16, (16, 16)), (F16, (8, 16)), (F32, (16, 8)))
KERNELS = {
    "scale": (scale, LINE, {}),
    "functions": (functions, LINE, {}),
    "reduction": (reduction, LINE, {}),
    "staged": (staged, LINE, {}),
    "product": (product, TILES, {"threads": 32}),
    "loads": (loads, TILES, {"threads": 32}),
    "clusters": (clusters, LINE, {"cluster": (2, 1, 1)}),
    "bulk": (bulk, LINE, {}),
    "packed": (packed, LINE, {}),
    "says": (says, LINE, {}),
}
