//===- TargetBackend.h - what a target is -----------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A target other than the processor that the compiler itself runs on. It adds ops
/// `mind.TARGET.*` to the dialect, says which ops of the core it has a form for, converts
/// a program to its own ops and writes files from those. Everything else is shared: how
/// a program is prepared, how what is not covered is refused, the command line.
///
/// The folders named after a target hold all of it; its CMakeLists.txt calls
/// add_mind_target, which is what puts it into the registry of the tools. A project of
/// its own can do the same through the installed package: docs/Targets.md.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_TARGET_BACKEND_TARGETBACKEND_H
#define MIND_TARGET_BACKEND_TARGETBACKEND_H

#include "Mind/Runtime/Fault.h"
#include "Mind/Support/DType.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace mind {

/// One file that a target writes: a function of the module and the options alone.
struct TargetArtifact {
  /// Of the file, without a folder.
  std::string name;
  std::string contents;
};

class TargetBackend {
public:
  virtual ~TargetBackend();

  /// The word of `--target=` and of the ops' prefix: lower case.
  virtual llvm::StringRef getName() const = 0;
  /// What is written and what runs it, in one line.
  virtual llvm::StringRef getSummary() const = 0;

  /// Adds the target's ops and types to contexts of the registry.
  virtual void registerDialects(mlir::DialectRegistry &registry) const = 0;

  /// Why a program may not use an op with operands or results of that element type;
  /// empty if it may. `key` is what getCoverageKey says. The reason completes the
  /// sentence "`key` of `dtype` is not available: ...".
  virtual std::string getRefusal(llvm::StringRef key, DType dtype) const = 0;

  /// Whether a tensor may have an extent of 0.
  virtual bool hasEmptyTensors() const { return true; }

  /// Passes from a prepared module (see compileForTarget), every op of which is covered,
  /// to the target's ops.
  virtual void buildConversionPipeline(mlir::OpPassManager &passes) const = 0;

  /// Writes the files of a module that the pipeline has run on. False with a fault.
  virtual bool emit(mlir::ModuleOp module, std::vector<TargetArtifact> &artifacts, rt::Fault &fault) const = 0;
};

/// The targets of a tool, sorted by name.
class TargetRegistry {
public:
  /// Of two targets with one name the first stays.
  void add(std::unique_ptr<TargetBackend> target);
  /// Null if there is none of that name.
  const TargetBackend *lookup(llvm::StringRef name) const;
  llvm::ArrayRef<std::unique_ptr<TargetBackend>> getTargets() const { return targets; }
  void registerDialects(mlir::DialectRegistry &registry) const;

private:
  std::vector<std::unique_ptr<TargetBackend>> targets;
};

/// The name under which a target covers an op: that of the op, and for the elementary
/// functions also which: `mind.unary.exp`.
std::string getCoverageKey(mlir::Operation *op);

/// The keys of all ops that a prepared module may hold, sorted.
std::vector<std::string> getCoverageKeys();

/// The element types that ops of that key may have in the core dialect, in the order of
/// DType.
std::vector<DType> getCoverageDTypes(llvm::StringRef key);

struct TargetOptions {
  /// What is compiled; empty: what a program begins with.
  std::string function;
  /// Extents of its named dims.
  std::map<std::string, int64_t> dims;
};

/// Compiles one function of `module`, which is used up, for the target: the function is
/// prepared as for every executor, specialised for `dims`, calls are inlined, and every
/// op is held against the target's coverage. False with a fault that has a code and, as
/// far as known, the place of the op: E5001 for a function that is not there, E5002 for
/// what the target does not cover, E6005 for a dim that the function does not have.
bool compileForTarget(const TargetBackend &target, mlir::ModuleOp module, const TargetOptions &options,
                      std::vector<TargetArtifact> &artifacts, rt::Fault &fault);

/// The list of targets for `--target=help`.
void printTargets(const TargetRegistry &targets, llvm::raw_ostream &os);

/// What a target covers, for `--target=help:NAME`: a line for each key with the element
/// types, then why the others are refused.
void printCoverage(const TargetBackend &target, llvm::raw_ostream &os);

} // namespace mind

#endif // MIND_TARGET_BACKEND_TARGETBACKEND_H
