//===- Passes.td - from the mind dialect to WebNN ----------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_CONVERSION_MINDTOWEBNN_PASSES
#define MIND_CONVERSION_MINDTOWEBNN_PASSES

include "mlir/Pass/PassBase.td"

def ConvertMindToWebNN : Pass<"convert-mind-to-webnn", "::mlir::ModuleOp"> {
  let summary = "Convert the mind dialect to calls of WebNN's graph builder";
  let description = [{
    Expects one function of ops that the target covers (`mindc --target=help:webnn`), with
    known extents and no control flow. What WebNN leaves to the implementation and MIND
    does not is made explicit: integers divided by 0 or by -1, fractions cast to integers
    that cannot hold them, indices out of range (`mind.webnn.check_index`).

    An op that it has no form for is the error E5002.

    ```mlir
    // before
    func.func @f(%x: tensor<2x3xf32>, %w: tensor<3x4xf32>) -> tensor<2x4xf32> {
      %0 = mind.matmul %x, %w : tensor<2x3xf32>, tensor<3x4xf32>
      return %0 : tensor<2x4xf32>
    }

    // after
    func.func @f(%x: tensor<2x3xf32>, %w: tensor<3x4xf32>) -> tensor<2x4xf32> {
      %0 = mind.webnn.matmul %x, %w : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
      return %0 : tensor<2x4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mind::MindDialect"];
}

#endif // MIND_CONVERSION_MINDTOWEBNN_PASSES
