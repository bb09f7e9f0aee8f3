//===- CNames.h - names for functions that C calls --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_TARGET_CNAMES_CNAMES_H
#define MIND_TARGET_CNAMES_CNAMES_H

#include "Mind/Runtime/Fault.h"
#include "Mind/Runtime/Arguments.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/TargetParser/Triple.h"

#include <string>

namespace mind {

/// Whether C, C++ or the C header's own includes read the name as something else.
bool isReservedInC(llvm::StringRef name);

/// The name that C has for an entry point: its own, but `mind_main` for `main` and
/// `mind_script` for the statements of a script that has a `main` as well.
std::string getExportedName(llvm::StringRef function);

/// The names of the functions of one object or library, each with its
/// `_workspace_bytes`.
class ExportedNames {
public:
  explicit ExportedNames(const llvm::Triple &triple) : library(triple) {}

  /// False with E5002 if a function of this name would take the place of one of C, of
  /// the C library or of the start of a program, or that of one that was added before.
  bool add(const std::string &name, rt::Fault &fault);

private:
  llvm::TargetLibraryInfoImpl library;
  llvm::StringSet<> taken;
};

/// The C header of the functions of one object or library.
void writeHeader(llvm::ArrayRef<rt::Signature> functions, llvm::raw_ostream &os);

} // namespace mind

#endif // MIND_TARGET_CNAMES_CNAMES_H
