// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// A selection, never a product: an infinite gradient gives no NaN (N7).

func.func private @f32(%a: tensor<6xf32>, %b: tensor<6xf32>) -> tensor<6xf32> {
  %r = mind.relu_grad %a, %b : tensor<6xf32>
  return %r : tensor<6xf32>
}

func.func private @f64(%a: tensor<6xf64>, %b: tensor<6xf64>) -> tensor<6xf64> {
  %r = mind.relu_grad %a, %b : tensor<6xf64>
  return %r : tensor<6xf64>
}

func.func private @f16(%a: tensor<6xf16>, %b: tensor<6xf16>) -> tensor<6xf16> {
  %r = mind.relu_grad %a, %b : tensor<6xf16>
  return %r : tensor<6xf16>
}

func.func private @bf16(%a: tensor<6xbf16>, %b: tensor<6xbf16>) -> tensor<6xbf16> {
  %r = mind.relu_grad %a, %b : tensor<6xbf16>
  return %r : tensor<6xbf16>
}

func.func private @q16(%a: tensor<3x!mind.q16>, %b: tensor<3x!mind.q16>) -> tensor<3x!mind.q16> {
  %r = mind.relu_grad %a, %b : tensor<3x!mind.q16>
  return %r : tensor<3x!mind.q16>
}

func.func @main() {
  // CHECK: f32 [0, inf, -0, 0, 0, 0]
  %f32_a = mind.constant dense<[0x7F800000, 0x7F800000, -0.0, -0.0, 3.0, 2.0]> : tensor<6xf32>
  %f32_b = mind.constant dense<[-1.0, 1.0, 1.0, -1.0, 0x7FC00000, 0.0]> : tensor<6xf32>
  %f32 = call @f32(%f32_a, %f32_b) : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  mind.print "f32 {}\n"(%f32) : tensor<6xf32>
  // CHECK: f64 [0, inf, -0, 0, 0, 0]
  %f64_a = mind.constant dense<[0x7FF0000000000000, 0x7FF0000000000000, -0.0, -0.0, 3.0, 2.0]> : tensor<6xf64>
  %f64_b = mind.constant dense<[-1.0, 1.0, 1.0, -1.0, 0x7FF8000000000000, 0.0]> : tensor<6xf64>
  %f64 = call @f64(%f64_a, %f64_b) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
  mind.print "f64 {}\n"(%f64) : tensor<6xf64>
  // CHECK: f16 [0, inf, -0, 0, 0, 0]
  %f16_a = mind.constant dense<[0x7C00, 0x7C00, -0.0, -0.0, 3.0, 2.0]> : tensor<6xf16>
  %f16_b = mind.constant dense<[-1.0, 1.0, 1.0, -1.0, 0x7E00, 0.0]> : tensor<6xf16>
  %f16 = call @f16(%f16_a, %f16_b) : (tensor<6xf16>, tensor<6xf16>) -> tensor<6xf16>
  mind.print "f16 {}\n"(%f16) : tensor<6xf16>
  // CHECK: bf16 [0, inf, -0, 0, 0, 0]
  %bf16_a = mind.constant dense<[0x7F80, 0x7F80, -0.0, -0.0, 3.0, 2.0]> : tensor<6xbf16>
  %bf16_b = mind.constant dense<[-1.0, 1.0, 1.0, -1.0, 0x7FC0, 0.0]> : tensor<6xbf16>
  %bf16 = call @bf16(%bf16_a, %bf16_b) : (tensor<6xbf16>, tensor<6xbf16>) -> tensor<6xbf16>
  mind.print "bf16 {}\n"(%bf16) : tensor<6xbf16>
  // CHECK: q16 [1, 0, 0]
  %q16_a = mind.constant dense<[65536, 65536, 32768]> : tensor<3xi32> as tensor<3x!mind.q16>
  %q16_b = mind.constant dense<[1, -1, 0]> : tensor<3xi32> as tensor<3x!mind.q16>
  %q16 = call @q16(%q16_a, %q16_b) : (tensor<3x!mind.q16>, tensor<3x!mind.q16>) -> tensor<3x!mind.q16>
  mind.print "q16 {}\n"(%q16) : tensor<3x!mind.q16>
  return
}
