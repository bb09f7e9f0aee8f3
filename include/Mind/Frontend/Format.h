//===- Format.h - The canonical style of a source ---------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The formatter changes blanks, line ends, semicolons and commas at the end of lists,
// nothing else: every other token and every comment is in the result, in its order.
// Formatting a result again gives the same text. docs/Style.md shows the style.
//
//===----------------------------------------------------------------------===//

#ifndef MIND_FRONTEND_FORMAT_H
#define MIND_FRONTEND_FORMAT_H

#include "Mind/Frontend/Diagnostics.h"

#include <optional>

namespace mind {
namespace frontend {

struct FormatOptions {
  /// Columns of a line. Comments, strings and what cannot be broken may be longer.
  unsigned maxColumns = 120;
  /// Columns of a level.
  unsigned indentColumns = 4;
};

/// The source of `diagnostics` in canonical style; nothing if it cannot be parsed,
/// which is reported. A source without a token is an error, as for the compiler.
std::optional<std::string> formatSource(DiagnosticEngine &diagnostics, const FormatOptions &options = {});

} // namespace frontend
} // namespace mind

#endif // MIND_FRONTEND_FORMAT_H
