// RUN: mind-opt %s --mind-prepare | FileCheck %s --check-prefix=PREPARE
// RUN: mind-opt %s --mind-prepare --mind-to-linalg | FileCheck %s --check-prefix=LINALG
// RUN: mind-opt %s --mind-prepare --mind-to-linalg --mind-to-buffers | FileCheck %s --check-prefix=BUFFERS
// RUN: mind-opt %s --mind-prepare --mind-to-linalg --mind-to-buffers --mind-to-llvm | FileCheck %s --check-prefix=LLVM
// What each stage leaves to the next; what is taken is given back.

// PREPARE-LABEL: func.func @f
// PREPARE-NOT: mind.if
// PREPARE: scf.if
// PREPARE: mind.add
// LINALG-LABEL: func.func @f
// LINALG-NOT: mind.
// LINALG: linalg.generic
// LINALG: arith.addf
// LINALG-NOT: fastmath
// BUFFERS-LABEL: func.func @f
// BUFFERS-NOT: tensor<
// BUFFERS: %[[BUFFER:.+]] = memref.alloc
// BUFFERS: memref.dealloc
// LLVM-LABEL: llvm.func @f
// LLVM-NOT: fastmath
// LLVM-DAG: llvm.call @_mlir_memref_to_llvm_aligned_alloc
// LLVM-DAG: llvm.call @_mlir_memref_to_llvm_free
// LLVM-NOT: builtin.unrealized_conversion_cast
func.func @f(%x: tensor<?xf32, #mind.dims<N>>, %c: tensor<i1>) -> tensor<f32> {
  %0 = mind.if %c -> (tensor<?xf32, #mind.dims<N>>) {
    %1 = mind.add %x, %x : tensor<?xf32, #mind.dims<N>>, tensor<?xf32, #mind.dims<N>>
    mind.yield %1 : tensor<?xf32, #mind.dims<N>>
  } else {
    mind.yield %x : tensor<?xf32, #mind.dims<N>>
  }
  %2 = mind.sum %0 axes [0] : tensor<?xf32, #mind.dims<N>>
  return %2 : tensor<f32>
}
