// Texture and surface references, which the toolkit had until release 11.
texture<float4, cudaTextureType2D, cudaReadModeElementType> picture;
texture<unsigned char, cudaTextureType1D, cudaReadModeNormalizedFloat> line;
texture<int2, cudaTextureType3D, cudaReadModeElementType> volume;
surface<void, cudaSurfaceType2D> canvas;

__global__ void sample(float4 *out, float x, float y) {
    out[0] = tex2D(picture, x, y);
    out[1].x = tex1D(line, x);
    int2 pair = tex3D(volume, x, y, x);
    out[2].y = pair.x + pair.y;
}

__global__ void paint(int x, int y) {
    float4 color;
    surf2Dread(&color, canvas, x * 16, y);
    surf2Dwrite(color, canvas, y * 16, x, cudaBoundaryModeTrap);
}
