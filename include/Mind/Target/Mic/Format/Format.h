//===- Format.h - The words of the mic formats ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What mic@1 and mic@3 have in common: opcodes, small enumerations, limits, and how
/// a malformed input is reported. Nothing here knows MLIR's IR.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_TARGET_MIC_FORMAT_FORMAT_H
#define MIND_TARGET_MIC_FORMAT_FORMAT_H

#include "Mind/Support/DType.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace mind::mic {

enum class Opcode : uint8_t {
#define MIC3_OPCODE(Code, Name, Layout) Name = Code,
#include "Mind/Target/Mic/Format/Opcodes.def"
};

inline constexpr uint8_t kFirstOpcode = 0x01, kLastOpcode = 0x2B;

/// The fields of an opcode, as Opcodes.def describes them; null for a byte that is
/// no opcode.
const char *getLayout(uint8_t opcode);

/// `ConstI64`; empty for a byte that is no opcode.
llvm::StringRef getOpcodeName(uint8_t opcode);

enum class BinOp : uint8_t { Add, Sub, Mul, Div, Mod, Lt, Le, Gt, Ge, Eq, Ne, And, Or, Xor, Shl, Shr };
inline constexpr uint8_t kNumBinOps = 16;

/// The words of mic@1 and of the text of `--emit-ir`: add, ..., bitand, ..., shr.
llvm::StringRef getBinOpName(BinOp op);

inline bool isComparison(BinOp op) { return op >= BinOp::Lt && op <= BinOp::Ne; }

enum class Padding : uint8_t { Valid, Same };
inline constexpr uint8_t kNumPaddings = 2;

enum class SparseLayout : uint8_t { CSR, CSC, COO, BSR };
inline constexpr uint8_t kNumSparseLayouts = 4;

/// csr, csc, coo, bsr.
llvm::StringRef getSparseLayoutName(SparseLayout layout);

inline constexpr uint8_t kNumCallConvs = 4;

/// What calls of reserved names stand for: ReservedNames.def.
enum class ReservedKind : uint8_t {
  Unary,
#define MIC3_RESERVED(Kind, Base, Count) Kind,
#include "Mind/Target/Mic/Format/ReservedNames.def"
};

/// Stands before a reserved name that the module has a function of.
inline constexpr llvm::StringLiteral kReservedPrefix = "__mind_";

inline constexpr unsigned kAnyNumber = ~0u;

struct ReservedBase {
  llvm::StringLiteral name;
  ReservedKind kind;
  unsigned numOperands;
};

/// The bases of reserved names but for those of Unary, in the order of the kinds.
llvm::ArrayRef<ReservedBase> getReservedBases();

/// The kind that `name`, without the prefix, is of by its base; what follows the base need
/// not be as it should. Nothing if it is no reserved name.
std::optional<ReservedKind> findReservedKind(llvm::StringRef name);

/// The element types of the formats, by their byte: i32 i64 f32 f64 bf16 f16 q16.
inline constexpr uint8_t kNumElementTypes = 7;
std::optional<DType> getElementType(uint8_t byte);

/// The byte of a type; none for bool, which the formats do not have.
std::optional<uint8_t> getElementByte(DType type);

/// Stands for "no value" where a branch does not reach its end.
inline constexpr uint64_t kNoValue = ~uint64_t(0);

/// Limits of the reference. A file over kMaxBytes is refused unless the caller allows
/// more.
inline constexpr uint64_t kMaxBytes = 10u << 20;
inline constexpr unsigned kMaxDepth = 256;

inline constexpr uint8_t kMagic[4] = {'M', 'I', 'C', '3'};

/// Why an input is refused, and where in it.
struct FormatError {
  /// In the words of the reference where it has words for it, lower case, no full stop.
  std::string message;
  /// Bytes from the beginning for mic@3, a line (1 is the first) for mic@1.
  uint64_t position = 0;
};

} // namespace mind::mic

#endif // MIND_TARGET_MIC_FORMAT_FORMAT_H
