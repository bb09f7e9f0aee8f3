// RUN: split-file %s %t
// RUN: mind-translate --mlir-to-mic3 --mic-compat %t/types.mlir -o %t/types.mic3
// RUN: %python %S/Inputs/mic3_codec.py %t/types.mic3 | FileCheck %s --implicit-check-not=repr
// RUN: not mind-translate --mlir-to-mic3 --mic-compat %t/pads.mlir -o %t/pads.mic3 2>&1 | FileCheck %s --check-prefix=PADS

// Nothing that the reference does not know.

// CHECK: FnDef "f"
// PADS: mic@3 cannot hold this: a convolution with explicit pads has no encoding that the reference knows [E7003]

//--- types.mlir
func.func @f(%x: tensor<2xf32>) {
  return
}

//--- pads.mlir
func.func @f(%x: tensor<1x5x5x3xf32>, %w: tensor<3x3x3x2xf32>) {
  %0 = mind.conv2d %x, %w strides [1, 1] padding explicit pads [1, 2, 0, 3] : tensor<1x5x5x3xf32>, tensor<3x3x3x2xf32>
  return
}
