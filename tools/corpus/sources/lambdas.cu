// Lambdas, functors and templates of C++17. For nvcc with extended lambdas.
#include <cstdio>
#include <utility>

template <class F> __global__ void apply(F f, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) f(i);
}
template <class F, class G> struct Compose {
    F f;
    G g;
    template <class T> __device__ auto operator()(T x) const { return f(g(x)); }
};
struct Scale { float by; __device__ float operator()(float x) const { return x * by; } };
struct Shift { float by; __device__ float operator()(float x) const { return x + by; } };
template <class T, int n> struct Polynomial {
    T c[n];
    template <size_t... i> __device__ T sum(T x, std::index_sequence<i...>) const { T p = 1, s = 0; ((s += c[i] * p, p *= x), ...); return s; }
    __device__ T operator()(T x) const { return sum(x, std::make_index_sequence<n>()); }
};
template <class F> __global__ void map(F f, float *data) { data[threadIdx.x] = f(data[threadIdx.x]); }

void launch(float *data, int n) {
    float scale = 3.0f;
    int offset = 7;
    apply<<<1, 1>>>([=] __device__(int i) { data[i] *= scale; }, n);
    apply<<<1, 1>>>([=] __device__(int i) { if (i % 3 == 0) data[i + offset] = i; else printf("%d\n", i); }, n);
    map<<<1, 1>>>(Compose<Scale, Shift>{{2.0f}, {1.0f}}, data);
    map<<<1, 1>>>(Polynomial<float, 5>{{1, 2, 3, 4, 5}}, data);
    map<<<1, 1>>>(Compose<Polynomial<float, 3>, Compose<Scale, Scale>>{{{1, 2, 3}}, {{4}, {5}}}, data);
}
