//===- Fault.cpp - faults as text -----------------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Runtime/Fault.h"

using namespace mind;

std::string rt::toString(const Fault &fault) { return "error[runtime][" + fault.code + "]: " + fault.message; }

rt::Fault rt::makeIndexFault(int64_t index, int64_t extent) {
  return {fault::kIndex, "index " + std::to_string(index) + " is out of range for extent " + std::to_string(extent)};
}

rt::Fault rt::makeNoValueFault() { return {fault::kNoValue, "a tensor without a value is read"}; }

rt::Fault rt::makeRecursionFault() {
  return {fault::kRecursion, "more than " + std::to_string(kMaxCallDepth) + " calls are open at once"};
}
