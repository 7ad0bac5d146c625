// Asynchronous copies, barriers in shared memory, clusters, tensor maps.
typedef unsigned u32;
typedef unsigned long long u64;
#ifdef __CUDACC_RTC__
struct alignas(64) Map { u64 words[16]; };
#else
struct alignas(64) Map { u64 words[16]; };
#endif
__device__ u32 shared_address(const void *p) { return (u32)__cvta_generic_to_shared(p); }

__global__ void pipeline(const int4 *in, int4 *out, int n) {
#if __CUDA_ARCH__ >= 800
    __shared__ int4 stage[2][128];
    int half = 0;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(shared_address(&stage[0][threadIdx.x])), "l"(in));
    asm volatile("cp.async.commit_group;");
    for (int i = 1; i < n; i++, half ^= 1) {
        asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 8, %2;" :: "r"(shared_address(&stage[half ^ 1][threadIdx.x])), "l"(in + i), "r"(i & 8));
        asm volatile("cp.async.commit_group;");
        asm volatile("cp.async.wait_group 1;");
        __syncthreads();
        out[i] = stage[half][127 - threadIdx.x];
    }
    asm volatile("cp.async.wait_all;");
#endif
}

__global__ void barriers(u64 *out) {
    __shared__ u64 barrier;
    u32 at = shared_address(&barrier);
#if __CUDA_ARCH__ >= 800
    u64 state;
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" :: "r"(at), "r"(blockDim.x));
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" :: "r"(at));
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(at));
    asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.test_wait.shared.b64 p, [%0], %1;\n@!p bra WAIT;\n}" :: "r"(at), "l"(state));
    asm volatile("mbarrier.arrive_drop.shared.b64 %0, [%1];" : "=l"(out[0]) : "r"(at));
    asm volatile("{\n.reg .b32 c;\nmbarrier.pending_count.b64 c, %1;\ncvt.u64.u32 %0, c;\n}" : "=l"(out[1]) : "l"(state));
    asm volatile("mbarrier.inval.shared.b64 [%0];" :: "r"(at));
#endif
    asm volatile("bar.sync 1, 64;");
    asm volatile("barrier.sync.aligned 2, 96;");
    asm volatile("bar.arrive 3, 64;");
    asm volatile("{\n.reg .pred p, q;\nsetp.ne.u32 p, %1, 0;\nbar.red.and.pred q, 4, p;\nselp.u64 %0, 1, 0, q;\n}" : "=l"(out[2]) : "r"(at));
    asm volatile("{\n.reg .b32 c;\n.reg .pred p;\nsetp.ne.u32 p, %1, 0;\nbarrier.red.popc.aligned.u32 c, 0, p;\ncvt.u64.u32 %0, c;\n}" : "=l"(out[3]) : "r"(at));
}

#if __CUDA_ARCH__ >= 900
__global__ void __cluster_dims__(2, 2, 1) cluster(u32 *out) {
    __shared__ u32 cell;
    u32 remote, rank;
    asm volatile("mov.u32 %0, %cluster_ctarank;" : "=r"(rank));
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(remote) : "r"(shared_address(&cell)), "r"(rank ^ 1));
    asm volatile("st.shared::cluster.u32 [%0], %1;" :: "r"(remote), "r"(rank));
    asm volatile("red.shared::cluster.add.u32 [%0], %1;" :: "r"(remote), "r"(rank));
    asm volatile("barrier.cluster.arrive.release.aligned;");
    asm volatile("barrier.cluster.wait.acquire.aligned;");
    asm volatile("mov.u32 %0, %clusterid.x;" : "=r"(out[0]));
    asm volatile("mov.u32 %0, %cluster_nctaid.y;" : "=r"(out[1]));
    asm volatile("{\n.reg .pred p;\nmov.pred p, %is_explicit_cluster;\nselp.u32 %0, 1, 0, p;\n}" : "=r"(out[2]));
    asm volatile("getctarank.shared::cluster.u32 %0, %1;" : "=r"(out[3]) : "r"(remote));
    out[4] = cell;
}

__global__ void tensors(const __grid_constant__ Map map, int4 *out, const void *bulk, u64 policy) {
    __shared__ __align__(128) int4 tile[256];
    __shared__ __align__(8) u64 barrier;
    u32 at = shared_address(&barrier), to = shared_address(tile);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" :: "r"(at));
        asm volatile("fence.mbarrier_init.release.cluster;");
        asm volatile("fence.proxy.async;");
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" :: "r"(at), "r"(4096));
        asm volatile("prefetch.tensormap [%0];" :: "l"(&map));
        asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
                     :: "r"(to), "l"(&map), "r"(0), "r"(16), "r"(at) : "memory");
        asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint [%0], [%1, {%2, %3, %2}], [%4], %5, %6;"
                     :: "r"(to), "l"(&map), "r"(0), "r"(16), "r"(at), "h"((short)3), "l"(policy) : "memory");
        asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %2, %3}], [%4], {%5, %5};"
                     :: "r"(to), "l"(&map), "r"(0), "r"(16), "r"(at), "h"((short)1) : "memory");
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" :: "r"(to), "l"(bulk), "r"(1024), "r"(at) : "memory");
        asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" :: "l"(bulk), "r"(1024));
    }
    asm volatile("{\n.reg .pred done;\nLOOP:\nmbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n@done bra END;\nbra LOOP;\nEND:\n}" :: "r"(at), "r"(0));
    out[threadIdx.x] = tile[255 - threadIdx.x];
    asm volatile("fence.proxy.async.shared::cta;");
    asm volatile("cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [%0, {%1}], [%2];" :: "l"(&map), "r"(3), "r"(to) : "memory");
    asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.bulk_group [%0, {%1, %1}], [%2];" :: "l"(&map), "r"(3), "r"(to) : "memory");
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%1], %2;" :: "l"(out), "r"(to), "r"(128) : "memory");
    asm volatile("cp.async.bulk.commit_group;");
    asm volatile("cp.async.bulk.wait_group.read 0;");
}

__global__ void dependent(int *out) {
    asm volatile("griddepcontrol.wait;");
    u32 leader;
    asm volatile("{\n.reg .pred p;\nelect.sync _|p, 0xffffffff;\nselp.u32 %0, 1, 0, p;\n}" : "=r"(leader));
    if (leader) out[0] = 1;
    asm volatile("griddepcontrol.launch_dependents;");
}
#endif
