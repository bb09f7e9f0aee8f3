// RUN: mind-opt %s --mind-resolve-grad --split-input-file | FileCheck %s
// RUN: mind-opt %s --mind-prepare --split-input-file | FileCheck %s --check-prefix=PREPARED

// The second derivative is declared first, and made after the first one. Gradients
// are functions like others then: no attribute is left.

// CHECK-LABEL: func.func private @square(
// CHECK-NOT: mind.derivative
// CHECK: func.func private @square.grad.grad(%{{.*}}: tensor<f32>) -> tensor<f32>
// CHECK: return
// CHECK: func.func private @square.grad(%{{.*}}: tensor<f32>) -> tensor<f32>
// CHECK: return
// PREPARED-LABEL: func.func private @square(
// PREPARED-NOT: mind.derivative
func.func private @square(%x: tensor<f32>) -> tensor<f32> {
  %0 = mind.mul %x, %x : tensor<f32>, tensor<f32>
  return %0 : tensor<f32>
}
func.func private @square.grad.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @square.grad, wrt = array<i64: 0>}, mind.params = ["x"]}
func.func private @square.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @square, wrt = array<i64: 0>}, mind.params = ["x"]}
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @square.grad.grad(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// A module that asks for nothing is left alone: its control flow is as it was.

// CHECK-LABEL: func.func @untouched(
// CHECK: mind.if
// PREPARED-LABEL: func.func @untouched(
// PREPARED: scf.if
func.func @untouched(%x: tensor<f32>, %c: tensor<i1>) -> tensor<f32> {
  %0 = mind.if %c -> (tensor<f32>) {
    mind.yield %x : tensor<f32>
  } else {
    %1 = mind.mul %x, %x : tensor<f32>, tensor<f32>
    mind.yield %1 : tensor<f32>
  }
  return %0 : tensor<f32>
}
