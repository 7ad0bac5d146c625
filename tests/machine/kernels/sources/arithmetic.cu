#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

extern "C" __global__ void half_softmax(const __half2* in, __half2* out, int pairs) {
  __shared__ __half2 part[4];
  int t = threadIdx.x, w = t / 32;
  __half2 v = in[blockIdx.x * pairs + t], m = v;
  for (int d = 16; d; d /= 2) m = __hmax2(m, __shfl_xor_sync(0xffffffffu, m, d));
  if (t % 32 == 0) part[w] = m;
  __syncthreads();
  for (int k = 0; k < 4; k++) m = __hmax2(m, part[k]);
  __half top = __hmax(__low2half(m), __high2half(m));
  __half2 e = h2exp2(__hsub2(v, __half2half2(top)));
  out[blockIdx.x * pairs + t] = __hfma2(e, __float2half2_rn(0.5f), __float2half2_rn(1.0f));
}

extern "C" __global__ void bf16_sums(const __nv_bfloat16* in, __nv_bfloat162* out, float* exact, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const __nv_bfloat162* p = reinterpret_cast<const __nv_bfloat162*>(in + 2 * i);
  __nv_bfloat162 v = *p;
  atomicAdd(&out[i & 3], v);
  float2 f = __bfloat1622float2(v);
  exact[i] = f.x * f.y;
}

extern "C" __global__ void fp8_rows(const float4* in, __nv_fp8x4_e4m3* out, float* back, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float4 v = in[i];
    out[i] = __nv_fp8x4_e4m3(v);
    __nv_fp8_e5m2 q[4] = {__nv_fp8_e5m2(v.x), __nv_fp8_e5m2(v.y), __nv_fp8_e5m2(v.z), __nv_fp8_e5m2(v.w)};
    float s = 0;
    for (int k = 0; k < 4; k++) s += float(q[k]) * float(reinterpret_cast<const __nv_fp8_e4m3*>(out)[4 * i + k]);
    back[i] = s;
  }
}

extern "C" __global__ void philox(unsigned* out, unsigned seed, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned c0 = i, c1 = 0, c2 = seed, c3 = 7, k0 = 0xdeadbeef, k1 = seed ^ 0x1234;
#pragma unroll
  for (int r = 0; r < 10; r++) {
    unsigned h0 = __umulhi(0xD2511F53u, c0), l0 = 0xD2511F53u * c0, h1 = __umulhi(0xCD9E8D57u, c2), l1 = 0xCD9E8D57u * c2;
    c0 = h1 ^ c1 ^ k0; c1 = l1; c2 = h0 ^ c3 ^ k1; c3 = l0; k0 += 0x9E3779B9u; k1 += 0xBB67AE85u;
  }
  if (i < n) reinterpret_cast<uint4*>(out)[i] = make_uint4(c0, c1, c2, c3);
  __shared__ unsigned last[1];
  if (c0 & 1) last[0] = i;
}

extern "C" __global__ void crc(const unsigned char* text, unsigned* out, int len) {
  __shared__ unsigned table[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) { unsigned c = i; for (int k = 0; k < 8; k++) c = c & 1 ? 0xEDB88320u ^ (c >> 1) : c >> 1; table[i] = c; }
  __syncthreads();
  unsigned c = ~0u;
  for (int k = 0; k < len; k++) c = table[(c ^ text[threadIdx.x * len + k]) & 0xff] ^ (c >> 8);
  out[threadIdx.x] = ~c;
}

extern "C" __global__ void big_atomics(unsigned long long* a, const unsigned long long* in, int n) {
  int i = threadIdx.x;
  atomicMax(&a[0], in[i]); atomicMin((long long*)&a[1], (long long)in[i]); atomicAnd(&a[2], in[i] | 0xff); atomicXor(&a[3], in[i]);
  unsigned long long old = a[4], seen;
  do { seen = old; old = atomicCAS(&a[4], seen, seen + (in[i] >> 8)); } while (old != seen);
  atomicAdd(a + 5, in[i]);
}

extern "C" __global__ void vectors4(const float* in, float* out, const double* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 a = __ldg(reinterpret_cast<const float4*>(in + 4 * i));
  double2 b = __ldcs(reinterpret_cast<const double2*>(d) + i);
  __stwt(reinterpret_cast<float4*>(out) + i, make_float4(a.w + b.x, a.z - b.y, a.y, a.x * 2));
}

__constant__ short weights[3][5] = {{1, 2, 3, 4, 5}, {-1, -2, -3, -4, -5}, {7, 0, 7, 0, 7}};
__constant__ int shift_by = 3;
extern "C" __global__ void constants(const int* in, int* out, int* row) {
  int v = in[threadIdx.x];
  int r = threadIdx.x % 3;
  for (int k = 0; k < 5; k++) v += weights[r][k] * (in[threadIdx.x] >> k);
  out[threadIdx.x] = v << shift_by; row[threadIdx.x] = r;
}

extern "C" __global__ void bitonic_warp(const unsigned* in, unsigned* out) {
  __shared__ unsigned s[2][32];
  unsigned v = in[threadIdx.x], l = threadIdx.x % 32, w = threadIdx.x / 32;
  for (unsigned k = 2; k <= 32; k *= 2)
    for (unsigned j = k / 2; j; j /= 2) {
      s[w][l] = v;
      __syncwarp();
      unsigned o = s[w][l ^ j];
      __syncwarp();
      bool up = !(l & k), low = !(l & j);
      v = (up == low) ? min(v, o) : max(v, o);
    }
  out[threadIdx.x] = v;
}

extern "C" __global__ void box3d(const float* in, float* out, int nx, int ny, int nz) {
  __shared__ float s[6][6][6];
  int x = blockIdx.x * 4 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, z = blockIdx.z * 4 + threadIdx.z;
  for (int k = threadIdx.z; k < 6; k += 4) for (int j = threadIdx.y; j < 6; j += 4) for (int i = threadIdx.x; i < 6; i += 4) {
    int gx = (int)(blockIdx.x * 4) + i - 1, gy = (int)(blockIdx.y * 4) + j - 1, gz = (int)(blockIdx.z * 4) + k - 1;
    bool inside = gx >= 0 && gx < nx && gy >= 0 && gy < ny && gz >= 0 && gz < nz;
    s[k][j][i] = inside ? in[(gz * ny + gy) * nx + gx] : 0;
  }
  __syncthreads();
  float a = 0;
  for (int k = 0; k < 3; k++) for (int j = 0; j < 3; j++) for (int i = 0; i < 3; i++) a += s[threadIdx.z + k][threadIdx.y + j][threadIdx.x + i];
  if (x < nx && y < ny && z < nz) out[(z * ny + y) * nx + x] = a;
}

extern "C" __global__ void sudoku_bits(const unsigned char* grid, unsigned* rows) {
  __shared__ unsigned mask[27];
  if (threadIdx.x < 27) mask[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x < 81) {
    int r = threadIdx.x / 9, c = threadIdx.x % 9;
    unsigned bit = 1u << grid[threadIdx.x];
    atomicOr(&mask[r], bit); atomicXor(&mask[9 + c], bit); atomicOr(&mask[18 + r / 3 * 3 + c / 3], bit);
  }
  __syncthreads();
  if (threadIdx.x < 27) rows[threadIdx.x] = mask[threadIdx.x];
}

extern "C" __global__ void local_bins(const unsigned char* in, int* out, int n) {
  int bins[16];
  for (int k = 0; k < 16; k++) bins[k] = 0;
  for (int i = 0; i < n; i++) bins[in[threadIdx.x * n + i] & 15]++;
  int best = 0;
  for (int k = 1; k < 16; k++) if (bins[k] > bins[best]) best = k;
  out[threadIdx.x] = best * 100 + bins[best];
}
