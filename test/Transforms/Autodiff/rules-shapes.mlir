// RUN: mind-opt %s "--mind-differentiate-functions=func=sum_all,sum_first,sum_last,sum_keepdims,sum_scalar,mean_all,mean_last,mean_f16,mean_q16,mean_q16_large,reshape,transpose,expand_dims,squeeze,squeeze_all,broadcast_to,index,slice,gather,gather_grad,insert kind=pullback" | FileCheck %s

// Reductions, movements and positions.

// CHECK-LABEL: func.func private @sum_all.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<f32>)
// CHECK-NEXT: %[[G:.*]] = mind.broadcast_to %[[U]] : tensor<f32> -> tensor<2x3xf32>
// CHECK-NEXT: return %[[G]]
func.func @sum_all(%x: tensor<2x3xf32>) -> tensor<f32> {
  %r = mind.sum %x axes [] : tensor<2x3xf32>
  return %r : tensor<f32>
}

// CHECK-LABEL: func.func private @sum_first.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<3xf32>)
// CHECK-NEXT: %[[G:.*]] = mind.broadcast_to %[[U]] : tensor<3xf32> -> tensor<2x3xf32>
// CHECK-NEXT: return %[[G]]
func.func @sum_first(%x: tensor<2x3xf32>) -> tensor<3xf32> {
  %r = mind.sum %x axes [0] : tensor<2x3xf32>
  return %r : tensor<3xf32>
}

// CHECK-LABEL: func.func private @sum_last.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<2xf32>)
// CHECK-NEXT: %[[R:.*]] = mind.reshape %[[U]] : tensor<2xf32> -> tensor<2x1xf32>
// CHECK-NEXT: %[[G:.*]] = mind.broadcast_to %[[R]]
// CHECK-NEXT: return %[[G]]
func.func @sum_last(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  %r = mind.sum %x axes [1] : tensor<2x3xf32>
  return %r : tensor<2xf32>
}

// CHECK-LABEL: func.func private @sum_keepdims.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<2x1xf32>)
// CHECK-NEXT: %[[G:.*]] = mind.broadcast_to %[[U]]
// CHECK-NEXT: return %[[G]]
func.func @sum_keepdims(%x: tensor<2x3xf32>) -> tensor<2x1xf32> {
  %r = mind.sum %x axes [1] keepdims : tensor<2x3xf32>
  return %r : tensor<2x1xf32>
}

// CHECK-LABEL: func.func private @sum_scalar.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<f32>, %[[U:.*]]: tensor<f32>)
// CHECK-NEXT: return %[[U]]
func.func @sum_scalar(%x: tensor<f32>) -> tensor<f32> {
  %r = mind.sum %x axes [] : tensor<f32>
  return %r : tensor<f32>
}

// Divided while it is small, by the number of elements.
// CHECK-LABEL: func.func private @mean_all.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<f32>)
// CHECK-NEXT: %[[N:.*]] = mind.constant dense<6.000000e+00>
// CHECK-NEXT: %[[D:.*]] = mind.div %[[U]], %[[N]]
// CHECK-NEXT: %[[G:.*]] = mind.broadcast_to %[[D]]
// CHECK-NEXT: return %[[G]]
func.func @mean_all(%x: tensor<2x3xf32>) -> tensor<f32> {
  %r = mind.mean %x axes [] : tensor<2x3xf32>
  return %r : tensor<f32>
}

// CHECK-LABEL: func.func private @mean_last.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<2xf32>)
// CHECK-NEXT: %[[N:.*]] = mind.constant dense<3.000000e+00>
// CHECK-NEXT: %[[D:.*]] = mind.div %[[U]], %[[N]] : tensor<2xf32>, tensor<f32>
// CHECK-NEXT: %[[R:.*]] = mind.reshape %[[D]]
// CHECK-NEXT: %[[G:.*]] = mind.broadcast_to %[[R]]
// CHECK-NEXT: return %[[G]]
func.func @mean_last(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  %r = mind.mean %x axes [1] : tensor<2x3xf32>
  return %r : tensor<2xf32>
}

// CHECK-LABEL: func.func private @mean_f16.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<4xf16>, %[[U:.*]]: tensor<f16>)
// CHECK-NEXT: %[[W:.*]] = mind.cast %[[U]] : tensor<f16> -> tensor<f32>
// CHECK-NEXT: %[[N:.*]] = mind.constant dense<4.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[D:.*]] = mind.div %[[W]], %[[N]]
// CHECK-NEXT: %[[C:.*]] = mind.cast %[[D]] : tensor<f32> -> tensor<f16>
// CHECK-NEXT: %[[G:.*]] = mind.broadcast_to %[[C]]
// CHECK-NEXT: return %[[G]]
func.func @mean_f16(%x: tensor<4xf16>) -> tensor<f16> {
  %r = mind.mean %x axes [] : tensor<4xf16>
  return %r : tensor<f16>
}

// CHECK-LABEL: func.func private @mean_q16.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<4x!mind.q16>, %[[U:.*]]: tensor<!mind.q16>)
// CHECK-NEXT: %[[N:.*]] = mind.constant dense<262144> : tensor<i32> as tensor<!mind.q16>
// CHECK-NEXT: %[[D:.*]] = mind.div %[[U]], %[[N]]
// CHECK-NEXT: %[[G:.*]] = mind.broadcast_to %[[D]]
// CHECK-NEXT: return %[[G]]
func.func @mean_q16(%x: tensor<4x!mind.q16>) -> tensor<!mind.q16> {
  %r = mind.mean %x axes [] : tensor<4x!mind.q16>
  return %r : tensor<!mind.q16>
}

// A number that q16 does not hold: the mean of g and zeros.
// CHECK-LABEL: func.func private @mean_q16_large.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<40000x!mind.q16>, %[[U:.*]]: tensor<!mind.q16>)
// CHECK-NEXT: %[[R:.*]] = mind.reshape %[[U]] : tensor<!mind.q16> -> tensor<1x!mind.q16>
// CHECK-NEXT: %[[Z:.*]] = mind.fill 0.000000e+00
// CHECK-NEXT: %[[I:.*]] = mind.insert %[[R]] into %[[Z]] axes [0] starts [0] strides [1]
// CHECK-NEXT: %[[D:.*]] = mind.mean %[[I]] axes [0] keepdims
// CHECK-NEXT: %[[G:.*]] = mind.broadcast_to %[[D]]
// CHECK-NEXT: return %[[G]]
func.func @mean_q16_large(%x: tensor<40000x!mind.q16>) -> tensor<!mind.q16> {
  %r = mind.mean %x axes [] : tensor<40000x!mind.q16>
  return %r : tensor<!mind.q16>
}

// CHECK-LABEL: func.func private @reshape.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<6xf32>)
// CHECK-NEXT: %[[G:.*]] = mind.reshape %[[U]]
// CHECK-NEXT: return %[[G]]
func.func @reshape(%x: tensor<2x3xf32>) -> tensor<6xf32> {
  %r = mind.reshape %x : tensor<2x3xf32> -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// CHECK-LABEL: func.func private @transpose.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3x4xf32>, %[[U:.*]]: tensor<4x2x3xf32>)
// CHECK-NEXT: %[[G:.*]] = mind.transpose %[[U]] perm [1, 2, 0]
// CHECK-NEXT: return %[[G]]
func.func @transpose(%x: tensor<2x3x4xf32>) -> tensor<4x2x3xf32> {
  %r = mind.transpose %x perm [2, 0, 1] : tensor<2x3x4xf32>
  return %r : tensor<4x2x3xf32>
}

// CHECK-LABEL: func.func private @expand_dims.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<2x1x3xf32>)
// CHECK-NEXT: %[[G:.*]] = mind.squeeze %[[U]] axes [1]
// CHECK-NEXT: return %[[G]]
func.func @expand_dims(%x: tensor<2x3xf32>) -> tensor<2x1x3xf32> {
  %r = mind.expand_dims %x axis 1 : tensor<2x3xf32>
  return %r : tensor<2x1x3xf32>
}

// CHECK-LABEL: func.func private @squeeze.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x1x3xf32>, %[[U:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: %[[G:.*]] = mind.expand_dims %[[U]] axis 1
// CHECK-NEXT: return %[[G]]
func.func @squeeze(%x: tensor<2x1x3xf32>) -> tensor<2x3xf32> {
  %r = mind.squeeze %x axes [1] : tensor<2x1x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func private @squeeze_all.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<1x3x1xf32>, %[[U:.*]]: tensor<3xf32>)
// CHECK-NEXT: %[[G:.*]] = mind.reshape %[[U]] : tensor<3xf32> -> tensor<1x3x1xf32>
// CHECK-NEXT: return %[[G]]
func.func @squeeze_all(%x: tensor<1x3x1xf32>) -> tensor<3xf32> {
  %r = mind.squeeze %x axes [] : tensor<1x3x1xf32>
  return %r : tensor<3xf32>
}

// CHECK-LABEL: func.func private @broadcast_to.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<3x1xf32>, %[[U:.*]]: tensor<2x3x4xf32>)
// CHECK-NEXT: %[[S:.*]] = mind.sum %[[U]] axes [0, 2] keepdims
// CHECK-NEXT: %[[G:.*]] = mind.reshape %[[S]] : tensor<1x3x1xf32> -> tensor<3x1xf32>
// CHECK-NEXT: return %[[G]]
func.func @broadcast_to(%x: tensor<3x1xf32>) -> tensor<2x3x4xf32> {
  %r = mind.broadcast_to %x : tensor<3x1xf32> -> tensor<2x3x4xf32>
  return %r : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func private @index.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<2xf32>)
// CHECK-NEXT: %[[R:.*]] = mind.reshape %[[U]] : tensor<2xf32> -> tensor<2x1xf32>
// CHECK-NEXT: %[[Z:.*]] = mind.fill 0.000000e+00
// CHECK-NEXT: %[[G:.*]] = mind.insert %[[R]] into %[[Z]] axes [1] starts [2] strides [1]
// CHECK-NEXT: return %[[G]]
func.func @index(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  %r = mind.index %x axes [1] indices [2] : tensor<2x3xf32>
  return %r : tensor<2xf32>
}

// CHECK-LABEL: func.func private @slice.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<3x6xf32>, %[[U:.*]]: tensor<3x3xf32>)
// CHECK-NEXT: %[[Z:.*]] = mind.fill 0.000000e+00
// CHECK-NEXT: %[[G:.*]] = mind.insert %[[U]] into %[[Z]] axes [1] starts [1] strides [2]
// CHECK-NEXT: return %[[G]]
func.func @slice(%x: tensor<3x6xf32>) -> tensor<3x3xf32> {
  %r = mind.slice %x axes [1] starts [1] ends [6] strides [2] : tensor<3x6xf32>
  return %r : tensor<3x3xf32>
}

// The forward gather stays: it may fault.
// CHECK-LABEL: func.func private @gather.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<3x4xf32>, %[[I:.*]]: tensor<5xi64>, %[[U:.*]]: tensor<5x4xf32>)
// CHECK-NEXT: %{{.*}} = mind.gather
// CHECK-NEXT: %[[G:.*]] = mind.gather_grad %[[U]][%[[I]]] axis 0
// CHECK-NEXT: return %[[G]]
func.func @gather(%x: tensor<3x4xf32>, %i: tensor<5xi64>) -> tensor<5x4xf32> {
  %r = mind.gather %x[%i] axis 0 : tensor<3x4xf32>, tensor<5xi64>
  return %r : tensor<5x4xf32>
}

// CHECK-LABEL: func.func private @gather_grad.pullback(
// CHECK-SAME: %[[X:.*]]: tensor<5x4xf32>, %[[I:.*]]: tensor<5xi64>, %[[U:.*]]: tensor<3x4xf32>)
// CHECK-NEXT: %{{.*}} = mind.gather_grad
// CHECK-NEXT: %[[G:.*]] = mind.gather %[[U]][%[[I]]] axis 0
// CHECK-NEXT: return %[[G]]
func.func @gather_grad(%x: tensor<5x4xf32>, %i: tensor<5xi64>) -> tensor<3x4xf32> {
  %r = mind.gather_grad %x[%i] axis 0 : tensor<5x4xf32>, tensor<5xi64> -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}

// CHECK-LABEL: func.func private @insert.pullback(
// CHECK-SAME: %[[D:.*]]: tensor<5xf32>, %[[X:.*]]: tensor<2xf32>, %[[U:.*]]: tensor<5xf32>)
// CHECK-NEXT: %[[Z:.*]] = mind.fill 0.000000e+00 : tensor<2xf32>
// CHECK-NEXT: %[[A:.*]] = mind.insert %[[Z]] into %[[U]] axes [0] starts [1] strides [2]
// CHECK-NEXT: %[[B:.*]] = mind.slice %[[U]] axes [0] starts [1] ends [4] strides [2]
// CHECK-NEXT: return %[[A]], %[[B]]
func.func @insert(%d: tensor<5xf32>, %x: tensor<2xf32>) -> tensor<5xf32> {
  %r = mind.insert %x into %d axes [0] starts [1] strides [2] : tensor<2xf32>, tensor<5xf32>
  return %r : tensor<5xf32>
}
