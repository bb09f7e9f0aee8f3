//===- ElfTarget.h - machine code without LLVM ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Modules of the mind dialect straight to x86-64: executables, objects, shared
/// libraries, and code in memory. All shapes must be known; named dims are specialised
/// for. The bits of results are the interpreter's, and what is written is a function
/// of the module and the options alone.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_TARGET_ELF_ELFTARGET_H
#define MIND_TARGET_ELF_ELFTARGET_H

#include "Mind/Interpreter/Interpreter.h"

#include "mlir/IR/BuiltinOps.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace mind::elf {

/// A header is the text for C that declares what an object or a library has.
enum class ElfKind { Executable, Object, Shared, Header };

struct ElfOptions {
  ElfKind kind = ElfKind::Executable;
  /// Where an executable begins, by default the entry of the program.
  std::string function;
  /// Extents of named dims of that function; without it, in a library, of every exported
  /// function that has them.
  std::map<std::string, int64_t> dims;
  /// x86-64-v3 or x86-64-v4.
  std::string cpu = "x86-64-v3";
  /// The notes of the file, encoded: the content of one segment of an executable, and of
  /// the section `.note.mind` elsewhere. None of them is loaded when the code runs.
  std::vector<uint8_t> notes;
  /// If not null, gets what the values of the largest function take at once, in bytes.
  int64_t *workspaceBytes = nullptr;
};

/// The bytes of a file; changes the module. False with a fault: E5002 for what has no
/// direct code, E5001 where there is nothing to begin with, E6005 for a dim.
bool compileToBytes(mlir::ModuleOp module, const ElfOptions &options, std::vector<uint8_t> &bytes, rt::Fault &fault);

/// Writes such bytes to `path`, whole or not at all; a header to standard output if that
/// is `-`. False with E5001.
bool writeFile(llvm::StringRef path, ElfKind kind, llvm::ArrayRef<uint8_t> bytes, rt::Fault &fault);

/// The public functions of a module, compiled in memory.
class DirectModule {
public:
  /// Compiles a copy of `module`. Null with the fault E5002, or E5001 where this is no such
  /// processor.
  static std::unique_ptr<DirectModule> compile(mlir::ModuleOp module, rt::Fault &fault,
                                               llvm::StringRef cpu = "x86-64-v3");
  ~DirectModule();

  /// As interpreter::run does it.
  interpreter::Outcome run(llvm::StringRef function, llvm::ArrayRef<rt::Tensor> args, llvm::raw_ostream &out);

  /// For tests: from now on arguments cannot be written, nothing can be accessed that
  /// lies behind an argument, a result or the workspace, and what nobody has written is
  /// not zero. Code that breaks these rules ends the process.
  void checkMemory() { checksMemory = true; }

private:
  struct Code;
  explicit DirectModule(std::unique_ptr<Code> code);
  bool checksMemory = false;
  std::unique_ptr<Code> code;
};

/// Compiles what `function` needs, for the extents in `dims` and in `args`, and runs it
/// once.
interpreter::Outcome runDirect(mlir::ModuleOp module, llvm::StringRef function, llvm::ArrayRef<rt::Tensor> args,
                               llvm::raw_ostream &out, const std::map<std::string, int64_t> &dims,
                               llvm::StringRef cpu = "x86-64-v3");

} // namespace mind::elf

#endif // MIND_TARGET_ELF_ELFTARGET_H
