// Floating point: arithmetic with every rounding, approximations, the mathematical library, conversions.
template <class T> __global__ void library(T *v, int *e) {
    T x = v[0], y = v[1];
    v[2] = sin(x);
    v[3] = cos(y);
    v[4] = tan(x);
    v[5] = exp(x);
    v[6] = log(y);
    v[7] = pow(x, y);
    v[8] = sqrt(x);
    v[9] = rsqrt(y);
    v[10] = fmod(x, y);
    v[11] = erf(x);
    v[12] = tgamma(y);
    v[13] = cbrt(x);
    v[14] = atan2(x, y);
    v[15] = sinh(x) + tanh(y);
    v[16] = ldexp(x, e[0]);
    v[17] = frexp(y, e + 1);
    v[18] = floor(x) + ceil(y) + trunc(x) + rint(y) + round(x);
    v[19] = fma(x, y, v[20]);
    v[21] = copysign(x, y) + fabs(y) + fdim(x, y) + hypot(x, y);
    v[22] = fmin(x, y) * fmax(x, y);
    e[2] = isnan(x) + isinf(y) + signbit(x) + isfinite(y) + ilogb(x);
    v[23] = remainder(x, y) + nextafter(x, y) + exp2(x) + log2(y) + expm1(x) + log1p(y);
}
template __global__ void library<float>(float *, int *);
template __global__ void library<double>(double *, int *);

__global__ void rounded(float *f, double *d) {
    f[0] = __fadd_rn(f[1], f[2]);
    f[3] = __fadd_rz(f[1], f[2]);
    f[4] = __fmul_ru(f[1], f[2]);
    f[5] = __fmul_rd(f[1], f[2]);
    f[6] = __fmaf_rn(f[1], f[2], f[7]);
    f[8] = __fmaf_rz(f[1], f[2], f[7]);
    f[9] = __fdiv_rn(f[1], f[2]);
    f[10] = __frcp_ru(f[1]);
    f[11] = __fsqrt_rd(f[2]);
    f[12] = __frsqrt_rn(f[3]);
    d[0] = __dadd_ru(d[1], d[2]);
    d[3] = __dmul_rz(d[1], d[2]);
    d[4] = __fma_rd(d[1], d[2], d[5]);
    d[6] = __ddiv_rn(d[1], d[2]);
    d[7] = __drcp_rn(d[1]);
    d[8] = __dsqrt_rz(d[2]);
}

__global__ void approximate(float *f) {
    f[0] = __sinf(f[1]);
    f[2] = __cosf(f[3]);
    f[4] = __expf(f[5]);
    f[6] = __logf(f[7]);
    f[8] = __powf(f[9], f[10]);
    f[11] = __fdividef(f[12], f[13]);
    f[14] = __saturatef(f[15]);
    f[16] = __tanf(f[17]) + __log2f(f[18]) + __exp10f(f[19]);
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(f[20]) : "f"(f[21]));
    asm("rsqrt.approx.f32 %0, %1;" : "=f"(f[22]) : "f"(f[23]));
#if __CUDA_ARCH__ >= 750
    asm("tanh.approx.f32 %0, %1;" : "=f"(f[24]) : "f"(f[25]));
#endif
    asm("{\n.reg .pred p;\ntestp.subnormal.f32 p, %1;\nselp.f32 %0, 0f3f800000, 0f00000000, p;\n}" : "=f"(f[26]) : "f"(f[27]));
#if __CUDA_ARCH__ >= 860
    asm("min.NaN.xorsign.abs.f32 %0, %1, %2;" : "=f"(f[28]) : "f"(f[29]), "f"(f[30]));
    asm("fma.rn.relu.f16x2 %0, %1, %2, %3;" : "=r"(((unsigned *)f)[31]) : "r"(((unsigned *)f)[32]), "r"(((unsigned *)f)[33]), "r"(((unsigned *)f)[34]));
#endif
}

__global__ void conversions(float *f, double *d, int *i, unsigned *u, long long *l, unsigned long long *w) {
    i[0] = __float2int_rn(f[0]) + __float2int_rz(f[1]) + __float2int_ru(f[2]) + __float2int_rd(f[3]);
    u[0] = __float2uint_rn(f[4]) + __float2uint_rz(f[5]);
    l[0] = __float2ll_ru(f[6]);
    w[0] = __float2ull_rd(f[7]);
    f[8] = __int2float_rz(i[1]) + __uint2float_ru(u[1]) + __ll2float_rd(l[1]) + __ull2float_rn(w[1]);
    i[2] = __double2int_rn(d[0]) + __double2hiint(d[1]) + __double2loint(d[2]);
    u[2] = __double2uint_ru(d[3]);
    l[2] = __double2ll_rz(d[4]);
    d[5] = __int2double_rn(i[3]) + __ll2double_ru(l[3]) + __ull2double_rd(w[3]) + __hiloint2double(i[4], i[5]);
    f[9] = __double2float_rz(d[6]);
    i[6] = __float_as_int(f[10]);
    f[11] = __int_as_float(i[7]);
    l[4] = __double_as_longlong(d[7]);
    d[8] = (float)d[9] + (signed char)f[12] + (unsigned short)d[10] + (bool)i[8];
    f[13] = (short)u[3] + (unsigned char)w[4];
}

struct Complex { float re, im; };
__global__ void mandelbrot(unsigned char *out, int width, float x0, float y0, float step) {
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    Complex c = {x0 + px * step, y0 + py * step}, z = {0, 0};
    int n = 0;
    while (n < 255 && z.re * z.re + z.im * z.im < 4.0f) {
        z = Complex{z.re * z.re - z.im * z.im + c.re, 2 * z.re * z.im + c.im};
        n++;
    }
    out[py * width + px] = n;
}
