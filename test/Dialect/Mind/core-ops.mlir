// RUN: mind-opt %s | mind-opt | FileCheck %s
// RUN: mind-opt %s --mlir-print-op-generic | mind-opt | FileCheck %s
// RUN: mind-opt %s --emit-bytecode | mind-opt | FileCheck %s

// The examples of the core ops' documentation, line by line.

// CHECK-LABEL: func.func @constants
func.func @constants() {
  // CHECK: mind.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  %0 = mind.constant dense<[1.0, 2.0]> : tensor<2xf32>
  // CHECK: mind.constant dense<65536> : tensor<2xi32> as tensor<2x!mind.q16>
  %1 = mind.constant dense<65536> : tensor<2xi32> as tensor<2x!mind.q16>
  return
}

// CHECK-LABEL: func.func @fills
func.func @fills() {
  // CHECK: mind.fill 1.500000e+00 : tensor<2x3xf32>
  %0 = mind.fill 1.5 : tensor<2x3xf32>
  // CHECK: mind.fill : tensor<2xi64>
  %1 = mind.fill : tensor<2xi64>
  // CHECK: mind.fill 1.000000e+00 : tensor<?x3xf32, #mind.dims<B, 3>>
  %2 = mind.fill 1.0 : tensor<?x3xf32, #mind.dims<B, 3>>
  return
}

// CHECK-LABEL: func.func @elementwise
func.func @elementwise(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %s: tensor<f32>, %i: tensor<3xi64>, %j: tensor<i64>) {
  // CHECK: mind.add %{{.*}}, %{{.*}} : tensor<2x3xf32>, tensor<3xf32>
  %0 = mind.add %a, %b : tensor<2x3xf32>, tensor<3xf32>
  // CHECK: mind.sub %{{.*}}, %{{.*}} : tensor<2x3xf32>, tensor<f32>
  %1 = mind.sub %a, %s : tensor<2x3xf32>, tensor<f32>
  // CHECK: mind.div %{{.*}}, %{{.*}} : tensor<3xi64>, tensor<i64>
  %2 = mind.div %i, %j : tensor<3xi64>, tensor<i64>
  // CHECK: mind.relu %{{.*}} : tensor<2x3xf32>
  %3 = mind.relu %a : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @outer_product
// CHECK-SAME: -> tensor<2x3xf32>
func.func @outer_product(%a: tensor<2x1xf32>, %b: tensor<1x3xf32>) -> tensor<2x3xf32> {
  // CHECK: mind.mul %{{.*}}, %{{.*}} : tensor<2x1xf32>, tensor<1x3xf32>
  %0 = mind.mul %a, %b : tensor<2x1xf32>, tensor<1x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @reductions
func.func @reductions(%x: tensor<2x3xf32>) -> (tensor<3xf32>, tensor<1x1xf32>, tensor<2x1xf32>, tensor<f32>) {
  // CHECK: mind.sum %{{.*}} axes [0] : tensor<2x3xf32>
  %0 = mind.sum %x axes [0] : tensor<2x3xf32>
  // CHECK: mind.sum %{{.*}} axes [] keepdims : tensor<2x3xf32>
  %1 = mind.sum %x axes [] keepdims : tensor<2x3xf32>
  // CHECK: mind.mean %{{.*}} axes [1] keepdims : tensor<2x3xf32>
  %2 = mind.mean %x axes [1] keepdims : tensor<2x3xf32>
  %3 = mind.mean %x axes [1, 0] : tensor<2x3xf32>
  return %0, %1, %2, %3 : tensor<3xf32>, tensor<1x1xf32>, tensor<2x1xf32>, tensor<f32>
}

// CHECK-LABEL: func.func @movement
func.func @movement(%x: tensor<2x3xf32>, %y: tensor<2x1xf32>)
    -> (tensor<6xf32>, tensor<3x2xf32>, tensor<1x2x3xf32>, tensor<2xf32>) {
  // CHECK: mind.reshape %{{.*}} : tensor<2x3xf32> -> tensor<6xf32>
  %0 = mind.reshape %x : tensor<2x3xf32> -> tensor<6xf32>
  // CHECK: mind.transpose %{{.*}} perm [1, 0] : tensor<2x3xf32>
  %1 = mind.transpose %x perm [1, 0] : tensor<2x3xf32>
  // CHECK: mind.expand_dims %{{.*}} axis 0 : tensor<2x3xf32>
  %2 = mind.expand_dims %x axis 0 : tensor<2x3xf32>
  // CHECK: mind.squeeze %{{.*}} axes [1] : tensor<2x1xf32>
  %3 = mind.squeeze %y axes [1] : tensor<2x1xf32>
  return %0, %1, %2, %3 : tensor<6xf32>, tensor<3x2xf32>, tensor<1x2x3xf32>, tensor<2xf32>
}

// CHECK-LABEL: func.func @selection
func.func @selection(%x: tensor<3x4xf32>, %y: tensor<3x6xf32>, %i: tensor<5xi64>, %j: tensor<i32>)
    -> (tensor<4xf32>, tensor<3x3xf32>, tensor<2x6xf32>, tensor<5x4xf32>, tensor<3xf32>) {
  // CHECK: mind.index %{{.*}} axes [0] indices [2] : tensor<3x4xf32>
  %0 = mind.index %x axes [0] indices [2] : tensor<3x4xf32>
  // CHECK: mind.slice %{{.*}} axes [1] starts [0] ends [5] strides [2] : tensor<3x6xf32>
  %1 = mind.slice %y axes [1] starts [0] ends [5] strides [2] : tensor<3x6xf32>
  // CHECK: mind.slice %{{.*}} axes [0] starts [1] ends [?] strides [1] : tensor<3x6xf32>
  %2 = mind.slice %y axes [0] starts [1] ends [?] strides [1] : tensor<3x6xf32>
  // CHECK: mind.gather %{{.*}}[%{{.*}}] axis 0 : tensor<3x4xf32>, tensor<5xi64>
  %3 = mind.gather %x[%i] axis 0 : tensor<3x4xf32>, tensor<5xi64>
  %4 = mind.gather %x[%j] axis 1 : tensor<3x4xf32>, tensor<i32>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<3x3xf32>, tensor<2x6xf32>, tensor<5x4xf32>, tensor<3xf32>
}

// CHECK-LABEL: func.func @dots
func.func @dots(%a: tensor<3xf32>, %b: tensor<3xf32>, %m: tensor<2x3xf32>, %n: tensor<3x4xf32>)
    -> (tensor<f32>, tensor<2xf32>, tensor<4xf32>, tensor<2x4xf32>) {
  // CHECK: mind.dot %{{.*}}, %{{.*}} : tensor<3xf32>, tensor<3xf32>
  %0 = mind.dot %a, %b : tensor<3xf32>, tensor<3xf32>
  %1 = mind.dot %m, %a : tensor<2x3xf32>, tensor<3xf32>
  %2 = mind.dot %a, %n : tensor<3xf32>, tensor<3x4xf32>
  %3 = mind.dot %m, %n : tensor<2x3xf32>, tensor<3x4xf32>
  return %0, %1, %2, %3 : tensor<f32>, tensor<2xf32>, tensor<4xf32>, tensor<2x4xf32>
}

// CHECK-LABEL: func.func @matmuls
func.func @matmuls(%a: tensor<7x2x3xf32>, %b: tensor<3x4xf32>, %c: tensor<5x1x3x4xf32>)
    -> (tensor<7x2x4xf32>, tensor<5x7x2x4xf32>) {
  // CHECK: mind.matmul %{{.*}}, %{{.*}} : tensor<7x2x3xf32>, tensor<3x4xf32>
  %0 = mind.matmul %a, %b : tensor<7x2x3xf32>, tensor<3x4xf32>
  %1 = mind.matmul %a, %c : tensor<7x2x3xf32>, tensor<5x1x3x4xf32>
  return %0, %1 : tensor<7x2x4xf32>, tensor<5x7x2x4xf32>
}

// CHECK-LABEL: func.func @convolutions
func.func @convolutions(%x: tensor<1x5x5x3xf32>, %w: tensor<3x3x3x2xf32>)
    -> (tensor<1x3x3x2xf32>, tensor<1x7x9x2xf32>, tensor<1x3x3x2xf32>) {
  // CHECK: mind.conv2d %{{.*}}, %{{.*}} strides [1, 1] padding valid : tensor<1x5x5x3xf32>, tensor<3x3x3x2xf32>
  %0 = mind.conv2d %x, %w strides [1, 1] padding valid
      : tensor<1x5x5x3xf32>, tensor<3x3x3x2xf32>
  // CHECK: mind.conv2d %{{.*}}, %{{.*}} strides [1, 1] padding explicit pads [2, 2, 3, 3]
  %1 = mind.conv2d %x, %w strides [1, 1] padding explicit pads [2, 2, 3, 3]
      : tensor<1x5x5x3xf32>, tensor<3x3x3x2xf32>
  // CHECK: mind.conv2d %{{.*}}, %{{.*}} strides [2, 2] padding same
  %2 = mind.conv2d %x, %w strides [2, 2] padding same : tensor<1x5x5x3xf32>, tensor<3x3x3x2xf32>
  return %0, %1, %2 : tensor<1x3x3x2xf32>, tensor<1x7x9x2xf32>, tensor<1x3x3x2xf32>
}
