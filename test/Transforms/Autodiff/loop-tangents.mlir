// RUN: mind-opt %s "--mind-differentiate-functions=func=shift kind=jvp" | FileCheck %s

// The first variable is needed by the next round alone; its tangent goes through the condition all the same.
// CHECK-LABEL: func.func private @shift.jvp(
// CHECK: scf.while
// CHECK: ^bb0(%[[A:.*]]: tensor<f64>, %[[B:.*]]: tensor<f64>, %[[DA:.*]]: tensor<f64>, %[[DB:.*]]: tensor<f64>):
// CHECK: scf.yield %{{.*}}, %[[A]], %{{.*}}, %[[DA]] :
func.func @shift(%p: tensor<i1>, %x: tensor<f64>) -> tensor<f64> {
  %q = tensor.extract %p[] : tensor<i1>
  %c = mind.constant dense<2.0> : tensor<f64>
  %w:2 = scf.while (%a = %x, %b = %c) : (tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>) {
    scf.condition(%q) %a, %b : tensor<f64>, tensor<f64>
  } do {
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = mind.unary sin %b : tensor<f64>
    scf.yield %s, %a : tensor<f64>, tensor<f64>
  }
  return %w#1 : tensor<f64>
}
