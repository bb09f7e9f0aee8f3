// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// Remainders with the sign of the dividend, x mod 0 = 0 (N3, N5).

func.func private @i32(%a: tensor<5xi32>, %b: tensor<5xi32>) -> tensor<5xi32> {
  %r = mind.mod %a, %b : tensor<5xi32>, tensor<5xi32>
  return %r : tensor<5xi32>
}

func.func private @i64(%a: tensor<3xi64>, %b: tensor<3xi64>) -> tensor<3xi64> {
  %r = mind.mod %a, %b : tensor<3xi64>, tensor<3xi64>
  return %r : tensor<3xi64>
}

func.func private @q16(%a: tensor<3x!mind.q16>, %b: tensor<3x!mind.q16>) -> tensor<3x!mind.q16> {
  %r = mind.mod %a, %b : tensor<3x!mind.q16>, tensor<3x!mind.q16>
  return %r : tensor<3x!mind.q16>
}

func.func @main() {
  // CHECK: i32 [1, -1, 1, 0, 0]
  %i32_a = mind.constant dense<[7, -7, 7, 5, -2147483648]> : tensor<5xi32>
  %i32_b = mind.constant dense<[2, 2, -2, 0, -1]> : tensor<5xi32>
  %i32 = call @i32(%i32_a, %i32_b) : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
  mind.print "i32 {}\n"(%i32) : tensor<5xi32>
  // CHECK: i64 [0, 0, -1]
  %i64_a = mind.constant dense<[-9223372036854775808, 1, -9]> : tensor<3xi64>
  %i64_b = mind.constant dense<[-1, 0, 4]> : tensor<3xi64>
  %i64 = call @i64(%i64_a, %i64_b) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  mind.print "i64 {}\n"(%i64) : tensor<3xi64>
  // CHECK: q16 [0.5, -0.5, 0]
  %q16_a = mind.constant dense<[163840, -163840, 1]> : tensor<3xi32> as tensor<3x!mind.q16>
  %q16_b = mind.constant dense<[65536, 65536, 0]> : tensor<3xi32> as tensor<3x!mind.q16>
  %q16 = call @q16(%q16_a, %q16_b) : (tensor<3x!mind.q16>, tensor<3x!mind.q16>) -> tensor<3x!mind.q16>
  mind.print "q16 {}\n"(%q16) : tensor<3x!mind.q16>
  return
}
