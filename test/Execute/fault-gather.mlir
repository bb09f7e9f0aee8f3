// REQUIRES: mindc
// RUN: not mindc run --interpret %s 2>&1 | FileCheck %s
// RUN: not mindc run --backend=direct %s 2>&1 | FileCheck %s
// RUN: %if mindc-llvm %{ not mindc run --backend=llvm %s 2>&1 | FileCheck %s %}

// An index that is out of range (E6001).

func.func private @at(%x: tensor<3xf32>, %i: tensor<i64>) -> tensor<f32> {
  %r = mind.gather %x[%i] axis 0 : tensor<3xf32>, tensor<i64>
  return %r : tensor<f32>
}

func.func @main() {
  %x = mind.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %i = mind.constant dense<3> : tensor<i64>
  %r = call @at(%x, %i) : (tensor<3xf32>, tensor<i64>) -> tensor<f32>
  // CHECK: error[runtime][E6001]: index 3 is out of range for extent 3
  mind.print "never {}\n"(%r) : tensor<f32>
  return
}
