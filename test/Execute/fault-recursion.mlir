// REQUIRES: mindc
// RUN: not mindc run --interpret %s 2>&1 | FileCheck %s
// RUN: not mindc run --backend=direct %s 2>&1 | FileCheck %s
// RUN: %if mindc-llvm %{ not mindc run --backend=llvm %s 2>&1 | FileCheck %s %}

// Recursion that does not end (E6007).

func.func private @down(%n: tensor<i64>) -> tensor<i64> {
  %one = mind.constant dense<1> : tensor<i64>
  %m = mind.add %n, %one : tensor<i64>, tensor<i64>
  %r = call @down(%m) : (tensor<i64>) -> tensor<i64>
  %s = mind.add %r, %one : tensor<i64>, tensor<i64>
  return %s : tensor<i64>
}

func.func @main() {
  %n = mind.constant dense<0> : tensor<i64>
  // CHECK: error[runtime][E6007]: more than 1000 calls are open at once
  %r = call @down(%n) : (tensor<i64>) -> tensor<i64>
  mind.print "never {}\n"(%r) : tensor<i64>
  return
}
