#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

extern "C" __global__ void grid_cg(const double* a, double* x, double* dot, int n, int iters) {
  auto grid = cg::this_grid();
  int i = grid.thread_rank();
  for (int k = 0; k < iters; k++) {
    if (i == 0) dot[k] = 0;
    grid.sync();
    double v = i < n ? a[i] * x[i] : 0;
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    v = cg::reduce(tile, v, cg::plus<double>());
    if (tile.thread_rank() == 0) atomicAdd(&dot[k], v);
    grid.sync();
    if (i < n) x[i] = x[i] * 0.5 + dot[k] * 0.25;
  }
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) swap_halves(const int* in, int* out) {
  __shared__ int s[64];
  auto c = cg::this_cluster();
  int r = c.block_rank();
  s[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  c.sync();
  const int* other = c.map_shared_rank(s, r ^ 1);
  out[blockIdx.x * 64 + threadIdx.x] = other[63 - threadIdx.x];
  c.sync();
}

extern "C" __global__ void __cluster_dims__(4, 1, 1) split_arrive(const int* in, int* out, int steps) {
  extern __shared__ int box[];
  auto c = cg::this_cluster();
  int r = c.block_rank(), v = in[blockIdx.x * 32 + threadIdx.x];
  for (int s = 0; s < steps; s++) {
    int* to = c.map_shared_rank(box, (r + 1) % 4);
    to[(s & 1) * 32 + threadIdx.x] = v + s;
    auto token = c.barrier_arrive();
    int mine = v * 2;
    c.barrier_wait(cuda::std::move(token));
    v = box[(s & 1) * 32 + threadIdx.x] + mine;
  }
  c.sync();
  out[blockIdx.x * 32 + threadIdx.x] = v;
}

extern "C" __global__ void nested_groups(const int* in, int* out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int v = in[threadIdx.x], r = 0;
  if (v & 1) {
    auto active = cg::coalesced_threads();
    auto halves = cg::tiled_partition(active, 4);
    r = cg::reduce(halves, v, cg::greater<int>());
  } else {
    auto active = cg::coalesced_threads();
    auto same = cg::labeled_partition(active, v & 6);
    r = same.size() * 1000 + cg::reduce(same, v, cg::bit_xor<int>());
  }
  warp.sync();
  r += cg::exclusive_scan(warp, v);
  out[threadIdx.x] = r;
}

extern "C" __global__ void frontier(const int* ptr, const int* adj, int* level, int* queue, int* size, int depth) {
  auto grid = cg::this_grid();
  for (int d = 0; d < depth; d++) {
    int n = *(volatile int*)&size[d];
    for (int q = grid.thread_rank(); q < n; q += grid.size()) {
      int v = queue[q + d * 64];
      for (int e = ptr[v]; e < ptr[v + 1]; e++) {
        int u = adj[e];
        if (atomicCAS(&level[u], -1, d + 1) == -1) {
          int k = atomicAdd(&size[d + 1], 1);
          queue[k + (d + 1) * 64] = u;
        }
      }
    }
    grid.sync();
  }
  for (int q = grid.thread_rank(); q < depth * 64 + 64; q += grid.size()) queue[q] = 0;  // its order is not defined
}

extern "C" __global__ void treiber(int* next, int* head, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int old = atomicAdd(head, 0);
  do { __stcg(&next[i], old); __threadfence(); int seen = atomicCAS(head, old, i); if (seen == old) break; old = seen; } while (true);
  cg::this_grid().sync();
  if (i == 0) { int k = 0; for (int p = *(volatile int*)head; p != -1; p = next[p]) { out[p] = 1; k++; if (k > n) __trap(); } out[n] = k; *head = -1; for (int q = 0; q < n; q++) next[q] = 0; }
}

extern "C" __global__ void relay(int* data, int* flag, int* out) {
  int b = blockIdx.x, last = gridDim.x - 1;
  if (threadIdx.x == 0 && b > 0) {
    unsigned ns = 8;
    while (atomicAdd(&flag[b - 1], 0) == 0) { __nanosleep(ns); if (ns < 256) ns *= 2; }
  }
  if (threadIdx.x == 0) __threadfence();
  __syncthreads();
  int v = b ? data[(b - 1) * 32 + threadIdx.x] : 1;
  data[b * 32 + threadIdx.x] = v * 3 + b;
  __syncthreads();
  if (threadIdx.x == 0) { __threadfence(); atomicExch(&flag[b], 1); }
  if (b == last) out[threadIdx.x] = v;
}

extern "C" __global__ void wavefront(const int* cost, volatile int* dp, volatile int* done, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  for (int c = 0; c < n; c++) {
    if (row > 0) { while (done[row - 1] <= c) { } __threadfence(); }
    int up = row ? dp[(row - 1) * n + c] : 0, left = c ? dp[row * n + c - 1] : 0;
    dp[row * n + c] = (up > left ? up : left) + cost[row * n + c];
    __threadfence();
    done[row] = c + 1;
  }
}

extern "C" __global__ void queue_of_pairs(const int* in, int2* out, unsigned* head, int n) {
  __shared__ int2 ring[32];
  __shared__ volatile unsigned filled[32];
  int l = threadIdx.x % 32;
  if (threadIdx.x < 32) filled[l] = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int i = l; i < n; i += 32) {
      while (filled[l] != 0) {}
      __threadfence_block();
      ring[l] = make_int2(i, in[i]);
      __threadfence_block();
      filled[l] = 1;
    }
  } else {
    for (int i = l; i < n; i += 32) {
      while (filled[l] != 1) {}
      __threadfence_block();
      int2 p = ring[l];
      __threadfence_block();
      filled[l] = 0;
      atomicInc(head, n - 1);
      out[p.x] = p;
    }
  }
}
