//===- WebGPUTranslations.cpp - From shaders to text ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/InitAllTranslations.h"
#include "Mind/Target/WebGPU/EmitModule.h"
#include "Mind/Target/WebGPU/PrintWGSL.h"

#include "mlir/Tools/mlir-translate/Translation.h"

using namespace mlir;

void mind::registerWebGPUTranslations(const DialectRegistration &registerDialects) {
  auto dialects = [registerDialects](DialectRegistry &registry) {
    registerDialects(registry);
    registerWebGPUExtension(registry);
  };
  static TranslateFromMLIRRegistration shaders(
      "mlir-to-wgsl", "write the shaders of the module as WGSL",
      [](Operation *op, llvm::raw_ostream &os) -> LogicalResult {
        auto module = dyn_cast<ModuleOp>(op);
        return module ? webgpu::printWGSL(module, os) : op->emitError("is no module");
      },
      dialects);
  static TranslateFromMLIRRegistration modules(
      "mlir-to-webgpu", "write the function of the module and its shaders as an ES module",
      [](Operation *op, llvm::raw_ostream &os) -> LogicalResult {
        auto module = dyn_cast<ModuleOp>(op);
        if (!module || !llvm::hasSingleElement(module.getOps<func::FuncOp>()))
          return op->emitError("is no module with one function");
        std::string wgsl;
        llvm::raw_string_ostream stream(wgsl);
        if (failed(webgpu::printWGSL(module, stream)))
          return failure();
        return webgpu::emitModule(*module.getOps<func::FuncOp>().begin(), wgsl, os);
      },
      dialects);
}
