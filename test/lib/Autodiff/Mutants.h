//===- Mutants.h - small faults in an op ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_TEST_LIB_AUTODIFF_MUTANTS_H
#define MIND_TEST_LIB_AUTODIFF_MUTANTS_H

#include "mlir/IR/Operation.h"

#include <functional>
#include <string>
#include <vector>

namespace mind::test {

/// One fault: what it is, and how it is made in a copy of the op.
struct Mutant {
  std::string name;
  std::function<void(mlir::Operation *)> apply;
};

/// The faults of an op that a rule built: its result negated, zeroed, in another order
/// or one of its operands; its operands swapped; a sum that takes one element; other
/// axes, positions, exponents, functions, predicates and constants. What must not be
/// told apart from the op, such as the zero negated, is left out; what is not valid IR
/// is for the caller to leave out. What a loop counts with has none, since a loop without
/// end is not told from a long one.
///
/// A result that `isNeeded` denies has no faults either.
std::vector<Mutant> getMutants(mlir::Operation *op, llvm::function_ref<bool(mlir::Value)> isNeeded);

} // namespace mind::test

#endif // MIND_TEST_LIB_AUTODIFF_MUTANTS_H
