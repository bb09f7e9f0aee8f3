//===- FuzzTargets.h - What the fuzzers call --------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function for each reader of what comes from outside. It takes any bytes and ends
// the process with a message where a promise does not hold: an input is either refused
// with an error or comes back, through everything that the compiler makes of it, as its
// canonical form. libFuzzer calls them in the preset `fuzz`; in every build the suite
// replays the corpus in test/Fuzz/Inputs.
//
//===----------------------------------------------------------------------===//

#ifndef MIND_TEST_LIB_FUZZ_FUZZTARGETS_H
#define MIND_TEST_LIB_FUZZ_FUZZTARGETS_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>

namespace mind::test {

/// mic@3: validation, the SSA check, both texts, the dialect and back.
void fuzzMic3(llvm::ArrayRef<uint8_t> input);

/// mic@1: the parser, and the printed form of what it accepts.
void fuzzMic1(llvm::ArrayRef<uint8_t> input);

/// The epilogue of an artifact and the whole of `mindc verify`.
void fuzzEvidence(llvm::ArrayRef<uint8_t> input);

/// An ELF file: its notes, and `mindc verify` and `mindc inspect` of it. Anything else is
/// taken for a mic@3 file, compiled, and what is made must verify.
void fuzzElf(llvm::ArrayRef<uint8_t> input);

} // namespace mind::test

#endif // MIND_TEST_LIB_FUZZ_FUZZTARGETS_H
