// RUN: mind-opt %s --mind-resolve-grad --canonicalize --cse | FileCheck %s

// How many operations gradients of the orders 1 to 3 have after clean-up (docs/Autodiff.md, "Size of higher orders").
// More of them is growth to explain, fewer is an improvement: change the number here and in the table there.

// CHECK-LABEL: func.func @exp(
// CHECK-LABEL: func.func private @exp.grad(
// CHECK-COUNT-1: {{^ +%[^ ]+ = }}
// CHECK-NOT: {{^ +%[^ ]+ = }}
// CHECK: return
// CHECK-LABEL: func.func private @exp.grad.grad(
// CHECK-COUNT-1: {{^ +%[^ ]+ = }}
// CHECK-NOT: {{^ +%[^ ]+ = }}
// CHECK: return
// CHECK-LABEL: func.func private @exp.grad.grad.grad(
// CHECK-COUNT-1: {{^ +%[^ ]+ = }}
// CHECK-NOT: {{^ +%[^ ]+ = }}
// CHECK: return
func.func @exp(%x: tensor<f32>) -> tensor<f32> {
  %r = mind.unary exp %x : tensor<f32>
  return %r : tensor<f32>
}
func.func private @exp.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @exp, wrt = array<i64: 0>}}
func.func private @exp.grad.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @exp.grad, wrt = array<i64: 0>}}
func.func private @exp.grad.grad.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @exp.grad.grad, wrt = array<i64: 0>}}

// CHECK-LABEL: func.func @log(
// CHECK-LABEL: func.func private @log.grad(
// CHECK-COUNT-2: {{^ +%[^ ]+ = }}
// CHECK-NOT: {{^ +%[^ ]+ = }}
// CHECK: return
// CHECK-LABEL: func.func private @log.grad.grad(
// CHECK-COUNT-5: {{^ +%[^ ]+ = }}
// CHECK-NOT: {{^ +%[^ ]+ = }}
// CHECK: return
// CHECK-LABEL: func.func private @log.grad.grad.grad(
// CHECK-COUNT-5: {{^ +%[^ ]+ = }}
// CHECK-NOT: {{^ +%[^ ]+ = }}
// CHECK: return
func.func @log(%x: tensor<f32>) -> tensor<f32> {
  %r = mind.unary log %x : tensor<f32>
  return %r : tensor<f32>
}
func.func private @log.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @log, wrt = array<i64: 0>}}
func.func private @log.grad.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @log.grad, wrt = array<i64: 0>}}
func.func private @log.grad.grad.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @log.grad.grad, wrt = array<i64: 0>}}

// CHECK-LABEL: func.func @sin(
// CHECK-LABEL: func.func private @sin.grad(
// CHECK-COUNT-1: {{^ +%[^ ]+ = }}
// CHECK-NOT: {{^ +%[^ ]+ = }}
// CHECK: return
// CHECK-LABEL: func.func private @sin.grad.grad(
// CHECK-COUNT-3: {{^ +%[^ ]+ = }}
// CHECK-NOT: {{^ +%[^ ]+ = }}
// CHECK: return
// CHECK-LABEL: func.func private @sin.grad.grad.grad(
// CHECK-COUNT-3: {{^ +%[^ ]+ = }}
// CHECK-NOT: {{^ +%[^ ]+ = }}
// CHECK: return
func.func @sin(%x: tensor<f32>) -> tensor<f32> {
  %r = mind.unary sin %x : tensor<f32>
  return %r : tensor<f32>
}
func.func private @sin.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @sin, wrt = array<i64: 0>}}
func.func private @sin.grad.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @sin.grad, wrt = array<i64: 0>}}
func.func private @sin.grad.grad.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @sin.grad.grad, wrt = array<i64: 0>}}

// CHECK-LABEL: func.func @cos(
// CHECK-LABEL: func.func private @cos.grad(
// CHECK-COUNT-3: {{^ +%[^ ]+ = }}
// CHECK-NOT: {{^ +%[^ ]+ = }}
// CHECK: return
// CHECK-LABEL: func.func private @cos.grad.grad(
// CHECK-COUNT-3: {{^ +%[^ ]+ = }}
// CHECK-NOT: {{^ +%[^ ]+ = }}
// CHECK: return
// CHECK-LABEL: func.func private @cos.grad.grad.grad(
// CHECK-COUNT-1: {{^ +%[^ ]+ = }}
// CHECK-NOT: {{^ +%[^ ]+ = }}
// CHECK: return
func.func @cos(%x: tensor<f32>) -> tensor<f32> {
  %r = mind.unary cos %x : tensor<f32>
  return %r : tensor<f32>
}
func.func private @cos.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @cos, wrt = array<i64: 0>}}
func.func private @cos.grad.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @cos.grad, wrt = array<i64: 0>}}
func.func private @cos.grad.grad.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @cos.grad.grad, wrt = array<i64: 0>}}

// CHECK-LABEL: func.func @tanh(
// CHECK-LABEL: func.func private @tanh.grad(
// CHECK-COUNT-4: {{^ +%[^ ]+ = }}
// CHECK-NOT: {{^ +%[^ ]+ = }}
// CHECK: return
// CHECK-LABEL: func.func private @tanh.grad.grad(
// CHECK-COUNT-8: {{^ +%[^ ]+ = }}
// CHECK-NOT: {{^ +%[^ ]+ = }}
// CHECK: return
// CHECK-LABEL: func.func private @tanh.grad.grad.grad(
// CHECK-COUNT-10: {{^ +%[^ ]+ = }}
// CHECK-NOT: {{^ +%[^ ]+ = }}
// CHECK: return
func.func @tanh(%x: tensor<f32>) -> tensor<f32> {
  %r = mind.unary tanh %x : tensor<f32>
  return %r : tensor<f32>
}
func.func private @tanh.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @tanh, wrt = array<i64: 0>}}
func.func private @tanh.grad.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @tanh.grad, wrt = array<i64: 0>}}
func.func private @tanh.grad.grad.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @tanh.grad.grad, wrt = array<i64: 0>}}

// CHECK-LABEL: func.func @sigmoid(
// CHECK-LABEL: func.func private @sigmoid.grad(
// CHECK-COUNT-4: {{^ +%[^ ]+ = }}
// CHECK-NOT: {{^ +%[^ ]+ = }}
// CHECK: return
// CHECK-LABEL: func.func private @sigmoid.grad.grad(
// CHECK-COUNT-6: {{^ +%[^ ]+ = }}
// CHECK-NOT: {{^ +%[^ ]+ = }}
// CHECK: return
// CHECK-LABEL: func.func private @sigmoid.grad.grad.grad(
// CHECK-COUNT-12: {{^ +%[^ ]+ = }}
// CHECK-NOT: {{^ +%[^ ]+ = }}
// CHECK: return
func.func @sigmoid(%x: tensor<f32>) -> tensor<f32> {
  %r = mind.unary sigmoid %x : tensor<f32>
  return %r : tensor<f32>
}
func.func private @sigmoid.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @sigmoid, wrt = array<i64: 0>}}
func.func private @sigmoid.grad.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @sigmoid.grad, wrt = array<i64: 0>}}
func.func private @sigmoid.grad.grad.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @sigmoid.grad.grad, wrt = array<i64: 0>}}

// CHECK-LABEL: func.func @sqrt(
// CHECK-LABEL: func.func private @sqrt.grad(
// CHECK-COUNT-3: {{^ +%[^ ]+ = }}
// CHECK-NOT: {{^ +%[^ ]+ = }}
// CHECK: return
// CHECK-LABEL: func.func private @sqrt.grad.grad(
// CHECK-COUNT-8: {{^ +%[^ ]+ = }}
// CHECK-NOT: {{^ +%[^ ]+ = }}
// CHECK: return
// CHECK-LABEL: func.func private @sqrt.grad.grad.grad(
// CHECK-COUNT-21: {{^ +%[^ ]+ = }}
// CHECK-NOT: {{^ +%[^ ]+ = }}
// CHECK: return
func.func @sqrt(%x: tensor<f32>) -> tensor<f32> {
  %r = mind.unary sqrt %x : tensor<f32>
  return %r : tensor<f32>
}
func.func private @sqrt.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @sqrt, wrt = array<i64: 0>}}
func.func private @sqrt.grad.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @sqrt.grad, wrt = array<i64: 0>}}
func.func private @sqrt.grad.grad.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @sqrt.grad.grad, wrt = array<i64: 0>}}

// CHECK-LABEL: func.func @tan(
// CHECK-LABEL: func.func private @tan.grad(
// CHECK-COUNT-4: {{^ +%[^ ]+ = }}
// CHECK-NOT: {{^ +%[^ ]+ = }}
// CHECK: return
// CHECK-LABEL: func.func private @tan.grad.grad(
// CHECK-COUNT-6: {{^ +%[^ ]+ = }}
// CHECK-NOT: {{^ +%[^ ]+ = }}
// CHECK: return
// CHECK-LABEL: func.func private @tan.grad.grad.grad(
// CHECK-COUNT-10: {{^ +%[^ ]+ = }}
// CHECK-NOT: {{^ +%[^ ]+ = }}
// CHECK: return
func.func @tan(%x: tensor<f32>) -> tensor<f32> {
  %r = mind.unary tan %x : tensor<f32>
  return %r : tensor<f32>
}
func.func private @tan.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @tan, wrt = array<i64: 0>}}
func.func private @tan.grad.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @tan.grad, wrt = array<i64: 0>}}
func.func private @tan.grad.grad.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @tan.grad.grad, wrt = array<i64: 0>}}

// CHECK-LABEL: func.func @asin(
// CHECK-LABEL: func.func private @asin.grad(
// CHECK-COUNT-5: {{^ +%[^ ]+ = }}
// CHECK-NOT: {{^ +%[^ ]+ = }}
// CHECK: return
// CHECK-LABEL: func.func private @asin.grad.grad(
// CHECK-COUNT-13: {{^ +%[^ ]+ = }}
// CHECK-NOT: {{^ +%[^ ]+ = }}
// CHECK: return
// CHECK-LABEL: func.func private @asin.grad.grad.grad(
// CHECK-COUNT-27: {{^ +%[^ ]+ = }}
// CHECK-NOT: {{^ +%[^ ]+ = }}
// CHECK: return
func.func @asin(%x: tensor<f32>) -> tensor<f32> {
  %r = mind.unary asin %x : tensor<f32>
  return %r : tensor<f32>
}
func.func private @asin.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @asin, wrt = array<i64: 0>}}
func.func private @asin.grad.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @asin.grad, wrt = array<i64: 0>}}
func.func private @asin.grad.grad.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @asin.grad.grad, wrt = array<i64: 0>}}

// CHECK-LABEL: func.func @acos(
// CHECK-LABEL: func.func private @acos.grad(
// CHECK-COUNT-6: {{^ +%[^ ]+ = }}
// CHECK-NOT: {{^ +%[^ ]+ = }}
// CHECK: return
// CHECK-LABEL: func.func private @acos.grad.grad(
// CHECK-COUNT-11: {{^ +%[^ ]+ = }}
// CHECK-NOT: {{^ +%[^ ]+ = }}
// CHECK: return
// CHECK-LABEL: func.func private @acos.grad.grad.grad(
// CHECK-COUNT-31: {{^ +%[^ ]+ = }}
// CHECK-NOT: {{^ +%[^ ]+ = }}
// CHECK: return
func.func @acos(%x: tensor<f32>) -> tensor<f32> {
  %r = mind.unary acos %x : tensor<f32>
  return %r : tensor<f32>
}
func.func private @acos.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @acos, wrt = array<i64: 0>}}
func.func private @acos.grad.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @acos.grad, wrt = array<i64: 0>}}
func.func private @acos.grad.grad.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @acos.grad.grad, wrt = array<i64: 0>}}

// CHECK-LABEL: func.func @atan(
// CHECK-LABEL: func.func private @atan.grad(
// CHECK-COUNT-4: {{^ +%[^ ]+ = }}
// CHECK-NOT: {{^ +%[^ ]+ = }}
// CHECK: return
// CHECK-LABEL: func.func private @atan.grad.grad(
// CHECK-COUNT-9: {{^ +%[^ ]+ = }}
// CHECK-NOT: {{^ +%[^ ]+ = }}
// CHECK: return
// CHECK-LABEL: func.func private @atan.grad.grad.grad(
// CHECK-COUNT-17: {{^ +%[^ ]+ = }}
// CHECK-NOT: {{^ +%[^ ]+ = }}
// CHECK: return
func.func @atan(%x: tensor<f32>) -> tensor<f32> {
  %r = mind.unary atan %x : tensor<f32>
  return %r : tensor<f32>
}
func.func private @atan.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @atan, wrt = array<i64: 0>}}
func.func private @atan.grad.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @atan.grad, wrt = array<i64: 0>}}
func.func private @atan.grad.grad.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @atan.grad.grad, wrt = array<i64: 0>}}

// CHECK-LABEL: func.func @last(
func.func @last() {
  return
}
