// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// The upstream ops that mean the same at all edges: and, or, xor, select.

func.func private @i32(%a: tensor<2xi32>, %b: tensor<2xi32>) -> tensor<2xi32> {
  %x = arith.andi %a, %b : tensor<2xi32>
  %y = arith.ori %x, %b : tensor<2xi32>
  %r = arith.xori %y, %a : tensor<2xi32>
  return %r : tensor<2xi32>
}

func.func private @i64(%a: tensor<2xi64>, %b: tensor<2xi64>) -> tensor<2xi64> {
  %r = arith.xori %a, %b : tensor<2xi64>
  return %r : tensor<2xi64>
}

func.func private @i1(%a: tensor<2xi1>, %b: tensor<2xi1>) -> tensor<2xi1> {
  %r = arith.xori %a, %b : tensor<2xi1>
  return %r : tensor<2xi1>
}

func.func private @select_f32(%a: tensor<3xf32>, %b: tensor<3xf32>, %c: tensor<3xi1>) -> tensor<3xf32> {
  %r = arith.select %c, %a, %b : tensor<3xi1>, tensor<3xf32>
  return %r : tensor<3xf32>
}

func.func private @select_f16(%a: tensor<3xf16>, %b: tensor<3xf16>, %c: tensor<3xi1>) -> tensor<3xf16> {
  %r = arith.select %c, %a, %b : tensor<3xi1>, tensor<3xf16>
  return %r : tensor<3xf16>
}

func.func private @select_q16(%a: tensor<3x!mind.q16>, %b: tensor<3x!mind.q16>, %c: tensor<3xi1>)
    -> tensor<3x!mind.q16> {
  %r = arith.select %c, %a, %b : tensor<3xi1>, tensor<3x!mind.q16>
  return %r : tensor<3x!mind.q16>
}

func.func private @select_i1(%a: tensor<3xi1>, %b: tensor<3xi1>, %c: tensor<3xi1>) -> tensor<3xi1> {
  %r = arith.select %c, %a, %b : tensor<3xi1>, tensor<3xi1>
  return %r : tensor<3xi1>
}

func.func @main() {
  // CHECK: i32 [6, -6]
  %i32_a = mind.constant dense<[12, -1]> : tensor<2xi32>
  %i32_b = mind.constant dense<[10, 5]> : tensor<2xi32>
  %i32 = call @i32(%i32_a, %i32_b) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  mind.print "i32 {}\n"(%i32) : tensor<2xi32>
  // CHECK: i64 [2, -6]
  %i64_a = mind.constant dense<[1, -1]> : tensor<2xi64>
  %i64_b = mind.constant dense<[3, 5]> : tensor<2xi64>
  %i64 = call @i64(%i64_a, %i64_b) : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  mind.print "i64 {}\n"(%i64) : tensor<2xi64>
  // CHECK: i1 [false, true]
  %i1_a = mind.constant dense<[true, false]> : tensor<2xi1>
  %i1_b = mind.constant dense<[true, true]> : tensor<2xi1>
  %i1 = call @i1(%i1_a, %i1_b) : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  mind.print "i1 {}\n"(%i1) : tensor<2xi1>
  // CHECK: select_f32 [1, 5, -0]
  %select_f32_a = mind.constant dense<[1.0, 2.0, -0.0]> : tensor<3xf32>
  %select_f32_b = mind.constant dense<[4.0, 5.0, 6.0]> : tensor<3xf32>
  %select_f32_c = mind.constant dense<[true, false, true]> : tensor<3xi1>
  %select_f32 = call @select_f32(%select_f32_a, %select_f32_b, %select_f32_c) : (tensor<3xf32>,
      tensor<3xf32>, tensor<3xi1>) -> tensor<3xf32>
  mind.print "select_f32 {}\n"(%select_f32) : tensor<3xf32>
  // CHECK: select_f16 [1, 5, 3]
  %select_f16_a = mind.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf16>
  %select_f16_b = mind.constant dense<[4.0, 5.0, 6.0]> : tensor<3xf16>
  %select_f16_c = mind.constant dense<[true, false, true]> : tensor<3xi1>
  %select_f16 = call @select_f16(%select_f16_a, %select_f16_b, %select_f16_c) : (tensor<3xf16>,
      tensor<3xf16>, tensor<3xi1>) -> tensor<3xf16>
  mind.print "select_f16 {}\n"(%select_f16) : tensor<3xf16>
  // CHECK: select_q16 [1, 2, 0.00002]
  %select_q16_a = mind.constant dense<[65536, 0, 1]> : tensor<3xi32> as tensor<3x!mind.q16>
  %select_q16_b = mind.constant dense<[1, 131072, 0]> : tensor<3xi32> as tensor<3x!mind.q16>
  %select_q16_c = mind.constant dense<[true, false, true]> : tensor<3xi1>
  %select_q16 = call @select_q16(%select_q16_a, %select_q16_b, %select_q16_c) : (tensor<3x!mind.q16>,
      tensor<3x!mind.q16>, tensor<3xi1>) -> tensor<3x!mind.q16>
  mind.print "select_q16 {}\n"(%select_q16) : tensor<3x!mind.q16>
  // CHECK: select_i1 [true, false, false]
  %select_i1_a = mind.constant dense<[true, true, false]> : tensor<3xi1>
  %select_i1_b = mind.constant dense<[false, false, true]> : tensor<3xi1>
  %select_i1_c = mind.constant dense<[true, false, true]> : tensor<3xi1>
  %select_i1 = call @select_i1(%select_i1_a, %select_i1_b, %select_i1_c) : (tensor<3xi1>, tensor<3xi1>,
      tensor<3xi1>) -> tensor<3xi1>
  mind.print "select_i1 {}\n"(%select_i1) : tensor<3xi1>
  return
}
