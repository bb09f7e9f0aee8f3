//===- SignatureEntries.h - `fn:` entries of a file -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The types of functions that a file gives in its registry of C structs, as the writer
/// puts them there where they cannot be inferred. An entry that the writer would not
/// make, or not so, stays an entry of the module.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_MIC_SIGNATUREENTRIES_H
#define MIND_LIB_TARGET_MIC_SIGNATUREENTRIES_H

#include "TypeInference.h"

#include "Mind/Target/Mic/Format/File.h"

#include "mlir/IR/BuiltinAttributes.h"

namespace mind::mic {

class SignatureEntries {
public:
  /// Reads the registry of a canonical file.
  SignatureEntries(mlir::MLIRContext &context, const File &file);

  /// Runs the inference with the types of the entries. A function for which the writer
  /// would make an entry that the file does not have is left unresolved.
  void infer(const StreamRef &stream, std::optional<TypeInference> &inference);

  /// The entries that the writer will not make. After `infer`.
  mlir::ArrayAttr getOthers() const;

private:
  struct Entry {
    llvm::StringRef name;
    llvm::SmallVector<mlir::RankedTensorType, 4> types;
    /// Written as the writer writes these types.
    bool isOurs = true;
    bool isNeeded = false;
  };

  mlir::MLIRContext &context;
  const File &file;
  /// Of the registry, in its order: the entry, or -1 for what is none.
  llvm::SmallVector<int> entryOf;
  llvm::SmallVector<Entry, 0> entries;
};

} // namespace mind::mic

#endif // MIND_LIB_TARGET_MIC_SIGNATUREENTRIES_H
