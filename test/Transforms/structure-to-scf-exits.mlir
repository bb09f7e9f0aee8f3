// RUN: mind-opt %s --mind-structure-to-scf | FileCheck %s
// Each early exit must skip everything that follows it.

// The rest of the function moves into the branch that goes on.
// CHECK-LABEL: func.func @return_in_then(
// CHECK-SAME: %{{.*}}: tensor<i1>, %[[X:.*]]: tensor<f32>)
// CHECK: %[[R:.*]] = scf.if %{{.*}} -> (tensor<f32>) {
// CHECK-NEXT: scf.yield %[[X]]
// CHECK-NEXT: } else {
// CHECK-NEXT: mind.print
// CHECK-NEXT: %[[S:.*]] = mind.add %[[X]], %[[X]]
// CHECK-NEXT: scf.yield %[[S]]
// CHECK: return %[[R]]
func.func @return_in_then(%c: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  %r = mind.if %c -> (tensor<f32>) {
    mind.return %x : tensor<f32>
  } else {
    mind.yield %x : tensor<f32>
  }
  mind.print "on\n"
  %s = mind.add %r, %r : tensor<f32>, tensor<f32>
  return %s : tensor<f32>
}

// What cannot be reached goes away, a fill without a value too.
// CHECK-LABEL: func.func @return_in_both(
// CHECK-NOT: mind.fill
// CHECK: %[[R:.*]] = scf.if
// CHECK: return %[[R]]
func.func @return_in_both(%c: tensor<i1>, %x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  mind.if %c {
    mind.return %x : tensor<f32>
  } else {
    mind.return %y : tensor<f32>
  }
  %u = mind.fill : tensor<f32>
  return %u : tensor<f32>
}

// Both branches may go on: a flag guards the rest.
// CHECK-LABEL: func.func @return_deep(
// CHECK-SAME: %{{.*}}: tensor<i1>, %[[X:.*]]: tensor<f32>)
// CHECK: %[[F:.*]]:2 = scf.if %{{.*}} -> (i1, tensor<f32>) {
// CHECK: scf.if %{{.*}} -> (i1, tensor<f32>) {
// CHECK-NEXT: %[[NO:.*]] = arith.constant false
// CHECK-NEXT: scf.yield %[[NO]], %[[X]]
// CHECK: mind.print "inner\0A"
// CHECK: %[[G:.*]] = scf.if %[[F]]#0 -> (tensor<f32>) {
// CHECK-NEXT: mind.print "rest\0A"
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[F]]#1
// CHECK: return %[[G]]
func.func @return_deep(%c: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  mind.if %c {
    mind.if %c {
      mind.return %x : tensor<f32>
    }
    mind.print "inner\n"
    mind.yield
  }
  mind.print "rest\n"
  %y = mind.relu %x : tensor<f32>
  return %y : tensor<f32>
}

// CHECK-LABEL: func.func @break_in_loop(
// CHECK: %[[W:.*]] = scf.while (%[[GO:.*]] = %{{.*}}, %[[X:.*]] = %{{.*}}) : (i1, tensor<f32>) -> tensor<f32> {
// CHECK-NEXT: %[[C:.*]] = scf.if %[[GO]] -> (i1) {
// CHECK: mind.compare
// CHECK: } else {
// CHECK-NEXT: %[[NO:.*]] = arith.constant false
// CHECK-NEXT: scf.yield %[[NO]] : i1
// CHECK: scf.condition(%[[C]]) %[[X]]
// CHECK: do
// CHECK: %[[R:.*]]:2 = scf.if
// CHECK: scf.yield %[[R]]#0, %[[R]]#1 : i1, tensor<f32>
// CHECK: return %[[W]]
func.func @break_in_loop(%c: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  %r = mind.while (%a = %x) : (tensor<f32>) {
    %d = mind.compare lt %a, %x : tensor<f32>, tensor<f32>
    mind.condition %d : tensor<i1>
  } do {
    mind.if %c {
      mind.break %x : tensor<f32>
    }
    %b = mind.relu %a : tensor<f32>
    mind.yield %b : tensor<f32>
  }
  return %r : tensor<f32>
}

// A `continue` needs no flag.
// CHECK-LABEL: func.func @continue_in_loop(
// CHECK: scf.while (%{{.*}} = %{{.*}}) : (tensor<f32>) -> tensor<f32>
// CHECK: do
// CHECK: %[[R:.*]] = scf.if %{{.*}} -> (tensor<f32>) {
// CHECK-NOT: mind.print
// CHECK: else
// CHECK-NEXT: mind.print
// CHECK: scf.yield %[[R]] : tensor<f32>
func.func @continue_in_loop(%c: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  %r = mind.while (%a = %x) : (tensor<f32>) {
    mind.condition %c : tensor<i1>
  } do {
    mind.if %c {
      mind.continue %x : tensor<f32>
    }
    mind.print "rest\n"
    mind.yield %a : tensor<f32>
  }
  return %r : tensor<f32>
}

// An endless loop that only a return leaves: no flag behind it.
// CHECK-LABEL: func.func @return_from_endless(
// CHECK: %[[W:.*]]:2 = scf.while (%[[GO:.*]] = %{{.*}}, %{{.*}}, %{{.*}}) : (i1, tensor<i64>, tensor<f32>) -> (tensor<i64>, tensor<f32>) {
// CHECK: scf.condition(%[[GO]])
// CHECK: return %[[W]]#1
func.func @return_from_endless(%c: tensor<i1>, %i: tensor<i64>, %x: tensor<f32>) -> tensor<f32> {
  %yes = mind.constant dense<true> : tensor<i1>
  %r = mind.while (%a = %i) : (tensor<i64>) {
    mind.condition %yes : tensor<i1>
  } do {
    mind.if %c {
      mind.return %x : tensor<f32>
    }
    %b = mind.add %a, %a : tensor<i64>, tensor<i64>
    mind.yield %b : tensor<i64>
  }
  %u = mind.fill : tensor<f32>
  return %u : tensor<f32>
}

// CHECK-LABEL: func.func @break_and_return(
// CHECK: %[[W:.*]]:2 = scf.while (%[[GO:.*]] = %{{.*}}, %[[BROKE:.*]] = %{{.*}}, %{{.*}} = %{{.*}}) : (i1, i1, tensor<f32>) -> (i1, tensor<f32>) {
// CHECK: %[[FALLS:.*]] = arith.ori %[[GO]], %[[BROKE]]
// CHECK: scf.condition(%{{.*}}) %[[FALLS]]
// CHECK: scf.if %[[W]]#0
func.func @break_and_return(%c: tensor<i1>, %d: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  mind.while () {
    mind.condition %c : tensor<i1>
  } do {
    mind.if %d {
      mind.if %c {
        mind.return %x : tensor<f32>
      }
      mind.break
    }
    mind.yield
  }
  mind.print "after\n"
  return %x : tensor<f32>
}

// A return in a condition moves to the body of an endless loop.
// CHECK-LABEL: func.func @return_in_condition(
// CHECK: scf.while
// CHECK: do
// CHECK: mind.print "condition\0A"
func.func @return_in_condition(%c: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  mind.while () {
    mind.print "condition\n"
    %d = mind.if %c -> (tensor<i1>) {
      mind.return %x : tensor<f32>
    } else {
      mind.yield %c : tensor<i1>
    }
    mind.condition %d : tensor<i1>
  } do {
    mind.print "body\n"
    mind.yield
  }
  return %x : tensor<f32>
}

// A dim that no argument names is empty where the value is never read.
// CHECK-LABEL: func.func @unread_value(
// CHECK: %[[E:.*]] = mind.fill 0.000000e+00 : tensor<0xf32>
// CHECK-NEXT: tensor.cast %[[E]] : tensor<0xf32> to tensor<?xf32, #mind.dims<_slice_B_0_5_1>>
func.func @unread_value(%c: tensor<i1>, %x: tensor<?xf32, #mind.dims<B>>) {
  %s = mind.slice %x axes [0] starts [0] ends [5] strides [1] : tensor<?xf32, #mind.dims<B>>
  %r = mind.if %c -> (tensor<?xf32, #mind.dims<_slice_B_0_5_1>>) {
    mind.if %c {
      mind.return
    }
    mind.yield %s : tensor<?xf32, #mind.dims<_slice_B_0_5_1>>
  } else {
    mind.yield %s : tensor<?xf32, #mind.dims<_slice_B_0_5_1>>
  }
  mind.print "{}\n" (%r) : tensor<?xf32, #mind.dims<_slice_B_0_5_1>>
  return
}
