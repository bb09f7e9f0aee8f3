// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// Elementwise sums: one rounding for floats, wrapping for the rest (N1, N3, N5, N6).

func.func private @f32(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = mind.add %a, %b : tensor<4xf32>, tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func private @f64(%a: tensor<2xf64>, %b: tensor<2xf64>) -> tensor<2xf64> {
  %r = mind.add %a, %b : tensor<2xf64>, tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func private @f16(%a: tensor<3xf16>, %b: tensor<3xf16>) -> tensor<3xf16> {
  %r = mind.add %a, %b : tensor<3xf16>, tensor<3xf16>
  return %r : tensor<3xf16>
}

func.func private @bf16(%a: tensor<2xbf16>, %b: tensor<2xbf16>) -> tensor<2xbf16> {
  %r = mind.add %a, %b : tensor<2xbf16>, tensor<2xbf16>
  return %r : tensor<2xbf16>
}

func.func private @i32(%a: tensor<2xi32>, %b: tensor<2xi32>) -> tensor<2xi32> {
  %r = mind.add %a, %b : tensor<2xi32>, tensor<2xi32>
  return %r : tensor<2xi32>
}

func.func private @i64(%a: tensor<2xi64>, %b: tensor<2xi64>) -> tensor<2xi64> {
  %r = mind.add %a, %b : tensor<2xi64>, tensor<2xi64>
  return %r : tensor<2xi64>
}

func.func private @q16(%a: tensor<2x!mind.q16>, %b: tensor<2x!mind.q16>) -> tensor<2x!mind.q16> {
  %r = mind.add %a, %b : tensor<2x!mind.q16>, tensor<2x!mind.q16>
  return %r : tensor<2x!mind.q16>
}

func.func private @broadcast(%a: tensor<2x1xi32>, %b: tensor<3xi32>) -> tensor<2x3xi32> {
  %r = mind.add %a, %b : tensor<2x1xi32>, tensor<3xi32>
  return %r : tensor<2x3xi32>
}

func.func private @scalar(%a: tensor<f32>, %b: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %r = mind.add %a, %b : tensor<f32>, tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

func.func @main() {
  // CHECK: f32 [16777216, 0.3, -0, 3e-45]
  %f32_a = mind.constant dense<[16777216.0, 0.1, -0.0, 1.0e-45]> : tensor<4xf32>
  %f32_b = mind.constant dense<[1.0, 0.2, -0.0, 1.0e-45]> : tensor<4xf32>
  %f32 = call @f32(%f32_a, %f32_b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  mind.print "f32 {}\n"(%f32) : tensor<4xf32>
  // CHECK: f64 [0.30000000000000004, nan]
  %f64_a = mind.constant dense<[0.1, 0x7FF0000000000000]> : tensor<2xf64>
  %f64_b = mind.constant dense<[0.2, 0xFFF0000000000000]> : tensor<2xf64>
  %f64 = call @f64(%f64_a, %f64_b) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  mind.print "f64 {}\n"(%f64) : tensor<2xf64>
  // CHECK: f16 [2048, 2052, inf]
  %f16_a = mind.constant dense<[2048.0, 2048.0, 60000.0]> : tensor<3xf16>
  %f16_b = mind.constant dense<[1.0, 3.0, 60000.0]> : tensor<3xf16>
  %f16 = call @f16(%f16_a, %f16_b) : (tensor<3xf16>, tensor<3xf16>) -> tensor<3xf16>
  mind.print "f16 {}\n"(%f16) : tensor<3xf16>
  // CHECK: bf16 [256, 260]
  %bf16_a = mind.constant dense<[256.0, 256.0]> : tensor<2xbf16>
  %bf16_b = mind.constant dense<[1.0, 3.0]> : tensor<2xbf16>
  %bf16 = call @bf16(%bf16_a, %bf16_b) : (tensor<2xbf16>, tensor<2xbf16>) -> tensor<2xbf16>
  mind.print "bf16 {}\n"(%bf16) : tensor<2xbf16>
  // CHECK: i32 [-2147483648, 3]
  %i32_a = mind.constant dense<[2147483647, 1]> : tensor<2xi32>
  %i32_b = mind.constant dense<[1, 2]> : tensor<2xi32>
  %i32 = call @i32(%i32_a, %i32_b) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  mind.print "i32 {}\n"(%i32) : tensor<2xi32>
  // CHECK: i64 [-9223372036854775808, 0]
  %i64_a = mind.constant dense<[9223372036854775807, -1]> : tensor<2xi64>
  %i64_b = mind.constant dense<[1, 1]> : tensor<2xi64>
  %i64 = call @i64(%i64_a, %i64_b) : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  mind.print "i64 {}\n"(%i64) : tensor<2xi64>
  // CHECK: q16 [1.5, -32768]
  %q16_a = mind.constant dense<[65536, 2147483647]> : tensor<2xi32> as tensor<2x!mind.q16>
  %q16_b = mind.constant dense<[32768, 1]> : tensor<2xi32> as tensor<2x!mind.q16>
  %q16 = call @q16(%q16_a, %q16_b) : (tensor<2x!mind.q16>, tensor<2x!mind.q16>) -> tensor<2x!mind.q16>
  mind.print "q16 {}\n"(%q16) : tensor<2x!mind.q16>
  // CHECK: broadcast [11, 12, 13, 21, 22, 23]
  %broadcast_a = mind.constant dense<[[10], [20]]> : tensor<2x1xi32>
  %broadcast_b = mind.constant dense<[1, 2, 3]> : tensor<3xi32>
  %broadcast = call @broadcast(%broadcast_a, %broadcast_b) : (tensor<2x1xi32>, tensor<3xi32>)
      -> tensor<2x3xi32>
  %broadcast_flat = mind.reshape %broadcast : tensor<2x3xi32> -> tensor<6xi32>
  mind.print "broadcast {}\n"(%broadcast_flat) : tensor<6xi32>
  // CHECK: scalar [1.5, 2.5, 3.5, 4.5]
  %scalar_a = mind.constant dense<0.5> : tensor<f32>
  %scalar_b = mind.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %scalar = call @scalar(%scalar_a, %scalar_b) : (tensor<f32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %scalar_flat = mind.reshape %scalar : tensor<2x2xf32> -> tensor<4xf32>
  mind.print "scalar {}\n"(%scalar_flat) : tensor<4xf32>
  return
}
