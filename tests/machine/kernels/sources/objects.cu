#include <cstring>

struct Node { int value; Node* next; };
extern "C" __global__ void heap_list(const int* in, int* out, int n) {
  Node* head = nullptr;
  for (int i = 0; i < n; i++) { Node* x = new Node; x->value = in[threadIdx.x * n + i]; x->next = head; head = x; }
  int s = 0, k = 1;
  while (head) { s += head->value * k++; Node* old = head; head = head->next; delete old; }
  out[threadIdx.x] = s;
  int* scratch = static_cast<int*>(malloc(16));
  if (scratch) { scratch[threadIdx.x & 3] = s; out[threadIdx.x] += scratch[threadIdx.x & 3]; }
  free(scratch);
}

struct Op { __device__ virtual int run(int) const = 0; __device__ virtual ~Op() {} };
struct Add : Op { int k; __device__ Add(int k) : k(k) {} __device__ int run(int x) const override { return x + k; } };
struct Mul : Op { int k; __device__ Mul(int k) : k(k) {} __device__ int run(int x) const override { return x * k; } };
extern "C" __global__ void virtuals(const int* in, int* out) {
  __shared__ Op* ops[4];
  if (threadIdx.x < 4) ops[threadIdx.x] = threadIdx.x & 1 ? static_cast<Op*>(new Add(threadIdx.x)) : static_cast<Op*>(new Mul(threadIdx.x + 2));
  __syncthreads();
  int v = in[threadIdx.x];
  for (int i = 0; i < 3; i++) v = ops[(v ^ i) & 3]->run(v);
  out[threadIdx.x] = v;
  __syncthreads();
  if (threadIdx.x < 4) delete ops[threadIdx.x];
}

__device__ __noinline__ int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}
extern "C" __global__ void deep(const int* in, int* out) {
  int v = ackermann(in[threadIdx.x] & 1, in[threadIdx.x] & 7);
  int order[6];
  for (int i = 0; i < 6; i++) order[i] = (i * 5 + v) % 6;
  out[threadIdx.x] = v * 10 + order[in[threadIdx.x] % 6];
}

typedef int (*Fn)(int, int);
__device__ int f_add(int a, int b) { return a + b; }
__device__ int f_sub(int a, int b) { return a - b; }
__device__ int f_xor(int a, int b) { return a ^ b; }
__device__ Fn table4[4] = {f_add, f_sub, f_xor, f_add};
extern "C" __global__ void pointers4(const unsigned char* which, const int* a, const int* b, int* out) {
  int i = threadIdx.x;
  Fn f = table4[which[i] & 3];
  out[i] = f(a[i], b[i]);
}

template <int N> struct Machine { __device__ static int step(int s, int c) { return s == N ? Machine<N - 1>::step(s - 1, c ^ N) : Machine<N - 1>::step(s, c + N); } };
template <> struct Machine<0> { __device__ static int step(int s, int c) { return s * 31 + c; } };
extern "C" __global__ void states(const char* text, int* out, int n) {
  int s = threadIdx.x % 5, acc = 0;
  for (int i = 0; text[i]; i++) {
    switch ((text[i] + s) % 11) {
      case 0: acc += s; s = 1; break;
      case 1: acc ^= 0x55; s = 2; break;
      case 2: acc = Machine<4>::step(s, acc); break;
      case 3: s = (s * 7 + 1) % 5; break;
      case 4: acc -= i; break;
      case 5: acc = __brev(acc); break;
      case 6: acc += __popc(acc) << s; break;
      case 7: if (acc & 1) s = 3; [[fallthrough]];
      case 8: acc++; break;
      default: s = (s + 1) % 5;
    }
  }
  out[threadIdx.x] = acc + s * n;
}

struct Record { char tag; short id; double weight; char name[5]; };
extern "C" __global__ void records(const Record* in, Record* out, int n) {
  __shared__ Record s[16];
  int t = threadIdx.x;
  if (t < n) memcpy(&s[t], &in[t], sizeof(Record));
  __syncthreads();
  Record r;
  memset(&r, 0, sizeof r);
  if (t < n) { r = s[n - 1 - t]; r.weight *= 2; r.name[t % 5] = 'x'; out[t] = r; }
}

extern "C" __global__ void dynamic_parts(const int* in, double* out, int n) {
  extern __shared__ char raw[];
  double* d = reinterpret_cast<double*>(raw);
  int* k = reinterpret_cast<int*>(raw + n * 8);
  short* h = reinterpret_cast<short*>(k + n);
  int t = threadIdx.x;
  d[t] = in[t] * 0.5; k[t] = in[t] & 7;
  h[t] = t;
  __syncthreads();
  out[t] = d[n - 1 - t] + k[(t + 1) % n] + h[(t + 5) % n];
}

extern "C" __global__ void named(const int* in, int* out) {
  __shared__ int s[128];
  int w = threadIdx.x / 32, pair = w / 2;
  s[threadIdx.x] = in[threadIdx.x];
  asm volatile("bar.sync %0, %1;" :: "r"(pair + 1), "r"(64) : "memory");
  int v = s[threadIdx.x ^ 32];
  if (w == 3) asm volatile("bar.arrive 5, 64;" ::: "memory");
  if (w == 0) asm volatile("bar.sync 5, %0;" :: "n"(64) : "memory");
  out[threadIdx.x] = v;
}

extern "C" __global__ void counted(const int* in, int* out) {
  int v = in[threadIdx.x];
  int c = __syncthreads_count(v > 0), o = 0;
  o = __syncthreads_or(v == 77);
  __shared__ int seen;
  if (v == 0) seen = 1;
  int a = __syncthreads_and(v > -2000);
  out[threadIdx.x] = c * 4 + (o != 0) * 2 + (a != 0);
}

extern "C" __global__ void matches(const unsigned long long* keys, unsigned* out, int* all) {
  int p;
  unsigned m = __match_any_sync(0xffffffffu, keys[threadIdx.x]);
  unsigned n = __match_all_sync(m, keys[threadIdx.x] >> 1, &p);
  out[threadIdx.x] = m; all[threadIdx.x] = p + (n == m) * 2;
  if (threadIdx.x % 32 < 20) out[threadIdx.x] += __reduce_max_sync(0xfffffu, threadIdx.x);
}

extern "C" __global__ void widths(const float* in, float* out) {
  float v = in[threadIdx.x], s = 0;
  if (threadIdx.x % 32 < 24) {
    s = __shfl_down_sync(0xffffffu, v, 2, 8);
    s += __shfl_sync(0xffffffu, v, 5);
    s -= __shfl_up_sync(0xffffffu, v, 1, 4);
  }
  __syncwarp();
  bool odd = threadIdx.x & 1;
  if (true) s += __shfl_xor_sync(0xffffffffu, s, 16);
  out[threadIdx.x] = s;
}
