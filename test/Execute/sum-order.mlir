// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// The one order of a float sum (N15): 1e8 + 1 loses the 1, so the result tells who met whom.

func.func private @fold8(%a: tensor<1xf32>, %b: tensor<1xf32>, %c: tensor<1xf32>) -> tensor<f32> {
  %z0 = mind.fill 0.0 : tensor<16xf32>
  %z1 = mind.insert %a into %z0 axes [0] starts [0] strides [1] : tensor<1xf32>, tensor<16xf32>
  %z2 = mind.insert %b into %z1 axes [0] starts [1] strides [1] : tensor<1xf32>, tensor<16xf32>
  %z3 = mind.insert %c into %z2 axes [0] starts [8] strides [1] : tensor<1xf32>, tensor<16xf32>
  %r = mind.sum %z3 axes [] : tensor<16xf32>
  return %r : tensor<f32>
}

func.func private @fold4_lost(%a: tensor<1xf32>, %b: tensor<1xf32>, %c: tensor<1xf32>) -> tensor<f32> {
  %z0 = mind.fill 0.0 : tensor<16xf32>
  %z1 = mind.insert %a into %z0 axes [0] starts [0] strides [1] : tensor<1xf32>, tensor<16xf32>
  %z2 = mind.insert %b into %z1 axes [0] starts [4] strides [1] : tensor<1xf32>, tensor<16xf32>
  %z3 = mind.insert %c into %z2 axes [0] starts [2] strides [1] : tensor<1xf32>, tensor<16xf32>
  %r = mind.sum %z3 axes [] : tensor<16xf32>
  return %r : tensor<f32>
}

func.func private @fold4(%a: tensor<1xf32>, %b: tensor<1xf32>, %c: tensor<1xf32>) -> tensor<f32> {
  %z0 = mind.fill 0.0 : tensor<16xf32>
  %z1 = mind.insert %a into %z0 axes [0] starts [0] strides [1] : tensor<1xf32>, tensor<16xf32>
  %z2 = mind.insert %b into %z1 axes [0] starts [2] strides [1] : tensor<1xf32>, tensor<16xf32>
  %z3 = mind.insert %c into %z2 axes [0] starts [4] strides [1] : tensor<1xf32>, tensor<16xf32>
  %r = mind.sum %z3 axes [] : tensor<16xf32>
  return %r : tensor<f32>
}

func.func private @fold2(%a: tensor<1xf32>, %b: tensor<1xf32>, %c: tensor<1xf32>) -> tensor<f32> {
  %z0 = mind.fill 0.0 : tensor<16xf32>
  %z1 = mind.insert %a into %z0 axes [0] starts [0] strides [1] : tensor<1xf32>, tensor<16xf32>
  %z2 = mind.insert %b into %z1 axes [0] starts [1] strides [1] : tensor<1xf32>, tensor<16xf32>
  %z3 = mind.insert %c into %z2 axes [0] starts [2] strides [1] : tensor<1xf32>, tensor<16xf32>
  %r = mind.sum %z3 axes [] : tensor<16xf32>
  return %r : tensor<f32>
}

func.func private @fold1_lost(%a: tensor<1xf32>, %b: tensor<1xf32>, %c: tensor<1xf32>) -> tensor<f32> {
  %z0 = mind.fill 0.0 : tensor<16xf32>
  %z1 = mind.insert %a into %z0 axes [0] starts [0] strides [1] : tensor<1xf32>, tensor<16xf32>
  %z2 = mind.insert %b into %z1 axes [0] starts [2] strides [1] : tensor<1xf32>, tensor<16xf32>
  %z3 = mind.insert %c into %z2 axes [0] starts [1] strides [1] : tensor<1xf32>, tensor<16xf32>
  %r = mind.sum %z3 axes [] : tensor<16xf32>
  return %r : tensor<f32>
}

func.func private @lane_lost(%a: tensor<1xf32>, %b: tensor<1xf32>, %c: tensor<1xf32>) -> tensor<f32> {
  %z0 = mind.fill 0.0 : tensor<48xf32>
  %z1 = mind.insert %a into %z0 axes [0] starts [0] strides [1] : tensor<1xf32>, tensor<48xf32>
  %z2 = mind.insert %b into %z1 axes [0] starts [16] strides [1] : tensor<1xf32>, tensor<48xf32>
  %z3 = mind.insert %c into %z2 axes [0] starts [32] strides [1] : tensor<1xf32>, tensor<48xf32>
  %r = mind.sum %z3 axes [] : tensor<48xf32>
  return %r : tensor<f32>
}

func.func private @lane(%a: tensor<1xf32>, %b: tensor<1xf32>, %c: tensor<1xf32>) -> tensor<f32> {
  %z0 = mind.fill 0.0 : tensor<48xf32>
  %z1 = mind.insert %a into %z0 axes [0] starts [0] strides [1] : tensor<1xf32>, tensor<48xf32>
  %z2 = mind.insert %b into %z1 axes [0] starts [17] strides [1] : tensor<1xf32>, tensor<48xf32>
  %z3 = mind.insert %c into %z2 axes [0] starts [32] strides [1] : tensor<1xf32>, tensor<48xf32>
  %r = mind.sum %z3 axes [] : tensor<48xf32>
  return %r : tensor<f32>
}

func.func private @blocks3(%a: tensor<1xf32>, %b: tensor<1xf32>, %c: tensor<1xf32>) -> tensor<f32> {
  %z0 = mind.fill 0.0 : tensor<3072xf32>
  %z1 = mind.insert %a into %z0 axes [0] starts [0] strides [1] : tensor<1xf32>, tensor<3072xf32>
  %z2 = mind.insert %b into %z1 axes [0] starts [1024] strides [1] : tensor<1xf32>, tensor<3072xf32>
  %z3 = mind.insert %c into %z2 axes [0] starts [2048] strides [1] : tensor<1xf32>, tensor<3072xf32>
  %r = mind.sum %z3 axes [] : tensor<3072xf32>
  return %r : tensor<f32>
}

func.func private @blocks3_lost(%a: tensor<1xf32>, %b: tensor<1xf32>, %c: tensor<1xf32>) -> tensor<f32> {
  %z0 = mind.fill 0.0 : tensor<3072xf32>
  %z1 = mind.insert %a into %z0 axes [0] starts [0] strides [1] : tensor<1xf32>, tensor<3072xf32>
  %z2 = mind.insert %b into %z1 axes [0] starts [1024] strides [1] : tensor<1xf32>, tensor<3072xf32>
  %z3 = mind.insert %c into %z2 axes [0] starts [2048] strides [1] : tensor<1xf32>, tensor<3072xf32>
  %r = mind.sum %z3 axes [] : tensor<3072xf32>
  return %r : tensor<f32>
}

func.func private @blocks4(%a: tensor<1xf32>, %b: tensor<1xf32>, %c: tensor<1xf32>) -> tensor<f32> {
  %z0 = mind.fill 0.0 : tensor<4096xf32>
  %z1 = mind.insert %a into %z0 axes [0] starts [0] strides [1] : tensor<1xf32>, tensor<4096xf32>
  %z2 = mind.insert %b into %z1 axes [0] starts [2048] strides [1] : tensor<1xf32>, tensor<4096xf32>
  %z3 = mind.insert %c into %z2 axes [0] starts [3072] strides [1] : tensor<1xf32>, tensor<4096xf32>
  %r = mind.sum %z3 axes [] : tensor<4096xf32>
  return %r : tensor<f32>
}

func.func private @blocks6(%a: tensor<1xf32>, %b: tensor<1xf32>, %c: tensor<1xf32>) -> tensor<f32> {
  %z0 = mind.fill 0.0 : tensor<6144xf32>
  %z1 = mind.insert %a into %z0 axes [0] starts [0] strides [1] : tensor<1xf32>, tensor<6144xf32>
  %z2 = mind.insert %b into %z1 axes [0] starts [4096] strides [1] : tensor<1xf32>, tensor<6144xf32>
  %z3 = mind.insert %c into %z2 axes [0] starts [5120] strides [1] : tensor<1xf32>, tensor<6144xf32>
  %r = mind.sum %z3 axes [] : tensor<6144xf32>
  return %r : tensor<f32>
}

func.func private @blocks7(%a: tensor<1xf32>, %b: tensor<1xf32>, %c: tensor<1xf32>) -> tensor<f32> {
  %z0 = mind.fill 0.0 : tensor<7168xf32>
  %z1 = mind.insert %a into %z0 axes [0] starts [0] strides [1] : tensor<1xf32>, tensor<7168xf32>
  %z2 = mind.insert %b into %z1 axes [0] starts [4096] strides [1] : tensor<1xf32>, tensor<7168xf32>
  %z3 = mind.insert %c into %z2 axes [0] starts [6144] strides [1] : tensor<1xf32>, tensor<7168xf32>
  %r = mind.sum %z3 axes [] : tensor<7168xf32>
  return %r : tensor<f32>
}

func.func private @short_block(%a: tensor<1xf32>, %b: tensor<1xf32>, %c: tensor<1xf32>) -> tensor<f32> {
  %z0 = mind.fill 0.0 : tensor<1025xf32>
  %z1 = mind.insert %a into %z0 axes [0] starts [0] strides [1] : tensor<1xf32>, tensor<1025xf32>
  %z2 = mind.insert %b into %z1 axes [0] starts [1023] strides [1] : tensor<1xf32>, tensor<1025xf32>
  %z3 = mind.insert %c into %z2 axes [0] starts [1024] strides [1] : tensor<1xf32>, tensor<1025xf32>
  %r = mind.sum %z3 axes [] : tensor<1025xf32>
  return %r : tensor<f32>
}

func.func private @short_lanes(%a: tensor<1xf32>, %b: tensor<1xf32>, %c: tensor<1xf32>) -> tensor<f32> {
  %z0 = mind.fill 0.0 : tensor<1030xf32>
  %z1 = mind.insert %a into %z0 axes [0] starts [0] strides [1] : tensor<1xf32>, tensor<1030xf32>
  %z2 = mind.insert %b into %z1 axes [0] starts [1024] strides [1] : tensor<1xf32>, tensor<1030xf32>
  %z3 = mind.insert %c into %z2 axes [0] starts [1029] strides [1] : tensor<1xf32>, tensor<1030xf32>
  %r = mind.sum %z3 axes [] : tensor<1030xf32>
  return %r : tensor<f32>
}

func.func private @f16(%a: tensor<1xf16>, %b: tensor<1xf16>, %c: tensor<1xf16>, %d: tensor<1xf16>)
    -> tensor<f16> {
  %z0 = mind.fill 0.0 : tensor<64xf16>
  %z1 = mind.insert %a into %z0 axes [0] starts [0] strides [1] : tensor<1xf16>, tensor<64xf16>
  %z2 = mind.insert %b into %z1 axes [0] starts [16] strides [1] : tensor<1xf16>, tensor<64xf16>
  %z3 = mind.insert %c into %z2 axes [0] starts [32] strides [1] : tensor<1xf16>, tensor<64xf16>
  %z4 = mind.insert %d into %z3 axes [0] starts [48] strides [1] : tensor<1xf16>, tensor<64xf16>
  %r = mind.sum %z4 axes [] : tensor<64xf16>
  return %r : tensor<f16>
}

func.func private @bf16(%a: tensor<1xbf16>, %b: tensor<1xbf16>, %c: tensor<1xbf16>, %d: tensor<1xbf16>)
    -> tensor<bf16> {
  %z0 = mind.fill 0.0 : tensor<64xbf16>
  %z1 = mind.insert %a into %z0 axes [0] starts [0] strides [1] : tensor<1xbf16>, tensor<64xbf16>
  %z2 = mind.insert %b into %z1 axes [0] starts [16] strides [1] : tensor<1xbf16>, tensor<64xbf16>
  %z3 = mind.insert %c into %z2 axes [0] starts [32] strides [1] : tensor<1xbf16>, tensor<64xbf16>
  %z4 = mind.insert %d into %z3 axes [0] starts [48] strides [1] : tensor<1xbf16>, tensor<64xbf16>
  %r = mind.sum %z4 axes [] : tensor<64xbf16>
  return %r : tensor<bf16>
}

func.func private @f64(%a: tensor<1xf64>, %b: tensor<1xf64>, %c: tensor<1xf64>) -> tensor<f64> {
  %z0 = mind.fill 0.0 : tensor<16xf64>
  %z1 = mind.insert %a into %z0 axes [0] starts [0] strides [1] : tensor<1xf64>, tensor<16xf64>
  %z2 = mind.insert %b into %z1 axes [0] starts [1] strides [1] : tensor<1xf64>, tensor<16xf64>
  %z3 = mind.insert %c into %z2 axes [0] starts [8] strides [1] : tensor<1xf64>, tensor<16xf64>
  %r = mind.sum %z3 axes [] : tensor<16xf64>
  return %r : tensor<f64>
}

func.func private @mean(%a: tensor<1xf32>, %b: tensor<1xf32>, %c: tensor<1xf32>) -> tensor<f32> {
  %z0 = mind.fill 0.0 : tensor<48xf32>
  %z1 = mind.insert %a into %z0 axes [0] starts [0] strides [1] : tensor<1xf32>, tensor<48xf32>
  %z2 = mind.insert %b into %z1 axes [0] starts [17] strides [1] : tensor<1xf32>, tensor<48xf32>
  %z3 = mind.insert %c into %z2 axes [0] starts [32] strides [1] : tensor<1xf32>, tensor<48xf32>
  %r = mind.mean %z3 axes [] : tensor<48xf32>
  return %r : tensor<f32>
}

func.func private @rows(%a: tensor<3x2xf32>) -> tensor<2xf32> {
  %z0 = mind.fill 0.0 : tensor<48x2xf32>
  %z1 = mind.insert %a into %z0 axes [0] starts [0] strides [16] : tensor<3x2xf32>, tensor<48x2xf32>
  %r = mind.sum %z1 axes [0] : tensor<48x2xf32>
  return %r : tensor<2xf32>
}

func.func private @columns(%a: tensor<2x9xf32>) -> tensor<f32> {
  %r = mind.sum %a axes [0, 1] : tensor<2x9xf32>
  return %r : tensor<f32>
}

func.func @main() {
  // Lanes 0 and 8 meet first.
  // CHECK: fold8 1
  %fold8_a = mind.constant dense<[1.0e8]> : tensor<1xf32>
  %fold8_b = mind.constant dense<[1.0]> : tensor<1xf32>
  %fold8_c = mind.constant dense<[-1.0e8]> : tensor<1xf32>
  %fold8 = call @fold8(%fold8_a, %fold8_b, %fold8_c) : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>)
      -> tensor<f32>
  mind.print "fold8 {}\n"(%fold8) : tensor<f32>
  // Then lanes 0 and 4, then 0 and 2, then 0 and 1.
  // CHECK: fold4_lost 0
  %fold4_lost_a = mind.constant dense<[1.0e8]> : tensor<1xf32>
  %fold4_lost_b = mind.constant dense<[1.0]> : tensor<1xf32>
  %fold4_lost_c = mind.constant dense<[-1.0e8]> : tensor<1xf32>
  %fold4_lost = call @fold4_lost(%fold4_lost_a, %fold4_lost_b, %fold4_lost_c) : (tensor<1xf32>,
      tensor<1xf32>, tensor<1xf32>) -> tensor<f32>
  mind.print "fold4_lost {}\n"(%fold4_lost) : tensor<f32>
  // CHECK: fold4 1
  %fold4_a = mind.constant dense<[1.0e8]> : tensor<1xf32>
  %fold4_b = mind.constant dense<[1.0]> : tensor<1xf32>
  %fold4_c = mind.constant dense<[-1.0e8]> : tensor<1xf32>
  %fold4 = call @fold4(%fold4_a, %fold4_b, %fold4_c) : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>)
      -> tensor<f32>
  mind.print "fold4 {}\n"(%fold4) : tensor<f32>
  // CHECK: fold2 1
  %fold2_a = mind.constant dense<[1.0e8]> : tensor<1xf32>
  %fold2_b = mind.constant dense<[1.0]> : tensor<1xf32>
  %fold2_c = mind.constant dense<[-1.0e8]> : tensor<1xf32>
  %fold2 = call @fold2(%fold2_a, %fold2_b, %fold2_c) : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>)
      -> tensor<f32>
  mind.print "fold2 {}\n"(%fold2) : tensor<f32>
  // CHECK: fold1_lost 0
  %fold1_lost_a = mind.constant dense<[1.0e8]> : tensor<1xf32>
  %fold1_lost_b = mind.constant dense<[1.0]> : tensor<1xf32>
  %fold1_lost_c = mind.constant dense<[-1.0e8]> : tensor<1xf32>
  %fold1_lost = call @fold1_lost(%fold1_lost_a, %fold1_lost_b, %fold1_lost_c) : (tensor<1xf32>,
      tensor<1xf32>, tensor<1xf32>) -> tensor<f32>
  mind.print "fold1_lost {}\n"(%fold1_lost) : tensor<f32>
  // Elements 16 apart share a lane, in ascending order.
  // CHECK: lane_lost 0
  %lane_lost_a = mind.constant dense<[1.0e8]> : tensor<1xf32>
  %lane_lost_b = mind.constant dense<[1.0]> : tensor<1xf32>
  %lane_lost_c = mind.constant dense<[-1.0e8]> : tensor<1xf32>
  %lane_lost = call @lane_lost(%lane_lost_a, %lane_lost_b, %lane_lost_c) : (tensor<1xf32>, tensor<1xf32>,
      tensor<1xf32>) -> tensor<f32>
  mind.print "lane_lost {}\n"(%lane_lost) : tensor<f32>
  // CHECK: lane 1
  %lane_a = mind.constant dense<[1.0e8]> : tensor<1xf32>
  %lane_b = mind.constant dense<[1.0]> : tensor<1xf32>
  %lane_c = mind.constant dense<[-1.0e8]> : tensor<1xf32>
  %lane = call @lane(%lane_a, %lane_b, %lane_c) : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<f32>
  mind.print "lane {}\n"(%lane) : tensor<f32>
  // (b0 + b1) + b2
  // CHECK: blocks3 1
  %blocks3_a = mind.constant dense<[1.0e8]> : tensor<1xf32>
  %blocks3_b = mind.constant dense<[-1.0e8]> : tensor<1xf32>
  %blocks3_c = mind.constant dense<[1.0]> : tensor<1xf32>
  %blocks3 = call @blocks3(%blocks3_a, %blocks3_b, %blocks3_c) : (tensor<1xf32>, tensor<1xf32>,
      tensor<1xf32>) -> tensor<f32>
  mind.print "blocks3 {}\n"(%blocks3) : tensor<f32>
  // CHECK: blocks3_lost 0
  %blocks3_lost_a = mind.constant dense<[1.0e8]> : tensor<1xf32>
  %blocks3_lost_b = mind.constant dense<[1.0]> : tensor<1xf32>
  %blocks3_lost_c = mind.constant dense<[-1.0e8]> : tensor<1xf32>
  %blocks3_lost = call @blocks3_lost(%blocks3_lost_a, %blocks3_lost_b, %blocks3_lost_c) : (tensor<1xf32>,
      tensor<1xf32>, tensor<1xf32>) -> tensor<f32>
  mind.print "blocks3_lost {}\n"(%blocks3_lost) : tensor<f32>
  // (b0 + b1) + (b2 + b3)
  // CHECK: blocks4 100000010
  %blocks4_a = mind.constant dense<[1.0e8]> : tensor<1xf32>
  %blocks4_b = mind.constant dense<[4.0]> : tensor<1xf32>
  %blocks4_c = mind.constant dense<[4.0]> : tensor<1xf32>
  %blocks4 = call @blocks4(%blocks4_a, %blocks4_b, %blocks4_c) : (tensor<1xf32>, tensor<1xf32>,
      tensor<1xf32>) -> tensor<f32>
  mind.print "blocks4 {}\n"(%blocks4) : tensor<f32>
  // ((b0 + b1) + (b2 + b3)) + (b4 + b5)
  // CHECK: blocks6 100000010
  %blocks6_a = mind.constant dense<[1.0e8]> : tensor<1xf32>
  %blocks6_b = mind.constant dense<[4.0]> : tensor<1xf32>
  %blocks6_c = mind.constant dense<[4.0]> : tensor<1xf32>
  %blocks6 = call @blocks6(%blocks6_a, %blocks6_b, %blocks6_c) : (tensor<1xf32>, tensor<1xf32>,
      tensor<1xf32>) -> tensor<f32>
  mind.print "blocks6 {}\n"(%blocks6) : tensor<f32>
  // What remains merges from the smallest up: 4 + (2 + 1).
  // CHECK: blocks7 100000010
  %blocks7_a = mind.constant dense<[1.0e8]> : tensor<1xf32>
  %blocks7_b = mind.constant dense<[4.0]> : tensor<1xf32>
  %blocks7_c = mind.constant dense<[4.0]> : tensor<1xf32>
  %blocks7 = call @blocks7(%blocks7_a, %blocks7_b, %blocks7_c) : (tensor<1xf32>, tensor<1xf32>,
      tensor<1xf32>) -> tensor<f32>
  mind.print "blocks7 {}\n"(%blocks7) : tensor<f32>
  // CHECK: short_block 1
  %short_block_a = mind.constant dense<[1.0e8]> : tensor<1xf32>
  %short_block_b = mind.constant dense<[-1.0e8]> : tensor<1xf32>
  %short_block_c = mind.constant dense<[1.0]> : tensor<1xf32>
  %short_block = call @short_block(%short_block_a, %short_block_b, %short_block_c) : (tensor<1xf32>,
      tensor<1xf32>, tensor<1xf32>) -> tensor<f32>
  mind.print "short_block {}\n"(%short_block) : tensor<f32>
  // The last block has lanes 0 to 5: -1e8 + 1 loses the 1 there.
  // CHECK: short_lanes 0
  %short_lanes_a = mind.constant dense<[1.0e8]> : tensor<1xf32>
  %short_lanes_b = mind.constant dense<[-1.0e8]> : tensor<1xf32>
  %short_lanes_c = mind.constant dense<[1.0]> : tensor<1xf32>
  %short_lanes = call @short_lanes(%short_lanes_a, %short_lanes_b, %short_lanes_c) : (tensor<1xf32>,
      tensor<1xf32>, tensor<1xf32>) -> tensor<f32>
  mind.print "short_lanes {}\n"(%short_lanes) : tensor<f32>
  // Lanes are f32; each step in f16 would stay at 2048.
  // CHECK: f16 2052
  %f16_a = mind.constant dense<[2048.0]> : tensor<1xf16>
  %f16_b = mind.constant dense<[1.0]> : tensor<1xf16>
  %f16_c = mind.constant dense<[1.0]> : tensor<1xf16>
  %f16_d = mind.constant dense<[2.0]> : tensor<1xf16>
  %f16 = call @f16(%f16_a, %f16_b, %f16_c, %f16_d) : (tensor<1xf16>, tensor<1xf16>, tensor<1xf16>,
      tensor<1xf16>) -> tensor<f16>
  mind.print "f16 {}\n"(%f16) : tensor<f16>
  // CHECK: bf16 260
  %bf16_a = mind.constant dense<[256.0]> : tensor<1xbf16>
  %bf16_b = mind.constant dense<[1.0]> : tensor<1xbf16>
  %bf16_c = mind.constant dense<[1.0]> : tensor<1xbf16>
  %bf16_d = mind.constant dense<[2.0]> : tensor<1xbf16>
  %bf16 = call @bf16(%bf16_a, %bf16_b, %bf16_c, %bf16_d) : (tensor<1xbf16>, tensor<1xbf16>, tensor<1xbf16>,
      tensor<1xbf16>) -> tensor<bf16>
  mind.print "bf16 {}\n"(%bf16) : tensor<bf16>
  // CHECK: f64 1
  %f64_a = mind.constant dense<[1.0e17]> : tensor<1xf64>
  %f64_b = mind.constant dense<[1.0]> : tensor<1xf64>
  %f64_c = mind.constant dense<[-1.0e17]> : tensor<1xf64>
  %f64 = call @f64(%f64_a, %f64_b, %f64_c) : (tensor<1xf64>, tensor<1xf64>, tensor<1xf64>) -> tensor<f64>
  mind.print "f64 {}\n"(%f64) : tensor<f64>
  // CHECK: mean 0.020833334
  %mean_a = mind.constant dense<[1.0e8]> : tensor<1xf32>
  %mean_b = mind.constant dense<[1.0]> : tensor<1xf32>
  %mean_c = mind.constant dense<[-1.0e8]> : tensor<1xf32>
  %mean = call @mean(%mean_a, %mean_b, %mean_c) : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<f32>
  mind.print "mean {}\n"(%mean) : tensor<f32>
  // Over an outer axis lanes are rows modulo 16: these three share lane 0.
  // CHECK: rows [0, 1]
  %rows_a = mind.constant dense<[[1.0e8, 1.0e8], [1.0, -1.0e8], [-1.0e8, 1.0]]> : tensor<3x2xf32>
  %rows = call @rows(%rows_a) : (tensor<3x2xf32>) -> tensor<2xf32>
  mind.print "rows {}\n"(%rows) : tensor<2xf32>
  // Several axes count in row-major order.
  // CHECK: columns 1
  %columns_a = mind.constant dense<[[1.0e8, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0e8], [0.0, 0.0, 0.0, 0.0,
      0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<2x9xf32>
  %columns = call @columns(%columns_a) : (tensor<2x9xf32>) -> tensor<f32>
  mind.print "columns {}\n"(%columns) : tensor<f32>
  return
}
