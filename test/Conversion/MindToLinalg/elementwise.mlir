// RUN: mind-opt %s --convert-mind-to-linalg | FileCheck %s
// Loops, captured scalars and the guards of N3, N5 and N7.

// CHECK-DAG: #[[$ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$LAST:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-DAG: #[[$COLUMN:.*]] = affine_map<(d0, d1) -> (d0, 0)>

// CHECK-LABEL: func.func @broadcast(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[Y:.*]]: tensor<3xf32>, %[[Z:.*]]: tensor<2x1xf32>, %[[S:.*]]: f32) -> tensor<2x3xf32>
func.func @broadcast(%x: tensor<2x3xf32>, %y: tensor<3xf32>, %z: tensor<2x1xf32>, %s: tensor<f32>) -> tensor<2x3xf32> {
  // CHECK: %[[E:.*]] = tensor.empty() : tensor<2x3xf32>
  // CHECK: %[[A:.*]] = linalg.generic {indexing_maps = [#[[$ID]], #[[$LAST]], #[[$ID]]], iterator_types = ["parallel", "parallel"]} ins(%[[X]], %[[Y]] : tensor<2x3xf32>, tensor<3xf32>) outs(%[[E]] : tensor<2x3xf32>)
  // CHECK-NEXT: ^bb0(%[[L:.*]]: f32, %[[R:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: arith.addf %[[L]], %[[R]] : f32
  %0 = mind.add %x, %y : tensor<2x3xf32>, tensor<3xf32>
  // CHECK: linalg.generic {indexing_maps = [#[[$COLUMN]], #[[$ID]], #[[$ID]]],
  // CHECK: arith.subf
  %1 = mind.sub %z, %0 : tensor<2x1xf32>, tensor<2x3xf32>
  // CHECK: linalg.generic
  // CHECK-NEXT: ^bb0(%[[L:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: arith.mulf %[[L]], %[[S]] : f32
  %2 = mind.mul %1, %s : tensor<2x3xf32>, tensor<f32>
  // CHECK: linalg.generic
  // CHECK-NEXT: ^bb0(%[[L:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: arith.divf %[[L]], %[[L]] : f32
  %3 = mind.div %2, %2 : tensor<2x3xf32>, tensor<2x3xf32>
  return %3 : tensor<2x3xf32>
}

// A splat is an operand of the body, not a tensor in memory.
// CHECK-LABEL: func.func @splat(
// CHECK: %[[C:.*]] = arith.constant 2.000000e+00 : f32
// CHECK: linalg.generic {{.*}} ins(%{{[a-z0-9]+}} : tensor<4xf32>)
// CHECK: arith.maximumf %{{.*}}, %{{.*}} : f32
func.func @splat(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = mind.fill 2.0 : tensor<4xf32>
  %0 = mind.max %x, %c : tensor<4xf32>, tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @half(
// CHECK-SAME: %[[A:.*]]: f16, %[[B:.*]]: f16) -> f16
// CHECK-NEXT: %[[WA:.*]] = arith.extf %[[A]] : f16 to f32
// CHECK-NEXT: %[[WB:.*]] = arith.extf %[[B]] : f16 to f32
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[WA]], %[[WB]] : f32
// CHECK-NEXT: %[[R:.*]] = arith.truncf %[[P]] : f32 to f16
// CHECK-NEXT: return %[[R]] : f16
func.func @half(%a: tensor<f16>, %b: tensor<f16>) -> tensor<f16> {
  %0 = mind.mul %a, %b : tensor<f16>, tensor<f16>
  return %0 : tensor<f16>
}

// CHECK-LABEL: func.func @integers(
// CHECK-SAME: %[[A:.*]]: i32, %[[B:.*]]: i32) -> (i32, i32, i32)
func.func @integers(%a: tensor<i32>, %b: tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  // CHECK: %[[ISZERO:.*]] = arith.cmpi eq, %[[B]], %{{.*}} : i32
  // CHECK: %[[ISMIN:.*]] = arith.cmpi eq, %[[A]], %{{.*}} : i32
  // CHECK: %[[ISMINUS1:.*]] = arith.cmpi eq, %[[B]], %{{.*}} : i32
  // CHECK: %[[OVERFLOWS:.*]] = arith.andi %[[ISMIN]], %[[ISMINUS1]] : i1
  // CHECK: %[[UNSAFE:.*]] = arith.ori %[[ISZERO]], %[[OVERFLOWS]] : i1
  // CHECK: %[[SAFE:.*]] = arith.select %[[UNSAFE]], %{{.*}}, %[[B]] : i32
  // CHECK: %[[Q:.*]] = arith.divsi %[[A]], %[[SAFE]] : i32
  // CHECK: arith.select %[[ISZERO]], %{{.*}}, %[[Q]] : i32
  %0 = mind.div %a, %b : tensor<i32>, tensor<i32>
  // CHECK: arith.remsi
  %1 = mind.mod %a, %b : tensor<i32>, tensor<i32>
  // CHECK: %[[C31:.*]] = arith.constant 31 : i32
  // CHECK: %[[N:.*]] = arith.andi %[[B]], %[[C31]] : i32
  // CHECK: arith.shrsi %[[A]], %[[N]] : i32
  %2 = mind.shr %a, %b : tensor<i32>, tensor<i32>
  return %0, %1, %2 : tensor<i32>, tensor<i32>, tensor<i32>
}

// CHECK-LABEL: func.func @q16(
// CHECK-SAME: %[[A:.*]]: i32, %[[B:.*]]: i32) -> (i32, i1)
// CHECK: %[[WA:.*]] = arith.extsi %[[A]] : i32 to i64
// CHECK: %[[WB:.*]] = arith.extsi %[[B]] : i32 to i64
// CHECK: %[[P:.*]] = arith.muli %[[WA]], %[[WB]] : i64
// CHECK: %[[H:.*]] = arith.shrsi %[[P]], %{{.*}} : i64
// CHECK: %[[R:.*]] = arith.trunci %[[H]] : i64 to i32
// CHECK: %[[L:.*]] = arith.cmpi slt, %[[R]], %[[A]] : i32
// CHECK: return %[[R]], %[[L]] : i32, i1
func.func @q16(%a: tensor<!mind.q16>, %b: tensor<!mind.q16>) -> (tensor<!mind.q16>, tensor<i1>) {
  %0 = mind.mul %a, %b : tensor<!mind.q16>, tensor<!mind.q16>
  %1 = mind.compare lt %0, %a : tensor<!mind.q16>, tensor<!mind.q16>
  return %0, %1 : tensor<!mind.q16>, tensor<i1>
}

// CHECK-LABEL: func.func @relu(
// CHECK-SAME: %[[X:.*]]: f32, %[[G:.*]]: f32)
// CHECK: %[[LE:.*]] = arith.cmpf ole, %[[X]], %[[Z:.*]] : f32
// CHECK: arith.select %[[LE]], %[[Z]], %[[X]] : f32
// CHECK: %[[GT:.*]] = arith.cmpf ogt, %[[X]], %{{.*}} : f32
// CHECK: arith.select %[[GT]], %[[G]], %{{.*}} : f32
func.func @relu(%x: tensor<f32>, %g: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0 = mind.relu %x : tensor<f32>
  %1 = mind.relu_grad %g, %x : tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}

// x ** 6: square, times x, square; then the reciprocal.
// CHECK-LABEL: func.func @power(
// CHECK-SAME: %[[X:.*]]: f64)
// CHECK-NEXT: %[[X2:.*]] = arith.mulf %[[X]], %[[X]] : f64
// CHECK-NEXT: %[[X3:.*]] = arith.mulf %[[X2]], %[[X]] : f64
// CHECK-NEXT: %[[X6:.*]] = arith.mulf %[[X3]], %[[X3]] : f64
// CHECK-NEXT: %[[ONE:.*]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: arith.divf %[[ONE]], %[[X6]] : f64
func.func @power(%x: tensor<f64>) -> tensor<f64> {
  %0 = mind.ipow %x, -6 : tensor<f64>
  return %0 : tensor<f64>
}

// CHECK-LABEL: func.func @logic(
// CHECK-SAME: %[[C:.*]]: tensor<4xi1>, %[[D:.*]]: tensor<4xi1>, %[[X:.*]]: tensor<4xi32>, %[[Y:.*]]: tensor<4xi32>)
// CHECK: linalg.generic {{.*}} ins(%[[C]], %[[D]] : tensor<4xi1>, tensor<4xi1>)
// CHECK: arith.andi %{{.*}}, %{{.*}} : i1
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[X]], %[[Y]] : tensor<4xi1>, tensor<4xi32>, tensor<4xi32>)
// CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : i32
func.func @logic(%c: tensor<4xi1>, %d: tensor<4xi1>, %x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %0 = arith.andi %c, %d : tensor<4xi1>
  %1 = arith.select %0, %x, %y : tensor<4xi1>, tensor<4xi32>
  return %1 : tensor<4xi32>
}
