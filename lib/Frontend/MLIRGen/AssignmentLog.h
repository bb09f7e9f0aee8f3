//===- AssignmentLog.h - what each body assigns -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// SSA form needs to know, before a branch or a loop is emitted, which variables
/// it assigns. One walk over a statement writes down every assignment in source
/// order; what a body assigns is then a range of that log. Memory is linear in
/// the source, time too, and functions without control flow pay nothing.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_FRONTEND_MLIRGEN_ASSIGNMENTLOG_H
#define MIND_LIB_FRONTEND_MLIRGEN_ASSIGNMENTLOG_H

#include "Mind/Frontend/AST.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace mind::frontend {

class AssignmentLog {
public:
  struct Range {
    uint32_t begin = 0;
    uint32_t end = 0;
    /// Whether `break` or `continue` occurs, at whatever depth.
    bool leavesLoop = false;
    bool empty() const { return begin == end; }
  };

  void clear() {
    log.clear();
    ranges.clear();
  }

  /// Walks `node` with all bodies in it, unless `part` of it has been met.
  template <typename Node> void ensure(const void *part, const Node *node) {
    if (!ranges.count(part))
      walk(node);
  }

  /// The range of a block, or the condition of a `while`.
  Range of(const void *node) const { return ranges.lookup(node); }
  llvm::ArrayRef<const ast::VarDecl *> get(Range range) const {
    return llvm::ArrayRef(log).slice(range.begin, range.end - range.begin);
  }

private:
  void walk(const ast::Expr *expr);
  void walk(const ast::Stmt *stmt);
  void walk(const ast::Block *block);
  /// Runs `body` and notes its range for `node`.
  template <typename Body> void record(const void *node, Body body);

  llvm::SmallVector<const ast::VarDecl *, 16> log;
  llvm::DenseMap<const void *, Range> ranges;
  unsigned numLeaves = 0;
};

} // namespace mind::frontend

#endif // MIND_LIB_FRONTEND_MLIRGEN_ASSIGNMENTLOG_H
