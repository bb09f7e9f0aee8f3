//===- CNames.cpp - names that C has taken -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Target/CNames/CNames.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"

using namespace mind;

bool mind::isReservedInC(llvm::StringRef name) {
  // Of C and of C++, since the header is for both; and the integers it includes.
  static const llvm::StringSet<> reserved = {
      "alignas",  "alignof",  "and",      "and_eq",    "asm",       "auto",     "bitand",   "bitor",    "bool",
      "break",    "case",     "catch",    "char",      "class",     "compl",    "concept",  "const",    "constexpr",
      "continue", "decltype", "default",  "delete",    "do",        "double",   "else",     "enum",     "explicit",
      "export",   "extern",   "false",    "float",     "for",       "friend",   "goto",     "if",       "inline",
      "int",      "long",     "mutable",  "namespace", "new",       "noexcept", "not",      "not_eq",   "nullptr",
      "operator", "or",       "or_eq",    "private",   "protected", "public",   "register", "requires", "restrict",
      "return",   "short",    "signed",   "sizeof",    "static",    "struct",   "switch",   "template", "this",
      "throw",    "true",     "try",      "typedef",   "typeid",    "typename", "typeof",   "union",    "unsigned",
      "using",    "virtual",  "void",     "volatile",  "wchar_t",   "while",    "xor",      "xor_eq",   "int32_t",
      "int64_t",  "uint8_t",  "uint16_t", "linux",     "unix"};
  return reserved.contains(name);
}

bool mind::isTakenInC(llvm::StringRef name, const llvm::Triple &triple) {
  // What the C start files and the linker define; `__` is the implementation's.
  if (isReservedInC(name) || name.starts_with("__") || name == "_start" || name == "_init" || name == "_fini" ||
      name == "environ")
    return true;
  llvm::LibFunc known;
  return llvm::TargetLibraryInfoImpl(triple).getLibFunc(name, known);
}
