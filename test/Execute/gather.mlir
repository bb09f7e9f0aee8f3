// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// Parts at computed positions.

func.func private @columns(%a: tensor<2x3xi32>, %b: tensor<3xi64>) -> tensor<2x3xi32> {
  %r = mind.gather %a[%b] axis 1 : tensor<2x3xi32>, tensor<3xi64>
  return %r : tensor<2x3xi32>
}

func.func private @row(%a: tensor<2x3xi32>, %b: tensor<i32>) -> tensor<3xi32> {
  %r = mind.gather %a[%b] axis 0 : tensor<2x3xi32>, tensor<i32>
  return %r : tensor<3xi32>
}

func.func private @matrix(%a: tensor<2x3xi32>, %b: tensor<2x1xi32>) -> tensor<2x1x3xi32> {
  %r = mind.gather %a[%b] axis 0 : tensor<2x3xi32>, tensor<2x1xi32>
  return %r : tensor<2x1x3xi32>
}

func.func private @f16(%a: tensor<3xf16>, %b: tensor<2xi64>) -> tensor<2xf16> {
  %r = mind.gather %a[%b] axis 0 : tensor<3xf16>, tensor<2xi64>
  return %r : tensor<2xf16>
}

func.func private @i1(%a: tensor<2xi1>, %b: tensor<3xi64>) -> tensor<3xi1> {
  %r = mind.gather %a[%b] axis 0 : tensor<2xi1>, tensor<3xi64>
  return %r : tensor<3xi1>
}

func.func private @none(%a: tensor<2x3xi32>, %b: tensor<0xi64>) -> tensor<0x3xi32> {
  %r = mind.gather %a[%b] axis 0 : tensor<2x3xi32>, tensor<0xi64>
  return %r : tensor<0x3xi32>
}

func.func @main() {
  // CHECK: columns [3, 1, 3, 6, 4, 6]
  %columns_a = mind.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %columns_b = mind.constant dense<[2, 0, 2]> : tensor<3xi64>
  %columns = call @columns(%columns_a, %columns_b) : (tensor<2x3xi32>, tensor<3xi64>) -> tensor<2x3xi32>
  %columns_flat = mind.reshape %columns : tensor<2x3xi32> -> tensor<6xi32>
  mind.print "columns {}\n"(%columns_flat) : tensor<6xi32>
  // CHECK: row [4, 5, 6]
  %row_a = mind.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %row_b = mind.constant dense<1> : tensor<i32>
  %row = call @row(%row_a, %row_b) : (tensor<2x3xi32>, tensor<i32>) -> tensor<3xi32>
  mind.print "row {}\n"(%row) : tensor<3xi32>
  // CHECK: matrix [4, 5, 6, 1, 2, 3]
  %matrix_a = mind.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %matrix_b = mind.constant dense<[[1], [0]]> : tensor<2x1xi32>
  %matrix = call @matrix(%matrix_a, %matrix_b) : (tensor<2x3xi32>, tensor<2x1xi32>) -> tensor<2x1x3xi32>
  %matrix_flat = mind.reshape %matrix : tensor<2x1x3xi32> -> tensor<6xi32>
  mind.print "matrix {}\n"(%matrix_flat) : tensor<6xi32>
  // CHECK: f16 [3.5, 1.5]
  %f16_a = mind.constant dense<[1.5, 2.5, 3.5]> : tensor<3xf16>
  %f16_b = mind.constant dense<[2, 0]> : tensor<2xi64>
  %f16 = call @f16(%f16_a, %f16_b) : (tensor<3xf16>, tensor<2xi64>) -> tensor<2xf16>
  mind.print "f16 {}\n"(%f16) : tensor<2xf16>
  // CHECK: i1 [false, true, true]
  %i1_a = mind.constant dense<[true, false]> : tensor<2xi1>
  %i1_b = mind.constant dense<[1, 0, 0]> : tensor<3xi64>
  %i1 = call @i1(%i1_a, %i1_b) : (tensor<2xi1>, tensor<3xi64>) -> tensor<3xi1>
  mind.print "i1 {}\n"(%i1) : tensor<3xi1>
  // CHECK: none []
  %none_a = mind.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %none_b = mind.constant dense<[]> : tensor<0xi64>
  %none = call @none(%none_a, %none_b) : (tensor<2x3xi32>, tensor<0xi64>) -> tensor<0x3xi32>
  %none_flat = mind.reshape %none : tensor<0x3xi32> -> tensor<0xi32>
  mind.print "none {}\n"(%none_flat) : tensor<0xi32>
  return
}
