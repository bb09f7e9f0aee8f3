// RUN: mind-opt %s --mind-autodiff=func=f > %t.alias
// RUN: mind-opt %s --mind-differentiate-functions=func=f > %t.pass
// RUN: diff %t.alias %t.pass
// RUN: FileCheck %s --input-file=%t.alias
// RUN: mind-opt %s --pass-pipeline='builtin.module(mind-autodiff{func=f kind=jvp})' | FileCheck %s --check-prefix=JVP
// RUN: not mind-opt %s --mind-autodiff=fun=f 2>&1 | FileCheck %s --check-prefix=OPTION

// The name that the pass has in other tools, with the same options.

// CHECK-LABEL: func.func @f(
// CHECK: func.func private @f.grad(%{{.*}}: tensor<3xf32>) -> tensor<3xf32>
// JVP: func.func private @f.jvp(
// OPTION: no such option fun

func.func @f(%x: tensor<3xf32>) -> tensor<f32> {
  %0 = mind.mul %x, %x : tensor<3xf32>, tensor<3xf32>
  %1 = mind.sum %0 axes [] : tensor<3xf32>
  return %1 : tensor<f32>
}
