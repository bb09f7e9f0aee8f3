//===- Layout.h - From tokens to lines --------------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_FRONTEND_FORMAT_LAYOUT_H
#define MIND_LIB_FRONTEND_FORMAT_LAYOUT_H

#include "Doc.h"
#include "TokenList.h"

namespace mind::frontend::format {

/// The lines of the whole file; the nodes live as long as `docs`.
std::vector<const Doc *> layOut(const TokenList &list, DocBuilder &docs);

} // namespace mind::frontend::format

#endif // MIND_LIB_FRONTEND_FORMAT_LAYOUT_H
