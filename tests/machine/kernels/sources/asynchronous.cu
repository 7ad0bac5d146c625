// Asynchronous copies: cp.async, bulk copies, mbarriers, clusters and distributed shared memory.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/ptx>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

extern "C" __global__ void copy_groups(const int4 *x, int4 *y)
{
    __shared__ int4 stage[3][32];
    int t = threadIdx.x;
    for (int s = 0; s < 2; ++s) {
        __pipeline_memcpy_async(&stage[s][t], x + s * 32 + t, 16);
        __pipeline_commit();
    }
    for (int k = 0; k < 6; ++k) {
        if (k + 2 < 6) __pipeline_memcpy_async(&stage[(k + 2) % 3][t], x + (k + 2) * 32 + t, 16);
        __pipeline_commit();
        __pipeline_wait_prior(2);
        __syncthreads();
        int4 v = stage[k % 3][31 - t];
        y[k * 32 + t] = make_int4(v.w, v.x + k, v.y, v.z ^ t);
        __syncthreads();
    }
}

extern "C" __global__ void partial_copy(int n, const float *x, float *y)
{
    __shared__ alignas(16) float s[128];
    int t = threadIdx.x, i = 4 * t, left = max(0, min(4, n - i));
    unsigned place = (unsigned)__cvta_generic_to_shared(s + i);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(place), "l"(x + (left ? i : 0)), "r"(4 * left) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    for (int k = 0; k < 4; ++k) y[32 * k + t] = s[32 * k + t] * 2.0f;
}

extern "C" __global__ void bulk_copy(const unsigned *x, unsigned *y)
{
    __shared__ alignas(16) unsigned s[256];
    __shared__ uint64_t bar;
    int t = threadIdx.x;
    if (t == 0) {
        ptx::mbarrier_init(&bar, 1);
        ptx::fence_proxy_async(ptx::space_shared);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, 1024);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s, x + blockIdx.x * 256, 1024, &bar);
    }
    __syncthreads();
    while (!ptx::mbarrier_try_wait_parity(&bar, 0)) { }
    for (int i = t; i < 256; i += blockDim.x) s[i] = s[i] * 3 + i;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (t == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, y + blockIdx.x * 256, s, 1024);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
}

extern "C" __global__ void bulk_reduce(const int *x, int *y)
{
    __shared__ alignas(16) int s[64];
    s[threadIdx.x] = x[blockIdx.x * 64 + threadIdx.x];
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, y, s, 256);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    }
}

extern "C" __global__ void producer_consumer(const int *x, int *y)
{
    __shared__ int ring[4][32];
    __shared__ uint64_t full[4], empty[4];
    int t = threadIdx.x;
    if (t == 0)
        for (int k = 0; k < 4; ++k) {
            ptx::mbarrier_init(&full[k], 32);
            ptx::mbarrier_init(&empty[k], 32);
        }
    __syncthreads();
    if (t < 32) {
        for (int k = 0; k < 12; ++k) {
            while (!ptx::mbarrier_try_wait_parity(&empty[k % 4], (k / 4 & 1) ^ 1)) { }
            ring[k % 4][t] = x[k * 32 + t] * 5;
            ptx::mbarrier_arrive(&full[k % 4]);
        }
    } else {
        t -= 32;
        int sum = 0;
        for (int k = 0; k < 12; ++k) {
            while (!ptx::mbarrier_try_wait_parity(&full[k % 4], k / 4 & 1)) { }
            sum = sum * 3 + ring[k % 4][(t + k) % 32];
            ptx::mbarrier_arrive(&empty[k % 4]);
            y[k * 32 + t] = sum;
        }
    }
}

extern "C" __global__ void barrier_object(const int *x, int *y)
{
    using Barrier = cuda::barrier<cuda::thread_scope_block>;
    __shared__ alignas(16) int s[64];
    __shared__ Barrier bar;
    auto block = cg::this_thread_block();
    if (threadIdx.x == 0) init(&bar, block.size());
    block.sync();
    cuda::memcpy_async(block, s, x, cuda::aligned_size_t<16>(sizeof s), bar);
    bar.arrive_and_wait();
    int v = s[63 - threadIdx.x];
    bar.arrive_and_wait();
    s[threadIdx.x] = v + 1;
    bar.arrive_and_wait();
    y[threadIdx.x] = s[threadIdx.x ^ 1] * 2 + v;
}

extern "C" __global__ void pipeline_object(const int *x, int *y)
{
    __shared__ int s[2][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    for (int fetch = 0, use = 0; use < 5; ++use) {
        for (; fetch < 5 && fetch < use + 2; ++fetch) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, s[fetch % 2], x + fetch * 64, sizeof s[0], pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        y[use * 64 + threadIdx.x] = s[use % 2][63 - threadIdx.x] - use;
        pipe.consumer_release();
    }
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) cluster_exchange(const int *x, int *y)
{
    __shared__ int s[32];
    auto cluster = cg::this_cluster();
    int t = threadIdx.x, i = blockIdx.x * 32 + t;
    s[t] = x[i];
    cluster.sync();
    int *other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
    int v = other[31 - t];
    atomicAdd(other + (t & 3), v);
    cluster.sync();
    y[i] = s[t] * 2 + v;
}

extern "C" __global__ void __cluster_dims__(4, 1, 1) cluster_histogram(const unsigned char *x, unsigned *bins)
{
    __shared__ unsigned local[16];
    auto cluster = cg::this_cluster();
    if (threadIdx.x < 16) local[threadIdx.x] = 0;
    cluster.sync();
    for (int k = 0; k < 4; ++k) {
        unsigned v = x[(blockIdx.x * blockDim.x + threadIdx.x) * 4 + k] & 63;
        atomicAdd(cluster.map_shared_rank(local, v / 16) + v % 16, 1);
    }
    cluster.sync();
    if (threadIdx.x < 16) atomicAdd(bins + cluster.block_rank() * 16 + threadIdx.x, local[threadIdx.x]);
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) remote_stores(const unsigned *x, unsigned *y)
{
    __shared__ alignas(16) unsigned s[64];
    __shared__ uint64_t bar;
    auto cluster = cg::this_cluster();
    int t = threadIdx.x;
    if (t == 0) {
        ptx::mbarrier_init(&bar, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, 256);
    }
    cluster.sync();
    unsigned rank = cluster.block_rank() ^ 1;
    ptx::st_async(cluster.map_shared_rank(s + t, rank), x[blockIdx.x * 64 + t], cluster.map_shared_rank(&bar, rank));
    while (!ptx::mbarrier_try_wait_parity(&bar, 0)) { }
    y[blockIdx.x * 64 + t] = s[63 - t] + rank;
    cluster.sync();
}
