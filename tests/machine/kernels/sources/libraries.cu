// CUB and libcu++.
#include <cub/cub.cuh>
#include <cuda/std/array>
#include <cuda/std/bitset>
#include <cuda/std/complex>
#include <cuda/latch>
#include <cuda/semaphore>

extern "C" __global__ void block_reduce(const int *x, int *y)
{
    using Reduce = cub::BlockReduce<int, 128>;
    __shared__ typename Reduce::TempStorage storage;
    int sum = Reduce(storage).Sum(x[blockIdx.x * 128 + threadIdx.x]);
    if (threadIdx.x == 0) y[blockIdx.x] = sum;
}

extern "C" __global__ void block_scan(const float *x, float *y)
{
    using Scan = cub::BlockScan<float, 128>;
    __shared__ typename Scan::TempStorage storage;
    float v[2] = {x[2 * threadIdx.x], x[2 * threadIdx.x + 1]};
    Scan(storage).ExclusiveSum(v, v);
    y[2 * threadIdx.x] = v[0];
    y[2 * threadIdx.x + 1] = v[1];
}

extern "C" __global__ void block_sort(const unsigned *x, unsigned *y)
{
    using Sort = cub::BlockRadixSort<unsigned, 64, 4>;
    __shared__ typename Sort::TempStorage storage;
    unsigned keys[4];
    for (int k = 0; k < 4; ++k) keys[k] = x[4 * threadIdx.x + k];
    Sort(storage).SortDescending(keys, 4, 24);
    for (int k = 0; k < 4; ++k) y[4 * threadIdx.x + k] = keys[k];
}

extern "C" __global__ void block_exchange(const int *x, int *y)
{
    using Load = cub::BlockLoad<int, 64, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
    using Store = cub::BlockStore<int, 64, 4, cub::BLOCK_STORE_TRANSPOSE>;
    __shared__ union {
        typename Load::TempStorage load;
        typename Store::TempStorage store;
    } storage;
    int v[4];
    Load(storage.load).Load(x, v);
    __syncthreads();
    for (int k = 0; k < 4; ++k) v[k] = v[k] * 3 + threadIdx.x;
    Store(storage.store).Store(y, v);
}

extern "C" __global__ void warp_merge_sort(const int *x, int *y)
{
    using Sort = cub::WarpMergeSort<int, 4, 16>;
    __shared__ typename Sort::TempStorage storage[4];
    int v[4];
    for (int k = 0; k < 4; ++k) v[k] = x[4 * threadIdx.x + k];
    Sort(storage[threadIdx.x / 16]).Sort(v, [] __device__(int a, int b) { return a < b; });
    for (int k = 0; k < 4; ++k) y[4 * threadIdx.x + k] = v[k];
}

extern "C" __global__ void block_histogram(const unsigned char *x, unsigned *y)
{
    using Histogram = cub::BlockHistogram<unsigned char, 64, 4, 256>;
    __shared__ typename Histogram::TempStorage storage;
    __shared__ unsigned bins[256];
    unsigned char v[4];
    for (int k = 0; k < 4; ++k) v[k] = x[4 * threadIdx.x + k];
    Histogram(storage).Histogram(v, bins);
    __syncthreads();
    for (int k = 0; k < 4; ++k) y[4 * threadIdx.x + k] = bins[4 * threadIdx.x + k];
}

extern "C" __global__ void warp_scan(const double *x, double *y)
{
    using Scan = cub::WarpScan<double>;
    __shared__ typename Scan::TempStorage storage[2];
    double v, total;
    Scan(storage[threadIdx.x / 32]).InclusiveSum(x[threadIdx.x], v, total);
    y[threadIdx.x] = v - total / 2;
}

extern "C" __global__ void differences(const int *x, int *y)
{
    using Difference = cub::BlockAdjacentDifference<int, 64>;
    __shared__ typename Difference::TempStorage storage;
    int v[2] = {x[2 * threadIdx.x], x[2 * threadIdx.x + 1]}, d[2];
    Difference(storage).SubtractLeft(v, d, [] __device__(int a, int b) { return a - b; });
    y[2 * threadIdx.x] = d[0];
    y[2 * threadIdx.x + 1] = d[1];
}

extern "C" __global__ void complex_product(const float *x, float *y)
{
    int i = threadIdx.x;
    cuda::std::complex<float> a(x[2 * i], x[2 * i + 1]), b(x[2 * i + 1], -0.5f), c = a * b + a;
    y[2 * i] = c.real();
    y[2 * i + 1] = c.imag();
}

extern "C" __global__ void bit_sets(const unsigned *x, unsigned *y)
{
    cuda::std::bitset<96> set(x[threadIdx.x]);
    set |= set << (x[threadIdx.x] % 61);
    cuda::std::array<unsigned, 4> counts{};
    for (int k = 0; k < 96; ++k) counts[k / 24] += set.test(k);
    y[threadIdx.x] = counts[0] | counts[1] << 8 | counts[2] << 16 | counts[3] << 24;
}

extern "C" __global__ void latch_and_semaphore(int *y)
{
    __shared__ cuda::latch<cuda::thread_scope_block> *latch;
    __shared__ alignas(cuda::latch<cuda::thread_scope_block>) char place[sizeof(cuda::latch<cuda::thread_scope_block>)];
    __shared__ int sum;
    if (threadIdx.x == 0) {
        latch = new (place) cuda::latch<cuda::thread_scope_block>(64);
        sum = 0;
    }
    __syncthreads();
    atomicAdd(&sum, threadIdx.x * 3);
    latch->arrive_and_wait();
    y[threadIdx.x] = sum + threadIdx.x;
}
