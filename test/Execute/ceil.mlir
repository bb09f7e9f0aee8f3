// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// The smallest whole number that is not smaller; between -1 and 0 it is -0.

func.func private @f32(%a: tensor<4xf32>) -> tensor<4xf32> {
  %r = mind.ceil %a : tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func private @f64(%a: tensor<2xf64>) -> tensor<2xf64> {
  %r = mind.ceil %a : tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func private @f16(%a: tensor<2xf16>) -> tensor<2xf16> {
  %r = mind.ceil %a : tensor<2xf16>
  return %r : tensor<2xf16>
}

func.func private @bf16(%a: tensor<2xbf16>) -> tensor<2xbf16> {
  %r = mind.ceil %a : tensor<2xbf16>
  return %r : tensor<2xbf16>
}

func.func @main() {
  // CHECK: f32 [-0, 2, -0, nan]
  %f32_a = mind.constant dense<[-0.5, 1.5, -0.0, 0x7FC00000]> : tensor<4xf32>
  %f32 = call @f32(%f32_a) : (tensor<4xf32>) -> tensor<4xf32>
  mind.print "f32 {}\n"(%f32) : tensor<4xf32>
  // CHECK: f64 [1, -1]
  %f64_a = mind.constant dense<[1.0e-300, -1.5]> : tensor<2xf64>
  %f64 = call @f64(%f64_a) : (tensor<2xf64>) -> tensor<2xf64>
  mind.print "f64 {}\n"(%f64) : tensor<2xf64>
  // CHECK: f16 [-0, 3]
  %f16_a = mind.constant dense<[-0.25, 2.25]> : tensor<2xf16>
  %f16 = call @f16(%f16_a) : (tensor<2xf16>) -> tensor<2xf16>
  mind.print "f16 {}\n"(%f16) : tensor<2xf16>
  // CHECK: bf16 [-0, 3]
  %bf16_a = mind.constant dense<[-0.25, 2.25]> : tensor<2xbf16>
  %bf16 = call @bf16(%bf16_a) : (tensor<2xbf16>) -> tensor<2xbf16>
  mind.print "bf16 {}\n"(%bf16) : tensor<2xbf16>
  return
}
