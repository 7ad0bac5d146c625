// Atomics: contention, compare-and-swap loops, scopes, tickets, last block, grid synchronization.
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/std/atomic>
namespace cg = cooperative_groups;

extern "C" __global__ void histogram(int n, const unsigned char *x, unsigned *bins)
{
    __shared__ unsigned local[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x) local[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&local[x[i] & 63], 1);
    __syncthreads();
    for (int i = threadIdx.x; i < 64; i += blockDim.x) atomicAdd(&bins[i], local[i]);
}

extern "C" __global__ void float_maximum(const float *x, float *y)
{
    unsigned *place = (unsigned *)y, old = *place, seen;
    float v = x[blockIdx.x * blockDim.x + threadIdx.x];
    do {
        seen = old;
        if (__uint_as_float(seen) >= v) break;
        old = atomicCAS(place, seen, __float_as_uint(v));
    } while (old != seen);
}

extern "C" __global__ void every_atomic(const int *x, int *y, unsigned long long *z)
{
    int v = x[blockIdx.x * blockDim.x + threadIdx.x];
    atomicAdd(y, v);
    atomicSub(y + 1, v);
    atomicMin(y + 2, v);
    atomicMax((unsigned *)y + 3, (unsigned)v);
    atomicAnd(y + 4, v | 0xff);
    atomicOr(y + 5, v & 0xff00ff);
    atomicXor(y + 6, v);
    atomicInc((unsigned *)y + 7, 99);
    atomicDec((unsigned *)y + 8, 77);
    atomicAdd(z, (unsigned long long)v << 13);
    atomicMax((long long *)z + 1, (long long)v * v);
    atomicXor(z + 2, (unsigned long long)v * 0x9e3779b97f4a7c15ull);
}

extern "C" __global__ void last_block(const int *x, volatile int *partial, unsigned *ticket, int *total)
{
    __shared__ bool last;
    int v = __reduce_add_sync(~0u, x[blockIdx.x * 32 + threadIdx.x]);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = v;
        __threadfence();
        last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last) {
        int sum = 0;
        if (threadIdx.x == 0) {
            for (int i = 0; i < gridDim.x; ++i) sum += partial[i];
            *total = sum;
        }
    }
}

extern "C" __global__ void message(int *data, int *flag, int *out)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
    if (blockIdx.x == 0) {
        data[threadIdx.x] = threadIdx.x * 3 + 1;
        __syncthreads();
        if (threadIdx.x == 0) ready.store(1, cuda::memory_order_release);
    } else {
        if (threadIdx.x == 0)
            while (ready.load(cuda::memory_order_acquire) == 0) { }
        __syncthreads();
        out[threadIdx.x] = data[threadIdx.x] + 1000;
    }
}

extern "C" __global__ void grid_steps(int *x, int *y)
{
    auto grid = cg::this_grid();
    int i = grid.thread_rank(), n = grid.size();
    for (int step = 0; step < 3; ++step) {
        y[i] = x[(i + 1) % n] + x[(i + 37) % n] * 3;
        grid.sync();
        x[i] = y[(i * 7 + step) % n] ^ step;
        grid.sync();
    }
}

extern "C" __global__ void fetch_operations(unsigned *x, unsigned long long *y)
{
    cuda::atomic_ref<unsigned, cuda::thread_scope_block> a(x[blockIdx.x]);
    cuda::atomic_ref<unsigned long long, cuda::thread_scope_system> b(*y);
    a.fetch_add(threadIdx.x, cuda::memory_order_relaxed);
    b.fetch_max((unsigned long long)threadIdx.x << (blockIdx.x * 4), cuda::memory_order_acq_rel);
    unsigned long long expected = threadIdx.x;
    b.compare_exchange_strong(expected, expected, cuda::memory_order_seq_cst);
}

extern "C" __global__ void vector_atomics(const float *x, float *y, double *z)
{
    int i = threadIdx.x;
    atomicAdd(y + i % 4, floorf(x[i] * 16.0f));
    atomicAdd(z, (double)floorf(x[i] * 64.0f));
    asm volatile("red.global.add.v2.f32 [%0], {%1, %2};" ::"l"(y + 4), "f"(floorf(x[i])), "f"(1.0f) : "memory");
}
