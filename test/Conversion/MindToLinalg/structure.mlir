// RUN: mind-opt %s --convert-mind-to-linalg | FileCheck %s
// Signatures, branches, loops and effects.

// CHECK-LABEL: func.func @branch(
// CHECK-SAME: %[[C:.*]]: i1, %[[A:.*]]: i32 {mind.name = "a"}) -> i32
// CHECK-NEXT: %[[R:.*]] = scf.if %[[C]] -> (i32) {
// CHECK-NEXT: %[[S:.*]] = arith.addi %[[A]], %[[A]] : i32
// CHECK-NEXT: scf.yield %[[S]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[A]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %[[R]] : i32
func.func @branch(%c: tensor<i1>, %a: tensor<!mind.q16> {mind.name = "a"}) -> tensor<!mind.q16> {
  %p = tensor.extract %c[] : tensor<i1>
  %r = scf.if %p -> (tensor<!mind.q16>) {
    %0 = mind.add %a, %a : tensor<!mind.q16>, tensor<!mind.q16>
    scf.yield %0 : tensor<!mind.q16>
  } else {
    scf.yield %a : tensor<!mind.q16>
  }
  return %r : tensor<!mind.q16>
}

// CHECK-LABEL: func.func @loop(
// CHECK-SAME: %[[N:.*]]: i64, %[[X:.*]]: tensor<4xf32>) -> tensor<4xf32>
// CHECK: %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK: %[[R:.*]]:2 = scf.while (%[[I:.*]] = %[[ZERO]], %[[Y:.*]] = %[[X]]) : (i64, tensor<4xf32>) -> (i64, tensor<4xf32>) {
// CHECK: %[[C:.*]] = arith.cmpi slt, %[[I]], %[[N]] : i64
// CHECK: scf.condition(%[[C]]) %[[I]], %[[Y]] : i64, tensor<4xf32>
// CHECK: ^bb0(%[[I:.*]]: i64, %[[Y:.*]]: tensor<4xf32>):
// CHECK: func.call @step(%[[Y]], %[[I]]) : (tensor<4xf32>, i64) -> tensor<4xf32>
// CHECK: return %[[R]]#1 : tensor<4xf32>
func.func @loop(%n: tensor<i64>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %i0 = mind.constant dense<0> : tensor<i64>
  %one = mind.constant dense<1> : tensor<i64>
  %r:2 = scf.while (%i = %i0, %y = %x) : (tensor<i64>, tensor<4xf32>) -> (tensor<i64>, tensor<4xf32>) {
    %c = mind.compare lt %i, %n : tensor<i64>, tensor<i64>
    %p = tensor.extract %c[] : tensor<i1>
    scf.condition(%p) %i, %y : tensor<i64>, tensor<4xf32>
  } do {
  ^bb0(%i: tensor<i64>, %y: tensor<4xf32>):
    %i2 = mind.add %i, %one : tensor<i64>, tensor<i64>
    %y2 = func.call @step(%y, %i) : (tensor<4xf32>, tensor<i64>) -> tensor<4xf32>
    scf.yield %i2, %y2 : tensor<i64>, tensor<4xf32>
  }
  return %r#1 : tensor<4xf32>
}

// CHECK: func.func private @step(tensor<4xf32>, i64) -> tensor<4xf32>
func.func private @step(tensor<4xf32>, tensor<i64>) -> tensor<4xf32>

// CHECK-LABEL: func.func @effects(
// CHECK-SAME: %[[C:.*]]: i1, %[[S:.*]]: f16, %[[X:.*]]: tensor<2xi32>)
func.func @effects(%c: tensor<i1>, %s: tensor<f16>, %x: tensor<2x!mind.q16>) {
  // CHECK: %[[FAILS:.*]] = arith.xori %[[C]], %{{.*}} : i1
  // CHECK: scf.if %[[FAILS]] {
  // CHECK: %[[M:.*]] = arith.constant dense<[110, 111]> : tensor<2xi8>
  // CHECK: %[[T:.*]] = tensor.cast %[[M]] : tensor<2xi8> to tensor<?xi8>
  // CHECK: func.call @__mind_fault_assertion(%[[T]]) : (tensor<?xi8>) -> ()
  mind.assert %c, "no"
  // CHECK: arith.constant dense<[123, 125]> : tensor<2xi8>
  // CHECK: call @__mind_print_text
  // CHECK: %[[DTYPE:.*]] = arith.constant 2 : i32
  // CHECK: %[[BITS:.*]] = arith.bitcast %[[S]] : f16 to i16
  // CHECK: %[[WIDE:.*]] = arith.extui %[[BITS]] : i16 to i64
  // CHECK: call @__mind_print_scalar(%[[WIDE]], %[[DTYPE]]) : (i64, i32) -> ()
  // CHECK: %[[U:.*]] = tensor.cast %[[X]] : tensor<2xi32> to tensor<*xi32>
  // CHECK: call @__mind_print_tensor_q16(%[[U]]) : (tensor<*xi32>) -> ()
  mind.print "{{}}{}{}"(%s, %x) : tensor<f16>, tensor<2x!mind.q16>
  return
}

// CHECK: func.func private @__mind_fault_assertion(tensor<?xi8> {bufferization.access = "read"})
// CHECK-NOT: __mind_print_tensor_f32
