// The axis that an index or a gather takes away is the one it names, also where
// other extents are 1.
// RUN: mindc run --interpret %s --func gather --arg "[[[[1,2],[3,4]]],[[[5,6],[7,8]]]]" | FileCheck %s
// RUN: mindc run %s --func gather --arg "[[[[1,2],[3,4]]],[[[5,6],[7,8]]]]" | FileCheck %s
// RUN: mindc run --interpret %s --func index --arg "[[[[1,2],[3,4]]],[[[5,6],[7,8]]]]" | FileCheck %s
// RUN: mindc run %s --func index --arg "[[[[1,2],[3,4]]],[[[5,6],[7,8]]]]" | FileCheck %s
// CHECK: {{\[\[\[2, 4\]\], \[\[6, 8\]\]\]}}

func.func @gather(%x: tensor<2x1x2x2xf64>) -> tensor<2x1x2xf64> {
  %one = mind.constant dense<1> : tensor<i64>
  %0 = mind.gather %x[%one] axis 3 : tensor<2x1x2x2xf64>, tensor<i64>
  return %0 : tensor<2x1x2xf64>
}

func.func @index(%x: tensor<2x1x2x2xf64>) -> tensor<2x1x2xf64> {
  %0 = mind.index %x axes [3] indices [1] : tensor<2x1x2x2xf64>
  return %0 : tensor<2x1x2xf64>
}
