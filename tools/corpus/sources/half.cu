// Half precision and bfloat16, one at a time and in pairs.
#include <cuda_fp16.h>
#include <cuda_bf16.h>

#if __CUDA_ARCH__ >= 530
template <class T> __global__ void single(T *v, float *f, int *i) {
    T a = v[0], b = v[1], c = v[2];
    v[3] = __hadd(a, b);
    v[4] = __hsub(a, b);
    v[5] = __hmul(a, b);
    v[6] = __hfma(a, b, c);
    v[7] = __hdiv(a, b);
    v[8] = __hneg(a);
    v[9] = __habs(b);
    v[10] = __hadd_sat(a, b);
    v[11] = __hfma_sat(a, b, c);
    v[12] = hsqrt(a);
    v[13] = hexp(b);
    v[14] = hlog2(c);
    v[15] = hrcp(a);
    v[16] = hfloor(b);
    v[17] = hsin(c);
    v[18] = __hmax(a, b);
    v[19] = __hmin(a, b);
    i[0] = __heq(a, b) + __hlt(a, b) + __hgeu(a, b) + __hisnan(c) + __hne(b, c);
    f[0] = (float)a + (float)b;
    v[20] = T(f[1]);
    v[21] = T(i[1]);
    i[2] = (int)a;
#if __CUDA_ARCH__ >= 800
    v[22] = __hmax_nan(a, b);
    v[23] = __hfma_relu(a, b, c);
#endif
}
template __global__ void single<__half>(__half *, float *, int *);
#if __CUDA_ARCH__ >= 800
template __global__ void single<__nv_bfloat16>(__nv_bfloat16 *, float *, int *);
#endif

__global__ void pairs(__half2 *v, float2 *f, unsigned *u) {
    __half2 a = v[0], b = v[1], c = v[2];
    v[3] = __hadd2(a, b);
    v[4] = __hmul2_sat(a, b);
    v[5] = __hfma2(a, b, c);
    v[6] = __h2div(a, b);
    v[7] = __lowhigh2highlow(a);
    v[8] = __halves2half2(__low2half(a), __high2half(b));
    v[9] = h2exp2(a);
    v[10] = __hgt2(a, b);
    u[0] = __hbeq2(a, b) + __hbltu2(b, c);
    f[0] = __half22float2(c);
    v[11] = __float22half2_rn(f[1]);
    v[12] = __shfl_xor_sync(0xffffffffu, a, 3);
#if __CUDA_ARCH__ >= 800
    v[13] = __hmax2(a, b);
    v[14] = __hmin2_nan(a, b);
#endif
}

#endif

#if __CUDA_ARCH__ >= 800
__global__ void brain(__nv_bfloat162 *v, float2 *f) {
    v[0] = __hfma2(v[1], v[2], v[3]);
    v[4] = __hmul2(v[5], v[6]);
    v[7] = __hadd2(v[8], v[9]);
    v[10] = __hmax2(v[11], v[12]);
    v[13] = __floats2bfloat162_rn(f[0].x, f[0].y);
    f[1] = __bfloat1622float2(v[14]);
}
#endif

__global__ void rounding(float f, double d, __half *h, int *i, long long *l) {
    h[0] = __float2half_rz(f);
    h[1] = __float2half_ru(f);
    h[2] = __float2half_rd(f);
    h[3] = __double2half(d);
    h[4] = __int2half_rn(i[0]);
    h[5] = __ll2half_rz(l[0]);
    h[6] = __ushort2half_ru((unsigned short)i[1]);
    i[2] = __half2int_rd(h[7]);
    i[3] = __half2uint_ru(h[8]);
    l[1] = __half2ll_rn(h[9]);
    h[10] = __ushort_as_half((unsigned short)i[3]);
    h[11] = hrint(h[12]);
    h[13] = htrunc(h[14]);
}

#if __CUDA_ARCH__ >= 530
extern "C" __global__ void axpy(__half2 a, const __half2 *x, __half2 *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = __hfma2(a, x[i], y[i]);
}
#endif
