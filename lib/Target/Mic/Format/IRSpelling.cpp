//===- IRSpelling.cpp - Instructions as the reference spells them ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Target/Mic/Format/IRSpelling.h"

#include "Decimal.h"

using namespace mind;
using llvm::ArrayRef;
using llvm::raw_ostream;
using llvm::StringRef;
using llvm::Twine;

void mic::spellDims(raw_ostream &os, ArrayRef<std::string> dims) {
  os << '[';
  llvm::interleaveComma(dims, os, [&](const std::string &dim) { os << quoteDebug(dim); });
  os << ']';
}

void mic::spellReduction(raw_ostream &os, StringRef name, const Twine &input, ArrayRef<int64_t> axes, bool keepdims) {
  spellAxes(os, name, input, "axes", axes);
  os << " keepdims=" << (keepdims ? "true" : "false");
}

void mic::spellReshape(raw_ostream &os, StringRef name, const Twine &input, ArrayRef<std::string> dims) {
  os << name << ' ' << input << ' ';
  spellDims(os, dims);
}

void mic::spellAxes(raw_ostream &os, StringRef name, const Twine &input, StringRef what, ArrayRef<int64_t> axes) {
  os << name << ' ' << input << ' ' << what << '=';
  spellList(os, axes);
}

void mic::spellExpandDims(raw_ostream &os, const Twine &input, int64_t axis) {
  os << "expand_dims " << input << " axis=" << axis;
}

void mic::spellConv(raw_ostream &os, StringRef name, const Twine &lhs, const Twine &rhs, const ConvSpec &spec) {
  os << name << ' ' << lhs << ' ' << rhs;
  if (!spec.shapeName.empty()) {
    os << ' ' << spec.shapeName << '=';
    spellList(os, spec.shape);
  }
  os << " strides=(" << spec.strides[0] << ", " << spec.strides[1] << ") padding=" << spec.padding;
}

void mic::spellIndex(raw_ostream &os, const Twine &input, ArrayRef<IndexSpec> specs) {
  os << "index " << input << " [";
  llvm::interleaveComma(specs, os, [&](const IndexSpec &spec) {
    os << "IndexSpec { axis: " << spec.axis << ", index: " << spec.index << " }";
  });
  os << ']';
}

void mic::spellSlice(raw_ostream &os, const Twine &input, ArrayRef<SliceSpec> specs) {
  os << "slice " << input << " [";
  llvm::interleaveComma(specs, os, [&](const SliceSpec &spec) {
    os << "SliceSpec { axis: " << spec.axis << ", start: " << spec.start << ", end: ";
    if (spec.end)
      os << "Some(" << *spec.end << ')';
    else
      os << "None";
    os << ", stride: " << spec.stride << " }";
  });
  os << ']';
}

void mic::spellGather(raw_ostream &os, StringRef name, const Twine &input, const Twine &indices, int64_t axis) {
  os << name << ' ' << input << " indices=" << indices << " axis=" << axis;
}

void mic::spellTensor(raw_ostream &os, StringRef dtype, ArrayRef<std::string> dims) {
  os << "const.tensor " << dtype.upper() << ' ';
  spellDims(os, dims);
}

void mic::spellFill(raw_ostream &os, const std::optional<std::string> &fill) {
  if (fill)
    os << " fill=Some(" << *fill << ')';
  else
    os << " fill=None";
}
