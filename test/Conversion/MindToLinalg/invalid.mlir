// RUN: mind-opt %s --split-input-file --verify-diagnostics --convert-mind-to-linalg
// What cannot be lowered is reported with the code E5002.

// expected-error @+1 {{'mind.constant' op cannot be lowered: it is not in a function; mind-outline-script has to run first [E5002]}}
%0 = mind.constant dense<1> : tensor<i64>

// -----

func.func @structure(%c: tensor<i1>) {
  // expected-error @+1 {{'mind.if' op cannot be lowered: mind-outline-script and mind-structure-to-scf have to run first [E5002]}}
  mind.if %c {
    mind.yield
  }
  return
}

// -----

func.func @unbound(%s: tensor<f32>) -> tensor<?xf32, #mind.dims<N>> {
  // expected-error @+2 {{'mind.broadcast_to' op cannot be lowered: nothing in the function has the extent of the dim 'N' [E5002]}}
  // expected-error @+1 {{failed to legalize operation 'mind.broadcast_to'}}
  %0 = mind.broadcast_to %s : tensor<f32> -> tensor<?xf32, #mind.dims<N>>
  return %0 : tensor<?xf32, #mind.dims<N>>
}

// -----

func.func @external() -> tensor<2xf32> {
  // expected-error @+2 {{'mind.constant' op cannot be lowered: its elements are not in the module [E5002]}}
  // expected-error @+1 {{failed to legalize operation 'mind.constant'}}
  %0 = mind.constant dense_resource<missing> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
