// Tensor memory of the Blackwell data center parts.
typedef unsigned u32;
typedef unsigned long long u64;
__device__ u32 shared_address(const void *p) { return (u32)__cvta_generic_to_shared(p); }

__global__ void allocate(u32 *out) {
    __shared__ u32 slot;
    __shared__ __align__(8) u64 barrier;
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 128;" :: "r"(shared_address(&slot)));
    asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;");
    __syncthreads();
    u32 t = slot;
    asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" :: "r"(shared_address(&barrier)));
    asm volatile("tcgen05.ld.sync.aligned.32x32b.x2.b32 {%0,%1}, [%2];" : "=r"(out[0]), "=r"(out[1]) : "r"(t));
    asm volatile("tcgen05.ld.sync.aligned.16x64b.x4.pack::16b.b32 {%0,%1,%2,%3}, [%4];" : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]), "=r"(out[3]) : "r"(t));
    asm volatile("tcgen05.wait::ld.sync.aligned;");
    asm volatile("tcgen05.st.sync.aligned.16x256b.x1.b32 [%0], {%1,%2,%3,%4};" :: "r"(t), "r"(out[0]), "r"(out[1]), "r"(out[2]), "r"(out[3]));
    asm volatile("tcgen05.wait::st.sync.aligned;");
    asm volatile("tcgen05.fence::before_thread_sync;");
    asm volatile("tcgen05.fence::after_thread_sync;");
    asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 128;" :: "r"(t));
}

__global__ void multiply(u64 a, u64 b, u32 d, u32 i, u32 scale, u32 accumulate) {
    asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %4, 0;\n"
                 "tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, {%5, %5, %5, %5}, p;\n}"
                 :: "r"(d), "l"(a), "l"(b), "r"(i), "r"(accumulate), "r"(0));
    asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %4, 0;\n"
                 "tcgen05.mma.cta_group::2.kind::tf32 [%0], [%5], %2, %3, p;\n}"
                 :: "r"(d), "l"(a), "l"(b), "r"(i), "r"(accumulate), "r"(d));
#if defined(__CUDA_ARCH_FEAT_SM100_ALL) || defined(__CUDA_ARCH_FEAT_SM103_ALL)
    asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %4, 0;\n"
                 "tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.scale_vec::1X [%0], %1, %2, %3, [%5], [%5], p;\n}"
                 :: "r"(d), "l"(a), "l"(b), "r"(i), "r"(accumulate), "r"(scale));
    asm volatile("tcgen05.shift.cta_group::1.down [%0];" :: "r"(d));
#endif
    asm volatile("tcgen05.cp.cta_group::1.128x256b [%0], %1;" :: "r"(d), "l"(a));
    asm volatile("tcgen05.cp.cta_group::1.32x128b.warpx4 [%0], %1;" :: "r"(d), "l"(b));
}
