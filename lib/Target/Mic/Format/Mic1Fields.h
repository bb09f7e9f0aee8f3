//===- Mic1Fields.h - The fields of extended mic@1 lines --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the tokens of one line and writes them as the fields of mic@3; Mic1Lines.h has
/// the tokens.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_MIC_FORMAT_MIC1FIELDS_H
#define MIND_LIB_TARGET_MIC_FORMAT_MIC1FIELDS_H

#include "IdSet.h"

#include "Mind/Target/Mic/Format/Builder.h"

#include "llvm/ADT/Twine.h"

namespace mind::mic {

class Mic1Fields {
public:
  explicit Mic1Fields(Builder &builder) : builder(builder) {}

  void setLine(llvm::StringRef text) { rest = text; }

  /// Reads one field. False with a message.
  bool read(char field);
  /// Whether nothing is left.
  bool atEnd();
  bool readUnsigned(uint64_t &value);
  bool readString(std::string &value);
  /// A list of annotations of types.
  bool readTypes(unsigned depth = 0);

  /// An instruction defines or mentions the id.
  void define(uint64_t id) {
    defined.insert(id);
    mention(id);
  }
  void mention(uint64_t id) {
    if (functionDepth == 0 && id != kNoValue)
      idBound = std::max(idBound, id + 1);
  }

  /// What the lines so far define, in whatever namespace.
  IdSet defined;
  /// Functions around the line: ids in them do not count for next_id.
  unsigned functionDepth = 0;
  uint64_t idBound = 0;
  std::string message;

private:
  bool fail(const llvm::Twine &what) {
    message = ("expected " + what + ", got: " + rest).str();
    return false;
  }
  void skipSpace();
  bool consume(char c);
  llvm::StringRef takeWord();
  bool readSigned(int64_t &value);
  bool readId(uint64_t &id);
  bool writeId(bool isDefinition = false);
  bool writeSigned();
  bool writeUnsigned();
  bool writeBits();
  bool writeString();
  /// A word of `names`, as its place.
  template <typename Names> bool writeWord(unsigned count, Names names);
  bool writeType(unsigned depth);
  template <typename Read> bool readList(Read read);

  Builder &builder;
  llvm::StringRef rest;
};

} // namespace mind::mic

#endif // MIND_LIB_TARGET_MIC_FORMAT_MIC1FIELDS_H
