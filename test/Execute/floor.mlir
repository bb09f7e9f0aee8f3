// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// The greatest whole number that is not greater; zeros keep their sign.

func.func private @f32(%a: tensor<5xf32>) -> tensor<5xf32> {
  %r = mind.floor %a : tensor<5xf32>
  return %r : tensor<5xf32>
}

func.func private @f64(%a: tensor<2xf64>) -> tensor<2xf64> {
  %r = mind.floor %a : tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func private @f16(%a: tensor<2xf16>) -> tensor<2xf16> {
  %r = mind.floor %a : tensor<2xf16>
  return %r : tensor<2xf16>
}

func.func private @bf16(%a: tensor<2xbf16>) -> tensor<2xbf16> {
  %r = mind.floor %a : tensor<2xbf16>
  return %r : tensor<2xbf16>
}

func.func @main() {
  // CHECK: f32 [-1, 1, -0, 8388609, -inf]
  %f32_a = mind.constant dense<[-0.5, 1.5, -0.0, 8388609.0, 0xFF800000]> : tensor<5xf32>
  %f32 = call @f32(%f32_a) : (tensor<5xf32>) -> tensor<5xf32>
  mind.print "f32 {}\n"(%f32) : tensor<5xf32>
  // CHECK: f64 [-1, 4503599627370495]
  %f64_a = mind.constant dense<[-1.0e-300, 4503599627370495.5]> : tensor<2xf64>
  %f64 = call @f64(%f64_a) : (tensor<2xf64>) -> tensor<2xf64>
  mind.print "f64 {}\n"(%f64) : tensor<2xf64>
  // CHECK: f16 [-1, 2]
  %f16_a = mind.constant dense<[-0.25, 2.75]> : tensor<2xf16>
  %f16 = call @f16(%f16_a) : (tensor<2xf16>) -> tensor<2xf16>
  mind.print "f16 {}\n"(%f16) : tensor<2xf16>
  // CHECK: bf16 [-1, 2]
  %bf16_a = mind.constant dense<[-0.25, 2.75]> : tensor<2xbf16>
  %bf16 = call @bf16(%bf16_a) : (tensor<2xbf16>) -> tensor<2xbf16>
  mind.print "bf16 {}\n"(%bf16) : tensor<2xbf16>
  return
}
