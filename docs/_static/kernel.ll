target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@table.size = addrspace(1) global i32 4
declare i64 @llvm.nvvm.read.ptx.sreg.tid.x()

define dso_local void @kernel(i32 addrspace(1)* %p) {
  %old = atomicrmw nand i32 addrspace(1)* %p, i32 1 seq_cst
  fence seq_cst
  %x = call i64 @llvm.nvvm.read.ptx.sreg.tid.x()
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{void (i32 addrspace(1)*)* @kernel, !"kernel", i32 1}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0}
