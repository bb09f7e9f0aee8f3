// RUN: mind-opt %s "--mind-differentiate-functions=func=f profile=core" --split-input-file --verify-diagnostics
// RUN: mind-opt %s "--mind-differentiate-functions=func=f profile=extended" --split-input-file 2>/dev/null | FileCheck %s

// The core profile refuses what the extended one has rules for.

// CHECK-COUNT-6: func.func private @f.grad(

func.func @f(%x: tensor<3xf32>) -> tensor<f32> {
  // expected-error @below {{[E4101] unsupported operation for autodiff: index}}
  // expected-note @below {{help: the extended profile has it: --autodiff-profile=extended, or grad() in the source}}
  %0 = mind.index %x axes [0] indices [2] : tensor<3xf32>
  return %0 : tensor<f32>
}

// -----

func.func @f(%x: tensor<3xf32>) -> tensor<2xf32> {
  // expected-error @below {{[E4101] unsupported operation for autodiff: slice}}
  // expected-note @below {{help: the extended profile has it: --autodiff-profile=extended, or grad() in the source}}
  %0 = mind.slice %x axes [0] starts [1] ends [3] strides [1] : tensor<3xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @f(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @below {{[E4101] unsupported operation for autodiff: max}}
  // expected-note @below {{help: the extended profile has it: --autodiff-profile=extended, or grad() in the source}}
  %0 = mind.max %x, %y : tensor<3xf32>, tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @f(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @below {{[E4101] unsupported operation for autodiff: min}}
  // expected-note @below {{help: the extended profile has it: --autodiff-profile=extended, or grad() in the source}}
  %0 = mind.min %x, %y : tensor<3xf32>, tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @f(%g: tensor<1x1x1x1xf32>, %w: tensor<2x2x1x1xf32>) -> tensor<1x2x2x1xf32> {
  // expected-error @below {{[E4101] unsupported operation for autodiff: conv2d_grad_input}}
  // expected-note @below {{help: the extended profile has it: --autodiff-profile=extended, or grad() in the source}}
  %0 = mind.conv2d_grad_input %g, %w strides [1, 1] padding valid
      : tensor<1x1x1x1xf32>, tensor<2x2x1x1xf32> -> tensor<1x2x2x1xf32>
  return %0 : tensor<1x2x2x1xf32>
}

// -----

func.func @f(%x: tensor<1x2x2x1xf32>, %g: tensor<1x1x1x1xf32>) -> tensor<2x2x1x1xf32> {
  // expected-error @below {{[E4101] unsupported operation for autodiff: conv2d_grad_filter}}
  // expected-note @below {{help: the extended profile has it: --autodiff-profile=extended, or grad() in the source}}
  %0 = mind.conv2d_grad_filter %x, %g strides [1, 1] padding valid
      : tensor<1x2x2x1xf32>, tensor<1x1x1x1xf32> -> tensor<2x2x1x1xf32>
  return %0 : tensor<2x2x1x1xf32>
}
