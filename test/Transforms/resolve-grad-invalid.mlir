// RUN: mind-opt %s --mind-resolve-grad --split-input-file --verify-diagnostics

// expected-error @below {{[E4001] function 'absent' not found in module}}
func.func private @absent.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @absent, wrt = array<i64: 0>}}

// -----

// expected-error @below {{[E4106] a function cannot be derived from itself}}
func.func private @loop.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @loop.grad, wrt = array<i64: 0>}}

// -----

// expected-error @below {{[E4108] 'outside' has no body to differentiate}}
func.func private @outside.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @outside, wrt = array<i64: 0>}}
func.func private @outside(tensor<f32>) -> tensor<f32>

// -----

func.func private @f(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
// expected-error @below {{[E4105] 'f' has no parameter 1}}
func.func private @f.grad.1(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @f, wrt = array<i64: 1>}}
// Its fault is that of the other, which is reported once.
func.func private @f.grad.1.grad(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @f.grad.1, wrt = array<i64: 0>}}
func.func private @f.grad.1.jvp(tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
    attributes {mind.derivative = {kind = "jvp", of = @f.grad.1, wrt = array<i64: 0>}}

// -----

// What a file declares need not be the type of the derivative.
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
// expected-error @below {{[E4102] the derivative `f.grad` is declared as '(tensor<f32>) -> (tensor<f32>, tensor<f64>)', but it is '(tensor<f32>) -> tensor<f32>'}}
func.func private @f.grad(tensor<f32>) -> (tensor<f32>, tensor<f64>) attributes {mind.derivative = {kind = "grad", of = @f, wrt = array<i64: 0>}}

// -----

func.func private @of_value(tensor<f32>, tensor<f32>) -> tensor<f64> attributes {mind.derivative = {kind = "value"}}
func.func @main(%x: tensor<f32>) -> tensor<f64> {
  %0 = mind.mul %x, %x : tensor<f32>, tensor<f32>
  // expected-error @below {{[E4102] the gradient of a value has the types of what it is by}}
  %1 = call @of_value(%0, %x) : (tensor<f32>, tensor<f32>) -> tensor<f64>
  return %1 : tensor<f64>
}
