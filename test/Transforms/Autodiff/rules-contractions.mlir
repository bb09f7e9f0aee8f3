// RUN: mind-opt %s "--mind-differentiate-functions=func=matmul,batch,shared_right,shared_left,partial,inner,column,row,conv,conv_input,conv_filter kind=pullback" | FileCheck %s

// matmul, dot and conv2d.

// CHECK-LABEL: func.func private @matmul.pullback(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf32>, %[[B:.*]]: tensor<3x4xf32>, %[[U:.*]]: tensor<2x4xf32>)
// CHECK-NEXT: %[[BT:.*]] = mind.transpose %[[B]] perm [1, 0]
// CHECK-NEXT: %[[DA:.*]] = mind.matmul %[[U]], %[[BT]]
// CHECK-NEXT: %[[AT:.*]] = mind.transpose %[[A]] perm [1, 0]
// CHECK-NEXT: %[[DB:.*]] = mind.matmul %[[AT]], %[[U]]
// CHECK-NEXT: return %[[DA]], %[[DB]]
func.func @matmul(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %r = mind.matmul %a, %b : tensor<2x3xf32>, tensor<3x4xf32>
  return %r : tensor<2x4xf32>
}

// CHECK-LABEL: func.func private @batch.pullback(
// CHECK-SAME: %[[A:.*]]: tensor<5x2x3xf32>, %[[B:.*]]: tensor<5x3x4xf32>, %[[U:.*]]: tensor<5x2x4xf32>)
// CHECK-NEXT: %[[BT:.*]] = mind.transpose %[[B]] perm [0, 2, 1]
// CHECK-NEXT: %[[DA:.*]] = mind.matmul %[[U]], %[[BT]]
// CHECK-NEXT: %[[AT:.*]] = mind.transpose %[[A]] perm [0, 2, 1]
// CHECK-NEXT: %[[DB:.*]] = mind.matmul %[[AT]], %[[U]]
// CHECK-NEXT: return %[[DA]], %[[DB]]
func.func @batch(%a: tensor<5x2x3xf32>, %b: tensor<5x3x4xf32>) -> tensor<5x2x4xf32> {
  %r = mind.matmul %a, %b : tensor<5x2x3xf32>, tensor<5x3x4xf32>
  return %r : tensor<5x2x4xf32>
}

// One chain over the batch and the rows (N13).
// CHECK-LABEL: func.func private @shared_right.pullback(
// CHECK-SAME: %[[A:.*]]: tensor<5x2x3xf32>, %[[B:.*]]: tensor<3x4xf32>, %[[U:.*]]: tensor<5x2x4xf32>)
// CHECK-NEXT: %[[BT:.*]] = mind.transpose %[[B]] perm [1, 0]
// CHECK-NEXT: %[[DA:.*]] = mind.matmul %[[U]], %[[BT]]
// CHECK-NEXT: %[[FA:.*]] = mind.reshape %[[A]] : tensor<5x2x3xf32> -> tensor<10x3xf32>
// CHECK-NEXT: %[[AT:.*]] = mind.transpose %[[FA]] perm [1, 0]
// CHECK-NEXT: %[[FU:.*]] = mind.reshape %[[U]] : tensor<5x2x4xf32> -> tensor<10x4xf32>
// CHECK-NEXT: %[[DB:.*]] = mind.matmul %[[AT]], %[[FU]]
// CHECK-NEXT: return %[[DA]], %[[DB]]
func.func @shared_right(%a: tensor<5x2x3xf32>, %b: tensor<3x4xf32>) -> tensor<5x2x4xf32> {
  %r = mind.matmul %a, %b : tensor<5x2x3xf32>, tensor<3x4xf32>
  return %r : tensor<5x2x4xf32>
}

// CHECK-LABEL: func.func private @shared_left.pullback(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf32>, %[[B:.*]]: tensor<5x3x4xf32>, %[[U:.*]]: tensor<5x2x4xf32>)
// CHECK-NEXT: %[[TU:.*]] = mind.transpose %[[U]] perm [1, 0, 2]
// CHECK-NEXT: %[[FU:.*]] = mind.reshape %[[TU]] : tensor<2x5x4xf32> -> tensor<2x20xf32>
// CHECK-NEXT: %[[BT:.*]] = mind.transpose %[[B]] perm [0, 2, 1]
// CHECK-NEXT: %[[FB:.*]] = mind.reshape %[[BT]] : tensor<5x4x3xf32> -> tensor<20x3xf32>
// CHECK-NEXT: %[[DA:.*]] = mind.matmul %[[FU]], %[[FB]]
// CHECK-NEXT: %[[AT:.*]] = mind.transpose %[[A]] perm [1, 0]
// CHECK-NEXT: %[[DB:.*]] = mind.matmul %[[AT]], %[[U]]
// CHECK-NEXT: return %[[DA]], %[[DB]]
func.func @shared_left(%a: tensor<2x3xf32>, %b: tensor<5x3x4xf32>) -> tensor<5x2x4xf32> {
  %r = mind.matmul %a, %b : tensor<2x3xf32>, tensor<5x3x4xf32>
  return %r : tensor<5x2x4xf32>
}

// Dims of extent 1 are summed.
// CHECK-LABEL: func.func private @partial.pullback(
// CHECK-SAME: %[[A:.*]]: tensor<1x2x3xf32>, %[[B:.*]]: tensor<5x3x4xf32>, %[[U:.*]]: tensor<5x2x4xf32>)
// CHECK-NEXT: %[[BT:.*]] = mind.transpose %[[B]] perm [0, 2, 1]
// CHECK-NEXT: %[[PA:.*]] = mind.matmul %[[U]], %[[BT]]
// CHECK-NEXT: %[[DA:.*]] = mind.sum %[[PA]] axes [0] keepdims
// CHECK-NEXT: %[[AT:.*]] = mind.transpose %[[A]] perm [0, 2, 1]
// CHECK-NEXT: %[[DB:.*]] = mind.matmul %[[AT]], %[[U]]
// CHECK-NEXT: return %[[DA]], %[[DB]]
func.func @partial(%a: tensor<1x2x3xf32>, %b: tensor<5x3x4xf32>) -> tensor<5x2x4xf32> {
  %r = mind.matmul %a, %b : tensor<1x2x3xf32>, tensor<5x3x4xf32>
  return %r : tensor<5x2x4xf32>
}

// CHECK-LABEL: func.func private @inner.pullback(
// CHECK-SAME: %[[A:.*]]: tensor<3xf32>, %[[B:.*]]: tensor<3xf32>, %[[U:.*]]: tensor<f32>)
// CHECK-NEXT: %[[DA:.*]] = mind.mul %[[U]], %[[B]]
// CHECK-NEXT: %[[DB:.*]] = mind.mul %[[U]], %[[A]]
// CHECK-NEXT: return %[[DA]], %[[DB]]
func.func @inner(%a: tensor<3xf32>, %b: tensor<3xf32>) -> tensor<f32> {
  %r = mind.dot %a, %b : tensor<3xf32>, tensor<3xf32>
  return %r : tensor<f32>
}

// CHECK-LABEL: func.func private @column.pullback(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf32>, %[[B:.*]]: tensor<3xf32>, %[[U:.*]]: tensor<2xf32>)
// CHECK-NEXT: %[[E:.*]] = mind.expand_dims %[[U]] axis 1
// CHECK-NEXT: %[[DA:.*]] = mind.mul %[[E]], %[[B]]
// CHECK-NEXT: %[[AT:.*]] = mind.transpose %[[A]] perm [1, 0]
// CHECK-NEXT: %[[DB:.*]] = mind.dot %[[AT]], %[[U]]
// CHECK-NEXT: return %[[DA]], %[[DB]]
func.func @column(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2xf32> {
  %r = mind.dot %a, %b : tensor<2x3xf32>, tensor<3xf32>
  return %r : tensor<2xf32>
}

// CHECK-LABEL: func.func private @row.pullback(
// CHECK-SAME: %[[A:.*]]: tensor<2xf32>, %[[B:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<3xf32>)
// CHECK-NEXT: %[[DA:.*]] = mind.dot %[[B]], %[[U]]
// CHECK-NEXT: %[[E:.*]] = mind.expand_dims %[[A]] axis 1
// CHECK-NEXT: %[[DB:.*]] = mind.mul %[[E]], %[[U]]
// CHECK-NEXT: return %[[DA]], %[[DB]]
func.func @row(%a: tensor<2xf32>, %b: tensor<2x3xf32>) -> tensor<3xf32> {
  %r = mind.dot %a, %b : tensor<2xf32>, tensor<2x3xf32>
  return %r : tensor<3xf32>
}

// CHECK-LABEL: func.func private @conv.pullback(
// CHECK-SAME: %[[A:.*]]: tensor<1x8x8x3xf32>, %[[B:.*]]: tensor<3x3x3x2xf32>, %[[U:.*]]: tensor<1x4x8x2xf32>)
// CHECK-NEXT: %[[DA:.*]] = mind.conv2d_grad_input %[[U]], %[[B]] strides [2, 1] padding same
// CHECK-NEXT: %[[DB:.*]] = mind.conv2d_grad_filter %[[A]], %[[U]] strides [2, 1] padding same
// CHECK-NEXT: return %[[DA]], %[[DB]]
func.func @conv(%a: tensor<1x8x8x3xf32>, %b: tensor<3x3x3x2xf32>) -> tensor<1x4x8x2xf32> {
  %r = mind.conv2d %a, %b strides [2, 1] padding same : tensor<1x8x8x3xf32>, tensor<3x3x3x2xf32>
  return %r : tensor<1x4x8x2xf32>
}

// The gradients are made of the same three ops.
// CHECK-LABEL: func.func private @conv_input.pullback(
// CHECK-SAME: %[[G:.*]]: tensor<1x3x3x2xf32>, %[[B:.*]]: tensor<3x3x3x2xf32>, %[[U:.*]]: tensor<1x5x5x3xf32>)
// CHECK-NEXT: %[[DG:.*]] = mind.conv2d %[[U]], %[[B]] strides [1, 1] padding valid
// CHECK-NEXT: %[[DB:.*]] = mind.conv2d_grad_filter %[[U]], %[[G]] strides [1, 1] padding valid
// CHECK-NEXT: return %[[DG]], %[[DB]]
func.func @conv_input(%g: tensor<1x3x3x2xf32>, %b: tensor<3x3x3x2xf32>) -> tensor<1x5x5x3xf32> {
  %r = mind.conv2d_grad_input %g, %b strides [1, 1] padding valid : tensor<1x3x3x2xf32>, tensor<3x3x3x2xf32> -> tensor<1x5x5x3xf32>
  return %r : tensor<1x5x5x3xf32>
}

// CHECK-LABEL: func.func private @conv_filter.pullback(
// CHECK-SAME: %[[A:.*]]: tensor<1x5x5x3xf32>, %[[G:.*]]: tensor<1x3x3x2xf32>, %[[U:.*]]: tensor<3x3x3x2xf32>)
// CHECK-NEXT: %[[DA:.*]] = mind.conv2d_grad_input %[[G]], %[[U]] strides [1, 1] padding valid
// CHECK-NEXT: %[[DG:.*]] = mind.conv2d %[[A]], %[[U]] strides [1, 1] padding valid
// CHECK-NEXT: return %[[DA]], %[[DG]]
func.func @conv_filter(%a: tensor<1x5x5x3xf32>, %g: tensor<1x3x3x2xf32>) -> tensor<3x3x3x2xf32> {
  %r = mind.conv2d_grad_filter %a, %g strides [1, 1] padding valid : tensor<1x5x5x3xf32>, tensor<1x3x3x2xf32> -> tensor<3x3x3x2xf32>
  return %r : tensor<3x3x3x2xf32>
}
