// Clamp to [0, 1], with two mistakes in the inline assembly.
__global__ void clamp(float *values, unsigned *lanes)
{
    float value = values[threadIdx.x];
    asm("add.sat.f32 %0, %0, 0;" : "+f"(value));
    unsigned lane;
    asm volatile("{\n\t"
                 ".reg .pred first;\n\t"
                 "elect.sync _|first, 0xffffffff;\n\t"
                 "selp.u32 %0, 1, 0, frist;\n\t"
                 "}"
                 : "=r"(lane));
    values[threadIdx.x] = value;
    lanes[threadIdx.x] = lane;
}
