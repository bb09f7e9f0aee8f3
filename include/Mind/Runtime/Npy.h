//===- Npy.h - tensors in .npy files ----------------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reading and writing of NumPy's .npy, versions 1 and 2 (and 3, which differs in
/// the encoding of names that plain dtypes do not have). Nothing in a file is
/// trusted: lengths are checked against the bytes that are there before memory is
/// asked for, and pickled objects, structures and bytes that follow the elements
/// are refused with E6004.
///
/// Element types: `f4 f8 f2 i4 i8` in either byte order and `b1`. NumPy has no
/// word for bf16 and q16: bf16 is written `<V2` and read where a bf16 is
/// expected, q16 is written `<i4` as its raw bits and read where a q16 is
/// expected.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_RUNTIME_NPY_H
#define MIND_RUNTIME_NPY_H

#include "Mind/Runtime/Tensor.h"

#include <optional>
#include <string>
#include <string_view>

namespace mind::rt {

/// What the front of a file says.
struct NpyHeader {
  DType dtype = DType::F32;
  bool isBigEndian = false;
  bool isFortranOrder = false;
  std::vector<int64_t> shape;
  /// Where the elements begin.
  uint64_t dataOffset = 0;
};

/// Reads the header from the beginning of a file of `fileBytes` bytes, of which
/// `bytes` holds at least the header, or all. `expected` settles bf16 and q16.
/// False with E6004.
bool parseNpyHeader(std::string_view bytes, uint64_t fileBytes, std::optional<DType> expected, NpyHeader &header,
                    Fault &fault);

/// A whole file in memory. Gives no tensor, and the fault E6004 or E6006, if it
/// is malformed or too large.
Tensor readNpy(std::string_view bytes, std::optional<DType> expected, Fault &fault);

/// A file by its path; messages begin with it.
Tensor readNpyFile(const std::string &path, std::optional<DType> expected, Fault &fault);

/// The header that a tensor is written with, padded to a multiple of 64 bytes.
std::string getNpyHeader(DType dtype, const std::vector<int64_t> &shape);

/// Version 1, C order, little endian, NaNs canonical (N2). False with E6004 if
/// the file cannot be written, after which it is not left behind half.
bool writeNpyFile(const std::string &path, const Tensor &tensor, Fault &fault);

} // namespace mind::rt

#endif // MIND_RUNTIME_NPY_H
