#include <cuda_pipeline.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/ptx>
#include <mma.h>
namespace ptx = cuda::ptx;

extern "C" __global__ void copy_async(const float4 *in, float4 *out, int n) {
    __shared__ float4 stage[2][64];
    int t = threadIdx.x, tiles = n / 64;
    __pipeline_memcpy_async(&stage[0][t], &in[t], 16);
    __pipeline_commit();
    for (int k = 0; k < tiles; ++k) {
        if (k + 1 < tiles) __pipeline_memcpy_async(&stage[(k + 1) & 1][t], &in[(k + 1) * 64 + t], 16);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        float4 v = stage[k & 1][63 - t];
        v.x += 1.0f;
        out[k * 64 + t] = v;
        __syncthreads();
    }
}

extern "C" __global__ void bulk(const int *in, int *out, int n) {
    __shared__ alignas(16) int tile[256];
    __shared__ alignas(8) uint64_t bar;
    if (threadIdx.x == 0) { ptx::mbarrier_init(&bar, blockDim.x); }
    __syncthreads();
    int phase = 0;
    for (int k = 0; k < n / 256; ++k) {
        if (threadIdx.x == 0) {
            ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in + k * 256, sizeof(tile), &bar);
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, sizeof(tile));
        } else {
            ptx::mbarrier_arrive(&bar);
        }
        while (!ptx::mbarrier_try_wait_parity(&bar, phase)) {}
        phase ^= 1;
        tile[threadIdx.x] += k + threadIdx.x;
        ptx::fence_proxy_async(ptx::space_shared);
        __syncthreads();
        if (threadIdx.x == 0) {
            ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + k * 256, tile, sizeof(tile));
            ptx::cp_async_bulk_commit_group();
            ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
        }
        __syncthreads();
    }
}

extern "C" __global__ void cuda_barrier(const int *in, int *out) {
    using Barrier = cuda::barrier<cuda::thread_scope_block>;
    __shared__ alignas(Barrier) unsigned char storage[sizeof(Barrier)];
    Barrier &bar = *reinterpret_cast<Barrier *>(storage);
    __shared__ int data[128];
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    __syncthreads();
    int v = in[threadIdx.x];
    for (int r = 0; r < 3; ++r) {
        data[threadIdx.x] = v;
        bar.arrive_and_wait();
        v = data[(threadIdx.x + 1) % 128] + r;
        bar.arrive_and_wait();
    }
    out[threadIdx.x] = v;
}

extern "C" __global__ void wmma_half(const half *a, const half *b, float *c) {
    using namespace nvcuda::wmma;
    fragment<matrix_a, 16, 16, 16, half, row_major> fa;
    fragment<matrix_b, 16, 16, 16, half, col_major> fb;
    fragment<accumulator, 16, 16, 16, float> fc;
    fill_fragment(fc, 0.0f);
    for (int k = 0; k < 64; k += 16) {
        load_matrix_sync(fa, a + k, 64);
        load_matrix_sync(fb, b + k, 64);
        mma_sync(fc, fa, fb, fc);
    }
    store_matrix_sync(c, fc, 16, mem_row_major);
}

extern "C" __global__ void scoped_atomics(int *data, int *flag, int *out) {
    cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
    if (blockIdx.x == 0) {
        if (threadIdx.x == 0) { data[0] = 42; f.store(1, cuda::memory_order_release); }
    } else if (threadIdx.x == 0) {
        while (f.load(cuda::memory_order_acquire) == 0) {}
        out[blockIdx.x] = data[0];
    }
}
