//===- ErrorPages.cpp - mindc --explain -----------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ErrorPages.h"
#include "Commands.h"

#include "Mind/Support/ErrorCodes.h"

#include "llvm/ADT/StringSwitch.h"
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

/// The code that a finer name is a `detail` of.
static StringRef findCodeOfDetail(StringRef name) {
  return llvm::StringSwitch<StringRef>(name)
      .Case("shape::broadcast_mismatch", "E2101")
      .Cases({"shape::matmul_mismatch", "shape::rank_mismatch", "shape::dim_mismatch"}, "E2102")
      .Cases({"shape::symbolic_conflict", "shape::reshape_runtime_dim"}, "E2102")
      .Cases({"shape::dtype_mismatch", "match::non_exhaustive"}, "E2001")
      .Cases({"determinism::unknown_target", "determinism::float_in_q16_fn"}, "E2001")
      .Default(name);
}

int driver::runExplain(StringRef code) {
  std::string upper = findCodeOfDetail(code).upper();
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
