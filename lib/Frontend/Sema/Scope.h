//===- Scope.h - Names and what they stand for ------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_FRONTEND_SEMA_SCOPE_H
#define MIND_LIB_FRONTEND_SEMA_SCOPE_H

#include "Mind/Frontend/AST/Decl.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace mind::sema {

/// A stack of bindings with a table of the visible ones: finding a name costs one
/// look-up however many there are.
class Scope {
public:
  void bind(llvm::StringRef name, ast::Decl *decl) {
    auto [it, isNew] = visible.try_emplace(name, bindings.size());
    bindings.push_back({name, decl, isNew ? kNone : it->second});
    it->second = bindings.size() - 1;
  }

  ast::Decl *find(llvm::StringRef name) const {
    auto it = visible.find(name);
    return it == visible.end() ? nullptr : bindings[it->second].decl;
  }

  /// How many bindings were made before that of `name`, which is visible.
  size_t getDepth(llvm::StringRef name) const { return visible.lookup(name); }

  size_t mark() const { return bindings.size(); }
  /// Forgets what was bound since `mark`.
  void release(size_t mark) {
    while (bindings.size() > mark) {
      const Binding &last = bindings.back();
      if (last.shadowed == kNone)
        visible.erase(last.name);
      else
        visible[last.name] = last.shadowed;
      bindings.pop_back();
    }
  }

  /// The visible names, in no order.
  void list(llvm::SmallVectorImpl<llvm::StringRef> &names) const {
    for (const auto &entry : visible)
      names.push_back(entry.first);
  }

private:
  static constexpr uint32_t kNone = UINT32_MAX;
  struct Binding {
    llvm::StringRef name;
    ast::Decl *decl;
    uint32_t shadowed;
  };
  llvm::SmallVector<Binding, 32> bindings;
  llvm::DenseMap<llvm::StringRef, uint32_t> visible;
};

} // namespace mind::sema

#endif // MIND_LIB_FRONTEND_SEMA_SCOPE_H
