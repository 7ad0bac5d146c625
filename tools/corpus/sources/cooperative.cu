// Cooperative groups: tiles, coalesced groups, reductions, scans, asynchronous copies.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;

template <int size> __global__ void tiles(const int *in, int *out) {
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<size>(block);
    int value = in[block.thread_rank()];
    value = cg::reduce(tile, value, cg::plus<int>());
    value += tile.shfl_xor(value, size / 2);
    value += tile.any(value == 3) + tile.ballot(value > 1);
    tile.sync();
    out[block.thread_rank()] = value + tile.meta_group_rank();
}

template __global__ void tiles<4>(const int *, int *);
template __global__ void tiles<16>(const int *, int *);
template __global__ void tiles<32>(const int *, int *);

__global__ void groups(float *data, unsigned *bits) {
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    if (data[block.thread_rank()] > 0.5f) {
        auto active = cg::coalesced_threads();
        bits[active.thread_rank()] = active.size();
        data[0] = cg::reduce(active, data[active.thread_rank()], cg::greater<float>());
        active.sync();
    }
    data[1] = cg::inclusive_scan(warp, data[2]);
    data[3] = cg::exclusive_scan(warp, data[4], cg::less<float>());
#if __CUDA_ARCH__ >= 700
    auto part = cg::binary_partition(warp, threadIdx.x % 3 == 0);
    bits[1] = cg::reduce(part, bits[threadIdx.x], cg::bit_xor<unsigned>());
    auto label = cg::labeled_partition(warp, threadIdx.x % 5);
    bits[2] = cg::reduce(label, bits[threadIdx.x], cg::bit_and<unsigned>());
#endif
    cg::sync(block);
}

__global__ void whole_grid(int *flags) {
    auto grid = cg::this_grid();
    flags[grid.thread_rank()] = grid.is_valid();
    grid.sync();
    flags[grid.thread_rank()] += flags[grid.size() - 1];
}

__global__ void staged(const int4 *in, int4 *out) {
    __shared__ int4 stage[256];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, stage, in + blockIdx.x * 256, sizeof(stage));
    cg::wait(block);
    out[threadIdx.x] = stage[255 - threadIdx.x];
}
