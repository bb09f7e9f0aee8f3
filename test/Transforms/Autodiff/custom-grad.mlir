// RUN: mind-opt %s "--mind-differentiate-functions=func=f kind=jvp" --split-input-file --verify-diagnostics | FileCheck %s

// The tangents through a custom gradient come out of its transpose, which is its pullback by the cotangents.

// CHECK-LABEL: func.func private @g.jvp.0(
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>, %[[T:.*]]: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
// CHECK: %[[Y:.*]] = call @g(%[[X]])
// CHECK: %[[ZERO:.*]] = mind.fill 0.0
// CHECK: %[[TANGENT:.*]] = call @g.back.vjp.1(%[[X]], %[[ZERO]], %[[T]])
// CHECK: return %[[Y]], %[[TANGENT]]
// CHECK-LABEL: func.func private @g.back.vjp.1(
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>, %{{.*}}: tensor<2xf32>, %[[H:.*]]: tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT: %[[R:.*]] = mind.mul %[[H]], %[[X]]
// CHECK-NEXT: return %[[R]]
// CHECK-LABEL: func.func private @f.jvp(
// CHECK: call @g.jvp.0(
func.func private @g(%x: tensor<2xf32>) -> tensor<2xf32> attributes {mind.custom_grad = @g.back} {
  %0 = mind.floor %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func private @g.back(%x: tensor<2xf32>, %u: tensor<2xf32>) -> tensor<2xf32> {
  %0 = mind.mul %u, %x : tensor<2xf32>, tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = func.call @g(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// What is not linear in the cotangent has no transpose.
// expected-error @below {{[E4101] unsupported operation for autodiff: forward mode through the custom gradient of `f`}}
func.func @f(%x: tensor<f32>) -> tensor<f32> attributes {mind.custom_grad = @back} {
  return %x : tensor<f32>
}
// expected-note @below {{`back` is not linear in the cotangent, so that it has no transpose}}
func.func private @back(%x: tensor<f32>, %u: tensor<f32>) -> tensor<f32> {
  %0 = func.call @inner(%u) : (tensor<f32>) -> tensor<f32>
  // expected-warning @above {{[W4102] the custom gradient `back` is not linear in the cotangent}}
  return %0 : tensor<f32>
}
func.func private @inner(%u: tensor<f32>) -> tensor<f32> {
  %0 = mind.mul %u, %u : tensor<f32>, tensor<f32>
  return %0 : tensor<f32>
}
