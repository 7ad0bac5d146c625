// Algorithms of cub that blocks and warps run together.
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_store.cuh>
#include <cub/block/block_histogram.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>
#include <cub/warp/warp_merge_sort.cuh>

template <class T, cub::BlockReduceAlgorithm algorithm> __global__ void reduce(const T *in, T *out) {
    using Reduce = cub::BlockReduce<T, 128, algorithm>;
    __shared__ typename Reduce::TempStorage storage;
    T sum = Reduce(storage).Sum(in[threadIdx.x]);
    if (!threadIdx.x) *out = sum;
}
template __global__ void reduce<float, cub::BLOCK_REDUCE_WARP_REDUCTIONS>(const float *, float *);
template __global__ void reduce<double, cub::BLOCK_REDUCE_RAKING>(const double *, double *);
template __global__ void reduce<long long, cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY>(const long long *, long long *);

template <class T> __global__ void scan_and_sort(const T *in, T *out) {
    using Load = cub::BlockLoad<T, 64, 4, cub::BLOCK_LOAD_TRANSPOSE>;
    using Store = cub::BlockStore<T, 64, 4, cub::BLOCK_STORE_WARP_TRANSPOSE>;
    using Scan = cub::BlockScan<T, 64, cub::BLOCK_SCAN_WARP_SCANS>;
    using Sort = cub::BlockRadixSort<T, 64, 4>;
    __shared__ union { typename Load::TempStorage load; typename Store::TempStorage store; typename Scan::TempStorage scan; typename Sort::TempStorage sort; } storage;
    T items[4];
    Load(storage.load).Load(in, items);
    __syncthreads();
    Scan(storage.scan).ExclusiveSum(items, items);
    __syncthreads();
    Sort(storage.sort).Sort(items);
    __syncthreads();
    Store(storage.store).Store(out, items);
}
template __global__ void scan_and_sort<int>(const int *, int *);
template __global__ void scan_and_sort<float>(const float *, float *);
template __global__ void scan_and_sort<unsigned char>(const unsigned char *, unsigned char *);

__global__ void warps(int *data) {
    using Reduce = cub::WarpReduce<int>;
    using Scan = cub::WarpScan<int, 16>;
    using Sort = cub::WarpMergeSort<int, 4, 32>;
    __shared__ union { Reduce::TempStorage reduce; Scan::TempStorage scan; Sort::TempStorage sort; } storage;
    int value = data[threadIdx.x];
    value = Reduce(storage.reduce).Sum(value);
    __syncwarp();
    Scan(storage.scan).InclusiveSum(value, value);
    __syncwarp();
    int items[4] = {value, data[0], data[1], data[2]};
    Sort(storage.sort).Sort(items, [](int a, int b) { return a < b; });
    for (int i = 0; i < 4; i++) data[threadIdx.x * 4 + i] = items[i];
}
