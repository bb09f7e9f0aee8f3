//===- Library.cpp - The functions and attributes of the language ---------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Frontend/Library.h"
#include "Checker.h"

using namespace mind;
using namespace mind::sema;

llvm::ArrayRef<LibraryFunction> sema::getLibrary() {
  static const std::vector<LibraryFunction> library = Checker::listLibrary();
  return library;
}

const LibraryFunction *sema::findLibraryFunction(llvm::StringRef name) {
  for (const LibraryFunction &function : getLibrary())
    if (function.name == name)
      return &function;
  return nullptr;
}

llvm::ArrayRef<llvm::StringLiteral> sema::getAttributeNames() {
  static constexpr llvm::StringLiteral names[] = {"differentiable", "custom_grad", "checkpoint", "test",
                                                  "deterministic",  "target",      "q16",        "reap_threshold",
                                                  "repr",           "collapse",    "protection"};
  return names;
}
