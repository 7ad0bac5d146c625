#include <cub/block/block_scan.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/warp/warp_scan.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_store.cuh>
extern "C" __global__ void block_scan(const int *in, int *out) {
    using Scan = cub::BlockScan<int, 128>;
    __shared__ typename Scan::TempStorage temp;
    int v[4];
    for (int i = 0; i < 4; ++i) v[i] = in[threadIdx.x * 4 + i];
    Scan(temp).ExclusiveSum(v, v);
    for (int i = 0; i < 4; ++i) out[threadIdx.x * 4 + i] = v[i];
}
extern "C" __global__ void block_reduce(const float *in, float *out) {
    using Reduce = cub::BlockReduce<float, 128>;
    __shared__ typename Reduce::TempStorage temp;
    float s = Reduce(temp).Reduce(in[threadIdx.x], [](float a, float b) { return a > b ? a : b; });
    if (threadIdx.x == 0) *out = s;
}
extern "C" __global__ void radix_sort(unsigned *keys) {
    using Sort = cub::BlockRadixSort<unsigned, 128, 4>;
    using Load = cub::BlockLoad<unsigned, 128, 4, cub::BLOCK_LOAD_TRANSPOSE>;
    using Store = cub::BlockStore<unsigned, 128, 4, cub::BLOCK_STORE_TRANSPOSE>;
    __shared__ union { typename Sort::TempStorage sort; typename Load::TempStorage load; typename Store::TempStorage store; } temp;
    unsigned v[4];
    Load(temp.load).Load(keys, v);
    __syncthreads();
    Sort(temp.sort).Sort(v);
    __syncthreads();
    Store(temp.store).Store(keys, v);
}
