// RUN: mind-opt %s --split-input-file --mind-specialize-dims="dims=B=4,N=5 function=f" | FileCheck %s
// Sizes must reach every type of a function and of what it calls.

// CHECK-LABEL: func.func @f(
// CHECK-SAME: %[[X:.*]]: tensor<4x3xf32>) -> tensor<4xf32>
// CHECK-NEXT: %[[S:.*]] = mind.sum %[[X]] axes [1] : tensor<4x3xf32>
// CHECK-NEXT: return %[[S]] : tensor<4xf32>
func.func @f(%x: tensor<?x3xf32, #mind.dims<B, 3>>) -> tensor<?xf32, #mind.dims<B>> {
  %0 = mind.sum %x axes [1] : tensor<?x3xf32, #mind.dims<B, 3>>
  return %0 : tensor<?xf32, #mind.dims<B>>
}

// -----

// A name that is not given stays.
// CHECK-LABEL: func.func @f(
// CHECK-SAME: tensor<4x?xf32, #mind.dims<4, M>>
// CHECK: mind.fill 1.000000e+00 : tensor<4x?xf32, #mind.dims<4, M>>
// CHECK: mind.while {{.*}} : (tensor<4xi64>)
func.func @f(%x: tensor<?x?xf32, #mind.dims<B, M>>, %y: tensor<?xi64, #mind.dims<B>>) -> tensor<?x?xf32, #mind.dims<B, M>> {
  %0 = mind.fill 1.0 : tensor<?x?xf32, #mind.dims<B, M>>
  %1 = mind.while (%i = %y) : (tensor<?xi64, #mind.dims<B>>) {
    %c = mind.constant dense<false> : tensor<i1>
    mind.condition %c : tensor<i1>
  } do {
    mind.yield %i : tensor<?xi64, #mind.dims<B>>
  }
  return %0 : tensor<?x?xf32, #mind.dims<B, M>>
}

// -----

// The callee's N is the caller's B; the other caller keeps the generic one.
// CHECK-LABEL: func.func @f(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<5xf32>) -> tensor<4xf32>
// CHECK-NEXT: %[[R:.*]] = call @g$N4(%[[X]]) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: call @g$N5(%[[Y]]) : (tensor<5xf32>) -> tensor<5xf32>
// CHECK-NEXT: call @g$N4(%[[R]])
// CHECK-NEXT: return
func.func @f(%x: tensor<?xf32, #mind.dims<B>>, %y: tensor<?xf32, #mind.dims<N>>) -> tensor<?xf32, #mind.dims<B>> {
  %0 = tensor.cast %x : tensor<?xf32, #mind.dims<B>> to tensor<?xf32, #mind.dims<N>>
  %1 = call @g(%0) : (tensor<?xf32, #mind.dims<N>>) -> tensor<?xf32, #mind.dims<N>>
  %2 = tensor.cast %1 : tensor<?xf32, #mind.dims<N>> to tensor<?xf32, #mind.dims<B>>
  %3 = call @g(%y) : (tensor<?xf32, #mind.dims<N>>) -> tensor<?xf32, #mind.dims<N>>
  %4 = tensor.cast %2 : tensor<?xf32, #mind.dims<B>> to tensor<?xf32, #mind.dims<N>>
  %5 = call @g(%4) : (tensor<?xf32, #mind.dims<N>>) -> tensor<?xf32, #mind.dims<N>>
  return %2 : tensor<?xf32, #mind.dims<B>>
}
// CHECK-LABEL: func.func @g(
// CHECK-SAME: #mind.dims<N>
func.func @g(%x: tensor<?xf32, #mind.dims<N>>) -> tensor<?xf32, #mind.dims<N>> {
  return %x : tensor<?xf32, #mind.dims<N>>
}
// CHECK-DAG: func.func private @g$N4(%{{.*}}: tensor<4xf32>) -> tensor<4xf32>
// CHECK-DAG: func.func private @g$N5(%{{.*}}: tensor<5xf32>) -> tensor<5xf32>
// CHECK-NOT: func.func

// -----

// Derived names follow; a slice is clamped to the size.
// CHECK-LABEL: func.func @f(
// CHECK: mind.slice %{{.*}} axes [0] starts [2] ends [4] strides [1] : tensor<4xf32>
// CHECK: mind.slice %{{.*}} axes [0] starts [3] ends [?] strides [1] : tensor<4xf32>
// CHECK: mind.slice %{{.*}} axes [0] starts [3] ends [-1] strides [-1] : tensor<4xf32>
func.func @f(%x: tensor<?xf32, #mind.dims<B>>) {
  %0 = mind.slice %x axes [0] starts [2] ends [10] strides [1] : tensor<?xf32, #mind.dims<B>>
  %1 = mind.slice %x axes [0] starts [-1] ends [?] strides [1] : tensor<?xf32, #mind.dims<B>>
  %2 = mind.slice %x axes [0] starts [9] ends [-9] strides [-1] : tensor<?xf32, #mind.dims<B>>
  // CHECK: return
  return
}

// -----

// A recursive call with the same sizes calls the function itself.
// CHECK-LABEL: func.func @f(
// CHECK: call @f(%{{.*}}) : (tensor<4xf32>) -> ()
// CHECK-NOT: func.func
func.func @f(%x: tensor<?xf32, #mind.dims<B>>) {
  call @f(%x) : (tensor<?xf32, #mind.dims<B>>) -> ()
  return
}

// -----

// A function that mentions no name stays as it is.
// CHECK-LABEL: func.func @f(
// CHECK-SAME: #mind.dims<K>
func.func @f(%x: tensor<?xf32, #mind.dims<K>>) {
  return
}

// -----

// A position outside what is now known is a fault of the program, not of the IR.
// CHECK-LABEL: func.func @f(
// CHECK: %[[NINE:.*]] = mind.constant dense<9> : tensor<i64>
// CHECK: %[[OUTSIDE:.*]] = mind.gather %{{.*}}[%[[NINE]]] axis 1 : tensor<4x5xf32>, tensor<i64>
// CHECK: mind.index %[[OUTSIDE]] axes [0] indices [3] : tensor<4xf32>
// CHECK: mind.index %{{.*}} axes [1] indices [4] : tensor<4x5xf32>
// CHECK: %[[THREE:.*]] = mind.constant dense<3> : tensor<i64>
// CHECK: mind.insert %{{.*}} into %{{.*}} axes [0, 1] starts [?, 0] strides [1, 1](%[[THREE]])
func.func @f(%x: tensor<?x?xf32, #mind.dims<B, N>>, %y: tensor<2x1xf32>)
    -> (tensor<f32>, tensor<?xf32, #mind.dims<B>>, tensor<?x?xf32, #mind.dims<B, N>>) {
  %0 = mind.index %x axes [1, 0] indices [9, 3] : tensor<?x?xf32, #mind.dims<B, N>>
  %1 = mind.index %x axes [1] indices [4] : tensor<?x?xf32, #mind.dims<B, N>>
  %2 = mind.insert %y into %x axes [0, 1] starts [3, 0] strides [1, 1]
      : tensor<2x1xf32>, tensor<?x?xf32, #mind.dims<B, N>>
  return %0, %1, %2 : tensor<f32>, tensor<?xf32, #mind.dims<B>>, tensor<?x?xf32, #mind.dims<B, N>>
}

// -----

// A callee without dims of its own, whose calls have some; it calls itself.
// CHECK-LABEL: func.func @f(
// CHECK: call @plain(%{{.*}}) : (tensor<7xf32>) -> tensor<7xf32>
func.func @f(%x: tensor<7xf32>) -> tensor<7xf32> {
  %0 = call @plain(%x) : (tensor<7xf32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}
// CHECK-LABEL: func.func private @plain(
// CHECK-NEXT: %[[R:.*]] = call @g$M7(%{{.*}}) : (tensor<7xf32>) -> tensor<7xf32>
// CHECK-NEXT: call @plain(%[[R]])
func.func private @plain(%x: tensor<7xf32>) -> tensor<7xf32> {
  %0 = tensor.cast %x : tensor<7xf32> to tensor<?xf32, #mind.dims<M>>
  %1 = call @g(%0) : (tensor<?xf32, #mind.dims<M>>) -> tensor<?xf32, #mind.dims<M>>
  %2 = tensor.cast %1 : tensor<?xf32, #mind.dims<M>> to tensor<7xf32>
  %3 = call @plain(%2) : (tensor<7xf32>) -> tensor<7xf32>
  return %3 : tensor<7xf32>
}
func.func private @g(%x: tensor<?xf32, #mind.dims<M>>) -> tensor<?xf32, #mind.dims<M>> {
  return %x : tensor<?xf32, #mind.dims<M>>
}
