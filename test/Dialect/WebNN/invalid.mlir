// RUN: mind-opt %s --split-input-file --verify-diagnostics

func.func @f(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error @below {{has operands whose shapes do not broadcast}}
  %0 = mind.webnn.add %a, %b : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error @below {{has a result whose extents are not [2]}}
  %0 = mind.webnn.add %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xi32>) {
  // expected-error @below {{has another element type than its operands}}
  %0 = mind.webnn.mul %a, %b : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<2xi32>) {
  // expected-error @below {{compares different element types}}
  %0 = mind.webnn.lesser %a, %b : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xi1>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @below {{has another number of elements than its operand}}
  %0 = mind.webnn.reshape %x : tensor<2x3xf32> -> tensor<5xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{has an operand that does not broadcast to its result}}
  %0 = mind.webnn.expand %x : tensor<2xf32> -> tensor<3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @below {{has a list that is no permutation}}
  %0 = mind.webnn.transpose %x permutation [0, 0] : tensor<2x3xf32> -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @below {{has a list that is no permutation}}
  %0 = mind.webnn.transpose %x permutation [0, 7] : tensor<2x3xf32> -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @below {{has an axis that its operand has not}}
  %0 = mind.webnn.reverse %x axes [2] : tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @below {{has not a start, a size and a stride for each axis}}
  %0 = mind.webnn.slice %x starts [0] sizes [2] strides [1] : tensor<2x3xf32> -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @below {{has a range outside its operand, on axis 1}}
  %0 = mind.webnn.slice %x starts [0, 2] sizes [2, 2] strides [1, 1] : tensor<2x3xf32> -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @below {{has a range outside its operand, on axis 1}}
  %0 = mind.webnn.slice %x starts [0, 9223372036854775807] sizes [2, 2] strides [1, 1] : tensor<2x3xf32> -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %i: tensor<4xi64>) {
  // expected-error @below {{has an axis that its operand has not}}
  %0 = mind.webnn.gather %x, %i axis 2 : (tensor<2x3xf32>, tensor<4xi64>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @below {{has a result whose extents are not [2]}}
  %0 = mind.webnn.reduce_sum %x axes [1] : tensor<2x3xf32> -> tensor<3xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>) {
  // expected-error @below {{has operands that are no matrices with a product}}
  %0 = mind.webnn.matmul %a, %b : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%x: tensor<1x5x5x3xf32>, %w: tensor<3x3x3x2xf32>) {
  // expected-error @below {{has extents that are no convolution's}}
  %0 = mind.webnn.conv2d %x, %w padding [0, 0, 0, 0] strides [1, 1] dilations [1, 1] : (tensor<1x5x5x3xf32>, tensor<3x3x3x2xf32>) -> tensor<1x4x3x2xf32>
  return
}

// -----

func.func @f(%x: tensor<1x5x5x3xf32>, %w: tensor<3x3x3x2xf32>) {
  // expected-error @below {{has numbers greater than 2^31}}
  %0 = mind.webnn.conv2d %x, %w padding [0, 9223372036854775807, 0, 0] strides [1, 1] dilations [1, 1] : (tensor<1x5x5x3xf32>, tensor<3x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  return
}

// -----

func.func @f(%x: tensor<1x5x5x3xf32>, %w: tensor<3x3x3x2xf32>) {
  // expected-error @below {{has a stride or a dilation that is not positive, or a negative pad}}
  %0 = mind.webnn.conv2d %x, %w padding [0, 0, 0, 0] strides [0, 1] dilations [1, 1] : (tensor<1x5x5x3xf32>, tensor<3x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  return
}
