//===- Mic3.h - modules to mic@3 and back -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// mic@3 is the canonical binary form of a module. docs/Mic3.md says how each op is
/// written; mic@1 goes through these bytes, too (Format/Mic1.h).
///
//===----------------------------------------------------------------------===//

#ifndef MIND_TARGET_MIC_MIC3_H
#define MIND_TARGET_MIC_MIC3_H

#include "Mind/Target/Mic/Format/Builder.h"
#include "Mind/Target/Mic/Format/Format.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <string>
#include <vector>

namespace mind::mic {

struct WriteOptions {
  /// Only what the reference knows: no `fn:` entries, no calls of our own for what
  /// has no encoding.
  bool compat = false;
  /// Where to append the names of private functions that nothing calls: who reads the
  /// file takes them for public.
  std::vector<std::string> *exposed = nullptr;
};

/// Writes the canonical bytes of `module`, which must verify. Fails with a diagnostic
/// (E7003) at the first op that the format cannot hold.
mlir::LogicalResult writeMic3(mlir::ModuleOp module, const WriteOptions &options, Bytes &file);

/// The same; the reason of a failure, with its place, is text instead of a diagnostic.
mlir::LogicalResult writeMic3(mlir::ModuleOp module, const WriteOptions &options, Bytes &file, std::string &reason);

struct ReadOptions {
  /// Refuse a body that is not its own re-emission, and anything but an epilogue after
  /// it.
  bool strict = false;
  uint64_t maxBytes = kMaxBytes;
};

/// Reads a file into a module, which verifies. Null with an error for what is no
/// file, or not a strict one if that is asked for. Nothing is reported otherwise:
/// what the dialect cannot express becomes carriers.
mlir::OwningOpRef<mlir::ModuleOp> readMic3(llvm::ArrayRef<uint8_t> bytes, mlir::MLIRContext &context,
                                           const ReadOptions &options, FormatError &error);

} // namespace mind::mic

#endif // MIND_TARGET_MIC_MIC3_H
