//===- ProcessorName.h - processors as users name them ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is beside Processor.h, which code without a C++ library includes as well.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_RUNTIME_PROCESSORNAME_H
#define MIND_RUNTIME_PROCESSORNAME_H

#include "Mind/Runtime/Fault.h"
#include "Mind/Runtime/Processor.h"

#include <optional>
#include <string_view>

namespace mind {

/// Nothing for what is neither x86-64-v3 nor x86-64-v4.
inline std::optional<Processor> findProcessor(std::string_view cpu) {
  if (cpu == "x86-64-v3")
    return Processor::V3;
  if (cpu == "x86-64-v4")
    return Processor::V4;
  return std::nullopt;
}

/// Of code in memory that is for another processor than this.
inline rt::Fault getProcessorFault(Processor processor) {
  return {"E5001", processor == Processor::V4 ? "compiled code needs a processor with AVX-512 (x86-64-v4)"
                                              : "compiled code needs a processor with AVX2 and FMA (x86-64-v3)"};
}

} // namespace mind

#endif // MIND_RUNTIME_PROCESSORNAME_H
