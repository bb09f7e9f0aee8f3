// RUN: mind-opt %s --convert-mind-to-linalg | FileCheck %s
// Where the extents of named dims come from.

// CHECK-LABEL: func.func @from_operand(
// CHECK-SAME: %[[X:.*]]: tensor<?x1xf32>, %[[Y:.*]]: tensor<?x3xf32>) -> tensor<?x3xf32>
// CHECK: %[[B:.*]] = tensor.dim %[[X]], %{{.*}} : tensor<?x1xf32>
// CHECK: tensor.empty(%[[B]]) : tensor<?x3xf32>
func.func @from_operand(%x: tensor<?x1xf32, #mind.dims<B, 1>>, %y: tensor<?x3xf32, #mind.dims<B, 3>>)
    -> tensor<?x3xf32, #mind.dims<B, 3>> {
  %0 = mind.add %x, %y : tensor<?x1xf32, #mind.dims<B, 1>>, tensor<?x3xf32, #mind.dims<B, 3>>
  return %0 : tensor<?x3xf32, #mind.dims<B, 3>>
}

// CHECK-LABEL: func.func @from_argument(
// CHECK-SAME: %{{.*}}: f32, %[[X:.*]]: tensor<3x?xf32>)
// CHECK: %[[N:.*]] = tensor.dim %[[X]], %{{.*}} : tensor<3x?xf32>
// CHECK: tensor.empty(%[[N]]) : tensor<?xf32>
func.func @from_argument(%s: tensor<f32>, %x: tensor<3x?xf32, #mind.dims<3, N>>) -> tensor<?xf32, #mind.dims<N>> {
  %0 = mind.broadcast_to %s : tensor<f32> -> tensor<?xf32, #mind.dims<N>>
  return %0 : tensor<?xf32, #mind.dims<N>>
}

// The made-up dim is what the others leave.
// CHECK-LABEL: func.func @reshape(
// CHECK-SAME: %[[X:.*]]: tensor<?x2x6xf32>)
// CHECK: %[[B:.*]] = tensor.dim %[[X]]
// CHECK: %[[C4:.*]] = arith.constant 4 : index
// CHECK: %[[N:.*]] = arith.muli %[[B]], %[[C4]] : index
// CHECK: %[[SHAPE:.*]] = tensor.from_elements %[[N]], %{{.*}} : tensor<2xindex>
// CHECK: tensor.reshape %[[X]](%[[SHAPE]]) : (tensor<?x2x6xf32>, tensor<2xindex>) -> tensor<?x3xf32>
func.func @reshape(%x: tensor<?x2x6xf32, #mind.dims<B, 2, 6>>) {
  %0 = mind.reshape %x : tensor<?x2x6xf32, #mind.dims<B, 2, 6>> -> tensor<?x3xf32, #mind.dims<_mul_4_B, 3>>
  mind.print "{}"(%0) : tensor<?x3xf32, #mind.dims<_mul_4_B, 3>>
  return
}

// CHECK-LABEL: func.func @casts(
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>)
// CHECK: %[[Y:.*]] = tensor.cast %[[X]] : tensor<?xf32> to tensor<4xf32>
// CHECK: %[[Z:.*]] = call @callee(%[[X]]) : (tensor<?xf32>) -> tensor<?xf32>
// CHECK: return %[[Y]], %[[Z]]
func.func @casts(%x: tensor<?xf32, #mind.dims<B>>) -> (tensor<4xf32>, tensor<?xf32, #mind.dims<B>>) {
  %0 = tensor.cast %x : tensor<?xf32, #mind.dims<B>> to tensor<4xf32>
  %1 = tensor.cast %x : tensor<?xf32, #mind.dims<B>> to tensor<?xf32, #mind.dims<N>>
  %2 = call @callee(%1) : (tensor<?xf32, #mind.dims<N>>) -> tensor<?xf32, #mind.dims<N>>
  %3 = tensor.cast %2 : tensor<?xf32, #mind.dims<N>> to tensor<?xf32, #mind.dims<B>>
  return %0, %3 : tensor<4xf32>, tensor<?xf32, #mind.dims<B>>
}
func.func private @callee(tensor<?xf32, #mind.dims<N>>) -> tensor<?xf32, #mind.dims<N>>
