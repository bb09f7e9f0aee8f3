// RUN: mind-opt %s --split-input-file --mind-canonicalize-module | FileCheck %s
// RUN: mind-opt %s --split-input-file --mind-canonicalize-module --mind-canonicalize-module | FileCheck %s
// The canonical form of mic, and that it is one: a second run changes nothing.

// The example of the pass: values keep their numbers.
// CHECK-LABEL: module @example attributes {mic.next_id = 3 : i64}
// CHECK-NEXT: %[[C:.*]] = mind.constant dense<6> : tensor<i64> {mic.id = 2 : i64}
// CHECK-NEXT: mind.output %[[C]]
module @example {
  %0 = mind.constant dense<2> : tensor<i64>
  %1 = mind.constant dense<3> : tensor<i64>
  %2 = mind.mul %0, %1 : tensor<i64>, tensor<i64>
  mind.output %2 : tensor<i64>
}

// -----

// What goes at the end leaves numbers that need not be said.
// CHECK-LABEL: module @tail {
// CHECK-NEXT: mind.fill
// CHECK-NEXT: mind.output
// CHECK-NEXT: }
module @tail {
  %0 = mind.fill 1.0 : tensor<2xf32>
  mind.output %0 : tensor<2xf32>
  %1 = mind.add %0, %0 : tensor<2xf32>, tensor<2xf32>
  %2 = mind.relu %1 : tensor<2xf32>
}

// -----

// Exact or not at all: overflow, division by 0, and what the type would round stay.
// CHECK-LABEL: module @exact attributes
// CHECK: mind.add
// CHECK: mind.div
// CHECK: mind.div
// CHECK: mind.constant dense<2.000000e+00> : tensor<f32> {mic.id = {{[0-9]+}} : i64, mic.literal = "int"}
// CHECK-NEXT: mind.output
// CHECK: mind.shl
// CHECK-NEXT: mind.output
// CHECK-NEXT: mind.constant dense<-4> : tensor<i64>
// CHECK-NEXT: mind.output
module @exact {
  %max = mind.constant dense<9223372036854775807> : tensor<i64>
  %one = mind.constant dense<1> : tensor<i64>
  %zero = mind.constant dense<0> : tensor<i64>
  %0 = mind.add %max, %one : tensor<i64>, tensor<i64>
  mind.output %0 : tensor<i64>
  %1 = mind.div %one, %zero : tensor<i64>, tensor<i64>
  mind.output %1 : tensor<i64>
  %f1 = mind.constant dense<1.0> : tensor<f32> {mic.literal = "int"}
  %f2 = mind.constant dense<2.0> : tensor<f32> {mic.literal = "int"}
  %2 = mind.div %f1, %f2 : tensor<f32>, tensor<f32>
  mind.output %2 : tensor<f32>
  %3 = mind.mul %f1, %f2 : tensor<f32>, tensor<f32>
  mind.output %3 : tensor<f32>
  %i1 = mind.constant dense<1> : tensor<i32> {mic.literal = "int"}
  %i33 = mind.constant dense<33> : tensor<i32> {mic.literal = "int"}
  %4 = mind.shl %i1, %i33 : tensor<i32>, tensor<i32>
  mind.output %4 : tensor<i32>
  %m7 = mind.constant dense<-7> : tensor<i64>
  %5 = mind.shr %m7, %one : tensor<i64>, tensor<i64>
  mind.output %5 : tensor<i64>
}

// -----

// A comparison is 0 or 1 where it is shown; a branch needs its truth value.
// CHECK-LABEL: module @comparison {
// CHECK: %[[ONE:.*]] = mind.constant dense<1> : tensor<i64>{{$}}
// CHECK-NEXT: mind.output %[[ONE]]
// CHECK: %[[C:.*]] = mind.compare gt
// CHECK-NEXT: mind.if %[[C]]
module @comparison {
  %0 = mind.constant dense<3> : tensor<i64>
  %1 = mind.constant dense<4> : tensor<i64>
  %2 = mind.compare lt %0, %1 : tensor<i64>, tensor<i64>
  mind.output %2 : tensor<i1>
  %3 = mind.compare gt %0, %1 : tensor<i64>, tensor<i64>
  mind.if %3 {
    mind.print "never\n"
    mind.yield
  }
}

// -----

// Sums and products begin with the lower number, in the stream itself only.
// CHECK-LABEL: module @order {
// CHECK: func.func @f(%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>)
// CHECK-NEXT: mind.add %[[B]], %[[A]]
// CHECK: %[[X:.*]] = mind.fill 1.0
// CHECK: %[[Y:.*]] = mind.fill 2.0
// CHECK: mind.mul %[[X]], %[[Y]]
// CHECK: mind.sub %[[Y]], %[[X]]
module @order {
  func.func @f(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
    %0 = mind.add %b, %a : tensor<f32>, tensor<f32>
    return %0 : tensor<f32>
  }
  %x = mind.fill 1.0 : tensor<2xf32>
  mind.output %x : tensor<2xf32>
  %y = mind.fill 2.0 : tensor<2xf32>
  mind.output %y : tensor<2xf32>
  %0 = mind.mul %y, %x : tensor<2xf32>, tensor<2xf32>
  mind.output %0 : tensor<2xf32>
  %1 = mind.sub %y, %x : tensor<2xf32>, tensor<2xf32>
  mind.output %1 : tensor<2xf32>
}

// -----

// What has an effect stays: a print, a call. The condition of an `if` is in its own
// region of the format, so it is not folded; an `if` that nobody uses goes with it.
// CHECK-LABEL: module @effects {
// CHECK: func.func private @f
// CHECK: call @f
// CHECK: mind.print
// CHECK: mind.compare
// CHECK-NEXT: mind.if
// CHECK-SAME: -> (tensor<i64>)
// CHECK: mind.output
// CHECK-NOT: mind.compare
// CHECK-NOT: mind.if
module @effects {
  func.func private @f() -> tensor<i64> {
    %0 = mind.constant dense<0> : tensor<i64>
    return %0 : tensor<i64>
  }
  %r = func.call @f() : () -> tensor<i64>
  %0 = mind.constant dense<2> : tensor<i64>
  mind.print "{}\n" (%0) : tensor<i64>
  %1 = mind.constant dense<1> : tensor<i64>
  %2 = mind.compare gt %0, %1 : tensor<i64>, tensor<i64>
  %3 = mind.if %2 -> (tensor<i64>) {
    mind.yield %0 : tensor<i64>
  } else {
    mind.yield %r : tensor<i64>
  } {mic.cond = 2 : i64, mic.values = 1 : i64}
  mind.output %3 : tensor<i64>
  %4 = mind.compare lt %0, %r : tensor<i64>, tensor<i64>
  %5 = mind.if %4 -> (tensor<i64>) {
    mind.yield %0 : tensor<i64>
  } else {
    mind.yield %r : tensor<i64>
  } {mic.cond = 1 : i64, mic.values = 1 : i64}
}

// -----

// If all functions have a threshold, those that nothing calls lose their bodies.
// CHECK-LABEL: module @reap {
// CHECK-NEXT: func.func private @used
// CHECK: func.func private @calls
// CHECK: mind.mic.carrier "FnDef" ["unused", {{\[\[}}"x", 0], ["y", 1]], 2, 5.000000e-01, []] {
// CHECK-NEXT: mind.mic.carrier "ConstI64" [2, 0]
// CHECK: mind.output
module @reap {
  func.func private @used(%x: tensor<i64>) -> tensor<i64> attributes {mic.reap = 0.5 : f64} {
    return %x : tensor<i64>
  }
  func.func private @calls(%x: tensor<i64>) -> tensor<i64> attributes {mic.reap = 0.5 : f64} {
    %0 = func.call @used(%x) : (tensor<i64>) -> tensor<i64>
    return %0 : tensor<i64>
  }
  func.func @unused(%x: tensor<i64>, %y: tensor<i64>) -> tensor<i64> attributes {mic.reap = 0.5 : f64, mind.params = ["x", "y"]} {
    %0 = mind.sub %x, %y : tensor<i64>, tensor<i64>
    return %0 : tensor<i64>
  }
  %0 = mind.constant dense<1> : tensor<i64>
  %1 = func.call @calls(%0) : (tensor<i64>) -> tensor<i64>
  mind.output %1 : tensor<i64>
}

// -----

// One function without a threshold, and all stay.
// CHECK-LABEL: module @keep {
// CHECK-NEXT: func.func @f
// CHECK: func.func @g
// CHECK-NOT: carrier
module @keep {
  func.func @f() attributes {mic.reap = 0.5 : f64} {
    return
  }
  func.func @g() {
    return
  }
}
