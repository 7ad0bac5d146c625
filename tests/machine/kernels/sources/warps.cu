// Warps: shuffles, votes, matches, reductions, divergence inside a warp, cooperative groups.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

extern "C" __global__ void shuffle_sum(const float *x, float *y)
{
    float v = x[threadIdx.x];
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d);
    if (threadIdx.x % 32 == 0) y[threadIdx.x / 32] = v;
}

extern "C" __global__ void shuffles(const unsigned *x, unsigned *y)
{
    int t = threadIdx.x;
    unsigned v = x[t], r = __shfl_xor_sync(~0u, v, 5);
    r = r * 31 + __shfl_up_sync(~0u, v, 3, 16);
    r = r * 31 + __shfl_sync(~0u, v, v, 8);
    r = r * 31 + __shfl_down_sync(~0u, r, 7);
    y[t] = r;
}

extern "C" __global__ void votes(const int *x, unsigned *y)
{
    int t = threadIdx.x, v = x[t];
    unsigned r = __ballot_sync(~0u, v & 4);
    r ^= __match_any_sync(~0u, v & 7);
    int all;
    r += __match_all_sync(~0u, v >> 30, &all) + all;
    r += __any_sync(~0u, v > 1 << 30) * 3 + __all_sync(~0u, v > -(1 << 30)) * 5;
    r ^= __reduce_max_sync(~0u, v) + __reduce_add_sync(~0u, (unsigned)v) + __reduce_xor_sync(~0u, (unsigned)v);
    y[t] = r;
}

extern "C" __global__ void divergent_shuffle(const int *x, int *y)
{
    int t = threadIdx.x, v = x[t], r;
    if (t & 1) {
        r = __shfl_xor_sync(0xaaaaaaaau, v, 2);
    } else {
        r = __shfl_xor_sync(0x55555555u, v, 4) + 1;
    }
    __syncwarp();
    y[t] = r + __shfl_sync(~0u, r, 31 - t % 32);
}

extern "C" __global__ void spin_lock(int *counter)
{
    __shared__ int lock, sum;
    if (threadIdx.x == 0) lock = sum = 0;
    __syncthreads();
    bool done = false;
    while (!done) {
        if (atomicCAS(&lock, 0, 1) == 0) {
            __threadfence_block();
            *(volatile int *)&sum = *(volatile int *)&sum + threadIdx.x;
            __threadfence_block();
            atomicExch(&lock, 0);
            done = true;
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) counter[blockIdx.x] = sum;
}

extern "C" __global__ void warp_hand_over(int *y)
{
    volatile __shared__ int flag;
    if (threadIdx.x == 0) flag = 0;
    __syncwarp();
    if (threadIdx.x < 16) {
        while (flag == 0) { }
        y[threadIdx.x] = flag;
    } else {
        if (threadIdx.x == 31) flag = 77;
        y[threadIdx.x] = threadIdx.x;
    }
}

extern "C" __global__ void aggregated_increment(const unsigned *x, unsigned *counter, unsigned *slots)
{
    cg::coalesced_group active = cg::coalesced_threads();
    if (x[threadIdx.x] & 1) {
        auto group = cg::coalesced_threads();
        unsigned base = 0;
        if (group.thread_rank() == 0) base = atomicAdd(counter, group.size());
        base = group.shfl(base, 0);
        slots[threadIdx.x] = base / 64 * 64 + group.size();
    } else {
        slots[threadIdx.x] = active.size();
    }
}

extern "C" __global__ void tiles(const int *x, int *y)
{
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(block);
    int v = x[block.thread_rank()];
    int sum = cg::reduce(tile, v, cg::plus<int>());
    int least = cg::reduce(tile, v, cg::less<int>());
    int before = cg::exclusive_scan(tile, v);
    y[block.thread_rank()] = sum ^ least + before + tile.meta_group_rank() + tile.any(v > 0);
}

extern "C" __global__ void labels(const unsigned *x, unsigned *y)
{
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    auto group = cg::labeled_partition(tile, x[threadIdx.x] % 5);
    y[threadIdx.x] = group.size() * 100 + group.thread_rank();
}
