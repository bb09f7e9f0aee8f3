// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// Sums over axes; what they give when there is nothing to add, and how they wrap (N15, N18).

func.func private @all(%a: tensor<2x2x2xi32>) -> tensor<i32> {
  %r = mind.sum %a axes [] : tensor<2x2x2xi32>
  return %r : tensor<i32>
}

func.func private @outer(%a: tensor<2x2x2xi32>) -> tensor<2x2xi32> {
  %r = mind.sum %a axes [0] : tensor<2x2x2xi32>
  return %r : tensor<2x2xi32>
}

func.func private @middle(%a: tensor<2x2x2xi32>) -> tensor<2x2xi32> {
  %r = mind.sum %a axes [1] : tensor<2x2x2xi32>
  return %r : tensor<2x2xi32>
}

func.func private @inner(%a: tensor<2x2x2xi32>) -> tensor<2x2xi32> {
  %r = mind.sum %a axes [2] : tensor<2x2x2xi32>
  return %r : tensor<2x2xi32>
}

func.func private @two(%a: tensor<2x2x2xi32>) -> tensor<2xi32> {
  %r = mind.sum %a axes [2, 0] : tensor<2x2x2xi32>
  return %r : tensor<2xi32>
}

func.func private @kept(%a: tensor<2x2x2xi32>) -> tensor<1x2x1xi32> {
  %r = mind.sum %a axes [0, 2] keepdims : tensor<2x2x2xi32>
  return %r : tensor<1x2x1xi32>
}

func.func private @rank0(%a: tensor<f32>) -> tensor<f32> {
  %r = mind.sum %a axes [] : tensor<f32>
  return %r : tensor<f32>
}

func.func private @extent1(%a: tensor<2x1xf32>) -> tensor<2xf32> {
  %r = mind.sum %a axes [1] : tensor<2x1xf32>
  return %r : tensor<2xf32>
}

func.func private @empty(%a: tensor<0x2xf32>) -> tensor<2xf32> {
  %r = mind.sum %a axes [0] : tensor<0x2xf32>
  return %r : tensor<2xf32>
}

func.func private @i64(%a: tensor<2xi64>) -> tensor<i64> {
  %r = mind.sum %a axes [] : tensor<2xi64>
  return %r : tensor<i64>
}

func.func private @q16(%a: tensor<2x!mind.q16>) -> tensor<!mind.q16> {
  %r = mind.sum %a axes [] : tensor<2x!mind.q16>
  return %r : tensor<!mind.q16>
}

func.func private @f16(%a: tensor<2xf16>) -> tensor<f16> {
  %r = mind.sum %a axes [] : tensor<2xf16>
  return %r : tensor<f16>
}

func.func private @f64(%a: tensor<3x2xf64>) -> tensor<2xf64> {
  %r = mind.sum %a axes [0] : tensor<3x2xf64>
  return %r : tensor<2xf64>
}

func.func @main() {
  // CHECK: all 36
  %all_a = mind.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi32>
  %all = call @all(%all_a) : (tensor<2x2x2xi32>) -> tensor<i32>
  mind.print "all {}\n"(%all) : tensor<i32>
  // CHECK: outer [6, 8, 10, 12]
  %outer_a = mind.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi32>
  %outer = call @outer(%outer_a) : (tensor<2x2x2xi32>) -> tensor<2x2xi32>
  %outer_flat = mind.reshape %outer : tensor<2x2xi32> -> tensor<4xi32>
  mind.print "outer {}\n"(%outer_flat) : tensor<4xi32>
  // CHECK: middle [4, 6, 12, 14]
  %middle_a = mind.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi32>
  %middle = call @middle(%middle_a) : (tensor<2x2x2xi32>) -> tensor<2x2xi32>
  %middle_flat = mind.reshape %middle : tensor<2x2xi32> -> tensor<4xi32>
  mind.print "middle {}\n"(%middle_flat) : tensor<4xi32>
  // CHECK: inner [3, 7, 11, 15]
  %inner_a = mind.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi32>
  %inner = call @inner(%inner_a) : (tensor<2x2x2xi32>) -> tensor<2x2xi32>
  %inner_flat = mind.reshape %inner : tensor<2x2xi32> -> tensor<4xi32>
  mind.print "inner {}\n"(%inner_flat) : tensor<4xi32>
  // CHECK: two [14, 22]
  %two_a = mind.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi32>
  %two = call @two(%two_a) : (tensor<2x2x2xi32>) -> tensor<2xi32>
  mind.print "two {}\n"(%two) : tensor<2xi32>
  // CHECK: kept [14, 22]
  %kept_a = mind.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi32>
  %kept = call @kept(%kept_a) : (tensor<2x2x2xi32>) -> tensor<1x2x1xi32>
  %kept_flat = mind.reshape %kept : tensor<1x2x1xi32> -> tensor<2xi32>
  mind.print "kept {}\n"(%kept_flat) : tensor<2xi32>
  // No axis at all: the tensor itself.
  // CHECK: rank0 -0
  %rank0_a = mind.constant dense<-0.0> : tensor<f32>
  %rank0 = call @rank0(%rank0_a) : (tensor<f32>) -> tensor<f32>
  mind.print "rank0 {}\n"(%rank0) : tensor<f32>
  // (+0) + -0 is +0.
  // CHECK: extent1 [0, 1.5]
  %extent1_a = mind.constant dense<[[-0.0], [1.5]]> : tensor<2x1xf32>
  %extent1 = call @extent1(%extent1_a) : (tensor<2x1xf32>) -> tensor<2xf32>
  mind.print "extent1 {}\n"(%extent1) : tensor<2xf32>
  // CHECK: empty [0, 0]
  %empty_a = mind.constant dense<> : tensor<0x2xf32>
  %empty = call @empty(%empty_a) : (tensor<0x2xf32>) -> tensor<2xf32>
  mind.print "empty {}\n"(%empty) : tensor<2xf32>
  // CHECK: i64 -9223372036854775808
  %i64_a = mind.constant dense<[9223372036854775807, 1]> : tensor<2xi64>
  %i64 = call @i64(%i64_a) : (tensor<2xi64>) -> tensor<i64>
  mind.print "i64 {}\n"(%i64) : tensor<i64>
  // CHECK: q16 -32768
  %q16_a = mind.constant dense<[2147483647, 1]> : tensor<2xi32> as tensor<2x!mind.q16>
  %q16 = call @q16(%q16_a) : (tensor<2x!mind.q16>) -> tensor<!mind.q16>
  mind.print "q16 {}\n"(%q16) : tensor<!mind.q16>
  // CHECK: f16 inf
  %f16_a = mind.constant dense<[6.0e4, 6.0e4]> : tensor<2xf16>
  %f16 = call @f16(%f16_a) : (tensor<2xf16>) -> tensor<f16>
  mind.print "f16 {}\n"(%f16) : tensor<f16>
  // CHECK: f64 [0.6000000000000001, 6]
  %f64_a = mind.constant dense<[[0.1, 1.0], [0.2, 2.0], [0.3, 3.0]]> : tensor<3x2xf64>
  %f64 = call @f64(%f64_a) : (tensor<3x2xf64>) -> tensor<2xf64>
  mind.print "f64 {}\n"(%f64) : tensor<2xf64>
  return
}
