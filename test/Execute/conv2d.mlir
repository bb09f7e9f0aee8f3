// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// A chain over (kh, kw, c) for each element; taps in the padding take no part (N11, N12).

func.func private @valid(%a: tensor<1x3x3x1xf32>, %b: tensor<2x2x1x1xf32>) -> tensor<1x2x2x1xf32> {
  %r = mind.conv2d %a, %b strides [1, 1] padding valid : tensor<1x3x3x1xf32>, tensor<2x2x1x1xf32>
  return %r : tensor<1x2x2x1xf32>
}

func.func private @same(%a: tensor<1x3x3x1xf32>, %b: tensor<2x2x1x1xf32>) -> tensor<1x3x3x1xf32> {
  %r = mind.conv2d %a, %b strides [1, 1] padding same : tensor<1x3x3x1xf32>, tensor<2x2x1x1xf32>
  return %r : tensor<1x3x3x1xf32>
}

func.func private @explicit(%a: tensor<1x3x3x1xf32>, %b: tensor<2x2x1x1xf32>) -> tensor<1x2x2x1xf32> {
  %r = mind.conv2d %a, %b strides [2, 1] padding explicit pads [1, 0, 0, 0] : tensor<1x3x3x1xf32>,
      tensor<2x2x1x1xf32>
  return %r : tensor<1x2x2x1xf32>
}

func.func private @infinite(%a: tensor<1x1x1x1xf32>, %b: tensor<1x2x1x1xf32>) -> tensor<1x1x1x1xf32> {
  %r = mind.conv2d %a, %b strides [1, 1] padding explicit pads [0, 0, 1, 0] : tensor<1x1x1x1xf32>,
      tensor<1x2x1x1xf32>
  return %r : tensor<1x1x1x1xf32>
}

func.func private @nothing(%a: tensor<1x1x1x1xf32>, %b: tensor<1x1x1x1xf32>) -> tensor<1x2x1x1xf32> {
  %r = mind.conv2d %a, %b strides [1, 1] padding explicit pads [1, 0, 0, 0] : tensor<1x1x1x1xf32>,
      tensor<1x1x1x1xf32>
  return %r : tensor<1x2x1x1xf32>
}

func.func private @channels(%a: tensor<1x1x1x3xf32>, %b: tensor<1x1x3x2xf32>) -> tensor<1x1x1x2xf32> {
  %r = mind.conv2d %a, %b strides [1, 1] padding valid : tensor<1x1x1x3xf32>, tensor<1x1x3x2xf32>
  return %r : tensor<1x1x1x2xf32>
}

func.func private @batch(%a: tensor<2x1x3x1xi32>, %b: tensor<1x1x1x2xi32>) -> tensor<2x1x2x2xi32> {
  %r = mind.conv2d %a, %b strides [1, 2] padding valid : tensor<2x1x3x1xi32>, tensor<1x1x1x2xi32>
  return %r : tensor<2x1x2x2xi32>
}

func.func private @f16(%a: tensor<1x1x1x3xf16>, %b: tensor<1x1x3x1xf16>) -> tensor<1x1x1x1xf16> {
  %r = mind.conv2d %a, %b strides [1, 1] padding valid : tensor<1x1x1x3xf16>, tensor<1x1x3x1xf16>
  return %r : tensor<1x1x1x1xf16>
}

func.func private @bf16(%a: tensor<1x1x1x3xbf16>, %b: tensor<1x1x3x1xbf16>) -> tensor<1x1x1x1xbf16> {
  %r = mind.conv2d %a, %b strides [1, 1] padding valid : tensor<1x1x1x3xbf16>, tensor<1x1x3x1xbf16>
  return %r : tensor<1x1x1x1xbf16>
}

func.func private @f64(%a: tensor<1x1x1x2xf64>, %b: tensor<1x1x2x1xf64>) -> tensor<1x1x1x1xf64> {
  %r = mind.conv2d %a, %b strides [1, 1] padding valid : tensor<1x1x1x2xf64>, tensor<1x1x2x1xf64>
  return %r : tensor<1x1x1x1xf64>
}

func.func private @i64(%a: tensor<1x1x1x2xi64>, %b: tensor<1x1x2x1xi64>) -> tensor<1x1x1x1xi64> {
  %r = mind.conv2d %a, %b strides [1, 1] padding valid : tensor<1x1x1x2xi64>, tensor<1x1x2x1xi64>
  return %r : tensor<1x1x1x1xi64>
}

func.func private @q16(%a: tensor<1x1x1x2x!mind.q16>, %b: tensor<1x1x2x1x!mind.q16>)
    -> tensor<1x1x1x1x!mind.q16> {
  %r = mind.conv2d %a, %b strides [1, 1] padding valid : tensor<1x1x1x2x!mind.q16>, tensor<1x1x2x1x!mind.q16>
  return %r : tensor<1x1x1x1x!mind.q16>
}

func.func @main() {
  // CHECK: valid [5421, 6532, 8754, 9865]
  %valid_a = mind.constant dense<[[[[1.0], [2.0], [3.0]], [[4.0], [5.0], [6.0]], [[7.0], [8.0], [9.0]]]]>
      : tensor<1x3x3x1xf32>
  %valid_b = mind.constant dense<[[[[1.0]], [[10.0]]], [[[100.0]], [[1000.0]]]]> : tensor<2x2x1x1xf32>
  %valid = call @valid(%valid_a, %valid_b) : (tensor<1x3x3x1xf32>, tensor<2x2x1x1xf32>) -> tensor<1x2x2x1xf32>
  %valid_flat = mind.reshape %valid : tensor<1x2x2x1xf32> -> tensor<4xf32>
  mind.print "valid {}\n"(%valid_flat) : tensor<4xf32>
  // One row and column of padding, at the high side.
  // CHECK: same [5421, 6532, 603, 8754, 9865, 906, 87, 98, 9]
  %same_a = mind.constant dense<[[[[1.0], [2.0], [3.0]], [[4.0], [5.0], [6.0]], [[7.0], [8.0], [9.0]]]]>
      : tensor<1x3x3x1xf32>
  %same_b = mind.constant dense<[[[[1.0]], [[10.0]]], [[[100.0]], [[1000.0]]]]> : tensor<2x2x1x1xf32>
  %same = call @same(%same_a, %same_b) : (tensor<1x3x3x1xf32>, tensor<2x2x1x1xf32>) -> tensor<1x3x3x1xf32>
  %same_flat = mind.reshape %same : tensor<1x3x3x1xf32> -> tensor<9xf32>
  mind.print "same {}\n"(%same_flat) : tensor<9xf32>
  // CHECK: explicit [2100, 3200, 8754, 9865]
  %explicit_a = mind.constant dense<[[[[1.0], [2.0], [3.0]], [[4.0], [5.0], [6.0]], [[7.0], [8.0],
      [9.0]]]]> : tensor<1x3x3x1xf32>
  %explicit_b = mind.constant dense<[[[[1.0]], [[10.0]]], [[[100.0]], [[1000.0]]]]> : tensor<2x2x1x1xf32>
  %explicit = call @explicit(%explicit_a, %explicit_b) : (tensor<1x3x3x1xf32>, tensor<2x2x1x1xf32>)
      -> tensor<1x2x2x1xf32>
  %explicit_flat = mind.reshape %explicit : tensor<1x2x2x1xf32> -> tensor<4xf32>
  mind.print "explicit {}\n"(%explicit_flat) : tensor<4xf32>
  // A weight of inf times a padding of 0 would be NaN.
  // CHECK: infinite [6]
  %infinite_a = mind.constant dense<[[[[2.0]]]]> : tensor<1x1x1x1xf32>
  %infinite_b = mind.constant dense<[[[[0x7F800000]], [[3.0]]]]> : tensor<1x2x1x1xf32>
  %infinite = call @infinite(%infinite_a, %infinite_b) : (tensor<1x1x1x1xf32>, tensor<1x2x1x1xf32>)
      -> tensor<1x1x1x1xf32>
  %infinite_flat = mind.reshape %infinite : tensor<1x1x1x1xf32> -> tensor<1xf32>
  mind.print "infinite {}\n"(%infinite_flat) : tensor<1xf32>
  // CHECK: nothing [0, -2]
  %nothing_a = mind.constant dense<[[[[2.0]]]]> : tensor<1x1x1x1xf32>
  %nothing_b = mind.constant dense<[[[[-1.0]]]]> : tensor<1x1x1x1xf32>
  %nothing = call @nothing(%nothing_a, %nothing_b) : (tensor<1x1x1x1xf32>, tensor<1x1x1x1xf32>)
      -> tensor<1x2x1x1xf32>
  %nothing_flat = mind.reshape %nothing : tensor<1x2x1x1xf32> -> tensor<2xf32>
  mind.print "nothing {}\n"(%nothing_flat) : tensor<2xf32>
  // CHECK: channels [0, 0]
  %channels_a = mind.constant dense<[[[[1.0e8, 1.0, -1.0e8]]]]> : tensor<1x1x1x3xf32>
  %channels_b = mind.constant dense<[[[[1.0, 2.0], [1.0, 2.0], [1.0, 2.0]]]]> : tensor<1x1x3x2xf32>
  %channels = call @channels(%channels_a, %channels_b) : (tensor<1x1x1x3xf32>, tensor<1x1x3x2xf32>)
      -> tensor<1x1x1x2xf32>
  %channels_flat = mind.reshape %channels : tensor<1x1x1x2xf32> -> tensor<2xf32>
  mind.print "channels {}\n"(%channels_flat) : tensor<2xf32>
  // CHECK: batch [1, -1, 3, -3, 4, -4, 6, -6]
  %batch_a = mind.constant dense<[[[[1], [2], [3]]], [[[4], [5], [6]]]]> : tensor<2x1x3x1xi32>
  %batch_b = mind.constant dense<[[[[1, -1]]]]> : tensor<1x1x1x2xi32>
  %batch = call @batch(%batch_a, %batch_b) : (tensor<2x1x3x1xi32>, tensor<1x1x1x2xi32>) -> tensor<2x1x2x2xi32>
  %batch_flat = mind.reshape %batch : tensor<2x1x2x2xi32> -> tensor<8xi32>
  mind.print "batch {}\n"(%batch_flat) : tensor<8xi32>
  // CHECK: f16 [2050]
  %f16_a = mind.constant dense<[[[[2048.0, 1.0, 1.0]]]]> : tensor<1x1x1x3xf16>
  %f16_b = mind.constant dense<[[[[1.0], [1.0], [1.0]]]]> : tensor<1x1x3x1xf16>
  %f16 = call @f16(%f16_a, %f16_b) : (tensor<1x1x1x3xf16>, tensor<1x1x3x1xf16>) -> tensor<1x1x1x1xf16>
  %f16_flat = mind.reshape %f16 : tensor<1x1x1x1xf16> -> tensor<1xf16>
  mind.print "f16 {}\n"(%f16_flat) : tensor<1xf16>
  // CHECK: bf16 [258]
  %bf16_a = mind.constant dense<[[[[256.0, 1.0, 1.0]]]]> : tensor<1x1x1x3xbf16>
  %bf16_b = mind.constant dense<[[[[1.0], [1.0], [1.0]]]]> : tensor<1x1x3x1xbf16>
  %bf16 = call @bf16(%bf16_a, %bf16_b) : (tensor<1x1x1x3xbf16>, tensor<1x1x3x1xbf16>) -> tensor<1x1x1x1xbf16>
  %bf16_flat = mind.reshape %bf16 : tensor<1x1x1x1xbf16> -> tensor<1xbf16>
  mind.print "bf16 {}\n"(%bf16_flat) : tensor<1xbf16>
  // CHECK: f64 [0.11000000000000001]
  %f64_a = mind.constant dense<[[[[0.1, 0.2]]]]> : tensor<1x1x1x2xf64>
  %f64_b = mind.constant dense<[[[[0.3], [0.4]]]]> : tensor<1x1x2x1xf64>
  %f64 = call @f64(%f64_a, %f64_b) : (tensor<1x1x1x2xf64>, tensor<1x1x2x1xf64>) -> tensor<1x1x1x1xf64>
  %f64_flat = mind.reshape %f64 : tensor<1x1x1x1xf64> -> tensor<1xf64>
  mind.print "f64 {}\n"(%f64_flat) : tensor<1xf64>
  // CHECK: i64 [7]
  %i64_a = mind.constant dense<[[[[3, -1]]]]> : tensor<1x1x1x2xi64>
  %i64_b = mind.constant dense<[[[[4], [5]]]]> : tensor<1x1x2x1xi64>
  %i64 = call @i64(%i64_a, %i64_b) : (tensor<1x1x1x2xi64>, tensor<1x1x2x1xi64>) -> tensor<1x1x1x1xi64>
  %i64_flat = mind.reshape %i64 : tensor<1x1x1x1xi64> -> tensor<1xi64>
  mind.print "i64 {}\n"(%i64_flat) : tensor<1xi64>
  // CHECK: q16 [0.00002]
  %q16_a = mind.constant dense<[[[[1, 1]]]]> : tensor<1x1x1x2xi32> as tensor<1x1x1x2x!mind.q16>
  %q16_b = mind.constant dense<[[[[32768], [32768]]]]> : tensor<1x1x2x1xi32> as tensor<1x1x2x1x!mind.q16>
  %q16 = call @q16(%q16_a, %q16_b) : (tensor<1x1x1x2x!mind.q16>, tensor<1x1x2x1x!mind.q16>)
      -> tensor<1x1x1x1x!mind.q16>
  %q16_flat = mind.reshape %q16 : tensor<1x1x1x1x!mind.q16> -> tensor<1x!mind.q16>
  mind.print "q16 {}\n"(%q16_flat) : tensor<1x!mind.q16>
  return
}
