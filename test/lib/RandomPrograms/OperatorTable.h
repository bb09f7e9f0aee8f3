//===- OperatorTable.h - what every executor has, op by op ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One small program for each op, element type, rank and position in a function, to be
/// run by the interpreter and by another executor. The ops are those of the dialect: one
/// without a line here is an error.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_TEST_LIB_RANDOMPROGRAMS_OPERATORTABLE_H
#define MIND_TEST_LIB_RANDOMPROGRAMS_OPERATORTABLE_H

#include "Executor.h"

#include "llvm/Support/raw_ostream.h"

namespace mind::test {

/// Writes the table as Markdown. False if a program gives other bits, or an op of the
/// dialect is missing; what is wrong goes to standard error.
bool writeOperatorTable(mlir::MLIRContext &context, const Executor &oracle, const Executor &other,
                        llvm::raw_ostream &os);

} // namespace mind::test

#endif // MIND_TEST_LIB_RANDOMPROGRAMS_OPERATORTABLE_H
