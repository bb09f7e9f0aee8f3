//===- Fields.h - The fields of one instruction -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The payload of an instruction without regions, sorted by kind; within a kind in the
/// order of the bytes.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_MIC_FORMAT_FIELDS_H
#define MIND_LIB_TARGET_MIC_FORMAT_FIELDS_H

#include "Mind/Target/Mic/Format/File.h"
#include "Mind/Target/Mic/Format/IRSpelling.h"
#include "Mind/Target/Mic/Format/Walk.h"

namespace mind::mic {

struct Dim {
  std::optional<uint64_t> size;
  /// The symbol, where the size is not known.
  llvm::StringRef symbol = {};
};

class Fields : public FieldHandler {
public:
  explicit Fields(const File &file) : file(file) {}

  uint8_t opcode = 0;
  llvm::SmallVector<uint64_t, 4> ids;
  llvm::SmallVector<uint64_t, 8> numbers;
  /// Signed numbers, but those of a slice.
  llvm::SmallVector<int64_t, 8> integers;
  llvm::SmallVector<Dim, 4> dims;
  llvm::SmallVector<SliceSpec, 4> slices;
  /// b, d, p, y or c; no instruction has two.
  uint8_t word = 0;
  bool truth = false;
  std::optional<uint64_t> bits;

  /// Reads the next instruction of a validated file, which has no regions.
  void read(Cursor &cursor) {
    ids.clear();
    numbers.clear();
    integers.clear();
    dims.clear();
    slices.clear();
    bits.reset();
    walkInstruction(cursor, *this, file.version);
  }

  void instruction(uint8_t value) { opcode = value; }
  void id(char, uint64_t id) { ids.push_back(id); }
  void number(char field, uint64_t value) {
    if (field == 'S')
      dims.push_back({value});
    else
      numbers.push_back(value);
  }
  void zigzag(int64_t value) {
    if (opcode != uint8_t(Opcode::Slice)) {
      integers.push_back(value);
      return;
    }
    switch (place++) {
    case 0:
      slices.push_back({value, 0, std::nullopt, 1});
      return;
    case 1:
      slices.back().start = value;
      return;
    case 2:
      slices.back().end = value;
      return;
    default:
      slices.back().stride = value;
      place = 0;
      return;
    }
  }
  void present(char field, bool isPresent) {
    if (field == 'L' && !isPresent)
      ++place;
  }
  void byte(char field, uint8_t value) {
    if (field != 'S')
      word = value;
  }
  void flag(bool value) { truth = value; }
  void bits64(uint64_t value) { bits = value; }
  void string(uint64_t index) {
    // Symbols of shapes are what the instructions that are shown have for strings.
    dims.push_back({std::nullopt, file.strings[index]});
  }

private:
  const File &file;
  unsigned place = 0;
};

/// An instruction whose fields hold instructions.
inline bool hasRegions(uint8_t opcode) { return llvm::StringRef(getLayout(opcode)).contains('R'); }

/// Skips an instruction of a validated file.
inline void skipInstruction(const File &file, Cursor &cursor) {
  FieldHandler ignore;
  walkInstruction(cursor, ignore, file.version);
}

} // namespace mind::mic

#endif // MIND_LIB_TARGET_MIC_FORMAT_FIELDS_H
