// The mean of each number and its neighbors, through shared memory.
extern "C" __global__ void smooth(const float *in, float *out, int n) {
    __shared__ float tile[258];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    tile[t + 1] = i < n ? in[i] : 0.0f;
    if (t == 0) tile[0] = i > 0 ? in[i - 1] : 0.0f;
    if (t == blockDim.x - 1) tile[t + 2] = in[i + 1];
    if (i < n) out[i] = (tile[t] + tile[t + 1] + tile[t + 2]) / 3.0f;
}
