//===- Registration.cpp - the rules of all ops ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"

#include "Mind/Dialect/Mind/IR/MindDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mind;

#include "Mind/Dialect/Mind/Autodiff/DifferentiableOpInterface.cpp.inc"

void mind::registerAutodiffModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, MindDialect *) {
    autodiff::attachElementwiseModels(context);
    autodiff::attachUnaryModels(context);
    autodiff::attachReductionModels(context);
    autodiff::attachMovementModels(context);
    autodiff::attachIndexingModels(context);
    autodiff::attachContractionModels(context);
    autodiff::attachConvolutionModels(context);
  });
  registry.addExtension(
      +[](MLIRContext *context, arith::ArithDialect *) { autodiff::attachSelectModels(context); });
  registry.addExtension(+[](MLIRContext *context, func::FuncDialect *) { autodiff::attachCallModels(context); });
  registry.addExtension(+[](MLIRContext *context, scf::SCFDialect *) {
    autodiff::attachBranchModels(context);
    autodiff::attachLoopModels(context);
  });
  registry.addExtension(
      +[](MLIRContext *context, tensor::TensorDialect *) { autodiff::attachCastModels(context); });
}
