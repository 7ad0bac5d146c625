// Matrix products of CUTLASS, each for its generation. For nvcc with CUTLASS; KIND chooses.
#include <cutlass/cutlass.h>
#if KIND == 75 || KIND == 80 || KIND == 70
#include <cutlass/gemm/device/gemm.h>
#if KIND == 70
using Gemm = cutlass::gemm::device::Gemm<cutlass::half_t, cutlass::layout::RowMajor, cutlass::half_t, cutlass::layout::ColumnMajor,
    float, cutlass::layout::RowMajor, float, cutlass::arch::OpClassTensorOp, cutlass::arch::Sm70>;
#elif KIND == 75
using Gemm = cutlass::gemm::device::Gemm<int8_t, cutlass::layout::RowMajor, int8_t, cutlass::layout::ColumnMajor,
    int32_t, cutlass::layout::RowMajor, int32_t, cutlass::arch::OpClassTensorOp, cutlass::arch::Sm75>;
#else
using Gemm = cutlass::gemm::device::Gemm<cutlass::bfloat16_t, cutlass::layout::RowMajor, cutlass::bfloat16_t, cutlass::layout::ColumnMajor,
    float, cutlass::layout::RowMajor, float, cutlass::arch::OpClassTensorOp, cutlass::arch::Sm80>;
#endif
template __global__ void cutlass::Kernel<Gemm::GemmKernel>(Gemm::GemmKernel::Params);
#else
#include <cutlass/gemm/kernel/gemm_universal.hpp>
#include <cutlass/gemm/collective/collective_builder.hpp>
#include <cutlass/epilogue/collective/collective_builder.hpp>
#include <cutlass/gemm/device/gemm_universal_adapter.h>
#include <cutlass/device_kernel.h>
using namespace cute;
#if KIND == 90
using Arch = cutlass::arch::Sm90;
using Element = cutlass::half_t;
using Blocks = Shape<_128, _128, _64>;
using Clusters = Shape<_2, _1, _1>;
#elif KIND == 91
using Arch = cutlass::arch::Sm90;
using Element = cutlass::float_e4m3_t;
using Blocks = Shape<_64, _128, _128>;
using Clusters = Shape<_1, _2, _1>;
#else
using Arch = cutlass::arch::Sm100;
using Element = cutlass::half_t;
using Blocks = Shape<_128, _128, _64>;
using Clusters = Shape<_1, _1, _1>;
#endif
constexpr int alignment = 128 / cutlass::sizeof_bits<Element>::value;
using Epilogue = typename cutlass::epilogue::collective::CollectiveBuilder<Arch, cutlass::arch::OpClassTensorOp, Blocks, Clusters,
    cutlass::epilogue::collective::EpilogueTileAuto, float, float, float, cutlass::layout::RowMajor, 4, float, cutlass::layout::RowMajor, 4,
    cutlass::epilogue::collective::EpilogueScheduleAuto>::CollectiveOp;
using Mainloop = typename cutlass::gemm::collective::CollectiveBuilder<Arch, cutlass::arch::OpClassTensorOp, Element, cutlass::layout::RowMajor,
    alignment, Element, cutlass::layout::ColumnMajor, alignment, float, Blocks, Clusters,
    cutlass::gemm::collective::StageCountAutoCarveout<static_cast<int>(sizeof(typename Epilogue::SharedStorage))>,
    cutlass::gemm::collective::KernelScheduleAuto>::CollectiveOp;
using GemmOfTiles = cutlass::gemm::kernel::GemmUniversal<Shape<int, int, int, int>, Mainloop, Epilogue>;
template __global__ void cutlass::device_kernel<GemmOfTiles>(CUTLASS_GRID_CONSTANT typename GemmOfTiles::Params const);
#endif
