// Texture and surface objects of every geometry and element type.
__global__ void reads(cudaTextureObject_t t, float4 *f, int4 *i, uint4 *u, float x, float y, float z, int layer) {
    f[0] = tex1Dfetch<float4>(t, (int)x);
    f[1].x = tex1D<float>(t, x);
    f[2] = tex2D<float4>(t, x, y);
    f[3] = tex3D<float4>(t, x, y, z);
    f[4] = tex1DLayered<float4>(t, x, layer);
    f[5] = tex2DLayered<float4>(t, x, y, layer);
    f[6] = texCubemap<float4>(t, x, y, z);
    f[7] = texCubemapLayered<float4>(t, x, y, z, layer);
    i[0] = tex2D<int4>(t, x, y);
    u[0] = tex3D<uint4>(t, x, y, z);
    i[1] = tex1Dfetch<int4>(t, layer);
}

__global__ void levels(cudaTextureObject_t t, float4 *f, float x, float y, float z, float lod, int layer) {
    f[0] = tex1DLod<float4>(t, x, lod);
    f[1] = tex2DLod<float4>(t, x, y, lod);
    f[2] = tex3DLod<float4>(t, x, y, z, lod);
    f[3] = tex2DLayeredLod<float4>(t, x, y, layer, lod);
    f[4] = texCubemapLod<float4>(t, x, y, z, lod);
    f[5] = tex1DGrad<float4>(t, x, y, z);
    f[6] = tex2DGrad<float4>(t, x, y, make_float2(x, y), make_float2(z, x));
    f[7] = tex3DGrad<float4>(t, x, y, z, make_float4(x, y, z, x), make_float4(z, y, x, z));
    f[8] = tex2DLayeredGrad<float4>(t, x, y, layer, make_float2(x, y), make_float2(z, x));
}

__global__ void gathers(cudaTextureObject_t t, float4 *f, uint4 *u, float x, float y) {
    f[0] = tex2Dgather<float4>(t, x, y, 0);
    f[1] = tex2Dgather<float4>(t, x, y, 1);
    u[0] = tex2Dgather<uint4>(t, x, y, 2);
    u[1] = tex2Dgather<uint4>(t, x, y, 3);
}

__global__ void surfaces(cudaSurfaceObject_t s, float4 *f, int x, int y, int z) {
    f[0] = surf1Dread<float4>(s, x);
    f[1].x = surf2Dread<float>(s, x, y, cudaBoundaryModeClamp);
    float2 two = surf3Dread<float2>(s, x, y, z, cudaBoundaryModeZero);
    surf1Dwrite(f[2], s, x);
    surf2Dwrite(two, s, x, y, cudaBoundaryModeClamp);
    surf3Dwrite(f[3].y, s, x, y, z, cudaBoundaryModeZero);
    surf2DLayeredwrite((unsigned char)x, s, x, y, z);
    surf1DLayeredwrite((short)y, s, x, z);
    uchar4 bytes = surf2DLayeredread<uchar4>(s, x, y, z);
    surfCubemapwrite(bytes, s, x, y, z);
    ushort2 halves = surfCubemapLayeredread<ushort2>(s, x, y, z, cudaBoundaryModeClamp);
    surf2Dwrite(halves, s, x, y);
    longlong2 wide = surf2Dread<longlong2>(s, x, y);
    surf2Dwrite(wide, s, y, x);
}

__global__ void queries(unsigned long long t, unsigned long long s, int *out) {
    asm volatile("txq.width.b32 %0, [%1];" : "=r"(out[0]) : "l"(t));
    asm volatile("txq.height.b32 %0, [%1];" : "=r"(out[1]) : "l"(t));
    asm volatile("txq.depth.b32 %0, [%1];" : "=r"(out[2]) : "l"(t));
    asm volatile("txq.channel_order.b32 %0, [%1];" : "=r"(out[3]) : "l"(t));
    asm volatile("suq.width.b32 %0, [%1];" : "=r"(out[4]) : "l"(s));
    asm volatile("suq.channel_data_type.b32 %0, [%1];" : "=r"(out[5]) : "l"(s));
}
