//===- ShapeErrors.h - how broken shape rules are worded --------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_DIALECT_MIND_SHAPE_SHAPEERRORS_H
#define MIND_LIB_DIALECT_MIND_SHAPE_SHAPEERRORS_H

#include "Mind/Dialect/Mind/IR/ShapeAlgebra.h"

#include "llvm/ADT/Twine.h"

namespace mind::shape {

/// An error of Fault::Mismatch: "shape mismatch: " and the reason.
inline Error mismatchError(const llvm::Twine &reason, const llvm::Twine &help = "") {
  return {Fault::Mismatch, ("shape mismatch: " + reason).str(), help.str()};
}

/// Fails unless the axes are distinct and in `[0, rank)`.
std::optional<Error> checkAxes(llvm::ArrayRef<int64_t> axes, int64_t rank);

/// `[2, -1]`
std::string toString(llvm::ArrayRef<int64_t> values);

/// A dim for an extent that follows from others, named after what it follows
/// from: `prefix`, then each part, with `_` between and `m` for a minus.
class NameBuilder {
public:
  explicit NameBuilder(llvm::StringRef prefix) : name(prefix) {}
  NameBuilder &add(Dim dim) { return add(shape::toString(dim)); }
  NameBuilder &add(llvm::StringRef part) {
    name += '_';
    name += part;
    return *this;
  }
  NameBuilder &add(int64_t value) {
    // The magnitude is taken unsigned: that of the lowest number exists there.
    return value < 0 ? add("m" + std::to_string(0 - uint64_t(value))) : add(std::to_string(value));
  }
  Dim finish(Interner intern) const { return Dim(intern(name)); }
  llvm::StringRef str() const { return name; }

private:
  std::string name;
};

} // namespace mind::shape

#endif // MIND_LIB_DIALECT_MIND_SHAPE_SHAPEERRORS_H
