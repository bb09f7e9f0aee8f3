//===- Patterns.h - the patterns of convert-mind-to-webnn -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_CONVERSION_MINDTOWEBNN_PATTERNS_H
#define MIND_LIB_CONVERSION_MINDTOWEBNN_PATTERNS_H

#include "mlir/IR/PatternMatch.h"

namespace mind::webnn {

void populateElementwisePatterns(mlir::RewritePatternSet &patterns);
void populateMovementPatterns(mlir::RewritePatternSet &patterns);
void populateContractionPatterns(mlir::RewritePatternSet &patterns);

} // namespace mind::webnn

#endif // MIND_LIB_CONVERSION_MINDTOWEBNN_PATTERNS_H
