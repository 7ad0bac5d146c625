// Loads and stores: widths, vectors, caches, local arrays, generic and typed addresses.
struct alignas(8) Pair { int a, b; };
struct Odd { char c[3]; };

template <class T> __global__ void copy(const T *__restrict__ in, T *__restrict__ out) { out[threadIdx.x] = in[threadIdx.x]; }
template __global__ void copy<char>(const char *, char *);
template __global__ void copy<unsigned short>(const unsigned short *, unsigned short *);
template __global__ void copy<int2>(const int2 *, int2 *);
template __global__ void copy<float4>(const float4 *, float4 *);
template __global__ void copy<double2>(const double2 *, double2 *);
template __global__ void copy<uchar4>(const uchar4 *, uchar4 *);
template __global__ void copy<short2>(const short2 *, short2 *);
template __global__ void copy<Pair>(const Pair *, Pair *);
template __global__ void copy<Odd>(const Odd *, Odd *);
template __global__ void copy<longlong2>(const longlong2 *, longlong2 *);

__global__ void caches(const int *in, int *out, const float4 *fin, float4 *fout) {
    int i = threadIdx.x;
    out[0] = __ldg(in + i);
    fout[0] = __ldg(fin + i);
    out[1] = __ldcg(in + i);
    out[2] = __ldca(in + i);
    out[3] = __ldcs(in + i);
    out[4] = __ldlu(in + i);
    out[5] = __ldcv(in + i);
    __stwb(out + 6, i);
    __stcg(out + 7, i);
    __stcs(out + 8, i);
    __stwt(out + 9, i);
    asm volatile("prefetch.global.L2 [%0];" :: "l"(in + 64));
    asm volatile("prefetch.global.L1 [%0];" :: "l"(in + 96));
    asm volatile("prefetchu.L1 [%0];" :: "l"(in));
#if __CUDA_ARCH__ >= 800
    asm volatile("prefetch.global.L2::evict_last [%0];" :: "l"(in));
    unsigned long long policy;
    asm volatile("createpolicy.fractional.L2::evict_last.b64 %0, 0.5;" : "=l"(policy));
    asm volatile("ld.global.L2::cache_hint.b32 %0, [%1], %2;" : "=r"(out[10]) : "l"(in), "l"(policy));
    asm volatile("st.global.L2::cache_hint.b32 [%0], %1, %2;" :: "l"(out + 11), "r"(i), "l"(policy));
    asm volatile("ld.global.nc.L1::no_allocate.L2::128B.v2.f32 {%0,%1}, [%2];" : "=f"(fout[1].x), "=f"(fout[1].y) : "l"(fin));
    asm volatile("applypriority.global.L2::evict_normal [%0], 128;" :: "l"(in));
    asm volatile("discard.global.L2 [%0], 128;" :: "l"(out));
#endif
}

__global__ void local_arrays(int *out, int n, int which) {
    int table[32];
    double wide[9];
    for (int i = 0; i < 32; i++) table[i] = i * n;
    for (int i = 0; i < 9; i++) wide[i] = n / (i + 1.0);
    table[which] += table[(which * 7) & 31];
    out[0] = table[n & 31] + (int)wide[n % 9];
    char text[20] = "a text on the stack";
    text[which] = 'X';
    out[1] = text[n];
}

__global__ void spaces(int *out, void *unknown) {
    __shared__ int cell[4];
    int mine = threadIdx.x;
    int *p = (int)(size_t)unknown & 1 ? cell : (int)(size_t)unknown & 2 ? &mine : out;
    *p += 5;
    out[0] = __isGlobal(p) + 2 * __isShared(p) + 4 * __isLocal(p) + 8 * __isConstant(p);
    out[1] = (int)__cvta_generic_to_shared(cell);
    out[2] = (int)__cvta_generic_to_global(out);
    out[3] = mine;
}

__global__ void volatiles(volatile int *v, volatile double *d, const volatile unsigned char *c) {
    v[0] = v[1] + c[2];
    d[0] = d[1] * d[2];
    __shared__ volatile short s[8];
    s[threadIdx.x & 7] = v[3];
    v[4] = s[3];
}

extern __shared__ float dynamic[];
__global__ void transpose(const float *in, float *out, int n) {
    float (*tile)[33] = (float (*)[33])dynamic;
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void moves(char *to, const char *from) {
    memcpy(to, from, 37);
    memset(to + 64, 0x5a, 24);
    *(int4 *)(to + 128) = *(const int4 *)(from + 128);
}
