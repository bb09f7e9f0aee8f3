// REQUIRES: mindc
// RUN: not mindc run --interpret %s 2>&1 | FileCheck %s
// RUN: not mindc run --backend=direct %s 2>&1 | FileCheck %s
// RUN: %if mindc-llvm %{ not mindc run --backend=llvm %s 2>&1 | FileCheck %s %}

// An assertion that fails, after what was printed before it (E6003).

func.func private @check(%a: tensor<i64>, %b: tensor<i64>) {
  %c = mind.compare lt %a, %b : tensor<i64>, tensor<i64>
  mind.assert %c, "a is not below b"
  mind.print "a is below b\n"
  return
}

func.func @main() {
  %1 = mind.constant dense<1> : tensor<i64>
  %2 = mind.constant dense<2> : tensor<i64>
  // CHECK-DAG: a is below b
  call @check(%1, %2) : (tensor<i64>, tensor<i64>) -> ()
  // CHECK-DAG: error[runtime][E6003]: a is not below b
  call @check(%2, %1) : (tensor<i64>, tensor<i64>) -> ()
  // CHECK-NOT: never
  mind.print "never\n"
  return
}
