//===- MindAttributes.cpp - attributes of the mind dialect ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Dialect/Mind/IR/MindAttributes.h"
#include "Mind/Dialect/Mind/IR/MindDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mind;

#include "Mind/Dialect/Mind/IR/MindEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "Mind/Dialect/Mind/IR/MindAttributes.cpp.inc"

void MindDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Mind/Dialect/Mind/IR/MindAttributes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// DimsAttr
//===----------------------------------------------------------------------===//

// Written as `<B, 3>`: names bare where they are identifiers.
Attribute DimsAttr::parse(AsmParser &parser, Type) {
  Builder builder(parser.getContext());
  SmallVector<Attribute> dims;
  auto parseDim = [&]() -> ParseResult {
    int64_t extent;
    OptionalParseResult number = parser.parseOptionalInteger(extent);
    if (number.has_value()) {
      if (failed(*number))
        return failure();
      dims.push_back(builder.getI64IntegerAttr(extent));
      return success();
    }
    std::string name;
    if (parser.parseKeywordOrString(&name))
      return failure();
    dims.push_back(builder.getStringAttr(name));
    return success();
  };
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseDim))
    return {};
  return parser.getChecked<DimsAttr>(loc, parser.getContext(), dims);
}

void DimsAttr::print(AsmPrinter &printer) const {
  printer << '<';
  llvm::interleaveComma(getDims(), printer.getStream(), [&](Attribute dim) {
    if (auto extent = dyn_cast<IntegerAttr>(dim))
      printer << extent.getInt();
    else
      printer.printKeywordOrString(cast<StringAttr>(dim).getValue());
  });
  printer << '>';
}

LogicalResult DimsAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<Attribute> dims) {
  bool hasName = false;
  for (auto [i, dim] : llvm::enumerate(dims)) {
    if (auto name = dyn_cast_or_null<StringAttr>(dim)) {
      hasName = true;
      if (!name.getValue().empty())
        continue;
    } else if (auto extent = dyn_cast_or_null<IntegerAttr>(dim)) {
      if (extent.getType().isSignlessInteger(64) && extent.getInt() >= 0)
        continue;
    }
    // dims_c1
    return emitError() << "dim #" << i << " is '" << dim
                       << "', neither a name nor an extent";
  }
  // dims_c2
  if (!hasName)
    return emitError() << "no dim has a name, so the type needs no encoding";
  return success();
}

LogicalResult
DimsAttr::verifyEncoding(ArrayRef<int64_t> shape, Type,
                         function_ref<InFlightDiagnostic()> emitError) const {
  // dims_c3
  if (shape.size() != getDims().size())
    return emitError() << "encoding lists " << getDims().size()
                       << " dims of a tensor of rank " << shape.size();
  for (auto [i, extent, dim] : llvm::enumerate(shape, getDims())) {
    // dims_c4
    auto known = dyn_cast<IntegerAttr>(dim);
    if (ShapedType::isDynamic(extent) ? !!known
                                      : !known || known.getInt() != extent)
      return emitError() << "dim #" << i << " is " << dim
                         << " in the encoding, but "
                         << (ShapedType::isDynamic(extent)
                                 ? std::string("?")
                                 : std::to_string(extent))
                         << " in the type";
  }
  return success();
}
