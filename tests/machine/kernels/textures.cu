#include <cuda_runtime.h>
extern "C" __global__ void tex_all(cudaTextureObject_t t, const float *c, float *o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return;
  o[i] = tex2D<float>(t, c[2 * i], c[2 * i + 1]);
}
extern "C" __global__ void tex_one(cudaTextureObject_t t, const float *c, float *o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) o[i] = tex1D<float>(t, c[i]);
}
extern "C" __global__ void tex_fetch(cudaTextureObject_t t, const int *c, float4 *o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) o[i] = tex1Dfetch<float4>(t, c[i]);
}
extern "C" __global__ void tex_gather(cudaTextureObject_t t, const float *c, uint4 *o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) o[i] = tex2Dgather<uint4>(t, c[2 * i], c[2 * i + 1], 1);
}
extern "C" __global__ void tex_layers(cudaTextureObject_t t, const float *c, int *o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) o[i] = tex2DLayered<short>(t, c[2 * i], c[2 * i + 1], i & 1);
}
extern "C" __global__ void surfaces(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int w, int h) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < w && y < h) { uchar4 v; surf2Dread(&v, in, x * 4, y); v.x += 1; surf2Dwrite(v, out, x * 4, h - 1 - y, cudaBoundaryModeZero);
    uchar4 u; surf2Dread(&u, in, (x + 3) * 4, y, cudaBoundaryModeClamp); v.y = u.y; surf2Dwrite(v, out, (w - 1 - x) * 4, h + y); }
}
