// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// Binary powering from the most significant bit, each step rounded (N10).

func.func private @zero(%a: tensor<2xf32>) -> tensor<2xf32> {
  %r = mind.ipow %a, 0 : tensor<2xf32>
  return %r : tensor<2xf32>
}

func.func private @one(%a: tensor<2xf32>) -> tensor<2xf32> {
  %r = mind.ipow %a, 1 : tensor<2xf32>
  return %r : tensor<2xf32>
}

func.func private @i32_cube(%a: tensor<3xi32>) -> tensor<3xi32> {
  %r = mind.ipow %a, 3 : tensor<3xi32>
  return %r : tensor<3xi32>
}

func.func private @i64_square(%a: tensor<2xi64>) -> tensor<2xi64> {
  %r = mind.ipow %a, 2 : tensor<2xi64>
  return %r : tensor<2xi64>
}

func.func private @inverse(%a: tensor<3xf64>) -> tensor<3xf64> {
  %r = mind.ipow %a, -1 : tensor<3xf64>
  return %r : tensor<3xf64>
}

func.func private @f16_seventh(%a: tensor<1xf16>) -> tensor<1xf16> {
  %r = mind.ipow %a, 7 : tensor<1xf16>
  return %r : tensor<1xf16>
}

func.func private @bf16_fifth(%a: tensor<2xbf16>) -> tensor<2xbf16> {
  %r = mind.ipow %a, 5 : tensor<2xbf16>
  return %r : tensor<2xbf16>
}

func.func private @q16_square(%a: tensor<2x!mind.q16>) -> tensor<2x!mind.q16> {
  %r = mind.ipow %a, 2 : tensor<2x!mind.q16>
  return %r : tensor<2x!mind.q16>
}

func.func private @q16_inverse(%a: tensor<2x!mind.q16>) -> tensor<2x!mind.q16> {
  %r = mind.ipow %a, -1 : tensor<2x!mind.q16>
  return %r : tensor<2x!mind.q16>
}

func.func private @q16_zero(%a: tensor<1x!mind.q16>) -> tensor<1x!mind.q16> {
  %r = mind.ipow %a, 0 : tensor<1x!mind.q16>
  return %r : tensor<1x!mind.q16>
}

func.func private @as_products(%a: tensor<f32>) -> tensor<i1> {
  %x2 = mind.mul %a, %a : tensor<f32>, tensor<f32>
  %x3 = mind.mul %x2, %a : tensor<f32>, tensor<f32>
  %x6 = mind.mul %x3, %x3 : tensor<f32>, tensor<f32>
  %p = mind.ipow %a, 6 : tensor<f32>
  %r = mind.compare eq %p, %x6 : tensor<f32>, tensor<f32>
  return %r : tensor<i1>
}

func.func @main() {
  // CHECK: zero [1, 1]
  %zero_a = mind.constant dense<[0x7FC00000, 3.0]> : tensor<2xf32>
  %zero = call @zero(%zero_a) : (tensor<2xf32>) -> tensor<2xf32>
  mind.print "zero {}\n"(%zero) : tensor<2xf32>
  // CHECK: one [-0, 1.1]
  %one_a = mind.constant dense<[-0.0, 1.1]> : tensor<2xf32>
  %one = call @one(%one_a) : (tensor<2xf32>) -> tensor<2xf32>
  mind.print "one {}\n"(%one) : tensor<2xf32>
  // CHECK: i32_cube [27, -8, 0]
  %i32_cube_a = mind.constant dense<[3, -2, 65536]> : tensor<3xi32>
  %i32_cube = call @i32_cube(%i32_cube_a) : (tensor<3xi32>) -> tensor<3xi32>
  mind.print "i32_cube {}\n"(%i32_cube) : tensor<3xi32>
  // CHECK: i64_square [0, 9]
  %i64_square_a = mind.constant dense<[4294967296, -3]> : tensor<2xi64>
  %i64_square = call @i64_square(%i64_square_a) : (tensor<2xi64>) -> tensor<2xi64>
  mind.print "i64_square {}\n"(%i64_square) : tensor<2xi64>
  // CHECK: inverse [0.5, inf, -inf]
  %inverse_a = mind.constant dense<[2.0, 0.0, -0.0]> : tensor<3xf64>
  %inverse = call @inverse(%inverse_a) : (tensor<3xf64>) -> tensor<3xf64>
  mind.print "inverse {}\n"(%inverse) : tensor<3xf64>
  // CHECK: f16_seventh [2188]
  %f16_seventh_a = mind.constant dense<[3.0]> : tensor<1xf16>
  %f16_seventh = call @f16_seventh(%f16_seventh_a) : (tensor<1xf16>) -> tensor<1xf16>
  mind.print "f16_seventh {}\n"(%f16_seventh) : tensor<1xf16>
  // CHECK: bf16_fifth [243, 1.62]
  %bf16_fifth_a = mind.constant dense<[3.0, 1.1]> : tensor<2xbf16>
  %bf16_fifth = call @bf16_fifth(%bf16_fifth_a) : (tensor<2xbf16>) -> tensor<2xbf16>
  mind.print "bf16_fifth {}\n"(%bf16_fifth) : tensor<2xbf16>
  // CHECK: q16_square [2.25, 1]
  %q16_square_a = mind.constant dense<[98304, -65536]> : tensor<2xi32> as tensor<2x!mind.q16>
  %q16_square = call @q16_square(%q16_square_a) : (tensor<2x!mind.q16>) -> tensor<2x!mind.q16>
  mind.print "q16_square {}\n"(%q16_square) : tensor<2x!mind.q16>
  // CHECK: q16_inverse [0.5, 0]
  %q16_inverse_a = mind.constant dense<[131072, 0]> : tensor<2xi32> as tensor<2x!mind.q16>
  %q16_inverse = call @q16_inverse(%q16_inverse_a) : (tensor<2x!mind.q16>) -> tensor<2x!mind.q16>
  mind.print "q16_inverse {}\n"(%q16_inverse) : tensor<2x!mind.q16>
  // CHECK: q16_zero [1]
  %q16_zero_a = mind.constant dense<[0]> : tensor<1xi32> as tensor<1x!mind.q16>
  %q16_zero = call @q16_zero(%q16_zero_a) : (tensor<1x!mind.q16>) -> tensor<1x!mind.q16>
  mind.print "q16_zero {}\n"(%q16_zero) : tensor<1x!mind.q16>
  // CHECK: as_products true
  %as_products_a = mind.constant dense<1.1> : tensor<f32>
  %as_products = call @as_products(%as_products_a) : (tensor<f32>) -> tensor<i1>
  mind.print "as_products {}\n"(%as_products) : tensor<i1>
  return
}
