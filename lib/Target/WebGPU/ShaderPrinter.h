//===- ShaderPrinter.h - one shader as text ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Values become `let`s, what loops and branches hand on becomes `var`s, in the order of
/// the IR. `index` and i32 are `i32`, an i64 is a `vec2<u32>`, and an i1 in memory is a
/// `u32` that is 0 or 1.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_WEBGPU_SHADERPRINTER_H
#define MIND_LIB_TARGET_WEBGPU_SHADERPRINTER_H

#include "Helpers.h"

#include "Mind/Dialect/WebGPU/IR/WebGPU.h"

#include "mlir/IR/Attributes.h"

#include <optional>

namespace mind::webgpu {

class ShaderPrinter {
public:
  ShaderPrinter(ShaderOp shader, Helpers &helpers, llvm::raw_ostream &os);
  mlir::LogicalResult print();

private:
  // Expressions.cpp.

  /// What computes the only result of the op; nothing if no expression does.
  std::optional<std::string> getExpression(mlir::Operation *op);
  std::optional<std::string> getInteger(mlir::Operation *op);
  std::optional<std::string> getConversion(mlir::Operation *op);
  std::optional<std::string> getFloat(mlir::Operation *op);
  std::optional<std::string> getPosition(mlir::Operation *op);
  std::string getConstant(mlir::Attribute value, mlir::Type type);
  std::string compare(llvm::StringRef predicate, bool isUnsigned, mlir::Value lhs, mlir::Value rhs);
  std::string add(mlir::Type type, llvm::StringRef lhs, llvm::StringRef rhs);

  // Statements.cpp.
  mlir::LogicalResult printBlock(mlir::Block &block);
  mlir::LogicalResult printOp(mlir::Operation *op);
  mlir::LogicalResult printFor(mlir::Operation *op);
  mlir::LogicalResult printIf(mlir::Operation *op);
  mlir::LogicalResult printWhile(mlir::Operation *op);
  void printStore(mlir::Value memref, mlir::ValueRange indices, mlir::Value value);
  std::string getElement(mlir::Value memref, mlir::ValueRange indices);
  /// Gives the values to the variables, all at once.
  void assign(llvm::ArrayRef<std::string> variables, mlir::ValueRange values);
  /// Declares a variable for the value.
  std::string declare(mlir::Value value);
  llvm::raw_ostream &line();

  /// The name of the value, or its number if it is a constant.
  std::string nameOf(mlir::Value value);
  std::string makeName() { return "v" + std::to_string(numNames++); }
  /// Empty, with an error at the op, if WGSL has no such type.
  std::string getType(mlir::Type type, mlir::Operation *op);
  std::string getStorageType(mlir::Type type);

  void printHead();

  ShaderOp shader;
  Helpers &helpers;
  llvm::raw_ostream &os;
  std::string entry;
  llvm::DenseMap<mlir::Value, std::string> names;
  unsigned numNames = 0;
  unsigned depth = 1;
};

} // namespace mind::webgpu

#endif // MIND_LIB_TARGET_WEBGPU_SHADERPRINTER_H
