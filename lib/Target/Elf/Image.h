//===- Image.h - code and constants of a module -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_ELF_IMAGE_H
#define MIND_LIB_TARGET_ELF_IMAGE_H

#include "Context.h"
#include "Mind/Runtime/Arguments.h"
#include "Mind/Runtime/Processor.h"

#include "mlir/IR/BuiltinOps.h"

#include <map>
#include <string>
#include <vector>

namespace mind::elf {

/// A function that hosts may call. Its frame begins with a pointer to each argument
/// and each result; the host writes them.
struct ImageEntry {
  std::string name;
  rt::Place place;
  rt::Signature signature;
  /// From the beginning of the code.
  uint64_t offset = 0;
  /// What it needs with all that it calls.
  int64_t workspaceBytes = 0;
  /// For each result whether its NaNs are canonical already (N2).
  std::vector<bool> canonicalResults;
  /// Whether it does nothing at all.
  bool isEmpty = false;
};

struct Image {
  /// Position-independent; Context.h's Enter is at 0.
  std::vector<uint8_t> code;
  /// To be put `constantsOffset` behind the code's first byte, aligned to 64.
  std::vector<uint8_t> constants;
  size_t constantsOffset = 0;
  std::vector<ImageEntry> entries;
  /// Whether the code may print: else the host needs no functions for that.
  bool prints = false;
  /// What the code needs.
  Processor processor = Processor::V3;
  /// Whether a fault may end it.
  bool stops = false;

  const ImageEntry *findEntry(llvm::StringRef name) const {
    for (const ImageEntry &entry : entries)
      if (entry.name == name)
        return &entry;
    return nullptr;
  }
};

/// Code for the public functions of a prepared module and all that they call. `gap`
/// bytes or more lie between code and constants. False with E5002.
bool compileModule(mlir::ModuleOp module, Processor processor, size_t gap, Image &image, rt::Fault &fault);

/// x86-64-v3 or x86-64-v4; false with E5002 for another.
bool findProcessor(llvm::StringRef cpu, Processor &processor, rt::Fault &fault);

} // namespace mind::elf

#endif // MIND_LIB_TARGET_ELF_IMAGE_H
