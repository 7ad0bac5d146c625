// Formats of eight, six and four bits.
#include <cuda_fp8.h>
#if CUDART_VERSION >= 12080 || __CUDACC_VER_MAJOR__ > 12 || (__CUDACC_VER_MAJOR__ == 12 && __CUDACC_VER_MINOR__ >= 8)
#include <cuda_fp6.h>
#include <cuda_fp4.h>
#define NARROW 1
#endif

__global__ void encode(const float *in, __nv_fp8_e4m3 *a, __nv_fp8_e5m2 *b, __nv_fp8x2_e4m3 *a2, __nv_fp8x4_e5m2 *b4) {
    int i = threadIdx.x;
    a[i] = __nv_fp8_e4m3(in[i]);
    b[i] = __nv_fp8_e5m2(in[i + 1]);
    a2[i] = __nv_fp8x2_e4m3(make_float2(in[i], in[i + 1]));
    b4[i] = __nv_fp8x4_e5m2(make_float4(in[i], in[i + 1], in[i + 2], in[i + 3]));
    a[i + 64] = __nv_fp8_e4m3(__float2half(in[i]));
}

__global__ void decode(float *out, const __nv_fp8_e4m3 *a, const __nv_fp8x2_e5m2 *b2, __half *h) {
    int i = threadIdx.x;
    out[i] = (float)a[i];
    float2 two = (float2)b2[i];
    out[i + 64] = two.x + two.y;
    h[i] = (__half)a[i];
}

#ifdef NARROW
__global__ void narrow(const float2 *in, __nv_fp4x2_e2m1 *four, __nv_fp6x2_e2m3 *six, __nv_fp6x2_e3m2 *wider, float2 *out) {
    int i = threadIdx.x;
    four[i] = __nv_fp4x2_e2m1(in[i]);
    six[i] = __nv_fp6x2_e2m3(in[i]);
    wider[i] = __nv_fp6x2_e3m2(in[i]);
    out[i] = (float2)four[i];
    out[i + 64] = (float2)six[i];
}

__global__ void scales(const float *in, unsigned char *out, __nv_bfloat16 *b) {
    out[0] = __nv_cvt_float_to_e8m0(in[0], __NV_SATFINITE, cudaRoundPosInf);
    b[0] = __nv_cvt_e8m0_to_bf16raw(out[1]);
}
#endif
