// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// Elementwise differences (N3, N5, N6).

func.func private @f32(%a: tensor<3xf32>, %b: tensor<3xf32>) -> tensor<3xf32> {
  %r = mind.sub %a, %b : tensor<3xf32>, tensor<3xf32>
  return %r : tensor<3xf32>
}

func.func private @f64(%a: tensor<1xf64>, %b: tensor<1xf64>) -> tensor<1xf64> {
  %r = mind.sub %a, %b : tensor<1xf64>, tensor<1xf64>
  return %r : tensor<1xf64>
}

func.func private @f16(%a: tensor<1xf16>, %b: tensor<1xf16>) -> tensor<1xf16> {
  %r = mind.sub %a, %b : tensor<1xf16>, tensor<1xf16>
  return %r : tensor<1xf16>
}

func.func private @bf16(%a: tensor<1xbf16>, %b: tensor<1xbf16>) -> tensor<1xbf16> {
  %r = mind.sub %a, %b : tensor<1xbf16>, tensor<1xbf16>
  return %r : tensor<1xbf16>
}

func.func private @i32(%a: tensor<1xi32>, %b: tensor<1xi32>) -> tensor<1xi32> {
  %r = mind.sub %a, %b : tensor<1xi32>, tensor<1xi32>
  return %r : tensor<1xi32>
}

func.func private @i64(%a: tensor<1xi64>, %b: tensor<1xi64>) -> tensor<1xi64> {
  %r = mind.sub %a, %b : tensor<1xi64>, tensor<1xi64>
  return %r : tensor<1xi64>
}

func.func private @q16(%a: tensor<2x!mind.q16>, %b: tensor<2x!mind.q16>) -> tensor<2x!mind.q16> {
  %r = mind.sub %a, %b : tensor<2x!mind.q16>, tensor<2x!mind.q16>
  return %r : tensor<2x!mind.q16>
}

func.func private @left_scalar(%a: tensor<i32>, %b: tensor<2x2xi32>) -> tensor<2x2xi32> {
  %r = mind.sub %a, %b : tensor<i32>, tensor<2x2xi32>
  return %r : tensor<2x2xi32>
}

func.func @main() {
  // CHECK: f32 [0, -0, -inf]
  %f32_a = mind.constant dense<[0.0, -0.0, 1.0]> : tensor<3xf32>
  %f32_b = mind.constant dense<[0.0, 0.0, 0x7F800000]> : tensor<3xf32>
  %f32 = call @f32(%f32_a, %f32_b) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  mind.print "f32 {}\n"(%f32) : tensor<3xf32>
  // CHECK: f64 [0.09999999999999998]
  %f64_a = mind.constant dense<[1.0]> : tensor<1xf64>
  %f64_b = mind.constant dense<[0.9]> : tensor<1xf64>
  %f64 = call @f64(%f64_a, %f64_b) : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xf64>
  mind.print "f64 {}\n"(%f64) : tensor<1xf64>
  // CHECK: f16 [2048]
  %f16_a = mind.constant dense<[2049.0]> : tensor<1xf16>
  %f16_b = mind.constant dense<[0.1]> : tensor<1xf16>
  %f16 = call @f16(%f16_a, %f16_b) : (tensor<1xf16>, tensor<1xf16>) -> tensor<1xf16>
  mind.print "f16 {}\n"(%f16) : tensor<1xf16>
  // CHECK: bf16 [1]
  %bf16_a = mind.constant dense<[1.0]> : tensor<1xbf16>
  %bf16_b = mind.constant dense<[0.001]> : tensor<1xbf16>
  %bf16 = call @bf16(%bf16_a, %bf16_b) : (tensor<1xbf16>, tensor<1xbf16>) -> tensor<1xbf16>
  mind.print "bf16 {}\n"(%bf16) : tensor<1xbf16>
  // CHECK: i32 [2147483647]
  %i32_a = mind.constant dense<[-2147483648]> : tensor<1xi32>
  %i32_b = mind.constant dense<[1]> : tensor<1xi32>
  %i32 = call @i32(%i32_a, %i32_b) : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  mind.print "i32 {}\n"(%i32) : tensor<1xi32>
  // CHECK: i64 [9223372036854775807]
  %i64_a = mind.constant dense<[-9223372036854775808]> : tensor<1xi64>
  %i64_b = mind.constant dense<[1]> : tensor<1xi64>
  %i64 = call @i64(%i64_a, %i64_b) : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  mind.print "i64 {}\n"(%i64) : tensor<1xi64>
  // CHECK: q16 [-0.00002, 32767.99998]
  %q16_a = mind.constant dense<[0, -2147483648]> : tensor<2xi32> as tensor<2x!mind.q16>
  %q16_b = mind.constant dense<[1, 1]> : tensor<2xi32> as tensor<2x!mind.q16>
  %q16 = call @q16(%q16_a, %q16_b) : (tensor<2x!mind.q16>, tensor<2x!mind.q16>) -> tensor<2x!mind.q16>
  mind.print "q16 {}\n"(%q16) : tensor<2x!mind.q16>
  // CHECK: left_scalar [9, 8, 7, 6]
  %left_scalar_a = mind.constant dense<10> : tensor<i32>
  %left_scalar_b = mind.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %left_scalar = call @left_scalar(%left_scalar_a, %left_scalar_b) : (tensor<i32>, tensor<2x2xi32>)
      -> tensor<2x2xi32>
  %left_scalar_flat = mind.reshape %left_scalar : tensor<2x2xi32> -> tensor<4xi32>
  mind.print "left_scalar {}\n"(%left_scalar_flat) : tensor<4xi32>
  return
}
