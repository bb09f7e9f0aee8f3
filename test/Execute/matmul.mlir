// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// One fused chain for each element, over ascending k from +0 (N11, N14).

func.func private @i32(%a: tensor<2x2xi32>, %b: tensor<2x2xi32>) -> tensor<2x2xi32> {
  %r = mind.matmul %a, %b : tensor<2x2xi32>, tensor<2x2xi32>
  return %r : tensor<2x2xi32>
}

func.func private @i64(%a: tensor<1x2xi64>, %b: tensor<2x1xi64>) -> tensor<1x1xi64> {
  %r = mind.matmul %a, %b : tensor<1x2xi64>, tensor<2x1xi64>
  return %r : tensor<1x1xi64>
}

func.func private @chain(%a: tensor<1x3xf32>, %b: tensor<3x1xf32>) -> tensor<1x1xf32> {
  %r = mind.matmul %a, %b : tensor<1x3xf32>, tensor<3x1xf32>
  return %r : tensor<1x1xf32>
}

func.func private @fused(%a: tensor<1x2xf32>, %b: tensor<2x1xf32>) -> tensor<1x1xf32> {
  %r = mind.matmul %a, %b : tensor<1x2xf32>, tensor<2x1xf32>
  return %r : tensor<1x1xf32>
}

func.func private @fused_f64(%a: tensor<1x2xf64>, %b: tensor<2x1xf64>) -> tensor<1x1xf64> {
  %r = mind.matmul %a, %b : tensor<1x2xf64>, tensor<2x1xf64>
  return %r : tensor<1x1xf64>
}

func.func private @from_zero(%a: tensor<1x1xf32>, %b: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %r = mind.matmul %a, %b : tensor<1x1xf32>, tensor<1x1xf32>
  return %r : tensor<1x1xf32>
}

func.func private @empty(%a: tensor<2x0xf32>, %b: tensor<0x2xf32>) -> tensor<2x2xf32> {
  %r = mind.matmul %a, %b : tensor<2x0xf32>, tensor<0x2xf32>
  return %r : tensor<2x2xf32>
}

func.func private @f16(%a: tensor<1x3xf16>, %b: tensor<3x1xf16>) -> tensor<1x1xf16> {
  %r = mind.matmul %a, %b : tensor<1x3xf16>, tensor<3x1xf16>
  return %r : tensor<1x1xf16>
}

func.func private @bf16(%a: tensor<1x3xbf16>, %b: tensor<3x1xbf16>) -> tensor<1x1xbf16> {
  %r = mind.matmul %a, %b : tensor<1x3xbf16>, tensor<3x1xbf16>
  return %r : tensor<1x1xbf16>
}

func.func private @q16(%a: tensor<2x2x!mind.q16>, %b: tensor<2x1x!mind.q16>) -> tensor<2x1x!mind.q16> {
  %r = mind.matmul %a, %b : tensor<2x2x!mind.q16>, tensor<2x1x!mind.q16>
  return %r : tensor<2x1x!mind.q16>
}

func.func private @batch(%a: tensor<2x1x2xi64>, %b: tensor<2x2xi64>) -> tensor<2x1x2xi64> {
  %r = mind.matmul %a, %b : tensor<2x1x2xi64>, tensor<2x2xi64>
  return %r : tensor<2x1x2xi64>
}

func.func private @batches(%a: tensor<2x1x1x1xi32>, %b: tensor<2x1x1xi32>) -> tensor<2x2x1x1xi32> {
  %r = mind.matmul %a, %b : tensor<2x1x1x1xi32>, tensor<2x1x1xi32>
  return %r : tensor<2x2x1x1xi32>
}

func.func @main() {
  // CHECK: i32 [19, 22, 43, 50]
  %i32_a = mind.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %i32_b = mind.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
  %i32 = call @i32(%i32_a, %i32_b) : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  %i32_flat = mind.reshape %i32 : tensor<2x2xi32> -> tensor<4xi32>
  mind.print "i32 {}\n"(%i32_flat) : tensor<4xi32>
  // CHECK: i64 [3]
  %i64_a = mind.constant dense<[[4294967296, 1]]> : tensor<1x2xi64>
  %i64_b = mind.constant dense<[[4294967296], [3]]> : tensor<2x1xi64>
  %i64 = call @i64(%i64_a, %i64_b) : (tensor<1x2xi64>, tensor<2x1xi64>) -> tensor<1x1xi64>
  %i64_flat = mind.reshape %i64 : tensor<1x1xi64> -> tensor<1xi64>
  mind.print "i64 {}\n"(%i64_flat) : tensor<1xi64>
  // Left to right: 1e8 + 1 loses the 1.
  // CHECK: chain [0]
  %chain_a = mind.constant dense<[[1.0e8, 1.0, -1.0e8]]> : tensor<1x3xf32>
  %chain_b = mind.constant dense<[[1.0], [1.0], [1.0]]> : tensor<3x1xf32>
  %chain = call @chain(%chain_a, %chain_b) : (tensor<1x3xf32>, tensor<3x1xf32>) -> tensor<1x1xf32>
  %chain_flat = mind.reshape %chain : tensor<1x1xf32> -> tensor<1xf32>
  mind.print "chain {}\n"(%chain_flat) : tensor<1xf32>
  // Only a fused step sees (1 + 2^-23)^2 - (1 + 2^-22) = 2^-46.
  // CHECK: fused [1.4210855e-14]
  %fused_a = mind.constant dense<[[-1.0, 0x3F800001]]> : tensor<1x2xf32>
  %fused_b = mind.constant dense<[[0x3F800002], [0x3F800001]]> : tensor<2x1xf32>
  %fused = call @fused(%fused_a, %fused_b) : (tensor<1x2xf32>, tensor<2x1xf32>) -> tensor<1x1xf32>
  %fused_flat = mind.reshape %fused : tensor<1x1xf32> -> tensor<1xf32>
  mind.print "fused {}\n"(%fused_flat) : tensor<1xf32>
  // CHECK: fused_f64 [4.930380657631324e-32]
  %fused_f64_a = mind.constant dense<[[-1.0, 0x3FF0000000000001]]> : tensor<1x2xf64>
  %fused_f64_b = mind.constant dense<[[0x3FF0000000000002], [0x3FF0000000000001]]> : tensor<2x1xf64>
  %fused_f64 = call @fused_f64(%fused_f64_a, %fused_f64_b) : (tensor<1x2xf64>, tensor<2x1xf64>)
      -> tensor<1x1xf64>
  %fused_f64_flat = mind.reshape %fused_f64 : tensor<1x1xf64> -> tensor<1xf64>
  mind.print "fused_f64 {}\n"(%fused_f64_flat) : tensor<1xf64>
  // CHECK: from_zero [0]
  %from_zero_a = mind.constant dense<[[-0.0]]> : tensor<1x1xf32>
  %from_zero_b = mind.constant dense<[[1.0]]> : tensor<1x1xf32>
  %from_zero = call @from_zero(%from_zero_a, %from_zero_b) : (tensor<1x1xf32>, tensor<1x1xf32>)
      -> tensor<1x1xf32>
  %from_zero_flat = mind.reshape %from_zero : tensor<1x1xf32> -> tensor<1xf32>
  mind.print "from_zero {}\n"(%from_zero_flat) : tensor<1xf32>
  // CHECK: empty [0, 0, 0, 0]
  %empty_a = mind.constant dense<[[], []]> : tensor<2x0xf32>
  %empty_b = mind.constant dense<> : tensor<0x2xf32>
  %empty = call @empty(%empty_a, %empty_b) : (tensor<2x0xf32>, tensor<0x2xf32>) -> tensor<2x2xf32>
  %empty_flat = mind.reshape %empty : tensor<2x2xf32> -> tensor<4xf32>
  mind.print "empty {}\n"(%empty_flat) : tensor<4xf32>
  // One rounding, at the end.
  // CHECK: f16 [2050]
  %f16_a = mind.constant dense<[[2048.0, 1.0, 1.0]]> : tensor<1x3xf16>
  %f16_b = mind.constant dense<[[1.0], [1.0], [1.0]]> : tensor<3x1xf16>
  %f16 = call @f16(%f16_a, %f16_b) : (tensor<1x3xf16>, tensor<3x1xf16>) -> tensor<1x1xf16>
  %f16_flat = mind.reshape %f16 : tensor<1x1xf16> -> tensor<1xf16>
  mind.print "f16 {}\n"(%f16_flat) : tensor<1xf16>
  // CHECK: bf16 [258]
  %bf16_a = mind.constant dense<[[256.0, 1.0, 1.0]]> : tensor<1x3xbf16>
  %bf16_b = mind.constant dense<[[1.0], [1.0], [1.0]]> : tensor<3x1xbf16>
  %bf16 = call @bf16(%bf16_a, %bf16_b) : (tensor<1x3xbf16>, tensor<3x1xbf16>) -> tensor<1x1xbf16>
  %bf16_flat = mind.reshape %bf16 : tensor<1x1xbf16> -> tensor<1xbf16>
  mind.print "bf16 {}\n"(%bf16_flat) : tensor<1xbf16>
  // Full products are added, and shifted once.
  // CHECK: q16 [-0.00002, 0.00002]
  %q16_a = mind.constant dense<[[-1, -1], [1, 1]]> : tensor<2x2xi32> as tensor<2x2x!mind.q16>
  %q16_b = mind.constant dense<[[32768], [32768]]> : tensor<2x1xi32> as tensor<2x1x!mind.q16>
  %q16 = call @q16(%q16_a, %q16_b) : (tensor<2x2x!mind.q16>, tensor<2x1x!mind.q16>) -> tensor<2x1x!mind.q16>
  %q16_flat = mind.reshape %q16 : tensor<2x1x!mind.q16> -> tensor<2x!mind.q16>
  mind.print "q16 {}\n"(%q16_flat) : tensor<2x!mind.q16>
  // CHECK: batch [1, 20, 3, 40]
  %batch_a = mind.constant dense<[[[1, 2]], [[3, 4]]]> : tensor<2x1x2xi64>
  %batch_b = mind.constant dense<[[1, 0], [0, 10]]> : tensor<2x2xi64>
  %batch = call @batch(%batch_a, %batch_b) : (tensor<2x1x2xi64>, tensor<2x2xi64>) -> tensor<2x1x2xi64>
  %batch_flat = mind.reshape %batch : tensor<2x1x2xi64> -> tensor<4xi64>
  mind.print "batch {}\n"(%batch_flat) : tensor<4xi64>
  // CHECK: batches [3, 4, 6, 8]
  %batches_a = mind.constant dense<[[[[1]]], [[[2]]]]> : tensor<2x1x1x1xi32>
  %batches_b = mind.constant dense<[[[3]], [[4]]]> : tensor<2x1x1xi32>
  %batches = call @batches(%batches_a, %batches_b) : (tensor<2x1x1x1xi32>, tensor<2x1x1xi32>)
      -> tensor<2x2x1x1xi32>
  %batches_flat = mind.reshape %batches : tensor<2x2x1x1xi32> -> tensor<4xi32>
  mind.print "batches {}\n"(%batches_flat) : tensor<4xi32>
  return
}
