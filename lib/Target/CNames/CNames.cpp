//===- CNames.cpp - names for functions that C calls ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Target/CNames/CNames.h"

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

std::string mind::getExportedName(llvm::StringRef function) {
  // C has a `main` of its own.
  if (function == "main")
    return "mind_main";
  return function == "__mind_main" ? "mind_script" : function.str();
}

bool ExportedNames::add(const std::string &name, rt::Fault &fault) {
  llvm::StringRef word = name;
  llvm::LibFunc known;
  // What the C start files and the linker define; `__` is the implementation's.
  bool isTaken = isReservedInC(word) || word.starts_with("__") || word == "_start" || word == "_init" ||
                 word == "_fini" || word == "environ" || library.getLibFunc(word, known);
  if (isTaken)
    fault = {"E5002", "C has a `" + name + "` of its own; give the exported function another name"};
  else if (!taken.insert(name).second || !taken.insert(name + "_workspace_bytes").second)
    fault = {"E5002", "two exported functions would have the name `" + name + "` or `" + name + "_workspace_bytes`"};
  else
    return true;
  return false;
}
