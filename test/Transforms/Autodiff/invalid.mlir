// RUN: mind-opt %s "--mind-differentiate-functions=func=f" --split-input-file --verify-diagnostics

// What cannot be differentiated is refused at the op, never given a zero.

// expected-error @below {{[E4001] function 'f' not found in module}}
module {
}

// -----

func.func @f(%x: tensor<2x!mind.q16>, %y: tensor<!mind.q16>) -> tensor<!mind.q16> {
  // expected-error @below {{[E4101] unsupported operation for autodiff: mod}}
  %0 = mind.mod %x, %y : tensor<2x!mind.q16>, tensor<!mind.q16>
  // expected-note @below {{needed for the derivative through mul}}
  %1 = mind.mul %0, %x : tensor<2x!mind.q16>, tensor<2x!mind.q16>
  // expected-note @below {{needed for the derivative through sum}}
  %2 = mind.sum %1 axes [] : tensor<2x!mind.q16>
  return %2 : tensor<!mind.q16>
}

// -----

func.func @f(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  // expected-error @below {{[E4101] unsupported operation for autodiff: reduce_max}}
  %0 = mind.reduce_max %x axes [1] : tensor<2x3xf32>
  return %0 : tensor<2xf32>
}

// -----

// The row maximum of a softmax is none of its own, but for another use.
func.func @f(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error @below {{[E4101] unsupported operation for autodiff: reduce_max}}
  %m = mind.reduce_max %x axes [1] keepdims : tensor<2x3xf32>
  %d = mind.sub %x, %m : tensor<2x3xf32>, tensor<2x1xf32>
  %e = mind.unary exp %d : tensor<2x3xf32>
  %s = mind.sum %e axes [1] keepdims : tensor<2x3xf32>
  %y = mind.div %e, %s : tensor<2x3xf32>, tensor<2x1xf32>
  // expected-note @below {{needed for the derivative through mul}}
  %r = mind.mul %y, %m : tensor<2x3xf32>, tensor<2x1xf32>
  return %r : tensor<2x3xf32>
}

// -----

// expected-error @below {{[E4105] `f` has no parameter to differentiate it by}}
func.func @f(%n: tensor<i64>, %p: tensor<i1>) -> tensor<i64> {
  return %n : tensor<i64>
}

// -----

// expected-error @below {{[E4109] a gradient is that of a function with one scalar result, and `f` has 2}}
func.func @f(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  return %x, %x : tensor<f32>, tensor<f32>
}

// -----

// expected-error @below {{[E4109] a gradient is that of a function with one scalar result, and `f` has one of type i64}}
func.func @f(%x: tensor<f32>) -> tensor<i64> {
  %0 = mind.cast %x : tensor<f32> -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

// expected-error @below {{[E4105] cannot differentiate with respect to x: every path from it to the result is cut}}
func.func @f(%x: tensor<f32>) -> tensor<f32> attributes {mind.params = ["x"]} {
  // expected-note @below {{the derivative of this cast to integers is zero by definition}}
  %0 = mind.cast %x : tensor<f32> -> tensor<i32>
  %1 = mind.cast %0 : tensor<i32> -> tensor<f32>
  // expected-note @below {{the derivative of this floor is zero by definition}}
  %2 = mind.floor %x : tensor<f32>
  %3 = mind.add %1, %2 : tensor<f32>, tensor<f32>
  return %3 : tensor<f32>
}

// -----

// A path beside the cut is enough.
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  %2 = mind.floor %x : tensor<f32>
  %3 = mind.add %x, %2 : tensor<f32>, tensor<f32>
  return %3 : tensor<f32>
}

// -----

// expected-warning @below {{[W4101] the gradient with respect to argument 1 is zero: it does not reach the result of `f`}}
func.func @f(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

// -----

// Inactive: nothing of it is differentiated.
func.func @f(%x: tensor<4xf32>, %i: tensor<i64>, %n: tensor<i64>) -> tensor<f32> {
  %0 = mind.mod %i, %n : tensor<i64>, tensor<i64>
  %1 = mind.gather %x[%0] axis 0 : tensor<4xf32>, tensor<i64>
  %2 = mind.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %3 = mind.reduce_max %2 axes [0] : tensor<2xf32>
  %4 = mind.mul %1, %3 : tensor<f32>, tensor<f32>
  return %4 : tensor<f32>
}

// -----

func.func @f(%x: tensor<?x8x8x3xf32, #mind.dims<N, 8, 8, 3>>, %w: tensor<3x3x3x2xf32>)
    -> tensor<?x6x6x2xf32, #mind.dims<N, 6, 6, 2>> {
  // expected-error @below {{[E4104] conv2d input shape is not statically known (NHWC)}}
  // expected-note @below {{the shape is (N, 8, 8, 3)}}
  %0 = mind.conv2d %x, %w strides [1, 1] padding valid
      : tensor<?x8x8x3xf32, #mind.dims<N, 8, 8, 3>>, tensor<3x3x3x2xf32>
  return %0 : tensor<?x6x6x2xf32, #mind.dims<N, 6, 6, 2>>
}

// -----

func.func @f(%x: tensor<2x0xf32>) -> tensor<2xf32> {
  // expected-error @below {{[E4104] unsupported shape pattern for autodiff: the mean of no elements}}
  // expected-note @below {{the shape is (2, 0)}}
  %0 = mind.mean %x axes [1] : tensor<2x0xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @f(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{[E4108] `f` is differentiated and prints}}
  // expected-note @below {{help: print where the function is called}}
  mind.print "{}\n"(%x) : tensor<f32>
  return %x : tensor<f32>
}

// -----

func.func private @outside(tensor<f32>) -> tensor<f32>
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{[E4108] the function `outside` has no body to differentiate and no @custom_grad}}
  %0 = call @outside(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func private @g(%x: tensor<f32>) -> tensor<f32> {
  %c = mind.constant dense<9.0> : tensor<f32>
  %0 = mind.compare lt %x, %c : tensor<f32>, tensor<f32>
  %1 = mind.if %0 -> (tensor<f32>) {
    %2 = mind.mul %x, %c : tensor<f32>, tensor<f32>
    %3 = func.call @f(%2) : (tensor<f32>) -> tensor<f32>
    mind.yield %3 : tensor<f32>
  } else {
    mind.yield %x : tensor<f32>
  }
  return %1 : tensor<f32>
}
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{[E4101] unsupported operation for autodiff: recursion g -> f -> g}}
  // expected-note @below {{help: mark one of the functions @checkpoint; its values are computed anew then}}
  %0 = call @g(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// A recursion that never ends has no result, and nothing leads to it.
func.func private @g(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @f(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
// expected-warning @below {{[W4101] the gradient with respect to argument 0 is zero: it does not reach the result of `f`}}
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @g(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// The op of a callee, and who called it.
func.func private @g(%x: tensor<2xf32>) -> tensor<f32> attributes {mind.checkpoint} {
  // expected-error @below {{[E4101] unsupported operation for autodiff: reduce_max}}
  %0 = mind.reduce_max %x axes [0] : tensor<2xf32>
  return %0 : tensor<f32>
}
func.func @f(%x: tensor<2xf32>) -> tensor<f32> {
  // expected-note @below {{called here}}
  %0 = call @g(%x) : (tensor<2xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// expected-error @below {{[E4107] the custom gradient of `g`, `g.back`, does not fit it}}
func.func private @g(%x: tensor<2xf32>) -> tensor<f32> attributes {mind.custom_grad = @g.back} {
  %0 = mind.reduce_max %x axes [0] : tensor<2xf32>
  return %0 : tensor<f32>
}
// expected-note @below {{expected the type '(tensor<2xf32>, tensor<f32>) -> tensor<2xf32>', found '(tensor<2xf32>) -> tensor<2xf32>'}}
func.func private @g.back(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @f(%x: tensor<2xf32>) -> tensor<f32> {
  %0 = call @g(%x) : (tensor<2xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// A custom gradient that squares the cotangent is believed, with a warning.
func.func private @g(%x: tensor<f32>) -> tensor<f32> attributes {mind.custom_grad = @g.back} {
  return %x : tensor<f32>
}
func.func private @g.back(%x: tensor<f32>, %u: tensor<f32>) -> tensor<f32> {
  // expected-warning @below {{[W4102] the custom gradient `g.back` is not linear in the cotangent}}
  %0 = mind.mul %u, %u : tensor<f32>, tensor<f32>
  return %0 : tensor<f32>
}
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @g(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @f(%x: tensor<2xf32>, %n: index) -> tensor<2xf32> {
  // expected-error @below {{[E4101] unsupported operation for autodiff: for}}
  %1 = scf.for %i = %n to %n step %n iter_args(%a = %x) -> tensor<2xf32> {
    scf.yield %a : tensor<2xf32>
  }
  return %1 : tensor<2xf32>
}

// -----

// A recursion that changes the places of its arguments takes both to the result.
func.func private @turn(%a: tensor<2xf32>, %b: tensor<2xf32>, %n: tensor<i64>) -> tensor<2xf32> {
  %zero = mind.constant dense<0> : tensor<i64>
  %one = mind.constant dense<1> : tensor<i64>
  %c = mind.compare gt %n, %zero : tensor<i64>, tensor<i64>
  %0 = mind.if %c -> (tensor<2xf32>) {
    %m = mind.sub %n, %one : tensor<i64>, tensor<i64>
    %1 = func.call @turn(%b, %a, %m) : (tensor<2xf32>, tensor<2xf32>, tensor<i64>) -> tensor<2xf32>
    mind.yield %1 : tensor<2xf32>
  } else {
    mind.yield %a : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}
func.func @f(%x: tensor<2xf32>, %n: tensor<i64>) -> tensor<f32> {
  %k = mind.constant dense<1.0> : tensor<2xf32>
  %0 = call @turn(%k, %x, %n) : (tensor<2xf32>, tensor<2xf32>, tensor<i64>) -> tensor<2xf32>
  // expected-error @below {{[E4101] unsupported operation for autodiff: reduce_max}}
  %1 = mind.reduce_max %0 axes [0] : tensor<2xf32>
  return %1 : tensor<f32>
}

// -----

func.func private @stairs(%x: tensor<f32>) -> tensor<f32> {
  %0 = mind.floor %x : tensor<f32>
  return %0 : tensor<f32>
}
// expected-error @below {{[E4105] cannot differentiate with respect to argument 0: every path from it to the result is cut}}
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  // expected-note @below {{the derivative of this call is zero by definition}}
  %0 = call @stairs(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
