//===- LanguageServer.h - editor support for .mind --------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The Language Server Protocol over two streams, for sources of the language.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LANGUAGESERVER_LANGUAGESERVER_H
#define MIND_LANGUAGESERVER_LANGUAGESERVER_H

#include "llvm/Support/raw_ostream.h"

#include <cstdio>

namespace mind::lsp {

/// Serves one client until it says `exit` or `in` ends. The result is the exit code
/// of the process: 0 if the client asked for the shutdown first.
int runLanguageServer(std::FILE *in, llvm::raw_ostream &out);

} // namespace mind::lsp

#endif // MIND_LANGUAGESERVER_LANGUAGESERVER_H
