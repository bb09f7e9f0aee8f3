// RUN: mind-opt %s --convert-mind-to-linalg --canonicalize --cse | FileCheck %s
// Taps in the padding are left out by the bounds of the loops (N12); kh, kw, c
// ascend, and so do the taps of the gradients (N11).

// CHECK-LABEL: func.func @valid(
// CHECK-SAME: %[[X:.*]]: tensor<2x5x6x3xf32>, %[[W:.*]]: tensor<3x2x3x16xf32>)
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
// CHECK: scf.for %[[N:[^ ]+]] = %[[C0]] to %[[C2]]
// CHECK: scf.for %[[OH:[^ ]+]] = %[[C0]] to %[[C3]]
// CHECK: scf.for %[[KW:[^ ]+]] = %[[C0]] to %[[C2]]
// CHECK: scf.for %[[C:[^ ]+]] = %[[C0]] to %[[C3]]
// CHECK: vector.transfer_read %[[W]][%[[KH:.*]], %[[KW]], %[[C]], %[[C0]]]
// CHECK: %[[IH:.*]] = arith.addi %[[OH]], %[[KH]]
// CHECK: tensor.extract %[[X]][%[[N]], %[[IH]], %[[KW]], %[[C]]]
// CHECK: math.fma {{.*}} : vector<16xf32>
func.func @valid(%x: tensor<2x5x6x3xf32>, %w: tensor<3x2x3x16xf32>) -> tensor<2x3x5x16xf32> {
  %0 = mind.conv2d %x, %w strides [1, 1] padding valid : tensor<2x5x6x3xf32>, tensor<3x2x3x16xf32>
  return %0 : tensor<2x3x5x16xf32>
}

// A column at the left, whole tiles, a column at the right.
// CHECK-LABEL: func.func @same(
// CHECK: arith.maxsi
// CHECK: arith.minsi
// CHECK: scf.for {{.*}} -> (vector<16xf32>)
// CHECK: scf.for {{.*}} -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>)
// CHECK: scf.for {{.*}} -> (vector<16xf32>)
func.func @same(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x16xf32>) -> tensor<1x8x8x16xf32> {
  %0 = mind.conv2d %x, %w strides [1, 1] padding same : tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>
  return %0 : tensor<1x8x8x16xf32>
}

// A filter of one pixel is a matrix.
// CHECK-LABEL: func.func @pointwise(
// CHECK: tensor.collapse_shape {{.*}} : tensor<2x4x4x3xf32> into tensor<32x3xf32>
// CHECK: tensor.collapse_shape {{.*}} : tensor<1x1x3x16xf32> into tensor<3x16xf32>
// CHECK: tensor.expand_shape {{.*}} into tensor<2x4x4x16xf32>
func.func @pointwise(%x: tensor<2x4x4x3xf32>, %w: tensor<1x1x3x16xf32>) -> tensor<2x4x4x16xf32> {
  %0 = mind.conv2d %x, %w strides [1, 1] padding valid : tensor<2x4x4x3xf32>, tensor<1x1x3x16xf32>
  return %0 : tensor<2x4x4x16xf32>
}

// The filter's channels become its last dim; with a stride of 2 there are classes.
// CHECK-LABEL: func.func @grad_input(
// CHECK-SAME: %[[G:.*]]: tensor<1x3x3x2xf32>, %[[W:.*]]: tensor<3x3x16x2xf32>)
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[W]] : {{.*}}) outs(%{{.*}} : tensor<3x3x2x16xf32>) permutation = [0, 1, 3, 2]
// CHECK: arith.remui
// CHECK: arith.divui
// CHECK: vector.transfer_read %[[T]]
// CHECK: tensor.extract %[[G]]
// CHECK: math.fma {{.*}} : vector<16xf32>
func.func @grad_input(%g: tensor<1x3x3x2xf32>, %w: tensor<3x3x16x2xf32>) -> tensor<1x7x7x16xf32> {
  %0 = mind.conv2d_grad_input %g, %w strides [2, 2] padding valid
      : tensor<1x3x3x2xf32>, tensor<3x3x16x2xf32> -> tensor<1x7x7x16xf32>
  return %0 : tensor<1x7x7x16xf32>
}

// The taps are images and outputs; rows are channels.
// CHECK-LABEL: func.func @grad_filter(
// CHECK-SAME: %[[X:.*]]: tensor<4x7x7x3xf32>, %[[G:.*]]: tensor<4x3x3x16xf32>)
// CHECK: scf.for {{.*}} -> (vector<16xf32>, vector<16xf32>, vector<16xf32>)
// CHECK: vector.transfer_read %[[G]]
// CHECK: tensor.extract %[[X]]
// CHECK: math.fma {{.*}} : vector<16xf32>
func.func @grad_filter(%x: tensor<4x7x7x3xf32>, %g: tensor<4x3x3x16xf32>) -> tensor<3x3x3x16xf32> {
  %0 = mind.conv2d_grad_filter %x, %g strides [2, 2] padding valid
      : tensor<4x7x7x3xf32>, tensor<4x3x3x16xf32> -> tensor<3x3x3x16xf32>
  return %0 : tensor<3x3x3x16xf32>
}
