//===- Interpreter.h - the executor that defines the others -----*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Executes modules of the mind dialect with plain loops that follow the rules of
/// docs/Numerics.md one by one. Code generators are tested against it, bit for
/// bit, so it shares nothing with them but the published sequences of the
/// elementary functions.
///
/// It takes a module at any point before convert-mind-to-linalg: structural or scf
/// control flow, scripts outlined.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_INTERPRETER_INTERPRETER_H
#define MIND_INTERPRETER_INTERPRETER_H

#include "Mind/Runtime/Arguments.h"
#include "Mind/Runtime/Tensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mind::interpreter {

/// How a run ended: with a fault, or with the results. Every executor gives this.
struct Outcome {
  std::optional<rt::Fault> fault;
  std::vector<rt::Tensor> results;
  /// Of an executor that lays out all its values beforehand: how many bytes they take
  /// at once. The tensors of arguments and results are not among them.
  std::optional<int64_t> workspaceBytes = std::nullopt;
};

/// Runs `function`, with what it prints going to `out`. `dims` has the extents of
/// the dims that have a name but occur in no parameter. Arguments that do not fit
/// are the fault E6005, an op that is none of ours E5002. NaNs of results are
/// canonical (N2).
Outcome run(mlir::ModuleOp module, llvm::StringRef function, llvm::ArrayRef<rt::Tensor> args, llvm::raw_ostream &out,
            const std::map<std::string, int64_t> &dims = {});

/// The signature that arguments are bound to: names from `mind.params`, else
/// `arg0`, `arg1`, ...
rt::Signature getSignature(mlir::func::FuncOp function);

} // namespace mind::interpreter

#endif // MIND_INTERPRETER_INTERPRETER_H
