//===- FormatCommand.cpp - mindc fmt --------------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "LineDiff.h"
#include "Source.h"

#include "Mind/Frontend/Format.h"
#include "Mind/Frontend/Frontend.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mind;
using namespace mind::driver;
using llvm::StringRef;

static int failOn(StringRef path, const std::error_code &error) {
  llvm::errs() << "error[cli]: " << path << ": " << error.message() << '\n';
  return 2;
}

/// Adds the .mind files below a folder, in the order of their names. Hidden folders and
/// links are left out.
static int findSources(StringRef folder, std::vector<std::string> &files) {
  std::vector<std::string> entries;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator it(folder, error, /*follow_symlinks=*/false), end; it != end && !error;
       it.increment(error))
    entries.push_back(it->path());
  if (error)
    return failOn(folder, error);
  llvm::sort(entries);
  for (const std::string &entry : entries) {
    if (llvm::sys::path::filename(entry).starts_with("."))
      continue;
    llvm::sys::fs::file_status status;
    if ((error = llvm::sys::fs::status(entry, status, /*follow=*/false)))
      return failOn(entry, error);
    if (llvm::sys::fs::is_directory(status)) {
      if (int failed = findSources(entry, files))
        return failed;
    } else if (llvm::sys::fs::is_regular_file(status) && StringRef(entry).ends_with(".mind")) {
      files.push_back(entry);
    }
  }
  return 0;
}

static std::vector<std::string> splitLines(StringRef text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    lines.push_back(line.str());
    text = rest;
  }
  return lines;
}

static void printDiff(StringRef name, StringRef before, StringRef after) {
  llvm::outs() << "--- " << name << "\n+++ " << name << " (formatted)\n";
  diffLines(splitLines(before), splitLines(after),
            [](char sign, StringRef line) { llvm::outs() << sign << line << '\n'; });
}

/// The old text is there until the new one is, whatever happens.
static int replaceFile(StringRef path, StringRef text) {
  llvm::ErrorOr<llvm::sys::fs::perms> permissions = llvm::sys::fs::getPermissions(path);
  llvm::Error error = llvm::writeToOutput(path, [&](llvm::raw_ostream &os) {
    os << text;
    return llvm::Error::success();
  });
  if (error)
    return failOn(path, llvm::errorToErrorCode(std::move(error)));
  if (permissions)
    (void)llvm::sys::fs::setPermissions(path, *permissions);
  return 0;
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
  int status = 0;
  for (const std::string &path : options.format.paths) {
    std::vector<std::string> files;
    if (path != "-" && llvm::sys::fs::is_directory(path))
      status = std::max(status, findSources(path, files));
    else
      files.push_back(path);
    for (const std::string &file : files)
      status = std::max(status, formatOne(options, file));
  }
  return status;
}
