//===- mindc-llvm.cpp - The compiler with LLVM's code generators ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Driver/Driver.h"
#include "Mind/InitAllTargets.h"
#include "Mind/Target/LLVM/LLVMTarget.h"

using namespace mind;

static NativeKind getKind(driver::EmitRequest::Kind kind) {
  switch (kind) {
  case driver::EmitRequest::Lowered:
    return NativeKind::Lowered;
  case driver::EmitRequest::LLVMIR:
    return NativeKind::LLVMIR;
  case driver::EmitRequest::Object:
    return NativeKind::Object;
  case driver::EmitRequest::Shared:
    return NativeKind::Shared;
  case driver::EmitRequest::Executable:
    return NativeKind::Executable;
  case driver::EmitRequest::Header:
    return NativeKind::Header;
  }
  return NativeKind::Executable;
}

static bool emit(mlir::ModuleOp module, const driver::EmitRequest &request, rt::Fault &fault) {
  NativeOptions options;
  options.kind = getKind(request.kind);
  options.path = request.path;
  options.function = request.function;
  options.dims = request.dims;
  options.cpu = request.cpu;
  return emitNative(module, options, fault);
}

int main(int argc, char **argv) {
  TargetRegistry targets;
  registerAllTargets(targets);
  const driver::BackendHooks hooks = {emit, runJit, &targets, compileForTarget};
  return driver::run(argc, argv, &hooks);
}
