// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// A tensor with part of it replaced; the operand does not change.

func.func private @column(%a: tensor<2x3xi32>, %b: tensor<2x1xi32>) -> tensor<2x3xi32> {
  %r = mind.insert %b into %a axes [1] starts [2] strides [1] : tensor<2x1xi32>, tensor<2x3xi32>
  return %r : tensor<2x3xi32>
}

func.func private @computed(%a: tensor<2x3xi32>, %b: tensor<2x1xi32>, %c: tensor<i64>) -> tensor<2x3xi32> {
  %r = mind.insert %b into %a axes [1] starts [?] strides [1](%c) : tensor<2x1xi32>, tensor<2x3xi32>,
      tensor<i64>
  return %r : tensor<2x3xi32>
}

func.func private @backwards(%a: tensor<5xi32>, %b: tensor<3xi32>) -> tensor<5xi32> {
  %r = mind.insert %b into %a axes [0] starts [4] strides [-2] : tensor<3xi32>, tensor<5xi32>
  return %r : tensor<5xi32>
}

func.func private @f16(%a: tensor<3xf16>, %b: tensor<2xf16>) -> tensor<3xf16> {
  %r = mind.insert %b into %a axes [0] starts [0] strides [2] : tensor<2xf16>, tensor<3xf16>
  return %r : tensor<3xf16>
}

func.func private @nothing(%a: tensor<2xi64>, %b: tensor<0xi64>) -> tensor<2xi64> {
  %r = mind.insert %b into %a axes [0] starts [0] strides [1] : tensor<0xi64>, tensor<2xi64>
  return %r : tensor<2xi64>
}

func.func private @kept(%a: tensor<2xi32>, %b: tensor<1xi32>) -> tensor<2xi32> {
  %x = mind.insert %b into %a axes [0] starts [0] strides [1] : tensor<1xi32>, tensor<2xi32>
  %r = mind.add %x, %a : tensor<2xi32>, tensor<2xi32>
  return %r : tensor<2xi32>
}

func.func @main() {
  // CHECK: column [1, 2, 7, 4, 5, 8]
  %column_a = mind.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %column_b = mind.constant dense<[[7], [8]]> : tensor<2x1xi32>
  %column = call @column(%column_a, %column_b) : (tensor<2x3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  %column_flat = mind.reshape %column : tensor<2x3xi32> -> tensor<6xi32>
  mind.print "column {}\n"(%column_flat) : tensor<6xi32>
  // CHECK: computed [1, 7, 3, 4, 8, 6]
  %computed_a = mind.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %computed_b = mind.constant dense<[[7], [8]]> : tensor<2x1xi32>
  %computed_c = mind.constant dense<1> : tensor<i64>
  %computed = call @computed(%computed_a, %computed_b, %computed_c) : (tensor<2x3xi32>, tensor<2x1xi32>,
      tensor<i64>) -> tensor<2x3xi32>
  %computed_flat = mind.reshape %computed : tensor<2x3xi32> -> tensor<6xi32>
  mind.print "computed {}\n"(%computed_flat) : tensor<6xi32>
  // CHECK: backwards [9, 2, 8, 4, 7]
  %backwards_a = mind.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  %backwards_b = mind.constant dense<[7, 8, 9]> : tensor<3xi32>
  %backwards = call @backwards(%backwards_a, %backwards_b) : (tensor<5xi32>, tensor<3xi32>) -> tensor<5xi32>
  mind.print "backwards {}\n"(%backwards) : tensor<5xi32>
  // CHECK: f16 [7.5, 2, 8.5]
  %f16_a = mind.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf16>
  %f16_b = mind.constant dense<[7.5, 8.5]> : tensor<2xf16>
  %f16 = call @f16(%f16_a, %f16_b) : (tensor<3xf16>, tensor<2xf16>) -> tensor<3xf16>
  mind.print "f16 {}\n"(%f16) : tensor<3xf16>
  // CHECK: nothing [1, 2]
  %nothing_a = mind.constant dense<[1, 2]> : tensor<2xi64>
  %nothing_b = mind.constant dense<[]> : tensor<0xi64>
  %nothing = call @nothing(%nothing_a, %nothing_b) : (tensor<2xi64>, tensor<0xi64>) -> tensor<2xi64>
  mind.print "nothing {}\n"(%nothing) : tensor<2xi64>
  // CHECK: kept [8, 4]
  %kept_a = mind.constant dense<[1, 2]> : tensor<2xi32>
  %kept_b = mind.constant dense<[7]> : tensor<1xi32>
  %kept = call @kept(%kept_a, %kept_b) : (tensor<2xi32>, tensor<1xi32>) -> tensor<2xi32>
  mind.print "kept {}\n"(%kept) : tensor<2xi32>
  return
}
