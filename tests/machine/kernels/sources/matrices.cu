// Matrices: wmma, mma, ldmatrix, stmatrix, wgmma; half, bfloat16 and FP8 arithmetic.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <mma.h>
using namespace nvcuda;

extern "C" __global__ void wmma_half(const half *a, const half *b, float *c)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 0.5f);
    for (int k = 0; k < 2; ++k) {
        wmma::load_matrix_sync(fa, a + 16 * k, 32);
        wmma::load_matrix_sync(fb, b + 16 * k, 32);
        wmma::mma_sync(fc, fa, fb, fc);
    }
    for (int i = 0; i < fc.num_elements; ++i) fc.x[i] = fmaxf(fc.x[i], 0.0f);
    wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
}

extern "C" __global__ void wmma_bytes(const signed char *a, const signed char *b, int *c)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> fc;
    wmma::fill_fragment(fc, 7);
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, b, 16);
    wmma::mma_sync(fc, fa, fb, fc, true);
    wmma::store_matrix_sync(c, fc, 16, wmma::mem_col_major);
}

extern "C" __global__ void mma_ldmatrix(const half *a, const half *b, float *c)
{
    __shared__ alignas(16) half sa[16 * 16], sb[16 * 8];
    int t = threadIdx.x;
    for (int i = t; i < 256; i += 32) sa[i] = a[i];
    for (int i = t; i < 128; i += 32) sb[i] = b[i];
    __syncwarp();
    unsigned ra[4], rb[2];
    float d[4] = {1.0f, 2.0f, 3.0f, 4.0f};
    unsigned pa = (unsigned)__cvta_generic_to_shared(sa + (t % 16) * 16 + (t / 16) * 8);
    unsigned pb = (unsigned)__cvta_generic_to_shared(sb + (t % 16) * 8);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(ra[0]), "=r"(ra[1]), "=r"(ra[2]), "=r"(ra[3]) : "r"(pa));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(rb[0]), "=r"(rb[1]) : "r"(pb));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]));
    for (int i = 0; i < 4; ++i) c[(t / 4 + i / 2 * 8) * 8 + t % 4 * 2 + i % 2] = d[i];
}

extern "C" __global__ void mma_double(const double *a, const double *b, double *c)
{
    int t = threadIdx.x;
    double d0 = t, d1 = -t;
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};" : "+d"(d0), "+d"(d1) : "d"(a[t]), "d"(b[t]));
    c[2 * t] = d0;
    c[2 * t + 1] = d1;
}

extern "C" __global__ void mma_fp8(const unsigned *a, const unsigned *b, float *c)
{
    int t = threadIdx.x;
    float d[4] = {};
    asm volatile("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[t] & 0x3f3f3f3f), "r"(a[t + 32] & 0x3f3f3f3f), "r"(a[t + 64] & 0xbfbfbfbf), "r"(a[t + 96] & 0x3f3f3f3f), "r"(b[t] & 0x3f3f3f3f), "r"(b[t + 32] & 0xbfbfbfbf));
    for (int i = 0; i < 4; ++i) c[4 * t + i] = d[i];
}

extern "C" __global__ void stmatrix_store(const unsigned *x, unsigned *y)
{
    __shared__ alignas(16) unsigned s[128];
    int t = threadIdx.x;
    unsigned p = (unsigned)__cvta_generic_to_shared(s + t % 32 * 4);
    asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(p), "r"(x[t]), "r"(x[t + 32]), "r"(x[t + 64]), "r"(x[t + 96]) : "memory");
    __syncwarp();
    for (int k = 0; k < 4; ++k) y[32 * k + t] = s[32 * k + t];
}

extern "C" __global__ void warpgroup_product(const half *a, const half *b, float *c)
{
    __shared__ alignas(128) half sa[64 * 16], sb[8 * 16];
    int t = threadIdx.x;
    // Core matrices of 8 rows by 16 bytes, no swizzle: the second half of K lies behind all rows of the first.
    for (int i = t; i < 64 * 16; i += 128) sa[(i % 16 / 8) * 512 + i / 16 * 8 + i % 8] = a[i];
    if (t < 128) sb[(t % 16 / 8) * 64 + t / 16 * 8 + t % 8] = b[t];
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    auto descriptor = [](unsigned address, unsigned leading, unsigned stride) {
        return (unsigned long long)(address >> 4 & 0x3fff) | (unsigned long long)(leading >> 4) << 16 | (unsigned long long)(stride >> 4) << 32;
    };
    unsigned long long da = descriptor((unsigned)__cvta_generic_to_shared(sa), 1024, 128);
    unsigned long long db = descriptor((unsigned)__cvta_generic_to_shared(sb), 128, 128);
    float d[4] = {};
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 0, 1, 1, 0, 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(da), "l"(db));
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    for (int i = 0; i < 4; ++i) c[4 * t + i] = d[i];
}

extern "C" __global__ void half_arithmetic(const half2 *x, const half2 *y, half2 *z)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    half2 v = __hfma2(x[i], y[i], __float2half2_rn(0.125f));
    v = __hadd2(v, __hmul2_sat(x[i], y[i]));
    v = __hmax2(v, __hneg2(x[i]));
    z[i] = __halves2half2(__float2half_rz(__low2float(v) * 1.7f), hfloor(__high2half(v)));
}

extern "C" __global__ void bfloat_arithmetic(const __nv_bfloat162 *x, const __nv_bfloat162 *y, float *z)
{
    int i = threadIdx.x;
    __nv_bfloat162 v = __hfma2(x[i], y[i], y[i]);
    v = __hmin2(v, __habs2(x[i]));
    z[2 * i] = __low2float(v);
    z[2 * i + 1] = __high2float(v);
}

extern "C" __global__ void fp8_round_trip(const float2 *x, float2 *y, unsigned short *z)
{
    int i = threadIdx.x;
    __nv_fp8x2_storage_t e4 = __nv_cvt_float2_to_fp8x2(x[i], __NV_SATFINITE, __NV_E4M3);
    __nv_fp8x2_storage_t e5 = __nv_cvt_float2_to_fp8x2(x[i], __NV_SATFINITE, __NV_E5M2);
    z[2 * i] = e4;
    z[2 * i + 1] = e5;
    half2 h = __nv_cvt_fp8x2_to_halfraw2(e4, __NV_E4M3), g = __nv_cvt_fp8x2_to_halfraw2(e5, __NV_E5M2);
    y[i] = make_float2(__low2float(h) + __low2float(g), __high2float(h) * __high2float(g));
}
