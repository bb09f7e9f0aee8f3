//===- Doc.h - Text with choices of where to break lines --------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tree of text that can be printed in more than one way. Every node knows how
// wide it is on one line, and how wide its beginning is up to the first place where
// a line may end; printing decides from the outside in, in time linear in the text
// that is printed times the depth of nesting.
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_FRONTEND_FORMAT_DOC_H
#define MIND_LIB_FRONTEND_FORMAT_DOC_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"

#include <string>

namespace mind::frontend::format {

struct Doc {
  enum Kind : uint8_t {
    Text,
    /// A line ends here in any case, unless nothing stands on it.
    HardLine,
    /// Children one behind the other.
    Concat,
    /// Operands and operators in turn, with a place to break behind each operator;
    /// what is broken is aligned with the first operand.
    Chain,
    /// An opening bracket, elements (each with its comma), a closing bracket.
    Bracket,
    /// `{`, statements, `}`.
    Block,
    /// Children as of a Concat; if they do not fit one line, every Block among them
    /// has lines of its own.
    Branches
  };
  Kind kind;
  /// Bracket: each element is on a line of its own. Block: has lines of its own.
  bool isBroken = false;
  /// Bracket: if each element has a line of its own, a comma is behind the last.
  bool addsComma = false;
  /// Block: there is a blank in one line behind `{` and before `}`.
  bool isPadded = false;
  /// Whether there is a place in it where a line may end.
  bool canBreak = false;
  /// Columns on one line; kUnbounded if it has to be more than one.
  uint32_t width = 0;
  /// Columns up to the first place where a line may end; `width` if there is none.
  uint32_t lead = 0;
  /// Text, or the opening bracket.
  llvm::StringRef text;
  llvm::StringRef close;
  llvm::ArrayRef<const Doc *> children;
};

inline constexpr uint32_t kUnbounded = 1u << 30;

/// Makes nodes, which live as long as it does.
class DocBuilder {
public:
  const Doc *text(llvm::StringRef text);
  /// Text that does not count: a line is not broken to make room for it.
  const Doc *comment(llvm::StringRef text);
  /// The text may be a temporary.
  const Doc *savedText(const llvm::Twine &text);
  const Doc *hardLine();
  const Doc *concat(llvm::ArrayRef<const Doc *> children);
  const Doc *chain(llvm::ArrayRef<const Doc *> children);
  const Doc *branches(llvm::ArrayRef<const Doc *> children);
  const Doc *bracket(llvm::StringRef open, llvm::ArrayRef<const Doc *> elements, llvm::StringRef close, bool isBroken,
                     bool addsComma);
  /// Each child is the text of one or more whole lines; a null one is an empty line.
  const Doc *block(llvm::StringRef open, llvm::ArrayRef<const Doc *> lines, llvm::StringRef close, bool isBroken);

private:
  Doc *make(Doc::Kind kind, llvm::ArrayRef<const Doc *> children);
  llvm::BumpPtrAllocator allocator;
};

/// The text of `lines`, each of which begins in the first column. A null one is an empty line.
std::string print(llvm::ArrayRef<const Doc *> lines, unsigned maxColumns, unsigned indentColumns);

} // namespace mind::frontend::format

#endif // MIND_LIB_FRONTEND_FORMAT_DOC_H
