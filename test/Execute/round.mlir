// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// The nearest whole number, halves to even (N9).

func.func private @f32(%a: tensor<6xf32>) -> tensor<6xf32> {
  %r = mind.round %a : tensor<6xf32>
  return %r : tensor<6xf32>
}

func.func private @f64(%a: tensor<3xf64>) -> tensor<3xf64> {
  %r = mind.round %a : tensor<3xf64>
  return %r : tensor<3xf64>
}

func.func private @f16(%a: tensor<3xf16>) -> tensor<3xf16> {
  %r = mind.round %a : tensor<3xf16>
  return %r : tensor<3xf16>
}

func.func private @bf16(%a: tensor<2xbf16>) -> tensor<2xbf16> {
  %r = mind.round %a : tensor<2xbf16>
  return %r : tensor<2xbf16>
}

func.func @main() {
  // CHECK: f32 [0, 2, 2, -0, -2, 0]
  %f32_a = mind.constant dense<[0.5, 1.5, 2.5, -0.5, -1.5, 0x3EFFFFFF]> : tensor<6xf32>
  %f32 = call @f32(%f32_a) : (tensor<6xf32>) -> tensor<6xf32>
  mind.print "f32 {}\n"(%f32) : tensor<6xf32>
  // CHECK: f64 [0, 4503599627370496, -2]
  %f64_a = mind.constant dense<[0.5, 4503599627370495.5, -2.5]> : tensor<3xf64>
  %f64 = call @f64(%f64_a) : (tensor<3xf64>) -> tensor<3xf64>
  mind.print "f64 {}\n"(%f64) : tensor<3xf64>
  // CHECK: f16 [2, 4, 1024]
  %f16_a = mind.constant dense<[2.5, 3.5, 1024.5]> : tensor<3xf16>
  %f16 = call @f16(%f16_a) : (tensor<3xf16>) -> tensor<3xf16>
  mind.print "f16 {}\n"(%f16) : tensor<3xf16>
  // CHECK: bf16 [2, 4]
  %bf16_a = mind.constant dense<[2.5, 3.5]> : tensor<2xbf16>
  %bf16 = call @bf16(%bf16_a) : (tensor<2xbf16>) -> tensor<2xbf16>
  mind.print "bf16 {}\n"(%bf16) : tensor<2xbf16>
  return
}
