//===- Exports.cpp - names that C can have --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend.h"

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

/// The first dim of a result whose extent a caller cannot know.
static const std::string *findOpenDim(const rt::Signature &signature) {
  std::vector<std::string> names = signature.getDimNames();
  for (const rt::SignatureType &result : signature.results)
    for (const rt::SignatureDim &dim : result.dims)
      if (dim.size < 0 && !llvm::is_contained(names, dim.symbol))
        return &dim.symbol;
  return nullptr;
}

bool mind::checkExports(llvm::ArrayRef<EntryPoint> entries, const llvm::Triple &triple, rt::Fault &fault) {
  llvm::TargetLibraryInfoImpl library(triple);
  llvm::StringSet<> taken;
  auto refuse = [&](std::string message) {
    fault = {"E5002", std::move(message)};
    return false;
  };
  for (const EntryPoint &entry : entries) {
    std::string name = getExportedName(entry.name);
    llvm::LibFunc known;
    if (isReservedInC(name) || library.getLibFunc(name, known))
      return refuse("C has a `" + name + "` of its own; give the exported function another name");
    if (!taken.insert(name).second || !taken.insert(name + "_workspace_bytes").second)
      return refuse("two exported functions would have the name `" + name + "` or `" + name + "_workspace_bytes`");
    if (const std::string *dim = findOpenDim(entry.signature))
      return refuse("the extent `" + *dim + "` of a result of `" + entry.name +
                    "` comes from no parameter, so that a caller cannot have memory for it");
  }
  return true;
}
