// RUN: mind-translate --mic3 %s -o %t.mic3
// RUN: %python %S/Inputs/mic3_codec.py %t.mic3 | FileCheck %s

// Ops beside the core: by a BinOp or an opcode of their own, else as a call of a reserved
// name.

%x = mind.fill 1.0 : tensor<2x3xf32>
%n = mind.constant dense<5> : tensor<i64>
%i = mind.constant dense<[0, 1]> : tensor<2xi64>
%s = mind.fill 1.0 : tensor<?x3xf32, #mind.dims<B, 3>>

// CHECK: %4 = BinOp mod %1 %1
%4 = mind.mod %n, %n : tensor<i64>, tensor<i64>
// CHECK-NEXT: %5 = BinOp shl %4 %1
%5 = mind.shl %4, %n : tensor<i64>, tensor<i64>
// CHECK-NEXT: %6 = BinOp shr %5 %1
%6 = mind.shr %5, %n : tensor<i64>, tensor<i64>
// CHECK-NEXT: %7 = BinOp and %6 %1
%7 = arith.andi %6, %n : tensor<i64>
// CHECK-NEXT: %8 = BinOp or %7 %1
%8 = arith.ori %7, %n : tensor<i64>
// CHECK-NEXT: %9 = BinOp xor %8 %1
%9 = arith.xori %8, %n : tensor<i64>
// CHECK-NEXT: %10 = BinOp lt %0 %0
%10 = mind.compare lt %x, %x : tensor<2x3xf32>, tensor<2x3xf32>
// CHECK-NEXT: %11 = BinOp le
%11 = mind.compare le %x, %x : tensor<2x3xf32>, tensor<2x3xf32>
// CHECK-NEXT: %12 = BinOp gt
%12 = mind.compare gt %x, %x : tensor<2x3xf32>, tensor<2x3xf32>
// CHECK-NEXT: %13 = BinOp ge
%13 = mind.compare ge %x, %x : tensor<2x3xf32>, tensor<2x3xf32>
// CHECK-NEXT: %14 = BinOp eq
%14 = mind.compare eq %x, %x : tensor<2x3xf32>, tensor<2x3xf32>
// CHECK-NEXT: %15 = BinOp ne
%15 = mind.compare ne %x, %x : tensor<2x3xf32>, tensor<2x3xf32>

// CHECK-NEXT: %16 = Call "exp" [%0]
%16 = mind.unary exp %x : tensor<2x3xf32>
// CHECK-NEXT: %17 = Call "log10" [%16]
%17 = mind.unary log10 %16 : tensor<2x3xf32>
// CHECK-NEXT: %18 = Call "abs" [%17]
%18 = mind.abs %17 : tensor<2x3xf32>
// CHECK-NEXT: %19 = Call "floor" [%18]
%19 = mind.floor %18 : tensor<2x3xf32>
// CHECK-NEXT: %20 = Call "ceil" [%19]
%20 = mind.ceil %19 : tensor<2x3xf32>
// CHECK-NEXT: %21 = Call "round" [%20]
%21 = mind.round %20 : tensor<2x3xf32>
// CHECK-NEXT: %22 = Call "ipow.-3" [%21]
%22 = mind.ipow %21, -3 : tensor<2x3xf32>
// CHECK-NEXT: %23 = Call "cast.i64" [%22]
%23 = mind.cast %22 : tensor<2x3xf32> -> tensor<2x3xi64>
// CHECK-NEXT: %24 = Call "cast.q16" [%23]
%24 = mind.cast %23 : tensor<2x3xi64> -> tensor<2x3x!mind.q16>
// CHECK-NEXT: %25 = Call "max" [%0, %22]
%25 = mind.max %x, %22 : tensor<2x3xf32>, tensor<2x3xf32>
// CHECK-NEXT: %26 = Call "min" [%25, %0]
%26 = mind.min %25, %x : tensor<2x3xf32>, tensor<2x3xf32>
// CHECK-NEXT: %27 = Call "pow" [%26, %0]
%27 = mind.pow %26, %x : tensor<2x3xf32>, tensor<2x3xf32>
// CHECK-NEXT: %28 = Call "select" [%10, %26, %27]
%28 = arith.select %10, %26, %27 : tensor<2x3xi1>, tensor<2x3xf32>
// CHECK-NEXT: %29 = Call "tensor.cast[4,3]" [%3]
%29 = tensor.cast %s : tensor<?x3xf32, #mind.dims<B, 3>> to tensor<4x3xf32>
// CHECK-NEXT: %30 = Call "tensor.cast["a b",3]" [%29]
%30 = tensor.cast %29 : tensor<4x3xf32> to tensor<?x3xf32, #mind.dims<"a b", 3>>
// CHECK-NEXT: %31 = Call "reduce_max[0,1]" [%0]
%31 = mind.reduce_max %x axes [0, 1] : tensor<2x3xf32>
// CHECK-NEXT: %32 = Call "reduce_max[;keepdims]" [%0]
%32 = mind.reduce_max %x axes [] keepdims : tensor<2x3xf32>
// CHECK-NEXT: %33 = Call "argmax[1]" [%0]
%33 = mind.argmax %x axis 1 : tensor<2x3xf32>
// CHECK-NEXT: %34 = Call "argmax[0;keepdims]" [%0]
%34 = mind.argmax %x axis 0 keepdims : tensor<2x3xf32>
// CHECK-NEXT: %35 = Call "broadcast_to[B,2,3]" [%0]
%35 = mind.broadcast_to %x : tensor<2x3xf32> -> tensor<?x2x3xf32, #mind.dims<B, 2, 3>>
// CHECK-NEXT: %36 = Call "gather_grad[0;7,3]" [%0, %2]
%36 = mind.gather_grad %x[%i] axis 0 : tensor<2x3xf32>, tensor<2xi64> -> tensor<7x3xf32>
// CHECK-NEXT: %37 = Call "insert[0,1;?,0;1,1]" [%36, %0, %1]
%37 = mind.insert %x into %36 axes [0, 1] starts [?, 0] strides [1, 1](%n) : tensor<2x3xf32>, tensor<7x3xf32>, tensor<i64>
// CHECK-NEXT: %38 = ReluGrad %0 %0
%38 = mind.relu_grad %x, %x : tensor<2x3xf32>

%39 = mind.fill 1.0 : tensor<1x5x5x3xf32>
%40 = mind.fill 1.0 : tensor<3x3x3x2xf32>
// CHECK: %41 = Call "conv2d.pad[1,2,0,3;1,1]" [%39, %40]
%41 = mind.conv2d %39, %40 strides [1, 1] padding explicit pads [1, 2, 0, 3] : tensor<1x5x5x3xf32>, tensor<3x3x3x2xf32>
%42 = mind.fill 1.0 : tensor<1x3x3x2xf32>
// CHECK: %43 = Conv2dGradInput %42 %40 [1, 5, 5, 3] 1 1 0
%43 = mind.conv2d_grad_input %42, %40 strides [1, 1] padding valid : tensor<1x3x3x2xf32>, tensor<3x3x3x2xf32> -> tensor<1x5x5x3xf32>
// CHECK-NEXT: %44 = Conv2dGradFilter %39 %42 [3, 3, 3, 2] 1 1 0
%44 = mind.conv2d_grad_filter %39, %42 strides [1, 1] padding valid : tensor<1x5x5x3xf32>, tensor<1x3x3x2xf32> -> tensor<3x3x3x2xf32>
// CHECK-NEXT: %45 = Call "conv2d_grad_input[1,1;1,2,0,3;1,5,5,3]" [%41, %40]
%45 = mind.conv2d_grad_input %41, %40 strides [1, 1] padding explicit pads [1, 2, 0, 3] : tensor<1x6x6x2xf32>, tensor<3x3x3x2xf32> -> tensor<1x5x5x3xf32>
// CHECK-NEXT: %46 = Call "conv2d_grad_filter[1,1;1,2,0,3;3,3,3,2]" [%39, %41]
%46 = mind.conv2d_grad_filter %39, %41 strides [1, 1] padding explicit pads [1, 2, 0, 3] : tensor<1x5x5x3xf32>, tensor<1x6x6x2xf32> -> tensor<3x3x3x2xf32>
// CHECK-NEXT: %47 = Call "print["a \"{}\" {}\n\09"]" [%1, %0]
mind.print "a \22{}\22 {}\n\09"(%n, %x) : tensor<i64>, tensor<2x3xf32>
%49 = mind.constant dense<true> : tensor<i1>
// CHECK: %51 = Call "assert["empty"]" [%50]
mind.assert %49, "empty"
