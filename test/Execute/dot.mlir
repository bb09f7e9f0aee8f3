// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// Of two vectors a sum in lanes, each step fused (N11, N15); else a product of matrices.

func.func private @lanes(%a: tensor<9xf32>, %b: tensor<9xf32>) -> tensor<f32> {
  %r = mind.dot %a, %b : tensor<9xf32>, tensor<9xf32>
  return %r : tensor<f32>
}

func.func private @row(%a: tensor<1x9xf32>, %b: tensor<9xf32>) -> tensor<1xf32> {
  %r = mind.dot %a, %b : tensor<1x9xf32>, tensor<9xf32>
  return %r : tensor<1xf32>
}

func.func private @vector_matrix(%a: tensor<2xi32>, %b: tensor<2x2xi32>) -> tensor<2xi32> {
  %r = mind.dot %a, %b : tensor<2xi32>, tensor<2x2xi32>
  return %r : tensor<2xi32>
}

func.func private @matrices(%a: tensor<2x2xi32>, %b: tensor<2x1xi32>) -> tensor<2x1xi32> {
  %r = mind.dot %a, %b : tensor<2x2xi32>, tensor<2x1xi32>
  return %r : tensor<2x1xi32>
}

func.func private @fused(%a: tensor<17xf32>, %b: tensor<17xf32>) -> tensor<f32> {
  %r = mind.dot %a, %b : tensor<17xf32>, tensor<17xf32>
  return %r : tensor<f32>
}

func.func private @bf16(%a: tensor<3xbf16>, %b: tensor<3xbf16>) -> tensor<bf16> {
  %r = mind.dot %a, %b : tensor<3xbf16>, tensor<3xbf16>
  return %r : tensor<bf16>
}

func.func private @f16(%a: tensor<3xf16>, %b: tensor<3xf16>) -> tensor<f16> {
  %r = mind.dot %a, %b : tensor<3xf16>, tensor<3xf16>
  return %r : tensor<f16>
}

func.func private @f64(%a: tensor<2xf64>, %b: tensor<2xf64>) -> tensor<f64> {
  %r = mind.dot %a, %b : tensor<2xf64>, tensor<2xf64>
  return %r : tensor<f64>
}

func.func private @i32(%a: tensor<2xi32>, %b: tensor<2xi32>) -> tensor<i32> {
  %r = mind.dot %a, %b : tensor<2xi32>, tensor<2xi32>
  return %r : tensor<i32>
}

func.func private @i64(%a: tensor<2xi64>, %b: tensor<2xi64>) -> tensor<i64> {
  %r = mind.dot %a, %b : tensor<2xi64>, tensor<2xi64>
  return %r : tensor<i64>
}

func.func private @q16(%a: tensor<2x!mind.q16>, %b: tensor<2x!mind.q16>) -> tensor<!mind.q16> {
  %r = mind.dot %a, %b : tensor<2x!mind.q16>, tensor<2x!mind.q16>
  return %r : tensor<!mind.q16>
}

func.func private @q16_floor(%a: tensor<1x!mind.q16>, %b: tensor<1x!mind.q16>) -> tensor<!mind.q16> {
  %r = mind.dot %a, %b : tensor<1x!mind.q16>, tensor<1x!mind.q16>
  return %r : tensor<!mind.q16>
}

func.func private @empty(%a: tensor<0xf32>, %b: tensor<0xf32>) -> tensor<f32> {
  %r = mind.dot %a, %b : tensor<0xf32>, tensor<0xf32>
  return %r : tensor<f32>
}

func.func @main() {
  // CHECK: lanes 1
  %lanes_a = mind.constant dense<[1.0e8, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0e8]> : tensor<9xf32>
  %lanes_b = mind.constant dense<[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]> : tensor<9xf32>
  %lanes = call @lanes(%lanes_a, %lanes_b) : (tensor<9xf32>, tensor<9xf32>) -> tensor<f32>
  mind.print "lanes {}\n"(%lanes) : tensor<f32>
  // A chain, which loses the 1.
  // CHECK: row [0]
  %row_a = mind.constant dense<[[1.0e8, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0e8]]> : tensor<1x9xf32>
  %row_b = mind.constant dense<[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]> : tensor<9xf32>
  %row = call @row(%row_a, %row_b) : (tensor<1x9xf32>, tensor<9xf32>) -> tensor<1xf32>
  mind.print "row {}\n"(%row) : tensor<1xf32>
  // CHECK: vector_matrix [7, 10]
  %vector_matrix_a = mind.constant dense<[1, 2]> : tensor<2xi32>
  %vector_matrix_b = mind.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %vector_matrix = call @vector_matrix(%vector_matrix_a, %vector_matrix_b) : (tensor<2xi32>,
      tensor<2x2xi32>) -> tensor<2xi32>
  mind.print "vector_matrix {}\n"(%vector_matrix) : tensor<2xi32>
  // CHECK: matrices [3, 7]
  %matrices_a = mind.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %matrices_b = mind.constant dense<[[1], [1]]> : tensor<2x1xi32>
  %matrices = call @matrices(%matrices_a, %matrices_b) : (tensor<2x2xi32>, tensor<2x1xi32>) -> tensor<2x1xi32>
  %matrices_flat = mind.reshape %matrices : tensor<2x1xi32> -> tensor<2xi32>
  mind.print "matrices {}\n"(%matrices_flat) : tensor<2xi32>
  // Elements 0 and 16 share a lane.
  // CHECK: fused 1.4210855e-14
  %fused_a = mind.constant dense<[-1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
      0.0, 0x3F800001]> : tensor<17xf32>
  %fused_b = mind.constant dense<[0x3F800002, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
      0.0, 0.0, 0.0, 0x3F800001]> : tensor<17xf32>
  %fused = call @fused(%fused_a, %fused_b) : (tensor<17xf32>, tensor<17xf32>) -> tensor<f32>
  mind.print "fused {}\n"(%fused) : tensor<f32>
  // CHECK: bf16 258
  %bf16_a = mind.constant dense<[256.0, 1.0, 1.0]> : tensor<3xbf16>
  %bf16_b = mind.constant dense<[1.0, 1.0, 1.0]> : tensor<3xbf16>
  %bf16 = call @bf16(%bf16_a, %bf16_b) : (tensor<3xbf16>, tensor<3xbf16>) -> tensor<bf16>
  mind.print "bf16 {}\n"(%bf16) : tensor<bf16>
  // CHECK: f16 2050
  %f16_a = mind.constant dense<[2048.0, 1.0, 1.0]> : tensor<3xf16>
  %f16_b = mind.constant dense<[1.0, 1.0, 1.0]> : tensor<3xf16>
  %f16 = call @f16(%f16_a, %f16_b) : (tensor<3xf16>, tensor<3xf16>) -> tensor<f16>
  mind.print "f16 {}\n"(%f16) : tensor<f16>
  // CHECK: f64 0.11000000000000001
  %f64_a = mind.constant dense<[0.1, 0.2]> : tensor<2xf64>
  %f64_b = mind.constant dense<[0.3, 0.4]> : tensor<2xf64>
  %f64 = call @f64(%f64_a, %f64_b) : (tensor<2xf64>, tensor<2xf64>) -> tensor<f64>
  mind.print "f64 {}\n"(%f64) : tensor<f64>
  // CHECK: i32 5
  %i32_a = mind.constant dense<[65536, 1]> : tensor<2xi32>
  %i32_b = mind.constant dense<[65536, 5]> : tensor<2xi32>
  %i32 = call @i32(%i32_a, %i32_b) : (tensor<2xi32>, tensor<2xi32>) -> tensor<i32>
  mind.print "i32 {}\n"(%i32) : tensor<i32>
  // CHECK: i64 7
  %i64_a = mind.constant dense<[3, -1]> : tensor<2xi64>
  %i64_b = mind.constant dense<[4, 5]> : tensor<2xi64>
  %i64 = call @i64(%i64_a, %i64_b) : (tensor<2xi64>, tensor<2xi64>) -> tensor<i64>
  mind.print "i64 {}\n"(%i64) : tensor<i64>
  // CHECK: q16 0.00002
  %q16_a = mind.constant dense<[1, 1]> : tensor<2xi32> as tensor<2x!mind.q16>
  %q16_b = mind.constant dense<[32768, 32768]> : tensor<2xi32> as tensor<2x!mind.q16>
  %q16 = call @q16(%q16_a, %q16_b) : (tensor<2x!mind.q16>, tensor<2x!mind.q16>) -> tensor<!mind.q16>
  mind.print "q16 {}\n"(%q16) : tensor<!mind.q16>
  // CHECK: q16_floor -0.00002
  %q16_floor_a = mind.constant dense<[-1]> : tensor<1xi32> as tensor<1x!mind.q16>
  %q16_floor_b = mind.constant dense<[1]> : tensor<1xi32> as tensor<1x!mind.q16>
  %q16_floor = call @q16_floor(%q16_floor_a, %q16_floor_b) : (tensor<1x!mind.q16>, tensor<1x!mind.q16>)
      -> tensor<!mind.q16>
  mind.print "q16_floor {}\n"(%q16_floor) : tensor<!mind.q16>
  // CHECK: empty 0
  %empty_a = mind.constant dense<[]> : tensor<0xf32>
  %empty_b = mind.constant dense<[]> : tensor<0xf32>
  %empty = call @empty(%empty_a, %empty_b) : (tensor<0xf32>, tensor<0xf32>) -> tensor<f32>
  mind.print "empty {}\n"(%empty) : tensor<f32>
  return
}
