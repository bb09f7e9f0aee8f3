//===- ErrorPages.h - What --explain prints ---------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each code of ErrorCodes.def has a page: the cause, an example that has the fault and
// the same without it. Both are tests: an example is a source, checked by `mindc check`,
// or lines with `$` in front, which are run with the rest as the file that they name
// `example`. Codes that are never reported have no examples.
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_DRIVER_ERRORPAGES_H
#define MIND_LIB_DRIVER_ERRORPAGES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace mind::driver {

struct ErrorPage {
  llvm::StringLiteral code;
  llvm::StringLiteral cause;
  llvm::StringLiteral wrong;
  llvm::StringLiteral right;
};

llvm::ArrayRef<ErrorPage> getTypePages();
llvm::ArrayRef<ErrorPage> getModulePages();
llvm::ArrayRef<ErrorPage> getRunPages();

} // namespace mind::driver

#endif // MIND_LIB_DRIVER_ERRORPAGES_H
