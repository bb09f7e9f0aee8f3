//===- WebNN.cpp - graphs of WebNN as ops ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Dialect/WebNN/IR/WebNN.h"

using namespace mlir;
using namespace mind;

#include "Mind/Dialect/WebNN/IR/WebNNInterfaces.cpp.inc"

#define GET_OP_CLASSES
#include "Mind/Dialect/WebNN/IR/WebNNOps.cpp.inc"

namespace {
struct WebNNExtension : DialectExtension<WebNNExtension, MindDialect> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(WebNNExtension)
  void apply(MLIRContext *context, MindDialect *dialect) const final {
    // A registry may be appended to a context again.
    if (RegisteredOperationName::lookup(webnn::ConstantOp::getOperationName(), context))
      return;
    dialect->addTargetOperations<
#define GET_OP_LIST
#include "Mind/Dialect/WebNN/IR/WebNNOps.cpp.inc"
        >();
  }
};
} // namespace

void mind::registerWebNNExtension(DialectRegistry &registry) {
  registry.insert<MindDialect>();
  registry.addExtensions<WebNNExtension>();
}

StringRef webnn::getDataTypeName(Type elementType) {
  if (elementType.isF32())
    return "float32";
  if (elementType.isInteger(1))
    return "uint8";
  return elementType.isInteger(32) ? "int32" : "int64";
}
