//===- WGSLTranslations.cpp - From shaders to text ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/InitAllDialects.h"
#include "Mind/InitAllTranslations.h"
#include "Mind/Target/WebGPU/PrintWGSL.h"

#include "mlir/Tools/mlir-translate/Translation.h"

using namespace mlir;

void mind::registerWGSLTranslations() {
  static TranslateFromMLIRRegistration shaders(
      "mlir-to-wgsl", "write the shaders of the module as WGSL",
      [](Operation *op, llvm::raw_ostream &os) -> LogicalResult {
        auto module = dyn_cast<ModuleOp>(op);
        return module ? webgpu::printWGSL(module, os) : op->emitError("is no module");
      },
      [](DialectRegistry &registry) {
        registerAllDialects(registry);
        registerWebGPUExtension(registry);
      });
}
