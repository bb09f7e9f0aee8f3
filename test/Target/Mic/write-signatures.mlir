// RUN: mind-translate --mlir-to-mic3 %s -o %t.mic3
// RUN: %python %S/Inputs/mic3_codec.py %t.mic3 | FileCheck %s

// An entry for the types of a function only where a reader would not find them.

// Scalars of i64, and what literals and callees tell.
func.func @sum(%a: tensor<i64>, %b: tensor<i64>) -> tensor<i64> {
  %0 = mind.add %a, %b : tensor<i64>, tensor<i64>
  return %0 : tensor<i64>
}
func.func @half(%x: tensor<f64>) -> tensor<f64> {
  %0 = mind.constant dense<0.5> : tensor<f64>
  %1 = mind.mul %x, %0 : tensor<f64>, tensor<f64>
  return %1 : tensor<f64>
}
func.func @quarter(%x: tensor<f64>) -> tensor<f64> {
  %0 = call @half(%x) : (tensor<f64>) -> tensor<f64>
  %1 = call @half(%0) : (tensor<f64>) -> tensor<f64>
  return %1 : tensor<f64>
}
func.func @choose(%c: tensor<i1>, %a: tensor<i64>) -> tensor<i64> {
  %0 = mind.if %c -> (tensor<i64>) {
    mind.yield %a : tensor<i64>
  } else {
    %1 = mind.constant dense<0> : tensor<i64>
    mind.yield %1 : tensor<i64>
  }
  return %0 : tensor<i64>
}
func.func @make() -> tensor<2xf32> {
  %0 = mind.fill 1.0 : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// Nothing says what these are.
func.func @same(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
func.func @not_used(%x: tensor<i1>) {
  return
}
// No scalars.
func.func @tensors(%x: tensor<2x?xbf16, #mind.dims<2, B>>, %y: tensor<!mind.q16>) -> tensor<i1> {
  %0 = mind.constant dense<true> : tensor<i1>
  return %0 : tensor<i1>
}

// CHECK-NOT: repr
// CHECK: repr fn:not_used [bool]
// CHECK-NEXT: repr fn:same [f32, f32]
// CHECK-NEXT: repr fn:tensors [tensor bf16[2, B], tensor q16[], bool]
// CHECK-NOT: repr
