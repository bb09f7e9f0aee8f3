// REQUIRES: mindc, mindc-llvm
// DEFINE: %{args} = --arg "a=[[1, 2, 3], [0.5, -1, 2], [4, 0.25, 1], [1, 1, 1], [2, 0, 2], [3, 1, 0], [1, 2, 4]]" \
// DEFINE:   --arg "b=[[1, 2], [3, 4], [5, 6]]" --arg "i=[[0, 2], [2, 1]]"
// DEFINE: %{square} = --arg "x=[[[[1], [2], [3]], [[4], [5], [6]], [[7], [8], [9]]]]"
// RUN: mindc --backend=llvm %s -o %t
// RUN: mindc run --interpret %s %{args} %{square} > %t.expected
// RUN: %t %{args} %{square} > %t.actual
// RUN: cmp %t.expected %t.actual
// RUN: FileCheck %s < %t.actual
// RUN: not %t %{args} --arg "x=[[[[1], [2], [3]]]]" 2>&1 | FileCheck %s --check-prefix=FILTER

// Code for extents that it learns when it runs: `mindc run` would make code for those
// of the arguments. The results are the interpreter's.

func.func @main(%a: tensor<?x?xf32, #mind.dims<M, K>>, %b: tensor<?x?xf32, #mind.dims<K, N>>,
                %i: tensor<?x?xi64, #mind.dims<P, Q>>, %x: tensor<?x?x?x1xf32, #mind.dims<B, H, W, 1>>)
    attributes {mind.params = ["a", "b", "i", "x"]} {
  %product = mind.matmul %a, %b : tensor<?x?xf32, #mind.dims<M, K>>, tensor<?x?xf32, #mind.dims<K, N>>
  %columns = mind.sum %a axes [0] : tensor<?x?xf32, #mind.dims<M, K>>
  %rows = mind.mean %a axes [1] keepdims : tensor<?x?xf32, #mind.dims<M, K>>
  %all = mind.sum %x axes [1, 3] : tensor<?x?x?x1xf32, #mind.dims<B, H, W, 1>>
  %greatest = mind.reduce_max %a axes [0] : tensor<?x?xf32, #mind.dims<M, K>>
  %where = mind.argmax %a axis 0 : tensor<?x?xf32, #mind.dims<M, K>>
  // CHECK: {{\[\[}}22, 28], [7.5, 9], [9.75, 15], [9, 12], [12, 16], [6, 10], [27, 34]]
  mind.print "{}\n"(%product) : tensor<?x?xf32, #mind.dims<M, N>>
  // CHECK-NEXT: [12.5, 5.25, 13] {{\[\[}}2], [0.5], [1.75], [1],
  // CHECK-SAME: {{\[\[}}12, 15, 18]] [4, 2, 4] [2, 0, 6]
  mind.print "{} {} {} {} {}\n"(%columns, %rows, %all, %greatest, %where)
      : tensor<?xf32, #mind.dims<K>>, tensor<?x1xf32, #mind.dims<M, 1>>, tensor<?x?xf32, #mind.dims<B, W>>,
        tensor<?xf32, #mind.dims<K>>, tensor<?xi64, #mind.dims<K>>

  %taken = mind.gather %b[%i] axis 0 : tensor<?x?xf32, #mind.dims<K, N>>, tensor<?x?xi64, #mind.dims<P, Q>>
  %back = mind.gather_grad %taken[%i] axis 0 : tensor<?x?x?xf32, #mind.dims<P, Q, N>>,
      tensor<?x?xi64, #mind.dims<P, Q>> -> tensor<?x?xf32, #mind.dims<K, N>>
  %two = mind.constant dense<2> : tensor<i64>
  %set = mind.insert %b into %a axes [0, 1] starts [?, 2] strides [2, -1](%two)
      : tensor<?x?xf32, #mind.dims<K, N>>, tensor<?x?xf32, #mind.dims<M, K>>, tensor<i64>
  // CHECK-NEXT: {{\[\[\[}}1, 2], [5, 6]], {{\[\[}}5, 6], [3, 4]]] {{\[\[}}1, 2], [3, 4], [10, 12]]
  // CHECK-SAME: {{\[\[}}1, 2, 3], [0.5, -1, 2], [4, 2, 1], [1, 1, 1], [2, 4, 3], [3, 1, 0], [1, 6, 5]]
  mind.print "{} {} {}\n"(%taken, %back, %set) : tensor<?x?x?xf32, #mind.dims<P, Q, N>>,
      tensor<?x?xf32, #mind.dims<K, N>>, tensor<?x?xf32, #mind.dims<M, K>>

  %w = mind.fill 1.0 : tensor<2x2x1x1xf32>
  %y = mind.conv2d %x, %w strides [1, 1] padding valid : tensor<?x?x?x1xf32, #mind.dims<B, H, W, 1>>,
      tensor<2x2x1x1xf32>
  %dx = mind.conv2d_grad_input %y, %w strides [1, 1] padding valid
      : tensor<?x?x?x1xf32, #mind.dims<B, _conv_H_2_1_0_0, _conv_W_2_1_0_0, 1>>, tensor<2x2x1x1xf32>
      -> tensor<?x?x?x1xf32, #mind.dims<B, H, W, 1>>
  %dw = mind.conv2d_grad_filter %x, %y strides [1, 1] padding valid
      : tensor<?x?x?x1xf32, #mind.dims<B, H, W, 1>>,
        tensor<?x?x?x1xf32, #mind.dims<B, _conv_H_2_1_0_0, _conv_W_2_1_0_0, 1>> -> tensor<2x2x1x1xf32>
  // FILTER: error[runtime][E6005]: a filter of extent 2 over an input of extent 1, its padding included
  // CHECK-NEXT: {{\[\[\[\[}}12], [16]], {{\[\[}}24], [28]]]]
  // CHECK-SAME: {{\[\[\[\[}}12], [28], [16]], {{\[\[}}36], [80], [44]], {{\[\[}}24], [52], [28]]]]
  // CHECK-SAME: {{\[\[\[\[}}280]], {{\[\[}}360]]], {{\[\[\[}}520]], {{\[\[}}600]]]]
  mind.print "{} {} {}\n"(%y, %dx, %dw)
      : tensor<?x?x?x1xf32, #mind.dims<B, _conv_H_2_1_0_0, _conv_W_2_1_0_0, 1>>,
        tensor<?x?x?x1xf32, #mind.dims<B, H, W, 1>>, tensor<2x2x1x1xf32>
  return
}
