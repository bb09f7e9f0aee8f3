// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// Loop variables that are tensors, changed in place where nothing else reads them.

func.func private @sieve() -> tensor<30xi1> {
  %0 = mind.constant dense<0> : tensor<i64>
  %1 = mind.constant dense<1> : tensor<i64>
  %2 = mind.constant dense<2> : tensor<i64>
  %30 = mind.constant dense<30> : tensor<i64>
  %no = mind.constant dense<false> : tensor<1xi1>
  %all = mind.fill 1.0 : tensor<30xi1>
  %first = mind.insert %no into %all axes [0] starts [0] strides [1] : tensor<1xi1>, tensor<30xi1>
  %start = mind.insert %no into %first axes [0] starts [1] strides [1] : tensor<1xi1>, tensor<30xi1>
  %r:2 = mind.while (%i = %2, %x = %start) : (tensor<i64>, tensor<30xi1>) {
    %c = mind.compare lt %i, %30 : tensor<i64>, tensor<i64>
    mind.condition %c : tensor<i1>
  } do {
    %double = mind.add %i, %i : tensor<i64>, tensor<i64>
    %inner:2 = mind.while (%j = %double, %y = %x) : (tensor<i64>, tensor<30xi1>) {
      %c = mind.compare lt %j, %30 : tensor<i64>, tensor<i64>
      mind.condition %c : tensor<i1>
    } do {
      %z = mind.insert %no into %y axes [0] starts [?] strides [1](%j) : tensor<1xi1>, tensor<30xi1>, tensor<i64>
      %next = mind.add %j, %i : tensor<i64>, tensor<i64>
      mind.yield %next, %z : tensor<i64>, tensor<30xi1>
    }
    %next = mind.add %i, %1 : tensor<i64>, tensor<i64>
    mind.yield %next, %inner#1 : tensor<i64>, tensor<30xi1>
  }
  return %r#1 : tensor<30xi1>
}

// The first value of the variable is used in the body, too.
func.func private @kept(%a: tensor<2xi32>) -> tensor<2xi32> {
  %9 = mind.constant dense<9> : tensor<i32>
  %7 = mind.constant dense<7> : tensor<1xi32>
  %r = mind.while (%x = %a) : (tensor<2xi32>) {
    %e = mind.index %x axes [0] indices [0] : tensor<2xi32>
    %c = mind.compare lt %e, %9 : tensor<i32>, tensor<i32>
    mind.condition %c : tensor<i1>
  } do {
    %y = mind.insert %7 into %x axes [0] starts [1] strides [1] : tensor<1xi32>, tensor<2xi32>
    %z = mind.add %y, %a : tensor<2xi32>, tensor<2xi32>
    mind.yield %z : tensor<2xi32>
  }
  return %r : tensor<2xi32>
}

func.func @main() {
  %0 = call @sieve() : () -> tensor<30xi1>
  %1 = mind.cast %0 : tensor<30xi1> -> tensor<30xi32>
  // CHECK: [0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1]
  mind.print "{}\n"(%1) : tensor<30xi32>
  %2 = mind.constant dense<[1, 2]> : tensor<2xi32>
  %3 = call @kept(%2) : (tensor<2xi32>) -> tensor<2xi32>
  // CHECK: [9, 9]
  mind.print "{}\n"(%3) : tensor<2xi32>
  return
}
