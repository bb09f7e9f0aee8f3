// RUN: mind-opt %s | mind-opt | FileCheck %s
// RUN: mind-opt %s --mlir-print-op-generic | mind-opt | FileCheck %s
// RUN: mind-opt %s --emit-bytecode | mind-opt | FileCheck %s

// The examples of the support and gradient ops' documentation, line by line.

// CHECK-LABEL: func.func @binary
func.func @binary(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %s: tensor<f32>) -> tensor<2x3xi1> {
  // CHECK: mind.compare lt %{{.*}}, %{{.*}} : tensor<2x3xf32>, tensor<3xf32>
  %0 = mind.compare lt %a, %b : tensor<2x3xf32>, tensor<3xf32>
  // CHECK: mind.max %{{.*}}, %{{.*}} : tensor<2x3xf32>, tensor<f32>
  %1 = mind.max %a, %s : tensor<2x3xf32>, tensor<f32>
  // CHECK: mind.min %{{.*}}, %{{.*}} : tensor<2x3xf32>, tensor<f32>
  %2 = mind.min %a, %s : tensor<2x3xf32>, tensor<f32>
  // CHECK: mind.pow %{{.*}}, %{{.*}} : tensor<3xf32>, tensor<f32>
  %3 = mind.pow %b, %s : tensor<3xf32>, tensor<f32>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: func.func @integers
func.func @integers(%a: tensor<3xi64>, %b: tensor<i64>, %c: tensor<3xi32>, %d: tensor<i32>) {
  // CHECK: mind.mod %{{.*}}, %{{.*}} : tensor<3xi64>, tensor<i64>
  %0 = mind.mod %a, %b : tensor<3xi64>, tensor<i64>
  // CHECK: mind.shl %{{.*}}, %{{.*}} : tensor<3xi32>, tensor<i32>
  %1 = mind.shl %c, %d : tensor<3xi32>, tensor<i32>
  // CHECK: mind.shr %{{.*}}, %{{.*}} : tensor<3xi32>, tensor<i32>
  %2 = mind.shr %c, %d : tensor<3xi32>, tensor<i32>
  return
}

// CHECK-LABEL: func.func @unary
func.func @unary(%x: tensor<2x3xf32>) {
  // CHECK: mind.unary exp %{{.*}} : tensor<2x3xf32>
  %0 = mind.unary exp %x : tensor<2x3xf32>
  // CHECK: mind.abs %{{.*}} : tensor<2x3xf32>
  %1 = mind.abs %x : tensor<2x3xf32>
  // CHECK: mind.floor %{{.*}} : tensor<2x3xf32>
  %2 = mind.floor %x : tensor<2x3xf32>
  // CHECK: mind.ceil %{{.*}} : tensor<2x3xf32>
  %3 = mind.ceil %x : tensor<2x3xf32>
  // CHECK: mind.round %{{.*}} : tensor<2x3xf32>
  %4 = mind.round %x : tensor<2x3xf32>
  // CHECK: mind.ipow %{{.*}}, 3 : tensor<2x3xf32>
  %5 = mind.ipow %x, 3 : tensor<2x3xf32>
  // CHECK: mind.ipow %{{.*}}, -2 : tensor<2x3xf32>
  %6 = mind.ipow %x, -2 : tensor<2x3xf32>
  // CHECK: mind.cast %{{.*}} : tensor<2x3xf32> -> tensor<2x3xi32>
  %7 = mind.cast %x : tensor<2x3xf32> -> tensor<2x3xi32>
  return
}

// CHECK-LABEL: func.func @every_unary_kind
func.func @every_unary_kind(%x: tensor<4xf64>) {
  // CHECK-COUNT-13: mind.unary
  %0 = mind.unary exp %x : tensor<4xf64>
  %1 = mind.unary log %x : tensor<4xf64>
  %2 = mind.unary log2 %x : tensor<4xf64>
  %3 = mind.unary log10 %x : tensor<4xf64>
  %4 = mind.unary sqrt %x : tensor<4xf64>
  %5 = mind.unary tanh %x : tensor<4xf64>
  %6 = mind.unary sigmoid %x : tensor<4xf64>
  %7 = mind.unary sin %x : tensor<4xf64>
  %8 = mind.unary cos %x : tensor<4xf64>
  %9 = mind.unary tan %x : tensor<4xf64>
  %10 = mind.unary asin %x : tensor<4xf64>
  %11 = mind.unary acos %x : tensor<4xf64>
  %12 = mind.unary atan %x : tensor<4xf64>
  return
}

// CHECK-LABEL: func.func @reductions
func.func @reductions(%x: tensor<2x3xf32>) -> (tensor<2x1xf32>, tensor<2xi64>, tensor<1x3xi64>) {
  // CHECK: mind.reduce_max %{{.*}} axes [1] keepdims : tensor<2x3xf32>
  %0 = mind.reduce_max %x axes [1] keepdims : tensor<2x3xf32>
  // CHECK: mind.argmax %{{.*}} axis 1 : tensor<2x3xf32>
  %1 = mind.argmax %x axis 1 : tensor<2x3xf32>
  // CHECK: mind.argmax %{{.*}} axis 0 keepdims : tensor<2x3xf32>
  %2 = mind.argmax %x axis 0 keepdims : tensor<2x3xf32>
  return %0, %1, %2 : tensor<2x1xf32>, tensor<2xi64>, tensor<1x3xi64>
}

// CHECK-LABEL: func.func @movement
func.func @movement(%x: tensor<3xf32>, %src: tensor<1x4xf32>, %dst: tensor<3x4xf32>, %i: tensor<i64>) {
  // CHECK: mind.broadcast_to %{{.*}} : tensor<3xf32> -> tensor<2x3xf32>
  %0 = mind.broadcast_to %x : tensor<3xf32> -> tensor<2x3xf32>
  // CHECK: mind.insert %{{.*}} into %{{.*}} axes [0] starts [?] strides [1](%{{.*}}) : tensor<1x4xf32>, tensor<3x4xf32>, tensor<i64>
  %1 = mind.insert %src into %dst axes [0] starts [?] strides [1](%i)
      : tensor<1x4xf32>, tensor<3x4xf32>, tensor<i64>
  // CHECK: mind.insert %{{.*}} into %{{.*}} axes [0] starts [2] strides [1] : tensor<1x4xf32>, tensor<3x4xf32>
  %2 = mind.insert %src into %dst axes [0] starts [2] strides [1] : tensor<1x4xf32>, tensor<3x4xf32>
  return
}

// CHECK-LABEL: func.func @relu_gradient
func.func @relu_gradient(%g: tensor<2x3xf32>, %x: tensor<2x3xf32>) {
  // CHECK: mind.relu_grad %{{.*}}, %{{.*}} : tensor<2x3xf32>
  %0 = mind.relu_grad %g, %x : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @gather_gradient
func.func @gather_gradient(%g: tensor<5x4xf32>, %i: tensor<5xi64>) {
  // CHECK: mind.gather_grad %{{.*}}[%{{.*}}] axis 0 : tensor<5x4xf32>, tensor<5xi64> -> tensor<3x4xf32>
  %0 = mind.gather_grad %g[%i] axis 0
      : tensor<5x4xf32>, tensor<5xi64> -> tensor<3x4xf32>
  return
}

// CHECK-LABEL: func.func @convolution_gradients
func.func @convolution_gradients(%x: tensor<1x5x5x3xf32>, %w: tensor<3x3x3x2xf32>, %g: tensor<1x3x3x2xf32>) {
  // CHECK: mind.conv2d_grad_input %{{.*}}, %{{.*}} strides [1, 1] padding valid : tensor<1x3x3x2xf32>, tensor<3x3x3x2xf32> -> tensor<1x5x5x3xf32>
  %0 = mind.conv2d_grad_input %g, %w strides [1, 1] padding valid
      : tensor<1x3x3x2xf32>, tensor<3x3x3x2xf32> -> tensor<1x5x5x3xf32>
  // CHECK: mind.conv2d_grad_filter %{{.*}}, %{{.*}} strides [1, 1] padding valid : tensor<1x5x5x3xf32>, tensor<1x3x3x2xf32> -> tensor<3x3x3x2xf32>
  %1 = mind.conv2d_grad_filter %x, %g strides [1, 1] padding valid
      : tensor<1x5x5x3xf32>, tensor<1x3x3x2xf32> -> tensor<3x3x3x2xf32>
  return
}
