// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// Comparisons: with a NaN all but `ne` are false, -0 equals +0, q16 compares as its i32.

func.func private @f32_eq(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xi1> {
  %r = mind.compare eq %a, %b : tensor<4xf32>, tensor<4xf32>
  return %r : tensor<4xi1>
}

func.func private @f32_ne(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xi1> {
  %r = mind.compare ne %a, %b : tensor<4xf32>, tensor<4xf32>
  return %r : tensor<4xi1>
}

func.func private @f32_lt(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xi1> {
  %r = mind.compare lt %a, %b : tensor<4xf32>, tensor<4xf32>
  return %r : tensor<4xi1>
}

func.func private @f32_le(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xi1> {
  %r = mind.compare le %a, %b : tensor<4xf32>, tensor<4xf32>
  return %r : tensor<4xi1>
}

func.func private @f32_gt(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xi1> {
  %r = mind.compare gt %a, %b : tensor<4xf32>, tensor<4xf32>
  return %r : tensor<4xi1>
}

func.func private @f32_ge(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xi1> {
  %r = mind.compare ge %a, %b : tensor<4xf32>, tensor<4xf32>
  return %r : tensor<4xi1>
}

func.func private @i32_lt(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi1> {
  %r = mind.compare lt %a, %b : tensor<4xi32>, tensor<4xi32>
  return %r : tensor<4xi1>
}

func.func private @i64_lt(%a: tensor<4xi64>, %b: tensor<4xi64>) -> tensor<4xi1> {
  %r = mind.compare lt %a, %b : tensor<4xi64>, tensor<4xi64>
  return %r : tensor<4xi1>
}

func.func private @q16_lt(%a: tensor<4x!mind.q16>, %b: tensor<4x!mind.q16>) -> tensor<4xi1> {
  %r = mind.compare lt %a, %b : tensor<4x!mind.q16>, tensor<4x!mind.q16>
  return %r : tensor<4xi1>
}

func.func private @f64_ge(%a: tensor<2xf64>, %b: tensor<2xf64>) -> tensor<2xi1> {
  %r = mind.compare ge %a, %b : tensor<2xf64>, tensor<2xf64>
  return %r : tensor<2xi1>
}

func.func private @f16_ge(%a: tensor<2xf16>, %b: tensor<2xf16>) -> tensor<2xi1> {
  %r = mind.compare ge %a, %b : tensor<2xf16>, tensor<2xf16>
  return %r : tensor<2xi1>
}

func.func private @bf16_ge(%a: tensor<2xbf16>, %b: tensor<2xbf16>) -> tensor<2xi1> {
  %r = mind.compare ge %a, %b : tensor<2xbf16>, tensor<2xbf16>
  return %r : tensor<2xi1>
}

func.func private @i1_ne(%a: tensor<4xi1>, %b: tensor<4xi1>) -> tensor<4xi1> {
  %r = mind.compare ne %a, %b : tensor<4xi1>, tensor<4xi1>
  return %r : tensor<4xi1>
}

func.func @main() {
  // CHECK: f32_eq [false, true, false, false]
  %f32_eq_a = mind.constant dense<[1.0, -0.0, 0x7FC00000, 2.0]> : tensor<4xf32>
  %f32_eq_b = mind.constant dense<[2.0, 0.0, 0x7FC00000, 1.0]> : tensor<4xf32>
  %f32_eq = call @f32_eq(%f32_eq_a, %f32_eq_b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  mind.print "f32_eq {}\n"(%f32_eq) : tensor<4xi1>
  // CHECK: f32_ne [true, false, true, true]
  %f32_ne_a = mind.constant dense<[1.0, -0.0, 0x7FC00000, 2.0]> : tensor<4xf32>
  %f32_ne_b = mind.constant dense<[2.0, 0.0, 0x7FC00000, 1.0]> : tensor<4xf32>
  %f32_ne = call @f32_ne(%f32_ne_a, %f32_ne_b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  mind.print "f32_ne {}\n"(%f32_ne) : tensor<4xi1>
  // CHECK: f32_lt [true, false, false, false]
  %f32_lt_a = mind.constant dense<[1.0, -0.0, 0x7FC00000, 2.0]> : tensor<4xf32>
  %f32_lt_b = mind.constant dense<[2.0, 0.0, 0x7FC00000, 1.0]> : tensor<4xf32>
  %f32_lt = call @f32_lt(%f32_lt_a, %f32_lt_b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  mind.print "f32_lt {}\n"(%f32_lt) : tensor<4xi1>
  // CHECK: f32_le [true, true, false, false]
  %f32_le_a = mind.constant dense<[1.0, -0.0, 0x7FC00000, 2.0]> : tensor<4xf32>
  %f32_le_b = mind.constant dense<[2.0, 0.0, 0x7FC00000, 1.0]> : tensor<4xf32>
  %f32_le = call @f32_le(%f32_le_a, %f32_le_b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  mind.print "f32_le {}\n"(%f32_le) : tensor<4xi1>
  // CHECK: f32_gt [false, false, false, true]
  %f32_gt_a = mind.constant dense<[1.0, -0.0, 0x7FC00000, 2.0]> : tensor<4xf32>
  %f32_gt_b = mind.constant dense<[2.0, 0.0, 0x7FC00000, 1.0]> : tensor<4xf32>
  %f32_gt = call @f32_gt(%f32_gt_a, %f32_gt_b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  mind.print "f32_gt {}\n"(%f32_gt) : tensor<4xi1>
  // CHECK: f32_ge [false, true, false, true]
  %f32_ge_a = mind.constant dense<[1.0, -0.0, 0x7FC00000, 2.0]> : tensor<4xf32>
  %f32_ge_b = mind.constant dense<[2.0, 0.0, 0x7FC00000, 1.0]> : tensor<4xf32>
  %f32_ge = call @f32_ge(%f32_ge_a, %f32_ge_b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  mind.print "f32_ge {}\n"(%f32_ge) : tensor<4xi1>
  // CHECK: i32_lt [true, false, false, true]
  %i32_lt_a = mind.constant dense<[-1, 1, 0, 5]> : tensor<4xi32>
  %i32_lt_b = mind.constant dense<[1, -1, 0, 6]> : tensor<4xi32>
  %i32_lt = call @i32_lt(%i32_lt_a, %i32_lt_b) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  mind.print "i32_lt {}\n"(%i32_lt) : tensor<4xi1>
  // CHECK: i64_lt [true, false, false, true]
  %i64_lt_a = mind.constant dense<[-1, 1, 0, 5]> : tensor<4xi64>
  %i64_lt_b = mind.constant dense<[1, -1, 0, 6]> : tensor<4xi64>
  %i64_lt = call @i64_lt(%i64_lt_a, %i64_lt_b) : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
  mind.print "i64_lt {}\n"(%i64_lt) : tensor<4xi1>
  // CHECK: q16_lt [true, false, false, true]
  %q16_lt_a = mind.constant dense<[-1, 1, 0, 5]> : tensor<4xi32> as tensor<4x!mind.q16>
  %q16_lt_b = mind.constant dense<[1, -1, 0, 6]> : tensor<4xi32> as tensor<4x!mind.q16>
  %q16_lt = call @q16_lt(%q16_lt_a, %q16_lt_b) : (tensor<4x!mind.q16>, tensor<4x!mind.q16>) -> tensor<4xi1>
  mind.print "q16_lt {}\n"(%q16_lt) : tensor<4xi1>
  // CHECK: f64_ge [true, false]
  %f64_ge_a = mind.constant dense<[1.5, -1.5]> : tensor<2xf64>
  %f64_ge_b = mind.constant dense<[1.5, 1.0]> : tensor<2xf64>
  %f64_ge = call @f64_ge(%f64_ge_a, %f64_ge_b) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xi1>
  mind.print "f64_ge {}\n"(%f64_ge) : tensor<2xi1>
  // CHECK: f16_ge [true, false]
  %f16_ge_a = mind.constant dense<[1.5, -1.5]> : tensor<2xf16>
  %f16_ge_b = mind.constant dense<[1.5, 1.0]> : tensor<2xf16>
  %f16_ge = call @f16_ge(%f16_ge_a, %f16_ge_b) : (tensor<2xf16>, tensor<2xf16>) -> tensor<2xi1>
  mind.print "f16_ge {}\n"(%f16_ge) : tensor<2xi1>
  // CHECK: bf16_ge [true, false]
  %bf16_ge_a = mind.constant dense<[1.5, -1.5]> : tensor<2xbf16>
  %bf16_ge_b = mind.constant dense<[1.5, 1.0]> : tensor<2xbf16>
  %bf16_ge = call @bf16_ge(%bf16_ge_a, %bf16_ge_b) : (tensor<2xbf16>, tensor<2xbf16>) -> tensor<2xi1>
  mind.print "bf16_ge {}\n"(%bf16_ge) : tensor<2xi1>
  // CHECK: i1_ne [false, true, true, false]
  %i1_ne_a = mind.constant dense<[true, true, false, false]> : tensor<4xi1>
  %i1_ne_b = mind.constant dense<[true, false, true, false]> : tensor<4xi1>
  %i1_ne = call @i1_ne(%i1_ne_a, %i1_ne_b) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  mind.print "i1_ne {}\n"(%i1_ne) : tensor<4xi1>
  return
}
