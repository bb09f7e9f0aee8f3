//===- OperatorForms.h - each op as text ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_TEST_LIB_RANDOMPROGRAMS_OPERATORFORMS_H
#define MIND_TEST_LIB_RANDOMPROGRAMS_OPERATORFORMS_H

#include "Mind/Support/DType.h"

#include "llvm/ADT/SmallVector.h"

#include <functional>
#include <string>
#include <vector>

namespace mind::test {

using Extents = llvm::SmallVector<int64_t, 5>;

/// What an op is given.
struct Operand {
  DType dtype;
  Extents shape;
  /// Of positions: they lie below.
  int64_t limit = 0;
};

/// An op on operands: `$0` in the text is the first one, `$t0` its type.
struct Use {
  std::string text;
  std::vector<Operand> operands;
};

/// An op of the table.
struct Form {
  /// As the table names it, and as the dialect does.
  std::string title;
  std::string op;
  /// The ways in which it is used on elements of a type, with a first operand (or, if it
  /// has none, a result) of a rank; those that break a rule of the op are left out.
  std::function<std::vector<Use>(DType, unsigned)> getUses;
};

/// All of them, in the order of the table.
std::vector<Form> getForms();

/// `tensor<2x3xf32>`
std::string getTypeText(DType dtype, llvm::ArrayRef<int64_t> shape);

} // namespace mind::test

#endif // MIND_TEST_LIB_RANDOMPROGRAMS_OPERATORFORMS_H
