// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// The greatest element: a NaN wins, +0 is above -0; of nothing the lowest value.

func.func private @f32(%a: tensor<3x2xf32>) -> tensor<3xf32> {
  %r = mind.reduce_max %a axes [1] : tensor<3x2xf32>
  return %r : tensor<3xf32>
}

func.func private @f64(%a: tensor<2x2xf64>) -> tensor<1x2xf64> {
  %r = mind.reduce_max %a axes [0] keepdims : tensor<2x2xf64>
  return %r : tensor<1x2xf64>
}

func.func private @f16(%a: tensor<2xf16>) -> tensor<f16> {
  %r = mind.reduce_max %a axes [] : tensor<2xf16>
  return %r : tensor<f16>
}

func.func private @bf16(%a: tensor<2xbf16>) -> tensor<bf16> {
  %r = mind.reduce_max %a axes [] : tensor<2xbf16>
  return %r : tensor<bf16>
}

func.func private @i32(%a: tensor<2x2x2xi32>) -> tensor<2x2xi32> {
  %r = mind.reduce_max %a axes [1] : tensor<2x2x2xi32>
  return %r : tensor<2x2xi32>
}

func.func private @i64(%a: tensor<2xi64>) -> tensor<i64> {
  %r = mind.reduce_max %a axes [] : tensor<2xi64>
  return %r : tensor<i64>
}

func.func private @q16(%a: tensor<2x!mind.q16>) -> tensor<!mind.q16> {
  %r = mind.reduce_max %a axes [] : tensor<2x!mind.q16>
  return %r : tensor<!mind.q16>
}

func.func private @empty_f32(%a: tensor<0xf32>) -> tensor<f32> {
  %r = mind.reduce_max %a axes [] : tensor<0xf32>
  return %r : tensor<f32>
}

func.func private @empty_i32(%a: tensor<0xi32>) -> tensor<i32> {
  %r = mind.reduce_max %a axes [] : tensor<0xi32>
  return %r : tensor<i32>
}

func.func @main() {
  // CHECK: f32 [0, nan, -1]
  %f32_a = mind.constant dense<[[-0.0, 0.0], [0x7FC00000, 1.0], [-2.0, -1.0]]> : tensor<3x2xf32>
  %f32 = call @f32(%f32_a) : (tensor<3x2xf32>) -> tensor<3xf32>
  mind.print "f32 {}\n"(%f32) : tensor<3xf32>
  // CHECK: f64 [3, 5]
  %f64_a = mind.constant dense<[[1.0, 5.0], [3.0, 2.0]]> : tensor<2x2xf64>
  %f64 = call @f64(%f64_a) : (tensor<2x2xf64>) -> tensor<1x2xf64>
  %f64_flat = mind.reshape %f64 : tensor<1x2xf64> -> tensor<2xf64>
  mind.print "f64 {}\n"(%f64_flat) : tensor<2xf64>
  // CHECK: f16 1.5
  %f16_a = mind.constant dense<[-1.0, 1.5]> : tensor<2xf16>
  %f16 = call @f16(%f16_a) : (tensor<2xf16>) -> tensor<f16>
  mind.print "f16 {}\n"(%f16) : tensor<f16>
  // CHECK: bf16 -1
  %bf16_a = mind.constant dense<[-1.0, -1.5]> : tensor<2xbf16>
  %bf16 = call @bf16(%bf16_a) : (tensor<2xbf16>) -> tensor<bf16>
  mind.print "bf16 {}\n"(%bf16) : tensor<bf16>
  // CHECK: i32 [3, 4, 7, 8]
  %i32_a = mind.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi32>
  %i32 = call @i32(%i32_a) : (tensor<2x2x2xi32>) -> tensor<2x2xi32>
  %i32_flat = mind.reshape %i32 : tensor<2x2xi32> -> tensor<4xi32>
  mind.print "i32 {}\n"(%i32_flat) : tensor<4xi32>
  // CHECK: i64 -1
  %i64_a = mind.constant dense<[-9223372036854775808, -1]> : tensor<2xi64>
  %i64 = call @i64(%i64_a) : (tensor<2xi64>) -> tensor<i64>
  mind.print "i64 {}\n"(%i64) : tensor<i64>
  // CHECK: q16 -1
  %q16_a = mind.constant dense<[-65536, -98304]> : tensor<2xi32> as tensor<2x!mind.q16>
  %q16 = call @q16(%q16_a) : (tensor<2x!mind.q16>) -> tensor<!mind.q16>
  mind.print "q16 {}\n"(%q16) : tensor<!mind.q16>
  // CHECK: empty_f32 -inf
  %empty_f32_a = mind.constant dense<[]> : tensor<0xf32>
  %empty_f32 = call @empty_f32(%empty_f32_a) : (tensor<0xf32>) -> tensor<f32>
  mind.print "empty_f32 {}\n"(%empty_f32) : tensor<f32>
  // CHECK: empty_i32 -2147483648
  %empty_i32_a = mind.constant dense<[]> : tensor<0xi32>
  %empty_i32 = call @empty_i32(%empty_i32_a) : (tensor<0xi32>) -> tensor<i32>
  mind.print "empty_i32 {}\n"(%empty_i32) : tensor<i32>
  return
}
