// Services of the run-time system: printf, malloc, assert; texture-free module variables.
#include <cassert>
#include <cstdio>

__device__ int counters[4] = {1, 2, 3, 4};
__device__ int *cursor = counters + 2;

extern "C" __global__ void print_values(const int *x)
{
    if (threadIdx.x % 16 == 3) printf("thread %d of %u: %5.2f %s\n", threadIdx.x, blockDim.x, x[threadIdx.x] * 0.25, "value");
}

extern "C" __global__ void heap(const int *x, int *y)
{
    int n = (unsigned)x[threadIdx.x] % 7 + 1, sum = 0;
    int *p = (int *)malloc(n * sizeof(int));
    for (int k = 0; k < n; ++k) p[k] = x[threadIdx.x] + k;
    for (int k = 0; k < n; ++k) sum += p[k] * k;
    free(p);
    y[threadIdx.x] = sum;
}

extern "C" __global__ void module_variables(int *y)
{
    atomicAdd(cursor, threadIdx.x);
    __syncthreads();
    if (threadIdx.x < 4) y[threadIdx.x] = counters[threadIdx.x];
}

extern "C" __global__ void assertions(const unsigned *x, unsigned *y)
{
    assert(x[threadIdx.x] != 0x12345);
    y[threadIdx.x] = x[threadIdx.x] >> 1;
}
