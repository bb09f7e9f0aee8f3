//===- Paths.cpp - Sources in folders, files written anew -----------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Paths.h"

#include "llvm/ADT/STLExtras.h"
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

int driver::expandPaths(llvm::ArrayRef<std::string> paths, std::vector<std::string> &files) {
  int status = 0;
  for (const std::string &path : paths) {
    if (path != "-" && llvm::sys::fs::is_directory(path))
      status = std::max(status, findSources(path, files));
    else
      files.push_back(path);
  }
  return status;
}

int driver::replaceFile(StringRef path, StringRef text) {
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
