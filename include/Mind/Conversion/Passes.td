//===- Passes.td - passes from the mind dialect to others --*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_CONVERSION_PASSES
#define MIND_CONVERSION_PASSES

include "mlir/Pass/PassBase.td"

def ConvertMindToLinalg : Pass<"convert-mind-to-linalg", "::mlir::ModuleOp"> {
  let summary = "Lower the mind dialect to linalg, scf, tensor, arith and math";
  let description = [{
    Expects a module whose scripts are outlined (`mind-outline-script`) and whose
    control flow is in scf (`mind-structure-to-scf`). Every op of the dialect is
    replaced by ops that compute the same bits; the guards that upstream's ops
    need (division by zero, long shifts, casts out of range) become explicit, and
    no fast-math flag is set.

    Tensors of rank 0 become scalars, in signatures, branches and loops as well.
    `!mind.q16` becomes `i32` and the `#mind.dims` of types are dropped: extents
    are read off the tensors. What prints or may end in a fault calls functions
    of the runtime (include/Mind/Conversion/RuntimeCalls.h).

    An op that cannot be lowered, or a named dim that nothing in its function
    binds, is the error E5002.

    ```mlir
    // before
    func.func @f(%x: tensor<?x3xf32, #mind.dims<B, 3>>, %s: tensor<f32>)
        -> tensor<?x3xf32, #mind.dims<B, 3>> {
      %0 = mind.mul %x, %s : tensor<?x3xf32, #mind.dims<B, 3>>, tensor<f32>
      return %0 : tensor<?x3xf32, #mind.dims<B, 3>>
    }

    // after
    #map = affine_map<(d0, d1) -> (d0, d1)>
    func.func @f(%x: tensor<?x3xf32>, %s: f32) -> tensor<?x3xf32> {
      %c0 = arith.constant 0 : index
      %b = tensor.dim %x, %c0 : tensor<?x3xf32>
      %e = tensor.empty(%b) : tensor<?x3xf32>
      %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
          ins(%x : tensor<?x3xf32>) outs(%e : tensor<?x3xf32>) {
      ^bb0(%in: f32, %out: f32):
        %p = arith.mulf %in, %s : f32
        linalg.yield %p : f32
      } -> tensor<?x3xf32>
      return %0 : tensor<?x3xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::mlir::vector::VectorDialect"
  ];
}

#endif // MIND_CONVERSION_PASSES
