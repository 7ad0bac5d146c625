#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda/std/array>
#include <cuda/std/complex>
#include <cuda/std/mdspan>
#include <cuda/std/optional>
#include <cuda/std/variant>

namespace cg = cooperative_groups;

struct Ticket { cuda::atomic<unsigned, cuda::thread_scope_device> next, serving; };
extern "C" __global__ void ticket_lock(Ticket* lock, int* data, int rounds) {
  for (int r = 0; r < rounds; r++) {
    if (threadIdx.x == 0) {
      unsigned mine = lock->next.fetch_add(1, cuda::memory_order_relaxed);
      while (lock->serving.load(cuda::memory_order_acquire) != mine) __nanosleep(20);
      data[0] += 1; data[1] += data[0];
      lock->serving.store(mine + 1, cuda::memory_order_release);
    }
  }
}

extern "C" __global__ void sum_refs(const double* in, double* total, int* most) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> high;
  if (threadIdx.x == 0) new (&high) cuda::atomic<int, cuda::thread_scope_block>(-1);
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double v = in[i];
  cuda::atomic_ref<double, cuda::thread_scope_device>(*total).fetch_add(v, cuda::memory_order_relaxed);
  high.fetch_max((int)v);
  __syncthreads();
  if (threadIdx.x == 0) cuda::atomic_ref<int, cuda::thread_scope_device>(*most).fetch_max(high.load());
}

extern "C" __global__ void drop_out(const int* in, int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[64];
  if (threadIdx.x == 0) init(&bar, 64);
  __syncthreads();
  s[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x >= 32) { bar.arrive_and_drop(); return; }
  auto token = bar.arrive();
  bar.wait(cuda::std::move(token));
  int v = s[63 - threadIdx.x];
  bar.arrive_and_wait();
  out[threadIdx.x] = v;
}

extern "C" __global__ void phased(int* data, int rounds) {
  struct Count { int* n; __device__ void operator()() const noexcept { ++*n; } };
  __shared__ int phases;
  __shared__ alignas(8) unsigned char space[sizeof(cuda::barrier<cuda::thread_scope_block, Count>)];
  auto& bar = *reinterpret_cast<cuda::barrier<cuda::thread_scope_block, Count>*>(space);
  if (threadIdx.x == 0) { phases = 0; init(&bar, 48, Count{&phases}); }
  __syncthreads();
  for (int r = 0; r < rounds; r++) { bar.arrive_and_wait(); data[threadIdx.x] += phases * (r + 1); bar.arrive_and_wait(); }
}

extern "C" __global__ void boxes(const int* in, int* out) {
  __shared__ cuda::counting_semaphore<cuda::thread_scope_block, 4> full, empty;
  __shared__ int slot[4];
  if (threadIdx.x == 0) { new (&full) cuda::counting_semaphore<cuda::thread_scope_block, 4>(0); new (&empty) cuda::counting_semaphore<cuda::thread_scope_block, 4>(4); }
  __syncthreads();
  if (threadIdx.x == 0) for (int i = 0; i < 20; i++) { empty.acquire(); slot[i % 4] = in[i] + i; full.release(); }
  if (threadIdx.x == 32) for (int i = 0; i < 20; i++) { full.acquire(); out[i] = slot[i % 4] * 2; empty.release(); }
}

extern "C" __global__ void stages(const float* in, float* out, int tiles) {
  constexpr int S = 3;
  __shared__ alignas(16) float buf[S][128];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, S> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  int next = 0;
  float acc = 0;
  for (int t = 0; t < tiles; t++) {
    for (; next < tiles && next < t + S; next++) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, buf[next % S], in + next * 128, cuda::aligned_size_t<16>(512), pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    acc += buf[t % S][(threadIdx.x * 5) % 128] - buf[t % S][127 - threadIdx.x];
    pipe.consumer_release();
  }
  out[threadIdx.x] = acc;
}

extern "C" __global__ void prefetch_alone(const int4* in, int* out, int n) {
  extern __shared__ int4 tile[];
  auto pipe = cuda::make_pipeline();
  int sum = 0;
  pipe.producer_acquire();
  cuda::memcpy_async(&tile[threadIdx.x], in + threadIdx.x, sizeof(int4), pipe);
  pipe.producer_commit();
  for (int t = 0; t < n; t++) {
    if (t + 1 < n) {
      pipe.producer_acquire();
      cuda::memcpy_async(&tile[(t + 1) % 2 * 32 + threadIdx.x], in + (t + 1) * 32 + threadIdx.x, sizeof(int4), pipe);
      pipe.producer_commit();
      cuda::pipeline_consumer_wait_prior<1>(pipe);
    } else cuda::pipeline_consumer_wait_prior<0>(pipe);
    int4 v = tile[t % 2 * 32 + threadIdx.x];
    sum += v.x + 2 * v.y + 3 * v.z + 4 * v.w;
    pipe.consumer_release();
  }
  out[threadIdx.x] = sum;
}

extern "C" __global__ void shapes(const float* in, float* out, int n) {
  struct Circle { float r; }; struct Box { float a, b; }; struct Line { float l; };
  using Shape = cuda::std::variant<Circle, Box, Line>;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = in[i];
  Shape s = i % 3 == 0 ? Shape(Circle{v}) : i % 3 == 1 ? Shape(Box{v, v + 1}) : Shape(Line{v});
  cuda::std::optional<float> area;
  if (auto* c = cuda::std::get_if<Circle>(&s)) area = 3 * c->r * c->r;
  if (auto* b = cuda::std::get_if<Box>(&s)) area = b->a * b->b;
  out[i] = area.value_or(-1.0f);
  cuda::std::array<float, 8> bins;
  bins.fill(0);
  for (int k = 0; k < 5; k++) bins[(i * 7 + k * 3) & 7] += v;
  out[n + i] = bins[(i * 3) & 7];
}

extern "C" __global__ void waves2(const float* in, float* out, int n) {
  using C = cuda::std::complex<float>;
  __shared__ C s[64];
  int t = threadIdx.x;
  s[t] = C(in[2 * t], in[2 * t + 1]);
  for (int h = 1; h < n; h *= 2) {
    __syncthreads();
    C a = s[t & ~h], b = s[t | h];
    __syncthreads();
    s[t] = t & h ? a - b : a + b;
  }
  out[2 * t] = s[t].real(); out[2 * t + 1] = s[t].imag();
}

extern "C" __global__ void slices(const int* in, int* out, int rows, int cols) {
  cuda::std::mdspan<const int, cuda::std::dextents<int, 2>> a(in, rows, cols);
  cuda::std::mdspan<int, cuda::std::dextents<int, 2>, cuda::std::layout_left> b(out, rows, cols);
  __shared__ int total;
  if (threadIdx.x == 0 && threadIdx.y == 0) { total = 0; }
  __syncthreads();
  for (int r = threadIdx.y; r < rows; r += blockDim.y)
    for (int c = threadIdx.x; c < cols; c += blockDim.x) { atomicAdd(&total, a(r, c)); b(r, c) = a(r, c) * 2; }
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0) out[rows * cols] = total;
}
