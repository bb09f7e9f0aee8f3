//===- MindSupportOps.td - library functions, casts -------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_DIALECT_MIND_IR_MINDSUPPORTOPS_TD
#define MIND_DIALECT_MIND_IR_MINDSUPPORTOPS_TD

include "Mind/Dialect/Mind/IR/MindOpBase.td"

//===----------------------------------------------------------------------===//
// Elementwise, two operands
//===----------------------------------------------------------------------===//

def Mind_CompareOp : Mind_SupportOp<"compare", [Pure, InferTypeOpAdaptor]> {
  let summary = "elementwise comparison";
  let description = [{
    A tensor of `i1`. Floats compare as IEEE says: with a NaN every predicate
    but `ne` is false, and `-0` equals `+0`. q16 compares as its stored i32
    (N5).

    *   (compare_c1) The operands have one element type.
    *   (compare_c2) The shapes broadcast, as for `mind.add`.
    *   (compare_c3) Operands of `i1` are compared by `eq` or `ne` only.

    Example:

    ```mlir
    %0 = mind.compare lt %a, %b : tensor<2x3xf32>, tensor<3xf32>
    ```
  }];
  let arguments = (ins Mind_CmpPredicateAttr:$predicate, Mind_Tensor:$lhs,
                       Mind_Tensor:$rhs);
  let results = (outs Mind_BoolTensor:$result);
  let assemblyFormat = [{
    $predicate $lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs)
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Mind_MaxOp : Mind_SupportOp<"max", [Pure, InferTypeOpAdaptor]>,
                 Mind_BinaryOp<Mind_NumericTensor> {
  let summary = "elementwise greater value";
  let description = [{
    The greater operand; a NaN wins, and `+0` is greater than `-0` (N9).

    *   (max_c1) The operands have one element type, which the result keeps.
    *   (max_c2) The shapes broadcast, as for `mind.add`.

    The order of the operands matters to a gradient, which goes to the second
    of two equal ones; hence the op is not declared commutative.

    Example:

    ```mlir
    %0 = mind.max %a, %b : tensor<2x3xf32>, tensor<f32>
    ```
  }];
  let hasFolder = 1;
}

def Mind_MinOp : Mind_SupportOp<"min", [Pure, InferTypeOpAdaptor]>,
                 Mind_BinaryOp<Mind_NumericTensor> {
  let summary = "elementwise smaller value";
  let description = [{
    The smaller operand; a NaN wins, and `-0` is smaller than `+0` (N9).

    *   (min_c1) The operands have one element type, which the result keeps.
    *   (min_c2) The shapes broadcast, as for `mind.add`.

    Example:

    ```mlir
    %0 = mind.min %a, %b : tensor<2x3xf32>, tensor<f32>
    ```
  }];
  let hasFolder = 1;
}

def Mind_PowOp : Mind_SupportOp<"pow", [Pure, InferTypeOpAdaptor]>,
                 Mind_BinaryOp<Mind_FloatTensor> {
  let summary = "elementwise power with a computed exponent";
  let description = [{
    `lhs` to the power of `rhs` with the special cases of IEEE 754 `pow`, by the
    published sequence for the element type (N9). A literal integer exponent is
    `mind.ipow`, which has another definition.

    *   (pow_c1) The operands have one element type, which the result keeps.
    *   (pow_c2) The shapes broadcast, as for `mind.add`.

    Example:

    ```mlir
    %0 = mind.pow %a, %b : tensor<3xf32>, tensor<f32>
    ```
  }];
}

def Mind_ModOp : Mind_SupportOp<"mod", [Pure, InferTypeOpAdaptor]>,
                 Mind_BinaryOp<Mind_WholeTensor> {
  let summary = "elementwise remainder";
  let description = [{
    The remainder of the division that rounds toward zero; it has the sign of
    the dividend. `x mod 0 = 0` and `MIN mod -1 = 0` (N3). q16 takes the
    remainder of the stored i32 (N5).

    *   (mod_c1) The operands have one element type, which the result keeps.
    *   (mod_c2) The shapes broadcast, as for `mind.add`.

    Example:

    ```mlir
    %0 = mind.mod %a, %b : tensor<3xi64>, tensor<i64>
    ```
  }];
  let hasFolder = 1;
}

def Mind_ShlOp : Mind_SupportOp<"shl", [Pure, InferTypeOpAdaptor]>,
                 Mind_BinaryOp<Mind_IntegerTensor> {
  let summary = "elementwise left shift";
  let description = [{
    The count is masked to `width - 1` (N3).

    *   (shl_c1) The operands have one element type, which the result keeps.
    *   (shl_c2) The shapes broadcast, as for `mind.add`.

    Example:

    ```mlir
    %0 = mind.shl %a, %b : tensor<3xi32>, tensor<i32>
    ```
  }];
  let hasFolder = 1;
}

def Mind_ShrOp : Mind_SupportOp<"shr", [Pure, InferTypeOpAdaptor]>,
                 Mind_BinaryOp<Mind_IntegerTensor> {
  let summary = "elementwise arithmetic right shift";
  let description = [{
    The sign bit fills in; the count is masked to `width - 1` (N3).

    *   (shr_c1) The operands have one element type, which the result keeps.
    *   (shr_c2) The shapes broadcast, as for `mind.add`.

    Example:

    ```mlir
    %0 = mind.shr %a, %b : tensor<3xi32>, tensor<i32>
    ```
  }];
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Elementwise, one operand
//===----------------------------------------------------------------------===//

def Mind_UnaryOp : Mind_SupportOp<"unary", [Pure, SameOperandsAndResultType]> {
  let summary = "elementary function of each element";
  let description = [{
    `exp` and `log` of f32 and `sqrt` are correctly rounded; the others follow a
    published sequence of IEEE operations with a stated bound, the same on every
    executor (N8, N9). f16 and bf16 go through f32 and round once. The sigmoid is
    `1 / (1 + exp(-x))`.

    Example:

    ```mlir
    %0 = mind.unary exp %x : tensor<2x3xf32>
    ```
  }];
  let arguments = (ins Mind_UnaryKindAttr:$kind, Mind_FloatTensor:$input);
  let results = (outs Mind_FloatTensor:$result);
  let assemblyFormat = "$kind $input attr-dict `:` type($input)";
}

def Mind_AbsOp : Mind_SupportOp<"abs", [Pure, SameOperandsAndResultType]>,
                 Mind_SameTypeOp<Mind_NumericTensor> {
  let summary = "absolute value";
  let description = [{
    Clears the sign bit of a float (N9). Of an integer or q16 it is
    `x < 0 ? 0 - x : x`, which wraps: the lowest value stays.

    Example:

    ```mlir
    %0 = mind.abs %x : tensor<2x3xf32>
    ```
  }];
  let hasFolder = 1;
}

def Mind_FloorOp : Mind_SupportOp<"floor", [Pure, SameOperandsAndResultType]>,
                   Mind_SameTypeOp<Mind_FloatTensor> {
  let summary = "greatest whole number that is not greater";
  let description = [{
    Exact; zeros, infinities and NaN stay.

    Example:

    ```mlir
    %0 = mind.floor %x : tensor<2x3xf32>
    ```
  }];
  let hasFolder = 1;
}

def Mind_CeilOp : Mind_SupportOp<"ceil", [Pure, SameOperandsAndResultType]>,
                  Mind_SameTypeOp<Mind_FloatTensor> {
  let summary = "smallest whole number that is not smaller";
  let description = [{
    Exact; zeros, infinities and NaN stay, and what lies between -1 and 0 gives
    `-0`.

    Example:

    ```mlir
    %0 = mind.ceil %x : tensor<2x3xf32>
    ```
  }];
  let hasFolder = 1;
}

def Mind_RoundOp : Mind_SupportOp<"round", [Pure, SameOperandsAndResultType]>,
                   Mind_SameTypeOp<Mind_FloatTensor> {
  let summary = "nearest whole number, halves to even";
  let description = [{
    Exact, with the sign of the operand (N9).

    Example:

    ```mlir
    %0 = mind.round %x : tensor<2x3xf32>
    ```
  }];
  let hasFolder = 1;
}

def Mind_IPowOp : Mind_SupportOp<"ipow", [Pure, SameOperandsAndResultType]> {
  let summary = "power with a literal integer exponent";
  let description = [{
    Binary powering from the most significant bit of the exponent: square, then
    multiply by x where the bit is set, each step in the type of x. An exponent
    of 0 gives 1, a negative one `1 / (x ** -n)` (N10).

    *   (ipow_c1) The exponent of a tensor of integers is not negative.

    Example:

    ```mlir
    %0 = mind.ipow %x, 3 : tensor<2x3xf32>
    ```
  }];
  let arguments = (ins Mind_NumericTensor:$input, I64Attr:$exponent);
  let results = (outs Mind_NumericTensor:$result);
  let assemblyFormat = "$input `,` $exponent attr-dict `:` type($input)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Mind_CastOp : Mind_SupportOp<"cast", [Pure]> {
  let summary = "conversion to another element type";
  let description = [{
    Floats become integers toward zero, saturating, and NaN becomes 0; what goes
    to f16 or bf16 goes through f32; `i1` gives 0 or 1 (N4). Casts of q16 follow
    N5.

    *   (cast_c1) The result has the shape of the operand.
    *   (cast_c2) The result is not a tensor of `i1`, unless the operand is one:
        whether a number is not 0 is a `mind.compare`.

    Example:

    ```mlir
    %0 = mind.cast %x : tensor<2x3xf32> -> tensor<2x3xi32>
    ```
  }];
  let arguments = (ins Mind_Tensor:$input);
  let results = (outs Mind_Tensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

def Mind_ReduceMaxOp : Mind_SupportOp<"reduce_max", [Pure, InferTypeOpAdaptor]>,
                       Mind_ReduceOp<Mind_NumericTensor> {
  let summary = "greatest element over axes";
  let description = [{
    `mind.max` over the listed axes, or over all when the list is empty, in any
    order, which cannot be told from the result. Over no elements it is the
    lowest value of the element type, which for floats is -inf.

    *   (reduce_max_c1) Axes lie in `[0, rank)`.
    *   (reduce_max_c2) No axis occurs twice.

    Example:

    ```mlir
    %0 = mind.reduce_max %x axes [1] keepdims : tensor<2x3xf32>
    ```
  }];
  let hasFolder = 1;
}

def Mind_ArgmaxOp : Mind_SupportOp<"argmax", [Pure, InferTypeOpAdaptor]> {
  let summary = "position of the greatest element along an axis";
  let description = [{
    A tensor of `i64`: the first position of the greatest element, or of a NaN
    if there is one (N9). Of no elements it is 0.

    *   (argmax_c1) `axis` lies in `[0, rank)`.

    Example:

    ```mlir
    %0 = mind.argmax %x axis 1 : tensor<2x3xf32>
    ```
  }];
  let arguments = (ins Mind_NumericTensor:$input, I64Attr:$axis,
                       UnitAttr:$keepdims);
  let results = (outs Mind_IntegerTensor:$result);
  let assemblyFormat = [{
    $input `axis` $axis (`keepdims` $keepdims^)? attr-dict `:` type($input)
  }];
}

//===----------------------------------------------------------------------===//
// Shapes and positions
//===----------------------------------------------------------------------===//

def Mind_BroadcastToOp : Mind_SupportOp<"broadcast_to", [Pure]> {
  let summary = "repetition along dims of extent 1 and new leading dims";
  let description = [{
    The operand as an elementwise op would read it beside a tensor of the
    result's shape.

    *   (broadcast_to_c1) The result keeps the element type.
    *   (broadcast_to_c2) Aligned at the last dim, each dim of the operand is 1
        or the result's; the operand has no more dims than the result.

    Example:

    ```mlir
    %0 = mind.broadcast_to %x : tensor<3xf32> -> tensor<2x3xf32>
    ```
  }];
  let arguments = (ins Mind_Tensor:$input);
  let results = (outs Mind_Tensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($result)";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

def Mind_InsertOp : Mind_SupportOp<"insert", [
    Mind_MayFault, AllTypesMatch<["dest", "result"]>
  ]> {
  let summary = "a tensor with part of it replaced";
  let description = [{
    `dest`, with element k of `source` at `start + stride * k` on each listed
    axis; other axes are covered in full. A start of `?` is the next of the
    `dynamicStarts`. A position outside `dest` is the fault E6001; for a start
    and extents that are known it is an error of the IR.

    *   (insert_c1) `source` and `dest` have one element type and one rank.
    *   (insert_c2) `axes`, `starts` and `strides` have one length.
    *   (insert_c3) Axes lie in `[0, rank)`.
    *   (insert_c4) No axis occurs twice.
    *   (insert_c5) A stride is not 0.
    *   (insert_c6) There is one operand for each start of `?`.
    *   (insert_c7) On an axis that is not listed, `source` has the extent of
        `dest`.
    *   (insert_c8) Where start and extents are known, every position lies in
        `dest`.

    Example:

    ```mlir
    %0 = mind.insert %src into %dst axes [0] starts [?] strides [1](%i)
        : tensor<1x4xf32>, tensor<3x4xf32>, tensor<i64>
    ```
  }];
  let arguments = (ins Mind_Tensor:$dest, Mind_Tensor:$source,
                       Variadic<Mind_PositionScalar>:$dynamicStarts,
                       DenseI64ArrayAttr:$axes, DenseI64ArrayAttr:$starts,
                       DenseI64ArrayAttr:$strides);
  let results = (outs Mind_Tensor:$result);
  let assemblyFormat = [{
    $source `into` $dest `axes` $axes `starts` custom<OpenInts>($starts)
    `strides` $strides (`(` $dynamicStarts^ `)`)? attr-dict
    `:` type($source) `,` type($dest) (`,` type($dynamicStarts)^)?
  }];
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

#endif // MIND_DIALECT_MIND_IR_MINDSUPPORTOPS_TD
