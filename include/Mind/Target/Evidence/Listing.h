//===- Listing.h - A readable text of a body --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Everything that a body holds, a line an instruction, for people and for comparison.
/// No form of exchange: nothing reads it.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_TARGET_EVIDENCE_LISTING_H
#define MIND_TARGET_EVIDENCE_LISTING_H

#include "Mind/Target/Mic/Format/File.h"

#include <array>
#include <string>
#include <vector>

namespace mind::evidence {

using Lines = std::vector<std::string>;

struct Listing {
  struct Function {
    std::string name;
    Lines lines;
  };
  /// Those of the module's own stream, in its order.
  std::vector<Function> functions;
  /// The other instructions of that stream.
  Lines stream;
  /// Structs, arrays, annotations and value types.
  Lines registries;
  /// How often each opcode occurs, at any depth.
  std::array<uint64_t, 256> opcodes = {};
  uint64_t numInstructions = 0;
};

/// Lists a validated file. Of a list of elements no more than `maxElements` are shown.
Listing listBody(const mic::File &file, uint64_t maxElements);

} // namespace mind::evidence

#endif // MIND_TARGET_EVIDENCE_LISTING_H
