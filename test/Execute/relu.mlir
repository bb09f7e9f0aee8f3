// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// What is above zero, else +0; a NaN stays (N7).

func.func private @f32(%a: tensor<6xf32>) -> tensor<6xf32> {
  %r = mind.relu %a : tensor<6xf32>
  return %r : tensor<6xf32>
}

func.func private @f64(%a: tensor<3xf64>) -> tensor<3xf64> {
  %r = mind.relu %a : tensor<3xf64>
  return %r : tensor<3xf64>
}

func.func private @f16(%a: tensor<3xf16>) -> tensor<3xf16> {
  %r = mind.relu %a : tensor<3xf16>
  return %r : tensor<3xf16>
}

func.func private @bf16(%a: tensor<2xbf16>) -> tensor<2xbf16> {
  %r = mind.relu %a : tensor<2xbf16>
  return %r : tensor<2xbf16>
}

func.func private @q16(%a: tensor<3x!mind.q16>) -> tensor<3x!mind.q16> {
  %r = mind.relu %a : tensor<3x!mind.q16>
  return %r : tensor<3x!mind.q16>
}

func.func @main() {
  // CHECK: f32 [0, 0, 0, 2.5, nan, 0]
  %f32_a = mind.constant dense<[-0.0, 0.0, -1.0, 2.5, 0x7FC00000, 0xFF800000]> : tensor<6xf32>
  %f32 = call @f32(%f32_a) : (tensor<6xf32>) -> tensor<6xf32>
  mind.print "f32 {}\n"(%f32) : tensor<6xf32>
  // CHECK: f64 [0, 1e-320, 0]
  %f64_a = mind.constant dense<[-0.0, 1.0e-320, -1.0]> : tensor<3xf64>
  %f64 = call @f64(%f64_a) : (tensor<3xf64>) -> tensor<3xf64>
  mind.print "f64 {}\n"(%f64) : tensor<3xf64>
  // CHECK: f16 [0, 1.5, nan]
  %f16_a = mind.constant dense<[-0.0, 1.5, 0x7E00]> : tensor<3xf16>
  %f16 = call @f16(%f16_a) : (tensor<3xf16>) -> tensor<3xf16>
  mind.print "f16 {}\n"(%f16) : tensor<3xf16>
  // CHECK: bf16 [0, 1.5]
  %bf16_a = mind.constant dense<[-3.0, 1.5]> : tensor<2xbf16>
  %bf16 = call @bf16(%bf16_a) : (tensor<2xbf16>) -> tensor<2xbf16>
  mind.print "bf16 {}\n"(%bf16) : tensor<2xbf16>
  // CHECK: q16 [0, 1, 0]
  %q16_a = mind.constant dense<[-65536, 65536, 0]> : tensor<3xi32> as tensor<3x!mind.q16>
  %q16 = call @q16(%q16_a) : (tensor<3x!mind.q16>) -> tensor<3x!mind.q16>
  mind.print "q16 {}\n"(%q16) : tensor<3x!mind.q16>
  return
}
