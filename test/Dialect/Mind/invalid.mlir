// RUN: mind-opt %s --split-input-file --verify-diagnostics

// Each constraint of the ops on tensors, by its name in the documentation.

// constant_c1
func.func @f() {
  // expected-error @+1 {{has a value of type 'tensor<2xf32>' but a result of type 'tensor<3xf32>'}}
  %0 = mind.constant dense<1.0> : tensor<2xf32> as tensor<3xf32>
  return
}

// -----

// constant_c2
func.func @f() {
  // expected-error @+1 {{holds elements of type 'f32' where the result has '!mind.q16'}}
  %0 = mind.constant dense<1.0> : tensor<2xf32> as tensor<2x!mind.q16>
  return
}

// -----

// constant_c2
func.func @f() {
  // expected-error @+1 {{holds elements of type 'f32' where the result has 'f64'}}
  %0 = mind.constant dense<1.0> : tensor<2xf32> as tensor<2xf64>
  return
}

// -----

// add_c1
func.func @f(%a: tensor<2xf32>, %b: tensor<2xi32>) {
  // expected-error @+1 {{has operands of different element types, 'f32' and 'i32'}}
  %0 = mind.add %a, %b : tensor<2xf32>, tensor<2xi32>
  return
}

// -----

// add_c2
func.func @f(%a: tensor<2x3xf32>, %b: tensor<4x3xf32>) {
  // expected-error @+1 {{shapes (2, 3) and (4, 3) do not broadcast}}
  %0 = mind.add %a, %b : tensor<2x3xf32>, tensor<4x3xf32>
  return
}

// -----

// sub_c1
func.func @f(%a: tensor<2xf32>, %b: tensor<2xi32>) {
  // expected-error @+1 {{has operands of different element types, 'f32' and 'i32'}}
  %0 = mind.sub %a, %b : tensor<2xf32>, tensor<2xi32>
  return
}

// -----

// sub_c2
func.func @f(%a: tensor<2x3xf32>, %b: tensor<4x3xf32>) {
  // expected-error @+1 {{shapes (2, 3) and (4, 3) do not broadcast}}
  %0 = mind.sub %a, %b : tensor<2x3xf32>, tensor<4x3xf32>
  return
}

// -----

// mul_c1
func.func @f(%a: tensor<2xf32>, %b: tensor<2xi32>) {
  // expected-error @+1 {{has operands of different element types, 'f32' and 'i32'}}
  %0 = mind.mul %a, %b : tensor<2xf32>, tensor<2xi32>
  return
}

// -----

// mul_c2
func.func @f(%a: tensor<2x3xf32>, %b: tensor<4x3xf32>) {
  // expected-error @+1 {{shapes (2, 3) and (4, 3) do not broadcast}}
  %0 = mind.mul %a, %b : tensor<2x3xf32>, tensor<4x3xf32>
  return
}

// -----

// div_c1
func.func @f(%a: tensor<2xf32>, %b: tensor<2xi32>) {
  // expected-error @+1 {{has operands of different element types, 'f32' and 'i32'}}
  %0 = mind.div %a, %b : tensor<2xf32>, tensor<2xi32>
  return
}

// -----

// div_c2
func.func @f(%a: tensor<2x3xf32>, %b: tensor<4x3xf32>) {
  // expected-error @+1 {{shapes (2, 3) and (4, 3) do not broadcast}}
  %0 = mind.div %a, %b : tensor<2x3xf32>, tensor<4x3xf32>
  return
}

// -----

// max_c1
func.func @f(%a: tensor<2xf32>, %b: tensor<2xi32>) {
  // expected-error @+1 {{has operands of different element types, 'f32' and 'i32'}}
  %0 = mind.max %a, %b : tensor<2xf32>, tensor<2xi32>
  return
}

// -----

// max_c2
func.func @f(%a: tensor<2x3xf32>, %b: tensor<4x3xf32>) {
  // expected-error @+1 {{shapes (2, 3) and (4, 3) do not broadcast}}
  %0 = mind.max %a, %b : tensor<2x3xf32>, tensor<4x3xf32>
  return
}

// -----

// min_c1
func.func @f(%a: tensor<2xf32>, %b: tensor<2xi32>) {
  // expected-error @+1 {{has operands of different element types, 'f32' and 'i32'}}
  %0 = mind.min %a, %b : tensor<2xf32>, tensor<2xi32>
  return
}

// -----

// min_c2
func.func @f(%a: tensor<2x3xf32>, %b: tensor<4x3xf32>) {
  // expected-error @+1 {{shapes (2, 3) and (4, 3) do not broadcast}}
  %0 = mind.min %a, %b : tensor<2x3xf32>, tensor<4x3xf32>
  return
}

// -----

// pow_c1
func.func @f(%a: tensor<2xf32>, %b: tensor<2xf64>) {
  // expected-error @+1 {{has operands of different element types, 'f32' and 'f64'}}
  %0 = mind.pow %a, %b : tensor<2xf32>, tensor<2xf64>
  return
}

// -----

// pow_c2
func.func @f(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{shapes (2) and (3) do not broadcast}}
  %0 = mind.pow %a, %b : tensor<2xf32>, tensor<3xf32>
  return
}

// -----

// mod_c1
func.func @f(%a: tensor<2xi64>, %b: tensor<2xi32>) {
  // expected-error @+1 {{has operands of different element types, 'i64' and 'i32'}}
  %0 = mind.mod %a, %b : tensor<2xi64>, tensor<2xi32>
  return
}

// -----

// mod_c2
func.func @f(%a: tensor<2xi64>, %b: tensor<3xi64>) {
  // expected-error @+1 {{shapes (2) and (3) do not broadcast}}
  %0 = mind.mod %a, %b : tensor<2xi64>, tensor<3xi64>
  return
}

// -----

// shl_c1
func.func @f(%a: tensor<2xi64>, %b: tensor<2xi32>) {
  // expected-error @+1 {{has operands of different element types, 'i64' and 'i32'}}
  %0 = mind.shl %a, %b : tensor<2xi64>, tensor<2xi32>
  return
}

// -----

// shl_c2
func.func @f(%a: tensor<2xi64>, %b: tensor<3xi64>) {
  // expected-error @+1 {{shapes (2) and (3) do not broadcast}}
  %0 = mind.shl %a, %b : tensor<2xi64>, tensor<3xi64>
  return
}

// -----

// shr_c1
func.func @f(%a: tensor<2xi64>, %b: tensor<2xi32>) {
  // expected-error @+1 {{has operands of different element types, 'i64' and 'i32'}}
  %0 = mind.shr %a, %b : tensor<2xi64>, tensor<2xi32>
  return
}

// -----

// shr_c2
func.func @f(%a: tensor<2xi64>, %b: tensor<3xi64>) {
  // expected-error @+1 {{shapes (2) and (3) do not broadcast}}
  %0 = mind.shr %a, %b : tensor<2xi64>, tensor<3xi64>
  return
}

// -----

// compare_c1
func.func @f(%a: tensor<2xf32>, %b: tensor<2xi32>) {
  // expected-error @+1 {{has operands of different element types, 'f32' and 'i32'}}
  %0 = mind.compare lt %a, %b : tensor<2xf32>, tensor<2xi32>
  return
}

// -----

// compare_c2
func.func @f(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{shapes (2) and (3) do not broadcast}}
  %0 = mind.compare lt %a, %b : tensor<2xf32>, tensor<3xf32>
  return
}

// -----

// compare_c3
func.func @f(%a: tensor<2xi1>) {
  // expected-error @+1 {{compares tensors of i1 by `lt`}}
  %0 = mind.compare lt %a, %a : tensor<2xi1>, tensor<2xi1>
  return
}

// -----

// add_c2 with names: a name equals only itself
func.func @f(%a: tensor<?xf32, #mind.dims<N>>, %b: tensor<?xf32, #mind.dims<M>>) {
  // expected-error @+1 {{shapes (N) and (M) do not broadcast}}
  %0 = mind.add %a, %b : tensor<?xf32, #mind.dims<N>>, tensor<?xf32, #mind.dims<M>>
  return
}

// -----

// sum_c1
func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{axis 2 is out of range for rank 2}}
  %0 = mind.sum %a axes [2] : tensor<2x3xf32>
  return
}

// -----

// sum_c1
func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{axis -1 is out of range for rank 2}}
  %0 = mind.sum %a axes [-1] : tensor<2x3xf32>
  return
}

// -----

// sum_c2
func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{axis 1 occurs twice}}
  %0 = mind.sum %a axes [1, 1] : tensor<2x3xf32>
  return
}

// -----

// mean_c1
func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{axis 2 is out of range for rank 2}}
  %0 = mind.mean %a axes [2] : tensor<2x3xf32>
  return
}

// -----

// mean_c1
func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{axis -1 is out of range for rank 2}}
  %0 = mind.mean %a axes [-1] : tensor<2x3xf32>
  return
}

// -----

// mean_c2
func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{axis 1 occurs twice}}
  %0 = mind.mean %a axes [1, 1] : tensor<2x3xf32>
  return
}

// -----

// reduce_max_c1
func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{axis 2 is out of range for rank 2}}
  %0 = mind.reduce_max %a axes [2] : tensor<2x3xf32>
  return
}

// -----

// reduce_max_c1
func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{axis -1 is out of range for rank 2}}
  %0 = mind.reduce_max %a axes [-1] : tensor<2x3xf32>
  return
}

// -----

// reduce_max_c2
func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{axis 1 occurs twice}}
  %0 = mind.reduce_max %a axes [1, 1] : tensor<2x3xf32>
  return
}

// -----

// argmax_c1
func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{axis 2 is out of range for rank 2}}
  %0 = mind.argmax %a axis 2 : tensor<2x3xf32>
  return
}

// -----

// reshape_c1
func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{changes the element type from 'f32' to 'f64'}}
  %0 = mind.reshape %a : tensor<2x3xf32> -> tensor<6xf64>
  return
}

// -----

// reshape_c2
func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{shape mismatch: reshape of (2, 3) to (4, 2)}}
  %0 = mind.reshape %a : tensor<2x3xf32> -> tensor<4x2xf32>
  return
}

// -----

// reshape_c2
func.func @f(%a: tensor<?x3xf32, #mind.dims<B, 3>>) {
  // expected-error @+1 {{shape mismatch: reshape of (B, 3) to (C, 3)}}
  %0 = mind.reshape %a : tensor<?x3xf32, #mind.dims<B, 3>> -> tensor<?x3xf32, #mind.dims<C, 3>>
  return
}

// -----

// transpose_c1
func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{a permutation of 1 axes for rank 2}}
  %0 = mind.transpose %a perm [0] : tensor<2x3xf32>
  return
}

// -----

// transpose_c1
func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{axis 0 occurs twice}}
  %0 = mind.transpose %a perm [0, 0] : tensor<2x3xf32>
  return
}

// -----

// expand_dims_c1
func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{a new axis 3 for rank 2}}
  %0 = mind.expand_dims %a axis 3 : tensor<2x3xf32>
  return
}

// -----

// squeeze_c1
func.func @f(%a: tensor<2x1xf32>) {
  // expected-error @+1 {{axis 2 is out of range for rank 2}}
  %0 = mind.squeeze %a axes [2] : tensor<2x1xf32>
  return
}

// -----

// squeeze_c2
func.func @f(%a: tensor<2x1xf32>) {
  // expected-error @+1 {{axis 1 occurs twice}}
  %0 = mind.squeeze %a axes [1, 1] : tensor<2x1xf32>
  return
}

// -----

// squeeze_c3
func.func @f(%a: tensor<2x1xf32>) {
  // expected-error @+1 {{squeeze of axis 0, whose extent is 2}}
  %0 = mind.squeeze %a axes [0] : tensor<2x1xf32>
  return
}

// -----

// squeeze_c3
func.func @f(%a: tensor<?xf32, #mind.dims<N>>) {
  // expected-error @+1 {{squeeze of axis 0, whose extent is N}}
  %0 = mind.squeeze %a axes [0] : tensor<?xf32, #mind.dims<N>>
  return
}

// -----

// index_c1
func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{1 axes with 2 indices}}
  %0 = mind.index %a axes [0] indices [0, 1] : tensor<2x3xf32>
  return
}

// -----

// index_c2
func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{axis 2 is out of range for rank 2}}
  %0 = mind.index %a axes [2] indices [0] : tensor<2x3xf32>
  return
}

// -----

// index_c3
func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{axis 0 occurs twice}}
  %0 = mind.index %a axes [0, 0] indices [0, 1] : tensor<2x3xf32>
  return
}

// -----

// index_c4
func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{index 3 of axis 1, whose extent is 3}}
  %0 = mind.index %a axes [1] indices [3] : tensor<2x3xf32>
  return
}

// -----

// index_c4
func.func @f(%a: tensor<?xf32, #mind.dims<N>>) {
  // expected-error @+1 {{index -1 of axis 0, whose extent is N}}
  %0 = mind.index %a axes [0] indices [-1] : tensor<?xf32, #mind.dims<N>>
  return
}

// -----

// slice_c1
func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{axes, starts, ends and strides of a slice differ in number}}
  %0 = mind.slice %a axes [0] starts [0, 1] ends [2] strides [1] : tensor<2x3xf32>
  return
}

// -----

// slice_c2
func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{axis 2 is out of range for rank 2}}
  %0 = mind.slice %a axes [2] starts [0] ends [1] strides [1] : tensor<2x3xf32>
  return
}

// -----

// slice_c3
func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{axis 0 occurs twice}}
  %0 = mind.slice %a axes [0, 0] starts [0, 0] ends [1, 1] strides [1, 1] : tensor<2x3xf32>
  return
}

// -----

// slice_c4
func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{a slice with a stride of 0}}
  %0 = mind.slice %a axes [0] starts [0] ends [1] strides [0] : tensor<2x3xf32>
  return
}

// -----

// slice_c5
func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{a slice from 0 to 7 of an extent of 3}}
  %0 = mind.slice %a axes [1] starts [0] ends [7] strides [1] : tensor<2x3xf32>
  return
}

// -----

// slice_c5
func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{a slice from -1 to 2 of an extent of 3}}
  %0 = mind.slice %a axes [1] starts [-1] ends [2] strides [1] : tensor<2x3xf32>
  return
}

// -----

// slice_c5
func.func @f(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{a slice that begins at 3 and goes down, of an extent of 3}}
  %0 = mind.slice %a axes [1] starts [3] ends [0] strides [-1] : tensor<2x3xf32>
  return
}

// -----

// gather_c1
func.func @f(%a: tensor<2x3xf32>, %i: tensor<i64>) {
  // expected-error @+1 {{axis 2 is out of range for rank 2}}
  %0 = mind.gather %a[%i] axis 2 : tensor<2x3xf32>, tensor<i64>
  return
}

// -----

// gather takes integers as positions
func.func @f(%a: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{operand #1 must be ranked tensor of i32 or i64 values}}
  %0 = mind.gather %a[%i] axis 0 : tensor<2x3xf32>, tensor<f32>
  return
}

// -----

// dot_c1
func.func @f(%a: tensor<3xf32>, %b: tensor<3xf64>) {
  // expected-error @+1 {{has operands of different element types, 'f32' and 'f64'}}
  %0 = mind.dot %a, %b : tensor<3xf32>, tensor<3xf64>
  return
}

// -----

// dot_c2
func.func @f(%a: tensor<f32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{shape mismatch: dot of () and (3)}}
  %0 = mind.dot %a, %b : tensor<f32>, tensor<3xf32>
  return
}

// -----

// dot_c3
func.func @f(%a: tensor<3xf32>, %b: tensor<4xf32>) {
  // expected-error @+1 {{dot of (3) and (4): inner dimensions 3 and 4 differ}}
  %0 = mind.dot %a, %b : tensor<3xf32>, tensor<4xf32>
  return
}

// -----

// matmul_c1
func.func @f(%a: tensor<3x3xf32>, %b: tensor<3x3xf64>) {
  // expected-error @+1 {{has operands of different element types, 'f32' and 'f64'}}
  %0 = mind.matmul %a, %b : tensor<3x3xf32>, tensor<3x3xf64>
  return
}

// -----

// matmul_c2
func.func @f(%a: tensor<2x3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{shape mismatch: matmul of (2, 3) and (3)}}
  %0 = mind.matmul %a, %b : tensor<2x3xf32>, tensor<3xf32>
  return
}

// -----

// matmul_c3
func.func @f(%a: tensor<2x3xf32>, %b: tensor<5x4xf32>) {
  // expected-error @+1 {{matmul of (2, 3) and (5, 4): inner dimensions 3 and 5 differ}}
  %0 = mind.matmul %a, %b : tensor<2x3xf32>, tensor<5x4xf32>
  return
}

// -----

// matmul_c4
func.func @f(%a: tensor<2x2x3xf32>, %b: tensor<5x3x4xf32>) {
  // expected-error @+1 {{matmul of (2, 2, 3) and (5, 3, 4): the leading dims do not broadcast}}
  %0 = mind.matmul %a, %b : tensor<2x2x3xf32>, tensor<5x3x4xf32>
  return
}

// -----

// conv2d_c1
func.func @f(%x: tensor<1x5x5x3xf32>, %w: tensor<3x3x3x2xf64>) {
  // expected-error @+1 {{has operands of different element types, 'f32' and 'f64'}}
  %0 = mind.conv2d %x, %w strides [1, 1] padding valid : tensor<1x5x5x3xf32>, tensor<3x3x3x2xf64>
  return
}

// -----

// conv2d_c2
func.func @f(%x: tensor<5x5x3xf32>, %w: tensor<3x3x3x2xf32>) {
  // expected-error @+1 {{shape mismatch: conv2d of (5, 5, 3) and (3, 3, 3, 2)}}
  %0 = mind.conv2d %x, %w strides [1, 1] padding valid : tensor<5x5x3xf32>, tensor<3x3x3x2xf32>
  return
}

// -----

// conv2d_c3
func.func @f(%x: tensor<1x2x2x2xf32>, %w: tensor<1x1x3x1xf32>) {
  // expected-error @+1 {{channels 2 and 3 differ}}
  %0 = mind.conv2d %x, %w strides [1, 1] padding valid : tensor<1x2x2x2xf32>, tensor<1x1x3x1xf32>
  return
}

// -----

// conv2d_c4
func.func @f(%x: tensor<1x5x5x3xf32>, %w: tensor<3x3x3x2xf32>) {
  // expected-error @+1 {{conv2d with strides [1]}}
  %0 = mind.conv2d %x, %w strides [1] padding valid : tensor<1x5x5x3xf32>, tensor<3x3x3x2xf32>
  return
}

// -----

// conv2d_c4
func.func @f(%x: tensor<1x5x5x3xf32>, %w: tensor<3x3x3x2xf32>) {
  // expected-error @+1 {{conv2d with strides [0, 1]}}
  %0 = mind.conv2d %x, %w strides [0, 1] padding valid : tensor<1x5x5x3xf32>, tensor<3x3x3x2xf32>
  return
}

// -----

// conv2d_c5
func.func @f(%x: tensor<1x5x5x3xf32>, %w: tensor<3x3x3x2xf32>) {
  // expected-error @+1 {{conv2d with 0 pads}}
  %0 = mind.conv2d %x, %w strides [1, 1] padding explicit : tensor<1x5x5x3xf32>, tensor<3x3x3x2xf32>
  return
}

// -----

// conv2d_c5
func.func @f(%x: tensor<1x5x5x3xf32>, %w: tensor<3x3x3x2xf32>) {
  // expected-error @+1 {{conv2d with 4 pads}}
  %0 = mind.conv2d %x, %w strides [1, 1] padding same pads [1, 1, 1, 1] : tensor<1x5x5x3xf32>, tensor<3x3x3x2xf32>
  return
}

// -----

// conv2d_c5
func.func @f(%x: tensor<1x5x5x3xf32>, %w: tensor<3x3x3x2xf32>) {
  // expected-error @+1 {{conv2d with a padding of -1}}
  %0 = mind.conv2d %x, %w strides [1, 1] padding explicit pads [0, 0, -1, 0] : tensor<1x5x5x3xf32>, tensor<3x3x3x2xf32>
  return
}

// -----

// conv2d_c6
func.func @f(%x: tensor<1x2x5x3xf32>, %w: tensor<3x3x3x2xf32>) {
  // expected-error @+1 {{a filter of extent 3 over an input of extent 2}}
  %0 = mind.conv2d %x, %w strides [1, 1] padding valid : tensor<1x2x5x3xf32>, tensor<3x3x3x2xf32>
  return
}

// -----

// ipow_c1
func.func @f(%a: tensor<2xi32>) {
  // expected-error @+1 {{raises integers to the negative power -1}}
  %0 = mind.ipow %a, -1 : tensor<2xi32>
  return
}

// -----

// cast_c1
func.func @f(%a: tensor<2xf32>) {
  // expected-error @+1 {{changes the shape from 'tensor<2xf32>' to 'tensor<3xf64>'}}
  %0 = mind.cast %a : tensor<2xf32> -> tensor<3xf64>
  return
}

// -----

// cast_c2
func.func @f(%a: tensor<2xf32>) {
  // expected-error @+1 {{makes i1 of 'f32'; compare with 0 instead}}
  %0 = mind.cast %a : tensor<2xf32> -> tensor<2xi1>
  return
}

// -----

// broadcast_to_c1
func.func @f(%a: tensor<3xf32>) {
  // expected-error @+1 {{changes the element type from 'f32' to 'f64'}}
  %0 = mind.broadcast_to %a : tensor<3xf32> -> tensor<2x3xf64>
  return
}

// -----

// broadcast_to_c2
func.func @f(%a: tensor<3xf32>) {
  // expected-error @+1 {{shape (3) does not broadcast to (3, 2)}}
  %0 = mind.broadcast_to %a : tensor<3xf32> -> tensor<3x2xf32>
  return
}

// -----

// broadcast_to_c2
func.func @f(%a: tensor<1x3xf32>) {
  // expected-error @+1 {{shape (1, 3) does not broadcast to (3)}}
  %0 = mind.broadcast_to %a : tensor<1x3xf32> -> tensor<3xf32>
  return
}

// -----

// insert_c1
func.func @f(%s: tensor<1x4xf64>, %d: tensor<3x4xf32>) {
  // expected-error @+1 {{inserts 'f64' into a tensor of 'f32'}}
  %0 = mind.insert %s into %d axes [0] starts [0] strides [1] : tensor<1x4xf64>, tensor<3x4xf32>
  return
}

// -----

// insert_c1
func.func @f(%s: tensor<4xf32>, %d: tensor<3x4xf32>) {
  // expected-error @+1 {{insertion of (4) into (3, 4)}}
  %0 = mind.insert %s into %d axes [0] starts [0] strides [1] : tensor<4xf32>, tensor<3x4xf32>
  return
}

// -----

// insert_c2
func.func @f(%s: tensor<1x4xf32>, %d: tensor<3x4xf32>, %i: tensor<i64>) {
  // expected-error @+1 {{axes, starts and strides of an insertion differ in number}}
  %0 = mind.insert %s into %d axes [0] starts [0, 0] strides [1] : tensor<1x4xf32>, tensor<3x4xf32>
  return
}

// -----

// insert_c3
func.func @f(%s: tensor<1x4xf32>, %d: tensor<3x4xf32>, %i: tensor<i64>) {
  // expected-error @+1 {{axis 2 is out of range for rank 2}}
  %0 = mind.insert %s into %d axes [2] starts [0] strides [1] : tensor<1x4xf32>, tensor<3x4xf32>
  return
}

// -----

// insert_c4
func.func @f(%s: tensor<1x4xf32>, %d: tensor<3x4xf32>, %i: tensor<i64>) {
  // expected-error @+1 {{axis 0 occurs twice}}
  %0 = mind.insert %s into %d axes [0, 0] starts [0, 0] strides [1, 1] : tensor<1x4xf32>, tensor<3x4xf32>
  return
}

// -----

// insert_c5
func.func @f(%s: tensor<1x4xf32>, %d: tensor<3x4xf32>, %i: tensor<i64>) {
  // expected-error @+1 {{an insertion with a stride of 0}}
  %0 = mind.insert %s into %d axes [0] starts [0] strides [0] : tensor<1x4xf32>, tensor<3x4xf32>
  return
}

// -----

// insert_c6
func.func @f(%s: tensor<1x4xf32>, %d: tensor<3x4xf32>, %i: tensor<i64>) {
  // expected-error @+1 {{has 0 operands for 1 starts of `?`}}
  %0 = mind.insert %s into %d axes [0] starts [?] strides [1] : tensor<1x4xf32>, tensor<3x4xf32>
  return
}

// -----

// insert_c7
func.func @f(%s: tensor<1x4xf32>, %d: tensor<3x4xf32>, %i: tensor<i64>) {
  // expected-error @+1 {{insertion of (1, 4) into (3, 4)}}
  %0 = mind.insert %s into %d axes [1] starts [0] strides [1] : tensor<1x4xf32>, tensor<3x4xf32>
  return
}

// -----

// insert_c8
func.func @f(%s: tensor<1x4xf32>, %d: tensor<3x4xf32>, %i: tensor<i64>) {
  // expected-error @+1 {{insertion of 1 elements from 3 with a stride of 1 into an extent of 3}}
  %0 = mind.insert %s into %d axes [0] starts [3] strides [1] : tensor<1x4xf32>, tensor<3x4xf32>
  return
}

// -----

// gather_grad_c1
func.func @f(%g: tensor<5x4xf32>, %i: tensor<5xi64>) {
  // expected-error @+1 {{axis 2 is out of range for rank 2}}
  %0 = mind.gather_grad %g[%i] axis 2 : tensor<5x4xf32>, tensor<5xi64> -> tensor<3x4xf32>
  return
}

// -----

// gather_grad_c2
func.func @f(%g: tensor<5x3xf32>, %i: tensor<5xi64>) {
  // expected-error @+1 {{has a gradient of type 'tensor<5x3xf32>' where the forward op gives 'tensor<5x4xf32>'}}
  %0 = mind.gather_grad %g[%i] axis 0 : tensor<5x3xf32>, tensor<5xi64> -> tensor<3x4xf32>
  return
}

// -----

// conv2d_grad_input_c1
func.func @f(%g: tensor<1x4x4x2xf32>, %w: tensor<3x3x3x2xf32>) {
  // expected-error @+1 {{has a gradient of type 'tensor<1x4x4x2xf32>' where the forward op gives 'tensor<1x3x3x2xf32>'}}
  %0 = mind.conv2d_grad_input %g, %w strides [1, 1] padding valid : tensor<1x4x4x2xf32>, tensor<3x3x3x2xf32> -> tensor<1x5x5x3xf32>
  return
}

// -----

// conv2d_grad_filter_c1
func.func @f(%g: tensor<1x4x4x2xf32>, %x: tensor<1x5x5x3xf32>) {
  // expected-error @+1 {{has a gradient of type 'tensor<1x4x4x2xf32>' where the forward op gives 'tensor<1x3x3x2xf32>'}}
  %0 = mind.conv2d_grad_filter %x, %g strides [1, 1] padding valid : tensor<1x5x5x3xf32>, tensor<1x4x4x2xf32> -> tensor<3x3x3x2xf32>
  return
}

// -----

// a dynamic dim has a name
func.func @f(%a: tensor<?xf32>) {
  // expected-error @+1 {{operand #0 is 'tensor<?xf32>', which is not a tensor of the dialect}}
  %0 = mind.add %a, %a : tensor<?xf32>, tensor<?xf32>
  return
}

// -----

// elements are of the eight types
func.func @f(%a: tensor<2xi8>) {
  // expected-error @+1 {{operand #0 is 'tensor<2xi8>', which is not a tensor of the dialect}}
  %0 = mind.add %a, %a : tensor<2xi8>, tensor<2xi8>
  return
}

// -----

// i1 is not added
func.func @f(%a: tensor<2xi1>) {
  // expected-error @+1 {{operand #0 must be ranked tensor of f32, f64, f16, bf16, i32, i64 or !mind.q16 values}}
  %0 = mind.add %a, %a : tensor<2xi1>, tensor<2xi1>
  return
}

// -----

// expected-error @below {{has a mind.derivative that is not {kind, of, wrt} of a declaration}}
func.func private @derivative_kind(tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "slope", of = @f, wrt = array<i64: 0>}}

// -----

// expected-error @below {{has a mind.derivative that is not {kind, of, wrt} of a declaration}}
func.func private @derivative_body(%x: tensor<f32>) -> tensor<f32>
    attributes {mind.derivative = {kind = "grad", of = @f, wrt = array<i64: 0>}} {
  return %x : tensor<f32>
}

// -----

// expected-error @below {{has a mind.custom_grad that is not the symbol of a function}}
func.func private @custom_grad(tensor<f32>) -> tensor<f32> attributes {mind.custom_grad = "g"}

// -----

// expected-error @below {{has a mind.checkpoint with a value, or is no function}}
func.func private @checkpoint(tensor<f32>) -> tensor<f32> attributes {mind.checkpoint = 1 : i64}

// -----

// expected-error @below {{has a mind.checkpoint that is not some of policy, save and segments}}
func.func private @checkpoint(tensor<f32>) -> tensor<f32> attributes {mind.checkpoint = {}}

// -----

// expected-error @below {{has a mind.checkpoint that is not some of policy, save and segments}}
func.func private @checkpoint(tensor<f32>) -> tensor<f32> attributes {mind.checkpoint = {policy = "nothing"}}

// -----

// expected-error @below {{has a mind.checkpoint that is not some of policy, save and segments}}
func.func private @checkpoint(tensor<f32>) -> tensor<f32> attributes {mind.checkpoint = {policy = 1 : i64}}

// -----

// expected-error @below {{has a mind.checkpoint that is not some of policy, save and segments}}
func.func private @checkpoint(tensor<f32>) -> tensor<f32> attributes {mind.checkpoint = {save = []}}

// -----

// expected-error @below {{has a mind.checkpoint that is not some of policy, save and segments}}
func.func private @checkpoint(tensor<f32>) -> tensor<f32> attributes {mind.checkpoint = {save = ["a", 1]}}

// -----

// expected-error @below {{has a mind.checkpoint that is not some of policy, save and segments}}
func.func private @checkpoint(tensor<f32>) -> tensor<f32> attributes {mind.checkpoint = {segments = 0 : i64}}

// -----

// expected-error @below {{has a mind.checkpoint that is not some of policy, save and segments}}
func.func private @checkpoint(tensor<f32>) -> tensor<f32> attributes {mind.checkpoint = {segments = 65537 : i64}}

// -----

// expected-error @below {{has a mind.checkpoint that is not some of policy, save and segments}}
func.func private @checkpoint(tensor<f32>) -> tensor<f32> attributes {mind.checkpoint = {segments = 2 : i32}}

// -----

// expected-error @below {{has a mind.checkpoint that is not some of policy, save and segments}}
func.func private @checkpoint(tensor<f32>) -> tensor<f32> attributes {mind.checkpoint = {keep = "a"}}

// -----

func.func @saved(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{has a mind.saved that lists no results of it}}
  %0 = mind.add %x, %x {mind.saved = array<i64>} : tensor<f32>, tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @saved(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{has a mind.saved that lists no results of it}}
  %0 = mind.add %x, %x {mind.saved = array<i64: 1>} : tensor<f32>, tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @saved(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{has a mind.saved that lists no results of it}}
  %0 = mind.add %x, %x {mind.saved = array<i64: -1>} : tensor<f32>, tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @saved(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{has a mind.saved that lists no results of it}}
  %0 = mind.add %x, %x {mind.saved = 0 : i64} : tensor<f32>, tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @segments(%x: tensor<f32>, %p: i1) -> tensor<f32> {
  // expected-error @below {{has a mind.segments that is no number from 1 to 65536, or is no loop}}
  %0 = scf.while (%y = %x) : (tensor<f32>) -> tensor<f32> {
    scf.condition(%p) %y : tensor<f32>
  } do {
  ^bb0(%y: tensor<f32>):
    scf.yield %y : tensor<f32>
  } attributes {mind.segments = 0 : i64}
  return %0 : tensor<f32>
}

// -----

func.func @segments(%x: tensor<f32>, %p: i1) -> tensor<f32> {
  // expected-error @below {{has a mind.segments that is no number from 1 to 65536, or is no loop}}
  %0 = scf.while (%y = %x) : (tensor<f32>) -> tensor<f32> {
    scf.condition(%p) %y : tensor<f32>
  } do {
  ^bb0(%y: tensor<f32>):
    scf.yield %y : tensor<f32>
  } attributes {mind.segments = 65537 : i64}
  return %0 : tensor<f32>
}

// -----

func.func @segments(%x: tensor<f32>, %p: i1) -> tensor<f32> {
  // expected-error @below {{has a mind.segments that is no number from 1 to 65536, or is no loop}}
  %0 = scf.while (%y = %x) : (tensor<f32>) -> tensor<f32> {
    scf.condition(%p) %y : tensor<f32>
  } do {
  ^bb0(%y: tensor<f32>):
    scf.yield %y : tensor<f32>
  } attributes {mind.segments = "2"}
  return %0 : tensor<f32>
}

// -----

func.func @segments(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{has a mind.segments that is no number from 1 to 65536, or is no loop}}
  %0 = mind.add %x, %x {mind.segments = 2 : i64} : tensor<f32>, tensor<f32>
  return %0 : tensor<f32>
}

// -----

// expected-error @below {{has a mind.differentiable that lists no parameters of it}}
func.func private @other(tensor<f32>) -> tensor<f32> attributes {mind.differentiable = array<i64: 1>}

// -----

// expected-error @below {{has a mind.memory_budget that is no number of bytes, or is no module}}
module attributes {mind.memory_budget = -1 : i64} {}

// -----

// expected-error @below {{has a mind.memory_budget that is no number of bytes, or is no module}}
func.func private @budget(tensor<f32>) attributes {mind.memory_budget = 1 : i64}
