// Every tool that reads MLIR text knows the dialects of targets. mic@3 has no words for
// their ops, direct code has none, and both say so.
// RUN: mind-translate --mlir-to-bytecode %s | mind-opt | FileCheck %s
// RUN: not mind-translate --mlir-to-mic3 %s 2>&1 | FileCheck %s --check-prefix=MIC
// RUN: not mind-translate --mlir-to-elf %s 2>&1 | FileCheck %s --check-prefix=ELF
// RUN: mind-reduce --reduction-tree='traversal-mode=0 test=%S/Inputs/has-abs.sh' %s | FileCheck %s --check-prefix=REDUCE

// CHECK-LABEL: func.func @main(
// CHECK: mind.webnn.abs %{{.*}} : tensor<2xf32>
// MIC: tools.mlir:[[#@LINE+5]]:{{.*}}no instruction for 'mind.webnn.ceil' {{[[]E7003[]]}}
// ELF: direct code has no `mind.webnn.abs` for any type{{.*}} {{[[]E5002[]]}}
// REDUCE: mind.webnn.abs
// REDUCE-NOT: mind.webnn.ceil
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = mind.webnn.ceil %x : tensor<2xf32>
  %1 = mind.webnn.abs %x : tensor<2xf32>
  return %1 : tensor<2xf32>
}
