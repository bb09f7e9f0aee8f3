// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// Constants of every type, and fills, which cast an f64 (N4).

func.func private @f32() -> tensor<2xf32> {
  %r = mind.constant dense<[0.1, 0x7FC00001]> : tensor<2xf32>
  return %r : tensor<2xf32>
}

func.func private @f16() -> tensor<2xf16> {
  %r = mind.constant dense<[0.1, 6.0e-8]> : tensor<2xf16>
  return %r : tensor<2xf16>
}

func.func private @bf16() -> tensor<bf16> {
  %r = mind.constant dense<0.1> : tensor<bf16>
  return %r : tensor<bf16>
}

func.func private @i64() -> tensor<2x2xi64> {
  %r = mind.constant dense<[[1, 2], [-3, 4]]> : tensor<2x2xi64>
  return %r : tensor<2x2xi64>
}

func.func private @i1() -> tensor<9xi1> {
  %r = mind.constant dense<[true, false, true, true, false, true, true, true, false]> : tensor<9xi1>
  return %r : tensor<9xi1>
}

func.func private @splat() -> tensor<3xi1> {
  %r = mind.constant dense<true> : tensor<3xi1>
  return %r : tensor<3xi1>
}

func.func private @q16() -> tensor<2x!mind.q16> {
  %r = mind.constant dense<[98304, -1]> : tensor<2xi32> as tensor<2x!mind.q16>
  return %r : tensor<2x!mind.q16>
}

func.func private @fill_f16() -> tensor<2xf16> {
  %r = mind.fill 0.1 : tensor<2xf16>
  return %r : tensor<2xf16>
}

func.func private @fill_i32() -> tensor<i32> {
  %r = mind.fill 1.0e10 : tensor<i32>
  return %r : tensor<i32>
}

func.func private @fill_i64() -> tensor<i64> {
  %r = mind.fill -2.5 : tensor<i64>
  return %r : tensor<i64>
}

func.func private @fill_q16() -> tensor<!mind.q16> {
  %r = mind.fill 1.5 : tensor<!mind.q16>
  return %r : tensor<!mind.q16>
}

func.func private @fill_i1() -> tensor<2xi1> {
  %r = mind.fill 2.0 : tensor<2xi1>
  return %r : tensor<2xi1>
}

func.func private @fill_bf16() -> tensor<bf16> {
  %r = mind.fill 0x7FF8000000000000 : tensor<bf16>
  return %r : tensor<bf16>
}

func.func @main() {
  // CHECK: f32 [0.1, nan]
  %f32 = call @f32() : () -> tensor<2xf32>
  mind.print "f32 {}\n"(%f32) : tensor<2xf32>
  // CHECK: f16 [0.1, 6e-8]
  %f16 = call @f16() : () -> tensor<2xf16>
  mind.print "f16 {}\n"(%f16) : tensor<2xf16>
  // CHECK: bf16 0.1
  %bf16 = call @bf16() : () -> tensor<bf16>
  mind.print "bf16 {}\n"(%bf16) : tensor<bf16>
  // CHECK: i64 [1, 2, -3, 4]
  %i64 = call @i64() : () -> tensor<2x2xi64>
  %i64_flat = mind.reshape %i64 : tensor<2x2xi64> -> tensor<4xi64>
  mind.print "i64 {}\n"(%i64_flat) : tensor<4xi64>
  // CHECK: i1 [true, false, true, true, false, true, true, true, false]
  %i1 = call @i1() : () -> tensor<9xi1>
  mind.print "i1 {}\n"(%i1) : tensor<9xi1>
  // CHECK: splat [true, true, true]
  %splat = call @splat() : () -> tensor<3xi1>
  mind.print "splat {}\n"(%splat) : tensor<3xi1>
  // CHECK: q16 [1.5, -0.00002]
  %q16 = call @q16() : () -> tensor<2x!mind.q16>
  mind.print "q16 {}\n"(%q16) : tensor<2x!mind.q16>
  // CHECK: fill_f16 [0.1, 0.1]
  %fill_f16 = call @fill_f16() : () -> tensor<2xf16>
  mind.print "fill_f16 {}\n"(%fill_f16) : tensor<2xf16>
  // CHECK: fill_i32 2147483647
  %fill_i32 = call @fill_i32() : () -> tensor<i32>
  mind.print "fill_i32 {}\n"(%fill_i32) : tensor<i32>
  // CHECK: fill_i64 -2
  %fill_i64 = call @fill_i64() : () -> tensor<i64>
  mind.print "fill_i64 {}\n"(%fill_i64) : tensor<i64>
  // CHECK: fill_q16 1.5
  %fill_q16 = call @fill_q16() : () -> tensor<!mind.q16>
  mind.print "fill_q16 {}\n"(%fill_q16) : tensor<!mind.q16>
  // CHECK: fill_i1 [true, true]
  %fill_i1 = call @fill_i1() : () -> tensor<2xi1>
  mind.print "fill_i1 {}\n"(%fill_i1) : tensor<2xi1>
  // CHECK: fill_bf16 nan
  %fill_bf16 = call @fill_bf16() : () -> tensor<bf16>
  mind.print "fill_bf16 {}\n"(%fill_bf16) : tensor<bf16>
  return
}
