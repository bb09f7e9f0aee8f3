// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// Clears the sign; the lowest integer stays.

func.func private @f32(%a: tensor<3xf32>) -> tensor<3xf32> {
  %r = mind.abs %a : tensor<3xf32>
  return %r : tensor<3xf32>
}

func.func private @f64(%a: tensor<2xf64>) -> tensor<2xf64> {
  %r = mind.abs %a : tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func private @f16(%a: tensor<1xf16>) -> tensor<1xf16> {
  %r = mind.abs %a : tensor<1xf16>
  return %r : tensor<1xf16>
}

func.func private @bf16(%a: tensor<1xbf16>) -> tensor<1xbf16> {
  %r = mind.abs %a : tensor<1xbf16>
  return %r : tensor<1xbf16>
}

func.func private @i32(%a: tensor<2xi32>) -> tensor<2xi32> {
  %r = mind.abs %a : tensor<2xi32>
  return %r : tensor<2xi32>
}

func.func private @i64(%a: tensor<2xi64>) -> tensor<2xi64> {
  %r = mind.abs %a : tensor<2xi64>
  return %r : tensor<2xi64>
}

func.func private @q16(%a: tensor<2x!mind.q16>) -> tensor<2x!mind.q16> {
  %r = mind.abs %a : tensor<2x!mind.q16>
  return %r : tensor<2x!mind.q16>
}

func.func @main() {
  // CHECK: f32 [0, 1.5, inf]
  %f32_a = mind.constant dense<[-0.0, -1.5, 0xFF800000]> : tensor<3xf32>
  %f32 = call @f32(%f32_a) : (tensor<3xf32>) -> tensor<3xf32>
  mind.print "f32 {}\n"(%f32) : tensor<3xf32>
  // CHECK: f64 [0.1, 0.1]
  %f64_a = mind.constant dense<[-0.1, 0.1]> : tensor<2xf64>
  %f64 = call @f64(%f64_a) : (tensor<2xf64>) -> tensor<2xf64>
  mind.print "f64 {}\n"(%f64) : tensor<2xf64>
  // CHECK: f16 [2.5]
  %f16_a = mind.constant dense<[-2.5]> : tensor<1xf16>
  %f16 = call @f16(%f16_a) : (tensor<1xf16>) -> tensor<1xf16>
  mind.print "f16 {}\n"(%f16) : tensor<1xf16>
  // CHECK: bf16 [2.5]
  %bf16_a = mind.constant dense<[-2.5]> : tensor<1xbf16>
  %bf16 = call @bf16(%bf16_a) : (tensor<1xbf16>) -> tensor<1xbf16>
  mind.print "bf16 {}\n"(%bf16) : tensor<1xbf16>
  // CHECK: i32 [5, -2147483648]
  %i32_a = mind.constant dense<[-5, -2147483648]> : tensor<2xi32>
  %i32 = call @i32(%i32_a) : (tensor<2xi32>) -> tensor<2xi32>
  mind.print "i32 {}\n"(%i32) : tensor<2xi32>
  // CHECK: i64 [5, -9223372036854775808]
  %i64_a = mind.constant dense<[-5, -9223372036854775808]> : tensor<2xi64>
  %i64 = call @i64(%i64_a) : (tensor<2xi64>) -> tensor<2xi64>
  mind.print "i64 {}\n"(%i64) : tensor<2xi64>
  // CHECK: q16 [1, -32768]
  %q16_a = mind.constant dense<[-65536, -2147483648]> : tensor<2xi32> as tensor<2x!mind.q16>
  %q16 = call @q16(%q16_a) : (tensor<2x!mind.q16>) -> tensor<2x!mind.q16>
  mind.print "q16 {}\n"(%q16) : tensor<2x!mind.q16>
  return
}
