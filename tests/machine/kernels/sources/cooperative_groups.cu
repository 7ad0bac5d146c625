#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda/latch>
#include <cuda/atomic>
#include <cuda/std/span>
namespace cg = cooperative_groups;
extern "C" __global__ void labeled(const int *x, int *y) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int v = x[threadIdx.x];
  auto part = cg::labeled_partition(warp, (unsigned)v & 3);
  int sum = cg::reduce(part, v & 255, cg::plus<int>());
  y[threadIdx.x] = sum * 64 + part.thread_rank();
}
extern "C" __global__ void binary_parts(const int *x, int *y) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int v = x[threadIdx.x];
  auto part = cg::binary_partition(tile, v > 0);
  y[threadIdx.x] = cg::exclusive_scan(part, v & 63) + 1000 * part.size();
}
extern "C" __global__ void coalesced(const int *x, int *y) {
  int v = x[threadIdx.x]; int out = -1;
  if (v & 1) {
    auto g = cg::coalesced_threads();
    out = g.shfl(v, 0) ^ g.shfl_down(v, 1);
    if (v & 2) { auto h = cg::coalesced_threads(); out += cg::reduce(h, v & 15, cg::greater<int>()); }
    g.sync();
  }
  y[threadIdx.x] = out;
}
extern "C" __global__ void __cluster_dims__(4, 1, 1) cluster_scan(const int *x, int *y) {
  auto cluster = cg::this_cluster(); auto block = cg::this_thread_block();
  __shared__ int total;
  auto warp = cg::tiled_partition<32>(block);
  int v = x[cluster.block_rank() * 32 + threadIdx.x + 128 * (blockIdx.x / 4)] & 255;
  int in = cg::inclusive_scan(warp, v);
  if (threadIdx.x == 31) total = in;
  cluster.sync();
  int before = 0;
  for (unsigned r = 0; r < cluster.block_rank(); r++) before += *cluster.map_shared_rank(&total, r);
  y[blockIdx.x * 32 + threadIdx.x] = in + before;
  cluster.sync();
}
extern "C" __global__ void __cluster_dims__(2, 1, 1) cluster_split(const int *x, int *y) {
  auto cluster = cg::this_cluster();
  __shared__ int s[64];
  s[threadIdx.x] = x[blockIdx.x * 64 + threadIdx.x];
  auto token = cluster.barrier_arrive();
  int own = s[threadIdx.x] * 3;
  cluster.barrier_wait(std::move(token));
  int other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1)[63 - threadIdx.x];
  y[blockIdx.x * 64 + threadIdx.x] = own + other;
  cluster.sync();
}
extern "C" __global__ void grid_reduce(const int *x, int *partial, int *out) {
  auto grid = cg::this_grid(); auto block = cg::this_thread_block();
  __shared__ int s[4];
  auto warp = cg::tiled_partition<32>(block);
  int sum = cg::reduce(warp, x[grid.thread_rank()] & 1023, cg::plus<int>());
  if (warp.thread_rank() == 0) s[warp.meta_group_rank()] = sum;
  block.sync();
  if (block.thread_rank() == 0) partial[blockIdx.x] = s[0] + s[1] + s[2] + s[3];
  grid.sync();
  int all = 0;
  for (unsigned b = 0; b < gridDim.x; b++) all += partial[(b + blockIdx.x) % gridDim.x];
  out[grid.thread_rank()] = all;
}
extern "C" __global__ void copy_async(const int *x, int *y) {
  auto block = cg::this_thread_block();
  __shared__ alignas(16) int s[2][256];
  cg::memcpy_async(block, s[0], x, sizeof(int) * 256);
  for (int step = 0; step < 4; step++) {
    if (step < 3) cg::memcpy_async(block, s[(step + 1) & 1], x + 256 * (step + 1), sizeof(int) * 256);
    if (step < 3) cg::wait_prior<1>(block); else cg::wait(block);
    y[step * 256 + threadIdx.x] = s[step & 1][255 - threadIdx.x] + step;
    block.sync();
  }
}
extern "C" __global__ void barrier_tx(const int *x, int *y) {
  typedef cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ barrier bar; __shared__ alignas(128) int s[512];
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cuda::memcpy_async(s, x + blockIdx.x * 512, cuda::aligned_size_t<16>(2048), bar);
    token = bar.arrive();
  } else token = bar.arrive();
  bar.wait(std::move(token));
  for (int i = threadIdx.x; i < 512; i += blockDim.x) y[blockIdx.x * 512 + i] = s[511 - i];
}
extern "C" __global__ void pipeline_shared(const int *x, int *y) {
  auto block = cg::this_thread_block();
  constexpr auto scope = cuda::thread_scope_block;
  __shared__ cuda::pipeline_shared_state<scope, 2> state;
  __shared__ alignas(16) int s[2][128];
  auto pipe = cuda::make_pipeline(block, &state);
  for (int f = 0, c = 0; c < 6; c++) {
    for (; f < 6 && f < c + 2; f++) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, s[f & 1], x + f * 128, cuda::aligned_size_t<16>(512), pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    y[c * 128 + threadIdx.x] = s[c & 1][threadIdx.x ^ 5] * 2;
    pipe.consumer_release();
  }
}
extern "C" __global__ void pipeline_roles(const int *x, int *y) {
  auto block = cg::this_thread_block();
  constexpr auto scope = cuda::thread_scope_block;
  __shared__ cuda::pipeline_shared_state<scope, 2> state;
  __shared__ alignas(16) int s[2][64];
  auto role = threadIdx.x < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
  auto pipe = cuda::make_pipeline(block, &state, role);
  if (threadIdx.x < 32) {
    for (int step = 0; step < 5; step++) {
      pipe.producer_acquire();
      for (int i = threadIdx.x; i < 64; i += 32) cuda::memcpy_async(&s[step & 1][i], x + step * 64 + i, sizeof(int), pipe);
      pipe.producer_commit();
    }
  } else {
    for (int step = 0; step < 5; step++) {
      pipe.consumer_wait();
      y[step * 64 + threadIdx.x - 32] = s[step & 1][(threadIdx.x + 31) & 63] + step;
      pipe.consumer_release();
    }
  }
}
__device__ cuda::counting_semaphore<cuda::thread_scope_device, 3> slots{3};
__device__ cuda::binary_semaphore<cuda::thread_scope_device> one{1};
extern "C" __global__ void semaphores(int *counter, int *most) {
  if (threadIdx.x % 16 == 0) {
    slots.acquire();
    one.acquire(); int now = ++counter[0]; if (now > *most) *most = now; one.release();
    one.acquire(); --counter[0]; counter[1] += 1; one.release();
    slots.release();
  }
}
__device__ cuda::latch<cuda::thread_scope_device> arrivals{4};
extern "C" __global__ void latches(int *x, int *y) {
  x[blockIdx.x * 32 + threadIdx.x] = blockIdx.x * 100 + threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) arrivals.arrive_and_wait();
  __syncthreads();
  y[blockIdx.x * 32 + threadIdx.x] = x[((blockIdx.x + 1) & 3) * 32 + threadIdx.x];
}
extern "C" __global__ void references(int *x, double *d, unsigned long long *u) {
  cuda::atomic_ref<int, cuda::thread_scope_device> a(x[0]);
  a.fetch_add((int)threadIdx.x, cuda::memory_order_relaxed);
  a.fetch_max((int)(blockIdx.x * 1000), cuda::memory_order_relaxed);
  cuda::atomic_ref<double, cuda::thread_scope_device> b(d[0]);
  b.fetch_add(0.5, cuda::memory_order_acq_rel);
  cuda::atomic_ref<unsigned long long, cuda::thread_scope_block> c(u[blockIdx.x]);
  c.fetch_or(1ull << (threadIdx.x & 63));
  c.fetch_xor(threadIdx.x == 5 ? 1ull << 40 : 0);
  __shared__ cuda::atomic<int, cuda::thread_scope_block> s;
  if (threadIdx.x == 0) s.store(0);
  __syncthreads();
  int old = s.load(), next;
  do next = old * 3 % 1000003 + 1; while (!s.compare_exchange_weak(old, next));
  __syncthreads();
  if (threadIdx.x == 0) x[1 + blockIdx.x] = s.load();
}
__device__ cuda::atomic<int, cuda::thread_scope_device> flag{0};
extern "C" __global__ void wait_notify(int *x, int *y) {
  if (blockIdx.x == 0) { x[threadIdx.x] = threadIdx.x * 7; __syncthreads(); if (!threadIdx.x) { flag.store(1, cuda::memory_order_release); flag.notify_all(); } }
  else { if (!threadIdx.x) flag.wait(0, cuda::memory_order_acquire); __syncthreads(); y[(blockIdx.x - 1) * 64 + threadIdx.x] = x[63 - threadIdx.x]; }
}
