//===- Derivatives.h - random programs differentiated -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_TEST_LIB_RANDOMPROGRAMS_DERIVATIVES_H
#define MIND_TEST_LIB_RANDOMPROGRAMS_DERIVATIVES_H

#include "ProgramGenerator.h"

#include "Mind/Transforms/Autodiff.h"

#include <optional>
#include <string>

namespace mind::test {

/// A derivative by all arguments that are fractions, with arguments to call it with:
/// those of the function, then the seeds.
struct Derivative {
  autodiff::DerivativeKind kind;
  RandomProgram program;
};

/// What came of the functions of a module.
struct DerivativeCounts {
  unsigned numRefused = 0; ///< for what has no derivative, E41xx but E4102
  unsigned numWild = 0;    ///< for the complex step
  unsigned numCompared = 0;
};

/// Appends the pullback and the jvp of a program to `derivatives`, each behind the
/// program. What is wrong: an error other than a refusal. Programs without fractions
/// among their arguments or results have none.
std::optional<std::string> differentiate(autodiff::Differentiator &differentiator, const RandomProgram &program,
                                         uint64_t seed, bool isSmooth, DerivativeCounts &counts,
                                         std::vector<Derivative> &derivatives);

/// Runs a derivative on the interpreter and compares it with the complex step of its
/// program, which must be of f64. What differs. A jvp is compared element by element, a
/// pullback by its product with one direction for each argument.
std::optional<std::string> compareWithStep(const RandomProgram &program, const Derivative &derivative, uint64_t seed,
                                           DerivativeCounts &counts);

} // namespace mind::test

#endif // MIND_TEST_LIB_RANDOMPROGRAMS_DERIVATIVES_H
