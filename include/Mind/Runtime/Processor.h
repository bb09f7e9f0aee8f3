//===- Processor.h - what code needs of a processor -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The bits of cpuid and of xgetbv for each processor that code is made for: for code
/// in memory, for executables, and for the check that libraries begin with.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_RUNTIME_PROCESSOR_H
#define MIND_RUNTIME_PROCESSOR_H

#include <cpuid.h>
#include <stdint.h>

namespace mind {

/// x86-64-v3 or x86-64-v4.
enum class Processor : uint8_t { V3 = 3, V4 = 4 };

struct ProcessorNeeds {
  /// Of ecx of cpuid's leaf 1: FMA, MOVBE, OSXSAVE, AVX, F16C.
  uint32_t first = 1u << 12 | 1u << 22 | 1u << 27 | 1u << 28 | 1u << 29;
  /// What the system saves: xmm and ymm.
  uint32_t saved = 6;
  /// Of ebx of leaf 7: BMI, AVX2, BMI2.
  uint32_t second = 1u << 3 | 1u << 5 | 1u << 8;

  constexpr explicit ProcessorNeeds(Processor processor) {
    if (processor == Processor::V3)
      return;
    // Masks, zmm, and the registers from 16 on.
    saved |= 0xe0;
    // AVX-512 F, DQ, CD, BW and VL.
    second |= 1u << 16 | 1u << 17 | 1u << 28 | 1u << 30 | 1u << 31;
  }
};

/// Whether the processor that this runs on has it all.
inline bool hasProcessor(Processor processor) {
  ProcessorNeeds needs(processor);
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || (c & needs.first) != needs.first)
    return false;
  unsigned low, high;
  asm("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (low & needs.saved) == needs.saved && __get_cpuid_count(7, 0, &a, &b, &c, &d) &&
         (b & needs.second) == needs.second;
}

/// What an executable says where the processor lacks something.
inline const char *getOldProcessorMessage(Processor processor) {
  return processor == Processor::V4 ? "error[runtime]: this program needs a processor with AVX-512 (x86-64-v4)\n"
                                    : "error[runtime]: this program needs a processor with AVX2 and FMA (x86-64-v3)\n";
}

} // namespace mind

#endif // MIND_RUNTIME_PROCESSOR_H
