// REQUIRES: mindc
// RUN: mind-opt %s --mind-resolve-grad | FileCheck %s --check-prefix=IR
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines

// A call takes an argument to those results that depend on it. reduce_max has no gradient, and needs none where what
// it is taken of does not depend on x.

!t = tensor<2xf32>
!s = tensor<f32>

func.func private @second(%a: !t, %b: !t) -> !t {
  %0 = mind.mul %b, %b : !t, !t
  return %0 : !t
}
// IR-LABEL: func.func private @inactive.grad(
// IR: mind.reduce_max
func.func private @inactive(%x: !t, %k: !t) -> !s {
  %0 = call @second(%x, %k) : (!t, !t) -> !t
  %1 = mind.reduce_max %0 axes [0] : !t
  %2 = mind.mul %x, %1 : !t, !s
  %3 = mind.sum %2 axes [] : !t
  return %3 : !s
}
func.func private @inactive.grad(!t, !t) -> !t
    attributes {mind.derivative = {kind = "grad", of = @inactive, wrt = array<i64: 0>}}
func.func private @inactive.jvp(!t, !t, !t) -> (!s, !s)
    attributes {mind.derivative = {kind = "jvp", of = @inactive, wrt = array<i64: 0>}}

// The unsupported op is in the callee, on the way from the other argument.
func.func private @both(%a: !t, %b: !t) -> (!t, !s) {
  %0 = mind.mul %a, %a : !t, !t
  %1 = mind.reduce_max %b axes [0] : !t
  return %0, %1 : !t, !s
}
func.func private @apart(%x: !t, %k: !t) -> !s {
  %0:2 = call @both(%x, %k) : (!t, !t) -> (!t, !s)
  // IR-LABEL: func.func private @apart.grad(
  %m = mind.expand_dims %0#1 axis 0 : !s
  %r = mind.reduce_max %m axes [0] : tensor<1xf32>
  %1 = mind.mul %0#0, %r : !t, !s
  %2 = mind.sum %1 axes [] : !t
  return %2 : !s
}
func.func private @apart.grad(!t, !t) -> !t
    attributes {mind.derivative = {kind = "grad", of = @apart, wrt = array<i64: 0>}}
// Through a function with a pullback of its own as well, which has no cotangent of what it does not reach.
func.func private @kept(%a: !t, %b: !t) -> (!t, !s) attributes {mind.checkpoint} {
  %0:2 = call @both(%a, %b) : (!t, !t) -> (!t, !s)
  return %0#0, %0#1 : !t, !s
}
func.func private @shared(%x: !t, %k: !t) -> !s {
  %0:2 = call @kept(%x, %k) : (!t, !t) -> (!t, !s)
  %1 = mind.mul %0#0, %0#1 : !t, !s
  %2 = mind.sum %1 axes [] : !t
  return %2 : !s
}
// IR-LABEL: func.func private @shared.grad(
// IR: call @kept.vjp.0.of.0
func.func private @shared.grad(!t, !t) -> !t
    attributes {mind.derivative = {kind = "grad", of = @shared, wrt = array<i64: 0>}}

// A recursion, which is found to take its second argument alone to the result: it needs no @checkpoint.
func.func private @walk(%a: !t, %b: !t, %n: tensor<i64>) -> !t {
  %zero = mind.constant dense<0> : tensor<i64>
  %one = mind.constant dense<1> : tensor<i64>
  %c = mind.compare gt %n, %zero : tensor<i64>, tensor<i64>
  %0 = mind.if %c -> (!t) {
    %m = mind.sub %n, %one : tensor<i64>, tensor<i64>
    %1 = mind.add %a, %b : !t, !t
    %2 = mind.add %b, %b : !t, !t
    %3 = func.call @walk(%1, %2, %m) : (!t, !t, tensor<i64>) -> !t
    mind.yield %3 : !t
  } else {
    mind.yield %b : !t
  }
  return %0 : !t
}
func.func private @recursive(%x: !t, %k: !t, %n: tensor<i64>) -> !s {
  %0 = call @walk(%x, %k, %n) : (!t, !t, tensor<i64>) -> !t
  %1 = mind.reduce_max %0 axes [0] : !t
  %2 = mind.mul %x, %1 : !t, !s
  %3 = mind.sum %2 axes [] : !t
  return %3 : !s
}
func.func private @recursive.grad(!t, !t, tensor<i64>) -> !t
    attributes {mind.derivative = {kind = "grad", of = @recursive, wrt = array<i64: 0>}}

func.func @main() {
  %x = mind.constant dense<[1.0, 2.0]> : !t
  %k = mind.constant dense<[3.0, 5.0]> : !t
  %n = mind.constant dense<3> : tensor<i64>
  // CHECK: inactive [25, 25]
  %0 = call @inactive.grad(%x, %k) : (!t, !t) -> !t
  mind.print "inactive {}\n"(%0) : !t
  // CHECK: forward 75 200
  %1:2 = call @inactive.jvp(%x, %k, %k) : (!t, !t, !t) -> (!s, !s)
  mind.print "forward {} {}\n"(%1#0, %1#1) : !s, !s
  // CHECK: apart [10, 20]
  %2 = call @apart.grad(%x, %k) : (!t, !t) -> !t
  mind.print "apart {}\n"(%2) : !t
  // CHECK: shared [10, 20]
  %3 = call @shared.grad(%x, %k) : (!t, !t) -> !t
  mind.print "shared {}\n"(%3) : !t
  // CHECK: recursive [40, 40]
  %4 = call @recursive.grad(%x, %k, %n) : (!t, !t, tensor<i64>) -> !t
  mind.print "recursive {}\n"(%4) : !t
  return
}
