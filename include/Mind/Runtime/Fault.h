//===- Fault.h - what stops a program or refuses its input ------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A fault has a stable code and a message. It is how a running program stops,
/// and how its arguments and files are refused; there are no exceptions.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_RUNTIME_FAULT_H
#define MIND_RUNTIME_FAULT_H

#include "Mind/Runtime/Conventions.h"

#include <cstdint>
#include <string>

namespace mind::rt {

namespace fault {
inline constexpr const char *kIndex = "E6001";
inline constexpr const char *kNoValue = "E6002";
inline constexpr const char *kAssertion = "E6003";
inline constexpr const char *kInput = "E6004";
inline constexpr const char *kArgument = "E6005";
inline constexpr const char *kMemory = "E6006";
inline constexpr const char *kRecursion = "E6007";
} // namespace fault

/// Where in a source or a module something is.
struct Place {
  std::string file;
  /// From 1; 0: not known.
  unsigned line = 0;
  unsigned column = 0;
  unsigned endLine = 0;
  unsigned endColumn = 0;
};

struct Fault {
  /// E6001 to E6007; another of Support/ErrorCodes.def from a back end.
  std::string code;
  /// One sentence, lower case, no full stop.
  std::string message;
  /// Of a program that a back end refuses: what it stopped at.
  Place place = {};
};

/// `error[runtime][E6001]: index 5 is out of range for extent 3`, without a line
/// end.
std::string toString(const Fault &fault);

/// The faults of running programs, in the same words from every executor.
/// `index 5 is out of range for extent 3`: of several, the first in row-major
/// order; of the positions of an insertion, the first if it is outside, else the
/// last.
Fault makeIndexFault(int64_t index, int64_t extent);
Fault makeNoValueFault();
Fault makeRecursionFault();

} // namespace mind::rt

#endif // MIND_RUNTIME_FAULT_H
