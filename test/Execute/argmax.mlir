// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// The first position of the greatest element; the first NaN wins, -0 equals +0 (N9).

func.func private @f32(%a: tensor<4x3xf32>) -> tensor<4xi64> {
  %r = mind.argmax %a axis 1 : tensor<4x3xf32>
  return %r : tensor<4xi64>
}

func.func private @i32(%a: tensor<2x2xi32>) -> tensor<1x2xi64> {
  %r = mind.argmax %a axis 0 keepdims : tensor<2x2xi32>
  return %r : tensor<1x2xi64>
}

func.func private @f16(%a: tensor<3xf16>) -> tensor<i64> {
  %r = mind.argmax %a axis 0 : tensor<3xf16>
  return %r : tensor<i64>
}

func.func private @q16(%a: tensor<2x!mind.q16>) -> tensor<i64> {
  %r = mind.argmax %a axis 0 : tensor<2x!mind.q16>
  return %r : tensor<i64>
}

func.func private @lowest(%a: tensor<2xi64>) -> tensor<i64> {
  %r = mind.argmax %a axis 0 : tensor<2xi64>
  return %r : tensor<i64>
}

func.func private @empty(%a: tensor<2x0xf32>) -> tensor<2xi64> {
  %r = mind.argmax %a axis 1 : tensor<2x0xf32>
  return %r : tensor<2xi64>
}

func.func @main() {
  // CHECK: f32 [1, 1, 0, 0]
  %f32_a = mind.constant dense<[[1.0, 3.0, 3.0], [1.0, 0x7FC00000, 0x7F800000], [-0.0, 0.0, -0.0],
      [0xFF800000, 0xFF800000, 0xFF800000]]> : tensor<4x3xf32>
  %f32 = call @f32(%f32_a) : (tensor<4x3xf32>) -> tensor<4xi64>
  mind.print "f32 {}\n"(%f32) : tensor<4xi64>
  // CHECK: i32 [1, 0]
  %i32_a = mind.constant dense<[[1, 5], [2, 4]]> : tensor<2x2xi32>
  %i32 = call @i32(%i32_a) : (tensor<2x2xi32>) -> tensor<1x2xi64>
  %i32_flat = mind.reshape %i32 : tensor<1x2xi64> -> tensor<2xi64>
  mind.print "i32 {}\n"(%i32_flat) : tensor<2xi64>
  // CHECK: f16 1
  %f16_a = mind.constant dense<[-1.0, 1.5, 1.5]> : tensor<3xf16>
  %f16 = call @f16(%f16_a) : (tensor<3xf16>) -> tensor<i64>
  mind.print "f16 {}\n"(%f16) : tensor<i64>
  // CHECK: q16 1
  %q16_a = mind.constant dense<[-2, -1]> : tensor<2xi32> as tensor<2x!mind.q16>
  %q16 = call @q16(%q16_a) : (tensor<2x!mind.q16>) -> tensor<i64>
  mind.print "q16 {}\n"(%q16) : tensor<i64>
  // CHECK: lowest 0
  %lowest_a = mind.constant dense<[-9223372036854775808, -9223372036854775808]> : tensor<2xi64>
  %lowest = call @lowest(%lowest_a) : (tensor<2xi64>) -> tensor<i64>
  mind.print "lowest {}\n"(%lowest) : tensor<i64>
  // CHECK: empty [0, 0]
  %empty_a = mind.constant dense<> : tensor<2x0xf32>
  %empty = call @empty(%empty_a) : (tensor<2x0xf32>) -> tensor<2xi64>
  mind.print "empty {}\n"(%empty) : tensor<2xi64>
  return
}
