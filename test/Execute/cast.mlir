// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// Casts: floats to integers saturate and drop the fraction, NaN gives 0, what goes to 16 bits goes through
// f32, wider integers wrap, q16 by its own rules (N4, N5).

func.func private @f32_i32(%a: tensor<6xf32>) -> tensor<6xi32> {
  %r = mind.cast %a : tensor<6xf32> -> tensor<6xi32>
  return %r : tensor<6xi32>
}

func.func private @f64_i32(%a: tensor<2xf64>) -> tensor<2xi32> {
  %r = mind.cast %a : tensor<2xf64> -> tensor<2xi32>
  return %r : tensor<2xi32>
}

func.func private @f64_i64(%a: tensor<4xf64>) -> tensor<4xi64> {
  %r = mind.cast %a : tensor<4xf64> -> tensor<4xi64>
  return %r : tensor<4xi64>
}

func.func private @f32_i64(%a: tensor<2xf32>) -> tensor<2xi64> {
  %r = mind.cast %a : tensor<2xf32> -> tensor<2xi64>
  return %r : tensor<2xi64>
}

func.func private @f16_i64(%a: tensor<2xf16>) -> tensor<2xi64> {
  %r = mind.cast %a : tensor<2xf16> -> tensor<2xi64>
  return %r : tensor<2xi64>
}

func.func private @bf16_i32(%a: tensor<2xbf16>) -> tensor<2xi32> {
  %r = mind.cast %a : tensor<2xbf16> -> tensor<2xi32>
  return %r : tensor<2xi32>
}

func.func private @i32_f32(%a: tensor<3xi32>) -> tensor<3xf32> {
  %r = mind.cast %a : tensor<3xi32> -> tensor<3xf32>
  return %r : tensor<3xf32>
}

func.func private @i64_f64(%a: tensor<2xi64>) -> tensor<2xf64> {
  %r = mind.cast %a : tensor<2xi64> -> tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func private @i64_f32(%a: tensor<1xi64>) -> tensor<1xf32> {
  %r = mind.cast %a : tensor<1xi64> -> tensor<1xf32>
  return %r : tensor<1xf32>
}

func.func private @i32_f16(%a: tensor<3xi32>) -> tensor<3xf16> {
  %r = mind.cast %a : tensor<3xi32> -> tensor<3xf16>
  return %r : tensor<3xf16>
}

func.func private @i64_bf16(%a: tensor<2xi64>) -> tensor<2xbf16> {
  %r = mind.cast %a : tensor<2xi64> -> tensor<2xbf16>
  return %r : tensor<2xbf16>
}

func.func private @i1_f32(%a: tensor<2xi1>) -> tensor<2xf32> {
  %r = mind.cast %a : tensor<2xi1> -> tensor<2xf32>
  return %r : tensor<2xf32>
}

func.func private @i1_f16(%a: tensor<2xi1>) -> tensor<2xf16> {
  %r = mind.cast %a : tensor<2xi1> -> tensor<2xf16>
  return %r : tensor<2xf16>
}

func.func private @i1_i64(%a: tensor<2xi1>) -> tensor<2xi64> {
  %r = mind.cast %a : tensor<2xi1> -> tensor<2xi64>
  return %r : tensor<2xi64>
}

func.func private @f64_f32(%a: tensor<3xf64>) -> tensor<3xf32> {
  %r = mind.cast %a : tensor<3xf64> -> tensor<3xf32>
  return %r : tensor<3xf32>
}

func.func private @f32_f64(%a: tensor<1xf32>) -> tensor<1xf64> {
  %r = mind.cast %a : tensor<1xf32> -> tensor<1xf64>
  return %r : tensor<1xf64>
}

func.func private @f64_f16(%a: tensor<1xf64>) -> tensor<1xf16> {
  %r = mind.cast %a : tensor<1xf64> -> tensor<1xf16>
  return %r : tensor<1xf16>
}

func.func private @f64_bf16(%a: tensor<1xf64>) -> tensor<1xbf16> {
  %r = mind.cast %a : tensor<1xf64> -> tensor<1xbf16>
  return %r : tensor<1xbf16>
}

func.func private @f32_bf16(%a: tensor<2xf32>) -> tensor<2xbf16> {
  %r = mind.cast %a : tensor<2xf32> -> tensor<2xbf16>
  return %r : tensor<2xbf16>
}

func.func private @f16_bf16(%a: tensor<1xf16>) -> tensor<1xbf16> {
  %r = mind.cast %a : tensor<1xf16> -> tensor<1xbf16>
  return %r : tensor<1xbf16>
}

func.func private @bf16_f16(%a: tensor<2xbf16>) -> tensor<2xf16> {
  %r = mind.cast %a : tensor<2xbf16> -> tensor<2xf16>
  return %r : tensor<2xf16>
}

func.func private @f16_f64(%a: tensor<1xf16>) -> tensor<1xf64> {
  %r = mind.cast %a : tensor<1xf16> -> tensor<1xf64>
  return %r : tensor<1xf64>
}

func.func private @i64_i32(%a: tensor<3xi64>) -> tensor<3xi32> {
  %r = mind.cast %a : tensor<3xi64> -> tensor<3xi32>
  return %r : tensor<3xi32>
}

func.func private @i32_i64(%a: tensor<2xi32>) -> tensor<2xi64> {
  %r = mind.cast %a : tensor<2xi32> -> tensor<2xi64>
  return %r : tensor<2xi64>
}

func.func private @f32_q16(%a: tensor<6xf32>) -> tensor<6x!mind.q16> {
  %r = mind.cast %a : tensor<6xf32> -> tensor<6x!mind.q16>
  return %r : tensor<6x!mind.q16>
}

func.func private @f16_q16(%a: tensor<1xf16>) -> tensor<1x!mind.q16> {
  %r = mind.cast %a : tensor<1xf16> -> tensor<1x!mind.q16>
  return %r : tensor<1x!mind.q16>
}

func.func private @i64_q16(%a: tensor<3xi64>) -> tensor<3x!mind.q16> {
  %r = mind.cast %a : tensor<3xi64> -> tensor<3x!mind.q16>
  return %r : tensor<3x!mind.q16>
}

func.func private @i32_q16(%a: tensor<2xi32>) -> tensor<2x!mind.q16> {
  %r = mind.cast %a : tensor<2xi32> -> tensor<2x!mind.q16>
  return %r : tensor<2x!mind.q16>
}

func.func private @i1_q16(%a: tensor<2xi1>) -> tensor<2x!mind.q16> {
  %r = mind.cast %a : tensor<2xi1> -> tensor<2x!mind.q16>
  return %r : tensor<2x!mind.q16>
}

func.func private @q16_i32(%a: tensor<2x!mind.q16>) -> tensor<2xi32> {
  %r = mind.cast %a : tensor<2x!mind.q16> -> tensor<2xi32>
  return %r : tensor<2xi32>
}

func.func private @q16_i64(%a: tensor<2x!mind.q16>) -> tensor<2xi64> {
  %r = mind.cast %a : tensor<2x!mind.q16> -> tensor<2xi64>
  return %r : tensor<2xi64>
}

func.func private @q16_f64(%a: tensor<2x!mind.q16>) -> tensor<2xf64> {
  %r = mind.cast %a : tensor<2x!mind.q16> -> tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func private @q16_f32(%a: tensor<1x!mind.q16>) -> tensor<1xf32> {
  %r = mind.cast %a : tensor<1x!mind.q16> -> tensor<1xf32>
  return %r : tensor<1xf32>
}

func.func private @q16_f16(%a: tensor<2x!mind.q16>) -> tensor<2xf16> {
  %r = mind.cast %a : tensor<2x!mind.q16> -> tensor<2xf16>
  return %r : tensor<2xf16>
}

func.func @main() {
  // CHECK: f32_i32 [1, -1, 2147483647, -2147483648, 0, 2147483647]
  %f32_i32_a = mind.constant dense<[1.9, -1.9, 3.0e9, -3.0e9, 0x7FC00000, 0x7F800000]> : tensor<6xf32>
  %f32_i32 = call @f32_i32(%f32_i32_a) : (tensor<6xf32>) -> tensor<6xi32>
  mind.print "f32_i32 {}\n"(%f32_i32) : tensor<6xi32>
  // CHECK: f64_i32 [2147483647, -2147483648]
  %f64_i32_a = mind.constant dense<[2147483647.5, -2147483648.5]> : tensor<2xf64>
  %f64_i32 = call @f64_i32(%f64_i32_a) : (tensor<2xf64>) -> tensor<2xi32>
  mind.print "f64_i32 {}\n"(%f64_i32) : tensor<2xi32>
  // CHECK: f64_i64 [9223372036854775807, -9223372036854775808, 9007199254740992, 0]
  %f64_i64_a = mind.constant dense<[9.3e18, -9.3e18, 9007199254740993.0, -0.5]> : tensor<4xf64>
  %f64_i64 = call @f64_i64(%f64_i64_a) : (tensor<4xf64>) -> tensor<4xi64>
  mind.print "f64_i64 {}\n"(%f64_i64) : tensor<4xi64>
  // CHECK: f32_i64 [9223371487098961920, 9223372036854775807]
  %f32_i64_a = mind.constant dense<[9223371487098961920.0, 9223372036854775808.0]> : tensor<2xf32>
  %f32_i64 = call @f32_i64(%f32_i64_a) : (tensor<2xf32>) -> tensor<2xi64>
  mind.print "f32_i64 {}\n"(%f32_i64) : tensor<2xi64>
  // CHECK: f16_i64 [65504, 9223372036854775807]
  %f16_i64_a = mind.constant dense<[65504.0, 0x7C00]> : tensor<2xf16>
  %f16_i64 = call @f16_i64(%f16_i64_a) : (tensor<2xf16>) -> tensor<2xi64>
  mind.print "f16_i64 {}\n"(%f16_i64) : tensor<2xi64>
  // CHECK: bf16_i32 [2147483647, -1]
  %bf16_i32_a = mind.constant dense<[1.0e30, -1.5]> : tensor<2xbf16>
  %bf16_i32 = call @bf16_i32(%bf16_i32_a) : (tensor<2xbf16>) -> tensor<2xi32>
  mind.print "bf16_i32 {}\n"(%bf16_i32) : tensor<2xi32>
  // CHECK: i32_f32 [16777216, 16777220, -2147483600]
  %i32_f32_a = mind.constant dense<[16777217, 16777219, -2147483648]> : tensor<3xi32>
  %i32_f32 = call @i32_f32(%i32_f32_a) : (tensor<3xi32>) -> tensor<3xf32>
  mind.print "i32_f32 {}\n"(%i32_f32) : tensor<3xf32>
  // CHECK: i64_f64 [9007199254740992, -3]
  %i64_f64_a = mind.constant dense<[9007199254740993, -3]> : tensor<2xi64>
  %i64_f64 = call @i64_f64(%i64_f64_a) : (tensor<2xi64>) -> tensor<2xf64>
  mind.print "i64_f64 {}\n"(%i64_f64) : tensor<2xf64>
  // Rounded once: through f64 it would be a tie that goes down.
  // CHECK: i64_f32 [1.1529216e+18]
  %i64_f32_a = mind.constant dense<[1152921573326323713]> : tensor<1xi64>
  %i64_f32 = call @i64_f32(%i64_f32_a) : (tensor<1xi64>) -> tensor<1xf32>
  mind.print "i64_f32 {}\n"(%i64_f32) : tensor<1xf32>
  // CHECK: i32_f16 [2048, 2052, inf]
  %i32_f16_a = mind.constant dense<[2049, 2051, 70000]> : tensor<3xi32>
  %i32_f16 = call @i32_f16(%i32_f16_a) : (tensor<3xi32>) -> tensor<3xf16>
  mind.print "i32_f16 {}\n"(%i32_f16) : tensor<3xf16>
  // CHECK: i64_bf16 [256, 260]
  %i64_bf16_a = mind.constant dense<[257, 259]> : tensor<2xi64>
  %i64_bf16 = call @i64_bf16(%i64_bf16_a) : (tensor<2xi64>) -> tensor<2xbf16>
  mind.print "i64_bf16 {}\n"(%i64_bf16) : tensor<2xbf16>
  // CHECK: i1_f32 [1, 0]
  %i1_f32_a = mind.constant dense<[true, false]> : tensor<2xi1>
  %i1_f32 = call @i1_f32(%i1_f32_a) : (tensor<2xi1>) -> tensor<2xf32>
  mind.print "i1_f32 {}\n"(%i1_f32) : tensor<2xf32>
  // CHECK: i1_f16 [1, 0]
  %i1_f16_a = mind.constant dense<[true, false]> : tensor<2xi1>
  %i1_f16 = call @i1_f16(%i1_f16_a) : (tensor<2xi1>) -> tensor<2xf16>
  mind.print "i1_f16 {}\n"(%i1_f16) : tensor<2xf16>
  // CHECK: i1_i64 [1, 0]
  %i1_i64_a = mind.constant dense<[true, false]> : tensor<2xi1>
  %i1_i64 = call @i1_i64(%i1_i64_a) : (tensor<2xi1>) -> tensor<2xi64>
  mind.print "i1_i64 {}\n"(%i1_i64) : tensor<2xi64>
  // CHECK: f64_f32 [0.1, inf, -0]
  %f64_f32_a = mind.constant dense<[0.1, 1.0e300, -1.0e-300]> : tensor<3xf64>
  %f64_f32 = call @f64_f32(%f64_f32_a) : (tensor<3xf64>) -> tensor<3xf32>
  mind.print "f64_f32 {}\n"(%f64_f32) : tensor<3xf32>
  // CHECK: f32_f64 [0.10000000149011612]
  %f32_f64_a = mind.constant dense<[0.1]> : tensor<1xf32>
  %f32_f64 = call @f32_f64(%f32_f64_a) : (tensor<1xf32>) -> tensor<1xf64>
  mind.print "f32_f64 {}\n"(%f32_f64) : tensor<1xf64>
  // To f32 it is a tie, which goes to even.
  // CHECK: f64_f16 [2048]
  %f64_f16_a = mind.constant dense<[2049.00000001]> : tensor<1xf64>
  %f64_f16 = call @f64_f16(%f64_f16_a) : (tensor<1xf64>) -> tensor<1xf16>
  mind.print "f64_f16 {}\n"(%f64_f16) : tensor<1xf16>
  // CHECK: f64_bf16 [1]
  %f64_bf16_a = mind.constant dense<[1.00390625000001]> : tensor<1xf64>
  %f64_bf16 = call @f64_bf16(%f64_bf16_a) : (tensor<1xf64>) -> tensor<1xbf16>
  mind.print "f64_bf16 {}\n"(%f64_bf16) : tensor<1xbf16>
  // A subnormal stays one.
  // CHECK: f32_bf16 [9e-41, nan]
  %f32_bf16_a = mind.constant dense<[1.0e-40, 0x7FC00000]> : tensor<2xf32>
  %f32_bf16 = call @f32_bf16(%f32_bf16_a) : (tensor<2xf32>) -> tensor<2xbf16>
  mind.print "f32_bf16 {}\n"(%f32_bf16) : tensor<2xbf16>
  // CHECK: f16_bf16 [1]
  %f16_bf16_a = mind.constant dense<[1.001]> : tensor<1xf16>
  %f16_bf16 = call @f16_bf16(%f16_bf16_a) : (tensor<1xf16>) -> tensor<1xbf16>
  mind.print "f16_bf16 {}\n"(%f16_bf16) : tensor<1xbf16>
  // CHECK: bf16_f16 [inf, 0]
  %bf16_f16_a = mind.constant dense<[1.0e5, 1.0e-8]> : tensor<2xbf16>
  %bf16_f16 = call @bf16_f16(%bf16_f16_a) : (tensor<2xbf16>) -> tensor<2xf16>
  mind.print "bf16_f16 {}\n"(%bf16_f16) : tensor<2xf16>
  // CHECK: f16_f64 [0.0999755859375]
  %f16_f64_a = mind.constant dense<[0.1]> : tensor<1xf16>
  %f16_f64 = call @f16_f64(%f16_f64_a) : (tensor<1xf16>) -> tensor<1xf64>
  mind.print "f16_f64 {}\n"(%f16_f64) : tensor<1xf64>
  // CHECK: i64_i32 [1, -1, -2147483648]
  %i64_i32_a = mind.constant dense<[4294967297, -4294967297, 2147483648]> : tensor<3xi64>
  %i64_i32 = call @i64_i32(%i64_i32_a) : (tensor<3xi64>) -> tensor<3xi32>
  mind.print "i64_i32 {}\n"(%i64_i32) : tensor<3xi32>
  // CHECK: i32_i64 [-1, 2147483647]
  %i32_i64_a = mind.constant dense<[-1, 2147483647]> : tensor<2xi32>
  %i32_i64 = call @i32_i64(%i32_i64_a) : (tensor<2xi32>) -> tensor<2xi64>
  mind.print "i32_i64 {}\n"(%i32_i64) : tensor<2xi64>
  // Halves go away from zero.
  // CHECK: f32_q16 [1.5, 32767.99998, -32768, 0, 0.00002, -0.00002]
  %f32_q16_a = mind.constant dense<[1.5, 4.0e4, -4.0e4, 0x7FC00000, 7.62939453125e-06, -7.62939453125e-06]>
      : tensor<6xf32>
  %f32_q16 = call @f32_q16(%f32_q16_a) : (tensor<6xf32>) -> tensor<6x!mind.q16>
  mind.print "f32_q16 {}\n"(%f32_q16) : tensor<6x!mind.q16>
  // CHECK: f16_q16 [0.09998]
  %f16_q16_a = mind.constant dense<[0.1]> : tensor<1xf16>
  %f16_q16 = call @f16_q16(%f16_q16_a) : (tensor<1xf16>) -> tensor<1x!mind.q16>
  mind.print "f16_q16 {}\n"(%f16_q16) : tensor<1x!mind.q16>
  // CHECK: i64_q16 [3, 32767.99998, -32768]
  %i64_q16_a = mind.constant dense<[3, 40000, -40000]> : tensor<3xi64>
  %i64_q16 = call @i64_q16(%i64_q16_a) : (tensor<3xi64>) -> tensor<3x!mind.q16>
  mind.print "i64_q16 {}\n"(%i64_q16) : tensor<3x!mind.q16>
  // CHECK: i32_q16 [-3, 32767.99998]
  %i32_q16_a = mind.constant dense<[-3, 32768]> : tensor<2xi32>
  %i32_q16 = call @i32_q16(%i32_q16_a) : (tensor<2xi32>) -> tensor<2x!mind.q16>
  mind.print "i32_q16 {}\n"(%i32_q16) : tensor<2x!mind.q16>
  // CHECK: i1_q16 [1, 0]
  %i1_q16_a = mind.constant dense<[true, false]> : tensor<2xi1>
  %i1_q16 = call @i1_q16(%i1_q16_a) : (tensor<2xi1>) -> tensor<2x!mind.q16>
  mind.print "i1_q16 {}\n"(%i1_q16) : tensor<2x!mind.q16>
  // CHECK: q16_i32 [1, -1]
  %q16_i32_a = mind.constant dense<[98304, -98304]> : tensor<2xi32> as tensor<2x!mind.q16>
  %q16_i32 = call @q16_i32(%q16_i32_a) : (tensor<2x!mind.q16>) -> tensor<2xi32>
  mind.print "q16_i32 {}\n"(%q16_i32) : tensor<2xi32>
  // CHECK: q16_i64 [-32768, 0]
  %q16_i64_a = mind.constant dense<[-2147483648, 65535]> : tensor<2xi32> as tensor<2x!mind.q16>
  %q16_i64 = call @q16_i64(%q16_i64_a) : (tensor<2x!mind.q16>) -> tensor<2xi64>
  mind.print "q16_i64 {}\n"(%q16_i64) : tensor<2xi64>
  // CHECK: q16_f64 [0.0000152587890625, -1.5]
  %q16_f64_a = mind.constant dense<[1, -98304]> : tensor<2xi32> as tensor<2x!mind.q16>
  %q16_f64 = call @q16_f64(%q16_f64_a) : (tensor<2x!mind.q16>) -> tensor<2xf64>
  mind.print "q16_f64 {}\n"(%q16_f64) : tensor<2xf64>
  // CHECK: q16_f32 [32768]
  %q16_f32_a = mind.constant dense<[2147483647]> : tensor<1xi32> as tensor<1x!mind.q16>
  %q16_f32 = call @q16_f32(%q16_f32_a) : (tensor<1x!mind.q16>) -> tensor<1xf32>
  mind.print "q16_f32 {}\n"(%q16_f32) : tensor<1xf32>
  // CHECK: q16_f16 [32770, 0.00001526]
  %q16_f16_a = mind.constant dense<[2147483647, 1]> : tensor<2xi32> as tensor<2x!mind.q16>
  %q16_f16 = call @q16_f16(%q16_f16_a) : (tensor<2x!mind.q16>) -> tensor<2xf16>
  mind.print "q16_f16 {}\n"(%q16_f16) : tensor<2xf16>
  return
}
