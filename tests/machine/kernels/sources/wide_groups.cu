// Groups of several warps, which synchronize in the reserved part of shared memory.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

extern "C" __global__ void wide_groups(const int* in, int* out) {
  auto block = cg::this_thread_block();
  auto group = cg::tiled_partition<64>(block);
  int value = in[block.thread_rank()];
  int sum = cg::reduce(group, value, cg::plus<int>());
  group.sync();
  out[block.thread_rank()] = sum - group.shfl(value, 63);
}
