//===- MindGradOps.td - what gradients need ---------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_DIALECT_MIND_IR_MINDGRADOPS_TD
#define MIND_DIALECT_MIND_IR_MINDGRADOPS_TD

include "Mind/Dialect/Mind/IR/MindOpBase.td"

def Mind_ReluGradOp
    : Mind_SupportOp<"relu_grad", [Pure, SameOperandsAndResultType]> {
  let summary = "gradient of relu";
  let description = [{
    `input > 0 ? grad : +0`: a selection, never a product (N7).

    Example:

    ```mlir
    %0 = mind.relu_grad %g, %x : tensor<2x3xf32>
    ```
  }];
  let arguments = (ins Mind_FractionTensor:$grad, Mind_FractionTensor:$input);
  let results = (outs Mind_FractionTensor:$result);
  let assemblyFormat = "$grad `,` $input attr-dict `:` type($input)";
}

def Mind_GatherGradOp : Mind_SupportOp<"gather_grad", [Mind_MayFault]> {
  let summary = "gradient of gather: a sum of slices at computed positions";
  let description = [{
    A tensor of zeros to which the slices of `grad` are added at the given
    positions of `axis`, in row-major order of the indices (N17). A position
    outside the result is the fault E6001.

    *   (gather_grad_c1) `axis` lies in `[0, rank)` of the result.
    *   (gather_grad_c2) `grad` has the type that `mind.gather` of the result
        by `indices` has.

    Example:

    ```mlir
    %0 = mind.gather_grad %g[%i] axis 0
        : tensor<5x4xf32>, tensor<5xi64> -> tensor<3x4xf32>
    ```
  }];
  let arguments = (ins Mind_NumericTensor:$grad, Mind_IntegerTensor:$indices,
                       I64Attr:$axis);
  let results = (outs Mind_NumericTensor:$result);
  let assemblyFormat = [{
    $grad `[` $indices `]` `axis` $axis attr-dict
    `:` type($grad) `,` type($indices) `->` type($result)
  }];
  let hasVerifier = 1;
}

class Mind_ConvGradOp<string mnemonic>
    : Mind_SupportOp<mnemonic, [Pure]> {
  let results = (outs Mind_NumericTensor:$result);
  let hasVerifier = 1;
}

def Mind_Conv2DGradInputOp : Mind_ConvGradOp<"conv2d_grad_input"> {
  let summary = "gradient of conv2d with respect to its input";
  let description = [{
    Each element is one chain of N11 over (kh, kw, f) of the filter, ascending;
    a tap takes part iff `(i + low - kh) mod stride` is 0 and the row it comes
    from is inside `grad` (N12).

    *   (conv2d_grad_input_c1) `grad` has the type that `mind.conv2d` of the
        result and `filter` has.

    Example:

    ```mlir
    %0 = mind.conv2d_grad_input %g, %w strides [1, 1] padding valid
        : tensor<1x3x3x2xf32>, tensor<3x3x3x2xf32> -> tensor<1x5x5x3xf32>
    ```
  }];
  let arguments = (ins Mind_NumericTensor:$grad, Mind_NumericTensor:$filter,
                       DenseI64ArrayAttr:$strides,
                       Mind_ConvPaddingAttr:$padding,
                       DefaultValuedOptionalAttr<DenseI64ArrayAttr, "{}">:$pads);
  let assemblyFormat = [{
    $grad `,` $filter `strides` $strides `padding` $padding (`pads` $pads^)?
    attr-dict `:` type($grad) `,` type($filter) `->` type($result)
  }];
}

def Mind_Conv2DGradFilterOp : Mind_ConvGradOp<"conv2d_grad_filter"> {
  let summary = "gradient of conv2d with respect to its filter";
  let description = [{
    Each element is one chain of N11 over (n, oh, ow) of `grad`, ascending; taps
    in the padding take no part (N12).

    *   (conv2d_grad_filter_c1) `grad` has the type that `mind.conv2d` of
        `input` and the result has.

    Example:

    ```mlir
    %0 = mind.conv2d_grad_filter %x, %g strides [1, 1] padding valid
        : tensor<1x5x5x3xf32>, tensor<1x3x3x2xf32> -> tensor<3x3x3x2xf32>
    ```
  }];
  let arguments = (ins Mind_NumericTensor:$input, Mind_NumericTensor:$grad,
                       DenseI64ArrayAttr:$strides,
                       Mind_ConvPaddingAttr:$padding,
                       DefaultValuedOptionalAttr<DenseI64ArrayAttr, "{}">:$pads);
  let assemblyFormat = [{
    $input `,` $grad `strides` $strides `padding` $padding (`pads` $pads^)?
    attr-dict `:` type($input) `,` type($grad) `->` type($result)
  }];
}

#endif // MIND_DIALECT_MIND_IR_MINDGRADOPS_TD
