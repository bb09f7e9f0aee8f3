// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// A NaN wins, and +0 is greater than -0 (N9).

func.func private @f32(%a: tensor<5xf32>, %b: tensor<5xf32>) -> tensor<5xf32> {
  %r = mind.min %a, %b : tensor<5xf32>, tensor<5xf32>
  return %r : tensor<5xf32>
}

func.func private @f64(%a: tensor<4xf64>, %b: tensor<4xf64>) -> tensor<4xf64> {
  %r = mind.min %a, %b : tensor<4xf64>, tensor<4xf64>
  return %r : tensor<4xf64>
}

func.func private @f16(%a: tensor<2xf16>, %b: tensor<2xf16>) -> tensor<2xf16> {
  %r = mind.min %a, %b : tensor<2xf16>, tensor<2xf16>
  return %r : tensor<2xf16>
}

func.func private @bf16(%a: tensor<2xbf16>, %b: tensor<2xbf16>) -> tensor<2xbf16> {
  %r = mind.min %a, %b : tensor<2xbf16>, tensor<2xbf16>
  return %r : tensor<2xbf16>
}

func.func private @i32(%a: tensor<2xi32>, %b: tensor<2xi32>) -> tensor<2xi32> {
  %r = mind.min %a, %b : tensor<2xi32>, tensor<2xi32>
  return %r : tensor<2xi32>
}

func.func private @i64(%a: tensor<2xi64>, %b: tensor<2xi64>) -> tensor<2xi64> {
  %r = mind.min %a, %b : tensor<2xi64>, tensor<2xi64>
  return %r : tensor<2xi64>
}

func.func private @q16(%a: tensor<2x!mind.q16>, %b: tensor<2x!mind.q16>) -> tensor<2x!mind.q16> {
  %r = mind.min %a, %b : tensor<2x!mind.q16>, tensor<2x!mind.q16>
  return %r : tensor<2x!mind.q16>
}

func.func @main() {
  // CHECK: f32 [-0, -0, nan, nan, 2]
  %f32_a = mind.constant dense<[-0.0, 0.0, 0x7FC00000, 1.0, 2.0]> : tensor<5xf32>
  %f32_b = mind.constant dense<[0.0, -0.0, 1.0, 0x7FC00000, 3.0]> : tensor<5xf32>
  %f32 = call @f32(%f32_a, %f32_b) : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  mind.print "f32 {}\n"(%f32) : tensor<5xf32>
  // CHECK: f64 [-0, -0, nan, -1]
  %f64_a = mind.constant dense<[-0.0, 0.0, 0x7FF8000000000000, 1.0]> : tensor<4xf64>
  %f64_b = mind.constant dense<[0.0, -0.0, 1.0, -1.0]> : tensor<4xf64>
  %f64 = call @f64(%f64_a, %f64_b) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  mind.print "f64 {}\n"(%f64) : tensor<4xf64>
  // CHECK: f16 [-0, nan]
  %f16_a = mind.constant dense<[-0.0, 1.0]> : tensor<2xf16>
  %f16_b = mind.constant dense<[0.0, 0x7E00]> : tensor<2xf16>
  %f16 = call @f16(%f16_a, %f16_b) : (tensor<2xf16>, tensor<2xf16>) -> tensor<2xf16>
  mind.print "f16 {}\n"(%f16) : tensor<2xf16>
  // CHECK: bf16 [-0, 1]
  %bf16_a = mind.constant dense<[0.0, 1.5]> : tensor<2xbf16>
  %bf16_b = mind.constant dense<[-0.0, 1.0]> : tensor<2xbf16>
  %bf16 = call @bf16(%bf16_a, %bf16_b) : (tensor<2xbf16>, tensor<2xbf16>) -> tensor<2xbf16>
  mind.print "bf16 {}\n"(%bf16) : tensor<2xbf16>
  // CHECK: i32 [-1, -5]
  %i32_a = mind.constant dense<[-1, 5]> : tensor<2xi32>
  %i32_b = mind.constant dense<[1, -5]> : tensor<2xi32>
  %i32 = call @i32(%i32_a, %i32_b) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  mind.print "i32 {}\n"(%i32) : tensor<2xi32>
  // CHECK: i64 [-1, -5]
  %i64_a = mind.constant dense<[-1, 5]> : tensor<2xi64>
  %i64_b = mind.constant dense<[1, -5]> : tensor<2xi64>
  %i64 = call @i64(%i64_a, %i64_b) : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  mind.print "i64 {}\n"(%i64) : tensor<2xi64>
  // CHECK: q16 [-1, 0]
  %q16_a = mind.constant dense<[-65536, 65536]> : tensor<2xi32> as tensor<2x!mind.q16>
  %q16_b = mind.constant dense<[32768, 0]> : tensor<2xi32> as tensor<2x!mind.q16>
  %q16 = call @q16(%q16_a, %q16_b) : (tensor<2x!mind.q16>, tensor<2x!mind.q16>) -> tensor<2x!mind.q16>
  mind.print "q16 {}\n"(%q16) : tensor<2x!mind.q16>
  return
}
