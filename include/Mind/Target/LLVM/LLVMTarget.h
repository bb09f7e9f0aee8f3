//===- LLVMTarget.h - native code through LLVM ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Modules of the mind dialect to LLVM IR, objects, libraries, executables, and to
/// code in memory. What is written is a function of the module and the options: no
/// paths, times or names of the machine are in it.
///
/// The processor is x86-64-v3 or x86-64-v4, never the one at hand: the same bits
/// come out of both, and of every processor that has them.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_TARGET_LLVM_LLVMTARGET_H
#define MIND_TARGET_LLVM_LLVMTARGET_H

#include "Mind/Interpreter/Interpreter.h"

#include "mlir/IR/BuiltinOps.h"

#include <map>
#include <memory>
#include <string>

namespace mind {

enum class NativeKind {
  /// The module in the llvm dialect.
  Lowered,
  /// LLVM IR, optimised, as text.
  LLVMIR,
  Object,
  Shared,
  Executable,
  /// The C declarations of the functions of an object or a shared library.
  Header
};

struct NativeOptions {
  NativeKind kind = NativeKind::Executable;
  /// "-" is standard output, for text.
  std::string path;
  /// Where an executable begins, by default the entry of the program.
  std::string function;
  /// Extents of named dims of that function, to specialise for; without it, in a library,
  /// of every exported function that has them.
  std::map<std::string, int64_t> dims;
  std::string cpu = "x86-64-v3";
};

/// Compiles a module whose script is outlined; changes it. False with a fault: E5002
/// for what cannot be lowered, E5001 for a linker that is missing or a file that
/// cannot be written.
bool emitNative(mlir::ModuleOp module, const NativeOptions &options, rt::Fault &fault);

/// The public functions of a module, compiled in memory.
class CompiledModule {
public:
  /// Compiles a copy of `module`. Null with the fault E5002.
  static std::unique_ptr<CompiledModule> compile(mlir::ModuleOp module, llvm::StringRef cpu, rt::Fault &fault);
  ~CompiledModule();

  /// As interpreter::run does it.
  interpreter::Outcome run(llvm::StringRef function, llvm::ArrayRef<rt::Tensor> args, llvm::raw_ostream &out);

private:
  struct Code;
  explicit CompiledModule(std::unique_ptr<Code> code);
  std::unique_ptr<Code> code;
};

/// Compiles what `function` needs and runs it once.
interpreter::Outcome runJit(mlir::ModuleOp module, llvm::StringRef function, llvm::ArrayRef<rt::Tensor> args,
                            llvm::raw_ostream &out, const std::map<std::string, int64_t> &dims, llvm::StringRef cpu);

} // namespace mind

#endif // MIND_TARGET_LLVM_LLVMTARGET_H
