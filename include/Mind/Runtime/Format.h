//===- Format.h - numbers and tensors as text -------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The text that `print` writes: the fewest digits that read back as the value at
/// its own type, plain for 1e-5 <= |x| < 1e16 and for 0, else `d.ddde+N`, and no
/// trailing `.0`; `nan`, `inf`, `-inf`, `true`, `false`; tensors as nested lists
/// that leave nothing out. The locale has no say.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_RUNTIME_FORMAT_H
#define MIND_RUNTIME_FORMAT_H

#include "Mind/Runtime/Tensor.h"

#include <string>
#include <string_view>

namespace mind::rt {

/// Appends one element, which lies at `element` as it does in a tensor.
void appendElement(std::string &out, DType dtype, const void *element);

/// Appends a row-major tensor: `1.5` for a scalar, `[[1, 2], [3, 4]]`, and `[]` for any
/// that has no elements.
void appendTensor(std::string &out, DType dtype, const int64_t *shape, size_t rank, const void *data);
void appendTensor(std::string &out, const Tensor &tensor);
std::string formatTensor(const Tensor &tensor);

/// The pieces of a format of `mind.print`: appends the text up to the next `{}`,
/// with `{{` and `}}` made single, and drops it and the `{}` from `format`.
/// Returns whether there was a `{}`.
bool appendUntilPlaceholder(std::string &out, std::string_view &format);

} // namespace mind::rt

#endif // MIND_RUNTIME_FORMAT_H
