// RUN: mind-opt %s --mind-recompute-values=budget=0 | FileCheck %s
// RUN: mind-opt %s --mind-recompute-values=budget=100000 | FileCheck %s --check-prefix=ENOUGH

!t = tensor<64xf32>
func.func private @next(!t) -> !t

// Two values live over the second call, and both can be had from the arguments again.
// CHECK-LABEL: func.func @two_values(
// CHECK-SAME: %[[X:.*]]: tensor<64xf32>, %[[Y:.*]]: tensor<64xf32>)
// CHECK-NEXT: %[[S:.*]] = mind.add %[[X]], %[[Y]]
// CHECK-NEXT: %[[R:.*]] = mind.relu %[[S]]
// CHECK-NEXT: %[[M:.*]] = call @next(%[[R]])
// CHECK-NEXT: %[[N:.*]] = call @next(%[[M]])
// CHECK-NEXT: %[[S2:.*]] = mind.add %[[X]], %[[Y]]
// CHECK-NEXT: %[[G:.*]] = mind.relu_grad %[[N]], %[[S2]]
// CHECK-NEXT: %[[R2:.*]] = mind.relu %[[S2]]
// CHECK-NEXT: mind.dot %[[G]], %[[R2]]
// ENOUGH-LABEL: func.func @two_values(
// ENOUGH-NEXT: mind.add
// ENOUGH-NEXT: mind.relu
// ENOUGH-NEXT: call
// ENOUGH-NEXT: call
// ENOUGH-NEXT: mind.relu_grad
// ENOUGH-NEXT: mind.dot
func.func @two_values(%x: !t, %y: !t) -> tensor<f32> {
  %sum = mind.add %x, %y : tensor<64xf32>, tensor<64xf32>
  %relu = mind.relu %sum : tensor<64xf32>
  %m = call @next(%relu) : (tensor<64xf32>) -> tensor<64xf32>
  %0 = call @next(%m) : (tensor<64xf32>) -> tensor<64xf32>
  %1 = mind.relu_grad %0, %sum : tensor<64xf32>
  %2 = mind.dot %1, %relu : tensor<64xf32>, tensor<64xf32>
  return %2 : tensor<f32>
}

// That again, which nothing is left to do for.
// CHECK-LABEL: func.func @recomputed(
// CHECK-COUNT-2: mind.add
// CHECK-NOT: mind.add
// CHECK: return
func.func @recomputed(%x: !t, %y: !t) -> tensor<f32> {
  %sum = mind.add %x, %y : tensor<64xf32>, tensor<64xf32>
  %relu = mind.relu %sum : tensor<64xf32>
  %m = call @next(%relu) : (tensor<64xf32>) -> tensor<64xf32>
  %0 = call @next(%m) : (tensor<64xf32>) -> tensor<64xf32>
  %sum2 = mind.add %x, %y : tensor<64xf32>, tensor<64xf32>
  %1 = mind.relu_grad %0, %sum2 : tensor<64xf32>
  %relu2 = mind.relu %sum2 : tensor<64xf32>
  %2 = mind.dot %1, %relu2 : tensor<64xf32>, tensor<64xf32>
  return %2 : tensor<f32>
}

// One of them is a call's, and the other one follows from it: one is kept.
// CHECK-LABEL: func.func @one_is_kept(
// CHECK: %[[C:.*]] = call @next
// CHECK-NEXT: %[[R:.*]] = mind.relu %[[C]]
// CHECK-NEXT: %[[M:.*]] = call @next(%[[R]])
// CHECK-NEXT: %[[N:.*]] = call @next(%[[M]])
// CHECK-NEXT: %[[G:.*]] = mind.relu_grad %[[N]], %[[C]]
// CHECK-NEXT: %[[R2:.*]] = mind.relu %[[C]]
// CHECK-NEXT: mind.dot %[[G]], %[[R2]]
func.func @one_is_kept(%x: !t) -> tensor<f32> {
  %c = call @next(%x) : (!t) -> !t
  %relu = mind.relu %c : !t
  %m = call @next(%relu) : (!t) -> !t
  %0 = call @next(%m) : (!t) -> !t
  %1 = mind.relu_grad %0, %c : !t
  %2 = mind.dot %1, %relu : !t, !t
  return %2 : tensor<f32>
}

// The fewest bytes: the half is kept, and what is wide comes from it.
func.func private @half(tensor<64xf16>) -> tensor<64xf16>
// CHECK-LABEL: func.func @fewest_bytes(
// CHECK: %[[H:.*]] = call @half
// CHECK-NEXT: %[[W:.*]] = mind.cast %[[H]] : tensor<64xf16> -> tensor<64xf64>
// CHECK-NEXT: %[[E:.*]] = mind.unary exp %[[W]]
// CHECK-NEXT: %[[S:.*]] = mind.sum %[[E]]
// CHECK-NEXT: call @half
// CHECK-NEXT: %[[W2:.*]] = mind.cast %[[H]] : tensor<64xf16> -> tensor<64xf64>
// CHECK-NEXT: mind.dot %[[W2]], %[[W2]]
func.func @fewest_bytes(%x: tensor<64xf16>) -> (tensor<f64>, tensor<f64>, tensor<64xf16>) {
  %h = call @half(%x) : (tensor<64xf16>) -> tensor<64xf16>
  %w = mind.cast %h : tensor<64xf16> -> tensor<64xf64>
  %e = mind.unary exp %w : tensor<64xf64>
  %s = mind.sum %e axes [] : tensor<64xf64>
  %n = call @half(%h) : (tensor<64xf16>) -> tensor<64xf16>
  %d = mind.dot %w, %w : tensor<64xf64>, tensor<64xf64>
  return %s, %d, %n : tensor<f64>, tensor<f64>, tensor<64xf16>
}

// exp is not cheap, and nothing falls.
// CHECK-LABEL: func.func @dear(
// CHECK: mind.unary
// CHECK-NOT: mind.unary
// CHECK: return
func.func @dear(%x: !t) -> tensor<f32> {
  %e = mind.unary exp %x : !t
  %0 = call @next(%e) : (!t) -> !t
  %1 = mind.dot %0, %e : !t, !t
  return %1 : tensor<f32>
}

// In a loop's body, from what stands around it.
// CHECK-LABEL: func.func @in_a_loop(
// CHECK: scf.for
// CHECK: call @next
// CHECK-NEXT: mind.mul
// CHECK-NEXT: mind.add
// CHECK-NEXT: scf.yield
func.func @in_a_loop(%x: !t, %n: index) -> !t {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> !t {
    %p = mind.mul %x, %x : !t, !t
    %q = mind.relu %p : !t
    %0 = func.call @next(%q) : (!t) -> !t
    %1 = mind.add %0, %p : !t, !t
    scf.yield %1 : !t
  }
  return %r : !t
}
