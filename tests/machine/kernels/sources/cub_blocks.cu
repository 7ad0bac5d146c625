#include <cub/cub.cuh>
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/std/functional>
struct KeyValue { int key; int value; };
struct ByKey { __device__ KeyValue operator()(KeyValue a, KeyValue b) const { return {b.key, b.key == a.key ? a.value + b.value : b.value}; } };
// scan by key in a block
extern "C" __global__ void scan_by_key(const int *keys, const int *x, int *y) {
  typedef cub::BlockScan<KeyValue, 128, cub::BLOCK_SCAN_WARP_SCANS> Scan;
  __shared__ typename Scan::TempStorage t;
  KeyValue in[4], out[4];
  for (int i = 0; i < 4; i++) { in[i].key = (keys[threadIdx.x * 4 + i] >> 28) & 3; in[i].value = x[threadIdx.x * 4 + i] & 255; }
  Scan(t).InclusiveScan(in, out, ByKey());
  for (int i = 0; i < 4; i++) y[threadIdx.x * 4 + i] = out[i].value;
}
extern "C" __global__ void radix_pairs(const unsigned *k, const int *v, unsigned *ko, int *vo) {
  typedef cub::BlockRadixSort<unsigned, 256, 3, int, 5> Sort;
  __shared__ typename Sort::TempStorage t;
  unsigned keys[3]; int vals[3];
  for (int i = 0; i < 3; i++) { keys[i] = k[threadIdx.x * 3 + i]; vals[i] = v[threadIdx.x * 3 + i]; }
  Sort(t).SortDescendingBlockedToStriped(keys, vals, 4, 28);
  for (int i = 0; i < 3; i++) { ko[threadIdx.x + i * 256] = keys[i]; vo[threadIdx.x + i * 256] = vals[i]; }
}
extern "C" __global__ void merge_sort(const double *x, double *y, int n) {
  typedef cub::BlockMergeSort<double, 128, 4> Sort;
  __shared__ typename Sort::TempStorage t;
  double keys[4];
  for (int i = 0; i < 4; i++) { int at = threadIdx.x * 4 + i; keys[i] = at < n ? x[at] : 1e300; }
  Sort(t).Sort(keys, cuda::std::less<double>(), n, 1e300);
  for (int i = 0; i < 4; i++) y[threadIdx.x * 4 + i] = keys[i];
}
extern "C" __global__ void run_length(const int *values, const unsigned *lengths, int *out, int *total) {
  typedef cub::BlockRunLengthDecode<int, 64, 2, 4> Decode;
  __shared__ typename Decode::TempStorage t;
  int v[2]; unsigned len[2]; unsigned size;
  for (int i = 0; i < 2; i++) { v[i] = values[threadIdx.x * 2 + i]; len[i] = (lengths[threadIdx.x * 2 + i] >> 30) + 1; }
  Decode d(t, v, len, size);
  for (unsigned at = 0; at < size; at += 256) {
    int o[4]; d.RunLengthDecode(o, at);
    for (int i = 0; i < 4; i++) { unsigned p = at + threadIdx.x * 4 + i; if (p < size) out[p] = o[i]; }
    __syncthreads();
  }
  if (!threadIdx.x) *total = size;
}
// stream compaction: flags, scan, scatter; one CTA at a time reserves space
extern "C" __global__ void select_if(const int *x, int *y, int *count) {
  typedef cub::BlockScan<int, 128> Scan;
  __shared__ typename Scan::TempStorage t; __shared__ int base;
  int v = x[blockIdx.x * 128 + threadIdx.x], flag = (v & 7) < 3, at, all;
  Scan(t).ExclusiveSum(flag, at, all);
  if (!threadIdx.x) base = blockIdx.x * 128;
  __syncthreads();
  if (flag) y[base + at] = v;
  if (!threadIdx.x) count[blockIdx.x] = all;
}
extern "C" __global__ void histogram_sort(const unsigned char *x, unsigned *bins) {
  typedef cub::BlockHistogram<unsigned char, 128, 4, 256, cub::BLOCK_HISTO_SORT> Histogram;
  __shared__ typename Histogram::TempStorage t; __shared__ unsigned h[256];
  unsigned char v[4];
  for (int i = 0; i < 4; i++) v[i] = x[threadIdx.x * 4 + i];
  Histogram(t).Histogram(v, h);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += 128) bins[i] = h[i];
}
extern "C" __global__ void load_transpose(const int *x, int *y, int n) {
  typedef cub::BlockLoad<int, 128, 5, cub::BLOCK_LOAD_WARP_TRANSPOSE> Load;
  typedef cub::BlockStore<int, 128, 5, cub::BLOCK_STORE_TRANSPOSE> Store;
  __shared__ union { typename Load::TempStorage load; typename Store::TempStorage store; } t;
  int v[5];
  Load(t.load).Load(x, v, n, -1);
  __syncthreads();
  for (int i = 1; i < 5; i++) v[i] += v[i - 1];
  Store(t.store).Store(y, v, n);
}
// decoupled look-back over CTAs with CUB's tile states
typedef cub::ScanTileState<int> Tiles;
extern "C" __global__ void look_back(const int *x, int *y, unsigned long long *space, int tiles) {
  typedef cub::BlockScan<int, 128> Scan;
  typedef cub::TilePrefixCallbackOp<int, cuda::std::plus<int>, Tiles> Prefix;
  __shared__ typename Scan::TempStorage t; __shared__ typename Prefix::TempStorage p;
  Tiles state; state.Init(tiles, space, 8 * (tiles + 32) + 256);
  state.InitializeStatus(tiles);
  cooperative_groups::this_grid().sync();
  int tile = blockIdx.x, v = x[tile * 128 + threadIdx.x] & 1023, out;
  if (tile == 0) {
    int total;
    Scan(t).InclusiveSum(v, out, total);
    if (!threadIdx.x) state.SetInclusive(0, total);
  } else {
    Prefix prefix(state, p, cuda::std::plus<int>(), tile);
    Scan(t).InclusiveScan(v, out, cuda::std::plus<int>(), prefix);
  }
  y[tile * 128 + threadIdx.x] = out;
}
extern "C" __global__ void reduce_by_key(const int *keys, const float *x, float *sums, int *heads) {
  typedef cub::BlockDiscontinuity<int, 128> Heads; typedef cub::WarpReduce<float> Reduce;
  __shared__ typename Heads::TempStorage h; __shared__ typename Reduce::TempStorage r[4];
  int key[1] = {(keys[threadIdx.x] >> 29) & 1}, flag[1];
  Heads(h).FlagHeads(flag, key, cuda::std::not_equal_to<int>());
  float sum = Reduce(r[threadIdx.x / 32]).HeadSegmentedSum(x[threadIdx.x], flag[0]);
  heads[threadIdx.x] = flag[0];
  sums[threadIdx.x] = flag[0] || threadIdx.x % 32 == 0 ? sum : 0;
}
extern "C" __global__ void warp_exchange(const int *x, int *y) {
  typedef cub::WarpExchange<int, 4, 16> Exchange;
  __shared__ typename Exchange::TempStorage t[8];
  int v[4];
  for (int i = 0; i < 4; i++) v[i] = x[threadIdx.x * 4 + i];
  Exchange(t[threadIdx.x / 16]).StripedToBlocked(v, v);
  for (int i = 0; i < 4; i++) y[threadIdx.x * 4 + i] = v[i];
}
