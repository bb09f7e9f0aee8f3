// RUN: mind-opt %s | mind-opt | FileCheck %s
// RUN: mind-opt %s --emit-bytecode | mind-opt | FileCheck %s

// Extents that depend on a named dim get names made of what they depend on.

// CHECK-LABEL: func.func @same_name
func.func @same_name(%a: tensor<?x3xf32, #mind.dims<B, 3>>, %b: tensor<?x1xf32, #mind.dims<B, 1>>)
    -> tensor<?x3xf32, #mind.dims<B, 3>> {
  %0 = mind.add %a, %b : tensor<?x3xf32, #mind.dims<B, 3>>, tensor<?x1xf32, #mind.dims<B, 1>>
  return %0 : tensor<?x3xf32, #mind.dims<B, 3>>
}

// CHECK-LABEL: func.func @matmul
func.func @matmul(%a: tensor<?x?xf32, #mind.dims<B, K>>, %b: tensor<?x4xf32, #mind.dims<K, 4>>)
    -> tensor<?x4xf32, #mind.dims<B, 4>> {
  %0 = mind.matmul %a, %b : tensor<?x?xf32, #mind.dims<B, K>>, tensor<?x4xf32, #mind.dims<K, 4>>
  return %0 : tensor<?x4xf32, #mind.dims<B, 4>>
}

// CHECK-LABEL: func.func @slices
func.func @slices(%x: tensor<?xf32, #mind.dims<B>>)
    -> (tensor<?xf32, #mind.dims<_slice_B_0_5_1>>, tensor<?xf32, #mind.dims<_slice_B_m3_n_1>>, tensor<0xf32>) {
  %0 = mind.slice %x axes [0] starts [0] ends [5] strides [1] : tensor<?xf32, #mind.dims<B>>
  %1 = mind.slice %x axes [0] starts [-3] ends [?] strides [1] : tensor<?xf32, #mind.dims<B>>
  %2 = mind.slice %x axes [0] starts [5] ends [2] strides [1] : tensor<?xf32, #mind.dims<B>>
  return %0, %1, %2
      : tensor<?xf32, #mind.dims<_slice_B_0_5_1>>, tensor<?xf32, #mind.dims<_slice_B_m3_n_1>>, tensor<0xf32>
}

// CHECK-LABEL: func.func @reshapes
func.func @reshapes(%x: tensor<?x6xf32, #mind.dims<B, 6>>)
    -> (tensor<2x?x3xf32, #mind.dims<2, B, 3>>, tensor<?x6xf32, #mind.dims<B, 6>>) {
  %0 = mind.reshape %x : tensor<?x6xf32, #mind.dims<B, 6>> -> tensor<2x?x3xf32, #mind.dims<2, B, 3>>
  %1 = mind.reshape %x : tensor<?x6xf32, #mind.dims<B, 6>> -> tensor<?xf32, #mind.dims<_mul_6_B>>
  %2 = mind.reshape %1 : tensor<?xf32, #mind.dims<_mul_6_B>> -> tensor<?x6xf32, #mind.dims<B, 6>>
  return %0, %2 : tensor<2x?x3xf32, #mind.dims<2, B, 3>>, tensor<?x6xf32, #mind.dims<B, 6>>
}

// CHECK-LABEL: func.func @convolution
func.func @convolution(%x: tensor<?x?x?x3xf32, #mind.dims<N, H, W, 3>>, %w: tensor<3x3x3x8xf32>)
    -> tensor<?x?x?x8xf32, #mind.dims<N, _conv_H_3_2_same, W, 8>> {
  %0 = mind.conv2d %x, %w strides [2, 1] padding same : tensor<?x?x?x3xf32, #mind.dims<N, H, W, 3>>, tensor<3x3x3x8xf32>
  return %0 : tensor<?x?x?x8xf32, #mind.dims<N, _conv_H_3_2_same, W, 8>>
}

// Names that are not identifiers are quoted.
// CHECK-LABEL: func.func private @quoted(tensor<?xf32, #mind.dims<"a b">>)
func.func private @quoted(tensor<?xf32, #mind.dims<"a b">>)
