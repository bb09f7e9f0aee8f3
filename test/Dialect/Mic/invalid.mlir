// RUN: mind-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{names no opcode: 'VecDiv'}}
mind.mic.carrier "VecDiv" []

// -----

// expected-error@+1 {{has 2 fields; 'VecLoad' has 4}}
mind.mic.carrier "VecLoad" [0, 1]

// -----

// expected-error@+1 {{has a field that 'BinOp' cannot hold, number 1: 16 : i64}}
mind.mic.carrier "BinOp" [0, 16, 1, 2]

// -----

// expected-error@+1 {{has a field that 'ConstI64' cannot hold, number 1: "a"}}
mind.mic.carrier "ConstI64" [0, "a"]

// -----

// Ids ascend in a table of types.
// expected-error@+1 {{has a field that 'FnDef' cannot hold, number 4}}
mind.mic.carrier "FnDef" ["g", [], unit, unit, [[1, 0, 1], [1, 0, 1]]] {
}

// -----

// expected-error@+1 {{has 0 regions; 'Region' has 1}}
mind.mic.carrier "Region" [0, 1, 2, []]

// -----

// expected-error@+1 {{holds 'mind.fill', which is no carrier}}
mind.mic.carrier "Region" [0, 1, 2, []] {
  %0 = mind.fill 1.0 : tensor<f32>
}
