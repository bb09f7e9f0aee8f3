// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// One division of the sum by n, in the accumulator (N16, N18).

func.func private @f32(%a: tensor<3xf32>) -> tensor<f32> {
  %r = mind.mean %a axes [] : tensor<3xf32>
  return %r : tensor<f32>
}

func.func private @f64(%a: tensor<2x3xf64>) -> tensor<2x1xf64> {
  %r = mind.mean %a axes [1] keepdims : tensor<2x3xf64>
  return %r : tensor<2x1xf64>
}

func.func private @f16(%a: tensor<2xf16>) -> tensor<f16> {
  %r = mind.mean %a axes [] : tensor<2xf16>
  return %r : tensor<f16>
}

func.func private @bf16(%a: tensor<3x1xbf16>) -> tensor<1xbf16> {
  %r = mind.mean %a axes [0] : tensor<3x1xbf16>
  return %r : tensor<1xbf16>
}

func.func private @empty(%a: tensor<0xf32>) -> tensor<f32> {
  %r = mind.mean %a axes [] : tensor<0xf32>
  return %r : tensor<f32>
}

func.func private @rank0(%a: tensor<f64>) -> tensor<f64> {
  %r = mind.mean %a axes [] : tensor<f64>
  return %r : tensor<f64>
}

func.func private @q16(%a: tensor<2x!mind.q16>) -> tensor<!mind.q16> {
  %r = mind.mean %a axes [] : tensor<2x!mind.q16>
  return %r : tensor<!mind.q16>
}

func.func private @q16_toward_zero(%a: tensor<2x!mind.q16>) -> tensor<!mind.q16> {
  %r = mind.mean %a axes [] : tensor<2x!mind.q16>
  return %r : tensor<!mind.q16>
}

func.func private @q16_empty(%a: tensor<0x!mind.q16>) -> tensor<!mind.q16> {
  %r = mind.mean %a axes [] : tensor<0x!mind.q16>
  return %r : tensor<!mind.q16>
}

func.func @main() {
  // CHECK: f32 0.33333334
  %f32_a = mind.constant dense<[1.0, 0.0, 0.0]> : tensor<3xf32>
  %f32 = call @f32(%f32_a) : (tensor<3xf32>) -> tensor<f32>
  mind.print "f32 {}\n"(%f32) : tensor<f32>
  // CHECK: f64 [2.3333333333333335, 0.3333333333333333]
  %f64_a = mind.constant dense<[[1.0, 2.0, 4.0], [0.0, 0.0, 1.0]]> : tensor<2x3xf64>
  %f64 = call @f64(%f64_a) : (tensor<2x3xf64>) -> tensor<2x1xf64>
  %f64_flat = mind.reshape %f64 : tensor<2x1xf64> -> tensor<2xf64>
  mind.print "f64 {}\n"(%f64_flat) : tensor<2xf64>
  // The f32 sum is above the greatest f16, its half is not.
  // CHECK: f16 60000
  %f16_a = mind.constant dense<[6.0e4, 6.0e4]> : tensor<2xf16>
  %f16 = call @f16(%f16_a) : (tensor<2xf16>) -> tensor<f16>
  mind.print "f16 {}\n"(%f16) : tensor<f16>
  // CHECK: bf16 [0.668]
  %bf16_a = mind.constant dense<[[1.0], [1.0], [0.0]]> : tensor<3x1xbf16>
  %bf16 = call @bf16(%bf16_a) : (tensor<3x1xbf16>) -> tensor<1xbf16>
  mind.print "bf16 {}\n"(%bf16) : tensor<1xbf16>
  // CHECK: empty nan
  %empty_a = mind.constant dense<[]> : tensor<0xf32>
  %empty = call @empty(%empty_a) : (tensor<0xf32>) -> tensor<f32>
  mind.print "empty {}\n"(%empty) : tensor<f32>
  // CHECK: rank0 -0
  %rank0_a = mind.constant dense<-0.0> : tensor<f64>
  %rank0 = call @rank0(%rank0_a) : (tensor<f64>) -> tensor<f64>
  mind.print "rank0 {}\n"(%rank0) : tensor<f64>
  // The 64-bit sum is divided, which has not wrapped.
  // CHECK: q16 32767.99998
  %q16_a = mind.constant dense<[2147483647, 2147483647]> : tensor<2xi32> as tensor<2x!mind.q16>
  %q16 = call @q16(%q16_a) : (tensor<2x!mind.q16>) -> tensor<!mind.q16>
  mind.print "q16 {}\n"(%q16) : tensor<!mind.q16>
  // CHECK: q16_toward_zero -0.00002
  %q16_toward_zero_a = mind.constant dense<[-3, 0]> : tensor<2xi32> as tensor<2x!mind.q16>
  %q16_toward_zero = call @q16_toward_zero(%q16_toward_zero_a) : (tensor<2x!mind.q16>) -> tensor<!mind.q16>
  mind.print "q16_toward_zero {}\n"(%q16_toward_zero) : tensor<!mind.q16>
  // CHECK: q16_empty 0
  %q16_empty_a = mind.constant dense<[]> : tensor<0xi32> as tensor<0x!mind.q16>
  %q16_empty = call @q16_empty(%q16_empty_a) : (tensor<0x!mind.q16>) -> tensor<!mind.q16>
  mind.print "q16_empty {}\n"(%q16_empty) : tensor<!mind.q16>
  return
}
