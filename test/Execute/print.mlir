// REQUIRES: mindc
// RUN: mindc run --interpret %s | FileCheck %s --match-full-lines
// RUN: mindc run --backend=direct %s | FileCheck %s --match-full-lines
// RUN: %if mindc-llvm %{ mindc run --backend=llvm %s | FileCheck %s --match-full-lines %}

// The text of numbers and tensors.

func.func private @show(%a: tensor<6xf32>, %b: tensor<2x2xf16>, %c: tensor<2xi1>, %d: tensor<1x2x1x!mind.q16>) {
  mind.print "a {} {{}} b {}\n"(%a, %b) : tensor<6xf32>, tensor<2x2xf16>
  mind.print "c {} d {}\n"(%c, %d) : tensor<2xi1>, tensor<1x2x1x!mind.q16>
  return
}

func.func @main() {
  %a = mind.constant dense<[0.1, 1.0e16, 1.0e-5, 9.9e-6, -0.0, 16777216.0]> : tensor<6xf32>
  %b = mind.constant dense<[[0.1, 65504.0], [6.0e-8, 0x7E00]]> : tensor<2x2xf16>
  %c = mind.constant dense<[true, false]> : tensor<2xi1>
  %d = mind.constant dense<[[[98304], [-1]]]> : tensor<1x2x1xi32> as tensor<1x2x1x!mind.q16>
  // CHECK: a [0.1, 1e+16, 0.00001, 9.9e-6, -0, 16777216] {} b {{\[\[}}0.1, 65500], [6e-8, nan]]
  // CHECK: c [true, false] d {{\[\[\[}}1.5], [-0.00002]]]
  call @show(%a, %b, %c, %d)
      : (tensor<6xf32>, tensor<2x2xf16>, tensor<2xi1>, tensor<1x2x1x!mind.q16>) -> ()
  return
}
