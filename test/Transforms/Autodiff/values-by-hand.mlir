// RUN: mind-test-opt %s --mind-test-gradient-values -o /dev/null | FileCheck %s
// RUN: sed 's/dense<28.0>/dense<27.0>/' %s | not mind-test-opt - --mind-test-gradient-values -o /dev/null 2>&1 | FileCheck %s --check-prefix=WRONG

// Values worked out on paper.

// CHECK: 4 rows, 6 derivatives, 0 wrong
// WRONG: error: the pullback of `matmul`: value 0 has 28 for 27 at element 0

// 2 * x, for x = 3.
func.func @square(%x: tensor<f64>) -> tensor<f64> attributes {
    mind_test.arguments = [dense<3.0> : tensor<f64>],
    mind_test.cotangents = [dense<1.0> : tensor<f64>], mind_test.gradients = [dense<6.0> : tensor<f64>],
    mind_test.tangents = [dense<0.5> : tensor<f64>], mind_test.pushed = [dense<3.0> : tensor<f64>]} {
  %r = mind.mul %x, %x : tensor<f64>, tensor<f64>
  return %r : tensor<f64>
}

// Rows sum to 4 * 7, columns to 2 * 5.
func.func @matmul(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<f32> attributes {
    mind_test.arguments = [dense<5.0> : tensor<2x3xf32>, dense<7.0> : tensor<3x4xf32>],
    mind_test.cotangents = [dense<1.0> : tensor<f32>],
    mind_test.gradients = [dense<28.0> : tensor<2x3xf32>, dense<10.0> : tensor<3x4xf32>]} {
  %0 = mind.matmul %a, %b : tensor<2x3xf32>, tensor<3x4xf32>
  %r = mind.sum %0 axes [] : tensor<2x4xf32>
  return %r : tensor<f32>
}

// dx = w at the one window's place, dw = x.
func.func @conv(%x: tensor<1x2x2x1xf64>, %w: tensor<2x2x1x1xf64>) -> tensor<1x1x1x1xf64> attributes {
    mind_test.arguments = [dense<[[[[1.0], [2.0]], [[3.0], [4.0]]]]> : tensor<1x2x2x1xf64>,
                           dense<[[[[1.0]], [[0.0]]], [[[0.0]], [[1.0]]]]> : tensor<2x2x1x1xf64>],
    mind_test.cotangents = [dense<1.0> : tensor<1x1x1x1xf64>],
    mind_test.gradients = [dense<[[[[1.0], [0.0]], [[0.0], [1.0]]]]> : tensor<1x2x2x1xf64>,
                           dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf64>]} {
  %r = mind.conv2d %x, %w strides [1, 1] padding valid : tensor<1x2x2x1xf64>, tensor<2x2x1x1xf64>
  return %r : tensor<1x1x1x1xf64>
}

// A row that three positions take gets three cotangents.
func.func @gather(%x: tensor<3xf64>, %i: tensor<4xi64>) -> tensor<4xf64> attributes {
    mind_test.arguments = [dense<[1.0, 2.0, 4.0]> : tensor<3xf64>, dense<[2, 0, 2, 2]> : tensor<4xi64>],
    mind_test.cotangents = [dense<[1.0, 10.0, 100.0, 1000.0]> : tensor<4xf64>],
    mind_test.gradients = [dense<[10.0, 0.0, 1101.0]> : tensor<3xf64>],
    mind_test.tangents = [dense<[0.5, 0.25, 2.0]> : tensor<3xf64>],
    mind_test.pushed = [dense<[2.0, 0.5, 2.0, 2.0]> : tensor<4xf64>]} {
  %r = mind.gather %x[%i] axis 0 : tensor<3xf64>, tensor<4xi64>
  return %r : tensor<4xf64>
}
