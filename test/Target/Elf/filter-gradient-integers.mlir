// REQUIRES: mindc
// RUN: mindc run --interpret %s > %t.expected
// RUN: mindc run --backend=direct %s > %t.found
// RUN: cmp %t.expected %t.found

// The gradient of a filter in several blocks of pixels, with whole and partial tiles, of
// elements that wrap, and of those whose chains may not rest in memory between blocks.

func.func private @i32(%a: tensor<2x9x11x7xi32>, %b: tensor<2x9x11x19xi32>) -> tensor<3x3x7x19xi32> {
  %r = mind.conv2d_grad_filter %a, %b strides [1, 1] padding same : tensor<2x9x11x7xi32>,
      tensor<2x9x11x19xi32> -> tensor<3x3x7x19xi32>
  return %r : tensor<3x3x7x19xi32>
}

func.func private @i64(%a: tensor<2x9x11x7xi64>, %b: tensor<2x9x11x19xi64>) -> tensor<3x3x7x19xi64> {
  %r = mind.conv2d_grad_filter %a, %b strides [1, 1] padding same : tensor<2x9x11x7xi64>,
      tensor<2x9x11x19xi64> -> tensor<3x3x7x19xi64>
  return %r : tensor<3x3x7x19xi64>
}

func.func private @q16(%a: tensor<2x9x11x7x!mind.q16>, %b: tensor<2x9x11x19x!mind.q16>) -> tensor<3x3x7x19x!mind.q16> {
  %r = mind.conv2d_grad_filter %a, %b strides [1, 1] padding same : tensor<2x9x11x7x!mind.q16>,
      tensor<2x9x11x19x!mind.q16> -> tensor<3x3x7x19x!mind.q16>
  return %r : tensor<3x3x7x19x!mind.q16>
}

func.func @main() {
  %i32_a0 = mind.constant dense<[[[[2579]]], [[[-8859]]]]> : tensor<2x1x1x1xi64>
  %i32_a1 = mind.constant dense<[[[[7108]], [[-4]], [[-6429]], [[-5158]], [[38]], [[8478]], [[-4695]], [[-617]], [[-564]]]]> : tensor<1x9x1x1xi64>
  %i32_a2 = mind.constant dense<[[[[-5956], [3683], [7351], [2393], [-4948], [-8925], [-5390], [-3170], [-3177], [-3668], [3993]]]]> : tensor<1x1x11x1xi64>
  %i32_a3 = mind.constant dense<[[[[-14, 74, -93, -29, 55, 71, 78]]]]> : tensor<1x1x1x7xi64>
  %i32_a4 = mind.mul %i32_a2, %i32_a3 : tensor<1x1x11x1xi64>, tensor<1x1x1x7xi64>
  %i32_a5 = mind.add %i32_a0, %i32_a1 : tensor<2x1x1x1xi64>, tensor<1x9x1x1xi64>
  %i32_a6 = mind.add %i32_a4, %i32_a5 : tensor<1x1x11x7xi64>, tensor<2x9x1x1xi64>
  %i32_a = mind.cast %i32_a6 : tensor<2x9x11x7xi64> -> tensor<2x9x11x7xi32>
  %i32_b0 = mind.constant dense<[[[[9781]]], [[[10004]]]]> : tensor<2x1x1x1xi64>
  %i32_b1 = mind.constant dense<[[[[-2555]], [[-8220]], [[7159]], [[7427]], [[4544]], [[-8223]], [[-5308]], [[7848]], [[-3433]]]]> : tensor<1x9x1x1xi64>
  %i32_b2 = mind.constant dense<[[[[-6634], [-8973], [-4456], [-5173], [-8174], [7487], [1456], [391], [-5124], [6912], [-786]]]]> : tensor<1x1x11x1xi64>
  %i32_b3 = mind.constant dense<[[[[-65, -4, -4, 17, 33, -2, 64, 52, 74, 43, -74, 58, 29, -31, 10, 62, 84, 83, -40]]]]> : tensor<1x1x1x19xi64>
  %i32_b4 = mind.mul %i32_b2, %i32_b3 : tensor<1x1x11x1xi64>, tensor<1x1x1x19xi64>
  %i32_b5 = mind.add %i32_b0, %i32_b1 : tensor<2x1x1x1xi64>, tensor<1x9x1x1xi64>
  %i32_b6 = mind.add %i32_b4, %i32_b5 : tensor<1x1x11x19xi64>, tensor<2x9x1x1xi64>
  %i32_b = mind.cast %i32_b6 : tensor<2x9x11x19xi64> -> tensor<2x9x11x19xi32>
  %i32_r = call @i32(%i32_a, %i32_b) : (tensor<2x9x11x7xi32>, tensor<2x9x11x19xi32>) -> tensor<3x3x7x19xi32>
  mind.print "{}\n"(%i32_r) : tensor<3x3x7x19xi32>
  %i64_a0 = mind.constant dense<[[[[4491]]], [[[-6077]]]]> : tensor<2x1x1x1xi64>
  %i64_a1 = mind.constant dense<[[[[10176]], [[8178]], [[6046]], [[-7127]], [[6576]], [[5820]], [[-1858]], [[4574]], [[7732]]]]> : tensor<1x9x1x1xi64>
  %i64_a2 = mind.constant dense<[[[[10723], [10430], [6428], [-3920], [10898], [6115], [3623], [-2914], [8428], [6005], [-6323]]]]> : tensor<1x1x11x1xi64>
  %i64_a3 = mind.constant dense<[[[[73, 11, 66, 78, -76, -74, 53]]]]> : tensor<1x1x1x7xi64>
  %i64_a4 = mind.mul %i64_a2, %i64_a3 : tensor<1x1x11x1xi64>, tensor<1x1x1x7xi64>
  %i64_a5 = mind.add %i64_a0, %i64_a1 : tensor<2x1x1x1xi64>, tensor<1x9x1x1xi64>
  %i64_a = mind.add %i64_a4, %i64_a5 : tensor<1x1x11x7xi64>, tensor<2x9x1x1xi64>
  %i64_b0 = mind.constant dense<[[[[-1542]]], [[[8028]]]]> : tensor<2x1x1x1xi64>
  %i64_b1 = mind.constant dense<[[[[-7728]], [[-275]], [[6243]], [[10743]], [[3475]], [[2528]], [[2209]], [[3400]], [[10155]]]]> : tensor<1x9x1x1xi64>
  %i64_b2 = mind.constant dense<[[[[10012], [6044], [9265], [7532], [4575], [-2691], [-6703], [5673], [3051], [-2215], [6374]]]]> : tensor<1x1x11x1xi64>
  %i64_b3 = mind.constant dense<[[[[47, -88, -97, 23, 90, -70, -57, 28, -24, -39, 69, -95, 34, 37, 5, -87, 56, -71, -13]]]]> : tensor<1x1x1x19xi64>
  %i64_b4 = mind.mul %i64_b2, %i64_b3 : tensor<1x1x11x1xi64>, tensor<1x1x1x19xi64>
  %i64_b5 = mind.add %i64_b0, %i64_b1 : tensor<2x1x1x1xi64>, tensor<1x9x1x1xi64>
  %i64_b = mind.add %i64_b4, %i64_b5 : tensor<1x1x11x19xi64>, tensor<2x9x1x1xi64>
  %i64_r = call @i64(%i64_a, %i64_b) : (tensor<2x9x11x7xi64>, tensor<2x9x11x19xi64>) -> tensor<3x3x7x19xi64>
  mind.print "{}\n"(%i64_r) : tensor<3x3x7x19xi64>
  %q16_a0 = mind.constant dense<[[[[-172]]], [[[-42]]]]> : tensor<2x1x1x1xi64>
  %q16_a1 = mind.constant dense<[[[[253]], [[188]], [[-238]], [[60]], [[-74]], [[-98]], [[-175]], [[247]], [[-178]]]]> : tensor<1x9x1x1xi64>
  %q16_a2 = mind.constant dense<[[[[-125], [-55], [-20], [-169], [-293], [199], [284], [109], [-249], [-23], [-46]]]]> : tensor<1x1x11x1xi64>
  %q16_a3 = mind.constant dense<[[[[-32, 58, 34, 33, 8, -87, 21]]]]> : tensor<1x1x1x7xi64>
  %q16_a4 = mind.mul %q16_a2, %q16_a3 : tensor<1x1x11x1xi64>, tensor<1x1x1x7xi64>
  %q16_a5 = mind.add %q16_a0, %q16_a1 : tensor<2x1x1x1xi64>, tensor<1x9x1x1xi64>
  %q16_a6 = mind.add %q16_a4, %q16_a5 : tensor<1x1x11x7xi64>, tensor<2x9x1x1xi64>
  %q16_a = mind.cast %q16_a6 : tensor<2x9x11x7xi64> -> tensor<2x9x11x7x!mind.q16>
  %q16_b0 = mind.constant dense<[[[[30]]], [[[-299]]]]> : tensor<2x1x1x1xi64>
  %q16_b1 = mind.constant dense<[[[[-244]], [[-171]], [[-253]], [[-173]], [[-249]], [[-230]], [[194]], [[-267]], [[-212]]]]> : tensor<1x9x1x1xi64>
  %q16_b2 = mind.constant dense<[[[[227], [214], [201], [23], [-140], [22], [-227], [59], [95], [98], [11]]]]> : tensor<1x1x11x1xi64>
  %q16_b3 = mind.constant dense<[[[[-8, -33, -52, -16, 9, -69, -68, 42, -100, 83, 85, -3, -80, 45, -55, -90, -5, 17, 54]]]]> : tensor<1x1x1x19xi64>
  %q16_b4 = mind.mul %q16_b2, %q16_b3 : tensor<1x1x11x1xi64>, tensor<1x1x1x19xi64>
  %q16_b5 = mind.add %q16_b0, %q16_b1 : tensor<2x1x1x1xi64>, tensor<1x9x1x1xi64>
  %q16_b6 = mind.add %q16_b4, %q16_b5 : tensor<1x1x11x19xi64>, tensor<2x9x1x1xi64>
  %q16_b = mind.cast %q16_b6 : tensor<2x9x11x19xi64> -> tensor<2x9x11x19x!mind.q16>
  %q16_r = call @q16(%q16_a, %q16_b) : (tensor<2x9x11x7x!mind.q16>, tensor<2x9x11x19x!mind.q16>) -> tensor<3x3x7x19x!mind.q16>
  mind.print "{}\n"(%q16_r) : tensor<3x3x7x19x!mind.q16>
  return
}
