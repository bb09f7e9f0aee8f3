// REQUIRES: mindc
// RUN: not mindc %s -o %t 2>&1 | FileCheck %s
// An instruction of mic@3 that has no op, with a region that has no terminator.
// CHECK: error[mlir][E5002]: direct code has no `mind.mic.carrier` for any type; compile with --backend=llvm
// CHECK-NEXT: --> {{.*}}carriers.mlir:7:3
func.func @main() {
  mind.mic.carrier "FnDef" ["f", [], unit, unit, []] {
  }
  return
}
