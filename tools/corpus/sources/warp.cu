// Warp intrinsics: shuffles, votes, matches, reductions, and what the classic algorithms make of them.
template <class T> __device__ T warp_sum(T value) {
    for (int step = 16; step; step >>= 1) value += __shfl_down_sync(0xffffffffu, value, step);
    return value;
}

template <class T> __global__ void block_sum(const T *in, T *out, int n) {
    __shared__ T partial[32];
    T sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum += in[i];
    sum = warp_sum(sum);
    if ((threadIdx.x & 31) == 0) partial[threadIdx.x >> 5] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = threadIdx.x < (blockDim.x >> 5) ? partial[threadIdx.x] : T(0);
        sum = warp_sum(sum);
        if (!threadIdx.x) *out = sum;
    }
}

template __global__ void block_sum<int>(const int *, int *, int);
template __global__ void block_sum<float>(const float *, float *, int);
template __global__ void block_sum<double>(const double *, double *, int);
template __global__ void block_sum<unsigned long long>(const unsigned long long *, unsigned long long *, int);

__global__ void shuffles(int *i, float *f, double *d, unsigned mask) {
    int lane = threadIdx.x & 31;
    i[lane] = __shfl_sync(0xffffffffu, i[lane], 5);
    i[lane] += __shfl_up_sync(mask, i[lane], 1, 8);
    f[lane] = __shfl_xor_sync(0xffffffffu, f[lane], 16);
    d[lane] = __shfl_down_sync(0xffffffffu, d[lane], lane, 16);
}

__global__ void votes(int *out, int value) {
    unsigned active = __activemask();
    out[0] = __all_sync(active, value > 3);
    out[1] = __any_sync(0xffffffffu, value == 9);
    out[2] = __ballot_sync(0xffffu, value & 1);
    out[3] = __syncthreads_count(value);
    out[4] = __syncthreads_and(value > 2);
    out[5] = __syncthreads_or(value < 2);
    __syncwarp();
    __syncwarp(0xff);
}

__global__ void matches(unsigned *out, unsigned value, unsigned long long wide) {
#if __CUDA_ARCH__ >= 700
    int same;
    out[0] = __match_any_sync(0xffffffffu, value);
    out[1] = __match_all_sync(0xffffffffu, value, &same);
    out[2] = same;
    out[3] = __match_any_sync(0xffffffffu, wide);
    out[4] = __match_all_sync(0xffffffffu, wide, &same) + same;
    __nanosleep(100);
#endif
#if __CUDA_ARCH__ >= 800
    out[5] = __reduce_add_sync(0xffffffffu, value);
    out[6] = __reduce_min_sync(0xffffffffu, (int)value);
    out[7] = __reduce_max_sync(0xffffffffu, value);
    out[8] = __reduce_and_sync(0xffu, value);
    out[9] = __reduce_or_sync(0xffu, value);
    out[10] = __reduce_xor_sync(0xffu, value);
#endif
}

extern "C" __global__ void scan(int *data) {
    int value = data[threadIdx.x];
    #pragma unroll
    for (int step = 1; step < 32; step *= 2) {
        int other = __shfl_up_sync(0xffffffffu, value, step);
        if ((threadIdx.x & 31) >= step) value += other;
    }
    data[threadIdx.x] = value;
}

extern "C" __global__ void compact(const int *in, int *out, int *count) {
    int value = in[blockIdx.x * 32 + threadIdx.x];
    unsigned keep = __ballot_sync(0xffffffffu, value != 0);
    int base = 0;
    if (threadIdx.x == 0) base = atomicAdd(count, __popc(keep));
    base = __shfl_sync(0xffffffffu, base, 0);
    if (value) out[base + __popc(keep & ((1u << threadIdx.x) - 1))] = value;
}
