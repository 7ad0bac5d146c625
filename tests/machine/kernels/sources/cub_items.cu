#include <cub/block/block_load.cuh>
#include <cub/block/block_store.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_adjacent_difference.cuh>
#include <cub/block/block_discontinuity.cuh>
#include <cub/block/block_shuffle.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>
#include <cub/warp/warp_load.cuh>
#include <cub/warp/warp_store.cuh>
#include <cub/grid/grid_queue.cuh>
#include <cub/thread/thread_load.cuh>
#include <cub/thread/thread_search.cuh>

extern "C" __global__ void load_square_store(const int* in, int* out, int n) {
  typedef cub::BlockLoad<int, 64, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE> Load;
  typedef cub::BlockStore<int, 64, 4, cub::BLOCK_STORE_TRANSPOSE> Store;
  __shared__ union { typename Load::TempStorage load; typename Store::TempStorage store; } temp;
  int items[4], base = blockIdx.x * 256;
  Load(temp.load).Load(in + base, items, n - base, -1);
  __syncthreads();
  for (int i = 0; i < 4; i++) items[i] *= items[i];
  Store(temp.store).Store(out + base, items, n - base);
}

extern "C" __global__ void sum_twice(const float* in, float* out, int n) {
  typedef cub::BlockReduce<float, 128, cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY> Reduce;
  __shared__ typename Reduce::TempStorage temp;
  int i = blockIdx.x * 128 + threadIdx.x;
  float v = i < n ? in[i] : 0;
  float s = Reduce(temp).Sum(v);
  __syncthreads();
  float m = Reduce(temp).Reduce(v, cuda::maximum<>{});
  if (threadIdx.x == 0) { out[blockIdx.x * 2] = s; out[blockIdx.x * 2 + 1] = m; }
}

extern "C" __global__ void deltas(const int* in, int* out, int* heads) {
  typedef cub::BlockAdjacentDifference<int, 96> Adjacent;
  typedef cub::BlockDiscontinuity<int, 96> Heads;
  __shared__ typename Adjacent::TempStorage a;
  __shared__ typename Heads::TempStorage h;
  int v[2], d[2], f[2];
  for (int i = 0; i < 2; i++) v[i] = in[threadIdx.x * 2 + i];
  Adjacent(a).SubtractLeft(v, d, [](int x, int y) { return x - y; });
  Heads(h).FlagHeads(f, v, cuda::std::not_equal_to<>{});
  for (int i = 0; i < 2; i++) { out[threadIdx.x * 2 + i] = d[i]; heads[threadIdx.x * 2 + i] = f[i]; }
}

extern "C" __global__ void rotate_items(const int* in, int* out) {
  typedef cub::BlockShuffle<int, 64> Shuffle;
  __shared__ typename Shuffle::TempStorage temp;
  int v = in[threadIdx.x], w, u;
  Shuffle(temp).Rotate(v, w, 5);
  __syncthreads();
  Shuffle(temp).Offset(v, u = 0, -1);
  reinterpret_cast<int2*>(out)[threadIdx.x] = make_int2(w, threadIdx.x ? u : -1);
}

extern "C" __global__ void ragged_warps(const int* in, int* out) {
  typedef cub::WarpReduce<int, 12> Reduce;
  __shared__ typename Reduce::TempStorage temp[4];
  int w = threadIdx.x / 32, l = threadIdx.x % 32;
  if (l < 12) {
    int v = in[w * 12 + l];
    int s = Reduce(temp[w]).Sum(v);
    if (l == 0) out[w] = s;
  }
}

extern "C" __global__ void warp_tiles(const int* in, int* out, int n) {
  typedef cub::WarpLoad<int, 4, cub::WARP_LOAD_TRANSPOSE> Load;
  typedef cub::WarpStore<int, 4, cub::WARP_STORE_TRANSPOSE> Store;
  typedef cub::WarpScan<int> Scan;
  __shared__ union { typename Load::TempStorage l; typename Scan::TempStorage s; typename Store::TempStorage o; } temp[2];
  int w = threadIdx.x / 32, v[4], total;
  Load(temp[w].l).Load(in + w * 128, v, n - w * 128, 0);
  __syncwarp();
  int t = v[0] + v[1] + v[2] + v[3], before;
  Scan(temp[w].s).ExclusiveSum(t, before, total);
  for (int i = 0; i < 4; i++) { int x = v[i]; v[i] = before; before += x; }
  __syncwarp();
  Store(temp[w].o).Store(out + w * 128, v, n - w * 128);
}

extern "C" __global__ void steal_tiles(const int* in, int* out, unsigned* counter, int tiles) {
  cub::GridQueue<int> queue(counter);
  __shared__ int tile;
  for (;;) {
    if (threadIdx.x == 0) tile = queue.Drain(1);
    __syncthreads();
    int t = tile;
    __syncthreads();
    if (t >= tiles) return;
    out[t * 32 + threadIdx.x] = in[t * 32 + threadIdx.x] * (t + 1);
  }
}

extern "C" __global__ void order_doubles(const double* in, double* out, int* rank) {
  typedef cub::BlockRadixSort<double, 32, 3, int> Sort;
  __shared__ typename Sort::TempStorage temp;
  double k[3]; int v[3];
  for (int i = 0; i < 3; i++) { k[i] = in[threadIdx.x * 3 + i]; v[i] = threadIdx.x * 3 + i; }
  Sort(temp).SortDescendingBlockedToStriped(k, v);
  for (int i = 0; i < 3; i++) { out[i * 32 + threadIdx.x] = k[i]; rank[i * 32 + threadIdx.x] = v[i]; }
}

extern "C" __global__ void lower_bounds(const int* keys, const int* probes, int* out, int n) {
  __shared__ int s[48];
  for (int i = threadIdx.x; i < n; i += 32) s[i] = cub::ThreadLoad<cub::LOAD_CS>(keys + i);
  __syncthreads();
  out[threadIdx.x] = cub::LowerBound(s, n, probes[threadIdx.x]);
}

extern "C" __global__ void prefix_callback(const int* in, int* out, int n) {
  struct Carry { int total; __device__ int operator()(int sum) { int old = total; total += sum; return old; } };
  typedef cub::BlockScan<int, 64, cub::BLOCK_SCAN_WARP_SCANS> Scan;
  __shared__ typename Scan::TempStorage temp;
  Carry carry{0};
  for (int base = 0; base < n; base += 64) {
    int i = base + threadIdx.x, v = i < n ? in[i] : 0, s;
    Scan(temp).InclusiveSum(v, s, carry);
    if (i < n) out[i] = s;
    __syncthreads();
  }
}
