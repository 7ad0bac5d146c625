// Functions that stay functions: recursion, pointers, virtual methods, aggregates by value.
struct Wide { double a[5]; int b; char c; };
struct Small { short x; char y; };
struct alignas(16) Vector { float x, y, z, w; };

__device__ __noinline__ unsigned ackermann(unsigned m, unsigned n) {
    if (!m) return n + 1;
    if (!n) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

__device__ __noinline__ Wide widen(Wide in, int by) {
    for (int i = 0; i < 5; i++) in.a[i] *= by;
    in.b += by;
    return in;
}

__device__ __noinline__ Small shrink(Small in, bool flag, char c, short s, long long l) {
    in.x += flag ? s : (short)l;
    in.y ^= c;
    return in;
}

__device__ __noinline__ Vector blend(Vector a, Vector b, float t) {
    return Vector{a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t, a.w + (b.w - a.w) * t};
}

__device__ __noinline__ float add(float a, float b) { return a + b; }
__device__ __noinline__ float mul(float a, float b) { return a * b; }
__device__ __noinline__ float sub(float a, float b) { return a - b; }
typedef float (*Binary)(float, float);
__device__ Binary table[] = {add, mul, sub};
__constant__ Binary fixed[3] = {mul, add, 0};

struct Shape {
    __device__ virtual float area() const = 0;
    __device__ virtual void scale(float by) { factor *= by; }
    float factor = 1.0f;
};
struct Square : Shape {
    float side;
    __device__ Square(float s) : side(s) {}
    __device__ float area() const override { return side * side * factor; }
};
struct Circle : Shape {
    float radius;
    __device__ Circle(float r) : radius(r) {}
    __device__ float area() const override { return 3.14159265f * radius * radius * factor; }
    __device__ void scale(float by) override { radius *= by; }
};

__global__ void indirect(float *out, int which, Binary given) {
    out[0] = table[which](out[1], out[2]);
    out[3] = fixed[which](out[4], out[5]);
    out[6] = given(out[7], 2.0f);
}

__global__ void methods(float *out, int n) {
    Square square(out[0]);
    Circle circle(out[1]);
    Shape *shape = n > 3 ? (Shape *)&square : (Shape *)&circle;
    shape->scale(2.0f);
    out[2] = shape->area();
}

__global__ void aggregates(Wide *wide, Small *small, Vector *vector, int by) {
    wide[1] = widen(wide[0], by);
    small[1] = shrink(small[0], by > 2, (char)by, (short)by, by);
    vector[2] = blend(vector[0], vector[1], 0.25f);
}

__global__ void by_value(Wide in, Small s, Wide *out) { *out = widen(in, s.x); }

__global__ void recursive(unsigned *out, unsigned m, unsigned n) { *out = ackermann(m, n); }

struct Node { Node *left, *right; int value; };
__device__ __noinline__ int depth(const Node *node) {
    if (!node) return 0;
    int l = depth(node->left), r = depth(node->right);
    return 1 + (l > r ? l : r);
}
__global__ void tree(const Node *root, int *out) { *out = depth(root); }
__device__ __noinline__ void nothing() {}
__global__ void empty() { nothing(); }
