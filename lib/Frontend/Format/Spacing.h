//===- Spacing.h - Blanks between tokens ------------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_FRONTEND_FORMAT_SPACING_H
#define MIND_LIB_FRONTEND_FORMAT_SPACING_H

#include "TokenList.h"

namespace mind::frontend::format {

/// Whether there is a blank between the token, which is not the first, and the one before.
bool needsBlank(const TokenList &list, uint32_t index);

} // namespace mind::frontend::format

#endif // MIND_LIB_FRONTEND_FORMAT_SPACING_H
