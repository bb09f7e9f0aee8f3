// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// Arithmetic right shifts by the count modulo the width (N3).

func.func private @i32(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %r = mind.shr %a, %b : tensor<4xi32>, tensor<4xi32>
  return %r : tensor<4xi32>
}

func.func private @i64(%a: tensor<3xi64>, %b: tensor<3xi64>) -> tensor<3xi64> {
  %r = mind.shr %a, %b : tensor<3xi64>, tensor<3xi64>
  return %r : tensor<3xi64>
}

func.func @main() {
  // CHECK: i32 [-4, -8, -4, 4]
  %i32_a = mind.constant dense<[-8, -8, -8, 8]> : tensor<4xi32>
  %i32_b = mind.constant dense<[1, 32, 33, 1]> : tensor<4xi32>
  %i32 = call @i32(%i32_a, %i32_b) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  mind.print "i32 {}\n"(%i32) : tensor<4xi32>
  // CHECK: i64 [-1, -1, 3]
  %i64_a = mind.constant dense<[-1, -9223372036854775808, 12]> : tensor<3xi64>
  %i64_b = mind.constant dense<[63, -1, 2]> : tensor<3xi64>
  %i64 = call @i64(%i64_a, %i64_b) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  mind.print "i64 {}\n"(%i64) : tensor<3xi64>
  return
}
