// RUN: mind-opt %s | mind-opt | FileCheck %s
// RUN: mind-opt %s --mlir-print-op-generic | mind-opt | FileCheck %s
// RUN: mind-opt %s --emit-bytecode | mind-opt | FileCheck %s

// The examples of the structure ops' documentation, line by line.

// CHECK-LABEL: func.func @branches
func.func @branches(%c: tensor<i1>, %a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  // CHECK:      mind.if %{{.*}} -> (tensor<f32>) {
  // CHECK-NEXT:   mind.yield %{{.*}} : tensor<f32>
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   mind.yield %{{.*}} : tensor<f32>
  // CHECK-NEXT: }
  %r = mind.if %c -> (tensor<f32>) {
    mind.yield %a : tensor<f32>
  } else {
    mind.yield %b : tensor<f32>
  }
  // CHECK-NEXT: mind.if %{{.*}} {
  // CHECK-NEXT:   mind.return %{{.*}} : tensor<f32>
  // CHECK-NEXT: }
  mind.if %c {
    mind.return %a : tensor<f32>
  }
  return %r : tensor<f32>
}

// CHECK-LABEL: func.func @loops
func.func @loops(%i0: tensor<i64>, %x0: tensor<f32>, %n: tensor<i64>, %one: tensor<i64>, %stop: tensor<i1>)
    -> (tensor<i64>, tensor<f32>) {
  // CHECK:      mind.while (%[[I:.*]] = %{{.*}}, %[[X:.*]] = %{{.*}}) : (tensor<i64>, tensor<f32>) {
  // CHECK-NEXT:   mind.compare lt %[[I]], %{{.*}} : tensor<i64>, tensor<i64>
  // CHECK-NEXT:   mind.condition %{{.*}} : tensor<i1>
  // CHECK-NEXT: } do {
  %r:2 = mind.while (%i = %i0, %x = %x0) : (tensor<i64>, tensor<f32>) {
    %c = mind.compare lt %i, %n : tensor<i64>, tensor<i64>
    mind.condition %c : tensor<i1>
  } do {
    // CHECK: mind.add %[[I]]
    %i2 = mind.add %i, %one : tensor<i64>, tensor<i64>
    %x2 = mind.mul %x, %x : tensor<f32>, tensor<f32>
    mind.if %stop {
      // CHECK: mind.break %[[I]], %[[X]] : tensor<i64>, tensor<f32>
      mind.break %i, %x : tensor<i64>, tensor<f32>
    }
    mind.if %stop {
      // CHECK: mind.continue %{{.*}}, %[[X]] : tensor<i64>, tensor<f32>
      mind.continue %i2, %x : tensor<i64>, tensor<f32>
    }
    // CHECK: mind.yield %{{.*}}, %{{.*}} : tensor<i64>, tensor<f32>
    mind.yield %i2, %x2 : tensor<i64>, tensor<f32>
  }
  return %r#0, %r#1 : tensor<i64>, tensor<f32>
}

// CHECK-LABEL: func.func @endless
func.func @endless(%c: tensor<i1>) {
  // CHECK: mind.while () {
  mind.while () {
    mind.condition %c : tensor<i1>
  } do {
    mind.yield
  }
  return
}

// CHECK-LABEL: func.func @two_results
func.func @two_results(%c: tensor<i1>, %a: tensor<f32>, %b: tensor<i64>) -> (tensor<f32>, tensor<i64>) {
  // CHECK: %[[R:.*]]:2 = mind.if %{{.*}} -> (tensor<f32>, tensor<i64>) {
  %r:2 = mind.if %c -> (tensor<f32>, tensor<i64>) {
    // CHECK: mind.yield %{{.*}}, %{{.*}} : tensor<f32>, tensor<i64>
    mind.yield %a, %b : tensor<f32>, tensor<i64>
  } else {
    mind.return %a, %b : tensor<f32>, tensor<i64>
  }
  // CHECK: return %[[R]]#0, %[[R]]#1
  return %r#0, %r#1 : tensor<f32>, tensor<i64>
}

// CHECK-LABEL: func.func @effects
func.func @effects(%a: tensor<f32>, %c: tensor<i1>) {
  // CHECK: mind.print "loss {}\0A"(%{{.*}}) : tensor<f32>
  mind.print "loss {}\n"(%a) : tensor<f32>
  // CHECK: mind.print "done\0A"
  mind.print "done\n"
  // CHECK: mind.assert %{{.*}}, "the batch is empty"
  mind.assert %c, "the batch is empty"
  return
}

// CHECK-LABEL: func.func @named_parameters
// CHECK-SAME: mind.params = ["x", "lr"]
func.func @named_parameters(%a: tensor<3xf32>, %b: tensor<f32>) attributes {mind.params = ["x", "lr"]} {
  return
}

// A script's statements are ops of the module.
// CHECK: %[[A:.*]] = mind.fill 1.000000e+00 : tensor<f32>
%a = mind.fill 1.0 : tensor<f32>
// CHECK: mind.output %[[A]] : tensor<f32>
mind.output %a : tensor<f32>
%b = mind.fill 2.0 : tensor<2x3xf32>
// CHECK: mind.output result %{{.*}} : tensor<2x3xf32>
mind.output result %b : tensor<2x3xf32>
