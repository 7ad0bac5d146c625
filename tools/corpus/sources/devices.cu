// Kernels that the algorithms of cub and thrust launch. For nvcc alone.
#include <cub/device/device_histogram.cuh>
#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_run_length_encode.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#ifndef USED_KEY
#define USED_KEY int
#endif
#ifndef USED_PART
#define USED_PART 0
#endif

struct Less { template <class T> __device__ bool operator()(const T &a, const T &b) const { return a < b; } };
struct Odd { template <class T> __device__ bool operator()(const T &a) const { return (long long)a & 1; } };

void use(USED_KEY *in, USED_KEY *out, int *counts, int n) {
    size_t bytes = 0;
#if USED_PART == 0
    cub::DeviceReduce::Sum(nullptr, bytes, in, out, n);
    cub::DeviceReduce::ArgMin(nullptr, bytes, in, (cub::KeyValuePair<int, USED_KEY> *)out, n);
    cub::DeviceScan::ExclusiveSum(nullptr, bytes, in, out, n);
    cub::DeviceSelect::If(nullptr, bytes, in, out, counts, n, Odd());
#elif USED_PART == 1
    cub::DeviceRadixSort::SortPairs(nullptr, bytes, in, out, counts, counts, n);
#else
    cub::DeviceMergeSort::SortKeys(nullptr, bytes, in, n, Less());
    cub::DeviceRunLengthEncode::Encode(nullptr, bytes, in, out, counts, counts, n);
    cub::DeviceSelect::Unique(nullptr, bytes, in, out, counts, n);
#endif
}
