#include <cuda.h>
#include <cuda_fp16.h>
#include <cuda/barrier>
#include <cuda/ptx>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;
#include <cstdint>
typedef uint64_t u64; typedef uint32_t u32;
__device__ u64 desc(const void *p) { u64 a = (u64)__cvta_generic_to_shared(p); return (a >> 4 & 0x3fff) | (u64)1 << 16 | (u64)64 << 32 | (u64)1 << 62; }
__device__ void mma(float (&d)[4][8], u64 a, u64 b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31}, %32, %33, 1, 1, 1, 0, 0;"
   : "+f"(d[0][0]),"+f"(d[0][1]),"+f"(d[0][2]),"+f"(d[0][3]),"+f"(d[0][4]),"+f"(d[0][5]),"+f"(d[0][6]),"+f"(d[0][7]),
     "+f"(d[1][0]),"+f"(d[1][1]),"+f"(d[1][2]),"+f"(d[1][3]),"+f"(d[1][4]),"+f"(d[1][5]),"+f"(d[1][6]),"+f"(d[1][7]),
     "+f"(d[2][0]),"+f"(d[2][1]),"+f"(d[2][2]),"+f"(d[2][3]),"+f"(d[2][4]),"+f"(d[2][5]),"+f"(d[2][6]),"+f"(d[2][7]),
     "+f"(d[3][0]),"+f"(d[3][1]),"+f"(d[3][2]),"+f"(d[3][3]),"+f"(d[3][4]),"+f"(d[3][5]),"+f"(d[3][6]),"+f"(d[3][7]) : "l"(a), "l"(b));
}
template <int N> __device__ void wait() { asm volatile("wgmma.wait_group.sync.aligned %0;" :: "n"(N) : "memory"); }
__device__ bool try_wait(u64 *b, u32 parity) { return ptx::mbarrier_try_wait_parity(b, parity); }
constexpr int S = 3;
// warp-specialized: 1 producer warp, 1 consumer warpgroup; TMA with 128B swizzle; cluster of 2 with multicast of B
template <bool MULTI> __device__ void gemm_body(const CUtensorMap &ma, const CUtensorMap &mb, float *c, int k_tiles, int ldc) {
  extern __shared__ __align__(1024) unsigned char smem[];
  half *as = (half *)smem, *bs = (half *)(smem + S * 8192);
  __shared__ __align__(8) u64 full[S], empty[S];
  u32 rank = MULTI ? cg::this_cluster().block_rank() : 0;
  int warp = threadIdx.x / 32;
  if (threadIdx.x == 0) {
    for (int i = 0; i < S; i++) { ptx::mbarrier_init(&full[i], 1); ptx::mbarrier_init(&empty[i], MULTI ? 2 : 1); }
    if (MULTI) ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster); else ptx::fence_proxy_async();
  }
  if (MULTI) cg::this_cluster().sync(); else __syncthreads();
  int row = blockIdx.x * 64;
  if (warp == 4) {
    if (threadIdx.x == 128) for (int k = 0; k < k_tiles; k++) {
      int s = k % S; u32 ph = k / S & 1;
      while (!try_wait(&empty[s], ph ^ 1));
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[s], 16384);
      int ca[2] = {k * 64, row};
      ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, as + s * 4096, &ma, ca, &full[s]);
      if (MULTI) {
        int cb[2] = {k * 64, (int)rank * 32};
        ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, bs + s * 4096 + rank * 2048, &mb, cb, &full[s], (uint16_t)3);
      } else {
        int cb[2] = {k * 64, 0};
        ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, bs + s * 4096, &mb, cb, &full[s]);
      }
    }
  } else {
    float d[4][8] = {};
    for (int k = 0; k < k_tiles; k++) {
      int s = k % S; u32 ph = k / S & 1;
      while (!try_wait(&full[s], ph));
      asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
      for (int i = 0; i < 4; i++) mma(d, desc(as + s * 4096 + i * 16), desc(bs + s * 4096 + i * 16));
      asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
      wait<1>();
      if (k && threadIdx.x == 0) {
        int q = (k - 1) % S;
        if (MULTI) { for (u32 r = 0; r < 2; r++) ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, cg::this_cluster().map_shared_rank(&empty[q], r)); }
        else ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &empty[q]);
      }
    }
    wait<0>();
    int lane = threadIdx.x % 32, r = row + warp * 16 + lane / 4;
    for (int i = 0; i < 4; i++) for (int j = 0; j < 2; j++) {
      int n = i * 16 + j * 8 + lane % 4 * 2;
      c[r * ldc + n] = d[i][j * 4]; c[r * ldc + n + 1] = d[i][j * 4 + 1];
      c[(r + 8) * ldc + n] = d[i][j * 4 + 2]; c[(r + 8) * ldc + n + 1] = d[i][j * 4 + 3];
    }
  }
  if (MULTI) cg::this_cluster().sync();
}
extern "C" __global__ void gemm(const __grid_constant__ CUtensorMap ma, const __grid_constant__ CUtensorMap mb, float *c, int k_tiles, int ldc) { gemm_body<false>(ma, mb, c, k_tiles, ldc); }
extern "C" __global__ void __cluster_dims__(2, 1, 1) gemm_multicast(const __grid_constant__ CUtensorMap ma, const __grid_constant__ CUtensorMap mb, float *c, int k_tiles, int ldc) { gemm_body<true>(ma, mb, c, k_tiles, ldc); }
// bulk ring between CTAs of a cluster with shared::cluster copies
extern "C" __global__ void __cluster_dims__(4, 1, 1) ring(const int *x, int *y) {
  __shared__ alignas(128) int in[128], out[128]; __shared__ alignas(8) u64 bar;
  auto cl = cg::this_cluster(); u32 rank = cl.block_rank();
  if (threadIdx.x == 0) { ptx::mbarrier_init(&bar, 1); ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster); }
  out[threadIdx.x] = x[blockIdx.x * 128 + threadIdx.x];
  ptx::fence_proxy_async(ptx::space_shared);
  cl.sync();
  for (int step = 0; step < 3; step++) {
    if (threadIdx.x == 0) {
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, 512);
      u32 next = (rank + 1) & 3;
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_shared, cl.map_shared_rank(in, next), out, 512, cl.map_shared_rank(&bar, next));
    }
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &bar, step & 1));
    int v = in[threadIdx.x];
    cl.sync();
    out[threadIdx.x] = v + 1;
    ptx::fence_proxy_async(ptx::space_shared);
    cl.sync();
  }
  y[blockIdx.x * 128 + threadIdx.x] = out[threadIdx.x];
}
// TMA store epilogue with double buffering and bulk groups
extern "C" __global__ void stores(const int *x, int *y, int steps) {
  __shared__ alignas(128) int s[2][256];
  for (int step = 0; step < steps; step++) {
    if (threadIdx.x == 0) ptx::cp_async_bulk_wait_group_read(ptx::n32_t<1>());
    __syncthreads();
    s[step & 1][threadIdx.x] = x[step * 256 + threadIdx.x] * 2;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) { ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, y + step * 256, s[step & 1], 1024); ptx::cp_async_bulk_commit_group(); }
  }
  if (threadIdx.x == 0) ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}
// split arrive / wait in elected threads; data through generic proxy with a libcu++ barrier per stage
extern "C" __global__ void staged(const int *x, int *y, int n) {
  using barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ barrier ready[2], filled[2]; __shared__ int buf[2][64];
  if (threadIdx.x < 2) { init(&ready[threadIdx.x], 128); init(&filled[threadIdx.x], 128); }
  __syncthreads();
  if (threadIdx.x < 64) {
    for (int i = 0; i < n; i++) { if (i >= 2) ready[i & 1].arrive_and_wait(); buf[i & 1][threadIdx.x] = x[i * 64 + threadIdx.x]; (void)filled[i & 1].arrive(); }
  } else {
    for (int i = 0; i < n; i++) { filled[i & 1].arrive_and_wait(); y[i * 64 + threadIdx.x - 64] = buf[i & 1][127 - threadIdx.x] + i; if (i + 2 < n) (void)ready[i & 1].arrive(); }
  }
}
