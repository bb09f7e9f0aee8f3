//===- Mic1Lines.h - The words of mic@1 lines -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the reader and the writer of mic@1 have in common. An instruction has a plain
/// kind, if the reference has one for it, and an extended one, which is followed by the
/// fields of its layout, a token for each:
///
///   D v V.. P o   N5, or - where an optional one is absent
///   i u           decimal             F f E   16 hexadecimal digits, or -
///   s q W         "quoted", or -      B       0 or 1
///   b d p y c     a word              S       [2,"B"]
///   X             [axis:index]        L       [axis:start:end:stride], end may be empty
///   N             ["name":N5]         T       [N7:N5:N6]
///   M             [N5:i32:4,N6:f32:?]
///
/// A region is the lines up to the next of the instruction's words, on whose line the
/// fields after the region follow.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_MIC_FORMAT_MIC1LINES_H
#define MIND_LIB_TARGET_MIC_FORMAT_MIC1LINES_H

#include "Mind/Target/Mic/Format/Format.h"

#include <iterator>

namespace mind::mic {

struct Mic1Kind {
  /// Empty if the reference has no line for it; `add` stands for all BinOps.
  llvm::StringRef plain;
  llvm::StringRef extended;
  /// The words after the regions.
  llvm::StringRef words[3] = {};
};

/// By opcode, from the first.
inline constexpr Mic1Kind kMic1Kinds[] = {
    {"const.i64", "raw.const.i64"},
    {"", "const.f64"},
    {"const.tensor", "raw.const.tensor"},
    {"add", "raw.binop"},
    {"sum", "raw.sum"},
    {"mean", "raw.mean"},
    {"reshape", "raw.reshape"},
    {"expand", "raw.expand"},
    {"squeeze", "raw.squeeze"},
    {"transpose", "raw.transpose"},
    {"dot", "raw.dot"},
    {"matmul", "raw.matmul"},
    {"conv2d", "raw.conv2d"},
    {"conv2d.grad.input", "raw.conv2d.grad.input"},
    {"conv2d.grad.filter", "raw.conv2d.grad.filter"},
    {"index", "raw.index"},
    {"slice", "raw.slice"},
    {"gather", "raw.gather"},
    {"", "output"},
    {"sparse.attr", "sparse"},
    {"", "fn", {"end"}},
    {"", "call"},
    {"", "ret"},
    {"", "param"},
    {"", "const.array"},
    {"", "array.load"},
    {"", "while", {"do", "end"}},
    {"", "if", {"then", "else", "end"}},
    {"", "vec.load"},
    {"", "vec.fma"},
    {"", "vec.reduce_add"},
    {"", "vec.store"},
    {"", "vec.load_i32"},
    {"", "vec.mul_add_q16"},
    {"", "vec.reduce_add_i64"},
    {"", "region", {"end"}},
    {"", "extern"},
    {"relu", "raw.relu"},
    {"relu_grad", "raw.relu_grad"},
    {"", "break"},
    {"", "continue"},
    {"", "const.dense"},
    {"", "array.store"},
};
static_assert(std::size(kMic1Kinds) == kLastOpcode, "one for each opcode");

inline const Mic1Kind &getMic1Kind(uint8_t opcode) { return kMic1Kinds[opcode - kFirstOpcode]; }

/// Whether the line of the extended kind begins with the id that the instruction defines.
inline bool beginsWithNode(uint8_t opcode) { return getLayout(opcode)[0] == 'D'; }

inline constexpr llvm::StringLiteral kMic1Header = "mic@1", kMic1Extended = "extended",
                                     kMic1ExtendedTypes = "extended types";

inline constexpr llvm::StringLiteral kPaddingNames[] = {"valid", "same"};
static_assert(std::size(kPaddingNames) == kNumPaddings);
inline constexpr llvm::StringLiteral kCallConvNames[] = {"c", "sysv", "win64", "aapcs"};
static_assert(std::size(kCallConvNames) == kNumCallConvs);

/// The annotations of types by their tag, and their fields; `t` is a type, `U` a list of
/// types, `O` an optional type.
struct Mic1Type {
  llvm::StringRef word;
  const char *fields;
};
inline constexpr Mic1Type kMic1Types[] = {
    {"i32", ""},       {"i64", ""},    {"f32", ""},       {"f64", ""},   {"bool", ""},   {"u32", ""},
    {"tensor", "sW"},  {"diff", "sW"}, {"named", "s"},    {"slice", "Bt"}, {"array", "ut"}, {"ref", "Bt"},
    {"generic", "sU"}, {"tuple", "U"}, {"sparse", "ytS"}, {"ptr", "Bt"}, {"fnptr", "UO"},
};
static_assert(std::size(kMic1Types) == 0x11);

} // namespace mind::mic

#endif // MIND_LIB_TARGET_MIC_FORMAT_MIC1LINES_H
