//! Kernels in Zig: safe and unsafe builds give different modules.

const Point = extern struct { x: f32, y: f32, n: u32 };
const Shape = union(enum) { circle: f32, square: struct { a: f32, b: f32 }, nothing };

var total: u32 addrspace(.global) = 3;
const table = [_]u16{ 1, 1, 2, 3, 5, 8, 13, 21 };

fn area(shape: Shape) f32 {
    return switch (shape) {
        .circle => |r| 3.14159 * r * r,
        .square => |s| s.a * s.b,
        .nothing => 0,
    };
}

noinline fn power(base: u64, exponent: u32) u64 {
    var result: u64 = 1;
    var i: u32 = 0;
    while (i < exponent) : (i += 1) result *%= base;
    return result;
}

export fn add(a: [*]addrspace(.global) const f32, b: [*]addrspace(.global) const f32, c: [*]addrspace(.global) f32, n: u32) callconv(.kernel) void {
    const i = @workGroupId(0) * @workGroupSize(0) + @workItemId(0);
    if (i < n) c[i] = a[i] + b[i];
}

export fn points(p: [*]addrspace(.global) Point, out: [*]addrspace(.global) f32, n: u32) callconv(.kernel) void {
    const i = @workItemId(0);
    if (i >= n) return;
    const shape: Shape = if (p[i].n == 0) .{ .circle = p[i].x } else if (p[i].n == 1) .{ .square = .{ .a = p[i].x, .b = p[i].y } } else .nothing;
    out[i] = area(shape) + @sqrt(p[i].y);
}

export fn integers(u: [*]addrspace(.global) u32, w: [*]addrspace(.global) u64) callconv(.kernel) void {
    u[0] = @popCount(u[1]) + @clz(u[2]) + @ctz(u[3]) + @bitReverse(u[4]) + @byteSwap(u[5]);
    w[0] = power(w[1], u[6]);
    const sum = @addWithOverflow(u[7], u[8]);
    u[9] = sum[0] +| sum[1];
    u[10] = @max(u[11], u[12]) -| @min(u[13], 7);
    w[2] = @as(u64, @truncate((@as(u128, w[3]) * w[4]) >> 64));
    u[14] = table[u[15] & 7] + @as(u32, @intFromFloat(@as(f32, @floatFromInt(u[16])) * 0.3));
    _ = @atomicRmw(u32, &total, .Add, 1, .monotonic);
    u[17] = @divFloor(u[18], 3) + @mod(u[19], 5) + (u[20] << @truncate(u[21]));
}
