// RUN: mind-translate --mlir-to-mic3 %s -o %t.mic3
// RUN: %python %S/Inputs/mic3_codec.py %t.mic3 | FileCheck %s

// A function that has a reserved name is called by it, and the op by a prefix.

// CHECK: FnDef "exp"
func.func @exp(%x: tensor<i64>) -> tensor<i64> {
  return %x : tensor<i64>
}
// CHECK: FnDef "f"
func.func @f(%x: tensor<i64>, %y: tensor<f64>) -> tensor<f64> {
  // CHECK: %2 = Call "exp" [%0]
  %0 = call @exp(%x) : (tensor<i64>) -> tensor<i64>
  // CHECK: %3 = Call "__mind_exp" [%1]
  %1 = mind.unary exp %y : tensor<f64>
  // CHECK: %4 = Call "log" [%3]
  %2 = mind.unary log %1 : tensor<f64>
  return %2 : tensor<f64>
}
