// Kernels that launch kernels. For nvcc with relocatable device code.
__global__ void child(int *data, int depth);
__device__ int *shared_pointer;

__global__ void parent(int *data, int depth) {
    if (threadIdx.x == 0 && depth > 0) {
        cudaStream_t stream;
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        child<<<2, 64, 128, stream>>>(data, depth - 1);
        child<<<dim3(1, 2, 3), 32>>>(data + 1, depth - 2);
        cudaStreamDestroy(stream);
        data[0] = cudaGetLastError();
        cudaMalloc((void **)&shared_pointer, 64);
        cudaFree(shared_pointer);
    }
}

__global__ void child(int *data, int depth) {
    data[threadIdx.x] += depth;
    if (depth > 3) parent<<<1, 1>>>(data, depth - 1);
}

extern __device__ float elsewhere(float, int *);
extern __constant__ float table_elsewhere[16];
extern __device__ int counter_elsewhere;
__global__ void linked(float *out, int *n) { out[0] = elsewhere(table_elsewhere[*n], n) + counter_elsewhere; }
__device__ __attribute__((weak)) int weak_function(int x) { return x + 1; }
__global__ void weakly(int *out) { out[0] = weak_function(out[1]); }
