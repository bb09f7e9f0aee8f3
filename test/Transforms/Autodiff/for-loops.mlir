// REQUIRES: mindc
// RUN: mind-opt %s --mind-resolve-grad | FileCheck %s --check-prefix=IR
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run %s | FileCheck %s --match-full-lines %}

// Counted loops of upstream, which are reversed as loops with a condition are.

!s = tensor<f32>

// IR-LABEL: func.func private @power.grad(
// IR-NOT: scf.for
// IR: scf.while
// IR-NOT: scf.for
// IR: return
// IR-LABEL: func.func
func.func private @power(%x: !s, %n: index) -> !s {
  %one = mind.constant dense<1.0> : !s
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %one) -> !s {
    %0 = mind.mul %a, %x : !s, !s
    scf.yield %0 : !s
  }
  return %r : !s
}
func.func private @power.grad(!s, index) -> !s
    attributes {mind.derivative = {kind = "grad", of = @power, wrt = array<i64: 0>}}
func.func private @power.grad.grad(!s, index) -> !s
    attributes {mind.derivative = {kind = "grad", of = @power.grad, wrt = array<i64: 0>}}
func.func private @power.jvp(!s, index, !s) -> (!s, !s)
    attributes {mind.derivative = {kind = "jvp", of = @power, wrt = array<i64: 0>}}

// The counter is read, the loops are nested, one counts in i32 and has no round at times.
// sum of i * x**i over i = 1, 3, 5
func.func private @series(%x: !s, %n: i32) -> !s {
  %zero = mind.constant dense<0.0> : !s
  %one = mind.constant dense<1.0> : !s
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i1 = arith.constant 1 : i32
  %i2 = arith.constant 2 : i32
  %r = scf.for %i = %i1 to %n step %i2 iter_args(%sum = %zero) -> !s : i32 {
    %end = arith.index_cast %i : i32 to index
    %p = scf.for %j = %c0 to %end step %c1 iter_args(%a = %one) -> !s {
      %0 = mind.mul %a, %x : !s, !s
      scf.yield %0 : !s
    }
    %wide = arith.extsi %i : i32 to i64
    %t = tensor.from_elements %wide : tensor<i64>
    %f = mind.cast %t : tensor<i64> -> !s
    %q = mind.mul %p, %f : !s, !s
    %1 = mind.add %sum, %q : !s, !s
    scf.yield %1 : !s
  }
  return %r : !s
}
func.func private @series.grad(!s, i32) -> !s
    attributes {mind.derivative = {kind = "grad", of = @series, wrt = array<i64: 0>}}

func.func @main() {
  %x = mind.constant dense<2.0> : !s
  %c5 = arith.constant 5 : index
  %i6 = arith.constant 6 : i32
  %i1 = arith.constant 1 : i32
  // CHECK: power 80 160
  %0 = func.call @power.grad(%x, %c5) : (!s, index) -> !s
  %1 = func.call @power.grad.grad(%x, %c5) : (!s, index) -> !s
  mind.print "power {} {}\n"(%0, %1) : !s, !s
  // CHECK: jvp 32 80
  %unit = mind.constant dense<1.0> : !s
  %2:2 = func.call @power.jvp(%x, %c5, %unit) : (!s, index, !s) -> (!s, !s)
  mind.print "jvp {} {}\n"(%2#0, %2#1) : !s, !s
  // 1 + 9 x**2 + 25 x**4, and nothing.
  // CHECK: series 437 0
  %4 = func.call @series.grad(%x, %i6) : (!s, i32) -> !s
  %5 = func.call @series.grad(%x, %i1) : (!s, i32) -> !s
  mind.print "series {} {}\n"(%4, %5) : !s, !s
  return
}
