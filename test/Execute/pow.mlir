// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// The cases of IEEE pow that are exact or special.

func.func private @f32(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %r = mind.pow %a, %b : tensor<8xf32>, tensor<8xf32>
  return %r : tensor<8xf32>
}

func.func private @f64(%a: tensor<2xf64>, %b: tensor<2xf64>) -> tensor<2xf64> {
  %r = mind.pow %a, %b : tensor<2xf64>, tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func private @f16(%a: tensor<2x1xf16>, %b: tensor<2xf16>) -> tensor<2x2xf16> {
  %r = mind.pow %a, %b : tensor<2x1xf16>, tensor<2xf16>
  return %r : tensor<2x2xf16>
}

func.func @main() {
  // CHECK: f32 [8, 2, 1, 1, -8, nan, inf, -inf]
  %f32_a = mind.constant dense<[2.0, 4.0, 0x7FC00000, 1.0, -2.0, -2.0, 0.0, -0.0]> : tensor<8xf32>
  %f32_b = mind.constant dense<[3.0, 0.5, 0.0, 0x7FC00000, 3.0, 0.5, -1.0, -3.0]> : tensor<8xf32>
  %f32 = call @f32(%f32_a, %f32_b) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  mind.print "f32 {}\n"(%f32) : tensor<8xf32>
  // CHECK: f64 [1000, 0.5]
  %f64_a = mind.constant dense<[10.0, 2.0]> : tensor<2xf64>
  %f64_b = mind.constant dense<[3.0, -1.0]> : tensor<2xf64>
  %f64 = call @f64(%f64_a, %f64_b) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  mind.print "f64 {}\n"(%f64) : tensor<2xf64>
  // CHECK: f16 [8, 1.414, 64, 2]
  %f16_a = mind.constant dense<[[2.0], [4.0]]> : tensor<2x1xf16>
  %f16_b = mind.constant dense<[3.0, 0.5]> : tensor<2xf16>
  %f16 = call @f16(%f16_a, %f16_b) : (tensor<2x1xf16>, tensor<2xf16>) -> tensor<2x2xf16>
  %f16_flat = mind.reshape %f16 : tensor<2x2xf16> -> tensor<4xf16>
  mind.print "f16 {}\n"(%f16_flat) : tensor<4xf16>
  return
}
