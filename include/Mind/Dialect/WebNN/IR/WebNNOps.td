//===- WebNNOps.td - graphs of WebNN ----------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the methods are and take is defined by the Web Neural Network API of the W3C.
//
//===----------------------------------------------------------------------===//

#ifndef MIND_DIALECT_WEBNN_IR_WEBNNOPS_TD
#define MIND_DIALECT_WEBNN_IR_WEBNNOPS_TD

include "Mind/Dialect/Mind/IR/MindDialect.td"
include "Mind/Dialect/WebNN/IR/WebNNInterfaces.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/OpBase.td"

/// float32, int32, int64, and uint8 that is 0 or 1.
def WebNN_Tensor : StaticShapeTensorOf<[F32, I32, I64, I1]>;
def WebNN_FloatTensor : StaticShapeTensorOf<[F32]>;
def WebNN_NumericTensor : StaticShapeTensorOf<[F32, I32, I64]>;
def WebNN_BoolTensor : StaticShapeTensorOf<[I1]>;

class WebNN_Op<string mnemonic, list<Trait> traits = []>
    : Op<Mind_Dialect, "webnn." # mnemonic, traits> {
  let cppNamespace = "::mind::webnn";
}

/// One call of the method that the mnemonic names.
class WebNN_CallOp<string mnemonic, list<Trait> traits = []>
    : WebNN_Op<mnemonic, !listconcat([Pure], traits)> {
  let results = (outs WebNN_Tensor:$result);
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

class WebNN_UnaryOp<string mnemonic, Type operand, string what>
    : WebNN_CallOp<mnemonic, [SameOperandsAndResultType, WebNN_CallOpInterface]> {
  let summary = what;
  let description = what # [{ of each element.

    Example:

    ```mlir
    %0 = mind.webnn.}] # mnemonic # [{ %x : tensor<2x3xf32>
    ```
  }];
  let arguments = (ins operand:$input);
  let results = (outs operand:$result);
  let assemblyFormat = "$input attr-dict `:` type($input)";
}

def WebNN_AbsOp : WebNN_UnaryOp<"abs", WebNN_NumericTensor, "absolute value">;
def WebNN_CeilOp : WebNN_UnaryOp<"ceil", WebNN_FloatTensor, "least whole number that is not less">;
def WebNN_CosOp : WebNN_UnaryOp<"cos", WebNN_FloatTensor, "cosine">;
def WebNN_ExpOp : WebNN_UnaryOp<"exp", WebNN_FloatTensor, "exponential function">;
def WebNN_FloorOp : WebNN_UnaryOp<"floor", WebNN_FloatTensor, "greatest whole number that is not greater">;
def WebNN_LogOp : WebNN_UnaryOp<"log", WebNN_FloatTensor, "natural logarithm">;
def WebNN_ReluOp : WebNN_UnaryOp<"relu", WebNN_FloatTensor, "what is above zero, else zero,">;
def WebNN_RoundEvenOp : WebNN_UnaryOp<"round_even", WebNN_FloatTensor, "nearest whole number, halves to even,">;
def WebNN_SigmoidOp : WebNN_UnaryOp<"sigmoid", WebNN_FloatTensor, "logistic function">;
def WebNN_SinOp : WebNN_UnaryOp<"sin", WebNN_FloatTensor, "sine">;
def WebNN_SqrtOp : WebNN_UnaryOp<"sqrt", WebNN_FloatTensor, "square root">;
def WebNN_TanOp : WebNN_UnaryOp<"tan", WebNN_FloatTensor, "tangent">;
def WebNN_TanhOp : WebNN_UnaryOp<"tanh", WebNN_FloatTensor, "hyperbolic tangent">;

class WebNN_BinaryOp<string mnemonic, Type operand, Type outcome, string what, string types>
    : WebNN_CallOp<mnemonic, [WebNN_CallOpInterface]> {
  let summary = what;
  let description = what # [{ of each pair of elements; the shapes broadcast, aligned at
    the last dim.

    Example:

    ```mlir
    %0 = mind.webnn.}] # mnemonic # [{ %a, %b : }] # types # [{
    ```
  }];
  let arguments = (ins operand:$lhs, operand:$rhs);
  let results = (outs outcome:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

class WebNN_ArithmeticOp<string mnemonic, string what>
    : WebNN_BinaryOp<mnemonic, WebNN_NumericTensor, WebNN_NumericTensor, what,
                     "(tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>">;
def WebNN_AddOp : WebNN_ArithmeticOp<"add", "sum">;
def WebNN_SubOp : WebNN_ArithmeticOp<"sub", "difference">;
def WebNN_MulOp : WebNN_ArithmeticOp<"mul", "product">;
def WebNN_DivOp : WebNN_ArithmeticOp<"div", "quotient, of integers toward zero,">;
def WebNN_MaxOp : WebNN_ArithmeticOp<"max", "greater value">;
def WebNN_MinOp : WebNN_ArithmeticOp<"min", "smaller value">;
def WebNN_PowOp : WebNN_ArithmeticOp<"pow", "power">;

class WebNN_CompareOp<string mnemonic, string what>
    : WebNN_BinaryOp<mnemonic, WebNN_Tensor, WebNN_BoolTensor, "whether the first is " # what # ",",
                     "(tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>">;
def WebNN_EqualOp : WebNN_CompareOp<"equal", "equal to the second">;
def WebNN_NotEqualOp : WebNN_CompareOp<"not_equal", "not equal to the second">;
def WebNN_LesserOp : WebNN_CompareOp<"lesser", "less than the second">;
def WebNN_LesserOrEqualOp : WebNN_CompareOp<"lesser_or_equal", "not greater than the second">;
def WebNN_GreaterOp : WebNN_CompareOp<"greater", "greater than the second">;
def WebNN_GreaterOrEqualOp : WebNN_CompareOp<"greater_or_equal", "not less than the second">;

class WebNN_LogicalOp<string mnemonic, string what>
    : WebNN_BinaryOp<mnemonic, WebNN_BoolTensor, WebNN_BoolTensor, what,
                     "(tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>">;
def WebNN_LogicalAndOp : WebNN_LogicalOp<"logical_and", "conjunction">;
def WebNN_LogicalOrOp : WebNN_LogicalOp<"logical_or", "disjunction">;
def WebNN_LogicalXorOp : WebNN_LogicalOp<"logical_xor", "exclusive disjunction">;

def WebNN_WhereOp : WebNN_CallOp<"where", [WebNN_CallOpInterface]> {
  let summary = "one of two elements";
  let description = [{
    The element of `lhs` where the condition is not 0, else that of `rhs`; the
    shapes broadcast.

    Example:

    ```mlir
    %0 = mind.webnn.where %c, %a, %b : (tensor<2x3xi1>, tensor<3xf32>, tensor<f32>) -> tensor<2x3xf32>
    ```
  }];
  let arguments = (ins WebNN_BoolTensor:$condition, WebNN_Tensor:$lhs, WebNN_Tensor:$rhs);
  let assemblyFormat = "$condition `,` $lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def WebNN_CastOp : WebNN_CallOp<"cast", [SameOperandsAndResultShape,
                                         DeclareOpInterfaceMethods<WebNN_CallOpInterface, ["getCall"]>]> {
  let summary = "conversion to another element type";
  let description = [{
    What a fraction beyond the range of an integer becomes is not defined.

    Example:

    ```mlir
    %0 = mind.webnn.cast %x : tensor<3xi1> -> tensor<3xf32>
    ```
  }];
  let arguments = (ins WebNN_Tensor:$input);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($result)";
}

//===----------------------------------------------------------------------===//
// Shapes and positions
//===----------------------------------------------------------------------===//

def WebNN_ConstantOp : WebNN_Op<"constant", [Pure, ConstantLike, AllTypesMatch<["value", "result"]>]> {
  let summary = "literal";
  let description = [{
    The tensor that the attribute holds.

    *   (webnn_constant_c1) `value` has the type of the result.

    Example:

    ```mlir
    %0 = mind.webnn.constant dense<[1.0, 2.0]> : tensor<2xf32>
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs WebNN_Tensor:$result);
  let builders = [
    OpBuilder<(ins "::mlir::ElementsAttr":$value), [{ build($_builder, $_state, value.getType(), value); }]>
  ];
  let assemblyFormat = "$value attr-dict";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def WebNN_ReshapeOp : WebNN_CallOp<"reshape", [DeclareOpInterfaceMethods<WebNN_CallOpInterface, ["getCall"]>]> {
  let summary = "the same elements in another shape";
  let description = [{
    The elements in row-major order, in the shape of the result.

    *   (webnn_reshape_c1) There are as many elements.

    Example:

    ```mlir
    %0 = mind.webnn.reshape %x : tensor<2x3xf32> -> tensor<6xf32>
    ```
  }];
  let arguments = (ins WebNN_Tensor:$input);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
}

def WebNN_ExpandOp : WebNN_CallOp<"expand", [DeclareOpInterfaceMethods<WebNN_CallOpInterface, ["getCall"]>]> {
  let summary = "repetition along dims of extent 1 and new leading dims";
  let description = [{
    *   (webnn_expand_c1) The operand broadcasts to the shape of the result.

    Example:

    ```mlir
    %0 = mind.webnn.expand %x : tensor<3xf32> -> tensor<2x3xf32>
    ```
  }];
  let arguments = (ins WebNN_Tensor:$input);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
}

def WebNN_TransposeOp : WebNN_CallOp<"transpose", [DeclareOpInterfaceMethods<WebNN_CallOpInterface, ["getCall"]>]> {
  let summary = "permutation of the axes";
  let description = [{
    *   (webnn_transpose_c1) Dim `i` of the result is dim `permutation[i]`, which is a
        permutation.

    Example:

    ```mlir
    %0 = mind.webnn.transpose %x permutation [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
    ```
  }];
  let arguments = (ins WebNN_Tensor:$input, DenseI64ArrayAttr:$permutation);
  let assemblyFormat = "$input `permutation` $permutation attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
}

def WebNN_ReverseOp : WebNN_CallOp<"reverse", [SameOperandsAndResultType,
                                               DeclareOpInterfaceMethods<WebNN_CallOpInterface, ["getCall"]>]> {
  let summary = "the elements of some axes in the other order";
  let description = [{
    *   (webnn_reverse_c1) Axes lie in `[0, rank)`.

    Example:

    ```mlir
    %0 = mind.webnn.reverse %x axes [1] : tensor<2x3xf32>
    ```
  }];
  let arguments = (ins WebNN_Tensor:$input, DenseI64ArrayAttr:$axes);
  let assemblyFormat = "$input `axes` $axes attr-dict `:` type($input)";
  let hasVerifier = 1;
}

def WebNN_SliceOp : WebNN_CallOp<"slice", [DeclareOpInterfaceMethods<WebNN_CallOpInterface, ["getCall"]>]> {
  let summary = "every stride-th element of a range of each axis";
  let description = [{
    Of each axis the elements `start`, `start + stride`, ... that lie in the `size`
    elements from `start` on.

    *   (webnn_slice_c1) There is a start, a size and a positive stride for each axis,
        whose range lies in the operand.
    *   (webnn_slice_c2) The result has the extents `ceil(size / stride)`.

    Example:

    ```mlir
    %0 = mind.webnn.slice %x starts [0, 1] sizes [2, 2] strides [1, 2] : tensor<2x3xf32> -> tensor<2x1xf32>
    ```
  }];
  let arguments = (ins WebNN_Tensor:$input, DenseI64ArrayAttr:$starts, DenseI64ArrayAttr:$sizes,
                       DenseI64ArrayAttr:$strides);
  let assemblyFormat = [{
    $input `starts` $starts `sizes` $sizes `strides` $strides attr-dict `:` type($input) `->` type($result)
  }];
  let hasVerifier = 1;
}

def WebNN_GatherOp : WebNN_CallOp<"gather", [DeclareOpInterfaceMethods<WebNN_CallOpInterface, ["getCall"]>]> {
  let summary = "what lies at computed positions of an axis";
  let description = [{
    The dim `axis` of the operand is replaced by the shape of the indices. WebNN moves an
    index that is out of range to the nearest that is not: a `mind.webnn.check_index`
    stands before whatever may be.

    *   (webnn_gather_c1) `axis` lies in `[0, rank)`.

    Example:

    ```mlir
    %0 = mind.webnn.gather %x, %i axis 0 : (tensor<2x3xf32>, tensor<4xi64>) -> tensor<4x3xf32>
    ```
  }];
  let arguments = (ins WebNN_Tensor:$input, WebNN_NumericTensor:$indices, I64Attr:$axis);
  let assemblyFormat = "$input `,` $indices `axis` $axis attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def WebNN_CheckIndexOp : WebNN_Op<"check_index", [MemoryEffects<[MemWrite]>]> {
  let summary = "indices that the host checks after a run";
  let description = [{
    No method of the builder: the indices become an output of the graph, and the host
    module reports the first outside `[0, extent)` as the fault E6001.

    Example:

    ```mlir
    mind.webnn.check_index %i below 3 : tensor<4xi64>
    ```
  }];
  let arguments = (ins WebNN_NumericTensor:$indices, I64Attr:$extent);
  let assemblyFormat = "$indices `below` $extent attr-dict `:` type($indices)";
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

class WebNN_ReduceOp<string mnemonic, Type operand, string what>
    : WebNN_CallOp<mnemonic, [DeclareOpInterfaceMethods<WebNN_CallOpInterface, ["getCall"]>]> {
  let summary = what # " over axes";
  let description = what # [{ over the axes, in an order that the implementation chooses. The
    reduced dims are kept as 1 with `keep_dimensions`, else dropped.

    Example:

    ```mlir
    %0 = mind.webnn.}] # mnemonic # [{ %x axes [1] : tensor<2x3xf32> -> tensor<2xf32>
    ```
  }];
  let arguments = (ins operand:$input, DenseI64ArrayAttr:$axes, UnitAttr:$keep_dimensions);
  let results = (outs operand:$result);
  let assemblyFormat = [{
    $input `axes` $axes (`keep_dimensions` $keep_dimensions^)? attr-dict `:` type($input) `->` type($result)
  }];
  let hasVerifier = 1;
}

def WebNN_ReduceMaxOp : WebNN_ReduceOp<"reduce_max", WebNN_NumericTensor, "greatest element">;
def WebNN_ReduceMeanOp : WebNN_ReduceOp<"reduce_mean", WebNN_FloatTensor, "mean">;
def WebNN_ReduceSumOp : WebNN_ReduceOp<"reduce_sum", WebNN_NumericTensor, "sum">;

def WebNN_ArgMaxOp : WebNN_CallOp<"arg_max", [DeclareOpInterfaceMethods<WebNN_CallOpInterface, ["getCall"]>]> {
  let summary = "position of the greatest element along an axis";
  let description = [{
    The first of several, as int64.

    *   (webnn_arg_max_c1) `axis` lies in `[0, rank)`.

    Example:

    ```mlir
    %0 = mind.webnn.arg_max %x axis 1 : tensor<2x3xf32> -> tensor<2xi64>
    ```
  }];
  let arguments = (ins WebNN_NumericTensor:$input, I64Attr:$axis, UnitAttr:$keep_dimensions);
  let assemblyFormat = [{
    $input `axis` $axis (`keep_dimensions` $keep_dimensions^)? attr-dict `:` type($input) `->` type($result)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

def WebNN_MatmulOp : WebNN_CallOp<"matmul", [WebNN_CallOpInterface]> {
  let summary = "product of matrices, batched over leading dims";
  let description = [{
    *   (webnn_matmul_c1) The operands have rank 2 or more and the result the extents of
        their product; leading dims broadcast.

    Example:

    ```mlir
    %0 = mind.webnn.matmul %a, %b : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
    ```
  }];
  let arguments = (ins WebNN_FloatTensor:$lhs, WebNN_FloatTensor:$rhs);
  let results = (outs WebNN_FloatTensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

class WebNN_ConvOp<string mnemonic>
    : WebNN_CallOp<mnemonic, [DeclareOpInterfaceMethods<WebNN_CallOpInterface, ["getCall"]>]> {
  let results = (outs WebNN_FloatTensor:$result);
  let hasVerifier = 1;
}

def WebNN_Conv2dOp : WebNN_ConvOp<"conv2d"> {
  let summary = "cross-correlation of images with filters";
  let description = [{
    The input is `N x H x W x C`, the filter `KH x KW x C x F`. `padding` is top, bottom,
    left, right.

    *   (webnn_conv2d_c1) All have rank 4, and the result the extents of the window.

    Example:

    ```mlir
    %0 = mind.webnn.conv2d %x, %w padding [0, 0, 0, 0] strides [1, 1] dilations [1, 1]
        : (tensor<1x5x5x3xf32>, tensor<3x3x3x2xf32>) -> tensor<1x3x3x2xf32>
    ```
  }];
  let arguments = (ins WebNN_FloatTensor:$input, WebNN_FloatTensor:$filter, DenseI64ArrayAttr:$padding,
                       DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$dilations);
  let assemblyFormat = [{
    $input `,` $filter `padding` $padding `strides` $strides `dilations` $dilations attr-dict
    `:` functional-type(operands, results)
  }];
}

def WebNN_ConvTranspose2dOp : WebNN_ConvOp<"conv_transpose2d"> {
  let summary = "the transpose of conv2d";
  let description = [{
    What a convolution with these numbers would have been given, as a linear function of
    what came out: the input is `N x HO x WO x F`, the filter `KH x KW x C x F`, the result
    `N x H x W x C`.

    *   (webnn_conv_transpose2d_c1) All have rank 4, and the input the extents that a
        convolution of the result has.

    Example:

    ```mlir
    %0 = mind.webnn.conv_transpose2d %g, %w padding [0, 0, 0, 0] strides [1, 1]
        : (tensor<1x3x3x2xf32>, tensor<3x3x3x2xf32>) -> tensor<1x5x5x3xf32>
    ```
  }];
  let arguments = (ins WebNN_FloatTensor:$input, WebNN_FloatTensor:$filter, DenseI64ArrayAttr:$padding,
                       DenseI64ArrayAttr:$strides);
  let assemblyFormat = [{
    $input `,` $filter `padding` $padding `strides` $strides attr-dict `:` functional-type(operands, results)
  }];
}

#endif // MIND_DIALECT_WEBNN_IR_WEBNNOPS_TD
