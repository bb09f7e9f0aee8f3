// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// Elementwise products (N3, N5, N6).

func.func private @f32(%a: tensor<3xf32>, %b: tensor<3xf32>) -> tensor<3xf32> {
  %r = mind.mul %a, %b : tensor<3xf32>, tensor<3xf32>
  return %r : tensor<3xf32>
}

func.func private @f64(%a: tensor<2xf64>, %b: tensor<2xf64>) -> tensor<2xf64> {
  %r = mind.mul %a, %b : tensor<2xf64>, tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func private @f16(%a: tensor<2xf16>, %b: tensor<2xf16>) -> tensor<2xf16> {
  %r = mind.mul %a, %b : tensor<2xf16>, tensor<2xf16>
  return %r : tensor<2xf16>
}

func.func private @bf16(%a: tensor<2xbf16>, %b: tensor<2xbf16>) -> tensor<2xbf16> {
  %r = mind.mul %a, %b : tensor<2xbf16>, tensor<2xbf16>
  return %r : tensor<2xbf16>
}

func.func private @i32(%a: tensor<2xi32>, %b: tensor<2xi32>) -> tensor<2xi32> {
  %r = mind.mul %a, %b : tensor<2xi32>, tensor<2xi32>
  return %r : tensor<2xi32>
}

func.func private @i64(%a: tensor<2xi64>, %b: tensor<2xi64>) -> tensor<2xi64> {
  %r = mind.mul %a, %b : tensor<2xi64>, tensor<2xi64>
  return %r : tensor<2xi64>
}

func.func private @q16(%a: tensor<3x!mind.q16>, %b: tensor<3x!mind.q16>) -> tensor<3x!mind.q16> {
  %r = mind.mul %a, %b : tensor<3x!mind.q16>, tensor<3x!mind.q16>
  return %r : tensor<3x!mind.q16>
}

func.func private @outer(%a: tensor<2x1x2xi32>, %b: tensor<2x1xi32>) -> tensor<2x2x2xi32> {
  %r = mind.mul %a, %b : tensor<2x1x2xi32>, tensor<2x1xi32>
  return %r : tensor<2x2x2xi32>
}

func.func private @not_fused(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %m = mind.mul %a, %a : tensor<f32>, tensor<f32>
  %r = mind.sub %m, %b : tensor<f32>, tensor<f32>
  return %r : tensor<f32>
}

func.func @main() {
  // CHECK: f32 [1e-45, nan, -0]
  %f32_a = mind.constant dense<[1.0e-30, 0.0, 3.0]> : tensor<3xf32>
  %f32_b = mind.constant dense<[1.0e-15, 0x7F800000, -0.0]> : tensor<3xf32>
  %f32 = call @f32(%f32_a, %f32_b) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  mind.print "f32 {}\n"(%f32) : tensor<3xf32>
  // CHECK: f64 [1.2100000000000002, inf]
  %f64_a = mind.constant dense<[1.1, 1.0e200]> : tensor<2xf64>
  %f64_b = mind.constant dense<[1.1, 1.0e200]> : tensor<2xf64>
  %f64 = call @f64(%f64_a, %f64_b) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  mind.print "f64 {}\n"(%f64) : tensor<2xf64>
  // CHECK: f16 [inf, 0.009995]
  %f16_a = mind.constant dense<[300.0, 0.1]> : tensor<2xf16>
  %f16_b = mind.constant dense<[300.0, 0.1]> : tensor<2xf16>
  %f16 = call @f16(%f16_a, %f16_b) : (tensor<2xf16>, tensor<2xf16>) -> tensor<2xf16>
  mind.print "f16 {}\n"(%f16) : tensor<2xf16>
  // CHECK: bf16 [3, 1.016]
  %bf16_a = mind.constant dense<[3.0, 1.01]> : tensor<2xbf16>
  %bf16_b = mind.constant dense<[1.0, 1.01]> : tensor<2xbf16>
  %bf16 = call @bf16(%bf16_a, %bf16_b) : (tensor<2xbf16>, tensor<2xbf16>) -> tensor<2xbf16>
  mind.print "bf16 {}\n"(%bf16) : tensor<2xbf16>
  // CHECK: i32 [0, -2147483648]
  %i32_a = mind.constant dense<[65536, -2147483648]> : tensor<2xi32>
  %i32_b = mind.constant dense<[65536, -1]> : tensor<2xi32>
  %i32 = call @i32(%i32_a, %i32_b) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  mind.print "i32 {}\n"(%i32) : tensor<2xi32>
  // CHECK: i64 [0, -21]
  %i64_a = mind.constant dense<[4294967296, 3]> : tensor<2xi64>
  %i64_b = mind.constant dense<[4294967296, -7]> : tensor<2xi64>
  %i64 = call @i64(%i64_a, %i64_b) : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  mind.print "i64 {}\n"(%i64) : tensor<2xi64>
  // The shift is arithmetic, so that -2^-17 becomes -2^-16; 65536 is cut to 32 bits.
  // CHECK: q16 [-2.25, -0.00002, 0]
  %q16_a = mind.constant dense<[98304, 1, 16777216]> : tensor<3xi32> as tensor<3x!mind.q16>
  %q16_b = mind.constant dense<[-98304, -32768, 16777216]> : tensor<3xi32> as tensor<3x!mind.q16>
  %q16 = call @q16(%q16_a, %q16_b) : (tensor<3x!mind.q16>, tensor<3x!mind.q16>) -> tensor<3x!mind.q16>
  mind.print "q16 {}\n"(%q16) : tensor<3x!mind.q16>
  // CHECK: outer [1, 2, 10, 20, 3, 4, 30, 40]
  %outer_a = mind.constant dense<[[[1, 2]], [[3, 4]]]> : tensor<2x1x2xi32>
  %outer_b = mind.constant dense<[[1], [10]]> : tensor<2x1xi32>
  %outer = call @outer(%outer_a, %outer_b) : (tensor<2x1x2xi32>, tensor<2x1xi32>) -> tensor<2x2x2xi32>
  %outer_flat = mind.reshape %outer : tensor<2x2x2xi32> -> tensor<8xi32>
  mind.print "outer {}\n"(%outer_flat) : tensor<8xi32>
  // A fused step would give 2^-46 (N1).
  // CHECK: not_fused 0
  %not_fused_a = mind.constant dense<0x3F800001> : tensor<f32>
  %not_fused_b = mind.constant dense<0x3F800002> : tensor<f32>
  %not_fused = call @not_fused(%not_fused_a, %not_fused_b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  mind.print "not_fused {}\n"(%not_fused) : tensor<f32>
  return
}
