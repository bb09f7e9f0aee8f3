// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// Contributions are added in the order of the indices (N17), in f32 for f16 and bf16, with one rounding.

func.func private @order(%a: tensor<6xf32>, %b: tensor<6xi64>) -> tensor<3xf32> {
  %r = mind.gather_grad %a[%b] axis 0 : tensor<6xf32>, tensor<6xi64> -> tensor<3xf32>
  return %r : tensor<3xf32>
}

func.func private @columns(%a: tensor<2x2xi32>, %b: tensor<2xi32>) -> tensor<2x3xi32> {
  %r = mind.gather_grad %a[%b] axis 1 : tensor<2x2xi32>, tensor<2xi32> -> tensor<2x3xi32>
  return %r : tensor<2x3xi32>
}

func.func private @rows(%a: tensor<3x2xf64>, %b: tensor<3xi64>) -> tensor<2x2xf64> {
  %r = mind.gather_grad %a[%b] axis 0 : tensor<3x2xf64>, tensor<3xi64> -> tensor<2x2xf64>
  return %r : tensor<2x2xf64>
}

func.func private @f16(%a: tensor<3xf16>, %b: tensor<3xi64>) -> tensor<1xf16> {
  %r = mind.gather_grad %a[%b] axis 0 : tensor<3xf16>, tensor<3xi64> -> tensor<1xf16>
  return %r : tensor<1xf16>
}

func.func private @bf16(%a: tensor<3xbf16>, %b: tensor<3xi64>) -> tensor<1xbf16> {
  %r = mind.gather_grad %a[%b] axis 0 : tensor<3xbf16>, tensor<3xi64> -> tensor<1xbf16>
  return %r : tensor<1xbf16>
}

func.func private @q16(%a: tensor<2x!mind.q16>, %b: tensor<2xi64>) -> tensor<1x!mind.q16> {
  %r = mind.gather_grad %a[%b] axis 0 : tensor<2x!mind.q16>, tensor<2xi64> -> tensor<1x!mind.q16>
  return %r : tensor<1x!mind.q16>
}

func.func private @i64(%a: tensor<2xi64>, %b: tensor<2xi32>) -> tensor<2xi64> {
  %r = mind.gather_grad %a[%b] axis 0 : tensor<2xi64>, tensor<2xi32> -> tensor<2xi64>
  return %r : tensor<2xi64>
}

func.func private @negative_zero(%a: tensor<1xf32>, %b: tensor<1xi64>) -> tensor<1xf32> {
  %r = mind.gather_grad %a[%b] axis 0 : tensor<1xf32>, tensor<1xi64> -> tensor<1xf32>
  return %r : tensor<1xf32>
}

func.func @main() {
  // CHECK: order [0, 1, 0]
  %order_a = mind.constant dense<[1.0e8, 1.0, -1.0e8, 1.0e8, -1.0e8, 1.0]> : tensor<6xf32>
  %order_b = mind.constant dense<[0, 0, 0, 1, 1, 1]> : tensor<6xi64>
  %order = call @order(%order_a, %order_b) : (tensor<6xf32>, tensor<6xi64>) -> tensor<3xf32>
  mind.print "order {}\n"(%order) : tensor<3xf32>
  // CHECK: columns [0, 0, 3, 0, 0, 7]
  %columns_a = mind.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %columns_b = mind.constant dense<[2, 2]> : tensor<2xi32>
  %columns = call @columns(%columns_a, %columns_b) : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2x3xi32>
  %columns_flat = mind.reshape %columns : tensor<2x3xi32> -> tensor<6xi32>
  mind.print "columns {}\n"(%columns_flat) : tensor<6xi32>
  // CHECK: rows [3, 4, 6, 8]
  %rows_a = mind.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf64>
  %rows_b = mind.constant dense<[1, 0, 1]> : tensor<3xi64>
  %rows = call @rows(%rows_a, %rows_b) : (tensor<3x2xf64>, tensor<3xi64>) -> tensor<2x2xf64>
  %rows_flat = mind.reshape %rows : tensor<2x2xf64> -> tensor<4xf64>
  mind.print "rows {}\n"(%rows_flat) : tensor<4xf64>
  // CHECK: f16 [2050]
  %f16_a = mind.constant dense<[2048.0, 1.0, 1.0]> : tensor<3xf16>
  %f16_b = mind.constant dense<[0, 0, 0]> : tensor<3xi64>
  %f16 = call @f16(%f16_a, %f16_b) : (tensor<3xf16>, tensor<3xi64>) -> tensor<1xf16>
  mind.print "f16 {}\n"(%f16) : tensor<1xf16>
  // CHECK: bf16 [258]
  %bf16_a = mind.constant dense<[256.0, 1.0, 1.0]> : tensor<3xbf16>
  %bf16_b = mind.constant dense<[0, 0, 0]> : tensor<3xi64>
  %bf16 = call @bf16(%bf16_a, %bf16_b) : (tensor<3xbf16>, tensor<3xi64>) -> tensor<1xbf16>
  mind.print "bf16 {}\n"(%bf16) : tensor<1xbf16>
  // CHECK: q16 [-32768]
  %q16_a = mind.constant dense<[2147483647, 1]> : tensor<2xi32> as tensor<2x!mind.q16>
  %q16_b = mind.constant dense<[0, 0]> : tensor<2xi64>
  %q16 = call @q16(%q16_a, %q16_b) : (tensor<2x!mind.q16>, tensor<2xi64>) -> tensor<1x!mind.q16>
  mind.print "q16 {}\n"(%q16) : tensor<1x!mind.q16>
  // CHECK: i64 [0, -9223372036854775808]
  %i64_a = mind.constant dense<[9223372036854775807, 1]> : tensor<2xi64>
  %i64_b = mind.constant dense<[1, 1]> : tensor<2xi32>
  %i64 = call @i64(%i64_a, %i64_b) : (tensor<2xi64>, tensor<2xi32>) -> tensor<2xi64>
  mind.print "i64 {}\n"(%i64) : tensor<2xi64>
  // To +0.
  // CHECK: negative_zero [0]
  %negative_zero_a = mind.constant dense<[-0.0]> : tensor<1xf32>
  %negative_zero_b = mind.constant dense<[0]> : tensor<1xi64>
  %negative_zero = call @negative_zero(%negative_zero_a, %negative_zero_b) : (tensor<1xf32>,
      tensor<1xi64>) -> tensor<1xf32>
  mind.print "negative_zero {}\n"(%negative_zero) : tensor<1xf32>
  return
}
