// Calls into the device runtime: printf, assert, malloc; traps, clocks, special registers.
#ifdef __CUDACC_RTC__
extern "C" __device__ void __assertfail(const char *, const char *, unsigned, const char *, size_t);
#define assert(x) ((x) ? (void)0 : __assertfail(#x, "system_calls.cu", __LINE__, "kernel", 1))
#else
#include <cassert>
#include <cstdio>
#endif

__global__ void prints(int n, double d, const char *name) {
    printf("no arguments\n");
    printf("%d of %s\n", n, name);
    printf("%f %e %llu %c %p %%\n", d, d * 2, (unsigned long long)n, 'x', (void *)name);
    for (int i = 0; i < n; i++) printf("%d: %d\n", i, i * i);
}

__global__ void asserts(int n) { assert(n > 3); }

__global__ void heap(int **out, int n) {
    int *fresh = (int *)malloc(n * sizeof(int));
    if (!fresh) __trap();
    for (int i = 0; i < n; i++) fresh[i] = i;
    out[0] = new int[4];
    delete[] out[1];
    free(out[2]);
    out[3] = fresh;
}

__global__ void clocks(unsigned *u, unsigned long long *w) {
    u[0] = clock();
    w[0] = clock64();
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(w[1]));
    asm volatile("mov.u32 %0, %smid;" : "=r"(u[1]));
    asm volatile("mov.u32 %0, %nsmid;" : "=r"(u[2]));
    asm volatile("mov.u32 %0, %warpid;" : "=r"(u[3]));
    asm volatile("mov.u32 %0, %nwarpid;" : "=r"(u[4]));
    asm volatile("mov.u32 %0, %laneid;" : "=r"(u[5]));
    asm volatile("mov.u64 %0, %gridid;" : "=l"(w[2]));
    asm volatile("mov.u32 %0, %lanemask_lt;" : "=r"(u[6]));
    asm volatile("mov.u32 %0, %lanemask_ge;" : "=r"(u[7]));
    asm volatile("mov.u32 %0, %dynamic_smem_size;" : "=r"(u[8]));
    asm volatile("mov.u32 %0, %total_smem_size;" : "=r"(u[9]));
    asm volatile("mov.u32 %0, %pm0;" : "=r"(u[10]));
    asm volatile("mov.u32 %0, %envreg3;" : "=r"(u[11]));
    asm volatile("mov.u32 %0, WARP_SZ;" : "=r"(u[12]));
    __prof_trigger(3);
    if (u[0] == 7) __brkpt();
    if (u[1] == 9) asm volatile("exit;");
}

__global__ void geometry(dim3 *out) {
    out[0] = dim3(threadIdx.x, threadIdx.y, threadIdx.z);
    out[1] = dim3(blockIdx.x, blockIdx.y, blockIdx.z);
    out[2] = dim3(blockDim.x, blockDim.y, blockDim.z);
    out[3] = dim3(gridDim.x, gridDim.y, gridDim.z);
    out[4].x = warpSize;
}
