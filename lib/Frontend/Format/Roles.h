//===- Roles.h - What tokens stand for, by the tree -------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_FRONTEND_FORMAT_ROLES_H
#define MIND_LIB_FRONTEND_FORMAT_ROLES_H

#include "TokenList.h"

namespace mind::frontend::format {

/// The ends of all types, ascending: a token that such an offset is inside of is two.
std::vector<uint32_t> findTokenSplits(const ast::Module &module);

/// Fills in what the tree knows of the tokens.
void markRoles(const ast::Module &module, TokenList &list);

} // namespace mind::frontend::format

#endif // MIND_LIB_FRONTEND_FORMAT_ROLES_H
