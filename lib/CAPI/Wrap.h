//===- Wrap.h - Handles and what they hold ----------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_CAPI_WRAP_H
#define MIND_LIB_CAPI_WRAP_H

#include "Mind-c/Module.h"

#include "../Driver/Options.h"

#include "Mind/Frontend/Diagnostics.h"
#include "Mind/Interpreter/Interpreter.h"
#include "Mind/Target/Elf/ElfTarget.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

namespace mind::capi {

/// The faults, and the text that they refer to.
struct Report {
  std::string contents;
  frontend::DiagnosticEngine engine{"", ""};

  void reset(llvm::StringRef name, llvm::StringRef text) {
    contents = text.str();
    engine.reset(name, contents);
  }
};

struct Context {
  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
};

struct Function {
  std::string name, signature;
};

/// Each form that is written is made from the text again, as mindc makes it; what runs is
/// kept.
struct Module {
  Context *context;
  driver::Options options;
  std::string contents;
  mlir::OwningOpRef<mlir::ModuleOp> executable;
  std::vector<Function> functions;
  /// Of functions without named dims, once they have run.
  std::map<std::string, std::unique_ptr<elf::DirectModule>> compiled;
};

inline llvm::StringRef unwrap(MindStringRef text) { return {text.data, text.length}; }
inline MindStringRef wrap(llvm::StringRef text) { return {text.data(), text.size()}; }

inline Report *unwrap(MindReport report) { return static_cast<Report *>(report.ptr); }
inline const frontend::Diagnostic *unwrap(MindDiagnostic d) { return static_cast<const frontend::Diagnostic *>(d.ptr); }
inline Context *unwrap(MindContext context) { return static_cast<Context *>(context.ptr); }
inline Module *unwrap(MindModule module) { return static_cast<Module *>(module.ptr); }
inline rt::Tensor *unwrap(MindTensor tensor) { return static_cast<rt::Tensor *>(tensor.ptr); }
inline std::vector<rt::Tensor> *unwrap(MindResults results) {
  return static_cast<std::vector<rt::Tensor> *>(results.ptr);
}
inline elf::ElfOptions *unwrap(MindCodeOptions options) { return static_cast<elf::ElfOptions *>(options.ptr); }
inline std::string *unwrap(MindBuffer buffer) { return static_cast<std::string *>(buffer.ptr); }

} // namespace mind::capi

#endif // MIND_LIB_CAPI_WRAP_H
