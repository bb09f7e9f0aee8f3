//===- Syntax.h - pieces of op syntax that several ops share ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The generated parsers call these by name from inside namespace mind.
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_DIALECT_MIND_IR_SYNTAX_H
#define MIND_LIB_DIALECT_MIND_IR_SYNTAX_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpImplementation.h"

namespace mind {

/// `[0, ?, 3]`: a list of integers in which `?` is ShapedType::kDynamic.
mlir::ParseResult parseOpenInts(mlir::OpAsmParser &parser,
                                mlir::DenseI64ArrayAttr &values);
void printOpenInts(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                   mlir::DenseI64ArrayAttr values);

} // namespace mind

#endif // MIND_LIB_DIALECT_MIND_IR_SYNTAX_H
