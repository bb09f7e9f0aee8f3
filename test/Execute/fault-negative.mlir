// REQUIRES: mindc
// RUN: not mindc run --interpret %s 2>&1 | FileCheck %s
// RUN: not mindc run --backend=direct %s 2>&1 | FileCheck %s
// RUN: %if mindc-llvm %{ not mindc run --backend=llvm %s 2>&1 | FileCheck %s %}

// A negative index at run time is out of range too (E6001).

func.func private @at(%x: tensor<2x3xf32>, %i: tensor<2xi32>) -> tensor<2x2xf32> {
  %r = mind.gather %x[%i] axis 1 : tensor<2x3xf32>, tensor<2xi32>
  return %r : tensor<2x2xf32>
}

func.func @main() {
  %x = mind.constant dense<1.0> : tensor<2x3xf32>
  %i = mind.constant dense<[0, -1]> : tensor<2xi32>
  %r = call @at(%x, %i) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x2xf32>
  // CHECK: error[runtime][E6001]: index -1 is out of range for extent 3
  mind.print "never {}\n"(%r) : tensor<2x2xf32>
  return
}
