; Kernels as a compiler front end writes them: every sort of call, memory, atomic and vector operation.
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%pair = type { i32, float }
%nested = type { i8, [3 x %pair], ptr }

@table = internal addrspace(4) constant [8 x i32] [i32 1, i32 -2, i32 3, i32 -4, i32 5, i32 -6, i32 7, i32 -8], align 4
@state = addrspace(1) global %nested { i8 7, [3 x %pair] [%pair { i32 1, float 1.0 }, %pair { i32 2, float -2.5 }, %pair zeroinitializer], ptr addrspacecast (ptr addrspace(1) @counter to ptr) }, align 8
@counter = addrspace(1) global i64 0, align 8
@text = private unnamed_addr addrspace(1) constant [12 x i8] c"hello, ptx\0A\00", align 1
@scratch = internal addrspace(3) global [64 x float] undef, align 16
@dynamic = external addrspace(3) global [0 x i8], align 16
@handlers = addrspace(1) global [2 x ptr] [ptr @twice, ptr @thrice], align 8

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare i32 @llvm.nvvm.read.ptx.sreg.clock()
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.membar.gl()
declare void @llvm.nvvm.membar.cta()
declare float @llvm.fma.f32(float, float, float)
declare double @llvm.fma.f64(double, double, double)
declare float @llvm.sqrt.f32(float)
declare float @llvm.nvvm.ex2.approx.f(float)
declare float @llvm.nvvm.lg2.approx.f(float)
declare float @llvm.nvvm.rcp.rn.f(float)
declare float @llvm.nvvm.sqrt.rn.f(float)
declare i32 @llvm.ctpop.i32(i32)
declare i64 @llvm.ctpop.i64(i64)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.bitreverse.i32(i32)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)
declare float @llvm.maxnum.f32(float, float)
declare float @llvm.floor.f32(float)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.trap()
declare i32 @vprintf(ptr, ptr)
declare float @elsewhere(float, %pair)

define i32 @twice(i32 %x) noinline { 
  %y = shl i32 %x, 1
  ret i32 %y
}

define i32 @thrice(i32 %x) noinline {
  %y = mul i32 %x, 3
  ret i32 %y
}

define internal %pair @swap(%pair %in, i1 %flag) noinline {
  %a = extractvalue %pair %in, 0
  %b = extractvalue %pair %in, 1
  %c = sitofp i32 %a to float
  %d = fptosi float %b to i32
  %s = select i1 %flag, i32 %d, i32 %a
  %p = insertvalue %pair undef, i32 %s, 0
  %q = insertvalue %pair %p, float %c, 1
  ret %pair %q
}

define <4 x float> @blend(<4 x float> %a, <4 x float> %b, <2 x half> %h) noinline {
  %s = fadd <4 x float> %a, %b
  %e = extractelement <2 x half> %h, i32 1
  %f = fpext half %e to float
  %r = insertelement <4 x float> %s, float %f, i32 2
  ret <4 x float> %r
}

define i32 @sum(i32 %n) noinline {
entry:
  %z = icmp sle i32 %n, 0
  br i1 %z, label %done, label %more
more:
  %m = sub i32 %n, 1
  %r = call i32 @sum(i32 %m)
  %t = add i32 %r, %n
  ret i32 %t
done:
  ret i32 0
}

define void @arithmetic(ptr addrspace(1) %out, float %x, double %d, i32 %i, i64 %l, i16 %s) {
  %f1 = call float @llvm.fma.f32(float %x, float %x, float 1.0)
  %f2 = fdiv float %f1, %x
  %f3 = call float @llvm.nvvm.ex2.approx.f(float %f2)
  %f4 = call float @llvm.nvvm.lg2.approx.f(float %f3)
  %f5 = call float @llvm.maxnum.f32(float %f4, float 0x3FB99999A0000000)
  %f6 = call float @llvm.floor.f32(float %f5)
  %f7 = call float @llvm.nvvm.sqrt.rn.f(float %f6)
  store float %f7, ptr addrspace(1) %out
  %d1 = call double @llvm.fma.f64(double %d, double 3.5, double -0.0)
  %d2 = fdiv double %d1, %d
  %d3 = fneg double %d2
  %p1 = getelementptr double, ptr addrspace(1) %out, i64 1
  store double %d3, ptr addrspace(1) %p1
  %i1 = call i32 @llvm.ctpop.i32(i32 %i)
  %i2 = call i32 @llvm.ctlz.i32(i32 %i1, i1 false)
  %i3 = call i32 @llvm.bitreverse.i32(i32 %i2)
  %i4 = call i32 @llvm.fshl.i32(i32 %i3, i32 %i, i32 7)
  %i5 = sdiv i32 %i4, 13
  %i6 = urem i32 %i5, 10
  %i7 = call i32 @llvm.smax.i32(i32 %i6, i32 %i)
  %o = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %i7, i32 %i)
  %o0 = extractvalue { i32, i1 } %o, 0
  %o1 = extractvalue { i32, i1 } %o, 1
  %i8 = select i1 %o1, i32 -1, i32 %o0
  %p2 = getelementptr i32, ptr addrspace(1) %out, i64 4
  store i32 %i8, ptr addrspace(1) %p2
  %l1 = sext i32 %i8 to i64
  %l2 = mul i64 %l1, %l
  %l3 = ashr i64 %l2, 3
  %l4 = udiv i64 %l3, 7
  %p3 = getelementptr i64, ptr addrspace(1) %out, i64 3
  store i64 %l4, ptr addrspace(1) %p3
  %s1 = mul i16 %s, %s
  %s2 = xor i16 %s1, 255
  %s3 = sext i16 %s2 to i32
  %w = zext i64 %l4 to i128
  %w1 = mul i128 %w, %w
  %w2 = lshr i128 %w1, 64
  %w3 = trunc i128 %w2 to i32
  %i9 = add i32 %s3, %w3
  %p4 = getelementptr i32, ptr addrspace(1) %out, i64 8
  store i32 %i9, ptr addrspace(1) %p4
  %h = fptrunc float %f7 to half
  %h1 = fadd half %h, 0xH3C00
  %p5 = getelementptr half, ptr addrspace(1) %out, i64 20
  store half %h1, ptr addrspace(1) %p5
  ret void
}

define void @memory(ptr %generic, ptr addrspace(1) %global, ptr addrspace(3) %shared, i32 %n) {
entry:
  %local = alloca [16 x i32], align 4
  %slot = getelementptr [16 x i32], ptr %local, i32 0, i32 %n
  store i32 %n, ptr %slot
  %v = load volatile i32, ptr %generic
  %v4 = load <4 x float>, ptr addrspace(1) %global, align 16
  %v2 = load <2 x i64>, ptr addrspace(3) %shared, align 16
  %c = getelementptr [8 x i32], ptr addrspace(4) @table, i32 0, i32 %n
  %cv = load i32, ptr addrspace(4) %c
  %a1 = atomicrmw add ptr addrspace(1) @counter, i64 5 seq_cst
  %a2 = atomicrmw fadd ptr addrspace(3) @scratch, float 1.0 seq_cst
  %a3 = atomicrmw umax ptr %generic, i32 %n seq_cst
  %a4 = atomicrmw xchg ptr addrspace(1) %global, i32 9 seq_cst
  %a5 = cmpxchg ptr %generic, i32 1, i32 2 seq_cst seq_cst
  call void @llvm.nvvm.barrier0()
  call void @llvm.nvvm.membar.gl()
  call void @llvm.memcpy.p0.p0.i64(ptr %local, ptr %generic, i64 40, i1 false)
  call void @llvm.memset.p0.i64(ptr %generic, i8 85, i64 24, i1 false)
  %again = load i32, ptr %slot
  %sum = add i32 %again, %cv
  %sum2 = add i32 %sum, %v
  %base = addrspacecast ptr addrspace(3) @dynamic to ptr
  store i32 %sum2, ptr %base
  store <4 x float> %v4, ptr addrspace(3) @scratch, align 16
  store <2 x i64> %v2, ptr addrspace(1) %global, align 16
  %n1 = getelementptr %nested, ptr addrspace(1) @state, i32 0, i32 1, i32 2, i32 1
  store float 3.0, ptr addrspace(1) %n1
  ret void
}

define void @control(ptr addrspace(1) %out, i32 %n, float %x) {
entry:
  switch i32 %n, label %other [
    i32 0, label %zero
    i32 1, label %one
    i32 2, label %two
    i32 3, label %three
    i32 4, label %zero
    i32 5, label %five
    i32 6, label %two
    i32 7, label %one
  ]
zero:
  br label %join
one:
  %a = call i32 @sum(i32 %n)
  br label %join
two:
  %p = insertvalue %pair undef, float %x, 1
  %q = insertvalue %pair %p, i32 %n, 0
  %r = call %pair @swap(%pair %q, i1 true)
  %b = extractvalue %pair %r, 0
  br label %join
three:
  %f = load ptr, ptr addrspace(1) @handlers
  %c = call i32 %f(i32 %n)
  br label %join
five:
  call void @llvm.trap()
  unreachable
other:
  %big = icmp ugt i32 %n, 100
  br i1 %big, label %loop, label %join
loop:
  %i = phi i32 [ 0, %other ], [ %next, %loop ]
  %acc = phi float [ %x, %other ], [ %more, %loop ]
  %more = fadd float %acc, %x
  %next = add i32 %i, 1
  %stop = icmp eq i32 %next, %n
  br i1 %stop, label %after, label %loop
after:
  %k = fptosi float %more to i32
  br label %join
join:
  %v = phi i32 [ 5, %zero ], [ %a, %one ], [ %b, %two ], [ %c, %three ], [ -1, %other ], [ %k, %after ]
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ctaid = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %ntid = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %ctaid, %ntid
  %at = add i32 %m, %tid
  %slot = getelementptr i32, ptr addrspace(1) %out, i32 %at
  store i32 %v, ptr addrspace(1) %slot
  %asm = call i32 asm sideeffect "{ .reg .pred p; setp.ne.s32 p, $1, 0; selp.s32 $0, 1, 2, p; }", "=r,r"(i32 %v)
  store i32 %asm, ptr addrspace(1) %out
  %arguments = alloca i32
  store i32 %v, ptr %arguments
  %t = addrspacecast ptr addrspace(1) @text to ptr
  %printed = call i32 @vprintf(ptr %t, ptr %arguments)
  ret void
}

define void @aggregates(ptr byval(%nested) align 8 %in, ptr addrspace(1) %out, <4 x float> %v) {
  %p = getelementptr %nested, ptr %in, i32 0, i32 1, i32 1, i32 1
  %f = load float, ptr %p
  %w = call <4 x float> @blend(<4 x float> %v, <4 x float> <float 1.0, float 2.0, float 3.0, float 4.0>, <2 x half> <half 0xH3C00, half 0xH4000>)
  %e = extractelement <4 x float> %w, i32 3
  %s = fadd float %e, %f
  store float %s, ptr addrspace(1) %out
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5}
!0 = !{ptr @arithmetic, !"kernel", i32 1}
!1 = !{ptr @memory, !"kernel", i32 1}
!2 = !{ptr @control, !"kernel", i32 1}
!3 = !{ptr @control, !"maxntidx", i32 256}
!4 = !{ptr @control, !"minctasm", i32 2}
!5 = !{ptr @aggregates, !"kernel", i32 1}
!nvvmir.version = !{!6}
!6 = !{i32 2, i32 0}
