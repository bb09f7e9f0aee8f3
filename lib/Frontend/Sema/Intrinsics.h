//===- Intrinsics.h - The library functions -----------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table says of each library function which arguments it takes, by which names,
// and who checks it. `tensor.f(x)`, `f(x)` and `x.f()` all come here.
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_FRONTEND_SEMA_INTRINSICS_H
#define MIND_LIB_FRONTEND_SEMA_INTRINSICS_H

#include "Checker.h"

namespace mind::sema {

struct Intrinsic {
  static constexpr unsigned kMaxSlots = 6;

  const char *name;
  Checker::Handler handler;
  /// What tells functions of one handler apart.
  uint8_t kind;
  /// The arguments in order: the names of each with `|` between them, the first one
  /// being what messages call it, and `?` in front if it may be left out.
  const char *slots[kMaxSlots];
  /// What it computes: one sentence without its full stop.
  const char *summary;
};

/// The arguments of one call, one for each slot; null where it was left out.
class BoundArgs {
public:
  BoundArgs(Checker &checker, Span span, const Intrinsic &intrinsic)
      : checker(checker), span(span), intrinsic(intrinsic) {}

  /// Distributes the arguments; false after a report of E2005.
  bool bind(llvm::ArrayRef<ast::Arg> args);

  bool has(unsigned slot) const { return values[slot] != nullptr; }
  ast::Expr *get(unsigned slot) const { return values[slot]; }

  // Each returns nothing after a report.

  /// A tensor or a scalar.
  ast::Expr *getTensor(unsigned slot);
  /// An integer constant.
  std::optional<int64_t> getInt(unsigned slot);
  std::optional<bool> getBool(unsigned slot, bool fallback);
  /// `[1, 2]`, `(1, 2)` or `1`: integer constants.
  std::optional<llvm::SmallVector<int64_t>> getInts(unsigned slot);
  /// The same, with names of dims.
  std::optional<Shape> getDims(unsigned slot);
  /// A name of an element type.
  std::optional<DType> getDTypeName(unsigned slot);
  /// Whether the argument is the name of an element type.
  bool isDTypeName(unsigned slot) const;

  /// The elements of a list, or the one expression.
  static llvm::ArrayRef<ast::Expr *> getElements(ast::Expr *const &expr);

private:
  std::string describeSlot(unsigned slot) const;

  Checker &checker;
  Span span;
  const Intrinsic &intrinsic;
  ast::Expr *values[Intrinsic::kMaxSlots] = {};
};

} // namespace mind::sema

#endif // MIND_LIB_FRONTEND_SEMA_INTRINSICS_H
