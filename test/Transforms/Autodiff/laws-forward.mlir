// RUN: mind-test-opt %s "--mind-differentiate-functions=func=f kind=jvp" --split-input-file --verify-diagnostics

// A rule with a fault is refused by the laws, in forward mode.

// The op itself is in order.
func.func @f(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %r = mind_test.wrong "right" %x, %y : tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @f(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @below {{[E4102] autodiff verification failed: the rule of wrong gives no tangent of the type of its result}}
  %r = mind_test.wrong "type" %x, %y : tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @f(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @below {{[E4102] autodiff verification failed: the rule of wrong gives no tangent of the type of its result}}
  %r = mind_test.wrong "none" %x, %y : tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @f(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @below {{[E4102] autodiff verification failed: the derivative is not linear in its seed at mul}}
  %r = mind_test.wrong "square" %x, %y : tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @f(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @below {{[E4102] autodiff verification failed: the derivative is not linear in its seed at add}}
  %r = mind_test.wrong "offset" %x, %y : tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @f(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @below {{[E4102] autodiff verification failed: the derivative is not linear in its seed at div}}
  %r = mind_test.wrong "inverse" %x, %y : tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @f(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @below {{[E4102] autodiff verification failed: the derivative is not linear in its seed at unary}}
  %r = mind_test.wrong "function" %x, %y : tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @f(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @below {{[E4102] autodiff verification failed: the derivative is not linear in its seed at relu}}
  %r = mind_test.wrong "relu" %x, %y : tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @f(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @below {{[E4102] autodiff verification failed: the derivative is not linear in its seed at relu_grad}}
  %r = mind_test.wrong "step" %x, %y : tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @f(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @below {{[E4102] autodiff verification failed: the derivative is not linear in its seed at compare}}
  %r = mind_test.wrong "predicate" %x, %y : tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @f(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @below {{[E4102] autodiff verification failed: the derivative is not linear in its seed at gather}}
  %r = mind_test.wrong "index" %x, %y : tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @f(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @below {{[E4102] autodiff verification failed: the derivative is not linear in its seed at compare}}
  %r = mind_test.wrong "branch" %x, %y : tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @f(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @below {{[E4102] autodiff verification failed: the derivative is not linear in its seed at mul}}
  %r = mind_test.wrong "loop" %x, %y : tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @f(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @below {{[E4102] autodiff verification failed: the derivative is not linear in its seed at swallow}}
  %r = mind_test.wrong "region" %x, %y : tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func private @outside(tensor<3xf32>) -> tensor<3xf32>

func.func @f(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @below {{[E4102] autodiff verification failed: the derivative is not linear in its seed at call}}
  %r = mind_test.wrong "call" %x, %y : tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

// What is not valid IR is told by its op, then by the derivative.
// expected-error @below {{[E4102] autodiff verification failed: the derivative of `f` is not valid IR}}
func.func @f(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @below {{shape mismatch: reshape of (3) to (4)}}
  %r = mind_test.wrong "invalid" %x, %y : tensor<3xf32>
  return %r : tensor<3xf32>
}
