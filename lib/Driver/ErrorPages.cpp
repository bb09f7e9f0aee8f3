//===- ErrorPages.cpp - mindc --explain -----------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ErrorPages.h"
#include "Commands.h"

#include "Mind/Support/ErrorCodes.h"

#include "llvm/Support/raw_ostream.h"

using namespace mind;
using namespace mind::driver;
using llvm::StringRef;

static const ErrorPage *findPage(StringRef code) {
  for (llvm::ArrayRef<ErrorPage> pages : {getTypePages(), getModulePages(), getRunPages()})
    for (const ErrorPage &page : pages)
      if (page.code == code)
        return &page;
  return nullptr;
}

/// Commands, if there are any, and the file below them.
static void printExample(StringRef title, StringRef example) {
  if (example.empty())
    return;
  llvm::outs() << '\n' << title << ":\n\n";
  bool isCommand = example.starts_with("$");
  while (!example.empty()) {
    auto [line, rest] = example.split('\n');
    if (isCommand && !line.starts_with("$")) {
      isCommand = false;
      llvm::outs() << '\n';
    }
    llvm::outs() << "    " << line << '\n';
    example = rest;
  }
}

int driver::runExplain(StringRef code) {
  std::string upper = code.upper();
  const ErrorCodeInfo *info = findErrorCode(upper);
  const ErrorPage *page = info ? findPage(upper) : nullptr;
  if (!page) {
    llvm::errs() << "error[cli]: there is no error code `" << code << "`\n";
    return 2;
  }
  llvm::outs() << info->code << ": " << info->title << "\n\n" << page->cause;
  printExample("Wrong", page->wrong);
  printExample("Right", page->right);
  return 0;
}
