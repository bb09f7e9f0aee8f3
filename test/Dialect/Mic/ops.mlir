// RUN: mind-opt %s --verify-roundtrip | FileCheck %s
// RUN: mind-opt %s --emit-bytecode | mind-opt | FileCheck %s

// Every kind of field of a carrier, and regions with and without instructions.

// CHECK: mind.mic.carrier "VecFma" [5, 4, 4, 4, 8]
mind.mic.carrier "VecFma" [5, 4, 4, 4, 8]
// CHECK: mind.mic.carrier "ConstF64" [0, 0x7FF8000000000001 : f64]
mind.mic.carrier "ConstF64" [0, 0x7FF8000000000001 : f64]
// CHECK: mind.mic.carrier "ConstTensor" [1, 2, ["B", 3], unit]
mind.mic.carrier "ConstTensor" [1, 2, ["B", 3], unit]
// CHECK: mind.mic.carrier "Slice" [3, 1, {{\[\[}}0, 0, unit, 1], [1, 2, 5, -1]]]
mind.mic.carrier "Slice" [3, 1, [[0, 0, unit, 1], [1, 2, 5, -1]]]
// CHECK: mind.mic.carrier "ExternFnDecl" ["f", ["i64"], unit, true, [], 3]
mind.mic.carrier "ExternFnDecl" ["f", ["i64"], unit, true, [], 3]
// CHECK: mind.mic.carrier "FnDef" ["g", {{\[\[}}"x", 0]], 0, 5.000000e-01, {{\[\[}}0, 2, unit], [7, 0, 4]]] {
// CHECK-NEXT: mind.mic.carrier "Param" [0, "x", 0]
// CHECK-NEXT: }
mind.mic.carrier "FnDef" ["g", [["x", 0]], 0, 5.0e-01, [[0, 2, unit], [7, 0, 4]]] {
  mind.mic.carrier "Param" [0, "x", 0]
}
// CHECK: mind.mic.carrier "While" [9, [], [], []] {
// CHECK-NEXT: }, {
// CHECK-NEXT: mind.mic.carrier "Break" {{\[\[}}["s", 4]]]
// CHECK-NEXT: }
mind.mic.carrier "While" [9, [], [], []] {
}, {
  mind.mic.carrier "Break" [[["s", 4]]]
}
