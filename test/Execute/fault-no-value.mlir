// REQUIRES: mindc
// RUN: not mindc run --interpret %s 2>&1 | FileCheck %s
// RUN: not mindc run --backend=direct %s 2>&1 | FileCheck %s
// RUN: %if mindc-llvm %{ not mindc run --backend=llvm %s 2>&1 | FileCheck %s %}

// A fill without a value is executed (E6002).

func.func @main() {
  %c = mind.fill : tensor<2xf32>
  // CHECK: error[runtime][E6002]: a tensor without a value is read
  mind.print "never {}\n"(%c) : tensor<2xf32>
  return
}
