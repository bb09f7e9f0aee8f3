// RUN: mind-opt %s --mind-recompute-values="budget=0 evict" | FileCheck %s
// RUN: mind-opt %s --mind-recompute-values=budget=0 | FileCheck %s --check-prefix=CHEAP
// RUN: mind-opt %s --mind-recompute-values="budget=100000 evict" | FileCheck %s --check-prefix=CHEAP

func.func private @next(tensor<64xf32>) -> tensor<64xf32>

// What is not cheap is computed again as well, if the budget asks for it.
// CHECK-LABEL: func.func @exp(
// CHECK: %[[E:.*]] = mind.unary exp %[[X:.*]] :
// CHECK: call @next(%[[E]])
// CHECK: %[[M:.*]] = call @next(
// CHECK: %[[AGAIN:.*]] = mind.unary exp %[[X]] :
// CHECK: mind.dot %[[M]], %[[AGAIN]]
// CHEAP-LABEL: func.func @exp(
// CHEAP-COUNT-1: mind.unary exp
// CHEAP-NOT: mind.unary exp
func.func @exp(%x: tensor<64xf32>) -> tensor<f32> {
  %e = mind.unary exp %x : tensor<64xf32>
  %n = call @next(%e) : (tensor<64xf32>) -> tensor<64xf32>
  %m = call @next(%n) : (tensor<64xf32>) -> tensor<64xf32>
  %r = mind.dot %m, %e : tensor<64xf32>, tensor<64xf32>
  return %r : tensor<f32>
}
