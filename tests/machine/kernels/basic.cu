// Kernels of the tests of whole kernels; compiled with nvcc 13.0, -arch=sm_90 -ptx -O3 -lineinfo is off.
#include <cstdio>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

extern "C" __global__ void saxpy(int n, float a, const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

extern "C" __global__ void reduce_shared(const int *in, int *out, int n) {
    __shared__ int part[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    part[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int s = 128; s > 0; s >>= 1) {
        if (t < s) part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0) atomicAdd(out, part[0]);
}

extern "C" __global__ void reduce_warps(const float *in, float *out) {
    float v = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int o = 16; o; o >>= 1) v += __shfl_down_sync(~0u, v, o);
    __shared__ float s[32];
    if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = threadIdx.x < blockDim.x / 32 ? s[threadIdx.x] : 0.f;
        for (int o = 16; o; o >>= 1) v += __shfl_down_sync(~0u, v, o);
        if (threadIdx.x == 0) out[blockIdx.x] = v;
    }
}

extern "C" __global__ void scan_block(const int *in, int *out) {
    __shared__ int buffer[2][128];
    int t = threadIdx.x, from = 0;
    buffer[0][t] = in[t];
    __syncthreads();
    for (int d = 1; d < 128; d <<= 1) {
        int to = 1 - from;
        buffer[to][t] = t >= d ? buffer[from][t] + buffer[from][t - d] : buffer[from][t];
        from = to;
        __syncthreads();
    }
    out[t] = buffer[from][t];
}

extern "C" __global__ void matmul(const float *a, const float *b, float *c, int n) {
    __shared__ float as[16][16], bs[16][17];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float sum = 0;
    for (int k = 0; k < n; k += 16) {
        as[ty][tx] = a[row * n + k + tx];
        bs[ty][tx] = b[(k + ty) * n + col];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 16; ++i) sum = __fmaf_rn(as[ty][i], bs[i][tx], sum);
        __syncthreads();
    }
    c[row * n + col] = sum;
}

extern "C" __global__ void histogram(const unsigned char *data, unsigned *bins, int n) {
    __shared__ unsigned local[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) local[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&local[data[i]], 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&bins[i], local[i]);
}

extern "C" __global__ void mandelbrot(int *out, int width, int height, int limit) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float cr = __fmaf_rn(3.0f / width, (float)x, -2.0f), ci = __fmaf_rn(2.0f / height, (float)y, -1.0f), r = 0, i = 0;
    int k = 0;
    while (k < limit && __fadd_rn(__fmul_rn(r, r), __fmul_rn(i, i)) <= 4.0f) {
        float t = __fadd_rn(__fsub_rn(__fmul_rn(r, r), __fmul_rn(i, i)), cr);
        i = __fadd_rn(__fmul_rn(2.0f, __fmul_rn(r, i)), ci);
        r = t;
        ++k;
    }
    out[y * width + x] = k;
}

__device__ int lock_word;
extern "C" __global__ void spin_lock(int *counter) {
    while (atomicCAS(&lock_word, 0, 1) != 0) {}
    __threadfence();
    *(volatile int *)counter += threadIdx.x + 1;
    __threadfence();
    atomicExch(&lock_word, 0);
}

__device__ __noinline__ unsigned long long fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
extern "C" __global__ void recursion(unsigned long long *out) { out[threadIdx.x] = fibonacci(threadIdx.x % 12); }

__device__ __noinline__ int twice(int x) { return 2 * x; }
__device__ __noinline__ int square(int x) { return x * x; }
__device__ __noinline__ int negate(int x) { return -x; }
typedef int (*Function)(int);
__device__ Function table[3] = {twice, square, negate};
extern "C" __global__ void pointers(const int *which, int *out) {
    int t = threadIdx.x;
    out[t] = table[which[t]](t);
}

extern "C" __global__ void switches(const int *op, int *out) {
    int t = threadIdx.x, v = t;
    switch (op[t]) {
        case 0: v = t + 100; break;
        case 1: v = t * t; break;
        case 2: v = t ^ 0x55; break;
        case 3: v = __popc(t); break;
        case 4: v = -t; break;
        case 5: v = t << 3; break;
        case 6: v = __clz(t); break;
        case 7: v = t % 7; break;
    }
    out[t] = v;
}

extern "C" __global__ void hello(int n) {
    if (threadIdx.x < n) printf("thread %d of %u: %5.2f %s %llx %c%%\n", threadIdx.x, blockDim.x, threadIdx.x * 0.5, "text", 0x123456789abull, 'x');
}

extern "C" __global__ void heap(int *out) {
    int *p = (int *)malloc(4 * sizeof(int));
    for (int i = 0; i < 4; ++i) p[i] = threadIdx.x * i;
    out[threadIdx.x] = p[0] + p[1] + p[2] + p[3];
    free(p);
}

__constant__ float weights[5] = {0.1f, 0.2f, 0.4f, 0.2f, 0.1f};
extern "C" __global__ void stencil(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = 0;
    for (int k = -2; k <= 2; ++k) {
        int j = min(max(i + k, 0), n - 1);
        s = __fmaf_rn(weights[k + 2], in[j], s);
    }
    out[i] = s;
}

extern "C" __global__ void local_array(const int *order, int *out) {
    int values[16];
    for (int i = 0; i < 16; ++i) values[i] = threadIdx.x * 16 + i;
    int s = 0;
    for (int i = 0; i < 16; ++i) s = s * 3 + values[order[(i + threadIdx.x) & 15]];
    out[threadIdx.x] = s;
}

struct Triple { int a; double b; short c[3]; };
extern "C" __global__ void aggregate(Triple t, double *out) { out[threadIdx.x] = t.a + t.b * t.c[threadIdx.x % 3]; }

extern "C" __global__ void grid_sync(int *a, int *b, int n) {
    auto grid = cg::this_grid();
    for (int i = grid.thread_rank(); i < n; i += grid.size()) a[i] = i * 3;
    grid.sync();
    for (int i = grid.thread_rank(); i < n; i += grid.size()) b[i] = a[n - 1 - i] + 1;
}

extern "C" __global__ void tiles(const int *in, int *out) {
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(block);
    int v = in[block.thread_rank()];
    int s = cg::reduce(tile, v, cg::plus<int>());
    if (v & 1) {
        auto active = cg::coalesced_threads();
        out[block.thread_rank()] = s * 100 + active.size() + active.thread_rank();
    } else {
        out[block.thread_rank()] = s;
    }
}

extern "C" __global__ void __cluster_dims__(4) cluster_sum(const int *in, int *out) {
    auto cluster = cg::this_cluster();
    __shared__ int value;
    if (threadIdx.x == 0) value = in[blockIdx.x];
    cluster.sync();
    if (threadIdx.x == 0) {
        int s = 0;
        for (unsigned r = 0; r < cluster.num_blocks(); ++r) s += *cluster.map_shared_rank(&value, r);
        out[blockIdx.x] = s;
    }
    cluster.sync();
}

extern "C" __global__ void votes(const int *in, unsigned *out) {
    int v = in[threadIdx.x];
    unsigned b = __ballot_sync(~0u, v > 5);
    unsigned m = __match_any_sync(~0u, v & 3);
    unsigned any = __any_sync(~0u, v == 9), all = __all_sync(~0u, v >= 0);
    out[threadIdx.x] = b ^ (m << 1) ^ (any << 31) ^ (all << 30);
    out[threadIdx.x + blockDim.x] = __reduce_add_sync(~0u, v);
    unsigned sum = __syncthreads_count(v & 1);
    out[threadIdx.x + 2 * blockDim.x] = sum + 1000 * __syncthreads_or(v == 3) + 2000 * __syncthreads_and(v < 100);
}

extern "C" __global__ void doubles(const double *in, double *out, float *single) {
    int t = threadIdx.x;
    double v = in[t];
    out[t] = sqrt(v) / (v + 1.0);
    single[t] = __fsqrt_rn((float)v) + __fdiv_rn(1.0f, (float)v + 2.0f);
}

extern __shared__ int dynamic[];
extern "C" __global__ void dynamic_shared(const int *in, int *out, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) dynamic[n - 1 - i] = in[i];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = dynamic[i];
}
