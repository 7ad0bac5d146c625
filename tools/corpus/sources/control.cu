// Control flow: switches that become tables, loops, early exits, predication, labels.
__global__ void table(int *out, int which, int x) {
    switch (which) {
        case 0: x = x * 3; break;
        case 1: x = x / 7; break;
        case 2: x ^= 0x5555; break;
        case 3: x = __popc(x); break;
        case 4: x = ~x; // falls through
        case 5: x += 100; break;
        case 6: x = x % 13; break;
        case 7: x = __brev(x); break;
        case 8: x = x << (x & 7); break;
        case 9: out[5] = x; return;
        case 10: x = __clz(x); break;
        case 11: x -= out[7]; break;
        case 12: x *= out[8]; break;
        default: x = -1;
    }
    *out = x;
}

__device__ __noinline__ int machine(const char *text, int n) {
    int state = 0, count = 0;
    for (int i = 0; i < n; i++) {
        char c = text[i];
        switch (state) {
            case 0: state = c == '"' ? 1 : c == '/' ? 3 : c == '{' ? 4 : 0; break;
            case 1: state = c == '"' ? 0 : c == '\\' ? 2 : 1; break;
            case 2: state = 1; break;
            case 3: state = c == '*' ? 5 : 0; break;
            case 4: count++; state = 0; break;
            case 5: state = c == '*' ? 6 : 5; break;
            case 6: state = c == '/' ? 0 : 5; break;
            case 7: count--; state = 3; break;
        }
    }
    return count;
}
__global__ void scan_text(const char *text, int n, int *out) { out[threadIdx.x] = machine(text + threadIdx.x * n, n); }

__global__ void loops(float *out, int n, int m) {
    float sum = 0;
    #pragma unroll 4
    for (int i = 0; i < n; i++) sum += out[i];
    #pragma unroll 1
    for (int i = 0; i < m; i++) {
        if (out[i] < 0) continue;
        if (out[i] > 1e6f) break;
        for (int j = i; j < n; j++) sum = sum * out[j] + i;
    }
    do { sum *= 0.5f; } while (sum > 3.0f);
    out[0] = sum;
}

__global__ void collatz(unsigned long long *data, int *steps) {
    unsigned long long x = data[threadIdx.x];
    int count = 0;
    while (x != 1) { x = x & 1 ? 3 * x + 1 : x >> 1; count++; }
    steps[threadIdx.x] = count;
}

__global__ void jumps(int *out, int n) {
    int i = 0;
again:
    if (i >= n) goto end;
    out[i] = i & 1 ? -i : i;
    if (out[i] == 77) goto skip;
    i++;
    goto again;
skip:
    i += 5;
    goto again;
end:
    out[n] = i;
}

__global__ void choose(int *out, float *f, int a, int b, unsigned c) {
    out[0] = a > b ? a : b;
    out[1] = (a > 3 && b < 5) || c == 9 ? a : c;
    f[0] = a > b ? f[1] : -f[2];
    out[2] = (a != b) ^ (c > 4u);
    if (a & b) out[3] = 1; else if (a | c) out[3] = 2; else out[3] = 3;
    if (__builtin_expect(a == 12345, 0)) __trap();
}
