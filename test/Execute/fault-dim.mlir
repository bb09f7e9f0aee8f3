// REQUIRES: mindc
// RUN: not mindc run --interpret %s 2>&1 | FileCheck %s
// RUN: not mindc run --backend=direct %s 2>&1 | FileCheck %s
// RUN: mindc --backend=direct %s -o %t && not %t 2>&1 | FileCheck %s

// The extent of an axis that is not there, in a program that has no other fault. (To the
// LLVM path upstream's op means nothing then.)

func.func private @extent(%axis: tensor<i64>, %x: tensor<2x3xf32>) -> tensor<i64> {
  %a = tensor.extract %axis[] : tensor<i64>
  %k = arith.index_cast %a : i64 to index
  %d = tensor.dim %x, %k : tensor<2x3xf32>
  %e = arith.index_cast %d : index to i64
  %n = tensor.from_elements %e : tensor<i64>
  return %n : tensor<i64>
}

func.func @main() -> tensor<i64> {
  %two = mind.constant dense<2> : tensor<i64>
  %x = mind.fill 0.0 : tensor<2x3xf32>
  // CHECK: error[runtime][E6001]: index 2 is out of range for extent 2
  %r = call @extent(%two, %x) : (tensor<i64>, tensor<2x3xf32>) -> tensor<i64>
  return %r : tensor<i64>
}
