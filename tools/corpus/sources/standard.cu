// The C++ standard library for the device: atomics with orders and scopes, barriers, numeric types.
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/std/array>
#include <cuda/std/complex>
#include <cuda/std/optional>
#include <cuda/std/tuple>
#include <cuda/std/limits>
#include <cuda/std/type_traits>
using cuda::std::memory_order;

template <class T, cuda::thread_scope scope> __device__ void orders(T *p, T *out) {
    cuda::atomic_ref<T, scope> a(*p);
    out[0] = a.load(cuda::std::memory_order_relaxed);
    out[1] = a.load(cuda::std::memory_order_acquire);
    out[2] = a.load();
    a.store(T(1), cuda::std::memory_order_relaxed);
    a.store(T(2), cuda::std::memory_order_release);
    a.store(T(3));
    out[3] = a.exchange(T(4), cuda::std::memory_order_acq_rel);
    T expected = T(5);
    out[4] = a.compare_exchange_weak(expected, T(6), cuda::std::memory_order_acquire, cuda::std::memory_order_relaxed);
    out[5] = a.fetch_add(T(7), cuda::std::memory_order_release);
}

__global__ void references(int *i, unsigned long long *w, float *f, double *d) {
    orders<int, cuda::thread_scope_block>(i, i + 8);
    orders<int, cuda::thread_scope_device>(i, i + 16);
    orders<int, cuda::thread_scope_system>(i, i + 24);
    orders<unsigned long long, cuda::thread_scope_device>(w, w + 8);
    orders<float, cuda::thread_scope_device>(f, f + 8);
    orders<double, cuda::thread_scope_system>(d, d + 8);
    cuda::atomic_thread_fence(cuda::std::memory_order_seq_cst, cuda::thread_scope_device);
    cuda::atomic_thread_fence(cuda::std::memory_order_acquire, cuda::thread_scope_block);
    cuda::atomic_thread_fence(cuda::std::memory_order_release, cuda::thread_scope_system);
}

__global__ void bitwise(unsigned *u) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> a(*u);
    u[1] = a.fetch_and(3u) + a.fetch_or(4u, cuda::std::memory_order_relaxed) + a.fetch_xor(5u);
    u[2] = a.fetch_min(6u) + a.fetch_max(7u, cuda::std::memory_order_acquire) + ++a + a--;
}

#if __CUDA_ARCH__ >= 800
__global__ void arrivals(int *out, const int *in) {
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    __shared__ int stage[256];
    if (threadIdx.x == 0) init(&barrier, blockDim.x);
    __syncthreads();
    cuda::memcpy_async(stage + threadIdx.x, in + threadIdx.x, sizeof(int), barrier);
    auto token = barrier.arrive();
    out[0] = 1;
    barrier.wait(cuda::std::move(token));
    barrier.arrive_and_wait();
    out[threadIdx.x] = stage[255 - threadIdx.x];
    barrier.arrive_and_drop();
}
#endif

__global__ void values(float *out, cuda::std::complex<float> z, cuda::std::array<int, 5> a) {
    auto w = cuda::std::exp(z) * cuda::std::sqrt(z) / cuda::std::conj(z);
    out[0] = w.real() + cuda::std::abs(w) + a[threadIdx.x % 5];
    cuda::std::optional<int> maybe = out[1] > 0 ? cuda::std::optional<int>(3) : cuda::std::nullopt;
    out[2] = maybe.value_or(7) + cuda::std::numeric_limits<float>::max();
    auto [x, y] = cuda::std::make_tuple(out[3], (int)out[4]);
    out[5] = x + y;
}
