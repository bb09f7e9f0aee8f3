//===- ValueIds.h - the numbers of values in mic ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// mic names values by numbers. A scope, which is the top-level stream of a module or
/// the body of a function, has numbers of its own. They are those of the attributes
/// `mic.id` and `mic.ids` where a scope has such attributes and none of them occurs
/// twice; ops without one then get the numbers after the greatest. Else they are dense
/// in stream order, from 0: the parameters of a function, then its ops; a `mind.if` has
/// its regions before its own ids, a `mind.while` too but for the copies of initial
/// values, which come before it.
///
/// The encoding of most ops defines one id, for their result. These differ:
///
/// | op | ids |
/// |----|-----|
/// | constant or fill of i1 | the numbers, the 0 they are compared with, the result |
/// | func.call | the call; with more than one result then each result |
/// | func.return, mind.return | with more than one value: the tuple of them |
/// | mind.if | a value that nothing uses if no result is its value; the results, or what stands for them if none is
/// reached | | mind.while | copies of initial values; the results | | mind.print, mind.assert | a value that nothing
/// uses | | func.func, carriers, other terminators, output | none in the scope around |
///
//===----------------------------------------------------------------------===//

#ifndef MIND_DIALECT_MIC_IR_VALUEIDS_H
#define MIND_DIALECT_MIC_IR_VALUEIDS_H

#include "Mind/Dialect/Mic/IR/Mic.h"
#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <array>
#include <vector>

namespace mind::mic {

/// A map from values to ids: open addressing, nothing is removed. At most half full.
class IdTable {
public:
  /// Forgets all, and has room for `numValues`.
  void reset(size_t numValues);
  void reserve(size_t numValues);
  void insert(mlir::Value value, uint64_t id) {
    if (LLVM_UNLIKELY(2 * ++size > capacity))
      rehash(2 * capacity);
    *slot(value.getAsOpaquePointer()) = {value.getAsOpaquePointer(), id};
  }
  /// The id of a value, or kNoValue.
  uint64_t lookup(mlir::Value value) const { return slot(value.getAsOpaquePointer())->id; }

private:
  struct Entry {
    const void *key = nullptr;
    uint64_t id = kNoValue;
  };
  const Entry *slot(const void *key) const {
    size_t position = size_t(reinterpret_cast<uintptr_t>(key) * 0x9E3779B97F4A7C15u >> shift);
    const Entry *first = entries.data();
    while (first[position].key && first[position].key != key)
      position = (position + 1) & (capacity - 1);
    return first + position;
  }
  Entry *slot(const void *key) { return const_cast<Entry *>(std::as_const(*this).slot(key)); }
  void rehash(size_t newCapacity);

  /// The first `capacity`, a power of two, are used.
  std::vector<Entry> entries = std::vector<Entry>(2);
  size_t size = 0, capacity = 2;
  unsigned shift = 63;
};

class ValueIds {
public:
  /// For a writer, which numbers while it goes: see the second group of members.
  ValueIds() = default;
  ValueIds(const ValueIds &) = delete;
  ValueIds &operator=(const ValueIds &) = delete;
  /// Numbers all scopes of `module`.
  explicit ValueIds(mlir::ModuleOp module);

  /// The id of a value. In the regions of a `mind.while` its variables have the ids of
  /// their initial values, or of the copies of these.
  uint64_t getId(mlir::Value value) const { return table->lookup(value); }
  /// All ids that the encoding of `op` defines, its regions' ops excepted, in order.
  llvm::SmallVector<uint64_t> getIds(mlir::Operation *op) const;
  /// The first id that is free in the scope of a module or `func.func`. For a module at
  /// least its `mic.next_id`, if its ids are used.
  uint64_t getNextId(mlir::Operation *scope) const { return nextIds.lookup(scope); }

  //===--------------------------------------------------------------------===//
  // Numbering in one pass with the writing
  //===--------------------------------------------------------------------===//

  /// Begins a scope within the current one. A function's parameters get their ids.
  void enterScope(mlir::Operation *op);
  /// Ends it; the first id that is free in it.
  uint64_t leaveScope();

  /// The id number `index` of those that `op` defines.
  uint64_t take(mlir::Operation *op, unsigned index) {
    return LLVM_LIKELY(!scope.isExplicit) ? scope.next++ : takeExplicit(op, index);
  }
  void bind(mlir::Value value, uint64_t id) { table->insert(value, id); }
  /// The id of the only result of an op that defines nothing else.
  uint64_t define(mlir::Operation *op) {
    uint64_t id = take(op, 0);
    table->insert(op->getResult(0), id);
    return id;
  }
  /// Whether an initial value of a loop has to be copied: the loop uses it in its own
  /// right or it is the initial value of an earlier variable, too.
  bool needsCopy(WhileOp loop, unsigned index) const;
  /// Whether an op of the scope has a `mic.cond`.
  bool hasConditions() const { return scope.hasConditions; }

private:
  struct Scope {
    mlir::Operation *op = nullptr;
    uint64_t next = 0;
    /// One more than the greatest id.
    uint64_t bound = 0;
    bool isExplicit = false;
    bool hasConditions = false;
  };

  uint64_t takeExplicit(mlir::Operation *op, unsigned index);
  void findCopies(mlir::Block &block, unsigned &position, llvm::DenseMap<mlir::Value, unsigned> &lastUses);
  void numberBlock(mlir::Block &block);
  void numberOp(mlir::Operation *op);

  /// While writing one for each scope around, as values are not used beyond theirs; else
  /// the first for all.
  std::array<IdTable, 3> tables;
  IdTable *table = tables.data();
  bool keepsAll = false;
  Scope scope;
  llvm::SmallVector<Scope, 2> enclosing;
  /// Of ops that do not define exactly the id of their only result.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<uint64_t, 2>> otherIds;
  llvm::DenseMap<mlir::Operation *, uint64_t> nextIds;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<bool, 4>> copies;
};

/// How many ids the encoding of `op` defines, copies before a loop excepted.
unsigned getNumIds(mlir::Operation *op);

/// How many of the results of `op` are its value in mic: 0 or 1.
unsigned getNumValues(IfOp op);

/// Whether both branches of `op` leave it and what follows uses a result whose type a
/// reader could not tell: one that is no scalar, or without `mic.names` no i64. The
/// results are written as constants without a value after the If, which has none.
bool hasUnreachedResults(IfOp op);

/// Writes the numbering of `module` as attributes: `mic.next_id`, and `mic.id` or
/// `mic.ids` on each op of the top-level stream, and with `inFunctions` of functions
/// too. Ops moved, erased or added later keep the others' ids.
void setIdAttributes(mlir::ModuleOp module, bool inFunctions = false);

} // namespace mind::mic

#endif // MIND_DIALECT_MIC_IR_VALUEIDS_H
