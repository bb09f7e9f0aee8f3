//===- Assembler.h - machine code and its constants -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Xbyak with what all kernels share: constants behind the code, places of values,
/// counted loops. Nothing in the code is an absolute address, so the same bytes run
/// wherever they are put.
///
/// Registers, everywhere in generated code:
///
///   r15  the context of the call (Context.h)
///   rbx  the frame of the running function, in the workspace
///   rsp  spilled lanes and counters of loops
///
/// All others are free between two ops of a function.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_ELF_ASSEMBLER_H
#define MIND_LIB_TARGET_ELF_ASSEMBLER_H

// Neither the tools nor MLIR are built with exceptions: Xbyak then keeps the first
// error for Xbyak::GetError.
#define XBYAK_NO_EXCEPTION
#include <xbyak/xbyak.h>

#include "Mind/Runtime/Processor.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>
#include <string>
#include <vector>

namespace mind::elf {

/// Where the elements of a value lie.
struct Place {
  enum Base : uint8_t {
    None,
    Frame,    ///< `offset` bytes into the frame
    Constant, ///< `offset` bytes into the constants
    Slot      ///< where the pointer at `offset` of the frame points
  };
  Base base = None;
  int64_t offset = 0;
  /// Bytes behind the pointer of a slot.
  int64_t shift = 0;

  bool operator==(const Place &other) const {
    return base == other.base && offset == other.offset && shift == other.shift;
  }
  bool operator!=(const Place &other) const { return !(*this == other); }
  Place advanced(int64_t bytes) const {
    Place result = *this;
    (base == Slot ? result.shift : result.offset) += bytes;
    return result;
  }
};

class Assembler : public Xbyak::CodeGenerator {
public:
  /// `gap` bytes lie between code and constants, so that no page has both.
  Assembler(size_t gap, Processor processor);

  /// Whose instructions the code may have.
  const Processor processor;
  bool hasZmm() const { return processor == Processor::V4; }

  /// Adds bytes to the constants, once for equal ones, and gives their offset.
  int64_t addConstant(llvm::ArrayRef<uint8_t> bytes, unsigned alignment);
  /// The same lanes of 4 or 8 bytes throughout 32 bytes.
  int64_t addSplat(uint64_t bits, unsigned laneBytes);

  Xbyak::RegRip constant(int64_t offset) const { return rip + constants + offset; }
  /// A splat as the operand of an instruction.
  Xbyak::Address splat(uint64_t bits, unsigned laneBytes) { return ptr[constant(addSplat(bits, laneBytes))]; }

  /// `reg` becomes the address of a place.
  void loadAddress(const Xbyak::Reg64 &reg, const Place &place);
  /// `reg` += value; any 64-bit value.
  void addImmediate(const Xbyak::Reg64 &reg, int64_t value);
  /// `reg` *= factor; the same.
  void multiplyImmediate(const Xbyak::Reg64 &reg, int64_t factor);

  /// `body` `count` times, with `reg` counting down; nothing if `count` is 0. The
  /// body may not change `reg`.
  void repeat(const Xbyak::Reg64 &reg, int64_t count, llvm::function_ref<void()> body);
  /// The same with the counter in memory.
  void repeatInMemory(const Xbyak::Address &counter, int64_t count, llvm::function_ref<void()> body);

  /// Lanes of i64: `product` = a * b, by low * low + ((high * low + low * high) << 32).
  /// `x` and `y` are changed, and are not `a` or `b`; `product` may be any but `x`.
  void multiplyI64(const Xbyak::Xmm &product, const Xbyak::Xmm &a, const Xbyak::Xmm &b, const Xbyak::Xmm &x,
                   const Xbyak::Xmm &y);

  /// Ends the code and puts the constants behind it. False if an instruction could
  /// not be encoded.
  bool finish();
  size_t getCodeSize() const { return codeSize; }
  /// The distance from the code's first byte to that of the constants.
  size_t getConstantsOffset() const { return constantsOffset; }
  std::vector<uint8_t> takeConstants() { return std::move(data); }
  size_t getConstantsSize() const { return data.size(); }

  /// Of the stack of a function: kernels put lanes and counters there.
  static constexpr unsigned kStackBytes = 2048;
  /// Bytes of it for counters, at the top; the lanes are below.
  static constexpr unsigned kCounterBytes = 256;
  static constexpr unsigned kNumLaneSlots = (kStackBytes - kCounterBytes) / 32;
  /// What finds no room is refused when the code is done, never put elsewhere.
  Xbyak::Address counter(unsigned i) {
    if (i >= kCounterBytes / 8)
      Xbyak::local::SetError(Xbyak::ERR_INTERNAL);
    return qword[rsp + int(kStackBytes - kCounterBytes + 8 * i)];
  }
  Xbyak::Address laneSlot(unsigned i) {
    if (i >= kNumLaneSlots)
      Xbyak::local::SetError(Xbyak::ERR_INTERNAL);
    return yword[rsp + int(32 * i)];
  }

  Xbyak::Label constants;

private:
  size_t gap, codeSize = 0, constantsOffset = 0;
  std::vector<uint8_t> data;
  std::map<std::pair<unsigned, std::string>, int64_t> known;
};

/// A vector register: ymm if `wide`, else xmm.
inline Xbyak::Xmm vec(int index, bool wide) {
  return Xbyak::Xmm(wide ? Xbyak::Operand::YMM : Xbyak::Operand::XMM, index);
}
inline Xbyak::Zmm zmmOf(int index) { return Xbyak::Zmm(index); }
inline Xbyak::Ymm ymmOf(int index) { return Xbyak::Ymm(index); }
inline Xbyak::Xmm xmmOf(int index) { return Xbyak::Xmm(index); }

} // namespace mind::elf

#endif // MIND_LIB_TARGET_ELF_ASSEMBLER_H
