// RUN: mind-translate --mlir-to-mic3 %s --split-input-file --verify-diagnostics -o %t

// expected-error@+1 {{mic@3 cannot hold this: the function 'f' has no body [E7003]}}
func.func private @f()

// -----

func.func @f(%x: tensor<i64>) {
  // expected-error@+1 {{mic@3 cannot hold this: it has no instruction for 'arith.addi' [E7003]}}
  %0 = arith.addi %x, %x : tensor<i64>
  return
}

// -----

// expected-error@+1 {{mic@3 cannot hold this: the function 'f' has a type that is not a tensor of the dialect [E7003]}}
func.func @f(%x: i64) {
  return
}

// -----

// expected-error@+1 {{mic@3 cannot hold this: the function 'f' has more than one block [E7003]}}
func.func @f(%x: tensor<i64>) {
  cf.br ^bb1
^bb1:
  return
}

// -----

// expected-error@+1 {{mic@3 cannot hold this: a dim has a number as its name, 4 [E7003]}}
func.func @f(%x: tensor<?xf32, #mind.dims<"4">>) {
  return
}

// -----

// expected-error@+1 {{mic@3 cannot hold this: the attribute mic.structs is malformed [E7003]}}
module attributes {mic.structs = [["P", [1]]]} {
}

// -----

func.func @exp() {
  return
}
func.func @__mind_exp() {
  return
}
func.func @f(%x: tensor<f32>) {
  // expected-error@+1 {{mic@3 cannot hold this: the module defines both 'exp' and '__mind_exp' [E7003]}}
  %0 = mind.unary exp %x : tensor<f32>
  return
}

// -----

// expected-error@+1 {{mic@3 cannot hold this: a string is not UTF-8 [E7003]}}
module {
  mind.print "\FF"
}
