// RUN: mind-opt %s --convert-mind-to-linalg --canonicalize --cse | FileCheck %s
// The one order of a sum (N15), means, maxima.

// Lanes that are neighbours in memory; zeros beyond the end change no lane.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %[[X:.*]]: tensor<4x40xf32>)
// CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<16xf32>
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : index
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK: scf.for %[[I:[^ ]+]] =
// CHECK:   %[[LANES:.*]] = scf.for {{.*}} to %[[C32]] step %[[C16]] iter_args(%{{.*}} = %[[ZERO]])
// CHECK:   %[[REST:.*]] = vector.transfer_read %[[X]][%[[I]], %[[C32]]], %{{.*}} : tensor<4x40xf32>, vector<16xf32>
// CHECK:   arith.addf %[[LANES]], %[[REST]]
// CHECK:   arith.addf {{.*}} : vector<8xf32>
// CHECK:   arith.addf {{.*}} : vector<4xf32>
// CHECK:   arith.addf {{.*}} : vector<2xf32>
// CHECK:   arith.addf {{.*}} : vector<1xf32>
func.func @rows(%x: tensor<4x40xf32>) -> tensor<4xf32> {
  %0 = mind.sum %x axes [1] : tensor<4x40xf32>
  return %0 : tensor<4xf32>
}

// Lanes that are rows, for sixteen results at a time.
// CHECK-LABEL: func.func @columns(
// CHECK: scf.for
// CHECK: scf.for {{.*}} -> (vector<16xf32>, vector<16xf32>,
// CHECK-COUNT-16: arith.addf {{.*}} : vector<16xf32>
// CHECK: scf.yield
func.func @columns(%x: tensor<32x32xf32>) -> tensor<32xf32> {
  %0 = mind.sum %x axes [0] : tensor<32x32xf32>
  return %0 : tensor<32xf32>
}

// Blocks of 1024 and a counter of partial sums.
// CHECK-LABEL: func.func @tree(
// CHECK-SAME: -> f32
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
// CHECK-DAG: %[[C1024:.*]] = arith.constant 1024 : index
// CHECK-DAG: %[[LEVELS:.*]] = linalg.fill {{.*}} -> tensor<48xf32>
// CHECK: scf.for %[[BLOCK:[^ ]+]] = %{{.*}} to %[[C3]] {{.*}} iter_args(%[[COUNTER:.*]] = %[[LEVELS]])
// CHECK:   %[[CARRY:.*]]:3 = scf.while
// CHECK:     arith.andi
// CHECK:     %[[LEFT:.*]] = tensor.extract %[[COUNTER]]
// CHECK:     arith.addf %[[LEFT]], %{{.*}} : f32
// CHECK:   tensor.insert %[[CARRY]]#2 into %[[COUNTER]][%[[CARRY]]#0]
// CHECK: scf.while
func.func @tree(%x: tensor<3000xf32>) -> tensor<f32> {
  %0 = mind.sum %x axes [] : tensor<3000xf32>
  return %0 : tensor<f32>
}

// Reduced dims that are apart are brought to the end.
// CHECK-LABEL: func.func @apart(
// CHECK: linalg.transpose {{.*}} permutation = [1, 0, 2]
// CHECK: tensor.collapse_shape {{.*}} : tensor<3x2x4xf32> into tensor<3x8xf32>
// CHECK: tensor.expand_shape {{.*}} output_shape [1, 3, 1]
func.func @apart(%x: tensor<2x3x4xf32>) -> tensor<1x3x1xf32> {
  %0 = mind.sum %x axes [0, 2] keepdims : tensor<2x3x4xf32>
  return %0 : tensor<1x3x1xf32>
}

// A dim of extent 1 between them is no reason to.
// CHECK-LABEL: func.func @unit_between(
// CHECK-NOT: linalg.transpose
// CHECK: tensor.from_elements {{.*}} : tensor<1xf32>
func.func @unit_between(%x: tensor<2x1x4xf32>) -> tensor<1xf32> {
  %0 = mind.sum %x axes [0, 2] : tensor<2x1x4xf32>
  return %0 : tensor<1xf32>
}

// CHECK-LABEL: func.func @mean(
// CHECK-DAG: %[[N:.*]] = arith.constant 1.200000e+01 : f32
// CHECK: arith.extf {{.*}} : f16 to f32
// CHECK: %[[MEAN:.*]] = arith.divf %{{.*}}, %[[N]] : f32
// CHECK: arith.truncf %[[MEAN]] : f32 to f16
func.func @mean(%x: tensor<12xf16>) -> tensor<f16> {
  %0 = mind.mean %x axes [] : tensor<12xf16>
  return %0 : tensor<f16>
}

// CHECK-LABEL: func.func @mean_q16(
// CHECK: arith.extsi {{.*}} : i32 to i64
// CHECK: arith.divsi {{.*}} : i64
// CHECK: arith.trunci {{.*}} : i64 to i32
func.func @mean_q16(%x: tensor<12x!mind.q16>) -> tensor<!mind.q16> {
  %0 = mind.mean %x axes [0] : tensor<12x!mind.q16>
  return %0 : tensor<!mind.q16>
}

// Of a scalar, the identity: -0 stays.
// CHECK-LABEL: func.func @scalar(
// CHECK-SAME: %[[X:.*]]: f32
// CHECK: return %[[X]]
func.func @scalar(%x: tensor<f32>) -> tensor<f32> {
  %0 = mind.sum %x axes [] : tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @reduce_max(
// CHECK-DAG: %[[LOWEST:.*]] = arith.constant 0xFF800000 : f32
// CHECK: vector.transfer_read %{{.*}}, %[[LOWEST]] {in_bounds = [true]}
// CHECK: vector.transfer_read %{{.*}}, %[[LOWEST]] : tensor
// CHECK: arith.maximumf {{.*}} : vector<16xf32>
func.func @reduce_max(%x: tensor<4x20xf32>) -> tensor<4xf32> {
  %0 = mind.reduce_max %x axes [1] : tensor<4x20xf32>
  return %0 : tensor<4xf32>
}

// The first of equal elements, and the first NaN.
// CHECK-LABEL: func.func @argmax(
// CHECK: %[[BEST:.*]]:2 = scf.for
// CHECK:   arith.cmpf ogt
// CHECK:   arith.cmpf uno
// CHECK: return %[[BEST]]#1 : i64
func.func @argmax(%x: tensor<10xf32>) -> tensor<i64> {
  %0 = mind.argmax %x axis 0 : tensor<10xf32>
  return %0 : tensor<i64>
}
