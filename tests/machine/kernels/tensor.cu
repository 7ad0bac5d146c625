#include <cuda/ptx>
#include <cuda.h>
namespace ptx = cuda::ptx;
// Load a tile of 32 x 64 floats, add its column, and store it at the transposed place of the grid.
extern "C" __global__ void tensor_tile(const __grid_constant__ CUtensorMap in, const __grid_constant__ CUtensorMap out, int x, int y) {
    __shared__ alignas(128) float tile[64][32];
    __shared__ alignas(8) uint64_t bar;
    if (threadIdx.x == 0) { ptx::mbarrier_init(&bar, blockDim.x); ptx::fence_proxy_async(ptx::space_shared); }
    __syncthreads();
    uint64_t token;
    if (threadIdx.x == 0) {
        int32_t coordinates[2] = {x, y};
        ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, &tile, &in, coordinates, &bar);
        token = ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, sizeof(tile));
    } else {
        token = ptx::mbarrier_arrive(&bar);
    }
    while (!ptx::mbarrier_try_wait(&bar, token)) {}
    for (int i = threadIdx.x; i < 64 * 32; i += blockDim.x) tile[i / 32][i % 32] += i % 32;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        int32_t coordinates[2] = {y, x};
        ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &out, coordinates, &tile);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
}
