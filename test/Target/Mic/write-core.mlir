// RUN: mind-translate --mlir-to-mic3 %s -o %t.mic3
// RUN: %python %S/Inputs/mic3_codec.py %t.mic3 | FileCheck %s

// Each core op as an instruction, constants in each of their forms.

// CHECK: version 2 next_id 45

// CHECK: %0 = ConstI64 -7
%i64 = mind.constant dense<-7> : tensor<i64>
// CHECK-NEXT: %1 = ConstF64 0.1
%f64 = mind.constant dense<0.1> : tensor<f64>
// CHECK-NEXT: %2 = ConstTensor f32 [] 1.5
%f32 = mind.constant dense<1.5> : tensor<f32>
// CHECK-NEXT: %3 = ConstTensor i32 [] -3.0
%i32 = mind.constant dense<-3> : tensor<i32>
// The value of a q16 and not its bits.
// CHECK-NEXT: %4 = ConstTensor q16 [] 1.5
%q16 = mind.constant dense<98304> : tensor<i32> as tensor<!mind.q16>
// CHECK-NEXT: %5 = ConstTensor bf16 [] -0.0
%bf16 = mind.constant dense<-0.0> : tensor<bf16>
// The payload of a NaN would not survive as a f64.
// CHECK-NEXT: %6 = ConstDenseTensor f32 [] [2139095041]
%nan = mind.constant dense<0x7F800001> : tensor<f32>
// CHECK-NEXT: %7 = ConstTensor i32 [] 1.0
// CHECK-NEXT: %8 = ConstI64 0
// CHECK-NEXT: %9 = BinOp ne %7 %8
%true = mind.constant dense<true> : tensor<i1>
// An integer literal beside a tensor.
// CHECK-NEXT: %10 = ConstI64 2
%literal = mind.constant dense<2.0> : tensor<f32> {mic.literal = "int"}
// CHECK-NEXT: %11 = ConstI64 3
%fixed = mind.constant dense<196608> : tensor<i32> as tensor<!mind.q16> {mic.literal = "int"}
// What is no integer was none in the file.
// CHECK-NEXT: %12 = ConstTensor f32 [] 2.5
%half = mind.constant dense<2.5> : tensor<f32> {mic.literal = "int"}
// CHECK-NEXT: %13 = ConstDenseTensor f32 [2] [1065353216, 3221225472]
%list = mind.constant dense<[1.0, -2.0]> : tensor<2xf32>
// Equal elements are listed, too.
// CHECK-NEXT: %14 = ConstDenseTensor i32 [3] [4294967295, 4294967295, 4294967295]
%same = mind.constant dense<-1> : tensor<3xi32>
// CHECK-NEXT: %15 = ConstDenseTensor i64 [0] []
%none = mind.constant dense<> : tensor<0xi64>
// CHECK-NEXT: %16 = ConstDenseTensor i32 [2] [1, 0]
// CHECK-NEXT: %17 = ConstI64 0
// CHECK-NEXT: %18 = BinOp ne %16 %17
%bools = mind.constant dense<[true, false]> : tensor<2xi1>
// But not by the million.
// CHECK-NEXT: %19 = ConstTensor f16 [1000, 1000] 0.5
%many = mind.constant dense<0.5> : tensor<1000x1000xf16>
// CHECK-NEXT: %20 = ConstTensor f32 [B, 3] 1.0
%x = mind.fill 1.0 : tensor<?x3xf32, #mind.dims<B, 3>>
// CHECK-NEXT: %21 = ConstTensor i64 [2] none
%open = mind.fill : tensor<2xi64>
// CHECK-NEXT: %22 = ConstTensor i32 [2] 1.0
// CHECK-NEXT: %23 = ConstI64 0
// CHECK-NEXT: %24 = BinOp ne %22 %23
%ones = mind.fill 0.5 : tensor<2xi1>

// CHECK-NEXT: %25 = BinOp add %20 %2
%25 = mind.add %x, %f32 : tensor<?x3xf32, #mind.dims<B, 3>>, tensor<f32>
// CHECK-NEXT: %26 = BinOp sub %25 %20
%26 = mind.sub %25, %x : tensor<?x3xf32, #mind.dims<B, 3>>, tensor<?x3xf32, #mind.dims<B, 3>>
// CHECK-NEXT: %27 = BinOp mul %26 %10
%27 = mind.mul %26, %literal : tensor<?x3xf32, #mind.dims<B, 3>>, tensor<f32>
// CHECK-NEXT: %28 = BinOp div %27 %2
%28 = mind.div %27, %f32 : tensor<?x3xf32, #mind.dims<B, 3>>, tensor<f32>
// CHECK-NEXT: %29 = Relu %28
%29 = mind.relu %28 : tensor<?x3xf32, #mind.dims<B, 3>>
// CHECK-NEXT: %30 = Sum %29 [1, 0] true
%30 = mind.sum %29 axes [1, 0] keepdims : tensor<?x3xf32, #mind.dims<B, 3>>
// CHECK-NEXT: %31 = Mean %29 [] false
%31 = mind.mean %29 axes [] : tensor<?x3xf32, #mind.dims<B, 3>>
// CHECK-NEXT: %32 = Reshape %29 [3, B]
%32 = mind.reshape %29 : tensor<?x3xf32, #mind.dims<B, 3>> -> tensor<3x?xf32, #mind.dims<3, B>>
// CHECK-NEXT: %33 = Transpose %32 [1, 0]
%33 = mind.transpose %32 perm [1, 0] : tensor<3x?xf32, #mind.dims<3, B>>
// CHECK-NEXT: %34 = ExpandDims %33 2
%34 = mind.expand_dims %33 axis 2 : tensor<?x3xf32, #mind.dims<B, 3>>
// CHECK-NEXT: %35 = Squeeze %34 [2]
%35 = mind.squeeze %34 axes [2] : tensor<?x3x1xf32, #mind.dims<B, 3, 1>>
// CHECK-NEXT: %36 = Index %35 [1:2]
%36 = mind.index %35 axes [1] indices [2] : tensor<?x3xf32, #mind.dims<B, 3>>
// CHECK-NEXT: %37 = Slice %35 [0=1:none:2, 1=2:-1:-1]
%37 = mind.slice %35 axes [0, 1] starts [1, 2] ends [?, -1] strides [2, -1] : tensor<?x3xf32, #mind.dims<B, 3>>
// CHECK-NEXT: %38 = Gather %35 %14 1
%38 = mind.gather %35[%same] axis 1 : tensor<?x3xf32, #mind.dims<B, 3>>, tensor<3xi32>
// CHECK-NEXT: %39 = Dot %13 %13
%39 = mind.dot %list, %list : tensor<2xf32>, tensor<2xf32>
// CHECK-NEXT: %40 = MatMul %35 %32
%40 = mind.matmul %35, %32 : tensor<?x3xf32, #mind.dims<B, 3>>, tensor<3x?xf32, #mind.dims<3, B>>
%41 = mind.fill 1.0 : tensor<1x5x5x3xf32>
%42 = mind.fill 1.0 : tensor<3x3x3x2xf32>
// CHECK: %43 = Conv2d %41 %42 1 2 0
%43 = mind.conv2d %41, %42 strides [1, 2] padding valid : tensor<1x5x5x3xf32>, tensor<3x3x3x2xf32>
// CHECK-NEXT: %44 = Conv2d %41 %42 1 1 1
%44 = mind.conv2d %41, %42 strides [1, 1] padding same : tensor<1x5x5x3xf32>, tensor<3x3x3x2xf32>
// CHECK-NEXT: Output %40
mind.output %40 : tensor<?x?xf32, #mind.dims<B, B>>
// CHECK-NEXT: Output %44
mind.output result %44 : tensor<1x5x5x2xf32>
