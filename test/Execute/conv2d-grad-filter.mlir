// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// A chain over (n, oh, ow) for each element; taps in the padding take no part (N11, N12).

func.func private @valid(%a: tensor<1x3x3x1xf32>, %b: tensor<1x2x2x1xf32>) -> tensor<2x2x1x1xf32> {
  %r = mind.conv2d_grad_filter %a, %b strides [1, 1] padding valid : tensor<1x3x3x1xf32>,
      tensor<1x2x2x1xf32> -> tensor<2x2x1x1xf32>
  return %r : tensor<2x2x1x1xf32>
}

func.func private @same(%a: tensor<1x3x3x1xf32>, %b: tensor<1x3x3x1xf32>) -> tensor<2x2x1x1xf32> {
  %r = mind.conv2d_grad_filter %a, %b strides [1, 1] padding same : tensor<1x3x3x1xf32>,
      tensor<1x3x3x1xf32> -> tensor<2x2x1x1xf32>
  return %r : tensor<2x2x1x1xf32>
}

func.func private @batch(%a: tensor<3x1x1x1xf32>, %b: tensor<3x1x1x1xf32>) -> tensor<1x1x1x1xf32> {
  %r = mind.conv2d_grad_filter %a, %b strides [1, 1] padding valid : tensor<3x1x1x1xf32>,
      tensor<3x1x1x1xf32> -> tensor<1x1x1x1xf32>
  return %r : tensor<1x1x1x1xf32>
}

func.func private @infinite(%a: tensor<1x1x1x1xf32>, %b: tensor<1x2x1x1xf32>) -> tensor<1x1x1x1xf32> {
  %r = mind.conv2d_grad_filter %a, %b strides [1, 1] padding explicit pads [1, 0, 0, 0]
      : tensor<1x1x1x1xf32>, tensor<1x2x1x1xf32> -> tensor<1x1x1x1xf32>
  return %r : tensor<1x1x1x1xf32>
}

func.func private @i64(%a: tensor<1x2x2x1xi64>, %b: tensor<1x1x1x2xi64>) -> tensor<1x1x1x2xi64> {
  %r = mind.conv2d_grad_filter %a, %b strides [2, 2] padding valid : tensor<1x2x2x1xi64>,
      tensor<1x1x1x2xi64> -> tensor<1x1x1x2xi64>
  return %r : tensor<1x1x1x2xi64>
}

func.func private @bf16(%a: tensor<1x1x3x1xbf16>, %b: tensor<1x1x3x1xbf16>) -> tensor<1x1x1x1xbf16> {
  %r = mind.conv2d_grad_filter %a, %b strides [1, 1] padding valid : tensor<1x1x3x1xbf16>,
      tensor<1x1x3x1xbf16> -> tensor<1x1x1x1xbf16>
  return %r : tensor<1x1x1x1xbf16>
}

func.func @main() {
  // CHECK: valid [37, 47, 67, 77]
  %valid_a = mind.constant dense<[[[[1.0], [2.0], [3.0]], [[4.0], [5.0], [6.0]], [[7.0], [8.0], [9.0]]]]>
      : tensor<1x3x3x1xf32>
  %valid_b = mind.constant dense<[[[[1.0], [2.0]], [[3.0], [4.0]]]]> : tensor<1x2x2x1xf32>
  %valid = call @valid(%valid_a, %valid_b) : (tensor<1x3x3x1xf32>, tensor<1x2x2x1xf32>) -> tensor<2x2x1x1xf32>
  %valid_flat = mind.reshape %valid : tensor<2x2x1x1xf32> -> tensor<4xf32>
  mind.print "valid {}\n"(%valid_flat) : tensor<4xf32>
  // CHECK: same [45, 33, 39, 28]
  %same_a = mind.constant dense<[[[[1.0], [2.0], [3.0]], [[4.0], [5.0], [6.0]], [[7.0], [8.0], [9.0]]]]>
      : tensor<1x3x3x1xf32>
  %same_b = mind.constant dense<[[[[1.0], [1.0], [1.0]], [[1.0], [1.0], [1.0]], [[1.0], [1.0], [1.0]]]]>
      : tensor<1x3x3x1xf32>
  %same = call @same(%same_a, %same_b) : (tensor<1x3x3x1xf32>, tensor<1x3x3x1xf32>) -> tensor<2x2x1x1xf32>
  %same_flat = mind.reshape %same : tensor<2x2x1x1xf32> -> tensor<4xf32>
  mind.print "same {}\n"(%same_flat) : tensor<4xf32>
  // One chain over the batch.
  // CHECK: batch [0]
  %batch_a = mind.constant dense<[[[[1.0e8]]], [[[1.0]]], [[[-1.0e8]]]]> : tensor<3x1x1x1xf32>
  %batch_b = mind.constant dense<[[[[1.0]]], [[[1.0]]], [[[1.0]]]]> : tensor<3x1x1x1xf32>
  %batch = call @batch(%batch_a, %batch_b) : (tensor<3x1x1x1xf32>, tensor<3x1x1x1xf32>) -> tensor<1x1x1x1xf32>
  %batch_flat = mind.reshape %batch : tensor<1x1x1x1xf32> -> tensor<1xf32>
  mind.print "batch {}\n"(%batch_flat) : tensor<1xf32>
  // CHECK: infinite [6]
  %infinite_a = mind.constant dense<[[[[2.0]]]]> : tensor<1x1x1x1xf32>
  %infinite_b = mind.constant dense<[[[[0x7F800000]], [[3.0]]]]> : tensor<1x2x1x1xf32>
  %infinite = call @infinite(%infinite_a, %infinite_b) : (tensor<1x1x1x1xf32>, tensor<1x2x1x1xf32>)
      -> tensor<1x1x1x1xf32>
  %infinite_flat = mind.reshape %infinite : tensor<1x1x1x1xf32> -> tensor<1xf32>
  mind.print "infinite {}\n"(%infinite_flat) : tensor<1xf32>
  // CHECK: i64 [5, 6]
  %i64_a = mind.constant dense<[[[[1], [2]], [[3], [4]]]]> : tensor<1x2x2x1xi64>
  %i64_b = mind.constant dense<[[[[5, 6]]]]> : tensor<1x1x1x2xi64>
  %i64 = call @i64(%i64_a, %i64_b) : (tensor<1x2x2x1xi64>, tensor<1x1x1x2xi64>) -> tensor<1x1x1x2xi64>
  %i64_flat = mind.reshape %i64 : tensor<1x1x1x2xi64> -> tensor<2xi64>
  mind.print "i64 {}\n"(%i64_flat) : tensor<2xi64>
  // CHECK: bf16 [258]
  %bf16_a = mind.constant dense<[[[[256.0], [1.0], [1.0]]]]> : tensor<1x1x3x1xbf16>
  %bf16_b = mind.constant dense<[[[[1.0], [1.0], [1.0]]]]> : tensor<1x1x3x1xbf16>
  %bf16 = call @bf16(%bf16_a, %bf16_b) : (tensor<1x1x3x1xbf16>, tensor<1x1x3x1xbf16>) -> tensor<1x1x1x1xbf16>
  %bf16_flat = mind.reshape %bf16 : tensor<1x1x1x1xbf16> -> tensor<1xbf16>
  mind.print "bf16 {}\n"(%bf16_flat) : tensor<1xbf16>
  return
}
