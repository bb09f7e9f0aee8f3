// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// Ops that only move elements: reshape, transpose, expand_dims, squeeze, broadcast_to.

func.func private @reshape(%a: tensor<2x3xi32>) -> tensor<3x2xi32> {
  %r = mind.reshape %a : tensor<2x3xi32> -> tensor<3x2xi32>
  return %r : tensor<3x2xi32>
}

func.func private @reshape_scalar(%a: tensor<1x1xf64>) -> tensor<f64> {
  %r = mind.reshape %a : tensor<1x1xf64> -> tensor<f64>
  return %r : tensor<f64>
}

func.func private @transpose(%a: tensor<2x3xi32>) -> tensor<3x2xi32> {
  %r = mind.transpose %a perm [1, 0] : tensor<2x3xi32>
  return %r : tensor<3x2xi32>
}

func.func private @transpose3(%a: tensor<2x1x3xi32>) -> tensor<3x2x1xi32> {
  %r = mind.transpose %a perm [2, 0, 1] : tensor<2x1x3xi32>
  return %r : tensor<3x2x1xi32>
}

func.func private @transpose_i1(%a: tensor<2x2xi1>) -> tensor<2x2xi1> {
  %r = mind.transpose %a perm [1, 0] : tensor<2x2xi1>
  return %r : tensor<2x2xi1>
}

func.func private @transpose_f16(%a: tensor<2x2xf16>) -> tensor<2x2xf16> {
  %r = mind.transpose %a perm [1, 0] : tensor<2x2xf16>
  return %r : tensor<2x2xf16>
}

func.func private @expand_dims(%a: tensor<2x3xi32>) -> tensor<2x1x3xi32> {
  %r = mind.expand_dims %a axis 1 : tensor<2x3xi32>
  return %r : tensor<2x1x3xi32>
}

func.func private @squeeze(%a: tensor<1x2x1xf16>) -> tensor<2xf16> {
  %r = mind.squeeze %a axes [] : tensor<1x2x1xf16>
  return %r : tensor<2xf16>
}

func.func private @squeeze_one(%a: tensor<1x2x1xf16>) -> tensor<2x1xf16> {
  %r = mind.squeeze %a axes [0] : tensor<1x2x1xf16>
  return %r : tensor<2x1xf16>
}

func.func private @broadcast_to(%a: tensor<2x1xi1>) -> tensor<2x2x3xi1> {
  %r = mind.broadcast_to %a : tensor<2x1xi1> -> tensor<2x2x3xi1>
  return %r : tensor<2x2x3xi1>
}

func.func private @broadcast_q16(%a: tensor<!mind.q16>) -> tensor<2x2x!mind.q16> {
  %r = mind.broadcast_to %a : tensor<!mind.q16> -> tensor<2x2x!mind.q16>
  return %r : tensor<2x2x!mind.q16>
}

func.func @main() {
  // CHECK: reshape [1, 2, 3, 4, 5, 6]
  %reshape_a = mind.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %reshape = call @reshape(%reshape_a) : (tensor<2x3xi32>) -> tensor<3x2xi32>
  %reshape_flat = mind.reshape %reshape : tensor<3x2xi32> -> tensor<6xi32>
  mind.print "reshape {}\n"(%reshape_flat) : tensor<6xi32>
  // CHECK: reshape_scalar 2.5
  %reshape_scalar_a = mind.constant dense<[[2.5]]> : tensor<1x1xf64>
  %reshape_scalar = call @reshape_scalar(%reshape_scalar_a) : (tensor<1x1xf64>) -> tensor<f64>
  mind.print "reshape_scalar {}\n"(%reshape_scalar) : tensor<f64>
  // CHECK: transpose [1, 4, 2, 5, 3, 6]
  %transpose_a = mind.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %transpose = call @transpose(%transpose_a) : (tensor<2x3xi32>) -> tensor<3x2xi32>
  %transpose_flat = mind.reshape %transpose : tensor<3x2xi32> -> tensor<6xi32>
  mind.print "transpose {}\n"(%transpose_flat) : tensor<6xi32>
  // CHECK: transpose3 [1, 4, 2, 5, 3, 6]
  %transpose3_a = mind.constant dense<[[[1, 2, 3]], [[4, 5, 6]]]> : tensor<2x1x3xi32>
  %transpose3 = call @transpose3(%transpose3_a) : (tensor<2x1x3xi32>) -> tensor<3x2x1xi32>
  %transpose3_flat = mind.reshape %transpose3 : tensor<3x2x1xi32> -> tensor<6xi32>
  mind.print "transpose3 {}\n"(%transpose3_flat) : tensor<6xi32>
  // CHECK: transpose_i1 [true, false, true, false]
  %transpose_i1_a = mind.constant dense<[[true, true], [false, false]]> : tensor<2x2xi1>
  %transpose_i1 = call @transpose_i1(%transpose_i1_a) : (tensor<2x2xi1>) -> tensor<2x2xi1>
  %transpose_i1_flat = mind.reshape %transpose_i1 : tensor<2x2xi1> -> tensor<4xi1>
  mind.print "transpose_i1 {}\n"(%transpose_i1_flat) : tensor<4xi1>
  // CHECK: transpose_f16 [1.5, 3.5, 2.5, 4.5]
  %transpose_f16_a = mind.constant dense<[[1.5, 2.5], [3.5, 4.5]]> : tensor<2x2xf16>
  %transpose_f16 = call @transpose_f16(%transpose_f16_a) : (tensor<2x2xf16>) -> tensor<2x2xf16>
  %transpose_f16_flat = mind.reshape %transpose_f16 : tensor<2x2xf16> -> tensor<4xf16>
  mind.print "transpose_f16 {}\n"(%transpose_f16_flat) : tensor<4xf16>
  // CHECK: expand_dims [1, 2, 3, 4, 5, 6]
  %expand_dims_a = mind.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %expand_dims = call @expand_dims(%expand_dims_a) : (tensor<2x3xi32>) -> tensor<2x1x3xi32>
  %expand_dims_flat = mind.reshape %expand_dims : tensor<2x1x3xi32> -> tensor<6xi32>
  mind.print "expand_dims {}\n"(%expand_dims_flat) : tensor<6xi32>
  // CHECK: squeeze [1.5, 2.5]
  %squeeze_a = mind.constant dense<[[[1.5], [2.5]]]> : tensor<1x2x1xf16>
  %squeeze = call @squeeze(%squeeze_a) : (tensor<1x2x1xf16>) -> tensor<2xf16>
  mind.print "squeeze {}\n"(%squeeze) : tensor<2xf16>
  // CHECK: squeeze_one [1.5, 2.5]
  %squeeze_one_a = mind.constant dense<[[[1.5], [2.5]]]> : tensor<1x2x1xf16>
  %squeeze_one = call @squeeze_one(%squeeze_one_a) : (tensor<1x2x1xf16>) -> tensor<2x1xf16>
  %squeeze_one_flat = mind.reshape %squeeze_one : tensor<2x1xf16> -> tensor<2xf16>
  mind.print "squeeze_one {}\n"(%squeeze_one_flat) : tensor<2xf16>
  // CHECK: broadcast_to [true, true, true, false, false, false, true, true, true, false, false, false]
  %broadcast_to_a = mind.constant dense<[[true], [false]]> : tensor<2x1xi1>
  %broadcast_to = call @broadcast_to(%broadcast_to_a) : (tensor<2x1xi1>) -> tensor<2x2x3xi1>
  %broadcast_to_flat = mind.reshape %broadcast_to : tensor<2x2x3xi1> -> tensor<12xi1>
  mind.print "broadcast_to {}\n"(%broadcast_to_flat) : tensor<12xi1>
  // CHECK: broadcast_q16 [1.5, 1.5, 1.5, 1.5]
  %broadcast_q16_a = mind.constant dense<98304> : tensor<i32> as tensor<!mind.q16>
  %broadcast_q16 = call @broadcast_q16(%broadcast_q16_a) : (tensor<!mind.q16>) -> tensor<2x2x!mind.q16>
  %broadcast_q16_flat = mind.reshape %broadcast_q16 : tensor<2x2x!mind.q16> -> tensor<4x!mind.q16>
  mind.print "broadcast_q16 {}\n"(%broadcast_q16_flat) : tensor<4x!mind.q16>
  return
}
