// RUN: mind-opt %s --convert-mind-to-webnn --split-input-file --verify-diagnostics | FileCheck %s

// The pass's own example.
// CHECK-LABEL: func.func @f(
// CHECK: %[[R:.*]] = mind.webnn.matmul %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT: return %[[R]]
func.func @f(%x: tensor<2x3xf32>, %w: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %0 = mind.matmul %x, %w : tensor<2x3xf32>, tensor<3x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// A divisor of 0 or -1 never reaches the division.
// CHECK-LABEL: func.func @quotient(
// CHECK-SAME: %[[A:.*]]: tensor<3xi32>, %[[B:.*]]: tensor<i32>
// CHECK-DAG: %[[ZERO:.*]] = mind.webnn.constant dense<0> : tensor<i32>
// CHECK-DAG: %[[ONE:.*]] = mind.webnn.constant dense<1> : tensor<i32>
// CHECK-DAG: %[[MINUS:.*]] = mind.webnn.constant dense<-1> : tensor<i32>
// CHECK: %[[IS_ZERO:.*]] = mind.webnn.equal %[[B]], %[[ZERO]]
// CHECK: %[[IS_MINUS:.*]] = mind.webnn.equal %[[B]], %[[MINUS]]
// CHECK: %[[EITHER:.*]] = mind.webnn.logical_or %[[IS_ZERO]], %[[IS_MINUS]]
// CHECK: %[[SAFE:.*]] = mind.webnn.where %[[EITHER]], %[[ONE]], %[[B]]
// CHECK: %[[Q:.*]] = mind.webnn.div %[[A]], %[[SAFE]]
// CHECK: %[[NEGATED:.*]] = mind.webnn.sub %[[ZERO]], %[[A]]
// CHECK: %[[W:.*]] = mind.webnn.where %[[IS_MINUS]], %[[NEGATED]], %[[Q]]
// CHECK: mind.webnn.where %[[IS_ZERO]], %[[ZERO]], %[[W]]
func.func @quotient(%a: tensor<3xi32>, %b: tensor<i32>) -> tensor<3xi32> {
  %0 = mind.div %a, %b : tensor<3xi32>, tensor<i32>
  return %0 : tensor<3xi32>
}

// -----

// CHECK-LABEL: func.func @gather(
// CHECK: mind.webnn.check_index %[[I:.*]] below 3 : tensor<2xi64>
// CHECK: mind.webnn.gather %{{.*}}, %[[I]] axis 0
func.func @gather(%x: tensor<3x4xf32>, %i: tensor<2xi64>) -> tensor<2x4xf32> {
  %0 = mind.gather %x[%i] axis 0 : tensor<3x4xf32>, tensor<2xi64>
  return %0 : tensor<2x4xf32>
}

// -----

// What is left of the last window takes no part, and the strides dilate the gradient.
// CHECK-LABEL: func.func @filter(
// CHECK: %[[KEPT:.*]] = mind.webnn.slice %{{.*}} starts [0, 0, 0, 0] sizes [1, 5, 5, 2] strides [1, 1, 1, 1] : tensor<1x6x5x2xf32> -> tensor<1x5x5x2xf32>
// CHECK: %[[X:.*]] = mind.webnn.transpose %[[KEPT]] permutation [3, 1, 2, 0]
// CHECK: %[[G:.*]] = mind.webnn.transpose %{{.*}} permutation [1, 2, 0, 3]
// CHECK: %[[T:.*]] = mind.webnn.conv2d %[[X]], %[[G]] padding [0, 0, 0, 0] strides [1, 1] dilations [2, 2]
// CHECK: mind.webnn.transpose %[[T]] permutation [1, 2, 0, 3] : tensor<2x3x3x4xf32> -> tensor<3x3x2x4xf32>
func.func @filter(%x: tensor<1x6x5x2xf32>, %g: tensor<1x2x2x4xf32>) -> tensor<3x3x2x4xf32> {
  %0 = mind.conv2d_grad_filter %x, %g strides [2, 2] padding valid
      : tensor<1x6x5x2xf32>, tensor<1x2x2x4xf32> -> tensor<3x3x2x4xf32>
  return %0 : tensor<3x3x2x4xf32>
}

// -----

func.func @arctangent(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{failed to legalize operation 'mind.unary'}}
  %0 = mind.unary atan %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
