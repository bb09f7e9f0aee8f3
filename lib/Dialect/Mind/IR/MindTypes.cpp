//===- MindTypes.cpp - types of the mind dialect --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Dialect/Mind/IR/MindTypes.h"
#include "Mind/Dialect/Mind/IR/MindDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;
using namespace mind;

#define GET_TYPEDEF_CLASSES
#include "Mind/Dialect/Mind/IR/MindTypes.cpp.inc"

void MindDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "Mind/Dialect/Mind/IR/MindTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

Type mind::getElementType(MLIRContext *context, DType dtype) {
  Builder builder(context);
  switch (dtype) {
  case DType::F32:
    return builder.getF32Type();
  case DType::F64:
    return builder.getF64Type();
  case DType::F16:
    return builder.getF16Type();
  case DType::BF16:
    return builder.getBF16Type();
  case DType::I32:
    return builder.getI32Type();
  case DType::I64:
    return builder.getI64Type();
  case DType::I1:
    return builder.getI1Type();
  case DType::Q16:
    return Q16Type::get(context);
  }
  llvm_unreachable("not a dtype");
}

std::optional<DType> mind::getDType(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    type = tensor.getElementType();
  if (type.isF32())
    return DType::F32;
  if (type.isF64())
    return DType::F64;
  if (type.isF16())
    return DType::F16;
  if (type.isBF16())
    return DType::BF16;
  if (type.isSignlessInteger(32))
    return DType::I32;
  if (type.isSignlessInteger(64))
    return DType::I64;
  if (type.isSignlessInteger(1))
    return DType::I1;
  if (isa<Q16Type>(type))
    return DType::Q16;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Tensor types and the dims of the shape algebra
//===----------------------------------------------------------------------===//

RankedTensorType mind::getTensorType(MLIRContext *context,
                                     ArrayRef<shape::Dim> dims,
                                     Type elementType) {
  SmallVector<int64_t> extents;
  bool symbolic = false;
  for (const shape::Dim &dim : dims) {
    symbolic |= dim.size == shape::kSymbolic;
    extents.push_back(dim.size == shape::kSymbolic ? ShapedType::kDynamic
                                                   : dim.size);
  }
  if (!symbolic)
    return RankedTensorType::get(extents, elementType);

  Builder builder(context);
  SmallVector<Attribute> entries;
  for (const shape::Dim &dim : dims)
    entries.push_back(dim.size == shape::kSymbolic
                          ? Attribute(builder.getStringAttr(dim.name))
                          : builder.getI64IntegerAttr(dim.size));
  return RankedTensorType::get(extents, elementType,
                               DimsAttr::get(context, entries));
}

RankedTensorType mind::getScalarType(Type elementType) {
  return RankedTensorType::get({}, elementType);
}

SmallVector<shape::Dim> mind::getDims(RankedTensorType type) {
  SmallVector<shape::Dim> dims;
  auto encoding = dyn_cast_or_null<DimsAttr>(type.getEncoding());
  for (auto [i, extent] : llvm::enumerate(type.getShape())) {
    shape::Dim dim;
    if (ShapedType::isDynamic(extent)) {
      dim.size = shape::kSymbolic;
      if (encoding)
        dim.name = cast<StringAttr>(encoding.getDims()[i]).getValue();
    } else {
      dim.size = extent;
    }
    dims.push_back(dim);
  }
  return dims;
}

RankedTensorType mind::withElementType(RankedTensorType type,
                                       Type elementType) {
  return RankedTensorType::get(type.getShape(), elementType,
                               type.getEncoding());
}

StringRef NameInterner::operator()(StringRef name) const {
  return StringAttr::get(context, name).getValue();
}

//===----------------------------------------------------------------------===//
// Constraints
//===----------------------------------------------------------------------===//

static std::optional<DType> getTensorDType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return std::nullopt;
  // That the encoding fits the shape was checked when the type was made.
  if (tensor.hasStaticShape() ? tensor.getEncoding() != Attribute()
                              : !isa_and_nonnull<DimsAttr>(tensor.getEncoding()))
    return std::nullopt;
  return getDType(tensor.getElementType());
}

template <typename... DTypes>
static bool isTensorOf(Type type, DTypes... allowed) {
  std::optional<DType> dtype = getTensorDType(type);
  return dtype && ((*dtype == allowed) || ...);
}

bool mind::isTensor(Type type) { return getTensorDType(type).has_value(); }

bool mind::isNumericTensor(Type type) {
  std::optional<DType> dtype = getTensorDType(type);
  return dtype && *dtype != DType::I1;
}

bool mind::isFloatTensor(Type type) {
  return isTensorOf(type, DType::F32, DType::F64, DType::F16, DType::BF16);
}

bool mind::isFractionTensor(Type type) {
  return isTensorOf(type, DType::F32, DType::F64, DType::F16, DType::BF16,
                    DType::Q16);
}

bool mind::isIntegerTensor(Type type) {
  return isTensorOf(type, DType::I32, DType::I64);
}

bool mind::isWholeTensor(Type type) {
  return isTensorOf(type, DType::I32, DType::I64, DType::Q16);
}

bool mind::isBoolTensor(Type type) { return isTensorOf(type, DType::I1); }

bool mind::isBoolScalar(Type type) {
  return isBoolTensor(type) && cast<RankedTensorType>(type).getRank() == 0;
}
