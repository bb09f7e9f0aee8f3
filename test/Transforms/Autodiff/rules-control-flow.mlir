// RUN: mind-opt %s "--mind-differentiate-functions=func=if,while kind=pullback" | FileCheck %s
// RUN: mind-opt %s "--mind-differentiate-functions=func=if,while kind=jvp" | FileCheck %s --check-prefix=JVP

// The same question is asked again; a branch gives the cotangent of each value that either of them captures.
// CHECK-LABEL: func.func private @if.pullback(
// CHECK-SAME: %[[P:.*]]: tensor<i1>, %[[X:.*]]: tensor<3xf32>, %[[Y:.*]]: tensor<3xf32>, %[[U:.*]]: tensor<3xf32>)
// CHECK-NEXT: %[[Q:.*]] = tensor.extract %[[P]][]
// CHECK-NEXT: %[[R:.*]]:2 = scf.if %[[Q]] -> (tensor<3xf32>, tensor<3xf32>) {
// CHECK-NEXT:   %[[A:.*]] = mind.mul %[[U]], %[[Y]]
// CHECK-NEXT:   %[[B:.*]] = mind.mul %[[U]], %[[X]]
// CHECK-NEXT:   scf.yield %[[A]], %[[B]] :
// CHECK-NEXT: } else {
// CHECK-NEXT:   %[[C:.*]] = mind.unary cos %[[X]]
// CHECK-NEXT:   %[[D:.*]] = mind.mul %[[U]], %[[C]]
// CHECK-NEXT:   %[[Z:.*]] = mind.fill 0.000000e+00
// CHECK-NEXT:   scf.yield %[[D]], %[[Z]] :
// CHECK-NEXT: }
// CHECK-NEXT: return %[[R]]#0, %[[R]]#1 :
// JVP-LABEL: func.func private @if.jvp(
// JVP-SAME: %[[P:.*]]: tensor<i1>, %[[X:.*]]: tensor<3xf32>, %[[Y:.*]]: tensor<3xf32>, %[[DX:.*]]: tensor<3xf32>, %[[DY:.*]]: tensor<3xf32>)
// JVP-NEXT: %[[Q:.*]] = tensor.extract %[[P]][]
// JVP-NEXT: %[[R:.*]]:2 = scf.if %[[Q]] -> (tensor<3xf32>, tensor<3xf32>) {
// JVP-NEXT:   %[[M:.*]] = mind.mul %[[X]], %[[Y]]
// JVP-NEXT:   %[[A:.*]] = mind.mul %[[DX]], %[[Y]]
// JVP-NEXT:   %[[B:.*]] = mind.mul %[[DY]], %[[X]]
// JVP-NEXT:   %[[S:.*]] = mind.add %[[A]], %[[B]]
// JVP-NEXT:   scf.yield %[[M]], %[[S]] :
// JVP-NEXT: } else {
// JVP-NEXT:   %[[N:.*]] = mind.unary sin %[[X]]
// JVP-NEXT:   %[[C:.*]] = mind.unary cos %[[X]]
// JVP-NEXT:   %[[D:.*]] = mind.mul %[[DX]], %[[C]]
// JVP-NEXT:   scf.yield %[[N]], %[[D]] :
// JVP-NEXT: }
// JVP-NEXT: return %[[R]]#0, %[[R]]#1 :
func.func @if(%p: tensor<i1>, %x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %q = tensor.extract %p[] : tensor<i1>
  %r = scf.if %q -> (tensor<3xf32>) {
    %a = mind.mul %x, %y : tensor<3xf32>, tensor<3xf32>
    scf.yield %a : tensor<3xf32>
  } else {
    %a = mind.unary sin %x : tensor<3xf32>
    scf.yield %a : tensor<3xf32>
  }
  return %r : tensor<3xf32>
}

// The loop counts its rounds; the reverse goes from the last of them to round 0, takes the state of each from those that
// are kept, and passes on the cotangent of the variable and the sum of those of x, which the loop captures. In the end x
// has that sum, and the cotangent of the variable, which began as x.
// CHECK-LABEL: func.func private @while.pullback(
// CHECK-SAME: %[[N:.*]]: tensor<i64>, %[[X:.*]]: tensor<f32>, %[[U:.*]]: tensor<f32>)
// CHECK: %[[W:.*]]:5 = scf.while
// CHECK:   scf.condition
// CHECK: ^bb0(%{{.*}}: tensor<i64>, %{{.*}}: tensor<f32>, %{{.*}}: tensor<i64>, %{{.*}}: tensor<f32>, %[[ROUND:.*]]: tensor<i64>):
// CHECK:   %[[ONE:.*]] = mind.constant dense<1> : tensor<i64>
// CHECK-NEXT: %[[COUNT:.*]] = mind.add %[[ROUND]], %[[ONE]]
// CHECK-NEXT: scf.yield %{{.*}}, %{{.*}}, %[[COUNT]] :
// CHECK:   %[[LAST:.*]] = mind.sub %[[W]]#4, %{{.*}}
// CHECK:   %[[ZERO:.*]] = mind.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V:.*]]:7 = scf.while (%[[I:[^ ]*]] = %[[LAST]], {{.*}}, %[[G:[^ ]*]] = %[[U]], %[[S:[^ ]*]] = %[[ZERO]]) :
// CHECK-NEXT:   %[[FIRST:.*]] = mind.constant dense<0> : tensor<i64>
// CHECK-NEXT:   mind.compare ge %[[I]], %[[FIRST]]
// CHECK:   scf.condition
// CHECK: ^bb0(%[[I:[^ ]*]]: tensor<i64>, {{.*}}, %[[G:[^ ]*]]: tensor<f32>, %[[S:[^ ]*]]: tensor<f32>):
// CHECK:   %[[STATE:.*]]:8 = scf.while
// CHECK:     mind.compare lt %{{.*}}, %[[I]]
// CHECK:   scf.condition
// CHECK:   scf.yield
// CHECK:   %[[GA:.*]] = mind.mul %[[G]], %[[X]]
// CHECK-NEXT: %[[GX:.*]] = mind.mul %[[G]], %[[STATE]]#7
// CHECK:   %[[BACK:.*]] = mind.sub %[[I]], %{{.*}}
// CHECK:   %[[SUM:.*]] = mind.add %[[S]], %[[GX]]
// CHECK-NEXT: scf.yield %[[BACK]], {{.*}}, %[[GA]], %[[SUM]] :
// CHECK:   %[[R:.*]] = mind.add %[[V]]#5, %[[V]]#6
// CHECK-NEXT: return %[[R]] :
// JVP-LABEL: func.func private @while.jvp(
// JVP-SAME: %[[N:.*]]: tensor<i64>, %[[X:.*]]: tensor<f32>, %[[D:.*]]: tensor<f32>)
// JVP-NEXT: %[[ZERO:.*]] = mind.constant dense<0>
// JVP-NEXT: %[[ONE:.*]] = mind.constant dense<1>
// JVP-NEXT: %[[W:.*]]:3 = scf.while (%[[K:[^ ]*]] = %[[ZERO]], %[[A:[^ ]*]] = %[[X]], %[[T:[^ ]*]] = %[[D]]) :
// JVP-NEXT:   %[[P:.*]] = mind.compare lt %[[K]], %[[N]]
// JVP-NEXT:   %[[Q:.*]] = tensor.extract %[[P]][]
// JVP-NEXT:   scf.condition(%[[Q]]) %[[K]], %[[A]], %[[T]] :
// JVP-NEXT: } do {
// JVP-NEXT: ^bb0(%[[K:.*]]: tensor<i64>, %[[A:.*]]: tensor<f32>, %[[T:.*]]: tensor<f32>):
// JVP-NEXT:   %[[L:.*]] = mind.add %[[K]], %[[ONE]]
// JVP-NEXT:   %[[B:.*]] = mind.mul %[[A]], %[[X]]
// JVP-NEXT:   %[[TA:.*]] = mind.mul %[[T]], %[[X]]
// JVP-NEXT:   %[[TX:.*]] = mind.mul %[[D]], %[[A]]
// JVP-NEXT:   %[[S:.*]] = mind.add %[[TA]], %[[TX]]
// JVP-NEXT:   scf.yield %[[L]], %[[B]], %[[S]] :
// JVP-NEXT: }
// JVP-NEXT: return %[[W]]#1, %[[W]]#2 :
func.func @while(%n: tensor<i64>, %x: tensor<f32>) -> tensor<f32> {
  %zero = mind.constant dense<0> : tensor<i64>
  %one = mind.constant dense<1> : tensor<i64>
  %w:2 = scf.while (%k = %zero, %a = %x) : (tensor<i64>, tensor<f32>) -> (tensor<i64>, tensor<f32>) {
    %p = mind.compare lt %k, %n : tensor<i64>, tensor<i64>
    %q = tensor.extract %p[] : tensor<i1>
    scf.condition(%q) %k, %a : tensor<i64>, tensor<f32>
  } do {
  ^bb0(%k: tensor<i64>, %a: tensor<f32>):
    %l = mind.add %k, %one : tensor<i64>, tensor<i64>
    %b = mind.mul %a, %x : tensor<f32>, tensor<f32>
    scf.yield %l, %b : tensor<i64>, tensor<f32>
  }
  return %w#1 : tensor<f32>
}
