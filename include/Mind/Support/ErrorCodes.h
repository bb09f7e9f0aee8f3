//===- ErrorCodes.h - Lookup of stable error codes --------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_SUPPORT_ERRORCODES_H
#define MIND_SUPPORT_ERRORCODES_H

#include <string_view>

namespace mind {

struct ErrorCodeInfo {
  std::string_view code;
  /// The phase's spelling in diagnostics.
  std::string_view phase;
  /// One line without a full stop.
  std::string_view title;
};

/// All codes in order.
inline constexpr ErrorCodeInfo kErrorCodes[] = {
#define MIND_ERROR_CODE(CODE, PHASE, TITLE) {CODE, PHASE, TITLE},
#include "Mind/Support/ErrorCodes.def"
};

/// Null for an unknown code. Codes are spelt with a capital letter.
constexpr const ErrorCodeInfo *findErrorCode(std::string_view code) {
  for (const ErrorCodeInfo &info : kErrorCodes)
    if (info.code == code)
      return &info;
  return nullptr;
}

} // namespace mind

#endif // MIND_SUPPORT_ERRORCODES_H
