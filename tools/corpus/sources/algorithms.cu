// Well-known algorithms as kernels.
typedef unsigned u32;
typedef unsigned long long u64;

template <int size> __global__ void tiled(const float *a, const float *b, float *c, int n) {
    __shared__ float left[size][size], right[size][size];
    int x = blockIdx.x * size + threadIdx.x, y = blockIdx.y * size + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k += size) {
        left[threadIdx.y][threadIdx.x] = a[y * n + k + threadIdx.x];
        right[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + x];
        __syncthreads();
        for (int i = 0; i < size; i++) sum += left[threadIdx.y][i] * right[i][threadIdx.x];
        __syncthreads();
    }
    c[y * n + x] = sum;
}
template __global__ void tiled<16>(const float *, const float *, float *, int);
template __global__ void tiled<32>(const float *, const float *, float *, int);

__constant__ u32 round_constants[8] = {0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5};
__device__ u32 rotate(u32 x, int n) { return x >> n | x << (32 - n); }
__global__ void hash(const u32 *message, u32 *digest) {
    u32 a = 0x6a09e667, b = 0xbb67ae85, c = 0x3c6ef372, d = 0xa54ff53a, e = 0x510e527f, f = 0x9b05688c, g = 0x1f83d9ab, h = 0x5be0cd19;
    for (int i = 0; i < 64; i++) {
        u32 s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25), ch = (e & f) ^ (~e & g);
        u32 t1 = h + s1 + ch + round_constants[i & 7] + message[i & 15];
        u32 s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22), maj = (a & b) ^ (a & c) ^ (b & c);
        h = g; g = f; f = e; e = d + t1; d = c; c = b; b = a; a = t1 + s0 + maj;
    }
    u32 all[8] = {a, b, c, d, e, f, g, h};
    for (int i = 0; i < 8; i++) digest[i] = all[i];
}

struct Philox { u32 counter[4], key[2]; };
__device__ void step(Philox &p) {
    u32 hi0 = __umulhi(0xD2511F53u, p.counter[0]), lo0 = 0xD2511F53u * p.counter[0];
    u32 hi1 = __umulhi(0xCD9E8D57u, p.counter[2]), lo1 = 0xCD9E8D57u * p.counter[2];
    p.counter[0] = hi1 ^ p.counter[1] ^ p.key[0];
    p.counter[1] = lo1;
    p.counter[2] = hi0 ^ p.counter[3] ^ p.key[1];
    p.counter[3] = lo0;
    p.key[0] += 0x9E3779B9u;
    p.key[1] += 0xBB67AE85u;
}
__global__ void monte_carlo(u32 seed, u64 *inside) {
    Philox p = {{threadIdx.x, blockIdx.x, 0, 0}, {seed, ~seed}};
    u32 hits = 0;
    for (int i = 0; i < 100; i++) {
        p.counter[2] = i;
        for (int r = 0; r < 10; r++) step(p);
        float x = p.counter[0] * 2.3283064e-10f, y = p.counter[1] * 2.3283064e-10f;
        hits += x * x + y * y < 1.0f;
    }
    atomicAdd(inside, (u64)hits);
}

__global__ void bitonic(int *data, int n) {
    extern __shared__ int shared[];
    shared[threadIdx.x] = data[threadIdx.x];
    for (int k = 2; k <= n; k <<= 1)
        for (int j = k >> 1; j; j >>= 1) {
            __syncthreads();
            int other = threadIdx.x ^ j;
            if (other > threadIdx.x) {
                int a = shared[threadIdx.x], b = shared[other];
                if ((a > b) == !(threadIdx.x & k)) { shared[threadIdx.x] = b; shared[other] = a; }
            }
        }
    __syncthreads();
    data[threadIdx.x] = shared[threadIdx.x];
}

__global__ void bodies(const float4 *position, float4 *velocity, int n, float dt) {
    __shared__ float4 tile[128];
    float4 me = position[blockIdx.x * 128 + threadIdx.x];
    float ax = 0, ay = 0, az = 0;
    for (int t = 0; t < n; t += 128) {
        tile[threadIdx.x] = position[t + threadIdx.x];
        __syncthreads();
        #pragma unroll 8
        for (int j = 0; j < 128; j++) {
            float dx = tile[j].x - me.x, dy = tile[j].y - me.y, dz = tile[j].z - me.z;
            float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-6f), s = tile[j].w * inverse * inverse * inverse;
            ax += dx * s; ay += dy * s; az += dz * s;
        }
        __syncthreads();
    }
    float4 &v = velocity[blockIdx.x * 128 + threadIdx.x];
    v = make_float4(v.x + ax * dt, v.y + ay * dt, v.z + az * dt, 0);
}

__global__ void breadth_first(const int *offsets, const int *edges, int *depth, int level, int n, bool *more) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n || depth[v] != level) return;
    for (int e = offsets[v]; e < offsets[v + 1]; e++)
        if (depth[edges[e]] < 0) { depth[edges[e]] = level + 1; *more = true; }
}

__global__ void fft(float2 *data) {
    float2 v[8];
    for (int i = 0; i < 8; i++) v[i] = data[i * 64 + threadIdx.x];
    for (int s = 4; s; s >>= 1)
        for (int i = 0; i < 8; i++)
            if (!(i & s)) {
                float2 a = v[i], b = v[i | s];
                float sine, cosine;
                sincosf(-6.2831853f * (i % s) / (2 * s), &sine, &cosine);
                v[i] = make_float2(a.x + b.x, a.y + b.y);
                float dx = a.x - b.x, dy = a.y - b.y;
                v[i | s] = make_float2(dx * cosine - dy * sine, dx * sine + dy * cosine);
            }
    for (int i = 0; i < 8; i++) data[i * 64 + threadIdx.x] = v[i];
}

__global__ void life(const unsigned char *in, unsigned char *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, n = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx || dy) n += in[(y + dy + h) % h * w + (x + dx + w) % w];
    out[y * w + x] = n == 3 || (n == 2 && in[y * w + x]);
}

#ifdef __SIZEOF_INT128__
__global__ void modular(u64 *x, u64 m) {
    u64 base = x[threadIdx.x], result = 1;
    for (u64 e = m - 2; e; e >>= 1) {
        if (e & 1) result = (u64)((unsigned __int128)result * base % m);
        base = (u64)((unsigned __int128)base * base % m);
    }
    x[threadIdx.x] = result;
}

#endif
__global__ void spmv(const int *rows, const int *columns, const double *values, const double *x, double *y, int n) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (row >= n) return;
    double sum = 0;
    for (int i = rows[row] + lane; i < rows[row + 1]; i += 32) sum += values[i] * x[columns[i]];
    for (int s = 16; s; s >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, s);
    if (!lane) y[row] = sum;
}
