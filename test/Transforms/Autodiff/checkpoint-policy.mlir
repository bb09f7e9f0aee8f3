// RUN: mind-opt --mind-resolve-grad --split-input-file %s | FileCheck %s --implicit-check-not=mind.saved --implicit-check-not=mind.segments
// RUN: sed '/^func.func private @loss.grad/,/^}/d' %s | mind-opt --mind-differentiate-functions="func=loss wrt=0" --split-input-file - | FileCheck %s --check-prefix=PASS

// Of `dots`, the pullback takes the product, and computes exp of it again.
// CHECK-LABEL: func.func private @layer.vjp.0.keep(
// CHECK: %[[P:.*]] = mind.matmul
// CHECK: return %{{.*}}, %[[P]] :
// CHECK-LABEL: func.func private @layer.vjp.0(
// CHECK-SAME: %[[KEPT:arg2]]: tensor<4x4xf32>, %{{.*}}: tensor<4x4xf32>)
// CHECK-NEXT: mind.unary exp %[[KEPT]]
// CHECK-COUNT-1: mind.matmul
// CHECK-NOT: mind.matmul
// CHECK: return
// CHECK-LABEL: func.func private @loss.grad(
// CHECK: call @layer.vjp.0.keep(
// CHECK: call @layer.vjp.0(
// PASS-LABEL: func.func private @loss.grad(
// PASS: call @layer.vjp.0.keep(
func.func private @layer(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> attributes {mind.checkpoint = {policy = "dots"}} {
  %0 = mind.matmul %x, %w : tensor<4x4xf32>, tensor<4x4xf32>
  %1 = mind.unary exp %0 : tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
func.func @loss(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<f32> {
  %0 = call @layer(%x, %w) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = mind.sum %0 axes [0, 1] : tensor<4x4xf32>
  return %1 : tensor<f32>
}
func.func private @loss.grad(tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    attributes {mind.derivative = {kind = "grad", of = @loss, wrt = array<i64: 0>}}
func.func @step(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = call @loss.grad(%x, %w) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// Of `everything`, there is no call.
// CHECK-LABEL: func.func private @loss.grad(
// CHECK-NOT: call
// CHECK: return
// PASS-LABEL: func.func private @loss.grad(
// PASS-NOT: call
// PASS: return
func.func private @layer(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> attributes {mind.checkpoint = {policy = "everything"}} {
  %0 = mind.matmul %x, %w : tensor<4x4xf32>, tensor<4x4xf32>
  %1 = mind.unary exp %0 : tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
func.func @loss(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<f32> {
  %0 = call @layer(%x, %w) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = mind.sum %0 axes [0, 1] : tensor<4x4xf32>
  return %1 : tensor<f32>
}
func.func private @loss.grad(tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    attributes {mind.derivative = {kind = "grad", of = @loss, wrt = array<i64: 0>}}
func.func @step(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = call @loss.grad(%x, %w) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// A loop keeps as many states as are said, in a stack of one more.
// CHECK-LABEL: func.func private @loss.grad(
// CHECK: tensor<4xf32>
// CHECK-NOT: tensor<65xf32>
// CHECK: return
func.func private @rounds(%x: tensor<f32>, %n: tensor<i64>) -> tensor<f32> attributes {mind.checkpoint = {policy = "everything", segments = 3 : i64}} {
  %zero = mind.constant dense<0> : tensor<i64>
  %one = mind.constant dense<1> : tensor<i64>
  %0:2 = scf.while (%y = %x, %i = %zero) : (tensor<f32>, tensor<i64>) -> (tensor<f32>, tensor<i64>) {
    %less = mind.compare lt %i, %n : tensor<i64>, tensor<i64>
    %p = tensor.extract %less[] : tensor<i1>
    scf.condition(%p) %y, %i : tensor<f32>, tensor<i64>
  } do {
  ^bb0(%y: tensor<f32>, %i: tensor<i64>):
    %next = mind.unary sin %y : tensor<f32>
    %j = mind.add %i, %one : tensor<i64>, tensor<i64>
    scf.yield %next, %j : tensor<f32>, tensor<i64>
  }
  return %0#0 : tensor<f32>
}
func.func @loss(%x: tensor<f32>, %n: tensor<i64>) -> tensor<f32> {
  %0 = call @rounds(%x, %n) : (tensor<f32>, tensor<i64>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @loss.grad(tensor<f32>, tensor<i64>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @loss, wrt = array<i64: 0>}}
func.func @step(%x: tensor<f32>, %n: tensor<i64>) -> tensor<f32> {
  %0 = call @loss.grad(%x, %n) : (tensor<f32>, tensor<i64>) -> tensor<f32>
  return %0 : tensor<f32>
}
