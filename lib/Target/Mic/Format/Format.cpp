//===- Format.cpp - The words of the mic formats ------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Target/Mic/Format/Format.h"

#include <iterator>

using namespace mind;
using namespace mind::mic;
using llvm::StringRef;

namespace {
struct OpcodeInfo {
  const char *name, *layout;
};
} // namespace

static constexpr OpcodeInfo kOpcodes[] = {
#define MIC3_OPCODE(Code, Name, Layout) {#Name, Layout},
#include "Mind/Target/Mic/Format/Opcodes.def"
};
static_assert(std::size(kOpcodes) == kLastOpcode, "the codes run from 1 without a gap");

static const OpcodeInfo *find(uint8_t opcode) {
  return opcode < kFirstOpcode || opcode > kLastOpcode ? nullptr : &kOpcodes[opcode - kFirstOpcode];
}

const char *mic::getLayout(uint8_t opcode) {
  const OpcodeInfo *info = find(opcode);
  return info ? info->layout : nullptr;
}

StringRef mic::getOpcodeName(uint8_t opcode) {
  const OpcodeInfo *info = find(opcode);
  return info ? info->name : StringRef();
}

llvm::ArrayRef<ReservedBase> mic::getReservedBases() {
  static constexpr ReservedBase bases[] = {
#define MIC3_RESERVED(Kind, Base, Count) {Base, ReservedKind::Kind, Count},
#include "Mind/Target/Mic/Format/ReservedNames.def"
  };
  return bases;
}

std::optional<ReservedKind> mic::findReservedKind(StringRef name) {
  static constexpr llvm::StringLiteral unaryWords[] = {
#define MIC3_UNARY(Kind, Word) Word,
#include "Mind/Target/Mic/Format/ReservedNames.def"
  };
  if (llvm::is_contained(unaryWords, name))
    return ReservedKind::Unary;
  StringRef base = name.take_until([](char c) { return c == '['; });
  for (const ReservedBase &entry : getReservedBases())
    if (entry.name.ends_with(".") ? name.starts_with(entry.name) : base == entry.name)
      return entry.kind;
  return std::nullopt;
}

StringRef mic::getBinOpName(BinOp op) {
  static constexpr const char *names[] = {"add", "sub", "mul", "div", "mod",    "lt",    "le",     "gt",
                                          "ge",  "eq",  "ne",  "bitand", "bitor", "bitxor", "shl", "shr"};
  static_assert(std::size(names) == kNumBinOps);
  return names[unsigned(op)];
}

StringRef mic::getSparseLayoutName(SparseLayout layout) {
  static constexpr const char *names[] = {"csr", "csc", "coo", "bsr"};
  static_assert(std::size(names) == kNumSparseLayouts);
  return names[unsigned(layout)];
}

static constexpr DType kElementTypes[] = {DType::I32,  DType::I64, DType::F32, DType::F64,
                                          DType::BF16, DType::F16, DType::Q16};
static_assert(std::size(kElementTypes) == kNumElementTypes);

std::optional<DType> mic::getElementType(uint8_t byte) {
  if (byte >= kNumElementTypes)
    return std::nullopt;
  return kElementTypes[byte];
}

std::optional<uint8_t> mic::getElementByte(DType type) {
  for (uint8_t byte = 0; byte < kNumElementTypes; ++byte)
    if (kElementTypes[byte] == type)
      return byte;
  return std::nullopt;
}
