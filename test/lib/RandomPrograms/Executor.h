//===- Executor.h - what runs a random program ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_TEST_LIB_RANDOMPROGRAMS_EXECUTOR_H
#define MIND_TEST_LIB_RANDOMPROGRAMS_EXECUTOR_H

#include "Mind/Interpreter/Interpreter.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mind::test {

/// Runs a function of the module that it was made for.
using RunFunction =
    std::function<interpreter::Outcome(llvm::StringRef function, llvm::ArrayRef<rt::Tensor> arguments)>;

/// A way to execute modules. `load` prepares one, which must outlive what it
/// returns, and does not change it.
struct Executor {
  std::string name;
  std::function<RunFunction(mlir::ModuleOp module)> load;
};

/// Every executor of this build, with code for `cpu`; the first one is the oracle.
std::vector<Executor> getExecutors(llvm::StringRef cpu);

/// How two outcomes differ: in which result, or in the fault. Nothing if they are
/// the same to the bit.
std::optional<std::string> compareOutcomes(const interpreter::Outcome &expected, const interpreter::Outcome &found);

/// The first program among smaller and smaller ones that still differs between
/// the two: `function` up to the first operation whose value differs, and then that
/// operation alone, on literal operands. As text, with what differs.
std::string shrink(mlir::func::FuncOp function, llvm::ArrayRef<rt::Tensor> arguments, const Executor &oracle,
                   const Executor &other);

} // namespace mind::test

#endif // MIND_TEST_LIB_RANDOMPROGRAMS_EXECUTOR_H
