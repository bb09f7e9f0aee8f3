// RUN: mind-opt %s --split-input-file --mind-outline-script | FileCheck %s
// A script must run as a function that returns its last value.

// CHECK-LABEL: module
// CHECK-NOT: mind.output
// CHECK: func.func private @f
// CHECK: func.func @main() -> tensor<2xf32> {
// CHECK-NEXT: %[[C:.*]] = mind.constant
// CHECK-NEXT: mind.print "x {}\0A"(%[[C]])
// CHECK-NEXT: %[[R:.*]] = call @f(%[[C]])
// CHECK-NEXT: return %[[R]]
module {
  %0 = mind.constant dense<[1.0, 2.0]> : tensor<2xf32>
  mind.output %0 : tensor<2xf32>
  mind.print "x {}\n" (%0) : tensor<2xf32>
  func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> {
    return %x : tensor<2xf32>
  }
  %1 = func.call @f(%0) : (tensor<2xf32>) -> tensor<2xf32>
  mind.output result %1 : tensor<2xf32>
}

// -----

// No result: the function returns nothing. `main` is taken.
// CHECK-LABEL: module
// CHECK: func.func @main
// CHECK: func.func @__mind_main() {
// CHECK-NEXT: mind.constant
// CHECK-NEXT: mind.if
// CHECK: return
module {
  %c = mind.constant dense<true> : tensor<i1>
  mind.if %c {
    mind.print "yes\n"
    mind.yield
  }
  func.func @main() {
    return
  }
}

// -----

// An integer is shown, not taken for a status.
// CHECK-LABEL: module
// CHECK: func.func @__mind_main() -> tensor<i64> {
module {
  %0 = mind.constant dense<7> : tensor<i64>
  mind.output result %0 : tensor<i64>
}

// -----

// Without statements nothing changes.
// CHECK-LABEL: module
// CHECK-NEXT: func.func @f
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: }
module {
  func.func @f() {
    return
  }
}
