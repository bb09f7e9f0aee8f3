// Derivatives that are asked for, and what functions say of their own. All comes back, and so
// do the bytes.
// RUN: mind-translate --mlir-to-mic3 %s -o %t.mic3
// RUN: mind-translate --mic3-to-mlir %t.mic3 -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir --implicit-check-not=mic.
// RUN: mind-translate --mlir-to-mic3 %t.mlir | cmp - %t.mic3
// RUN: mind-opt --mind-resolve-grad %t.mlir | FileCheck %s --check-prefix=MADE --implicit-check-not=mind.derivative
// The derivative of a loop is made for code; other compilers have no instruction for it.
// RUN: not mind-translate --mlir-to-mic3 --mic-compat %s 2>&1 | FileCheck %s --check-prefix=COMPAT
// COMPAT: error: mic@3 cannot hold this: the function 'power.grad' has no body [E7003]

// CHECK: func.func private @power(%arg0: tensor<f64>, %arg1: tensor<i64>) -> tensor<f64> attributes {mind.checkpoint, mind.differentiable = array<i64: 0>, mind.params = ["x", "n"]} {
// MADE: func.func private @power(
func.func private @power(%x: tensor<f64>, %n: tensor<i64>) -> tensor<f64> attributes {mind.checkpoint, mind.differentiable = array<i64: 0>, mind.params = ["x", "n"]} {
  %0 = mind.constant dense<0> : tensor<i64>
  %1 = mind.constant dense<1.0> : tensor<f64>
  %2:2 = mind.while (%i = %0, %y = %1) : (tensor<i64>, tensor<f64>) {
    %3 = mind.compare lt %i, %n : tensor<i64>, tensor<i64>
    mind.condition %3 : tensor<i1>
  } do {
    %3 = mind.mul %y, %x : tensor<f64>, tensor<f64>
    %4 = mind.constant dense<1> : tensor<i64>
    %5 = mind.add %i, %4 : tensor<i64>, tensor<i64>
    mind.yield %5, %3 : tensor<i64>, tensor<f64>
  }
  return %2#1 : tensor<f64>
}

// CHECK: func.func private @power.grad(tensor<f64>, tensor<i64>) -> tensor<f64> attributes {mind.derivative = {kind = "grad", of = @power, wrt = array<i64: 0>}, mind.params = ["x", "n"]}
// MADE: func.func private @power.grad(
// MADE: scf.while
func.func private @power.grad(tensor<f64>, tensor<i64>) -> tensor<f64> attributes {mind.derivative = {kind = "grad", of = @power, wrt = array<i64: 0>}, mind.params = ["x", "n"]}

// A name that is that of a call has the prefix there.
// CHECK: func.func @"derivative[{{.*}}value{{.*}}]"()
func.func @"derivative[\22value\22]"() {
  return
}

// CHECK: func.func private @of_value(tensor<f32>, tensor<f32>) -> tensor<f32> attributes {mind.derivative = {kind = "value"}}
func.func private @of_value(tensor<f32>, tensor<f32>) -> tensor<f32> attributes {mind.derivative = {kind = "value"}}

// A custom gradient is used by its function alone.
// CHECK: func.func @clip(%arg0: tensor<f32>) -> tensor<f32> attributes {mind.approximate_grad, mind.custom_grad = @clip_back, mind.differentiable} {
func.func @clip(%x: tensor<f32>) -> tensor<f32> attributes {mind.approximate_grad, mind.custom_grad = @clip_back, mind.differentiable} {
  %0 = mind.constant dense<1.0> : tensor<f32>
  %1 = mind.min %x, %0 : tensor<f32>, tensor<f32>
  return %1 : tensor<f32>
}
// CHECK: func.func private @clip_back(
func.func private @clip_back(%x: tensor<f32>, %up: tensor<f32>) -> tensor<f32> {
  return %up : tensor<f32>
}

// CHECK: func.func @main() -> (tensor<f64>, tensor<f32>)
// MADE: func.func @main() -> (tensor<f64>, tensor<f32>)
func.func @main() -> (tensor<f64>, tensor<f32>) {
  %x = mind.constant dense<1.5> : tensor<f64>
  %n = mind.constant dense<3> : tensor<i64>
  %0 = func.call @power.grad(%x, %n) : (tensor<f64>, tensor<i64>) -> tensor<f64>
  %y = mind.constant dense<0.5> : tensor<f32>
  %loss = mind.mul %y, %y : tensor<f32>, tensor<f32>
  // MADE: call @of_value.of.grad
  %1 = func.call @of_value(%loss, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0, %1 : tensor<f64>, tensor<f32>
}
