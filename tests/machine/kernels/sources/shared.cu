// Shared memory, barriers, dynamic shared memory, constants.

extern __shared__ int dynamic[];

extern "C" __global__ void tree_sum(const int *x, int *y)
{
    int t = threadIdx.x;
    dynamic[t] = x[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s) dynamic[t] += dynamic[t + s];
        __syncthreads();
    }
    if (t == 0) y[blockIdx.x] = dynamic[0];
}

extern "C" __global__ void transpose(const float *x, float *y)
{
    __shared__ float tile[16][17];
    int n = gridDim.x * 16, cx = blockIdx.x * 16 + threadIdx.x, cy = blockIdx.y * 16 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = x[cy * n + cx];
    __syncthreads();
    cx = blockIdx.y * 16 + threadIdx.x;
    cy = blockIdx.x * 16 + threadIdx.y;
    y[cy * n + cx] = tile[threadIdx.x][threadIdx.y];
}

extern "C" __global__ void prefix_sum(const unsigned *x, unsigned *y)
{
    __shared__ unsigned buffer[2][256];
    int t = threadIdx.x, in = 0;
    buffer[0][t] = x[t];
    __syncthreads();
    for (int s = 1; s < blockDim.x; s *= 2, in ^= 1) {
        buffer[in ^ 1][t] = buffer[in][t] + (t >= s ? buffer[in][t - s] : 0);
        __syncthreads();
    }
    y[t] = buffer[in][t];
}

extern "C" __global__ void bitonic_sort(unsigned *x)
{
    __shared__ unsigned v[128];
    int t = threadIdx.x;
    v[t] = x[t];
    for (int k = 2; k <= 128; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            __syncthreads();
            int other = t ^ j;
            if (other > t && ((v[t] > v[other]) == ((t & k) == 0))) {
                unsigned s = v[t];
                v[t] = v[other];
                v[other] = s;
            }
        }
    __syncthreads();
    x[t] = v[t];
}

__constant__ float taps[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};

extern "C" __global__ void stencil(int n, const float *x, float *y)
{
    __shared__ float line[64 + 4];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    line[t + 2] = i < n ? x[i] : 0.0f;
    if (t < 2) {
        line[t] = i >= 2 ? x[i - 2] : 0.0f;
        line[t + 66] = i + 64 < n ? x[i + 64] : 0.0f;
    }
    __syncthreads();
    float s = 0;
    for (int k = 0; k < 5; ++k) s += taps[k] * line[t + k];
    if (i < n) y[i] = s;
}

extern "C" __global__ void matrix_product(int n, const double *a, const double *b, double *c)
{
    __shared__ double sa[8][8], sb[8][8];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 8 + ty, column = blockIdx.x * 8 + tx;
    double sum = 0;
    for (int k = 0; k < n; k += 8) {
        sa[ty][tx] = a[row * n + k + tx];
        sb[ty][tx] = b[(k + ty) * n + column];
        __syncthreads();
        for (int j = 0; j < 8; ++j) sum += sa[ty][j] * sb[j][tx];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

extern "C" __global__ void count_votes(const int *x, int *y)
{
    int t = threadIdx.x, v = x[blockIdx.x * blockDim.x + t];
    int any = __syncthreads_or(v > 2000000000), all = __syncthreads_and(v != 0), n = __syncthreads_count(v < 0);
    if (t == 0) {
        y[3 * blockIdx.x] = any;
        y[3 * blockIdx.x + 1] = all;
        y[3 * blockIdx.x + 2] = n;
    }
}

extern "C" __global__ void named_barriers(const unsigned *x, unsigned *y)
{
    __shared__ unsigned box[32];
    int t = threadIdx.x;
    for (int round = 0; round < 4; ++round) {
        if (t < 32) {
            asm volatile("bar.sync 1, 64;" ::: "memory");
            y[32 * round + t] = box[31 - t] + t;
            asm volatile("bar.arrive 2, 64;" ::: "memory");
        } else {
            box[t - 32] = x[32 * round + t - 32];
            asm volatile("bar.arrive 1, 64;" ::: "memory");
            asm volatile("bar.sync 2, 64;" ::: "memory");
        }
    }
}
