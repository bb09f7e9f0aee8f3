// REQUIRES: mindc
// RUN: not mindc run --interpret %s 2>&1 | FileCheck %s
// RUN: not mindc run --backend=direct %s 2>&1 | FileCheck %s
// RUN: %if mindc-llvm %{ not mindc run --backend=llvm %s 2>&1 | FileCheck %s %}

// A position that is out of range (E6001).

func.func private @set(%x: tensor<3xf32>, %v: tensor<1xf32>, %i: tensor<i64>) -> tensor<3xf32> {
  %r = mind.insert %v into %x axes [0] starts [?] strides [1](%i) : tensor<1xf32>, tensor<3xf32>, tensor<i64>
  return %r : tensor<3xf32>
}

func.func @main() {
  %x = mind.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %v = mind.constant dense<[7.0]> : tensor<1xf32>
  %i = mind.constant dense<-1> : tensor<i64>
  %r = call @set(%x, %v, %i) : (tensor<3xf32>, tensor<1xf32>, tensor<i64>) -> tensor<3xf32>
  // CHECK: error[runtime][E6001]: index -1 is out of range for extent 3
  mind.print "never {}\n"(%r) : tensor<3xf32>
  return
}
