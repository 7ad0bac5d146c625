#include <cuda/ptx>
#include <cuda.h>
#include <cuda/barrier>
#include <cuda/atomic>
#include <cuda/pipeline>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_fp16.h>
#include <cub/cub.cuh>
namespace ptx = cuda::ptx; namespace cg = cooperative_groups;

// Warp-specialized pipeline: warp 0 produces tiles by bulk copies, warps 1-4 consume.
extern "C" __global__ void specialized(const float *in, float *out, int tiles) {
    constexpr int S = 3, T = 128;
    __shared__ alignas(128) float buffer[S][T];
    __shared__ alignas(8) uint64_t full[S], empty[S];
    if (threadIdx.x == 0) {
        for (int s = 0; s < S; ++s) { ptx::mbarrier_init(&full[s], 1); ptx::mbarrier_init(&empty[s], 4); }
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (warp == 0) {
        if (lane == 0) {
            for (int k = 0; k < tiles; ++k) {
                int s = k % S, phase = (k / S) & 1;
                while (!ptx::mbarrier_try_wait_parity(&empty[s], phase ^ 1)) {}
                ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[s], T * 4);
                ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, buffer[s], in + k * T, T * 4, &full[s]);
            }
        }
    } else {
        float sum = 0;
        int i = threadIdx.x - 32;
        for (int k = 0; k < tiles; ++k) {
            int s = k % S, phase = (k / S) & 1;
            while (!ptx::mbarrier_try_wait_parity(&full[s], phase)) {}
            sum += buffer[s][i];
            __syncwarp();
            if (lane == 0) ptx::mbarrier_arrive(&empty[s]);
        }
        out[i] = sum;
    }
}

// Decoupled look-back scan over CTAs.
extern "C" __global__ void look_back(const int *in, int *out, unsigned long long *state, int *ticket) {
    __shared__ int block, prefix, sums[4];
    if (threadIdx.x == 0) block = atomicAdd(ticket, 1);
    __syncthreads();
    int b = block, i = b * 128 + threadIdx.x, v = in[i], x = v;
    for (int o = 1; o < 32; o <<= 1) { int y = __shfl_up_sync(~0u, x, o); if ((threadIdx.x & 31) >= o) x += y; }
    if ((threadIdx.x & 31) == 31) sums[threadIdx.x / 32] = x;
    __syncthreads();
    int before = 0, total = 0;
    for (int w = 0; w < 4; ++w) { if (w < threadIdx.x / 32) before += sums[w]; total += sums[w]; }
    if (threadIdx.x == 0) {
        cuda::atomic_ref<unsigned long long, cuda::thread_scope_device> own(state[b]);
        own.store((b == 0 ? 2ull << 32 : 1ull << 32) | (unsigned)total, cuda::memory_order_release);
        int run = 0;
        for (int p = b - 1; p >= 0;) {
            cuda::atomic_ref<unsigned long long, cuda::thread_scope_device> other(state[p]);
            unsigned long long s = other.load(cuda::memory_order_acquire);
            if ((s >> 32) == 0) continue;
            run += (int)s;
            if ((s >> 32) == 2) break;
            --p;
        }
        if (b) own.store(2ull << 32 | (unsigned)(run + total), cuda::memory_order_release);
        prefix = run;
    }
    __syncthreads();
    out[i] = prefix + before + x;
}

// The last CTA adds the partial sums, as the sample threadFenceReduction does.
__device__ unsigned finished;
extern "C" __global__ void last_adds(const float *in, volatile float *partial, float *result) {
    __shared__ float s[128];
    __shared__ bool last;
    s[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
    __syncthreads();
    for (int o = 64; o; o >>= 1) { if (threadIdx.x < o) s[threadIdx.x] += s[threadIdx.x + o]; __syncthreads(); }
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = s[0];
        __threadfence();
        unsigned t = atomicInc(&finished, gridDim.x);
        last = t == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        float r = 0;
        for (int b = 0; b < gridDim.x; ++b) r += partial[b];
        *result = r;
        finished = 0;
    }
}

extern "C" __global__ void group_copy(const int *in, int *out, int n) {
    __shared__ int buffer[2][64];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, buffer[0], in, sizeof(int) * 64);
    for (int k = 0; k < n / 64; ++k) {
        if (k + 1 < n / 64) { cg::memcpy_async(block, buffer[(k + 1) & 1], in + (k + 1) * 64, sizeof(int) * 64); cg::wait_prior<1>(block); }
        else cg::wait(block);
        block.sync();
        out[k * 64 + threadIdx.x] = buffer[k & 1][63 - threadIdx.x] * 2;
        block.sync();
    }
}

extern "C" __global__ void pipeline(const int *in, int *out, int n) {
    __shared__ int buffer[2][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    for (int k = 0, c = 0; c < n / 64; ++c) {
        for (; k < n / 64 && k < c + 2; ++k) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, buffer[k & 1], in + k * 64, cuda::aligned_size_t<16>(256), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        out[c * 64 + threadIdx.x] = buffer[c & 1][63 - threadIdx.x] + c;
        pipe.consumer_release();
    }
}

// Ring of CTAs in a cluster: each stores to its neighbor and signals its mbarrier.
extern "C" __global__ void __cluster_dims__(4) ring(const int *in, int *out) {
    __shared__ int inbox[32];
    __shared__ alignas(8) uint64_t bar;
    auto cluster = cg::this_cluster();
    if (threadIdx.x == 0) { ptx::mbarrier_init(&bar, 32); ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster); }
    cluster.sync();
    unsigned next = (cluster.block_rank() + 1) % 4;
    int *remote = cluster.map_shared_rank(inbox, next);
    uint64_t *far = cluster.map_shared_rank(&bar, next);
    remote[threadIdx.x] = in[blockIdx.x * 32 + threadIdx.x];
    ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, far);
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &bar, 0)) {}
    out[blockIdx.x * 32 + threadIdx.x] = inbox[threadIdx.x] + 1;
    cluster.sync();
}

extern "C" __global__ void sort_scan(unsigned *keys, int *out) {
    using Sort = cub::WarpMergeSort<unsigned, 4, 32>;
    using Scan = cub::WarpScan<int>;
    using Disc = cub::BlockDiscontinuity<unsigned, 64>;
    using Exchange = cub::BlockExchange<unsigned, 64, 4>;
    __shared__ typename Sort::TempStorage sort[2];
    __shared__ typename Scan::TempStorage scan[2];
    __shared__ typename Disc::TempStorage disc;
    __shared__ typename Exchange::TempStorage ex;
    unsigned v[4];
    for (int i = 0; i < 4; ++i) v[i] = keys[threadIdx.x * 4 + i];
    Sort(sort[threadIdx.x / 32]).Sort(v, [](unsigned a, unsigned b) { return a < b; });
    int flags[4];
    Disc(disc).FlagHeads(flags, v, [](unsigned a, unsigned b) { return a != b; });
    Exchange(ex).BlockedToStriped(v, v);
    int s;
    Scan(scan[threadIdx.x / 32]).InclusiveSum(flags[0] + flags[1] + flags[2] + flags[3], s);
    for (int i = 0; i < 4; ++i) keys[i * 64 + threadIdx.x] = v[i];
    out[threadIdx.x] = s;
}

template <int N> struct Matrix { half2 v[N]; };
extern "C" __global__ void softmax(const float *in, float *out, int n) {
    int row = blockIdx.x;
    float m = -INFINITY;
    for (int i = threadIdx.x; i < n; i += blockDim.x) m = fmaxf(m, in[row * n + i]);
    using Reduce = cub::BlockReduce<float, 64>;
    __shared__ typename Reduce::TempStorage temp;
    __shared__ float shared_m, shared_s;
    m = Reduce(temp).Reduce(m, [](float a, float b) { return fmaxf(a, b); });
    if (threadIdx.x == 0) shared_m = m;
    __syncthreads();
    float s = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) s += __expf(in[row * n + i] - shared_m);
    s = Reduce(temp).Sum(s);
    if (threadIdx.x == 0) shared_s = s;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) out[row * n + i] = __expf(in[row * n + i] - shared_m) / shared_s;
}
