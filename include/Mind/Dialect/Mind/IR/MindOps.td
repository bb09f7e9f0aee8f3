//===- MindOps.td - the 19 core ops -----------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_DIALECT_MIND_IR_MINDOPS_TD
#define MIND_DIALECT_MIND_IR_MINDOPS_TD

include "Mind/Dialect/Mind/IR/MindOpBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

def Mind_ConstantOp : Mind_CoreOp<"constant", [ConstantLike, Pure]> {
  let summary = "literal that lists its own elements";
  let description = [{
    The tensor that the attribute holds, NaN payloads included (N2). A tensor of
    `!mind.q16` is written as its raw bits, an attribute of `i32`, followed by
    the type of the result.

    *   (constant_c1) The result has the shape of `value`.
    *   (constant_c2) The result has the element type of `value`, or `value`
        holds `i32` and the result `!mind.q16`.

    Example:

    ```mlir
    %0 = mind.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %1 = mind.constant dense<65536> : tensor<2xi32> as tensor<2x!mind.q16>
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Mind_Tensor:$result);
  let builders = [
    OpBuilder<(ins "::mlir::ElementsAttr":$value), [{
      build($_builder, $_state, value.getType(), value);
    }]>
  ];
  let assemblyFormat = "custom<ConstantValue>($value, type($result)) attr-dict";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Mind_FillOp : Mind_CoreOp<"fill", [
    NoMemoryEffect, DeclareOpInterfaceMethods<ConditionallySpeculatable>
  ]> {
  let summary = "tensor whose elements are all one literal";
  let description = [{
    Every element is `value` converted to the element type by the rules for
    casts from f64 (N4, N5); in a tensor of `i1` it is `value != 0`. A symbolic
    dim is a name that an argument of the function binds. Without `value` the
    contents are unknown, which is the fault E6002 where control arrives there;
    one that nothing uses may be dropped.

    Example:

    ```mlir
    %0 = mind.fill 1.0 : tensor<?x3xf32, #mind.dims<B, 3>>
    %1 = mind.fill : tensor<2xi64>
    ```
  }];
  let arguments = (ins OptionalAttr<F64Attr>:$value);
  let results = (outs Mind_Tensor:$result);
  let builders = [
    OpBuilder<(ins "::mlir::RankedTensorType":$type, "double":$value), [{
      build($_builder, $_state, type, $_builder.getF64FloatAttr(value));
    }]>
  ];
  let assemblyFormat = "custom<FillValue>($value) attr-dict `:` type($result)";
}

//===----------------------------------------------------------------------===//
// Elementwise operators
//===----------------------------------------------------------------------===//

def Mind_AddOp : Mind_CoreOp<"add", [Pure, Commutative, InferTypeOpAdaptor]>,
                 Mind_BinaryOp<Mind_NumericTensor> {
  let summary = "elementwise sum";
  let description = [{
    One IEEE addition an element for floats (N6); integers and q16 wrap (N3, N5).

    *   (add_c1) The operands have one element type, which the result keeps.
    *   (add_c2) The shapes broadcast, aligned at the last dim: equal dims, or
        one of them 1; missing leading dims are 1.

    Example:

    ```mlir
    %0 = mind.add %a, %b : tensor<2x3xf32>, tensor<3xf32>
    ```
  }];
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Mind_SubOp : Mind_CoreOp<"sub", [Pure, InferTypeOpAdaptor]>,
                 Mind_BinaryOp<Mind_NumericTensor> {
  let summary = "elementwise difference";
  let description = [{
    One IEEE subtraction an element for floats (N6); integers and q16 wrap
    (N3, N5).

    *   (sub_c1) The operands have one element type, which the result keeps.
    *   (sub_c2) The shapes broadcast, as for `mind.add`.

    Example:

    ```mlir
    %0 = mind.sub %a, %b : tensor<2x3xf32>, tensor<f32>
    ```
  }];
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Mind_MulOp : Mind_CoreOp<"mul", [Pure, Commutative, InferTypeOpAdaptor]>,
                 Mind_BinaryOp<Mind_NumericTensor> {
  let summary = "elementwise product";
  let description = [{
    One IEEE multiplication an element for floats (N6); integers wrap (N3). A
    q16 product is `(i64(a) * i64(b)) >> 16`, an arithmetic shift, cut to 32
    bits (N5).

    *   (mul_c1) The operands have one element type, which the result keeps.
    *   (mul_c2) The shapes broadcast, as for `mind.add`.

    Example:

    ```mlir
    %0 = mind.mul %a, %b : tensor<2x1xf32>, tensor<1x3xf32>
    ```
  }];
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Mind_DivOp : Mind_CoreOp<"div", [Pure, InferTypeOpAdaptor]>,
                 Mind_BinaryOp<Mind_NumericTensor> {
  let summary = "elementwise quotient";
  let description = [{
    One IEEE division an element for floats (N6). Integers round toward zero,
    `x / 0 = 0` and `MIN / -1 = MIN` (N3). A q16 quotient is
    `(i64(a) << 16) / b` toward zero, cut to 32 bits, 0 where b is 0 (N5).

    *   (div_c1) The operands have one element type, which the result keeps.
    *   (div_c2) The shapes broadcast, as for `mind.add`.

    Example:

    ```mlir
    %0 = mind.div %a, %b : tensor<3xi64>, tensor<i64>
    ```
  }];
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Mind_ReluOp : Mind_CoreOp<"relu", [Pure, SameOperandsAndResultType]>,
                  Mind_SameTypeOp<Mind_FractionTensor> {
  let summary = "what is above zero, else zero";
  let description = [{
    `x > 0 ? x : (x is NaN ? NaN : +0)`; so `relu(-0)` is `+0` (N7).

    Example:

    ```mlir
    %0 = mind.relu %x : tensor<2x3xf32>
    ```
  }];
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

def Mind_SumOp : Mind_CoreOp<"sum", [Pure, InferTypeOpAdaptor]>,
                 Mind_ReduceOp<Mind_NumericTensor> {
  let summary = "sum over axes";
  let description = [{
    The sum over the listed axes, or over all when the list is empty, taken in
    the one order that N15 defines: blocks of 1024, 16 lanes, a pairwise tree.
    Integers and q16 wrap (N18). A sum over an axis of extent 1 adds its element
    to `+0` and so turns `-0` into `+0`; a sum of a tensor of rank 0 is the
    tensor itself.

    *   (sum_c1) Axes lie in `[0, rank)`.
    *   (sum_c2) No axis occurs twice.

    Reduced dims are dropped, or kept as 1 with `keepdims`.

    Example:

    ```mlir
    %0 = mind.sum %x axes [0] : tensor<2x3xf32>
    %1 = mind.sum %x axes [] keepdims : tensor<2x3xf32>
    ```
  }];
  let hasFolder = 1;
}

def Mind_MeanOp : Mind_CoreOp<"mean", [Pure, InferTypeOpAdaptor]>,
                  Mind_ReduceOp<Mind_FractionTensor> {
  let summary = "mean over axes";
  let description = [{
    `sum / n`: the sum of `mind.sum`, one division by the number of elements
    reduced, in the accumulator's type (N16). The mean of nothing is NaN, for
    q16 it is 0.

    *   (mean_c1) Axes lie in `[0, rank)`.
    *   (mean_c2) No axis occurs twice.

    Example:

    ```mlir
    %0 = mind.mean %x axes [1] keepdims : tensor<2x3xf32>
    ```
  }];
  let hasFolder = 1;
}

// Shape operators: they move elements and change none.

def Mind_ReshapeOp : Mind_CoreOp<"reshape", [Pure]> {
  let summary = "the same elements in another shape";
  let description = [{
    The elements in row-major order, arranged in the shape of the result.

    *   (reshape_c1) The result keeps the element type.
    *   (reshape_c2) Both shapes have as many elements: the products of the
        numbers are equal, and so are the multisets of the names.

    Example:

    ```mlir
    %0 = mind.reshape %x : tensor<2x3xf32> -> tensor<6xf32>
    ```
  }];
  let arguments = (ins Mind_Tensor:$input);
  let results = (outs Mind_Tensor:$result);
  let assemblyFormat =
      "$input attr-dict `:` type($input) `->` type($result)";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

def Mind_TransposeOp : Mind_CoreOp<"transpose", [Pure, InferTypeOpAdaptor]> {
  let summary = "permutation of the axes";
  let description = [{
    Dim `i` of the result is dim `perm[i]` of the operand.

    *   (transpose_c1) `perm` is a permutation of `0 .. rank - 1`.

    Example:

    ```mlir
    %0 = mind.transpose %x perm [1, 0] : tensor<2x3xf32>
    ```
  }];
  let arguments = (ins Mind_Tensor:$input, DenseI64ArrayAttr:$perm);
  let results = (outs Mind_Tensor:$result);
  let assemblyFormat = "$input `perm` $perm attr-dict `:` type($input)";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Mind_ExpandDimsOp : Mind_CoreOp<"expand_dims", [Pure, InferTypeOpAdaptor]> {
  let summary = "one more dim of extent 1";
  let description = [{
    A dim of extent 1 at position `axis` of the result.

    *   (expand_dims_c1) `axis` lies in `[0, rank]`.

    Example:

    ```mlir
    %0 = mind.expand_dims %x axis 0 : tensor<2x3xf32>
    ```
  }];
  let arguments = (ins Mind_Tensor:$input, I64Attr:$axis);
  let results = (outs Mind_Tensor:$result);
  let assemblyFormat = "$input `axis` $axis attr-dict `:` type($input)";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Mind_SqueezeOp : Mind_CoreOp<"squeeze", [Pure, InferTypeOpAdaptor]> {
  let summary = "fewer dims of extent 1";
  let description = [{
    Without the listed dims; an empty list stands for all dims of extent 1.

    *   (squeeze_c1) Axes lie in `[0, rank)`.
    *   (squeeze_c2) No axis occurs twice.
    *   (squeeze_c3) A listed dim is 1; a symbol is not.

    Example:

    ```mlir
    %0 = mind.squeeze %x axes [1] : tensor<2x1xf32>
    ```
  }];
  let arguments = (ins Mind_Tensor:$input, DenseI64ArrayAttr:$axes);
  let results = (outs Mind_Tensor:$result);
  let assemblyFormat = "$input `axes` $axes attr-dict `:` type($input)";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

def Mind_IndexOp
    : Mind_CoreOp<"index", [Mind_MayFault, InferTypeOpAdaptor]> {
  let summary = "what lies at fixed positions of some axes";
  let description = [{
    The part of the operand at position `indices[i]` of each `axes[i]`; these
    dims are dropped. On a symbolic dim the position is checked at run time:
    beyond the end it is the fault E6001.

    *   (index_c1) `axes` and `indices` have one length.
    *   (index_c2) Axes lie in `[0, rank)`.
    *   (index_c3) No axis occurs twice.
    *   (index_c4) An index lies in `[0, extent)` of its axis.

    Example:

    ```mlir
    %0 = mind.index %x axes [0] indices [2] : tensor<3x4xf32>
    ```
  }];
  let arguments = (ins Mind_Tensor:$input, DenseI64ArrayAttr:$axes,
                       DenseI64ArrayAttr:$indices);
  let results = (outs Mind_Tensor:$result);
  let assemblyFormat = [{
    $input `axes` $axes `indices` $indices attr-dict `:` type($input)
  }];
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Mind_SliceOp : Mind_CoreOp<"slice", [Pure, InferTypeOpAdaptor]> {
  let summary = "half-open ranges of some axes";
  let description = [{
    On each listed axis the elements at `start`, `start + stride`, ... that lie
    before `end`, or after it when `stride` is negative. `?` as an end means as
    far as the stride goes. On a dim of known extent L the numbers are
    normalised: `start` in `[0, L]`, `end` in `[-1, L]`, where -1 with a
    negative stride takes element 0 as well. On a symbolic dim the numbers are
    those of the source: a negative one counts from the end, and what lies
    outside is clamped, at run time.

    *   (slice_c1) `axes`, `starts`, `ends` and `strides` have one length.
    *   (slice_c2) Axes lie in `[0, rank)`.
    *   (slice_c3) No axis occurs twice.
    *   (slice_c4) A stride is not 0.
    *   (slice_c5) On a known dim the numbers are normalised.

    Example:

    ```mlir
    %0 = mind.slice %x axes [1] starts [0] ends [5] strides [2] : tensor<3x6xf32>
    %1 = mind.slice %x axes [0] starts [1] ends [?] strides [1] : tensor<3x6xf32>
    ```
  }];
  let arguments = (ins Mind_Tensor:$input, DenseI64ArrayAttr:$axes,
                       DenseI64ArrayAttr:$starts, DenseI64ArrayAttr:$ends,
                       DenseI64ArrayAttr:$strides);
  let results = (outs Mind_Tensor:$result);
  let assemblyFormat = [{
    $input `axes` $axes `starts` $starts `ends` custom<OpenInts>($ends)
    `strides` $strides attr-dict `:` type($input)
  }];
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Mind_GatherOp
    : Mind_CoreOp<"gather", [Mind_MayFault, InferTypeOpAdaptor]> {
  let summary = "what lies at computed positions of an axis";
  let description = [{
    The slices of the operand at the given positions of `axis`. The shape is
    that of the operand with the dim `axis` replaced by the shape of `indices`;
    so indices of rank 0 drop the dim. A position outside `[0, extent)` is the
    fault E6001.

    *   (gather_c1) `axis` lies in `[0, rank)`.

    Example:

    ```mlir
    %0 = mind.gather %x[%i] axis 0 : tensor<3x4xf32>, tensor<5xi64>
    ```
  }];
  let arguments = (ins Mind_Tensor:$input, Mind_IntegerTensor:$indices,
                       I64Attr:$axis);
  let results = (outs Mind_Tensor:$result);
  let assemblyFormat = [{
    $input `[` $indices `]` `axis` $axis attr-dict
    `:` type($input) `,` type($indices)
  }];
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

def Mind_DotOp : Mind_CoreOp<"dot", [Pure, InferTypeOpAdaptor]> {
  let summary = "product of vectors and matrices of rank 1 or 2";
  let description = [{
    Two vectors give their inner product, which is the sum of N15 with each lane
    step an fma; any other pair of ranks is a matrix product in the chains of
    N11, in which a vector on the left is a row and on the right a column.

    *   (dot_c1) The operands have one element type, which the result keeps.
    *   (dot_c2) The operands have rank 1 or 2.
    *   (dot_c3) The last dim of `lhs` is the first dim of `rhs`.

    Example:

    ```mlir
    %0 = mind.dot %a, %b : tensor<3xf32>, tensor<3xf32>
    ```
  }];
  let arguments = (ins Mind_NumericTensor:$lhs, Mind_NumericTensor:$rhs);
  let results = (outs Mind_NumericTensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs)";
}

def Mind_MatmulOp : Mind_CoreOp<"matmul", [Pure, InferTypeOpAdaptor]> {
  let summary = "product of matrices, batched over leading dims";
  let description = [{
    Each element is one chain `acc = fma(a, b, acc)` from `+0` over ascending k
    (N11); integers wrap at every step, q16 sums full products (N14). The
    leading dims broadcast.

    *   (matmul_c1) The operands have one element type, which the result keeps.
    *   (matmul_c2) The operands have rank 2 or more.
    *   (matmul_c3) The last dim of `lhs` is the last but one of `rhs`.
    *   (matmul_c4) The dims before the last two broadcast.

    Example:

    ```mlir
    %0 = mind.matmul %a, %b : tensor<7x2x3xf32>, tensor<3x4xf32>
    ```
  }];
  let arguments = (ins Mind_NumericTensor:$lhs, Mind_NumericTensor:$rhs);
  let results = (outs Mind_NumericTensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs)";
}

def Mind_Conv2DOp : Mind_CoreOp<"conv2d", [Pure, InferTypeOpAdaptor]> {
  let summary = "cross-correlation of images with filters";
  let description = [{
    The input is `N x H x W x C`, the filter `KH x KW x C x F`, the result
    `N x HO x WO x F`. Each element is one chain of N11 over (kh, kw, c); taps
    that fall in the padding take no part (N12). With stride s and extent K of
    the filter, an extent H becomes

    *   `valid`: `(H - K) / s + 1`
    *   `same`: `ceil(H / s)`, of whose padding `max((HO - 1) * s + K - H, 0)`
        the smaller half lies at the low side
    *   `explicit`: `(H + low + high - K) / s + 1` with
        `pads = [top, bottom, left, right]`

    *   (conv2d_c1) The operands have one element type, which the result keeps.
    *   (conv2d_c2) The operands have rank 4.
    *   (conv2d_c3) The input's channels are the filter's.
    *   (conv2d_c4) There are two strides, both positive.
    *   (conv2d_c5) There are four pads, none negative, with `explicit`, and
        none otherwise.
    *   (conv2d_c6) The padded input is not smaller than the filter.

    Example:

    ```mlir
    %0 = mind.conv2d %x, %w strides [1, 1] padding valid
        : tensor<1x5x5x3xf32>, tensor<3x3x3x2xf32>
    %1 = mind.conv2d %x, %w strides [1, 1] padding explicit pads [2, 2, 3, 3]
        : tensor<1x5x5x3xf32>, tensor<3x3x3x2xf32>
    ```
  }];
  let arguments = (ins Mind_NumericTensor:$input, Mind_NumericTensor:$filter,
                       DenseI64ArrayAttr:$strides,
                       Mind_ConvPaddingAttr:$padding,
                       DefaultValuedOptionalAttr<DenseI64ArrayAttr, "{}">:$pads);
  let results = (outs Mind_NumericTensor:$result);
  let assemblyFormat = [{
    $input `,` $filter `strides` $strides `padding` $padding (`pads` $pads^)?
    attr-dict `:` type($input) `,` type($filter)
  }];
}

#endif // MIND_DIALECT_MIND_IR_MINDOPS_TD
