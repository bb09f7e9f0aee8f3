// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// Parts at fixed positions: index and slice.

func.func private @row(%a: tensor<2x3xi32>) -> tensor<3xi32> {
  %r = mind.index %a axes [0] indices [1] : tensor<2x3xi32>
  return %r : tensor<3xi32>
}

func.func private @element(%a: tensor<2x3xi32>) -> tensor<i32> {
  %r = mind.index %a axes [1, 0] indices [2, 0] : tensor<2x3xi32>
  return %r : tensor<i32>
}

func.func private @column(%a: tensor<2x3xi32>) -> tensor<2xi32> {
  %r = mind.index %a axes [1] indices [1] : tensor<2x3xi32>
  return %r : tensor<2xi32>
}

func.func private @every_other(%a: tensor<2x3xi32>) -> tensor<2x2xi32> {
  %r = mind.slice %a axes [1] starts [0] ends [3] strides [2] : tensor<2x3xi32>
  return %r : tensor<2x2xi32>
}

func.func private @open(%a: tensor<2x3xi32>) -> tensor<2x2xi32> {
  %r = mind.slice %a axes [1] starts [1] ends [?] strides [1] : tensor<2x3xi32>
  return %r : tensor<2x2xi32>
}

func.func private @reversed(%a: tensor<2x3xi32>) -> tensor<1x3xi32> {
  %r = mind.slice %a axes [1, 0] starts [2, 1] ends [-1, 2] strides [-1, 1] : tensor<2x3xi32>
  return %r : tensor<1x3xi32>
}

func.func private @empty(%a: tensor<2x3xi32>) -> tensor<0x3xi32> {
  %r = mind.slice %a axes [0] starts [0] ends [0] strides [1] : tensor<2x3xi32>
  return %r : tensor<0x3xi32>
}

func.func private @bf16(%a: tensor<3xbf16>) -> tensor<2xbf16> {
  %r = mind.slice %a axes [0] starts [1] ends [3] strides [1] : tensor<3xbf16>
  return %r : tensor<2xbf16>
}

func.func @main() {
  // CHECK: row [4, 5, 6]
  %row_a = mind.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %row = call @row(%row_a) : (tensor<2x3xi32>) -> tensor<3xi32>
  mind.print "row {}\n"(%row) : tensor<3xi32>
  // CHECK: element 3
  %element_a = mind.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %element = call @element(%element_a) : (tensor<2x3xi32>) -> tensor<i32>
  mind.print "element {}\n"(%element) : tensor<i32>
  // CHECK: column [2, 5]
  %column_a = mind.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %column = call @column(%column_a) : (tensor<2x3xi32>) -> tensor<2xi32>
  mind.print "column {}\n"(%column) : tensor<2xi32>
  // CHECK: every_other [1, 3, 4, 6]
  %every_other_a = mind.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %every_other = call @every_other(%every_other_a) : (tensor<2x3xi32>) -> tensor<2x2xi32>
  %every_other_flat = mind.reshape %every_other : tensor<2x2xi32> -> tensor<4xi32>
  mind.print "every_other {}\n"(%every_other_flat) : tensor<4xi32>
  // CHECK: open [2, 3, 5, 6]
  %open_a = mind.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %open = call @open(%open_a) : (tensor<2x3xi32>) -> tensor<2x2xi32>
  %open_flat = mind.reshape %open : tensor<2x2xi32> -> tensor<4xi32>
  mind.print "open {}\n"(%open_flat) : tensor<4xi32>
  // CHECK: reversed [6, 5, 4]
  %reversed_a = mind.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %reversed = call @reversed(%reversed_a) : (tensor<2x3xi32>) -> tensor<1x3xi32>
  %reversed_flat = mind.reshape %reversed : tensor<1x3xi32> -> tensor<3xi32>
  mind.print "reversed {}\n"(%reversed_flat) : tensor<3xi32>
  // CHECK: empty []
  %empty_a = mind.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %empty = call @empty(%empty_a) : (tensor<2x3xi32>) -> tensor<0x3xi32>
  %empty_flat = mind.reshape %empty : tensor<0x3xi32> -> tensor<0xi32>
  mind.print "empty {}\n"(%empty_flat) : tensor<0xi32>
  // CHECK: bf16 [2, 3]
  %bf16_a = mind.constant dense<[1.0, 2.0, 3.0]> : tensor<3xbf16>
  %bf16 = call @bf16(%bf16_a) : (tensor<3xbf16>) -> tensor<2xbf16>
  mind.print "bf16 {}\n"(%bf16) : tensor<2xbf16>
  return
}
