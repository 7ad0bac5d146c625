// Atomic operations of every width, scope and operator that CUDA C++ offers.
#include <cuda_fp16.h>
#include <cuda_bf16.h>

__device__ unsigned int total;
__device__ unsigned long long wide_total;
__shared__ int block_total;

template <class T> __device__ void arithmetic(T *at, T value) {
    atomicAdd(at, value);
    atomicExch(at + 1, value);
}

template <class T> __device__ void integral(T *at, T value) {
    arithmetic(at, value);
    at[2] = atomicMin(at, value);
    atomicMax(at + 3, value);
    atomicAnd(at + 4, value);
    atomicOr(at + 5, value);
    atomicXor(at + 6, value);
    at[7] = atomicCAS(at + 8, value, value + 1);
}

__global__ void integers(int *i, unsigned *u, unsigned long long *w) {
    integral(i, (int)threadIdx.x);
    integral(u, threadIdx.x);
    integral(w, (unsigned long long)threadIdx.x << 33);
    atomicSub(i, 3);
    u[9] = atomicInc(u + 10, 17u);
    u[11] = atomicDec(u + 12, 17u);
    atomicAdd(&total, 1u);
    atomicAdd(&wide_total, 1ull);
    atomicAdd(&block_total, 2);
    atomicMax(&block_total, i[threadIdx.x]);
    __syncthreads();
    i[20] = block_total;
}

__global__ void floats(float *f, double *d, __half2 *h) {
    arithmetic(f, 1.5f);
#if __CUDA_ARCH__ >= 600
    atomicAdd(d, 2.5);
    d[1] = atomicAdd_system(d + 2, 1.0);
    atomicAdd_block(f, 0.5f);
    atomicAdd(h, __floats2half2_rn(1.0f, 2.0f));
#endif
}

__global__ void small(__half *h, __nv_bfloat16 *b, __nv_bfloat162 *b2, unsigned short *s) {
#if __CUDA_ARCH__ >= 700
    atomicAdd(h, __float2half(0.25f));
    s[0] = atomicCAS(s + 1, (unsigned short)3, (unsigned short)4);
#endif
#if __CUDA_ARCH__ >= 800
    atomicAdd(b, __float2bfloat16(0.25f));
    atomicAdd(b2, __floats2bfloat162_rn(0.25f, 0.5f));
#endif
}

__global__ void scoped(int *i, unsigned long long *w) {
#if __CUDA_ARCH__ >= 600
    atomicAdd_block(i, 1);
    atomicAdd_system(i, 2);
    atomicCAS_system(w, 1ull, 2ull);
    atomicMin_block(i, 5);
    atomicExch_system(w, 7ull);
#endif
    __threadfence();
    __threadfence_block();
    __threadfence_system();
}

extern "C" __global__ void histogram(const unsigned char *data, unsigned *bins, int n) {
    __shared__ unsigned local[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) local[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&local[data[i]], 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        if (local[i]) atomicAdd(&bins[i], local[i]);
}

extern "C" __global__ void lock(int *mutex, volatile int *value) {
    bool done = false;
    while (!done) {
        if (atomicCAS(mutex, 0, 1) == 0) {
            *value += 1;
            __threadfence();
            atomicExch(mutex, 0);
            done = true;
        }
    }
}
