// RUN: mind-opt %s --convert-mind-to-linalg | FileCheck %s
// N4 and N5: nothing is left to what upstream leaves undefined.

// CHECK-LABEL: func.func @float_to_int(
// CHECK-SAME: %[[X:.*]]: f32) -> i32
// CHECK-DAG: %[[HIGH:.*]] = arith.constant 2.14748365E+9 : f32
// CHECK-DAG: %[[LOW:.*]] = arith.constant -2.14748365E+9 : f32
// CHECK: %[[GE:.*]] = arith.cmpf oge, %[[X]], %[[LOW]] : f32
// CHECK: %[[LT:.*]] = arith.cmpf olt, %[[X]], %[[HIGH]] : f32
// CHECK: %[[OK:.*]] = arith.andi %[[GE]], %[[LT]] : i1
// CHECK: %[[SAFE:.*]] = arith.select %[[OK]], %[[X]], %{{.*}} : f32
// CHECK: %[[I:.*]] = arith.fptosi %[[SAFE]] : f32 to i32
// CHECK: %[[MAX:.*]] = arith.constant 2147483647 : i32
// CHECK: %[[MIN:.*]] = arith.constant -2147483648 : i32
// CHECK: %[[R:.*]] = arith.select %{{.*}}, %[[MAX]], %[[I]] : i32
// CHECK: arith.select %{{.*}}, %[[MIN]], %[[R]] : i32
func.func @float_to_int(%x: tensor<f32>) -> tensor<i32> {
  %0 = mind.cast %x : tensor<f32> -> tensor<i32>
  return %0 : tensor<i32>
}

// CHECK-LABEL: func.func @double_to_half(
// CHECK: arith.truncf %{{.*}} : f64 to f32
// CHECK: arith.truncf %{{.*}} : f32 to f16
func.func @double_to_half(%x: tensor<f64>) -> tensor<f16> {
  %0 = mind.cast %x : tensor<f64> -> tensor<f16>
  return %0 : tensor<f16>
}

// On the bits: a hardware conversion would flush subnormals.
// CHECK-LABEL: func.func @int_to_bfloat(
// CHECK: %[[F:.*]] = arith.sitofp %{{.*}} : i64 to f32
// CHECK: %[[BITS:.*]] = arith.bitcast %[[F]] : f32 to i32
// CHECK: arith.shrui %[[BITS]]
// CHECK: arith.trunci %{{.*}} : i32 to i16
// CHECK: arith.bitcast %{{.*}} : i16 to bf16
func.func @int_to_bfloat(%x: tensor<i64>) -> tensor<bf16> {
  %0 = mind.cast %x : tensor<i64> -> tensor<bf16>
  return %0 : tensor<bf16>
}

// CHECK-LABEL: func.func @to_q16(
// CHECK: arith.extf %{{.*}} : f32 to f64
// CHECK: arith.mulf %{{.*}}, %{{.*}} : f64
// CHECK: arith.fptosi %{{.*}} : f64 to i64
// CHECK: arith.minsi
// CHECK: arith.maxsi
// CHECK: arith.trunci %{{.*}} : i64 to i32
func.func @to_q16(%x: tensor<f32>) -> tensor<!mind.q16> {
  %0 = mind.cast %x : tensor<f32> -> tensor<!mind.q16>
  return %0 : tensor<!mind.q16>
}

// CHECK-LABEL: func.func @from_q16(
// CHECK-SAME: %[[X:.*]]: tensor<3xi32>) -> (tensor<3xi64>, tensor<3xf32>)
// CHECK: arith.divsi %{{.*}}, %{{.*}} : i32
// CHECK: arith.extsi %{{.*}} : i32 to i64
// CHECK: arith.sitofp %{{.*}} : i32 to f64
// CHECK: arith.mulf %{{.*}}, %{{.*}} : f64
// CHECK: arith.truncf %{{.*}} : f64 to f32
func.func @from_q16(%x: tensor<3x!mind.q16>) -> (tensor<3xi64>, tensor<3xf32>) {
  %0 = mind.cast %x : tensor<3x!mind.q16> -> tensor<3xi64>
  %1 = mind.cast %x : tensor<3x!mind.q16> -> tensor<3xf32>
  return %0, %1 : tensor<3xi64>, tensor<3xf32>
}

// CHECK-LABEL: func.func @from_bool(
// CHECK: arith.extui %{{.*}} : i1 to i32
// CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : f32
func.func @from_bool(%x: tensor<i1>) -> (tensor<i32>, tensor<f32>) {
  %0 = mind.cast %x : tensor<i1> -> tensor<i32>
  %1 = mind.cast %x : tensor<i1> -> tensor<f32>
  return %0, %1 : tensor<i32>, tensor<f32>
}
