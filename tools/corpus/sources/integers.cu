// Integer arithmetic of every width, bit fiddling, extended precision, video instructions.
typedef unsigned u32;
typedef unsigned long long u64;
typedef long long s64;

template <class T> __global__ void arithmetic(T *v, int n) {
    T a = v[0], b = v[1];
    v[2] = a + b;
    v[3] = a - b;
    v[4] = a * b;
    v[5] = a / b;
    v[6] = a % b;
    v[7] = a << n;
    v[8] = a >> n;
    v[9] = a & b;
    v[10] = a | b;
    v[11] = a ^ ~b;
    v[12] = -a;
    v[13] = a < b ? a : b;
    v[14] = a * b + v[3];
    v[15] = a / T(10);
    v[16] = a % T(7);
    v[17] = a > b;
    v[18] = a == T(3) || b != T(4);
}
template __global__ void arithmetic<signed char>(signed char *, int);
template __global__ void arithmetic<unsigned short>(unsigned short *, int);
template __global__ void arithmetic<short>(short *, int);
template __global__ void arithmetic<int>(int *, int);
template __global__ void arithmetic<u32>(u32 *, int);
template __global__ void arithmetic<s64>(s64 *, int);
template __global__ void arithmetic<u64>(u64 *, int);
#ifdef __SIZEOF_INT128__
template __global__ void arithmetic<__int128>(__int128 *, int);
#endif

__global__ void intrinsics(int *i, u32 *u, s64 *l, u64 *w) {
    i[0] = __mulhi(i[1], i[2]);
    u[0] = __umulhi(u[1], u[2]);
    l[0] = __mul64hi(l[1], l[2]);
    w[0] = __umul64hi(w[1], w[2]);
    i[3] = __mul24(i[4], i[5]);
    u[3] = __umul24(u[4], u[5]);
    u[6] = __sad(i[6], i[7], u[7]);
    u[8] = __usad(u[9], u[10], u[11]);
    i[8] = __brev(u[12]);
    w[3] = __brevll(w[4]);
    i[9] = __clz(i[10]) + __clzll(l[3]) + __ffs(i[11]) + __ffsll(l[4]) + __popc(u[13]) + __popcll(w[5]);
    u[14] = __byte_perm(u[15], u[16], 0x3210);
    u[17] = __byte_perm(u[15], u[16], u[18]);
    u[19] = __funnelshift_l(u[20], u[21], u[22]);
    u[23] = __funnelshift_rc(u[20], u[21], u[22]);
    i[12] = __hadd(i[13], i[14]) + __rhadd(i[13], i[14]);
    u[24] = __uhadd(u[25], u[26]) + abs(i[15]) + max(i[16], 3) + min(u[27], 9u);
    l[5] = llabs(l[6]) + max(l[7], l[8]);
}

__global__ void products(int *i, u32 *u) {
#if __CUDA_ARCH__ >= 610
    i[0] = __dp4a(i[1], i[2], i[3]);
    u[0] = __dp4a(u[1], u[2], u[3]);
    i[4] = __dp2a_lo(i[5], i[6], i[7]);
    u[4] = __dp2a_hi(u[5], u[6], u[7]);
#endif
}

__global__ void simd(u32 *u) {
    u[0] = __vadd4(u[1], u[2]);
    u[3] = __vsub2(u[4], u[5]);
    u[6] = __vabsdiffu4(u[7], u[8]);
    u[9] = __vmaxs2(u[10], u[11]);
    u[12] = __vminu4(u[13], u[14]);
    u[15] = __vcmpeq4(u[16], u[17]);
    u[18] = __vsetgts2(u[19], u[20]);
    u[21] = __vaddss4(u[22], u[23]);
    u[24] = __vavgu4(u[25], u[26]);
    u[27] = __vsadu4(u[28], u[29]);
    u[30] = __vnegss2(u[31]);
}

__global__ void extended(u32 *u, u64 *w) {
    asm("add.cc.u32 %0, %1, %2;" : "=r"(u[0]) : "r"(u[1]), "r"(u[2]));
    asm("{\nadd.cc.u32 %0, %3, %6;\naddc.cc.u32 %1, %4, %7;\naddc.u32 %2, %5, %8;\n}"
        : "=r"(u[3]), "=r"(u[4]), "=r"(u[5]) : "r"(u[6]), "r"(u[7]), "r"(u[8]), "r"(u[9]), "r"(u[10]), "r"(u[11]));
    asm("{\nsub.cc.s32 %0, %2, %4;\nsubc.s32 %1, %3, %5;\n}" : "=r"(u[12]), "=r"(u[13]) : "r"(u[14]), "r"(u[15]), "r"(u[16]), "r"(u[17]));
    asm("{\nmad.lo.cc.u32 %0, %2, %3, %4;\nmadc.hi.u32 %1, %2, %3, 0;\n}" : "=r"(u[18]), "=r"(u[19]) : "r"(u[20]), "r"(u[21]), "r"(u[22]));
    asm("{\nadd.cc.u64 %0, %2, %4;\naddc.u64 %1, %3, %5;\n}" : "=l"(w[0]), "=l"(w[1]) : "l"(w[2]), "l"(w[3]), "l"(w[4]), "l"(w[5]));
}

__global__ void fields(u32 *u, int *i, u64 *w) {
    asm("bfe.u32 %0, %1, %2, 8;" : "=r"(u[0]) : "r"(u[1]), "r"(u[2]));
    asm("bfe.s64 %0, %1, 5, 9;" : "=l"(w[0]) : "l"(w[1]));
    asm("bfi.b32 %0, %1, %2, 4, %3;" : "=r"(u[3]) : "r"(u[4]), "r"(u[5]), "r"(u[6]));
    asm("bfind.shiftamt.u32 %0, %1;" : "=r"(u[7]) : "r"(u[8]));
    asm("bfind.s64 %0, %1;" : "=r"(u[9]) : "l"(w[2]));
#if __CUDA_ARCH__ >= 500
    asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(u[10]) : "r"(u[11]), "r"(u[12]), "r"(u[13]));
#endif
    asm("prmt.b32.f4e %0, %1, %2, %3;" : "=r"(u[14]) : "r"(u[15]), "r"(u[16]), "r"(u[17]));
    asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(u[18]) : "r"(u[19]), "r"(u[20]), "r"(u[21]));
    asm("fns.b32 %0, %1, %2, %3;" : "=r"(u[22]) : "r"(u[23]), "r"(u[24]), "r"(i[0]));
    asm("mad24.hi.s32 %0, %1, %2, %3;" : "=r"(i[1]) : "r"(i[2]), "r"(i[3]), "r"(i[4]));
    asm("mul.wide.s16 %0, %1, %2;" : "=r"(i[5]) : "h"((short)i[6]), "h"((short)i[7]));
    asm("mad.wide.u32 %0, %1, %2, %3;" : "=l"(w[3]) : "r"(u[25]), "r"(u[26]), "l"(w[4]));
    asm("add.sat.s32 %0, %1, %2;" : "=r"(i[8]) : "r"(i[9]), "r"(i[10]));
    asm("slct.u32.s32 %0, %1, %2, %3;" : "=r"(u[27]) : "r"(u[28]), "r"(u[29]), "r"(i[11]));
    asm("cnot.b32 %0, %1;" : "=r"(u[30]) : "r"(u[31]));
    asm("vadd.s32.u32.s32.sat %0, %1.b0, %2.h1;" : "=r"(i[12]) : "r"(u[1]), "r"(i[13]));
    asm("vmad.s32.s32.u32.shr7 %0, %1.b1, %2.b2, %3;" : "=r"(i[14]) : "r"(i[15]), "r"(u[2]), "r"(i[16]));
    asm("set.gt.u32.s32 %0, %1, %2;" : "=r"(u[32]) : "r"(i[17]), "r"(i[18]));
    asm("{\n.reg .pred p, q;\nsetp.ne.u32 p, %1, 0;\nsetp.lt.and.u32 p|q, %1, %2, p;\nselp.b32 %0, 1, 2, q;\n}" : "=r"(u[33]) : "r"(u[34]), "r"(u[35]));
#if __CUDA_ARCH__ >= 700
    asm("szext.wrap.s32 %0, %1, %2;" : "=r"(i[19]) : "r"(i[20]), "r"(u[36]));
    asm("bmsk.clamp.b32 %0, %1, %2;" : "=r"(u[37]) : "r"(u[38]), "r"(u[39]));
#endif
}
