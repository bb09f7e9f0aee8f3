// RUN: mind-translate --mlir-to-mic3 %s | mind-translate --mic3-to-mlir | FileCheck %s
// RUN: mind-translate --mlir-to-mic3 %s -o %t.1 && mind-translate --mic3-to-mlir %t.1 | mind-translate --mlir-to-mic3 -o %t.2 && cmp %t.1 %t.2

// What stays a carrier: a function whole, and who calls it.

// An instruction that no op is for.
// CHECK: carrier "FnDef" ["vector"
mind.mic.carrier "FnDef" ["vector", [["x", 0]], 1, unit, []] {
  mind.mic.carrier "Param" [0, "x", 0]
  mind.mic.carrier "VecReduceAdd" [1, 0, 8]
  mind.mic.carrier "Return" [1]
}
// CHECK: carrier "FnDef" ["caller"
mind.mic.carrier "FnDef" ["caller", [["x", 0]], 1, unit, []] {
  mind.mic.carrier "Param" [0, "x", 0]
  mind.mic.carrier "Call" [1, "vector", [0]]
  mind.mic.carrier "Return" [1]
}
// A call of what is not there.
// CHECK: carrier "FnDef" ["unknown"
mind.mic.carrier "FnDef" ["unknown", [], 0, unit, []] {
  mind.mic.carrier "Call" [0, "random", []]
  mind.mic.carrier "Return" [0]
}
// Two element types.
// CHECK: carrier "FnDef" ["mixed"
mind.mic.carrier "FnDef" ["mixed", [], 2, unit, []] {
  mind.mic.carrier "ConstF64" [0, 1.0]
  mind.mic.carrier "ConstTensor" [1, 2, [2], 1.0]
  mind.mic.carrier "BinOp" [2, 0, 0, 1]
  mind.mic.carrier "Return" [2]
}
// Shapes that do not broadcast.
// CHECK: carrier "FnDef" ["shapes"
mind.mic.carrier "FnDef" ["shapes", [], 2, unit, []] {
  mind.mic.carrier "ConstTensor" [0, 2, [2], 1.0]
  mind.mic.carrier "ConstTensor" [1, 2, [3], 1.0]
  mind.mic.carrier "BinOp" [2, 0, 0, 1]
  mind.mic.carrier "Return" [2]
}
// A literal that its type has no number for: -40000 in q16.
// CHECK: carrier "FnDef" ["range"
mind.mic.carrier "FnDef" ["range", [], 2, unit, []] {
  mind.mic.carrier "ConstTensor" [0, 6, [2], 1.0]
  mind.mic.carrier "ConstI64" [1, -40000]
  mind.mic.carrier "BinOp" [2, 0, 0, 1]
  mind.mic.carrier "Return" [2]
}
// A value of a branch after it, which the format sees and a region hides.
// CHECK: carrier "FnDef" ["scope"
mind.mic.carrier "FnDef" ["scope", [["x", 0]], 2, unit, []] {
  mind.mic.carrier "Param" [0, "x", 0]
  mind.mic.carrier "If" [1, 1, 1, 4, [], []] {
    mind.mic.carrier "BinOp" [1, 9, 0, 0]
  }, {
    mind.mic.carrier "ConstI64" [2, 1]
  }, {
  }
  mind.mic.carrier "Return" [2]
}
// The condition is a number.
// CHECK: carrier "FnDef" ["condition"
mind.mic.carrier "FnDef" ["condition", [["x", 0]], 2, unit, []] {
  mind.mic.carrier "Param" [0, "x", 0]
  mind.mic.carrier "ConstI64" [1, 1]
  mind.mic.carrier "If" [1, 0, 1, 2, [], []] {
  }, {
  }, {
  }
  mind.mic.carrier "Return" [2]
}
// The returned value is another one.
// CHECK: carrier "FnDef" ["returned"
mind.mic.carrier "FnDef" ["returned", [["x", 0]], 0, unit, []] {
  mind.mic.carrier "Param" [0, "x", 0]
  mind.mic.carrier "ConstI64" [1, 1]
  mind.mic.carrier "Return" [1]
}
// A copy for a loop, which the writer makes only there, is used after it.
// CHECK: carrier "FnDef" ["copied"
mind.mic.carrier "FnDef" ["copied", [["x", 0]], 1, unit, []] {
  mind.mic.carrier "Param" [0, "x", 0]
  mind.mic.carrier "Call" [1, "copy", [0]]
  mind.mic.carrier "While" [2, [["", 1]], [1], [3]] {
    mind.mic.carrier "BinOp" [2, 5, 1, 0]
  }, {
  }
  mind.mic.carrier "Return" [1]
}
// Two functions of one name.
// CHECK: carrier "FnDef" ["twin"
// CHECK: carrier "FnDef" ["twin"
mind.mic.carrier "FnDef" ["twin", [], unit, unit, []] {
  mind.mic.carrier "Return" [unit]
}
mind.mic.carrier "FnDef" ["twin", [], unit, unit, []] {
  mind.mic.carrier "Return" [unit]
}
// One that fits stays a function beside them, though the stream does not fit.
// CHECK: func.func @fits()
mind.mic.carrier "FnDef" ["fits", [], unit, unit, []] {
  mind.mic.carrier "Return" [unit]
}
// CHECK: carrier "ConstI64" [0, 1]
// CHECK: carrier "SparseAttr" [0, 1, 2]
// CHECK: carrier "Output" [1]
mind.mic.carrier "ConstI64" [0, 1]
mind.mic.carrier "SparseAttr" [0, 1, 2]
mind.mic.carrier "Output" [1]
