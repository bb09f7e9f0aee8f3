// Each op as its description shows it, printed and parsed again.
// RUN: mind-opt %s | mind-opt | FileCheck %s

// CHECK-LABEL: func.func @f0(
// CHECK: mind.webnn.abs %{{.*}} : tensor<2x3xf32>
func.func @f0(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = mind.webnn.abs %x : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @f1(
// CHECK: mind.webnn.ceil %{{.*}} : tensor<2x3xf32>
func.func @f1(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = mind.webnn.ceil %x : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @f2(
// CHECK: mind.webnn.cos %{{.*}} : tensor<2x3xf32>
func.func @f2(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = mind.webnn.cos %x : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @f3(
// CHECK: mind.webnn.exp %{{.*}} : tensor<2x3xf32>
func.func @f3(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = mind.webnn.exp %x : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @f4(
// CHECK: mind.webnn.floor %{{.*}} : tensor<2x3xf32>
func.func @f4(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = mind.webnn.floor %x : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @f5(
// CHECK: mind.webnn.log %{{.*}} : tensor<2x3xf32>
func.func @f5(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = mind.webnn.log %x : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @f6(
// CHECK: mind.webnn.relu %{{.*}} : tensor<2x3xf32>
func.func @f6(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = mind.webnn.relu %x : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @f7(
// CHECK: mind.webnn.round_even %{{.*}} : tensor<2x3xf32>
func.func @f7(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = mind.webnn.round_even %x : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @f8(
// CHECK: mind.webnn.sigmoid %{{.*}} : tensor<2x3xf32>
func.func @f8(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = mind.webnn.sigmoid %x : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @f9(
// CHECK: mind.webnn.sin %{{.*}} : tensor<2x3xf32>
func.func @f9(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = mind.webnn.sin %x : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @f10(
// CHECK: mind.webnn.sqrt %{{.*}} : tensor<2x3xf32>
func.func @f10(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = mind.webnn.sqrt %x : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @f11(
// CHECK: mind.webnn.tan %{{.*}} : tensor<2x3xf32>
func.func @f11(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = mind.webnn.tan %x : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @f12(
// CHECK: mind.webnn.tanh %{{.*}} : tensor<2x3xf32>
func.func @f12(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = mind.webnn.tanh %x : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @f13(
// CHECK: mind.webnn.add %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
func.func @f13(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = mind.webnn.add %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @f14(
// CHECK: mind.webnn.sub %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
func.func @f14(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = mind.webnn.sub %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @f15(
// CHECK: mind.webnn.mul %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
func.func @f15(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = mind.webnn.mul %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @f16(
// CHECK: mind.webnn.div %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
func.func @f16(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = mind.webnn.div %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @f17(
// CHECK: mind.webnn.max %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
func.func @f17(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = mind.webnn.max %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @f18(
// CHECK: mind.webnn.min %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
func.func @f18(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = mind.webnn.min %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @f19(
// CHECK: mind.webnn.pow %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
func.func @f19(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = mind.webnn.pow %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @f20(
// CHECK: mind.webnn.equal %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
func.func @f20(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xi1> {
  %0 = mind.webnn.equal %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: func.func @f21(
// CHECK: mind.webnn.not_equal %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
func.func @f21(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xi1> {
  %0 = mind.webnn.not_equal %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: func.func @f22(
// CHECK: mind.webnn.lesser %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
func.func @f22(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xi1> {
  %0 = mind.webnn.lesser %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: func.func @f23(
// CHECK: mind.webnn.lesser_or_equal %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
func.func @f23(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xi1> {
  %0 = mind.webnn.lesser_or_equal %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: func.func @f24(
// CHECK: mind.webnn.greater %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
func.func @f24(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xi1> {
  %0 = mind.webnn.greater %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: func.func @f25(
// CHECK: mind.webnn.greater_or_equal %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
func.func @f25(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xi1> {
  %0 = mind.webnn.greater_or_equal %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: func.func @f26(
// CHECK: mind.webnn.logical_and %{{.*}}, %{{.*}} : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>
func.func @f26(%a: tensor<2x3xi1>, %b: tensor<2x3xi1>) -> tensor<2x3xi1> {
  %0 = mind.webnn.logical_and %a, %b : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: func.func @f27(
// CHECK: mind.webnn.logical_or %{{.*}}, %{{.*}} : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>
func.func @f27(%a: tensor<2x3xi1>, %b: tensor<2x3xi1>) -> tensor<2x3xi1> {
  %0 = mind.webnn.logical_or %a, %b : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: func.func @f28(
// CHECK: mind.webnn.logical_xor %{{.*}}, %{{.*}} : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>
func.func @f28(%a: tensor<2x3xi1>, %b: tensor<2x3xi1>) -> tensor<2x3xi1> {
  %0 = mind.webnn.logical_xor %a, %b : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: func.func @f29(
// CHECK: mind.webnn.reduce_max %{{.*}} axes [1] : tensor<2x3xf32> -> tensor<2xf32>
func.func @f29(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  %0 = mind.webnn.reduce_max %x axes [1] : tensor<2x3xf32> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func.func @f30(
// CHECK: mind.webnn.reduce_mean %{{.*}} axes [1] : tensor<2x3xf32> -> tensor<2xf32>
func.func @f30(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  %0 = mind.webnn.reduce_mean %x axes [1] : tensor<2x3xf32> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func.func @f31(
// CHECK: mind.webnn.reduce_sum %{{.*}} axes [1] : tensor<2x3xf32> -> tensor<2xf32>
func.func @f31(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  %0 = mind.webnn.reduce_sum %x axes [1] : tensor<2x3xf32> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func.func @f32(
// CHECK: mind.webnn.reduce_sum %{{.*}} axes [1] keep_dimensions : tensor<2x3xf32> -> tensor<2x1xf32>
func.func @f32(%x: tensor<2x3xf32>) -> tensor<2x1xf32> {
  %0 = mind.webnn.reduce_sum %x axes [1] keep_dimensions : tensor<2x3xf32> -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// CHECK-LABEL: func.func @f33(
// CHECK: mind.webnn.where %{{.*}}, %{{.*}}, %{{.*}} : (tensor<2x3xi1>, tensor<3xf32>, tensor<f32>) -> tensor<2x3xf32>
func.func @f33(%c: tensor<2x3xi1>, %a: tensor<3xf32>, %b: tensor<f32>) -> tensor<2x3xf32> {
  %0 = mind.webnn.where %c, %a, %b : (tensor<2x3xi1>, tensor<3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @f34(
// CHECK: mind.webnn.cast %{{.*}} : tensor<3xi1> -> tensor<3xf32>
func.func @f34(%x: tensor<3xi1>) -> tensor<3xf32> {
  %0 = mind.webnn.cast %x : tensor<3xi1> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @f35(
// CHECK: mind.webnn.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
func.func @f35() -> tensor<2xf32> {
  %0 = mind.webnn.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func.func @f36(
// CHECK: mind.webnn.reshape %{{.*}} : tensor<2x3xf32> -> tensor<6xf32>
func.func @f36(%x: tensor<2x3xf32>) -> tensor<6xf32> {
  %0 = mind.webnn.reshape %x : tensor<2x3xf32> -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// CHECK-LABEL: func.func @f37(
// CHECK: mind.webnn.expand %{{.*}} : tensor<3xf32> -> tensor<2x3xf32>
func.func @f37(%x: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = mind.webnn.expand %x : tensor<3xf32> -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @f38(
// CHECK: mind.webnn.transpose %{{.*}} permutation [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
func.func @f38(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = mind.webnn.transpose %x permutation [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// CHECK-LABEL: func.func @f39(
// CHECK: mind.webnn.reverse %{{.*}} axes [1] : tensor<2x3xf32>
func.func @f39(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = mind.webnn.reverse %x axes [1] : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @f40(
// CHECK: mind.webnn.slice %{{.*}} starts [0, 1] sizes [2, 2] strides [1, 2] : tensor<2x3xf32> -> tensor<2x1xf32>
func.func @f40(%x: tensor<2x3xf32>) -> tensor<2x1xf32> {
  %0 = mind.webnn.slice %x starts [0, 1] sizes [2, 2] strides [1, 2] : tensor<2x3xf32> -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// CHECK-LABEL: func.func @f41(
// CHECK: mind.webnn.gather %{{.*}}, %{{.*}} axis 0 : (tensor<2x3xf32>, tensor<4xi64>) -> tensor<4x3xf32>
func.func @f41(%x: tensor<2x3xf32>, %i: tensor<4xi64>) -> tensor<4x3xf32> {
  %0 = mind.webnn.gather %x, %i axis 0 : (tensor<2x3xf32>, tensor<4xi64>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// CHECK-LABEL: func.func @f42(
// CHECK: mind.webnn.arg_max %{{.*}} axis 1 : tensor<2x3xf32> -> tensor<2xi64>
func.func @f42(%x: tensor<2x3xf32>) -> tensor<2xi64> {
  %0 = mind.webnn.arg_max %x axis 1 : tensor<2x3xf32> -> tensor<2xi64>
  return %0 : tensor<2xi64>
}

// CHECK-LABEL: func.func @f43(
// CHECK: mind.webnn.matmul %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
func.func @f43(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %0 = mind.webnn.matmul %a, %b : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @f44(
// CHECK: mind.webnn.conv2d %{{.*}}, %{{.*}} padding [0, 0, 0, 0] strides [1, 1] dilations [1, 1] : (tensor<1x5x5x3xf32>, tensor<3x3x3x2xf32>) -> tensor<1x3x3x2xf32>
func.func @f44(%x: tensor<1x5x5x3xf32>, %w: tensor<3x3x3x2xf32>) -> tensor<1x3x3x2xf32> {
  %0 = mind.webnn.conv2d %x, %w padding [0, 0, 0, 0] strides [1, 1] dilations [1, 1]
      : (tensor<1x5x5x3xf32>, tensor<3x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  return %0 : tensor<1x3x3x2xf32>
}

// CHECK-LABEL: func.func @f45(
// CHECK: mind.webnn.conv_transpose2d %{{.*}}, %{{.*}} padding [0, 0, 0, 0] strides [1, 1] : (tensor<1x3x3x2xf32>, tensor<3x3x3x2xf32>) -> tensor<1x5x5x3xf32>
func.func @f45(%g: tensor<1x3x3x2xf32>, %w: tensor<3x3x3x2xf32>) -> tensor<1x5x5x3xf32> {
  %0 = mind.webnn.conv_transpose2d %g, %w padding [0, 0, 0, 0] strides [1, 1]
      : (tensor<1x3x3x2xf32>, tensor<3x3x3x2xf32>) -> tensor<1x5x5x3xf32>
  return %0 : tensor<1x5x5x3xf32>
}

// CHECK-LABEL: func.func @check_index(
// CHECK: mind.webnn.check_index %{{.*}} below 3 : tensor<4xi64>
func.func @check_index(%i: tensor<4xi64>) {
  mind.webnn.check_index %i below 3 : tensor<4xi64>
  return
}
