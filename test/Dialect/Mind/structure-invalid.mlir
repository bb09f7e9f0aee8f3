// RUN: mind-opt %s --split-input-file --verify-diagnostics

// Each constraint of the structure ops, by its name in the documentation.

// if_c1
func.func @f(%c: tensor<i1>, %a: tensor<f32>) {
  // expected-error @+1 {{has results but no region for else}}
  %0 = mind.if %c -> (tensor<f32>) {
    mind.yield %a : tensor<f32>
  }
  return
}

// -----

// if_c2
func.func @f(%c: tensor<i1>, %a: tensor<f32>) {
  %0 = mind.if %c -> (tensor<f32>) {
    mind.yield %a : tensor<f32>
  } else {
    // expected-error @+1 {{gives ()}}
    mind.yield
  }
  return
}

// -----

// The condition is a scalar.
func.func @f(%c: tensor<2xi1>) {
  // expected-error @+2 {{expects different type than prior uses}}
  // expected-note @-2 {{prior use here}}
  mind.if %c {
    mind.yield
  }
  return
}

// -----

// while_c1
func.func @f(%a: tensor<f32>, %c: tensor<i1>) {
  // expected-error @+1 {{has initial values (tensor<f32>) but results (tensor<f64>)}}
  %0 = "mind.while"(%a) ({
  ^bb0(%x: tensor<f32>):
    mind.condition %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>):
    mind.yield %x : tensor<f32>
  }) : (tensor<f32>) -> tensor<f64>
  return
}

// -----

// while_c2
func.func @f(%a: tensor<f32>, %c: tensor<i1>) {
  // expected-error @+1 {{has variables (tensor<f32>) but a region with arguments ()}}
  %0 = "mind.while"(%a) ({
    mind.condition %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>):
    mind.yield %x : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>
  return
}

// -----

// while_c3
func.func @f(%a: tensor<f32>, %c: tensor<i1>) {
  // expected-error @+1 {{has a first region that ends in 'mind.yield', not in 'mind.condition'}}
  %0 = mind.while (%x = %a) : (tensor<f32>) {
    mind.yield %x : tensor<f32>
  } do {
    mind.yield %x : tensor<f32>
  }
  return
}

// -----

// while_c4
func.func @f(%a: tensor<f32>, %c: tensor<i1>) {
  // expected-error @+1 {{has a second region that ends in 'mind.condition'}}
  %0 = mind.while (%x = %a) : (tensor<f32>) {
    mind.condition %c : tensor<i1>
  } do {
    mind.condition %c : tensor<i1>
  }
  return
}

// -----

// while_c4
func.func @f(%a: tensor<f32>, %c: tensor<i1>) {
  %0 = mind.while (%x = %a) : (tensor<f32>) {
    mind.condition %c : tensor<i1>
  } do {
    // expected-error @+1 {{gives ()}}
    mind.yield
  }
  return
}

// -----

// Each variable has a type.
func.func @f(%a: tensor<f32>, %c: tensor<i1>) {
  // expected-error @+1 {{number of operands and types}}
  %0 = mind.while (%x = %a) : (tensor<f32>, tensor<f32>) {
    mind.condition %c : tensor<i1>
  } do {
    mind.yield %x : tensor<f32>
  }
  return
}

// -----

// return_c1
func.func @f(%a: tensor<f32>, %c: i1) {
  scf.if %c {
    // expected-error @+1 {{expects parent op to be one of 'mind.if, mind.while'}}
    mind.return
  }
  return
}

// -----

// return_c1: at module level there is no function to leave.
%c = mind.fill 1.0 : tensor<i1>
mind.if %c {
  // expected-error @+1 {{does not stand in a function}}
  mind.return
}

// -----

// return_c2
func.func @f(%a: tensor<f32>, %c: tensor<i1>) -> tensor<i64> {
  mind.if %c {
    // expected-error @+1 {{gives (tensor<f32>) where the function has results (tensor<i64>)}}
    mind.return %a : tensor<f32>
  }
  %0 = mind.fill 0.0 : tensor<i64>
  return %0 : tensor<i64>
}

// -----

// break_c1
func.func @f(%c: tensor<i1>) {
  mind.if %c {
    // expected-error @+1 {{does not stand in the body of a 'mind.while'}}
    mind.break
  }
  return
}

// -----

// break_c1: the first region of a loop is not its body.
func.func @f(%c: tensor<i1>) {
  mind.while () {
    mind.if %c {
      // expected-error @+1 {{does not stand in the body of a 'mind.while'}}
      mind.break
    }
    mind.condition %c : tensor<i1>
  } do {
    mind.yield
  }
  return
}

// -----

// break_c2
func.func @f(%a: tensor<f32>, %c: tensor<i1>) {
  %0 = mind.while (%x = %a) : (tensor<f32>) {
    mind.condition %c : tensor<i1>
  } do {
    // expected-error @+1 {{gives () where the loop has variables (tensor<f32>)}}
    mind.break
  }
  return
}

// -----

// continue_c1
func.func @f(%c: tensor<i1>) {
  mind.if %c {
    // expected-error @+1 {{does not stand in the body of a 'mind.while'}}
    mind.continue
  }
  return
}

// -----

// continue_c2
func.func @f(%a: tensor<f32>, %c: tensor<i1>) {
  %0 = mind.while (%x = %a) : (tensor<f32>) {
    mind.condition %c : tensor<i1>
  } do {
    // expected-error @+1 {{gives () where the loop has variables (tensor<f32>)}}
    mind.continue
  }
  return
}

// -----

// print_c1
func.func @f(%a: tensor<f32>) {
  // expected-error @+1 {{has a lone '}' at offset 5 of its format}}
  mind.print "loss }\n"
  return
}

// -----

// print_c2
func.func @f(%a: tensor<f32>) {
  // expected-error @+1 {{has 2 slots in its format but 1 operands}}
  mind.print "{} {}\n"(%a) : tensor<f32>
  return
}

// -----

// An output stands at module level.
func.func @f(%a: tensor<f32>) {
  // expected-error @+1 {{expects parent op 'builtin.module'}}
  mind.output %a : tensor<f32>
  return
}

// -----

// expected-error @+1 {{has a mind.params that is not one string for each parameter of a function}}
func.func private @f(tensor<f32>) attributes {mind.params = ["a", "b"]}

// -----

// expected-error @+1 {{has an attribute that the dialect does not know, "mind.parms"}}
func.func private @f(tensor<f32>) attributes {mind.parms = ["a"]}
