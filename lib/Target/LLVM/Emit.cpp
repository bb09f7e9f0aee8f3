//===- Emit.cpp - files of native code ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend.h"

#include "Mind/Target/CNames/CNames.h"
#include "Mind/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using namespace mind;

/// Where the program begins, made public.
static bool findEntry(ModuleOp module, const NativeOptions &options, std::string &name, rt::Fault &fault) {
  name = options.function.empty() ? getEntryName(module).str() : options.function;
  auto function = name.empty() ? func::FuncOp() : module.lookupSymbol<func::FuncOp>(name);
  if (function && !function.isDeclaration()) {
    function.setPublic();
    return true;
  }
  fault = {"E5001", name.empty() ? "the program has no `main` and no statements to run"
                                 : "there is no function `" + name + "` to begin with"};
  return false;
}

/// Binds the dims of `name`, or, where that is empty, of every exported function that has
/// them. A name that is no dim would leave all as it is, unseen.
static bool bindAllDims(ModuleOp module, StringRef name, const std::map<std::string, int64_t> &dims,
                        rt::Fault &fault) {
  std::map<std::string, int64_t> unknown = dims;
  for (auto function : llvm::make_early_inc_range(module.getOps<func::FuncOp>())) {
    if (function.isDeclaration() || (name.empty() ? !function.isPublic() : function.getName() != name))
      continue;
    std::map<std::string, int64_t> own;
    for (const std::string &dim : interpreter::getSignature(function).getDimNames())
      if (auto found = dims.find(dim); found != dims.end()) {
        own.insert(*found);
        unknown.erase(dim);
      }
    if (!bindDims(module, function.getName(), own, fault))
      return false;
  }
  if (unknown.empty())
    return true;
  std::string holder = name.empty() ? "no exported function has the dim `" : "`" + name.str() + "` has no dim `";
  fault = {rt::fault::kArgument, holder + unknown.begin()->first + "`"};
  return false;
}

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
  std::string program;
  bool isProgram = options.kind == NativeKind::Executable;
  if ((isProgram || !options.function.empty()) && !findEntry(module, options, program, fault))
    return false;
  if (!bindAllDims(module, program, options.dims, fault))
    return false;
  // An executable holds what its beginning needs and nothing else.
  if (isProgram)
    keepOnly(module, program);

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
  int32_t level = options.cpu == "x86-64-v4" ? 4 : 3;
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
