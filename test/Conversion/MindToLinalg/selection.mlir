// RUN: mind-opt %s --convert-mind-to-linalg | FileCheck %s
// Positions that are computed: each is checked, and used as the check gives it.

// CHECK-LABEL: func.func @gather(
// CHECK-SAME: %[[X:.*]]: tensor<3x4xf32>, %[[I:.*]]: tensor<5xi64>)
// CHECK: %[[POSITIONS:.*]] = scf.for %{{.*}} -> (tensor<5xindex>)
// CHECK:   %[[P:.*]] = arith.index_cast %{{.*}} : i64 to index
// CHECK:   %[[OK:.*]] = arith.cmpi ult, %[[P]], %{{.*}} : index
// CHECK:   scf.if %[[OK]] -> (index) {
// CHECK:     scf.yield %[[P]]
// CHECK:   } else {
// CHECK:     func.call @__mind_fault_index
// CHECK: linalg.generic {{.*}} ins(%[[POSITIONS]] : tensor<5xindex>)
// CHECK: ^bb0(%[[IN:.*]]: index, %{{.*}}: f32):
// CHECK:   tensor.extract %[[X]][%[[IN]], %{{.*}}] : tensor<3x4xf32>
func.func @gather(%x: tensor<3x4xf32>, %i: tensor<5xi64>) -> tensor<5x4xf32> {
  %0 = mind.gather %x[%i] axis 0 : tensor<3x4xf32>, tensor<5xi64>
  return %0 : tensor<5x4xf32>
}

// Of one position, a slice that is not copied.
// CHECK-LABEL: func.func @gather_one(
// CHECK: %[[P:.*]] = scf.if
// CHECK: tensor.extract_slice %{{.*}}[0, %[[P]]] [3, 1] [1, 1] : tensor<3x4xf32> to tensor<3x1xf32>
func.func @gather_one(%x: tensor<3x4xf32>, %i: tensor<i32>) -> tensor<3xf32> {
  %0 = mind.gather %x[%i] axis 1 : tensor<3x4xf32>, tensor<i32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @gather_element(
// CHECK: %[[P:.*]] = scf.if
// CHECK: tensor.extract %{{.*}}[%[[P]]] : tensor<3xf32>
func.func @gather_element(%x: tensor<3xf32>, %i: tensor<i64>) -> tensor<f32> {
  %0 = mind.gather %x[%i] axis 0 : tensor<3xf32>, tensor<i64>
  return %0 : tensor<f32>
}

// In the order of the indices, in f32, rounded once (N17).
// CHECK-LABEL: func.func @gather_grad(
// CHECK: arith.extf {{.*}} : f16 to f32
// CHECK: %[[SUMS:.*]] = linalg.fill {{.*}} -> tensor<3x16xf32>
// CHECK: scf.for %{{.*}} iter_args(%[[IN:.*]] = %[[SUMS]])
// CHECK:   %[[P:.*]] = tensor.extract %{{.*}} : tensor<5xindex>
// CHECK:   %[[PART:.*]] = vector.transfer_read
// CHECK:   %[[OLD:.*]] = vector.transfer_read %[[IN]][%[[P]],
// CHECK:   %[[NEW:.*]] = arith.addf %[[OLD]], %[[PART]] : vector<16xf32>
// CHECK:   vector.transfer_write %[[NEW]], %[[IN]][%[[P]],
// CHECK: arith.truncf {{.*}} : f32 to f16
func.func @gather_grad(%g: tensor<5x16xf16>, %i: tensor<5xi64>) -> tensor<3x16xf16> {
  %0 = mind.gather_grad %g[%i] axis 0 : tensor<5x16xf16>, tensor<5xi64> -> tensor<3x16xf16>
  return %0 : tensor<3x16xf16>
}

// CHECK-LABEL: func.func @insert(
// CHECK: %[[P:.*]] = scf.if
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[%[[P]], 0] [1, 4] [1, 1]
func.func @insert(%s: tensor<1x4xf32>, %d: tensor<3x4xf32>, %i: tensor<i64>) -> tensor<3x4xf32> {
  %0 = mind.insert %s into %d axes [0] starts [?] strides [1](%i) : tensor<1x4xf32>, tensor<3x4xf32>, tensor<i64>
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @insert_element(
// CHECK: %[[P:.*]] = scf.if
// CHECK: %[[E:.*]] = tensor.extract %{{.*}} : tensor<1xf32>
// CHECK: tensor.insert %[[E]] into %{{.*}}[%[[P]]] : tensor<3xf32>
func.func @insert_element(%s: tensor<1xf32>, %d: tensor<3xf32>, %i: tensor<i64>) -> tensor<3xf32> {
  %0 = mind.insert %s into %d axes [0] starts [?] strides [1](%i) : tensor<1xf32>, tensor<3xf32>, tensor<i64>
  return %0 : tensor<3xf32>
}

// Known positions need no check; descending ones are those of the reverse.
// CHECK-LABEL: func.func @insert_descending(
// CHECK-NOT: scf.if
// CHECK: %[[REVERSE:.*]] = linalg.generic
// CHECK: tensor.insert_slice %[[REVERSE]] into %{{.*}}[1] [3] [2] : tensor<3xf32> into tensor<6xf32>
func.func @insert_descending(%s: tensor<3xf32>, %d: tensor<6xf32>) -> tensor<6xf32> {
  %0 = mind.insert %s into %d axes [0] starts [5] strides [-2] : tensor<3xf32>, tensor<6xf32>
  return %0 : tensor<6xf32>
}
