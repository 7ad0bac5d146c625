// Kernels in C for clang: its builtins, its attributes, and code that it lowers in its own way.
typedef unsigned u32;
typedef unsigned long long u64;
typedef float float4 __attribute__((ext_vector_type(4)));
typedef int int2 __attribute__((ext_vector_type(2)));
#define KERNEL __attribute__((nvptx_kernel))
#define GLOBAL __attribute__((address_space(1)))
#define SHARED __attribute__((address_space(3)))
#define CONSTANT __attribute__((address_space(4)))

static SHARED float tile[256];
CONSTANT const int primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};
GLOBAL int counter = 5;
struct Record { int id; float weight; char tag[6]; struct Record GLOBAL *next; };
GLOBAL struct Record records[2] = {{1, 2.5f, "one", 0}, {2, -1.0f, "two", 0}};
int printf(const char *format, ...);

__attribute__((noinline)) int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }
__attribute__((noinline)) static float apply(float (*f)(float), float x) { return f(x) + 1.0f; }
static float half(float x) { return x * 0.5f; }
static float square(float x) { return x * x; }
__attribute__((noinline)) struct Record fill(int id, float w) { struct Record r = {id, w, "abc", 0}; return r; }

KERNEL void blocks(GLOBAL float *data, int n) {
    u32 tid = __nvvm_read_ptx_sreg_tid_x();
    tile[tid] = data[tid];
    asm volatile("bar.sync 0;" ::: "memory");
    for (u32 s = 128; s; s >>= 1) {
        if (tid < s) tile[tid] += tile[tid + s];
        asm volatile("bar.sync 0;" ::: "memory");
    }
    if (!tid) data[__nvvm_read_ptx_sreg_ctaid_x()] = tile[0];
}

KERNEL void calls(GLOBAL int *out, float x, int which) {
    out[0] = gcd(out[1], out[2]);
    out[3] = (int)apply(which ? half : square, x);
    struct Record r = fill(which, x);
    records[which & 1] = r;
    out[4] = r.tag[which % 6] + primes[which & 7];
}

KERNEL void atomics(GLOBAL int *i, GLOBAL u64 *w, int *generic) {
    __atomic_fetch_add(i, 3, __ATOMIC_RELAXED);
    __atomic_fetch_or(i + 1, 3, __ATOMIC_RELAXED);
    __atomic_exchange_n(w, 9ull, __ATOMIC_RELAXED);
    int expected = 5;
    __atomic_compare_exchange_n(generic, &expected, 6, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    __nvvm_membar_gl();
    __nvvm_membar_sys();
    generic[1] = __nvvm_atom_inc_gen_ui((u32 *)generic + 2, 7);
}

KERNEL void bits(GLOBAL u32 *u, GLOBAL u64 *w) {
    u[0] = __builtin_popcount(u[1]) + __builtin_clz(u[2]) + __builtin_ctz(u[3]) + __builtin_bitreverse32(u[4]);
    w[0] = __builtin_popcountll(w[1]) + __builtin_clzll(w[2]) + __builtin_bswap64(w[3]);
    u[5] = __builtin_rotateleft32(u[6], 5) + __nvvm_prmt(u[7], u[8], 0x1032);
    u32 sum;
    u[9] = __builtin_add_overflow(u[10], u[11], &sum) ? 1 : sum;
    w[4] = (u64)(((unsigned __int128)w[5] * w[6]) >> 64);
    w[7] = w[8] / 10 + w[9] % 7;
}

KERNEL void reals(GLOBAL float *f, GLOBAL double *d, GLOBAL _Float16 *h) {
    f[0] = __builtin_fmaf(f[1], f[2], f[3]) + __builtin_sqrtf(f[4]) + __builtin_fabsf(f[5]) + __builtin_floorf(f[6]);
    d[0] = __builtin_fma(d[1], d[2], d[3]) / d[4] + __builtin_trunc(d[5]) + __builtin_copysign(d[6], d[7]);
    f[7] = __nvvm_ex2_approx_ftz_f(f[8]) + __nvvm_rcp_approx_ftz_d(d[8]) + __nvvm_add_rz_f(f[9], f[10]);
    h[0] = h[1] * h[2] + (_Float16)f[11];
    f[12] = (float)h[3] + (int)d[9] + (u64)f[13];
    f[14] = f[15] < f[16] ? f[17] : __builtin_fmaxf(f[18], f[19]);
    f[20] = __builtin_isnan(f[21]) ? 0.0f : __builtin_roundevenf(f[22]);
}

KERNEL void vectors(GLOBAL float4 *a, GLOBAL int2 *b, SHARED float4 *c) {
    float4 v = a[0] * a[1].wzyx + 2.0f;
    c[0] = v;
    a[2] = c[1].xxyy;
    b[0] = b[1] << b[2];
}

KERNEL void choices(GLOBAL int *out, int n) {
    int local[16];
    for (int i = 0; i < 16; i++) local[i] = i * n;
    switch (n) {
        case 0: out[0] = 5; break;
        case 1: out[0] = out[1] * 3;
        case 2: out[2] = local[out[3] & 15]; break;
        case 3: case 5: case 8: printf("%d %f\n", n, n * 0.5); break;
        case 13: __builtin_trap();
        default: out[0] = __nvvm_read_ptx_sreg_clock();
    }
    u32 choice = (u32)n % 3u;
    if (choice == 0) goto zero;
    if (choice == 1) goto one;
    goto two;
zero: out[4] = 1;
one: out[4] += 2;
two: out[4] += local[n & 15];
    asm volatile("membar.gl;" ::: "memory");
}
