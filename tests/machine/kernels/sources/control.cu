// Control flow: divergence, loops, switches, calls, recursion, function pointers, local arrays.

extern "C" __global__ void saxpy(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

extern "C" __global__ void collatz(const unsigned *x, unsigned *steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long v = x[i] % 1000 + 1;
    unsigned n = 0;
    while (v != 1) {
        v = (v & 1) ? 3 * v + 1 : v >> 1;
        ++n;
    }
    steps[i] = n;
}

extern "C" __global__ void mandelbrot(int width, int limit, unsigned *count)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    float cx = -2.0f + 3.0f * px / width, cy = -1.5f + 3.0f * py / width, x = 0, y = 0;
    unsigned n = 0;
    for (; n < limit && x * x + y * y <= 4.0f; ++n) {
        float t = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = t;
    }
    count[py * width + px] = n;
}

extern "C" __global__ void dispatch(const unsigned *x, unsigned *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned v = x[i], r;
    switch (v % 9) {
    case 0: r = __brev(v); break;
    case 1: r = __popc(v); break;
    case 2: r = __clz(v); break;
    case 3: r = v * 2654435761u; break;
    case 4: r = __byte_perm(v, ~v, 0x2541); break;
    case 5: r = __funnelshift_l(v, v >> 3, v & 31); break;
    case 6: r = __umulhi(v, v); break;
    case 7: r = v / 7 + v % 13; break;
    default: r = __ffs(v); break;
    }
    y[i] = r;
}

__device__ __noinline__ unsigned fibonacci(unsigned n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

extern "C" __global__ void recursion(const unsigned *x, unsigned *y)
{
    int i = threadIdx.x;
    y[i] = fibonacci(x[i] % 9);
}

__device__ __noinline__ int add(int a, int b) { return a + b; }
__device__ __noinline__ int subtract(int a, int b) { return a - b; }
__device__ __noinline__ int multiply(int a, int b) { return a * b; }
__device__ int (*const operations[3])(int, int) = {add, subtract, multiply};

extern "C" __global__ void pointers(const int *x, int *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = operations[(unsigned)x[i] % 3](x[i], i + 1);
}

extern "C" __global__ void local_array(const unsigned char *x, unsigned char *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned char seen[16];
    for (int k = 0; k < 16; ++k) seen[k] = k * 7;
    for (int k = 0; k < 16; ++k) {
        unsigned j = (x[i] + k * 5) & 15;
        unsigned char t = seen[k];
        seen[k] = seen[j];
        seen[j] = t;
    }
    unsigned char r = 0;
    for (int k = 0; k < 16; ++k) r = r * 31 + seen[k];
    y[i] = r;
}

struct Particle {
    double mass;
    float position[3];
    short charge;
    char kind;
};

extern "C" __global__ void aggregate(Particle p, int n, Particle *out)
{
    int i = threadIdx.x;
    if (i >= n) return;
    p.mass *= i + 1;
    for (int k = 0; k < 3; ++k) p.position[k] += k * i;
    p.charge -= i;
    p.kind ^= i;
    out[i] = p;
}

extern "C" __global__ void divisions(const long long *x, const unsigned long long *d, unsigned long long *q, double *r)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long divisor = d[i] | 1;
    q[2 * i] = (unsigned long long)x[i] / divisor;
    q[2 * i + 1] = x[i] % (long long)(divisor >> 1 | 1);
    r[2 * i] = sqrt((double)divisor) / (1.0 + (double)(d[i] >> 40));
    r[2 * i + 1] = (double)x[i] / (double)divisor;
}

extern "C" __global__ void early_exit(const int *x, int *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 64; ++k) {
        if (((x[i] >> (k & 31)) & 3) == 3) {
            y[i] = k;
            return;
        }
        if (k == 40 && (i & 1)) break;
    }
    y[i] = -i;
}

extern "C" __global__ void bits(const unsigned long long *x, unsigned long long *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long v = x[i], r = 0;
    r += __popcll(v) + __clzll(v) + __ffsll(v);
    r ^= __brevll(v) + __umul64hi(v, v ^ 0x123456789abcdefull);
    r += (unsigned)__sad((int)v, (int)(v >> 32), 17);
    r ^= (unsigned long long)__vadd4(v, v >> 32) << 20 ^ __vabsdiffu4(v, v >> 32) ^ __dp4a((int)v, (int)(v >> 32), 5);
    y[i] = r;
}
