// RUN: split-file %s %t
// RUN: mind-translate --mlir-to-mic3 %t/registries.mlir | %python %S/Inputs/mic3_codec.py - | FileCheck %t/registries.mlir
// RUN: mind-translate --mlir-to-mic3 %t/ids.mlir | %python %S/Inputs/mic3_codec.py - | FileCheck %t/ids.mlir
// RUN: mind-translate --mlir-to-mic3 %t/twice.mlir | %python %S/Inputs/mic3_codec.py - | FileCheck %t/twice.mlir
// RUN: mind-translate --mlir-to-mic3 %t/spelling.mlir | %python %S/Inputs/mic3_codec.py - | FileCheck %t/spelling.mlir
// RUN: mind-translate --mlir-to-mic3 %t/carriers.mlir | %python %S/Inputs/mic3_codec.py - | FileCheck %t/carriers.mlir
// RUN: mind-translate --mlir-to-mic3 %t/empty.mlir | od -An -tx1 | FileCheck %t/empty.mlir

//--- empty.mlir
// CHECK: 4d 49 43 33 02 00 00 00 00 00 00 00
module {}

//--- registries.mlir
// Sorted, the last of a name wins; a table of types makes version 3.

// CHECK: version 3 next_id 0
// CHECK: FnDef "f"
// CHECK: types [%0:f32:?]
// CHECK: FnDef "g"
// CHECK: types []
// CHECK: export f
// CHECK-NEXT: export z
// CHECK-NEXT: struct P [x, y]
// CHECK-NEXT: struct Q [a]
// CHECK-NEXT: array A [1, -2]
// CHECK-NEXT: repr R [i32, tensor f32[2], slice true (array 3 (u32)), generic g[f64], tuple [], fn [bool] none, fn [] i64]
// CHECK-NEXT: repr fn:g [i64]
// CHECK-NEXT: types [%1:i64:4]
module attributes {
  mic.exports = ["z", "f", "z"],
  mic.structs = [["Q", ["b"]], ["P", ["x", "y"]], ["Q", ["a"]]],
  mic.arrays = [["A", [1, -2]]],
  mic.repr = [["fn:g", [[2]]], ["R", [[1], [7, "f32", ["2"]], [10, true, [11, 3, [6]]], [13, "g", [[4]]], [14, []], [17, [[5]], unit], [17, [], [2]]]]],
  mic.types = [[1, 1, 4]]
} {
  func.func @f() -> tensor<i64> attributes {mic.types = [[0, 2, unit]]} {
    %0 = mind.constant dense<1> : tensor<i64>
    return %0 : tensor<i64>
  }
  func.func @g(%x: tensor<2xf32>) -> tensor<2xf32> {
    return %x : tensor<2xf32>
  }
}

//--- ids.mlir
// Ids that the module gives; an op that has none gets one after all of them.

// CHECK: version 2 next_id 41
// CHECK: FnDef "f" ["" %7, "" %3]
// CHECK: %9 = BinOp add %7 %3
// CHECK: %5 = ConstI64 1
// CHECK-NEXT: %11 = ConstTensor i32 [] 1.0
// CHECK-NEXT: %10 = ConstI64 0
// CHECK-NEXT: %12 = BinOp ne %11 %10
// CHECK-NEXT: %40 = ConstI64 2
// CHECK-NEXT: If cond %12
// CHECK: dst %30 names ["" %20] merges [%20 = %5 | %40]
module attributes {mic.next_id = 40} {
  func.func @f(%a: tensor<i64>, %b: tensor<i64>) -> tensor<i64> attributes {mic.ids = array<i64: 7, 3>} {
    %0 = mind.add %a, %b {mic.id = 9} : tensor<i64>, tensor<i64>
    return %0 : tensor<i64>
  }
  %0 = mind.constant dense<1> : tensor<i64> {mic.id = 5}
  %1 = mind.constant dense<true> : tensor<i1> {mic.ids = array<i64: 11, 10, 12>}
  %2 = mind.constant dense<2> : tensor<i64>
  %3 = mind.if %1 -> (tensor<i64>) {
    mind.yield %0 : tensor<i64>
  } else {
    mind.yield %2 : tensor<i64>
  } {mic.ids = array<i64: 30, 20>}
  mind.output result %3 : tensor<i64>
}

//--- twice.mlir
// Ids that occur twice, as after inlining, count for nothing.

// CHECK: %0 = ConstI64 1
// CHECK-NEXT: %1 = ConstI64 2
%0 = mind.constant dense<1> : tensor<i64> {mic.id = 5}
%1 = mind.constant dense<2> : tensor<i64> {mic.id = 5}

//--- spelling.mlir
// What a file spells otherwise, as long as it means the same.

// CHECK: %1 = Transpose %0 []
// CHECK-NEXT: %2 = Transpose %0 [-1, 0]
// CHECK-NEXT: %3 = Transpose %0 [0, 1]
// CHECK-NEXT: %4 = ExpandDims %0 -1
// CHECK-NEXT: %5 = ExpandDims %0 0
// CHECK-NEXT: %6 = Sum %0 [-1] false
// CHECK-NEXT: %7 = Index %0 [0:-1]
// CHECK-NEXT: %8 = Slice %0 [0=-2:none:1]
%0 = mind.fill 1.0 : tensor<2x3xf32>
%1 = mind.transpose %0 perm [1, 0] {mic.perm = array<i64>} : tensor<2x3xf32>
%2 = mind.transpose %0 perm [1, 0] {mic.perm = array<i64: -1, 0>} : tensor<2x3xf32>
%3 = mind.transpose %0 perm [0, 1] {mic.perm = array<i64>} : tensor<2x3xf32>
%4 = mind.expand_dims %0 axis 2 {mic.axis = -1} : tensor<2x3xf32>
%5 = mind.expand_dims %0 axis 0 {mic.axis = -1} : tensor<2x3xf32>
%6 = mind.sum %0 axes [1] {mic.axes = array<i64: -1>} : tensor<2x3xf32>
%7 = mind.index %0 axes [0] indices [1] {mic.dims = [[0, -1]]} : tensor<2x3xf32>
%8 = mind.slice %0 axes [0] starts [0] ends [2] strides [1] {mic.dims = [[0, -2, unit, 1]]} : tensor<2x3xf32>

//--- carriers.mlir
// Carriers give their bytes back. The next id covers theirs.

// CHECK: version 3 next_id 9
// CHECK: %8 = VecFma %4 %4 %4 8
// CHECK-NEXT: Region
// CHECK-NEXT: body:
// CHECK-NEXT: %3 = ConstF64 nan
// CHECK-NEXT: result %3 enter %1 exit %2 allocs [%1]
// CHECK-NEXT: FnDef "g" ["x" %0] ret none reap 0.5
// CHECK: ExternFnDecl "f" ["i64"] none true ["h"] 3
// CHECK-NEXT: types [%0:f32:?]
mind.mic.carrier "VecFma" [8, 4, 4, 4, 8]
mind.mic.carrier "Region" [3, 1, 2, [1]] {
  mind.mic.carrier "ConstF64" [3, 0x7FF8000000000001 : f64]
}
mind.mic.carrier "FnDef" ["g", [["x", 0]], unit, 5.0e-01, [[0, 2, unit]]] {
  mind.mic.carrier "ExternFnDecl" ["f", ["i64"], unit, true, ["h"], 3]
}
