// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// Elementwise quotients: IEEE, or toward zero with x / 0 = 0 (N3, N5, N6).

func.func private @f32(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = mind.div %a, %b : tensor<4xf32>, tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func private @f64(%a: tensor<2xf64>, %b: tensor<2xf64>) -> tensor<2xf64> {
  %r = mind.div %a, %b : tensor<2xf64>, tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func private @f16(%a: tensor<2xf16>, %b: tensor<2xf16>) -> tensor<2xf16> {
  %r = mind.div %a, %b : tensor<2xf16>, tensor<2xf16>
  return %r : tensor<2xf16>
}

func.func private @bf16(%a: tensor<1xbf16>, %b: tensor<1xbf16>) -> tensor<1xbf16> {
  %r = mind.div %a, %b : tensor<1xbf16>, tensor<1xbf16>
  return %r : tensor<1xbf16>
}

func.func private @i32(%a: tensor<5xi32>, %b: tensor<5xi32>) -> tensor<5xi32> {
  %r = mind.div %a, %b : tensor<5xi32>, tensor<5xi32>
  return %r : tensor<5xi32>
}

func.func private @i64(%a: tensor<3xi64>, %b: tensor<3xi64>) -> tensor<3xi64> {
  %r = mind.div %a, %b : tensor<3xi64>, tensor<3xi64>
  return %r : tensor<3xi64>
}

func.func private @q16(%a: tensor<4x!mind.q16>, %b: tensor<4x!mind.q16>) -> tensor<4x!mind.q16> {
  %r = mind.div %a, %b : tensor<4x!mind.q16>, tensor<4x!mind.q16>
  return %r : tensor<4x!mind.q16>
}

func.func @main() {
  // CHECK: f32 [inf, -inf, nan, 0.33333334]
  %f32_a = mind.constant dense<[1.0, -1.0, 0.0, 1.0]> : tensor<4xf32>
  %f32_b = mind.constant dense<[0.0, 0.0, 0.0, 3.0]> : tensor<4xf32>
  %f32 = call @f32(%f32_a, %f32_b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  mind.print "f32 {}\n"(%f32) : tensor<4xf32>
  // CHECK: f64 [0, 0.3333333333333333]
  %f64_a = mind.constant dense<[5.0e-324, 1.0]> : tensor<2xf64>
  %f64_b = mind.constant dense<[2.0, 3.0]> : tensor<2xf64>
  %f64 = call @f64(%f64_a, %f64_b) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  mind.print "f64 {}\n"(%f64) : tensor<2xf64>
  // CHECK: f16 [0.3333, inf]
  %f16_a = mind.constant dense<[1.0, 1.0]> : tensor<2xf16>
  %f16_b = mind.constant dense<[3.0, 0.0]> : tensor<2xf16>
  %f16 = call @f16(%f16_a, %f16_b) : (tensor<2xf16>, tensor<2xf16>) -> tensor<2xf16>
  mind.print "f16 {}\n"(%f16) : tensor<2xf16>
  // CHECK: bf16 [0.334]
  %bf16_a = mind.constant dense<[1.0]> : tensor<1xbf16>
  %bf16_b = mind.constant dense<[3.0]> : tensor<1xbf16>
  %bf16 = call @bf16(%bf16_a, %bf16_b) : (tensor<1xbf16>, tensor<1xbf16>) -> tensor<1xbf16>
  mind.print "bf16 {}\n"(%bf16) : tensor<1xbf16>
  // CHECK: i32 [3, -3, -3, 0, -2147483648]
  %i32_a = mind.constant dense<[7, -7, 7, 5, -2147483648]> : tensor<5xi32>
  %i32_b = mind.constant dense<[2, 2, -2, 0, -1]> : tensor<5xi32>
  %i32 = call @i32(%i32_a, %i32_b) : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
  mind.print "i32 {}\n"(%i32) : tensor<5xi32>
  // CHECK: i64 [-9223372036854775808, 0, -2]
  %i64_a = mind.constant dense<[-9223372036854775808, 1, -9]> : tensor<3xi64>
  %i64_b = mind.constant dense<[-1, 0, 4]> : tensor<3xi64>
  %i64 = call @i64(%i64_a, %i64_b) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  mind.print "i64 {}\n"(%i64) : tensor<3xi64>
  // CHECK: q16 [0.33333, 0, 0, -0.5]
  %q16_a = mind.constant dense<[65536, -1, 65536, 65536]> : tensor<4xi32> as tensor<4x!mind.q16>
  %q16_b = mind.constant dense<[196608, 131072, 0, -131072]> : tensor<4xi32> as tensor<4x!mind.q16>
  %q16 = call @q16(%q16_a, %q16_b) : (tensor<4x!mind.q16>, tensor<4x!mind.q16>) -> tensor<4x!mind.q16>
  mind.print "q16 {}\n"(%q16) : tensor<4x!mind.q16>
  return
}
