// RUN: mind-opt %s --mind-structure-to-scf | FileCheck %s
// Branches and loops without early exits must map one to one.

// CHECK-LABEL: func.func @straight(
// CHECK-NEXT: mind.relu
// CHECK-NEXT: return
func.func @straight(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = mind.relu %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func.func private @declaration
func.func private @declaration(tensor<2xf32>)

// CHECK-LABEL: func.func @if_value(
// CHECK-SAME: %[[C:.*]]: tensor<i1>, %[[X:.*]]: tensor<f32>)
// CHECK-NEXT: %[[P:.*]] = tensor.extract %[[C]][]
// CHECK-NEXT: %[[R:.*]] = scf.if %[[P]] -> (tensor<f32>) {
// CHECK-NEXT: %[[A:.*]] = mind.relu %[[X]]
// CHECK-NEXT: scf.yield %[[A]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[X]]
// CHECK-NEXT: }
// CHECK-NEXT: return %[[R]]
func.func @if_value(%c: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  %r = mind.if %c -> (tensor<f32>) {
    %a = mind.relu %x : tensor<f32>
    mind.yield %a : tensor<f32>
  } else {
    mind.yield %x : tensor<f32>
  }
  return %r : tensor<f32>
}

// CHECK-LABEL: func.func @if_effect(
// CHECK: scf.if %{{.*}} {
// CHECK-NEXT: mind.print
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @if_effect(%c: tensor<i1>) {
  mind.if %c {
    mind.print "yes\n"
    mind.yield
  }
  return
}

// CHECK-LABEL: func.func @while_plain(
// CHECK: %[[W:.*]]:2 = scf.while (%[[I:.*]] = %{{.*}}, %[[X:.*]] = %{{.*}}) : (tensor<i64>, tensor<f32>) -> (tensor<i64>, tensor<f32>) {
// CHECK-NEXT: %[[C:.*]] = mind.compare lt %[[I]], %{{.*}}
// CHECK-NEXT: %[[P:.*]] = tensor.extract %[[C]][]
// CHECK-NEXT: scf.condition(%[[P]]) %[[I]], %[[X]]
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[I:.*]]: tensor<i64>, %[[X:.*]]: tensor<f32>):
// CHECK-NEXT: %[[J:.*]] = mind.add %[[I]]
// CHECK-NEXT: %[[Y:.*]] = mind.mul %[[X]], %[[X]]
// CHECK-NEXT: scf.yield %[[J]], %[[Y]]
// CHECK: return %[[W]]#1
func.func @while_plain(%n: tensor<i64>, %one: tensor<i64>, %x0: tensor<f32>) -> tensor<f32> {
  %r:2 = mind.while (%i = %n, %x = %x0) : (tensor<i64>, tensor<f32>) {
    %c = mind.compare lt %i, %n : tensor<i64>, tensor<i64>
    mind.condition %c : tensor<i1>
  } do {
    %j = mind.add %i, %one : tensor<i64>, tensor<i64>
    %y = mind.mul %x, %x : tensor<f32>, tensor<f32>
    mind.yield %j, %y : tensor<i64>, tensor<f32>
  }
  return %r#1 : tensor<f32>
}

// A condition may hold structure of its own.
// CHECK-LABEL: func.func @while_short_circuit(
// CHECK: scf.while
// CHECK: %[[C:.*]] = scf.if %{{.*}} -> (tensor<i1>)
// CHECK: %[[P:.*]] = tensor.extract %[[C]][]
// CHECK: scf.condition(%[[P]])
func.func @while_short_circuit(%c: tensor<i1>, %x: tensor<3xf32>, %k: tensor<i64>, %one: tensor<f32>) {
  mind.while () {
    %d = mind.if %c -> (tensor<i1>) {
      %e = mind.gather %x[%k] axis 0 : tensor<3xf32>, tensor<i64>
      %f = mind.compare lt %e, %one : tensor<f32>, tensor<f32>
      mind.yield %f : tensor<i1>
    } else {
      mind.yield %c : tensor<i1>
    }
    mind.condition %d : tensor<i1>
  } do {
    mind.yield
  }
  return
}
