// RUN: mind-translate --mlir-to-mic3 %s | mind-translate --mic3-to-mlir | FileCheck %s

module attributes {mic.repr = [["fn:given", [[7, "f16", ["N", "3"]], [5], [7, "f16", []]]]]} {

// Which types a file's functions get. The carriers stand for files that others wrote.

// A free parameter is an i64, and so is a literal that nothing else says.
// CHECK-LABEL: func.func @free(%{{.*}}: tensor<i64>) -> tensor<i64>
// CHECK: mind.constant dense<2> : tensor<i64>{{$}}
mind.mic.carrier "FnDef" ["free", [["x", 0]], 2, unit, []] {
  mind.mic.carrier "Param" [0, "x", 0]
  mind.mic.carrier "ConstI64" [1, 2]
  mind.mic.carrier "BinOp" [2, 0, 0, 1]
  mind.mic.carrier "Return" [2]
}

// A parameter and a literal have the type of what they are computed with.
// CHECK-LABEL: func.func @adopts(%{{.*}}: tensor<f32>) -> tensor<2x3xf32>
// CHECK: mind.constant dense<2.000000e+00> : tensor<f32> {mic.literal = "int"}
// CHECK: mind.mul {{.*}} : tensor<2x3xf32>, tensor<f32>
// CHECK: mind.add {{.*}} : tensor<2x3xf32>, tensor<f32>
mind.mic.carrier "FnDef" ["adopts", [["x", 0]], 4, unit, []] {
  mind.mic.carrier "Param" [0, "x", 0]
  mind.mic.carrier "ConstTensor" [1, 2, [2, 3], 1.5]
  mind.mic.carrier "ConstI64" [2, 2]
  mind.mic.carrier "BinOp" [3, 2, 1, 2]
  mind.mic.carrier "BinOp" [4, 0, 3, 0]
  mind.mic.carrier "Return" [4]
}

// What decides may come later, from a callee or a caller.
// CHECK-LABEL: func.func @later(%{{.*}}: tensor<bf16>) -> tensor<i1>
mind.mic.carrier "FnDef" ["later", [["", 0]], 2, unit, []] {
  mind.mic.carrier "Param" [0, "", 0]
  mind.mic.carrier "ConstI64" [1, 0]
  mind.mic.carrier "BinOp" [2, 7, 0, 1]
}
// CHECK-LABEL: func.func @decides()
// CHECK: mind.constant dense<5.000000e-01> : tensor<bf16>
// CHECK: call @later(%{{.*}}) : (tensor<bf16>) -> tensor<i1>
mind.mic.carrier "FnDef" ["decides", [], 1, unit, []] {
  mind.mic.carrier "ConstTensor" [0, 4, [], 0.5]
  mind.mic.carrier "Call" [1, "later", [0]]
  mind.mic.carrier "Return" [1]
}

// A function that calls itself has one scalar result.
// CHECK-LABEL: func.func @self(%{{.*}}: tensor<i64>) -> tensor<f64>
// CHECK: call @self(%{{.*}}) : (tensor<i64>) -> tensor<f64>
// CHECK: return {mic.tail}
mind.mic.carrier "FnDef" ["self", [["x", 0]], 3, unit, []] {
  mind.mic.carrier "Param" [0, "x", 0]
  mind.mic.carrier "Call" [1, "self", [0]]
  mind.mic.carrier "ConstF64" [2, 0.1]
  mind.mic.carrier "BinOp" [3, 0, 1, 2]
}

// Shapes follow from the ops; a name of a dim is kept.
// CHECK-LABEL: func.func @shapes() -> tensor<?x1x4xf32, #mind.dims<B, 1, 4>>
// CHECK: mind.matmul {{.*}} : tensor<?x3xf32, #mind.dims<B, 3>>, tensor<3x4xf32>
// CHECK: mind.expand_dims %{{.*}} axis 1 {mic.axis = -2 : i64}
mind.mic.carrier "FnDef" ["shapes", [], 3, unit, []] {
  mind.mic.carrier "ConstTensor" [0, 2, ["B", 3], unit]
  mind.mic.carrier "ConstTensor" [1, 2, [3, 4], unit]
  mind.mic.carrier "MatMul" [2, 0, 1]
  mind.mic.carrier "ExpandDims" [3, 2, -2]
  mind.mic.carrier "Return" [3]
}

// An entry gives what does not follow.
// CHECK-LABEL: func.func @given(%{{.*}}: tensor<?x3xf16, #mind.dims<N, 3>>, %{{.*}}: tensor<i1>) -> tensor<f16>
// CHECK: mind.sum
mind.mic.carrier "FnDef" ["given", [["", 0], ["", 1]], 2, unit, []] {
  mind.mic.carrier "Param" [0, "", 0]
  mind.mic.carrier "Param" [1, "", 1]
  mind.mic.carrier "Sum" [2, 0, [], false]
  mind.mic.carrier "Return" [2]
}

// Ids that are not dense are kept.
// CHECK-LABEL: func.func @ids(%{{.*}}: tensor<i64>)
// CHECK-SAME: mic.ids = array<i64: 3>
// CHECK: mind.add {{.*}} {mic.id = 7 : i64}
mind.mic.carrier "FnDef" ["ids", [["x", 3]], 7, unit, []] {
  mind.mic.carrier "Param" [3, "x", 0]
  mind.mic.carrier "BinOp" [7, 0, 3, 3]
  mind.mic.carrier "Return" [7]
}

// Several values are a tuple.
// CHECK-LABEL: func.func @pair(%{{.*}}: tensor<i64>) -> (tensor<i64>, tensor<i1>)
// CHECK: return %{{.*}}, %{{.*}} : tensor<i64>, tensor<i1>
mind.mic.carrier "FnDef" ["pair", [["x", 0]], 2, unit, []] {
  mind.mic.carrier "Param" [0, "x", 0]
  mind.mic.carrier "BinOp" [1, 9, 0, 0]
  mind.mic.carrier "Call" [2, "tuple", [0, 1]]
  mind.mic.carrier "Return" [2]
}
// CHECK-LABEL: func.func @unpack()
// CHECK: call @pair(%{{.*}}) : (tensor<i64>) -> (tensor<i64>, tensor<i1>)
mind.mic.carrier "FnDef" ["unpack", [], 3, unit, []] {
  mind.mic.carrier "ConstI64" [0, 1]
  mind.mic.carrier "Call" [1, "pair", [0]]
  mind.mic.carrier "Call" [2, "tuple.get.0", [1]]
  mind.mic.carrier "Call" [3, "tuple.get.1", [1]]
  mind.mic.carrier "Return" [3]
}

}
