// RUN: split-file %s %t
// RUN: mind-translate --mlir-to-mic1 %t/plain.mlir -o %t/plain.mic
// RUN: FileCheck %t/plain.mlir --check-prefix=TEXT --input-file %t/plain.mic
// RUN: mind-translate --mic1-to-mlir %t/plain.mic | FileCheck %t/plain.mlir
// RUN: not mind-translate --mlir-to-mic1 %t/extended.mlir 2>&1 | FileCheck %t/extended.mlir --check-prefix=ERROR
// RUN: mind-translate --mlir-to-mic1 --mic1-extended %t/extended.mlir | mind-translate --mic1-to-mlir | FileCheck %t/extended.mlir
// RUN: not mind-translate --mic1-to-mlir %t/malformed.mic 2>&1 | FileCheck %t/malformed.mic --check-prefix=LINE

// The text form, by way of the bytes.

//--- plain.mlir
// TEXT: mic@1
// TEXT: N0 const.tensor fill=1 T0
// TEXT-NEXT: N1 relu N0
// TEXT-NEXT: O N1
// CHECK: %[[X:.+]] = mind.fill 1.000000e+00 : tensor<2x?xf32, #mind.dims<2, B>>
// CHECK-NEXT: %[[Y:.+]] = mind.relu %[[X]]
// CHECK-NEXT: mind.output result %[[Y]]
%0 = mind.fill 1.0 : tensor<2x?xf32, #mind.dims<2, B>>
%1 = mind.relu %0 : tensor<2x?xf32, #mind.dims<2, B>>
mind.output result %1 : tensor<2x?xf32, #mind.dims<2, B>>

//--- extended.mlir
// ERROR: error: mic@1 cannot hold instruction 0 (FnDef): there is no line for it [E7003]
// ERROR-NOT: {{.}}
// CHECK: func.func @f(%[[X:.+]]: tensor<2xf32>)
// CHECK-NEXT: %[[Y:.+]] = mind.unary exp %[[X]] : tensor<2xf32>
// CHECK-NEXT: return %[[Y]]
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = mind.unary exp %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}

//--- malformed.mic
mic@1
T0 i32
N0 foo
# LINE: malformed.mic:3:1: error: mic: unknown node kind: foo [E7002]
