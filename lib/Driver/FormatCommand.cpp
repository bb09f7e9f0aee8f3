//===- FormatCommand.cpp - mindc fmt --------------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "LineDiff.h"
#include "Paths.h"
#include "Source.h"

#include "Mind/Frontend/Format.h"
#include "Mind/Frontend/Frontend.h"

#include "llvm/Support/raw_ostream.h"

using namespace mind;
using namespace mind::driver;
using llvm::StringRef;

static void printDiff(StringRef name, StringRef before, StringRef after) {
  llvm::outs() << "--- " << name << "\n+++ " << name << " (formatted)\n";
  printHunks(before, after, llvm::outs());
}

/// 0, 1 if the source is wrong or was to be in style already, 2 if a file fails.
static int formatOne(const Options &options, StringRef path) {
  std::string contents;
  if (!readInput(path, frontend::kMaxSourceBytes, contents))
    return 2;
  StringRef name = path == "-" ? "<stdin>" : path;
  frontend::DiagnosticEngine diagnostics(name, contents);
  std::optional<std::string> result = frontend::formatSource(diagnostics);
  frontend::renderDiagnostics(llvm::errs(), diagnostics, options.render);
  if (!result)
    return 1;
  bool differs = *result != contents;
  if (options.format.diff && differs)
    printDiff(name, contents, *result);
  if (options.format.check) {
    if (differs && !options.format.diff)
      llvm::outs() << name << ": not in canonical style\n";
    return differs ? 1 : 0;
  }
  if (options.format.diff)
    return 0;
  if (path == "-") {
    llvm::outs() << *result;
    return 0;
  }
  return differs ? replaceFile(path, *result) : 0;
}

int driver::runFormat(const Options &options) {
  std::vector<std::string> files;
  int status = expandPaths(options.format.paths, files);
  for (const std::string &file : files)
    status = std::max(status, formatOne(options, file));
  return status;
}
