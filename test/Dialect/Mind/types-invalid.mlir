// RUN: mind-opt %s --split-input-file --verify-diagnostics

// dims_c1
// expected-error @+1 {{dim #0 is '-1 : i64', neither a name nor an extent}}
func.func private @f(tensor<?xf32, #mind.dims<-1>>)

// -----

// dims_c2
// expected-error @+1 {{no dim has a name, so the type needs no encoding}}
func.func private @f(tensor<2xf32, #mind.dims<2>>)

// -----

// dims_c3
// expected-error @+1 {{encoding lists 1 dims of a tensor of rank 2}}
func.func private @f(tensor<?x2xf32, #mind.dims<B>>)

// -----

// dims_c4
// expected-error @+1 {{dim #1 is "C"}}
func.func private @f(tensor<?x2xf32, #mind.dims<B, C>>)

// -----

// dims_c4
// expected-error @+1 {{dim #0 is 3 : i64}}
func.func private @f(tensor<?x?xf32, #mind.dims<3, C>>)
