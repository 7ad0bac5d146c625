; Generated from the records of ptxisa by `python -m generator.grammars`.

(comment) @comment
(line_marker) @comment
(dwarf_line) @comment
(string) @string
[(integer) (decimal) (exact) (version)] @number
["+" "-" "*" "/" "%" "&" "|" "^" "~" "!" "<<" ">>" "<" ">" "<=" ">=" "==" "!=" "&&" "||" "?" "=" "@"] @operator
["," ";" ":"] @punctuation.delimiter
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
(identifier) @variable
(discard) @variable.builtin
(parameter name: (identifier) @variable.parameter)
(function name: (identifier) @function)
(label name: (identifier) @label)
(target_directive (identifier) @constant)
(mnemonic) @function.call
(modifier) @attribute
(type) @attribute
(section_name) @module
[(linkage) (state_space)] @keyword.modifier
[
  ".version" ".target" ".address_size" ".file" ".loc" ".loc_intermediate" ".section" ".entry" ".func" ".align"
  ".attribute" ".branchtargets" ".calltargets" ".callprototype" ".alias" ".pragma" "function_name" "inlined_at"
] @keyword
(function_directive name: (type) @keyword)

((mnemonic) @function.builtin
  (#any-of? @function.builtin "abs" "activemask" "add" "addc" "alloca" "and" "applypriority" "atom"
    "bar" "barrier" "bfe" "bfi" "bfind" "bmsk" "bra" "brev" "brkpt" "brx" "call" "clmad"
    "clusterlaunchcontrol" "clz" "cnot" "copysign" "cos" "cp" "createpolicy" "cvt" "cvta" "discard"
    "div" "dp2a" "dp4a" "elect" "ex2" "exit" "fabric" "fence" "fma" "fns" "getctarank"
    "griddepcontrol" "isspacep" "istypep" "ld" "ldmatrix" "ldu" "lg2" "lop3" "mad" "mad24" "madc"
    "mapa" "match" "max" "mbarrier" "membar" "min" "mma" "mov" "movmatrix" "mul" "mul24" "multimem"
    "nanosleep" "neg" "not" "or" "pmevent" "popc" "prefetch" "prefetchu" "prmt" "rcp" "red" "redux"
    "rem" "ret" "rsqrt" "sad" "selp" "set" "setmaxnreg" "setp" "shf" "shfl" "shl" "shr" "sin" "slct"
    "spcompress" "spdecompress" "sqrt" "st" "stackrestore" "stacksave" "stmatrix" "sub" "subc"
    "suld" "suq" "sured" "sust" "szext" "tanh" "tcgen05" "tensormap" "testp" "tex" "tld4" "trace"
    "trap" "txq" "vabsdiff" "vabsdiff2" "vabsdiff4" "vadd" "vadd2" "vadd4" "vavrg2" "vavrg4" "vmad"
    "vmax" "vmax2" "vmax4" "vmin" "vmin2" "vmin4" "vote" "vset" "vset2" "vset4" "vshl" "vshr" "vsub"
    "vsub2" "vsub4" "wgmma" "wmma" "xor"))

((modifier) @type.builtin
  (#any-of? @type.builtin ".b1" ".b128" ".b16" ".b2" ".b32" ".b4" ".b4x16" ".b4x16_p64" ".b6" ".b64"
    ".b6p2x16" ".b6x16_p32" ".b8" ".b8x16" ".bf16" ".bf16x2" ".e2m1" ".e2m1p4x4" ".e2m1x2" ".e2m1x4"
    ".e2m3" ".e2m3x2" ".e2m3x4" ".e3m2" ".e3m2x2" ".e3m2x4" ".e4m3" ".e4m3x2" ".e4m3x4" ".e5m2"
    ".e5m2x2" ".e5m2x4" ".f16" ".f16x2" ".f32" ".f32x2" ".f64" ".pred" ".s16" ".s16x2" ".s2" ".s2f6"
    ".s2f6x2" ".s32" ".s4" ".s64" ".s8" ".s8x4" ".samplerref" ".surfref" ".texref" ".tf32" ".u16"
    ".u16x2" ".u2" ".u32" ".u4" ".u64" ".u8" ".u8x4" ".ue4m3" ".ue5m3" ".ue5m3x2" ".ue8m0"
    ".ue8m0x2" ".ue8m0x4"))

((type) @type.builtin
  (#any-of? @type.builtin ".b1" ".b128" ".b16" ".b2" ".b32" ".b4" ".b4x16" ".b4x16_p64" ".b6" ".b64"
    ".b6p2x16" ".b6x16_p32" ".b8" ".b8x16" ".bf16" ".bf16x2" ".e2m1" ".e2m1p4x4" ".e2m1x2" ".e2m1x4"
    ".e2m3" ".e2m3x2" ".e2m3x4" ".e3m2" ".e3m2x2" ".e3m2x4" ".e4m3" ".e4m3x2" ".e4m3x4" ".e5m2"
    ".e5m2x2" ".e5m2x4" ".f16" ".f16x2" ".f32" ".f32x2" ".f64" ".pred" ".s16" ".s16x2" ".s2" ".s2f6"
    ".s2f6x2" ".s32" ".s4" ".s64" ".s8" ".s8x4" ".samplerref" ".surfref" ".texref" ".tf32" ".u16"
    ".u16x2" ".u2" ".u32" ".u4" ".u64" ".u8" ".u8x4" ".ue4m3" ".ue5m3" ".ue5m3x2" ".ue8m0"
    ".ue8m0x2" ".ue8m0x4"))

((identifier) @variable.builtin
  (#any-of? @variable.builtin "%aggr_smem_size" "%clock" "%clock64" "%clock_hi" "%cluster_ctaid"
    "%cluster_ctarank" "%cluster_nctaid" "%cluster_nctarank" "%clusterid" "%ctaid"
    "%current_graph_exec" "%dynamic_smem_size" "%envreg0" "%envreg1" "%envreg10" "%envreg11"
    "%envreg12" "%envreg13" "%envreg14" "%envreg15" "%envreg16" "%envreg17" "%envreg18" "%envreg19"
    "%envreg2" "%envreg20" "%envreg21" "%envreg22" "%envreg23" "%envreg24" "%envreg25" "%envreg26"
    "%envreg27" "%envreg28" "%envreg29" "%envreg3" "%envreg30" "%envreg31" "%envreg4" "%envreg5"
    "%envreg6" "%envreg7" "%envreg8" "%envreg9" "%globaltimer" "%globaltimer_hi" "%globaltimer_lo"
    "%gridid" "%is_explicit_cluster" "%laneid" "%lanemask_eq" "%lanemask_ge" "%lanemask_gt"
    "%lanemask_le" "%lanemask_lt" "%locality_domain_id" "%locality_domain_supplemental_sm"
    "%nclusterid" "%nctaid" "%nsmid" "%ntid" "%nwarpid" "%perctamemoryoffset" "%perctamemorysize"
    "%pm0" "%pm0_64" "%pm1" "%pm1_64" "%pm2" "%pm2_64" "%pm3" "%pm3_64" "%pm4" "%pm4_64" "%pm5"
    "%pm5_64" "%pm6" "%pm6_64" "%pm7" "%pm7_64" "%reserved_smem_offset_0" "%reserved_smem_offset_1"
    "%reserved_smem_offset_begin" "%reserved_smem_offset_cap" "%reserved_smem_offset_end" "%smid"
    "%tid" "%total_smem_size" "%warpid"))
