// Bounds of launches, shapes of clusters, parameters that stay constant.
struct Big { int values[40]; double scale; const float *data; };
struct alignas(64) Opaque { unsigned long long words[16]; };

__global__ void __launch_bounds__(256) bounded(int *out) { out[threadIdx.x] = blockIdx.x; }
__global__ void __launch_bounds__(128, 4) occupied(int *out) { out[threadIdx.x] = blockIdx.y; }
#if __CUDACC_VER_MAJOR__ >= 12 && __CUDA_ARCH__ >= 900
__global__ void __launch_bounds__(128, 2, 8) ranked(int *out) { out[threadIdx.x] = blockIdx.z; }
__global__ void __cluster_dims__(2, 1, 1) clustered(int *out) { out[threadIdx.x] = 1; }
__global__ void __cluster_dims__(4, 2, 1) __launch_bounds__(64, 1) both(int *out) { out[threadIdx.x] = 2; }
#endif
#if __CUDACC_VER_MAJOR__ > 12 || (__CUDACC_VER_MAJOR__ == 12 && __CUDACC_VER_MINOR__ >= 4)
__global__ void __maxnreg__(40) frugal(int *out) { out[threadIdx.x] = 3; }
#endif
#if __CUDA_ARCH__ >= 700
__global__ void constant(const __grid_constant__ Big big, float *out, int i) {
    const Big *p = &big;
    out[i] = p->values[i] * big.scale + p->data[i];
}
__global__ void opaque(const __grid_constant__ Opaque map, unsigned long long *out) {
    out[0] = (unsigned long long)&map;
    out[1] = map.words[threadIdx.x & 15];
}
#endif
__global__ void many(char a, short b, int c, long long d, float e, double f, char4 g, float3 h, double2 i, bool j, Big k, void *out) {
    *(double *)out = a + b + c + d + e + f + g.w + h.z + i.y + j + k.values[c] + k.scale;
}
template <int n, class... T> __global__ void variadic(float *out, T... values) {
    float all[] = {float(values)...};
    for (int i = 0; i < n; i++) out[i] = all[i % sizeof...(T)];
}
template __global__ void variadic<4, int, float, double>(float *, int, float, double);
template __global__ void variadic<9, char>(float *, char);
extern "C" __global__ void restricted(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c) {
    c[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}
