// Variables of module scope: spaces, alignments, initializers, addresses of one another, linkage.
struct Inner { short a; char b[3]; float f; };
struct Outer { int n; Inner in[2]; const int *p; double d; unsigned long long bits : 40; unsigned flag : 1; };
union Either { float f; unsigned u; };

__device__ int plain = 7;
__device__ int zeroed[100];
__device__ const char *names[] = {"zero", "one", "two", nullptr, "a \"quoted\" one\n"};
__device__ int numbers[3][2] = {{1, -2}, {3}, {-2147483647 - 1, 6}};
__device__ int *into = &numbers[1][1];
__device__ float reals[] = {1.0f, -0.0f, 1e-45f, 3.4028235e38f, 0.1f};
__device__ double wide[] = {1.0 / 3, -1e308, 4.9e-324};
__device__ unsigned long long big = 0xfedcba9876543210ull;
__constant__ Outer nested = {5, {{1, {'a', 'b', 0}, 2.5f}, {-3, "xy", -1.0f}}, numbers[2], 2.25, 0x123456789a, 1};
__constant__ unsigned char sbox[16] = {0x63, 0x7c, 0x77, 0x7b, 0xf2, 0x6b, 0x6f, 0xc5, 0x30, 0x01, 0x67, 0x2b, 0xfe, 0xd7, 0xab, 0x76};
__constant__ float coefficients[4];
__device__ __align__(256) char aligned[512];
__device__ Either either = {1.5f};
__device__ bool flags[5] = {true, false, true};
__device__ float4 vectors[2] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
static __device__ int hidden = 3;
__device__ volatile int changing;
template <class T> __device__ T variable = T(3);
#if !defined(__CUDACC_RTC__) && !defined(NO_MANAGED)
__managed__ int managed[4] = {1, 2, 3, 4};
__managed__ float *managed_pointer;
#endif
__device__ short shorts[7] = {-1, 2, -3};
__device__ void *chain[3] = {&plain, &big, nullptr};
__device__ const Inner *pointers[2] = {&nested.in[0], &nested.in[1]};

__global__ void use(int *out, int i) {
    __shared__ Outer shared;
    shared = nested;
    __syncthreads();
    out[0] = plain + zeroed[i] + numbers[i][1] + *into + nested.in[1].a + sbox[i] + aligned[i] + hidden++;
    out[1] = (int)(reals[i] + wide[i] + coefficients[i] + either.f + vectors[1].y) + flags[i] + shorts[i];
    out[2] = names[i][2] + changing + shared.n + (int)shared.bits + shared.flag + pointers[i]->b[1];
    out[3] = variable<int> + (int)variable<double> + (int)big + (chain[1] == &big);
#if !defined(__CUDACC_RTC__) && !defined(NO_MANAGED)
    out[4] = managed[i] + (int)managed_pointer[i];
#endif
}
