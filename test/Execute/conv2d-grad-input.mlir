// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// A chain over (kh, kw, f) for each element; a tap takes part if its output exists (N11, N12).

func.func private @valid(%a: tensor<1x2x2x1xf32>, %b: tensor<2x2x1x1xf32>) -> tensor<1x3x3x1xf32> {
  %r = mind.conv2d_grad_input %a, %b strides [1, 1] padding valid : tensor<1x2x2x1xf32>,
      tensor<2x2x1x1xf32> -> tensor<1x3x3x1xf32>
  return %r : tensor<1x3x3x1xf32>
}

func.func private @strided(%a: tensor<1x2x2x1xf32>, %b: tensor<2x2x1x1xf32>) -> tensor<1x4x4x1xf32> {
  %r = mind.conv2d_grad_input %a, %b strides [2, 2] padding valid : tensor<1x2x2x1xf32>,
      tensor<2x2x1x1xf32> -> tensor<1x4x4x1xf32>
  return %r : tensor<1x4x4x1xf32>
}

func.func private @unread(%a: tensor<1x1x1x1xf32>, %b: tensor<1x1x1x1xf32>) -> tensor<1x2x2x1xf32> {
  %r = mind.conv2d_grad_input %a, %b strides [2, 2] padding valid : tensor<1x1x1x1xf32>,
      tensor<1x1x1x1xf32> -> tensor<1x2x2x1xf32>
  return %r : tensor<1x2x2x1xf32>
}

func.func private @same(%a: tensor<1x3x3x1xf32>, %b: tensor<2x2x1x1xf32>) -> tensor<1x3x3x1xf32> {
  %r = mind.conv2d_grad_input %a, %b strides [1, 1] padding same : tensor<1x3x3x1xf32>,
      tensor<2x2x1x1xf32> -> tensor<1x3x3x1xf32>
  return %r : tensor<1x3x3x1xf32>
}

func.func private @q16(%a: tensor<1x1x1x2x!mind.q16>, %b: tensor<1x1x1x2x!mind.q16>)
    -> tensor<1x1x1x1x!mind.q16> {
  %r = mind.conv2d_grad_input %a, %b strides [1, 1] padding valid : tensor<1x1x1x2x!mind.q16>,
      tensor<1x1x1x2x!mind.q16> -> tensor<1x1x1x1x!mind.q16>
  return %r : tensor<1x1x1x1x!mind.q16>
}

func.func private @f16(%a: tensor<1x1x1x3xf16>, %b: tensor<1x1x1x3xf16>) -> tensor<1x1x1x1xf16> {
  %r = mind.conv2d_grad_input %a, %b strides [1, 1] padding valid : tensor<1x1x1x3xf16>,
      tensor<1x1x1x3xf16> -> tensor<1x1x1x1xf16>
  return %r : tensor<1x1x1x1xf16>
}

func.func private @i32(%a: tensor<1x2x1x1xi32>, %b: tensor<1x1x1x1xi32>) -> tensor<1x1x1x1xi32> {
  %r = mind.conv2d_grad_input %a, %b strides [1, 1] padding explicit pads [1, 0, 0, 0] : tensor<1x2x1x1xi32>,
      tensor<1x1x1x1xi32> -> tensor<1x1x1x1xi32>
  return %r : tensor<1x1x1x1xi32>
}

func.func @main() {
  // CHECK: valid [1, 12, 20, 103, 1234, 2040, 300, 3400, 4000]
  %valid_a = mind.constant dense<[[[[1.0], [2.0]], [[3.0], [4.0]]]]> : tensor<1x2x2x1xf32>
  %valid_b = mind.constant dense<[[[[1.0]], [[10.0]]], [[[100.0]], [[1000.0]]]]> : tensor<2x2x1x1xf32>
  %valid = call @valid(%valid_a, %valid_b) : (tensor<1x2x2x1xf32>, tensor<2x2x1x1xf32>) -> tensor<1x3x3x1xf32>
  %valid_flat = mind.reshape %valid : tensor<1x3x3x1xf32> -> tensor<9xf32>
  mind.print "valid {}\n"(%valid_flat) : tensor<9xf32>
  // CHECK: strided [1, 10, 2, 20, 100, 1000, 200, 2000, 3, 30, 4, 40, 300, 3000, 400, 4000]
  %strided_a = mind.constant dense<[[[[1.0], [2.0]], [[3.0], [4.0]]]]> : tensor<1x2x2x1xf32>
  %strided_b = mind.constant dense<[[[[1.0]], [[10.0]]], [[[100.0]], [[1000.0]]]]> : tensor<2x2x1x1xf32>
  %strided = call @strided(%strided_a, %strided_b) : (tensor<1x2x2x1xf32>, tensor<2x2x1x1xf32>)
      -> tensor<1x4x4x1xf32>
  %strided_flat = mind.reshape %strided : tensor<1x4x4x1xf32> -> tensor<16xf32>
  mind.print "strided {}\n"(%strided_flat) : tensor<16xf32>
  // What no tap reads has an empty chain.
  // CHECK: unread [10, 0, 0, 0]
  %unread_a = mind.constant dense<[[[[5.0]]]]> : tensor<1x1x1x1xf32>
  %unread_b = mind.constant dense<[[[[2.0]]]]> : tensor<1x1x1x1xf32>
  %unread = call @unread(%unread_a, %unread_b) : (tensor<1x1x1x1xf32>, tensor<1x1x1x1xf32>)
      -> tensor<1x2x2x1xf32>
  %unread_flat = mind.reshape %unread : tensor<1x2x2x1xf32> -> tensor<4xf32>
  mind.print "unread {}\n"(%unread_flat) : tensor<4xf32>
  // CHECK: same [1, 11, 11, 101, 1111, 1111, 101, 1111, 1111]
  %same_a = mind.constant dense<[[[[1.0], [1.0], [1.0]], [[1.0], [1.0], [1.0]], [[1.0], [1.0], [1.0]]]]>
      : tensor<1x3x3x1xf32>
  %same_b = mind.constant dense<[[[[1.0]], [[10.0]]], [[[100.0]], [[1000.0]]]]> : tensor<2x2x1x1xf32>
  %same = call @same(%same_a, %same_b) : (tensor<1x3x3x1xf32>, tensor<2x2x1x1xf32>) -> tensor<1x3x3x1xf32>
  %same_flat = mind.reshape %same : tensor<1x3x3x1xf32> -> tensor<9xf32>
  mind.print "same {}\n"(%same_flat) : tensor<9xf32>
  // CHECK: q16 [0.00002]
  %q16_a = mind.constant dense<[[[[1, 1]]]]> : tensor<1x1x1x2xi32> as tensor<1x1x1x2x!mind.q16>
  %q16_b = mind.constant dense<[[[[32768, 32768]]]]> : tensor<1x1x1x2xi32> as tensor<1x1x1x2x!mind.q16>
  %q16 = call @q16(%q16_a, %q16_b) : (tensor<1x1x1x2x!mind.q16>, tensor<1x1x1x2x!mind.q16>)
      -> tensor<1x1x1x1x!mind.q16>
  %q16_flat = mind.reshape %q16 : tensor<1x1x1x1x!mind.q16> -> tensor<1x!mind.q16>
  mind.print "q16 {}\n"(%q16_flat) : tensor<1x!mind.q16>
  // CHECK: f16 [2050]
  %f16_a = mind.constant dense<[[[[2048.0, 1.0, 1.0]]]]> : tensor<1x1x1x3xf16>
  %f16_b = mind.constant dense<[[[[1.0, 1.0, 1.0]]]]> : tensor<1x1x1x3xf16>
  %f16 = call @f16(%f16_a, %f16_b) : (tensor<1x1x1x3xf16>, tensor<1x1x1x3xf16>) -> tensor<1x1x1x1xf16>
  %f16_flat = mind.reshape %f16 : tensor<1x1x1x1xf16> -> tensor<1xf16>
  mind.print "f16 {}\n"(%f16_flat) : tensor<1xf16>
  // CHECK: i32 [6]
  %i32_a = mind.constant dense<[[[[1]], [[2]]]]> : tensor<1x2x1x1xi32>
  %i32_b = mind.constant dense<[[[[3]]]]> : tensor<1x1x1x1xi32>
  %i32 = call @i32(%i32_a, %i32_b) : (tensor<1x2x1x1xi32>, tensor<1x1x1x1xi32>) -> tensor<1x1x1x1xi32>
  %i32_flat = mind.reshape %i32 : tensor<1x1x1x1xi32> -> tensor<1xi32>
  mind.print "i32 {}\n"(%i32_flat) : tensor<1xi32>
  return
}
