//===- Emit.cpp - files of native code ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend.h"

#include "Mind/Runtime/ProcessorName.h"
#include "Mind/Target/CNames/CNames.h"
#include "Mind/Target/Entry/Entry.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using namespace mind;

static bool writeText(StringRef path, llvm::function_ref<void(llvm::raw_ostream &)> write, rt::Fault &fault) {
  std::error_code error;
  llvm::ToolOutputFile file(path, error, llvm::sys::fs::OF_None);
  if (error) {
    fault = {"E5001", "cannot write `" + path.str() + "`: " + error.message()};
    return false;
  }
  write(file.os());
  // Whoever owns standard output looks at its errors.
  if (path != "-") {
    file.os().close();
    if (file.os().has_error()) {
      fault = {"E5001", "cannot write `" + path.str() + "`: " + file.os().error().message()};
      file.os().clear_error();
      return false;
    }
  }
  file.keep();
  return true;
}

static bool writeNative(llvm::Module &code, llvm::TargetMachine &machine, const NativeOptions &options,
                        rt::Fault &fault) {
  bool links = options.kind != NativeKind::Object;
  SmallString<128> object(options.path);
  if (links) {
    if (std::error_code error = llvm::sys::fs::createTemporaryFile("mind", "o", object)) {
      fault = {"E5001", "cannot make a temporary file: " + error.message()};
      return false;
    }
  }
  llvm::scope_exit cleanup([&] {
    if (links)
      llvm::sys::fs::remove(object);
  });
  std::error_code error;
  {
    llvm::raw_fd_ostream os(object, error, llvm::sys::fs::OF_None);
    bool isWritten = !error && writeObject(code, machine, os);
    os.close();
    if (isWritten && os.has_error())
      error = os.error();
    os.clear_error();
    if (!isWritten || error) {
      fault = {"E5001", "cannot write `" + std::string(object) + "`: " + error.message()};
      return false;
    }
  }
  return !links || linkNative(object, options.path, options.kind == NativeKind::Shared, fault);
}

bool mind::emitNative(ModuleOp module, const NativeOptions &options, rt::Fault &fault) {
  std::string program = options.function;
  bool isProgram = options.kind == NativeKind::Executable;
  if ((isProgram || !options.function.empty()) && !findEntry(module, program, "run", "begin with", fault))
    return false;
  // Dims without a size stay open.
  auto bind = [&](func::FuncOp function, const DimSizes &dims) {
    return dims.empty() || bindDims(module, function.getName(), dims, fault);
  };
  if (!bindPublicDims(module, program, options.dims, bind, fault))
    return false;
  // An executable holds what its beginning needs and nothing else.
  if (isProgram)
    dropAllBut(module, program);

  if (options.kind == NativeKind::Header) {
    SmallVector<EntryPoint> entries = getEntryPoints(module);
    if (!checkExports(entries, getTargetTriple(), fault))
      return false;
    SmallVector<rt::Signature> functions;
    for (const EntryPoint &entry : entries)
      functions.push_back(entry.signature);
    return writeText(
        options.path, [&](llvm::raw_ostream &os) { writeHeader(functions, os); }, fault);
  }
  LoweredModule lowered;
  if (!lowerModule(module, lowered, fault))
    return false;
  auto level = int32_t(findProcessor(options.cpu).value_or(Processor::V3));
  if (isProgram)
    addMainFunction(module, lowered.entries.front(), level);
  else if (checkExports(lowered.entries, getTargetTriple(), fault))
    addExportedFunctions(module, lowered.entries, level);
  else
    return false;
  if (options.kind == NativeKind::Lowered)
    return writeText(
        options.path, [&](llvm::raw_ostream &os) { module.print(os); }, fault);

  std::unique_ptr<llvm::TargetMachine> machine = createTargetMachine(options.cpu);
  if (!machine) {
    fault = {"E5001", "this build makes no code for x86-64"};
    return false;
  }
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> code = translateModule(module, context, *machine, /*keepsEntries=*/false, fault);
  if (!code)
    return false;
  if (options.kind == NativeKind::LLVMIR)
    return writeText(
        options.path, [&](llvm::raw_ostream &os) { code->print(os, nullptr); }, fault);
  return writeNative(*code, *machine, options, fault);
}
