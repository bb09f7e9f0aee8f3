//===- ExpandShapes.h - dims that are split, with several extents unknown -===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_PIPELINES_EXPANDSHAPES_H
#define MIND_LIB_PIPELINES_EXPANDSHAPES_H

#include "mlir/Pass/Pass.h"

namespace mind {

/// Turns each memref.expand_shape that splits one dim into several dynamic ones, or
/// into a dynamic one beside a 0, into a memref.reinterpret_cast with the sizes of
/// its output shape. The pass expand-strided-metadata, which lowers all others, works
/// a dynamic extent out from the static ones beside it.
std::unique_ptr<mlir::Pass> createLowerExpandShapesPass();

} // namespace mind

#endif // MIND_LIB_PIPELINES_EXPANDSHAPES_H
