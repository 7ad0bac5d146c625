// Warp matrix operations through mma.h.
#if __CUDA_ARCH__ >= 700
#include <mma.h>
#include <cuda_bf16.h>
using namespace nvcuda;

template <int m, int n, int k, class A, class C, class LA, class LB>
__device__ void multiply(const A *a, const A *b, C *c, int lda, int ldb, int ldc) {
    wmma::fragment<wmma::matrix_a, m, n, k, A, LA> fa;
    wmma::fragment<wmma::matrix_b, m, n, k, A, LB> fb;
    wmma::fragment<wmma::accumulator, m, n, k, C> fc;
    wmma::fill_fragment(fc, C(0));
    for (int i = 0; i < 4; i++) {
        wmma::load_matrix_sync(fa, a + i * k, lda);
        wmma::load_matrix_sync(fb, b + i * k, ldb);
        wmma::mma_sync(fc, fa, fb, fc);
    }
    wmma::store_matrix_sync(c, fc, ldc, wmma::mem_row_major);
}

__global__ void halves(const __half *a, const __half *b, float *c, __half *d) {
    __shared__ __half sa[16 * 64];
    multiply<16, 16, 16, __half, float, wmma::row_major, wmma::col_major>(a, b, c, 64, 64, 16);
    multiply<32, 8, 16, __half, __half, wmma::col_major, wmma::row_major>(a, b, d, 64, 64, 8);
    sa[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    multiply<8, 32, 16, __half, float, wmma::row_major, wmma::row_major>(sa, b, c, 64, 64, 32);
}

__global__ void bytes(const signed char *a, const unsigned char *b, int *c) {
#if __CUDA_ARCH__ >= 720
    multiply<16, 16, 16, signed char, int, wmma::row_major, wmma::col_major>(a, a, c, 64, 64, 16);
    multiply<32, 8, 16, unsigned char, int, wmma::row_major, wmma::col_major>(b, b, c, 64, 64, 8);
#endif
}

__global__ void bits(const int *a, const int *b, int *c) {
#if __CUDA_ARCH__ >= 750 && __CUDA_ARCH__ < 900
    wmma::fragment<wmma::matrix_a, 8, 8, 128, wmma::experimental::precision::b1, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, 128, wmma::experimental::precision::b1, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 8, 8, 128, int> fc;
    wmma::fill_fragment(fc, 0);
    wmma::load_matrix_sync(fa, a, 128);
    wmma::load_matrix_sync(fb, b, 128);
    wmma::bmma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(c, fc, 8, wmma::mem_row_major);
    wmma::fragment<wmma::matrix_a, 8, 8, 32, wmma::experimental::precision::s4, wmma::row_major> sa;
    wmma::fragment<wmma::matrix_b, 8, 8, 32, wmma::experimental::precision::s4, wmma::col_major> sb;
    wmma::fragment<wmma::accumulator, 8, 8, 32, int> sc;
    wmma::fill_fragment(sc, 0);
    wmma::load_matrix_sync(sa, a, 32);
    wmma::load_matrix_sync(sb, b, 32);
    wmma::mma_sync(sc, sa, sb, sc, true);
    wmma::store_matrix_sync(c + 64, sc, 8, wmma::mem_col_major);
#endif
}

__global__ void ampere(const __nv_bfloat16 *a, const float *t, const double *d, float *c, double *e) {
#if __CUDA_ARCH__ >= 800
    multiply<16, 16, 16, __nv_bfloat16, float, wmma::row_major, wmma::col_major>(a, a, c, 64, 64, 16);
    multiply<8, 8, 4, double, double, wmma::row_major, wmma::col_major>(d, d, e, 64, 64, 8);
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> fc;
    wmma::fill_fragment(fc, 0.0f);
    wmma::load_matrix_sync(fa, t, 32);
    wmma::load_matrix_sync(fb, t, 32);
    for (int i = 0; i < fa.num_elements; i++) fa.x[i] = wmma::__float_to_tf32(fa.x[i]);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
#endif
}
#endif
