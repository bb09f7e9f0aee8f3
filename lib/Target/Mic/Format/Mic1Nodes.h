//===- Mic1Nodes.h - Plain lines of mic@1 -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the arguments of the kinds that the reference has, with its defaults, and writes
/// them as instructions of mic@3.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_MIC_FORMAT_MIC1NODES_H
#define MIND_LIB_TARGET_MIC_FORMAT_MIC1NODES_H

#include "Fields.h"
#include "Mic1Fields.h"

#include "llvm/ADT/DenseMap.h"

namespace mind::mic {

/// What the word of a line stands for.
struct Mic1NodeKind {
  uint8_t opcode;
  bool isExtended;
  BinOp op;
};

class Mic1Nodes {
public:
  Mic1Nodes(Builder &builder, Mic1Fields &fields) : builder(builder), fields(fields) {}

  /// The line of a type, as a whole.
  bool parseType(llvm::StringRef text);
  /// The id in `N5`, which is defined.
  bool parseReference(llvm::StringRef text, uint64_t &id);
  /// The arguments of a plain kind. Writes the instruction, but does not define its id.
  bool parse(Mic1NodeKind kind, uint64_t id, llvm::ArrayRef<llvm::StringRef> args);

  std::string message;

private:
  using Args = llvm::ArrayRef<llvm::StringRef>;
  struct Type {
    uint8_t elementType;
    llvm::SmallVector<Dim, 4> dims;
  };

  bool fail(const llvm::Twine &text) {
    message = text.str();
    return false;
  }
  bool parseDims(llvm::StringRef text, llvm::SmallVectorImpl<Dim> &dims);
  void writeDims(llvm::ArrayRef<Dim> dims);
  /// Writes the ids of the operands, and takes them from the arguments.
  bool parseOperands(Args &args, unsigned count);
  bool parseConstTensor(Args args);
  bool parseConv(Opcode opcode, Args args);
  bool parseSlices(Args args);
  /// The list in brackets among the arguments; `[]` if there is none.
  static llvm::StringRef findList(Args args);
  template <typename Write> bool parseList(llvm::StringRef text, Write write);
  bool writeSigned(llvm::StringRef text);

  Builder &builder;
  Mic1Fields &fields;
  llvm::DenseMap<uint64_t, Type> types;
};

} // namespace mind::mic

#endif // MIND_LIB_TARGET_MIC_FORMAT_MIC1NODES_H
