// RUN: mind-opt %s --convert-mind-to-linalg | FileCheck %s
// Constants, reshapes, transposes, broadcasts.

// CHECK-DAG: #[[$SWAP:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG: #[[$ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: func.func @constants()
// CHECK-SAME: -> (i32, tensor<2xi32>, tensor<3xbf16>)
// CHECK-DAG: %[[S:.*]] = arith.constant 65536 : i32
// CHECK-DAG: %[[Q:.*]] = arith.constant dense<[1, 2]> : tensor<2xi32>
// CHECK-DAG: %[[H:.*]] = arith.constant 5.000000e-01 : bf16
// CHECK: %[[E:.*]] = tensor.empty() : tensor<3xbf16>
// CHECK: %[[F:.*]] = linalg.fill ins(%[[H]] : bf16) outs(%[[E]] : tensor<3xbf16>)
// CHECK: return %[[S]], %[[Q]], %[[F]]
func.func @constants() -> (tensor<!mind.q16>, tensor<2x!mind.q16>, tensor<3xbf16>) {
  %0 = mind.fill 1.0 : tensor<!mind.q16>
  %1 = mind.constant dense<[1, 2]> : tensor<2xi32> as tensor<2x!mind.q16>
  %2 = mind.constant dense<0.5> : tensor<3xbf16>
  return %0, %1, %2 : tensor<!mind.q16>, tensor<2x!mind.q16>, tensor<3xbf16>
}

// CHECK-LABEL: func.func @no_value(
// CHECK: call @__mind_fault_no_value() : () -> ()
// CHECK: %[[F:.*]] = linalg.fill
// CHECK: return %[[F]]
func.func @no_value() -> tensor<2xf32> {
  %0 = mind.fill : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func.func @no_value_no_use(
// CHECK-NEXT: return
func.func @no_value_no_use() {
  %0 = mind.fill : tensor<2xf32>
  return
}

// CHECK-LABEL: func.func @reshapes(
// CHECK-SAME: %[[X:.*]]: tensor<2x6xf32>, %[[S:.*]]: f32)
func.func @reshapes(%x: tensor<2x6xf32>, %s: tensor<f32>) -> (tensor<12xf32>, tensor<3x4xf32>, tensor<1x1xf32>, tensor<f32>) {
  // CHECK: tensor.collapse_shape %[[X]] {{\[\[}}0, 1]] : tensor<2x6xf32> into tensor<12xf32>
  %0 = mind.reshape %x : tensor<2x6xf32> -> tensor<12xf32>
  // CHECK: %[[FLAT:.*]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1]]
  // CHECK: tensor.expand_shape %[[FLAT]] {{\[\[}}0, 1]] output_shape [3, 4]
  %1 = mind.reshape %x : tensor<2x6xf32> -> tensor<3x4xf32>
  // CHECK: %[[E:.*]] = tensor.from_elements %[[S]] : tensor<1x1xf32>
  %2 = mind.reshape %s : tensor<f32> -> tensor<1x1xf32>
  // CHECK: tensor.extract %[[E]][%{{.*}}, %{{.*}}] : tensor<1x1xf32>
  %3 = mind.reshape %2 : tensor<1x1xf32> -> tensor<f32>
  return %0, %1, %2, %3 : tensor<12xf32>, tensor<3x4xf32>, tensor<1x1xf32>, tensor<f32>
}

// CHECK-LABEL: func.func @unit_dims(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>)
func.func @unit_dims(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<f32>) {
  // CHECK: %[[A:.*]] = tensor.expand_shape %[[X]] {{\[\[}}0, 1], [2]] output_shape [1, 2, 3]
  %0 = mind.expand_dims %x axis 0 : tensor<2x3xf32>
  // CHECK: %[[B:.*]] = tensor.expand_shape %[[A]] {{\[\[}}0], [1], [2, 3]] output_shape [1, 2, 3, 1]
  %1 = mind.expand_dims %0 axis 3 : tensor<1x2x3xf32>
  // CHECK: tensor.collapse_shape %[[B]] {{\[\[}}0, 1], [2, 3]] : tensor<1x2x3x1xf32> into tensor<2x3xf32>
  %2 = mind.squeeze %1 axes [] : tensor<1x2x3x1xf32>
  // CHECK: %[[P:.*]] = tensor.extract_slice
  // CHECK: tensor.extract %[[P]]
  %3 = mind.slice %1 axes [1, 2] starts [0, 0] ends [1, 1] strides [1, 1] : tensor<1x2x3x1xf32>
  %4 = mind.squeeze %3 axes [0, 1, 2, 3] : tensor<1x1x1x1xf32>
  return %2, %4 : tensor<2x3xf32>, tensor<f32>
}

// CHECK-LABEL: func.func @transpose(
// CHECK: linalg.generic {indexing_maps = [#[[$SWAP]], #[[$ID]]], iterator_types = ["parallel", "parallel"]} ins(%{{.*}} : tensor<2x3xf32>) outs(%{{.*}} : tensor<3x2xf32>)
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: linalg.yield %[[IN]] : f32
func.func @transpose(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = mind.transpose %x perm [1, 0] : tensor<2x3xf32>
  return %0 : tensor<3x2xf32>
}

// CHECK-LABEL: func.func @broadcast_to(
// CHECK-SAME: %[[S:.*]]: f32)
// CHECK: linalg.generic
// CHECK: linalg.yield %[[S]] : f32
func.func @broadcast_to(%s: tensor<f32>) -> tensor<2x3xf32> {
  %0 = mind.broadcast_to %s : tensor<f32> -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
