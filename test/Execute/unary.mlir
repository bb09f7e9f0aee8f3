// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// Elementary functions at the values that leave no choice (N8, N9); test/Execute checks no others, the unit tests
// of MathSequences do.

func.func private @exp(%a: tensor<7xf32>) -> tensor<7xf32> {
  %r = mind.unary exp %a : tensor<7xf32>
  return %r : tensor<7xf32>
}

func.func private @exp64(%a: tensor<4xf64>) -> tensor<4xf64> {
  %r = mind.unary exp %a : tensor<4xf64>
  return %r : tensor<4xf64>
}

func.func private @exp16(%a: tensor<2xf16>) -> tensor<2xf16> {
  %r = mind.unary exp %a : tensor<2xf16>
  return %r : tensor<2xf16>
}

func.func private @log(%a: tensor<5xf32>) -> tensor<5xf32> {
  %r = mind.unary log %a : tensor<5xf32>
  return %r : tensor<5xf32>
}

func.func private @log64(%a: tensor<2xf64>) -> tensor<2xf64> {
  %r = mind.unary log %a : tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func private @log2(%a: tensor<3xf32>) -> tensor<3xf32> {
  %r = mind.unary log2 %a : tensor<3xf32>
  return %r : tensor<3xf32>
}

func.func private @log10(%a: tensor<2xf32>) -> tensor<2xf32> {
  %r = mind.unary log10 %a : tensor<2xf32>
  return %r : tensor<2xf32>
}

func.func private @sqrt(%a: tensor<4xf32>) -> tensor<4xf32> {
  %r = mind.unary sqrt %a : tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func private @sqrt64(%a: tensor<1xf64>) -> tensor<1xf64> {
  %r = mind.unary sqrt %a : tensor<1xf64>
  return %r : tensor<1xf64>
}

func.func private @sqrt16(%a: tensor<1xf16>) -> tensor<1xf16> {
  %r = mind.unary sqrt %a : tensor<1xf16>
  return %r : tensor<1xf16>
}

func.func private @tanh(%a: tensor<3xf32>) -> tensor<3xf32> {
  %r = mind.unary tanh %a : tensor<3xf32>
  return %r : tensor<3xf32>
}

func.func private @sigmoid(%a: tensor<3xf32>) -> tensor<3xf32> {
  %r = mind.unary sigmoid %a : tensor<3xf32>
  return %r : tensor<3xf32>
}

func.func private @sin(%a: tensor<3xf32>) -> tensor<3xf32> {
  %r = mind.unary sin %a : tensor<3xf32>
  return %r : tensor<3xf32>
}

func.func private @cos(%a: tensor<2xf32>) -> tensor<2xf32> {
  %r = mind.unary cos %a : tensor<2xf32>
  return %r : tensor<2xf32>
}

func.func private @tan(%a: tensor<1xbf16>) -> tensor<1xbf16> {
  %r = mind.unary tan %a : tensor<1xbf16>
  return %r : tensor<1xbf16>
}

func.func private @asin(%a: tensor<3xf32>) -> tensor<3xf32> {
  %r = mind.unary asin %a : tensor<3xf32>
  return %r : tensor<3xf32>
}

func.func private @acos(%a: tensor<2xf32>) -> tensor<2xf32> {
  %r = mind.unary acos %a : tensor<2xf32>
  return %r : tensor<2xf32>
}

func.func private @atan(%a: tensor<2xf64>) -> tensor<2xf64> {
  %r = mind.unary atan %a : tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func @main() {
  // CHECK: exp [1, 2.7182817, 0, inf, inf, nan, 1]
  %exp_a = mind.constant dense<[0.0, 1.0, 0xFF800000, 0x7F800000, 100.0, 0x7FC00000, -0.0]> : tensor<7xf32>
  %exp = call @exp(%exp_a) : (tensor<7xf32>) -> tensor<7xf32>
  mind.print "exp {}\n"(%exp) : tensor<7xf32>
  // CHECK: exp64 [1, 2.718281828459045, inf, 0]
  %exp64_a = mind.constant dense<[0.0, 1.0, 710.0, -800.0]> : tensor<4xf64>
  %exp64 = call @exp64(%exp64_a) : (tensor<4xf64>) -> tensor<4xf64>
  mind.print "exp64 {}\n"(%exp64) : tensor<4xf64>
  // CHECK: exp16 [2.719, inf]
  %exp16_a = mind.constant dense<[1.0, 12.0]> : tensor<2xf16>
  %exp16 = call @exp16(%exp16_a) : (tensor<2xf16>) -> tensor<2xf16>
  mind.print "exp16 {}\n"(%exp16) : tensor<2xf16>
  // CHECK: log [-inf, 0, nan, inf, 0.99999994]
  %log_a = mind.constant dense<[0.0, 1.0, -1.0, 0x7F800000, 2.7182817]> : tensor<5xf32>
  %log = call @log(%log_a) : (tensor<5xf32>) -> tensor<5xf32>
  mind.print "log {}\n"(%log) : tensor<5xf32>
  // CHECK: log64 [2.302585092994046, -inf]
  %log64_a = mind.constant dense<[10.0, -0.0]> : tensor<2xf64>
  %log64 = call @log64(%log64_a) : (tensor<2xf64>) -> tensor<2xf64>
  mind.print "log64 {}\n"(%log64) : tensor<2xf64>
  // CHECK: log2 [3, -2, -inf]
  %log2_a = mind.constant dense<[8.0, 0.25, 0.0]> : tensor<3xf32>
  %log2 = call @log2(%log2_a) : (tensor<3xf32>) -> tensor<3xf32>
  mind.print "log2 {}\n"(%log2) : tensor<3xf32>
  // CHECK: log10 [3, 0]
  %log10_a = mind.constant dense<[1000.0, 1.0]> : tensor<2xf32>
  %log10 = call @log10(%log10_a) : (tensor<2xf32>) -> tensor<2xf32>
  mind.print "log10 {}\n"(%log10) : tensor<2xf32>
  // CHECK: sqrt [1.4142135, -0, nan, inf]
  %sqrt_a = mind.constant dense<[2.0, -0.0, -1.0, 0x7F800000]> : tensor<4xf32>
  %sqrt = call @sqrt(%sqrt_a) : (tensor<4xf32>) -> tensor<4xf32>
  mind.print "sqrt {}\n"(%sqrt) : tensor<4xf32>
  // CHECK: sqrt64 [1.4142135623730951]
  %sqrt64_a = mind.constant dense<[2.0]> : tensor<1xf64>
  %sqrt64 = call @sqrt64(%sqrt64_a) : (tensor<1xf64>) -> tensor<1xf64>
  mind.print "sqrt64 {}\n"(%sqrt64) : tensor<1xf64>
  // CHECK: sqrt16 [1.414]
  %sqrt16_a = mind.constant dense<[2.0]> : tensor<1xf16>
  %sqrt16 = call @sqrt16(%sqrt16_a) : (tensor<1xf16>) -> tensor<1xf16>
  mind.print "sqrt16 {}\n"(%sqrt16) : tensor<1xf16>
  // CHECK: tanh [0, 1, -1]
  %tanh_a = mind.constant dense<[0.0, 0x7F800000, 0xFF800000]> : tensor<3xf32>
  %tanh = call @tanh(%tanh_a) : (tensor<3xf32>) -> tensor<3xf32>
  mind.print "tanh {}\n"(%tanh) : tensor<3xf32>
  // CHECK: sigmoid [0.5, 0, 1]
  %sigmoid_a = mind.constant dense<[0.0, 0xFF800000, 0x7F800000]> : tensor<3xf32>
  %sigmoid = call @sigmoid(%sigmoid_a) : (tensor<3xf32>) -> tensor<3xf32>
  mind.print "sigmoid {}\n"(%sigmoid) : tensor<3xf32>
  // CHECK: sin [0, -0, nan]
  %sin_a = mind.constant dense<[0.0, -0.0, 0x7F800000]> : tensor<3xf32>
  %sin = call @sin(%sin_a) : (tensor<3xf32>) -> tensor<3xf32>
  mind.print "sin {}\n"(%sin) : tensor<3xf32>
  // CHECK: cos [1, nan]
  %cos_a = mind.constant dense<[0.0, 0xFF800000]> : tensor<2xf32>
  %cos = call @cos(%cos_a) : (tensor<2xf32>) -> tensor<2xf32>
  mind.print "cos {}\n"(%cos) : tensor<2xf32>
  // CHECK: tan [0]
  %tan_a = mind.constant dense<[0.0]> : tensor<1xbf16>
  %tan = call @tan(%tan_a) : (tensor<1xbf16>) -> tensor<1xbf16>
  mind.print "tan {}\n"(%tan) : tensor<1xbf16>
  // CHECK: asin [0, nan, 1.5707964]
  %asin_a = mind.constant dense<[0.0, 2.0, 1.0]> : tensor<3xf32>
  %asin = call @asin(%asin_a) : (tensor<3xf32>) -> tensor<3xf32>
  mind.print "asin {}\n"(%asin) : tensor<3xf32>
  // CHECK: acos [0, 3.1415927]
  %acos_a = mind.constant dense<[1.0, -1.0]> : tensor<2xf32>
  %acos = call @acos(%acos_a) : (tensor<2xf32>) -> tensor<2xf32>
  mind.print "acos {}\n"(%acos) : tensor<2xf32>
  // CHECK: atan [0, 1.5707963267948966]
  %atan_a = mind.constant dense<[0.0, 0x7FF0000000000000]> : tensor<2xf64>
  %atan = call @atan(%atan_a) : (tensor<2xf64>) -> tensor<2xf64>
  mind.print "atan {}\n"(%atan) : tensor<2xf64>
  return
}
